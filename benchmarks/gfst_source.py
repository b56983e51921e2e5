"""Speed and memory of `cdaflow gfst source`, beside a plain Python loop with the same labels.

    python benchmarks/gfst_source.py [--data FOLDER] [--lines 1000000] [--folder FOLDER]

Lines are English sentences drawn as in `select_gendered.py`. Each program labels them in a process
of its own, by turns on one thread, and writes one label a line. The loop parts each line into
words and asks which of them are in the sets of gendered pronouns and words; where a hyphen, a slash
or a bracket may be at a pronoun it looks closer. Both must write the same labels. Printed are
seconds, CPU seconds, lines a CPU second, peak memory and the ratio.
"""

from __future__ import annotations

import argparse
import filecmp
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from select_gendered import ROOT, measure, read_pool

LISTS = ROOT / "config" / "wordlists"


def write_corpus(path: str, lines: str, data: str, folder: str) -> None:
    """Write a seeded draw of sentences."""
    pool = [source for source, _ in read_pool(Path(data) if data else None, Path(folder))]
    rng = random.Random(int(lines))
    with open(path, "w", encoding="utf-8", newline="\n") as handle:
        for start in range(0, int(lines), 65536):
            for line in rng.choices(pool, k=min(65536, int(lines) - start)):
                handle.write(line + "\n")


def read_words() -> tuple[dict[str, set[str]], dict[str, set[str]], dict[str, set[str]]]:
    """Return pronouns, words in small letters and words as written, by gender."""
    pronouns: dict[str, set[str]] = {"Masc": set(), "Fem": set()}
    small: dict[str, set[str]] = {"Masc": set(), "Fem": set()}
    cased: dict[str, set[str]] = {"Masc": set(), "Fem": set()}
    for line in (LISTS / "pronouns.en.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        form, _, gender = line.split("\t")[:3]
        pronouns[gender].add(form)
    noted: dict[str, bool] = {}
    for line in (LISTS / "gendered.en.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        masculine, feminine, masculines, feminines, kind, note = line.split("\t")
        pairs = (("Masc", masculine, feminine), ("Fem", feminine, masculine))
        plurals = (("Masc", masculines, feminines), ("Fem", feminines, masculines))
        for gender, form, other in (*pairs, *plurals):
            if not (form and other):
                continue
            if kind == "address":
                (small if form.rstrip(".").islower() else cased)[gender].add(form.rstrip("."))
            elif gender == "Fem" or not noted.setdefault(form.lower(), bool(note)):
                small[gender].add(form.lower())
    return pronouns, small, cased


def plain_loop(path: str, output: str) -> None:
    """Label line by line."""
    pronouns, small, cased = read_words()
    masculine, feminine = pronouns["Masc"], pronouns["Fem"]
    either = masculine | feminine
    whole = re.compile(
        rf"(?<!\w)(?<!\w-)(?:{'|'.join(sorted(either, key=len, reverse=True))})(?!\w)(?!-\w)",
        re.IGNORECASE,
    )
    words_of = re.compile(r"\w+").findall

    def genders_of(line: str) -> tuple[bool, bool]:
        found = {"masculine": False, "feminine": False}
        for match in whole.finditer(line):
            is_double = line[match.end() : match.end() + 1] == "/"
            is_double |= line[match.start() - 1 : match.start()] in ("/", ")")
            is_masculine = match.group().lower() in masculine
            found["masculine"] |= is_double or is_masculine
            found["feminine"] |= is_double or not is_masculine
        return found["masculine"], found["feminine"]

    with (
        open(path, encoding="utf-8", newline="\n") as lines,
        open(output, "w", encoding="utf-8", newline="\n") as labels,
    ):
        for line in lines:
            words = words_of(line)
            lower = {word.lower() for word in words}
            label = "none"
            if not lower.isdisjoint(either):
                has_he, has_she = not lower.isdisjoint(masculine), not lower.isdisjoint(feminine)
                if "-" in line or "/" in line or ")" in line:
                    has_he, has_she = genders_of(line)
                if has_he and has_she:
                    label = "mix"
                elif has_he or has_she:
                    gender = "Fem" if has_he else "Masc"
                    label = "msc" if has_he else "fem"
                    if (
                        not lower.isdisjoint(small[gender])
                        or not cased[gender].isdisjoint(words)
                        or (has_he and "am" in lower and re.search(r"\bma'am\b", line, re.I))
                    ):
                        label = "mix"
            labels.write(label + "\n")


def compare(folder: Path, data: str, lines: int, repeat: int) -> None:
    """Measure both programs on one corpus, and check that they agree."""
    corpus, ours, theirs = (str(folder / name) for name in ("corpus.txt", "ours.txt", "loop.txt"))
    this = [sys.executable, __file__]
    # In a process of its own: the peak memory of a child is at least what this one has.
    subprocess.run([*this, "--write", corpus, str(lines), data, str(folder)], check=True)
    commands = {
        "cdaflow": [sys.executable, "-m", "cdaflow", "gfst", "source", corpus, "--output", ours],
        "loop": [*this, "--loop", corpus, theirs],
    }
    best: dict[str, tuple[float, float, float]] = {}
    for _ in range(repeat):
        for name, command in commands.items():
            result = measure(command, folder / "cache")
            best[name] = min(best.get(name, result), result, key=lambda times: times[1])
    if not filecmp.cmp(ours, theirs, shallow=False):
        raise SystemExit("the two programs wrote different labels")
    for name, (seconds, cpu, memory) in best.items():
        print(f"{lines:9} {name:8} {seconds:8.1f} {cpu:8.2f} {lines / cpu:11.0f} {memory:8.0f}")
    print(
        f"{lines:9} loop/cdaflow: time {best['loop'][0] / best['cdaflow'][0]:.1f},"
        f" CPU {best['loop'][1] / best['cdaflow'][1]:.1f}; the same labels from both",
        flush=True,
    )


def main() -> None:
    """Print one line per program and size."""
    parts = {"--loop": plain_loop, "--write": write_corpus}
    if sys.argv[1:2] and sys.argv[1] in parts:
        parts[sys.argv[1]](*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", default="", help="the folder of the shared data")
    parser.add_argument("--lines", type=int, nargs="+", default=[1_000_000, 4_000_000])
    parser.add_argument("--repeat", type=int, default=1, help="the best of so many runs")
    parser.add_argument("--folder", type=Path, help="where the scratch files go")
    arguments = parser.parse_args()
    print(
        f"{'lines':>9} {'program':8} {'seconds':>8} {'CPU s':>8} {'lines/CPU s':>11} {'peak MB':>8}"
    )
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        for lines in (20_000, *arguments.lines):  # the first compiles the modules
            compare(Path(name), arguments.data, lines, arguments.repeat)


if __name__ == "__main__":
    main()
