"""Training a spaCy pipeline and its table of multiword tokens from treebanks."""

from __future__ import annotations

import importlib.metadata
import math
import os
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.progress import progress, say
from cdaflow.trees.job import Job, Machine, working_folder
from cdaflow.trees.models import unmark, write_description
from cdaflow.trees.sentence import Sentence
from cdaflow.trees.spacy.documents import doc_of, example, tokens_of
from cdaflow.trees.spacy.multiwords import (
    MultiwordTable,
    gather_multiwords,
    score_multiwords,
    write_multiwords,
)
from cdaflow.trees.spacy.pipeline import build_pipeline
from cdaflow.trees.spacy.settings import Settings, check_settings
from cdaflow.trees.spacy.tokeniser import fit_tokenizer
from cdaflow.trees.treebanks import Corpus, read_corpus

#: What is scored on the validation trees; the state with the best mean is kept.
_METRICS = ("upos", "feats", "lemma", "las")

#: Below this recall (%) the table of multiword tokens is said to be poor.
_WANTED_RECALL = 85.0


def train(
    job: Job, machine: Machine, output: str | os.PathLike[str], work: str | os.PathLike[str]
) -> dict[str, Any]:
    """Train a pipeline and gather its table; return the content of annotator.json.

    `output` becomes a model folder (`spacy/`, multiwords.tsv, annotator.json) when all has ended
    well; the best state so far is in `work`. A training that was stopped begins anew. spaCy
    computes on one thread, whatever the machine has.

    Raises ConfigError for a wrong recipe, word vectors, a GPU or where spaCy is absent,
    InputError for faulty trees.
    """
    settings = check_settings(job.recipe.sections, job.recipe.file)
    if job.vectors is not None:
        raise ConfigError("the recipes of spaCy take no word vectors", file=job.recipe.file,
                          hint="leave --vectors away")  # fmt: skip
    if machine.device != "cpu":
        raise ConfigError("spaCy is trained on the CPU", file=job.recipe.file,
                          hint="leave --device away")  # fmt: skip
    nlp = build_pipeline(job.language, settings["network"])
    folder, target = Path(work), Path(output)
    with working_folder(folder, target):
        say("reading the treebanks")
        data = settings["data"]
        corpus = read_corpus(
            job.train, job.dev, held_out=data["dev_sentences"], unify=data["harmonise"]
        )
        multiwords = gather_multiwords(corpus.train)
        tokens = fit_tokenizer(nlp, corpus.train)
        say(f"surface words of the treebank: F1 {tokens['before']}, fitted {tokens['after']}")
        splits = _splits(multiwords, corpus.dev)
        scores = _train(nlp, corpus, settings, job.seed, folder / "spacy")
        unmark(target)
        shutil.rmtree(target / "spacy", ignore_errors=True)
        shutil.copytree(folder / "spacy", target / "spacy")
        write_multiwords(target / "multiwords.tsv", multiwords)
        return write_description(
            target,
            {
                **job.described(),
                "settings": {name: dict(section) for name, section in settings.items()},
                "versions": {"spacy": importlib.metadata.version("spacy")},
                "scores": {"dev": scores, "multiwords": splits, "tokens": tokens},
            },
        )


def _splits(table: MultiwordTable, dev: Sequence[Sentence]) -> dict[str, float]:
    """Return how well the table splits the validation trees; say so where it does badly."""
    scores = score_multiwords(table, dev)
    if scores["recall"] < _WANTED_RECALL:
        say(
            f"warning: the table splits only {scores['recall']} % of the multiword tokens of the "
            "validation trees; where a language writes words together freely (Hebrew), Stanza "
            "does better"
        )
    return scores


def _train(
    nlp: Any, corpus: Corpus, settings: Settings, seed: int, folder: Path
) -> dict[str, float]:
    """Train and write the best state to `folder`; return its scores (%) on the dev trees."""
    from thinc.api import Adam, fix_random_seed

    plan = settings["training"]
    longest = settings["data"]["max_words"]
    examples = [example(nlp, tree) for tree in corpus.train if len(tree.tokens) <= longest]
    if not examples:
        raise ConfigError("no sentence of the treebank is as short as `max_words` of `data`")
    fix_random_seed(seed)
    optimizer: Any = Adam(
        learn_rate=plan["learn_rate"], L2=0.01, L2_is_weight_decay=True, grad_clip=1.0,
        use_averages=True,
    )  # fmt: skip
    nlp.initialize(lambda: examples, sgd=optimizer)
    batches = _batches(examples, plan["batch_words"], random.Random(seed))
    best: dict[str, float] = {}
    for step in progress(range(1, plan["steps"] + 1), "spacy", total=plan["steps"], unit="step"):
        optimizer.learn_rate = _rate(plan, step)
        nlp.update(next(batches), sgd=optimizer, drop=plan["dropout"])
        if step % plan["eval_steps"] == 0 or step == plan["steps"]:
            with nlp.use_params(optimizer.averages):
                scores = _score(nlp, corpus.dev)
                say(f"step {step}: " + ", ".join(f"{k} {v:.2f}" for k, v in scores.items()))
                if not best or sum(scores.values()) > sum(best.values()):
                    best = scores
                    shutil.rmtree(folder, ignore_errors=True)
                    nlp.to_disk(folder)
    return {name: round(value, 2) for name, value in best.items()}


def _rate(plan: Mapping[str, Any], step: int) -> float:
    """Return the learning rate of a step: it grows during the warm-up, then sinks to a tenth."""
    peak, warmup = float(plan["learn_rate"]), int(plan["warmup_steps"])
    if step <= warmup:
        return peak * step / warmup
    part = (step - warmup) / max(1, plan["steps"] - warmup)
    return peak * (0.1 + 0.45 * (1 + math.cos(math.pi * part)))


def _batches(examples: list[Any], size: int, rng: random.Random) -> Iterator[list[Any]]:
    """Yield batches of about `size` words for ever, the examples in a new order each time."""
    batch: list[Any] = []
    words = 0
    while True:
        order = list(range(len(examples)))
        rng.shuffle(order)
        for index in order:
            batch.append(examples[index])
            words += len(examples[index].reference)
            if words >= size:
                yield batch
                batch, words = [], 0


def _score(nlp: Any, trees: Sequence[Sentence]) -> dict[str, float]:
    """Return the accuracy (%) of UPOS, FEATS, lemmas and labelled heads on given words."""
    right = dict.fromkeys(_METRICS, 0)
    total = 0
    docs = nlp.pipe(doc_of(nlp, tree) for tree in trees)
    for doc, tree in zip(docs, trees, strict=True):
        for mine, gold in zip(tokens_of(doc), tree.tokens, strict=True):
            total += 1
            right["upos"] += mine.upos == gold.upos
            right["feats"] += dict(mine.feats) == dict(gold.feats)
            right["lemma"] += mine.lemma == gold.lemma
            right["las"] += (mine.head, mine.deprel) == (gold.head, gold.deprel)
    return {name: 100 * count / max(1, total) for name, count in right.items()}
