"""Speed and memory of the CoNLL-U reader and writer, beside those of Stanza.

    python benchmarks/conllu.py FOLDER [--tokens 1000000] [--stanza-tokens 200000]

All *.conllu and *.conllu.gz of FOLDER are put one after the other, as often as it takes, into one
file of so many syntactic words. Each program reads a file and writes it again, in a process of
its own on one thread; ours streams, `stanza.utils.conll.CoNLL` holds the document, so that it gets
fewer words. Printed: words a second of CPU time (the fairer figure where others use the
machine) and of the clock, peak resident memory, whether the output is the input byte for byte,
and the ratio of the two speeds.
"""

from __future__ import annotations

import argparse
import filecmp
import gzip
import json
import os
import subprocess
import sys
import tempfile
from itertools import cycle
from pathlib import Path

MEASURED = r"""
import json, resource, sys, time
{imports}
source, target = sys.argv[1:]
start, cpu = time.perf_counter(), time.process_time()
{work}
print(json.dumps({{
    "cpu": time.process_time() - cpu,
    "seconds": time.perf_counter() - start,
    "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}}))
"""

PROGRAMS = {
    "cdaflow": MEASURED.format(
        imports="from cdaflow.trees import read_conllu, write_conllu",
        work="write_conllu(target, read_conllu(source))",
    ),
    "stanza": MEASURED.format(
        imports="from stanza.utils.conll import CoNLL",
        work="CoNLL.write_doc2conll(CoNLL.conll2doc(source), target)",
    ),
}


def write_corpus(folder: Path, path: Path, wanted: int) -> int:
    """Write whole sentences of the treebanks until `wanted` words are there; return how many."""
    banks = sorted((*folder.glob("*.conllu"), *folder.glob("*.conllu.gz")))
    if not banks:
        raise SystemExit(f"no *.conllu or *.conllu.gz in {folder}")
    count = 0
    with open(path, "wb") as handle:
        for bank in cycle(banks):
            data = bank.read_bytes()
            data = gzip.decompress(data) if bank.suffix == ".gz" else data
            for block in data.removesuffix(b"\n\n").split(b"\n\n"):
                if count >= wanted:
                    return count
                handle.write(block + b"\n\n")
                ids = (line.partition(b"\t")[0] for line in block.split(b"\n"))
                count += sum(1 for name in ids if name.isdigit())
    return count


def measure(program: str, source: Path, target: Path, words: int) -> float:
    """Print the figures of one program; return words a second of CPU time."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAMS[program], str(source), str(target)],
        env=environment, check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    found = json.loads(done.stdout.splitlines()[-1])
    same = "the same bytes" if filecmp.cmp(source, target, shallow=False) else "OTHER BYTES"
    print(
        f"{program:8} {words:>9,} words in {found['cpu']:.1f} s CPU, {found['seconds']:.1f} s: "
        f"{words / found['cpu']:,.0f} words/s CPU, {words / found['seconds']:,.0f} words/s; "
        f"{found['mb']:.0f} MB; {same}",
        flush=True,
    )
    return words / float(found["cpu"])


def main() -> None:
    """Measure both programs."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="treebanks (*.conllu, *.conllu.gz)")
    parser.add_argument("--tokens", type=int, default=1_000_000)
    parser.add_argument("--stanza-tokens", type=int, default=200_000)
    arguments = parser.parse_args()
    speeds = {}
    with tempfile.TemporaryDirectory() as name:
        for program, wanted in (
            ("cdaflow", arguments.tokens),
            ("stanza", arguments.stanza_tokens),
        ):
            source, target = Path(name) / f"{program}.conllu", Path(name) / "out.conllu"
            words = write_corpus(arguments.folder, source, wanted)
            speeds[program] = measure(program, source, target, words)
    print(f"cdaflow reads and writes {speeds['cdaflow'] / speeds['stanza']:.1f} times as fast")


if __name__ == "__main__":
    main()
