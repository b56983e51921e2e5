"""What counts as the source of a result."""

from importlib import metadata

import pytest

from cdaflow import provenance
from cdaflow.cli.commands import packages
from cdaflow.scoring.metric import scorers


def test_modules_used_follow_imports_and_parents():
    used = provenance.modules_used("cdaflow.trees.conllu")
    assert {"cdaflow.trees", "cdaflow.trees.sentence", "cdaflow.io.files", "cdaflow.errors"} <= set(
        used
    )
    assert not any(name.startswith("cdaflow.nmt") for name in used)


def test_dynamic_imports_of_languages_count():
    assert "cdaflow.languages.es" in provenance.modules_used("cdaflow.languages")


def test_back_ends_that_are_imported_late_count():
    used = set(provenance.modules_used("cdaflow.trees.annotate"))
    for name in ("stanza_annotator", "stanza.graph", "spacy", "sentence"):
        assert f"cdaflow.trees.{name}" in used
    # What is shown in a table does not change trees.
    assert "cdaflow.tables.evaluations" not in used


def test_an_edit_of_what_annotates_trains_nothing_again():
    used = set(provenance.modules_used("cdaflow.trees.stanza_training.training"))
    assert {"cdaflow.trees.stanza_training.data", "cdaflow.trees.models"} <= used
    others = {"evaluation", "annotate", "store", "stanza_annotator", "stanza.graph"}
    assert used.isdisjoint(f"cdaflow.trees.{name}" for name in others)


@pytest.mark.parametrize(
    ("package", "stale", "others"),
    [
        ("stanza", ["trees annotate"], ["nmt train", "text build", "score winomt"]),
        ("pymarian", ["nmt train", "nmt translate"], ["trees annotate", "tables winomt"]),
        ("sacrebleu", ["score bleu"], ["nmt train", "counterfactual make"]),
        ("torch", ["agreement train", "counterfactual make"], ["nmt train", "tables bleu"]),
        ("matplotlib", ["tables figure gains"], ["tables bleu", "score bleu"]),
        ("pandas", ["tables bleu"], ["score bleu", "text build"]),
    ],
)
def test_an_upgrade_is_of_those_commands_whose_results_it_can_change(
    monkeypatch, package, stale, others
):
    def versions():
        return {name: packages(name.split()) for name in (*stale, *others)}

    before = versions()
    known = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "99" if name == package else known(name))
    after = versions()
    assert [name for name in after if after[name] != before[name]] == stale
    assert all(after[name][package] == "99" for name in stale)


def test_last_number_of_numpy_changes_no_result(monkeypatch):
    monkeypatch.setattr(metadata, "version", lambda name: "2.4.9")
    found = provenance.packages_used("cdaflow.statistics.estimates")
    assert found == {"numpy": "2.4"}


def test_unknown_module_is_refused():
    with pytest.raises(ValueError, match=r"no module cdaflow\.absent"):
        provenance.modules_used("cdaflow.absent")


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A little package in place of cdaflow's own."""
    files = {
        "__init__.py": "",
        "a/__init__.py": "",
        "a/one.py": "from cdaflow.b import two\n\ndef late():\n    from cdaflow.b import late\n",
        "a/other.py": "",
        "b/__init__.py": "",
        "b/two.py": 'MODULES = {"x": "cdaflow.b.named"}\n',
        "b/late.py": "",
        "b/named.py": "",
        "b/table.tsv": "x\n",
        "b/README.md": "x\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(provenance, "_ROOT", tmp_path)
    provenance.forget()
    yield tmp_path
    provenance.forget()


def digest_of_one():
    provenance.forget()
    return provenance.source_digest("cdaflow.a.one")


@pytest.mark.parametrize(
    ("edited", "stale"),
    [
        ("a/one.py", True),
        ("b/two.py", True),
        ("b/late.py", True),
        ("b/named.py", True),
        ("b/table.tsv", True),
        ("b/README.md", False),
        ("a/other.py", False),
    ],
)
def test_digest_changes_with_what_is_used_only(copy, edited, stale):
    before = digest_of_one()
    (copy / edited).write_text("EDITED = True\n")
    assert (digest_of_one() != before) is stale


MODULE = """from cdaflow.b import two

def late(x):
    if x:
        return two.MODULES["x"]
"""


@pytest.mark.parametrize(
    "text",
    [
        "# A remark.\n" + MODULE,
        MODULE.replace("if x:", "if x:  # always\n"),
        '"""About the module."""\n\n' + MODULE,
        MODULE.replace("    if x", '    """Return x."""\n    if x'),
        MODULE.replace('two.MODULES["x"]', "(\n            two.MODULES['x']\n        )"),
    ],
    ids=["comment", "comment behind", "docstring", "docstring of a function", "layout"],
)
def test_what_is_not_executed_does_not_count(copy, text):
    (copy / "a/one.py").write_text(MODULE)
    before = digest_of_one()
    (copy / "a/one.py").write_text(text)
    assert digest_of_one() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"x"', '"y"'),
        ("return two", "x = two"),
        ("if x:", "if not x:"),
        ("        return", "        pass\n    return"),
        ("def late(x)", "def late(x, y=1)"),
        ("def late(x)", "def late(x: 'x')"),
        ("def late", '@"decorated"\ndef late'),
    ],
)
def test_what_is_executed_counts(copy, old, new):
    (copy / "a/one.py").write_text(MODULE)
    before = digest_of_one()
    (copy / "a/one.py").write_text(MODULE.replace(old, new))
    assert digest_of_one() != before


def test_docstring_that_is_read_counts(copy):
    text = '"""{}"""\n\nprint(__doc__)\n'
    (copy / "a/one.py").write_text(text.format("One."))
    before = digest_of_one()
    (copy / "a/one.py").write_text(text.format("Two."))
    assert digest_of_one() != before


@pytest.mark.parametrize("name", scorers())
def test_a_score_depends_on_its_own_metric(name):
    module, _ = scorers()[name]
    used = provenance.modules_used(module)
    others = {where for where, _ in scorers().values()} - {module}
    assert module in used
    assert not others & set(used)
    assert not [one for one in used if one.startswith(("cdaflow.tables", "cdaflow.cli"))]


def test_the_sentences_of_a_challenge_set_depend_on_no_language():
    used = provenance.modules_used("cdaflow.scoring.challenge")
    assert not [one for one in used if one.startswith("cdaflow.languages")]
