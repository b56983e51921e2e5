import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

from cdaflow.cli import main
from cdaflow.scoring import report
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.evidence import EntityGender, Evidence, Gender, Reason
from cdaflow.scoring.metric import Outcomes
from cdaflow.scoring.report import ScoreOptions
from cdaflow.scoring.winomt_counts import counts, outcomes
from cdaflow.scoring.winomt_figures import (
    METRIC,
    OUTCOMES,
    SENTENCE_COLUMNS,
    estimates,
)
from cdaflow.scoring.winomt_items import WinoMTItem, sentence_lines
from cdaflow.statistics import comparable
from cdaflow.statistics.estimates import Estimate, as_json


def judged(text):
    """Return rows from words like "male:female:pro" (gold, predicted, half), times n with *n."""
    rows = []
    for word in text.split():
        kind, _, times = word.partition("*")
        gold, predicted, half = kind.split(":")
        known = predicted != "unknown"
        result = EntityGender(
            Gender(predicted),
            Evidence.NOUN if known else Evidence.NONE,
            Reason.NONE if known else Reason.NO_ALIGNMENT,
        )
        row = Row(gold, 1, "The nurse left.", "nurse")
        rows += [WinoMTItem(row, half, "x\ty", result, "span")] * int(times or 1)
    return rows


def scores(items, **options):
    """Return the scores of rows, each of which stands for itself."""
    found = estimates(Outcomes("", {"outcomes": outcomes(items)}), ScoreOptions(**options), ())
    # These rows have no whole sentence that was looked at.
    of_whole = {name for name in found if "whole" in name or "label" in name}
    assert all(found.pop(name) == Estimate(None) for name in of_whole)
    return found


# 20 rows. Male: 8 gold, 6 right, 1 female, 1 unknown. Female: 10 gold, 4 right, 5 male,
# 1 unknown. Neutral: 2 gold, 1 male, 1 unknown. Pro: 10 rows, 7 right; anti: 8 rows, 3 right.
EXAMPLE = (
    "male:male:pro*4 male:female:pro male:unknown:anti male:male:anti*2 "
    "female:female:pro*3 female:male:pro*2 female:female:anti female:male:anti*3 "
    "female:unknown:anti neutral:male:- neutral:unknown:-"
)


def test_counts_by_hand():
    result = counts(judged(EXAMPLE))
    assert {k: result[k] for k in ("rows", "gendered", "correct", "unknown")} == {
        "rows": 20,
        "gendered": 18,
        "correct": 10,
        "unknown": 3,
    }
    assert result["pro"] == {"rows": 10, "correct": 7, "unknown": 0}
    assert result["anti"] == {"rows": 8, "correct": 3, "unknown": 2}
    assert result["male"] == {"gold": 8, "predicted": 12, "correct": 6}
    assert result["female"] == {"gold": 10, "predicted": 5, "correct": 4}
    assert result["neutral"] == {
        "gold": 2,
        "correct": 0,
        "predicted_male": 1,
        "predicted_female": 0,
        "unknown": 1,
    }
    assert result["confusion"]["female"] == {"male": 5, "female": 4, "neutral": 0, "unknown": 1}
    assert result["unknown_reasons"] == {"no-alignment": 3}
    assert result["evidence"] == {"noun": 17}
    assert result["by_profession"] == {
        "nurse": {"male": {"gold": 8, "correct": 6}, "female": {"gold": 10, "correct": 4}}
    }


def test_scores_by_hand():
    result = scores(judged(EXAMPLE), bootstrap=200, seed=1)
    expected = {
        "accuracy": 10 / 20,
        "accuracy_gendered": 10 / 18,
        "accuracy_neutral": 0 / 2,
        "accuracy_pro": 7 / 10,
        "accuracy_anti": 3 / 8,
        "delta_s": 7 / 10 - 3 / 8,
        # Pro: male 4 of 5 gold and 6 predicted, female 3 of 5 gold and 4 predicted. Anti: male 2
        # of 3 gold and 5 predicted, female 1 of 5 gold and 1 predicted.
        "delta_s_f1": (8 / 11 + 6 / 9) / 2 - (4 / 8 + 2 / 6) / 2,
        "precision_male": 6 / 12,
        "precision_female": 4 / 5,
        "recall_male": 6 / 8,
        "recall_female": 4 / 10,
        "delta_r": 6 / 8 - 4 / 10,
        # F1 = 2 correct / (predicted + gold)
        "f1_male": 12 / (12 + 8),
        "f1_female": 8 / (5 + 10),
        "delta_g": 12 / 20 - 8 / 15,
        "unknown_rate": 3 / 20,
    }
    assert {name: score.value for name, score in result.items()} == pytest.approx(
        {name: 100 * value for name, value in expected.items()}
    )
    for name, score in result.items():
        assert score.low < score.value < score.high or name == "accuracy_neutral"


