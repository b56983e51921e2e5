"""By what a measurement of this folder was made."""

from __future__ import annotations

import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def provenance() -> dict[str, Any]:
    """Return commit, number of changed files, day, and Python's version."""
    return {
        "commit": _git("rev-parse", "HEAD"),
        "changed_files": len(_git("status", "--porcelain", "src", "config").splitlines()),
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
    }


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
