"""Counterfactuals: sentences in the other gender.

Both sides of sentence pairs are written in the other gender (Naik et al. 2023, section 4.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.cli.generator import Guard, open_generator
from cdaflow.cli.intervention import (
    AgreementLexicon,
    Method,
    ModelName,
    set_threads,
)
from cdaflow.cli.options import EnglishLists, HeldOutFiles
from cdaflow.cli.rewriting import Swap, rewriter_of
from cdaflow.option_types import (
    Count,
    Input,
    Language,
    Output,
    OutputPath,
    PairOutputs,
    Seed,
    TargetList,
    Threads,
    Value,
    exclusive,
)
from cdaflow.progress import say
from cdaflow.wordlists import wordlist
from cdaflow.wordlists.lexicon import read_professions

CounterfactualPairs = Annotated[
    str,
    Value(
        metavar="FILE",
        file="input",
        help="pairs with counterfactual_source and _target: .parquet, .tsv",
    ),
]
Trees = Annotated[str, Value(metavar="CONLLU", file="input")]
StatedPairs = Annotated[str, Value(metavar="FILE", file="input")]
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
class Alignments:
    """Word alignment, to find the noun by.

    Attributes:
        alignments (PHARAOH): links of the pairs, line by line (cdaflow score align)
        alignment_units: units of the links (words: as cdaflow splits them)
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
    held_out: HeldOutFiles = HeldOutFiles(),
    threads: Threads = 1,
) -> None:
    """Write both sides of selected pairs in the other gender.

    As in Naik et al. 2023, section 4.2: the English with its pronouns swapped; the target with the
    noun of the profession in the other gender, and the words that agree with it. Everything else
    stays unchanged.

    Args:
        input: pairs of `cdaflow select gendered`, `tagged` or `professions`: .parquet or .tsv
        english_trees (CONLLU): of the column source, in order
        target_trees (CONLLU): of the column target, in order
        output: the pairs
        decisions (TSV): the decision on each candidate, with its reason
        report (FILE.json): the number of candidates by outcome
        per_profession: maximum number of pairs of each profession, sampled at random (0: all)
    """
    from cdaflow.agreement.pipeline import pipeline_facts
    from cdaflow.counterfactual.files import generate_file

    set_threads(threads)
    generator = open_generator(lang, model, guard, swap, method, lexicon, professions)
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
        held_out=held_out.read(),
        about=about,
    )
    counts = tally.to_json()
    outcomes = ", ".join(f"{count} {name}" for name, count in counts["by_outcome"].items())
    say(f"{counts['candidates']} candidates: {outcomes or 'none'}")
    for cause, count in sorted(counts["by_cause"].items(), key=lambda item: -item[1]):
        say(f"  {cause:<20}{count:>8}")


def correct(
    input: StatedPairs,
    /,
    *,
    lang: Language,
    english_trees: Trees,
    target_trees: Trees,
    model: ModelName,
    output: PairOutputs,
    decisions: Output | None = None,
    report: Output | None = None,
    balance: Literal["versions", "genders", "none"] = "versions",
    per_profession: Count = 0,
    seed: Seed = 1,
    lists: EnglishLists = EnglishLists(),
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
) -> None:
    """Correct the gender of one person in a model's own translations.

    The English states the gender of one person (`cdaflow select persons`). Where the translation
    shows the other one, that person alone is rewritten; everybody and everything else stays as the
    model has it. Where it is right, the pair stays as it is. What cannot be rewritten surely is
    dropped.

    Args:
        input: sentences of `cdaflow select persons` with a column target, the translations:
            .parquet or .tsv (cdaflow nmt translate, then cdaflow nmt gather)
        english_trees (CONLLU): of the column source, in order
        target_trees (CONLLU): of the column target, in order
        output: the pairs
        decisions (TSV): what became of each translation, with its reason
        report (FILE.json): the number of translations by outcome and reason
        balance: keep both versions of a sentence or neither (versions), as many pairs of each
            gender at random (genders), or all pairs (none)
        per_profession: maximum number of sentences of each profession, sampled at random, a
            sentence and its copy counted once (0: all)
    """
    from cdaflow.agreement.pipeline import pipeline_facts
    from cdaflow.counterfactual.correction.corrector import Corrector
    from cdaflow.counterfactual.correction.files import correct_file
    from cdaflow.counterfactual.correction.sampling import Sampling

    set_threads(threads)
    rewriter = rewriter_of(lang, model, lists, method, lexicon)
    about = {
        "language": lang,
        "balance": balance,
        "per_profession": per_profession,
        "seed": seed,
        **pipeline_facts(rewriter.pipeline),
    }
    counts = correct_file(
        Corrector(rewriter),
        input,
        output,
        english_trees=english_trees,
        target_trees=target_trees,
        decisions=decisions,
        report=report,
        sampling=Sampling(balance, per_profession, seed),
        about=about,
    )
    outcomes = ", ".join(f"{count} {name}" for name, count in counts["by_outcome"].items())
    say(f"{counts['translations']} translations: {outcomes}")
    for cause, count in sorted(counts["dropped"].items(), key=lambda item: -item[1]):
        say(f"  {cause:<20}{count:>8}")
    say(f"kept {counts['kept']['pairs']} pairs")


def balance(
    input: CounterfactualPairs,
    /,
    *,
    output: CorpusFiles,
    per_profession: Count = 0,
    seed: Seed = 1,
) -> str:
    """Write originals and counterfactuals together as one corpus.

    Each pair of `cdaflow counterfactual make` is followed by its counterfactual, with the same id,
    so that each profession has as many sentences of women as of men (Naik et al. 2023, section
    4.2).

    Args:
        per_profession: maximum number of pairs of each profession, sampled at random (0: all)
        seed: seed of the sample
    """
    from cdaflow.counterfactual.datasets import balance as balancing

    counts = balancing.balance([input], output, per_profession=per_profession, seed=seed)
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
    """Count how many counterfactuals are correct.

    The counterfactuals of `cdaflow counterfactual make` are compared with correct ones, such as
    those of the embedded grammar: whether they are identical, and how they differ.

    Args:
        input: the pairs that make wrote
        decisions (TSV): the decisions of make
        gold (TSV): the columns source, target, counterfactual_source and counterfactual_target,
            such as the train.gold.tsv.gz of cdaflow demo
        output (SCORES.json): counts and rates
        errors (TSV): counterfactuals that are wrong or were dropped
    """
    import cdaflow.languages
    from cdaflow.counterfactual import evaluation

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
    per_profession: Count = 0,
    seed: Seed = 1,
) -> str:
    """Write a corpus as balance, with one side of the counterfactual translated by a model.

    Each pair of `cdaflow counterfactual make` is followed by its counterfactual, of which one side
    is a translation: the alternative that Naik et al. 2023 (section 4.2) tried and found inferior.
    The translations come from `cdaflow nmt translate --column counterfactual_source` (or _target,
    from a model to English).

    Args:
        forward (TXT): translations of counterfactual_source, line by line
        back (TXT): translations of counterfactual_target into English
        per_profession: maximum number of pairs of each profession, sampled at random (0: all)
        seed: seed of the sample
    """
    from cdaflow.counterfactual.datasets.balance import balance_translated

    direction: Literal["forward", "back"] = "forward" if forward else "back"
    counts, blank = balance_translated(
        [input],
        forward or back or "",
        direction,
        output,
        per_profession=per_profession,
        seed=seed,
    )
    left_out = f"; {blank} pairs with a blank translation left out" if blank else ""
    professions = len({name for name, _ in counts})
    return f"{sum(counts.values())} pairs of {professions} professions{left_out}"
