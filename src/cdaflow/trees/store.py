"""Parsed sentences, kept under a digest of their text, language and models.

One SQLite file in a folder, which any number of processes may share, on several machines too. Each
call is a transaction of its own, under the locks of the file system, with a rollback journal: that
of SQLite's modes which holds on network file systems (a write-ahead log needs shared memory).
Nothing but time is lost with the file, or with any harm to it: each record has a checksum and is
made again where that is wrong. The oldest trees go when the file passes its limit, and the whole
folder may go at any time.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from cdaflow.errors import ConfigError, InputError
from cdaflow.progress import say

_Result = TypeVar("_Result")

#: To be raised with a change of what is kept under a key.
FORMAT = 1

#: Megabytes that a folder may take.
DEFAULT_LIMIT = 10_000

_NAME = "trees.sqlite"

#: What trees have in common, so that a short one packs well too: about half the size. Its last
#: lines are found most quickly. Part of the layout.
_COMMON = (
    b"Case=Dat|Case=Gen|Case=Loc|Aspect=Imp|Aspect=Perf|VerbForm=Inf|VerbForm=Part|VerbForm=Ger|"
    b"Mood=Imp|Mood=Sub|Tense=Fut|Tense=Imp|Voice=Pass|Degree=Cmp|Degree=Pos|Degree=Sup|Animacy=Inan|"
    b"Gender=Neut|NumType=Card|Poss=Yes|Reflex=Yes|PronType=Dem|PronType=Ind|PronType=Int,Rel|"
    b"\tNUM\tPART\tINTJ\tacl:relcl\tadvcl\tappos\tccomp\tcop\tcsubj\texpl:pv\tfixed\tflat\tiobj\t"
    b"nummod\tparataxis\txcomp\taux:pass\tnsubj:pass\tobl:agent\tSpacesAfter=\\s\n"
    b"1-2\t_\t_\t_\t_\t_\t_\t_\t_\n"
    b"1\tPRON\t_\tCase=Nom|Gender=Masc|Number=Plur|Person=3|PronType=Prs\t2\tnsubj\t_\t_\n"
    b"2\tAUX\t_\tMood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin\t3\taux\t_\t_\n"
    b"3\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t_\t_\n"
    b"4\tADP\t_\t_\t6\tcase\t_\t_\n"
    b"5\tDET\t_\tDefinite=Def|Gender=Masc|Number=Sing|PronType=Art\t6\tdet\t_\t_\n"
    b"6\tNOUN\t_\tGender=Masc|Number=Sing\t3\tobl\t_\t_\n"
    b"7\tADJ\t_\tGender=Fem|Number=Plur\t6\tamod\t_\t_\n"
    b"8\tCCONJ\t_\t_\t9\tcc\t_\t_\n9\tPROPN\t_\t_\t6\tconj\t_\t_\n10\tADV\t_\t_\t3\tadvmod\t_\t_\n"
    b"11\tPRON\t_\tCase=Acc\t3\tobj\t_\t_\n12\tSCONJ\t_\t_\t13\tmark\t_\t_\n"
    b"13\tDET\t_\tDefinite=Ind|Gender=Fem|Number=Sing|PronType=Art\t14\tdet\t_\t_\n"
    b"14\tNOUN\t_\tGender=Fem|Number=Sing\t3\tnmod\t_\tSpaceAfter=No\n"
    b"15\tPUNCT\t_\t_\t3\tpunct\t_\tSpaceAfter=No\n\n"
)

#: Says that a database is a store in the layout of this module.
_APPLICATION = 0x63645431

_KEY_BYTES = 16

#: Keys of one query, which SQLite bounds.
_QUERY = 500

#: Seconds to wait for others that write.
_PATIENCE = 120.0


def record_key(language: str, digest: str, text: str) -> bytes:
    """Return the key of a text's tree: 16 bytes.

    `digest`: that of the annotator (`Annotator.digest`).
    """
    # A NUL can stand in none of the first three, so that no two quadruples are written alike.
    name = f"{FORMAT}\0{language}\0{digest}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(name, digest_size=_KEY_BYTES).digest()


class Store:
    """The trees in a folder; see the module.

    `limit_mb`: megabytes that the file may take; a batch is kept whole, however large it is.

    Where the file is damaged, no store, locked for minutes or cannot be written to, that is said
    once: nothing more is stored, and what cannot be read is not there.

    Raises InputError where the folder cannot be made.
    """

    def __init__(self, folder: str | os.PathLike[str], *, limit_mb: float = DEFAULT_LIMIT) -> None:
        if limit_mb <= 0:
            raise ConfigError("store.too-small", f"a store of {limit_mb} MB can hold nothing")
        self.file = Path(folder) / _NAME
        self._limit = int(limit_mb * 1_000_000)
        self._failed = False
        self._make_folder()
        if not self.file.exists() and any(self.file.parent.glob("*.trees")):
            say(
                f"{folder}: trees of an older version of cdaflow (*.trees) are not used: "
                "delete them"
            )
        self.get_many([])

    def __len__(self) -> int:
        """Return the number of trees."""
        return self._transaction(lambda connection: _ask(connection, "count(*)"), 0)

    def get_many(self, keys: Iterable[bytes]) -> dict[bytes, str]:
        """Return the trees of those of `keys` that are there, as they were put."""
        distinct = list(dict.fromkeys(keys))

        def get(connection: sqlite3.Connection) -> dict[bytes, str]:
            trees = {}
            for start in range(0, len(distinct), _QUERY):
                some = distinct[start : start + _QUERY]
                query = f"SELECT key, tree FROM trees WHERE key IN ({','.join('?' * len(some))})"  # noqa: S608
                for key, packed in connection.execute(query, some):
                    tree = _unpack(key, packed)
                    if tree is not None:
                        trees[key] = tree
            return trees

        return self._transaction(get, {})

    def put_many(self, records: Mapping[bytes, str]) -> None:
        """Write trees under their keys, all of them or none."""
        if not records or self._failed:
            return
        rows = [(key, _pack(key, tree)) for key, tree in records.items()]

        def put(connection: sqlite3.Connection) -> None:
            last = _ask(connection, "max(rowid)")
            connection.executemany("INSERT OR REPLACE INTO trees (key, tree) VALUES (?, ?)", rows)
            # The oldest go, of this batch none.
            while _size(connection) > self._limit and _ask(connection, "min(rowid)") <= last:
                oldest = min(_ask(connection, "min(rowid)") + len(rows), last)
                connection.execute("DELETE FROM trees WHERE rowid <= ?", [oldest])

        self._transaction(put, None, write=True)

    def _transaction(
        self,
        work: Callable[[sqlite3.Connection], _Result],
        nothing: _Result,
        *,
        write: bool = False,
    ) -> _Result:
        """Return what `work` does; `nothing` where there is no file yet, or no way to it."""
        if write:
            self._make_folder()
        elif not self.file.exists():
            return nothing
        # A connection for each call: so the file may go, and come back, in between.
        address = f"{self.file.absolute().as_uri()}?mode={'rwc' if write else 'rw'}"
        try:
            with closing(
                sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None)
            ) as connection:
                connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
                if not self._has_table(connection, create=write):
                    return nothing
                result = work(connection)
                connection.execute("COMMIT")
                return result
        except sqlite3.Error as error:
            if not self._failed:
                self._failed = True
                say(
                    f"{self.file}: no more trees can be stored ({error}); if the store is damaged, "
                    "delete it, and its trees will be parsed again"
                )
            return nothing

    def _has_table(self, connection: sqlite3.Connection, *, create: bool) -> bool:
        """Return whether the database has its table, after making it if asked."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application == _APPLICATION:
            return True
        if application or connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise sqlite3.DatabaseError("a database of another program")
        if create:
            connection.execute("CREATE TABLE trees (key BLOB PRIMARY KEY, tree BLOB)")
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        return create

    def _make_folder(self) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise InputError(
                "store.file-in-the-way",
                "a store is a folder, but there is a file of this name",
                file=self.file.parent,
                hint="give another --store",
            ) from None


def _ask(connection: sqlite3.Connection, what: str) -> int:
    """Return an aggregate of the table, 0 for none."""
    (number,) = connection.execute(f"SELECT {what} FROM trees").fetchone()  # noqa: S608
    return int(number or 0)


def _size(connection: sqlite3.Connection) -> int:
    """Return the bytes in use."""
    pages, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _pack(key: bytes, tree: str) -> bytes:
    packer = zlib.compressobj(zdict=_COMMON)
    return packer.compress(key + tree.encode()) + packer.flush()


def _unpack(key: bytes, packed: object) -> str | None:
    """Return the tree of a record; None where the record is damaged, or another key's."""
    unpacker = zlib.decompressobj(zdict=_COMMON)
    try:
        record = unpacker.decompress(packed)  # type: ignore[arg-type]
    except (zlib.error, TypeError):
        return None
    if not unpacker.eof:  # cut short: its checksum was not seen
        return None
    return record[_KEY_BYTES:].decode() if record.startswith(key) else None
