"""Less bias: training text that is adjusted, word vectors that are debiased."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cdaflow.cli.encoders import Gendered, GenderedLists
from cdaflow.cli.options import EnglishLists
from cdaflow.errors import ConfigError
from cdaflow.option_types import (
    Input,
    OutputPath,
    Positive,
    ReportFile,
    Seed,
    Share,
    Value,
    Without,
)
from cdaflow.wordlists import wordlist

_Lists = Annotated[EnglishLists, Without("professions", "persons")]
_File = Annotated[Path, Value(metavar="FILE", file="input")]


def adjust(
    input: Input,
    /,
    *,
    by: Literal["subtract", "augment", "combined"],
    percentile: Annotated[float, Value(metavar="P", least=0, most=100)] = 90,
    criterion: Literal["absolute", "consistent", "random"] = "absolute",
    copies: bool = False,
    lists: _Lists = EnglishLists(),
    names: _File | None = None,
    seed: Seed = 1,
    output: Annotated[str, Value(metavar="FILE", file="output")],
    report: ReportFile | None = None,
) -> str:
    """Write training examples with less bias: the most biased are dropped, or swapped and added.

    Dolci et al. 2023, sections 4.1 and 4.2. Each needs its control of the same size: random
    examples, or copies in place of swaps.

    Args:
        input (FILE): scored examples (cdaflow bias score): pairs with swapped_source and
            swapped_target (all persons of the other gender) or counterfactual_source and
            counterfactual_target (one of them), inference data (premise, hypothesis), or English
            text
        by: drop the most biased examples; add their swaps; or both: examples without a swap are
            dropped
        percentile: examples above this percentile of the score are the most biased; 0 for all
        criterion: the whole bias Abs; the bias to the side of the gender that a sentence states; or
            as many random examples
        copies: add copies of the examples instead of their swaps
        names: masculine and feminine given names that are swapped (default:
            config/wordlists/names.en.tsv)
        seed: seed of random examples and of the order
        output: .tsv or .parquet
        report: write the counts here
    """
    from cdaflow.bias.mitigation import adjust_file
    from cdaflow.bias.selection import stated_gender
    from cdaflow.io.files import write_json
    from cdaflow.rewriting.swapper import Swapper
    from cdaflow.wordlists.english_lists import read_names

    if copies and by == "subtract":
        raise ConfigError(
            "option.copies-with-subtract",
            "--copies cannot be used when examples are left out: nothing is added",
        )
    pronouns, nouns = lists.read_pronouns(), lists.read_nouns()
    swapper = Swapper(pronouns, nouns, names=read_names(wordlist(names, "names.en.tsv")))
    result = adjust_file(
        input,
        output,
        by,
        1 - percentile / 100,
        criterion=criterion,
        seed=seed,
        swap=lambda text: swapper.swap(text).text,
        stated=lambda text: stated_gender(text, pronouns, nouns),
        copies=copies,
    )
    if report:
        settings = {"by": by, "percentile": percentile, "criterion": criterion, "copies": copies}
        facts = {"metric": "bias_adjust", **result.to_json()}
        write_json(report, {**facts, "settings": {**settings, "seed": seed}})
    return (
        f"{output}: {result.examples:,} examples, {result.dropped:,} left out, {result.added:,} "
        f"{'copies' if copies else 'swaps'} added: {result.written:,}"
    )


def debias(
    vectors: _File,
    /,
    *,
    direction: Annotated[Path, Value(metavar="DIRECTION.npz", file="input")],
    words: _File | None = None,
    most_frequent: Positive | None = None,
    strength: Share = 1.0,
    pairs: _File | None = None,
    lists: Gendered = GenderedLists(),
    output: OutputPath,
) -> str:
    """Remove gender from word vectors (hard debiasing), completely or in part.

    All words except gendered ones lose their component along the gender direction; pairs such as
    she and he are made equally distant from all of them (Bolukbasi et al. 2016, section 6). Train
    an encoder on the result: cdaflow bias train-encoder --vectors.

    Args:
        vectors (FILE): word vectors: text or .npy with --words
        direction: their gender direction: cdaflow bias direction
        words: the words of an .npy file
        most_frequent: read only the first N word vectors
        strength: the share of the component along the direction that is removed; below 1, no pairs
            are equalised
        pairs: pairs of words to equalise, columns feminine and masculine (default:
            config/wordlists/gender_pairs.en.tsv)
        output (FILE): word2vec text; .gz compresses
    """
    from cdaflow.bias.gendered import read_gender_pairs
    from cdaflow.bias.hard_debias import debias_vectors
    from cdaflow.embeddings.direction import GenderDirection
    from cdaflow.embeddings.vectors import read_vectors, write_vectors

    gendered = lists.read()
    equalised = []
    if strength == 1:
        equalised = read_gender_pairs(wordlist(pairs, "gender_pairs.en.tsv"))
    elif pairs:
        raise ConfigError(
            "strength.below-1-with-equalising",
            "--pairs requires --strength 1: only then are pairs equalised",
        )
    read = read_vectors(vectors, words=words, limit=most_frequent)
    debiased, counts = debias_vectors(
        read, GenderDirection.load(direction), gendered, equalised, strength
    )
    write_vectors(output, debiased)
    return (
        f"{output}: {counts['neutralised']:,} words neutralised by {strength:g}, "
        f"{counts['gendered']:,} gendered words, {counts['equalised']:,} pairs equalised"
    )
