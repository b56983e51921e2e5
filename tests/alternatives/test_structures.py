"""Structures: grouped out of two texts, written as marked text, and all texts that follow."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.alternatives.marked import read_line, read_marked
from cdaflow.alternatives.structures import (
    MAX_OPEN,
    Alternatives,
    Entity,
    Structure,
    group,
    marked,
    validate,
)
from cdaflow.errors import InputError

from ..errors import raises

SOURCE = "The secretary was angry with the boss."
TEXT = "El secretario estaba enojado con el jefe."


def alternatives():
    """Return both people open: the secretary (two structures), the boss (one)."""
    people = (Entity(4, 13), Entity(33, 37))
    structures = (
        Structure(0, "El secretario", "La secretaria", (0,)),
        Structure(21, "enojado", "enojada", (0,)),
        Structure(33, "el jefe", "la jefa", (1,)),
    )
    return Alternatives(SOURCE, TEXT, structures, people)


def forms(masculine, feminine):
    return [(each.masculine, each.feminine) for each in group(masculine, feminine)]


def test_all_texts():
    found = alternatives()
    validate(found)
    assert found.masculine == TEXT
    assert found.feminine == "La secretaria estaba enojada con la jefa."
    assert found.open == found.choices == (0, 1)
    assert list(found.texts()) == [
        ({0: "Masc", 1: "Masc"}, TEXT),
        ({0: "Masc", 1: "Fem"}, "El secretario estaba enojado con la jefa."),
        ({0: "Fem", 1: "Masc"}, "La secretaria estaba enojada con el jefe."),
        ({0: "Fem", 1: "Fem"}, found.feminine),
    ]
    assert marked(found) == "[[El secretario/La secretaria]] estaba [[enojado/enojada]] con " + (
        "[[el jefe/la jefa]]."
    )


def test_a_structure_of_two_people_is_feminine_where_both_are():
    people = (Entity(0, 3), Entity(8, 11))
    both = Structure(9, "cansados", "cansadas", (0, 1))
    found = Alternatives("Kim and Lou are tired.", "Kim, Lou cansados.", (both,), people)
    assert [text for _, text in found.texts()] == [
        "Kim, Lou cansados.", "Kim, Lou cansados.", "Kim, Lou cansados.", "Kim, Lou cansadas.",
    ]  # fmt: skip


def test_genders_must_be_known():
    found = alternatives()
    with raises("person.gender-missing", "1"):
        found.with_genders({0: "Fem"})
    with raises("person.gender-missing", "0"):
        found.with_genders({0: "feminine", 1: "Masc"})
    unknown = Alternatives(SOURCE, TEXT, (Structure(33, "el jefe", "la jefa"),))
    with raises("structure.no-person", "'el jefe'"):
        list(unknown.texts())


def test_too_many_people_to_write_all_texts():
    words = [f"uno{number}" for number in range(MAX_OPEN + 1)]
    structures = [
        Structure(5 * number, word, "una", (number,)) for number, word in enumerate(words)
    ]
    people = tuple(Entity(5 * number, 5 * number + 4) for number in range(len(words)))
    source = " ".join(words)
    found = Alternatives(source, source, tuple(structures), people)
    validate(found)
    with raises("person.too-many-open", "2^9", "8"):
        next(found.texts())


@pytest.mark.parametrize(
    ("masculine", "feminine", "expected"),
    [
        ("Ein befreundeter Tischler von mir.", "Eine befreundete Tischlerin von mir.",
         [("Ein befreundeter Tischler", "Eine befreundete Tischlerin")]),
        ("Voilà l'auteur.", "Voilà l'auteure.", [("l'auteur", "l'auteure")]),
        ("Quelques-uns l’ont vu.", "Quelques-unes l’ont vu.", [("Quelques-uns", "Quelques-unes")]),
        ("le ’roi’", "la ’reine’", [("le", "la"), ("roi", "reine")]),
        ("Es la casa del jefe.", "Es la casa de la jefa.", [("del jefe", "de la jefa")]),
        ("Habló el juez.", "Habló la juez.", [("el", "la")]),
        ("Los dos cantan.", "Las dos cantan.", [("Los", "Las")]),
        ("Sie sind Lehrer", "Sie sind Lehrerinnen", [("Lehrer", "Lehrerinnen")]),
        # What only one text has takes the word before it, at the beginning the one behind.
        ("Es médico.", "Es mujer médico.", [("Es", "Es mujer")]),
        ("Médicos hablan.", "Las Médicos hablan.", [("Médicos", "Las Médicos")]),
        ("Ya viene un señor", "Ya viene", [("viene un señor", "viene")]),
        # Equal words between keep structures apart; punctuation is a word.
        ("Un amigo, un rey.", "Una amiga, una reina.",
         [("Un amigo", "Una amiga"), ("un rey", "una reina")]),
        ("È un amico.", "È un'amica.", [("un amico", "un'amica")]),
        ("¿Listo?", "¿Lista?", [("Listo", "Lista")]),
        ("Nada cambia.", "Nada cambia.", []),
        ("", "", []),
    ],
)  # fmt: skip
def test_grouped_by_hand(masculine, feminine, expected):
    assert forms(masculine, feminine) == expected
    found = Alternatives("", masculine, group(masculine, feminine))
    assert found.feminine == feminine
    validate(found)


def test_an_empty_text_has_no_other_form():
    for masculine, feminine in (("", "Una"), ("Uno.", " ")):
        with raises("text.empty-to-compare"):
            group(masculine, feminine)


WORDS = st.sampled_from(["el ", "la ", "de ", "un ", "un'", "l'", "rey ", "juez", ", ", "(", ") "])
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(lambda words: "".join(words).strip())


@given(TEXTS, TEXTS)
@settings(max_examples=150, deadline=None)
def test_grouping_gives_both_texts_back(masculine, feminine):
    found = Alternatives("", masculine, group(masculine, feminine))
    validate(found)
    assert found.masculine == masculine
    assert found.feminine == feminine


SIGNS = st.text(st.sampled_from("ab[]/\\ é"), max_size=6)
FORMS = st.text(st.sampled_from("cd[]/\\"), min_size=1, max_size=4)


@given(st.lists(st.tuples(SIGNS, FORMS, FORMS), max_size=3), SIGNS)
@settings(max_examples=200, deadline=None)
def test_marked_text_is_read_back(parts, rest):
    text = ""
    structures = []
    for before, masculine, feminine in parts:
        text += before
        structures.append(Structure(len(text), masculine, feminine + "x"))
        text += masculine
    found = Alternatives("", text + rest, tuple(structures))
    assert read_marked(marked(found)) == (found.text, found.structures)


def test_marked_text():
    text, structures = read_marked("[[Ein befreundeter Tischler/Eine befreundete Tischlerin]] da.")
    assert text == "Ein befreundeter Tischler da."
    assert structures == (Structure(0, "Ein befreundeter Tischler", "Eine befreundete Tischlerin"),)
    # Single brackets, slashes outside and lone backslashes are text.
    assert read_marked(r"a/b [c] \n [[d/e]]") == (r"a/b [c] \n d", (Structure(11, "d", "e"),))
    assert read_marked(r"[[y\/o/e\/o]]") == ("y/o", (Structure(0, "y/o", "e/o"),))
    assert read_marked("") == ("", ())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a]] b", r"a \]\] without a \[\["),
        ("[[a/b", r"a \[\[ without a \]\]"),
        ("[[a [[b/c]]", r"a \[\[ without a \]\]"),
        ("[[a/b/c]]", r"two forms, \[\[a/b/c\]\] has 3"),
        ("[[a]]", "has 1"),
        ("[[a/a]]", "two different forms"),
        ("[[/a]]", "two different forms"),
    ],
)
def test_marks_that_do_not_fit(line, message):
    with pytest.raises(InputError, match=message):
        read_marked(line)


def test_lines_of_two_texts():
    assert read_line("el\tla") == ("el", "la")
    assert read_line("el") == ("el", "el")
    assert read_line("") == ("", "")
    with raises("alternatives.too-many-texts", "3"):
        read_line("a\tb\tc")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"structures": (Structure(1, "El", "La"),)}, "does not stand at character 1"),
        ({"structures": (Structure(0, "", "La"),)}, "does not stand"),
        ({"structures": (Structure(-41, "E", "L"),)}, "overlaps|does not stand"),
        ({"structures": (Structure(0, "El", "El"),)}, "no second form"),
        ({"structures": (Structure(0, "El", "La"), Structure(1, "l", "a"))}, "overlaps"),
        ({"structures": (Structure(0, "El", "La", (2,)),)}, "goes with person 2, but there are 2"),
        ({"entities": (Entity(4, 99),)}, "characters 4 to 99, but the source has 38"),
        ({"entities": (Entity(4, 4),)}, "characters 4 to 4"),
        ({"entities": (Entity(0, 3, "male"),)}, "is 'male'"),
        ({"entities": (Entity(0, 3, "ambiguous", float("nan")),)}, "p nan"),
    ],
)
def test_what_is_not_valid(changed, message):
    fields = {"structures": (), "entities": (Entity(4, 13), Entity(33, 37))} | changed
    with pytest.raises(InputError, match=message):
        validate(Alternatives(SOURCE, TEXT, **fields))


def test_lines_of_3000_words():
    rng = random.Random(0)
    masculine = [f"w{int(rng.paretovariate(0.7))}" for _ in range(3000)]
    feminine = [word + "a" if rng.random() < 0.1 else word for word in masculine]
    start = time.process_time()
    found = Alternatives("", " ".join(masculine), group(" ".join(masculine), " ".join(feminine)))
    assert found.feminine == " ".join(feminine)
    one_change = [*masculine[:1500], "otra", *masculine[1501:]]
    assert len(group(" ".join(masculine), " ".join(one_change))) == 1
    assert time.process_time() - start < 5


def test_long_texts_in_which_words_move():
    rng = random.Random(1)
    words = [f"w{int(rng.paretovariate(0.7))}" for _ in range(1500)]
    middle = " ".join(words)
    masculine, feminine = f"x del rey {middle} de la y", f"x de la reina {middle} del y"
    for left, right in ((masculine, feminine), (f"a rey {middle} b", f"a la reina {middle} c")):
        found = Alternatives("", left, group(left, right))
        assert found.feminine == right
        assert [len(each.masculine) < 20 for each in found.structures] == [True, True]
