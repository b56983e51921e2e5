"""The surroundings of a result: versions of programs, state of the repository, machine.

Nothing here tells the time, the user or the name of the machine: the same surroundings give the
same text.
"""

from __future__ import annotations

import hashlib
import platform
import re
import subprocess
from importlib import metadata
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow import __version__

#: Changed files that are listed at most; how many there are is always said.
MAX_CHANGED = 50


def versions() -> dict[str, str]:
    """Return the versions of Python, cdaflow and the packages that cdaflow is built on.

    These are the requirements of the installed package, optional ones too where they are
    installed; without installation (a bare source tree) none.
    """
    found = {"python": platform.python_version(), "cdaflow": __version__}
    try:
        requirements = metadata.requires("cdaflow") or []
    except metadata.PackageNotFoundError:
        return found
    for requirement in requirements:
        name = re.match(r"[\w.-]+", requirement)
        if name is None or re.search(r"extra\s*==\s*['\"]dev['\"]", requirement):
            continue
        try:
            found[name[0].lower()] = metadata.version(name[0])
        except metadata.PackageNotFoundError:
            continue
    return found


def machine() -> dict[str, str]:
    """Return what of a machine may change figures: system, C library, kind of processor."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "libc": " ".join(filter(None, platform.libc_ver())),
        "python": platform.python_implementation(),
        "processor": _processor(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor())


def repository(folder: str | PathLike[str]) -> dict[str, Any] | None:
    """Return the state of the git repository that a folder lies in; None where there is none.

    `commit`; `changed`: tracked files that differ from it (names from the repository's top, at
    most MAX_CHANGED), how many these are, and the SHA-256 of their differences. None too where git
    is not installed, or does not trust the folder.
    """
    commit = _git(folder, "rev-parse", "--verify", "HEAD")
    if commit is None:
        return None
    options = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-renames")
    names = _git(folder, "diff", *options, "--name-only", "-z", "HEAD")
    difference = _git(folder, "diff", *options, "--binary", "--full-index", "HEAD")
    if names is None or difference is None:
        return None
    changed = sorted(name.decode("utf-8", "replace") for name in names.split(b"\0") if name)
    return {
        "commit": commit.decode("ascii", "replace").strip(),
        "changed": changed[:MAX_CHANGED],
        "changed_files": len(changed),
        "changes_sha256": hashlib.sha256(difference).hexdigest() if changed else None,
    }


def _git(folder: str | PathLike[str], *words: str) -> bytes | None:
    """Return what git answers; None where it cannot."""
    # A look must not write: neither locks nor programs of the repository's own configuration.
    argv = ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-C", str(folder), *words]
    try:
        done = subprocess.run(
            argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
