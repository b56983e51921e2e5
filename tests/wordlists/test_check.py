"""`cdaflow wordlists check`: the lists of the repository pass, and slips are found."""

import re
import shutil
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.languages import KNOWN, get
from cdaflow.wordlists.check import check_folder, require_lists
from cdaflow.wordlists.lexicon import read_professions
from cdaflow.wordlists.lists import check_list
from cdaflow.wordlists.plausibility import LATIN, exchanged
from cdaflow.wordlists.rows import FORMS, read_person_rows

ROOT = Path(__file__).parents[2]
WORDLISTS = ROOT / "config" / "wordlists"
HEADER = "\t".join(["profession", *FORMS, "note"])


@pytest.fixture
def folder(tmp_path):
    """A copy of the lists, to be edited."""
    shutil.copytree(WORDLISTS, tmp_path / "lists")
    return tmp_path / "lists"


@pytest.fixture
def small(folder):
    """The same, with some of the professions only: those from a to c, and nurses."""
    for path in folder.glob("*.tsv"):
        if path.name.startswith(("professions", "stereotypes")):
            header, *rows = path.read_text(encoding="utf-8").splitlines()
            kept = [row for row in rows if re.match("[a-c]|nurse|someone", row)]
            path.write_text("\n".join([header, *kept, ""]), encoding="utf-8")
    return folder


def add(folder, name, *rows):
    path = folder / name
    path.write_text(path.read_text(encoding="utf-8") + "".join(f"{row}\n" for row in rows))
    return len(path.read_text(encoding="utf-8").splitlines())


def found(folder, *languages):
    """Return file, line, certainty and problem of what is found."""
    return [
        (Path(f.fault.file).name, f.fault.line, f.certain, f.fault.problem)
        for f in check_folder(folder, languages)
    ]


def test_the_lists_of_the_repository_pass():
    assert found(WORDLISTS) == []


@pytest.mark.parametrize(
    ("language", "row", "problem"),
    [
        ("es", "nurse\tenfermero\tenfermera", "the row has 3 cells, the header 6"),
        ("es", "nurse\tx\tx\tx\tx\tvarient", "'varient' is not a note"),
        ("es", "nurze\tenfermerito\tenfermerita\t\t\t", "the English list of professions has no"),
        ("es", "Nurse\tenfermerito\tenfermerita\t\t\t", "the English list of professions has no"),
        ("es", "nurse\tenfermero\tenfermera\tenfermeros\tenfermeras\t", "is duplicated"),
        ("es", "nurse\tenfermero/a\tenfermera\t\t\tvariant", "not '/'"),
        ("es", "nurse\tla enfermera\tla enfermera\t\t\tvariant", "without its article"),
        ("de", "nurse\tder Pflegefachmann\tdie Pflegefachfrau\t\t\tvariant", "its article"),
        ("es", "nurse\tсuidador\tcuidadora\t\t\tvariant", "'с' is not a letter of Spanish"),
        ("ru", "nurse\tkuidador\tcuidadora\t\t\tvariant", "'k' is not a letter of Russian"),
        ("he", "nurse\tсестра\tсестра\t\t\tvariant", "is not a letter of Hebrew"),
        ("es", "nurse\tsanitario\tsanitarios\tsanitaria\tsanitarias\tvariant", "is the plural of"),
        ("pt", "nurse\tzelador\tzeladores\tzeladora\tzeladoras\tvariant", "is the plural of"),
        ("es", "nurse\tsanitaria\tsanitario\t\t\tvariant", "are swapped"),
        ("es", "nurse\t\t\tsanitarias\tsanitarios\tvariant", "are swapped"),
        ("es", "nurse\tsanitario\tsanitaria\tsanitarias\tsanitarios\tvariant", "are swapped"),
        ("fr", "nurse\taide-soignante\taide-soignant\t\t\tvariant", "are swapped"),
        ("it", "nurse\tassistitrice\tassistitore\t\t\tvariant", "are swapped"),
        ("pt", "nurse\tcuradeira\tcuradeiro\t\t\tvariant", "are swapped"),
        ("de", "nurse\tPflegerin\tPfleger\t\t\tvariant", "are swapped"),
        ("de", "nurse\tÄrztin\tArzt\t\t\tvariant", "are swapped"),
        ("ru", "nurse\tсанитарка\tсанитар\t\t\tvariant", "are swapped"),
        ("he", "nurse\tסייעת\tסייע\t\t\tvariant", "are swapped"),
        ("es", "nurse\tmujer\thombre\t\t\tvariant", "are swapped"),
        ("it", "nurse\tcoiffeur\tcoiffeuse\tcoiffeurs\tcoiffeuses\tvariant", "looks like French"),
    ],
)
def test_certain_faults_of_a_row(small, language, row, problem):
    line = add(small, f"professions.{language}.tsv", row)
    findings = found(small, language)
    assert problem in findings[0][3]
    assert {finding[:3] for finding in findings} == {(f"professions.{language}.tsv", line, True)}


