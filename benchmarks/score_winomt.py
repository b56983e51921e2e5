"""Time of `cdaflow score winomt`, and of its aligners beside other ones, in one run.

    python benchmarks/score_winomt.py --data FOLDER [--languages es ru] [--repeat 3]

FOLDER has WinoMT's en.txt, en_pro.txt, en_anti.txt and translations/aws/en-LANG.txt. On one thread
each: the whole command with links given, with eflomal (the default) and with fast-align; then
the aligners alone, the best of some runs: cdaflow's fast-align against systran-align (the C++
program of Dyer et al. 2013 as a Python package, where it is installed: `pip install
systran-align`), cdaflow's setting of eflomal against eflomal's own. Printed: seconds and the
ratio to the named alternative (below 1 is faster).
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cdaflow.alignment.aligners import find_eflomal, read_line_pairs, write_alignment
from cdaflow.alignment.fast_align import fast_align
from cdaflow.alignment.pharaoh import Pair
from cdaflow.alignment.words import splitter

os.environ["OMP_NUM_THREADS"] = "1"


def best(work: Callable[[], object], repeat: int) -> float:
    """Return the shortest of `repeat` times in seconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def command(*arguments: str) -> Callable[[], object]:
    """Return a call of a program that must succeed, silently."""
    return lambda: subprocess.run(arguments, check=True, capture_output=True)


def systran(pairs: list[Pair], folder: Path) -> Callable[[], object] | None:
    """Return an alignment in both directions by systran-align, None where it is not installed."""
    try:
        module = importlib.import_module("systran_align")
    except ImportError:
        return None
    text = folder / "bitext"
    lines = [f"{' '.join(one)} ||| {' '.join(other)}" for one, other in pairs]
    text.write_text("\n".join(lines) + "\n", encoding="utf-8")
    source, target = [list(one) for one, _ in pairs], [list(other) for _, other in pairs]
    models = str(folder / "forward.probs"), str(folder / "backward.probs")

    def work() -> None:
        module.generate_alignment_probabilities(
            str(text), *models, favor_diagonal=True, optimize_tension=True, variational_bayes=True
        )
        module.Aligner(*models).align_batch(source, target)

    return work


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--languages", nargs="+", default=["es", "de", "ru", "he"])
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    cdaflow = str(Path(sys.executable).with_name("cdaflow"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = (arguments.data / "en.txt").read_text(encoding="utf-8").splitlines()
        sentences = [line.split("\t")[2] for line in lines]
        (folder / "en").write_text("\n".join(sentences) + "\n", encoding="utf-8")
        for language in arguments.languages:
            measure(language, arguments.data, folder, cdaflow, arguments.repeat)


def measure(language: str, data: Path, folder: Path, cdaflow: str, repeat: int) -> None:
    """Measure one language and print its lines."""
    translation = data / "translations" / "aws" / f"en-{language}.txt"
    pairs = read_line_pairs(folder / "en", translation, splitter("en"), splitter(language))
    write_alignment(folder / "links", fast_align(pairs))
    score = [cdaflow, "score", "winomt", str(translation), "--lang", language, "--data", str(data)]
    print(f"{language}: {len(pairs)} rows")
    for what, more in (
        ("links given", ["--alignment", str(folder / "links")]),
        ("aligned by eflomal", ["--aligner", "eflomal"]),
        ("aligned by fast-align", ["--aligner", "fast-align"]),
    ):
        print(f"  score winomt, {what:22} {best(command(*score, *more), repeat):6.2f} s")
    ours = best(lambda: (fast_align(pairs), fast_align(pairs, reverse=True)), repeat)
    theirs = systran(pairs, folder)
    print(f"  fast-align of cdaflow, both ways    {ours:6.2f} s", end="")
    print("" if theirs is None else f"  {ours / best(theirs, repeat):.2f} of systran-align")
    for side, number in (("source", 0), ("target", 1)):
        text = "\n".join(" ".join(pair[number]) for pair in pairs)
        (folder / side).write_text(text + "\n", encoding="utf-8")
    eflomal = [find_eflomal(), "--overwrite"]
    for option, file in (("-s", "source"), ("-t", "target"), ("-f", "forward"), ("-r", "reverse")):
        eflomal += [option, str(folder / file)]
    full = best(command(*eflomal), 1)
    half = best(command(*eflomal, "--length", "0.5"), 1)
    print(f"  eflomal, half its iterations        {half:6.2f} s  {half / full:.2f} of its own")


if __name__ == "__main__":
    main()
