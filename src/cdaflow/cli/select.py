"""Choose pairs of a corpus for fine-tuning.

The gendered subset of Naik et al. 2023, section 4.1, is chosen in two steps: by the words of the
text, and by the tags of an annotator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cdaflow.cli.options import EnglishLists, HeldOutFiles
from cdaflow.cli.rewriting import Swap
from cdaflow.counterfactual.datasets import situations as tables
from cdaflow.counterfactual.selection.limits import Limits, TagLimits
from cdaflow.errors import ConfigError
from cdaflow.option_types import (
    Count,
    PairFiles,
    PairOutputs,
    Positive,
    ReportFile,
    Seed,
    Value,
    Without,
)
from cdaflow.progress import say
from cdaflow.trees import read_conllu
from cdaflow.wordlists import wordlist
from cdaflow.wordlists.english_lists import read_persons

EnglishFiles = Annotated[
    Sequence[str],
    Value(
        metavar="FILE",
        file="input",
        help="English: text, a sentence a line, or .parquet or .tsv with a column source, text "
        "or sentence",
    ),
]
PersonOutput = Annotated[str, Value(metavar="FILE", file="output")]


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
    output has columns for pronoun, profession and their positions. The filters that need an
    annotator come next: cdaflow trees annotate --column source, then cdaflow select tagged.

    Args:
        output: the kept pairs, in any of these formats
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
    """Keep selected pairs whose profession is tagged as a noun and that have no names.

    The pairs of `cdaflow select gendered` whose profession is tagged NOUN and whose English has no
    proper noun (Naik et al. 2023, section 4.1). The trees come from: cdaflow trees annotate --lang
    en --column source PAIRS.parquet.

    Args:
        output: the kept pairs, in any of these formats
        report: write here how many pairs each filter dropped
        trees (TREES.conllu): trees of the column source, one for each pair, with its id as sent_id
        before (FILE.json): the report of `cdaflow select gendered`, whose filters come first in
            the new report
    """
    from cdaflow.counterfactual.selection.funnel import select_file
    from cdaflow.counterfactual.selection.gendered import TaggedSelector

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

    The order is kept; Naik et al. 2023, section 4.2, take 10. Whether a pair is chosen depends on
    its id and the seed only: other professions have no influence, and a smaller choice is a subset
    of a larger one.

    Args:
        input: pairs: .parquet or .tsv with the columns source, target and profession, such as
            `cdaflow select gendered` and `tagged` write
        output: the chosen pairs, in any of these formats
        per_profession: maximum number of pairs of a profession (0: all)
    """
    from cdaflow.counterfactual.selection.sampling import select_professions

    pairs, taken = select_professions(input, output, per_profession, seed)
    return f"{taken} of {pairs} pairs"


def situations(
    *,
    output: Annotated[str, Value(metavar="FILE", file="output")],
    size: Positive = 6000,
    kinds: Sequence[Literal["grammar", "two", "profession", "open", "one", "stated"]] = (),
    situations: Path | None = None,
    templates: Path | None = None,
    lists: Annotated[EnglishLists, Without("pronouns", "gendered")] = EnglishLists(),
    seed: Seed = 1,
) -> str:
    """Write English sentences of persons whose pronouns have known antecedents.

    Each sentence is written with the pronouns of a man and of a woman; in some, the antecedent is
    open. The output has the columns of `cdaflow select persons`, so that it is translated (cdaflow
    nmt translate --column source) and corrected (cdaflow counterfactual correct) next.

    Args:
        output: the sentences: .parquet or .tsv
        size: number of sentences, each written in both genders
        kinds: two persons of whom the grammar says which one is meant (grammar), the meaning (two),
            or what only one of them does (profession), or nothing (open); one person (one), one
            beside a person of stated gender (stated) (default: all but two and profession)
        situations (TSV): what persons of a profession and other persons do: the columns profession,
            other, own, need, advice (default: the table of cdaflow)
        templates (TSV): sentences with places, in the columns kind, owner, english (default: those
            of cdaflow)
    """
    from cdaflow.counterfactual.datasets.situation_sample import sample, write_situations

    nouns = tables.person_nouns(
        wordlist(lists.professions, "professions.tsv"), wordlist(lists.persons, "persons.en.tsv")
    )
    rows = tables.read_situations(nouns, situations or tables.SITUATIONS)
    drafts = list(
        sample(
            tables.read_templates(templates or tables.TEMPLATES),
            rows,
            size,
            seed,
            kinds or tables.KINDS,
        )
    )
    sentences = write_situations(output, drafts)
    persons = len({draft.owner for draft in drafts})
    return f"{sentences} sentences of {persons} persons, half of women"


