"""Spread of the embedded corpus's baselines from training to training, by settings.

    python benchmarks/search_demo.py SETTINGS.yaml --output RUNS.jsonl --folder FOLDER

Trains baselines of `make demo` without the workflow and scores them on the challenge set and the
test text. A training keeps its checkpoints, so that one training answers for all numbers of
updates up to its own and for all averages of checkpoints; the learning rate falls by the number of
updates done, so that a prefix of a training is the shorter training. SETTINGS.yaml:

    corpus_seed: 101        # of all corpora
    settings:
      NAME:                 # each key may be left out: then it is as in the demo
        stereotypes: FILE   # profession, feminine_share, note
        changed: {nurse: 1} # shares in place of those of the table
        shares: FILE        # construction, weight
        train: 22000        # pairs
        recipe: {learn-rate: 0.001}            # over config/recipes/tiny.yaml
        points: [[1000, 1], [1500, 4]]         # updates, checkpoints averaged
        save-freq: 50                          # updates between checkpoints
    runs:
      - {settings: [NAME], languages: [es], seeds: [101, 102]}

RUNS.jsonl receives a line for each point of a training, as it comes: setting, language, seed,
updates, average, the scores (`first_anti`, `second_anti`: what is right, in per cent, of the rows
against the stereotype whose pronoun means the first or the second of the two people), and the CPU
seconds of the training (of all its updates). What is
there is not done again; a setting that was changed since is. Two trainings run side by side, with
one thread each; SETTINGS.yaml is read again before each, so that runs may be added under way. The
standard deviation over seeds of each point is printed at the end.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import measured
import yaml

import cdaflow.demo
from cdaflow.io.files import read_table
from cdaflow.nmt.archive import average

WORDLISTS = measured.ROOT / "config/wordlists"
RECIPE = measured.ROOT / "config/recipes/tiny.yaml"
FIGURES = {
    "accuracy": "accuracy", "pro": "accuracy_pro", "anti": "accuracy_anti", "delta_g": "delta_g",
    "delta_r": "delta_r", "unknown": "unknown_rate",
}  # fmt: skip
_KEYS = {"stereotypes", "changed", "shares", "train", "recipe", "points", "save-freq"}
#: What a line of the output is known by.
KEY = ("digest", "language", "seed", "updates", "average")
_LOCKS: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)


@dataclass(frozen=True)
class Setting:
    """A corpus and a recipe, with the points of a training that are scored."""

    name: str
    corpus_seed: int
    stereotypes: str  # the table's text
    shares: str | None
    train: int
    recipe: Mapping[str, Any]
    points: tuple[tuple[int, int], ...]
    save_freq: int

    def corpus(self) -> str:
        """Return a digest of all that the text depends on, the grammar's own files among them."""
        folder = Path(cdaflow.demo.__file__).parent
        files = sorted(p for p in folder.rglob("*") if p.suffix in (".py", ".tsv"))
        parts = [self.stereotypes, self.shares, self.train, self.corpus_seed]
        return _digest([parts, [p.read_text(encoding="utf-8") for p in files]])

    def digest(self) -> str:
        """Return a digest of the corpus and of the recipe but for its number of updates."""
        recipe = {key: value for key, value in self.recipe.items() if key != "after-batches"}
        return _digest([self.corpus(), recipe])


def _digest(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]


def read_settings(path: Path) -> tuple[dict[str, Setting], list[tuple[str, str, int]]]:
    """Return the settings by name, and the runs (setting, language, seed) in their order."""
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    settings = {}
    for name, given in content["settings"].items():
        given = given or {}
        unknown = set(given) - _KEYS
        if unknown:
            raise SystemExit(f"{path}: {name}: unknown keys {', '.join(sorted(unknown))}")
        file = measured.ROOT / given.get("stereotypes", "config/wordlists/stereotypes.tsv")
        points = tuple((int(u), int(n)) for u, n in given.get("points", [[1000, 1]]))
        settings[name] = Setting(
            name,
            int(content.get("corpus_seed", 101)),
            _changed(file.read_text(encoding="utf-8"), given.get("changed", {})),
            (measured.ROOT / given["shares"]).read_text(encoding="utf-8")
            if "shares" in given
            else None,
            int(given.get("train", 22_000)),
            given.get("recipe", {}),
            points,
            int(given.get("save-freq", 50)),
        )
    runs = [
        (setting, language, seed)
        for run in content["runs"]
        for seed in run["seeds"]
        for setting in run["settings"]
        for language in run["languages"]
    ]
    return settings, runs


def _changed(table: str, shares: Mapping[str, float]) -> str:
    left = dict(shares)
    lines = []
    for line in table.splitlines():
        name, share, note = line.split("\t")
        lines.append(f"{name}\t{left.pop(name, share)}\t{note}")
    if left:
        raise SystemExit(f"no such profession in the table: {', '.join(left)}")
    return "\n".join(lines) + "\n"


