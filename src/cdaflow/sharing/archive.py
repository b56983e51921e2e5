"""An archive of results: written so that equal results give equal bytes, read without trust.

Its first member, MANIFEST.json, lists the others with size and SHA-256. Nothing is unpacked to
disk, and nothing is read beyond bounds that are known before: the directory of an archive and all
of its files together are bounded, whatever it says of itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import struct
import zipfile
from collections.abc import Mapping
from os import PathLike
from typing import Any

from cdaflow import __version__
from cdaflow.errors import InputError
from cdaflow.io.compression import open_binary_raw
from cdaflow.io.files import atomic_path, parse_json
from cdaflow.io.model_file import DAMAGED, zip_member
from cdaflow.tables.inputs import JsonNode
from cdaflow.tables.text import visible

#: The name of the manifest, what it says it is, and the number of its form.
NAME = "MANIFEST.json"
KIND, FORMAT = "cdaflow results", 1

#: No file of an archive, and no archive, has more bytes, and none has more files.
MAX_FILE_BYTES = 128 * 1024 * 1024
MAX_BYTES = 512 * 1024 * 1024
MAX_FILES = 10_000

#: Maximum size of the directory of an archive, in bytes.
MAX_DIRECTORY_BYTES = 8 * 1024 * 1024

#: The last record of an archive: signature, disks, files, size and offset of the directory, and
#: the comment.
_END = struct.Struct("<4s4H2LH")
_ENCRYPTED = 0x1

#: The hint where archive and manifest do not agree.
_DISTRUST = "do not trust it: ask for it again"


def write_archive(path: str | PathLike[str], contents: Mapping[str, bytes]) -> None:
    """Write files by name, and their manifest, whole or not at all."""
    manifest = {"kind": KIND, "format": FORMAT, "cdaflow": __version__, "files": _listed(contents)}
    text = json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    with atomic_path(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        for name, content in {NAME: text.encode("utf-8"), **contents}.items():
            archive.writestr(zip_member(name, stat.S_IFREG | 0o644), content, compresslevel=9)


def _listed(contents: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """Return the files as the manifest lists them, sorted by name."""
    return [
        {"path": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in sorted(contents.items())
    ]


def read_archive(path: str | PathLike[str]) -> dict[str, bytes]:
    """Return the files of an archive that `pack` wrote by name, without the manifest.

    Raises InputError where it is no such archive, is damaged, holds what it must not hold, or is
    not what its manifest says: files too many, too few or changed.
    """
    contents = _read(path)
    text = contents.pop(NAME, None)
    if text is None:
        raise InputError(
            "archive.no-manifest",
            f"the archive has no {NAME}",
            file=path,
            hint="give an archive that `cdaflow share` wrote",
        )
    _check_manifest(path, text, contents)
    return contents


def _read(path: str | PathLike[str]) -> dict[str, bytes]:
    with open_binary_raw(path) as handle:
        size = os.fstat(handle.fileno()).st_size
        if not handle.seekable() or size > MAX_BYTES:
            raise InputError(
                "archive.too-large",
                f"expected a regular file of at most {MAX_BYTES} bytes",
                file=path,
            )
        handle.seek(max(0, size - _END.size - 20))
        _check_end(path, handle.read())
        try:
            with zipfile.ZipFile(handle) as archive:
                members = archive.infolist()
                _check_members(path, members)
                return {member.filename: _content(archive, member) for member in members}
        except DAMAGED as error:
            raise InputError(
                "archive.damaged",
                f"the archive is damaged ({type(error).__name__}: {visible(str(error))[:200]})",
                file=path,
                hint="download or copy it again, and compare its checksum",
            ) from None


def _check_end(path: str | PathLike[str], tail: bytes) -> None:
    """Raise InputError where the archive does not end as ours do: the directory is read whole."""
    # A file that is too short is reported like one that ends in another way.
    end = _END.unpack(tail[-_END.size :].rjust(_END.size, b"\0"))
    signature, entries, directory, comment = end[0], end[4], end[5], end[7]
    if signature != b"PK\5\6" or comment:
        raise InputError(
            "archive.not-zip",
            "expected a zip archive of `cdaflow share`; this file is of another kind, or truncated",
            file=path,
            hint="download or copy it again, and compare its checksum",
        )
    if tail[: -_END.size].startswith(b"PK\6\7"):
        raise InputError("archive.zip64", "zip64 archives are not supported", file=path)
    if entries > MAX_FILES + 1 or directory > MAX_DIRECTORY_BYTES:
        raise InputError(
            "archive.too-many-files", f"the archive lists more than {MAX_FILES} files", file=path
        )


def _check_members(path: str | PathLike[str], members: list[zipfile.ZipInfo]) -> None:
    seen = set()
    for member in members:
        name = visible(member.orig_filename)[:80]
        # zipfile cuts a name at a zero byte; what it was called before must be right as well.
        fault = name_fault(member.orig_filename) or name_fault(member.filename)
        mode = member.external_attr >> 16
        if fault is not None:
            problem = f"the name of the file {name!r} {fault}"
        elif member.filename in seen:
            problem = f"the file {name!r} is there twice"
        elif stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            problem = f"{name!r} is no plain file (a link or a device)"
        elif member.flag_bits & _ENCRYPTED:
            problem = f"the file {name!r} is encrypted"
        elif member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            problem = f"the file {name!r} is packed in an unusual way"
        elif member.file_size > MAX_FILE_BYTES:
            problem = f"the file {name!r} says to have more than {MAX_FILE_BYTES} bytes"
        else:
            seen.add(member.filename)
            continue
        raise InputError("archive.malformed", problem, file=path, hint="do not unpack this archive")
    if len(members) > MAX_FILES + 1 or sum(member.file_size for member in members) > MAX_BYTES:
        raise InputError(
            "archive.content-too-large",
            f"more than {MAX_FILES} files or {MAX_BYTES} bytes",
            file=path,
        )


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return a file of an archive; zipfile reads no more of it than its size, which is checked."""
    with archive.open(member) as handle:
        content = handle.read(member.file_size + 1)
    if len(content) != member.file_size:
        raise zipfile.BadZipFile(f"{member.filename} is not of the size that it says")
    return content


