"""What is made of text to train on: counterfactuals, self-training, the data sets, by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, get_type_hints

from pydantic import AfterValidator, Field, ValidationInfo, create_model, model_validator

from cdaflow.config.by_language import ByLanguage
from cdaflow.config.corrected import Corrected
from cdaflow.config.fields import (
    FileOfSome,
    OptionalFile,
    Recipe,
    Resources,
    Section,
    Shards,
    fault,
    filled,
    forbid,
    paths_of,
    shards_key,
)
from cdaflow.counterfactual.selection.limits import Limits, TagLimits
from cdaflow.datasets import Sized, kinds
from cdaflow.docstrings import read_docstring
from cdaflow.errors import ConfigError
from cdaflow.languages.person_pronouns import check_guarded

#: The whole training text, as a data set.
PARALLEL = "parallel"

#: Kinds of data sets that are made of counterfactuals, and of monolingual text.
OF_COUNTERFACTUALS = ("counterfactual", "forward", "back")
OF_MONOLINGUAL = ("gfst", "self_training")

_METHOD = """How the words that change with a noun are found: paper (by the model alone, as in the
papers; requires guard none) or full (by the model and cdaflow's additional steps). Default of a
data set: paper with guard none, else full."""
_GUARD = """How to treat pairs whose pronouns diverge (section 6.3): none (keep the pair, as in the
paper), drop, or repair (change the profession's pronouns on both sides, and drop pairs that cannot
be repaired). Default: none with method paper, else repair."""
_SIZE_OF = "The name of a data set whose number of pairs is used."


class Selection(Section, Limits, TagLimits):
    """Which pairs are gendered; the defaults are as in section 4.1."""


class Swap(Section):
    """English words to swap in addition to the pronouns."""

    nouns: Literal["none", "marked", "all"] = Field(
        "none",
        description="Gendered nouns of the word list: none; those with a definite gender (man, "
        "waitress), but not those that also refer to women (waiter); or all.",
    )
    names: OptionalFile = Field(
        "",
        description="A table of given names, masculine and feminine, that are swapped too; "
        '"" for none.',
    )


class Counterfactual(Section):
    """Counterfactuals of the gendered pairs of the training text.

    They are made as in Naik et al. (2023), sections 4.1 and 4.2, for the data sets that are made of
    them. It needs `agreement`. Without this key none are made.
    """

    selection: Selection = filled()
    professions: OptionalFile = Field(
        "",
        description="The English professions to select pairs for, with the columns of "
        "professions.tsv of `wordlists`, which is the default.",
    )
    swap: Swap = filled()
    model: Literal["base", "linear", "neural"] = Field(
        "linear",
        description="Model of the words that agree with the noun, as in `agreement.models`.",
    )
    candidates: int = Field(
        10, ge=0, description="Number of candidate pairs of each profession; 0 for all."
    )
    per_profession: int = Field(
        10,
        ge=0,
        description="Maximum number of successful pairs of each profession in a data set; 0 for "
        "all of them.",
    )
    resolver: str = Field(
        "rules",
        pattern="^[A-Za-z0-9][A-Za-z0-9_.-]*$",
        description="What resolves the English pronoun for the guard: rules over the trees, or "
        "an installed resolver, by its name among the entry points cdaflow.resolvers.",
    )
    alignments: bool = Field(
        False,
        description="Whether the noun is also found by a word alignment, of the candidates "
        "together with the training text (see `align_with`), and not by the lexicon alone.",
    )

    def _check(self) -> None:
        forbid(
            0 < self.candidates < self.per_profession,
            "counterfactual.too-few-candidates",
            f"`candidates` ({self.candidates}) must be at least `per_profession` "
            f"({self.per_profession})",
            hint="raise candidates, or set it to 0 for all pairs",
        )


class Intervention(Section):
    """How counterfactuals are made. A key that is not given follows from the other."""

    method: Literal["paper", "full"] | None = Field(None, description=_METHOD)
    guard: Literal["none", "drop", "repair"] | None = Field(None, description=_GUARD)
    per_profession: int = Field(
        0,
        ge=0,
        description="Maximum number of pairs of each profession, at most "
        "`counterfactual.per_profession`; 0 for that number.",
    )

    @model_validator(mode="before")
    @classmethod
    def _resolved(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        method = value.get("method", "paper" if value.get("guard") == "none" else "full")
        return {"guard": "none" if method == "paper" else "repair", **value, "method": method}

    @model_validator(mode="after")
    def _known(self, info: ValidationInfo) -> Self:
        forbid(
            self.method == "paper" and self.guard != "none",
            "guard.with-paper-method",
            f"method: paper has no guard, but guard is {self.guard}",
            hint="set method: full, or guard: none",
        )
        for language in paths_of(info).languages:
            try:
                check_guarded(language, str(self.guard))
            except ConfigError as error:
                raise fault(error.code, error.problem, hint=error.hint or "", key="guard") from None
        return self


class _Sized(Section):
    """Size of a sample.

    Attributes:
        size: number of pairs, for all languages or by language
        size_of: the name of a data set that has as many pairs
    """

    size: Annotated[dict[str, Annotated[int, Field(ge=1)]], ByLanguage()] | None = None
    size_of: str | None = None

    def _check(self) -> None:
        forbid(
            (self.size is None) == (self.size_of is None),
            "sample.not-one-size",
            "`sample` requires either a size or another data set's size",
            hint="set size: NUMBER or size_of: DATA SET",
        )


class Forward(Intervention):
    """Gendered pairs, and their swapped English as a system translates it.

    This is the alternative that section 4.2 rejects.
    """

    system: str = Field("", description="The system that translates; the first one by default.")


class Back(Intervention):
    """Gendered pairs, and the translations of their counterfactuals into English.

    They are translated by a model that is trained for it on `parallel`.
    """

    recipe: Recipe = Field(description="How the model is trained, as in `systems`.")


class Filtered(Section):
    """Translated monolingual text that shows one gender on both sides, balanced.

    As many pairs of each gender (Choubey et al. 2021). It needs `gfst`.
    """

    genders: Literal["both", "fem", "msc"] = Field(
        "both",
        description="Both genders, or only one, with as many pairs as with both (section 6.2).",
    )
    target_filter: bool = Field(
        True, description="Whether the translation must show the gender, too."
    )
    direction: Literal["forward", "back"] = Field(
        "forward",
        description="Whether English is translated by the system `gfst.system` (forward), or text "
        "of the language into English by a model that is trained for it on `parallel` (back, "
        "section 6.3).",
    )
    recipe: Recipe | None = Field(
        None, description="With `direction: back`, how that model is trained, as in `systems`."
    )
    max: Annotated[dict[str, Annotated[int, Field(ge=0)]], ByLanguage()] = Field(
        0,
        validate_default=True,
        description="Maximum number of pairs of each gender, in all languages or by language; 0 "
        "for any number.",
    )
    size_of: str | None = Field(None, description=_SIZE_OF)

    def _check(self) -> None:
        back = self.direction == "back"
        forbid(
            back and self.recipe is None,
            "back-translation.no-recipe",
            "back-translation trains a model of its own, which requires a recipe",
            hint="add one, as for systems (recipe: tiny)",
        )
        forbid(
            self.recipe is not None and not back,
            "recipe.without-back-translation",
            "`recipe` requires direction: back; forward translations come from a system "
            "(gfst.system)",
            key="recipe",
        )
        forbid(
            back and not self.target_filter,
            "back-translation.without-target-filter",
            "back-translation always applies the target filter",
            hint="leave this key out, or set direction: forward",
            key="target_filter",
        )
        forbid(
            any(self.max.values()) and self.size_of,
            "filtered.max-and-size-of",
            "`max` excludes `size_of`, which already sets the size",
        )


class SelfTraining(_Sized):
    """Random English monolingual text with the translations of `gfst.system`.

    Of a `size` or of that of another data set (RandST of Choubey et al. 2021). It needs `gfst`.
    """


class _DataSet(Section):
    """One data set, of one kind."""

    counterfactual: Intervention | None = Field(
        None,
        description="Gendered pairs and their counterfactuals, so that each profession is "
        "balanced.",
    )
    forward: Forward | None = Field(None)
    back: Back | None = Field(None)
    gfst: Filtered | None = Field(None)
    self_training: SelfTraining | None = Field(None)
    corrected: Corrected | None = Field(None)

    def _check(self) -> None:
        present = [kind for kind, value in self if value is not None]
        forbid(
            len(present) != 1,
            "dataset.not-one-kind",
            f"a data set has exactly one kind; this one has {', '.join(present) or 'none'}",
            hint=f"kinds: {', '.join(type(self).model_fields)}",
        )

    @property
    def kind(self) -> str:
        """Its kind, which is the key that it has."""
        return next(kind for kind, value in self if value is not None)

    @property
    def settings(self) -> Any:
        """The section of its kind."""
        return getattr(self, self.kind)

    def lacking(self, language: str) -> str:
        """Return the key of the file that a language lacks, of which it is made; "" for none."""
        by_language = [(key, value) for key, value in self.settings if isinstance(value, dict)]
        return next((key for key, value in by_language if language not in value), "")

    @property
    def recipe(self) -> str:
        """The recipe of the model that translates for it back into English; "" for none."""
        return getattr(self.settings, "recipe", None) or ""

    @property
    def size_of(self) -> str:
        """The data set that says its size; "" for none."""
        return getattr(self.settings, "size_of", None) or ""


def _section_of(name: str, options: type) -> type[Section]:
    """Return the section of a kind of `cdaflow.datasets`: sizes and files are by language."""
    is_sized = issubclass(options, Sized)
    files: dict[str, Any] = {
        key: (FileOfSome | None, None)
        for key, kind in get_type_hints(options).items()
        if kind == Path | None and not (is_sized and key == "size_of")
    }
    docs = read_docstring(options)
    return create_model(
        name,
        __base__=(_Sized if is_sized else Section, options),
        __doc__=f"{docs.summary}\n\n{docs.text}",
        **files,
    )


if TYPE_CHECKING:
    DataSet = _DataSet
else:
    _KINDS = {name: (_section_of(name, options) | None, None) for name, options in kinds().items()}
    DataSet = create_model("DataSet", __base__=_DataSet, __doc__=_DataSet.__doc__, **_KINDS)


Analyser = Literal["annotator", "lexicon", "rules", "letters"]


def _leave_out(value: list[str]) -> list[str]:
    forbid(
        len(set(value)) < len(value),
        "value.duplicate",
        "a value is duplicated",
    )
    return value


class Gfst(Section):
    """How monolingual text is translated and filtered by gender (Choubey et al. 2021).

    It is for data sets of the kinds gfst and self_training. It needs `monolingual`.
    """

    system: str = Field("", description="The system that translates; default: the first.")
    decoder: Literal["marian", "ctranslate2"] = Field(
        "marian",
        description="What translates: Marian, or CTranslate2, which knows only models with "
        "attention in the decoder (transformer-decoder-autoreg: self-attention).",
    )
    analyser: Annotated[dict[str, Analyser], ByLanguage()] | None = Field(
        None,
        description="Source of the gender of the words of a translation, for all languages or by "
        "language: the features of an annotator (the default where there are `annotators`), a "
        "lexicon (else), what cdaflow knows of the language (rules), or the last letter (letters, "
        "of Hebrew).",
    )
    leave_out: Annotated[
        list[Literal["participles", "possessives", "impersonal"]], AfterValidator(_leave_out)
    ] = Field(
        [],
        json_schema_extra={"uniqueItems": True},
        description="With an annotator, genders that do not refer to a person: of participles "
        'after "to have" (participles), of possessives, of impersonal subjects (impersonal). By '
        "default each gender counts, as in the paper.",
    )
    max_source: int = Field(
        0,
        ge=0,
        description="Maximum number of English sentences of each gender that are translated, "
        "sampled by the seed; 0 for all.",
    )
    max_target: int = Field(
        0,
        ge=0,
        description="Maximum number of sentences of a language that are filtered for "
        "back-translation, sampled by the seed; 0 for all.",
    )
    shards: Shards = shards_key(100_000, "a text is translated")
    filtering: Resources = filled(
        description="Resources for filtering one text; its threads are processes."
    )
