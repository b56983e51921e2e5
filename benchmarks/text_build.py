"""Speed and memory of `cdaflow text build`, beside pandas doing the same work.

    python benchmarks/text_build.py [--pairs 250000 1000000] [--no-pandas] [--folder FOLDER]

A synthetic corpus of each size (seeded; 10 of 100 pairs are duplicates, some sides are empty,
over-long or in need of normalisation) is cleaned by each program in a process of its own, by
turns on one thread. pandas reads both files whole, applies the same normalisation and limits
with its vectorised string methods, `drop_duplicates`, and writes the same columns as zstd
Parquet. Both must keep the same pairs. Printed: seconds, CPU seconds (the fairer figure where
others use the machine), peak resident memory and the ratios of the two.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq

PANDAS = r"""
import sys
import pandas as pd

def read(path):
    with __import__("gzip").open(path, "rt", encoding="utf-8", newline="\n") as handle:
        return pd.Series(handle.read().split("\n")[:-1], dtype="str")

CONTROL = "[\x00-\x08\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff]"
INVISIBLE = "[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
source, target, output = sys.argv[1:]
frame = pd.DataFrame({"source": read(source), "target": read(target)})
frame.insert(0, "id", range(1, len(frame) + 1))
for side in ("source", "target"):
    frame = frame[~frame[side].str.contains(CONTROL, regex=True)]
    text = frame[side].str.normalize("NFC").str.replace(INVISIBLE, "", regex=True)
    frame[side] = text.str.replace(r"\s+", " ", regex=True).str.strip()
for side in ("source", "target"):
    frame = frame[frame[side] != ""]
    frame = frame[frame[side].str.count(" ") < 200]
    frame = frame[frame[side].str.len() <= 2000]
frame = frame.drop_duplicates(["source", "target"])
frame["corpus"] = pd.Categorical(["bench"] * len(frame))
frame.to_parquet(output, compression="zstd", index=False)
"""


def write_corpus(folder: Path, pairs: int) -> tuple[Path, Path]:
    """Write a seeded corpus as two gzip files; return their paths."""
    rng = random.Random(pairs)
    letters = "aeiounrstlmd"
    words = ["".join(rng.choices(letters, k=rng.randint(2, 9))) for _ in range(20000)]
    accented = [word.replace("a", "á").replace("n", "ñ") for word in words]
    paths = folder / f"{pairs}.en.gz", folder / f"{pairs}.es.gz"
    recent: list[tuple[str, str]] = []
    with (
        gzip.open(paths[0], "wt", encoding="utf-8", compresslevel=1) as source,
        gzip.open(paths[1], "wt", encoding="utf-8", compresslevel=1) as target,
    ):
        for number in range(pairs):
            if recent and rng.random() < 0.1:
                pair = rng.choice(recent)
            else:
                length = 250 if number % 1000 == 1 else rng.randint(4, 36)
                picks = rng.choices(range(len(words)), k=length)
                pair = " ".join(words[p] for p in picks), " ".join(accented[p] for p in picks)
                if number % 500 == 2:
                    pair = pair[0], ""
                elif number % 20 == 3:
                    pair = pair[0] + "\u00ad ", pair[1].replace(" ", "\u00a0", 1)
                recent.append(pair)
                if len(recent) > 5000:
                    recent[rng.randrange(5000)] = recent.pop()
            source.write(pair[0] + "\n")
            target.write(pair[1] + "\n")
    return paths


def measure(command: list[str]) -> tuple[float, float, float]:
    """Run a program; return its seconds, CPU seconds and peak resident memory in MB."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    start = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"failed: {command}")
    cpu = usage.ru_utime + usage.ru_stime
    return time.perf_counter() - start, cpu, usage.ru_maxrss / 1024


def main() -> None:
    """Print one line per program and size."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, nargs="+", default=[250_000, 1_000_000])
    parser.add_argument("--no-pandas", action="store_true")
    parser.add_argument("--folder", type=Path, help="where the scratch files go")
    arguments = parser.parse_args()
    print(
        f"{'pairs':>9} {'program':8} {'seconds':>8} {'CPU s':>8} {'pairs/CPU s':>11} {'peak MB':>8}"
    )
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        for pairs in arguments.pairs:
            compare(Path(name), pairs, not arguments.no_pandas)


def compare(folder: Path, pairs: int, with_pandas: bool) -> None:
    """Measure both programs on one corpus, and check that they agree."""
    source, target = map(str, write_corpus(folder, pairs))
    outputs = {"cdaflow": folder / "cdaflow.parquet", "pandas": folder / "pandas.parquet"}
    # Its words are made up, so they are in no language that could be checked.
    spec = f"name=bench,source={source},target={target},language_check=false"
    commands = {
        "cdaflow": [
            *(sys.executable, "-m", "cdaflow", "text", "build", "--corpus", spec),
            *("--source-lang", "en", "--target-lang", "es", "--output", str(outputs["cdaflow"])),
        ],
        "pandas": [sys.executable, "-c", PANDAS, source, target, str(outputs["pandas"])],
    }
    if not with_pandas:
        del commands["pandas"]
    results = {}
    for program, command in commands.items():
        seconds, cpu, memory = results[program] = measure(command)
        print(f"{pairs:9} {program:8} {seconds:8.1f} {cpu:8.1f} {pairs / cpu:11.0f} {memory:8.0f}")
    if with_pandas:
        ids = [pq.read_table(path, columns=["id"])["id"].to_pylist() for path in outputs.values()]
        if ids[0] != ids[1]:
            raise SystemExit("the two programs kept different pairs")
        ours, theirs = results["cdaflow"], results["pandas"]
        print(
            f"{pairs:9} cdaflow/pandas: time {ours[0] / theirs[0]:.2f},"
            f" CPU {ours[1] / theirs[1]:.2f}, memory {ours[2] / theirs[2]:.2f};"
            f" {len(ids[0])} pairs kept by both"
        )


if __name__ == "__main__":
    main()
