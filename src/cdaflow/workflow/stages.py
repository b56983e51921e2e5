"""What a stage of the workflow shows: tables, figures and scores, from which the rules follow.

One rule makes all tables, one all figures; which there are, a stage says by its `Stage`.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from cdaflow.config.fields import Section
from cdaflow.errors import ConfigError

#: The options under which our report takes tables and figures, in their order.
IN_REPORT = ("data_tables", "example_tables", "data_figures", "figures")


@dataclass(frozen=True)
class Table:
    """A table that `cdaflow tables NAME` makes of `files`, and of `inputs`, files by option.

    metric: its label in Snakemake's report. options: what is no file. outputs: beside the CSV and
    the Markdown, by option. in_report: the option under which our report takes it, "" for none.
    command: the command, where that is not the name.
    """

    name: str
    metric: str
    files: Sequence[str] = ()
    inputs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)
    in_report: str = ""
    command: str = ""

    @property
    def subcommand(self) -> str:
        """The command of `cdaflow tables`."""
        return self.command or self.name

    @property
    def arguments(self) -> str:
        """Its inputs and options as arguments, without its files and outputs."""
        return flags(**self.inputs, **self.options)

    @property
    def all_files(self) -> dict[str, Sequence[str]]:
        """All that it is made of, by name: its inputs, and `files`."""
        return {**self.inputs, "files": self.files}

    def of_each_training(self) -> Table:
        """Return the table of the same files that has each training of a system by itself."""
        return replace(
            self,
            name=f"{self.name}.trainings",
            metric=f"{self.metric}, each training",
            options={"single": True},
            in_report="",
            command=self.subcommand,
        )


@dataclass(frozen=True)
class Figure:
    """A figure that `cdaflow tables figure KIND` draws of files.

    name: that of its file, which begins with the kind: gaps.es. options: what is drawn, "" for the
    files alone. in_report: as that of `Table`.
    """

    name: str
    label: str
    files: Sequence[str]
    options: str = ""
    in_report: str = ""

    @property
    def kind(self) -> str:
        """What is drawn: gaps."""
        return self.name.partition(".")[0]

    @property
    def arguments(self) -> str:
        """Its files or options as arguments."""
        return self.options or shlex.join(self.files)


@dataclass(frozen=True)
class Stage:
    """What a stage shows; scores: files by name, for our report."""

    tables: Sequence[Table] = ()
    figures: Sequence[Figure] = ()
    scores: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Shown:
    """What all stages of a workflow show, in order: by name, and the files in a results folder."""

    results: str
    tables: Mapping[str, Table]
    figures: Mapping[str, Figure]
    scores: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, results: str, stages: Iterable[Stage]) -> Shown:
        """Return what stages show.

        Raises ConfigError where two have a table, or a figure, of one name.
        """
        stages = list(stages)
        tables = [table for stage in stages for table in stage.tables]
        figures = [figure for stage in stages for figure in stage.figures]
        names = [f"table {table.name}" for table in tables]
        names += [f"figure {figure.name}" for figure in figures]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise ConfigError("stage.duplicate-name", f"two stages have a {twice}")
        return cls(
            results,
            {table.name: table for table in tables},
            {figure.name: figure for figure in figures},
            {name: files for stage in stages for name, files in stage.scores.items()},
        )

    def csv(self, name: str) -> str:
        """Return the file of a table."""
        return f"{self.results}/tables/{name}.csv"

    def svg(self, stem: str) -> str:
        """Return the file of a figure."""
        return f"{self.results}/figures/{stem}.svg"

    def with_provenance(self, *names: str) -> list[str]:
        """Return the tables of these names that are made, each with what it was made from."""
        files = [self.csv(name) for name in names if name in self.tables]
        return [path for csv in files for path in (csv, provenance_of(csv))]

    def drawn(self, *stems: str) -> list[str]:
        """Return the figures of these names that are made."""
        return [self.svg(stem) for stem in stems if stem in self.figures]

    def in_report(self) -> dict[str, list[str]]:
        """Return the tables and figures that our report takes, by its option."""
        taken: dict[str, list[str]] = {option: [] for option in ("", *IN_REPORT)}
        for table in self.tables.values():
            taken[table.in_report].append(self.csv(table.name))
        for figure in self.figures.values():
            taken[figure.in_report].append(self.svg(figure.name))
        return {option: taken[option] for option in IN_REPORT}


def provenance_of(csv: str) -> str:
    """Return the file that says what a table was made from."""
    return f"{csv.removesuffix('.csv')}.provenance.json"


@dataclass(frozen=True)
class Text:
    """A text of a stage: functions that return, for a target language, its file and its size.

    The size is about how many sentences it has; to find it may mean to look at raw files. source,
    target: the columns of the English and of the target language, "" of plain text. back: the
    recipe of the model that translates it back into English, "" where it is not.
    """

    path: Callable[[str], str]
    sentences: Callable[[str], int]
    source: str = "source"
    target: str = "target"
    back: str = ""

    def column(self, side: str) -> str:
        """Return the column of a side, a language."""
        return self.source if side == "en" else self.target

    @property
    def translated(self) -> str:
        """The column that is translated."""
        return self.target if self.back else self.source


@dataclass(frozen=True)
class Translator:
    """What a text is translated with: its files, and the options of `cdaflow nmt translate`."""

    files: Sequence[str]
    options: str


def flags(section: Section | None = None, /, *keys: str | type, **values: Any) -> str:
    """Return the keys of a section (all, or some), and further values by name, as options.

    In place of keys, a dataclass of options names all of its fields.

    `max_words=5` is "--max-words 5", a sequence an option with several values. True is the option
    alone; False is left out, or for a key that is on by default "--no-key". None and what is empty
    is left out, too.
    """
    options: list[str] = []
    if section is not None:
        model_fields = type(section).model_fields
        names = [
            name
            for key in keys or model_fields
            for name in ([key] if isinstance(key, str) else [field.name for field in fields(key)])
        ]
        values = {name: getattr(section, name) for name in names} | values
        options = [
            f"--no-{_dashed(key)}"
            for key, field in model_fields.items()
            if field.default is True and values.get(key) is False
        ]
    for key, value in values.items():
        if value is True:
            options.append(f"--{_dashed(key)}")
        elif value is not None and value is not False:
            words = [value] if isinstance(value, (str, int, float)) else list(value)
            texts = [f"{word:g}" if isinstance(word, float) else str(word) for word in words]
            if any(texts):
                options.append(f"--{_dashed(key)} {shlex.join(texts)}")
    return " ".join(options)


def _dashed(key: str) -> str:
    return key.replace("_", "-")
