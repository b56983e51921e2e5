"""Read translations before and after: draw a sheet, check it when it is filled, count it.

    python docs/scripts/readings.py draw results/real gb --output sheet.tsv
    python docs/scripts/readings.py keep sheet.tsv

`draw` samples lines of test sets with the translations of the first system and of another one (of
the trainings that `cdaflow tables examples` shows: those of the seed of the configuration). A
reader writes into each line what he finds: in `verdict` one of VERDICTS, in `kind` one or several
of KINDS, with blanks between. A translation that did not change is `unchanged`, which is filled in.
`keep` checks a filled sheet and writes it without the texts: by default to
results/published/real_readings.tsv, for another published run RUN_readings.tsv (`--output`), from
which `figures.py` makes its tables.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from page_tables import table
from published_run import PUBLISHED, Published

from cdaflow.errors import CdaflowError, InputError
from cdaflow.io.files import atomic_text, check_count, read_table
from cdaflow.scoring.bleu import read_side
from cdaflow.statistics.estimates import wilson
from cdaflow.tables.text import order

#: What may be said of a translation, set beside that of the base.
VERDICTS = {
    "unchanged": "the same, letter by letter",
    "better": "better than before",
    "equal": "other, and neither better nor worse",
    "worse": "worse than before",
}

#: What changed -> what it is, and the metric that shows it ("" for none).
KINDS = {
    "entity": ("gender of the person to whom the pronoun refers", "Acc, ΔR"),
    "other-person": ("gender of another person", "Kept, Unchanged"),
    "pronoun": ("gender of a pronoun or possessive", "she → he"),
    "agreement": ("words of one person in two genders", "Whole"),
    "thing": ("gender of a word that is no person", ""),
    "profession": ("another profession or person", ""),
    "word": ("another word for something else", "BLEU"),
    "untranslated": ("an English word stays, or no longer does", ""),
    "left-out": ("something is left out, or no longer is", "BLEU"),
    "added": ("something is added or said twice, or no longer is", "BLEU"),
    "order": ("order of words, construction", "BLEU"),
    "verb": ("tense, mood, person or number of a verb", "BLEU"),
    "number": ("number of a noun", "BLEU"),
    "function-word": ("article, preposition or conjunction", "BLEU"),
    "spelling": ("spelling, capitals, punctuation", "BLEU"),
}

NUMBER, SEED = 100, 2026

#: Columns of a sheet, and of what is kept of it.
SHEET = ("system", "testset", "row", "source", "before", "after", "verdict", "kind")
KEPT = ("system", "testset", "row", "verdict", "kind")
READINGS = PUBLISHED / "real_readings.tsv"

Line = Mapping[str, str]


def draw(
    results: Path,
    system: str,
    *,
    base: str = "baseline",
    language: str = "es",
    testsets: Sequence[str] = ("winomt", "newstest2012"),
    number: int = NUMBER,
    seed: int = SEED,
) -> Iterator[dict[str, str]]:
    """Yield the lines of a sheet: `number` of them, equally many of each test set, by row.

    Raises InputError where there are no translations, or fewer than that.
    """
    for index, testset in enumerate(testsets):
        source = _source(results, language, testset)
        sides = []
        for name in (base, system):
            path = results / f"translations/{language}/{name}/{testset}.txt"
            sides.append(read_side(path))
            check_count(path, sides[-1], len(source), f"the test set has {len(source)}",
                        hint="translate the whole test set again")  # fmt: skip
        share = number // len(testsets) + (index < number % len(testsets))
        if share > len(source):
            raise InputError(
                "translations.too-few", f"{testset} has {len(source)} lines alone", file=results
            )
        # A generator of its own, so that one test set more changes no row of another.
        for row in sorted(random.Random(f"{seed} {testset}").sample(range(len(source)), share)):
            before, after = (" ".join(side[row].split()) for side in sides)
            yield {
                "system": system,
                "testset": testset,
                "row": str(row + 1),
                "source": source[row],
                "before": before,
                "after": after,
                "verdict": "unchanged" if before == after else "",
                "kind": "",
            }


def _source(results: Path, language: str, testset: str) -> list[str]:
    challenge = results / f"challenge/{testset}.en.txt"
    if challenge.is_file():
        return read_side(challenge)
    return read_side(results / f"corpora/{language}/test-{testset}.parquet", "source")


def write_lines(path: Path, columns: Sequence[str], lines: Iterable[Line]) -> None:
    """Write lines as TSV with a header, whole or not at all; blanks stand for tabs in texts."""
    with atomic_text(path) as handle:
        for line in ({name: name for name in columns}, *lines):
            handle.write("\t".join(" ".join(line[name].split()) for name in columns) + "\n")


def read_filled(path: Path) -> list[dict[str, str]]:
    """Return the lines of a filled sheet.

    Raises InputError, with the line, where one is not filled in, given twice, or has a verdict or
    kind that is none of VERDICTS and KINDS.
    """
    lines = []
    seen: dict[tuple[str, ...], int] = {}
    for number, line in read_table(path, SHEET):
        is_changed = line["before"] != line["after"]
        _check(path, number, line, is_changed=is_changed, seen=seen)
        lines.append(dict(line))
    return lines


def read_kept(path: Path) -> list[dict[str, str]]:
    """Return the lines of what `keep` wrote; InputError as `read_filled`."""
    seen: dict[tuple[str, ...], int] = {}
    lines = []
    for number, line in read_table(path, KEPT):
        is_changed = line["verdict"] != "unchanged"
        _check(path, number, line, is_changed=is_changed, seen=seen)
        lines.append(dict(line))
    return lines


def _check(
    path: Path, number: int, line: Line, *, is_changed: bool, seen: dict[tuple[str, ...], int]
) -> None:
    verdict, kinds = line["verdict"].strip(), line["kind"].split()
    problem = ""
    hint = f"verdict is one of: {', '.join(VERDICTS)}"
    if verdict not in VERDICTS:
        problem = f"the verdict {verdict!r} is none" if verdict else "there is no verdict"
    elif is_changed == (verdict == "unchanged"):
        problem = f"{verdict}, but the translations {'differ' if is_changed else 'are the same'}"
    elif unknown := [kind for kind in kinds if kind not in KINDS]:
        problem = f"the kind {unknown[0]!r} is none"
        hint = f"kind is one or several of: {', '.join(KINDS)}"
    elif is_changed != bool(kinds):
        problem = "there is no kind" if is_changed else "a kind of no change"
        hint = f"kind is one or several of: {', '.join(KINDS)}; none where nothing changed"
    if problem:
        raise InputError("reading.malformed", problem, file=path, line=number, hint=hint)
    first = seen.setdefault(tuple(line[name] for name in KEPT[:3]), number)
    if first != number:
        raise InputError(
            "reading.duplicate", f"this row stands on line {first} already", file=path, line=number
        )


def summary(lines: Sequence[Line], name: str = READINGS.name) -> Iterator[str]:
    """Yield the tables of what was read: verdicts by test set, then kinds by verdict.

    `name`: of the file that has it.
    """
    changes = [name for name in VERDICTS if name != "unchanged"]
    testsets = order(line["testset"] for line in lines)
    parts = [(name, [line for line in lines if line["testset"] == name]) for name in testsets]
    parts += [("all", list(lines))] if len(parts) > 1 else []
    yield from table(
        ("Test set", "read", *(f"{name} %" for name in VERDICTS)),
        (
            (name, str(len(part)), *(_share(part, verdict) for verdict in VERDICTS))
            for name, part in parts
        ),
        left=1,
    )
    yield ""
    counts = {
        kind: Counter(line["verdict"] for line in lines if kind in line["kind"].split())
        for kind in KINDS
    }
    kinds = sorted((kind for kind in KINDS if counts[kind]), key=lambda k: -counts[k].total())
    yield from table(
        ("What changed", "shown by", *changes),
        (
            (
                KINDS[kind][0],
                KINDS[kind][1] or "no metric",
                *(str(counts[kind][v]) for v in changes),
            )
            for kind in kinds
        ),
    )
    systems = ", ".join(f"`{name}`" for name in order(line["system"] for line in lines))
    yield from (
        "",
        f"Translations of {systems} beside those of the base, one training of each, rows sampled "
        f"with seed {SEED}. In brackets Wilson's intervals of 95 %. Of one translation several "
        "things may have changed, and all stand under its one verdict. In `results/published/"
        f"{name}`: test set, row, verdict, kind.",
    )


def _share(lines: Sequence[Line], verdict: str) -> str:
    number = sum(line["verdict"] == verdict for line in lines)
    low, high = wilson(number, len(lines)) or (0.0, 0.0)
    return f"{100 * number / len(lines):.0f} [{100 * low:.0f}, {100 * high:.0f}]"


def block(run: Published) -> Iterator[str]:
    """Yield the tables of the readings beside a published run, or that there are none."""
    path = run.path.with_name(f"{run.name}_readings.tsv")
    if not path.is_file():
        yield "*Not read yet: `python docs/scripts/readings.py draw results/real SYSTEM`.*"
        return
    yield from summary(read_kept(path), path.name)


def main() -> int:
    """Draw a sheet, or keep a filled one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="sample translations for a reader")
    drawing.add_argument("results", type=Path, help="results folder of a finished workflow")
    drawing.add_argument("system", help="system (or SYSTEM.SEED) that is read beside the base")
    drawing.add_argument("--base", default="baseline", help="the base")
    drawing.add_argument("--language", default="es")
    drawing.add_argument("--testsets", nargs="+", default=("winomt", "newstest2012"))
    drawing.add_argument("--number", type=int, default=NUMBER, help="of all test sets together")
    drawing.add_argument("--seed", type=int, default=SEED)
    drawing.add_argument("--output", type=Path, required=True)
    keeping = commands.add_parser("keep", help="check a filled sheet, and keep what it says")
    keeping.add_argument("sheets", type=Path, nargs="+", help="filled sheets")
    keeping.add_argument("--output", type=Path, default=READINGS)
    arguments = parser.parse_args()
    try:
        if arguments.command == "draw":
            lines = draw(
                arguments.results,
                arguments.system,
                base=arguments.base,
                language=arguments.language,
                testsets=arguments.testsets,
                number=arguments.number,
                seed=arguments.seed,
            )
            write_lines(arguments.output, SHEET, list(lines))
        else:
            write_lines(
                arguments.output, KEPT, [line for s in arguments.sheets for line in read_filled(s)]
            )
            read_kept(arguments.output)
    except CdaflowError as error:
        print(f"readings.py: {error}", file=sys.stderr)
        return 1
    print(arguments.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