def test_delta_s_in_f1_of_published_scores():
    """The F1 of the halves of a system, from its published precision and recall.

    wmt20base en-de of Stafanovics et al. (2020): pro 82.3 and 75.8, anti 72.0 and 53.4 (1584 rows
    each, 792 of a gender; right and predicted rows follow from recall and precision).
    """
    cells = {}
    published = {"pro": ((94.6, 72.9), (63.6, 93.7)), "anti": ((89.2, 60.4), (40.0, 80.2))}
    for half, genders in published.items():
        rows = {}
        for gender, (recall, precision) in zip(("male", "female"), genders, strict=True):
            right = round(7.92 * recall)
            rows[gender] = right, round(100 * right / precision) - right
        for gender, other in (("male", "female"), ("female", "male")):
            right, wrong = rows[gender][0], rows[other][1]
            cells[gender, gender, half] = right
            cells[gender, other, half] = wrong
            cells[gender, "unknown", half] = 792 - right - wrong
    numbers = [cells.get(outcome, 0) for outcome in OUTCOMES]
    rows = np.repeat(np.eye(len(OUTCOMES), dtype=np.int64), numbers, axis=0)
    value = ScoreOptions(bootstrap=100).estimates(METRIC, rows)["delta_s_f1"].value
    assert value == pytest.approx((82.3 + 75.8) / 2 - (72.0 + 53.4) / 2, abs=0.1)


def test_outcomes_have_a_letter_for_each_row():
    result = outcomes(judged("male:female:pro female:unknown:anti neutral:neutral:-"))
    assert result == {
        "gold": "mfn",
        "predicted": "fun",
        "half": "pa-",
        "secondary": "---",
        "pronoun": "---",
    }


def test_bootstrap_interval_has_the_width_of_theory():
    # delta_s of two independent halves of 1000 rows: variance is the sum of the two.
    rows = judged("male:male:pro*800 male:female:pro*200 male:male:anti*500 male:female:anti*500")
    score = scores(rows, bootstrap=4000, seed=7)["delta_s"]
    half = 1.96 * 100 * (0.8 * 0.2 / 1000 + 0.5 * 0.5 / 1000) ** 0.5
    assert (score.low, score.high) == pytest.approx((30 - half, 30 + half), abs=0.3)
    assert score == scores(rows, bootstrap=4000, seed=7)["delta_s"]
    assert score != scores(rows, bootstrap=4000, seed=8)["delta_s"]


@pytest.mark.parametrize(
    ("rows", "undefined"),
    [
        ("neutral:male:-", {"accuracy_gendered", "recall_male", "delta_r", "f1_male", "delta_s"}),
        # All masculine: no feminine prediction has a precision; its recall and F1 are 0.
        ("male:male:pro female:male:pro", {"precision_female", "accuracy_anti", "delta_s"}),
        ("", {"accuracy", "unknown_rate", "delta_g", "f1_female"}),
    ],
)
def test_zero_denominators_are_null(rows, undefined):
    result = scores(judged(rows), bootstrap=100)
    for name in undefined:
        assert result[name] == Estimate(None)
    if rows.startswith("male"):
        assert result["recall_female"].value == result["f1_female"].value == 0
        assert result["f1_male"].value == pytest.approx(100 * 2 / 3)
        assert result["delta_r"].value == 100
    json.dumps(as_json(result), allow_nan=False)


def test_sentence_lines_have_one_cell_a_column():
    header, *lines = sentence_lines(judged(EXAMPLE))
    assert tuple(header.split("\t")) == SENTENCE_COLUMNS
    assert len(lines) == 20
    assert all(line.count("\t") == len(SENTENCE_COLUMNS) - 1 for line in lines)


CHALLENGE = """\
female\t1\tThe nurse saw the baker because she was late.\tnurse
male\t4\tThe nurse saw the baker because he was late.\tbaker
male\t1\tThe nurse left because he was late.\tnurse
female\t1\tThe baker left because she was late.\tbaker
neutral\t1\tThe nurse left because they were late.\tnurse
"""
TRANSLATIONS = {
    "perfect": (
        "La enfermera vio al panadero.\nLa enfermera vio al panadero.\nEl enfermero salió.\n"
        "La panadera salió.\nEl enfermero salió.\n"
    ),
    "masculine": (
        "El enfermero vio al panadero.\nEl enfermero vio al panadero.\nEl enfermero salió.\n"
        "El panadero salió.\nEl enfermero salió.\n"
    ),
    "empty": "\n" * 5,
}


