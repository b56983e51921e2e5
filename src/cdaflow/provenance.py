"""Which source code a result depends on.

Snakemake reruns a job when its rule, input or parameters change, but it does not see an edit in
an imported module. So each rule has a parameter that is a digest of what its command executes: the
command's function, and the modules that do its work, found here by following import statements.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parent
_PACKAGE = "cdaflow"
_MODULE_NAME = re.compile(rf"{_PACKAGE}(\.\w+)+")

#: Packages whose version can change results, as they are imported or run -> their names in the
#: package index. Of numpy what follows the second number changes none.
PACKAGES = {
    "ctranslate2": ("ctranslate2",),
    "eflomal": ("eflomal",),
    "matplotlib": ("matplotlib",),
    "numpy": ("numpy",),
    "pandas": ("pandas",),
    "pymarian": ("pymarian",),
    "pymorphy3": ("pymorphy3", "pymorphy3-dicts-ru"),
    "sacrebleu": ("sacrebleu",),
    "sacremoses": ("sacremoses",),
    "sentencepiece": ("sentencepiece",),
    "spacy": ("spacy",),
    "stanza": ("stanza",),
    "tokenizers": ("tokenizers",),
    "torch": ("torch",),
    "transformers": ("transformers",),
}
_NAMED = "|".join(PACKAGES)
#: A statement that imports one, a module of one in a string (`import_module`), a program.
_PACKAGE_USE = re.compile(
    rf"(?:^[ ]*(?:import|from|from cdaflow\.lazy import) (?={_NAMED})"
    rf"|[\"'](?=(?:{_NAMED})\.\w|(?:pymarian|eflomal)[\"']|eflomal-align))({_NAMED})\b".encode(),
    re.MULTILINE,
)
_MENTION = re.compile(rf"[\"']{_PACKAGE}\.".encode())


@cache
def _files() -> dict[str, Path]:
    """Return the file of each module of cdaflow, by the name of the module, in order."""
    files = {}
    for path in sorted(_ROOT.rglob("*.py")):
        parts = path.relative_to(_ROOT).with_suffix("").parts
        files[".".join((_PACKAGE, *(part for part in parts if part != "__init__")))] = path
    return files


def _source_file(name: str) -> Path:
    path = _files().get(name)
    if path is None:
        raise ValueError(f"cdaflow has no module {name}")
    return path


def forget() -> None:
    """Forget what the modules were, so that they are looked at again."""
    for function in (_files, _module, _definitions, _content, _tables, _packages, function_digest,
                     source_digest):  # fmt: skip
        function.cache_clear()


@cache
def _module(path: Path) -> tuple[frozenset[str], bytes]:
    """Return the names that a module may import from cdaflow, and a digest of its statements.

    Both at once, so that no syntax tree is kept: with all of them in memory, Python's garbage
    collection takes seconds of each start of Snakemake.
    """
    text = path.read_bytes()
    tree = ast.parse(text)
    return frozenset(_modules_named(_imports(text, tree))), _code(text, tree)


def _modules_named(names: Iterable[str]) -> Iterator[str]:
    """Yield the modules that names of `_imports` stand for; others than modules are left out."""
    for name in names:
        if name.endswith("."):
            yield from (module for module in _files() if f"{module}.".startswith(name))
        elif name in _files():
            yield name


def _imports(text: bytes, tree: ast.Module) -> set[str]:
    """Return the names that one module may import from cdaflow, wherever the statement stands.

    `import_module(f"cdaflow.languages.{code}")` gives "cdaflow.languages.", for all modules below,
    and the full name of a module in a string (`import_module`, `python -m`) counts as an import.
    """
    names: set[str] = set()
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
                names.add(start)
    return {name for name in names if name.split(".")[0] == _PACKAGE}


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
    modules: set[str] = set()
    queue = list(names)
    while queue:
        name = queue.pop()
        if name in modules or name == _PACKAGE:
            continue
        queue += [name.rpartition(".")[0], *_module(_source_file(name))[0]]
        modules.add(name)
    return sorted(modules)


@cache
def function_digest(module: str, function: str, *loaded: str) -> str:
    """Return a digest (16 hexadecimal digits) of what a function of a module executes.

    It covers the function, what it uses of its module and of those beside it in the package, and
    all modules elsewhere that these import (as `source_digest` does), and those that it loads by
    name. So other functions of the module may change without this one.
    """
    definitions, modules = _executed(module, function, loaded)
    digest = hashlib.sha256(source_digest(*modules).encode())
    for (where, name), content in sorted(definitions.items()):
        digest.update(f"{where} {name}\0".encode() + content)
    return digest.hexdigest()[:16]


def function_packages(module: str, function: str, *loaded: str) -> dict[str, str]:
    """Return the versions of the packages that can change what a function of a module returns.

    By name, of those of `PACKAGES` that are installed; arguments as those of `function_digest`.
    """
    return packages_used(*_executed(module, function, loaded)[1])


def packages_used(*names: str) -> dict[str, str]:
    """Return the same of the named modules with all of cdaflow that they import."""
    files = map(_source_file, modules_used(*names))
    # This module names them all.
    imported = {package for file in files if file != Path(__file__) for package in _packages(file)}
    return {
        name: version
        for package in sorted(imported)
        for name in PACKAGES[package]
        if (version := _version(name)) is not None
    }


def _version(name: str) -> str | None:
    """Return the version of an installed package, of numpy without its last part."""
    from importlib import metadata  # which loads the modules of e-mail

    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
    return ".".join(version.split(".")[:2]) if name == "numpy" else version


@cache
def _packages(path: Path) -> frozenset[str]:
    """Return which of `PACKAGES` a module imports, or runs as programs."""
    return frozenset(str(name, "ascii") for name in _PACKAGE_USE.findall(path.read_bytes()))


def _executed(
    module: str, function: str, loaded: Sequence[str]
) -> tuple[dict[tuple[str, str], bytes], set[str]]:
    """Return what a function executes: see `function_digest`.

    Digests of definitions in its package, by module and name, and the modules elsewhere.
    """
    package = module.rpartition(".")[0] if module.count(".") > 1 else module
    package = ".".join(package.split(".")[:2])
    definitions: dict[tuple[str, str], bytes] = {}
    modules = set(loaded)
    queue = [(module, function)]
    while queue:
        where, name = queue.pop()
        if (where, name) in definitions:
            continue
        statements = _definitions(_source_file(where)).get(name, [])
        definitions[where, name] = _nodes_digest(statements)
        for node in (node for statement in statements for node in ast.walk(statement)):
            if isinstance(node, ast.Name) and node.id != name:
                queue.append((where, node.id))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node.value in _files():
                    modules.add(node.value)
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    below = f"{node.module}.{alias.name}"
                    if node.module.startswith(package) and below not in _files():
                        queue.append((node.module, alias.name))
                    elif node.module.split(".")[0] == _PACKAGE:
                        modules.add(below if below in _files() else node.module)
    return definitions, modules


@cache
def _definitions(path: Path) -> dict[str, list[ast.stmt]]:
    """Return the statements at the top of a module that define each of its names."""
    definitions: dict[str, list[ast.stmt]] = {}
    for statement in ast.parse(path.read_bytes()).body:
        names: list[str] = []
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names = [statement.name]
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            names = [(alias.asname or alias.name).split(".")[0] for alias in statement.names]
        else:
            names = [
                node.id
                for node in ast.walk(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            ]
        for name in names:
            definitions.setdefault(name, []).append(_only(statement, name))
    return definitions


def _only(statement: ast.stmt, name: str) -> ast.stmt:
    """Return a statement with, of what it imports, one name alone."""
    if not isinstance(statement, (ast.Import, ast.ImportFrom)):
        return statement
    names = [
        alias for alias in statement.names if (alias.asname or alias.name).split(".")[0] == name
    ]
    if isinstance(statement, ast.Import):
        return ast.Import(names=names)
    return ast.ImportFrom(module=statement.module, names=names, level=statement.level)


def _nodes_digest(statements: Sequence[ast.stmt]) -> bytes:
    written: list[str] = []
    for statement in statements:
        _write_node(statement, written, docstrings=False)
    return hashlib.sha256("\0".join(written).encode("utf-8", "surrogatepass")).digest()


@cache
def source_digest(*names: str) -> str:
    """Return a digest (16 hexadecimal digits) of what is executed of the named modules.

    It covers the modules that they use (see `modules_used`), without comments, docstrings and
    layout, and the tables that lie beside these (files of the same folders that are not Python,
    down to folders without modules of their own), byte for byte.
    """
    contents: dict[Path, bytes] = {}
    for name in modules_used(*names):
        path = _source_file(name)
        contents[path] = _module(path)[1]
        if path.name == "__init__.py":
            contents |= {table: _content(table) for table in _tables(path.parent)}
    return _digest(contents)


@cache
def _content(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def _code(text: bytes, tree: ast.Module) -> bytes:
    """Return a digest of the statements of a module.

    Docstrings do not count, unless the module reads one (`__doc__`).
    """
    written: list[str] = []
    _write_node(tree, written, docstrings=b"__doc__" in text)
    return hashlib.sha256("\0".join(written).encode("utf-8", "surrogatepass")).digest()


def _write_node(node: ast.AST, written: list[str], docstrings: bool) -> None:
    """Append the kinds and values of a syntax tree, each list with its length.

    `ast.dump` would do, but is slower, and writes empty fields, which differ between versions of
    Python.
    """
    written.append(type(node).__name__)
    for field in node._fields:
        value = getattr(node, field, None)
        if field == "ctx":
            continue  # follows from where the node stands
        if isinstance(value, ast.AST):
            written.append(field)
            _write_node(value, written, docstrings)
        elif isinstance(value, list):
            if field == "body" and not docstrings and _has_docstring(node):
                value = value[1:]
            if value:
                written.append(f"{field} {len(value)}")
            for item in value:
                if isinstance(item, ast.AST):
                    _write_node(item, written, docstrings)
                else:
                    written.append(repr(item))
        elif value is not None:
            written.append(f"{field} {value!r}")


def _has_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and bool(node.body)
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
        and isinstance(node.body[0].value.value, str)
    )


def package_digest() -> str:
    """Return a digest (16 hexadecimal digits) of all of cdaflow, its tables included."""
    files = (path for path in _ROOT.rglob("*") if path.is_file())
    return _digest({path: _content(path) for path in files if "__pycache__" not in path.parts})


def _digest(contents: Mapping[Path, bytes]) -> str:
    digest = hashlib.sha256()
    for path, content in sorted(contents.items()):
        digest.update(f"{path.relative_to(_ROOT)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


@cache
def _tables(folder: Path) -> list[Path]:
    """Return the tables of a folder, down to folders without modules.

    They are its files but for Python's own and pages for readers (Markdown).
    """
    tables = []
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if not (path / "__init__.py").exists() and path.name != "__pycache__":
                tables += _tables(path)
        elif path.suffix not in (".py", ".pyc", ".md"):
            tables.append(path)
    return tables
