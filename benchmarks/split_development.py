"""Split public test sets into a development half and a test half, for the choice of a recipe.

    python benchmarks/split_development.py --data FOLDER --lang pt --output splits

takes WinoMT (winomt/en.txt, en_pro.txt, en_anti.txt), the development sentences of MT-GenEval
(mt-geneval/sentences/dev) and NTREX (ntrex/ntrex.dev.LANG.txt.gz) of a folder, and writes the same
files under splits/development and splits/test. What is tuned is tuned on development; test is
looked at once. Links to parallel and ud stand beside them, so that each half is a FOLDER for
`make firefox DATA=FOLDER` (config/repair.yaml).

- WinoMT: by the two persons of a sentence, so that rows about one pair of persons are in one half.
  The half is the parity of the SHA-256 of their names. The other person is the one that
  variants/en_secondary.txt names.
- MT-GenEval: odd lines are development, even ones test, the same for both genders.
- NTREX: the first half of the lines is development; the documents are whole but for one.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Iterable
from itertools import pairwise, product
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, write_lines

HALVES = ("development", "test")

#: Codes of NTREX for languages that have several.
NTREX = {"en": "eng", "es": "spa", "fr": "fra", "it": "ita", "pt": "por-BR", "de": "deu",
         "ru": "rus", "he": "heb"}  # fmt: skip

#: Which half a line belongs to: 0 development, 1 test; by its index and its text.
Half = Callable[[int, str], int]


def half_of(persons: Iterable[str]) -> int:
    """Return the half (0 or 1) of the rows about these persons, in any order."""
    names = "|".join(sorted(person.lower().removeprefix("the ").strip() for person in persons))
    return hashlib.sha256(names.encode()).digest()[0] % 2


def winomt_halves(folder: Path) -> dict[str, int]:
    """Return the half of each sentence of WinoMT."""
    rows = [line.split("\t") for line in read_lines(folder / "en.txt")]
    others = [line.split("\t") for line in read_lines(folder / "variants/en_secondary.txt")]
    if len(rows) != len(others):
        raise InputError(
            "rows.other-count",
            f"{len(others)} rows, but en.txt has {len(rows)}",
            file=folder / "variants/en_secondary.txt",
        )
    return {row[2]: half_of((row[3], other[3])) for row, other in zip(rows, others, strict=True)}


def split(source: Path, output: Path, name: str, half: Half) -> tuple[int, int]:
    """Write both halves of a file; return the number of lines of each."""
    lines = list(read_lines(source))
    halves = [half(index, line) for index, line in enumerate(lines)]
    for number, folder in enumerate(HALVES):
        path = output / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_lines(path, (line for line, own in zip(lines, halves, strict=True) if own == number))
    return halves.count(0), halves.count(1)


def files(data: Path, language: str) -> Iterable[tuple[Path, str, Half]]:
    """Yield the files to split, their names in the output, and how each is split."""
    by_sentence = winomt_halves(data / "winomt")
    for name in ("en.txt", "en_pro.txt", "en_anti.txt"):
        yield (
            data / "winomt" / name,
            f"winomt/{name}",
            lambda _, line: by_sentence[line.split("\t")[2]],
        )
    for gender in ("feminine", "masculine"):
        for side in ("en", language):
            name = f"sentences/dev/geneval-sentences-{gender}-dev.en_{language}.{side}"
            yield data / "mt-geneval" / name, f"mt-geneval/{name}", lambda index, _: index % 2
    for code in ("en", language):
        path = data / f"ntrex/ntrex.dev.{NTREX[code]}.txt.gz"
        length = sum(1 for _ in read_lines(path))
        yield path, f"ntrex/{path.name}", lambda index, _, length=length: int(index >= length // 2)


def main() -> None:
    """Split, and print the number of lines of each half."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--lang", required=True, choices=sorted(set(NTREX) - {"en"}))
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    counts = []
    for source, name, half in files(arguments.data, arguments.lang):
        counts.append(split(source, arguments.output, name, half))
        print(f"{name}: {counts[-1][0]} development, {counts[-1][1]} test")
    for before, after in pairwise(counts[-2:]):
        if before != after:
            raise SystemExit("the two sides of NTREX have not as many lines")
    for half, name in product(HALVES, ("parallel", "ud")):
        link, folder = arguments.output / half / name, arguments.data.absolute() / name
        if folder.is_dir() and not link.exists():
            link.symlink_to(folder)


if __name__ == "__main__":
    main()
