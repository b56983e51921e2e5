"""Training Stanza's processors from treebanks, to be stopped and resumed at any moment."""

from __future__ import annotations

import fcntl
import importlib
import importlib.metadata
import json
import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow import programs
from cdaflow.errors import ConfigError, ProgramError
from cdaflow.io.files import atomic_path, digest, write_json
from cdaflow.progress import LogLines, Meter, say
from cdaflow.trees.models import remove_description, write_description
from cdaflow.trees.stanza.resources import read_resources
from cdaflow.trees.stanza_training.data import (
    Corpus,
    read_corpus,
    write_lemmas,
    write_tokenizer,
    write_trees,
)
from cdaflow.trees.stanza_training.recipe import PROGRAMS, Job, Machine, check_options, command_line

#: Raised when the data that is made of the same treebanks changes.
_DATA_VERSION = 2


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
    check_options(job.recipe)
    folder, target = Path(work), Path(output)
    with working_folder(folder, target):
        say("reading the treebanks")
        corpus = read_corpus(
            job.train,
            job.dev,
            held_out=int(job.recipe.data["dev_sentences"]),
            unify=bool(job.recipe.data["harmonise"]),
        )
        processors = [p for p in PROGRAMS if p != "mwt" or corpus.has_multiwords]
        state = _State(folder / "state.json")
        prints = {p: _fingerprint(job, p, corpus) for p in processors}
        if not all(state.has(p, prints[p], _model(folder, p)) for p in processors):
            _write_data(job, corpus, folder)
        for processor in processors:
            if state.has(processor, prints[processor], _model(folder, processor)):
                say(f"{processor}: already trained from the same trees with the same settings")
                continue
            command = _command(job, machine, processor, folder)
            result = _train(command, processor, folder, machine.threads)
            state.keep(processor, result, prints[processor])
        shutil.rmtree(folder / "data", ignore_errors=True)
        return _publish(job, folder, target, state.results(processors))


def _versions() -> dict[str, str]:
    return {name: importlib.metadata.version(name) for name in ("stanza", "torch")}


def _fingerprint(job: Job, processor: str, corpus: Corpus) -> dict[str, Any]:
    """Return what must be the same for a trained processor to be taken again."""
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
        **_versions(),
    }


def _command(job: Job, machine: Machine, processor: str, folder: Path) -> list[str]:
    """Return the command line that trains a processor with the data in `folder`/data."""
    files = _files(processor, folder / "data")
    words = [*machine.python, "-m", PROGRAMS[processor], "--mode=train"]
    words += [f"--shorthand={job.language}_cdaflow", f"--seed={job.seed}"]
    words += [f"--device={machine.device}"]
    words += [f"--save_dir={folder / processor}", "--save_name=default.pt"]
    if processor != "lemma":
        words.append(f"--lang={job.language}")
    words += [f"--{name}={path}" for name, path in files.items()]
    if processor in ("pos", "depparse"):
        if job.vectors is None:
            words.append("--no_pretrain")
        else:
            words.append(f"--wordvec_pretrain_file={_vectors(folder)}")
    return words + command_line(job.recipe.options[processor])


def _files(processor: str, data: Path) -> dict[str, Path]:
    """Return the files of a processor's training, under the names of Stanza's options."""
    if processor == "tokenize":
        names = {
            "txt_file": "train.txt",
            "label_file": "train.labels",
            "mwt_json_file": "train.mwt.json",
            "dev_txt_file": "dev.txt",
            "dev_label_file": "dev.labels",
            "dev_conll_gold": "dev.conllu",
        }
    elif processor == "mwt":
        dev = "dev.mwt.conllu"
        names = {"train_file": "train.mwt.conllu", "eval_file": dev, "gold_file": dev}
    elif processor == "lemma":
        names = {"train_file": "lemma.conllu", "eval_file": "dev.conllu"}
        if (data / "lemma.more.conllu").stat().st_size:
            names["secondary_file"] = "lemma.more.conllu"
    else:
        names = {"train_file": "train.conllu", "eval_file": "dev.conllu"}
    return {option: data / name for option, name in names.items()}


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


