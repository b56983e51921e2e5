"""The text that systems learn from and are tested on: parallel and monolingual."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

from pydantic import (
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    field_validator,
    model_validator,
)

from cdaflow.config.by_language import ByLanguage
from cdaflow.config.fields import (
    File,
    FileByLanguage,
    Files,
    Name,
    OptionalFile,
    PositiveNumber,
    Section,
    Share,
    check_name,
    fault,
    paths_of,
)
from cdaflow.config.outside import Command
from cdaflow.config.shards import Shards, shards_key
from cdaflow.config.testsets import RESERVED
from cdaflow.demo import Sizes
from cdaflow.errors import ConfigError
from cdaflow.option_types import Positive
from cdaflow.text.clean import Limits
from cdaflow.text.fetching import checksum_hint, opus_url, sacrebleu_set


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


#: Keys with a value for each language that are no files.
_NO_FILES = ("sentences", "sha256")


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
    sentences: Annotated[dict[str, Annotated[int, Field(ge=1)]], ByLanguage()] | None = Field(
        None,
        description="About how many sentences (or pairs) it has, of all languages or by language; "
        "where not given, an estimate from its file. Nothing but the number of shards follows from "
        "it (keys `shards`).",
    )

    def given_size(self, language: str) -> int | None:
        """Return how many sentences it is said to have in a language; None where nothing says."""
        if self.sentences is None:
            return None
        return self.sentences.get(language, max(self.sentences.values()))

    def given_files(self, language: str) -> list[str]:
        """Return files of a language, as named here, with one line for each sentence or pair.

        None of a corpus that is fetched.
        """
        named = self._by_language()
        first = named[0][1][language] if named else ()
        return [first] if isinstance(first, str) else list(first)

    def _by_language(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the keys that name files, with those of each language."""
        return [
            (key, value) for key, value in self if isinstance(value, dict) and key not in _NO_FILES
        ]

    def files(self, language: str, results: str = "results") -> list[str]:
        """Return the files of a language."""
        del results
        return [value[language] for _, value in self._by_language()]

    def spec(self, language: str, results: str = "results") -> dict[str, Any]:
        """Return the corpus of a language as `cdaflow text build` takes it."""
        del results
        return {
            key: value[language] if isinstance(value, dict) else value
            for key, value in self
            if value is not None and key != "sentences"
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
    shards: Shards = shards_key(50_000, "the text is translated")
    max_words: int = Field(
        0,
        ge=0,
        description="Maximum number of words of a sentence that is translated; 0 for that of "
        "`cleaning`, whose other limits hold as well.",
    )
    timeout: int | None = Field(
        None,
        ge=1,
        description="After how many minutes the program is ended, and its part has failed; never "
        "where not given.",
    )


#: The ways in which a corpus of parallel text is given.
_FORMS = ("source target", "tsv", "tmx", "text by", "opus sha256 fetch", "sacrebleu fetch")


class Corpus(Text, json_schema_extra=_required(*_FORMS)):
    """A corpus of parallel text: files, what is fetched, or English that a program translates."""

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
    text: Annotated[dict[str, tuple[str, ...]], Files(many=True, shared=True)] | None = Field(
        None,
        description="With `by`, English text of one sentence a line (plain, gz, xz, bz2, zst), a "
        "file or a list of files; several languages may share it. What stands in it twice is "
        "translated once.",
    )
    by: Translator | None = Field(
        None,
        description="With `text` of training text, the program that translates it.",
    )

    opus: str | None = Field(
        None,
        description="A corpus of OPUS, CORPUS/VERSION as in Tatoeba/v2023-04-12, which is fetched "
        "where `fetch` says so; with `sha256`.",
    )
    sha256: Annotated[dict[str, str], ByLanguage()] | None = Field(
        None,
        description="With `opus`, the digest of its archive, of each language: curl -L URL | "
        "sha256sum.",
    )
    sacrebleu: str | None = Field(
        None,
        description="A test set of sacrebleu (`sacrebleu --list`), as in wmt19, which is fetched "
        "where `fetch` says so; its checksum is known to sacrebleu.",
    )
    fetch: Literal[True] | None = Field(
        None,
        description="Gets the corpus of `opus` or `sacrebleu` over HTTPS, checked by its digest. "
        "Nothing is fetched without this key.",
    )

    @model_validator(mode="before")
    @classmethod
    def _not_mtdata(cls, value: Any) -> Any:
        if isinstance(value, dict) and "mtdata" in value:
            raise fault(
                "mtdata has many sources and formats, which it fetches itself",
                hint="fetch the text by it (mtdata get -l eng-spa -tr ID -o FOLDER), and give the "
                "files that it writes as source and target",
                key="mtdata",
            )
        return value

    @model_validator(mode="after")
    def _fetched(self, info: ValidationInfo) -> Self:
        """Check what is fetched, and say what lacks for it."""
        named = self.opus or self.sacrebleu
        if named and not self.fetch:
            raise fault(
                f"{named} would have to be fetched, and nothing is fetched unless you say so",
                hint="add fetch: true, or fetch it yourself and name its files",
            )
        try:
            for language in paths_of(info).languages:
                self._check_known(language)
        except ConfigError as error:
            raise fault(error.problem, hint=error.hint or "") from None
        return self

    def _check_known(self, language: str) -> None:
        """Raise where what is fetched is not known in a language, or its digest is not."""
        if self.sacrebleu:
            sacrebleu_set(self.sacrebleu, "en", language)
        if not self.opus:
            return
        url = opus_url(self.opus, "en", language)
        if not re.fullmatch("[0-9a-f]{64}", (self.sha256 or {}).get(language, "")):
            raise fault(
                f"the digest of {url} is not given (64 digits 0-9a-f)",
                hint=checksum_hint(url),
                key="sha256",
            )

    _form = _one_of(*_FORMS)

    @property
    def fetched(self) -> tuple[str, str] | None:
        """Where it is fetched from (opus, sacrebleu) and its name there; None for files."""
        if self.opus:
            return "opus", self.opus
        return ("sacrebleu", self.sacrebleu) if self.sacrebleu else None

    def files(self, language: str, results: str = "results") -> list[str]:
        """Return the files of a language; what is fetched or made is in the results folder."""
        if self.by:
            return [self.english(language, results), self.translation(language, results)]
        if self.fetched:
            folder = "/".join((f"{results}/fetched", *self.fetched, language))
            return [f"{folder}/source.txt.gz", f"{folder}/target.txt.gz"]
        return super().files(language, results)

    def spec(self, language: str, results: str = "results") -> dict[str, Any]:
        """Return the corpus of a language as `cdaflow text build` takes it."""
        found = super().spec(language, results)
        if not self.by and not self.fetched:
            return found
        for key in ("by", "text", "opus", "sacrebleu", "sha256", "fetch"):
            found.pop(key, None)
        source, target = self.files(language, results)
        found |= {"source": source, "target": target}
        return found | {"detokenize": False} if self.by else found

    def texts(self, language: str) -> list[dict[str, Any]]:
        """Return the text that a program translates as `cdaflow text mono` takes it, by file."""
        listed = (self.text or {})[language]
        names = [f"{self.name}-{n}" for n in range(1, len(listed) + 1)]
        shared = {"detokenize": self.detokenize, "language_check": self.language_check}
        return [
            {"name": name, "text": path, **shared}
            for name, path in zip(names if len(names) > 1 else [self.name], listed, strict=True)
        ]

    def english(self, language: str, results: str) -> str:
        """Return the file of the sentences that a program translates, each once."""
        return f"{results}/pseudo/{language}/{self.name}.en.txt.gz"

    def translation(self, language: str, results: str) -> str:
        """Return the file in which their translations are kept."""
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


class HeldOutOf(Section):
    """A test set that is taken out of a corpus of the training text.

    No sentence of it, English or not, is in the training or development text.
    """

    held_out: int = Field(
        ge=1,
        description="About how many pairs, with all pairs of the same English sentences. Which "
        "these are depends on `seed` and their English alone.",
    )
    of: str = Field(description="The corpus of corpora.train, by its name.")


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
    test: dict[
        Name,
        Annotated[
            Annotated[list[Corpus], Tag("corpora"), Field(min_length=1)]
            | Annotated[HeldOutOf, Tag("held out")],
            Discriminator(lambda value: "corpora" if isinstance(value, list) else "held out"),
        ],
    ] = Field(
        min_length=1,
        description="Test sets for BLEU and chrF, each a name and its corpora, or `held_out`, the "
        "number of pairs that are taken out of a corpus of the training text.",
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
        for name, test in self.test.items():
            if isinstance(test, HeldOutOf):
                check_name(test.of, self._names(), "corpus of training text", f"test.{name}.of")
            parts[f"test.{name}"] = self.part(f"test-{name}") or self.part(f"pool-{name}")
        for part, corpora in parts.items():
            if any(corpus.by for corpus in corpora):
                raise fault(
                    "what a program translates is no reference",
                    hint="give it as training text (corpora.train), and people's translations here",
                    key=part,
                )
        return self

    def fetched(self) -> list[tuple[str, str, Corpus]]:
        """Return what is fetched: from where, its name there, and its corpus."""
        dev = self.dev if isinstance(self.dev, list) else []
        tests = [one for test in self.test.values() if isinstance(test, list) for one in test]
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

    def part(self, name: str) -> list[Corpus]:
        """Return the corpora of a part; none for an unknown one.

        Parts are train, dev, full, test-NAME and, of a test set that is held out, pool-NAME: the
        corpus that it is taken of, once, whatever its weight.
        """
        kind, _, test = name.partition("-")
        if kind == "test":
            found = self.test.get(test, [])
            return found if isinstance(found, list) else []
        if kind == "pool":
            of = getattr(self.test.get(test), "of", None)
            return [one.model_copy(update={"weight": 1}) for one in self.train if one.name == of]
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
