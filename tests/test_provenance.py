"""What counts as the source of a result."""

import pytest

from cdaflow import provenance


def test_modules_used_follow_imports_and_parents():
    used = provenance.modules_used("cdaflow.trees.conllu")
    assert {"cdaflow.trees", "cdaflow.trees.sentence", "cdaflow.files", "cdaflow.errors"} <= set(
        used
    )
    assert not any(name.startswith("cdaflow.nmt") for name in used)


def test_dynamic_imports_of_languages_count():
    assert "cdaflow.languages.es" in provenance.modules_used("cdaflow.languages")


def test_back_ends_that_are_imported_late_count():
    used = set(provenance.modules_used("cdaflow.trees.load"))
    for name in ("stanza.backend", "stanza.graph", "spacy.backend", "sentence"):
        assert f"cdaflow.trees.{name}" in used
    # What is shown in a table does not change trees.
    assert "cdaflow.tables.annotators" not in used


@pytest.mark.parametrize("backend", ["stanza", "spacy"])
def test_an_edit_of_what_annotates_trains_nothing_again(backend):
    used = set(provenance.modules_used(f"cdaflow.trees.{backend}.training"))
    assert {"cdaflow.trees.harmonise", "cdaflow.trees.job"} <= used
    others = {"load", "evaluation", "annotate", "store", f"{backend}.backend", "stanza.graph"}
    assert used.isdisjoint(f"cdaflow.trees.{name}" for name in others)


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
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(provenance, "_ROOT", tmp_path)
    provenance._imports.cache_clear()
    yield tmp_path
    provenance._imports.cache_clear()


@pytest.mark.parametrize(
    ("edited", "stale"),
    [
        ("a/one.py", True),
        ("b/two.py", True),
        ("b/late.py", True),
        ("b/named.py", True),
        ("b/table.tsv", True),
        ("a/other.py", False),
    ],
)
def test_digest_changes_with_what_is_used_only(copy, edited, stale):
    before = provenance.source_digest("cdaflow.a.one")
    (copy / edited).write_text("# edited\n")
    assert (provenance.source_digest("cdaflow.a.one") != before) is stale
