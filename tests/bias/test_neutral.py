"""Neutralised sentences: who becomes someone, and what stays."""

from __future__ import annotations

import pytest

from cdaflow.bias.neutral import check_neutralise, neutralised

from ..errors import raises


@pytest.mark.parametrize(
    ("text", "someone"),
    [
        ("She is a nurse .", "Someone is a nurse ."),
        ("The nurse said that he was tired .", "The nurse said that someone was tired ."),
        ("The woman met her mother .", "Someone met someone ."),
        ("I saw her .", "I saw someone ."),
        ("I saw her car and his .", "I saw someone's car and someone's ."),
        ("Mrs Mary hurt herself .", "Someone hurt someone ."),
        ("An actress likes womanly shoes .", "Someone likes womanly shoes ."),
        ("The actor is a nurse .", "The actor is a nurse ."),
        ("two men and this boy", "two someone and someone"),
        ("", ""),
    ],
)
def test_someone(gendered, text, someone):
    assert neutralised(text.split(), gendered, "someone") == someone.split()


def test_mask_and_none(gendered):
    words = ["She", "saw", "the", "woman", "'s", "sister", "."]
    masked = neutralised(words, gendered, "mask", "[MASK]")
    assert masked == ["[MASK]", "saw", "the", "[MASK]", "'s", "[MASK]", "."]
    assert neutralised(words, gendered, "none") == words


def test_no_person_is_left(gendered):
    words = [
        "My",
        "wife",
        ",",
        "Mary",
        ",",
        "and",
        "her",
        "brother",
        "John",
        "saw",
        "the",
        "prince",
        "himself",
    ]
    left = neutralised(words, gendered, "someone")
    assert not any(gendered.is_person(word) for word in left)
    assert neutralised(left, gendered, "someone") == left


def test_an_encoder_without_a_mask(toy):
    check_neutralise(toy, "someone")
    with raises("encoder.no-mask", "toy"):
        check_neutralise(toy, "mask")
