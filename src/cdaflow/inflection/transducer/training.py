"""Fitting a transducer: maximum likelihood by Adam, all alignments summed.

The learning rate falls in a straight line to 0 over the epochs that are set, since how long a
training takes is then known; after each epoch the dev forms are decoded greedily, to be reported,
and the parameters kept are those with the lowest dev loss (the share of right forms jumps about
where dev is small). It ends early where the last `patience` epochs brought nothing.
The threshold from which on a form is trusted is then calibrated on the same forms.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.inflection.evaluation import nominal_lemmata
from cdaflow.inflection.sources import (
    Files,
    checksums,
    read_entries,
    read_treebank,
    treebank_entries,
)
from cdaflow.inflection.transducer.batch import Alphabet, by_length, make_batch
from cdaflow.inflection.transducer.examples import (
    Example,
    changes,
    from_forms,
    from_lemmas,
    is_nominal,
    select,
)
from cdaflow.inflection.transducer.model import Transducer
from cdaflow.inflection.transducer.network import Network, Sizes
from cdaflow.networks import Training, identity_of, parameters, require_above_0, with_changes
from cdaflow.progress import progress, say


@dataclass(frozen=True)
class Settings:
    """How a transducer is trained.

    `examples`: the most that are learned from (sampled by lemma where there are more; see
    `selection`). They are gone through `epochs` times, and few of them so often that it comes to
    `visits` examples in all. `rare`: characters in at most this many examples count as unknown;
    `forget`: the share of examples in which one letter does, so that unknown ones are learned to
    be copied. `dev_share`: that of the lemmata held out for dev, where no treebank is given for
    it; `dev_examples`: the most that are decoded after each epoch; `precision`: what the
    threshold is to reach. The same settings, examples and seed give the same model, byte for
    byte, on one machine.
    """

    sizes: Sizes = field(default_factory=Sizes)
    examples: int = 20_000
    epochs: int = 6
    visits: int = 60_000
    patience: int = 20
    batch_size: int = 64
    learning_rate: float = 0.003
    clip: float = 5.0
    dropout: float = 0.2
    rare: int = 3
    forget: float = 0.05
    dev_share: float = 0.05
    dev_examples: int = 1500
    precision: float = 0.98
    seed: int = 1

    def __post_init__(self) -> None:
        require_above_0(
            self, "examples", "epochs", "patience", "batch_size", "learning_rate", "clip",
            "dev_examples",
        )  # fmt: skip
        for name in ("dropout", "dev_share", "precision", "forget"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError("setting.out-of-range", f"{name} must be from 0 to below 1")


class TransducerTraining(Training):
    """A training of a transducer; its loss is that of the dev forms in nats a form."""

    network: Network

    def __init__(
        self,
        network: Network,
        alphabet: Alphabet,
        language: str,
        settings: Settings,
        training: Sequence[Example],
        dev: Sequence[Example],
    ) -> None:
        facts = language, asdict(settings), alphabet.characters, alphabet.symbols, training, dev
        optimiser = torch.optim.Adam(network.parameters(), lr=settings.learning_rate)
        super().__init__(f"inflection ({language})", network, optimiser, identity_of(facts))
        self.alphabet, self.settings, self.training, self.dev = alphabet, settings, training, dev
        self.epochs = max(settings.epochs, math.ceil(settings.visits / len(training)))

    def is_done(self) -> bool:
        """Whether the epochs are spent, or brought nothing of late."""
        epochs = len(self.losses)
        late = epochs and epochs - self.best_epoch >= self.settings.patience
        return bool(late) or epochs >= self.epochs

    def train_epoch(self, epoch: int) -> None:
        """Go through all batches once, in an order of this epoch's own."""
        settings, number = self.settings, epoch - 1
        batches = by_length(self.training, settings.batch_size, (settings.seed, number))
        self.network.train()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed * 1_000_003 + epoch)
            what = f"{self.name}, epoch {epoch} of {self.epochs}"
            for step, rows in enumerate(progress(batches, what, total=len(batches), unit="step")):
                batch = make_batch(
                    [self.training[i] for i in rows], self.alphabet,
                    forget=settings.forget,
                    random=np.random.default_rng((settings.seed, number, step)),
                )  # fmt: skip
                self._set_rate((number * len(batches) + step) / (self.epochs * len(batches)))
                self.step(-self.network.log_likelihood(batch).mean(), settings.clip)

    def _set_rate(self, done: float) -> None:
        """Set the learning rate by the share of the training that is done."""
        warm = min(1.0, done * 20)  # over the first twentieth
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.learning_rate * (1.0 - done) * warm

    def evaluate(self, epoch: int) -> dict[str, float]:
        """Return the share of dev forms that are right ("accuracy"), and the loss."""
        self.network.eval()
        now = Transducer("", self.alphabet, self.settings.sizes, parameters(self.network))
        forms = now.transduce(self.dev)
        right = sum(f[0].form == e.target for f, e in zip(forms, self.dev, strict=True))
        accuracy = right / len(self.dev)
        say(f"{self.name}: epoch {epoch}, {100 * accuracy:.2f}% of {len(self.dev)} dev forms right")
        each = np.maximum(now.log_probability(self.dev), -50.0)
        return {"accuracy": accuracy, "loss": -float(each.mean())}


