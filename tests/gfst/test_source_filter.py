"""The source filter: the rule against examples, columns against the rule."""

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.gfst.source_filter import LABELS, GenderedWords


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The doctor lost his keys.", "msc"),
        ("The doctor lost her keys.", "fem"),
        ("The doctor left.", "none"),
        ("The father left.", "none"),
        ("He met her.", "mix"),
        ("S/he left.", "mix"),
        ("He or she left.", "mix"),
        ("His sister left.", "mix"),
        ("His SISTER'S car", "mix"),
        ("His ex-wife left.", "mix"),
        ("Her brother-in-law left.", "mix"),
        ("His wives, and so on", "mix"),
        ("He and the other man", "msc"),
        ("She and her daughter", "fem"),
        ("She is an actor and a manager.", "fem"),
        ("He met the actress.", "mix"),
        ("He was counted out by the host of her", "mix"),
        ("She counts; a count.", "fem"),
        ("Mr. Smith met her.", "mix"),
        ("Mr Smith met her.", "mix"),
        ("Her mr", "fem"),
        ("He will miss it.", "msc"),
        ("Miss Smith saw him.", "mix"),
        ("Ms. Smith saw him.", "mix"),
        ("He is an MS patient.", "msc"),
        ("Yes, Madam, he said.", "mix"),
        ("Yes, ma'am, he said.", "mix"),
        ("Yes, Sir, she said.", "mix"),
        ("Sirens: she heard a sire.", "fem"),
        ("Her fiancé left.", "mix"),
        ("Her fiancée left.", "fem"),
        ("He left his fiancée.", "mix"),
        ("Her “king” left.", "mix"),
        ("Her kingé left.", "fem"),
        ("Her brothér left.", "fem"),
        ("His ſiſter left, and the \u212aing", "msc"),
        ("Her FIANCÉ left.", "mix"),
        ("A she-wolf and a he-man", "none"),
        ("A she-wolf and him", "msc"),
        ("", "none"),
    ],
)
def test_label(source_filter, text, label):
    assert source_filter.label(text) == label
    codes = source_filter.labels(pa.array([text, "x", None, text]))
    assert [LABELS[code] for code in codes] == [label, "none", "none", label]


def test_a_list_without_words_of_a_gender():
    words = GenderedWords((), ())
    assert not words.rule.search("she ")
    assert not pc.match_substring_regex(pa.array(["she", ""]), words.arrow_pattern).to_pylist()[0]


PIECES = st.sampled_from(
    [
        *("he", "Her", "s/he", "himself", "sister", "WIFE", "men", "actor", "actress", "ma'am"),
        *("Mr", "Ms.", "miss", "Miss", "fiancé", "fiancée", "god", "ſiſter", "half-brother"),
        *" '-.’é_/)",
        *[" "] * 8,
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=8).map("".join), max_size=8), st.integers(0, 2))
def test_columns_say_what_the_rule_says(source_filter, texts, skip):
    codes = source_filter.labels(pa.array(texts, pa.string())[skip:])
    assert [LABELS[code] for code in codes] == [source_filter.label(text) for text in texts[skip:]]