@pytest.mark.parametrize(
    ("language", "row", "problem"),
    [
        ("es", "nurse\tdoctora\t\t\t\tvariant", "seem swapped"),
        ("fr", "nurse\tsoignòr\tsoignòre\t\t\tvariant", "'ò' is not a letter of French"),
        ("fr", "nurse\tPfleger\tPflegerin\tPfleger\tPflegerinnen\tvariant", "looks like German"),
    ],
)
def test_likely_faults_of_a_row(small, language, row, problem):
    line = add(small, f"professions.{language}.tsv", row)
    ((file, at, certain, text),) = found(small, language)
    assert (file, at, certain) == (f"professions.{language}.tsv", line, False)
    assert problem in text


@pytest.mark.parametrize("language", KNOWN)
def test_exchanged_columns_of_a_whole_list(folder, language):
    """All rows but those of unlike words are named; the rest pass."""
    path = folder / f"professions.{language}.tsv"
    rows = list(read_person_rows(path))
    lines = [HEADER]
    for row in rows:
        cells = [row.forms[column] for column in
                 ("feminine", "masculine", "feminine_plural", "masculine_plural")]  # fmt: skip
        note = ", ".join(
            [*sorted(row.note.marks), f"fixed:{row.note.fixed}" * bool(row.note.fixed)]
        )
        lines.append("\t".join([row.name, *cells, note.removesuffix(", ")]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    named = {line for _, line, certain, text in found(folder, language) if "swapped" in text}
    both = [row for row in rows if not row.note.fixed and row.forms["masculine"]
            and row.forms["feminine"] not in ("", row.forms["masculine"])]  # fmt: skip
    assert len(named & set(range(2, len(lines) + 1))) >= 0.95 * len(both)


@pytest.mark.parametrize("language", KNOWN)
def test_right_pairs_are_never_taken_for_exchanged(language):
    for row in read_person_rows(WORDLISTS / f"professions.{language}.tsv"):
        assert exchanged(row.forms["masculine"], row.forms["feminine"], language) is None or (
            row.note.fixed
        )


@pytest.mark.parametrize("language", [*LATIN, "ru", "he"])
def test_list_of_another_language(tmp_path, language):
    """Ten rows are enough, of lists from which the endings were not counted (persons)."""
    for other in LATIN:
        source = WORDLISTS / f"persons.{other}.tsv"
        if other == language or not source.is_file():
            continue
        lines = source.read_text(encoding="utf-8").splitlines()
        path = tmp_path / f"persons.{language}.tsv"
        wanted = [line for line in lines[1:] if not line.endswith(("variant", "."))][10:60]
        path.write_text("\n".join([lines[0], *wanted]) + "\n", encoding="utf-8")
        _, findings = check_list(path, language)
        assert any(finding.certain for finding in findings), other
        name = get(other).name
        if language in LATIN:
            assert any(f"are {name}, not" in f.fault.problem for f in findings), other


def test_lists_of_one_language_contradict_each_other(small):
    folder = small
    # No ending tells "macho" from "hembra"; another row does.
    line = add(folder, "persons.es.tsv", "x\thembra\tmacho\t\t\t")
    findings = found(folder, "es")
    assert {finding[:3] for finding in findings} == {("persons.es.tsv", line, True)}
    assert "'hembra' is in the column masculine, but feminine in" in findings[0][3]


def test_lexicon_of_the_user(small, capsys):
    folder = small
    add(folder, "professions.es.tsv", "nurse\tcomadrón\tmatrona\t\t\tvariant")
    lexicon = folder / "spa.tsv"
    lexicon.write_text("matrona\tmatrona\tN;MASC;SG\ncomadrón\tcomadrón\tN;FEM;SG\n")
    check = ["wordlists", "check", str(folder), "--lang", "es"]
    assert main(check) == 0
    assert main([*check, "--lexicon", str(lexicon)]) == 1
    assert "'comadrón' is feminine and 'matrona' is masculine" in capsys.readouterr().err
    assert main([*check[:3], "--lexicon", str(lexicon)]) == 1
    assert "[option.lexicon-without-lang]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "row", "problem"),
    [
        ("professions.tsv", "falconer\tfalconers", "the row has 2 cells, the header 4"),
        ("professions.tsv", "governess\tgovernesses\tgovernor\tgovernors", "are swapped"),
        ("persons.en.tsv", "zoologist x", "the row has 1 cells, the header 2"),
        ("persons.en.tsv", "abductor\tabductors", "is duplicated"),
        ("gendered.en.tsv", "queen\tking\tqueens\tkings\ttitle\t", "are swapped"),
        ("gendered.en.tsv", "aviatrix\taviator\t\t\trole\t", "are swapped"),
        ("gendered.en.tsv", "bachelor x\tman\t\t\tperson\t", "'man' is in the column feminine"),
        ("gendered.en.tsv", "x\ty\txs\tys\tperson\tepicen", "note 'epicen'"),
        ("pronouns.en.tsv", "hisself\the\tMasc\t3\treflexive", "the row has 5 cells, the header 8"),
        ("stereotypes.tsv", "falconer\t0.5\t", "is not in the list of professions"),
    ],
)
def test_faults_of_english_lists(small, name, row, problem):
    line = add(small, name, row)
    findings = found(small, "es")
    assert {finding[:3] for finding in findings} == {(name, line, True)}
    assert problem in findings[0][3]


def test_pronouns_of_the_other_gender(folder):
    path = folder / "pronouns.en.tsv"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\tMasc\t", "\t?\t").replace("\tFem\t", "\tMasc\t")
                    .replace("\t?\t", "\tFem\t"), encoding="utf-8")  # fmt: skip
    assert found(folder, "es")[0][1:4:2] == (2, "'he' is Masc, not 'Fem'")


