"""The data of SentEval (Conneau and Kiela 2018), as its own script lays them out.

They are not part of cdaflow: https://github.com/facebookresearch/SentEval has the script
(data/downstream/get_transfer_data.bash). These are the twelve tasks of Dolci et al. 2023: sections
5.1.2 (eleven of them) and 5.4 (SST-5).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cdaflow.errors import InputError
from cdaflow.io.files import nfc, read_lines

#: How a task is measured: by the labels of sentences, or by the similarity of two.
CLASSES, SIMILARITY = "classes", "similarity"

#: The grades of SST-5.
_GRADES = ("0", "1", "2", "3", "4")

_HINT = "give the folder downstream that SentEval's get_transfer_data.bash creates"


class Example(NamedTuple):
    """One sentence or two, and a label: of a class, or a number as text."""

    texts: tuple[str, ...]
    label: str


class Task(NamedTuple):
    """Examples by use. Without `test` they are cross-validated; `dev` chooses where it is given."""

    name: str
    kind: str
    train: list[Example]
    dev: list[Example]
    test: list[Example]


def _lines(path: Path, *, latin: bool = False) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not empty, with their numbers; `latin`: in Latin-1."""
    if not path.is_file():
        raise InputError(
            "senteval.file-missing", "the data of this task are missing", file=path, hint=_HINT
        )
    lines = nfc(str(path.read_bytes(), "latin-1")).split("\n") if latin else read_lines(path)
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, line.rstrip("\r")


def _table(path: Path, texts: Sequence[int], label: int, *, header: bool) -> list[Example]:
    """Return the examples of a table: columns of their texts and of their label, from 0 on."""
    examples = []
    for number, line in _lines(path):
        if header and number == 1:
            continue
        cells = line.split("\t")
        if len(cells) <= max(*texts, label):
            raise InputError(
                "table.too-few-columns",
                f"the row has {len(cells)} columns, expected at least {max(*texts, label) + 1}",
                file=path,
                line=number,
            )
        examples.append(Example(tuple(cells[column] for column in texts), cells[label].strip()))
    return examples


def _two_files(first: str, second: str) -> Callable[[str, Path], Task]:
    """Return the reader of a task of two classes with a file for each."""

    def read(name: str, folder: Path) -> Task:
        examples = [
            Example((line,), file)
            for file in (first, second)
            for _, line in _lines(folder / name / file, latin=True)
        ]
        return Task(name, CLASSES, examples, [], [])

    return read


def _trec(name: str, folder: Path) -> Task:
    """Return the questions of TREC: "NUM:date When ...", of which the first word is the class."""

    def read(file: str) -> list[Example]:
        path = folder / name / file
        examples = []
        for number, line in _lines(path, latin=True):
            kind, _, question = line.partition(" ")
            if ":" not in kind or not question:
                raise InputError(
                    "senteval.no-question-type",
                    "expected a question type and a question",
                    file=path,
                    line=number,
                )
            examples.append(Example((question,), kind.partition(":")[0]))
        return examples

    return Task(name, CLASSES, read("train_5500.label"), [], read("TREC_10.label"))


def _sst(name: str, folder: Path) -> Task:
    parts = [
        _table(folder / "SST/binary" / f"sentiment-{part}", (0,), 1, header=False)
        for part in ("train", "dev", "test")
    ]
    return Task(name, CLASSES, *parts)


def _sst_fine(name: str, folder: Path) -> Task:
    """Return SST with its five grades, "3 A ... film", of which the first word is the grade."""

    def read(part: str) -> list[Example]:
        path = folder / "SST/fine" / f"sentiment-{part}"
        examples = []
        for number, line in _lines(path):
            grade, _, text = line.strip().partition(" ")
            if grade not in _GRADES or not text:
                raise InputError(
                    "senteval.no-grade",
                    "expected a grade (0 to 4) and a sentence",
                    file=path,
                    line=number,
                )
            examples.append(Example((text,), grade))
        return examples

    return Task(name, CLASSES, read("train"), read("dev"), read("test"))


