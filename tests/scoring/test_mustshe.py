"""MuST-SHE on four Spanish sentences of our own, with numbers worked out by hand."""

import json

import pytest

from cdaflow.alignment.words import splitter
from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.scoring.mustshe import score_mustshe
from cdaflow.scoring.mustshe_rows import MustSheRow, Term, read_rows, score_item
from cdaflow.scoring.report import ScoreOptions

# The columns stand in another order than the corpus has them, one is added, and a cell with
# quotes is quoted as CSV writers do.
HEADER = "CATEGORY\tID\tREMARK\tLANG\tSRC\tREF\tWRONG-REF\tGENDERTERMS"
ROWS = [
    "1F\t1\t-\tes\tI am tired and glad.\tEstoy cansada y contenta.\tEstoy cansado y contento.\t"
    "cansada cansado;contenta contento",
    "1M\t2\t-\tes\tI was first.\tFui el primero de los alumnos.\tFui la primera de las alumnas.\t"
    "el la;primero primera;los las;alumnos alumnas;",
    "2F\t3\t-\tes\tThe lawyer came alone.\tLa abogada llegó sola.\tEl abogado llegó solo.\t"
    "La El;abogada abogado;sola solo",
    '2M\t4\t-\tes\tThe doctor.\t"""Gracias"", dijo el médico."\t"""Gracias"", dijo la médica."\t'
    "el la;médico médica",
]
REFERENCES = [
    "Estoy cansada y contenta.",
    "Fui el primero de los alumnos.",
    "La abogada llegó sola.",
    '"Gracias", dijo el médico.',
]
WRONG = [
    "Estoy cansado y contento.",
    "Fui la primera de las alumnas.",
    "El abogado llegó solo.",
    '"Gracias", dijo la médica.',
]
# 1: one wrong, one not there. 2: "el" and "primero" right (only once each), "las alumnas" wrong.
# 3: "la abogada" right, "sola" missing, but the man is there too. 4: "el" right, no "médico".
OUTPUT = [
    "Estoy cansado y feliz.",
    "¡Fui EL primero, el mejor de las alumnas!",
    "La abogada y el abogado llegaron.",
    "El doctor dijo gracias.",
]


@pytest.fixture
def score(tmp_path):
    def make(lines, bootstrap=200):
        (tmp_path / "m.tsv").write_text("\n".join([HEADER, *ROWS]) + "\n")
        (tmp_path / "t.txt").write_text("".join(f"{line}\n" for line in lines))
        options = ScoreOptions(bootstrap=bootstrap)
        return score_mustshe(
            tmp_path / "t.txt", lang="es", data=tmp_path / "m.tsv", options=options
        )

    return make


def values(report, *names):
    return [report.scores[name].value for name in names]


def percent(*shares):
    return pytest.approx([100 * share for share in shares])


def test_all_counts_and_scores_by_hand(score):
    report = score(OUTPUT)
    counts = report.counts
    assert counts["all"] == {
        "rows": 4, "terms": 11, "correct": 5, "wrong": 3, "swapped": 5,
        "published_found": 8, "published_correct": 5, "published_wrong": 5,
    }  # fmt: skip
    assert values(report, "coverage", "accuracy") == percent(8 / 11, 5 / 8)
    assert values(report, "coverage_published", "accuracy_published") == percent(8 / 11, 5 / 10)
    names = ("accuracy_correct", "accuracy_wrong", "delta_acc")
    assert values(report, *names) == percent(5 / 11, 5 / 11, 0)
    # Feminine: rows 1 and 3; masculine: 2 and 4; context: 3 and 4.
    assert values(report, "coverage_f", "accuracy_f", "delta_acc_f") == percent(3 / 5, 2 / 3, -0.2)
    assert values(report, "coverage_m", "accuracy_m", "delta_acc_m") == percent(5 / 6, 0.6, 1 / 6)
    assert values(report, "coverage_2", "accuracy_2", "delta_acc_2") == percent(3 / 5, 1, 1 / 5)
    assert values(report, "coverage_2f", "accuracy_correct_2f") == percent(2 / 3, 2 / 3)
    assert report.outcomes["category"] + report.outcomes["gender"] == "1122FMFM"
    assert (report.outcomes["terms"], report.outcomes["correct"]) == ("2432", "0221")
    # Of the terms found the first sentence has 0 of 1 right, the third 2 of 2. Their distances from
    # 2/3 of theirs are -2/3 and 2/3, so the variance is 2 (8/9) / 3^2 = 16/81; of 3 independent
    # terms it were (2/9) / 2 = 1/9: the 3 are worth 3 (1/9) / (16/81) = 27/16. Wilson's interval:
    z2, size = 1.959964**2, 27 / 16
    centre, half = 2 / 3 * size + z2 / 2, (2 / 9 * size * z2 + z2 * z2 / 4) ** 0.5
    assert report.scores["accuracy_f"].interval == pytest.approx(
        (100 * (centre - half) / (size + z2), 100 * (centre + half) / (size + z2)), abs=1e-3
    )


