"""The Python 3.8 that has AllenNLP and the port of UDify: where it is, whether it is the right one.

workflow/envs/udify.yaml (conda) and workflow/envs/udify-requirements.txt (pip) make one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import ProgramError

#: The environment variable with the Python that has AllenNLP and UDify.
VARIABLE = "CDAFLOW_UDIFY_PYTHON"

#: The name of the conda environment that workflow/envs/udify.yaml makes.
CONDA_NAME = "cdaflow-udify"

#: What that Python must have.
WANTED = {"allennlp": "1.0.0", "unofficial-udify": "0.3.0"}

#: What to do where there is none.
INSTALL = (
    "make the environment: `conda env create -f workflow/envs/udify.yaml`, or with a Python 3.8 "
    "`python3.8 -m venv ENV && ENV/bin/pip install --prefer-binary -r "
    "workflow/envs/udify-requirements.txt`; then --python ENV/bin/python, in the config "
    f"annotators.udify.python, or {VARIABLE}=ENV/bin/python. Or use the native loader: "
    "--engine native"
)

_ASK = """
import json, platform, importlib.metadata as metadata
found = {"python": platform.python_version()}
for name in ("allennlp", "unofficial-udify", "torch", "transformers"):
    try:
        found[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        found[name] = None
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Environment:
    """A Python with the original UDify, and the versions of its packages."""

    python: Path
    versions: Mapping[str, str | None]


def find_environment(setting: str | os.PathLike[str] | None = None) -> Environment:
    """Return the Python that has the original UDify.

    The order: `setting` (a Python, or the folder of an environment), the environment variable
    CDAFLOW_UDIFY_PYTHON, the conda environment `cdaflow-udify`.

    Raises ProgramError if there is none, or where it lacks what is wanted.
    """
    chosen = setting or os.environ.get(VARIABLE)
    if chosen:
        path = Path(chosen).expanduser()
        if path.is_dir():
            path = path / "bin" / "python"
        elif os.sep not in str(chosen) and (executable := shutil.which(str(chosen))):
            path = Path(executable)
        if not path.is_file() or not os.access(path, os.X_OK):
            raise ProgramError(
                "udify.no-python-at-path",
                f"there is no Python for the original UDify at {path}",
                hint=INSTALL,
            )
        return _checked(path)
    for path in _conda_pythons():
        if path.is_file():
            return _checked(path)
    raise ProgramError(
        "udify.no-python-found", "found no Python with the original UDify", hint=INSTALL
    )


def _conda_pythons() -> Iterator[Path]:
    """Yield where the Python of the conda environment may lie."""
    program = os.environ.get("CONDA_EXE") or shutil.which("conda") or shutil.which("mamba")
    roots = [os.environ.get("MAMBA_ROOT_PREFIX"), os.environ.get("CONDA_PREFIX")]
    if program:
        roots.append(str(Path(program).resolve().parents[1]))
    for root in roots:
        if root:
            yield Path(root) / "envs" / CONDA_NAME / "bin" / "python"
    home = Path.home()
    yield home / ".conda" / "envs" / CONDA_NAME / "bin" / "python"


def _checked(python: Path) -> Environment:
    # Not resolved: the Python of a venv is a link, and is that of the venv only by its name.
    python = python.absolute()
    try:
        done = subprocess.run(
            [str(python), "-I", "-c", _ASK],
            capture_output=True, text=True, errors="replace", timeout=120, check=False,
        )  # fmt: skip
        versions: dict[str, str | None] = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise ProgramError(
            "udify.python-unusable", f"{python} is not Python 3.8 ({error})", hint=INSTALL
        ) from None
    for name, version in WANTED.items():
        if versions.get(name) != version:
            raise ProgramError(
                "udify.package-other-version",
                f"{python} (Python {versions.get('python')}) has {name} {versions.get(name)}, "
                f"expected {version}",
                hint=INSTALL,
            )
    return Environment(python, versions)
