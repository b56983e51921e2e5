"""The table of translation quality: BLEU and chrF of each system on each test set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cdaflow.errors import InputError
from cdaflow.progress import say
from cdaflow.scoring.bleu import METRIC
from cdaflow.scoring.geneval_rows import GENDERS
from cdaflow.statistics.signature import data_of
from cdaflow.tables import warned
from cdaflow.tables.marks import (
    baselines,
    mark_best,
    p_cell,
)
from cdaflow.tables.metrics import metric_view
from cdaflow.tables.render import Table, number
from cdaflow.tables.scores import Bleu, Compared, Comparisons, Estimate, Scored
from cdaflow.tables.warned import not_tested, same_way

#: The rows that are compared are equal in these.
_GROUP = ("language", "testset", "signature", "chrf_signature")


def bleu_table(
    scores: Sequence[Bleu], comparisons: Comparisons | None = None, baseline: str | None = None
) -> Table:
    """Return the table of the scores, one row each, in their order.

    `comparisons`: the tests against the `baseline` of the language (the first system where that
    is None), as `read_bleu_comparisons` gives them. The records also hold the interval of chrF
    (chrf_low, chrf_high), which the CSV leaves out. Raises ConfigError for a baseline that is
    no system, InputError for a comparison of other translations than were scored.
    """
    bases = baselines(((score.language, score.system) for score in scores), baseline)
    found = {(score.language, score.system, score.testset): score for score in scores}
    records = [
        {
            "language": score.language,
            "system": score.system,
            "testset": score.testset,
            "bleu": number(score.bleu.value),
            "low": number(score.bleu.low),
            "high": number(score.bleu.high),
            "chrf": number(score.chrf.value),
            "chrf_low": number(score.chrf.low),
            "chrf_high": number(score.chrf.high),
            "lines": str(score.lines),
            **warned.warned_cells(score.warned),
            **dict.fromkeys(("baseline", "bleu_p", "chrf_p"), ""),
            **bleu_tests(
                score,
                found.get((score.language, bases.get(score.language, ""), score.testset)),
                score.testset,
                {"bleu": score.bleu, "chrf": score.chrf},
                comparisons or {},
            ),
            "signature": score.bleu_signature,
            "chrf_signature": score.chrf_signature,
        }
        for score in scores
    ]
    mark_best(records, _GROUP, METRIC.directions)
    return metric_view(METRIC, records)


def bleu_tests(
    score: Bleu | Scored,
    base: Bleu | Scored | None,
    testset: str,
    estimates: Mapping[str, Estimate],
    comparisons: Comparisons,
) -> dict[str, str]:
    """Return the cells "baseline", "bleu_p" and "chrf_p" of a score tested against the baseline's.

    {} where it was not tested: there is no comparison, one of the two is suspect, or their
    signatures differ (the latter two are said). `estimates`: the scores of `score` on the test
    set, which must be those of the comparison.

    Raises InputError for a comparison of other translations, or against another reference.
    """
    key = (score.language, testset, "" if base is None else base.system, score.system)
    if base is None or key not in comparisons:
        return {}
    compared = comparisons[key]
    for name, estimate in estimates.items():
        _check_compared(name, estimate, compared, score=score, base=base)
    reason = not_tested(score.warned, base.warned)
    if reason is None and not same_way(score.signatures, base.signatures):
        reason = "they are not of the same data and scorer: their signatures differ"
    if reason is not None:
        say(f"{score.path}: BLEU not tested against {base.path}: {reason}")
        return {}
    return {
        "baseline": base.system,
        **{f"{name}_p": p_cell(p) for name, (_, p) in compared.scores.items()},
    }


def _check_compared(
    name: str, estimate: Estimate, compared: Compared, *, score: Bleu | Scored, base: Bleu | Scored
) -> None:
    """Raise InputError where another score was compared than the one of the score file."""
    hint = "compare the translations that were scored: cdaflow score compare-bleu"
    theirs = number(compared.scores[name][0])
    if theirs != number(estimate.value):
        raise InputError(
            f"{name} is {number(estimate.value)} here, but {theirs} where {score.system} is "
            f"compared with {base.system}",
            file=score.path,
            hint=hint,
        )
    known = {digest for text in score.signatures.values() for digest in data_of(text).split("+")}
    if compared.data not in known:
        raise InputError(
            f"scored against the reference {', '.join(sorted(known)) or '(none)'}, but "
            f"{compared.data or '(none)'} is that where {score.system} is compared with "
            f"{base.system}",
            file=score.path,
            hint=hint,
        )


def tests_of_genders(comparisons: Comparisons) -> Callable[[Scored, Scored | None], dict[str, str]]:
    """Return the tests of the BLEU of each gender of MT-GenEval, as `metric_table` takes them."""

    def tests(score: Scored, base: Scored | None) -> dict[str, str]:
        cells: dict[str, str] = {}
        for gender in GENDERS:
            estimates = {"bleu": score.scores[f"bleu_{gender}"]}
            found = bleu_tests(score, base, f"geneval-{gender}", estimates, comparisons)
            if found:
                cells |= {f"bleu_{gender}_p": found["bleu_p"], "baseline": found["baseline"]}
        return cells

    return tests
