"""Training a spaCy pipeline and its table of multiword tokens from treebanks."""

from __future__ import annotations

import importlib.metadata
import json
import math
import os
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cdaflow import __version__
from cdaflow.errors import ConfigError
from cdaflow.files import atomic_text, digest
from cdaflow.progress import progress, say
from cdaflow.trees.fields import pack
from cdaflow.trees.multiwords import (
    MultiwordTable,
    gather_multiwords,
    score_multiwords,
    write_multiwords,
)
from cdaflow.trees.sentence import MultiwordToken, Sentence
from cdaflow.trees.spacy_pipeline import Settings, build_pipeline, check_settings
from cdaflow.trees.spacy_words import fit_tokenizer
from cdaflow.trees.training_data import read_corpus

FORMAT = 1

#: What is scored on the validation trees; the state with the best mean is kept.
_METRICS = ("upos", "feats", "lemma", "las")


#: Below this recall (%) the table of multiword tokens is said to be poor.
_WANTED_RECALL = 85.0


def train_spacy(
    train: Sequence[Path],
    dev: Path | None,
    folder: str | os.PathLike[str],
    *,
    language: str,
    recipe: Mapping[str, Any],
    recipe_name: str = "spacy",
    recipe_file: str | os.PathLike[str] | None = None,
    seed: int = 1,
    threads: int = 1,
) -> dict[str, Any]:
    """Train from CoNLL-U treebanks; return the content of annotator.json.

    `train`: where the usage of the treebanks differs the first one's stands. `dev`: the trees
    that choose the best state (None: some of the first treebank are held out). `recipe`: the
    sections of config/recipes/trees/spacy.yaml. `folder` becomes a model folder (`spacy/`,
    multiwords.tsv, annotator.json) when all has ended well. spaCy computes on one thread
    whatever `threads` says.

    Raises ConfigError for a wrong recipe or where spaCy is absent, InputError for faulty trees.
    """
    settings = check_settings(recipe, recipe_file)
    if threads < 1:
        raise ConfigError(f"at least one thread is wanted, not {threads}")
    nlp = build_pipeline(language, settings["network"])
    say("reading the treebanks")
    data = settings["data"]
    corpus = read_corpus(
        list(train), dev, held_out=max(1, data["dev_sentences"]), unify=data["harmonise"]
    )
    multiwords = gather_multiwords(corpus.train)
    tokens = fit_tokenizer(nlp, corpus.train)
    say(f"surface words of the treebank: F1 {tokens['before']}, after fitting {tokens['after']}")
    splits = _splits(multiwords, corpus.dev)
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    partial = target / ".spacy.partial"
    shutil.rmtree(partial, ignore_errors=True)  # of a training that was killed
    try:
        scores = _train(nlp, corpus.train, corpus.dev, settings, seed, partial)
        content = {
            "format": FORMAT,
            "backend": "spacy",
            "language": language,
            "recipe": recipe_name,
            "settings": {name: dict(section) for name, section in settings.items()},
            "seed": seed,
            "treebanks": {"train": _digests(train), "dev": _digests([dev] if dev else [])},
            "versions": {"cdaflow": __version__, "spacy": importlib.metadata.version("spacy")},
            "scores": {"dev": scores, "multiwords": splits, "tokens": tokens},
        }
        (target / "annotator.json").unlink(missing_ok=True)
        shutil.rmtree(target / "spacy", ignore_errors=True)
        os.replace(partial, target / "spacy")
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    write_multiwords(target / "multiwords.tsv", multiwords)
    with atomic_text(target / "annotator.json") as handle:
        json.dump(content, handle, indent=2, sort_keys=True, ensure_ascii=False)
        handle.write("\n")
    return content


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
    nlp: Any,
    train: Sequence[Sentence],
    dev: Sequence[Sentence],
    settings: Settings,
    seed: int,
    folder: Path,
) -> dict[str, float]:
    """Train and write the best state to `folder`; return its scores (%) on `dev`."""
    from thinc.api import Adam, fix_random_seed

    plan = settings["training"]
    examples = [
        example(nlp, tree) for tree in train if len(tree.tokens) <= settings["data"]["max_words"]
    ]
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
                scores = score(nlp, dev)
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


def make_doc(nlp: Any, words: Sequence[str], spaces: Sequence[bool]) -> Any:
    """Return spaCy's document of the syntactic words of one sentence."""
    from spacy.tokens import Doc

    starts: list[bool | int | None] = [position == 0 for position in range(len(words))]
    return Doc(nlp.vocab, words=list(words), spaces=list(spaces), sent_starts=starts)


def spaces_after(tree: Sentence) -> list[bool]:
    """Return for each syntactic word whether a space follows; none does inside a surface word."""
    spaces: list[bool] = []
    for piece in tree.surface():
        inner = piece.end - piece.start if isinstance(piece, MultiwordToken) else 0
        spaces += [False] * inner + [piece.space_after]
    return spaces


def example(nlp: Any, tree: Sentence) -> Any:
    """Return a tree as spaCy's training example, with its syntactic words given."""
    from spacy.tokens import Doc
    from spacy.training import Example

    words, spaces = [token.form for token in tree.tokens], spaces_after(tree)
    reference = Doc(
        nlp.vocab,
        words=words,
        spaces=spaces,
        pos=[token.upos for token in tree.tokens],
        morphs=[pack(token.feats) if token.feats else "" for token in tree.tokens],
        lemmas=[token.lemma for token in tree.tokens],
        heads=[(token.head or token.id) - 1 for token in tree.tokens],
        deps=[token.deprel if token.head else "ROOT" for token in tree.tokens],
    )
    return Example(make_doc(nlp, words, spaces), reference)


def score(nlp: Any, trees: Sequence[Sentence]) -> dict[str, float]:
    """Return the accuracy (%) of UPOS, FEATS, lemmas and labelled heads on given words."""
    from cdaflow.trees.spacy_backend import tokens_of

    right = dict.fromkeys(_METRICS, 0)
    total = 0
    docs = nlp.pipe(
        make_doc(nlp, [token.form for token in tree.tokens], spaces_after(tree)) for tree in trees
    )
    for doc, tree in zip(docs, trees, strict=True):
        for mine, gold in zip(tokens_of(doc), tree.tokens, strict=True):
            total += 1
            right["upos"] += mine.upos == gold.upos
            right["feats"] += dict(mine.feats) == dict(gold.feats)
            right["lemma"] += mine.lemma == gold.lemma
            right["las"] += (mine.head, mine.deprel) == (gold.head, gold.deprel)
    return {name: 100 * count / max(1, total) for name, count in right.items()}


def _digests(paths: Sequence[Path]) -> dict[str, str]:
    short = [Path(path).name for path in paths]
    unique = len(set(short)) == len(short)
    return {Path(path).name if unique else str(path): digest(path) for path in paths}
