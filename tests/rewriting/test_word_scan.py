"""Words in the bytes of columns, against a regular expression on each text."""

import re

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.rewriting import pronoun_scan as word_scan
from cdaflow.rewriting.pronoun_scan import WordScan

from ..errors import raises

WORDS = ["he", "her", "hers", "she", "ox"]


def expected(texts):
    pattern = re.compile(rb"\b(?:hers|her|he|she|ox)\b", re.IGNORECASE)
    for row, text in enumerate(texts):
        line = text.encode()
        for match in pattern.finditer(line):
            start, end = match.span()
            before = line[start - 1] if start else 0
            after = line[end] if end < len(line) else 0
            yield row, start, match.group().lower().decode(), before, after


def found(column):
    places = WordScan(WORDS).find(column)
    columns = (places.row, places.start, places.word, places.before, places.after)
    for row, start, word, *beside in zip(*(c.tolist() for c in columns), strict=True):
        yield row, start, WORDS[word], *beside


PIECES = st.sampled_from([*WORDS, "HE", "Hers", "ſhe", "é", "h", "x", "_", "0", " ", "-", "\0"])
TEXTS = st.lists(PIECES, max_size=8).map("".join)


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXTS, max_size=8), st.integers(0, 3), st.booleans(), st.sampled_from([1, 3, 8]))
def test_finds_what_a_regular_expression_finds(texts, skip, large, block):
    """Texts meet without a sign between in a column, and blocks part them anywhere."""
    column = pa.array(texts, pa.large_string() if large else pa.string())[skip:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_scan, "_BLOCK", block)
        assert list(found(column)) == list(expected(texts[skip:]))


def test_a_column_over_many_blocks():
    texts = ["x" * n + " She" + "he " * (n % 3) for n in range(2_000)]
    assert sum(map(len, texts)) > 10 * word_scan._BLOCK
    assert list(found(pa.array(texts))) == list(expected(texts))


@pytest.mark.parametrize("word", ["", "a", "He", "né", "s/he", "o'clock"])
def test_words_of_other_signs_are_refused(word):
    with raises("pronoun.not-a-word"):
        WordScan([word])
