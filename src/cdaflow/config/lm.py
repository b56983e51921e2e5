"""Language models of a text and of the same text with counterfactuals."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from cdaflow.config.corpus import TargetText, check_each_language
from cdaflow.config.fields import (
    File,
    Files,
    OfLanguages,
    Resources,
    Shards,
    fault,
    filled,
    forbid,
    shards_key,
)
from cdaflow.config.systems import Trainings
from cdaflow.config.trainings import seeds_of
from cdaflow.errors import ConfigError
from cdaflow.lm.phrases import ADJECTIVES, build_phrases, read_adjectives

#: What is taken where no text is named: the target side of the embedded corpus, and its sentences
#: with their right counterfactuals.
_DEMO_TEXT = [{"name": "demo", "tsv": "{results}/demo/en-{lang}/train.tsv", "columns": "2"}]
_DEMO_GOLD = "{results}/demo/en-{lang}/test.gold.tsv.gz"

#: The text that models are compared with, and the kinds of copies that are added to it.
ORIGINAL = "original"
COPIES = ("swap", "field")


class LanguageModels(OfLanguages):
    """Language models of a text and of its counterfactuals (Zmigrod et al. 2019, section 5.2).

    Their stereotyping and grammaticality are compared in results/tables/lm.csv. It needs
    `annotators` and `agreement`. Without this key none are trained.
    """

    text: list[TargetText] = filled(
        _DEMO_TEXT,
        min_length=1,
        description="Monolingual text of the languages, all corpora together; where not given, the "
        "target side of the embedded corpus.",
    )
    keep_duplicates: bool = Field(
        True,
        description="Whether duplicate sentences are kept; otherwise each is used once, as in "
        "parallel text. The other limits are as in `cleaning`.",
    )
    sentences: int | None = Field(
        None, ge=1, description="Maximum number of sentences, sampled; default: all."
    )
    systems: list[Literal["original", "swap", "field"]] = Field(
        ["original", "swap", "field"],
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="What models are trained on: the text (original), or the text and copies of "
        "its sentences in which the nouns of persons have the other gender, alone (swap, the "
        "baseline), or with all that agrees with them (field).",
    )
    word_lists: Annotated[dict[str, tuple[str, ...]], Files(many=True)] | None = Field(
        None,
        description="Lists of the nouns of persons that are changed; where not given, professions "
        "and persons of `wordlists`.",
    )
    nouns: Annotated[dict[str, tuple[str, ...]], Files(many=True)] | None = Field(
        None,
        description="Lists of the nouns on which stereotyping and grammaticality are measured; "
        "where not given, the professions of `wordlists`.",
    )
    occurrences: int = Field(
        1,
        ge=1,
        description="How often the original text must have a noun, in either form, for it to be "
        "measured: a model knows nothing of others, nor of forms that no copy has either.",
    )
    adjectives: File | None = Field(
        None,
        description="Adjectives of the phrases (`cdaflow lm phrases --adjectives`); where not "
        "given, good, bad, smart and beautiful, as in the paper. Those with a form that text and "
        "copies lack are left out.",
    )
    minimal_pairs: Annotated[dict[str, str], Files(optional=True)] = Field(
        {},
        description="Sentences with their right counterfactuals, a table (`cdaflow lm "
        "minimal-pairs --gold`) of each language that has one; default, if no text is "
        "given either: the embedded corpus.",
    )
    model: Literal["base", "linear", "neural"] = Field(
        "linear",
        description="Model of the words that agree with the noun, as in `agreement.models`.",
    )
    method: Literal["paper", "full"] = Field(
        "full", description="Its method, as in `agreement.methods`."
    )
    named: bool = Field(
        False, description="Whether nouns of people with a name change, too, as in the paper."
    )
    max_persons: int = Field(
        4,
        ge=1,
        le=10,
        description="Sentences with more persons have no copies (n persons have 2^n - 1).",
    )
    shards: Shards = shards_key(20_000, "copies are made")
    pieces: int = Field(
        4000, ge=1, description="Maximum number of subwords, learned from the original text."
    )
    recipe: Literal["full", "tiny", "large"] = Field(
        "full",
        description="How a model is trained: full; tiny, for the embedded corpus; large, for a GPU "
        "(docs/lm.md).",
    )
    updates: int | None = Field(
        None,
        ge=1,
        description="Updates of a training, the same for each system; default: the recipe's.",
    )
    trainings: Trainings = Field(
        3,
        description="How many times each model is trained, with seeds from `seed` on, or the list "
        "of these seeds. Results are compared over the trainings.",
    )
    intervention: Resources = filled(description="Resources for the copies of one shard.")
    training: Resources = filled(description="Resources for one training.")
    scoring: Resources = filled(description="Resources for scoring one model.")

    @model_validator(mode="before")
    @classmethod
    def _of_demo(cls, value: Any) -> Any:
        if isinstance(value, dict) and "text" not in value:
            return {"minimal_pairs": _DEMO_GOLD} | value
        return value

    def _check(self) -> None:
        forbid(
            ORIGINAL not in self.systems,
            "language-model.original-missing",
            f"{ORIGINAL} is missing, with which all other systems are compared",
            hint=f"add it: systems: [{', '.join([ORIGINAL, *self.systems])}]",
            key="systems",
        )
        check_each_language(self.text, self.languages or (), "text")
        for language in self.languages or ():
            try:
                read_adjectives(language, self.adjectives or ADJECTIVES)
                list(build_phrases(language, [], []))
            except ConfigError as error:
                raise fault(
                    error.code, error.problem, hint=error.hint or "", key="languages"
                ) from None

    @property
    def copies(self) -> list[str]:
        """The kinds of copies that are made, in the order of the systems."""
        return [system for system in self.systems if system in COPIES]

    def seeds(self, first: int) -> list[int]:
        """Return the seeds of the trainings, where a number counts from `first`."""
        return seeds_of(self.trainings, first)
