"""The list of what an archive of results holds: names, sizes and SHA-256, as MANIFEST.json."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cdaflow import __version__
from cdaflow.errors import InputError
from cdaflow.io.structured import parse_json
from cdaflow.tables.render import visible

NAME = "MANIFEST.json"

#: What the manifest says it is, and the number of its form.
KIND, FORMAT = "cdaflow results", 1

#: No file of an archive, and no archive, has more bytes, and none has more files.
MAX_FILE_BYTES = 128 * 1024 * 1024
MAX_BYTES = 512 * 1024 * 1024
MAX_FILES = 10_000

_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Entry:
    """A file of an archive: bytes, and SHA-256 as 64 hexadecimal digits."""

    size: int
    sha256: str

    @classmethod
    def of(cls, content: bytes) -> Entry:
        """Return the entry of a file that has this content."""
        return cls(len(content), hashlib.sha256(content).hexdigest())


def name_fault(name: str) -> str | None:
    """Return what is wrong with the name of a file in an archive; None where it is right.

    Right is a path below the results folder, its parts divided by "/", that means the same on any
    system.
    """
    if not name or visible(name) != name:
        return "is empty or has characters that cannot be seen"
    if name.startswith("/") or "\\" in name or ":" in name:
        return "is not a path below the results folder"
    if any(part in ("", ".", "..") for part in name.split("/")):
        return "leads out of the results folder, or roundabout"
    if len(name) > 500:
        return "is longer than 500 characters"
    return None


def manifest_text(entries: Mapping[str, Entry]) -> str:
    """Return the manifest as JSON, files sorted by name."""
    files = [
        {"path": name, "size": entry.size, "sha256": entry.sha256}
        for name, entry in sorted(entries.items())
    ]
    content = {"kind": KIND, "format": FORMAT, "cdaflow": __version__, "files": files}
    return json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def parse_manifest(text: bytes, *, file: str) -> dict[str, Entry]:
    """Return the entries of a manifest by name; InputError, naming `file`, where it is none."""
    content = parse_json(text, file=f"{file}: {NAME}")
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise InputError(f"{NAME} is none of cdaflow", file=file)
    if content.get("format") != FORMAT:
        raise InputError(
            f"{NAME} has the format {str(content.get('format'))[:40]!r}, known is {FORMAT}",
            file=file,
            hint="another version of cdaflow wrote it: use that",
        )
    files = content.get("files")
    if not isinstance(files, list) or len(files) > MAX_FILES:
        raise InputError(f"{NAME} lists no files, or more than {MAX_FILES}", file=file)
    return _entries(files, file)


def _entries(files: Iterable[object], file: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for number, item in enumerate(files, 1):
        path, size, sha256 = (
            (item.get("path"), item.get("size"), item.get("sha256"))
            if isinstance(item, dict)
            else (None, None, None)
        )
        if not (isinstance(path, str) and isinstance(sha256, str) and type(size) is int):
            raise InputError(f"{NAME}: file {number} lacks path, size or sha256", file=file)
        fault = name_fault(path)
        if fault is not None or path == NAME:
            raise InputError(
                f"{NAME}: the name of file {number}, {visible(path)[:80]!r}, "
                f"{fault or 'is that of the manifest itself'}",
                file=file,
            )
        if not (0 <= size <= MAX_FILE_BYTES and _SHA256.fullmatch(sha256)):
            raise InputError(f"{NAME}: size or sha256 of {path!r} cannot be", file=file)
        if path in found:
            raise InputError(f"{NAME}: {path!r} is listed twice", file=file)
        found[path] = Entry(size, sha256)
    return found
