"""Phrases: articles, order and euphony of each language."""

import pytest

from cdaflow.cli import lm as cli
from cdaflow.lm.phrases import (
    KINDS,
    Adjective,
    build_phrases,
    noun_pairs,
    read_adjectives,
    read_phrases,
    write_phrases,
)
from cdaflow.wordlists.rows import read_person_rows

from ..errors import raises

CASES = {
    "es": [
        ("ingeniero", "ingeniera", "good", "El ingeniero bueno|La ingeniera buena|"
         "El ingeniera bueno|La ingeniero buena"),
        ("actor", "actriz", "smart", "El actor inteligente|La actriz inteligente|"
         "El actriz inteligente|La actor inteligente"),
    ],
    "fr": [
        ("infirmier", "infirmière", "beautiful", "Le bel infirmier|La belle infirmière|"
         "Le bel infirmière|La belle infirmier"),
        ("infirmier", "infirmière", "smart", "L'infirmier intelligent|L'infirmière intelligente|"
         "L'infirmière intelligent|L'infirmier intelligente"),
        ("directeur", "directrice", "bad", "Le mauvais directeur|La mauvaise directrice|"
         "Le mauvais directrice|La mauvaise directeur"),
    ],
    "it": [
        ("studente", "studentessa", "good", "Lo studente buono|La studentessa buona|"
         "Lo studentessa buono|La studente buona"),
        ("dottore", "dottoressa", "bad", "Il dottore cattivo|La dottoressa cattiva|"
         "Il dottoressa cattivo|La dottore cattiva"),
        ("attore", "attrice", "beautiful", "L'attore bello|L'attrice bella|"
         "L'attrice bello|L'attore bella"),
        # elided article and an adjective of one form: nothing shows the error
        ("attore", "attrice", "smart", "L'attore intelligente|L'attrice intelligente||"),
    ],
    "he": [
        ("מהנדס", "מהנדסת", "good", "המהנדס הטוב|המהנדסת הטובה|המהנדסת הטוב|המהנדס הטובה"),
        ("מהנדס", "מהנדסת", "beautiful", "המהנדס היפה|המהנדסת היפה||"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "masculine", "feminine", "adjective", "expected"),
    [(language, *case) for language, cases in CASES.items() for case in cases],
)
def test_phrases(language, masculine, feminine, adjective, expected):
    rows = build_phrases(language, [(masculine, feminine)], read_adjectives(language))
    [row] = [row for row in rows if row.adjective == adjective]
    assert "|".join(getattr(row, kind) for kind in KINDS) == expected


def test_adjectives_are_four_a_language():
    for language in CASES:
        names = [each.english for each in read_adjectives(language)]
        assert names == ["good", "bad", "smart", "beautiful"]


def test_what_cannot_be_built():
    adjective = Adjective("good", "gut", "gute", "before")
    with raises("phrase.unsupported-language", "German"):
        list(build_phrases("de", [("Arzt", "Ärztin")], [adjective]))
    with raises("adjective.none-of-language", "'ru'"):
        read_adjectives("ru")


def test_nouns_that_give_phrases(tmp_path):
    path = tmp_path / "professions.es.tsv"
    path.write_text(
        "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
        "engineer\tingeniero\tingeniera\t\t\t\n"
        "engineer2\tingeniero\tingeniera\t\t\t\n"
        "artist\tartista\tartista\t\t\t\n"
        "police officer\tagente de policía\tagenta de policía\t\t\tmultiword\n"
        "victim\tvíctima\tvíctima\t\t\tfixed:Fem\n"
        "midwife\t\tmatrona\t\t\t\n",
        encoding="utf-8",
    )
    pairs, reasons = noun_pairs(read_person_rows(path))
    assert pairs == [("ingeniero", "ingeniera")]
    assert reasons == {
        "duplicate": 1, "one form": 1, "several words": 1, "fixed gender": 1, "one gender": 1,
    }  # fmt: skip


def test_written_and_read(tmp_path):
    rows = list(build_phrases("it", [("attore", "attrice")], read_adjectives("it")))
    assert write_phrases(tmp_path / "phrases.tsv", rows) == 4
    assert read_phrases(tmp_path / "phrases.tsv") == rows


def test_faults_of_tables(tmp_path):
    path = tmp_path / "adjectives.tsv"
    path.write_text("language\tenglish\tmasculine\tfeminine\tposition\nes\tgood\tbueno\t\tafter\n")
    with raises("adjective.malformed"):
        read_adjectives("es", path)
    path = tmp_path / "phrases.tsv"
    path.write_text(
        "noun\tnoun_feminine\tadjective\tmasculine\tfeminine\tmasculine_wrong\tfeminine_wrong\n"
    )
    with raises("phrase.none"):
        read_phrases(path)


def test_nouns_that_the_text_lacks_are_left_out(tmp_path):
    lists, text, output = (tmp_path / name for name in ("list.tsv", "text.txt", "phrases.tsv"))
    lists.write_text(
        "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
        "nurse\tenfermero\tenfermera\tenfermeros\tenfermeras\t\n"
        "cook\tcocinero\tcocinera\tcocineros\tcocineras\t\n"
    )
    text.write_text("La enfermera es inteligente.\nUn Enfermero come.\nLa cocinera duerme.\n")
    options = {"lang": "es", "word_list": [lists], "text": str(text), "output": output}
    found = cli.phrases(**options)
    assert "1 nouns, 1 rows; left out: 1 form in no text, the adjective good, " in found
    assert {(each.noun, each.adjective) for each in read_phrases(output)} == {
        ("enfermero", "smart")
    }
    # A form that only a copy has is known to its model.
    copies = tmp_path / "copies.txt"
    copies.write_text("El cocinero duerme.\n")
    options["copies"] = [copies]
    assert "2 nouns" in cli.phrases(**options)
    assert "1 rare in the text" in cli.phrases(**options, occurrences=2)
    assert {each.noun for each in read_phrases(output)} == {"enfermero"}
    with raises("word-list.no-noun-in-text", "3"):
        cli.phrases(**options, occurrences=3)
    text.write_text("La enfermera canta.\nUn enfermero come.\n")
    with raises("adjectives.none-in-text"):
        cli.phrases(**options)
    with raises("option.copies-without-text"):
        cli.phrases(**options | {"text": None})
