"""The path from translations to a cited table: one command, all scorers, and what it writes."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys

import pytest

from cdaflow.cli import main
from cdaflow.scoring.evaluations import _translation, evaluations

from ..errors import raises

FORMS = {
    "es": {"she": "La enfermera durmió.", "he": "El enfermero durmió."},
    "fr": {"she": "L'infirmière a dormi.", "he": "L'infirmier a dormi."},
}
ROWS = [("female", "she"), ("male", "he")] * 6
GENEVAL = {
    "feminine": ("Ella es una buena doctora.", "La vecina está cansada."),
    "masculine": ("Él es un buen doctor.", "El vecino está cansado."),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Test sets in the folders where they are looked for, and translations of two systems."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CDAFLOW_WINOMT", raising=False)
    rows = [
        f"{gender}\t1\tThe nurse said that {word} was late {n}.\tnurse"
        for n, (gender, word) in enumerate(ROWS)
    ]
    texts = {
        "data/winomt/en.txt": rows,
        "data/gate/ES/ES_2_variants.tsv": ["source\tlabels\tf\tm",
            "My friend left.\tnoun\tMi amiga salió.\tMi amigo salió.",
            "I am tired.\tadjective\tEstoy cansada.\tEstoy cansado."],
        "rewrites.txt": ["Mi amiga salió.", "Estoy cansado."],
        "news.es": ["El gato duerme en la casa.", "Los perros corren por el parque."],
        "news.other": ["El gato duerme en casa.", "Los perros corren por el parque."],
        "news.mine": ["El gato duerme en la casa.", "Los perros andan por el parque."],
    }  # fmt: skip
    for lang, forms in FORMS.items():
        texts[f"right.{lang}"] = [forms[word] for _, word in ROWS]
        texts[f"women.{lang}"] = [forms["she"]] * len(ROWS)
    stem = "data/mt-geneval/sentences/test/geneval-sentences"
    for gender, lines in GENEVAL.items():
        texts[f"{stem}-{gender}-test.en_es.es"] = lines
        english = ("She is a good doctor.", "The woman next door is tired.")
        other = ("He is a good doctor.", "The man next door is tired.")
        texts[f"{stem}-{gender}-test.en_es.en"] = english if gender == "feminine" else other
        texts[f"{gender}.es"] = [line.replace("está", "esta") for line in lines]
    for name, lines in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


WINOMT = ["women/es=women.es", "women/fr=women.fr", "es=right.es", "fr=right.fr"]
ALL = [
    *WINOMT,
    "women/es:geneval-feminine=feminine.es",
    "women/es:geneval-masculine=masculine.es",
    "women/es:gate-f=rewrites.txt",
    "women/es:news=news.other",
    "es:news=news.mine",
]


def evaluate(*words):
    return main(["evaluate", *words, "--aligner", "fast-align", "--output", "out"])


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_whole_path_is_one_command(folder, capsys):
    """From an empty folder with translations: a single line, as a user types it."""
    command = [sys.executable, "-m", "cdaflow", "evaluate", *ALL, "--reference"]
    command += ["es:news=news.es", "--aligner", "fast-align", "--output", "out"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    written = {str(path.relative_to(folder / "out")) for path in (folder / "out").rglob("*.*")}
    tables = {"winomt", "pronouns", "geneval", "gate", "bleu"}
    assert {f"tables/{name}.{kind}" for name in tables for kind in ("csv", "md", "tex")} <= written
    figures = {"gains", "pro-anti", "confusion", "gaps.es", "gaps.fr", "accuracy-bleu"}
    assert {f"figures/{name}.svg" for name in figures} <= written
    assert {"report.html", "how-to-cite.txt", "references.bib"} <= written
    assert {
        "scores/es/women/winomt.json",
        "scores/es/women/geneval.json",
        "scores/es/women/gate-f.json",
        "scores/es/women/bleu.news.json",
        "scores/fr/system/winomt.json",
    } <= written
    # Rows of a language stand together, though the files were given system by system.
    rows = rows_of(folder / "out/tables/winomt.csv")
    assert [(row["language"], row["system"], row["accuracy"]) for row in rows] == [
        ("es", "women", "50.0"),
        ("es", "system", "100.0"),
        ("fr", "women", "50.0"),
        ("fr", "system", "100.0"),
    ]
    assert rows[1]["baseline"] == "women"
    assert float(rows[1]["accuracy_p"]) == pytest.approx(2 / 2**6)
    assert rows_of(folder / "out/tables/gate.csv")[0]["precision"] == "50.0"
    assert rows_of(folder / "out/tables/bleu.csv")[1]["baseline"] == "women"
    # What was printed, and the scores, are those of the scorers; they can be compared later.
    assert all(len(line) <= 100 for line in done.stdout.splitlines())
    words = ["score", "winomt", "-l", "es", "--aligner", "fast-align", "--challenge"]
    assert main([*words, "data/winomt/en.txt", "women=women.es", "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert json.loads((folder / "out/scores/es/women/winomt.json").read_text()) == alone
    scores = [f"out/scores/es/{name}/winomt.json" for name in ("women", "system")]
    assert main(["score", "compare", *scores]) == 0


def test_how_to_cite_names_what_was_used(folder):
    assert evaluate(*ALL, "--reference", "es:news=news.es") == 0
    text = (folder / "out/how-to-cite.txt").read_text()
    bibtex = (folder / "out/references.bib").read_text()
    keys = set(re.findall(r"^@\w+\{([^,]+),", bibtex, re.MULTILINE))
    cited = {key for found in re.findall(r"\\citep\{([^}]*)\}", text) for key in found.split(",")}
    assert cited == keys
    assert {"stanovsky-etal-2019-evaluating", "currey-etal-2022-mt", "dyer-etal-2013-simple"} < keys
    assert "bentivogli-etal-2020-gender" not in keys
    assert bibtex in text
    footnote = re.search(r"^WinoMT: (winomt\|\S+)$", text, re.MULTILINE)
    assert footnote is not None
    assert re.fullmatch(
        r"winomt\|data:[0-9a-f]{8}\|aligner:fast-align\|code:[0-9a-f]{8}\|cdaflow:\S+", footnote[1]
    )
    full = json.loads((folder / "out/scores/fr/women/winomt.json").read_text())["signature"]
    assert full in text


def test_latex(folder):
    assert evaluate(*WINOMT) == 0
    lines = (folder / "out/tables/winomt.tex").read_text().splitlines()
    begin = next(n for n, line in enumerate(lines) if line.startswith(r"\begin{tabular}"))
    head = lines[begin + 2]
    rows = [line for line in lines[begin + 3 :] if line.endswith(r"\\")]
    assert {line.count(" & ") for line in (head, *rows)} == {head.count(" & ")}
    assert len(rows) == 4
    assert lines.count(r"\midrule") == 2  # below the head, and between the two languages
    assert {r"\toprule", r"\bottomrule", r"\label{tab:winomt}"} <= set(lines)
    assert re.search(r"\\textbf\{100\.0\}\$\^\{\*\}\$", rows[1]), rows[1]
    caption = next(line for line in lines if line.startswith(r"\caption"))
    assert not re.search(r"(?<!\\)[%&#_]", caption)


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("es=absent.txt", "es:winomt=absent.txt: absent.txt: no such file"),
        ("late/es:news=news.es", "no references of the test set 'news' in es"),
        ("late/fr:gate-f=rewrites.txt", "no FR_2_variants.tsv"),
        ("late/es=news.es", "late/es:winomt=news.es: news.es"),
    ],
)
def test_a_faulty_file_is_named_and_the_others_are_scored(folder, capsys, word, problem):
    words = [one for one in WINOMT if one.partition("=")[0] != word.partition("=")[0]]
    assert evaluate(*words, word) == 1
    shown = capsys.readouterr().err
    assert problem in shown
    assert shown.count("cdaflow: error") == 1
    assert len(rows_of(folder / "out/tables/winomt.csv")) == len(words)
    assert (folder / "out/report.html").is_file()
    assert (folder / "out/how-to-cite.txt").is_file()


def test_what_an_earlier_call_wrote_for_a_faulty_file_is_removed(folder):
    assert evaluate(*WINOMT) == 0
    (folder / "right.es").write_text("Una sola línea.\n")
    assert evaluate(*WINOMT) == 1
    assert not (folder / "out/scores/es/system/winomt.json").exists()
    assert not (folder / "out/sentences/es/system/winomt.tsv").exists()
    assert (folder / "out/scores/es/women/winomt.json").exists()


def test_nothing_to_write(folder, capsys):
    assert evaluate("es=a.txt", "fr=b.txt") == 1
    assert capsys.readouterr().err.count("cdaflow: error") == 2
    assert not (folder / "out").exists()


def test_the_baseline_and_trainings(folder):
    words = ["tuned@1/es=right.es", "tuned@2/es=women.es", "base/es=women.es"]
    assert evaluate(*words, "--baseline", "base") == 0
    rows = rows_of(folder / "out/tables/winomt.csv")
    assert [(row["system"], row["seeds"], row["accuracy"]) for row in rows] == [
        ("base", "", "50.0"),
        ("tuned", "1 2", "75.0"),
    ]
    assert (folder / "out/scores/es/tuned@2/winomt.json").is_file()


@pytest.mark.parametrize("word", ["a.txt", "es", "base/=a.txt", "ES=a", "a b/es=c", "x@0/es=a"])
def test_names_that_are_none(folder, capsys, word):
    with pytest.raises(SystemExit) as end:
        evaluate(word)
    assert end.value.code == 2
    assert "[SYSTEM/]LANG[:TESTSET]=FILE is expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["es=a", "system/es:winomt=b"], "translations.duplicate"),
        (["x/es=a", "x@1/es=b"], "training.no-seed"),
        (["es:geneval-masculine=a"], "translations.no-counterpart"),
        (["es:geneval-feminine=a", "x/es:geneval-masculine=b"], "translations.no-counterpart"),
    ],
)
def test_files_that_do_not_go_together(words, code):
    with raises(code):
        evaluations(map(_translation, words))


def test_an_unknown_baseline(folder, capsys):
    assert evaluate(*WINOMT, "--baseline", "best") == 1
    assert "[baseline.unknown]" in capsys.readouterr().err
