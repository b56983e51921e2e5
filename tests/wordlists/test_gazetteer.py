"""Candidates of a lexicon, their review, coverage of a published list."""

import os
from collections import Counter
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.io.files import read_table
from cdaflow.wordlists.evidence import Evidence
from cdaflow.wordlists.gazetteer import (
    covered,
    listed_pairs,
    read_sheet,
    write_sheet,
    write_word_list,
)
from cdaflow.wordlists.lists import check_list
from cdaflow.wordlists.pairing import find_pairs, read_nouns
from cdaflow.wordlists.published import read_published, read_published_rows
from cdaflow.wordlists.rows import read_person_rows

from ..errors import raises

ROOT = Path(__file__).parents[2]

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


def test_a_reviewed_sheet_is_a_word_list(lexicon, tmp_path):
    sheet, output = tmp_path / "sheet.tsv", tmp_path / "persons.es.tsv"
    nouns = find_pairs(read_nouns([lexicon]), "es")
    found = [(each, Evidence()) for each in nouns if each.pairing == "lemma"]
    assert write_sheet(sheet, found) == 2
    with raises("sheet.no-yes"):
        write_word_list(output, read_sheet(sheet))
    rows = sheet.read_text(encoding="utf-8").splitlines()
    verdicts = [rows[0], *(row.replace("\t\t\t0", f"\t{verdict}\t\t0") for row, verdict
                           in zip(rows[1:], ("no", "yes"), strict=True))]  # fmt: skip
    sheet.write_text("\n".join(verdicts) + "\n", encoding="utf-8")
    assert not main(["animacy", "gazetteer", str(sheet), "--output", str(output)])
    [row] = read_person_rows(output)
    assert (row.kind, row.name, row.forms["feminine"]) == ("person", "ingeniero", "ingeniera")
    wrong = rows[2].replace("\t\t\t0", "\tmaybe\t\t0")
    sheet.write_text("\n".join([*verdicts, wrong]), encoding="utf-8")
    with raises("sheet.unknown-verdict", "'maybe'"):
        list(read_sheet(sheet))


def test_coverage(lexicon, tmp_path, capsys):
    sheet, published = tmp_path / "sheet.tsv", tmp_path / "list.tsv"
    published.write_text(
        "english\tfem\tmasc\nengineer\tingeniera\tingeniero\nking\treina\trey\n", encoding="utf-8"
    )
    assert not main(["animacy", "candidates", "--lexicon", str(lexicon), "--lang", "es",
                     "--output", str(sheet)])  # fmt: skip
    missing = tmp_path / "missing.tsv"
    assert not main(["animacy", "coverage", str(sheet), "--published", str(published),
                     "--missing", str(missing)])  # fmt: skip
    assert missing.read_text(encoding="utf-8") == "masculine\tfeminine\nrey\treina\n"
    shown = capsys.readouterr()
    assert "1 of 2 pairs (50.0 %) are among 3" in shown.out + shown.err


def test_coverage_of_word_lists(tmp_path, capsys):
    published, listed = tmp_path / "list.tsv", tmp_path / "persons.es.tsv"
    published.write_text("king\treina\trey\nbaker\tpanadera\tpanadero\n", encoding="utf-8")
    header = "person\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
    rows = "king\trey\treina\treyes\treinas\t\nvictim\tvíctima\tvíctima\t\t\tfixed:Fem\n"
    listed.write_text(header + rows, encoding="utf-8")
    assert listed_pairs([listed]) == {("rey", "reina")}
    assert not main(["animacy", "coverage", "--published", str(published),
                     "--word-list", str(listed)])  # fmt: skip
    shown = capsys.readouterr()
    assert "1 of 2 pairs (50.0 %) are among 1" in shown.out + shown.err


SPANISH = "english\tfem\tmasc\nking\treina\trey\n\t\t\nremoved uno--una\t\t\t\t\n"
FRENCH = "student\tétudiante\tétudiant\nqueen\treine\troi\nking\treine\troi\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (SPANISH, [("king", "reina", "rey")]),
        (FRENCH, [("student", "étudiante", "étudiant"), ("queen", "reine", "roi")]),
        ("lawyer\tavvocata\tavvocato\n", [("lawyer", "avvocata", "avvocato")]),
    ],
)
def test_a_published_list_becomes_a_word_list(tmp_path, text, rows):
    published, listed, lexicon = (tmp_path / name for name in ("p.tsv", "l.tsv", "lexicon.tsv"))
    published.write_text(text, encoding="utf-8")
    assert list(read_published_rows(published)) == rows
    forms = "rey\trey\tN;MASC;SG\nrey\treyes\tN;MASC;PL\nx\troi\tN;MASC;SG\nx\trois\tN;MASC;PL\n"
    lexicon.write_text(forms + "x\troys\tN;MASC;PL\n", encoding="utf-8")
    assert not main(["animacy", "import", str(published), "--lexicon", str(lexicon),
                     "--output", str(listed)])  # fmt: skip
    found = list(read_person_rows(listed))
    assert [(row.name, row.forms["feminine"], row.forms["masculine"]) for row in found] == rows
    # "roi" has two plurals there: none is taken.
    assert {row.forms["masculine_plural"] for row in found} == (
        {"reyes"} if text == SPANISH else {""}
    )


