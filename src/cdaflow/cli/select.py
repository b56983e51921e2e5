"""Choose pairs of a corpus for fine-tuning.

The gendered subset of Naik et al. 2023, section 4.1, is chosen first by what the text tells, then
by what an annotator tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cdaflow.cli.options import EnglishLists
from cdaflow.counterfactual.selection.limits import Limits, TagLimits
from cdaflow.option_types import (
    Count,
    PairFiles,
    PairOutputs,
    ReportFile,
    Seed,
    Without,
)


def gendered(
    input: PairFiles,
    /,
    *,
    output: PairOutputs,
    report: ReportFile | None = None,
    lists: Annotated[EnglishLists, Without("gendered", "persons")] = EnglishLists(),
    limits: Limits = Limits(),
) -> None:
    """Choose pairs with one gendered pronoun and one profession in the English.

    The pairs whose source, English, has one gendered pronoun and one profession noun, and whose
    form is fit for counterfactuals (Naik et al. 2023, section 4.1; the defaults are theirs). The
    kept pairs say which pronoun and profession, and where. What needs an annotator follows:
    cdaflow trees annotate --column source, then cdaflow select tagged.

    Args:
        output: the kept pairs, in the same kind of file or files as they came or another
        report: write here how many pairs each filter dropped
    """
    from cdaflow.counterfactual.selection.funnel import select_file
    from cdaflow.counterfactual.selection.gendered import GenderedSelector

    selector = GenderedSelector(lists.read_pronouns(), lists.read_professions(), limits)
    _say_funnel(select_file(selector, input, output, report))


def tagged(
    input: PairFiles,
    /,
    *,
    output: PairOutputs,
    report: ReportFile | None = None,
    trees: Path,
    before: Path | None = None,
    lists: Annotated[EnglishLists, Without("gendered", "professions", "persons")] = EnglishLists(),
    limits: TagLimits = TagLimits(),
) -> None:
    """Choose of selected pairs those whose profession is tagged as a noun, without names.

    The pairs of `cdaflow select gendered` whose profession is tagged NOUN and whose English has no
    proper noun (Naik et al. 2023, section 4.1). The trees come from: cdaflow trees annotate --lang
    en --column source PAIRS.parquet.

    Args:
        output: the kept pairs, in the same kind of file as they came or another
        report: write here how many pairs each filter dropped
        trees (TREES.conllu): trees of the column source, one for each pair, with its id as sent_id
        before (FILE.json): the report of `cdaflow select gendered`, whose filters come first in
            the new report
    """
    from cdaflow.counterfactual.selection.funnel import select_file
    from cdaflow.counterfactual.selection.gendered import TaggedSelector
    from cdaflow.trees import read_conllu

    selector = TaggedSelector(lists.read_pronouns(), read_conllu(trees), limits)
    _say_funnel(select_file(selector, input, output, report, before))


def professions(
    input: PairFiles,
    /,
    *,
    output: PairOutputs,
    per_profession: Count = 10,
    seed: Seed = 1,
) -> str:
    """Choose at most N pairs of each profession, at random.

    The pairs stay in their order; Naik et al. 2023, section 4.2, have 10. The choice of a pair
    depends on its id and the seed alone: the choice within a profession does not depend on the
    others, and fewer lie inside more.

    Args:
        input: pairs: .parquet or .tsv with the columns source, target and profession, such as
            `cdaflow select gendered` and `tagged` write
        output: the chosen pairs, in the same kind of file as they came or another
        per_profession: maximum number of pairs of a profession (0: all)
    """
    from cdaflow.counterfactual.selection.sampling import select_professions

    pairs, taken = select_professions(input, output, per_profession, seed)
    return f"{taken} of {pairs} pairs"


def _say_funnel(report: Mapping[str, Any]) -> None:
    """Print a line for each filter of a report."""
    from cdaflow.progress import say

    say(f"pairs{report['pairs']:>21,}")
    for step in report["filters"]:
        reasons = ", ".join(f"{count:,} {why}" for why, count in step["by_reason"].items())
        say(f"  {step['filter']:<12}{-step['dropped']:>12,}{f'  ({reasons})' * bool(reasons)}")
    kept = report["kept"]
    genders = ", ".join(f"{count:,} {gender}" for gender, count in kept["by_gender"].items())
    say(f"kept{kept['pairs']:>22,}{f'  ({genders})' * bool(genders)}")