@pytest.fixture
def files(tmp_path):
    lines = CHALLENGE.splitlines(keepends=True)
    (tmp_path / "en.txt").write_text(CHALLENGE)
    (tmp_path / "pro.txt").write_text("".join(lines[:2]))
    (tmp_path / "anti.txt").write_text("".join(lines[2:4]))
    (tmp_path / "professions.es.tsv").write_text(
        "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
        "nurse\tenfermero\tenfermera\tenfermeros\tenfermeras\t\n"
        "baker\tpanadero\tpanadera\tpanaderos\tpanaderas\t\n"
    )
    return tmp_path


def run(folder, translation, *more):
    (folder / "translation").write_text(translation)
    status = main(
        f"score winomt {folder}/translation --lang es --challenge {folder}/en.txt "
        f"--pro {folder}/pro.txt --anti {folder}/anti.txt "
        f"--professions {folder}/professions.es.tsv --aligner none --system base --bootstrap 100 "
        f"--output {folder}/out/winomt.json --sentences {folder}/out/winomt.tsv".split()
        + list(more)
    )
    output = folder / "out" / "winomt.json"
    return status, json.loads(output.read_text()) if output.exists() else None


@pytest.mark.parametrize(
    ("kind", "accuracy", "pro", "anti", "unknown"),
    [("perfect", 80, 100, 100, 0), ("masculine", 40, 50, 50, 0), ("empty", 0, 0, 0, 100)],
)
def test_known_translations_score_what_arithmetic_demands(
    files, kind, accuracy, pro, anti, unknown
):
    status, result = run(files, TRANSLATIONS[kind])
    assert status == 0
    names = ("accuracy", "accuracy_pro", "accuracy_anti", "unknown_rate")
    assert [result["scores"][name]["value"] for name in names] == [accuracy, pro, anti, unknown]
    assert (result["metric"], result["language"], result["system"]) == ("winomt", "es", "base")
    assert result["signature"].startswith("winomt|data:")
    assert "|aligner:none|" in result["signature"]
    rows = (files / "out" / "winomt.tsv").read_text().splitlines()
    assert len(rows) == 6
    if kind == "empty":
        assert result["counts"]["unknown_reasons"] == {"empty-translation": 5}


def test_alignment_over_words_or_tokens(files):
    links = files / "links"
    # "The nurse saw the baker ..." -> the entity linked to the article and the noun.
    links.write_text("1-1\n4-3\n1-1\n1-1\n1-1\n")
    more = ("--alignment", str(links), "--alignment-name", "x-1")
    _, result = run(files, TRANSLATIONS["perfect"], *more)
    assert result["counts"]["correct"] == 4
    assert "|aligner:x-1|" in result["signature"]
    # As tokens, the last token ("panadero.") is number 4; as words, number 5 is the stop.
    links.write_text("1-1\n4-5\n1-1\n1-1\n1-1\n")
    more = ("--alignment", str(links), "--alignment-units", "tokens")
    assert run(files, TRANSLATIONS["perfect"], *more)[0] == 1
    links.write_text("1-1\n4-4\n1-1\n1-1\n1-1\n")
    assert run(files, TRANSLATIONS["perfect"], *more)[0] == 0


def test_faults_leave_the_old_result_alone(files, capsys):
    run(files, TRANSLATIONS["perfect"])
    before = (files / "out" / "winomt.json").read_bytes()
    assert run(files, "una\n")[0] == 1
    assert "1 lines, but the challenge set has 5" in capsys.readouterr().err
    assert (files / "out" / "winomt.json").read_bytes() == before


def test_same_input_same_bytes(files):
    run(files, TRANSLATIONS["masculine"])
    before = (files / "out" / "winomt.json").read_bytes()
    run(files, TRANSLATIONS["masculine"])
    assert (files / "out" / "winomt.json").read_bytes() == before


def test_sentences_to_translate(files):
    status = main(
        f"score winomt-source --challenge {files}/en.txt --output {files}/en.source.txt".split()
    )
    assert status == 0
    lines = (files / "en.source.txt").read_text().splitlines()
    assert lines == [line.split("\t")[2] for line in CHALLENGE.splitlines()]


