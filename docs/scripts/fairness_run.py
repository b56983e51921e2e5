"""The blocks of a run of config/fairness.yaml: sentence encoders and language models.

Those of language models of real text (config/studies/real-lm.yaml), too.

Where a part was not run, its block has no lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from page_tables import estimate, part_of, table
from published_run import Published
from run_tables import origin

from cdaflow.tables.papers import PAPERS
from cdaflow.tables.published import reference
from cdaflow.tables.trainings import lead, of_records

#: The paper whose factors stand beside ours.
_PAPER = "zmigrod2019"

#: Header -> column of the table of encoders.
_ENCODERS = {
    "d": "association",
    "difference": "difference",
    "validity": "spearman",
    "with pronouns": "mixed",
    "task %": "right",
    "transfer %": "transfer",
}


def encoders(run: Published) -> Iterator[str]:
    """Yield the encoders of each text: association, difference to the control, validity, task."""
    if "bias" not in run.content["tables"]:
        return
    rows = run.rows("bias")
    first, second, *others = _ENCODERS
    yield from table(
        ("Training text", first, "against", second, "p", *others),
        (
            (
                f"`{row['system']}`",
                estimate(row, _ENCODERS[first]),
                f"`{row['reference']}`" if row["reference"] else "-",
                estimate(row, _ENCODERS[second]),
                row["p"] or "-",
                *(estimate(row, _ENCODERS[header]) for header in others),
            )
            for row in rows
        ),
        left=1,
    )
    trainings = of_records([{"language": "", **row} for row in rows])
    caption = lead(trainings, crossed=False, items="words of the tests")
    yield from ("", f"{caption} {origin(run, 'bias')}")


def language_models(run: Published, configuration: str = "fairness.yaml") -> Iterator[str]:
    """Yield stereotyping and grammaticality by language and text, beside the paper's factors.

    `configuration`: the one whose languages are run.
    """
    if "lm" not in run.content["tables"]:
        return
    rows = run.rows("lm")
    theirs = {
        (row["language"], row["system"]): row["factor_signed"]
        for row in reference(_PAPER, "lm")
        if row["factor_signed"]
    }
    yield from table(
        ("Language", "Text", "stereotyping", "factor", "signed factor", "signed factor, paper",
         "grammaticality", "difference", "minimal pairs %", "nouns"),
        (
            (
                row["language"],
                f"`{row['system']}`",
                estimate(row, "stereotyping"),
                estimate(row, "factor"),
                row["factor_signed"] or "-",
                theirs.get((row["language"], row["system"]), "-"),
                estimate(row, "grammaticality"),
                estimate(row, "grammaticality_difference"),
                row["minimal_pairs"] or "-",
                row["nouns"],
            )
            for row in rows
        ),
    )  # fmt: skip
    said = (
        lead(of_records(rows), crossed=False, items="nouns"),
        "*factor*: of the means of absolute values; *signed factor*: of the means, in which nouns "
        "that lean to women cancel nouns that lean to men. Factors of the paper: "
        f"{PAPERS[_PAPER].quoted}, section 5.2, of other text and nouns.",
        part_of(rows, configuration),
        origin(run, "lm"),
    )
    yield from ("", " ".join(filter(None, said)))


#: Name of a block -> what writes it.
BLOCKS: dict[str, Callable[[Published], Iterator[str]]] = {
    "fairness-encoders": encoders,
    "fairness-lm": language_models,
}

#: The same of a run of config/studies/real-lm.yaml.
REAL: dict[str, Callable[[Published], Iterator[str]]] = {
    "real-lm": partial(language_models, configuration="real.yaml"),
}
