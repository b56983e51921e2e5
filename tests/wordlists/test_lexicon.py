import pytest

from cdaflow.errors import InputError
from cdaflow.languages import Language
from cdaflow.wordlists.lexicon import read_lexicon, read_professions

from ..errors import raises


def read(tmp_path, text):
    path = tmp_path / "professions.xx.tsv"
    path.write_text(text)
    return read_professions(path, Language("xx", "Test", {}))


HEADER = "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\n"


def test_readings_of_variants_are_joined(tmp_path):
    professions = read(
        tmp_path, HEADER + "nurse\tEnf\tenfa\t\t\nnurse\tenf\tenf\tenfs\tenfs\nCEO\tdir gen\t\t\t\n"
    )
    assert professions.forms["nurse"] == {
        ("enf",): {("Masc", "Sing"), ("Fem", "Sing")},
        ("enfa",): {("Fem", "Sing")},
        ("enfs",): {("Masc", "Plur"), ("Fem", "Plur")},
    }
    (match,) = professions.find("ceo", ["un", "dir", "gen"])
    assert (match.start, match.end, match.slots) == (1, 3, {("Masc", "Sing")})
    assert professions.find("baker", ["enf"]) == []
    assert professions.at(["enfa"], 0).slots == {("Fem", "Sing")}


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("profession\tmasculine\n", 1, "lacks the column 'feminine'"),
        ("", 1, "lacks the column 'profession'"),
        (HEADER + "nurse\t\t\t\t\n", 2, "at least one"),
        (HEADER + "nurse\ta\t\t\t\n\n\tb\t\t\t\n", 4, "at least one"),
        (HEADER + "nurse\ta\tb\n", 2, "the row has 3 cells, the header 5"),
    ],
)
def test_faulty_lists_are_refused(tmp_path, text, line, problem):
    with pytest.raises(InputError, match=problem) as error:
        read(tmp_path, text)
    assert error.value.line == line


def test_unimorph_tables(tmp_path):
    (tmp_path / "a.tsv").write_text(
        "casa\tcasas\tN;FEM;PL\nguía\tguía\tN;MASC/FEM;SG\nir\tir\tV;NFIN\n\n"
    )
    (tmp_path / "b.tsv").write_text(
        "buono\tbuona\tADJ;ESS(FEM;SG)\ncasa\tcasas\tN;MASC;PL\nx\ty\tN;SG\nir\tido\tV.PTCP;PST\n"
    )
    lexicon = read_lexicon([tmp_path / "a.tsv", tmp_path / "b.tsv"])
    assert lexicon.nouns == {
        "casas": {("Fem", "Plur"), ("Masc", "Plur")},
        "guía": {("Masc", "Sing"), ("Fem", "Sing")},
    }
    assert lexicon.adjectives == {"buona", "ido"}
    (tmp_path / "c.tsv").write_text("casa\tcasas\n")
    with raises("unimorph.malformed-line"):
        read_lexicon([tmp_path / "c.tsv"])
