"""Alternatives by a tagged model: a lattice searched, and the texts of the field assigned."""

from collections.abc import Sequence
from typing import Any

import pytest

from cdaflow.alternatives.assigning import Assigner
from cdaflow.alternatives.inflections import Inflections
from cdaflow.alternatives.lattice_making import Search, make_by_lattice
from cdaflow.alternatives.lattice_search import Prefix
from cdaflow.alternatives.sentences import Texts
from cdaflow.alternatives.structures import MASCULINE, Entity, marked
from cdaflow.rewriting.choices import Choices
from cdaflow.rewriting.heads import Head

from ..errors import raises

SOURCE = "The teacher called the nurse."
TEXT = "El maestro llamó al enfermero."
HEADS = (Entity(4, 11), Entity(23, 28))
PAIRS = [("maestro", "maestra"), ("enfermero", "enfermera")]

#: The right text of each tagged source.
RIGHT = {
    "The teacher<M> called the nurse<M>.": "El maestro llamó al enfermero.",
    "The teacher<F> called the nurse<F>.": "La maestra llamó a la enfermera.",
    "The teacher<F> called the nurse<M>.": "La maestra llamó al enfermero.",
    "The teacher<M> called the nurse<F>.": "El maestro llamó a la enfermera.",
    "The teacher<M> called the nurse.": "El maestro llamó al enfermero.",
    "The teacher<F> called the nurse.": "La maestra llamó al enfermero.",
}


class Knows:
    """Knows the right text: each other word, and each one too many, costs a nat."""

    def __init__(self, right: dict[str, str], scores_prefixes: bool = True) -> None:
        self.right, self.scores_prefixes = right, scores_prefixes

    def score(self, prefixes: Sequence[Prefix]) -> list[float]:
        return [self._one(prefix) for prefix in prefixes]

    def _one(self, prefix: Prefix) -> float:
        wanted, words = self.right[prefix.source].split(), prefix.text.split()
        same = sum(a == b for a, b in zip(wanted, words, strict=False))
        missing = abs(len(wanted) - len(words)) if prefix.whole else 0
        return float(same - len(words) - missing)


@pytest.fixture(scope="module")
def inflections() -> Inflections:
    return Inflections("es", pairs=PAIRS)


def offered(inflections: Inflections, scorer: Knows, text: str, heads: Any) -> Any:
    texts = Texts(SOURCE, text, heads)
    (made,) = make_by_lattice([(texts, inflections.lattice(text))], Search(scorer))
    return made


@pytest.mark.parametrize("text", [TEXT, "La maestra llamó a la enfermera."])
def test_lattice_with_two_people(inflections: Inflections, text: str) -> None:
    made = offered(inflections, Knows(RIGHT), text, HEADS)
    assert marked(made.alternatives) == (
        "[[El maestro/La maestra]] llamó [[al enfermero/a la enfermera]]."
    )
    assert [each.entities for each in made.alternatives.structures] == [(0,), (1,)]
    assert (made.cause, made.by_position) == ("", 0)


def test_lattice_with_a_told_person(inflections: Inflections) -> None:
    heads = HEADS[0], Entity(23, 28, MASCULINE)
    made = offered(inflections, Knows(RIGHT), TEXT, heads)
    assert marked(made.alternatives) == "[[El maestro/La maestra]] llamó al enfermero."
    assert made.alternatives.entities == heads


def test_what_is_feminine_for_two_women_alone_goes_with_both(inflections: Inflections) -> None:
    both = dict.fromkeys(RIGHT, TEXT) | {
        "The teacher<F> called the nurse<F>.": "La maestra llamó al enfermero."
    }
    made = offered(inflections, Knows(both), TEXT, HEADS)
    assert [each.entities for each in made.alternatives.structures] == [(0, 1)]


