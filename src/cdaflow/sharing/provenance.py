"""The provenance of a table: what it was made from, by which programs, as JSON beside it.

`table_provenance` makes one, `parse_provenance` is the one reader of them.

There is no date in it, so that equal runs write equal files. Configuration, repository and versions
are those of the time when the table was made: a change of them that changes no table changes no
provenance either. Nor is there a user or the name of a machine: the same surroundings (versions of
programs, state of the repository, machine) give the same text.
"""

from __future__ import annotations

import hashlib
import platform
import re
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow import __version__
from cdaflow.errors import InputError
from cdaflow.io.files import parse_json
from cdaflow.io.yaml_files import read_yaml
from cdaflow.progress import say
from cdaflow.provenance import package_digest
from cdaflow.sharing.dependencies import raw_when_made
from cdaflow.sharing.digests import Digests
from cdaflow.tables.inputs import JsonNode
from cdaflow.tables.text import Record, read_csv

#: The ending that takes the place of .csv.
SUFFIX = ".provenance.json"

#: The number of this form; raised where it changes.
FORMAT = 1

#: Changed files that are listed at most; how many there are is always said.
MAX_CHANGED = 50

FilePath = str | PathLike[str]


def provenance_name(table: str) -> str:
    """Return the name of the file beside a table that has its provenance."""
    return table.removesuffix(".csv") + SUFFIX


def parse_provenance(content: bytes, path: FilePath) -> JsonNode:
    """Return the provenance in a file of the name `path`.

    Raises InputError, with the key path, here for what is no JSON object, and where a value is
    asked for that has not its form.
    """
    hint = f"was it edited? Make it again: snakemake --cores 2 {path}"
    return JsonNode.of(parse_json(content, file=path), path, hint)


def table_provenance(
    table: FilePath,
    inputs: Sequence[FilePath],
    *,
    raw: Sequence[FilePath] = (),
    between: Sequence[FilePath] = (),
    temporary: Sequence[FilePath] = (),
    records: FilePath | None = None,
    config: str = "",
    command: str = "",
    folder: FilePath = ".",
    digests: Digests | None = None,
) -> dict[str, Any]:
    """Return the provenance of a table.

    `inputs`: files that the table was written from; `raw`: those that nothing has made (corpora,
    word lists, challenge set, recipes, models of the user's); `between`: those on the way, in the
    order of their making, of which some may be gone; `temporary`: those that are deleted by
    design. `config`: the configuration, JSON text; "" for none. `command`: what wrote the table,
    without its outputs, as in a shell. `folder`: in which git is asked.

    `records`: Snakemake's records (see `cdaflow.sharing.dependencies`). With these the raw files
    are described as they were when the results were made from them, a file that was replaced
    between two steps in each of its states; one of which there is no record, as it is now, with
    `recorded` false.

    Raises InputError where the table is none, or a file that must be there is not.
    """
    digests = digests or Digests()
    columns, rows = read_csv(table)
    settings = _settings(config) if config else None
    there = [path for path in between if Path(path).is_file()]
    markdown = Path(table).with_suffix(".md")
    return {
        "format": FORMAT,
        "table": {**digests.describe(table), "rows": len(rows)},
        "markdown": digests.describe(markdown) if markdown.is_file() else None,
        "command": shlex.split(command),
        "files": {
            "raw": _raw_files(raw, [*between, *temporary, *inputs, table], records, digests),
            "between": digests.describe_all(there),
            "inputs": digests.describe_all(inputs),
        },
        "config": settings,
        "seeds": dict(_seeds(settings)),
        "signatures": _signatures(columns, rows),
        "versions": versions(),
        "programs": {"marian": _marians([*raw, *there])},
        "source": package_digest(),
        "git": repository(folder),
        "machine": machine(),
    }


def _raw_files(
    raw: Sequence[FilePath], outputs: Sequence[FilePath], records: FilePath | None, digests: Digests
) -> list[dict[str, Any]]:
    if records is None:
        return digests.describe_all(raw)
    recorded = raw_when_made(records, map(str, outputs))
    recorded_paths = {item["path"] for item in recorded}
    unknown = [path for path in raw if str(path) not in recorded_paths]
    if unknown:
        say(
            f"{len(unknown)} raw files have no record from when the table was made; their present "
            f"digests are used: {', '.join(map(str, unknown))}"
        )
    today = [{**item, "recorded": False} for item in digests.describe_all(unknown)]
    return sorted([*recorded, *today], key=lambda item: (item["path"], item["sha256"]))