def test_reference_wrong_reference_and_nothing(score):
    right, wrong, empty = score(REFERENCES), score(WRONG), score([""] * 4)
    names = ("coverage", "accuracy", "delta_acc", "bleu")
    assert values(right, *names) == pytest.approx([100, 100, 100, 100])
    assert values(wrong, *names)[:3] == [100, 0, -100]
    assert values(empty, *names) == [0, None, 0, 0]
    assert values(wrong, "bleu_wrong") == pytest.approx([100])
    # What one gains by the right reference, the other loses.
    (gain,), (loss,) = values(right, "delta_bleu"), values(wrong, "delta_bleu")
    assert gain == pytest.approx(-loss)
    assert gain > 0
    assert [w["problem"] for w in empty.warnings] == ["the translation is empty"] * 4


def test_no_resampling_no_interval(score):
    scores = score(OUTPUT, bootstrap=0).scores
    for name in ("delta_acc", "delta_bleu"):
        assert scores[name].value is not None
        assert scores[name].low is scores[name].high is None


def judged(terms, text, language="fr"):
    split = splitter(language)
    pairs = [Term(*(tuple(split(form)) for form in term.split())) for term in terms.split(";")]
    return score_item(MustSheRow("1F", "", "", "", tuple(pairs)), split(text))


def test_each_word_stands_for_one_term():
    # Two articles, one of each gender: one term is right, the other wrong. The published rule
    # gives both words to the first term and misses the second.
    found = judged("la le;la le", "Le chien et la chatte")
    assert (found.correct, found.wrong) == (1, 1)
    assert (found.published_found, found.published_correct, found.published_wrong) == (1, 1, 1)
    found = judged("la le;la le", "la")
    assert (found.correct, found.wrong, found.published_found) == (1, 0, 1)
    # A right form that comes later in the list is not lost to a wrong form before it.
    found = judged("un une;une un", "une")
    assert (found.correct, found.wrong) == (1, 0)


def test_words_are_found_in_any_dress():
    assert judged("amie ami;contente content", "L’AMIE est « contente ».").correct == 2
    assert judged("amie ami", "amies").correct == 0
    assert judged("dell' del", "Il libro dell'amica", "it").correct == 1


def write(tmp_path, *rows, header=HEADER):
    (tmp_path / "m.tsv").write_text("\n".join([header, *rows]) + "\n")
    return tmp_path / "m.tsv"


def test_quotes_of_the_text_stay(tmp_path):
    rows = read_rows(write(tmp_path, *ROWS), "es")
    assert [row.reference for row in rows] == REFERENCES
    plain = ROWS[0].replace("Estoy cansada y contenta.", '"Estoy cansada."')
    assert read_rows(write(tmp_path, plain), "es")[0].reference == '"Estoy cansada."'


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("GENDERTERMS", "TERMS", "column GENDERTERMS is missing", 1),
        ("1F\t1", "3F\t1", "category '3F' is none of", 2),
        ("cansada cansado", "cansada", "'cansada' is not a right form and a wrong form", 2),
        ("cansada cansado", "cansada Cansada", "are the same", 2),
        ("contenta contento", "", None, None),
        ("\tes\t", "\ten-it\t", "LANG is 'en-it'", 2),
        ("\t-\t", "\t", "the row has 7 cells, the header 8", 2),
    ],
)
def test_faults_name_the_line(tmp_path, old, new, message, line):
    path = write(tmp_path, ROWS[0].replace(old, new), header=HEADER.replace(old, new, 1)
                 if "TERMS" in old else HEADER)  # fmt: skip
    if message is None:
        assert len(read_rows(path, "es")[0].terms) == 1
        return
    with pytest.raises(InputError, match=message) as caught:
        read_rows(path, "es")
    assert caught.value.line == line


def test_command(tmp_path, capsys):
    data = write(tmp_path, *ROWS)
    (tmp_path / "t.txt").write_text("".join(f"{line}\n" for line in OUTPUT))
    output = tmp_path / "out.json"
    command = ["score", "mustshe", "--lang", "es", "--data", str(data), str(tmp_path / "t.txt")]
    assert main([*command, "--system", "mine", "--bootstrap", "100", "--output", str(output)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("mustshe  es  mine  4 sentences\n")
    # The table is wider than the terminal: its rows go on in a second one.
    assert max(map(len, shown.split("\n"))) <= 100
    lines = [line for line in shown.split("\n") if "context, masculine (2M)" in line]
    line = lines[0] + lines[1].partition("(2M)")[2]
    # 1 sentence, 2 terms, of which half is generated, all of it right.
    assert line.split()[3:6] == ["1", "2", "50.0"]
    assert "signature: mustshe|data:" in shown
    assert json.loads(output.read_text())["system"] == "mine"
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["metric"] == "mustshe"
    (tmp_path / "t.txt").write_text("one line\n")
    assert main(command) == 1
    assert "1 lines, but MuST-SHE has 4 rows" in capsys.readouterr().err
