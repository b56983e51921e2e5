"""A trained transducer: its file and its use."""

from __future__ import annotations

import math
import os
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from cdaflow.errors import InputError
from cdaflow.inflection.transducer.batch import Alphabet, by_length, make_batch
from cdaflow.inflection.transducer.decoding import best_forms
from cdaflow.inflection.transducer.examples import Example, Item, of_item, of_lemma
from cdaflow.inflection.transducer.network import Network, Sizes
from cdaflow.io.model_file import Arrays, ModelFile, require_float32
from cdaflow.languages.writing import cased_like
from cdaflow.networks import load_parameters

#: Items decoded at once.
_BATCH = 256


class Form(NamedTuple):
    """A form with its log p (natural), summed over alignments."""

    form: str
    log_p: float


@dataclass(frozen=True, eq=False)
class Transducer(ModelFile):
    """A model: `language`, alphabet, sizes, parameters by name.

    `threshold`: the log p from which on a form is to be trusted (see `training.calibrate`).
    `facts` says how it was trained (JSON values).
    """

    member = "transducer.json"
    kind = "transducer"
    written_by = "cdaflow inflect train"

    language: str
    alphabet: Alphabet
    sizes: Sizes
    parameters: Mapping[str, NDArray[np.float32]]
    threshold: float = -0.5
    facts: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def network(self) -> Network:
        """The network with the model's parameters, for use."""
        network = Network(self.alphabet.size, len(self.alphabet.symbols), self.sizes)
        load_parameters(network, self.parameters)
        return network.eval()

    def inflect(self, items: Sequence[Item | tuple[Any, ...]], beam: int = 3) -> list[Form]:
        """Return the most probable form of each item, never an empty one, with its log p.

        Items are `Item`s or tuples (lemma, upos, feats). Forms are NFC and have the capitals of
        the word that they are made of (the first, or all). Raises ValueError for an item whose
        word is empty.
        """
        whole = [Item(*item) for item in items]
        answers = self.answers([of_item(item) for item in whole], beam)
        return [
            Form(cased_like(found[0].form, item.form or item.lemma), found[0].log_p)
            for item, found in zip(whole, answers, strict=True)
        ]

    def answers(self, examples: Sequence[Example], beam: int = 3) -> list[list[Form]]:
        """Return up to `beam` forms of each example in lower case, of its form and of its lemma.

        An example of a form that has a lemma is asked both ways, and a form's p is the mean of
        the two (a mixture; forms outside of a beam have p = 0 in it). So where the two disagree
        no form is sure: which feminines end as their masculines do is seen in the lemma, and
        that a lemma is wrong is seen in the form.
        """
        asked = [(example, of_lemma(example)) for example in examples]
        every = [e for pair in asked for e in pair if e is not None]
        found = iter(self.transduce(every, beam))
        return [
            next(found) if lemma is None else _mixed(next(found), next(found), beam)
            for _, lemma in asked
        ]

    def transduce(self, examples: Sequence[Example], beam: int = 1) -> list[list[Form]]:
        """Return up to `beam` forms of each example in lower case; equal ones are decoded once."""
        asked = list(dict.fromkeys((example.source, example.symbols) for example in examples))
        if any(not source for source, _ in asked):
            raise ValueError("an empty word has no forms")
        distinct = [Example(source, symbols) for source, symbols in asked]
        found: dict[tuple[str, tuple[str, ...]], list[Form]] = {}
        for numbers in by_length(distinct, _BATCH):
            part = [distinct[number] for number in numbers]
            batch = make_batch(part, self.alphabet, targets=False)
            for example, forms in zip(
                part, best_forms(self.network, batch, self.alphabet, beam), strict=True
            ):
                found[example.source, example.symbols] = [
                    Form(unicodedata.normalize("NFC", form), log_p) for form, log_p in forms
                ]
        return [found[example.source, example.symbols] for example in examples]

    def log_probability(self, examples: Sequence[Example]) -> list[float]:
        """Return log p of the forms of examples, all alignments summed."""
        result = np.zeros(len(examples))
        with torch.no_grad():
            for numbers in by_length(examples, _BATCH):
                batch = make_batch([examples[number] for number in numbers], self.alphabet)
                result[numbers] = self.network.log_likelihood(batch).numpy()
        return [float(value) for value in result]

    def header(self) -> dict[str, Any]:
        """Return all of the model but its arrays, as JSON values."""
        return {
            "language": self.language,
            "characters": self.alphabet.characters,
            "symbols": self.alphabet.symbols,
            "sizes": asdict(self.sizes),
            "threshold": self.threshold,
            "training": dict(self.facts),
        }

    def arrays(self) -> Arrays:
        """Return the parameters by name."""
        return dict(self.parameters)

    @classmethod
    def assemble(cls, header: Mapping[str, Any], arrays: Arrays) -> Transducer:
        """Return the model of a file; see the base class."""
        require_float32(arrays)
        sizes = Sizes(**{name: int(value) for name, value in header["sizes"].items()})
        alphabet = Alphabet(tuple(header["characters"]), tuple(header["symbols"]))
        if any(len(letter) != 1 for letter in alphabet.characters):
            raise ValueError("the characters")
        model = cls(
            str(header["language"]), alphabet, sizes, arrays,
            threshold=float(header["threshold"]), facts=header["training"],
        )  # fmt: skip
        _ = model.network
        return model


def _mixed(one: Sequence[Form], other: Sequence[Form], beam: int) -> list[Form]:
    """Return the `beam` best forms of the mixture, in equal parts, of two lists."""
    total: dict[str, float] = {}
    for form, log_p in (*one, *other):
        total[form] = total.get(form, 0.0) + 0.5 * math.exp(log_p)
    best = sorted(total.items(), key=lambda pair: -pair[1])[:beam]
    return [Form(form, math.log(p) if p else -math.inf) for form, p in best]


def load_transducer(path: str | os.PathLike[str], language: str | None = None) -> Transducer:
    """Return the model in a file, see `ModelFile.load`; `language`: what it is to be of."""
    model = Transducer.load(path)
    if language is not None and model.language != language:
        raise InputError(
            "model.other-language",
            f"this is a model of `{model.language}`, not of `{language}`",
            file=path,
        )
    return model
