"""Write the sizes of the packages into docs/architecture.md, at a commit and now.

    python docs/scripts/architecture.py e381a03

counts statements by `ast`, modules, and the share of modules, classes and functions with a
docstring, of the packages of cdaflow as that commit has them and of the working tree.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from figures import replace_blocks
from page_tables import table
from published_run import ROOT

SOURCE = "src/cdaflow"
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass
class Size:
    """What is counted of a package."""

    statements: int = 0
    modules: int = 0
    named: int = 0
    documented: int = 0

    def add(self, text: bytes) -> None:
        """Count a module."""
        nodes = list(ast.walk(ast.parse(text)))
        named = [node for node in nodes if isinstance(node, _DOCUMENTED)]
        self.statements += sum(isinstance(node, ast.stmt) for node in nodes)
        self.modules += 1
        self.named += len(named)
        self.documented += sum(ast.get_docstring(node) is not None for node in named)

    def cells(self) -> tuple[str, str, str]:
        """Return the cells of a table; of a package without modules, dashes."""
        if not self.modules:
            return "-", "-", "-"
        share = 100 * self.documented / self.named
        return f"{self.statements:,}", f"{self.modules}", f"{share:.0f} %"


def committed(commit: str) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of a commit: path below SOURCE, text."""
    archive = subprocess.run(
        ["git", "archive", commit, SOURCE], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:
            content = files.extractfile(member)
            if content and member.name.endswith(".py"):
                yield member.name.removeprefix(f"{SOURCE}/"), content.read()


def present() -> Iterator[tuple[str, bytes]]:
    """Yield the modules of the working tree."""
    for path in sorted((ROOT / SOURCE).rglob("*.py")):
        yield path.relative_to(ROOT / SOURCE).as_posix(), path.read_bytes()


def sizes(modules: Iterable[tuple[str, bytes]]) -> dict[str, Size]:
    """Return the size of each package, of the single modules, and of all."""
    found: defaultdict[str, Size] = defaultdict(Size)
    for name, text in modules:
        package = name.partition("/")[0] if "/" in name else "single modules"
        for key in (package, "all"):
            found[key].add(text)
    return dict(found)


def statements(commit: str) -> Iterator[str]:
    """Yield the table: packages by their size now, those that are gone last."""
    before, now = sizes(committed(commit)), sizes(present())
    none = Size()
    names = sorted(
        (before | now).keys() - {"all"},
        key=lambda name: (-now.get(name, none).statements, -before.get(name, none).statements),
    )
    columns = ("statements", "modules", "docstrings")
    header = ("Package", *(f"{name} {when}" for when in ("before", "now") for name in columns))
    yield from table(
        header,
        (
            (
                name if name in ("all", "single modules") else f"`{name}`",
                *before.get(name, none).cells(),
                *now.get(name, none).cells(),
            )
            for name in (*names, "all")
        ),
        left=1,
    )
    yield ""
    yield f"Before: commit {commit}. A dash: no such package."


def main() -> None:
    """Rewrite the table of the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("base", help="the commit to compare with")
    base = parser.parse_args().base
    replace_blocks(ROOT / "docs/architecture.md", lambda name: statements(base))


if __name__ == "__main__":
    main()
