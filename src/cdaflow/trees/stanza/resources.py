"""Stanza's list of the models in a folder: which it has, and what they stand on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cdaflow.io.files import read_json


def read_resources(folder: Path) -> dict[str, Any]:
    """Return what Stanza's list of models in a folder says; {} if there is none.

    Raises InputError where it cannot be read.
    """
    file = folder / "resources.json"
    resources = read_json(file) if file.exists() else {}
    return resources if isinstance(resources, dict) else {}
