"""What tables are made from: JSON files of scores and reports, and the labels of files.

JSON is read without trust: every fault names file and key.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import MALFORMED, read_json
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.warnings import Warned

#: The hint of every fault of a score file.
SCORE_AGAIN = "give files that `cdaflow score` of this version wrote: score the translations again"


@contextmanager
def expected(what: str, path: str | PathLike[str], hint: str) -> Iterator[None]:
    """Raise InputError where the block finds that a file is not of the shape that it takes it for.

    `what`: the problem, such as "no score file of a tagger".
    """
    try:
        yield
    except MALFORMED as error:
        problem = f"{what} ({type(error).__name__}: {error})"
        raise InputError("report.malformed", problem, file=path, hint=hint) from None


@dataclass(frozen=True)
class JsonNode:
    """An object inside a JSON file, which knows its key path for the error messages."""

    path: Path
    key_path: str
    mapping: Mapping[str, Any]
    hint: str = SCORE_AGAIN

    @classmethod
    def read(cls, path: str | PathLike[str], hint: str = SCORE_AGAIN) -> JsonNode:
        """Return the object in a file; InputError where there is none."""
        return cls.of(read_json(path), path, hint)

    @classmethod
    def of(cls, value: Any, path: str | PathLike[str], hint: str) -> JsonNode:
        """Return a value that was read from a file as an object; InputError where it is none."""
        if not isinstance(value, dict):
            raise InputError("json.no-object", "expected a JSON object", file=path, hint=hint)
        return cls(Path(path), "", value, hint)

    @classmethod
    def read_scores(cls, path: str | PathLike[str], metric: str = "") -> JsonNode:
        """Return a file of scores, of any metric or of the one given; InputError for another."""
        node = cls.read(path)
        if "metric" not in node.mapping:
            raise InputError(
                "score-file.no-metric",
                'not a score file: "metric" is missing',
                file=path,
                hint=SCORE_AGAIN,
            )
        file_metric = node.mapping["metric"]
        if metric and file_metric != metric:
            problem = f'scores of the metric "{file_metric}", expected those of "{metric}"'
            raise InputError("score-file.other-metric", problem, file=path, hint=SCORE_AGAIN)
        return node

    def fault(self, code: str, name: str, expected: str) -> InputError:
        """Return the error for a value that is not what is expected."""
        actual = "it is missing"
        if name in self.mapping:
            actual = f"found {json.dumps(self.mapping[name], ensure_ascii=False)[:60]}"
        problem = f'"{self.key_path}{name}" must be {expected}; {actual}'
        return InputError(code, problem, file=self.path, hint=self.hint)

    def node(self, name: str) -> JsonNode:
        """Return the object of a name."""
        value = self.mapping.get(name)
        if not isinstance(value, dict):
            raise self.fault("key.not-an-object", name, "an object")
        return JsonNode(self.path, f"{self.key_path}{name}.", value, self.hint)

    def nodes(self) -> list[tuple[str, JsonNode]]:
        """Return all members, which must be objects, by name."""
        return [(name, self.node(name)) for name in self.mapping]

    def list_of_nodes(self, name: str) -> list[JsonNode]:
        """Return the objects in a list."""
        items = self.mapping.get(name)
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise self.fault("key.not-object-list", name, "a list of objects")
        return [
            JsonNode(self.path, f"{self.key_path}{name}[{number}].", item, self.hint)
            for number, item in enumerate(items)
        ]

    def text(self, name: str) -> str:
        """Return a text that is not empty."""
        value = self.mapping.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self.fault("key.not-a-text", name, "a text")
        return value

    def optional_text(self, name: str) -> str:
        """Return a text, "" for null (a single output scored by hand has no system's name)."""
        if name in self.mapping and self.mapping[name] is None:
            return ""
        return self.text(name)

    def count(self, name: str) -> int:
        """Return a whole number from 0."""
        value = self.mapping.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.fault("key.not-a-count", name, "a whole number from 0")
        return value

    def counts(self) -> dict[str, int]:
        """Return all members, which must be counts."""
        return {name: self.count(name) for name in self.mapping}

    def number(self, name: str) -> float | None:
        """Return a finite number, or None for null."""
        value = self.mapping.get(name)
        if value is None:
            return None
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise self.fault("key.not-a-number", name, "a number or null")
        if not math.isfinite(value):
            raise self.fault("key.not-finite", name, "a finite number")
        return float(value)

    def estimate(self, name: str) -> Estimate:
        """Return a score with its interval."""
        node = self.node(name)
        if "value" not in node.mapping:
            raise node.fault("estimate.no-value", "value", "a number or null")
        result = Estimate(node.number("value"), node.number("low"), node.number("high"))
        if result.interval and result.interval[0] > result.interval[1]:
            raise node.fault(
                "estimate.interval-reversed", "low", "at most the upper end of the interval"
            )
        return result

    def warned(self) -> Warned:
        """Return the counts of warnings, which files of older versions lack."""
        node = self.node("warned")
        return Warned(node.count("lines"), node.count("of"), node.node("kinds").counts())


class CheckedReport(dict[str, Any]):
    """A report in which a key that is missing is an error that names it, at any depth."""

    def __init__(self, node: JsonNode) -> None:
        super().__init__(node.mapping)
        self._node = node

    def __getitem__(self, key: str) -> Any:
        if key not in self:
            node = self._node
            raise InputError(
                "key.missing", f'"{node.key_path}{key}" is missing', file=node.path, hint=node.hint
            )
        value = super().__getitem__(key)
        return CheckedReport(self._node.node(key)) if isinstance(value, dict) else value


Paths = Sequence[str | PathLike[str]]


def check_labels(files: Paths, labels: Sequence[str], label_name: str) -> None:
    """Raise ConfigError where labels and files are not as many, or a label is given twice.

    `label_name`: what is to be given, such as "language".
    """
    if len(files) != len(labels):
        raise ConfigError(
            "label.count",
            f"{len(files)} files but {len(labels)} labels",
            hint=f"give one {label_name} for each file, in the same order",
        )
    for label in labels:
        if labels.count(label) > 1:
            raise ConfigError(
                "label.duplicate", f'the label "{label}" is duplicated', hint="name each file once"
            )


def labelled(
    files: Paths, labels: Sequence[str], second: str, example: str
) -> Iterator[tuple[str | PathLike[str], str, str]]:
    """Yield each file with the two parts of its label, the language and another.

    `second`: what the other part is, in capitals; `example`: such a label. Raises ConfigError as
    `check_labels`, and where a label lacks a part.
    """
    check_labels(files, labels, f"label LANGUAGE/{second}")
    for file, label in zip(files, labels, strict=True):
        language, _, other = label.partition("/")
        if not (language and other):
            raise ConfigError(
                "label.malformed",
                f'expected a label LANGUAGE/{second}, found "{label}"',
                hint=f"for example, {example}",
            )
        yield file, language, other
