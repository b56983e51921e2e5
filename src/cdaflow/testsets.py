"""The test sets of gender that a configuration may name: MT-GenEval and MuST-SHE.

Both cover some languages only. A language that they lack is an error, which says so before
anything runs: left out in silence, it would be missed in the table hours later, or never.
`languages` of a test set says for which languages it is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cdaflow.config import expand
from cdaflow.errors import ConfigError, InputError

if TYPE_CHECKING:
    from cdaflow.scoring.geneval_files import Testset

#: Keys of the configuration.
TESTSETS = ("geneval", "mustshe")

#: What the translations of the two halves of MT-GenEval are called, after the role of their source.
GENEVAL = {"geneval-feminine": "feminine", "geneval-masculine": "masculine"}


def languages_of(config: Mapping[str, Any], testset: str) -> list[str]:
    """Return the languages in which a test set is translated and scored; none if it is not named.

    They stand in the order of the configuration's languages.
    """
    if testset not in config:
        return []
    wanted = config[testset].get("languages", config["languages"])
    return [language for language in config["languages"] if language in wanted]


def geneval_files(config: Mapping[str, Any], language: str, *, data: str, results: str) -> Testset:
    """Return the files of MT-GenEval in a language.

    Raises ConfigError where one is absent, naming the language and the file.
    """
    from cdaflow.scoring.geneval_files import find_testset

    if language not in languages_of(config, "geneval"):
        raise ConfigError(f"geneval: MT-GenEval is not configured for {language!r}")
    named = config["geneval"]
    folder = expand(named["data"], data=data, results=results, lang=language)
    try:
        return find_testset(folder, language, split=named.get("split", "test"))
    except InputError as error:
        raise ConfigError(
            f"geneval: MT-GenEval is not there for {language!r}, no such file: {error.file}",
            hint=f"{error.hint}. Give the folder of MT-GenEval as geneval.data; "
            "geneval.languages says for which languages it is meant",
        ) from None


def mustshe_file(config: Mapping[str, Any], language: str, *, data: str, results: str) -> Path:
    """Return the table of MuST-SHE in a language.

    Raises ConfigError where it is absent, naming the language and the file.
    """
    named = config["mustshe"]["data"]
    path = Path(expand(named, data=data, results=results, lang=language))
    if not path.is_file():
        raise ConfigError(
            f"mustshe: MuST-SHE is not there for {language!r}, no such file: {path}",
            hint="the corpus must be asked for from its owners; mustshe.languages says for which "
            "languages it is meant",
        )
    return path


def check_testsets(config: Mapping[str, Any], *, data: str, results: str) -> None:
    """Raise ConfigError where a test set that is named is not there for one of its languages."""
    for language in languages_of(config, "geneval"):
        geneval_files(config, language, data=data, results=results)
    languages = languages_of(config, "mustshe")
    if len(languages) > 1 and "{lang}" not in config["mustshe"]["data"]:
        raise ConfigError(
            f"mustshe.data: one table for several languages ({', '.join(languages)})",
            hint="write {lang} in its place in the path",
        )
    for language in languages:
        mustshe_file(config, language, data=data, results=results)
