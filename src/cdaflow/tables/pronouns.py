"""The table of pronoun errors: how often "she" became "he" in a translation, and the reverse.

Naik et al. (2023, section 6.3) saw it by reading: their fine-tuned French systems write "il" for
"she", and Spanish and Italian hide it, since they drop the subject. Counted here in the sentences
of WinoMT: errors of those pronouns whose translation shows a gender (see
`cdaflow.scoring.pronouns`), beside the share that is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from cdaflow.errors import InputError
from cdaflow.progress import say
from cdaflow.scoring.compare import why_not
from cdaflow.scoring.winomt_figures import PRONOUN_COUNTS
from cdaflow.scoring.winomt_figures import PRONOUNS as METRIC
from cdaflow.statistics.estimates import Counts, Share, rate
from cdaflow.statistics.paired import difference, pair
from cdaflow.tables import warned
from cdaflow.tables.marks import (
    baselines,
    mark_best,
    p_cell,
)
from cdaflow.tables.metrics import metric_view
from cdaflow.tables.render import (
    Column,
    Record,
    Table,
    estimate_cells,
)
from cdaflow.tables.scores import WinoMT

#: Column -> the genders of the English pronoun that it counts.
GENDERS = {"she": ("female",), "he": ("male",), "both": ("female", "male")}

_HINT = "score the translations again: cdaflow score winomt"

#: Letters of the outcomes "pronoun" and "gold" of a report (see `scoring.winomt.outcomes`).
_LETTERS = {"same": "s", "other": "o", "not_shown": "g", "elided": "e"}


def has_pronouns(score: WinoMT) -> bool:
    """Return whether a score file has looked for the pronouns of its sentences and found some."""
    counts = score.report["counts"].get("pronouns")
    try:
        return bool(counts) and any(
            cell["rows"] > 0 for genders in counts.values() for cell in genders.values()
        )
    except (KeyError, TypeError, AttributeError):
        return True  # a fault, which the table tells


def pronoun_table(scores: Sequence[WinoMT], baseline: str | None = None) -> Table:
    """Return the table of the pronouns, a row for each score file, in their order.

    Each is tested against the `baseline` of its language, the first system where that is None.
    Raises InputError where a file has no counts of pronouns, ConfigError for a baseline that is no
    system.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    first = {(score.language, score.system): score for score in scores}
    records = []
    for score in scores:
        base = bases.get(score.language)
        records.append(
            {
                "language": score.language,
                "system": score.system,
                "signature": score.signature,
                **_cells(score),
                **warned.warned_cells(score.warned),
                **_tests(score, None if base is None else first[score.language, base]),
            }
        )
    mark_best(records, ("language", "signature"), METRIC.directions)
    return pronoun_view([{name: record[name] for name in METRIC.columns} for record in records])


def _cells(score: WinoMT) -> dict[str, str]:
    subject, oblique = (_counts(score, case) for case in ("nominative", "other"))
    cells: dict[str, str] = {}
    for name, genders in GENDERS.items():
        found = _sum(subject[gender] for gender in genders)
        cells |= estimate_cells(
            f"{name}_error", rate(found["other"], found["same"] + found["other"])
        )
        cells |= {f"{name}_{what}": str(count) for what, count in found.items()}
    every = _sum(subject.values())
    cells |= estimate_cells("elided", rate(every["elided"], every["rows"]))
    found = _sum(oblique.values())
    cells |= estimate_cells("oblique_error", rate(found["other"], found["same"] + found["other"]))
    return cells | {f"oblique_{what}": str(count) for what, count in found.items()}


