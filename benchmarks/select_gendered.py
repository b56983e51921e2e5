"""Speed and memory of `cdaflow select gendered`, beside a plain Python loop with the same rules.

    python benchmarks/select_gendered.py [--data FOLDER] [--pairs 1000000 4000000] [--folder FOLDER]

Pairs are drawn with repetition (seeded) from the parallel text of FOLDER (tatoeba.en-es,
europarl20k.en-es and newstest2012.en-es in FOLDER/parallel), without it from the embedded grammar,
and written as the Parquet of `cdaflow text build`. Each program selects from it in a process of
its own, by turns on one thread, and writes the kept pairs. The loop reads the same batches, goes
through the pairs one by one and tests in the same order: the pronouns by a regular expression, the
words against the set of professions, then the form of the pair. Both must keep the same pairs and
drop as many at each filter. Printed: seconds, CPU seconds (the fairer figure where others use the
machine), pairs a CPU second, peak memory, the ratio; the peak of the larger sizes shows whether
memory grows.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import measured

CORPORA = ("tatoeba.en-es", "europarl20k.en-es", "newstest2012.en-es")


def read_pool(data: Path | None, folder: Path) -> list[tuple[str, str]]:
    """Return the pairs to draw from."""
    if data is None:
        return demo_pool(folder)
    pool: list[tuple[str, str]] = []
    for name in CORPORA:
        sides = []
        for language in ("en", "es"):
            path = data / "parallel" / f"{name}.{language}.gz"
            with gzip.open(path, "rt", encoding="utf-8", newline="\n") as handle:
                sides.append(handle.read().split("\n")[:-1])
        pool += zip(*sides, strict=True)
    return pool


def demo_pool(folder: Path) -> list[tuple[str, str]]:
    """Return the training pairs of the embedded corpus, en-es."""
    lists = measured.ROOT / "config" / "wordlists"
    subprocess.run(
        [
            *(sys.executable, "-m", "cdaflow", "demo", "write", "--languages", "es"),
            *("--stereotypes", str(lists / "stereotypes.tsv"), "--wordlists", str(lists)),
            *("--output-dir", str(folder / "demo")),
        ],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    lines = (folder / "demo" / "en-es" / "train.tsv").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines]
    return [(source, target) for source, target in pairs]


def write_corpus(path: str, pairs: str, data: str, folder: str) -> None:
    """Write a seeded draw of pairs."""
    import pyarrow as pa

    from cdaflow.io.parquet import shard_schema, write_batches

    pool = read_pool(Path(data) if data else None, Path(folder))

    schema = shard_schema(
        ("source", "target"), ("en", "es"), [{"name": "bench", "files": [], "weight": 1}]
    )

    def batches() -> Iterator[pa.RecordBatch]:
        rng = random.Random(int(pairs))
        for start in range(0, int(pairs), 65536):
            chosen = rng.choices(pool, k=min(65536, int(pairs) - start))
            corpus = pa.array(["bench"] * len(chosen)).dictionary_encode()
            columns = [pa.array(side) for side in zip(*chosen, strict=True)]
            ids = pa.array(range(start + 1, start + len(chosen) + 1), pa.int64())
            yield pa.RecordBatch.from_arrays([ids, *columns, corpus], schema=schema)

    write_batches(path, schema, batches())


def plain_loop(path: str, output: str, report: str) -> None:
    """Select pair by pair: the same rules, the same answers."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pronouns, professions = read_lists()
    longest = max(map(len, professions))
    firsts = {key[0] for key in professions}
    either = "|".join(
        "".join(f"[{letter}{letter.upper()}]" for letter in form)
        for form in sorted(pronouns, key=len, reverse=True)
    )
    exact = re.compile(rf"(?<!\w)(?<!\w-)(?:{either})(?!\w)(?!-\w)").finditer
    words_of = re.compile(r"\w+").finditer
    drops: Counter[str] = Counter()
    kept = []

    def stands(text: str, spans: list[tuple[int, int]], place: int, size: int) -> bool:
        for left, right in zip(
            spans[place : place + size - 1], spans[place + 1 : place + size], strict=True
        ):
            if text[left[1] : right[0]] not in (" ", "-", "\u2010", "\u2011", "\u00a0"):
                return False
        start, end = spans[place][0], spans[place + size - 1][1]
        hyphens = "-\u2010\u2011"
        if start > 1 and text[start - 1] in hyphens and text[start - 2].isalnum():
            return False
        return not (text[end : end + 1] in tuple(hyphens) and text[end + 1 : end + 2].isalnum())

    def find(text: str) -> list[tuple[str, ...]]:
        spans = [match.span() for match in words_of(text)]
        words = [text[start:end].lower() for start, end in spans]
        found = []
        place = 0
        while place < len(words):
            if words[place] in firsts:
                for size in range(min(longest, len(words) - place), 0, -1):
                    key = tuple(words[place : place + size])
                    if key in professions and stands(text, spans, place, size):
                        found.append(key)
                        place += size - 1
                        break
            place += 1
        return found

    for batch in pq.ParquetFile(path).iter_batches(65536, columns=["id", "source", "target"]):
        for number, source, target in zip(
            *(column.to_pylist() for column in batch.columns), strict=True
        ):
            count = 0
            for match in exact(source):
                double = source[match.end() : match.end() + 1] == "/"
                double = double or source[match.start() - 1 : match.start()] in ("/", ")")
                count += 2 if double else 1
            if count != 1:
                drops["pronoun"] += 1
            elif len(find(source)) != 1:
                drops["profession"] += 1
            elif max(lengths := (len(source.split()), len(target.split()))) > 20:
                drops["length"] += 1
            elif min(lengths) == 0 or max(lengths) > 3 * min(lengths):
                drops["ratio"] += 1
            elif not source[0].isupper() or unicodedata.category(source[-1])[0] != "P":
                drops["wellformed"] += 1
            else:
                kept.append((number, source, target))
    columns = dict(zip(("id", "source", "target"), zip(*kept, strict=True), strict=True))
    pq.write_table(pa.table({name: list(cells) for name, cells in columns.items()}), output)
    Path(report).write_text(json.dumps(drops))


