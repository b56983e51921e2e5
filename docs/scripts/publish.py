"""Write what published tables are made from into one small JSON file, and read it back.

    python docs/scripts/publish.py results demo
    python docs/scripts/publish.py results baselines --tables winomt bleu
    python docs/scripts/publish.py results/real real
    python docs/scripts/publish.py results/real real_gfst # laid over by config/real-gfst.yaml
    python docs/scripts/publish.py results/alternatives alternatives

reads tables of a finished workflow (results/tables) with their provenance, packs the counts behind
them into results/published/demo.json, makes the tables again from that file alone, and fails where
a cell differs. The file has:

- `provenance`: machine, versions, day of publication, languages, seeds of each system, what each
  system is (`systems`: what it starts from, its recipe, its data), and processor minutes by kind of
  step, as Snakemake's benchmarks have them: of all trainings, and of one of each system (null for
  steps that read the scores of all); `clock_minutes` are the same by the clock, of jobs that run
  side by side added up;
- `tables`: name -> the command that makes it, the commit and configuration of its making;
- `files`: the reports that these commands read, by path. What follows from counts is left out and
  computed again when the file is read: the scores of WinoMT from what became of each sentence,
  BLEU and chrF from their n-grams, rates of counterfactuals. Intervals and tests of BLEU and chrF
  come from resamples of the translations, which are not published, and stand as they were found,
  and so do the scores of MT-GenEval and of gender alternatives;
- `texts`: long strings of these reports, each once: what became of each sentence (a letter a
  sentence), numbers of its clusters, signatures;
- `rejected`: examples of pairs that the target filter of self-training rejected for a word of the
  other gender; of the embedded corpus alone, since other text may not be ours to publish.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from cdaflow.cli import main as run_cdaflow
from cdaflow.counterfactual.evaluation import rates
from cdaflow.errors import CdaflowError, InputError
from cdaflow.io.files import atomic_text
from cdaflow.io.files import read_table as read_tsv
from cdaflow.io.structured import read_json
from cdaflow.scoring.bleu import score_of_counts
from cdaflow.scoring.metric import Outcomes, metric_named
from cdaflow.scoring.report import ScoreOptions
from cdaflow.scoring.winomt_figures import estimates
from cdaflow.statistics.estimates import as_json
from cdaflow.tables.text import Record, read_csv

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "results/published"

#: Tables that are published, where the workflow has them. Those of scores must be of one commit and
#: configuration; those of the data may be older.
_SCORES = ("winomt", "pronouns", "secondary", "bleu", "geneval", "alternatives", "students")
TABLES = (*_SCORES, "counterfactual", "shares", "gfst")

#: Metrics whose reports tell which trainings there are.
_OF_TRAININGS = ("winomt", "alternatives")

#: Parts of a report that no table needs; of WinoMT the outcomes that none needs.
_LEFT_OUT = frozenset({"inputs", "warnings"})
_OUTCOMES = ("gold", "half", "predicted", "whole", "label", "pronoun", "secondary")

#: Counts of WinoMT that tables need -> the outcomes that they are counts of.
_COUNTED = {"pronouns": "pronoun", "secondary": "secondary"}

#: What is published of a system of the configuration; of a program and of files their names alone.
_OF_SYSTEM = ("base", "base_training", "recipe", "data")

#: Texts from this length on are kept once.
_LONG = 100

#: Significant digits of a figure. Tables show four at most.
_DIGITS = 12

#: What publishing itself changes in the repository. No table of a workflow depends on it.
_PAGES = ("results/published/", "docs/", "README.md")

#: Kinds of steps that are of all trainings together.
_OF_ALL = frozenset({"comparisons", "figures", "provenance", "report", "tables"})

#: The reason of `cdaflow gfst target` whose pairs are published, as the table of examples has it.
_OTHER_GENDER = "word of the other gender"


class Published:
    """A file of published results, which may not be there yet.

    It is read once, and a report or a table is computed once: for a file that was written again,
    make another one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reports: dict[str, dict[str, Any]] = {}
        self._tables: dict[tuple[str, ...], list[Record]] = {}

    @cached_property
    def content(self) -> dict[str, Any]:
        """The whole file; InputError where it is none."""
        found = read_json(self.path)
        if not isinstance(found, dict):
            hint = "see docs/scripts/publish.py"
            raise InputError("no published results", file=self.path, hint=hint)
        return found

    @property
    def provenance(self) -> dict[str, Any]:
        """Where the figures come from."""
        return dict(self.content["provenance"])

    def reports(self, table: str) -> dict[str, dict[str, Any]]:
        """Return the reports that a table is made from by path, with all scores."""
        files = self.content["files"]
        paths = [word for word in self.content["tables"][table]["command"] if word in files]
        for path in paths:
            if path not in self._reports:
                report = self._with_texts(files[path])
                self._reports[path] = _completed(f"{self.path}: {path}", report)
        return {path: self._reports[path] for path in paths}

    def _with_texts(self, value: Any) -> Any:
        if isinstance(value, dict):
            if value.keys() == {"text"}:
                return self.content["texts"][value["text"]]
            return {name: self._with_texts(part) for name, part in value.items()}
        return list(map(self._with_texts, value)) if isinstance(value, list) else value

    def rows(self, name: str, *options: str) -> list[Record]:
        """Return the rows of a table, made again from the counts; `options`: further ones.

        Raises InputError where that does not make it.
        """
        key = (name, *options)
        if key not in self._tables:
            self._tables[key] = self._made_again(name, *options)
        return self._tables[key]

    def _made_again(self, name: str, *options: str) -> list[Record]:
        command = self.content["tables"][name]["command"]
        if "--single" in options:
            command = [word for word in command if word != "--mean-of-languages"]
        with tempfile.TemporaryDirectory() as folder:
            paths = {path: Path(folder, path) for path in self.content["files"]}
            for path, report in self.reports(name).items():
                paths[path].parent.mkdir(parents=True, exist_ok=True)
                paths[path].write_text(json.dumps(report), encoding="utf-8")
            words = [str(paths.get(word, word)) for word in command]
            output = Path(folder, "table.csv")
            if run_cdaflow([*words, *options, "--output", str(output)]):
                raise InputError(f"the table {name} cannot be made", file=self.path)
            return list(read_csv(output)[1])

    def by_system(self, name: str, *options: str) -> dict[tuple[str, str], Record]:
        """Return the rows of a table by language and system."""
        return {(row["language"], row["system"]): row for row in self.rows(name, *options)}


