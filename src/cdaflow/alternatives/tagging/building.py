"""A tagger from files of tags (read, train, calibrate, write), or of rules."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cdaflow.alternatives.structures import AMBIGUOUS, FEMININE, MASCULINE, Entity
from cdaflow.alternatives.tagging.calibration import Calibration, calibrate
from cdaflow.alternatives.tagging.data import LABELS, labelled, read_joined
from cdaflow.alternatives.tagging.folders import new_network
from cdaflow.alternatives.tagging.tagger import FOLDER, TrainedTagger
from cdaflow.alternatives.tagging.tags import TaggedSentence, TrainingOptions
from cdaflow.alternatives.tagging.training import (
    RATES,
    Epoch,
    dev_scores,
    seed_all,
    train,
)
from cdaflow.errors import InputError
from cdaflow.io.files import digest
from cdaflow.languages.word_sets import word_set
from cdaflow.networks import torch_device
from cdaflow.rewriting.english import English
from cdaflow.rewriting.readings import with_readings
from cdaflow.syntax.tree import word_spans
from cdaflow.trees import Sentence, Token

_LABELS = {"Masc": MASCULINE, "Fem": FEMININE}

#: Pronouns of people whose gender English never shows.
_OPEN_PRONOUNS = ("speaker", "hearer", "plural_person", "somebody")

#: Forms of these that are no heads: possessives and reflexives hang on another word.
_NO_HEADS = frozenset(["my", "our", "your", "their", "mine", "ours", "yours", "theirs"])


@dataclass(frozen=True)
class RuleTagger:
    """Tags trees of English: nouns of persons by `english`, and personal pronouns."""

    english: English

    def tag_trees(self, trees: Iterable[Sentence]) -> Iterator[TaggedSentence]:
        """Yield the sentence of each tree with its head words."""
        for tree in trees:
            text = tree.text
            tree = with_readings(tree, text, self.english.pronouns)
            spans = {word.token.id: (word.start, word.end) for word in word_spans(tree, text)}
            labels = dict(self._labels(tree))
            heads = [Entity(*spans[number], label) for number, label in sorted(labels.items())]
            yield TaggedSentence(text, tuple(heads))

    def _labels(self, tree: Sentence) -> Iterator[tuple[int, str]]:
        for token in tree.tokens:
            label = self._pronoun(token)
            if label is not None:
                yield token.id, label
        for person in self.english.persons(tree):
            # None where the gender is shown, but not which one: of names.
            label = _LABELS.get(person.gender) if person.known_by else AMBIGUOUS
            if label is not None:
                yield person.id, label

    def _pronoun(self, token: Token) -> str | None:
        form = token.form.lower()
        if token.upos != "PRON" or form in _NO_HEADS or token.feats.get("Poss") == "Yes":
            return None
        if any(form in word_set("en", name) for name in _OPEN_PRONOUNS) and "sel" not in form:
            return AMBIGUOUS
        genders = {pronoun.gender for pronoun in self.english.pronouns.get(form, ())}
        return _LABELS.get(genders.pop()) if len(genders) == 1 and "sel" not in form else None


def build_tagger(
    tags: Sequence[str | os.PathLike[str]],
    dev: str | os.PathLike[str],
    output: Path,
    options: TrainingOptions,
    *,
    encoder: Path | None = None,
    device: str = "cpu",
    checkpoints: Path | None = None,
) -> TrainedTagger:
    """Train a tagger and write it into the folder `output`; return it.

    `tags`: files of tags to learn from, joined; sentences that `dev` has too are left out. `dev`:
    chooses the epoch, the temperature and the threshold. `encoder`: the folder of an encoder; None
    for an LSTM. `checkpoints`: a folder for the tagger after each epoch, `epoch-1` and so on.

    Raises InputError where a file has no tags or a label never comes, ConfigError for options that
    do not work.
    """
    FOLDER.check_free(output)
    held = read_joined([dev])
    texts = {sentence.source for sentence in held}
    learned = [sentence for sentence in read_joined(tags) if sentence.source not in texts]
    if not any(sentence.heads for sentence in learned):
        raise InputError(
            "training.no-head-word", "no sentence to learn from has a head word", file=tags[0]
        )
    if not any(sentence.heads for sentence in held):
        raise InputError("training.no-head-word-in-dev", "no sentence has a head word", file=dev)
    sentences, dev_sentences = [labelled(one) for one in learned], [labelled(one) for one in held]
    seed_all(options.seed)
    network = new_network([one.words for one in sentences], encoder, len(LABELS))
    network.to(torch_device(device))
    rate = RATES[network.backend] if options.learning_rate is None else options.learning_rate
    meta: dict[str, Any] = {
        "training": {
            "seed": options.seed,
            "epochs": options.epochs,
            "learning_rate": rate,
            "batch": options.batch,
            "precision": options.precision if encoder else "float32",
            "sentences": len(sentences),
            "words": sum(len(one.words) for one in sentences),
            "dev_sentences": len(dev_sentences),
        },
        "data": {Path(path).name: digest(path) for path in (*tags, dev)},
    }
    if encoder is not None:
        meta["encoder"] = digests(encoder)
    measured: list[dict[str, float]] = []

    def keep(epoch: Epoch) -> None:
        measured.append({"loss": epoch.loss, "dev_f1": epoch.dev})
        if checkpoints is not None:
            found: Calibration = calibrate(*dev_scores(network, dev_sentences))
            tagger = TrainedTagger(network, found, {**meta, "epochs": list(measured)})
            tagger.save(checkpoints / f"epoch-{epoch.number}")

    _, best, calibration = train(network, sentences, dev_sentences, options, keep)
    tagger = TrainedTagger(network, calibration, {**meta, "epochs": measured, "best_epoch": best})
    tagger.save(output)
    return tagger


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of the files of an encoder's folder."""
    return {path.name: digest(path) for path in sorted(folder.iterdir()) if path.is_file()}
