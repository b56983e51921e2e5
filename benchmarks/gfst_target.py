"""Speed and memory of `cdaflow gfst target`, beside a plain loop with the same answers.

    python benchmarks/gfst_target.py [--data FOLDER] [--pairs 500000] [--folder FOLDER]

Pairs are drawn from the Italian and Hebrew ones of Choubey et al. in the shared data. Each program
reads them, asks the same word-by-word analyser (`lexicon` with treebanks for it, `rules` for he),
and writes the targets that it keeps, in a process of its own, on one thread. The loop parts each
line into words with a regular expression and asks for word after word, with a dictionary of what
it has asked before. Both must keep the same lines. Printed are seconds, CPU seconds, pairs a CPU
second, peak memory and the ratio.
"""

from __future__ import annotations

import argparse
import filecmp
import gzip
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from select_gendered import ROOT, measure

LISTS = ROOT / "config" / "wordlists"


def write_corpus(language: str, pairs: str, data: str, folder: str) -> None:
    """Write a seeded draw of pairs as two files."""
    pool: list[tuple[bytes, bytes]] = []
    for name in ("female", "male"):
        stem = f"{data}/parallel/gfst-news2017-{name}.en-{language}."
        with gzip.open(f"{stem}en.gz") as left, gzip.open(f"{stem}{language}.gz") as right:
            pool += zip(left, right, strict=True)
    rng = random.Random(int(pairs))
    with open(f"{folder}/x.en", "wb") as left, open(f"{folder}/x.{language}", "wb") as right:
        for _ in range(int(pairs)):
            source, target = rng.choice(pool)
            left.write(source)
            right.write(target)


def files_of(language: str, data: str) -> tuple[str, list[str], list[str]]:
    """Return the kind of analyser, its treebanks and its word lists."""
    lists = [str(LISTS / f"{kind}.{language}.tsv") for kind in ("persons", "professions")]
    if language == "he":
        return "rules", [], lists
    return "lexicon", sorted(map(str, Path(data, "ud").glob(f"{language}_*"))), lists


def plain_loop(language: str, data: str, folder: str, output: str) -> None:
    """Filter line by line for the feminine."""
    from cdaflow.gfst.analysers.hebrew import HebrewGender, noun_codes
    from cdaflow.gfst.analysers.lexicon import read_lexicon_gender
    from cdaflow.gfst.analysers.words import WordGender
    from cdaflow.inflection.sources import read_entries

    _, treebanks, lists = files_of(language, data)
    gender: WordGender
    if language == "he":
        gender = HebrewGender(noun_codes(read_entries(word_lists=lists)))
    else:
        gender = read_lexicon_gender(language, treebanks=treebanks, word_lists=lists)
    word = re.compile(r"\w+'?")
    names = language != "he"
    known: dict[str, int] = {}
    with (
        open(f"{folder}/x.en", encoding="utf-8", newline="\n") as sources,
        open(f"{folder}/x.{language}", encoding="utf-8", newline="\n") as targets,
        open(output, "w", encoding="utf-8", newline="\n") as kept,
    ):
        for _, line in zip(sources, targets, strict=True):
            found = set()
            text = line.replace("’", "'")
            for place, match in enumerate(word.finditer(text)):
                form, start = match.group(), match.start()
                if names and place and form[0].isupper():
                    before = text[start - 1]
                    opens = text[start - 2] in ".!?:" if before == " " else before != "'"
                    if not opens:
                        continue
                code = known.get(form)
                if code is None:
                    known[form] = code = gender(form.lower())
                found.add(code)
            if 2 in found and 1 not in found:
                kept.write(line)


def compare(language: str, folder: Path, data: str, pairs: int) -> None:
    """Measure both programs on one corpus, and check that they agree."""
    this = [sys.executable, __file__]
    # In a process of its own: the peak memory of a child is at least what this one has.
    command = [*this, "--write", language, str(pairs), data, str(folder)]
    subprocess.run(command, check=True)
    kind, treebanks, lists = files_of(language, data)
    ours, theirs = str(folder / "ours.txt"), str(folder / "loop.txt")
    target = [sys.executable, "-m", "cdaflow", "gfst", "target", "--lang", language]
    target += ["--source-file", f"{folder}/x.en", "--target-file", f"{folder}/x.{language}"]
    target += ["--gender", "fem", "--analyser", kind, "--output", ours, "--word-list", *lists]
    target += ["--treebank", *treebanks] if treebanks else []
    results = {
        "cdaflow": measure(target, folder / "cache"),
        "loop": measure([*this, "--loop", language, data, str(folder), theirs], folder / "cache"),
    }
    same = "the same lines from both" if filecmp.cmp(ours, theirs, shallow=False) else "DIFFERENT"
    for name, (seconds, cpu, memory) in results.items():
        print(
            f"{language} {pairs:9} {name:8} {seconds:8.1f} {cpu:8.2f} {pairs / cpu:11.0f}"
            f" {memory:8.0f}"
        )
    ratio = results["loop"][1] / results["cdaflow"][1]
    print(f"{language} {pairs:9} loop/cdaflow: CPU {ratio:.1f}; {same}", flush=True)


def main() -> None:
    """Print one line per program, language and size."""
    parts = {"--loop": plain_loop, "--write": write_corpus}
    if sys.argv[1:2] and sys.argv[1] in parts:
        parts[sys.argv[1]](*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", default=os.environ.get("CDAFLOW_DATA", ""))
    parser.add_argument("--pairs", type=int, nargs="+", default=[500_000])
    parser.add_argument("--lang", nargs="+", default=["it", "he"])
    parser.add_argument("--folder", type=Path, help="where the scratch files go")
    arguments = parser.parse_args()
    print(
        f"   {'pairs':>9} {'program':8} {'seconds':>8} {'CPU s':>8} {'pairs/CPU s':>11} {'MB':>8}"
    )
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        for language in arguments.lang:
            for pairs in arguments.pairs:
                compare(language, Path(name), arguments.data, pairs)


if __name__ == "__main__":
    main()
