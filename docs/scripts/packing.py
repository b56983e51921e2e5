"""Pack the tables of a finished workflow with the reports that they were made from."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from run_provenance import provenance_of_run

from cdaflow.errors import InputError
from cdaflow.io.files import read_json
from cdaflow.tables.text import read_csv

#: Tables that are published, where the workflow has them. Those of scores must be of one commit and
#: configuration; those of the data, of taggers, of encoders and of language models stand alone.
_SCORES = (
    "winomt", "pronouns", "secondary", "bleu", "geneval", "alternatives", "students", "people"
)  # fmt: skip
TABLES = (
    *_SCORES, "counterfactual", "shares", "gfst", "tagger", "augmentation", "bias", "lm"
)  # fmt: skip

#: What publishing itself changes in the repository. No table of a workflow depends on it.
_PAGES = ("results/published/", "docs/", "README.md")

#: Parts of a report that no table needs: digests of files, and lines of text that may not be ours.
_LEFT_OUT = ("inputs", "warnings")

#: Outcomes that are not published: they would take megabytes of all systems and trainings. What a
#: table has from them (_RESAMPLED) stands beside its command.
SUMS = {"bleu": ("bleu", "chrf"), "geneval": ("bleu_feminine", "bleu_masculine")}
_RESAMPLED = re.compile(r"(?:.*_)?(?:low|high|p|baseline|paired|paired_base)|.*_gain")

#: The reason of `cdaflow gfst target` whose pairs are published, as the table of examples has it.
_OTHER_GENDER = "word of the other gender"


def pack(results: Path, names: Sequence[str] = (), *, dirty: bool = False) -> dict[str, Any]:
    """Return what is published of a results folder: the tables of these names, by default all.

    Raises InputError where the workflow has not been run to its end (a table without provenance, or
    scores that are not those that a table was made from), where tables of scores are of several
    commits or configurations, and where a table was made by code that is in no commit, unless
    `dirty` allows it.
    """
    table_names = [name for name in TABLES if (results / f"tables/{name}.csv").is_file()]
    names = names or table_names
    if not names or not set(names) <= set(table_names):
        missing = ", ".join(sorted({*names} - {*table_names})) or "any"
        raise InputError(
            "table.missing",
            f"there are no tables {missing}",
            file=results,
            hint="run the workflow first",
        )
    files: dict[str, Any] = {}
    tables: dict[str, dict[str, Any]] = {}
    for name in names:
        recorded = _provenance_of_table(results, name)
        if not recorded.get("command"):
            raise InputError(
                "provenance.no-command",
                f"the provenance of the table {name} does not have its command",
                file=results,
                hint="run the workflow again",
            )
        git = _committed(results, name, recorded, dirty=dirty)
        config = hashlib.sha256(json.dumps(recorded["config"], sort_keys=True).encode()).hexdigest()
        paths = _inputs(results, name, recorded)
        tables[name] = {
            "command": [paths.get(word, word) for word in recorded["command"]],
            **git,
            "config_sha256": config,
        }
        for path in paths.values():
            report = read_json(results / path)
            files[path] = {key: part for key, part in report.items() if key not in _LEFT_OUT}
            if sums := SUMS.get(report.get("metric")):
                outcomes = (report.get("outcomes") or {}).items()
                files[path]["outcomes"] = {key: part for key, part in outcomes if key not in sums}
    for key in ("commit", "config_sha256"):
        if len({tables[name][key] for name in _SCORES if name in tables}) > 1:
            raise InputError(
                "report.other-options",
                f"the tables of scores differ in {key}",
                file=results,
                hint="run the workflow to its end first; tables that no change concerned stay as "
                "they are: remove tables/*.csv and run it again, which takes a minute",
            )
    first = _provenance_of_table(results, names[0])
    has_examples = "gfst" in names and not first["config"].get("corpora")
    return {
        "provenance": provenance_of_run(first, files, results),
        "tables": tables,
        "rejected": _rejected(results, dirty=dirty) if has_examples else [],
        "files": files,
    }


def resampled_cells(
    rows: Sequence[Mapping[str, str]], again: Sequence[Mapping[str, str]]
) -> list[dict[str, str]]:
    """Return the cells of each row that follow from outcomes which are not published.

    `again`: the rows as the published reports give them.
    """
    return [
        {
            name: cell
            for name, cell in row.items()
            if cell != ours.get(name) and _RESAMPLED.fullmatch(name)
        }
        for row, ours in zip(rows, again, strict=False)
    ]


def _provenance_of_table(results: Path, table: str) -> dict[str, Any]:
    """Return the provenance of a table; InputError where there is none."""
    path = results / f"tables/{table}.provenance.json"
    if not path.is_file():
        raise InputError(
            "provenance.missing",
            f"the table {table} has no provenance",
            file=path,
            hint="run the workflow to its end",
        )
    return dict(read_json(path))


def _committed(
    results: Path, table: str, recorded: Mapping[str, Any], *, dirty: bool
) -> dict[str, Any]:
    """Return the commit of a table's making and how many files differed from it, pages aside.

    Raises InputError where there is none or some did, unless `dirty`.
    """
    git = recorded["git"] or {"commit": "", "changed": [], "changed_files": 0}
    changed = [name for name in git["changed"] if not name.startswith(_PAGES)]
    # Of many changed files the provenance names the first alone.
    number = len(changed) + git["changed_files"] - len(git["changed"])
    if not dirty and (not git["commit"] or number):
        raise InputError(
            "provenance.uncommitted-code",
            f"the table {table} was made by code that is in no commit",
            file=results,
            hint="commit and run the workflow again, or allow it by --dirty",
        )
    return {"commit": git["commit"], "changed_files": number}


def _inputs(results: Path, table: str, recorded: Mapping[str, Any]) -> dict[str, str]:
    """Return the files that a table was made from: path in its provenance -> in the results folder.

    Raises InputError where one is gone, or is not as it was.
    """
    paths = {item["path"]: _within(results, item["path"]) for item in recorded["files"]["inputs"]}
    for item in recorded["files"]["inputs"]:
        path = results / paths[item["path"]]
        if hashlib.sha256(path.read_bytes()).hexdigest() != item["sha256"]:
            raise InputError(
                "provenance.other-input",
                f"the table {table} was made from another file",
                file=path,
                hint="run the workflow to its end first",
            )
    return paths


def _within(results: Path, path: str) -> str:
    """Return a path of a provenance within its results folder, wherever that is now."""
    parts = Path(path).parts
    for start in range(1, len(parts)):
        inner = Path(*parts[start:])
        if (results / inner).is_file():
            return inner.as_posix()
    raise InputError(
        "file.missing", f"{path} is gone", file=results, hint="run the workflow to its end first"
    )


def _rejected(results: Path, *, dirty: bool) -> list[dict[str, str]]:
    """Return the examples of pairs rejected for a word of the other gender, where there are any.

    Raises InputError where their table is not that of its provenance, if it has one, and as for
    other tables.
    """
    path = results / "tables/examples.csv"
    if not path.is_file():
        return []
    if (results / "tables/examples.provenance.json").is_file():
        recorded = _provenance_of_table(results, "examples")
        if hashlib.sha256(path.read_bytes()).hexdigest() != recorded["table"]["sha256"]:
            raise InputError(
                "provenance.other-table",
                "it is not the table that its provenance describes",
                file=path,
                hint="run the workflow to its end first",
            )
        _committed(results, "examples", recorded, dirty=dirty)
        _inputs(results, "examples", recorded)
    rows = [row for row in read_csv(path)[1] if row["part"] == "rejected"]
    return [
        {"language": english["language"], "gender": english["note"].partition(":")[0],
         "source": english["text"], "target": translation["text"], "word": translation["mark"]}
        for english, translation in zip(rows[::2], rows[1::2], strict=True)
        if english["kind"] == _OTHER_GENDER
    ]  # fmt: skip