def cdaflow_command(log: Path, *words: object) -> float:
    """Run a command of cdaflow; return its CPU seconds and those of what it started."""
    with open(log, "ab") as handle:
        command = [sys.executable, "-m", "cdaflow", *map(str, words)]
        child = subprocess.Popen(command, stdout=handle, stderr=handle, cwd=measured.ROOT)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)}: see {log}")
    return used.ru_utime + used.ru_stime


def make_corpus(setting: Setting, language: str, folder: Path) -> Path:
    """Write and clean the corpus of a setting as the workflow does; return its folder."""
    corpus = folder / "corpora" / setting.corpus()
    with _LOCKS[f"{corpus}/{language}"]:
        done = corpus / f"{language}.done"
        if done.exists():
            return corpus
        corpus.mkdir(parents=True, exist_ok=True)
        log = corpus / f"{language}.log"
        table = corpus / f"stereotypes.{language}.tsv"
        table.write_text(setting.stereotypes, encoding="utf-8")
        chosen: list[object] = ["--stereotypes", table, "--seed", setting.corpus_seed]
        if setting.shares is not None:
            weights = corpus / f"shares.{language}.tsv"
            weights.write_text(setting.shares, encoding="utf-8")
            chosen += ["--shares", weights]
        cdaflow_command(
            log, "demo", "write", "--languages", language, "--parts", "parallel", "challenge",
            "--train", setting.train, "--wordlists", WORDLISTS, *chosen,
            "--output-dir", corpus / language,
        )  # fmt: skip
        text = corpus / language / f"en-{language}"
        languages = ("--source-lang", "en", "--target-lang", language)
        for part in ("test", "dev", "train"):
            one = json.dumps({"name": "demo", "tsv": str(text / f"{part}.tsv")})
            keep = ("--keep-duplicates", "--max-words", 0, "--max-chars", 0)
            options = keep if part == "test" else ()
            cdaflow_command(
                log, "text", "build", *languages, "--corpus", one, *options,
                "--output", text / f"{part}.parquet",
            )  # fmt: skip
        challenge = corpus / language / "winomt"
        cdaflow_command(
            log, "score", "winomt-source", "--challenge", challenge / "en.txt",
            "--output", challenge / "source.txt",
        )  # fmt: skip
        done.touch()
    return corpus


def train(setting: Setting, language: str, seed: int, corpus: Path, run: Path) -> float:
    """Train a baseline that keeps its checkpoints; return its CPU seconds."""
    text = corpus / language / f"en-{language}"
    recipe = yaml.safe_load(RECIPE.read_text(encoding="utf-8"))
    recipe.pop("average", None)
    recipe["train"] |= {
        **setting.recipe,
        "after-batches": max(updates for updates, _ in setting.points),
        "save-freq": setting.save_freq,
        "overwrite": False,
        "early-stopping": 1000,
    }
    file = run / "recipe.yaml"
    file.write_text(yaml.safe_dump(recipe), encoding="utf-8")
    return cdaflow_command(
        run / "log", "nmt", "train", "--recipe", file, "--train", f"{text / 'train.parquet'}:1",
        "--dev", text / "dev.parquet", "--source-lang", "en", "--target-lang", language,
        "--output-dir", run / "model", "--work-dir", run / "work", "--threads", 1, "--seed", seed,
    )  # fmt: skip


def make_point(setting: Setting, updates: int, number: int, run: Path) -> Path:
    """Return the folder of the model after `updates`, averaged over its last checkpoints."""
    folder = run / f"{updates}-{number}"
    folder.mkdir(exist_ok=True)
    for path in (run / "model").iterdir():
        if path.name != "model.npz":
            shutil.copyfile(path, folder / path.name)
    saved = run / "work/checkpoint"
    last = max(each for each, _ in setting.points)
    chosen = []
    for i in range(number):
        update = updates - i * setting.save_freq
        path = saved / f"model.iter{update}.npz"
        # Marian writes the last state under the model's own name.
        chosen.append(saved / "model.npz" if update == last and not path.exists() else path)
    if number == 1:
        shutil.copyfile(chosen[0], folder / "model.npz")
    else:
        average(chosen[::-1], folder / "model.npz")
    return folder


