import pytest

from cdaflow.errors import ConfigError
from cdaflow.text.clean import Limits, clean

LIMITS = Limits(max_words=4, max_chars=12, length_ratio=2.0, drop_identical=True)


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
    [{"max_words": -1}, {"max_chars": -5}, {"length_ratio": 0.5}, {"length_ratio": float("nan")}],
)
def test_wrong_limits(wrong):
    with pytest.raises(ConfigError):
        Limits(**wrong)
