"""Which source code a result depends on.

Snakemake reruns a job when its rule, input or parameters change, but it does not see an edit in
an imported module. So each rule has a parameter that is a digest of the modules that do its
work, found here by following their import statements.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parent
_PACKAGE = "cdaflow"
_MODULE_NAME = re.compile(rf"{_PACKAGE}(\.\w+)+")
_MENTION = re.compile(rf"[\"']{_PACKAGE}\.".encode())


def _module_file(name: str) -> Path | None:
    path = _ROOT.joinpath(*name.split(".")[1:])
    if (path / "__init__.py").is_file():
        return path / "__init__.py"
    return path.with_suffix(".py") if path.with_suffix(".py").is_file() else None


def _source_file(name: str) -> Path:
    path = _module_file(name)
    if path is None:
        raise ValueError(f"cdaflow has no module {name}")
    return path


def _modules_below(prefix: str) -> Iterator[str]:
    folder = _ROOT.joinpath(*prefix.split(".")[1:])
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(_ROOT).with_suffix("").parts
        yield ".".join((_PACKAGE, *(part for part in parts if part != "__init__")))


@cache
def _imports(name: str) -> frozenset[str]:
    """Return the names that one module may import from cdaflow, wherever the statement stands.

    `import_module(f"cdaflow.languages.{code}")` counts as an import of all modules below, and the
    full name of a module in a string (`import_module`, `python -m`) as an import of it.
    """
    names: set[str] = set()
    text = _source_file(name).read_bytes()
    tree = ast.parse(text)
    # Most modules name others in statements alone: walking through all expressions of the package
    # took longer than all else that Snakemake does at its start.
    for node in ast.walk(tree) if _MENTION.search(text) else _statements(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _MODULE_NAME.fullmatch(node.value):
                names.add(node.value)
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            start = str(node.values[0].value)
            if start.startswith(f"{_PACKAGE}.") and start.endswith("."):
                names.update(_modules_below(start.rstrip(".")))
    return frozenset(n for n in names if n.split(".")[0] == _PACKAGE and _module_file(n))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements below a node, with the handlers and cases that they stand in."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, field, ()):
            yield child
            yield from _statements(child)


def modules_used(*names: str) -> list[str]:
    """Return the named modules and all of cdaflow that they import, directly or not, sorted.

    The packages that a module lies in count as imported by it, as Python has it, except the
    root package. Raises ValueError for a name that is no module of cdaflow.
    """
    found: set[str] = set()
    queue = list(names)
    while queue:
        name = queue.pop()
        if name in found or name == _PACKAGE:
            continue
        queue += [name.rpartition(".")[0], *_imports(name)]
        found.add(name)
    return sorted(found)


def source_digest(*names: str) -> str:
    """Return a digest (16 hexadecimal digits) of the source behind the named modules.

    It covers the modules that they use (see `modules_used`) and the tables that lie beside these
    (files of the same folders that are not Python, down to folders without modules of their own).
    """
    files: set[Path] = set()
    for name in modules_used(*names):
        path = _source_file(name)
        files.add(path)
        if path.name == "__init__.py":
            files.update(_tables(path.parent))
    return _digest(files)


def package_digest() -> str:
    """Return a digest (16 hexadecimal digits) of all of cdaflow, its tables included."""
    files = (path for path in _ROOT.rglob("*") if path.is_file())
    return _digest(path for path in files if "__pycache__" not in path.parts)


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path.relative_to(_ROOT)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _tables(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if not (path / "__init__.py").exists() and path.name != "__pycache__":
                yield from _tables(path)
        elif path.suffix not in (".py", ".pyc"):
            yield path
