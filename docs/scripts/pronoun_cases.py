"""Count how often WinoMT's people get the right gender, by the case of the pronoun that has it.

    python docs/scripts/pronoun_cases.py results/real

In *The farmer thanked the clerk and paid her*, grammar alone says whose pronoun it is; in *...
because she was helpful*, knowledge of the world does (types 2 and 1 of Zhao et al. 2018, which
WinoMT does not mark). A subject (*he*, *she*) is mostly of type 1, an object or possessive of type
2. The counts go to results/published/real_cases.tsv, from which `figures.py` makes its table.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean

from page_tables import table
from published_run import PUBLISHED, Published
from readings import write_lines
from real_run import RealRun

from cdaflow.errors import CdaflowError, InputError
from cdaflow.io.files import read_table

#: Pronoun of a sentence -> its case. Sentences without one are left out.
CASES = {
    "he": "subject",
    "she": "subject",
    "him": "other",
    "her": "other",
    "his": "other",
}
GENDERS = ("female", "male")

COLUMNS = ("system", "training", "case", "gender", "rows", "right")
COUNTS = PUBLISHED / "real_cases.tsv"


def counts(results: Path, language: str = "es") -> Iterator[dict[str, str]]:
    """Yield the counts of each training, case and gender from the scores of a results folder.

    Raises InputError where there are none, and where a table of sentences is none.
    """
    paths = sorted((results / "scores" / language).glob("*/winomt.sentences.tsv"))
    if not paths:
        raise InputError(
            "score-file.missing", f"there are no scores of WinoMT for {language}", file=results
        )
    for path in paths:
        system, _, training = path.parent.name.partition(".")
        rows: Counter[tuple[str, str]] = Counter()
        right: Counter[tuple[str, str]] = Counter()
        for _, line in read_table(path, ("pronoun", "gold", "predicted")):
            key = CASES.get(line["pronoun"], ""), line["gold"]
            rows[key] += 1
            right[key] += line["predicted"] == line["gold"]
        for case in ("subject", "other"):
            for gender in GENDERS:
                key = case, gender
                yield {
                    "system": system,
                    "training": training or "1",
                    "case": case,
                    "gender": gender,
                    "rows": str(rows[key]),
                    "right": str(right[key]),
                }


def block(run: Published) -> Iterator[str]:
    """Yield the table of the systems of a published run, or that nothing was counted."""
    path = run.path.with_name(COUNTS.name)
    if not path.is_file():
        yield "*Not counted yet: `python docs/scripts/pronoun_cases.py results/real`.*"
        return
    shares: dict[str, dict[tuple[str, str], list[float]]] = {}
    for _, line in read_table(path, COLUMNS):
        cells = shares.setdefault(line["system"], {})
        share = 100 * int(line["right"]) / int(line["rows"])
        cells.setdefault((line["case"], line["gender"]), []).append(share)
    yield from _lines({name: shares[name] for name in RealRun(run).names if name in shares})


def _lines(shares: Mapping[str, Mapping[tuple[str, str], list[float]]]) -> Iterator[str]:
    columns = [(case, gender) for case in ("other", "subject") for gender in GENDERS]
    yield from table(
        ("System", "her", "him, his", "she", "he"),
        ((name, *(_cell(shares[name][column]) for column in columns)) for name in shares),
        left=1,
    )
    yield ""
    yield (
        "Sentences of WinoMT whose person has the gender of the pronoun in the translation, in %, "
        "by that pronoun: mean of the trainings, in parentheses the lowest and the highest. Counts "
        f"in `results/published/{COUNTS.name}`."
    )


def _cell(values: list[float]) -> str:
    mean = f"{fmean(values):.1f}"
    return mean if len(values) == 1 else f"{mean} ({min(values):.1f}, {max(values):.1f})"


def main() -> int:
    """Count the scores of a results folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", type=Path, help="results folder of a finished workflow")
    parser.add_argument("--language", default="es")
    parser.add_argument("--output", type=Path, default=COUNTS)
    arguments = parser.parse_args()
    try:
        write_lines(arguments.output, COLUMNS, list(counts(arguments.results, arguments.language)))
    except CdaflowError as error:
        print(f"pronoun_cases.py: {error}", file=sys.stderr)
        return 1
    print(arguments.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