def test_errors_are_raised_together(small, capsys):
    folder = small
    first = add(folder, "professions.es.tsv", "nurze\tx\tx\t\t\t")
    second = add(folder, "professions.es.tsv", "nurse\tx\tx\t\t\tvarient")
    with pytest.raises(InputError) as raised:
        require_lists(folder, ["es"], pytest.fail)
    assert raised.value.line == first or raised.value.line == second
    assert f":{first}" in str(raised.value)
    assert f":{second}" in str(raised.value)
    assert main(["wordlists", "check", str(folder), "--lang", "es"]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("error: ") == 2
    assert "2 errors, 0 warnings" in captured.out
    # The lists of other languages are not looked at.
    assert main(["wordlists", "check", str(folder), "--lang", "fr"]) == 0
    (folder / "professions.tsv").unlink()
    assert main(["wordlists", "check", str(folder)]) == 1
    assert main(["wordlists", "check", str(WORDLISTS), "--lang", "xx"]) == 1


def examples():
    """Return the rows that docs/wordlists.md adds, by list."""
    text = (ROOT / "docs" / "wordlists.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(professions[.a-z]*\.tsv)` \|( beekeeper .*)\|$", text, re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows}


def test_examples_of_the_documentation(small):
    folder = small
    rows = examples()
    assert set(rows) == {"professions.tsv", *(f"professions.{code}.tsv" for code in KNOWN)}
    for name, cells in rows.items():
        width = (WORDLISTS / name).read_text(encoding="utf-8").partition("\n")[0].count("\t") + 1
        add(folder, name, "\t".join([*cells, "", "", ""][:width]))
    assert found(folder) == []
    for code in KNOWN:
        professions = read_professions(folder / f"professions.{code}.tsv", get(code))
        for form, (gender, number) in zip(
            rows[f"professions.{code}.tsv"][1:5], FORMS.values(), strict=True
        ):
            if form:
                (match,) = professions.find("beekeeper", ["x", form.lower(), "y"])
                assert (gender, number) in {slot[:2] for slot in match.slots}, form