def _completed(name: str, report: dict[str, Any]) -> dict[str, Any]:
    """Return a published report with the scores that follow from its counts.

    Raises InputError where its outcomes are not its counts; `name`: for the message.
    """
    if report.get("metric") == "winomt":
        outcomes = Outcomes(name, report)
        parts = dict(part.split(":", 1) for part in report["signature"].split("|")[1:])
        options = ScoreOptions(bootstrap=int(parts["bs"]), seed=int(parts["seed"]))
        clusters = [int(number) for number in report.get("clusters", "").split()]
        report["counts"]["rows"] = len(outcomes.outcome("gold"))
        report["scores"] = as_json(estimates(outcomes, options, clusters))
        for counted, outcome in _COUNTED.items():
            observed = metric_named(counted).observed
            if counted in report["counts"] and not (observed and list(observed(outcomes))):
                raise InputError(f'its outcomes "{outcome}" are not its counts', file=name)
    elif report.get("metric") == "bleu":
        for score, counts in report["counts"].items():
            report["scores"][score]["value"] = score_of_counts(score, report["language"], counts)
    elif report.get("metric") == "counterfactuals":
        for part in (report["all"], *report["by_gender"].values()):
            part["scores"] = as_json(rates(part))
    return report


def _reduced(report: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the report of a file without what no table needs and what `_completed` computes.

    Raises InputError where a score of BLEU does not follow from counts.
    """
    found = {name: part for name, part in report.items() if name not in _LEFT_OUT}
    if found.get("metric") == "winomt":
        del found["scores"]
        found["counts"] = {name: report["counts"][name] for name in _COUNTED}
        found["outcomes"] = {name: report["outcomes"][name] for name in _OUTCOMES}
    elif found.get("metric") == "bleu":
        if set(found.get("counts", ())) != set(found["scores"]):
            raise InputError(
                "scores without counts cannot be published",
                file=path,
                hint="score again with this version (cdaflow score bleu), without COMET",
            )
        for score in found["scores"].values():
            del score["value"]
    elif found.get("metric") == "counterfactuals":
        for part in (found["all"], *found["by_gender"].values()):
            del part["scores"]
    return found


def _packed(value: Any, texts: dict[str, int]) -> Any:
    """Return a value as it is published; long texts go into `texts`."""
    if isinstance(value, dict):
        return {name: _packed(part, texts) for name, part in value.items()}
    if isinstance(value, list):
        return [_packed(part, texts) for part in value]
    if isinstance(value, str) and len(value) >= _LONG:
        return {"text": texts.setdefault(value, len(texts))}
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value


def pack(results: Path, names: Sequence[str] = (), *, dirty: bool = False) -> dict[str, Any]:
    """Return what is published of a results folder: the tables of these names, by default all.

    Raises InputError where the workflow has not been run to its end (a table without provenance, or
    scores that are not those that a table was made from), where tables of scores are of several
    commits or configurations, and where a table was made by code that is in no commit, unless
    `dirty` allows it.
    """
    found = [name for name in TABLES if (results / f"tables/{name}.csv").is_file()]
    names = names or found
    if not names or not set(names) <= set(found):
        missing = ", ".join(sorted({*names} - {*found})) or "any"
        raise InputError(
            f"there are no tables {missing}", file=results, hint="run the workflow first"
        )
    texts: dict[str, int] = {}
    files: dict[str, Any] = {}
    tables: dict[str, dict[str, Any]] = {}
    for name in names:
        recorded = _provenance_of_table(results, name)
        if not recorded.get("command"):
            raise InputError(
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
            report = json.loads((results / path).read_bytes())
            files[path] = _packed(_reduced(report, results / path), texts)
    for key in ("commit", "config_sha256"):
        if len({tables[name][key] for name in _SCORES if name in tables}) > 1:
            raise InputError(
                f"the tables of scores differ in {key}",
                file=results,
                hint="run the workflow to its end first; tables that no change concerned stay as "
                "they are: remove tables/*.csv and run it again, which takes a minute",
            )
    first = _provenance_of_table(results, names[0])
    has_examples = "gfst" in names and not first["config"].get("corpora")
    return {
        "provenance": _provenance(first, files, results),
        "tables": tables,
        "rejected": _rejected(results, dirty=dirty) if has_examples else [],
        "files": files,
        "texts": list(texts),
    }


def _provenance_of_table(results: Path, table: str) -> dict[str, Any]:
    return dict(read_json(results / f"tables/{table}.provenance.json"))


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
    raise InputError(f"{path} is gone", file=results, hint="run the workflow to its end first")


def _provenance(
    recorded: Mapping[str, Any], files: Mapping[str, Any], results: Path
) -> dict[str, Any]:
    seeds: dict[str, set[int]] = {}
    for report in files.values():
        if report.get("metric") in _OF_TRAININGS and report.get("training") is not None:
            seeds.setdefault(report["system"], set()).add(report["training"])
    names = ("cdaflow", "numpy", "pymarian", "python", "sacrebleu", "stanza", "torch")
    versions = recorded["versions"]
    return {
        "machine": recorded["machine"],
        "versions": {name: versions[name] for name in names if name in versions},
        "published": datetime.now(UTC).date().isoformat(),
        "languages": recorded["config"]["languages"],
        "seeds": {system: sorted(found) for system, found in seeds.items()},
        "systems": _systems(recorded["config"]),
        **{
            name: dict(sorted(_minutes(results / "benchmarks", seeds, column).items()))
            for name, column in (("cpu_minutes", "cpu_time"), ("clock_minutes", "s"))
        },
    }


def _systems(config: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what each system of a configuration is; paths are not among it."""
    found = {}
    for name, section in dict(config.get("systems") or {}).items():
        about = {key: section[key] for key in _OF_SYSTEM if section.get(key)}
        if "recipe" in about:
            about["recipe"] = Path(about["recipe"]).stem
        if section.get("command"):
            about["command"] = Path(section["command"][0]).name
        elif not about:
            about["model" if "model" in section else "translations"] = "its own"
        found[name] = about
    return found


def _minutes(
    folder: Path, seeds: Mapping[str, set[int]], column: str
) -> dict[str, tuple[float, float | None]]:
    """Return the minutes of a results folder by kind of step; `column`: of the benchmarks.

    Of all steps, and without those of SYSTEM.SEED, the further trainings; None for steps that are
    of all trainings together. Trainings that are none of `seeds` do not count.
    """
    found: dict[str, list[float]] = {}
    for path in sorted(folder.rglob("*.tsv")):
        parts = path.relative_to(folder).with_suffix("").parts
        runs = [run for part in parts if (run := re.fullmatch(r"([\w-]+)\.([1-9][0-9]*)", part))]
        if any(int(run[2]) not in seeds.get(run[1], ()) for run in runs):
            continue
        for _, row in read_tsv(path, ("s", "cpu_time")):
            seconds = float(row[column]) if row[column] not in ("-", "NA") else 0.0
            sums = found.setdefault(parts[0], [0.0, 0.0])
            sums[0] += seconds / 60
            sums[1] += 0 if runs else seconds / 60
    return {
        kind: (round(of_all, 1), None if kind in _OF_ALL else round(of_one, 1))
        for kind, (of_all, of_one) in found.items()
    }


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


def _text(content: Mapping[str, Any]) -> str:
    """Return the JSON text, with a line for each file and text."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    files = ",\n".join(f"{line(path)}: {line(report)}" for path, report in content["files"].items())
    texts = ",\n".join(map(line, content["texts"]))
    head = "".join(
        f"{line(name)}: {json.dumps(content[name], ensure_ascii=False, indent=1)},\n"
        for name in ("provenance", "tables", "rejected")
    )
    return f'{{\n{head}"files": {{\n{files}\n}},\n"texts": [\n{texts}\n]\n}}\n'


def differences(published: Published, results: Path) -> Iterator[str]:
    """Yield the cells that differ between the workflow's tables and those made from the counts."""
    for name in published.content["tables"]:
        again = published.rows(name)
        _, rows = read_csv(results / f"tables/{name}.csv")
        if len(rows) != len(again):
            yield f"{name}: {len(again)} rows instead of {len(rows)}"
        for number, (expected, found) in enumerate(zip(rows, again, strict=False), 1):
            for column, cell in expected.items():
                if found.get(column) != cell:
                    yield f"{name}, row {number}, {column}: {found.get(column)!r}, not {cell!r}"


def publish(
    results: Path,
    name: str,
    tables: Sequence[str] = (),
    *,
    dirty: bool = False,
    folder: Path = PUBLISHED,
) -> Published:
    """Write the published results of a results folder, and return them.

    Raises InputError as `pack`, and where a table made from the counts differs from that of the
    workflow: what was published before then stays.
    """
    text = _text(pack(results, tables, dirty=dirty))
    with tempfile.TemporaryDirectory() as temporary:
        trial = Path(temporary, f"{name}.json")
        trial.write_text(text, encoding="utf-8")
        found = list(differences(Published(trial), results))
    if found:
        raise InputError(
            f"{len(found)} cells differ in tables made from the counts: {'; '.join(found[:5])}",
            file=results,
            hint="was the workflow run to its end with this version?",
        )
    path = folder / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_text(path) as handle:
        handle.write(text)
    return Published(path)


def main() -> int:
    """Publish a results folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", type=Path, help="results folder of a finished workflow")
    parser.add_argument("name", help="name of the file in results/published, without .json")
    parser.add_argument("--tables", nargs="+", default=(), choices=TABLES, help="default: all")
    parser.add_argument("--dirty", action="store_true", help="also of code that is in no commit")
    given = parser.parse_args()
    try:
        published = publish(given.results, given.name, given.tables, dirty=given.dirty)
    except CdaflowError as error:
        print(f"publish.py: {error}", file=sys.stderr)
        return 1
    print(f"{published.path}: {published.path.stat().st_size / 1024:.0f} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
