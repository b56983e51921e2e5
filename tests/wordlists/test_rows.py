"""Rows and notes of the lists of a language, and who refuses what."""

import pytest

from cdaflow.counterfactual.datasets.handcrafted import read_nouns
from cdaflow.errors import InputError
from cdaflow.inflection.sources import read_word_list
from cdaflow.languages import get
from cdaflow.rewriting.english import read_names_of_persons
from cdaflow.wordlists.lexicon import read_professions
from cdaflow.wordlists.rows import Note, parse_note, read_person_rows

HEADER = "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
NURSE = "nurse\tenfermero\tenfermera\tenfermeros\tenfermeras\t\n"

READERS = {
    "rows": lambda path: list(read_person_rows(path)),
    "scorer": lambda path: read_professions(path, get("es")),
    "inflection": lambda path: list(read_word_list(path)),
    "rewriting": lambda path: read_names_of_persons([path]),
    "handcrafted": lambda path: read_nouns(english_list(path), path),
}


def english_list(path):
    english = path.with_name("professions.tsv")
    english.write_text("profession\tplural\tfeminine\tfeminine_plural\nnurse\tnurses\t\t\n")
    return english


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("cook\tcocinero\tcocinera\tcocineros\n", "the row has 4 cells, the header 6"),
        ("cook\tcocinero\tcocinera\tcocineros\tcocineras\n", "the row has 5 cells, the header 6"),
        (NURSE.replace("\n", "\tx\n"), "the row has 7 cells, the header 6"),
        (NURSE.replace("\t\n", "\tvaraint\n"), "'varaint' is not a note.*did you mean variant"),
        (NURSE.replace("\t\n", "\tfixed:fem\n"), "'fixed:fem' is not a note.*fixed:Fem"),
        (NURSE.replace("\t\n", "\tfixed=Fem\n"), "'fixed=Fem' is not a note"),
        (NURSE.replace("\t\n", "\tfixed:Fem\n"), "one gender for everybody"),
        ("\tx\tx\tx\tx\t\n", "at least one"),
        ("cook\t\t\t\t\t\n", "at least one"),
    ],
)
def test_every_reader_refuses_what_it_would_read_wrong(tmp_path, reader, row, problem):
    path = tmp_path / "professions.es.tsv"
    path.write_text(HEADER + NURSE + row, encoding="utf-8")
    with pytest.raises(InputError, match=problem) as found:
        READERS[reader](path)
    assert (found.value.file, found.value.line) == (str(path), 3)


def test_notes():
    assert parse_note("") == Note()
    assert parse_note("variant, fixed:Neut; of films, and so on") == Note(
        frozenset({"variant"}), "Neut"
    )
    assert parse_note("; la capo") == Note()
    for wrong in ("variant multiword", "fixed:", "fixed:Fem, fixed:Masc", "la capo"):
        with pytest.raises(ValueError, match="is not a note"):
            parse_note(wrong)


def test_rows_without_a_column_of_notes_and_blank_lines(tmp_path):
    path = tmp_path / "persons.es.tsv"
    header = HEADER.replace("profession", "person").replace("\tnote", "")
    path.write_text(header + "\ngod\tdios\t\tdioses\t\n", encoding="utf-8")
    (row,) = read_person_rows(path)
    assert (row.line, row.name, row.note) == (3, "god", Note())
    assert row.forms["feminine"] == ""