@pytest.mark.slow
@pytest.mark.data
def test_published_french_scores(tmp_path):
    """The scores are near those of the original, and above: it leaves 13 % of rows unknown."""
    folder = Path(os.environ["CDAFLOW_DATA"]) / "winomt"
    words = Path(__file__).parents[2] / "config" / "wordlists" / "professions.fr.tsv"
    translation = folder / "translations" / "wmt20base" / "en-fr.txt"
    commands = (
        f"score winomt-source --challenge {folder}/en.txt --output {tmp_path}/en",
        f"score align --source {tmp_path}/en --target {translation} --target-lang fr "
        f"--output {tmp_path}/links",
        f"score winomt {translation} --lang fr --challenge {folder}/en.txt "
        f"--pro {folder}/en_pro.txt --anti {folder}/en_anti.txt --professions {words} "
        f"--output {tmp_path}/fr.json --alignment {tmp_path}/links",
    )
    assert [main(command.split()) for command in commands] == [0, 0, 0]
    report = json.loads((tmp_path / "fr.json").read_text())
    result = report["scores"]
    # The original has all neutral rows wrong; here "quelqu'un" is right for them.
    result["accuracy"]["value"] -= 100 * report["counts"]["neutral"]["correct"] / 3888
    published = {"accuracy": 48.6, "accuracy_pro": 58.4, "accuracy_anti": 46.6, "f1_male": 64.1}
    for name, value in published.items():
        assert 0 < result[name]["value"] - value < 7
    assert result["unknown_rate"]["value"] < 10


def test_files_that_are_no_alignment_are_refused(files, capsys):
    links = files / "links"
    links.write_text("\n" * 5)
    assert run(files, TRANSLATIONS["perfect"], "--alignment", str(links))[0] == 1
    assert "none of 5 sentence pairs has a link: this is not a word alignment" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "options",
    [
        ("--compat", "--alignment", "{}/links"),
        ("--compat-rules", "stanovsky2019", "--trees", "{}/links"),
        ("--compat", "--lexicon", "{}/links"),
        ("--compat", "--extra", "{}/links"),
        ("--alignment", "{}/links", "--extra", "{}/links"),
    ],
)
def test_inputs_that_would_be_ignored_are_refused(files, capsys, options):
    (files / "links").write_text("1-1\n" * 5)
    chosen = [option.format(files) for option in options]
    arguments = [f"{files}/en.txt", "--lang", "es", "--challenge", f"{files}/en.txt", *chosen]
    assert main(["score", "winomt", *arguments]) == 1
    assert "[option.ignored]" in capsys.readouterr().err


def test_the_signature_has_the_digest_of_the_scorer(files, capsys, monkeypatch):
    """Scores of an edited scorer have another signature, so that they are not compared."""
    (files / "translation").write_text("a\n" * 5)
    command = ["score", "winomt", f"{files}/translation", "--lang", "es", "--challenge"]
    command += [f"{files}/en.txt", "--bootstrap", "0", "--json"]
    assert main(command) == 0
    first = comparable(json.loads(capsys.readouterr().out)["signature"])
    monkeypatch.setattr(report, "source_digest", lambda *names: "0123456789abcdef")
    assert main(command) == 0
    second = comparable(json.loads(capsys.readouterr().out)["signature"])
    ours = dict(part.split(":", 1) for part in first.split("|") if ":" in part)["code"]
    assert re.fullmatch(r"[0-9a-f]{16}", ours)
    assert second == first.replace(ours, "0123456789abcdef") != first


@pytest.mark.parametrize(
    ("language", "modes"),
    [
        ("es", ["compat-stanovsky2019", "compat-stanovsky2019-2019"]),
        ("de", ["compat-stanovsky2019"] * 2),
        ("ru", ["compat-stafanovics2020", "compat-stanovsky2019"]),
    ],
)
def test_rules_that_are_the_same_have_one_signature(files, capsys, language, modes):
    """Scores of two vintages are comparable where these have the same rules."""
    (files / "translation").write_text("a\n" * 5)
    found = []
    for vintage in ("2020", "2019"):
        command = [
            "score", "winomt", f"{files}/translation", "--lang", language, "--challenge",
            f"{files}/en.txt", "--bootstrap", "100", "--compat-vintage", vintage, "--json",
        ]  # fmt: skip
        assert main(command) == 0
        parts = json.loads(capsys.readouterr().out)["signature"].split("|")
        found += [part.removeprefix("mode:") for part in parts if part.startswith("mode:")]
    assert found == modes
