"""Foreign archives (.tar.gz) unpacked inside their folder, whole or not at all."""

from __future__ import annotations

import os
import tarfile
import zlib
from pathlib import Path, PurePosixPath

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_folder, digest

#: An archive that unpacks to more bytes, or to more files, is none of UDify's (1.5 GB, 10 files).
MAX_BYTES = 8 * 1024**3
MAX_MEMBERS = 1000

#: What a damaged or truncated tar.gz raises.
_DAMAGE = (tarfile.TarError, EOFError, OSError, zlib.error)

#: Where the name of an unpacked archive's source is kept, in its folder.
_STAMP = ".unpacked-from"

_GET = "get the archive again: cdaflow trees fetch-udify"


def unpack(archive: str | os.PathLike[str], folder: str | os.PathLike[str]) -> Path:
    """Unpack a .tar.gz into the new folder `folder`, whole or not at all; return the folder.

    A folder that was unpacked from the same bytes before is returned as it is.

    Raises InputError where the file is no such archive or is cut short; where a member would
    lie outside the folder, is a link, a device or anything but a file or a folder; where it
    unpacks to more than MAX_BYTES or MAX_MEMBERS; and where something else stands at `folder`.
    """
    path, final = Path(archive), Path(folder)
    source = digest(path)
    if _is_unpacked(final, source):
        return final
    try:
        with atomic_folder(final, f"what {path} holds") as temporary:
            _unpack_members(path, temporary)
            (temporary / _STAMP).write_text(source + "\n", encoding="ascii")
    except (OSError, InputError):
        # Another job may have unpacked the same archive in the meantime.
        if not _is_unpacked(final, source):
            raise
    return final


def _is_unpacked(folder: Path, source: str) -> bool:
    """Return whether a folder was unpacked from the archive with this digest."""
    stamp = folder / _STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii").strip() == source


def _unpack_members(path: Path, folder: Path) -> None:
    size = 0
    names: set[str] = set()
    try:
        with tarfile.open(path, "r|gz") as tar:
            # Filters of `extractall` are missing from Python 3.11 before 3.11.4; `_check_member`
            # is stricter than they are (PEP 706), so that later versions need none either.
            tar.extraction_filter = lambda member, target: member
            for member in tar:
                size += member.size
                if size > MAX_BYTES or len(names) >= MAX_MEMBERS:
                    raise InputError(
                        "archive.too-large",
                        f"the archive unpacks to more than {MAX_BYTES} bytes or {MAX_MEMBERS} "
                        "files, so it is not an archive of UDify",
                        file=path,
                    )
                _check_member(path, member, names)
                if member.isdir():
                    Path(folder, member.name).mkdir(parents=True, exist_ok=True)
                else:
                    tar.extract(member, folder, set_attrs=False)
    except _DAMAGE as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the disk, not the archive
        raise InputError(
            "archive.damaged",
            f"this is not a .tar.gz file, or it is damaged or truncated ({error})",
            file=path,
            hint=_GET,
        ) from None


def _check_member(path: Path, member: tarfile.TarInfo, names: set[str]) -> None:
    """Add a member to `names`; InputError where it is not a plain file inside the folder."""
    name = PurePosixPath(member.name)
    if name.is_absolute() or ".." in name.parts or "\\" in member.name or "\0" in member.name:
        raise InputError(
            "archive.member-outside-folder",
            f"the member {member.name!r} would be unpacked outside the folder; nothing was "
            "unpacked",
            file=path,
            hint="do not trust this archive",
        )
    if not (member.isdir() or member.isreg()) or member.issparse():
        raise InputError(
            "archive.member-special-file",
            f"the member {member.name!r} is a link, a device or another special file",
            file=path,
            hint="archives of UDify hold plain files only: do not trust this archive",
        )
    if str(name) in names:
        raise InputError(
            "archive.member-duplicate", f"the member {member.name!r} is duplicated", file=path
        )
    names.add(str(name))
