"""Folders of models: annotator.json, which says what is in one.

It is written last, so that a folder that has it is whole. A folder without it holds models of
Stanza, as Stanza downloads them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cdaflow import __version__
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import write_json
from cdaflow.io.structured import read_json

#: The format of annotator.json that is written and understood.
FORMAT = 1

_NAME = "annotator.json"


def read_description(folder: str | os.PathLike[str], language: str) -> dict[str, Any]:
    """Return what annotator.json says of the models in a folder; {} where there is none.

    Raises InputError where the folder is absent or the file damaged, ConfigError where it is of
    another format, or the models are of another language.
    """
    if not Path(folder).is_dir():
        raise InputError(
            "no such folder of models",
            file=folder,
            hint=f"train them: cdaflow trees train --lang {language} ...",
        )
    path = Path(folder) / _NAME
    if not path.exists():
        return {}
    content = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ConfigError(
            f'an annotator.json with "format": {FORMAT} is wanted',
            file=path,
            hint="the models are of another version of cdaflow: train them again",
        )
    if content.get("language") != language:
        raise ConfigError(
            f"models of the language {content.get('language')!r}, {language!r} is wanted",
            file=path,
            hint="give the folder or the --lang that fits",
        )
    return content


def write_description(folder: str | os.PathLike[str], content: Mapping[str, Any]) -> dict[str, Any]:
    """Write annotator.json and return it: `content` with the format and the version of cdaflow."""
    versions = {"cdaflow": __version__, **content["versions"]}
    whole = {**content, "format": FORMAT, "versions": versions}
    write_json(Path(folder) / _NAME, whole)
    return whole


def unmark(folder: str | os.PathLike[str]) -> None:
    """Take annotator.json away: what is in the folder is about to change."""
    (Path(folder) / _NAME).unlink(missing_ok=True)
