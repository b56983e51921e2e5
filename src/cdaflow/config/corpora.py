"""The text that systems learn from and are tested on: parallel, monolingual, challenge sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, ValidationInfo, field_validator, model_validator

from cdaflow.config.fields import (
    File,
    FileByLanguage,
    Files,
    Language,
    Name,
    OptionalFile,
    PositiveNumber,
    Section,
    Share,
    fault,
    paths_of,
)
from cdaflow.config.outside import Command
from cdaflow.demo import Sizes
from cdaflow.errors import InputError
from cdaflow.option_types import Positive
from cdaflow.text.clean import Limits

if TYPE_CHECKING:
    from cdaflow.scoring.geneval_rows import Testset

#: What the translations of the two parts of MT-GenEval are called, and the gender of their source.
GENEVAL = {f"geneval-{gender}": gender for gender in ("feminine", "masculine")}

#: Names of test sets that cdaflow has itself.
RESERVED = ("winomt", *GENEVAL, "mustshe")


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
        description="Sentences of monolingual text in English and in each language; no English "
        "one is among those above.",
    )
    mono_skew: Share = Field(
        1,
        description="How skewed the professions are in it: 1 as in the parallel text, 0.5 half as "
        "much (a share of 0.9 of women is one of 0.7 there), 0 not at all.",
    )
    mono_first: Share = Field(
        0,
        description="How often he or she after two people may mean the first one in it: 0 never, "
        "as in the parallel text, 1 as often as the second.",
    )


class Text(Section):
    """One corpus; `FILES` are the keys of its files, `FORMS` those that make one whole."""

    name: str = Field(
        pattern="^[A-Za-z0-9][A-Za-z0-9_.-]*$",
        description="A name for tables and error messages.",
    )
    columns: str | None = Field(
        None,
        description='Columns of `tsv`, by number from 1 ("1:2") or by name: English and '
        "translation, of monolingual text one; must be given where it has more.",
    )
    header: bool | None = Field(
        None,
        description="Whether the first line of `tsv` is a header; it is where columns have names.",
    )
    weight: PositiveNumber = Field(
        1, description="How many times the corpus is taken (0.5 samples half of it)."
    )
    detokenize: bool = Field(
        False, description="Whether the text is in Moses tokens and lower-cased sentence starts."
    )
    language_check: bool = Field(
        True,
        description="Whether a sample of the text is checked to be sentences in the languages "
        "expected. False takes it as it is.",
    )

    def files(self, language: str, results: str = "results") -> list[str]:
        """Return the files of a language."""
        del results
        return [value[language] for _, value in self if isinstance(value, dict)]

    def spec(self, language: str, results: str = "results") -> dict[str, Any]:
        """Return the corpus of a language as a command takes it."""
        del results
        return {
            key: value[language] if isinstance(value, dict) else value
            for key, value in self
            if value is not None
        }


def _one_of(*forms: str) -> Any:
    """Return the validator, and the schema, of a corpus that is written in one of some ways."""

    def check(self: Any) -> Any:
        given = {key for form in forms for key in form.split() if getattr(self, key) is not None}
        if given not in [set(form.split()) for form in forms]:
            ways = ", or ".join(" and ".join(form.split()) for form in forms)
            raise fault(f"a corpus has {ways}, this has {', '.join(sorted(given)) or 'none'}")
        return self

    return model_validator(mode="after")(check)


def _required(*forms: str) -> dict[str, Any]:
    return {"oneOf": [{"required": form.split()} for form in forms]}


class Translator(Section):
    """The program that translates the English text of a corpus."""

    command: Command = Field(
        description="A list of its words, {lang} for the language; as `command` of a system.",
    )
    shards: int = Field(
        4, ge=1, description="Parts in which the text is translated, each a job of its own."
    )
    timeout: int | None = Field(
        None,
        ge=1,
        description="After how many minutes the program is ended, and its part has failed; never "
        "where not given.",
    )


class Corpus(Text, json_schema_extra=_required("source target", "tsv", "tmx", "text by")):
    """A corpus of parallel text, or English text that a program translates."""

    source: Annotated[dict[str, str], Files(shared=True)] | None = Field(
        None,
        description="The English file of two aligned ones (plain, gz, xz, bz2, zst); several "
        "languages may share it.",
    )
    target: FileByLanguage | None = Field(None, description="The other file.")
    tsv: FileByLanguage | None = Field(
        None, description="A table, English and translation in columns."
    )
    tmx: Annotated[dict[str, str], Files(shared=True)] | None = Field(
        None, description="A TMX file, of which the languages are taken; several may share it."
    )
    text: Annotated[dict[str, str], Files(shared=True)] | None = Field(
        None,
        description="With `by`, English text of one sentence a line (plain, gz, xz, bz2, zst); "
        "several languages may share it.",
    )
    by: Translator | None = Field(
        None,
        description="With `text` of training text, the program that translates it.",
    )

    _form = _one_of("source target", "tsv", "tmx", "text by")

    @model_validator(mode="after")
    def _as_text(self) -> Self:
        if self.by and self.detokenize:
            raise fault(
                "the program would translate tokens",
                hint="undo them before (sacremoses detokenize), and leave it out",
                key="detokenize",
            )
        return self

    def files(self, language: str, results: str = "results") -> list[str]:
        """Return the files of a language; those of a program are made in the results folder."""
        made = [self.translation(language, results)] if self.by else []
        return [*super().files(language, results), *made]

    def spec(self, language: str, results: str = "results") -> dict[str, Any]:
        """Return the corpus of a language as a command takes it."""
        found = super().spec(language, results)
        if found.pop("by", None) is None:
            return found
        return found | {
            "source": found.pop("text"),
            "target": self.translation(language, results),
        }

    def translation(self, language: str, results: str) -> str:
        """Return the file in which the translations of its text are kept."""
        return f"{results}/pseudo/{language}/{self.name}.txt.gz"


_TEXT = "A file of one sentence a line (plain, gz, xz, bz2, zst)."
_COLUMN = "A table, of which one column is taken."


class EnglishText(Text, json_schema_extra=_required("text", "tsv", "tmx")):
    """A corpus of English."""

    text: Annotated[dict[str, str], Files(of="en")] | None = Field(None, description=_TEXT)
    tsv: Annotated[dict[str, str], Files(of="en")] | None = Field(None, description=_COLUMN)
    tmx: Annotated[dict[str, str], Files(of="en")] | None = Field(None, description="A TMX file.")

    _form = _one_of("text", "tsv", "tmx")


class TargetText(Text, json_schema_extra=_required("text", "tsv", "tmx")):
    """A corpus of each target language."""

    text: FileByLanguage | None = Field(None, description=_TEXT)
    tsv: FileByLanguage | None = Field(None, description=_COLUMN)
    tmx: FileByLanguage | None = Field(None, description="A TMX file.")

    _form = _one_of("text", "tsv", "tmx")


class HeldOut(Section):
    """Development text that is taken out of the training text."""

    held_out: int = Field(ge=1, description="About how many pairs.")


class Corpora(Section):
    """Parallel text, by use."""

    train: list[Corpus] = Field(
        min_length=1,
        description="What the base model is trained on; all corpora together.",
    )
    dev: Annotated[
        Annotated[list[Corpus], Tag("corpora"), Field(min_length=1)]
        | Annotated[HeldOut, Tag("held out")],
        Discriminator(lambda value: "corpora" if isinstance(value, list) else "held out"),
    ] = Field(
        description="What training is validated on: corpora, or `held_out`, the number of pairs "
        "that are taken out of the training text (with all pairs of the same English sentences).",
    )
    test: dict[Name, Annotated[list[Corpus], Field(min_length=1)]] = Field(
        min_length=1,
        description="Test sets for BLEU and chrF, each a name and its corpora.",
    )

    @field_validator("test")
    @classmethod
    def _not_reserved(cls, value: dict[str, Any]) -> dict[str, Any]:
        for name in value:
            if name in RESERVED:
                raise fault(f"cdaflow has a test set of its own of the name {name}")
        return value

    @model_validator(mode="after")
    def _references(self) -> Self:
        parts = {"dev": self.dev} if isinstance(self.dev, list) else {}
        parts |= {f"test.{name}": corpora for name, corpora in self.test.items()}
        for part, corpora in parts.items():
            if any(corpus.by for corpus in corpora):
                raise fault(
                    "what a program translates is no reference",
                    hint="give it as training text (corpora.train), and people's translations here",
                    key=part,
                )
        return self

    def translated(self) -> dict[str, Corpus]:
        """Return the corpora whose text a program translates, by name."""
        return {corpus.name: corpus for corpus in self.train if corpus.by}

    @property
    def held_out(self) -> int:
        """How many pairs of development text are taken out of the training text; 0 for none."""
        return self.dev.held_out if isinstance(self.dev, HeldOut) else 0

    def part(self, name: str) -> list[Corpus]:
        """Return the corpora of a part (train, dev, full, test-NAME); none for an unknown one."""
        if name.startswith("test-"):
            return self.test.get(name.removeprefix("test-"), [])
        if name == "dev" and isinstance(self.dev, list):
            return self.dev
        return self.train


class Cleaning(Section, Limits):
    """Limits for training and development text; what is dropped is counted by reason."""

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
        return (self.source if language == "en" else self.target) or []


class Challenge(Section):
    """The challenge set in the WinoMT format: three files, or `fetch` for WinoMT itself.

    It is English and one for all languages: {lang} in its paths is an error.
    """

    fetch: Literal[True] | None = Field(
        None,
        description="Gets WinoMT from the repository of its authors (three files, checked by their "
        "digests) in place of files of your own. Nothing is fetched without this key.",
    )
    sentences: File | None = Field(None, description="All rows (en.txt).")
    pro: File | None = Field(None, description="The pro-stereotypical rows (en_pro.txt).")
    anti: File | None = Field(None, description="The anti-stereotypical rows (en_anti.txt).")

    @model_validator(mode="after")
    def _whole(self) -> Self:
        files = [self.sentences, self.pro, self.anti]
        if (self.fetch and any(files)) or (not self.fetch and not all(files)):
            raise fault("a challenge set is three files (sentences, pro, anti), or fetch: true")
        return self


class GenderTestset(Section):
    """A test set of gender, which covers some languages only.

    A language that it lacks is an error, which says so before anything runs.
    """

    languages: list[Language] | None = Field(
        None,
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="For which of the languages above; where not given, for all. A language for "
        "which there are no files is an error.",
    )

    @field_validator("languages")
    @classmethod
    def _in_order(cls, value: list[str] | None, info: ValidationInfo) -> list[str]:
        known = paths_of(info).languages
        return [language for language in known if value is None or language in value]


class GenEval(GenderTestset):
    """MT-GenEval (Currey et al. 2022), scored and tabled in addition.

    Without this key nothing of it is made.
    """

    data: Annotated[dict[str, str], Files(shared=True)] = Field(
        description="The folder of its repository, or the folder `data` in it: the one with "
        "sentences/test/geneval-sentences-feminine-test.en_es.en and so on."
    )
    split: Literal["test", "dev"] = Field(
        "test", description="Which of its parts; `dev` is there to tune on."
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        for language in self.languages or ():
            try:
                self.files(language)
            except InputError as error:
                raise fault(
                    f"MT-GenEval is not there for {language!r}, no such file: {error.file}",
                    hint=f"{error.hint}. Give the folder of MT-GenEval as geneval.data; "
                    "geneval.languages says for which languages it is meant",
                ) from None
        return self

    def files(self, language: str) -> Testset:
        """Return its files in a language."""
        from cdaflow.scoring.geneval_rows import find_testset

        return find_testset(self.data[language], language, split=self.split)


_MUSTSHE = (
    "the corpus is available from its owners on request; mustshe.languages says for which "
    "languages it is meant"
)


class MustShe(GenderTestset):
    """MuST-SHE (Bentivogli et al. 2020), scored and tabled in addition.

    Without this key nothing of it is made.
    """

    data: Annotated[dict[str, str], Files(hint=_MUSTSHE)] = Field(
        description="Its table, as the owners hand it out on request, with {lang} for the "
        "language: FOLDER/MONOLINGUAL.{lang}_v1.2.tsv.",
    )
