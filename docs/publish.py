"""Write what published tables are made from into one small JSON file, and read it back.

    python docs/publish.py results demo

reads the tables of a finished workflow (results/tables) with their provenance, packs the score
files behind them into results/published/demo.json, makes the tables again from that file alone, and
fails where a cell differs. The file has:

- `provenance`: commit, machine, versions, date of the last score, digest of the configuration,
  languages, seeds of each system, and processor minutes by kind of step (as Snakemake's benchmarks
  have them, which miss the last moments of each job: up to a sixth more);
- `texts`: what became of each sentence, a letter a sentence, each text once: the gold genders of a
  test set are the same in all reports;
- `files`: the reports of `cdaflow score` and other commands by path, with numbers for texts, and
  without their lists of lines, digests of inputs and counts of single professions. Of BLEU and chrF
  they have the values and intervals; the counts of sentences, from which these come, are left out;
- `tables`: name -> the files that it is made from, and options of `cdaflow tables NAME`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from cdaflow.cli import main as run_cdaflow
from cdaflow.errors import CdaflowError, InputError
from cdaflow.io.files import atomic_text
from cdaflow.io.files import read_table as read_tsv
from cdaflow.io.structured import read_json
from cdaflow.tables.text import Record, read_csv

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "results/published"

#: Tables that are published, where the workflow has them.
TABLES = ("winomt", "pronouns", "bleu", "geneval", "mustshe", "counterfactual", "shares", "gfst")

#: The language of rows that are the means of all languages.
MEAN_OF_LANGUAGES = "all"

#: Parts of a report that no table of these needs.
_LEFT_OUT = frozenset({"inputs", "warnings", "by_profession"})

#: Texts from this length on are kept once.
_LONG = 100
_NUMBER = "text "

#: Significant digits of a figure. Tables show four at most.
_DIGITS = 12


@dataclass(frozen=True)
class Published:
    """A file of published results."""

    path: Path

    @cached_property
    def content(self) -> dict[str, Any]:
        """The whole file; InputError where it is none."""
        found = read_json(self.path)
        if not isinstance(found, dict) or not {"provenance", "texts", "files", "tables"} <= {
            *found
        }:
            raise InputError("no published results", file=self.path, hint="see docs/publish.py")
        return found

    @property
    def provenance(self) -> dict[str, Any]:
        """Where the figures come from."""
        return dict(self.content["provenance"])

    def reports(self, table: str) -> dict[str, dict[str, Any]]:
        """Return the reports that a table is made from by path, with their texts."""
        texts, files = self.content["texts"], self.content["files"]
        made = self.content["tables"].get(table, {"files": ()})
        return {path: _with_texts(files[path], texts) for path in made["files"]}

    def table(self, name: str, *options: str) -> list[Record]:
        """Return the rows of a table, made again from the reports.

        `options`: of `cdaflow tables NAME`, instead of those of the workflow. Raises InputError
        where that does not make it.
        """
        with tempfile.TemporaryDirectory() as folder:
            paths = self.reports(name)
            for path, report in paths.items():
                target = Path(folder, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(json.dumps(report), encoding="utf-8")
            output = Path(folder, f"{name}.csv")
            options = options or tuple(self.content["tables"][name]["options"])
            command = ["tables", name, *_arguments(name, list(paths), Path(folder)), *options]
            if run_cdaflow([*command, "--output", str(output)]):
                raise InputError(f"the table {name} cannot be made", file=self.path)
            return list(read_csv(output)[1])


def _arguments(name: str, paths: Sequence[str], folder: Path) -> list[str]:
    """Return files and labels as the rules of the workflow give them to `cdaflow tables NAME`."""
    files = {path: str(folder / path) for path in paths}

    def some(pattern: str) -> dict[str, re.Match[str]]:
        matches = {files[path]: re.search(pattern, path) for path in paths}
        return {file: match for file, match in matches.items() if match}

    def option(flag: str, values: Iterable[str]) -> list[str]:
        found = list(values)
        return [flag, *found] if found else []

    if name == "counterfactual":
        found = some(r"([^/]+)/evaluation\.(.+)\.json$")
        return [*found, *option("--label", (f"{m[1]}/{m[2]}" for m in found.values()))]
    if name == "shares":
        found = some(r"([^/]+)/shares\.json$")
        return [*found, *option("--label", (f"{m[1]}/train" for m in found.values()))]
    if name == "gfst":
        target = some(r"([^/]+)/target\.(fem|msc)\.json$")
        source = some(r"/source\.fem\.json$")
        # What is left are the reports of one data set, by its name.
        balance = {
            file: match
            for file, match in some(r"([^/]+)/[^/]+\.json$").items()
            if file not in target and file not in source
        }
        return [
            *target,
            *option("--label", (f"{m[1]}/{m[2]}" for m in target.values())),
            *option("--source", source),
            *option("--balance", balance),
            *option("--balance-language", (m[1] for m in balance.values())),
        ]
    compared = [files[path] for path in paths if path.startswith("comparisons/")]
    return [
        *(file for file in files.values() if file not in compared),
        *option("--comparisons", compared),
    ]


def _with_texts(value: Any, texts: Sequence[str]) -> Any:
    """Return a value with texts instead of their numbers."""
    if isinstance(value, dict):
        return {name: _with_texts(part, texts) for name, part in value.items()}
    if isinstance(value, list):
        return [_with_texts(part, texts) for part in value]
    if isinstance(value, str) and value.startswith(_NUMBER):
        return texts[int(value.removeprefix(_NUMBER))]
    return value


def _packed(value: Any, texts: dict[str, int]) -> Any:
    """Return a value of a report as it is published; long texts go into `texts`."""
    if isinstance(value, dict):
        return {name: _packed(part, texts) for name, part in value.items() if name not in _LEFT_OUT}
    if isinstance(value, list):
        return [_packed(part, texts) for part in value]
    if isinstance(value, str) and len(value) >= _LONG and value.isascii():
        return f"{_NUMBER}{texts.setdefault(value, len(texts))}"
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value


def pack(results: Path) -> dict[str, Any]:
    """Return what is published of a results folder.

    Raises InputError where the workflow has not been run to its end: a table without provenance,
    or scores that are not those that a table was made from.
    """
    texts: dict[str, int] = {}
    files: dict[str, Any] = {}
    tables: dict[str, dict[str, list[str]]] = {}
    made: dict[str, Any] = {}
    newest = 0.0
    for name in TABLES:
        if not (results / f"tables/{name}.csv").is_file():
            continue
        made = read_json(results / f"tables/{name}.provenance.json")
        rows = read_csv(results / f"tables/{name}.csv")[1]
        means = any(row.get("language") == MEAN_OF_LANGUAGES for row in rows)
        tables[name] = {"files": [], "options": ["--mean-of-languages"] if means else []}
        for item in made["files"]["inputs"]:
            path = _within(results, item["path"])
            content = (results / path).read_bytes()
            if hashlib.sha256(content).hexdigest() != item["sha256"]:
                raise InputError(
                    f"the table {name} was made from another file",
                    file=results / path,
                    hint="run the workflow to its end first",
                )
            files[path] = _packed(json.loads(content), texts)
            tables[name]["files"].append(path)
            newest = max(newest, (results / path).stat().st_mtime)
    if not tables:
        raise InputError("there are no tables", file=results, hint="run the workflow first")
    return {
        "provenance": _provenance(made, files, results, newest),
        "tables": tables,
        "files": files,
        "texts": list(texts),
    }


def _within(results: Path, path: str) -> str:
    """Return a path of a provenance within its results folder, wherever that is now."""
    parts = Path(path).parts
    for start in range(1, len(parts)):
        inner = Path(*parts[start:])
        if (results / inner).is_file():
            return inner.as_posix()
    raise InputError(f"{path} is gone", file=results, hint="run the workflow to its end first")


def _provenance(
    made: Mapping[str, Any], files: Mapping[str, Any], results: Path, newest: float
) -> dict[str, Any]:
    config = made["config"]
    seeds: dict[str, set[int]] = {}
    for report in files.values():
        if report.get("metric") == "winomt":
            seed = report.get("training") or config["seed"]
            seeds.setdefault(report["system"], set()).add(seed)
    digest = hashlib.sha256(json.dumps(config, sort_keys=True).encode())
    names = ("cdaflow", "numpy", "pymarian", "python", "sacrebleu", "stanza", "torch")
    versions = made["versions"]
    return {
        "commit": made["git"]["commit"],
        "changed_files": made["git"]["changed_files"],
        "machine": made["machine"],
        "versions": {name: versions[name] for name in names if name in versions},
        "date": datetime.fromtimestamp(newest, UTC).date().isoformat(),
        "config_sha256": digest.hexdigest(),
        "languages": config["languages"],
        "seed": config["seed"],
        "seeds": {system: sorted(found) for system, found in seeds.items()},
        "cpu_minutes": dict(sorted(_minutes(results / "benchmarks").items())),
    }


def _minutes(folder: Path) -> dict[str, float]:
    """Return the processor minutes of a results folder by kind of step."""
    found: dict[str, float] = {}
    for path in sorted(folder.rglob("*.tsv")):
        kind = path.relative_to(folder).with_suffix("").parts[0]
        for _, row in read_tsv(path, ("s", "cpu_time")):
            seconds = float(row["cpu_time"]) if row["cpu_time"] not in ("-", "NA") else 0.0
            found[kind] = found.get(kind, 0.0) + seconds / 60
    return {kind: round(minutes, 1) for kind, minutes in found.items()}


def _text(content: Mapping[str, Any]) -> str:
    """Return the JSON text, with a line for each file and text."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    files = ",\n".join(f"{line(path)}: {line(report)}" for path, report in content["files"].items())
    texts = ",\n".join(map(line, content["texts"]))
    head = "".join(
        f"{line(name)}: {json.dumps(content[name], ensure_ascii=False, indent=1)},\n"
        for name in ("provenance", "tables")
    )
    return f'{{\n{head}"files": {{\n{files}\n}},\n"texts": [\n{texts}\n]\n}}\n'


