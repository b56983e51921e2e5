"""Training Stanza's processors from treebanks, to be stopped and resumed at any moment."""

from __future__ import annotations

import fcntl
import importlib
import importlib.metadata
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow import __version__
from cdaflow.errors import ConfigError, ProgramError
from cdaflow.files import atomic_path, atomic_text, digest
from cdaflow.progress import say
from cdaflow.trees.recipe import PROGRAMS, Options, Recipe, check_options, command_line
from cdaflow.trees.stanza_program import run
from cdaflow.trees.training_data import (
    Corpus,
    read_corpus,
    write_lemmas,
    write_tokenizer,
    write_trees,
)

#: Raised when the data that is made of the same treebanks changes.
_DATA_VERSION = 1
FORMAT = 1


@dataclass(frozen=True)
class Job:
    """All that decides what a training gives.

    `train`: treebanks; where their usage differs the first one's stands. `dev`: the trees that
    choose the best state of each model (None: some of the first treebank are held out).
    `vectors`: word vectors to start from, as text (word2vec, fastText) or a .pt of Stanza.
    """

    language: str
    recipe: Recipe
    train: Sequence[Path]
    dev: Path | None
    seed: int = 1
    vectors: Path | None = None


@dataclass(frozen=True)
class Machine:
    """Where a training runs; `python` is the interpreter that has Stanza."""

    threads: int = 1
    device: str = "cpu"
    python: Sequence[str] = field(default_factory=lambda: (sys.executable,))


def train(
    job: Job, machine: Machine, output: str | os.PathLike[str], work: str | os.PathLike[str]
) -> dict[str, Any]:
    """Train tokeniser, multiword expander (where needed), tagger, lemmatiser and parser.

    `output` becomes a model folder (annotator.json, last; resources.json and
    LANGUAGE/PROCESSOR/default.pt), only when all has ended well. What is under way is in `work`:
    a processor that was trained there from the same trees with the same settings is kept.
    Returns the content of annotator.json.

    Raises InputError or ConfigError for faulty inputs, ProgramError where Stanza fails.
    """
    folder, target = Path(work), Path(output)
    if folder.resolve() == target.resolve():
        raise ConfigError(f"the working folder and the output folder are the same: {target}")
    if job.recipe.backend != "stanza":
        raise ConfigError("this recipe does not train Stanza", file=job.recipe.file)
    check_options(job.recipe)
    with _locked(folder):
        say("reading the treebanks")
        corpus = read_corpus(
            job.train,
            job.dev,
            held_out=int(job.recipe.data["dev_sentences"]),
            unify=bool(job.recipe.data["harmonise"]),
        )
        processors = [p for p in PROGRAMS if p != "mwt" or corpus.has_multiwords]
        state = _State(folder / "state.json")
        prints = {p: fingerprint(job, p, corpus) for p in processors}
        if not all(state.has(p, prints[p], _model(folder, p)) for p in processors):
            _write_data(job, corpus, folder)
        for processor in processors:
            if state.has(processor, prints[processor], _model(folder, processor)):
                say(f"{processor}: trained before from the same trees with the same settings")
                continue
            state.keep(processor, _train(job, machine, processor, folder), prints[processor])
        shutil.rmtree(folder / "data", ignore_errors=True)
        return _publish(job, folder, target, state.results(processors))


def fingerprint(job: Job, processor: str, corpus: Corpus) -> dict[str, Any]:
    """Return what must be the same for a trained processor to be taken again."""
    versions = {name: importlib.metadata.version(name) for name in ("stanza", "torch")}
    vectors = job.vectors if processor in ("pos", "depparse") else None
    return {
        "language": job.language,
        "train": [digest(path) for path in job.train],
        "dev": digest(job.dev) if job.dev else None,
        "data": {**job.recipe.data, "version": _DATA_VERSION},
        "options": job.recipe.options[processor],
        "vectors": digest(vectors) if vectors else None,
        "seed": job.seed,
        "trees": [len(corpus.train), len(corpus.dev)],
        **versions,
    }


