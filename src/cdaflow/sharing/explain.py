"""What may explain that two runs have made different tables: differences of their provenance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cdaflow.tables.inputs import JsonNode

#: Stands for what one of the two lacks.
_ABSENT = "(none)"

#: Programs and surroundings, which are compared value by value, and how a reader knows them.
_PARTS = (
    ("versions", "version"),
    ("programs", "program"),
    ("signatures", "signature"),
    ("machine", "machine"),
)


def explanations(first: JsonNode, second: JsonNode) -> Iterator[str]:
    """Yield what differs between the provenances of two versions of a table, a line each.

    First what was put in (configuration, raw files), then what was made of it, then programs and
    machine. Values are compared whatever their form; raises InputError where the files or the
    state of the repository have not theirs.
    """
    yield from _values("config", "configuration", first, second)
    yield from _raw_files(first, second)
    yield from _first_made(first, second)
    for part, label in _PARTS:
        yield from _values(part, label, first, second)
    if first.mapping.get("source") != second.mapping.get("source"):
        yield f"source code of cdaflow: {_change(first.mapping, second.mapping, 'source')}"
    yield from _repository(*map(_git, (first, second)))


def _values(part: str, label: str, first: JsonNode, second: JsonNode) -> Iterator[str]:
    before, after = (_flat(provenance.mapping.get(part)) for provenance in (first, second))
    for key in sorted(before.keys() | after.keys()):
        if before.get(key) != after.get(key):
            yield f"{label} {key}: {_change(before, after, key)}"


def _change(first: Mapping[str, Any], second: Mapping[str, Any], key: str) -> str:
    return f"{_shown(first.get(key))} -> {_shown(second.get(key))}"


def _shown(value: Any) -> str:
    text = _ABSENT if value is None else str(value)
    return text if len(text) <= 120 else text[:117] + "..."


def _flat(value: Any) -> dict[str, str]:
    """Return the values of nested mappings and lists as text, by their keys with dots between."""
    flat: dict[str, str] = {}
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        name, item = waiting.pop()
        if isinstance(item, list):
            item = {str(number): element for number, element in enumerate(item)}
        if isinstance(item, dict):
            waiting += [(f"{name}.{key}".lstrip("."), value) for key, value in item.items()]
        elif item is not None:
            flat[name] = str(item)
    return flat


def _digests(provenance: JsonNode, *kinds: str) -> dict[str, str]:
    """Return the digests of the files of some kinds by path, in order."""
    files = provenance.node("files")
    items = (item for kind in kinds for item in files.list_of_nodes(kind))
    return {item.text("path"): item.text("sha256") for item in items}


def _raw_files(first: JsonNode, second: JsonNode) -> Iterator[str]:
    """Yield raw files that changed, came or went; one that only lies elsewhere is none of them."""
    before, after = _digests(first, "raw"), _digests(second, "raw")
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old == new:
            continue
        if old is not None and new is not None:
            yield f"raw file changed: {path} ({old[:12]} -> {new[:12]})"
        elif old is not None and old not in after.values():
            yield f"raw file no longer used: {path}"
        elif new is not None and new not in before.values():
            yield f"raw file that is new: {path}"


def _first_made(first: JsonNode, second: JsonNode) -> Iterator[str]:
    """Yield the first of the made files that differs: where the two runs part ways."""
    before, after = (_digests(item, "between", "inputs") for item in (first, second))
    common = [path for path in before if path in after]
    parted = [path for path in common if before[path] != after[path]]
    if parted:
        yield (
            f"first file in the making that differs: {parted[0]} ({len(parted)} of {len(common)} "
            "differ)"
        )
    elif common:
        yield f"none of {len(common)} files in the making that both runs have differs"


def _git(provenance: JsonNode) -> Mapping[str, Any]:
    """Return the state of the repository, nothing where the table was made in none."""
    return provenance.node("git").mapping if provenance.mapping.get("git") is not None else {}


def _repository(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[str]:
    if first.get("commit") != second.get("commit"):
        yield f"git commit: {_change(first, second, 'commit')}"
    elif first.get("changes_sha256") != second.get("changes_sha256"):
        files = {name for git in (first, second) for name in _flat(git.get("changed")).values()}
        yield f"files changed since the git commit: {_shown(', '.join(sorted(files)))}"
