"""The workflow's configuration, checked as a whole before anything runs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from cdaflow.errors import ConfigError
from cdaflow.io.structured import read_yaml


def check_files(paths: Iterable[str | os.PathLike[str]]) -> None:
    """Raise ConfigError where a configuration file has a key twice, or tags or aliases of ill will.

    Snakemake, which reads it, takes the last of two keys in silence: half a table of systems.
    """
    for path in paths:
        if str(path).endswith((".yaml", ".yml")) and Path(path).is_file():
            read_yaml(path, error=ConfigError)


def check_config(config: Mapping[str, Any], schema_path: str | os.PathLike[str]) -> None:
    """Raise ConfigError, one message for all faults, where `config` does not fit the schema.

    A fault is told with the place in the configuration ("corpora.train[0]"), what was found and,
    for an unknown key, the known one that looks most like it.
    """
    schema = yaml.safe_load(Path(schema_path).read_text(encoding="utf-8"))
    faults = sorted(
        {_describe(_deepest(error)) for error in Draft202012Validator(schema).iter_errors(config)}
    )
    if faults:
        raise ConfigError(
            "the configuration is not valid:\n" + "\n".join(f"    {fault}" for fault in faults),
            hint="each key is described in workflow/schemas/config.schema.yaml",
        )


def _deepest(error: ValidationError) -> ValidationError:
    """Return the fault inside the alternative that was most likely meant."""
    while error.validator == "oneOf" and error.context:
        inner = best_match(error.context)
        if inner is None:
            break
        error = inner
    return error


def _describe(error: ValidationError) -> str:
    place = error.json_path.removeprefix("$").removeprefix(".") or "(top)"
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = list(error.schema.get("properties", {}))
        patterns = error.schema.get("patternProperties", {})
        unknown = [key for key in error.instance if key not in known]
        if known and not patterns:
            return "; ".join(f"{place}: {_unknown_key(str(key), known)}" for key in unknown)
        names = [str(key) for key in unknown if not any(re.search(p, str(key)) for p in patterns)]
        taken = [name for name in names if re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]*", name)]
        if taken:
            return f"{place}: cdaflow has a test set of its own of the name {', '.join(taken)}"
        return f"{place}: a name has letters, digits, _ and - only: {', '.join(names)}"
    return f"{place}: {error.message}"


def _unknown_key(key: str, known: list[str]) -> str:
    near = get_close_matches(key, known, n=1)
    return f"unknown key {key!r}" + (
        f", did you mean {near[0]!r}?" if near else f" (known: {', '.join(sorted(known))})"
    )


def expand(path: str, **places: str) -> str:
    """Return `path` with {data}, {results}, {lang} replaced by the given places.

    Raises ConfigError for a placeholder that is not known or has no value.
    """
    for name, value in places.items():
        if f"{{{name}}}" in path and not value:
            hint = (
                "give it: --config data=FOLDER, or the environment variable CDAFLOW_DATA"
                if name == "data"
                else None
            )
            raise ConfigError(f"{path!r} needs {{{name}}}, which is not set", hint=hint)
        path = path.replace(f"{{{name}}}", value)
    if "{" in path or "}" in path:
        raise ConfigError(
            f"unknown placeholder in the path {path!r}",
            hint=f"known: {', '.join('{' + name + '}' for name in places)}",
        )
    return path


def path_of(value: Any, language: str) -> str:
    """Return the path of a language: of a path with {lang} in it, or of paths by language.

    Raises KeyError for a language without one, see `check_paths`.
    """
    return str(value[language] if isinstance(value, Mapping) else value)


def require_lang(place: str, path: str, languages: Sequence[str]) -> None:
    """Raise ConfigError where one file would be that of several languages."""
    if "{lang}" not in path and len(languages) > 1:
        raise ConfigError(
            f"{place}: one file for several languages ({', '.join(languages)}): {path}",
            hint="write {lang} in its place in the path, or give the paths by language: "
            f"{{{languages[0]}: ...}}",
        )


def user_paths(config: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (place in the configuration, language, path with placeholders) of each file.

    Raises ConfigError where a file of one language would be taken for several, or one of all
    languages has {lang} in its path.
    """
    languages = config["languages"]
    for place, corpus in _corpora(config["corpora"]):
        for key in ("source", "target", "tsv", "tmx"):
            if key in corpus:
                # The English of several languages may be one file; a TMX names its languages.
                shared = key in ("source", "tmx")
                yield from _of_languages(f"{place}.{key}", corpus[key], languages, shared=shared)
    for key in ("sentences", "pro", "anti"):
        if key in config["challenge"]:
            yield _of_all(f"challenge.{key}", config["challenge"][key], languages)
    yield _of_all("demo.stereotypes", config["demo"]["stereotypes"], languages)
    yield _of_all("wordlists", config["wordlists"], languages)
    for language, lexicons in config["lexicons"].items():
        yield from ((f"lexicons.{language}[{n}]", language, p) for n, p in enumerate(lexicons))
    for name, system in config["systems"].items():
        named = {key: system[key] for key in ("model", "decoder") if key in system}
        for key in ("vocabs", "spm"):
            named |= {f"{key}[{n}]": path for n, path in enumerate(system.get(key, ()))}
        for key, value in named.items():
            yield from _of_languages(f"systems.{name}.{key}", value, languages)


