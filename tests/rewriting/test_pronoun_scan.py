"""Pronouns in columns: the quick search against the rule, and the rule against examples."""

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.rewriting.pronoun_scan import PronounScan


def found(scan, text):
    return [(m.form, m.double) for m in scan.find(text)]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("He said so.", ["he"]),
        ("SHE SAID HE DID.", ["she", "he"]),
        (
            "He's here and she’d go: 'her', “hers” (himself).",
            ["he", "she", "her", "hers", "himself"],
        ),
        ("The hero heard the shepherd here; this is history.", []),
        ("A she-wolf and the he-man, his-and-hers.", []),
        ("The doctor--he was old--left.", ["he"]),
        ("The doctor - he - left—she stayed.", ["he", "she"]),
        ("", []),
        ("ſhe and \u212ahe and éhe, he\u0301", ["he"]),
        ("he_ and _he and he2", []),
    ],
)
def test_rule(pronouns, text, forms):
    scan = PronounScan(pronouns)
    assert [form for form, _ in found(scan, text)] == forms
    result = scan.scan(pa.array([text, "x", text]))
    assert result.count.tolist() == [len(forms), 0, len(forms)]


@pytest.mark.parametrize(
    ("text", "count", "genders"),
    [
        ("He left.", 1, 1),
        ("Her car.", 1, 2),
        ("He and his car.", 2, 1),
        ("He met her.", 2, 3),
        ("S/he left.", 2, 3),
        ("(S)he left.", 2, 3),
        ("He/she left.", 4, 3),
        ("Each to his/her room.", 4, 3),
        ("It left.", 0, 0),
    ],
)
def test_counts_and_genders(pronouns, text, count, genders):
    result = PronounScan(pronouns).scan(pa.array([text]))
    assert (result.count.tolist(), result.genders.tolist()) == ([count], [genders])


PIECES = st.sampled_from(
    [*("he", "HE", "she", "hers", "himself", "Her", "his", "is", "--"), *" /-)('’—éſ_1hsK\u0301.,"]
)
TEXTS = st.lists(PIECES, max_size=7).map("".join) | st.text(max_size=8)


@settings(max_examples=150, deadline=None)
@given(st.lists(TEXTS, max_size=6), st.integers(0, 3), st.booleans())
def test_a_column_says_what_its_sentences_say(pronouns, texts, skip, large):
    scan = PronounScan(pronouns)
    column = pa.array(texts, pa.large_string() if large else pa.string())[skip:]
    result = scan.scan(column)
    for row, text in enumerate(texts[skip:]):
        matches = list(scan.find(text))
        assert result.count[row] == sum(2 if m.double else 1 for m in matches)
        genders = {3 if m.double else {"Masc": 1, "Fem": 2}[scan.gender(m.form)] for m in matches}
        assert result.genders[row] == (3 if {1, 2} <= genders or 3 in genders else sum(genders))
