"""Professions in English sentences."""

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.counterfactual.plain_pairs import PlainSearch
from cdaflow.counterfactual.professions import ProfessionFinder
from cdaflow.counterfactual.wordlists import Profession


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
    search = PlainSearch("(?:he)", finder.arrow_pattern)
    column = pa.array(texts, pa.string())
    counts, plain = search.count_professions(column), search.is_plain(column)
    for text, count, is_plain in zip(texts, counts.tolist(), plain.tolist(), strict=True):
        found = finder.find(text)
        assert count or not found
        assert not is_plain or count == len(found)
        assert is_plain == (text.isascii() and "-" not in text)
