"""Professions in English sentences."""

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.counterfactual.selection.gendered import is_plain
from cdaflow.rewriting.professions import ProfessionFinder
from cdaflow.wordlists.english_lists import Profession


@pytest.fixture(scope="module")
def finder(professions):
    return ProfessionFinder(professions)


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("The doctor left.", ["doctor Sing doctor"]),
        ("DOCTORS' wives, the Doctor's car", ["doctor Plur DOCTORS", "doctor Sing Doctor"]),
        ("A construction worker", ["construction worker Sing construction worker"]),
        ("a construction-worker.", ["construction worker Sing construction-worker"]),
        ("Under construction, workers sang.", ["worker Plur workers"]),
        ("bus drivers", ["bus driver Plur bus drivers"]),
        ("the vice-president and the president-elect", []),
        ("the doctor--a friend--", ["doctor Sing doctor", "friend Sing friend"]),
        ("doctorate, codoctor, doctor2, _doctor", []),
        ("a social work doctor", ["doctor Sing doctor"]),
        ("the queen and her nuns", ["king Sing queen", "monk Plur nuns"]),
        ("CEO of the ceos", ["CEO Sing CEO", "CEO Plur ceos"]),
        ("", []),
    ],
)
def test_find(finder, text, matches):
    found = [f"{m.name} {m.number} {text[m.start : m.end]}" for m in finder.find(text)]
    assert found == matches


def test_the_longest_form_counts():
    forms = {
        ("worker",): Profession("worker", "Sing"),
        ("care", "worker"): Profession("care worker", "Sing"),
        ("care", "worker", "manager"): Profession("care worker manager", "Sing"),
        ("vice", "president"): Profession("vice-president", "Sing"),
    }
    finder = ProfessionFinder(forms)
    assert [m.name for m in finder.find("A care worker manager, a care worker managed")] == [
        "care worker manager",
        "care worker",
    ]
    assert [m.name for m in finder.find("the vice-president, a vice president")] == [
        "vice-president",
        "vice-president",
    ]


PIECES = st.sampled_from(
    [
        *("doctor", "Doctors", "nurse", "bus", "driver", "construction", "worker"),
        *" -'’é_s.2ſ",
        "--",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=7).map("".join), max_size=25))
def test_the_search_in_columns_misses_nothing_and_is_right_in_plain_text(finder, texts):
    column = pa.array(texts, pa.string())
    likely, plain = finder.may_have(column), is_plain(column)
    for text, may_have, simple in zip(texts, likely.tolist(), plain.tolist(), strict=True):
        found = finder.find(text)
        assert may_have or not found
        assert not simple or may_have == bool(found)
        assert simple == (text.isascii() and "-" not in text)
    in_plain = [text for text, simple in zip(texts, plain.tolist(), strict=True) if simple]
    matches = finder.only_in_plain(pa.array(in_plain, pa.string()))
    for text, match in zip(in_plain, matches, strict=True):
        found = finder.find(text)
        assert match == (found[0] if len(found) == 1 else None)
