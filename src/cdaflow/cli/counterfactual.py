"""Sentences with the other gender.

Write sentences with the other gender (Naik et al. 2023, section 4.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.cli.intervention import (
    AgreementLexicon,
    Method,
    ModelName,
    load_model,
    set_threads,
)
from cdaflow.option_types import (
    Count,
    Folder,
    GenderedList,
    Input,
    Language,
    Output,
    OutputPath,
    PairOutputs,
    ProfessionList,
    PronounList,
    Seed,
    TargetList,
    Threads,
    Value,
    exclusive,
)
from cdaflow.wordlists import wordlist

if TYPE_CHECKING:
    from cdaflow.rewriting.english import English
    from cdaflow.rewriting.swapper import Swapper

CounterfactualPairs = Annotated[
    str,
    Value(
        metavar="FILE",
        file="input",
        help="pairs with counterfactual_source and _target: .parquet, .tsv",
    ),
]
Trees = Annotated[str, Value(metavar="CONLLU", file="input")]
CorpusFiles = Annotated[
    Sequence[str],
    Value(
        metavar="FILE",
        file="output",
        help=".parquet or .tsv (id, source, target, version, profession, gender), or two text "
        "files (source and target)",
    ),
]


@dataclass(frozen=True)
class Swap:
    """Swap of the English.

    Attributes:
        nouns: gendered nouns: left as they are; swapped (man, queen, waitress), but not made
            feminine where the masculine is said of women too (actor, waiter); or swapped with these
        names: also swap given names, by this table: masculine, tab, feminine, a pair a line
    """

    nouns: Literal["none", "marked", "all"] = "none"
    gendered: GenderedList | None = None
    names: Path | None = None
    pronouns: PronounList | None = None

    def swapper(self) -> Swapper:
        """Return the swap that is asked for."""
        from cdaflow.rewriting.swapper import Swapper
        from cdaflow.wordlists.english_lists import (
            read_gendered_nouns,
            read_gendered_pronouns,
            read_names,
        )

        nouns = None
        if self.nouns != "none":
            nouns = read_gendered_nouns(wordlist(self.gendered, "gendered.en.tsv"))
        return Swapper(
            read_gendered_pronouns(wordlist(self.pronouns, "pronouns.en.tsv")),
            nouns,
            epicene=self.nouns == "all",
            names=read_names(self.names) if self.names else None,
        )


def swap(
    input: Input = "-",
    /,
    *,
    output: Output = "-",
    trees: Path | None = None,
    column: str = "source",
    swap: Swap = Swap(),
) -> str:
    """Write English sentences with the pronouns of the other gender.

    He and she, him, his, her, hers, himself and herself are swapped, with their capitals; nothing
    else changes unless asked for. With trees, their tags decide whether her is him or his; without,
    the words around do.

    Args:
        input: text, one sentence a line (the output is the swapped text, line by line), or .tsv or
            .parquet with the column source (the output has all columns and
            counterfactual_source); default: the standard input
        output: default: the standard output
        trees (TREES.conllu): trees of the sentences, in order: cdaflow trees annotate --lang en
        column (NAME): the column with the English
    """
    from cdaflow.rewriting.swapper import swap_file

    tally = swap_file(input, output, swap.swapper(), trees=trees, column=column)
    kinds = ", ".join(f"{count} {kind}s" for kind, count in sorted(tally.changes.items()))
    return f"{tally.sentences} sentences, {tally.changed} changed ({kinds or 'nothing'})"


@dataclass(frozen=True)
class Guard:
    """Guard of the pronouns.

    Attributes:
        guard: none leaves pronouns to the model of agreement (the paper's sets are made with
            --method paper --guard none); drop takes out pairs whose English pronoun is another's,
            or whose target would keep a pronoun of the old gender; repair takes out the former and
            changes such pronouns too
        resolver (NAME): what resolves the English pronoun for the guard: rules over the trees, or
            an installed one, by its name among the entry points cdaflow.resolvers
        persons: English nouns of persons, for the guard (default: persons.en.tsv and
            professions.tsv of config/wordlists)
    """

    guard: Literal["none", "drop", "repair"] = "none"
    resolver: str = "rules"
    persons: Sequence[Path] = ()


@dataclass(frozen=True)
class Alignments:
    """Word alignment, to find the noun by.

    Attributes:
        alignments (PHARAOH): links of the pairs, line by line (cdaflow score align)
        alignment_units: what the links count (words: as cdaflow splits them)
    """

    alignments: Input | None = None
    alignment_units: Literal["words", "tokens"] = "words"


def make(
    input: CounterfactualPairs,
    /,
    *,
    lang: Language,
    english_trees: Trees,
    target_trees: Trees,
    model: ModelName,
    output: PairOutputs,
    decisions: Output | None = None,
    report: Output | None = None,
    guard: Guard = Guard(),
    alignments: Alignments = Alignments(),
    per_profession: Count = 0,
    seed: Seed = 1,
    professions: TargetList | None = None,
    swap: Swap = Swap(),
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
) -> None:
    """Write both sides of selected pairs in the other gender.

    As in Naik et al. 2023, section 4.2: the English with its pronouns swapped; the target with the
    noun of the profession in the other gender, and the words that agree with it. Of the rest no
    letter changes.

    Args:
        input: pairs of `cdaflow select gendered`, `tagged` or `professions`: .parquet or .tsv
        english_trees (CONLLU): of the column source, in order
        target_trees (CONLLU): of the column target, in order
        output: the pairs
        decisions (TSV): what became of each candidate, and why
        report (FILE.json): how many had which outcome
        per_profession: keep at most N of each profession, at random (0: all)
    """
    import cdaflow.languages
    from cdaflow.agreement.pipeline import pipeline_facts
    from cdaflow.counterfactual import guard as guards
    from cdaflow.counterfactual.english_rules import read_persons
    from cdaflow.counterfactual.files import generate_file
    from cdaflow.counterfactual.generator import CounterfactualGenerator
    from cdaflow.counterfactual.guard import load_resolver
    from cdaflow.languages.person_pronouns import check_guarded
    from cdaflow.progress import say
    from cdaflow.wordlists.english_lists import read_gendered_nouns
    from cdaflow.wordlists.lexicon import read_professions

    set_threads(threads)
    check_guarded(lang, guard.guard)
    nouns = wordlist(professions, f"professions.{lang}.tsv")
    if not lexicon.word_list:
        lexicon = replace(lexicon, word_list=[nouns])
    gendered = read_gendered_nouns(wordlist(swap.gendered, "gendered.en.tsv"))
    swapper = replace(swap.swapper(), profession_nouns=gendered)
    persons = guard.persons or [
        wordlist(None, name) for name in ("persons.en.tsv", "professions.tsv")
    ]
    words = lexicon.words(lang)
    generator = CounterfactualGenerator(
        method.pipeline(load_model(model, lang), words, determiners="all"),
        read_professions(nouns, cdaflow.languages.get(lang)),
        swapper,
        guards.Guard(
            guard.guard,
            load_resolver(guard.resolver, gendered, read_persons(persons)),
            swapper.pronouns,
        ),
    )
    about = {
        "language": lang,
        "guard": guard.guard,
        "resolver": guard.resolver,
        "per_profession": per_profession,
        "seed": seed,
        "swap": {"nouns": swap.nouns, "names": str(swap.names or "")},
        **pipeline_facts(generator.pipeline),
    }
    tally = generate_file(
        generator,
        input,
        output,
        english_trees=english_trees,
        target_trees=target_trees,
        decisions=decisions,
        report=report,
        **vars(alignments),
        per_profession=per_profession,
        seed=seed,
        about=about,
    )
    counts = tally.to_json()
    outcomes = ", ".join(f"{count} {name}" for name, count in counts["by_outcome"].items())
    say(f"{counts['candidates']} candidates: {outcomes or 'none'}")
    for cause, count in sorted(counts["by_cause"].items(), key=lambda item: -item[1]):
        say(f"  {cause:<20}{count:>8}")


def balance(input: CounterfactualPairs, /, *, output: CorpusFiles) -> str:
    """Write originals and counterfactuals together as one corpus.

    Each pair of `cdaflow counterfactual make` is followed by its counterfactual, with the same id,
    so that each profession has as many sentences of women as of men (Naik et al. 2023, section
    4.2).
    """
    from cdaflow.counterfactual.datasets import balance as balancing

    counts = balancing.balance([input], output)
    professions = len({profession for profession, _ in counts})
    genders = ", ".join(
        f"{sum(n for (_, g), n in counts.items() if g == gender)} {gender}"
        for gender in ("Masc", "Fem")
    )
    return f"{sum(counts.values())} pairs ({genders}) of {professions} professions"


def evaluate(
    input: CounterfactualPairs,
    /,
    *,
    lang: Language,
    decisions: Input,
    gold: Path,
    output: OutputPath,
    errors: OutputPath | None = None,
    professions: TargetList | None = None,
) -> None:
    """Count how many counterfactuals are the right ones.

    The counterfactuals of `cdaflow counterfactual make` are compared with right ones, such as those
    of the embedded grammar: equal to the letter or not, and by what they differ.

    Args:
        input: the pairs that make wrote
        decisions (TSV): the decisions of make
        gold (TSV): the columns source, target, counterfactual_source and counterfactual_target,
            such as the train.gold.tsv.gz of cdaflow demo
        output (SCORES.json): counts and rates
        errors (TSV): what is wrong or was dropped
    """
    import cdaflow.languages
    from cdaflow.counterfactual import evaluation
    from cdaflow.progress import say
    from cdaflow.wordlists.lexicon import read_professions

    nouns = wordlist(professions, f"professions.{lang}.tsv")
    known = read_professions(nouns, cdaflow.languages.get(lang))
    found = evaluation.evaluate(input, decisions, gold, lang, known)
    evaluation.write_evaluation(found, lang, output, errors)
    part = found.to_json()["all"]
    score = part["scores"]["right_of_made"]
    share = "" if score["value"] is None else f" ({score['value']:.1f} %)"
    say(
        f"{part['right']} of {part['made']} made are right{share}; {part['dropped']} of "
        f"{part['candidates']} were dropped, {part['right_without_change']} have nothing to change"
    )
    for verdict in ("wrong", "dropped"):
        for cause, count in part[f"{verdict}_by_cause"].items():
            say(f"  {verdict}: {cause:<20}{count:>6}")


@exclusive("forward", "back", required=True)
def translated(
    input: CounterfactualPairs,
    /,
    *,
    forward: Path | None = None,
    back: Path | None = None,
    output: CorpusFiles,
) -> str:
    """Write a corpus as balance, with one side of the counterfactual translated by a model.

    Each pair of `cdaflow counterfactual make` is followed by its counterfactual, of which one side
    is a translation: the alternative that Naik et al. 2023 (section 4.2) tried and found inferior.
    The translations come from `cdaflow nmt translate --column counterfactual_source` (or _target,
    from a model to English).

    Args:
        forward (TXT): translations of counterfactual_source, line by line
        back (TXT): translations of counterfactual_target into English
    """
    from cdaflow.counterfactual.datasets.balance import balance_translated

    direction: Literal["forward", "back"] = "forward" if forward else "back"
    counts, blank = balance_translated([input], forward or back or "", direction, output)
    left_out = f"; {blank} pairs with a blank translation left out" if blank else ""
    professions = len({name for name, _ in counts})
    return f"{sum(counts.values())} pairs of {professions} professions{left_out}"


@dataclass(frozen=True)
class EnglishLists:
    """Word lists of English.

    Attributes:
        persons: nouns of persons (default: config/wordlists/persons.en.tsv)
    """

    persons: Path | None = None
    professions: ProfessionList | None = None
    gendered: GenderedList | None = None
    pronouns: PronounList | None = None

    def read(self) -> English:
        """Return what the lists know of English."""
        from cdaflow.rewriting.english import English, read_english_persons
        from cdaflow.wordlists.english_lists import (
            read_english_professions,
            read_gendered_nouns,
            read_gendered_pronouns,
        )

        return English(
            read_gendered_pronouns(wordlist(self.pronouns, "pronouns.en.tsv")),
            read_gendered_nouns(wordlist(self.gendered, "gendered.en.tsv")),
            read_english_professions(wordlist(self.professions, "professions.tsv")),
            read_english_persons(wordlist(self.persons, "persons.en.tsv")),
        )


def rewrite(
    *,
    lang: Language,
    to: Literal["Fem", "Masc"],
    english: Path | None = None,
    target: Path | None = None,
    models: Folder | None = None,
    english_trees: Path | None = None,
    target_trees: Path | None = None,
    model: ModelName,
    lists: EnglishLists = EnglishLists(),
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
    output: OutputPath,
    reasons: OutputPath | None = None,
) -> str:
    """Rewrite translations in another gender, where the English leaves it open.

    Everybody whose gender the English leaves open gets the one that is asked for. Each line of the
    output is the rewrite, or empty where nothing is open, nothing changes or a form is doubtful;
    `cdaflow score gate` takes them.

    Args:
        to: the gender asked for
        english (TXT): the sources, one a line, with --models
        target (TXT): their translations, one a line, with --models
        models: models that give both sides their trees
        english_trees (CONLLU): trees of the sources, in order
        target_trees (CONLLU): trees of the translations, in order
        output (TXT): the rewrites
        reasons (TSV): why nothing is offered, for each such line: line, cause, detail
    """
    from cdaflow.io.files import write_lines
    from cdaflow.progress import progress
    from cdaflow.rewriting.english import read_names_of_persons
    from cdaflow.rewriting.files import read_pairs, reason_lines, rewrites
    from cdaflow.rewriting.rewriter import Rewriter

    set_threads(threads)
    pipeline = method.pipeline(load_model(model, lang), lexicon.words(lang))
    rewriter = Rewriter(pipeline, lists.read(), read_names_of_persons(lexicon.word_list))
    total, pairs = read_pairs(
        lang,
        texts=(english, target),
        trees=(english_trees, target_trees),
        models=models,
        threads=threads,
    )
    made = rewrites(pairs, rewriter, to)
    found = list(progress(made, "rewrite", total=total, unit="sentence"))
    write_lines(output, (rewritten.text for rewritten in found))
    if reasons is not None:
        write_lines(reasons, reason_lines(found))
    causes = Counter(rewritten.cause for rewritten in found)
    offered = causes.pop("", 0)
    counts = ", ".join(f"{cause} {count}" for cause, count in sorted(causes.items()))
    return f"{output}: {offered} of {len(found)} rewritten ({counts or 'all'})"
