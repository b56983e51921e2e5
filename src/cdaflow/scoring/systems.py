"""Several systems that are scored in one call: their files by name, their scores compared."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.scoring.compare import compare
from cdaflow.scoring.report import json_text

#: The name of a system.
NAME = r"[A-Za-z0-9][\w.+-]*"

#: A system and a file of its translations.
_NAMED = re.compile(f"({NAME})=(.+)", re.DOTALL)


def files_by_system(
    files: Sequence[str | os.PathLike[str]],
) -> dict[str, list[Path]]:
    """Return the files of each system, by name in the order given; {} where none has a name.

    A system is named as NAME=FILE, once for each of its files. What is a file as it stands has no
    name. Raises ConfigError where some are named and others not.
    """
    files_of: dict[str, list[Path]] = {}
    plain = []
    for text in map(str, files):
        match = None if Path(text).exists() else _NAMED.fullmatch(text)
        if match is None:
            plain.append(text)
        else:
            files_of.setdefault(match[1], []).append(Path(match[2]))
    if files_of and plain:
        raise ConfigError(
            "system.no-name",
            f"{plain[0]} has no name, but other systems have",
            hint="name each system: baseline=a.txt repaired=b.txt",
        )
    return files_of


def compared_reports(
    reports: Mapping[str, Mapping[str, Any]], resampling: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the reports of systems and their comparison with the first of them.

    The result is {"metric", "systems": the reports, "comparison": see `compare.compare`}. Raises
    InputError where they cannot be compared.
    """
    # As they would be read from their files.
    by_system = {name: json.loads(json_text(report)) for name, report in reports.items()}
    result = compare(*by_system.values(), names=list(by_system), **resampling)
    return {"metric": result["of"], "systems": list(reports.values()), "comparison": result}
