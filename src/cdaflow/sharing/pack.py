"""Results packed into one archive for others: tables, figures, report, provenance.

A run makes what its configuration names and deletes nothing. Figures of a system that is gone, or
tables of a language that is gone, are no results of the configuration that is shared with them.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import parse_json
from cdaflow.sharing import ro_crate
from cdaflow.sharing.archive import MAX_BYTES, MAX_FILE_BYTES, MAX_FILES, name_fault, write_archive
from cdaflow.sharing.archive import NAME as MANIFEST
from cdaflow.sharing.provenance import SUFFIX, parse_provenance, provenance_name
from cdaflow.sharing.ro_crate import Publication
from cdaflow.tables.markup import CONFIG_SUMMARY, config_html
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.text import Record, parse_csv

#: Folder below the results -> endings of the files that are taken from it.
_FOLDERS = {"tables": (".csv", ".md", SUFFIX), "figures": (".svg", ".png", ".pdf")}

#: Files of the results folder itself.
_FILES = ("config.json", "report.html")

#: Tables with a row for each language and system; NAME.trainings has one for each training.
_SCORES = ("winomt", "pronouns", "secondary", "bleu", "geneval", "mustshe")
_TRAININGS = ".trainings"

#: Those that a configuration may lack, by their key.
_OPTIONAL = ("geneval", "mustshe")

#: A picture inside the report.
_PICTURE = re.compile(r'src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)"')

#: Figures that name a language, and a system or a training of it, behind their own name.
_FIGURES = ("gaps", "professions")


@dataclass(frozen=True)
class Packed:
    """What was packed: the bytes of each file, and the tables whose provenance is not known.

    left_out: files that the configuration does not have, with the reason (see `outdated`).
    made_otherwise: tables whose provenance has another configuration, with the keys that differ.
    """

    sizes: Mapping[str, int]
    without_provenance: tuple[str, ...]
    left_out: Mapping[str, str]
    made_otherwise: Mapping[str, Sequence[str]]


def pack(
    results: str | PathLike[str],
    output: str | PathLike[str],
    published: Publication | None = None,
) -> Packed:
    """Write the results of a folder to a zip archive, whole or not at all; return what is in it.

    `published`: for the metadata of an RO-Crate, which is written where it is given.

    Raises InputError as `results_folder` and `read_folder` do, where no table is of the
    configuration, and for a table that is not the one that its provenance describes.
    """
    folder = results_folder(results)
    contents = read_folder(folder)
    left_out = outdated(contents)
    contents = {name: content for name, content in contents.items() if name not in left_out}
    if not any(map(is_table, contents)):
        name, reason = next(iter(left_out.items()))
        raise InputError(
            "table.other-config",
            f"no table was made with this configuration: {reason}",
            file=folder / name,
            hint="make the tables of config.json: snakemake --cores 2",
        )
    check_provenances(contents, folder)
    if published is not None:
        contents[ro_crate.NAME] = ro_crate.ro_crate(contents, published, MANIFEST)
    write_archive(output, contents)
    sizes = {name: len(content) for name, content in contents.items()}
    without = tuple(without_provenance(contents))
    return Packed(sizes, without, left_out, made_otherwise(contents, folder))


def without_provenance(names: Iterable[str]) -> list[str]:
    """Return those of the files that are tables without their provenance beside them."""
    there = list(names)
    return [name for name in there if is_table(name) and provenance_name(name) not in there]


def made_otherwise(
    contents: Mapping[str, bytes], where: str | PathLike[str]
) -> dict[str, list[str]]:
    """Return the tables whose provenance has another configuration than config.json.

    Each with the keys that differ. Such a table may be right, since not every key changes it.
    """
    ours = parse_json(contents.get("config.json", b"null"), file="config.json")
    differing = {}
    for name in filter(is_table, contents) if isinstance(ours, dict) else ():
        content = contents.get(provenance_name(name))
        path = Path(where) / provenance_name(name)
        theirs = parse_provenance(content, path).mapping.get("config") if content else None
        if isinstance(theirs, dict):
            differing[name] = sorted(
                key for key in {*ours, *theirs} if ours.get(key) != theirs.get(key)
            )
    return {name: keys for name, keys in differing.items() if keys}


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
        provenance_node = parse_provenance(contents[provenance], path)
        described = {"table": name}
        if provenance_node.mapping.get("markdown") is not None:
            described["markdown"] = name.removesuffix(".csv") + ".md"
        for part, file in described.items():
            sha256 = hashlib.sha256(contents.get(file, b"")).hexdigest()
            if file in contents and provenance_node.node(part).text("sha256") != sha256:
                raise InputError(
                    "provenance.other-table",
                    f"it describes another table than {Path(file).name} in the same folder",
                    file=path,
                    hint=f"if the table was edited, make both again: snakemake --cores 2 {path}",
                )


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
            "folder.not-results",
            "expected a folder of results (with the folder `tables`) or its folder `tables`",
            file=path,
            hint="for example, results or results/tables",
        )
    return folder


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return the tables, figures and pages below the results folder by name, sorted.

    Raises InputError for a link that leads out of the results folder, a name that an archive
    cannot have, where no table has been made, and where it is more than an archive can have.
    """
    contents: dict[str, bytes] = {}
    left = MAX_BYTES
    for name in _names(folder):
        contents[name] = _content(folder / name)
        left -= len(contents[name])
        if left < 0:
            raise InputError(
                "bundle.too-large", f"the files to share exceed {MAX_BYTES} bytes", file=folder
            )
    return contents


