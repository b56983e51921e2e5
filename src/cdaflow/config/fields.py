"""What the keys of a configuration are made of: sections, names, numbers, and files by language.

A section is a pydantic model: its fields are the keys, with their types, limits, defaults and
descriptions. A value is checked and resolved at once: a path becomes the path of each language,
with its placeholders filled in, the name of a recipe its file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from difflib import get_close_matches
from math import ceil
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Tag,
    ValidationInfo,
    WrapValidator,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError, core_schema

from cdaflow.docstrings import read_docstring
from cdaflow.errors import ConfigError
from cdaflow.io.config_files import RECIPES, folders, locate_recipe
from cdaflow.languages import KNOWN

#: The languages in which the embedded corpus is written.
DEMO_LANGUAGES = ("es", "fr", "it")

#: What names of test sets, data sets, systems and pairs are made of.
NAME = "^[A-Za-z0-9][A-Za-z0-9_-]*$"


def fault(code: str, problem: str, *, hint: str = "", key: str = "") -> PydanticCustomError:
    """Return the error of a wrong value, which a validator raises.

    `key`: the path of the key below the one that is validated; `hint`: what to do about it.
    """
    context = {"code": code, "problem": problem, "hint": hint, "key": key}
    return PydanticCustomError("fault", "{problem}", context)


def forbid(condition: object, code: str, problem: str, *, hint: str = "", key: str = "") -> None:
    """Raise the fault where a condition holds; the rest is as of `fault`."""
    if condition:
        raise fault(code, problem, hint=hint, key=key)


def check_name(code: str, name: str, names: Collection[str], key: str) -> None:
    """Raise a fault, with the most similar name, where `name` is not among `names`.

    `code`: that of the fault, "data-set.unknown", which also says what the names are of.
    """
    if name not in names:
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names)}"
        raise fault(
            code,
            f"there is no {code.removesuffix('.unknown').replace('-', ' ')} {name!r}",
            hint=hint,
            key=key,
        )


@dataclass(frozen=True)
class Paths:
    """What is filled in for the placeholders of paths; the context of a validation."""

    languages: Sequence[str] = ()
    data: str = ""
    results: str = "results"

    def expand(self, path: str, language: str | None = None, *, later: str = "") -> str:
        """Return `path` with {data} and {results}, and with a language {lang}, filled in.

        `later`: the name of a placeholder that stays as it is, since it is filled in later.
        """
        values = {"data": self.data, "results": self.results}
        if language is not None:
            values["lang"] = language
        elif "{lang}" in path:
            raise fault(
                "path.lang-in-shared-file",
                f"{path!r} contains {{lang}}, but this file is shared by all languages",
                hint="write the path without {lang}",
            )
        for name, value in values.items():
            forbid(
                f"{{{name}}}" in path and not value,
                "path.placeholder-not-set",
                f"{path!r} contains {{{name}}}, which is not set",
                hint="set it: --config data=FOLDER, or the environment variable CDAFLOW_DATA",
            )
            path = path.replace(f"{{{name}}}", value)
        rest = path.replace(f"{{{later}}}", "")
        if "{" in rest or "}" in rest:
            placeholders = ", ".join(f"{{{name}}}" for name in filter(None, (*values, later)))
            raise fault(
                "path.placeholder-unknown",
                f"unknown placeholder in {path!r}",
                hint=f"supported: {placeholders}",
            )
        return path

    def check(self, paths: Sequence[str], hint: str = "", key: str = "") -> None:
        """Raise a fault where files are absent; what the workflow makes is left to it."""
        absent = [
            path
            for path in dict.fromkeys(paths)
            if not Path(path).is_relative_to(self.results) and not Path(path).exists()
        ]
        forbid(
            absent,
            "file.missing",
            f"{', '.join(absent)}: no such file",
            hint=hint or "relative paths start at the folder in which snakemake runs",
            key=key,
        )


def paths_of(info: ValidationInfo) -> Paths:
    """Return the context of a validation; that of a default value has no languages."""
    return info.context if isinstance(info.context, Paths) else Paths()


def languages_of(info: ValidationInfo) -> Sequence[str]:
    """Return the languages of the section under validation, of all where it names none."""
    return info.data.get("languages") or paths_of(info).languages


class Section(BaseModel):
    """A part of the configuration: unknown keys are errors, and values are taken as they are.

    Dataclasses of options may be among the bases of a section: their fields are keys, too, with
    the same defaults and checks, and their docstrings describe them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, validate_default=True)

    @model_validator(mode="after")
    def _check_options(self, info: ValidationInfo) -> Self:
        """Have options checked as for a command, for each language where they can be."""
        check_language = getattr(self, "check_language", lambda language: None)
        try:
            for base in type(self).__mro__:
                if is_dataclass(base) and "__post_init__" in vars(base):
                    vars(base)["__post_init__"](self)
            for language in paths_of(info).languages:
                check_language(language)
        except ConfigError as error:
            raise fault(error.code, error.problem, hint=error.hint or "") from None
        self._check()
        return self

    def _check(self) -> None:
        """Raise a fault where keys of the section do not go together."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Return the schema, with what docstrings say of the keys."""
        resolved = handler.resolve_ref_schema(handler(schema))
        for key, text in read_docstring(cls).parameters.items():
            if key in resolved["properties"]:
                resolved["properties"][key].setdefault("description", sentence(text))
        return resolved


