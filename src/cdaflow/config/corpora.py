"""The text that systems learn from and are tested on: parallel and monolingual."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import (
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    field_validator,
    model_validator,
)

from cdaflow.config.corpus import (
    Corpus,
    EnglishText,
    TargetText,
    check_each_language,
    in_language,
)
from cdaflow.config.fields import (
    File,
    Name,
    OptionalFile,
    Section,
    Share,
    check_name,
    fault,
    forbid,
    paths_of,
)
from cdaflow.config.testsets import RESERVED
from cdaflow.demo import Sizes
from cdaflow.option_types import Positive
from cdaflow.text.clean import Limits


class Demo(Section, Sizes):
    """The embedded corpus, written where {results}/demo is used."""

    stereotypes: File = Field(
        "config/wordlists/stereotypes.tsv",
        description="Table of the professions used and of the share of women in each.",
    )
    shares: OptionalFile = Field(
        "",
        description="Table of how often each construction of the grammar is sampled (columns "
        'construction, weight); "" for the shares of the grammar itself.',
    )
    mono: int = Field(
        0,
        ge=0,
        description="Sentences of monolingual text in English and in each language; none of the "
        "English ones is in the parallel text.",
    )
    mono_skew: Share = Field(
        1,
        description="How skewed its professions are: 1 as in the parallel text, 0.5 half as much "
        "(90 % women become 70 %), 0 not at all.",
    )
    mono_first: Share = Field(
        0,
        description="How often he or she after two people refers to the first in it: 0 never, as "
        "in the parallel text, 1 as often as to the second.",
    )


class HeldOut(Section):
    """Development text that is taken out of the training text."""

    held_out: int = Field(ge=1, description="Approximate number of pairs.")


class HeldOutOf(Section):
    """A test set that is taken out of a corpus of the training text.

    No sentence of it, English or not, is in the training or development text.
    """

    held_out: int = Field(
        ge=1,
        description="Approximate number of pairs, with all pairs of the same English sentences. "
        "The choice depends only on `seed` and on their English.",
    )
    of: str = Field(description="The corpus of corpora.train, by its name.")


class Corpora(Section):
    """Parallel text, by use."""

    train: list[Corpus] = Field(
        [],
        description="Training text of the base model; all corpora together. Not needed where no "
        "system is trained.",
    )
    dev: Annotated[
        Annotated[list[Corpus], Tag("corpora")] | Annotated[HeldOut, Tag("held out")],
        Discriminator(lambda value: "corpora" if isinstance(value, list) else "held out"),
    ] = Field(
        [],
        description="What training is validated on: corpora, or `held_out`, the number of pairs "
        "that are taken out of the training text (with all pairs of the same English sentences).",
    )
    test: dict[
        Name,
        Annotated[
            Annotated[list[Corpus], Tag("corpora"), Field(min_length=1)]
            | Annotated[HeldOutOf, Tag("held out")],
            Discriminator(lambda value: "corpora" if isinstance(value, list) else "held out"),
        ],
    ] = Field(
        {},
        description="Test sets for BLEU and chrF, each a name and its corpora, or `held_out`, the "
        "number of pairs that are taken out of a corpus of the training text.",
    )

    @field_validator("test")
    @classmethod
    def _not_reserved(cls, value: dict[str, Any]) -> dict[str, Any]:
        for name in value:
            forbid(
                name in RESERVED or name.startswith("alternatives-"),
                "testset.name-reserved",
                f"the name {name} is reserved for a test set of cdaflow",
            )
        return value

    @model_validator(mode="after")
    def _whole(self, info: ValidationInfo) -> Self:
        if bool(self.train) != bool(self.dev):
            missing = "dev" if self.train else "train"
            raise fault(
                "corpus.train-or-dev-missing",
                "training requires both a training text and a validation text",
                hint="give both, or neither if no system is trained",
                key=missing,
            )
        languages = paths_of(info).languages if self.train else ()
        check_each_language(self.train, languages, "train")
        if isinstance(self.dev, list):
            check_each_language(self.dev, languages, "dev")
        parts = {"dev": self.dev} if isinstance(self.dev, list) else {}
        for name, test in self.test.items():
            if isinstance(test, HeldOutOf):
                check_name(
                    "corpus-of-training-text.unknown", test.of, self._names(), f"test.{name}.of"
                )
            parts[f"test.{name}"] = self.part(f"test-{name}") or self.part(f"pool-{name}")
        for part, corpora in parts.items():
            forbid(
                any(corpus.by for corpus in corpora),
                "references.by-program",
                "translations of a program cannot serve as references",
                hint="use this text for training (corpora.train), and human translations here",
                key=part,
            )
        return self

    def fetched(self) -> list[tuple[str, str, Corpus]]:
        """Return what is fetched: from where, its name there, and its corpus."""
        dev = self.dev if isinstance(self.dev, list) else []
        tests = [corpus for test in self.test.values() if isinstance(test, list) for corpus in test]
        every = (*self.train, *dev, *tests)
        return [(*corpus.fetched, corpus) for corpus in every if corpus.fetched]

    def translated(self) -> dict[str, Corpus]:
        """Return the corpora whose text a program translates, by name."""
        return {corpus.name: corpus for corpus in self.train if corpus.by}

    @property
    def held_out(self) -> int:
        """How many pairs of development text are taken out of the training text; 0 for none."""
        return self.dev.held_out if isinstance(self.dev, HeldOut) else 0

    def held_out_tests(self) -> dict[str, int]:
        """Return the test sets that are taken out of training text, with their sizes."""
        tests = self.test.items()
        return {name: test.held_out for name, test in tests if isinstance(test, HeldOutOf)}

    def _names(self) -> list[str]:
        return [corpus.name for corpus in self.train]

    def tested(self, language: str) -> list[str]:
        """Return the names of the test sets that a language has, in order."""
        return [
            name
            for name in self.test
            if self.part(f"test-{name}", language) or self.part(f"pool-{name}", language)
        ]

    def part(self, name: str, language: str | None = None) -> list[Corpus]:
        """Return the corpora of a part, of a language where one is named; none for an unknown part.

        Parts are train, dev, full, test-NAME and, of a test set that is held out, pool-NAME: the
        corpus that it is taken of, once, whatever its weight.
        """
        if language is not None:
            return in_language(self.part(name), language)
        kind, _, test = name.partition("-")
        if kind == "test":
            corpora = self.test.get(test, [])
            return corpora if isinstance(corpora, list) else []
        if kind == "pool":
            of = getattr(self.test.get(test), "of", None)
            return [
                corpus.model_copy(update={"weight": 1})
                for corpus in self.train
                if corpus.name == of
            ]
        if name == "dev" and isinstance(self.dev, list):
            return self.dev
        return self.train


class Cleaning(Section, Limits):
    """Limits for training and development text; dropped pairs are counted by reason."""

    max_words: Positive = 100
    max_chars: Positive = 1000


class Monolingual(Section):
    """Monolingual text for self-training (see `gfst`); cleaned by the limits of `cleaning`."""

    source: list[EnglishText] | None = Field(
        None, min_length=1, description="English text, which is translated."
    )
    target: list[TargetText] | None = Field(
        None,
        min_length=1,
        description="Text of the languages, which is translated back; {lang} in the paths.",
    )

    def texts(self, language: str) -> list[EnglishText] | list[TargetText]:
        """Return the corpora of a language; none where it has none."""
        if language == "en":
            return self.source or []
        return in_language(self.target or [], language)