def test_what_two_people_would_change_goes_with_the_nearest(inflections: Inflections) -> None:
    nurse = "El maestro llamó a la enfermera."
    either = dict.fromkeys(RIGHT, nurse) | {"The teacher<M> called the nurse<M>.": TEXT}
    made = offered(inflections, Knows(either), TEXT, HEADS)
    assert [each.entities for each in made.alternatives.structures] == [(1,)]
    assert made.by_position == 1


@pytest.mark.parametrize(
    ("heads", "cause"), [((), "nobody-open"), ([Entity(4, 11, MASCULINE)], "nobody-open")]
)
def test_nobody(inflections: Inflections, heads: Any, cause: str) -> None:
    made = offered(inflections, Knows(RIGHT), TEXT, heads)
    assert (made.cause, made.alternatives.text, made.alternatives.structures) == (cause, TEXT, ())


def test_unchanged(inflections: Inflections) -> None:
    made = offered(inflections, Knows(dict.fromkeys(RIGHT, TEXT)), TEXT, HEADS)
    assert (made.cause, made.alternatives.structures) == ("unchanged", ())


def test_people_have_to_be_known(inflections: Inflections) -> None:
    with raises("person.open-unknown"):
        offered(inflections, Knows(RIGHT), TEXT, None)


def test_more_variants_than_a_scorer_of_whole_texts_can_do(inflections: Inflections) -> None:
    texts = Texts(SOURCE, TEXT, HEADS)
    search = Search(Knows(RIGHT, scores_prefixes=False), limit=3)
    (made,) = make_by_lattice([(texts, inflections.lattice(TEXT))], search)
    assert made.cause == "variants"


class Tree:
    """As much of a tree as is needed."""

    def __init__(self, text: str) -> None:
        self.text = text


def of_the_field(*texts: str) -> Choices:
    """Return the texts of nobody, the first, the second and both people of the field."""
    women: list[frozenset[int]] = [frozenset(), frozenset({0}), frozenset({1}), frozenset({0, 1})]
    trees: Any = {each: Tree(text) for each, text in zip(women, texts, strict=True)}
    return Choices(tuple(Head(each.start, each.end) for each in HEADS), trees)


def assigned(choices: Choices, **options: Any) -> tuple[dict[tuple[int, ...], str], Any]:
    (found,) = Assigner(Knows(RIGHT), **options).assign([choices], [SOURCE])
    return {tuple(sorted(women)): tree.text for women, tree in found.trees.items()}, found.log_odds


IN_ORDER = [RIGHT[f"The teacher<{a}> called the nurse<{b}>."] for a, b in ("MM", "FM", "MF", "FF")]


def test_the_reading_of_the_field_stays() -> None:
    texts, log_odds = assigned(of_the_field(*IN_ORDER))
    assert list(texts.values()) == IN_ORDER
    assert set(log_odds) == {0, 1}
    assert min(log_odds.values()) > 0.5


def test_people_who_were_exchanged() -> None:
    man, teacher, nurse, both = IN_ORDER
    texts, sure = assigned(of_the_field(man, nurse, teacher, both))
    assert texts == {(): man, (0,): teacher, (1,): nurse, (0, 1): both}
    texts, log_odds = assigned(of_the_field(man, nurse, teacher, both), margin=100)
    assert texts[0,] == nurse
    assert max(log_odds.values()) < min(sure.values())


def test_two_groups_of_one_person() -> None:
    man, both = IN_ORDER[0], IN_ORDER[3]
    scorer = Knows({source: both if "teacher<F>" in source else man for source in RIGHT})
    (found,) = Assigner(scorer).assign([of_the_field(*IN_ORDER)], [SOURCE])
    assert {tuple(women): tree.text for women, tree in found.trees.items()} == {
        (): man,
        (0,): both,
    }


def test_nothing_is_asked_where_nothing_can_be_chosen() -> None:
    alone = Choices((), {frozenset(): Tree("Llueve.")}, cause="nobody-open")  # type: ignore[dict-item]
    assert Assigner(Knows({})).assign([alone], ["It rains."]) == [alone]