def _check_manifest(path: str | PathLike[str], text: bytes, contents: Mapping[str, bytes]) -> None:
    """Raise InputError where the manifest is none, or lists other files than there are."""
    manifest = parse_json(text, file=f"{path}: {NAME}")
    if not isinstance(manifest, dict) or manifest.get("kind") != KIND:
        raise InputError("manifest.other-kind", f"{NAME} is not a manifest of cdaflow", file=path)
    if manifest.get("format") != FORMAT:
        raise InputError(
            "manifest.other-version",
            f"{NAME} has the format {str(manifest.get('format'))[:40]!r}, expected {FORMAT}",
            file=path,
            hint="use the version of cdaflow that wrote it",
        )
    listed = JsonNode.of(manifest, f"{path}: {NAME}", _DISTRUST).list_of_nodes("files")
    before = {item.text("path"): item.mapping for item in listed}
    after = {item["path"]: item for item in _listed(contents)}
    if len(before) != len(listed):
        raise InputError(
            "manifest.file-duplicate", f"{NAME} lists a file more than once", file=path
        )
    faults = [f"missing: {visible(name)[:80]}" for name in sorted(before.keys() - after.keys())]
    faults += [f"not in the manifest: {name}" for name in sorted(after.keys() - before.keys())]
    faults += [
        f"changed: {name}"
        for name in sorted(before.keys() & after.keys())
        if before[name] != after[name]
    ]
    if not faults:
        return
    more = f", and {len(faults) - 5} more" if len(faults) > 5 else ""
    raise InputError(
        "archive.unlike-manifest",
        f"the archive does not match its manifest ({'; '.join(faults[:5])}{more})",
        file=path,
        hint=_DISTRUST,
    )


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
