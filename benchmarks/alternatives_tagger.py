"""The head-word taggers of docs/alternatives.md, from the released files to the table.

    python benchmarks/alternatives_tagger.py STAGE --work DIR [--data DIR] [--encoder DIR]
        [--seed 1]

Stages, in this order, each with its files in --work:

data      G-Tag of all languages in --data joined; by the hash of their text 18 of 20 parts of the
          sentences are to learn from (train.jsonl), one is to choose on (dev.jsonl), one is left
          aside (heldout.jsonl). Of the annotated German test files the gold heads (test.jsonl).
train     the tagger minilm with --encoder, else lstm
held-out  scores of the taggers that are there on heldout.jsonl
test      scores on test.jsonl: once, when everything is frozen
table     all scores as table, and the figure of the calibration

No choice hangs on heldout.jsonl or test.jsonl.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch

from cdaflow.alternatives.annotated import read_raw
from cdaflow.alternatives.released import Quirks, read_gtag
from cdaflow.alternatives.tagging.building import build_tagger
from cdaflow.alternatives.tagging.data import part_of
from cdaflow.alternatives.tagging.report import evaluate_tagger
from cdaflow.alternatives.tagging.tags import TaggedSentence, TrainingOptions, write_tags
from cdaflow.progress import say
from cdaflow.tables.render import write_table
from cdaflow.tables.tagger import TAGGERS, calibration_figure

LANGUAGES = ("de", "es", "fr", "it", "pt", "ru")

#: Parts into which the sentences of G-Tag fall; the first is dev, the second held out.
PARTS = 20

#: Epochs by back end; all else is the default.
EPOCHS = {"lstm": 8, "minilm": 5}


def write_data(work: Path, data: Path) -> None:
    """Write the sentences of G-Tag in three parts, and those of the German test."""
    quirks = Quirks()
    joined: dict[str, TaggedSentence] = {}
    for language in LANGUAGES:
        path = data / "train" / f"gtag.en-{language}.tsv.gz"
        for text, heads in read_gtag(path, quirks) if path.exists() else ():
            joined.setdefault(text, TaggedSentence(text, heads))
    parts: dict[str, list[TaggedSentence]] = {"dev": [], "heldout": [], "train": []}
    for sentence in joined.values():
        parts[{0: "dev", 1: "heldout"}.get(part_of(sentence.source, PARTS), "train")].append(
            sentence
        )
    tested: dict[str, TaggedSentence] = {}
    for name in ("gate.en-de", "geneval.en-de"):
        for each in read_raw(data / "test" / "raw" / f"{name}.tsv.gz", quirks):
            if each.entities is not None:
                heads = tuple(sorted(each.entities, key=lambda head: (head.start, head.end)))
                tested.setdefault(each.source, TaggedSentence(each.source, heads))
    parts["test"] = list(tested.values())
    say(f"sentences of the test in G-Tag: {len(tested.keys() & joined.keys())}")
    for name, sentences in parts.items():
        say(f"{name}: {write_tags(work / f'{name}.jsonl', sentences)} sentences")


def train(work: Path, encoder: Path | None, seed: int) -> None:
    """Train a tagger."""
    name = "minilm" if encoder else "lstm"
    options = TrainingOptions(epochs=EPOCHS[name], seed=seed)
    start = time.process_time()
    build_tagger(
        [work / "train.jsonl"], work / "dev.jsonl", work / f"{name}-seed{seed}", options,
        encoder=encoder, checkpoints=work / f"{name}-seed{seed}.epochs",
    )  # fmt: skip
    say(f"{name}: {(time.process_time() - start) / 60:.1f} CPU minutes")


def score(work: Path, gold: str, testset: str) -> None:
    """Score all taggers on a file of gold heads."""
    for folder in sorted(path.parent for path in work.glob("*-seed*/tagger.json")):
        output = str(work / f"{testset}.{folder.name}.json")
        summary = evaluate_tagger(
            gold=work / gold, tagger=folder, name=folder.name, testset=testset, output=output
        )
        say(f"{testset}, {folder.name}: {summary}")


def main() -> None:
    """Run a stage."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("stage", choices=("data", "train", "held-out", "test", "table"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path("data/gtag-gtrans"))
    parser.add_argument("--encoder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    work = options.work
    if options.stage == "data":
        write_data(work, options.data)
    elif options.stage == "train":
        train(work, options.encoder, options.seed)
    elif options.stage == "held-out":
        score(work, "heldout.jsonl", "G-Tag-held-out")
    elif options.stage == "test":
        score(work, "test.jsonl", "German-test")
    else:
        scores = sorted(work.glob("*.json"))
        table = TAGGERS.of(scores)
        write_table(table, work / "tagger.csv", work / "tagger.md")
        calibration_figure(scores, work / "calibration.svg")


if __name__ == "__main__":
    main()