def read_lists() -> tuple[set[str], set[tuple[str, ...]]]:
    """Return the forms of pronouns, and the singular professions as words."""
    lists = measured.ROOT / "config" / "wordlists"
    tables = []
    for name in ("pronouns.en.tsv", "professions.tsv"):
        lines = (lists / name).read_text(encoding="utf-8").splitlines()
        header = lines[0].split("\t")
        tables.append(
            [dict(zip(header, line.split("\t"), strict=False)) for line in lines[1:] if line]
        )
    nouns = {row.get(column, "") for row in tables[1] for column in ("profession", "feminine")}
    words = {tuple(re.split("[ -]", noun.lower())) for noun in nouns - {""}}
    return {row["form"] for row in tables[0]}, words


def measure(command: list[str], cache: Path) -> tuple[float, float, float]:
    """Run a program; return its seconds, CPU seconds and peak resident memory in MB.

    Both find their modules compiled in `cache`, as those of an installed package are.
    """
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "ARROW_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = str(cache)
    start = time.perf_counter()
    process = subprocess.Popen(
        command, env=environment, stderr=subprocess.DEVNULL, cwd=measured.ROOT
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"failed: {command}")
    cpu = usage.ru_utime + usage.ru_stime
    return time.perf_counter() - start, cpu, usage.ru_maxrss / 1024


def compare(folder: Path, data: str, pairs: int, repeat: int) -> None:
    """Measure both programs on one corpus, and check that they agree."""
    best = run_both(folder, data, pairs, repeat)
    for name, (seconds, cpu, memory) in best.items():
        print(f"{pairs:9} {name:8} {seconds:8.1f} {cpu:8.2f} {pairs / cpu:11.0f} {memory:8.0f}")
    print(
        f"{pairs:9} loop/cdaflow: time {best['loop'][0] / best['cdaflow'][0]:.1f},"
        f" CPU {best['loop'][1] / best['cdaflow'][1]:.1f}; the same pairs kept by both",
        flush=True,
    )


def run_both(
    folder: Path, data: str, pairs: int, repeat: int
) -> dict[str, tuple[float, float, float]]:
    """Return the best of some runs of each program, having checked that they agree."""
    corpus = str(folder / "corpus.parquet")
    this = [sys.executable, __file__]
    # In processes of their own: the peak memory of a child is at least what this one has.
    subprocess.run([*this, "--write", corpus, str(pairs), data, str(folder)], check=True)
    files = {
        name: (str(folder / f"{name}.parquet"), str(folder / f"{name}.json"))
        for name in ("cdaflow", "loop")
    }
    commands = {
        "cdaflow": [
            *(sys.executable, "-m", "cdaflow", "select", "gendered", corpus),
            *("--output", files["cdaflow"][0], "--report", files["cdaflow"][1]),
        ],
        "loop": [*this, "--loop", corpus, *files["loop"]],
    }
    best: dict[str, tuple[float, float, float]] = {}
    for _ in range(repeat):
        for name, command in commands.items():
            result = measure(command, folder / "cache")
            best[name] = min(best.get(name, result), result, key=lambda times: times[1])
    subprocess.run([*this, "--check", *files["cdaflow"], *files["loop"]], check=True)
    return best


def check(ours: str, report: str, theirs: str, drops: str) -> None:
    """Stop where the two programs kept different pairs or dropped differently."""
    import pyarrow.parquet as pq

    tables = [pq.read_table(path, columns=["id", "source", "target"]) for path in (ours, theirs)]
    if tables[0].to_pydict() != tables[1].to_pydict() or not tables[0].num_rows:
        raise SystemExit("the two programs kept different pairs, or none")
    steps = json.loads(Path(report).read_text())["filters"]
    dropped = {step["filter"]: step["dropped"] for step in steps if step["dropped"]}
    if dropped != json.loads(Path(drops).read_text()):
        raise SystemExit("the two programs dropped differently")


def main() -> None:
    """Print one line per program and size."""
    parts = {"--loop": plain_loop, "--write": write_corpus, "--check": check}
    if sys.argv[1:2] and sys.argv[1] in parts:
        parts[sys.argv[1]](*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", default="", help="the folder of the shared data")
    parser.add_argument("--pairs", type=int, nargs="+", default=[1_000_000, 4_000_000])
    parser.add_argument("--repeat", type=int, default=1, help="the best of so many runs")
    parser.add_argument("--folder", type=Path, help="where the scratch files go")
    arguments = parser.parse_args()
    print(
        f"{'pairs':>9} {'program':8} {'seconds':>8} {'CPU s':>8} {'pairs/CPU s':>11} {'peak MB':>8}"
    )
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        run_both(Path(name), arguments.data, 20_000, 1)  # compiles the modules
        for pairs in arguments.pairs:
            compare(Path(name), arguments.data, pairs, arguments.repeat)


if __name__ == "__main__":
    main()
