"""The blocks of gender alternatives: rewriting, tagged models, students.

Of the embedded corpus (config/alternatives.yaml), and of real text
(config/studies/real-alternatives.yaml) with the figures of the paper beside.

Where a part was not run, its block has no lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from page_tables import estimate, mean_and_range, part_of, table
from published_run import Published
from run_tables import figure, origin

from cdaflow.tables.papers import PAPERS
from cdaflow.tables.published import reference
from cdaflow.tables.text import Record
from cdaflow.tables.trainings import lead, of_records, seeds_in_words

#: The configuration of a whole run.
_CONFIGURATION = "alternatives.yaml"

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

#: Of those what is said of whole texts.
_TEXTS = ("men", "women", "broken", "all, 1", "all, 2")

#: Of the texts in which everybody who is open is a man, or a woman.
_BLEU = {"BLEU, men": "bleu_masculine", "BLEU, women": "bleu_feminine"}

#: The paper whose figures stand beside those of real text.
_PAPER = "garg2024"

#: Header of the BLEU of students, asked for no structures.
_STRIPPED = "BLEU, stripped"

Lines = Callable[[Published], Iterator[str]]


def _scores(
    run: Published, name: str, rows: Sequence[Record], columns: Mapping[str, str], bleu: str
) -> Iterator[str]:
    """Yield the table of rows; `bleu`: also show BLEU, under this header."""
    scored = run.by_system("bleu") if bleu and "bleu" in run.content["tables"] else {}
    header = ("Language", "System", "trainings", *columns, *([bleu] if scored else []))
    yield from table(
        header,
        (
            (
                _language(run, row),
                row["system"],
                _trainings(row),
                *(figure(row, "alternatives", column) for column in columns.values()),
                *(
                    figure(cell_scores, "bleu", "bleu") if cell_scores else "-"
                    for cell_scores in [scored.get((row["language"], row["system"]))]
                    if scored
                ),
            )
            for row in rows
        ),
    )
    yield from _below(run, name, rows, lead(of_records(rows), crossed=False))


def _trainings(row: Record) -> str:
    """Return how many trainings of the system a row is of."""
    return str(len(row["seeds"].split())) if row.get("seeds") else "-"


def _below(run: Published, name: str, rows: Sequence[Record], *said: str) -> Iterator[str]:
    """Yield what stands below a table: what is said of it, languages that lack, origin."""
    parts = (*said, part_of(rows, _CONFIGURATION), origin(run, name))
    yield from ("", " ".join(filter(None, parts)))


def _block(name: str, columns: Mapping[str, str], bleu: str = "") -> Lines:
    """Return the block of a table of scores; `bleu` as `_scores`."""

    def lines(run: Published) -> Iterator[str]:
        if name in run.content["tables"]:
            yield from _scores(run, name, run.rows(name), columns, bleu)

    return lines


def _shared(run: Published) -> dict[str, Mapping[str, object]]:
    """Return the systems that are one model of all languages, with the weights of their data."""
    systems = run.provenance.get("systems", {})
    return {
        name: section.get("data", {})
        for name, section in systems.items()
        if section.get("multilingual")
    }


def _language(run: Published, row: Record) -> str:
    """Return the language of a row; of a model of several that it has no structures of: so."""
    weights = _shared(run).get(row["system"], {}).values()
    lacks = any(isinstance(weight, dict) and weight.get(row["language"]) == 0 for weight in weights)
    return f"{row['language']}, zero-shot" if lacks else row["language"]


def zero_shot(run: Published) -> Iterator[str]:
    """Yield the models of several languages, some of which have no structures to learn from."""
    shared = _shared(run)
    if "students" not in run.content["tables"]:
        return
    rows = [row for row in run.rows("students") if row["system"] in shared]
    if rows:
        columns = {**_OFFERED, **_BLEU, "alignment": "alignment"}
        yield from _scores(run, "students", rows, columns, _STRIPPED)


def people(run: Published) -> Iterator[str]:
    """Yield how far probabilities of people's words are from the share that is right."""
    if "people" not in run.content["tables"]:
        return
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for row in run.rows("people"):
        groups.setdefault((row["language"], row["testset"], row["system"]), []).append(row)
    rows = [group[0] for group in groups.values()]
    yield from table(
        ("Language", "Sentences", "System", "people", "right %", "ECE", "before", "temperature"),
        (
            (
                *key,
                _spread(group, "people", 0),
                estimate(group[0], "right") if len(group) == 1 else _spread(group, "right", 1),
                *(_spread(group, name, 2) for name in ("ece", "ece_before", "temperature")),
            )
            for key, group in groups.items()
        ),
        left=3,
    )
    yield from _below(run, "people", rows, _of_trainings(list(groups.values())))