def _train(command: Sequence[str], processor: str, folder: Path, threads: int) -> dict[str, Any]:
    """Train one processor; return its best validation score (%) and the seconds it took."""
    started = time.monotonic()
    model = _model(folder, processor)
    shutil.rmtree(model.parent, ignore_errors=True)
    progress = run_program(command, what=processor, log=folder / "train.log", threads=threads)
    if not model.is_file():
        raise ProgramError(
            "training.no-model",
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
        write_json(self.path, self.content)

    def results(self, processors: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return score and time of each processor."""
        return {p: self.content[p]["result"] for p in processors}


def _publish(
    job: Job,
    folder: Path,
    target: Path,
    results: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """Copy the models to the output folder; annotator.json last, which makes it a model.

    It has no times, so that equal trainings say the same.
    """
    remove_description(target, job.language)
    home = target / job.language
    shutil.rmtree(home, ignore_errors=True)
    for processor in results:
        with atomic_path(home / processor / "default.pt") as temporary:
            shutil.copyfile(_model(folder, processor), temporary)
    if job.vectors is not None:
        with atomic_path(home / "pretrain" / "default.pt") as temporary:
            shutil.copyfile(_vectors(folder), temporary)
    others = {name: of for name, of in read_resources(target).items() if name != job.language}
    write_json(target / "resources.json", others)
    options = {processor: job.recipe.options[processor] for processor in results}
    return write_description(
        target,
        {
            **job.metadata(),
            "settings": {"data": dict(job.recipe.data), **options},
            "versions": _versions(),
            "scores": {"dev": {p: result.get("dev") for p, result in results.items()}},
        },
    )


@contextmanager
def working_folder(work: Path, output: Path) -> Iterator[None]:
    """Make the working folder of a training and hold it against a second one.

    Raises ConfigError where it is the output as well, ProgramError where it is held.
    """
    if work.resolve() == output.resolve():
        raise ConfigError(
            "training.work-folder-is-output",
            f"the working folder and the output folder are the same: {output}",
        )
    work.mkdir(parents=True, exist_ok=True)
    with open(work / "lock", "wb") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ProgramError(
                "training.work-folder-busy",
                "another training is running in this folder",
                file=work,
                hint="wait until it ends, or give another --work-dir",
            ) from None
        except OSError:
            say(f"{work}: this file system has no locks; let one training run here only")
        yield


_STEP = re.compile(r"\bstep +(\d+)/ *(\d+)", re.IGNORECASE)
#: The tokeniser gives its score in percent, the others as a fraction.
_SCORE = re.compile(r"(?:dev_score = (?P<part>[\d.]+)|Dev score: +(?P<percent>[\d.]+))")

_FAULTS = programs.Faults(
    (
        (r"No module named '?stanza", "install Stanza: pip install stanza"),
        (
            r"out of memory|not enough memory|bad_alloc|Cannot allocate memory",
            "out of memory: lower batch_size or the sizes of the layers in the recipe",
        ),
        (r"No space left on device|Disk quota", "the disk is full: free space and run again"),
        (
            r"unrecognized arguments|invalid .* value",
            "the installed Stanza does not know an option: correct the recipe",
        ),
    )
)


@dataclass
class Progress:
    """What a log has reported so far: step, last step, scores on the validation trees (%)."""

    step: int = 0
    last: int = 0
    scores: list[float] = field(default_factory=list)

    def take(self, line: str) -> None:
        """Take in a line of the log."""
        if match := _SCORE.search(line):
            text = match["part"] or match["percent"]
            self.scores.append(round(float(text) * (100 if match["part"] else 1), 2))
        elif match := _STEP.search(line):
            self.step, self.last = int(match[1]), int(match[2])


def run_program(argv: Sequence[str], *, what: str, log: Path, threads: int) -> Progress:
    """Run a program to its end, its output appended to `log`, and return what its log reports.

    The progress is shown. The program is killed with this process. Raises ProgramError with its
    last lines where it fails.
    """
    start = log.stat().st_size if log.exists() else 0
    lines, state = LogLines(log, start), Progress()
    meter = Meter(what, unit="step")

    def look() -> None:
        for line in lines.new():
            state.take(line)
        score = f"validation {state.scores[-1]:.1f}" if state.scores else ""
        text = f"{what}: step {state.step} of {state.last}{', ' if score else ''}{score}"
        meter.show(state.step, text, total=state.last, note=score)

    environment = {
        "OMP_NUM_THREADS": str(threads),
        "MKL_NUM_THREADS": str(threads),
        # Hashes of strings decide the order of Stanza's sets, and so its vocabularies.
        "PYTHONHASHSEED": "0",
    }
    try:
        outcome = programs.run(argv, log=log, poll=look, environment=environment)
    finally:
        meter.close()
    outcome.check(f"Stanza failed while training {what}", _FAULTS, log, start=start)
    return state
