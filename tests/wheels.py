"""The wheel, and virtual environments of its own that it is installed in."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[1]


def build_wheel(folder: Path) -> Path:
    """Build the wheel into a folder and return it."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


class Environment:
    """A virtual environment with nothing but pip, and what is installed into it.

    `wheel`: of cdaflow. `variables`: what its programs see of the outside; nothing of Python's own,
    and no data.
    """

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.wheel = wheel
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        own = ("PYTHON", "CDAFLOW_", "VIRTUAL_ENV")
        self.variables = {k: v for k, v in os.environ.items() if not k.startswith(own)}
        ours = str(Path(sys.executable).parent)
        others = [part for part in os.environ["PATH"].split(":") if part != ours]
        self.variables["PATH"] = ":".join([str(folder / "bin"), *others])

    @property
    def packages(self) -> Path:
        """The folder of its packages."""
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found

    def install(self, extras: str = "") -> None:
        """Install the wheel with extras, as a user does, in the versions that are tested."""
        self.run(f"pip install -q -c '{ROOT / 'constraints.txt'}' '{self.wheel}{extras}'")

    def lend(self) -> None:
        """Install the wheel alone; its libraries and programs are those of this run of tests.

        cdaflow itself is the wheel's: path files of the lender are not read.
        """
        self.run(f"pip install -q --no-deps '{self.wheel}'")
        lender = sysconfig.get_path("purelib")
        (self.packages / "lent.pth").write_text(f"{lender}\n", encoding="utf-8")
        program = self.folder / "bin" / "snakemake"
        program.write_text('#!/bin/sh\nexec python -m snakemake "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        for name in ("eflomal-align", "pymarian"):
            (program.parent / name).symlink_to(Path(sys.executable).parent / name)

    def run(self, line: str, cwd: Path | None = None, *, fails: bool = False) -> str:
        """Run a line of a shell; return what it printed. `fails`: whether it has to fail."""
        done = subprocess.run(
            ["bash", "-euc", line],
            cwd=cwd,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert (done.returncode != 0) == fails, f"{line}\n{done.stdout[-5000:]}"
        return done.stdout

    def megabytes(self) -> float:
        """Return the size of its packages without pip and setuptools, in MB of 10^6 bytes."""
        files = (path for path in self.packages.rglob("*") if path.is_file())
        own = (path for path in files if self._is_of_a_package(path))
        return sum(path.stat().st_size for path in own) / 1e6

    def package_names(self) -> set[str]:
        """Return the names of the packages in it, without pip and setuptools."""
        lines = self.run("pip list --format freeze").splitlines()
        return {line.partition("==")[0] for line in lines if "==" in line} - {"pip", "setuptools"}

    def _is_of_a_package(self, path: Path) -> bool:
        first = path.relative_to(self.packages).parts[0]
        return not first.startswith(("pip", "setuptools", "pkg_resources", "_distutils"))
