from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import ConfigError
from cdaflow.scoring.bleu import score_testset
from cdaflow.scoring.report import ScoreOptions, json_text
from cdaflow.tables.contents import read_table
from cdaflow.tables.markup import table_html
from cdaflow.tables.metrics import metric_table
from cdaflow.tables.render import csv_text, markdown_text, terminal_text
from cdaflow.tables.scores import read_scores
from cdaflow.tables.table import Table


def scored(name: str, value: float) -> Any:
    """Return a change of a score file: `name` gets another value."""
    return lambda data: data["scores"][name].update(value=value, low=None, high=None)


def rows(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_text(table))))


#: 20 men and 20 women; the baseline has 20 right, "tuned" 30: 10 women more, nobody fewer.
OUTCOMES = {"gold": "m" * 20 + "f" * 20, "half": "pa" * 20, "predicted": "m" * 40}
TUNED = OUTCOMES | {"predicted": "m" * 30 + "f" * 10}


def with_outcomes(outcomes: dict[str, str]) -> Any:
    return lambda data: data.update(outcomes=outcomes)


@pytest.fixture
def pair(winomt: Any) -> list[Path]:
    return [
        winomt("1.json", with_outcomes(OUTCOMES)),
        winomt("2.json", with_outcomes(TUNED), system="tuned"),
    ]


def test_best_of_each_language_by_direction(winomt: Any) -> None:
    def better(data: Any) -> None:
        for name, value in (("accuracy", 75.0), ("delta_s", -5.0), ("unknown_rate", 20.0)):
            scored(name, value)(data)

    paths = [winomt("1.json"), winomt("2.json", better, system="tuned")]
    table = metric_table(read_scores("winomt", [*paths, winomt("3.json", language="fr")]))
    first, second, alone = rows(table)
    # ΔS 16.7 against -5: nearer to 0 is better. Unknown 12.5 against 20: fewer is better.
    # What is equal in both has no best, nor has a language with one system.
    assert (first["best"], second["best"], alone["best"]) == ("unknown", "accuracy delta_s", "")
    text = markdown_text(table)
    assert "| fr | baseline | 50.0 [21.5, 78.5] |" in text
    assert "| **12.5** |" in text
    assert "Bold: the best of its language." in text


@pytest.mark.parametrize(
    ("seed", "said"),
    [(1, "One training of each system"), (None, "The scores of these systems name no training")],
)
def test_every_output_says_that_a_row_is_one_training(
    winomt: Any, bleu: Any, arguments: list[str], tmp_path: Path, seed: int | None, said: str
) -> None:
    pair = [
        winomt("1.json", with_outcomes(OUTCOMES), training=seed),
        winomt("2.json", with_outcomes(TUNED), system="tuned", training=seed),
    ]
    for table in (
        metric_table(read_scores("winomt", pair)),
        metric_table(read_scores("bleu", [bleu("a.json", training=seed)])),
    ):
        assert said in markdown_text(table)
        assert said in terminal_text(table)
    page = tmp_path / "report.html"
    start = arguments.index("--sentences")  # two tables of sentences, which are of other rows
    assert main([*arguments[:start], *arguments[start + 3 :], str(page)]) == 0
    assert said in page.read_text()


def test_equal_as_shown_are_both_best(winomt: Any) -> None:
    paths = [
        winomt(f"{value}.json", scored("accuracy", value), system=str(value))
        for value in (60.01, 60.04, 50.0)
    ]
    assert [row["best"] for row in rows(metric_table(read_scores("winomt", paths)))] == [
        "accuracy",
        "accuracy",
        "",
    ]


def test_differences_from_the_baseline(pair: list[Path]) -> None:
    table = metric_table(read_scores("winomt", pair))
    first, second = rows(table)
    assert (first["baseline"], first["accuracy_p"]) == ("", "")
    assert second["baseline"] == "baseline"
    assert float(second["accuracy_p"]) == pytest.approx(2 / 2**10, rel=1e-3)
    # 5 rows better in each half: 2 / 2^5 is not below 0.05, nor does ΔS differ.
    assert float(second["pro_p"]) == pytest.approx(1 / 16)
    assert float(second["delta_s_p"]) > 0.05
    assert float(second["delta_r_p"]) < 0.05
    markdown = markdown_text(table)
    assert "| es | tuned | **75.0**\\* [" in markdown
    assert "\\* differs from the baseline (baseline), p \\< 0.05: exact sign-flip test" in markdown
    shown = terminal_text(table)
    assert "75.0*" in shown
    assert "**" not in shown
    page = table_html(table, "t")
    assert '<td class="number"><strong>75.0</strong>*' in page
    assert "differs from the baseline" in page


def test_table_read_back_is_marked_alike(pair: list[Path], tmp_path: Path) -> None:
    table = metric_table(read_scores("winomt", pair))
    path = tmp_path / "t.csv"
    path.write_text(csv_text(table), encoding="utf-8")
    assert markdown_text(read_table(path)) == markdown_text(table)
    assert terminal_text(read_table(path)) == terminal_text(table)
    # A p-value that somebody spoilt is no star, and no fault.
    path.write_text(csv_text(table).replace(rows(table)[1]["accuracy_p"], "n/a"), encoding="utf-8")
    assert "**75.0** |" in markdown_text(read_table(path))


