"""The blocks of gender alternatives on the embedded corpus: rewriting, tagged models, students."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from page_tables import table
from published_run import Published
from run_tables import figure, origin

from cdaflow.tables.trainings import lead, of_records

#: Header -> column of the scores of alternatives.
_OFFERED = {
    "P": "alternatives_precision",
    "R": "alternatives_recall",
    "structures P": "structures_precision",
    "R of structures": "structures_recall",
    "δ": "delta_bleu",
}
_WHOLE = {
    "alignment": "alignment",
    "by position": "alignment_position",
    "2+ open": "alignment_two",
    "men": "masculine_right",
    "women": "feminine_right",
    "broken": "broken",
    "all, 1": "complete_one",
    "all, 2": "complete_two",
}


def _block(
    name: str, columns: Mapping[str, str], bleu: str = ""
) -> Callable[[Published], Iterator[str]]:
    """Return the block of a table; `bleu`: also show BLEU, under this header."""

    def lines(run: Published) -> Iterator[str]:
        rows = run.rows(name)
        scored = run.by_system("bleu") if bleu and "bleu" in run.content["tables"] else {}
        header = ("Language", "System", "trainings", *columns, *([bleu] if scored else []))
        yield from table(
            header,
            (
                (
                    row["language"],
                    row["system"],
                    str(len(row["seeds"].split())) if row.get("seeds") else "-",
                    *(figure(row, "alternatives", column) for column in columns.values()),
                    *(
                        figure(found, "bleu", "bleu") if found else "-"
                        for found in [scored.get((row["language"], row["system"]))]
                        if scored
                    ),
                )
                for row in rows
            ),
        )
        yield from ("", f"{lead(of_records(rows), crossed=False)} {origin(run, name)}")

    return lines


#: Name of a block -> what writes it.
BLOCKS: dict[str, Callable[[Published], Iterator[str]]] = {
    "alternatives-demo": _block("alternatives", _OFFERED),
    "alternatives-demo-whole": _block("alternatives", _WHOLE),
    "alternatives-students": _block("students", _OFFERED, bleu="BLEU, stripped"),
    "alternatives-students-whole": _block("students", _WHOLE),
}