def _mrpc(name: str, folder: Path) -> Task:
    train, test = (
        _table(folder / name / f"msr_paraphrase_{part}.txt", (3, 4), 0, header=True)
        for part in ("train", "test")
    )
    return Task(name, CLASSES, train, [], test)


def _sick(label: int, kind: str) -> Callable[[str, Path], Task]:
    """Return the reader of SICK with the label of a column."""

    def read(name: str, folder: Path) -> Task:
        parts = [
            _table(folder / "SICK" / f"SICK_{part}.txt", (1, 2), label, header=True)
            for part in ("train", "trial", "test_annotated")
        ]
        return Task(name, kind, *parts)

    return read


def _sts_benchmark(name: str, folder: Path) -> Task:
    parts = [
        _table(folder / "STS/STSBenchmark" / f"sts-{part}.csv", (5, 6), 4, header=False)
        for part in ("train", "dev", "test")
    ]
    return Task(name, SIMILARITY, *parts)


def _sts14(name: str, folder: Path) -> Task:
    """Return the pairs of STS14 that have a similarity, of all its parts together."""
    examples = []
    directory = folder / "STS/STS14-en-test"
    inputs = sorted(directory.glob("STS.input.*.txt"))
    if not inputs:
        list(_lines(directory / "STS.input.deft-forum.txt"))
    for path in inputs:
        gold = path.with_name(path.name.replace("input", "gs", 1))
        # A pair without a similarity has an empty line there.
        values = dict(_lines(gold))
        for number, line in _lines(path):
            texts = tuple(line.split("\t")[:2])
            if len(texts) != 2:
                raise InputError(
                    "senteval.not-a-pair", "expected a pair of sentences", file=path, line=number
                )
            if number in values:
                examples.append(Example(texts, values[number].strip()))
    return Task(name, SIMILARITY, [], [], examples)


#: Task -> what reads it. The order is that of the paper's tables, as far as they are known.
_READERS: dict[str, Callable[[str, Path], Task]] = {
    "MR": _two_files("rt-polarity.pos", "rt-polarity.neg"),
    "CR": _two_files("custrev.pos", "custrev.neg"),
    "SUBJ": _two_files("subj.objective", "subj.subjective"),
    "MPQA": _two_files("mpqa.pos", "mpqa.neg"),
    "SST": _sst,
    "SST-5": _sst_fine,
    "TREC": _trec,
    "MRPC": _mrpc,
    "SICK-E": _sick(4, CLASSES),
    "SICK-R": _sick(3, SIMILARITY),
    "STS-B": _sts_benchmark,
    "STS14": _sts14,
}

TASKS = tuple(_READERS)

#: Task -> its folder, where that has another name.
_FOLDERS = {
    "SST": "SST/binary",
    "SST-5": "SST/fine",
    "SICK-E": "SICK",
    "SICK-R": "SICK",
    "STS-B": "STS/STSBenchmark",
    "STS14": "STS/STS14-en-test",
}


def files_of(names: Sequence[str], folder: str | os.PathLike[str]) -> list[str]:
    """Return the files in the folders of tasks, sorted; InputError where a folder has none."""
    all_files: set[str] = set()
    for name in names:
        directory = Path(folder, _FOLDERS.get(name, name))
        files = [os.fspath(path) for path in directory.glob("*") if path.is_file()]
        if not files:
            raise InputError(
                "senteval.no-task-data",
                f"the data of {name} are missing",
                file=directory,
                hint=_HINT,
            )
        all_files |= {*files}
    return sorted(all_files)


def read_task(name: str, folder: str | os.PathLike[str]) -> Task:
    """Return a task of SentEval's folder `downstream`.

    Raises InputError where its files are absent, or a line is not one of the task.
    """
    task = _READERS[name](name, Path(folder))
    if task.kind == SIMILARITY:
        for example in task.test:
            try:
                float(example.label)
            except ValueError:
                raise InputError(
                    "senteval.similarity-not-a-number",
                    f"{name}: a similarity is not a number: {example.label!r}",
                    file=folder,
                ) from None
    return task
