"""Parts of a configuration as options of a command."""

from __future__ import annotations

import shlex
from dataclasses import fields
from typing import Any

from cdaflow.config.fields import Section


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
