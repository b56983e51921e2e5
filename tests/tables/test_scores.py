from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.scores import Recall, confusion, professions, read_scores
from cdaflow.tables.text import order

from ..errors import raises


def test_winomt_file_is_read_as_it_stands(winomt: Any) -> None:
    (score,) = read_scores("winomt", [winomt("a.json")])
    assert (score.language, score.system, score.rows[0].counts) == ("es", "baseline", {"rows": 8})
    assert score.scores["accuracy"] == Estimate(50.0, 21.52, 78.48)
    assert confusion(score)["female"]["male"] == 2
    assert professions(score)["boss"]["male"] == Recall(2, 2)
    assert professions(score)["boss"]["female"].percent == 0.0
    assert Recall(0, 0).percent is None


def test_bleu_file_keeps_both_signatures(bleu: Any) -> None:
    (score,) = read_scores("bleu", [bleu("a.json")])
    assert (score.scores["bleu"].value, score.scores["chrf"].value) == (61.25, 74.96)
    assert (score.testset, score.rows[0].counts) == ("test", {"lines": 100})
    assert score.signatures == {
        "signature": "tok:13a|data:aa",
        "chrf_signature": "nc:6|data:aa",
    }


def test_null_scores_and_null_system_are_taken(winomt: Any) -> None:
    empty = {"value": None, "low": None, "high": None}
    path = winomt("a.json", lambda d: d["scores"].update(accuracy_pro=empty), system=None)
    (score,) = read_scores("winomt", [path])
    assert score.scores["accuracy_pro"] == Estimate(None)
    assert score.scores["accuracy_pro"].interval is None
    assert score.system == ""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.pop("metric"), '"metric" is missing'),
        (lambda d: d.update(metric="comet"), 'scores of the metric "comet"'),
        (lambda d: d.pop("language"), '"language" must be a text; it is missing'),
        (lambda d: d.update(language=3), '"language" must be a text; found 3'),
        (lambda d: d.update(counts=[]), '"counts" must be an object; found []'),
        (lambda d: d["counts"].update(rows=-1), 'the count "rows" must be a whole number from 0'),
        (lambda d: d["counts"].update(rows=True), 'the count "rows" must be a whole number'),
        (lambda d: d["counts"].pop("rows"), '"counts.rows" is missing'),
        (lambda d: d["scores"].pop("delta_r"), '"scores.delta_r" must be an object; it is missing'),
        (lambda d: d["scores"]["delta_r"].pop("value"), '"scores.delta_r.value" must be'),
        (lambda d: d["scores"]["delta_r"].update(value="9"), 'a number or null; found "9"'),
        (lambda d: d["scores"]["delta_r"].update(value=float("nan")), "a finite number"),
        (lambda d: d["scores"]["delta_r"].update(low=99.0), "at most the upper end"),
    ],
)
def test_each_fault_of_shape_is_named(winomt: Any, change: Any, message: str) -> None:
    path = winomt("a.json", change)
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_scores("winomt", [path])
    assert caught.value.file == str(path)
    assert caught.value.hint


def test_recall_is_a_share(winomt: Any) -> None:
    def more(data: Any) -> None:
        data["counts"]["by_profession"]["boss"]["male"].update(correct=3)

    (score,) = read_scores("winomt", [winomt("a.json", more)])
    message = '"counts.by_profession.boss.male.correct" must be at most the 2 of gold'
    with pytest.raises(InputError, match=re.escape(message)):
        professions(score)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1]", b'"text"', b"\xff{}", b"[" * 100_000, b'{"metric": ' + b"9" * 5000],
)
def test_what_is_no_json_object_is_an_input_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=re.escape(str(path))):
        read_scores("winomt", [path])


def test_absent_file_and_folder(tmp_path: Path) -> None:
    with raises("file.missing"):
        read_scores("winomt", [tmp_path / "none.json"])
    with raises("file.is-a-folder"):
        read_scores("bleu", [tmp_path])


def test_two_files_of_one_system_are_refused(winomt: Any, bleu: Any) -> None:
    paths = [winomt("a.json"), winomt("b.json", language="fr"), winomt("c.json")]
    with raises("score-file.duplicate", "es / baseline", "a.json"):
        read_scores("winomt", paths)
    read_scores("bleu", [bleu("d.json"), bleu("e.json", testset="news")])
    with raises("score-file.duplicate"):
        read_scores("bleu", [bleu("d.json"), bleu("e.json")])


def test_order_is_that_of_first_appearance() -> None:
    assert order(["fr", "es", "fr", "it", "es"]) == ["fr", "es", "it"]


def test_files_of_the_scorers_are_read(tmp_path: Path) -> None:
    """The shape that the scoring package writes is the shape that is read here."""
    from cdaflow.scoring.bleu import score_testset
    from cdaflow.scoring.challenge import ChallengeFiles
    from cdaflow.scoring.links import AlignmentFiles
    from cdaflow.scoring.report import ScoreOptions
    from cdaflow.scoring.winomt import score_winomt

    challenge, pro, translation = (tmp_path / name for name in ("en", "pro", "es"))
    row = "female\t1\tThe nurse said she ran.\tnurse\n"
    challenge.write_text(row * 2, encoding="utf-8")
    pro.write_text(row, encoding="utf-8")
    translation.write_text("La enfermera.\nEl enfermero.\n", encoding="utf-8")
    data = score_winomt(
        translation,
        lang="es",
        challenge=ChallengeFiles(None, challenge, pro),
        alignment=AlignmentFiles("none"),
        options=ScoreOptions("s", bootstrap=100),
    )
    path = tmp_path / "winomt.json"
    path.write_text(json.dumps(data.as_json()), encoding="utf-8")
    (score,) = read_scores("winomt", [path])
    assert score.scores["accuracy"].value == 50.0
    assert score.scores["accuracy_anti"].value is None
    assert professions(score)["nurse"]["female"] == Recall(2, 1)

    text = tmp_path / "text"
    text.write_text("uno dos tres cuatro cinco\n", encoding="utf-8")
    found = score_testset(text, text, "es", ScoreOptions("s"))
    path.write_text(json.dumps(found.as_json()), encoding="utf-8")
    (quality,) = read_scores("bleu", [path])
    assert quality.scores["bleu"].value == pytest.approx(100)