def _settings(text: str) -> dict[str, Any]:
    settings = parse_json(text)
    if not isinstance(settings, dict):
        raise InputError("config.no-object", "expected a configuration (a JSON object)")
    return settings


def _seeds(settings: Any, key_path: str = "") -> Iterator[tuple[str, int]]:
    """Yield all seeds of a configuration, by their keys with dots between."""
    for key, value in settings.items() if isinstance(settings, dict) else ():
        if key == "seed" and isinstance(value, int):
            yield f"{key_path}{key}", value
        yield from _seeds(value, f"{key_path}{key}.")


def _signatures(columns: Iterable[str], records: Sequence[Record]) -> dict[str, list[str]]:
    """Return the different signatures of each column of them, in the order of the rows."""
    signatures_by_column = {
        name: list(dict.fromkeys(filter(None, (record[name] for record in records))))
        for name in columns
        if name == "signature" or name.endswith("_signature")
    }
    return {name: signatures for name, signatures in signatures_by_column.items() if signatures}


def _marians(paths: Iterable[FilePath]) -> list[str]:
    """Return the versions of Marian that have trained the models, as their settings tell."""
    marian_versions = set()
    for path in paths:
        if Path(path).name == "model.yml":
            settings = read_yaml(path)
            if isinstance(settings, dict) and isinstance(settings.get("marian"), str):
                marian_versions.add(settings["marian"])
    return sorted(marian_versions)


def versions() -> dict[str, str]:
    """Return the versions of Python, cdaflow and the packages that cdaflow is built on.

    These are the requirements of the installed package, optional ones too where they are
    installed; without installation (a bare source tree) none.
    """
    package_versions = {"python": platform.python_version(), "cdaflow": __version__}
    try:
        requirements = metadata.requires("cdaflow") or []
    except metadata.PackageNotFoundError:
        return package_versions
    for requirement in requirements:
        name = re.match(r"[\w.-]+", requirement)
        if name is None or re.search(r"extra\s*==\s*['\"](dev|docs)['\"]", requirement):
            continue
        try:
            package_versions[name[0].lower()] = metadata.version(name[0])
        except metadata.PackageNotFoundError:
            continue
    return package_versions


def machine() -> dict[str, str]:
    """Return what of a machine may change figures: system, C library, kind of processor."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "libc": " ".join(filter(None, platform.libc_ver())),
        "python": platform.python_implementation(),
        "processor": _processor(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor())


def repository(folder: str | PathLike[str]) -> dict[str, Any] | None:
    """Return the state of the git repository that a folder lies in; None where there is none.

    `commit`; `changed`: tracked files that differ from it (names from the repository's top, at
    most MAX_CHANGED), how many these are, and the SHA-256 of their differences. None too where git
    is not installed, or does not trust the folder.
    """
    commit = _git(folder, "rev-parse", "--verify", "HEAD")
    if commit is None:
        return None
    options = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-renames")
    names = _git(folder, "diff", *options, "--name-only", "-z", "HEAD")
    difference = _git(folder, "diff", *options, "--binary", "--full-index", "HEAD")
    if names is None or difference is None:
        return None
    changed = sorted(name.decode("utf-8", "replace") for name in names.split(b"\0") if name)
    return {
        "commit": commit.decode("ascii", "replace").strip(),
        "changed": changed[:MAX_CHANGED],
        "changed_files": len(changed),
        "changes_sha256": hashlib.sha256(difference).hexdigest() if changed else None,
    }


def commit_in_words(folder: str | PathLike[str]) -> str:
    """Return the commit that a folder's repository is at, with its date; "" without a repository.

    The date is the commit's, not that of a run: equal runs write equal files.
    """
    state = repository(folder)
    if state is None:
        return ""
    date = (_git(folder, "show", "-s", "--format=%cs", state["commit"]) or b"").decode().strip()
    changed = state["changed_files"]
    files = f", {changed} file{'s' if changed > 1 else ''} changed since" if changed else ""
    return f"commit {state['commit'][:12]} of {date}{files}"


def _git(folder: str | PathLike[str], *words: str) -> bytes | None:
    """Return what git answers; None where it cannot."""
    # A look must not write: neither locks nor programs of the repository's own configuration.
    argv = ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-C", str(folder), *words]
    try:
        done = subprocess.run(
            argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
