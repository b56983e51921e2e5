"""An archive of results, read without trust.

Nothing is unpacked to disk, and nothing is read beyond bounds that are known before: the directory
of an archive and all of its files together are bounded, whatever it says of itself.
"""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.io.compression import open_binary_raw
from cdaflow.sharing import manifest
from cdaflow.sharing.manifest import (
    MAX_BYTES,
    MAX_FILE_BYTES,
    MAX_FILES,
    Entry,
    name_fault,
    parse_manifest,
)
from cdaflow.tables.render import visible

#: The directory of an archive has at most so many bytes.
MAX_DIRECTORY_BYTES = 8 * 1024 * 1024

#: The last record of an archive: signature, disks, files, size and place of the directory, comment.
_END = struct.Struct("<4s4H2LH")
_ENCRYPTED = 0x1

#: What Python's zipfile raises for a damaged archive; OSError where it seeks before the beginning.
_DAMAGE = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, NotImplementedError,
    RuntimeError, ValueError, struct.error, OverflowError, OSError,
)  # fmt: skip


def read_archive(path: str | PathLike[str]) -> dict[str, bytes]:
    """Return the files of an archive that `pack` wrote by name, without the manifest.

    Raises InputError where it is no such archive, is damaged, holds what it must not hold, or is
    not what its manifest says: files too many, too few or changed.
    """
    contents = _read(path)
    text = contents.pop(manifest.NAME, None)
    if text is None:
        raise InputError(
            f"the archive has no {manifest.NAME}", file=path, hint="`cdaflow share` writes one"
        )
    _check_contents(path, contents, parse_manifest(text, file=str(path)))
    return contents


def _read(path: str | PathLike[str]) -> dict[str, bytes]:
    with open_binary_raw(path) as handle:
        size = os.fstat(handle.fileno()).st_size
        if not handle.seekable() or size > MAX_BYTES:
            raise InputError(f"no file of at most {MAX_BYTES} bytes", file=path)
        handle.seek(max(0, size - _END.size - 20))
        _check_end(path, handle.read())
        try:
            with zipfile.ZipFile(handle) as archive:
                members = archive.infolist()
                _check_members(path, members)
                return {member.filename: _content(archive, member) for member in members}
        except _DAMAGE as error:
            raise InputError(
                f"the archive is damaged ({type(error).__name__}: {visible(str(error))[:200]})",
                file=path,
                hint="fetch or copy it again and compare its checksum",
            ) from None


def _check_end(path: str | PathLike[str], tail: bytes) -> None:
    """Raise InputError where the archive does not end as ours do: the directory is read whole."""
    # A file that is too short is told as one that ends in another way.
    end = _END.unpack(tail[-_END.size :].rjust(_END.size, b"\0"))
    signature, entries, directory, comment = end[0], end[4], end[5], end[7]
    if signature != b"PK\5\6" or comment:
        raise InputError(
            "no zip archive as `cdaflow share` writes it, or cut short",
            file=path,
            hint="fetch or copy it again and compare its checksum",
        )
    if tail[: -_END.size].startswith(b"PK\6\7"):
        raise InputError("the archive is of the kind for huge ones (zip64)", file=path)
    if entries > MAX_FILES + 1 or directory > MAX_DIRECTORY_BYTES:
        raise InputError(f"the archive lists more than {MAX_FILES} files", file=path)


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
        raise InputError(problem, file=path, hint="do not unpack this archive")
    if len(members) > MAX_FILES + 1 or sum(member.file_size for member in members) > MAX_BYTES:
        raise InputError(f"more than {MAX_FILES} files or {MAX_BYTES} bytes", file=path)


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return a file of an archive; zipfile reads no more of it than its size, which is checked."""
    with archive.open(member) as handle:
        content = handle.read(member.file_size + 1)
    if len(content) != member.file_size:
        raise zipfile.BadZipFile(f"{member.filename} is not of the size that it says")
    return content


def _check_contents(
    path: str | PathLike[str], contents: Mapping[str, bytes], entries: Mapping[str, Entry]
) -> None:
    faults = [f"missing: {name}" for name in sorted(entries.keys() - contents.keys())]
    faults += [f"not in the manifest: {name}" for name in sorted(contents.keys() - entries.keys())]
    faults += [
        f"changed: {name}"
        for name in sorted(entries.keys() & contents.keys())
        if Entry.of(contents[name]) != entries[name]
    ]
    if faults:
        more = f", and {len(faults) - 5} more" if len(faults) > 5 else ""
        raise InputError(
            f"the archive is not what its manifest says ({'; '.join(faults[:5])}{more})",
            file=path,
            hint="do not trust it: ask for it again",
        )
