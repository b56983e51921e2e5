from typing import get_args

import pytest

from cdaflow.errors import InputError
from cdaflow.languages import KNOWN, word_sets
from cdaflow.languages.word_sets import Pattern, WordSet, pattern, word_set


@pytest.mark.parametrize("language", ["en", *KNOWN])
def test_the_tables_are_read(language):
    for name in get_args(WordSet):
        assert all(word == word.strip() for word in word_set(language, name))
    for name in get_args(Pattern):
        found = pattern(language, name)
        assert found is None or found.groups <= 3


def test_words_by_what_they_do():
    assert word_set("fr", "because") == {"car", "parce", "puisque"}
    assert "debido a" in word_set("es", "as_to")
    assert pattern("es", "enclitic").fullmatch("Verlos").groups() == ("Ver", "los")


def test_a_language_without_a_table_has_none_of_the_words():
    assert word_set("de", "because") == frozenset()
    assert word_set("xx", "because") == frozenset()
    assert pattern("de", "enclitic") is None


@pytest.mark.parametrize("rows", ["becuase\tcar\n", "because\tcar\nbecause\tparce\n"])
def test_faulty_rows(tmp_path, monkeypatch, rows):
    (tmp_path / "ca").mkdir()
    (tmp_path / "ca" / "words.tsv").write_text("set\twords\n" + rows, encoding="utf-8")
    monkeypatch.setattr(word_sets, "_FOLDER", tmp_path)
    word_sets._word_sets.cache_clear()
    with pytest.raises(InputError, match=r"unknown set|duplicated set"):
        word_set("ca", "because")
    word_sets.word_set.cache_clear()
