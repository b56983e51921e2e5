"""The MT-GenEval table: languages x systems.

The accuracy as published (Currey et al. 2022, section 3) stands beside the one that asks for a
word of the right gender, since a file of empty lines has 100 of the first and 0 of the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike

from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.tables import warned
from cdaflow.tables.bleu import bleu_tests
from cdaflow.tables.marks import (
    NEAR_ZERO,
    ONE_TRAINING,
    UP,
    baselines,
    best_note,
    mark_best,
    marked,
    notes,
)
from cdaflow.tables.render import Column, Record, Table, estimate_cells, plain, with_interval
from cdaflow.tables.scores import Comparisons, Scored, read_scored
from cdaflow.tables.significance import significance
from cdaflow.testsets import GENEVAL

TITLE = "MT-GenEval: gender of unambiguous sentences"

#: Column of the table -> header, name of the score in the JSON file, what `cdaflow score compare`
#: calls it ("" where it has no test), legend.
SCORES = {
    "official": (
        "Acc publ.",
        "accuracy_official",
        "official_pairs",
        "pairs of which neither translation has a word of the wrong reference alone, % [95% "
        "interval]: accuracy as published, 100 for empty lines; higher is better",
    ),
    "official_feminine": (
        "publ. F",
        "accuracy_official_feminine",
        "official_feminine",
        "the same of the feminine sources",
    ),
    "official_masculine": (
        "publ. M",
        "accuracy_official_masculine",
        "official_masculine",
        "the same of the masculine sources",
    ),
    "accuracy": (
        "Acc",
        "accuracy",
        "pairs",
        "pairs of which both translations have a word of their own reference alone, and none of "
        "the wrong one, % [95% interval]: empty lines are not right; higher is better",
    ),
    "accuracy_feminine": (
        "Acc F",
        "accuracy_feminine",
        "feminine",
        "the same of the feminine sources",
    ),
    "accuracy_masculine": (
        "Acc M",
        "accuracy_masculine",
        "masculine",
        "the same of the masculine sources",
    ),
    "gap": (
        "Gap",
        "gap",
        "gap",
        "Acc M minus Acc F, points; nearer to 0 is better, above 0 favours men",
    ),
    "coverage": (
        "Cov",
        "coverage",
        "coverage",
        "pairs of which both translations have a word of either reference alone, %: where it is "
        "low, the accuracy as published says little",
    ),
    "bleu_feminine": (
        "BLEU F",
        "bleu_feminine",
        "",
        "BLEU of the feminine sources, 0 to 100; higher is better",
    ),
    "bleu_masculine": (
        "BLEU M",
        "bleu_masculine",
        "",
        "BLEU of the masculine sources, 0 to 100; higher is better",
    ),
    "bleu_gap": (
        "ΔBLEU",
        "bleu_gap",
        "",
        "BLEU M minus BLEU F, points; nearer to 0 is better (not tested)",
    ),
}

#: Which direction is better. Coverage is neither good nor bad: a sentence may leave gender open.
_DIRECTIONS = {
    **dict.fromkeys((name for name in SCORES if name != "coverage"), UP),
    "gap": NEAR_ZERO,
    "bleu_gap": NEAR_ZERO,
}

#: Columns with their interval where there is no room for all.
_WITH_INTERVAL = ("official", "accuracy")

COLUMNS = (
    "language",
    "system",
    *(f"{name}{end}" for name in SCORES for end in ("", "_low", "_high")),
    "pairs",
    *warned.COLUMNS,
    "best",
    "baseline",
    *(f"{name}_p" for name in SCORES),
    "signature",
    "bleu_signature",
)

_TEST = (
    "exact McNemar test for accuracies and coverage, paired bootstrap over pairs for the gap "
    f"({RESAMPLES} resamples, seed {SEED}), paired bootstrap of sacrebleu for BLEU"
)


def read_geneval(paths: Iterable[str | PathLike[str]]) -> list[Scored]:
    """Return the scores of files of `cdaflow score geneval`; raises as `read_scored`."""
    return read_scored(paths, "geneval", [name for _, name, _, _ in SCORES.values()])


def geneval_table(
    scores: Sequence[Scored], comparisons: Comparisons | None = None, baseline: str | None = None
) -> Table:
    """Return the table of the scores, one row each, in their order.

    `comparisons`: the tests of BLEU, as `read_bleu_comparisons` gives them, of the test sets
    `geneval-feminine` and `geneval-masculine`; without them BLEU is not tested. Each score is
    tested against the `baseline` of its language, the first system where that is None.
    Raises ConfigError for a baseline that is no system, InputError for a comparison of other
    translations than were scored.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    first = {(score.language, score.system): score for score in scores}
    records = []
    for score in scores:
        record = {"language": score.language, "system": score.system}
        for column, (_, name, _, _) in SCORES.items():
            record |= estimate_cells(column, score.scores[name])
        record |= {"pairs": str(score.count("pairs", "rows")), "signature": score.signature}
        record["bleu_signature"] = score.signatures["bleu"]
        record |= warned.warned_cells(score.warned)
        base = bases.get(score.language)
        against = None if base is None else first[score.language, base]
        record |= significance(
            score,
            against,
            {column: tested for column, (_, _, tested, _) in SCORES.items()},
        )
        record |= _bleu_tests(score, against, comparisons or {})
        records.append(record)
    mark_best(records, ("language", "signature", "bleu_signature"), _DIRECTIONS)
    return geneval_view(records)


def _bleu_tests(score: Scored, base: Scored | None, comparisons: Comparisons) -> dict[str, str]:
    """Return the p-values of BLEU, of those that were tested."""
    cells: dict[str, str] = {}
    for testset, gender in GENEVAL.items():
        estimates = {"bleu": score.scores[f"bleu_{gender}"]}
        found = bleu_tests(score, base, testset, estimates, comparisons)
        if found:
            cells |= {f"bleu_{gender}_p": found["bleu_p"], "baseline": found["baseline"]}
    return cells


def geneval_view(records: Sequence[Record], *, intervals: bool = False) -> Table:
    """Return records (of a CSV, or of `geneval_table`) as a table.

    intervals: show the interval of each score.
    """
    view = [
        Column("Language", plain("language"), number=False),
        Column("System", plain("system"), number=False),
    ]
    for name, (header, _, _, legend) in SCORES.items():
        cell = plain(name)
        if intervals or name in _WITH_INTERVAL:
            cell = with_interval(name, f"{name}_low", f"{name}_high")
        view.append(marked(header, name, cell, legend))
    view.append(Column("Pairs", plain("pairs"), "pairs of a feminine and a masculine sentence"))
    view += warned.warned_column(records)
    return Table(
        TITLE,
        COLUMNS,
        records,
        tuple(view),
        signatures=(("MT-GenEval", "signature"), ("BLEU", "bleu_signature")),
        labels=("language", "system"),
        notes=(*notes(records, SCORES, _TEST), ONE_TRAINING),
        bold=best_note(records, "language"),
        cautions=warned.cautions(records, ("language",), ("signature", "bleu_signature")),
    )
