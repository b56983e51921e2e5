"""Docstrings as data: summary, text and parameter descriptions.

The help of a command and the schema of the configuration are made from docstrings in Google's
style, with a section `Args:` (of a dataclass also `Attributes:`) of entries such as

    size_of (FILE.parquet): take as many rows as this file has
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field
from typing import Any

_SECTION = re.compile(r"^(?:Args|Attributes):\n((?:(?: .*)?\n)+)", re.MULTILINE)
_ENTRY = re.compile(r"^ {4}(\w+)(?: \(([^)]+)\))?: (.*(?:\n {5,}.*)*)", re.MULTILINE)


@dataclass(frozen=True)
class Docstring:
    """What a docstring says.

    Attributes:
        summary: the first paragraph, on one line
        text: the paragraphs before the parameters
        notes: the paragraphs after them
        parameters: the description of each parameter, on one line
        values: the placeholder for the values of a parameter, if it has one: FILE.parquet
    """

    summary: str
    text: str = ""
    notes: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)


def read_docstring(documented: Any) -> Docstring:
    """Return what the docstring of a function, class or module says, or a docstring itself.

    Of a class, also what those of its bases say of the fields that it inherits.
    """
    inherited = [read_docstring(base) for base in getattr(documented, "__bases__", ())[::-1]]
    text = documented if isinstance(documented, str) else inspect.getdoc(documented)
    before, _, after = (text or "").partition("\n\n")
    parts = _SECTION.split(after + "\n", maxsplit=1)
    entries = _ENTRY.findall(parts[1]) if len(parts) > 1 else []
    return Docstring(
        " ".join(before.split()),
        parts[0].strip(),
        parts[2].strip() if len(parts) > 1 else "",
        {name: text for base in inherited for name, text in base.parameters.items()}
        | {name: " ".join(text.split()) for name, _, text in entries},
        {name: value for base in inherited for name, value in base.values.items()}
        | {name: value for name, value, _ in entries if value},
    )