def _spread(rows: Sequence[Record], column: str, decimals: int) -> str:
    """Return the mean of a figure over trainings, and its range."""
    return mean_and_range([float(row[column]) for row in rows], decimals)


def _of_trainings(groups: Sequence[Sequence[Record]]) -> str:
    """Return of which trainings of the tagged model rows are, in a sentence or two."""
    seeds = {tuple(row["training"] for row in group if row["training"]) for group in groups}
    named = "; ".join(seeds_in_words(seed_list) for seed_list in sorted(seeds) if seed_list)
    if all(len(seed_list) < 2 for seed_list in seeds):
        return (
            f"One training of the tagged model{f' ({named})' if named else ''}: intervals cover "
            "the sentences alone."
        )
    return (
        f"Means over the trainings of the tagged model ({named}); in parentheses the least and the "
        "largest."
    )


def losses(run: Published) -> Iterator[str]:
    """Yield what the training text with alternatives leaves out, by cause."""
    if "augmentation" not in run.content["tables"]:
        return
    rows = run.rows("augmentation")
    yield from table(
        ("Language", "Left out because of", "pairs", "with alternatives", "without", "left out"),
        (
            (
                row["language"],
                row["causes"] or "-",
                *(row[name] for name in ("pairs", "offered", "plain", "left_out")),
            )
            for row in rows
        ),
    )
    yield from _below(run, "augmentation", rows, "Made once, for all trainings.")


def tagger(run: Published) -> Iterator[str]:
    """Yield the tagger of head words, by label."""
    if "tagger" not in run.content["tables"]:
        return
    names = ("precision", "recall", "f1")
    yield from table(
        ("Sentences", "Tagger", "Label", "P", "R", "F1", "words", "ECE", "before"),
        (
            (
                *(row[name] for name in ("testset", "system", "label")),
                *(estimate(row, name) for name in names),
                *(row[name] or "-" for name in ("gold", "ece", "ece_before")),
            )
            for row in run.rows("tagger")
        ),
        left=3,
    )
    yield from ("", f"One training: intervals cover the sentences alone. {origin(run, 'tagger')}")


#: Name of a block -> what writes it.
BLOCKS: dict[str, Lines] = {
    "alternatives-demo": _block("alternatives", _OFFERED),
    "alternatives-demo-whole": _block("alternatives", _WHOLE),
    "alternatives-students": _block("students", {**_OFFERED, **_BLEU}, bleu=_STRIPPED),
    "alternatives-students-whole": _block("students", _WHOLE),
    "alternatives-probabilities": people,
    "alternatives-losses": losses,
    "alternatives-tagger": tagger,
}

#: The same of config/studies/zero-shot.yaml, which may be laid over that run, or be run by itself.
ZERO_SHOT: dict[str, Lines] = {"alternatives-zero-shot": zero_shot}


def _beside_paper(name: str) -> Lines:
    """Return the block of a table of scores of real text, with the paper's rows of our languages.

    Which systems it has beside: all of its that have a figure in one of the columns.
    """
    columns = {**_OFFERED, **_BLEU, "alignment": "alignment"}

    def lines(run: Published) -> Iterator[str]:
        if name not in run.content["tables"]:
            return
        rows = run.rows(name)
        languages = {row["language"] for row in rows}
        paper = PAPERS[_PAPER]
        yield from table(
            ("Language", "Sentences", "System", "trainings", *columns),
            [
                (
                    row["language"],
                    row["testset"],
                    row["system"],
                    _trainings(row),
                    *(figure(row, "alternatives", column) for column in columns.values()),
                )
                for row in rows
            ]
            + [
                (
                    row["language"],
                    row["testset"],
                    f"{row['name'].partition(' (')[0]}, paper",
                    "-",
                    *(row.get(column) or "-" for column in columns.values()),
                )
                for row in reference(_PAPER, name)
                if row["language"] in languages and any(map(row.get, columns.values()))
            ],
            left=3,
        )
        said = (
            lead(of_records(rows), crossed=False),
            f"Below: {paper.quoted}, {paper.tables[name]}, by larger models of more text.",
            origin(run, name),
        )
        yield from ("", " ".join(said))

    return lines


#: The same of config/studies/real-alternatives.yaml.
REAL: dict[str, Lines] = {
    "real-alternatives": _beside_paper("alternatives"),
    "real-students": _beside_paper("students"),
    "real-whole-texts": _block("alternatives", {name: _WHOLE[name] for name in _TEXTS}),
}