def test_baseline_by_name(pair: list[Path], tmp_path: Path, capsys: Any) -> None:
    first, second = rows(metric_table(read_scores("winomt", pair), "tuned"))
    assert (first["baseline"], second["baseline"]) == ("tuned", "")
    output = tmp_path / "t.csv"
    command = ["tables", "winomt", *map(str, pair), "--output", str(output)]
    assert main([*command, "--baseline", "tuned"]) == 0
    with open(output, encoding="utf-8", newline="") as handle:
        first = next(csv.DictReader(handle))
    assert (first["baseline"], first["accuracy_p"]) == ("tuned", "0.001953")
    # 10 of 40 rows fewer, and the same in each resample of the difference but for their number.
    assert first["accuracy_gain"] == "-25.0"
    assert float(first["accuracy_gain_low"]) < -25 < float(first["accuracy_gain_high"]) < 0
    assert main([*command, "--baseline", "absent"]) == 1
    assert "'absent' is not among the systems" in capsys.readouterr().err
    with pytest.raises(ConfigError):
        metric_table(read_scores("winomt", pair), "absent")


def test_scores_that_cannot_be_tested_stand_without_a_star(
    pair: list[Path], winomt: Any, capsys: Any
) -> None:
    other = winomt("3.json", with_outcomes(TUNED), system="c", signature="winomt|data:2|seed:1")
    old = winomt("4.json", system="d")
    table = metric_table(read_scores("winomt", [*pair, other, old]))
    assert [row["baseline"] for row in rows(table)] == ["", "baseline", "", ""]
    told = capsys.readouterr().err
    assert "3.json: c is not tested against baseline" in told
    assert "data:2" in told
    assert "4.json: d is not tested" in told
    assert "no outcomes" in told


def quality(folder: Path, name: str, share: int, testset: str = "test", **options: Any) -> Path:
    """Write the BLEU score file of a system of which every n-th line differs."""
    lines = [f"La persona de la casa {n} llegó ayer por la tarde con otra." for n in range(40)]
    reference, text = folder / "reference.txt", folder / f"{name}.txt"
    reference.write_text("\n".join(line.replace("ayer", "hoy") for line in lines))
    changed = [line.replace("casa", "lejana vivienda") for line in lines]
    text.write_text("\n".join(lines[n] if n % share else changed[n] for n in range(40)))
    options = {"bootstrap": 100, "seed": 1} | options
    report = score_testset(text, reference, "es", ScoreOptions(name, **options), testset)
    path = folder / f"{name}.{testset}.json"
    path.write_text(json_text(report.as_json()))
    return path


def test_bleu_is_marked(tmp_path: Path, capsys: Any) -> None:
    paths = [quality(tmp_path, "baseline", 2), quality(tmp_path, "tuned", 9)]
    paths.append(quality(tmp_path, "baseline", 2, "news"))
    output, markdown = tmp_path / "b.csv", tmp_path / "b.md"
    command = ["tables", "bleu", *map(str, paths), "--output", str(output)]
    command += ["--markdown", str(markdown)]
    assert main(command) == 0
    with open(output, encoding="utf-8", newline="") as handle:
        first, second, news = csv.DictReader(handle)
    assert (first["best"], second["best"], news["best"]) == ("", "bleu chrf", "")
    assert (first["baseline"], second["baseline"]) == ("", "baseline")
    assert [float(second[name]) < 0.05 for name in ("bleu_p", "chrf_p")] == [True, True]
    text = markdown.read_text(encoding="utf-8")
    assert f"| **{second['bleu']}**\\* [" in text
    assert "paired bootstrap over sentences" in text
    # A file without its sentences has nothing to be marked, which is said.
    old = json.loads(paths[1].read_text())
    del old["outcomes"]
    paths[1].write_text(json.dumps(old))
    capsys.readouterr()
    assert main(command) == 0
    assert "\\*" not in markdown.read_text(encoding="utf-8")
    assert "no outcomes of its sentences (score it again)" in capsys.readouterr().err


def test_bleu_has_no_mean_over_languages_with_references_of_their_own(
    tmp_path: Path, capsys: Any
) -> None:
    paths = [quality(tmp_path, name, 2) for name in ("baseline", "tuned")]
    for path in list(paths):
        report = json.loads(path.read_text()) | {"language": "fr"}
        for score in report["scores"].values():
            score["signature"] = score["signature"].replace("data:", "data:f")
        paths.append(path.with_suffix(".fr.json"))
        paths[-1].write_text(json.dumps(report))
    table = metric_table(read_scores("bleu", paths), mean_of_languages=True)
    assert {row["language"] for row in table.records} == {"es", "fr"}
    assert "they are of different test sets" in capsys.readouterr().err


def test_report_shows_the_marks(pair: list[Path], tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    command = ["tables", "report", "--winomt-scores", *map(str, pair), "--output", str(page)]
    assert main(command) == 0
    assert "<strong>75.0</strong>*" in page.read_text(encoding="utf-8")
