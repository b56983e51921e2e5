import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.text.clean import has_control, normalise

# Few characters, so that the ones that act on each other meet.
TRICKY = st.text(
    st.sampled_from(
        "ae \t\u0301\u0327\u00ad\u200b\u200c\u200d\u200e\u202f\u00a0\ufeff\u0627\u064b\u0651"
        "\u0915\u094d\u0937\u2640\ufe0f\U0001f469\U0001f52c\u1100\u1161\u11a8"
    ),
    max_size=12,
)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  plain  text ", "plain text"),
        ("a\tb\u00a0c\u202fd\u2009e\u3000f\u2028g", "a b c d e f g"),
        ("Quoi\u202f?", "Quoi ?"),
        ("e\u0301te\u0301", "été"),
        ("ma\u00f1ana", "mañana"),
        ("« L’été… », dit-elle — “oui”", "« L’été… », dit-elle — “oui”"),
        ("co\u00adop\u200bera\ufefftion\u200e", "cooperation"),
        ("e\u200b\u0301", "é"),
        ("a\u200db\u200cc", "abc"),
        # Persian "mi-khaham" is written with a non-joiner; so is Hindi "ksh" held apart.
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200cष", "क्\u200cष"),
        ("क्\u200dष", "क्\u200dष"),
        ("\U0001f469\u200d\U0001f52c", "\U0001f469\u200d\U0001f52c"),
        ("\u200b \u00ad", ""),
        ("ﬁn", "ﬁn"),
    ],
)
def test_examples(raw, clean):
    assert normalise(raw) == clean


@given(st.one_of(st.text(), TRICKY))
def test_second_time_changes_nothing(text):
    once = normalise(text)
    assert normalise(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert once == once.strip()
    assert "  " not in once
    assert not set(once) & set("\u00ad\u200b\u200e\u200f\u00a0\u202f\ufeff\n\t")


def test_control_characters():
    for code in (0, 7, 0x1B, 0x1F, 0x7F, 0x85, 0x9F, 0xFFFD, 0xFFFE, 0xFFFF, 0xFDD0):
        assert has_control(f"a{chr(code)}b"), hex(code)
    for text in ("a\tb\r\n", "\u00a0\u00ad\u200b", "naïve “é” 日本 \U0001f600", "\ue000", ""):
        assert not has_control(text)