def _sum(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """Return the sums of counts; a count of 0 stays."""
    total: Counter[str] = Counter(dict.fromkeys(("rows", *PRONOUN_COUNTS), 0))
    for part in parts:
        total.update(part)
    return total


def _counts(score: WinoMT, case: str) -> dict[str, dict[str, int]]:
    """Return the counts of a case by gender of the English pronoun; InputError where none are."""
    try:
        cells = score.report["counts"]["pronouns"][case]
        found = {
            gender: {
                "rows": int(cells[gender]["rows"]),
                **{what: int(cells[gender][name]) for what, name in PRONOUN_COUNTS.items()},
            }
            for gender in ("female", "male")
        }
    except (KeyError, TypeError, ValueError) as error:
        problem = f'no "counts.pronouns.{case}" ({type(error).__name__}: {error})'
        raise InputError(problem, file=score.path, hint=_HINT) from None
    for gender, counts in found.items():
        if min(counts.values()) < 0 or counts["rows"] != sum(
            counts[what] for what in PRONOUN_COUNTS
        ):
            raise InputError(
                f'"counts.pronouns.{case}.{gender}" does not add up', file=score.path, hint=_HINT
            )
    return found


def _tests(score: WinoMT, base: WinoMT | None) -> dict[str, str]:
    """Return the name of the baseline and the p-values, "" where there was no test."""
    cells = {"baseline": "", **{f"{item.column}_p": "" for item in METRIC.shown}}
    if base is None or base is score:
        return cells
    theirs, ours = _sentences(base), _sentences(score)
    reason = warned.not_tested(score.warned, base.warned) or why_not(base.report, score.report)
    if reason is None and theirs is not None and ours is not None and len(theirs) == len(ours):
        cells["baseline"] = base.system
        for name, (columns, statistic) in _STATISTICS.items():
            paired = pair(theirs[:, columns], ours[:, columns])
            cells[f"{name}_p"] = p_cell(difference(statistic, paired).p)
        return cells
    if reason is None and (theirs is None or ours is None):
        reason = "a score file does not tell the pronoun of each sentence"
    reason = reason or "they are not of the same sentences"
    say(f"{score.path}: pronouns not tested against {base.path}: {reason}")
    return cells


#: Rate -> the columns of `_sentences` that it is made of, and the statistic of these: four outcomes
#: of "she", then four of "he".
_STATISTICS = {
    "she_error": (slice(0, 4), Share([1], [0, 1])),
    "he_error": (slice(4, 8), Share([1], [0, 1])),
    "both_error": (slice(0, 8), Share([1, 5], [0, 1, 4, 5])),
    "elided": (slice(0, 8), Share([3, 7], list(range(8)))),
}


def _sentences(score: WinoMT) -> Counts | None:
    """Return for each sentence a row with 1 at what became of its "she" or "he".

    The gender of the pronoun is that of the row. None where the report has no outcomes, or where
    these are not the counts (rows whose pronoun is of another gender).
    """
    outcomes = score.report.get("outcomes")
    if not isinstance(outcomes, dict):
        return None
    genders, found = str(outcomes.get("gold")), str(outcomes.get("pronoun"))
    if len(genders) != len(found):
        return None
    gold, pronoun = np.array(list(genders)), np.array(list(found))
    columns = [
        (gold == gender) & (pronoun == letter) for gender in "fm" for letter in _LETTERS.values()
    ]
    counts = _counts(score, "nominative")
    wanted = [counts[gender][what] for gender in ("female", "male") for what in _LETTERS]
    if [int(column.sum()) for column in columns] != wanted:
        return None
    return np.stack(columns, axis=1).astype(np.int64)


def pronoun_view(records: Sequence[Record]) -> Table:
    """Return records (of a CSV, or of `pronoun_table`) as a table."""
    more = (
        Column("N she", _of("she"), '"she" whose translation shows a gender, of all "she"'),
        Column("N he", _of("he"), '"he" whose translation shows a gender, of all "he"'),
    )
    return metric_view(METRIC, records, more=more)


def _of(name: str) -> Callable[[Record], str]:
    """Return a cell function that gives "330/352": pronouns that show a gender, and all."""

    def cell(record: Record) -> str:
        try:
            shown = int(record[f"{name}_same"]) + int(record[f"{name}_other"])
        except ValueError:  # a CSV that somebody edited
            return ""
        return f"{shown}/{record[f'{name}_rows']}"

    return cell