def persons(
    input: EnglishFiles,
    /,
    *,
    output: PersonOutput,
    trees: Path | None = None,
    report: ReportFile | None = None,
    size: Count = 0,
    max_pronouns: Positive = 3,
    resolver: str = "rules",
    swap: Swap = Swap(nouns="marked"),
    lists: Annotated[EnglishLists, Without("pronouns", "gendered")] = EnglishLists(),
    held_out: Annotated[HeldOutFiles, Without("held_out_target")] = HeldOutFiles(),
    seed: Seed = 1,
) -> str:
    """Choose English sentences with a person whose gender they state, for `counterfactual correct`.

    In two passes: without --trees the sentences that may have such a person, to be annotated
    (cdaflow trees annotate --lang en --column source); with them those whose pronouns certainly
    refer to one person, each followed by its copy in the other gender. Other persons may occur as
    well. Files with the columns profession and gender (cdaflow dataset handcrafted) need no trees:
    they already name the person and need only one pass.

    Args:
        output: the sentences: .parquet or .tsv
        trees (TREES.conllu): trees of the first pass's output, in order
        report: how many sentences were dropped, by reason
        size: maximum number of sentences of the first pass, sampled at random (0: all)
        max_pronouns: maximum number of gendered pronouns in a sentence
        resolver (NAME): what resolves the pronouns: rules over the trees, or an installed one, by
            its name among the entry points cdaflow.resolvers
    """
    from cdaflow.counterfactual.correction.files import candidates_file, has_answers, stated_file
    from cdaflow.counterfactual.correction.stated import StatedPersons, persons_of_lists
    from cdaflow.counterfactual.guard import load_resolver
    from cdaflow.rewriting.english import read_english_persons

    others = wordlist(lists.persons, "persons.en.tsv")
    listed_persons = persons_of_lists(lists.read_professions(), read_english_persons(others))
    people = read_persons([others, wordlist(lists.professions, "professions.tsv")])
    rules = load_resolver(resolver, swap.lists.read_nouns(), people)
    search = StatedPersons(swap.swapper(), listed_persons, rules, max_pronouns)
    answers = {has_answers(path) for path in input}
    if len(answers) > 1 or (answers == {True} and trees):
        raise ConfigError(
            "option.columns-or-trees",
            "some files have the columns profession and gender, others need trees",
            hint="run the command once for each kind",
        )
    if answers == {False} and trees is None:
        rows = candidates_file(search, input, output, report=report, size=size, seed=seed)
        return f"{rows} sentences to annotate"
    if size:
        raise ConfigError(
            "option.size-after-first-pass",
            "--size applies to the first pass only",
            hint="take a sample of its output",
        )
    versions = stated_file(
        search, input, output, trees=trees, report=report, held_out=held_out.read()
    )
    return f"{sum(versions.values())} sentences, {versions['swapped']} of them swapped copies"


def _say_funnel(report: Mapping[str, Any]) -> None:
    """Print a line for each filter of a report."""
    say(f"pairs{report['pairs']:>21,}")
    for step in report["filters"]:
        reasons = ", ".join(f"{count:,} {why}" for why, count in step["by_reason"].items())
        say(f"  {step['filter']:<12}{-step['dropped']:>12,}{f'  ({reasons})' * bool(reasons)}")
    counts = report["kept"]
    genders = ", ".join(f"{count:,} {gender}" for gender, count in counts["by_gender"].items())
    say(f"kept{counts['pairs']:>22,}{f'  ({genders})' * bool(genders)}")
