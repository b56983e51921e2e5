"""Results packed into one archive for others: tables, figures, report, provenance, manifest.

The same results give the same bytes: names are sorted, times are those of the beginning of the
format, rights are those of any file.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.files import atomic_path
from cdaflow.sharing import manifest
from cdaflow.sharing.folder import is_table, read_file, results_folder, shared_names
from cdaflow.sharing.manifest import MAX_BYTES, Entry, manifest_text
from cdaflow.sharing.provenance import SUFFIX
from cdaflow.structured import parse_json

#: The earliest time that a zip archive can tell.
_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Packed:
    """What was packed: `entries` by name, and the tables whose provenance is not known."""

    entries: Mapping[str, Entry]
    without_provenance: tuple[str, ...]


def pack(results: str | PathLike[str], output: str | PathLike[str]) -> Packed:
    """Write the results of a folder to a zip archive, whole or not at all; return what is in it.

    Raises InputError as `results_folder`, `shared_names` and `read_file` do, and for a table that
    is not the one which its provenance tells of.
    """
    folder = results_folder(results)
    contents: dict[str, bytes] = {}
    left = MAX_BYTES
    for name in shared_names(folder):
        contents[name] = read_file(folder, name)
        left -= len(contents[name])
        if left < 0:
            raise InputError(f"more than {MAX_BYTES} bytes are to be shared", file=folder)
    entries = {name: Entry.of(content) for name, content in contents.items()}
    tables = [name for name in entries if is_table(name)]
    without = [name for name in tables if provenance_name(name) not in entries]
    for name in tables:
        if name not in without:
            _check_provenance(folder, name, contents[provenance_name(name)], entries[name])
    text = manifest_text(entries).encode("utf-8")
    with atomic_path(output) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        for name, content in {manifest.NAME: text, **contents}.items():
            archive.writestr(_member(name), content, compresslevel=9)
    return Packed(entries, tuple(without))


def provenance_name(table: str) -> str:
    """Return the name of the file beside a table that has its provenance."""
    return table.removesuffix(".csv") + SUFFIX


def _member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, _TIME)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.create_system = 3  # Unix, wherever it is written
    member.external_attr = 0o100644 << 16
    return member


def _check_provenance(folder: Path, name: str, provenance: bytes, entry: Entry) -> None:
    path = folder / provenance_name(name)
    content = parse_json(provenance, file=path)
    told = content.get("table") if isinstance(content, dict) else None
    if not isinstance(told, dict) or told.get("sha256") != entry.sha256:
        raise InputError(
            f"it tells of another table than the {Path(name).name} beside it",
            file=path,
            hint=f"make both again: snakemake --cores 2 {path}",
        )
