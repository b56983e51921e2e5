"""A copy of the project to which a change is applied: a test that it takes no more than it should.

A change is a unified diff, tests/changes/NAME.patch. Where its lines stand is found by their text
alone, so that edits elsewhere in a file leave it valid; the numbers of its hunks do not count.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

#: What is copied: the package, the workflow and what they read.
PARTS = ("src", "workflow", "config", "Snakefile")


@dataclass(frozen=True)
class Project:
    """A copy of the project in a folder of its own."""

    folder: Path

    @classmethod
    def copy(cls, folder):
        """Return a copy of the working tree in a folder, with the bytecode of what stays."""
        ignored = shutil.ignore_patterns(".snakemake")
        for name in PARTS:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=ignored)
            else:
                shutil.copy(ROOT / name, folder / name)
        return cls(folder)

    def apply(self, name):
        """Apply the change tests/changes/NAME.patch; return the files that it touches, sorted."""
        patch = Path(__file__).with_name(f"{name}.patch").read_text(encoding="utf-8")
        return apply_patch(patch, self.folder)

    def python(self, *arguments):
        """Run Python with the package of the copy, in its folder; return what it prints."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder / "src")},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def cdaflow(self, *arguments):
        """Run a command of the copy; return what it prints."""
        return self.python("-m", "cdaflow", *map(str, arguments))

    def dry_run(self, *arguments):
        """Return the shell commands that a dry run of the workflow prints, with its job counts."""
        return self.python(
            "-m", "snakemake", "--cores", "1", "--dry-run", "--printshellcmds", *arguments
        )


def apply_patch(patch, folder):
    """Apply a unified diff to the files of a folder; return the names of these files, sorted.

    Raises ValueError where the lines of a hunk stand nowhere in their file, or in several places.
    """
    touched = []
    for part in re.split(r"^--- .*\n\+\+\+ ", patch, flags=re.M)[1:]:
        head, *hunks = re.split(r"^@@.*\n", part, flags=re.M)
        name = head.split("\t")[0].strip().removeprefix("b/")
        path = folder / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for hunk in hunks:
            text = _replaced(text, hunk.splitlines(keepends=True), name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        touched.append(name)
    return sorted(touched)


def _replaced(text, hunk, name):
    """Return a text with the lines of a hunk as they are after the change."""
    hunk = [line if line.strip("\n") else " \n" for line in hunk if line[0] in " +-\n"]
    before = [line[1:] for line in hunk if line[0] in " -"]
    after = [line[1:] for line in hunk if line[0] in " +"]
    lines = text.splitlines(keepends=True)
    if not before:
        assert not text, f"{name} exists already"
        return "".join(after)
    end = len(before)
    found = [start for start in range(len(lines)) if lines[start : start + end] == before]
    if len(found) != 1:
        raise ValueError(f"{name}: these lines stand there {len(found)} times:\n{''.join(before)}")
    return "".join([*lines[: found[0]], *after, *lines[found[0] + end :]])
