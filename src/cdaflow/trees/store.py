"""Parsed sentences, kept under a digest of their text, language and models.

A folder of segments `<time>-<host>-<process>-<number>.trees`. A process appends to segments of
its own and only reads those of others, so that any number of jobs share a folder, on a network
file system too. A segment is a row of blocks (see `cdaflow.trees.segments`), each written at once
with the trees of a batch. What is damaged or cut short is parsed again. Nothing but time is lost
with any file, so that the oldest go when the folder passes its limit, and the whole folder may go
at any time.
"""

from __future__ import annotations

import hashlib
import io
import os
import socket
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.progress import say
from cdaflow.trees.segments import (
    KEY_BYTES,
    Place,
    key_beginnings,
    pack_block,
    read_tables,
    unpack_block,
)

#: To be raised with a change of what is kept under a key.
FORMAT = 1

#: Megabytes that a folder may take.
DEFAULT_LIMIT = 10_000

_SUFFIX = ".trees"

#: Unpacked blocks held in memory, in bytes.
_CACHE = 1 << 26

#: A segment is closed at this part of the limit, so that it can go without much going with it.
_PARTS = 16


def record_key(language: str, digest: str, text: str) -> bytes:
    """Return the key of a text's tree: 16 bytes.

    `digest`: that of the annotator (`Annotator.digest`).
    """
    # A NUL can stand in none of the first three, so that no two quadruples are written alike.
    name = f"{FORMAT}\0{language}\0{digest}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(name, digest_size=KEY_BYTES).digest()


class _Index:
    """Blocks by the first 8 bytes of their keys: sorted runs, joined as they grow.

    12 bytes a record. That two keys begin alike is told by the block, which has them whole.
    """

    def __init__(self) -> None:
        self._runs: list[tuple[NDArray[np.uint64], NDArray[np.uint32]]] = []

    def add(self, keys: NDArray[np.uint64], blocks: NDArray[np.uint32]) -> None:
        order = np.argsort(keys, kind="stable")
        self._runs.append((keys[order], blocks[order]))
        # Each run is at least twice as long as the next: log2(records) runs at most.
        while len(self._runs) > 1 and len(self._runs[-2][0]) < 2 * len(self._runs[-1][0]):
            runs = [self._runs.pop(), self._runs.pop()]
            joined = np.concatenate([run[0] for run in runs])
            order = np.argsort(joined, kind="stable")
            self._runs.append((joined[order], np.concatenate([run[1] for run in runs])[order]))

    def __len__(self) -> int:
        return sum(len(keys) for keys, _ in self._runs)

    def find(self, keys: list[bytes]) -> list[list[int]]:
        """Return for each key the blocks that may have it, the latest last."""
        found: list[list[int]] = [[] for _ in keys]
        beginnings = key_beginnings(keys)
        for known, blocks in self._runs:
            left = np.searchsorted(known, beginnings, "left")
            right = np.searchsorted(known, beginnings, "right")
            for place in np.nonzero(right > left)[0].tolist():
                found[place] += blocks[left[place] : right[place]].tolist()
        return [sorted(blocks) if len(blocks) > 1 else blocks for blocks in found]