def train(
    training: Sequence[Example],
    dev: Sequence[Example],
    *,
    language: str,
    settings: Settings | None = None,
    state: str | os.PathLike[str] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Transducer:
    """Return a transducer fitted to examples, its threshold calibrated on `dev`.

    `state` is a work file, written after each epoch: a run that was stopped resumes from it and
    ends with the same model as one that was not. A work file of other examples or settings is
    not used. `facts` are added to those that the model carries.

    Raises InputError where there are no training or dev examples.
    """
    settings = settings or Settings()
    for found, what in ((training, "training"), (dev, "dev")):
        if not found:
            raise InputError(
                "training.no-form", f"there is no form to learn from in the {what} data"
            )
    dev = _spread(dev, settings.dev_examples)
    alphabet = Alphabet.collect(training, settings.rare)
    training = [example for example in training if _learnable(example, alphabet)]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        network = Network(alphabet.size, len(alphabet.symbols), settings.sizes, settings.dropout)
    run = TransducerTraining(network, alphabet, language, settings, training, dev)
    run.run(state)
    facts_of_training = {
        "settings": asdict(settings),
        "training_examples": len(training),
        "dev_examples": len(dev),
        "epochs": len(run.losses),
        "best_epoch": run.best_epoch,
        "dev_accuracy": [round(value, 6) for value in run.measures["accuracy"]],
        "dev_nats_per_form": [round(value, 6) for value in run.losses],
        **(facts or {}),
    }
    model = Transducer(language, alphabet, settings.sizes, run.best)
    threshold, facts_of_training["calibration"] = calibrate(model, dev, settings.precision)
    facts_read = json.loads(json.dumps(facts_of_training))
    return replace(model, threshold=threshold, facts=facts_read)


def _spread(examples: Sequence[Example], most: int) -> list[Example]:
    """Return at most this number of examples, evenly spaced over the sequence."""
    size = min(most, len(examples))
    return [examples[i * len(examples) // size] for i in range(size)]


def _learnable(example: Example, alphabet: Alphabet) -> bool:
    """Whether all characters of the form are known or can be copied."""
    known = set(alphabet.characters) | set(example.source)
    return bool(example.source and example.target) and set(example.target) <= known


#: The lowest threshold: from it on both halves of the mixture (form and lemma, see
#: `Transducer.answers`) give the form more than one half, so that they agree.
_LEAST = math.log(0.75)
#: Fewer dev questions of a kind say nothing of it.
_ENOUGH = 50
_KINDS = {"": "lemma", "Gender": "gender", "Number": "number"}


def calibrate(
    model: Transducer, dev: Sequence[Example], precision: float
) -> tuple[float, dict[str, Any]]:
    """Return the log p from which on forms are right with at least `precision`, and its counts.

    The lowest threshold at which so many of the accepted dev forms are right; but never below
    log 0.75, where form and lemma may disagree, however many dev forms are right. Where
    no threshold reaches `precision` only forms are accepted of which the model is certain.

    It holds for forms made of lemmata, for forms put in the other gender and for those put in the
    other number, each by itself: the highest of their thresholds is taken. Kinds with fewer than
    50 dev forms are not asked, and where none has so many there is one threshold for all.
    """
    forms = [found[0] for found in model.answers(dev)]
    right = np.array([form.form == e.target for form, e in zip(forms, dev, strict=True)])
    scores = np.array([form.log_p for form in forms])
    kinds = np.array([_KINDS[changes(example)] for example in dev])
    parts = {kind: kinds == kind for kind in sorted(set(kinds.tolist()))}
    thresholds = {
        kind: _threshold(scores[part], right[part], precision)
        for kind, part in parts.items()
        if part.sum() >= _ENOUGH
    }
    threshold = max(thresholds.values(), default=_threshold(scores, right, precision))
    return threshold, {
        "precision_wanted": precision,
        **_counts(scores, right, threshold),
        "kinds": {
            kind: {
                "threshold": thresholds.get(kind),
                **_counts(scores[part], right[part], threshold),
            }
            for kind, part in parts.items()
        },
    }


def _threshold(scores: NDArray[Any], right: NDArray[Any], precision: float) -> float:
    levels, level = np.unique(np.floor(scores * 1e4), return_inverse=True)
    accepted = np.bincount(level)[::-1].cumsum()  # at each level and above, the highest first
    share = np.bincount(level, weights=right)[::-1].cumsum() / accepted
    enough = np.flatnonzero(share >= precision)
    if not len(enough):
        return -1e-4
    return max(float(levels[::-1][enough[-1]]), math.floor(_LEAST * 1e4)) / 1e4


def _counts(scores: NDArray[Any], right: NDArray[Any], threshold: float) -> dict[str, int]:
    accepted = scores >= threshold
    return {
        "dev": len(scores),
        "right": int(right.sum()),
        "accepted": int(accepted.sum()),
        "accepted_right": int((accepted & right).sum()),
    }


#: Settings by name: "full" for treebanks with lexicons, "tiny" for the embedded treebanks.
RECIPES: Mapping[str, Settings] = {
    "full": Settings(),
    "tiny": Settings(
        examples=2500, epochs=5, visits=20_000, batch_size=32, learning_rate=0.004, dropout=0.1,
        rare=0, dev_share=0.06, dev_examples=300,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Job:
    """What a transducer is trained on.

    `dev`: a treebank whose words choose the best epoch and the threshold; without one, a share of
    the lemmata is sampled, which shows of unseen words what a treebank of seen ones cannot.
    `held_out`: treebanks that it is to be tested on; nothing is learned of their lemmata.
    """

    language: str
    treebanks: Files = ()
    lexicons: Files = ()
    word_lists: Files = ()
    dev: str | os.PathLike[str] | None = None
    held_out: Files = ()


def recipe(name: str, **changes: int | None) -> Settings:
    """Return the settings of a recipe, those of `changes` that are not None replaced.

    Raises ConfigError for an unknown name or a value out of bounds.
    """
    if changes.get("epochs") is not None:
        changes = {"visits": 0, **changes}
    return with_changes(RECIPES, name, changes)


def train_files(
    job: Job, settings: Settings, state: str | os.PathLike[str] | None = None
) -> Transducer:
    """Return the transducer of a job; `state` as in `training.train`.

    Raises InputError where the files have no forms to learn from.
    """
    entries = read_entries(job.treebanks, job.lexicons, job.word_lists, code=job.language)
    without = nominal_lemmata(job.held_out)
    chosen = select(
        entries,
        size=settings.examples,
        dev_share=0.0 if job.dev is not None else settings.dev_share,
        seed=settings.seed,
        without=without,
    )
    dev = chosen.dev
    if job.dev is not None:
        trees = read_treebank(job.dev, job.language)
        found = [e for e in treebank_entries(trees, "dev") if is_nominal(e)]
        dev = from_lemmas(found) + from_forms(found)
        if not dev:
            raise InputError(
                "testset.no-inflected-word",
                "no noun, adjective or participle to test on",
                file=job.dev,
            )
    if not chosen.training:
        raise InputError(
            "training.no-inflected-word",
            "no noun, adjective or participle with gender or number is in the files",
            file=next(iter((*job.treebanks, *job.lexicons, *job.word_lists)), None),
            hint="give treebanks with FEATS and lemmas, or lexicons of UniMorph",
        )
    facts = {
        "treebanks": checksums(job.treebanks),
        "lexicons": checksums(job.lexicons),
        "word_lists": checksums(job.word_lists),
        "dev": checksums([job.dev] if job.dev is not None else []),
        "held_out": checksums(job.held_out),
        "held_out_entries": chosen.left_out,
    }
    return train(
        chosen.training, dev, language=job.language, settings=settings, state=state, facts=facts
    )
