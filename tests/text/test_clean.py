"""One pair or sentence, normalised, detokenised, and dropped for the first reason that holds."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.errors import ConfigError
from cdaflow.io.parquet import read_rows
from cdaflow.text.clean import Limits, clean, detokenizer, has_control, normalise
from cdaflow.text.corpus import build_corpus
from cdaflow.text.spec import parse_spec

LIMITS = Limits(max_words=4, max_chars=12, length_ratio=2.0, drop_identical=True)
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
def test_normalised_examples(raw, clean):
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


@pytest.mark.parametrize(
    ("language", "tokens", "text"),
    [
        ("en", "the Commission 's report , Mr President , is ready .",
         "The Commission's report, Mr President, is ready."),
        ("es", "¿ dónde está el médico ?", "¿Dónde está el médico?"),
        ("es", "( interrupciones )", "(Interrupciones)"),
        ("fr", "c' est l' avocate .", "C'est l'avocate."),
        ("it", "l' avvocata è arrivata .", "L'avvocata è arrivata."),
        ("es", "el 20 % de los votos", "El 20% de los votos"),
        ("es", "2012 fue un año duro .", "2012 fue un año duro."),
    ],
)  # fmt: skip
def test_detokenizer(language, tokens, text):
    assert detokenizer(language)(tokens) == text


def test_build_detokenises_where_the_corpus_says_so(tmp_path):
    (tmp_path / "a.en").write_text("the house is red .\n")
    (tmp_path / "a.es").write_text("la casa es roja .\n")
    spec = parse_spec(f"name=a,source={tmp_path}/a.en,target={tmp_path}/a.es,detokenize=true")
    build_corpus([spec], ["en", "es"], tmp_path / "a.parquet")
    assert [row[:2] for row in read_rows(tmp_path / "a.parquet", ("source", "target"))] == [
        ("The house is red.", "La casa es roja.")
    ]


@pytest.mark.parametrize(
    ("sides", "result"),
    [
        (("a\u00a0 b", "c "), ("a b", "c")),
        (("a\x00", ""), "control"),
        (("a", "\u200b "), "empty"),
        (("a b c d e", "a b c d"), "too_many_words"),
        (("a b c d", "a b c e"), ("a b c d", "a b c e")),
        (("a" * 13, "b"), "too_many_characters"),
        (("a" * 12, "b"), ("a" * 12, "b")),
        (("a b c", "b"), "length_ratio"),
        (("a b", "b"), ("a b", "b")),
        (("a b", " a  b"), "identical"),
        (("alone",), ("alone",)),
    ],
)
def test_first_reason_that_holds(sides, result):
    assert clean(sides, LIMITS) == result


def test_zero_switches_off():
    sides = ("a " * 5000 + "a", "a")
    assert clean(sides, Limits(max_words=0, max_chars=0)) == sides
    assert clean(("a", "a"), Limits()) == ("a", "a")
    assert clean(sides, Limits()) == "too_many_words"


@pytest.mark.parametrize(
    "wrong",
    [{"length_ratio": 0.5}, {"length_ratio": float("nan")}],
)
def test_wrong_limits(wrong):
    with pytest.raises(ConfigError):
        Limits(**wrong)