def sentence(text: str) -> str:
    """Return what a docstring says of an option as a sentence."""
    return f"{text[:1].upper()}{text[1:]}" + "." * (not text.endswith("."))


def filled(default: Any = None, **options: Any) -> Any:
    """Return the field of a section with default values, its own or those of `default`."""
    return Field({} if default is None else default, **options)


def _as_written(value: Any, handler: Any) -> Any:
    """Check a number, and leave an integer one."""
    handler(value)
    return value


#: Numbers that stay as they are written: 1 does not become 1.0.
Number = Annotated[float, Field(ge=0), WrapValidator(_as_written)]
PositiveNumber = Annotated[float, Field(gt=0), WrapValidator(_as_written)]
Share = Annotated[float, Field(ge=0, le=1), WrapValidator(_as_written)]


def _name(value: str) -> str:
    forbid(
        not re.fullmatch(NAME, value),
        "name.bad-characters",
        "names consist of letters, digits, _ and -",
    )
    return value


#: A name that the user gives to something; it stands in the paths of results.
Name = Annotated[str, AfterValidator(_name), Field(json_schema_extra={"pattern": NAME})]


@dataclass(frozen=True)
class OneOf:
    """Marks a field whose value is one of some names that are known elsewhere."""

    names: Sequence[str]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return what validates a value."""
        return core_schema.literal_schema(list(self.names))


Language = Annotated[str, OneOf(KNOWN)]


class OfLanguages(Section):
    """A section that may be one of some languages only.

    A language that it lacks is an error, which says so before anything runs.
    """

    languages: list[Language] | None = Field(
        None,
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="A subset of the target languages; default: all. A language without files is "
        "an error.",
    )

    @field_validator("languages")
    @classmethod
    def _in_order(cls, value: list[str] | None, info: ValidationInfo) -> list[str]:
        languages = paths_of(info).languages
        return [language for language in languages if value is None or language in value]

    def has(self, language: str) -> bool:
        """Return whether it is one of a language."""
        return language in (self.languages or ())


@dataclass(frozen=True)
class Files:
    """Marks a field that names files; its value is resolved to the paths of each language.

    It is written as one path, or as one for each language; without `shared` one path needs {lang}
    where there are several languages. `many`: a language may have several files, and the values
    are tuples. `of`: target languages (those of the section, where it names some), English ("en")
    or "both". `optional`: a language may have none. `hint`: what to do where one is absent.
    """

    many: bool = False
    shared: bool = False
    of: Literal["targets", "en", "both"] = "targets"
    optional: bool = False
    hint: str = ""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return what validates a value."""
        return core_schema.with_info_plain_validator_function(self._resolve)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Return the schema of what is written, by its name among the shared definitions."""
        return {"definition": f"{'files' if self.many else 'file'}_of_{self.of}"}

    def _resolve(self, value: Any, info: ValidationInfo) -> dict[str, Any]:
        paths = paths_of(info)
        permitted = {"targets": KNOWN, "en": ("en",), "both": ("en", *KNOWN)}[self.of]
        by_language = isinstance(value, Mapping)
        for language, named in value.items() if by_language else [("", value)]:
            forbid(
                by_language and language not in permitted,
                "language.unknown",
                f"{language!r} is not one of {list(permitted)}",
            )
            self._check_type(named)
        targets = languages_of(info)
        languages = {"targets": targets, "en": ["en"], "both": ["en", *targets]}[self.of]
        resolved = {}
        for language in languages:
            named = value.get(language, ()) if by_language else value
            listed = [named] if isinstance(named, str) else list(named)
            forbid(
                not listed and not self.optional,
                "file.none-for-language",
                f"no file for {language!r}",
                hint=self.hint,
            )
            for path in listed:
                if not by_language and not self.shared:
                    require_lang(path, languages)
                _check_demo(path, language)
            if listed or self.many:
                resolved[language] = tuple(paths.expand(path, language) for path in listed)
        paths.check([path for files in resolved.values() for path in files], self.hint)
        return (
            resolved if self.many else {language: files[0] for language, files in resolved.items()}
        )

    def _check_type(self, value: Any) -> None:
        listed = value if self.many and isinstance(value, list) else [value]
        if not all(isinstance(path, str) and path for path in listed):
            what = "a path, or a list of paths," if self.many else "a path"
            raise fault(
                "file.not-a-path", f"expected {what} or one for each language, found {value!r}"
            )


def require_lang(path: str, languages: Sequence[str], what: str = "file") -> None:
    """Raise a fault where one file (or `what`) would be that of several languages."""
    if "{lang}" not in path and len(languages) > 1:
        raise fault(
            "file.one-for-several-languages",
            f"the {what} {path} would serve several languages ({', '.join(languages)})",
            hint=f"write {{lang}} in its place, or give a {what} for each language: "
            f"{{{languages[-1]}: ...}}",
        )


def _check_demo(path: str, language: str) -> None:
    """Raise a fault where the embedded corpus does not have the files of a language."""
    forbid(
        path.startswith("{results}/demo/") and language not in ("en", *DEMO_LANGUAGES),
        "demo.language-unsupported",
        f"the embedded corpus has no {language!r}, only {', '.join(DEMO_LANGUAGES)}",
        hint=f"give your own parallel text for {language!r} under corpora, and a challenge set "
        "under challenge (or fetch: true); where trees are needed, give a treebank or use "
        "published models (annotators.models: fetch)",
    )


#: A file of each language, and of each that has one.
FileByLanguage = Annotated[dict[str, str], Files()]
FileOfSome = Annotated[dict[str, str], Files(optional=True)]


def _file(value: str, info: ValidationInfo) -> str:
    path = paths_of(info).expand(value)
    if path.startswith("config/") and not Path(path).exists():
        _, kind, *name = Path(path).parts
        candidates = [folder.joinpath(*name) for folder in folders(kind)]
        path = next((str(candidate) for candidate in candidates if candidate.exists()), path)
    paths_of(info).check([path])
    return path


#: One file (or folder) for all languages, cdaflow's own one where the working folder has no such
#: file under config/; the same, "" for none; and one that need not be there.
File = Annotated[str, Field(min_length=1), AfterValidator(_file)]
OptionalFile = Annotated[str, AfterValidator(lambda path, info: path and _file(path, info))]
MadeFile = Annotated[str, AfterValidator(lambda path, info: paths_of(info).expand(path))]


def recipe_of(kind: str) -> AfterValidator:
    """Return what turns the name of a recipe, or a path, into its path."""

    def find(name: str) -> str:
        try:
            return str(locate_recipe(name, kind))
        except ConfigError as error:
            problem = error.problem if error.file is None else f"{error.file}: {error.problem}"
            raise fault(error.code, problem, hint=error.hint or "") from None

    return AfterValidator(find)


Recipe = Annotated[str, recipe_of(RECIPES)]


class Resources(Section):
    """Resources of one job, also requested from a cluster."""

    threads: int = Field(1, ge=1, description="CPU threads.")
    gpus: int = Field(0, ge=0, description="GPUs; 0 runs on the CPU.")
    mem_mb: int = Field(4000, ge=100, description="Memory requested from a cluster, in megabytes.")
    runtime: int = Field(120, ge=1, description="Time requested from a cluster, in minutes.")

    @property
    def limits(self) -> dict[str, int]:
        """Memory and time, as the resources of a rule."""
        return {"mem_mb": self.mem_mb, "runtime": self.runtime}


class Slurm(Section):
    """Where a cluster with Slurm runs the jobs, beside the profile slurm, which goes before it."""

    account: str | None = Field(None, min_length=1, description="The account of all jobs.")
    partition: str | None = Field(
        None, min_length=1, description="The partition of jobs; where not given, the cluster's own."
    )
    gpu_partition: str | None = Field(
        None, min_length=1, description="The partition of jobs with GPUs, in place of `partition`."
    )
    gpu_model: str | None = Field(
        None, min_length=1, description="The kind of GPUs to ask for, such as a100."
    )

    def resources(self, gpus: int) -> dict[str, str]:
        """Return the resources of a rule whose jobs ask for so many GPUs."""
        values = {"slurm_account": self.account, "slurm_partition": self.partition}
        if gpus:
            values["slurm_partition"] = self.gpu_partition or self.partition
            values["gpu_model"] = self.gpu_model
        return {name: value for name, value in values.items() if value is not None}


class TrainingResources(Resources):
    """Resources of one training, and how often it is resumed."""

    retries: int | None = Field(
        None,
        ge=0,
        description="How many times a training that has failed, or was stopped at its time limit, "
        "is submitted again in one run of snakemake; each time it resumes from its checkpoint. "
        "Where not given, as often as snakemake says for all jobs (--retries; 3 in the profile for "
        "Slurm). `runtime` times one more than this is the longest that a training can take.",
    )


class ShardSize(Section):
    """As many shards as the size of a text asks for."""

    sentences: int = Field(ge=1, description="Approximate number of sentences per shard.")


#: How many shards a text is cut in, each a job of its own.
Shards = Annotated[
    Annotated[int, Field(ge=1), Tag("number")] | Annotated[ShardSize, Tag("size")],
    Discriminator(lambda value: "number" if isinstance(value, int) else "size"),
]


def shards_key(sentences: int, what: str) -> Any:
    """Return the field of a key `shards`; by default with this many sentences each."""
    return Field(
        {"sentences": sentences},
        description=f"Parts in which {what}, each a job of its own: a number, or {{sentences: N}} "
        "for as many as make about N sentences each, by the size of the text (key `sentences` of "
        "a corpus, or an estimate from its file).",
    )


def number_of_shards(shards: int | ShardSize, sentences: int) -> int:
    """Return in how many shards a text of a number of sentences is cut, 1 or more."""
    if isinstance(shards, int):
        return shards
    return max(1, ceil(sentences / shards.sentences))


def shard_names(number: int) -> list[str]:
    """Return what the shards of a text are called in paths: 1-of-2, 2-of-2."""
    return [f"{n}-of-{number}" for n in range(1, number + 1)]