def differences(published: Published, results: Path) -> Iterator[str]:
    """Yield what is another cell in a table made from published results than in the workflow's."""
    for name in published.content["tables"]:
        again = published.table(name)
        _, rows = read_csv(results / f"tables/{name}.csv")
        if len(rows) != len(again):
            yield f"{name}: {len(again)} rows instead of {len(rows)}"
        for number, (theirs, ours) in enumerate(zip(rows, again, strict=False), 1):
            for column, cell in theirs.items():
                if ours.get(column) != cell:
                    yield f"{name}, row {number}, {column}: {ours.get(column)!r}, not {cell!r}"


def publish(results: Path, name: str, folder: Path = PUBLISHED) -> Path:
    """Write the published results of a results folder; return their path.

    Raises InputError as `pack`, and where the tables come out otherwise.
    """
    path = folder / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    content = pack(results)
    with atomic_text(path) as handle:
        handle.write(_text(content))
    found = list(differences(Published(path), results))
    if found:
        path.unlink()
        raise InputError(
            f"{len(found)} cells of tables come out otherwise: {'; '.join(found[:5])}", file=path
        )
    return path


def main() -> int:
    """Publish a results folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", type=Path, help="results folder of a finished workflow")
    parser.add_argument("name", help="name of the file in results/published, without .json")
    arguments = parser.parse_args()
    try:
        path = publish(arguments.results, arguments.name)
    except CdaflowError as error:
        print(f"publish.py: {error}", file=sys.stderr)
        return 1
    print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