def arguments(job: Job, machine: Machine, processor: str, folder: Path) -> list[str]:
    """Return the command line that trains a processor with the data in `folder`/data."""
    data = folder / "data"
    words = [*machine.python, "-m", PROGRAMS[processor], "--mode=train"]
    words += [f"--shorthand={job.language}_cdaflow", f"--seed={job.seed}"]
    words += [f"--device={machine.device}"]
    words += [f"--save_dir={folder / processor}", "--save_name=default.pt"]
    if processor != "lemma":
        words.append(f"--lang={job.language}")
    if processor == "tokenize":
        words += [f"--txt_file={data / 'train.txt'}", f"--label_file={data / 'train.labels'}"]
        words += [f"--mwt_json_file={data / 'train.mwt.json'}"]
        words += [f"--dev_txt_file={data / 'dev.txt'}", f"--dev_label_file={data / 'dev.labels'}"]
        words += [f"--dev_conll_gold={data / 'dev.conllu'}"]
    else:
        trees = {"mwt": "train.mwt.conllu", "lemma": "lemma.conllu"}.get(processor, "train.conllu")
        dev = data / ("dev.mwt.conllu" if processor == "mwt" else "dev.conllu")
        words += [f"--train_file={data / trees}", f"--eval_file={dev}"]
        if processor == "mwt":
            words.append(f"--gold_file={dev}")
        more = data / "lemma.more.conllu"
        if processor == "lemma" and more.is_file() and more.stat().st_size:
            words.append(f"--secondary_file={more}")
    if processor in ("pos", "depparse"):
        if job.vectors is None:
            words.append("--no_pretrain")
        else:
            words.append(f"--wordvec_pretrain_file={_vectors(folder)}")
    return words + command_line(job.recipe.options[processor])


def _write_data(job: Job, corpus: Corpus, folder: Path) -> None:
    data = folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    write_tokenizer(data, corpus)
    write_trees(data, corpus, max_words=int(job.recipe.data["max_words"]))
    write_lemmas(data, corpus)
    if job.vectors is not None:
        _convert_vectors(job.vectors, _vectors(folder))


def _convert_vectors(source: Path, target: Path) -> None:
    """Write word vectors as Stanza keeps them; it reads .txt, .vec, .gz, .xz, .zip and .csv."""
    if source.suffix == ".pt":
        with atomic_path(target) as temporary:
            shutil.copyfile(source, temporary)
        return
    module: Any = importlib.import_module("stanza.models.common.pretrain")
    say(f"reading the word vectors {source}")
    with atomic_path(target) as temporary:
        module.Pretrain(str(temporary), str(source), max_vocab=250_000).load()


def _vectors(folder: Path) -> Path:
    return folder / "pretrain" / "default.pt"


def _model(folder: Path, processor: str) -> Path:
    return folder / processor / "default.pt"


def _train(job: Job, machine: Machine, processor: str, folder: Path) -> dict[str, Any]:
    """Train one processor; return its best validation score (%) and the seconds it took."""
    started = time.monotonic()
    model = _model(folder, processor)
    shutil.rmtree(model.parent, ignore_errors=True)
    progress = run(
        arguments(job, machine, processor, folder),
        what=processor,
        log=folder / "train.log",
        threads=machine.threads,
    )
    if not model.is_file():
        raise ProgramError(
            f"Stanza ended without a model for {processor}",
            file=model,
            hint=f"see its log: {folder / 'train.log'}",
        )
    result: dict[str, Any] = {"seconds": round(time.monotonic() - started)}
    if progress.scores:
        result["dev"] = max(progress.scores)
    score = f", validation {result['dev']:.1f}" if progress.scores else ""
    say(f"{processor}: trained in {result['seconds']} s{score}")
    return result


