"""The tables of MT-GenEval and MuST-SHE, from score files of the scorers, on rows of our own."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.tables.contents import read_report, read_table
from cdaflow.tables.metrics import metric_table
from cdaflow.tables.render import csv_text, markdown_text, terminal_text
from cdaflow.tables.report import report_html
from cdaflow.tables.scores import read_scores

from ..errors import raises

FEMININE = [f"La médica número {n} llegó cansada ayer." for n in range(8)]
MASCULINE = [f"El médico número {n} llegó cansado ayer." for n in range(8)]
SILENT = [f"Número {n} llegó ayer." for n in range(8)]

#: Every person a man; as the references have it; nothing said of the gender.
SYSTEMS = {
    "men": (MASCULINE, MASCULINE),
    "fair": (FEMININE, MASCULINE),
    "silent": (SILENT, SILENT),
}


def lines(path: Path, texts: list[str]) -> str:
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return str(path)


def rows(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


@pytest.fixture
def geneval(tmp_path: Path) -> list[str]:
    """Score files of the systems."""
    references = {
        # One line is worded otherwise, since no system writes the reference itself.
        "feminine": lines(tmp_path / "f.es", [*FEMININE[:-1], FEMININE[-1].replace("ayer", "hoy")]),
        "masculine": lines(
            tmp_path / "m.es", [*MASCULINE[:-1], MASCULINE[-1].replace("ayer", "hoy")]
        ),
    }
    paths = []
    for name, texts in SYSTEMS.items():
        outputs = [lines(tmp_path / f"{name}.{n}.txt", text) for n, text in enumerate(texts)]
        paths.append(str(tmp_path / f"{name}.json"))
        assert main([
            "score", "geneval", "--lang", "es", *outputs,
            "--reference-feminine", references["feminine"],
            "--reference-masculine", references["masculine"],
            "--system", name, "--bootstrap", "100", "--output", paths[-1],
        ]) == 0  # fmt: skip
    return paths


def write(kind: str, paths: list[str], folder: Path, *options: str) -> tuple[Path, str]:
    table, text = folder / "t.csv", folder / "t.md"
    arguments = [*paths, "--output", str(table), "--markdown", str(text), *options]
    assert main(["tables", kind, *arguments]) == 0
    return table, text.read_text(encoding="utf-8")


def test_geneval_by_hand(geneval: list[str], tmp_path: Path) -> None:
    table, text = write("geneval", geneval, tmp_path)
    men, fair, silent = rows(table)
    # Lines that say nothing have the published accuracy of the references.
    for name, expected in {
        "official": ("0.0", "100.0", "100.0"),
        "official_feminine": ("0.0", "100.0", "100.0"),
        "official_masculine": ("100.0", "100.0", "100.0"),
        "accuracy": ("0.0", "100.0", "0.0"),
        "accuracy_feminine": ("0.0", "100.0", "0.0"),
        "gap": ("100.0", "0.0", "0.0"),
        "coverage": ("100.0", "100.0", "0.0"),
        "pairs": ("8", "8", "8"),
    }.items():
        assert (men[name], fair[name], silent[name]) == expected, name
    assert (fair["bleu_feminine"], fair["bleu_gap"], fair["accuracy_low"]) == (
        "96.4", "0.0", "67.6",  # Wilson: 8 / (8 + 1.96 ** 2)
    )  # fmt: skip
    # All eight pairs differ: 2 * 0.5 ** 8. The masculine sources are the same in men and fair.
    for cell in (fair["official_p"], silent["official_p"], fair["accuracy_p"]):
        assert float(cell) == pytest.approx(2 * 0.5**8, rel=1e-3)
    assert (fair["accuracy_masculine_p"], silent["accuracy_p"]) == ("1", "1")
    assert fair["coverage_p"] == "1"
    assert float(silent["coverage_p"]) == pytest.approx(2 * 0.5**8, rel=1e-3)
    assert float(fair["gap_p"]) < 0.05
    assert float(fair["bleu_feminine_p"]) < 0.05
    assert fair["bleu_masculine_p"] == "1"
    assert float(fair["bleu_gap_p"]) < 0.05
    assert (men["baseline"], fair["baseline"]) == ("", "men")
    assert "accuracy" in fair["best"].split()
    assert not {"official_masculine", "coverage"} & set(fair["best"].split())
    assert "| es | fair | **100.0**\\* [67.6, 100.0] |" in text
    assert "Bold: the best of its language." in text
    assert "nrefs:1" in text


def test_geneval_without_the_sentences_of_bleu_leaves_it_untested(
    geneval: list[str], tmp_path: Path, capsys: Any
) -> None:
    report = json.loads(Path(geneval[0]).read_text())
    del report["outcomes"]["bleu_feminine"], report["outcomes"]["bleu_masculine"]
    Path(geneval[0]).write_text(json.dumps(report))
    with raises("report.other-outcomes"):
        metric_table(read_scores("geneval", geneval))
    assert "BLEU cannot be compared" in capsys.readouterr().err
    table, _ = write("geneval", geneval[:1], tmp_path)
    assert rows(table)[0]["bleu_feminine"] == "15.1"
    with raises("baseline.unknown", "'who'"):
        metric_table(read_scores("geneval", geneval), "who")


def term(correct: str, wrong: str) -> str:
    return f"{correct} {wrong}"


@pytest.fixture
def mustshe(tmp_path: Path) -> list[str]:
    """Score files of the first two systems: eight rows of each category but 1M."""
    text = ["LANG\tSRC\tREF\tWRONG-REF\tCATEGORY\tGENDERTERMS"]
    references, men = [], []
    for category in ("1F", "2F", "2M"):
        for n in range(8):
            pair = (f"Así estoy {n} cansada y sola.", f"Así estoy {n} cansado y solo.")
            terms = [term("cansada", "cansado"), term("sola", "solo")]
            if category.endswith("M"):
                pair, terms = pair[::-1], [" ".join(t.split()[::-1]) for t in terms]
            references.append(pair[0])
            men.append(f"Así estoy {n} cansado y solo.")
            cells = ("es", f"So I am, {n}.", *pair, category, ";".join(terms))
            text.append("\t".join(cells))
    data = lines(tmp_path / "m.tsv", text)
    paths = []
    # Two lines are worded otherwise, since no system writes the reference itself.
    fair = [*(text.replace("Así", "Hoy") for text in references[:2]), *references[2:]]
    for name, output in (("men", men), ("fair", fair)):
        paths.append(str(tmp_path / f"m.{name}.json"))
        assert main([
            "score", "mustshe", "--lang", "es", lines(tmp_path / f"{name}.txt", output),
            "--data", data, "--system", name, "--bootstrap", "100", "--output", paths[-1],
        ]) == 0  # fmt: skip
    return paths


def test_mustshe_by_hand(mustshe: list[str], tmp_path: Path) -> None:
    table, text = write("mustshe", mustshe, tmp_path)
    found = rows(table)
    # A part without rows (1M) is left out; the systems of a part stand together.
    assert [(row["part"], row["system"]) for row in found] == [
        (part, system)
        for part in ("all", "F", "M", "1", "2", "1F", "2F", "2M")
        for system in ("men", "fair")
    ]
    by_part = {(row["part"], row["system"]): row for row in found}
    for part, accuracy, delta, sentences in (
        ("all", "33.3", "-33.3", "24"),
        ("F", "0.0", "-100.0", "16"),
        ("M", "100.0", "100.0", "8"),
        ("2", "50.0", "0.0", "16"),
        ("1F", "0.0", "-100.0", "8"),
    ):
        men, fair = by_part[part, "men"], by_part[part, "fair"]
        assert (men["coverage"], men["accuracy"], men["delta_acc"]) == ("100.0", accuracy, delta)
        assert (fair["accuracy"], fair["delta_acc"]) == ("100.0", "100.0")
        assert (men["sentences"], men["terms"]) == (sentences, str(2 * int(sentences)))
        different = part != "M"
        assert (float(fair["accuracy_p"]) < 0.05) is different
        assert (fair["best"] == "accuracy accuracy_correct delta_acc") is different
        # Either form of each word is generated here, so that all words count.
        assert men["accuracy_correct"] == accuracy
        assert (men["baseline"], fair["baseline"], fair["coverage_p"]) == ("", "men", "1")
    assert "| es | speaker, feminine (1F) | fair | 100.0" in text
    assert "Bold: the best of its language and part." in text


def test_mustshe_signature_names_a_row_once(mustshe: list[str], tmp_path: Path) -> None:
    data = json.loads(Path(mustshe[1]).read_text())
    Path(mustshe[1]).write_text(json.dumps(data | {"language": "it", "signature": "other"}))
    text = terminal_text(metric_table(read_scores("mustshe", mustshe)))
    assert "MuST-SHE (es men): mustshe|" in text
    assert "MuST-SHE (it fair): other" in text


@pytest.mark.parametrize("kind", ["geneval", "mustshe"])
def test_table_is_shown_from_its_csv(kind: str, request: Any, tmp_path: Path) -> None:
    paths = request.getfixturevalue(kind)
    table, text = write(kind, paths[:2], tmp_path)
    again = read_table(table)
    assert markdown_text(again) == text
    assert csv_text(again) == table.read_text(encoding="utf-8")


def test_both_stand_in_the_report(geneval: list[str], mustshe: list[str]) -> None:
    html = report_html(read_report({"geneval": geneval[:3], "mustshe": mustshe}))
    assert 'id="geneval"' in html
    assert 'id="mustshe"' in html
    assert "<strong>100.0</strong>*" in html
    assert html.count("MT-GenEval</strong> has pairs") == 1
    assert html.count("MuST-SHE</strong> has sentences") == 1


def test_faulty_score_files(geneval: list[str], mustshe: list[str]) -> None:
    with raises("score-file.other-metric", '"geneval"'):
        read_scores("geneval", mustshe)
    with raises("score-file.duplicate", "es / men"):
        read_scores("mustshe", [mustshe[0], mustshe[0]])
    data = json.loads(Path(geneval[0]).read_text())
    del data["scores"]["bleu_gap"]
    Path(geneval[0]).write_text(json.dumps(data))
    with raises("key.not-an-object", "bleu_gap"):
        read_scores("geneval", geneval[:1])
    data = json.loads(Path(mustshe[0]).read_text())
    del data["counts"]["1f"]["rows"]
    Path(mustshe[0]).write_text(json.dumps(data))
    with raises("key.missing", "counts.1f.rows"):
        read_scores("mustshe", mustshe[:1])
