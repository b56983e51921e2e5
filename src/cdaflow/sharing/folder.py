"""The files of a results folder that are for others to see."""

from __future__ import annotations

import os
from os import PathLike
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.sharing.manifest import MAX_FILE_BYTES, MAX_FILES, name_fault
from cdaflow.sharing.provenance import SUFFIX

#: Folder below the results -> endings of the files that are taken from it.
_FOLDERS = {"tables": (".csv", ".md", SUFFIX), "figures": (".svg", ".png", ".pdf")}

#: Files of the results folder itself.
_FILES = ("config.json", "report.html")


def results_folder(path: str | PathLike[str]) -> Path:
    """Return the results folder, given it or its folder `tables`.

    Raises InputError where there are no tables.
    """
    folder = Path(path)
    # The last name of ".", or of a link, is that of what it stands for.
    if folder.resolve().name == "tables" and not (folder / "tables").is_dir():
        folder = folder.parent if folder.name == "tables" else folder.resolve().parent
    if not (folder / "tables").is_dir():
        raise InputError(
            "a folder of results is wanted, one with a folder `tables`, or that folder",
            file=path,
            hint="such as results/tables",
        )
    return folder


def shared_names(folder: Path) -> list[str]:
    """Return the names of the tables, figures and pages below the results folder, sorted.

    Raises InputError for a link that leads out of the results folder, a name that an archive
    cannot have, and where no table has been made.
    """
    names = [name for name in _FILES if _is_there(folder, name)]
    for below, endings in _FOLDERS.items():
        for path in sorted((folder / below).iterdir()) if (folder / below).is_dir() else ():
            name = f"{below}/{path.name}"
            hidden = path.name.startswith(".")
            if not hidden and path.name.endswith(endings) and _is_there(folder, name):
                names.append(name)
    if not any(is_table(name) for name in names):
        raise InputError(
            "there is no table", file=folder / "tables", hint="make one: snakemake --cores 2"
        )
    if len(names) > MAX_FILES:
        raise InputError(f"more than {MAX_FILES} files are to be shared", file=folder)
    return sorted(names)


def is_table(name: str) -> bool:
    """Return whether a file of the results is a table."""
    return name.startswith("tables/") and name.endswith(".csv")


def _is_there(folder: Path, name: str) -> bool:
    path = folder / name
    if not path.is_file():
        if path.is_symlink():
            raise InputError("this link leads to no file", file=path)
        return False
    if not path.resolve().is_relative_to(folder.resolve()):
        raise InputError(
            f"this link leads out of {folder}, to {path.resolve()}",
            file=path,
            hint="put the file itself in its place, if others may see it",
        )
    fault = name_fault(name)
    if fault is not None:
        raise InputError(f"the name {fault}", file=path, hint="rename it")
    return True


def read_file(folder: Path, name: str) -> bytes:
    """Return the content of a file of the results; InputError where it is too large to share."""
    path = folder / name
    with open(path, "rb") as handle:
        content = handle.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            size = os.fstat(handle.fileno()).st_size
            raise InputError(f"{size} bytes, at most {MAX_FILE_BYTES} are shared", file=path)
    return content
