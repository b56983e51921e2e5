"""What the trainings of all back ends have in common: what is trained, where, and its lock."""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, ProgramError
from cdaflow.io.files import digest
from cdaflow.progress import say
from cdaflow.trees.recipe import Recipe


@dataclass(frozen=True)
class Job:
    """All that decides what a training gives.

    `train`: treebanks; where their usage differs the first one's stands. `dev`: the trees that
    choose the best state of each model (None: some of the first treebank are held out).
    `vectors`: word vectors to start from, as text (word2vec, fastText) or a .pt of Stanza.
    """

    language: str
    recipe: Recipe
    train: Sequence[Path]
    dev: Path | None = None
    seed: int = 1
    vectors: Path | None = None

    def described(self) -> dict[str, Any]:
        """Return what annotator.json says of it, whatever the back end."""
        treebanks = {"train": self.train, "dev": [self.dev] if self.dev else []}
        return {
            "backend": self.recipe.backend,
            "language": self.language,
            "recipe": self.recipe.name,
            "seed": self.seed,
            "treebanks": {role: checksums(paths) for role, paths in treebanks.items()},
            "vectors": checksums([self.vectors] if self.vectors else []),
        }


@dataclass(frozen=True)
class Machine:
    """Where a training runs; `python` is the interpreter that has Stanza."""

    threads: int = 1
    device: str = "cpu"
    python: Sequence[str] = field(default_factory=lambda: (sys.executable,))


def checksums(paths: Sequence[Path]) -> dict[str, str]:
    """Return the checksum of each file under its name (with its folder if two share a name)."""
    short = [path.name for path in paths]
    unique = len(set(short)) == len(short)
    return {path.name if unique else str(path): digest(path) for path in paths}


@contextmanager
def working_folder(work: Path, output: Path) -> Iterator[None]:
    """Make the working folder of a training and hold it against a second one.

    Raises ConfigError where it is the output as well, ProgramError where it is held.
    """
    if work.resolve() == output.resolve():
        raise ConfigError(f"the working folder and the output folder are the same: {output}")
    work.mkdir(parents=True, exist_ok=True)
    with open(work / "lock", "wb") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ProgramError(
                "another training is at work in this folder",
                file=work,
                hint="wait for it, or take another --work-dir",
            ) from None
        except OSError:
            say(f"{work}: this file system has no locks; let one training run here only")
        yield
