"""The original UDify on AllenNLP, run as a program of another Python (3.8).

AllenNLP 1.0.0 and the port of UDify (unofficial-udify 0.3.0) need an old Python and an old
PyTorch, so they live in an environment of their own:
workflow/envs/udify.yaml (conda) and workflow/envs/udify-requirements.txt (pip) make one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.trees.udify import allennlp_program
from cdaflow.trees.udify.archive import Archive, Watch

#: The environment variable with the Python that has AllenNLP and UDify.
VARIABLE = "CDAFLOW_UDIFY_PYTHON"

#: The name of the conda environment that workflow/envs/udify.yaml makes.
CONDA_NAME = "cdaflow-udify"

#: What that Python must have.
WANTED = {"allennlp": "1.0.0", "unofficial-udify": "0.3.0"}

#: What to do where there is none.
INSTALL = (
    "make the environment: `conda env create -f workflow/envs/udify.yaml`, or with a Python 3.8 "
    "`python3.8 -m venv ENV && ENV/bin/pip install --prefer-binary -r "
    "workflow/envs/udify-requirements.txt`; then --python ENV/bin/python, in the config "
    f"annotators.udify.python, or {VARIABLE}=ENV/bin/python. Or use the native loader: "
    "--engine native"
)

_ASK = """
import json, platform, importlib.metadata as metadata
found = {"python": platform.python_version()}
for name in ("allennlp", "unofficial-udify", "torch", "transformers"):
    try:
        found[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        found[name] = None
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Environment:
    """A Python with the original UDify, and the versions of its packages."""

    python: Path
    versions: Mapping[str, str | None]


def find_environment(setting: str | os.PathLike[str] | None = None) -> Environment:
    """Return the Python that has the original UDify.

    The order: `setting` (a Python, or the folder of an environment), the environment variable
    CDAFLOW_UDIFY_PYTHON, the conda environment `cdaflow-udify`.

    Raises ProgramError if there is none, or where it lacks what is wanted.
    """
    chosen = setting or os.environ.get(VARIABLE)
    if chosen:
        path = Path(chosen).expanduser()
        if path.is_dir():
            path = path / "bin" / "python"
        elif os.sep not in str(chosen) and (executable := shutil.which(str(chosen))):
            path = Path(executable)
        if not path.is_file() or not os.access(path, os.X_OK):
            raise ProgramError(
                "udify.no-python-at-path",
                f"there is no Python for the original UDify at {path}",
                hint=INSTALL,
            )
        return _checked(path)
    for path in _conda_pythons():
        if path.is_file():
            return _checked(path)
    raise ProgramError(
        "udify.no-python-found", "found no Python with the original UDify", hint=INSTALL
    )


def _conda_pythons() -> Iterator[Path]:
    """Yield where the Python of the conda environment may lie."""
    program = os.environ.get("CONDA_EXE") or shutil.which("conda") or shutil.which("mamba")
    roots = [os.environ.get("MAMBA_ROOT_PREFIX"), os.environ.get("CONDA_PREFIX")]
    if program:
        roots.append(str(Path(program).resolve().parents[1]))
    for root in roots:
        if root:
            yield Path(root) / "envs" / CONDA_NAME / "bin" / "python"
    home = Path.home()
    yield home / ".conda" / "envs" / CONDA_NAME / "bin" / "python"


def _checked(python: Path) -> Environment:
    # Not resolved: the Python of a venv is a link, and is that of the venv only by its name.
    python = python.absolute()
    try:
        done = subprocess.run(
            [str(python), "-I", "-c", _ASK],
            capture_output=True, text=True, errors="replace", timeout=120, check=False,
        )  # fmt: skip
        versions: dict[str, str | None] = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise ProgramError(
            "udify.python-unusable", f"{python} is not Python 3.8 ({error})", hint=INSTALL
        ) from None
    for name, version in WANTED.items():
        if versions.get(name) != version:
            raise ProgramError(
                "udify.package-other-version",
                f"{python} (Python {versions.get('python')}) has {name} {versions.get(name)}, "
                f"expected {version}",
                hint=INSTALL,
            )
    return Environment(python, versions)


#: Sentences that are sent together.
_CHUNK = 1000

_LAST_LINES = 12


class AllenNlpUdify:
    """A `FeatureModel` that asks the original UDify; close it, or use it in a `with`.

    `python`: see `find_environment`. `device`: "cpu" or "cuda" ("cuda:1"). `batch_size`: most
    sentences in a batch; those of more than 380 word pieces always go alone, since the original
    mixes up the vectors of long sentences beside shorter ones. `watch`: see `Watch`.

    The process is started by the first `predict` and stays until `close`.

    Raises ProgramError where there is no such Python, and from `predict` where UDify fails.
    """

    def __init__(
        self,
        archive: Archive,
        *,
        python: str | os.PathLike[str] | None = None,
        device: str = "cpu",
        threads: int = 1,
        batch_size: int = 32,
        watch: Watch = iter,
    ) -> None:
        self._watch = watch
        self._archive = archive
        self._environment = find_environment(python)
        self._options = [
            "--batch-size", str(batch_size), "--threads", str(threads),
            "--device", str(_device_number(device)),
        ]  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> AllenNlpUdify:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def predict(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return FEATS for each word of each sentence, "_" for none."""
        return [[feats for _, feats in rows] for rows in self.predict_both(sentences)]

    def predict_both(self, sentences: Sequence[Sequence[str]]) -> list[list[tuple[str, str]]]:
        """Return UPOS and FEATS for each word of each sentence."""
        _check_forms(sentences)
        full = [number for number, sentence in enumerate(sentences) if sentence]
        tagged: list[list[tuple[str, str]]] = [[] for _ in sentences]
        starts = range(0, len(full), _CHUNK)
        for start in self._watch(starts):
            some = full[start : start + _CHUNK]
            rows = self._ask([sentences[number] for number in some])
            for number, row in zip(some, rows, strict=True):
                tagged[number] = row
        return tagged

    def close(self) -> None:
        """End the process and remove its folder."""
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    _close(pipe)
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        self._folder = tempfile.TemporaryDirectory(prefix="cdaflow-udify-")
        folder = Path(self._folder.name)
        prepare(self._archive, folder / "archive")
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        environment |= {"TRANSFORMERS_OFFLINE": "1", "ALLENNLP_CACHE_ROOT": str(folder / "cache")}
        with open(folder / "log", "wb") as log:
            try:
                # -I: nothing of this process's Python is seen by the other one.
                self._process = subprocess.Popen(
                    [str(self._environment.python), "-I", allennlp_program.__file__,
                     str(folder / "archive"), *self._options],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=environment,
                    cwd=folder,
                )  # fmt: skip
            except OSError as error:
                raise ProgramError(
                    "udify.python-cannot-run",
                    f"{self._environment.python} cannot be run: {error}",
                    hint=INSTALL,
                ) from None
        if self._line() != allennlp_program.READY:
            raise self._failure("starting")
        return self._process

    def _ask(self, sentences: Sequence[Sequence[str]]) -> list[list[tuple[str, str]]]:
        process = self._start()
        if process.stdin is None:
            raise AssertionError("started with a pipe")
        try:
            process.stdin.write(_conllu(sentences).encode("utf-8", "surrogatepass"))
            process.stdin.write(f"{allennlp_program.ANSWER}\n".encode())
            process.stdin.flush()
        except BrokenPipeError:
            raise self._failure("reading sentences") from None
        tagged = []
        for sentence in sentences:
            rows = []
            for form in sentence:
                columns = (self._line() or "").split("\t")
                if len(columns) != 10 or columns[1] != form:
                    raise self._failure("predicting")
                rows.append((columns[3], columns[5]))
            if self._line() != "":
                raise self._failure("predicting")
            tagged.append(rows)
        if self._line() != allennlp_program.ANSWER:
            raise self._failure("predicting")
        return tagged

    def _line(self) -> str | None:
        """Return the next line that UDify writes; None at the end."""
        if self._process is None or self._process.stdout is None:
            return None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            return None
        return line[:-1].decode("utf-8", "surrogatepass")

    def _failure(self, what: str) -> ProgramError:
        """Return the error with the last lines of the log, and end the process."""
        if self._process is None or self._folder is None:
            return ProgramError("udify.failed", f"the original UDify failed while {what}")
        _close(self._process.stdin)
        end = time.monotonic() + 10
        while self._process.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        status = self._process.poll()
        log = Path(self._folder.name, "log").read_text(encoding="utf-8", errors="replace")
        lines = [line for line in log.split("\n") if line.strip()][-_LAST_LINES:]
        words = "".join(f"\n    {line[:300]}" for line in lines)
        self.close()
        hint = (
            "it may have run out of memory: try a smaller --batch-size"
            if status in (-9, 137) or "out of memory" in log
            else f"the Python was {self._environment.python}"
        )
        return ProgramError(
            "udify.failed",
            f"the original UDify failed while {what} (status {status}); its last words:{words}",
            hint=hint,
        )


def prepare(archive: Archive, folder: Path) -> None:
    """Write into the new `folder` what the port reads in place of the archive.

    config.json is edited in the copy: the port wants the folder of BERT (vocab.txt and
    config.json) at three places and no layer dropout (which does nothing in the original). The
    old PyTorch unpickles weights without a check, so they are first loaded by the checked way;
    and it cannot read the newer file format, in which case they are written again.

    Raises InputError as `Archive.state` and `Archive.bert_config` do.
    """
    import torch

    folder.mkdir(parents=True)
    state = archive.state()
    bert = folder / "bert"
    bert.mkdir()
    shutil.copyfile(archive.vocabulary, bert / "vocab.txt")
    sizes = {**archive.bert_config(state), "model_type": "bert"}
    (bert / "config.json").write_text(json.dumps(sizes, indent=2, sort_keys=True), "utf-8")
    config = edited_config(archive, bert)
    (folder / "config.json").write_text(json.dumps(config, indent=2, sort_keys=True), "utf-8")
    shutil.copytree(archive.folder / "vocabulary", folder / "vocabulary")
    if zipfile.is_zipfile(archive.weights):
        torch.save(state, folder / "weights.th", _use_new_zipfile_serialization=False)
    else:
        (folder / "weights.th").symlink_to(archive.weights.resolve())


def edited_config(archive: Archive, bert: Path) -> dict[str, Any]:
    """Return config.json of an archive, edited for the port; `bert` is the folder of BERT.

    Raises InputError if the archive lacks the parts that are edited.
    """
    config: dict[str, Any] = json.loads(json.dumps(archive.config))
    try:
        embedder = config["model"]["text_field_embedder"]["token_embedders"]["bert"]
        embedder.pop("bert_config", None)
        embedder |= {"type": "udify-bert-predictor", "pretrained_model": str(bert)}
        config["model"] |= {"pretrained_model": str(bert), "layer_dropout": 0.0}
        config["dataset_reader"]["token_indexers"]["bert"]["pretrained_model"] = str(bert)
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(
            "udify.config-not-over-bert",
            f"this is not the configuration of a UDify model over BERT ({error})",
            file=archive.folder / "config.json",
        ) from None
    return config


def _device_number(device: str) -> int:
    if device == "cpu":
        return -1
    match = re.fullmatch(r"cuda(?::(\d+))?", device)
    if not match:
        raise ConfigError(
            "device.unknown", f"unknown device {device!r}", hint="give cpu, cuda or cuda:NUMBER"
        )
    return int(match[1] or 0)


def _check_forms(sentences: Sequence[Sequence[str]]) -> None:
    for number, sentence in enumerate(sentences, 1):
        for form in sentence:
            if "\t" in form or "\n" in form:
                raise InputError(
                    "word.tab-or-line-end",
                    f"sentence {number}: the word {form!r} contains a tab or a line break",
                )


def _conllu(sentences: Sequence[Sequence[str]]) -> str:
    return "".join(
        "".join(f"{number}\t{form}" + "\t_" * 8 + "\n" for number, form in enumerate(sentence, 1))
        + "\n"
        for sentence in sentences
    )


def _close(pipe: IO[bytes] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        pass
