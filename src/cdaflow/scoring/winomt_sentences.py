"""The file of sentences of a WinoMT score: what was found in each row, and on what evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cdaflow.io.files import tsv_lines
from cdaflow.scoring.winomt_judge import Judged

#: The columns: `index` is the entity's among the white-space tokens of the source; `start` and
#: `end` (excluded) count the words of the translation as cdaflow splits it, from 0, and are empty
#: where the entity was not found; `span` has these words. The columns of the other person and of
#: the pronoun are "-" where there is none.
COLUMNS = (
    "line", "gold", "predicted", "half", "profession", "index", "start", "end", "span",
    "evidence", "reason", "found", "secondary", "secondary_gender", "secondary_span",
    "secondary_reason", "pronoun", "pronoun_outcome", "pronoun_form", "source", "translation",
)  # fmt: skip


def sentence_lines(judged: Iterable[Judged]) -> Iterator[str]:
    """Return the lines of the file (TSV, see COLUMNS), the header first."""
    return tsv_lines(
        COLUMNS,
        (
            (str(number), *_entity(item), *_others(item), item.row.sentence, item.translation)
            for number, item in enumerate(judged, 1)
        ),
    )


def _entity(item: Judged) -> tuple[str, ...]:
    result = item.result
    placed = result.end > result.start
    return (
        item.row.gender,
        item.predicted.value,
        item.half,
        item.row.entity,
        str(item.row.index),
        str(result.start) if placed else "",
        str(result.end) if placed else "",
        item.span,
        result.evidence.value,
        result.reason.value,
        result.found.value,
    )


def _others(item: Judged) -> tuple[str, ...]:
    person = item.other, item.secondary
    secondary = ("-",) * 4
    if person[0] is not None and person[1] is not None:
        secondary = (
            person[0].entity,
            person[1].gender.value,
            item.secondary_span,
            person[1].reason.value,
        )
    found = item.pronoun
    form = item.target[found.place] if found.place >= 0 else ""
    return (*secondary, found.english or "-", found.outcome.value, form if found.english else "-")