class Store:
    """The trees in a folder; see the module.

    `limit_mb`: megabytes that the folder may take. Several processes that write at once can each
    pass it by a segment, a sixteenth of it. Opening reads what is there; what other processes
    write later is not seen.

    Raises InputError where the folder cannot be made or read.
    """

    def __init__(self, folder: str | os.PathLike[str], *, limit_mb: float = DEFAULT_LIMIT) -> None:
        if limit_mb <= 0:
            raise ConfigError(f"a store of {limit_mb} MB can hold nothing")
        self.folder = Path(folder)
        self._limit = int(limit_mb * 1_000_000)
        self._index = _Index()
        self._places: list[Place] = []
        self._unpacked: OrderedDict[int, dict[bytes, bytes]] = OrderedDict()
        self._room = _CACHE
        self._segment: io.FileIO | None = None
        self._count = 0
        self._broken = False
        _make(self.folder)
        self._scan()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Return how many records are known (a key that was stored twice counts twice)."""
        return len(self._index)

    def get_many(self, keys: Iterable[bytes]) -> dict[bytes, str]:
        """Return the trees of those of `keys` that are there, as they were put."""
        wanted = list(dict.fromkeys(keys))
        found: dict[bytes, str] = {}
        open_ = dict(zip(wanted, self._index.find(wanted), strict=True))
        while open_ := {key: blocks for key, blocks in open_.items() if blocks}:
            by_block: dict[int, list[bytes]] = {}
            for key, blocks in open_.items():
                # The latest first: it is the oldest segments that go.
                by_block.setdefault(blocks.pop(), []).append(key)
            for block in sorted(by_block):
                records = self._block(block)
                for key in by_block[block]:
                    if key in records:
                        found[key] = records[key].decode("utf-8")
                        del open_[key]
        return found

    def put_many(self, records: Mapping[bytes, str]) -> None:
        """Write trees under their keys, handed to the system before this returns.

        Where the folder cannot be written to, that is said once, and nothing is stored.
        """
        if not records or self._broken:
            return
        block = pack_block(records)
        try:
            try:
                place = self._append(block)
            except OSError:
                # A network file system says so, too, where the file has been taken away.
                self._segment = None
                place = self._append(block)
        except OSError as error:
            # What was half written would hide what came after it in the segment.
            self._segment = None
            self._broken = True
            say(f"{self.folder}: no more trees can be stored there ({error.strerror})")
            return
        self._know(place, list(records))

    def close(self) -> None:
        """Close the segment that is written to."""
        if self._segment is not None:
            self._segment.close()
            self._segment = None

    def _append(self, block: bytes) -> Place:
        segment = self._writable(len(block))
        offset = segment.tell()
        rest = memoryview(block)
        while rest:
            rest = rest[segment.write(rest) :]
        return Place(Path(str(segment.name)), offset, len(block))

    def _writable(self, size: int) -> io.FileIO:
        """Return the segment to write `size` bytes to: a new one where the last is full or gone."""
        segment = self._segment
        if segment is not None:
            if segment.tell() + size <= self._limit // _PARTS and _same_file(segment):
                return segment
            self.close()
        self._trim(max(size, self._limit // _PARTS))
        self._count += 1
        name = f"{time.time_ns():020d}-{socket.gethostname()}-{os.getpid()}-{self._count}"
        _make(self.folder)
        # Unbuffered, and never a file that is there: containers may have host and number alike.
        self._segment = io.FileIO(self.folder / (name.replace(os.sep, "_") + _SUFFIX), "xb")
        return self._segment

    def _trim(self, size: int) -> None:
        """Take the oldest files away, until `size` bytes more keep the limit.

        That may be one to which another process writes: it will start a new one.
        """
        files: list[tuple[int, str, int, Path]] = []
        for path in _segments(self.folder):
            try:
                status = path.stat()
            except OSError:
                continue
            files.append((status.st_mtime_ns, path.name, status.st_size, path))
        total = sum(taken for _, _, taken, _ in files) + size
        for _, _, taken, path in sorted(files):
            if total <= self._limit:
                break
            # Another process may have been quicker.
            path.unlink(missing_ok=True)
            total -= taken

    def _scan(self) -> None:
        """Get to know the blocks of all segments."""
        tables: list[NDArray[np.uint64]] = []
        blocks: list[NDArray[np.uint32]] = []
        try:
            paths = sorted(_segments(self.folder))
        except OSError as error:
            raise InputError(
                f"the store cannot be read ({error.strerror})", file=self.folder
            ) from None
        for path in paths:
            for place, beginnings in read_tables(path):
                blocks.append(np.full(len(beginnings), len(self._places), dtype=np.uint32))
                tables.append(beginnings)
                self._places.append(place)
        if tables:
            self._index.add(np.concatenate(tables), np.concatenate(blocks))

    def _know(self, place: Place, keys: list[bytes]) -> None:
        number = len(self._places)
        self._places.append(place)
        self._index.add(key_beginnings(keys), np.full(len(keys), number, dtype=np.uint32))

    def _block(self, number: int) -> dict[bytes, bytes]:
        """Return the records of a block, none where it is gone or damaged."""
        if number in self._unpacked:
            self._unpacked.move_to_end(number)
            return self._unpacked[number]
        place = self._places[number]
        try:
            with place.path.open("rb") as handle:
                handle.seek(place.offset)
                records = unpack_block(handle.read(place.size))
        except OSError:
            records = {}
        self._unpacked[number] = records
        self._room -= _size(records)
        while self._room < 0 and len(self._unpacked) > 1:
            self._room += _size(self._unpacked.popitem(last=False)[1])
        return records


def _size(records: Mapping[bytes, bytes]) -> int:
    """Return about how much memory records take."""
    return sum(map(len, records.values())) + 200 * (len(records) + 1)


def _segments(folder: Path) -> list[Path]:
    """Return the segments of a folder, none where it is gone."""
    try:
        return [path for path in folder.iterdir() if path.suffix == _SUFFIX]
    except FileNotFoundError:
        return []


def _same_file(handle: io.FileIO) -> bool:
    """Return whether the open file still stands under its name."""
    try:
        return os.path.samestat(Path(str(handle.name)).stat(), os.fstat(handle.fileno()))
    except OSError:
        return False


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise InputError(
            "a store is a folder, and a file is in its way",
            file=folder,
            hint="give another --store",
        ) from None