class _State:
    """Which processors of a working folder are trained, and from what."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            content = {}
        self.content: dict[str, Any] = content if isinstance(content, dict) else {}

    def has(self, processor: str, fingerprint: Mapping[str, Any], model: Path) -> bool:
        """Return whether this processor is trained with this fingerprint."""
        entry = self.content.get(processor, {})
        same = entry.get("fingerprint") == json.loads(json.dumps(fingerprint))
        return bool(same and model.is_file() and entry.get("sha256") == digest(model))

    def keep(
        self, processor: str, result: Mapping[str, Any], fingerprint: Mapping[str, Any]
    ) -> None:
        """Note that a processor is trained."""
        model = _model(self.path.parent, processor)
        self.content[processor] = {
            "fingerprint": fingerprint,
            "result": dict(result),
            "sha256": digest(model),
        }
        _write_json(self.path, self.content)

    def results(self, processors: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return score and time of each processor."""
        return {p: self.content[p]["result"] for p in processors}


def _publish(
    job: Job, folder: Path, target: Path, results: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Copy the models to the output folder; annotator.json last, which makes it a model."""
    (target / "annotator.json").unlink(missing_ok=True)
    home = target / job.language
    shutil.rmtree(home, ignore_errors=True)
    for processor in results:
        with atomic_path(home / processor / "default.pt") as temporary:
            shutil.copyfile(_model(folder, processor), temporary)
    if job.vectors is not None:
        with atomic_path(home / "pretrain" / "default.pt") as temporary:
            shutil.copyfile(_vectors(folder), temporary)
    _write_json(target / "resources.json", {})
    content = describe(job, results)
    _write_json(target / "annotator.json", content)
    return content


def describe(job: Job, results: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return what annotator.json says; without times, so that equal trainings say the same."""
    treebanks = {"train": job.train, "dev": [job.dev] if job.dev else []}
    versions = {name: importlib.metadata.version(name) for name in ("stanza", "torch")}
    return {
        "format": FORMAT,
        "backend": "stanza",
        "language": job.language,
        "recipe": job.recipe.name,
        "settings": {"data": dict(job.recipe.data), **_options(job.recipe, results)},
        "seed": job.seed,
        "treebanks": {role: names(paths) for role, paths in treebanks.items()},
        "vectors": names([job.vectors] if job.vectors else []),
        "versions": {"cdaflow": __version__, **versions},
        "scores": {"dev": {p: result.get("dev") for p, result in results.items()}},
    }


def add_test_scores(
    output: str | os.PathLike[str], language: str, test: Path, *, device: str, threads: int
) -> dict[str, Any]:
    """Score trained models on gold trees with given words; note F1 (%) in annotator.json."""
    from cdaflow.trees.evaluation import evaluate_models

    path = Path(output) / "annotator.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    report = evaluate_models(output, language, test, ["gold"], device=device, threads=threads)
    scores = report["words"]["gold"]
    content["scores"]["test"] = {metric: round(s["f1"], 2) for metric, s in scores.items()}
    content["treebanks"]["test"] = names([test])
    _write_json(path, content)
    say("test: " + ", ".join(f"{m} {v:.1f}" for m, v in content["scores"]["test"].items()))
    return content


def _options(recipe: Recipe, results: Mapping[str, object]) -> dict[str, Options]:
    return {processor: recipe.options[processor] for processor in results}


def names(paths: Sequence[Path]) -> dict[str, str]:
    """Return the checksum of each file under its name (with its folder if two share a name)."""
    short = [path.name for path in paths]
    unique = len(set(short)) == len(short)
    return {path.name if unique else str(path): digest(path) for path in paths}


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    with atomic_text(path) as handle:
        json.dump(content, handle, indent=2, sort_keys=True, ensure_ascii=False)
        handle.write("\n")


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the working folder against a second training."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "wb") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ProgramError(
                "another training is at work in this folder",
                file=folder,
                hint="wait for it, or take another --work-dir",
            ) from None
        except OSError:
            say(f"{folder}: this file system has no locks; let one training run here only")
        yield
