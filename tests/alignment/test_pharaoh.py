import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.alignment.pharaoh import (
    check_links,
    format_links,
    grow_diag_final_and,
    intersection,
    read_pharaoh,
    to_words,
)
from cdaflow.errors import InputError

from ..errors import raises

LINKS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)


def test_growth_takes_a_diagonal_neighbour_of_the_intersection():
    forward = {(0, 0), (1, 1)}
    reverse = {(0, 0)}
    # (1, 1) neighbours (0, 0) diagonally, and both its words are free.
    assert grow_diag_final_and(forward, reverse) == {(0, 0), (1, 1)}


def test_growth_needs_one_free_word():
    # (0, 1) neighbours (0, 0) and (1, 1), but source 0 and target 1 are taken by them.
    forward = {(0, 0), (1, 1), (0, 1)}
    reverse = {(0, 0), (1, 1)}
    assert grow_diag_final_and(forward, reverse) == {(0, 0), (1, 1)}


def test_growth_takes_a_neighbour_with_one_free_word():
    # Source 0 has a link, target 1 has none: one to many ("construction worker" -> 1 word).
    forward = {(0, 0), (0, 1)}
    assert grow_diag_final_and(forward, {(0, 0)}) == {(0, 0), (0, 1)}


def test_growth_goes_on_from_what_it_added():
    forward = {(0, 0), (0, 1), (0, 2)}
    assert grow_diag_final_and(forward, {(0, 0)}) == forward


def test_final_takes_far_links_only_of_two_free_words():
    forward = {(0, 0), (3, 3), (0, 4)}
    # (3, 3) is far and free on both sides: final-and takes it. (0, 4) has source 0 taken.
    assert grow_diag_final_and(forward, {(0, 0)}) == {(0, 0), (3, 3)}


def test_final_prefers_the_forward_links():
    # Both are free of everything at first; forward takes source 3, and reverse is left out.
    assert grow_diag_final_and({(0, 0), (3, 3)}, {(0, 0), (3, 5)}) == {(0, 0), (3, 3)}


@given(LINKS, LINKS)
def test_symmetrised_links_lie_between_intersection_and_union(forward, reverse):
    links = grow_diag_final_and(forward, reverse)
    assert intersection(forward, reverse) <= links <= forward | reverse
    # What is left out had a word taken: no further link has two free words.
    for i, j in (forward | reverse) - links:
        assert any(i == a or j == b for a, b in links)


def test_format_and_read(tmp_path):
    path = tmp_path / "links"
    path.write_text(format_links({(1, 2), (0, 0), (10, 1)}) + "\n\n")
    assert path.read_text() == "0-0 1-2 10-1\n\n"
    assert read_pharaoh(path, [(11, 3), (4, 4)]) == [{(0, 0), (1, 2), (10, 1)}, set()]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("0-0\n0-3\n", 2, "points past the target"),
        ("2-0\n\n", 1, "points past the source"),
        ("0-0\n0:1\n", 2, "is not a link"),
        ("0-0\n", None, "1 lines of links for 2"),
        ("0-0\n\n\n", None, "3 lines of links for 2"),
    ],
)
def test_faults_name_file_and_line(tmp_path, text, line, words):
    path = tmp_path / "links"
    path.write_text(text)
    with pytest.raises(InputError, match=words) as error:
        read_pharaoh(path, [(2, 3), (2, 3)])
    assert (error.value.file, error.value.line) == (str(path), line)


def test_token_links_become_word_links():
    # l'infermiera . -> tokens "l'infermiera", "." ; words 0-1 and 2.
    assert to_words({(1, 0)}, [range(0, 1), range(1, 2)], [range(0, 2), range(2, 3)]) == {
        (1, 0),
        (1, 1),
    }


def test_file_that_is_no_alignment_is_refused():
    lengths = [(6, 5 + n % 3) for n in range(12)]
    with raises("alignment.no-links", "12"):
        check_links("f", [frozenset()] * 12, lengths)
    with raises("alignment.same-links"):
        check_links("f", [frozenset({(0, 0)})] * 12, lengths)
    # Sentences of one shape have the same links, but of most of their words.
    whole = frozenset((n, n) for n in range(5))
    assert check_links("f", [whole] * 12, lengths) == []
    # Empty sentences have no links to be missed.
    assert check_links("f", [frozenset()] * 2, [(0, 3), (3, 0)]) == []


def test_lines_of_few_links_are_named():
    whole = frozenset((n, n) for n in range(5))
    found = check_links("f", [whole, frozenset(), frozenset({(0, 0)}), whole], [(6, 5)] * 4)
    assert [(item["kind"], item["line"]) for item in found] == [("few-links", 2), ("few-links", 3)]