@pytest.mark.parametrize(
    ("key", "end", "number", "said"),
    [
        ("accuracy", "value", 99.0, "its outcomes give value 62.5"),
        ("accuracy", "low", 61.0, "its outcomes give value 62.5"),
        ("accuracy", "value", -5, "expected numbers from 0 to 100"),
        ("delta_s", "value", 3.0, "its outcomes give value 25.0"),
        ("accuracy_whole", "value", 101, "expected numbers from 0 to 100"),
    ],
)
def test_edited_figures_are_refused(
    winomt: Any, tmp_path: Path, key: str, end: str, number: float, said: str, capsys: Any
) -> None:
    outcomes = {"gold": "mmmmffff", "half": "ppaappaa", "predicted": "mmmmfmmm"}
    path = winomt("1.json", lambda data: data.update(outcomes=outcomes))
    data = json.loads(path.read_text())
    del data["counts"]["by_profession"]  # of other outcomes
    path.write_text(json.dumps(data))
    (score,) = read_scores("winomt", [path])
    assert score.scores["accuracy"].value == 62.5
    data = json.loads(path.read_text())
    data["scores"][key][end] = number
    path.write_text(json.dumps(data))
    with raises("report.edited", "1.json", str(key), str(end), str(number), str(said)):
        read_scores("winomt", [path])
    assert main(["score", "compare", str(path), str(path)]) == 1
    assert f'"scores.{key}" has' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda c: c.update(rows=9), '"counts.rows" is 9; its outcomes give 8'),
        (lambda c: c["confusion"]["female"].update(female=4, male=0), "confusion.female"),
        (lambda c: c["confusion"]["male"].update(male="4"), "confusion.male.male"),
    ],
)
def test_edited_counts_are_refused(winomt: Any, edit: Any, said: str) -> None:
    outcomes = {"gold": "mmmmffff", "half": "ppaappaa", "predicted": "mmmmfmmm"}
    path = winomt("1.json", lambda data: data.update(outcomes=outcomes))
    data = json.loads(path.read_text())
    edit(data["counts"])
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match=said):
        read_scores("winomt", [path])


@pytest.mark.parametrize("outcomes", [{}, None])
def test_a_file_without_outcomes_is_named(
    winomt: Any, outcomes: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = winomt(f"{outcomes}.json", outcomes=outcomes)
    read_scores("winomt", [path, winomt("b.json", system="b")])
    assert f"{path}: the file has no outcomes of its sentences" in capsys.readouterr().err


def test_outcomes_of_another_length_are_refused(winomt: Any) -> None:
    outcomes = {"gold": "mmmmffff", "half": "ppaappaa", "predicted": "mmmmfmmm"}
    path = winomt("1.json", outcomes=outcomes)
    data = json.loads(path.read_text())
    data["outcomes"]["gold"] = "mmmmfff"
    path.write_text(json.dumps(data))
    with raises("report.outcome-lengths"):
        read_scores("winomt", [path])


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda data: data["scores"]["bleu"].update(value=99.0), '"scores.bleu" has value 99.0'),
        (lambda data: data["scores"]["chrf"].update(value=12.5), '"scores.chrf" has value 12.5'),
        (lambda data: data["counts"].update(bleu=[6, 6, 7, 4, 3, 2, 6, 5, 4, 3]), "not those of"),
        (lambda data: data["counts"].update(bleu=[9, 6, 6, 5, 4, 3, 6, 5, 4, 3]), "not those of"),
        (lambda data: data["counts"].update(bleu=[6, 6, 1, 2, 3, 2, 6, 5, 4, 3]), "not those of"),
        (lambda data: data["counts"]["chrf"].__setitem__(2, 10**6), "not those of"),
        (lambda data: data["counts"]["chrf"].__setitem__(2, -1), "not those of"),
        (lambda data: data["counts"]["bleu"].pop(), '"counts" are not those of bleu'),
        (lambda data: data["counts"].update(bleu="many"), '"counts" are not those of bleu'),
    ],
)
def test_edited_scores_of_bleu_are_refused(tmp_path: Path, edit: Any, said: str) -> None:
    from cdaflow.scoring.bleu import score_testset
    from cdaflow.scoring.report import ScoreOptions

    text, reference = tmp_path / "text", tmp_path / "reference"
    text.write_text("uno dos tres cuatro cinco seis\n", encoding="utf-8")
    reference.write_text("uno dos tres cuatro cinco siete\n", encoding="utf-8")
    data = score_testset(text, reference, "es", ScoreOptions("s")).as_json()
    path = tmp_path / "bleu.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    (score,) = read_scores("bleu", [path])
    assert 50 < float(score.scores["bleu"].value or 0) < 100
    edit(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_scores("bleu", [path])
