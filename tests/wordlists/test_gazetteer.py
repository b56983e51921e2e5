"""Candidates of a lexicon, their review, coverage of a published list."""

from collections import Counter
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.wordlists.gazetteer import (
    find_candidates,
    read_published,
    read_sheet,
    write_sheet,
    write_word_list,
)
from cdaflow.wordlists.rows import read_person_rows

LEXICON = """\
ingeniero\tingeniero\tN;MASC;SG
ingeniero\tingeniera\tN;FEM;SG
ingeniero\tingenieros\tN;MASC;PL
ingeniero\tingenieras\tN;FEM;PL
gato\tgato\tN;MASC;SG
gato\tgata\tN;FEM;SG
artista\tartista\tN;MASC/FEM;SG
mesa\tmesa\tN;FEM;SG
alto\talto\tADJ;MASC;SG
alto\talta\tADJ;FEM;SG
"""


@pytest.fixture
def lexicon(tmp_path):
    path = tmp_path / "spa.tsv"
    path.write_text(LEXICON, encoding="utf-8")
    return path


def test_nouns_of_both_genders(lexicon):
    gato, ingeniero = find_candidates([lexicon])
    assert (gato.pair, ingeniero.pair) == (("gato", "gata"), ("ingeniero", "ingeniera"))
    assert ingeniero.forms["feminine_plural"] == "ingenieras"
    assert not gato.forms["feminine_plural"]


def test_a_reviewed_sheet_is_a_word_list(lexicon, tmp_path):
    sheet, output = tmp_path / "sheet.tsv", tmp_path / "persons.es.tsv"
    assert write_sheet(sheet, find_candidates([lexicon])) == 2
    with pytest.raises(InputError, match="no row of the sheet has the verdict yes"):
        write_word_list(output, read_sheet(sheet))
    rows = sheet.read_text(encoding="utf-8").splitlines()
    verdicts = [rows[0], rows[1][:-1] + "no\t", rows[2][:-1] + "yes\t"]
    sheet.write_text("\n".join(verdicts) + "\n", encoding="utf-8")
    assert not main(["animacy", "gazetteer", str(sheet), "--output", str(output)])
    [row] = read_person_rows(output)
    assert (row.kind, row.name, row.forms["feminine"]) == ("person", "ingeniero", "ingeniera")
    sheet.write_text("\n".join([*verdicts, rows[2][:-1] + "maybe\t"]), encoding="utf-8")
    with pytest.raises(InputError, match="verdict is 'maybe'"):
        list(read_sheet(sheet))


def test_coverage(lexicon, tmp_path, capsys):
    sheet, published = tmp_path / "sheet.tsv", tmp_path / "list.tsv"
    published.write_text(
        "english\tfem\tmasc\nengineer\tingeniera\tingeniero\nking\treina\trey\n", encoding="utf-8"
    )
    assert not main(["animacy", "candidates", "--lexicon", str(lexicon), "--output", str(sheet)])
    missing = tmp_path / "missing.tsv"
    assert not main(["animacy", "coverage", str(sheet), "--published", str(published),
                     "--missing", str(missing)])  # fmt: skip
    assert missing.read_text(encoding="utf-8") == "masculine\tfeminine\nrey\treina\n"
    shown = capsys.readouterr()
    assert "1 of 2 pairs (50.0 %) are among 2 candidates" in shown.out + shown.err


def test_wrong_input(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(InputError, match="UniMorph line"):
        find_candidates([path])
    with pytest.raises(InputError, match="no line has English"):
        read_published(path)
    path.write_text("mesa\tmesa\tN;FEM;SG\n", encoding="utf-8")
    with pytest.raises(InputError, match="no lemma"):
        find_candidates([path])


def test_the_page_has_what_was_read():
    root = Path(__file__).parents[2]
    rows = read_table(root / "tests/data/gazetteer-read.tsv", ("language", "verdict"))
    counts = Counter((row["language"], row["verdict"]) for _, row in rows)
    spanish, french = counts["es", "yes"], counts["fr", "yes"]
    assert (spanish + counts["es", "no"], french + counts["fr", "no"]) == (100, 100)
    page = (root / "docs/lm.md").read_text(encoding="utf-8")
    assert f"{spanish} in Spanish and {french} in French are nouns of persons" in page
