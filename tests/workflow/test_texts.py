"""Texts that stages hand on: to be annotated, or to be translated."""

from cdaflow.workflow.stages import Text


def path(lang):
    return f"{lang}.parquet"


def test_column_of_a_side():
    pairs = Text(path, len)
    assert [pairs.column(side) for side in ("en", "es", "pt")] == ["source", "target", "target"]
    mono = Text(path, len, target="text")
    assert [mono.column(side) for side in ("en", "es")] == ["source", "text"]


def test_column_that_is_translated():
    """English is translated, and what is translated back is its translation to be."""
    assert Text(path, len, source="text").translated == "text"
    assert Text(path, len, back="tiny").translated == "target"


def test_size_is_asked_for_when_it_is_needed():
    """It may rest on raw files that are not there yet."""
    asked = []
    text = Text(path, lambda lang: asked.append(lang) or 7)
    assert text.path("es") == "es.parquet"
    assert not asked
    assert (text.sentences("es"), asked) == (7, ["es"])
