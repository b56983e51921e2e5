"""Marian and CTranslate2 on the same model and sentences, by turns: speed and agreement.

    python benchmarks/decoders.py --model-dir MODEL --pairs PAIRS.parquet [--lang it] [--repeat 3]
                                  [--lines 2000] [--compute-type float32]

MODEL is one that both can decode, such as of the recipe tiny-attention. Each decoder translates the
sentences in a process of its own with one thread, as `cdaflow nmt translate` does, by turns; the
best of the repetitions counts. What starting costs is measured by one sentence and taken off:
reading a large model takes as long for ten sentences as for a million. Printed are seconds, CPU
seconds, sentences a CPU second, BLEU against the references and of one against the other, and the
share of identical lines.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from sacrebleu.metrics.bleu import BLEU
from select_gendered import measure

from cdaflow.io.files import read_lines, write_lines
from cdaflow.nmt.comparison import Sample, read_sample
from cdaflow.nmt.translate import DECODERS


def times(folder: Path, arguments: argparse.Namespace) -> dict[str, tuple[float, float]]:
    """Return seconds and CPU seconds of each decoder, without those of its start."""
    base = [sys.executable, "-m", "cdaflow", "nmt", "translate", "--threads", "1"]
    base += ["--model-dir", arguments.model_dir, "--compute-type", arguments.compute_type]
    best: dict[tuple[str, str], tuple[float, float]] = {}
    for turn in range(arguments.repeat + 1):  # the first compiles the modules
        for name in DECODERS:
            for source in ("one", "all"):
                files = ["--input", str(folder / source), "--output", str(folder / f"{source}.out")]
                command = [*base, "--decoder", name, *files]
                seconds, cpu, memory = measure(command, folder / "cache")
                key = (name, source)
                if turn and (key not in best or cpu < best[key][1]):
                    best[key] = (seconds, cpu)
                if turn == 1 and source == "all":
                    print(f"{name}: {memory:.0f} MB at most", flush=True)
                    (folder / name).write_bytes((folder / "all.out").read_bytes())
    print(f"{'decoder':12} {'seconds':>8} {'CPU s':>8} {'start s':>8} {'lines/CPU s':>12}")
    found = {}
    for name in DECODERS:
        start, whole = best[name, "one"], best[name, "all"]
        found[name] = (whole[0] - start[0], whole[1] - start[1])
        rate = arguments.lines / found[name][1]
        print(f"{name:12} {whole[0]:8.2f} {whole[1]:8.2f} {start[1]:8.2f} {rate:12.0f}")
    return found


def agreement(folder: Path, sample: Sample, arguments: argparse.Namespace) -> None:
    """Print in how far the two translations are the same."""
    marian, other = (list(read_lines(folder / name)) for name in DECODERS)
    bleu = BLEU(trg_lang=arguments.lang)
    one, two = (float(bleu.corpus_score(t, [sample.references]).score) for t in (marian, other))
    between = float(bleu.corpus_score(other, [marian]).score)
    differ = [place for place, line in enumerate(marian) if line != other[place]]
    same = 1 - len(differ) / len(marian)
    print(
        f"BLEU: marian {one:.2f}, ctranslate2 {two:.2f} ({two - one:+.2f}), between {between:.2f}"
    )
    print(f"identical lines: {same:.2%} of {len(marian)}")


def main() -> None:
    """Measure both decoders."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--model-dir", required=True)
    parser.add_argument("--pairs", required=True, help="Parquet with the columns source, target")
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--repeat", type=int, default=3, help="the best of so many runs")
    parser.add_argument("--lang", default="", help="of the translation, for BLEU's tokeniser")
    parser.add_argument("--compute-type", default="float32")
    arguments = parser.parse_args()
    sample = read_sample(arguments.pairs, arguments.lines, reference=arguments.pairs)
    arguments.lines = len(sample.sources)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_lines(folder / "all", sample.sources)
        write_lines(folder / "one", sample.sources[:1])
        found = times(folder, arguments)
        ratio = found["marian"][1] / found["ctranslate2"][1]
        print(f"marian/ctranslate2: {ratio:.2f} of CPU time")
        agreement(folder, sample, arguments)


if __name__ == "__main__":
    main()
