"""What of a folder of results the configuration does not have: left by runs of other ones.

A run makes what its configuration names and deletes nothing. Figures of a system that is gone, or
tables of a language that is gone, are no results of the configuration that is shared with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.structured import parse_json
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.render import parse_csv

#: Tables with a row for each language and system.
_SCORES = ("winomt", "pronouns", "bleu", "geneval", "mustshe")

#: Those that a configuration may lack, by their key.
_OPTIONAL = ("geneval", "mustshe")

#: Figures that name a language, and a system, behind their own name.
_FIGURES = ("gaps", "professions")


def outdated(contents: Mapping[str, bytes]) -> dict[str, str]:
    """Return the files of the results that config.json does not have, each with the reason.

    `contents`: the files by name. None are, where config.json is absent or is no configuration
    with languages and systems. Raises InputError where it is no JSON.
    """
    config = parse_json(contents["config.json"], file="config.json") if _has(contents) else None
    if not isinstance(config, dict):
        return {}
    languages, systems = config.get("languages"), config.get("systems")
    if not isinstance(languages, list) or not isinstance(systems, dict):
        return {}
    known = {"language": set(map(str, languages)), "system": set(systems)}
    found: dict[str, str] = {}
    for name, content in contents.items():
        reason = _figure(name, known) or _table(name, content, config, known)
        if reason is not None:
            found[name] = reason
            if name.endswith(".csv"):
                stem = name.removesuffix(".csv")
                beside = (f"{stem}.md", f"{stem}.provenance.json")
                found |= {other: reason for other in beside if other in contents}
    return found


def _has(contents: Mapping[str, bytes]) -> bool:
    return "config.json" in contents


def _figure(name: str, known: Mapping[str, set[str]]) -> str | None:
    folder, _, file = name.partition("/")
    kind, *parts = Path(file).stem.split(".", 2)
    if folder != "figures" or kind not in _FIGURES:
        return None
    named = dict(zip(("language", "system"), parts, strict=False))
    return _unknown(named, known)


def _table(
    name: str, content: bytes, config: Mapping[str, Any], known: Mapping[str, set[str]]
) -> str | None:
    if not (name.startswith("tables/") and name.endswith(".csv")):
        return None
    stem = Path(name).stem
    published = config.get("published", [])
    paper = stem.partition(".")[0]
    if paper in PAPERS and paper not in ([published] if isinstance(published, str) else published):
        return f"the paper {paper} is not in the configuration"
    if stem in _OPTIONAL and stem not in config:
        return f"{stem} is not in the configuration"
    if stem not in _SCORES:
        return None
    try:
        columns, records = parse_csv(content.decode("utf-8").splitlines(), name)
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not UTF-8", file=name) from None
    for record in records:
        reason = _unknown({key: record[key] for key in known if key in columns}, known)
        if reason is not None:
            return reason
    return None


def _unknown(named: Mapping[str, str], known: Mapping[str, set[str]]) -> str | None:
    for key, value in named.items():
        if value not in known[key]:
            return f"the {key} {value} is not in the configuration"
    return None
