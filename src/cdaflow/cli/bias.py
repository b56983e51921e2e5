"""Bias of sentence encoders: score, association tests, less bias (Dolci et al. 2023)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.bias.gendered import read_gender_pairs
from cdaflow.cli.encoders import (
    EncoderOptions,
    Gendered,
    GenderedLists,
    SystemLabel,
    TrainingLabel,
    encoder_facts,
    open_scorer,
)
from cdaflow.cli.options import EnglishLists
from cdaflow.errors import ConfigError
from cdaflow.io.files import write_json
from cdaflow.io.released import digests, fetch_release
from cdaflow.option_types import (
    Input,
    OutputPath,
    Positive,
    ReportFile,
    Seed,
    Value,
    Without,
)
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.wordlists import wordlist

if TYPE_CHECKING:
    from cdaflow.embeddings.direction import GenderDirection

_File = Annotated[Path, Value(metavar="FILE", file="input")]
_Direction = Annotated[
    Path,
    Value(metavar="DIRECTION.npz", file="input", help="the gender direction of the encoder"),
]
_Npz = Annotated[OutputPath, Value(metavar="DIRECTION.npz", file="output")]
_SwapLists = Annotated[EnglishLists, Without("professions", "persons")]
_Neutralise = Annotated[
    Literal["none", "someone", "mask"],
    Value(
        help="score sentences whose gendered persons are replaced by 'someone', or by the mask of "
        "the encoder: contextual encoders need it"
    ),
]
_SkipClosed = Annotated[
    bool, Value(help="function words, numbers and punctuation count as unbiased, too")
]


def direction(
    *,
    encoder: EncoderOptions,
    pairs: _File | None = None,
    pair_set: Literal["10", "50"] = "10",
    sentences: Annotated[str | None, Value(metavar="FILE", file="input")] = None,
    column: str | None = None,
    size: Positive = 300,
    repeats: Positive = 100,
    lists: _SwapLists = EnglishLists(),
    seed: Seed = 1,
    output: _Npz,
) -> str:
    """Find the gender direction of an encoder, from pairs of words or from swapped sentences.

    Word vectors, and encoders that compute their states from such, take pairs of words. Contextual
    encoders take sentences with gendered words, which are compared with themselves in the other
    gender. (Dolci et al. 2023, sections 3.2 and 6)

    Args:
        pairs: pairs of words, columns feminine, masculine and set (default:
            config/wordlists/gender_pairs.en.tsv)
        pair_set: the 10 pairs of the paper, or all 50
        sentences: English text in place of pairs: lines, or a table (see --column)
        column: the column of the English text
        size: sentences with gendered words of one gender, sampled at random
        repeats: number of random halvings of the sentences, whose directions are compared
        seed: seed of the sampling
        output: the direction
    """
    from cdaflow.bias import directions

    opened = encoder.open()
    if sentences is not None and pairs is not None:
        raise ConfigError(
            "direction.pairs-and-sentences",
            "the gender direction is computed from pairs of words or from sentences, not from both",
        )
    if sentences is None:
        read = read_gender_pairs(wordlist(pairs, "gender_pairs.en.tsv"), int(pair_set))
        gender_direction = directions.direction_of_pairs(opened, read)
    else:
        swapped = directions.swapped_sentences(
            _sentences(sentences, column), _swapper(lists), size, seed
        )
        gender_direction = directions.direction_of_sentences(
            opened, swapped, repeats=repeats, seed=seed
        )
    gender_direction.save(output)
    return f"{output}: {_direction_line(gender_direction)}"


def _sentences(path: str, column: str | None) -> list[str]:
    from cdaflow.bias.examples import read_texts

    return list(read_texts(path, column))


def _swapper(lists: EnglishLists) -> Any:
    from cdaflow.rewriting.swapper import Swapper

    # Without names: which of them are feminine no list says.
    return Swapper(lists.read_pronouns(), lists.read_nouns())


def _direction_line(gender_direction: GenderDirection) -> str:
    metadata = gender_direction.metadata
    share = f"the first component explains {100 * gender_direction.explained[0]:.1f} %"
    if metadata["from"] == "sentences":
        return (
            f"{metadata['sentences']} sentences, {share}, cosine of repeats "
            f"{metadata['agreement']['mean']:.3f}"
        )
    absent = f" (no vectors: {', '.join(metadata['absent'])})" if metadata["absent"] else ""
    return f"{metadata['pairs']} pairs{absent}, {share}"


def score(
    input: Input,
    /,
    *,
    encoder: EncoderOptions,
    direction: _Direction,
    column: str | None = None,
    neutralise: _Neutralise = "none",
    skip_closed: _SkipClosed = False,
    min_count: Positive = 1,
    lists: Gendered = GenderedLists(),
    output: Annotated[str, Value(metavar="FILE", file="output")],
    by_word: Annotated[str | None, Value(metavar="WORDS.tsv", file="output")] = None,
    report: ReportFile | None = None,
) -> str:
    """Score the gender bias of sentences as an encoder represents them.

    Adds the columns bias_f (to the feminine side), bias_m (to the masculine side, negative),
    bias_abs and top_words. (Dolci et al. 2023, equations 1 to 3)

    Args:
        input (FILE): English lines, a table with a column source, text or sentence (.tsv,
            .parquet), or inference data (premise and hypothesis; SNLI's .jsonl): of two sentences
            the larger Abs counts
        column: the column of the English text
        min_count: words that occur less often in the file count as unbiased: misspellings have the
            largest cosines
        output: the same rows with their scores (.tsv or .parquet)
        by_word: also a row for each word: importance, cosine, bias, and why it has none
        report: also totals: means, percentiles of Abs, and the mean cosine of function words
    """
    from cdaflow.bias.examples import score_examples
    from cdaflow.bias.neutral import check_neutralise

    gendered = lists.read()
    scorer = open_scorer(encoder, direction, gendered, skip_closed=skip_closed)
    check_neutralise(scorer.encoder, neutralise)
    totals = score_examples(
        input, output, scorer, gendered, column=column, by=neutralise, min_count=min_count,
        words=by_word,
    ).to_json()  # fmt: skip
    if report:
        settings = {"neutralise": neutralise, "skip_closed": skip_closed, "min_count": min_count}
        write_json(
            report,
            {"metric": "bias_score", **encoder_facts(scorer.encoder), **totals,
             "settings": settings},
        )  # fmt: skip
    means = totals["means"]
    if means["f"] is None:
        return f"{output}: no sentences"
    return (
        f"{output}: {totals['sentences']:,} sentences, mean F {means['f']:.4f}, "
        f"M {means['m']:.4f}, Abs {means['abs']:.4f}"
    )


def explain(
    texts: Annotated[Sequence[str], Value(metavar="TEXT")],
    /,
    *,
    encoder: EncoderOptions,
    direction: _Direction,
    neutralise: _Neutralise = "none",
    skip_closed: _SkipClosed = False,
    lists: Gendered = GenderedLists(),
    output: Annotated[OutputPath, Value(metavar="FIGURE.svg", file="output")],
) -> str:
    """Draw which words give a sentence its bias: importance and cosine of each.

    Args:
        texts: sentences, each in quotes
        output: a strip for each sentence: the height of a bar is the importance of a word, the
            colour its side, gendered words are hatched (.svg, .png, .pdf)
    """
    from cdaflow.bias.neutral import check_neutralise, neutralised
    from cdaflow.tables.bias_figures import importance_figure

    gendered = lists.read()
    scorer = open_scorer(encoder, direction, gendered, skip_closed=skip_closed)
    opened = scorer.encoder
    check_neutralise(opened, neutralise)
    words = [neutralised(opened.split(text), gendered, neutralise, opened.mask) for text in texts]
    scores = list(scorer.score(words))
    importance_figure(scores, opened.name, output)
    return "\n".join(
        f"{' '.join(text.words)}\n  F {text.f:.4f}  M {text.m:.4f}  Abs {text.absolute:.4f}  "
        f"{text.top()}".rstrip()
        for text in scores
    )


def validity(
    *,
    encoder: EncoderOptions,
    direction: _Direction,
    shares: _File | None = None,
    skip_closed: _SkipClosed = False,
    lists: Gendered = GenderedLists(),
    resamples: Annotated[
        int, Value(metavar="N", least=1, option="bootstrap", former="resamples")
    ] = RESAMPLES,
    system: SystemLabel = "",
    training: TrainingLabel = 0,
    seed: Seed = SEED,
    output: OutputPath,
) -> str:
    """Compare the score of professions with the share of women in them, by rank correlation.

    In sentences without explicit gender, with feminine, with masculine and with mixed pronouns;
    as they are, and neutralised.

    Args:
        shares: columns profession and feminine_share (0 to 1), or occupation and a column whose
            name ends in pct_female (default: config/wordlists/stereotypes.tsv)
        resamples: bootstrap resamples of the professions
        seed: seed of the resamples
        output (JSON): Spearman's rank correlations with 95 % intervals, and the scores
    """
    from cdaflow.bias import validity as measure

    gendered = lists.read()
    scorer = open_scorer(encoder, direction, gendered, skip_closed=skip_closed)
    read = measure.read_shares(wordlist(shares, "stereotypes.tsv"))
    statistics = measure.validity(scorer, gendered, read, samples=resamples, seed=seed)
    labels = {"system": system, "training": training}
    write_json(
        output,
        {"metric": "bias_validity", **labels, **encoder_facts(scorer.encoder),
         "skip_closed": skip_closed, "shares": dict(read), **statistics},
    )  # fmt: skip
    said = (
        f"{context} {by} {_number(value['value'])}"
        for context, ways in statistics["spearman"].items()
        for by, value in ways.items()
    )
    return f"{len(read)} professions, Spearman: {', '.join(said)}"


def fetch_seat(
    *, tests: Sequence[str] = (), output: Annotated[Path, Value(metavar="DIR")] = Path("data/seat")
) -> None:
    """Get the association tests of SEAT from the repository of their authors.

    Fetch tests of May et al. (2019; CC BY-NC 4.0) over HTTPS from github.com/W4ngatang/sent-bias at
    one commit, each checked by its SHA-256.

    Args:
        tests (NAME): tests to fetch, such as sent-weat6 (default: all)
        output: the folder
    """
    names = [f"{name.removesuffix('.jsonl')}.jsonl" for name in tests]
    fetch_release("seat", names or digests("seat"), output)


def seat(
    *,
    encoder: EncoderOptions,
    tests: Annotated[Sequence[Path], Value(metavar="TEST.jsonl", file="input")] = (),
    shares: _File | None = None,
    professions: Annotated[int, Value(metavar="N", least=0)] = 15,
    partitions: Positive = 100_000,
    system: SystemLabel = "",
    training: TrainingLabel = 0,
    seed: Seed = SEED,
    output: OutputPath,
) -> str:
    """Test which words an encoder associates with women and men (SEAT, May et al. 2019).

    Effect size d and p-value of each test; means over C6 to C8b (gender: nearer to 0 is better)
    and over C1 and C2 (which should stay).

    Args:
        tests: tests of sent-bias, such as sent-weat6.jsonl: JSON with targ1, targ2, attr1, attr2
        shares: professions of an additional test: the ones with most women against the ones with
            most men, and she against he (default: config/wordlists/stereotypes.tsv)
        professions: number of these professions on each side; 0 for no such test
        partitions: maximum number of partitions of the targets from which the p-value is computed
        seed: seed of random partitions
        output (JSON): d, p and the association of each target
    """
    from cdaflow.bias.association import profession_test, read_association_test, run_tests
    from cdaflow.bias.validity import read_shares

    listed = [read_association_test(path) for path in tests]
    if professions:
        read = read_shares(wordlist(shares, "stereotypes.tsv"))
        listed.append(profession_test(read, professions))
    if not listed:
        raise ConfigError(
            "association-test.missing",
            "no association test is given",
            hint="give --tests FILE, or --professions 15",
        )
    opened = encoder.open()
    results = run_tests(opened, listed, samples=partitions, seed=seed)
    labels = {"system": system, "training": training}
    write_json(output, {"metric": "seat", **labels, **encoder_facts(opened), **results})
    sizes = ", ".join(
        f"{name} {_number(test['effect_size'])}" for name, test in results["tests"].items()
    )
    mostly_unknown = [name for name, test in results["tests"].items() if _is_mostly_unknown(test)]
    if mostly_unknown:
        sizes += (
            "\nmost examples have words that the encoder does not know, so these say little: "
            + ", ".join(mostly_unknown)
        )
    return f"d: {sizes}"


def _is_mostly_unknown(test: Mapping[str, Any]) -> bool:
    """Return whether a set of a test has unknown words in more than half of its examples."""
    return any(
        2 * (concept["with_unknown_words"] + len(concept["left_out"]))
        > concept["examples"] + len(concept["left_out"])
        for concept in test["concepts"]
    )


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
