"""Who may import whom: down only, never a peer; stated here once for all packages.

Imports count wherever they stand, inside functions too.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "cdaflow"

#: From the top down. What stands on one line are peers: none imports another.
LAYERS = """
    workflow
    api
    cli
    config
    sharing
    tables
    datasets
    counterfactual gfst scoring demo bias lm
    alternatives
    nmt rewriting
    agreement
    inflection
    alignment syntax embeddings
    wordlists statistics
    languages text
    trees langid networks
    option_types
    io
    programs
    docstrings lazy progress provenance signals
    errors
"""

#: Imports that still go up or across: to be removed, never to be added to.
EXCEPTIONS: set[tuple[str, str]] = set()

#: Packages that could be published by themselves: they import nothing but themselves and these.
GUESTS = ("alignment.fast_align", "trees.stanza", "trees.udify")
OPEN_TO_GUESTS = ("errors", "io")

#: Modules that import one another: to be removed, never to be added to.
CIRCLES: set[frozenset[str]] = set()


def modules():
    """Return the file of each module by its name without "cdaflow."."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


def imports(path, known):
    """Yield the modules of cdaflow that a module imports, wherever the statement stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports are written out, cdaflow.package.module"
            names = [f"{node.module}.{alias.name}" for alias in node.names] + [node.module]
            # from package import module: the module, not the package
            names = names[:-1] if all(n.removeprefix("cdaflow.") in known for n in names) else names
        else:
            continue
        for name in names:
            if name.startswith("cdaflow.") and name.removeprefix("cdaflow.") in known:
                yield name.removeprefix("cdaflow.")


@cache
def graph():
    """Return the modules that each module imports, by name."""
    known = modules()
    return {name: sorted(set(imports(path, known)) - {name}) for name, path in known.items()}


def package(name):
    return name.partition(".")[0]


def test_imports_go_down():
    rank = {
        name: number
        for number, line in enumerate(LAYERS.strip().splitlines())
        for name in line.split()
    }
    packages = {package(name) for name in graph()} - {"", "__main__"}
    assert packages == set(rank), "each package has its place among the LAYERS"
    wrong = {
        (importer, imported)
        for importer, all_imported in graph().items()
        for imported in all_imported
        if package(importer) in rank and package(importer) != package(imported)
        if rank[package(imported)] <= rank[package(importer)]
    }
    assert wrong - EXCEPTIONS == set(), "move what both need to a package below them"
    assert EXCEPTIONS - wrong == set(), "these are gone: take them out of EXCEPTIONS"


@pytest.mark.parametrize("guest", GUESTS)
def test_a_guest_could_be_published_by_itself(guest):
    outside = {
        f"{name} imports {imported}"
        for name, all_imported in graph().items()
        if f"{name}.".startswith(f"{guest}.")
        for imported in all_imported
        if not f"{imported}.".startswith(f"{guest}.") and package(imported) not in OPEN_TO_GUESTS
    }
    assert not outside
    page = modules()[guest].with_name("README.md").read_text(encoding="utf-8")
    sections = [line for line in page.splitlines() if line.startswith("## ")]
    assert sections == ["## Use", "## Limits", "## Tests"]


def test_no_modules_import_one_another():
    below = {name: set(imported) for name, imported in graph().items()}
    for middle in below:  # Warshall: what is reached by way of one module after the other
        for reached in below.values():
            if middle in reached:
                reached |= below[middle]
    circles = {
        frozenset(other for other in below[name] if name in below[other])
        for name in below
        if name in below[name]
    }
    assert circles == CIRCLES
