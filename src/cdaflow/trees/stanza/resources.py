"""Stanza's list of the models in a folder: which it has, and what they stand on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError


def read_resources(folder: Path) -> dict[str, Any]:
    """Return what Stanza's list of models in a folder says; {} if there is none.

    Raises ConfigError where it cannot be read.
    """
    try:
        resources = json.loads((folder / "resources.json").read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, OSError) as error:
        raise ConfigError(
            "stanza.model-list-unreadable",
            f"Stanza's list of models cannot be read ({error})",
            file=folder / "resources.json",
        ) from None
    return resources if isinstance(resources, dict) else {}
