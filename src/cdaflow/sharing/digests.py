"""SHA-256 of files, kept from run to run.

A corpus of 100 million lines takes a minute to read. So its digest is kept in a store beside the
results, and taken from there while the file is the same by size, inode and both of its times; the
time of the last change of the inode cannot be set by hand.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow.errors import CdaflowError, InputError
from cdaflow.io.compression import open_binary_raw
from cdaflow.io.files import read_json, write_json

#: Nanoseconds after which a further change of a file shows in its times, on any file system.
_SETTLED = 2 * 10**9


class Digests:
    """SHA-256 of files; with a `store`, a JSON file, also of those that earlier runs have read.

    A damaged store is replaced by a new one. Two runs that write it at the same time do no harm: of
    the digests that one of them has added, some may have to be made again.
    """

    def __init__(self, store: str | PathLike[str] | None = None) -> None:
        self.store = store
        self.known = _read_store(store)
        self.is_changed = False

    def describe(self, path: str | PathLike[str]) -> dict[str, Any]:
        """Return `path`, `size` (bytes) and `sha256` of a file.

        Raises InputError where it is absent, not a plain file, or changes while it is read.
        """
        name = os.path.abspath(path)  # noqa: PTH100 (a link keeps its own name)
        if os.path.exists(name) and not os.path.isfile(name):  # noqa: PTH110, PTH113
            raise InputError("file.not-regular", "only a regular file has a digest", file=path)
        with open_binary_raw(path) as handle:
            before = _state(handle.fileno())
            sha256 = self._kept(name, before)
            if sha256 is None:
                sha256 = hashlib.file_digest(handle, "sha256").hexdigest()
                if _state(handle.fileno()) != before:
                    raise InputError(
                        "file.changed-while-read",
                        "the file was changed while it was read",
                        file=path,
                        hint="run the command again once nothing writes to the file",
                    )
                if time.time_ns() - before[-1] > _SETTLED:
                    self.known[name] = [*before, sha256]
                    self.is_changed = True
        return {"path": str(path), "size": before[0], "sha256": sha256}

    def describe_all(self, paths: Iterable[str | PathLike[str]]) -> list[dict[str, Any]]:
        """Return `describe` of each file, in order."""
        return [self.describe(path) for path in paths]

    def _kept(self, name: str, state: list[int]) -> str | None:
        entry = self.known.get(name)
        if isinstance(entry, list) and entry[:-1] == state and isinstance(entry[-1], str):
            return entry[-1]
        return None

    def keep(self) -> None:
        """Write the store as far as that can be done; without it, files are read again.

        A dry run makes no folder of results, and may look at results that it cannot write to.
        """
        if self.store is not None and Path(self.store).parent.is_dir():
            with suppress(CdaflowError, OSError):
                self.save()

    def save(self) -> None:
        """Write the store, with what other runs have added to it; nothing where nothing is new."""
        if self.store is not None and self.is_changed:
            write_json(self.store, _read_store(self.store) | self.known)


def _state(descriptor: int) -> list[int]:
    status = os.fstat(descriptor)
    return [status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns]


def _read_store(store: str | PathLike[str] | None) -> dict[str, Any]:
    if store is None or not Path(store).is_file():
        return {}
    try:
        entries = read_json(store)
    except InputError:
        return {}
    return entries if isinstance(entries, dict) else {}
