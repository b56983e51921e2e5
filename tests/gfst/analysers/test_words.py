"""Words of whole columns against a plain splitter."""

import re

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.gfst.analysers.words import split_at_blanks, split_words

PIECES = st.sampled_from(
    ["un", "Una", "’", "'", "è", "É", "«", "”", "-", " ", ". ", ": ", "1", "ה"]
)


def split(text):
    plain = re.sub("[«”]", " ", text.replace("’", "'"))
    return re.findall(r"\w+'?", plain)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.none() | st.lists(PIECES, max_size=9).map("".join), max_size=6), st.integers(0, 2)
)
def test_the_words_are_those_of_a_plain_splitter(texts, skip):
    words = split_words(pa.array(texts, pa.string())[skip:])
    found = [[] for _ in texts[skip:]]
    for place, row in zip(words.indices.tolist(), words.rows.tolist(), strict=True):
        found[row].append(words.forms[place].as_py())
    assert found == [split(text or "") for text in texts[skip:]]


def test_where_a_sentence_may_begin():
    words = split_words(pa.array(["La casa Bianca. Era “Una” cosa", "dell'Italia: La"]))
    opening = [
        words.forms[place].as_py()
        for place, may in zip(words.indices.tolist(), words.opening.tolist(), strict=True)
        if may
    ]
    assert opening == ["La", "Era", "Una", "dell'", "La"]


def test_which_words_a_hyphen_joins_to_the_word_before():
    words = split_words(pa.array(["Est-ce là-bas - oui", "x-", "y -z-w", "-", "a"]))
    forms = [words.forms[place].as_py() for place in words.indices.tolist()]
    joined = [
        form for form, is_joined in zip(forms, words.hyphenated.tolist(), strict=True) if is_joined
    ]
    assert joined == ["ce", "bas", "w"]
    assert not split_at_blanks(pa.array(["a-b -c"])).hyphenated.any()


def test_words_between_blanks():
    words = split_at_blanks(pa.array([" a b.", None, "", "c  a"]))
    forms = [words.forms[place].as_py() for place in words.indices.tolist()]
    assert forms == ["a", "b.", "c", "a"]
    assert words.rows.tolist() == [0, 0, 3, 3]
