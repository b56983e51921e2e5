"""The networks of gender alternatives: the tagger of head words, the aligner of structures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.alternatives.structures import Alternatives, read_alternatives, write_alternatives
from cdaflow.alternatives.tagging.tags import (
    TaggedSentence,
    TrainingOptions,
    read_sources,
    write_tags,
)
from cdaflow.cli.options import EnglishLists
from cdaflow.errors import ConfigError
from cdaflow.option_types import (
    Device,
    Folder,
    OutputPath,
    Shard,
    Threads,
    UsageError,
    Value,
    exclusive,
)
from cdaflow.trees import read_conllu
from cdaflow.wordlists import wordlist

if TYPE_CHECKING:
    from cdaflow.alternatives.tagging.building import RuleTagger

AlternativesFiles = Annotated[Sequence[Path], Value(metavar="FILE.jsonl", file="input")]
TagFiles = Annotated[Sequence[Path], Value(metavar="TAGS.jsonl", file="input")]
NewFolder = Annotated[Path, Value(metavar="DIR", file="output")]


def train_tagger(
    *,
    train: TagFiles,
    dev: Annotated[Path, Value(metavar="TAGS.jsonl", file="input")],
    backend: Literal["lstm", "encoder"] = "lstm",
    encoder: Folder | None = None,
    training: TrainingOptions = TrainingOptions(),
    threads: Threads = 1,
    device: Device = "cpu",
    checkpoints: NewFolder | None = None,
    output_dir: NewFolder,
) -> str:
    """Train a tagger of head words: ambiguous, masculine, feminine, or none.

    Each English word gets a label at its first sub-word (Garg et al. 2024, section 5.1). The dev
    data choose the epoch, the temperature of the probabilities and the threshold of `ambiguous`.

    Args:
        train: sentences with their head words; several files are joined, and sentences that the
            dev data have are left out
        dev: held-out sentences
        backend: a bidirectional LSTM from scratch, or an encoder
        encoder: the folder of any encoder of Hugging Face: cdaflow alternatives fetch-encoder
        checkpoints: a folder for the tagger after each epoch
        output_dir: the tagger
    """
    _check_encoder(backend, encoder)
    import torch

    from cdaflow.alternatives.tagging.building import build_tagger

    torch.set_num_threads(threads)
    tagger = build_tagger(
        train, dev, output_dir, training, encoder=encoder, device=device, checkpoints=checkpoints
    )
    best = tagger.meta["best_epoch"]
    f1 = tagger.meta["epochs"][best - 1]["dev_f1"]
    found = tagger.calibration
    return (
        f"{output_dir}: epoch {best}, F1 of ambiguous on dev {f1:.1f}, temperature "
        f"{found.temperature:.2f}, threshold {found.threshold:.2f}"
    )


@exclusive("tagger", "trees", required=True)
def tag(
    file: Annotated[str | None, Value(metavar="FILE", file="input")] = None,
    /,
    *,
    tagger: Folder | None = None,
    trees: Annotated[Path | None, Value(metavar="CONLLU", file="input")] = None,
    lists: EnglishLists = EnglishLists(),
    shard: Shard | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    output: OutputPath,
) -> str:
    """Tag the head words of English sentences.

    By a trained tagger, or by rules over trees (word lists; no probabilities).

    Args:
        file: lines of text, or .jsonl objects with a source
        tagger: the folder of a tagger
        trees: trees of the sentences, in place of a file: tag by rules
        shard: with a file: the K-th of N parts of about equal size, for `cdaflow alternatives
            gather`
        output (TAGS.jsonl): one line a sentence (.gz: compressed)
    """
    if trees is not None:
        if file is not None or shard is not None:
            raise UsageError(
                "option.rules-with-file-or-shard",
                "the rules read --trees alone, without a FILE or --shard",
            )
        tagged = list(_rules(lists).tag_trees(read_conllu(trees)))
    elif file is None or tagger is None:
        raise UsageError("option.tagger-without-file", "a tagger reads a FILE of sentences")
    else:
        from cdaflow.alternatives.tagging.tagger import open_tagger

        sources = list(read_sources(file, shard))
        heads = open_tagger(tagger, threads=threads, device=device).tag(sources)
        tagged = [TaggedSentence(text, tuple(h)) for text, h in zip(sources, heads, strict=True)]
    write_tags(output, tagged)
    counts = [sum(head.label == label for one in tagged for head in one.heads) for label in _LABELS]
    listed = ", ".join(f"{n} {label}" for n, label in zip(counts, _LABELS, strict=True))
    return f"{output}: {len(tagged)} sentences, {listed}"


_LABELS = ("ambiguous", "masculine", "feminine")


def _rules(lists: EnglishLists) -> RuleTagger:
    from cdaflow.alternatives.tagging.building import RuleTagger
    from cdaflow.rewriting.english import English, read_english_persons

    persons = read_english_persons(wordlist(lists.persons, "persons.en.tsv"))
    return RuleTagger(
        English(lists.read_pronouns(), lists.read_nouns(), lists.read_professions(), persons)
    )


def train_aligner(
    *,
    train: AlternativesFiles,
    dev: AlternativesFiles,
    backend: Literal["lstm", "encoder"] = "lstm",
    encoder: Folder | None = None,
    training: TrainingOptions = TrainingOptions(),
    threads: Threads = 1,
    device: Device = "cpu",
    output_dir: NewFolder,
) -> str:
    """Train a model that aligns gender structures to the people of the source.

    It reads the source and the translation with a marker around one structure, and labels each
    word of the source (Garg et al. 2024, section 5.4). One model may serve several target
    languages. The dev data choose the epoch.

    Args:
        train: alternatives with their people; structures that the dev data have are left out
        dev: held-out alternatives
        backend: a bidirectional LSTM from scratch, or an encoder
        encoder: the folder of any encoder of Hugging Face, best one of several languages
        output_dir: the model
    """
    _check_encoder(backend, encoder)
    import torch

    from cdaflow.alternatives.aligning.aligner import build_aligner

    torch.set_num_threads(threads)
    model = build_aligner(train, dev, output_dir, training, encoder=encoder, device=device)
    best = model.meta["best_epoch"]
    accuracy = model.meta["epochs"][best - 1]["dev_accuracy"]
    count = model.meta["training"]["dev_structures"]
    return f"{output_dir}: epoch {best}, {accuracy:.1f} % of {count} structures of dev aligned"


def align(
    file: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    /,
    *,
    by: Literal["model", "position"] = "model",
    aligner: Folder | None = None,
    shard: Shard | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    output: OutputPath,
) -> str:
    """Align gender structures to the people of the source who are open.

    What `cdaflow alternatives rewrite` has aligned by its plan is aligned again. Of several open
    people a structure goes with the most probable one, and with all others of at least 50 per
    cent.

    Args:
        file: alternatives with their people
        by: model: a trained aligner; position: the person at the same relative position, as a
            control
        aligner: the folder of cdaflow alternatives train-aligner
        shard: align the K-th of N parts of about equal size, for `cdaflow alternatives gather`
        output (JSONL): the alternatives, one sentence a line (.gz: compressed)
    """
    if (by == "model") != (aligner is not None):
        raise UsageError(
            "option.aligner-goes-with-by-model", "--aligner goes with --by model, which needs it"
        )
    from cdaflow.alternatives.aligning.aligner import align_by_position, open_aligner

    items, before = tee(read_alternatives(file, shard))
    if aligner is None:
        aligned = align_by_position(items)
    else:
        aligned = open_aligner(aligner, threads=threads, device=device).align(items)
    counts = Counter[str]()

    def counted() -> Iterator[Alternatives]:
        for old, new in zip(before, aligned, strict=True):
            counts["structures"] += len(new.structures) if new.open else 0
            pairs = zip(old.structures, new.structures, strict=True)
            counts["others"] += sum(one.entities != other.entities for one, other in pairs)
            yield new

    written = write_alternatives(output, counted())
    return (
        f"{output}: {counts['structures']} structures of {written} sentences, "
        f"{counts['others']} aligned otherwise"
    )


def _check_encoder(backend: str, encoder: Path | None) -> None:
    if (backend == "encoder") != (encoder is not None):
        raise ConfigError(
            "option.encoder-goes-with-backend",
            "--backend encoder needs the folder of an encoder, and no other back end takes one",
            hint="give --backend encoder --encoder DIR, or neither",
        )
