"""One corpus: its files, or where it is fetched from, or what translates it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    Field,
    model_validator,
)

from cdaflow.config.by_language import ByLanguage
from cdaflow.config.fields import (
    FileByLanguage,
    Files,
    OfLanguages,
    PositiveNumber,
    Section,
    Shards,
    fault,
    forbid,
    shards_key,
)
from cdaflow.config.outside import Command
from cdaflow.errors import ConfigError
from cdaflow.text.fetching import checksum_hint, opus_url, sacrebleu_set

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
        description="Approximate number of sentences (or pairs), of all languages or by language; "
        "default: an estimate from its file. It only sets the number of shards (keys `shards`).",
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
            if value is not None and key not in ("sentences", "languages")
        }


def _required(*forms: str) -> dict[str, Any]:
    return {"oneOf": [{"required": form.split()} for form in forms]}


def _one_of(*forms: str) -> Any:
    """Return the validator, and the schema, of a corpus that is written in one of some ways."""

    def check(self: Any) -> Any:
        keys = {key for form in forms for key in form.split() if getattr(self, key) is not None}
        if keys not in [set(form.split()) for form in forms]:
            ways = ", or ".join(" and ".join(form.split()) for form in forms)
            raise fault(
                "corpus.not-one-way",
                f"a corpus has {ways}; this one has {', '.join(sorted(keys)) or 'none of them'}",
            )
        return self

    return model_validator(mode="after")(check)


class Translator(Section, json_schema_extra=_required("command", "system")):
    """What translates the English text of a corpus: a program, or a model of your own."""

    command: Command | None = Field(
        None,
        description="A program: the list of its words, {lang} for the language; as `command` of a "
        "system.",
    )
    system: str | None = Field(
        None,
        description="The name of a system that is a model of your own. Text that a model "
        "translates itself keeps fine-tuning from changing what it already does well "
        "(text against forgetting).",
    )
    sampled: bool = Field(
        False,
        description="With `system`, whether each translation is drawn at random from the model's "
        "distribution in place of its best one. Fine-tuning on best ones makes a model surer of "
        "everything; drawn ones leave it, on average, as it is. Marian only; each sentence once.",
    )
    max: int = Field(
        0,
        ge=0,
        description="Maximum number of sentences that are translated, sampled by the seed; 0 for "
        "all.",
    )
    shards: Shards = shards_key(50_000, "the text is translated")
    max_words: int = Field(
        0,
        ge=0,
        description="Maximum number of words of a sentence that is translated; 0: as in "
        "`cleaning`, whose other limits also apply.",
    )
    timeout: int | None = Field(
        None,
        ge=1,
        description="Minutes after which the program is stopped and its shard has failed; default:"
        " never.",
    )

    def _check(self) -> None:
        forbid(
            (self.command is None) == (self.system is None),
            "translator.not-one-way",
            "text is translated either by a program (command) or by a model (system)",
        )
        forbid(
            self.sampled and not self.system,
            "sampled.without-model",
            "only translations of a model can be drawn at random, not those of a program",
            key="sampled",
            hint="remove it, or name a system",
        )
        forbid(
            self.timeout and self.system,
            "timeout.with-model",
            "a time limit applies to programs only, not to models",
            key="timeout",
            hint="remove it",
        )


#: The ways in which a corpus of parallel text is given.
_FORMS = ("source target", "tsv", "tmx", "text by", "opus sha256 fetch", "sacrebleu fetch")


class Corpus(Text, OfLanguages, json_schema_extra=_required(*_FORMS)):
    """A corpus of parallel text: files, a download, or English text that is translated for it."""

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
        "file or a list of files; several languages may share it. Duplicate sentences are "
        "translated once.",
    )
    by: Translator | None = Field(
        None,
        description="With `text` of training text, the program or model that translates it.",
    )

    opus: str | None = Field(
        None,
        description="A corpus of OPUS, CORPUS/VERSION as in Tatoeba/v2023-04-12, downloaded if "
        "`fetch` is true; requires `sha256`.",
    )
    sha256: Annotated[dict[str, str], ByLanguage()] | None = Field(
        None,
        description="With `opus`, the digest of its archive, of each language: curl -L URL | "
        "sha256sum.",
    )
    sacrebleu: str | None = Field(
        None,
        description="A test set of sacrebleu (`sacrebleu --list`), as in wmt19, downloaded if "
        "`fetch` is true; sacrebleu knows its checksum.",
    )
    fetch: Literal[True] | None = Field(
        None,
        description="Download the corpus of `opus` or `sacrebleu` over HTTPS and check its digest."
        " Nothing is downloaded without this key.",
    )

    @model_validator(mode="before")
    @classmethod
    def _not_mtdata(cls, value: Any) -> Any:
        forbid(
            isinstance(value, dict) and "mtdata" in value,
            "corpus.mtdata-unsupported",
            "texts of mtdata are not downloaded by cdaflow",
            hint="download the text with mtdata (mtdata get -l eng-spa -tr ID -o FOLDER), and "
            "give the resulting files as source and target",
            key="mtdata",
        )
        return value

    def _check(self) -> None:
        """Check what is fetched, and say what lacks for it."""
        named = self.opus or self.sacrebleu
        forbid(
            named and not self.fetch,
            "corpus.fetch-not-allowed",
            f"{named} is not downloaded without permission",
            hint="add fetch: true, or download it yourself and name its files",
        )
        try:
            for language in self.languages or ():
                self._check_known(language)
        except ConfigError as error:
            raise fault(error.code, error.problem, hint=error.hint or "") from None

    def _check_known(self, language: str) -> None:
        """Raise where what is fetched is not known in a language, or its digest is not."""
        if self.sacrebleu:
            sacrebleu_set(self.sacrebleu, "en", language)
        if not self.opus:
            return
        url = opus_url(self.opus, "en", language)
        if not re.fullmatch("[0-9a-f]{64}", (self.sha256 or {}).get(language, "")):
            raise fault(
                "digest.missing",
                f"the SHA-256 digest of {url} is missing (64 hexadecimal digits)",
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
        spec = super().spec(language, results)
        if not self.by and not self.fetched:
            return spec
        for key in ("by", "text", "opus", "sacrebleu", "sha256", "fetch"):
            spec.pop(key, None)
        source, target = self.files(language, results)
        spec |= {"source": source, "target": target}
        return spec | {"detokenize": False} if self.by else spec

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


class TargetText(Text, OfLanguages, json_schema_extra=_required("text", "tsv", "tmx")):
    """A corpus of each target language."""

    text: FileByLanguage | None = Field(None, description=_TEXT)
    tsv: FileByLanguage | None = Field(None, description=_COLUMN)
    tmx: FileByLanguage | None = Field(None, description="A TMX file.")

    _form = _one_of("text", "tsv", "tmx")


_Text = TypeVar("_Text", Corpus, TargetText)


def in_language(corpora: Iterable[_Text], language: str) -> list[_Text]:
    """Return those of some corpora that a language has."""
    return [corpus for corpus in corpora if corpus.has(language)]


def check_each_language(
    corpora: Sequence[Corpus] | Sequence[TargetText], languages: Iterable[str], key: str
) -> None:
    """Raise a fault at the first of some languages that has none of some corpora."""
    for language in languages:
        forbid(
            not any(corpus.has(language) for corpus in corpora),
            "corpus.none-for-language",
            f"no corpus for {language!r}",
            hint="name a corpus whose `languages` include it, or leave that key out",
            key=key,
        )
