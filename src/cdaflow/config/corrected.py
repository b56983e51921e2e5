"""Data sets of a system's own translations, in which one person's gender is corrected."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, ValidationInfo, model_validator

from cdaflow.config.fields import Section, Shards, fault, forbid, paths_of, shards_key
from cdaflow.errors import ConfigError
from cdaflow.languages import check_written
from cdaflow.languages.person_pronouns import check_guarded

#: Texts whose English is searched for persons.
CORPUS = "corpus"
MONOLINGUAL = "monolingual"
ENGLISH_TEXTS = (CORPUS, MONOLINGUAL)

#: English that is written, with the answer: `cdaflow select situations`.
SITUATIONS = "situations"
SITUATIONS_SIZE = 6000


class Corrected(Section):
    """A system's own translations, in which one person gets the gender that the English states.

    The other persons, and everything else, stay as the system has them. It needs `agreement`.
    """

    text: str = Field(
        CORPUS,
        description="The English text: the training text (corpus), `monolingual`, sentences in "
        "which the meaning shows to whom the pronouns refer (situations), or the name "
        "of a data set of the kind handcrafted.",
    )
    system: str = Field("", description="The system that translates; the first one by default.")
    model: Literal["base", "linear", "neural"] = Field(
        "linear",
        description="Model of the words that agree with the person, as in `agreement.models`.",
    )
    size: int = Field(
        0,
        ge=0,
        description="Maximum number of sentences with a person and a pronoun to use, sampled by "
        "the seed; 0 for all. For situations: the number to write, each in both genders (0: "
        "6000). Not allowed with a data set.",
    )
    per_profession: int = Field(
        0,
        ge=0,
        description="Maximum number of sentences of each person noun, of which each comes in both "
        "genders; 0 for all.",
    )
    balance: Literal["versions", "genders", "none"] = Field(
        "versions",
        description="Which pairs are kept: a sentence and its copy of the other gender or neither "
        "(versions), as many of each gender at random (genders), or all.",
    )
    shards: Shards = shards_key(100_000, "the English is translated")

    @model_validator(mode="after")
    def _known(self, info: ValidationInfo) -> Self:
        for language in paths_of(info).languages:
            try:
                check_written(language)
                check_guarded(language, "repair")
            except ConfigError as error:
                raise fault(error.code, error.problem, hint=error.hint or "") from None
        forbid(
            self.size and self.text not in (*ENGLISH_TEXTS, SITUATIONS),
            "corrected.size-of-dataset",
            "`size` cannot be used with a data set: all of its sentences are taken",
            key="size",
        )
        return self

    @property
    def sentences(self) -> int:
        """The number of situations that are written."""
        return self.size or SITUATIONS_SIZE