def _names(folder: Path) -> list[str]:
    names = [name for name in _FILES if _is_there(folder, name)]
    for below, endings in _FOLDERS.items():
        for path in sorted((folder / below).iterdir()) if (folder / below).is_dir() else ():
            name = f"{below}/{path.name}"
            hidden = path.name.startswith(".")
            if not hidden and path.name.endswith(endings) and _is_there(folder, name):
                names.append(name)
    if not any(is_table(name) for name in names):
        raise InputError(
            "table.missing",
            "the results have no table",
            file=folder / "tables",
            hint="make the tables: snakemake --cores 2",
        )
    if len(names) > MAX_FILES:
        raise InputError(
            "bundle.too-many-files", f"there are more than {MAX_FILES} files to share", file=folder
        )
    return sorted(names)


def is_table(name: str) -> bool:
    """Return whether a file of the results is a table."""
    return name.startswith("tables/") and name.endswith(".csv")


def parse_table(name: str, content: bytes) -> tuple[tuple[str, ...], list[Record]]:
    """Return the header and the records of a table; InputError where it is none."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            "table.not-utf8", f"byte {error.start + 1} is not UTF-8", file=name
        ) from None
    return parse_csv(text.removesuffix("\n").split("\n") if text else [], name)


def _is_there(folder: Path, name: str) -> bool:
    path = folder / name
    if not path.is_file():
        if path.is_symlink():
            raise InputError(
                "link.broken", "the target of this symbolic link does not exist", file=path
            )
        return False
    if not path.resolve().is_relative_to(folder.resolve()):
        raise InputError(
            "link.outside-folder",
            f"this symbolic link points outside {folder}, to {path.resolve()}",
            file=path,
            hint="replace it with the file, if others may see it",
        )
    fault = name_fault(name)
    if fault is not None:
        raise InputError("file-name.unsafe", f"the name {fault}", file=path, hint="rename it")
    return True


def _content(path: Path) -> bytes:
    """Return the content of a file of the results; InputError where it is too large to share."""
    with open(path, "rb") as handle:
        content = handle.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            size = os.fstat(handle.fileno()).st_size
            raise InputError(
                "file.too-large-to-share",
                f"the file has {size} bytes, the maximum is {MAX_FILE_BYTES}",
                file=path,
            )
    return content


def outdated(contents: Mapping[str, bytes]) -> dict[str, str]:
    """Return the files of the results that config.json does not have, each with the reason.

    And the report, where it shows another configuration, or figures that are others now.

    `contents`: the files by name. None are, where config.json is absent or is no configuration
    with languages and systems. Raises InputError where it is no JSON.
    """
    config = parse_json(contents.get("config.json", b"null"), file="config.json")
    stale = _stale_report(contents, config)
    reasons: dict[str, str] = {"report.html": stale} if stale else {}
    if not isinstance(config, dict):
        return reasons
    languages, systems = config.get("languages"), config.get("systems")
    if not isinstance(languages, list) or not isinstance(systems, dict):
        return reasons
    from cdaflow.tables.text import ALL

    runs = _runs(config)
    configured = {"language": {*map(str, languages), ALL}, "system": set(systems) | runs}
    replicated = len(runs) > len(systems)
    for name, content in contents.items():
        unknown = next(_unknown(name, content, config, configured, replicated), None)
        if unknown is None:
            continue
        beside = (name.removesuffix(".csv") + ".md", provenance_name(name))
        for other in (name, *(beside if is_table(name) else ())):
            if other in contents:
                reasons[other] = f"{unknown} is not in the configuration"
    return reasons


def _stale_report(contents: Mapping[str, bytes], config: Any) -> str:
    """Return why the report is not of these figures and this configuration, "" where it may be."""
    page = contents.get("report.html", b"").decode("utf-8", "replace")
    figures = {
        b"\n".join([*text.splitlines(), b""])
        for name, text in contents.items()
        if name.startswith("figures/")
    }
    if any(base64.b64decode(picture) not in figures for picture in _PICTURE.findall(page)):
        return "it shows a figure that is not in the folder figures: make it again"
    if CONFIG_SUMMARY in page and config_html(config) not in page:
        return "it shows another configuration than config.json: make it again"
    return ""


def _unknown(
    name: str,
    content: bytes,
    config: Mapping[str, Any],
    configured: Mapping[str, set[str]],
    replicated: bool,
) -> Iterator[str]:
    """Yield what a figure or a table shows that is not in the configuration.

    `configured`: the languages, and the systems and their trainings, of the configuration, by the
    names of their columns. `replicated`: whether a system has several trainings.
    """
    stem = Path(name).stem
    kind, *parts = stem.split(".", 2)
    records: Iterable[Record] = ()
    if name.startswith("figures/") and kind in _FIGURES:
        records = [dict(zip(configured, parts, strict=False))]
    elif is_table(name):
        published = config.get("published", [])
        if kind in PAPERS and kind not in (
            [published] if isinstance(published, str) else published
        ):
            yield f"the paper {kind}"
        if stem.endswith(_TRAININGS) and not replicated:
            yield "a second training"
        stem = stem.removesuffix(_TRAININGS)
        if stem in _OPTIONAL and stem not in config:
            yield stem
        if stem in _SCORES:
            records = parse_table(name, content)[1]
    for record in records:
        for key in configured:
            if key in record and record[key] not in configured[key]:
                yield f"the {key} {record[key]}"


def _runs(config: Mapping[str, Any]) -> set[str]:
    """Return the names of trainings, and of models that are not trained, in the names of figures.

    They are those of `cdaflow.config.trainings`, which stands above this package.
    """
    first = config.get("seed", 1)
    runs: set[str] = set()
    for name, system in config["systems"].items():
        written = system if isinstance(system, dict) else {}
        for key in ("export", "interpolate"):
            written = config["systems"].get(written.get(key)) or written
        seeds = written.get("trainings") or config.get("trainings", 1)
        if "model" in written:
            seeds = [first]
        elif isinstance(seeds, int):
            seeds = range(first, first + seeds)
        runs.update(name if seed == first else f"{name}.{seed}" for seed in seeds)
    return runs
