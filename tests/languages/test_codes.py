"""Words of a language are in its tables: no other package asks which language it has before it."""

import ast
from pathlib import Path

from cdaflow.langid import NAMES
from cdaflow.languages import KNOWN
from cdaflow.scoring.sanity import function_words

SOURCE = Path(__file__).parents[2] / "src" / "cdaflow"

#: Packages that are about languages one by one: their own, and the demo's grammars.
OWN = ("languages", "demo")

#: What else may name a language, and why.
JUSTIFIED = {
    "alternatives/fetching.py": "the languages that the released sets have, a fact about them",
    "config/fields.py": "the languages of the demo, a closed list of grammars",
    "gfst/analysers/__init__.py": "analysers of the paper that are for Hebrew or Russian alone",
    "langid/__init__.py": "tells languages apart, below the package of languages",
    "scoring/compat.py": "the rules of the original WinoMT tool for each language",
    "scoring/compat_taggers.py": "the same rules",
    "scoring/sanity.py": "tells languages apart",
}


def is_code(node):
    return isinstance(node, ast.Constant) and node.value in KNOWN


def codes_of(nodes):
    """Return whether there are language codes here, and nothing else."""
    known = {*KNOWN, "en", "latin"}
    return any(map(is_code, nodes)) and all(
        isinstance(node, ast.Constant) and node.value in known for node in nodes
    )


def named_languages(path):
    """Yield the lines in which a module compares with a code, or has a table or list of codes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            found = any(is_code(side) for side in (node.left, *node.comparators))
        elif isinstance(node, ast.Dict):
            found = codes_of(node.keys)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            found = len(node.elts) > 1 and codes_of(node.elts)
        else:
            continue
        if found:
            yield node.lineno


def test_no_other_package_asks_for_a_language():
    found = {
        path.relative_to(SOURCE).as_posix(): lines
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] not in OWN and (lines := list(named_languages(path)))
    }
    assert {name: lines for name, lines in found.items() if name not in JUSTIFIED} == {}


def test_every_language_can_be_recognised():
    """A language without name, words or function words would switch checks off silently."""
    for code in sorted(KNOWN):
        assert code in NAMES
        assert code in function_words()
