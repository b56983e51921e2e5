"""Results packed into one archive for others: tables, figures, report, provenance, manifest.

The same results give the same bytes: names are sorted, times are those of the beginning of the
format, rights are those of any file.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_path
from cdaflow.io.structured import parse_json
from cdaflow.sharing import manifest
from cdaflow.sharing.current import outdated
from cdaflow.sharing.folder import is_table, read_file, results_folder, shared_names
from cdaflow.sharing.manifest import MAX_BYTES, Entry, manifest_text
from cdaflow.sharing.provenance import SUFFIX

#: The earliest time that a zip archive can tell.
_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Packed:
    """What was packed: `entries` by name, and the tables whose provenance is not known.

    left_out: files that the configuration does not have, with the reason (see `outdated`).
    """

    entries: Mapping[str, Entry]
    without_provenance: tuple[str, ...]
    left_out: Mapping[str, str]


def pack(results: str | PathLike[str], output: str | PathLike[str]) -> Packed:
    """Write the results of a folder to a zip archive, whole or not at all; return what is in it.

    Raises InputError as `results_folder`, `shared_names` and `read_file` do, where no table is of
    the configuration, and for a table that is not the one which its provenance tells of.
    """
    folder = results_folder(results)
    contents: dict[str, bytes] = {}
    left = MAX_BYTES
    for name in shared_names(folder):
        contents[name] = read_file(folder, name)
        left -= len(contents[name])
        if left < 0:
            raise InputError(f"more than {MAX_BYTES} bytes are to be shared", file=folder)
    left_out = outdated(contents)
    contents = {name: content for name, content in contents.items() if name not in left_out}
    entries = {name: Entry.of(content) for name, content in contents.items()}
    tables = [name for name in entries if is_table(name)]
    if not tables:
        name, reason = next(iter(left_out.items()))
        raise InputError(
            f"no table is of this configuration: {reason}",
            file=folder / name,
            hint="make the tables of config.json: snakemake --cores 2",
        )
    check_provenances(contents, folder)
    text = manifest_text(entries).encode("utf-8")
    with atomic_path(output) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        for name, content in {manifest.NAME: text, **contents}.items():
            archive.writestr(_member(name), content, compresslevel=9)
    return Packed(entries, tuple(without_provenance(contents)), left_out)


def provenance_name(table: str) -> str:
    """Return the name of the file beside a table that has its provenance."""
    return table.removesuffix(".csv") + SUFFIX


def without_provenance(names: Iterable[str]) -> list[str]:
    """Return those of the files that are tables without their provenance beside them."""
    there = list(names)
    return [name for name in there if is_table(name) and provenance_name(name) not in there]


def _member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, _TIME)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.create_system = 3  # Unix, wherever it is written
    member.external_attr = 0o100644 << 16
    return member


def check_provenances(contents: Mapping[str, bytes], where: str | PathLike[str]) -> None:
    """Raise InputError for a table, or its Markdown, that is not the one of its provenance.

    `contents`: results by name; `where`: the folder or archive that they are from. Provenances of
    older versions say nothing of the Markdown.
    """
    for name in filter(is_table, contents):
        provenance = provenance_name(name)
        if provenance not in contents:
            continue
        path = Path(where) / provenance
        told = parse_json(contents[provenance], file=path)
        for part, file in (("table", name), ("markdown", name.removesuffix(".csv") + ".md")):
            about = told.get(part) if isinstance(told, dict) else None
            if file not in contents or (part == "markdown" and about is None):
                continue
            sha256 = Entry.of(contents[file]).sha256
            if not isinstance(about, dict) or about.get("sha256") != sha256:
                raise InputError(
                    f"it tells of another table than the {Path(file).name} beside it",
                    file=path,
                    hint=f"was the table edited? Make both again: snakemake --cores 2 {path}",
                )
