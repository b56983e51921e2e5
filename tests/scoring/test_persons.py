"""What stands for a person: no places, feminine nouns under "el", words without gender."""

import functools
from pathlib import Path

import pytest

from cdaflow import languages
from cdaflow.languages.base import read_place_nouns
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.entity import Source, entity_gender
from cdaflow.scoring.evidence import Gender, Reason
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.scoring.winomt_items import score_items
from cdaflow.wordlists.lexicon import Lexicon, read_professions

from ..errors import raises

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"


@functools.cache
def knowledge(code):
    language = languages.get(code)
    return Knowledge(
        language, read_professions(WORDLISTS / f"professions.{code}.tsv", language), Lexicon()
    )


def linked(code, noun, translation, word):
    """Return the gender of a noun that is linked to the word with a number, from 0."""
    source = Source(["the", noun, "left"], range(1, 2), noun)
    known = knowledge(code)
    return entity_gender(source, known.language.words(translation), {(1, word)}, known)


PLACES = [
    ("es", "hairdresser", "Llamó a la peluquería.", 3),
    ("es", "baker", "Fue a la panadería.", 3),
    ("es", "cashier", "Estaba en la caja.", 3),
    ("fr", "baker", "Il va à la boulangerie.", 4),
    ("fr", "librarian", "Il va à la librairie.", 4),
    ("it", "carpenter", "Va alla falegnameria.", 2),
    ("it", "tailor", "Va nella sartoria.", 2),
    ("pt", "baker", "Foi à padaria.", 2),
    ("de", "baker", "Er geht in die Bäckerei.", 4),
    ("de", "tailor", "Das Schneiderhaus ist zu.", 1),
    ("ru", "hairdresser", "Она вызвала парикмахерскую.", 2),
    ("ru", "baker", "Он вышел из пекарни.", 3),
    ("he", "hairdresser", "הלכנו אל המספרה.", 2),
    ("he", "librarian", "הלכנו לספרייה.", 1),
]


@pytest.mark.parametrize(("code", "noun", "translation", "word"), PLACES)
def test_a_place_is_no_person(code, noun, translation, word):
    result = linked(code, noun, translation, word)
    assert (result.gender, result.reason) == (Gender.UNKNOWN, Reason.NOT_FOUND)


@pytest.mark.parametrize(
    ("code", "noun", "translation", "word", "gender"),
    [
        ("es", "hairdresser", "Llamó a la peluquera.", 3, Gender.FEMALE),
        ("es", "mover", "Llamó al mudanzas.", 2, Gender.MALE),
        ("fr", "baker", "La boulangère part.", 1, Gender.FEMALE),
        ("de", "baker", "Die Bäckerin geht.", 1, Gender.FEMALE),
        ("ru", "hairdresser", "Парикмахерша ушла.", 0, Gender.FEMALE),
    ],
)
def test_a_person_of_the_same_stem_is_one(code, noun, translation, word, gender):
    assert linked(code, noun, translation, word).gender == gender


def test_a_table_of_places_is_checked(tmp_path):
    (tmp_path / "places.tsv").write_text("kind\tform\tgender\nsuffix\terie\t\n", encoding="utf-8")
    with raises("place-noun.unknown-kind"):
        read_place_nouns(tmp_path)


@pytest.mark.parametrize(
    ("noun", "translation", "word"),
    [
        ("housekeeper", "El ama de casa salió.", 1),
        ("housekeeper", "Vio al ama de casa.", 2),
        ("housekeeper", "Un ama salió.", 1),
        ("nanny", "El aya salió.", 1),
        ("someone", "Un alma salió.", 1),
    ],
)
def test_el_before_a_stressed_a_is_no_masculine(noun, translation, word):
    assert linked("es", noun, translation, word).gender == Gender.FEMALE


def neutral(code, noun, translation, gender="neutral"):
    row = Row(gender, 0, f"{noun} said that they were late.", noun)
    known = knowledge(code)
    return score_items([row], ["-"], [translation], None, known)[0]


@pytest.mark.parametrize(
    ("code", "noun", "translation"),
    [
        ("es", "someone", "Alguien dijo que llegaba tarde."),
        ("es", "someone", "Una persona dijo que llegaba tarde."),
        ("fr", "someone", "Quelqu'un a dit que oui."),
        ("fr", "analyst", "L'analyste est en retard."),
        ("it", "someone", "Qualcuno ha detto di sì."),
        ("pt", "someone", "Alguém disse que sim."),
        ("de", "someone", "Jemand sagte das."),
        ("ru", "someone", "Она видела кого-то."),
        ("es", "analyst", "Su analista llegó tarde."),
    ],
)
def test_a_word_without_gender_is_right_for_they(code, noun, translation):
    item = neutral(code, noun, translation)
    assert (item.correct, item.predicted) == (True, Gender.NEUTRAL)
    # For "he" and "she" nothing changes.
    assert neutral(code, noun, translation, "female").predicted == item.result.gender


@pytest.mark.parametrize(
    ("code", "noun", "translation"),
    [
        ("es", "analyst", "El analista llegó tarde."),
        ("es", "analyst", "Llegó tarde."),
        ("es", "analyst", ""),
        ("fr", "someone", "Une autre est en retard."),
        # Of one gender because of one sex.
        ("fr", "cleaner", "La femme de ménage est en retard."),
        ("it", "nurse", "L'infermiera è in ritardo."),
    ],
)
def test_a_gender_or_nobody_is_wrong_for_they(code, noun, translation):
    item = neutral(code, noun, translation)
    assert not item.correct
    assert item.predicted == item.result.gender