@pytest.mark.parametrize("line", ["king\treina", "king\t\trey", "king\treina\trey\tx"])
def test_a_line_of_a_published_list_that_is_cut_is_an_error(tmp_path, line):
    path = tmp_path / "p.tsv"
    path.write_text(f"baker\tpanadera\tpanadero\n{line}\n", encoding="utf-8")
    with raises("published-list.malformed-line", "p.tsv:2"):
        read_published(path)


def test_wrong_input(tmp_path, capsys):
    path = tmp_path / "x.tsv"
    path.write_text("a\tb\n", encoding="utf-8")
    with raises("unimorph.malformed-line"):
        read_nouns([path])
    with raises("published-list.malformed-line", "x.tsv:1"):
        read_published(path)
    path.write_text("english\tfem\tmasc\n\t\t\n", encoding="utf-8")
    with raises("published-list.no-noun"):
        read_published(path)
    path.write_text("mesa\tmesa\tN;FEM;SG\n", encoding="utf-8")
    command = ["animacy", "candidates", "--lexicon", str(path), "--lang", "es"]
    assert main([*command, "-o", str(tmp_path / "sheet.tsv")])
    assert "[lexicon.no-nouns-of-both-genders]" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*command, "--omw", str(path), "-o", str(tmp_path / "sheet.tsv")])
    assert "[option.omw-without-wordnet]" in capsys.readouterr().err


def test_the_page_has_what_was_read():
    rows = read_table(ROOT / "tests/data/gazetteer-read.tsv", ("list", "language", "verdict"))
    counts = Counter((row["list"], row["language"], row["verdict"]) for _, row in rows)
    page = (ROOT / "docs/lm.md").read_text(encoding="utf-8")
    for kind, wording in (
        ("candidates", "{} in Spanish and {} in French are person nouns"),
        ("persons-more", "{} of 100 Spanish and {} of 100 French rows are nouns of persons"),
    ):
        shown = []
        for language in ("es", "fr"):
            right, wrong = (counts[kind, language, verdict] for verdict in ("yes", "no"))
            assert right + wrong == 100
            shown.append(right)
            assert kind == "candidates" or right >= 95
        assert wording.format(*shown) in page


@pytest.mark.parametrize("language", ["es", "fr"])
def test_the_reviewed_lists(language):
    path = ROOT / f"config/wordlists/persons-more.{language}.tsv"
    rows, findings = check_list(path, language)
    assert [str(finding.fault) for finding in findings if finding.certain] == []
    others = [path.with_name(f"{kind}.{language}.tsv") for kind in ("professions", "persons")]
    ours = [(row.forms["masculine"], row.forms["feminine"]) for row in rows]
    assert len(ours) == len(set(ours))
    assert not set(ours) & listed_pairs(others)
    page = (ROOT / "docs/lm.md").read_text(encoding="utf-8")
    assert f"{len(ours):,} in {'Spanish' if language == 'es' else 'French'}" in page
    read = [
        ((row["masculine"], row["feminine"]), row["verdict"])
        for _, row in read_table(ROOT / "tests/data/gazetteer-read.tsv", ("list", "language"))
        if (row["list"], row["language"]) == ("persons-more", language)
    ]
    # what was no person is out of the list
    assert {pair for pair, verdict in read if verdict == "yes"} <= set(ours)
    assert not {pair for pair, verdict in read if verdict == "no"} & set(ours)


@pytest.mark.data
@pytest.mark.parametrize(("language", "name"), [("es", "spanish"), ("fr", "french")])
def test_the_page_has_the_coverage(language, name):
    published = read_published(Path(os.environ["CDAFLOW_DATA"], "animacy", f"{name}.tsv"))
    page = (ROOT / "docs/lm.md").read_text(encoding="utf-8")
    kinds = ("professions", "persons", "demonyms", "persons-more")
    for used in (kinds[:2], kinds[:3], kinds):
        lists = [ROOT / f"config/wordlists/{kind}.{language}.tsv" for kind in used]
        found, _ = covered(listed_pairs(lists), published)
        assert f"| {len(found)} ({100 * len(found) / len(published):.1f} %) |" in page
