"""Labels of the files of a table, such as es/repair: one for each file, in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from cdaflow.errors import ConfigError


def check_labels(files: Sequence[str | PathLike[str]], labels: Sequence[str], wanted: str) -> None:
    """Raise ConfigError where labels and files are not as many, or a label is given twice.

    `wanted`: what is to be given, such as "label LANGUAGE/NAME".
    """
    if len(files) != len(labels):
        raise ConfigError(
            f"{len(files)} files but {len(labels)} labels",
            hint=f"give one {wanted} for each file, in the same order",
        )
    for label in labels:
        if labels.count(label) > 1:
            raise ConfigError(f'the label "{label}" is given twice', hint="name each file once")


def split_label(label: str, second: str, example: str) -> tuple[str, str]:
    """Return the language and the other part of a label; ConfigError where it lacks one.

    `second`: what the other part is, in capitals; `example`: such a label.
    """
    language, _, other = label.partition("/")
    if not (language and other):
        raise ConfigError(
            f'the label "{label}" is not LANGUAGE/{second}', hint=f"such as {example}"
        )
    return language, other
