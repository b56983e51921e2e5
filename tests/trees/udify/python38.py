"""A Python 3.8 with the original UDify: given, or installed once into the user's cache."""

import fcntl
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

REQUIREMENTS = Path(__file__).parents[3] / "workflow/envs/udify-requirements.txt"

#: What pip says where there is no network; then there is nothing to test, as without Python 3.8.
_NO_NETWORK = ("Name or service not known", "Network is unreachable", "Temporary failure in name",
               "NewConnectionError", "ConnectTimeoutError", "ProxyError")  # fmt: skip


class AbsentError(Exception):
    """There is no such Python; the message says why."""


def interpreters():
    """Yield the Pythons 3.8 that can be found."""
    named = shutil.which("python3.8")
    found = [Path(named)] if named else []
    roots = {Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))}
    if program := shutil.which("pyenv"):
        done = subprocess.run([program, "root"], capture_output=True, text=True, check=False)
        roots.add(Path(done.stdout.strip() or "/nowhere"))
    for root in sorted(roots):
        found += sorted(root.glob("versions/3.8*/bin/python3.8"))
    for path in found:
        done = subprocess.run([path, "-c", "import venv, ensurepip"], check=False, timeout=60,
                              capture_output=True)  # fmt: skip
        if done.returncode == 0:  # a shim of pyenv may stand for nothing
            yield path


def udify_python():
    """Return the path of a Python that has UDify; makes its environment once (1.8 GB, minutes)."""
    given = os.environ.get("CDAFLOW_UDIFY_PYTHON")
    if given:
        return Path(given)
    python = next(interpreters(), None)
    if python is None:
        raise AbsentError(
            "no Python 3.8 (python3.8 on PATH or in ~/.pyenv/versions), and CDAFLOW_UDIFY_PYTHON "
            "is not set: the original UDify cannot be run here"
        )
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cdaflow"
    name = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
    folder = cache / f"udify-{name}"
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / "udify.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            _install(python, folder)
    return folder / "bin" / "python"


def _install(python, folder):
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([python, "-m", "venv", folder], check=True)
    done = subprocess.run(
        [folder / "bin" / "python", "-m", "pip", "install", "-q", "-r", REQUIREMENTS],
        stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        if any(word in done.stderr for word in _NO_NETWORK):
            raise AbsentError(
                "UDify cannot be installed for Python 3.8: no package registry in reach"
            )
        raise RuntimeError(f"UDify cannot be installed for Python 3.8:\n{done.stderr[-3000:]}")
    (folder / "complete").touch()