def score(corpus: Path, language: str, folder: Path) -> dict[str, float]:
    """Translate the challenge set and the test text with a model; return the scores."""
    log, text = folder / "log", corpus / language / f"en-{language}"
    challenge = corpus / language / "winomt"
    for source, name in ((challenge / "source.txt", "winomt"), (text / "test.parquet", "demo")):
        cdaflow_command(
            log, "nmt", "translate", "--model-dir", folder, "--input", source, "--threads", 1,
            "--output", folder / f"{name}.txt",
        )  # fmt: skip
    cdaflow_command(
        log, "score", "align", "--aligner", "fast-align", "--source", challenge / "source.txt",
        "--target", folder / "winomt.txt", "--extra", text / "train.parquet",
        "--extra-limit", 5000, "--source-lang", "en", "--target-lang", language,
        "--output", folder / "winomt.pharaoh",
    )  # fmt: skip
    labels = ("--lang", language, "--system", "baseline")
    professions = WORDLISTS / f"professions.{language}.tsv"
    cdaflow_command(
        log, "score", "winomt", folder / "winomt.txt", *labels,
        "--challenge", challenge / "en.txt", "--pro", challenge / "en_pro.txt",
        "--anti", challenge / "en_anti.txt", "--alignment", folder / "winomt.pharaoh",
        "--alignment-name", "fast-align", "--professions", professions,
        "--output", folder / "winomt.json", "--sentences", folder / "winomt.tsv",
    )  # fmt: skip
    cdaflow_command(
        log, "score", "bleu", folder / "demo.txt", "--reference", text / "test.parquet", *labels,
        "--testset", "demo", "--output", folder / "bleu.json",
    )  # fmt: skip
    scores = json.loads((folder / "winomt.json").read_text(encoding="utf-8"))["scores"]
    bleu = json.loads((folder / "bleu.json").read_text(encoding="utf-8"))["scores"]["bleu"]
    found = {name: scores[field]["value"] for name, field in FIGURES.items()}
    found |= {"bleu": bleu["value"], **right_by_person(folder / "winomt.tsv")}
    return {name: round(value, 2) for name, value in found.items()}


def right_by_person(sentences: Path) -> dict[str, float]:
    """Return what is right of the rows against the stereotype, in per cent.

    `first_anti`, `second_anti`: of those whose pronoun means the first or the second of two people.
    `sentences`: those of `cdaflow score winomt` on the demo's challenge set, in which the first
    person is the first word after "The".
    """
    right: dict[str, list[bool]] = {"first_anti": [], "second_anti": []}
    for _, row in read_table(sentences, ("half", "index", "gold", "predicted")):
        if row["half"] == "anti":
            person = "first_anti" if int(row["index"]) == 1 else "second_anti"
            right[person].append(row["predicted"] == row["gold"])
    return {person: 100 * statistics.mean(rows) for person, rows in right.items()}


def main() -> None:
    """Run what the settings ask for and is not in the output yet; print the spread."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("settings", type=Path)
    parser.add_argument("--output", type=Path, required=True, help="JSON lines, appended to")
    parser.add_argument("--folder", type=Path, required=True, help="of corpora and models")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    writing = threading.Lock()
    claimed: set[tuple[str, str, int]] = set()

    def next_run() -> tuple[Setting, str, int, list[tuple[int, int]]] | None:
        """Claim the first run that has points left, as the file says by now."""
        with writing:
            settings, runs = read_settings(args.settings)
            done = {tuple(line[key] for key in KEY) for line in _lines(args.output)}
            for name, language, seed in runs:
                setting = settings[name]
                digest = setting.digest()
                wanted = [p for p in setting.points if (digest, language, seed, *p) not in done]
                if wanted and (digest, language, seed) not in claimed:
                    claimed.add((digest, language, seed))
                    return setting, language, seed, wanted
        return None

    def work() -> None:
        while (run := next_run()) is not None:
            try:
                one(*run)
            except (RuntimeError, OSError) as error:
                print(f"{run[0].name} {run[1]} {run[2]} failed: {error}", file=sys.stderr)

    def one(setting: Setting, language: str, seed: int, wanted: list[tuple[int, int]]) -> None:
        digest = setting.digest()
        folder = args.folder / "runs" / f"{setting.name}-{digest}" / language / str(seed)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        corpus = make_corpus(setting, language, args.folder)
        cpu = train(setting, language, seed, corpus, folder)
        for updates, number in wanted:
            scores = score(corpus, language, make_point(setting, updates, number, folder))
            line = {
                "setting": setting.name, "digest": digest, "language": language, "seed": seed,
                "updates": updates, "average": number, **scores, "cpu": round(cpu, 1),
                "folder": str(folder),
            }  # fmt: skip
            with writing, open(args.output, "a", encoding="utf-8") as handle:
                handle.write(json.dumps(line) + "\n")
        for path in (folder / "work/checkpoint").iterdir():
            path.unlink()

    threads = [threading.Thread(target=work) for _ in range(args.workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    report(_lines(args.output), read_settings(args.settings)[0])


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def report(lines: Sequence[Mapping[str, Any]], settings: Mapping[str, Setting]) -> None:
    """Print mean and standard deviation over seeds of each setting, language and point."""
    digests = {setting.digest(): name for name, setting in settings.items()}
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        if line["digest"] in digests:
            key = (digests[line["digest"]], line["language"], line["updates"], line["average"])
            groups[key].append(line)
    figures = ("accuracy", "pro", "anti", "delta_r", "bleu")
    print("\t".join(("setting", "language", "updates", "average", "seeds", *figures)))
    for key, group in sorted(groups.items()):
        cells = []
        for figure in figures:
            values = [line[figure] for line in group]
            spread = statistics.stdev(values) if len(values) > 1 else float("nan")
            cells.append(f"{statistics.mean(values):.1f} ±{spread:.1f}")
        print("\t".join([*map(str, key), str(len(group)), *cells]))


if __name__ == "__main__":
    main()