def _corpora(corpora: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (place in the configuration, corpus) of each corpus of parallel text."""
    parts = {"train": corpora["train"], "dev": corpora["dev"]}
    parts |= {f"test.{name}": part for name, part in corpora["test"].items()}
    for part, entries in parts.items():
        for number, corpus in enumerate(entries if isinstance(entries, list) else ()):
            yield f"corpora.{part}[{number}]", corpus


def _of_languages(
    place: str, value: Any, languages: Sequence[str], *, shared: bool = False
) -> Iterator[tuple[str, str, str]]:
    """Yield the path of each language; `shared`: it may be one and the same."""
    if isinstance(value, Mapping):
        for language in languages:
            if language not in value:
                raise ConfigError(f"{place}: there is no path for {language!r}")
    elif not shared:
        require_lang(place, value, languages)
    yield from ((place, language, path_of(value, language)) for language in languages)


def _of_all(place: str, path: str, languages: Sequence[str]) -> tuple[str, str, str]:
    """Return the path of a file that all languages share."""
    if "{lang}" in path:
        raise ConfigError(
            f"{place}: {{lang}} in {path!r}, but this file is one and the same for all languages",
            hint="write the path without {lang}",
        )
    return place, languages[0], path


def check_paths(config: Mapping[str, Any], *, data: str, results: str) -> None:
    """Raise ConfigError, one message for all, where a file that the user names is absent.

    Paths in the results folder are left to Snakemake, which knows how to make them; but those of
    the embedded corpus are there for its languages only. Raises as `user_paths` does, too.
    """
    absent = []
    for place, language, path in user_paths(config):
        if path.startswith("{results}/demo/") and "{lang}" in path:
            _check_demo_language(place, language)
        found = expand(path, data=data, results=results, lang=language)
        if not Path(found).is_relative_to(results) and not Path(found).exists():
            absent.append(f"    {place}: {found}")
    if absent:
        raise ConfigError(
            "no such file:\n" + "\n".join(dict.fromkeys(absent)),
            hint="a relative path starts at the folder in which snakemake runs",
        )


#: The languages in which the embedded corpus is written.
DEMO_LANGUAGES = ("es", "fr", "it")


def _check_demo_language(place: str, language: str) -> None:
    if language not in DEMO_LANGUAGES:
        raise ConfigError(
            f"{place}: the embedded corpus is not written in {language!r}, only in "
            f"{', '.join(DEMO_LANGUAGES)}",
            hint=f"name parallel text of your own for {language!r} under corpora, and a challenge "
            "set under challenge (or fetch: true)",
        )
