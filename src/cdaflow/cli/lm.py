"""Language models, and what counterfactual text does to their gender stereotypes.

After Zmigrod et al. 2019, section 5.2: small models trained on a text and on the same text with
counterfactuals are compared by the phrases they prefer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_path, write_json
from cdaflow.io.repair import read_sentences
from cdaflow.languages import get
from cdaflow.option_types import (
    Device,
    Input,
    Language,
    Normalised,
    OutputPath,
    Positive,
    Seed,
    Threads,
    Value,
)
from cdaflow.wordlists.rows import read_person_rows

#: A system and its score files.
_System = Annotated[
    Sequence[str],
    Value(metavar="NAME=FILE", repeat=True, help="scores of a training of a system; repeat it"),
]


def phrases(
    *,
    lang: Language,
    word_list: Sequence[Path],
    adjectives: Path | None = None,
    text: Input | None = None,
    copies: Annotated[Sequence[Path], Value(metavar="FILE", file="input")] = (),
    occurrences: Positive = 1,
    output: OutputPath,
) -> str:
    """Write the phrases that stereotyping and grammaticality are measured on.

    Sixteen for each noun: with four adjectives, in both genders, right and with the noun in the
    wrong gender. Nouns with one form for both genders, of a fixed gender or of several words are
    left out.

    Args:
        word_list (TSV): lists of persons, such as config/wordlists/professions.es.tsv
        adjectives (TSV): columns language, english, masculine, feminine, position (before or after
            the noun); default: good, bad, smart and beautiful, as in the paper
        text (FILE): the original text; nouns and adjectives that it lacks are left out, and so are
            nouns and adjectives with a form that occurs neither in the text nor in its copies,
            since models cannot know them
        copies: copies of the text on which models are trained, too
        occurrences: with --text, how often a noun or adjective must occur in the text, in either
            form
        output (TSV): a row a noun and adjective
    """
    from cdaflow.lm import phrases as phrasing

    pairs, reasons = phrasing.noun_pairs(
        row for path in word_list for row in read_person_rows(path)
    )
    if not pairs:
        raise InputError(
            "word-list.no-noun-with-two-forms",
            "no noun of the lists has two forms",
            hint="give lists of persons",
        )
    table = phrasing.read_adjectives(lang, adjectives or phrasing.ADJECTIVES)
    absent: list[str] = []
    if copies and text is None:
        raise ConfigError(
            "option.copies-without-text",
            "--copies requires --text, the text of which they are copies",
            hint="give --text FILE",
        )
    if text is not None:
        added = (line for path in copies for line in read_sentences(path))
        said = [(phrase.masculine, phrase.feminine) for phrase in table]
        unknown = phrasing.unmeasurable(
            lang, read_sentences(text), added, [*pairs, *said], occurrences
        )
        reasons.update(unknown[pair] for pair in pairs if pair in unknown)
        absent = [
            phrase.english for phrase, pair in zip(table, said, strict=True) if pair in unknown
        ]
        pairs = [pair for pair in pairs if pair not in unknown]
        table = [phrase for phrase in table if phrase.english not in absent]
        if not pairs:
            raise InputError(
                "word-list.no-noun-in-text",
                f"no noun of the lists occurs {occurrences} times in the text",
                file=text,
            )
        if not table:
            raise InputError(
                "adjectives.none-in-text",
                f"no adjective occurs in the text: {', '.join(absent)}", file=text,
                hint="give adjectives that occur in it: --adjectives TABLE",
            )  # fmt: skip
    count = phrasing.write_phrases(output, phrasing.build_phrases(lang, pairs, table))
    left_out = [f"{number} {reason}" for reason, number in sorted(reasons.items())]
    left_out += [f"the adjective {name}" for name in absent]
    return f"{len(pairs)} nouns, {count} rows; left out: {', '.join(left_out) or 'none'}"


def pieces(texts: Sequence[Path], *, size: Positive = 4000, output: OutputPath) -> str:
    """Learn the pieces of words of a text (byte pair encoding).

    Models of the original text and of the same text with counterfactuals are compared with one
    vocabulary, that of the original.

    Args:
        texts (FILE): text, one sentence a line (.gz, .xz, .bz2 and .zst are decompressed)
        size: maximum number of pieces
        output (FILE): SentencePiece model
    """
    from cdaflow.lm.pieces import Pieces

    subwords = Pieces.train((line for path in texts for line in read_sentences(path) if line), size)
    with atomic_path(output) as temporary:
        temporary.write_bytes(subwords.serialised)
    return f"{output}: {len(subwords)} pieces"


def train(
    texts: Sequence[Path],
    *,
    lang: Language,
    pieces: Path | None = None,
    recipe: str = "full",
    updates: Positive | None = None,
    seed: Seed = 1,
    threads: Threads = 1,
    device: Device = "cpu",
    work_file: Path | None = None,
    output: OutputPath,
) -> str:
    """Train a language model: an LSTM over pieces of words.

    It is trained for as many updates whatever the size of the text, so that a text with
    counterfactuals is not learned for longer. If it is interrupted, the same command resumes from
    the last interval.

    Args:
        texts (FILE): text, one sentence a line (.gz, .xz, .bz2 and .zst are decompressed)
        pieces (FILE): vocabulary of `cdaflow lm pieces` (default: learned from the text)
        recipe: full; tiny: for the embedded corpus; large: for a GPU
        updates: number of updates (default: the recipe's)
        work_file: state of an unfinished training (default: OUTPUT.work; deleted at the end)
        output (MODEL.npz): the model
    """
    from cdaflow.io.model_file import read_bytes

    get(lang)

    import torch

    from cdaflow.lm import training
    from cdaflow.lm.pieces import Pieces

    torch.set_num_threads(threads)
    settings = training.recipe(recipe, updates=updates, seed=seed)
    sentences = [line for path in texts for line in read_sentences(path) if line]
    work = work_file or output.with_name(output.name + ".work")
    model = training.train(
        sentences,
        language=lang,
        pieces=None if pieces is None else Pieces.read(read_bytes(pieces), pieces),
        settings=settings,
        state=work,
        device=device,
    )
    model.save(output)
    work.unlink(missing_ok=True)
    return (
        f"{output}: {model.facts['sentences']} sentences, {len(model.pieces)} pieces, "
        f"{min(model.facts['nats_per_piece']):.3f} nats a piece"
    )


def score(
    *,
    model: Path,
    phrases: Path,
    minimal_pairs: Path | None = None,
    system: Normalised = "",
    threads: Threads = 1,
    output: OutputPath,
) -> str:
    """Score phrases and minimal pairs with a language model.

    Args:
        model (MODEL.npz): model of `cdaflow lm train`
        phrases (TSV): phrases of `cdaflow lm phrases`
        minimal_pairs (TSV): columns right and wrong: sentences of which a model should prefer the
            first
        system (NAME): name of the system, kept in the scores
        output (JSON): natural log prefix probabilities, for `cdaflow lm compare`
    """
    import torch

    from cdaflow.lm import scores
    from cdaflow.lm.measures import score_nouns
    from cdaflow.lm.model import load_language_model
    from cdaflow.lm.phrases import read_phrases

    torch.set_num_threads(threads)
    loaded = load_language_model(model)
    rows = read_phrases(phrases)
    pairs = [] if minimal_pairs is None else scores.read_minimal_pairs(minimal_pairs)
    content = scores.score_file(loaded, rows, pairs, {"system": system})
    write_json(output, content)
    nouns = score_nouns(
        ((row["noun"], row["noun_feminine"]), row["log_p"]) for row in content["phrases"]
    )
    mean = sum(abs(noun.stereotyping) for noun in nouns) / len(nouns)
    return f"{len(nouns)} nouns: mean absolute stereotyping {mean:.2f}"


def compare(
    *,
    systems: _System,
    base: Normalised = "original",
    lang: Language | None = None,
    text: Input | None = None,
    seed: Seed = 1,
    output: OutputPath,
) -> str:
    """Compare the stereotyping and grammaticality of language models.

    Means over nouns and trainings with 95 % intervals over both; by which factor each system is
    less stereotyped than the base; the mean over trainings of each noun.

    Args:
        base (NAME): system with which all other systems are compared
        text (FILE): the original text, in which the forms of each noun are counted (with --lang)
        output (JSON): the comparison, for `cdaflow tables lm`
    """
    from cdaflow.lm import scores
    from cdaflow.lm.phrases import count_forms

    files: dict[str, list[str]] = {}
    for argument in systems:
        name, equals, path = argument.partition("=")
        if not (name and equals and path):
            raise ConfigError(
                "option.systems-malformed", f"--systems: expected NAME=FILE, found {argument!r}"
            )
        files.setdefault(name, []).append(path)
    if (text is None) != (lang is None):
        raise ConfigError("option.text-goes-with-lang", "--text and --lang require each other")
    read = {name: scores.read_system(name, paths) for name, paths in files.items()}
    nouns = next(iter(read.values()))[1]
    counts, metadata = {}, {}
    if text is not None and lang is not None:
        metadata["language"] = lang
        counts = count_forms(lang, read_sentences(text), nouns)
    compared = [system for system, _ in read.values()]
    result = {**metadata, **scores.compare_systems(compared, nouns, base, counts, seed)}
    write_json(output, result)
    means = ", ".join(
        f"{system['name']} {system['stereotyping']['value']:.2f} / "
        f"{system['grammaticality']['value']:.2f}"
        for system in result["systems"]
    )
    return f"stereotyping / grammaticality: {means}"
