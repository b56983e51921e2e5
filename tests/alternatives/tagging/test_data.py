"""Words, their labels, and parts of a set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.alternatives.structures import Entity
from cdaflow.alternatives.tagging.data import (
    head_word,
    labelled,
    part_of,
    read_joined,
    word_spans,
)
from cdaflow.alternatives.tagging.tags import TaggedSentence, write_tags

from ...errors import raises


def words(text):
    return [text[start:end] for start, end in word_spans(text)]


def test_hyphens_join_words_and_apostrophes_part_them():
    assert words("I'm the co-worker – her 2nd.") == [
        "I", "'", "m", "the", "co-worker", "–", "her", "2nd", ".",
    ]  # fmt: skip
    assert words("") == words(" \u2028 ") == []


@given(st.text(max_size=60))
def test_words_are_in_order_without_blanks_and_leave_only_blanks(text):
    end = 0
    for start, stop in word_spans(text):
        assert not text[end:start].strip()
        assert start < stop
        assert not any(sign.isspace() for sign in text[start:stop])
        end = stop
    assert not text[end:].strip()


@pytest.mark.parametrize(
    ("text", "phrase", "word"),
    [
        ("The doctor left.", "doctor", "doctor"),
        ("The Prime Minister left.", "Prime Minister", "Minister"),
        ("The President of the Commission left.", "President of the Commission", "President"),
        ("The women's team", "women's", "women"),
        ("The girls' team", "girls'", "girls"),
        ("My co-founder left.", "founder", "co-founder"),
        ("And no one left.", "no one", "one"),
    ],
)
def test_a_head_of_several_words_stands_on_one(text, phrase, word):
    start = text.index(phrase)
    spans = word_spans(text)
    index = head_word(text, Entity(start, start + len(phrase)), spans)
    assert text[slice(*spans[index])] == word


def test_a_head_without_a_word_is_none_and_the_first_of_two_counts():
    assert head_word("a ... b", Entity(2, 5), word_spans("a ... b")) is None
    both = TaggedSentence("Ann", (Entity(0, 3, "feminine"), Entity(0, 3, "masculine")))
    assert labelled(both).labels == (3,)


def test_files_are_joined_by_text(tmp_path):
    write_tags(tmp_path / "a.jsonl", [TaggedSentence("A b."), TaggedSentence("C.")])
    write_tags(tmp_path / "b.jsonl", [TaggedSentence("C.", (Entity(0, 1),)), TaggedSentence("D.")])
    found = read_joined([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])
    assert [one.source for one in found] == ["A b.", "C.", "D."]
    assert not found[1].heads
    write_tags(tmp_path / "none.jsonl", [])
    with raises("tag.empty"):
        read_joined([tmp_path / "none.jsonl"])


def test_the_part_of_a_sentence_hangs_on_its_text():
    parts = [part_of(f"sentence {number}", 20) for number in range(2000)]
    assert set(parts) == set(range(20))
    assert 60 < parts.count(0) < 140
    assert part_of("The doctor left.", 20) == 7
