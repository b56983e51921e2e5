"""By what a measurement of this folder was made, and how it is written."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cdaflow.io.files import atomic_text

ROOT = Path(__file__).resolve().parents[1]


def provenance() -> dict[str, Any]:
    """Return commit, number of changed files, day, and Python's version."""
    return {
        "commit": _git("rev-parse", "HEAD"),
        "changed_files": len(_git("status", "--porcelain", "src", "config").splitlines()),
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
    }


def write(path: Path, content: Mapping[str, Any]) -> None:
    """Write measurements as JSON, so that a difference shows by lines."""
    with atomic_text(path) as handle:
        handle.write(json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
