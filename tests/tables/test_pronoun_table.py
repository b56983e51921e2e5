"""The table of pronoun errors, from outcomes counted by hand."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.scoring.pronoun_errors import METRIC
from cdaflow.tables.contents import read_table
from cdaflow.tables.metrics import metric_table
from cdaflow.tables.render import terminal_text
from cdaflow.tables.scores import read_scores

from ..errors import raises

NAMES = {"s": "same", "o": "other-gender", "g": "gender-not-shown", "e": "elided"}


def with_pronouns(she: str, he: str) -> Any:
    """Return a change of a score file: letters of the outcomes of each "she" and "he"."""

    def change(data: Any) -> None:
        cells = {
            gender: {"rows": len(letters), **{n: letters.count(k) for k, n in NAMES.items()}}
            for gender, letters in (("female", she), ("male", he))
        }
        none = dict.fromkeys(("rows", *NAMES.values()), 0)
        other = {"female": {**none, "rows": 1, "other-gender": 1}, "male": none}
        data["counts"]["pronouns"] = {"nominative": cells, "other": other}
        # A row of "him" in front, which is none of the two.
        data["outcomes"] = {
            "gold": "m" + "f" * len(she) + "m" * len(he),
            "predicted": "m" * (1 + len(she) + len(he)),
            "half": "-" * (1 + len(she) + len(he)),
            "pronoun": "-" + she + he,
        }

    return change


def test_rates_counts_and_tests(winomt: Any, tmp_path: Path) -> None:
    base = winomt("1.json", with_pronouns("s" * 18 + "ge", "s" * 10))
    other = winomt("2.json", with_pronouns("s" * 9 + "o" * 9 + "ge", "s" * 9 + "o"), system="gb")
    out = tmp_path / "pronouns.csv"
    markdown = tmp_path / "pronouns.md"
    files = [str(base), str(other), "--output", str(out), "--markdown", str(markdown)]
    assert main(["tables", "pronouns", *files]) == 0
    first, second = csv.DictReader(out.read_text(encoding="utf-8").splitlines())
    assert tuple(first) == METRIC.columns
    assert [first[f"{n}_error"] for n in ("she", "he", "both")] == ["0.0"] * 3
    # 9 of 18; Wilson's interval of a half of 18: 0.5 +- 1.96 sqrt(18/4 + 0.96) / 21.84.
    cells = ("she_error", "she_error_low", "she_error_high", "he_error", "both_error", "elided")
    assert [second[name] for name in cells] == ["50.0", "29.0", "71.0", "10.0", "35.7", "3.3"]
    names = ("she_rows", "she_same", "she_other", "she_not_shown", "she_elided", "he_rows")
    assert [second[name] for name in names] == ["20", "9", "9", "1", "1", "10"]
    assert (second["oblique_error"], second["oblique_rows"]) == ("100.0", "1")
    # Nine sentences differ one way: at least 2 / 2^9. One sentence of "he" can show nothing.
    assert 0.0039 <= float(second["she_error_p"]) < 0.01
    assert float(second["he_error_p"]) > 0.3
    assert (first["best"], second["best"]) == ("she_error he_error both_error", "")
    assert (first["baseline"], second["baseline"]) == ("", "baseline")
    text = markdown.read_text(encoding="utf-8")
    assert "| gb | 50.0\\* [29.0, 71.0] | 10.0 [1.8, 40.4] | 35.7\\*" in text
    assert "| 18/20 | 10/10 |" in text
    assert terminal_text(read_table(out)) == terminal_text(
        metric_table(read_scores("pronouns", [base, other]))
    )


def test_dropped_pronouns_have_no_error_rate(winomt: Any) -> None:
    (score,) = read_scores("pronouns", [winomt("1.json", with_pronouns("ee", "e"))])
    (record,) = metric_table([score]).records
    assert (record["both_error"], record["elided"]) == ("", "100.0")


def test_he_and_she_of_a_sentence_are_one_for_an_interval(winomt: Any) -> None:
    def twins(data: Any) -> None:
        with_pronouns("o" * 9 + "s" * 9, "o" * 9 + "s" * 9)(data)
        data["clusters"] = " ".join(map(str, (99, *range(18), *range(18))))

    paired, single = (
        metric_table(read_scores("pronouns", [winomt(name, change)])).records[0]
        for name, change in (("1.json", twins), ("2.json", with_pronouns("os" * 9, "os" * 9)))
    )
    ends = ("both_error", "both_error_low", "both_error_high")
    # Of single rows Wilson's interval of 18 of 36; both of a sentence are wrong, or none, so these
    # are worth 36 (1/4 / 35) / (18/17 * 18 / 36^2) = 17.49: 0.5 +- 1.96 / 2 / sqrt(17.49 + 3.84).
    assert [single[name] for name in ends] == ["50.0", "34.5", "65.5"]
    assert [paired[name] for name in ends] == ["50.0", "28.8", "71.2"]
    assert [paired[f"she_error_{end}"] for end in ("low", "high")] == ["29.0", "71.0"]


def test_no_test_without_the_sentences(winomt: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def otherwise(data: Any) -> None:
        with_pronouns("so", "s")(data)
        data["outcomes"]["gold"] = "mmmn"  # the pronoun of a row of another gender

    base = winomt("1.json", with_pronouns("ss", "s"))
    for name, change in (("2", otherwise), ("3", lambda data: data.pop("outcomes"))):

        def both(data: Any, change: Any = change) -> None:
            with_pronouns("so", "s")(data)
            change(data)

        other = winomt(f"{name}.json", both, system="gb")
        record = metric_table(read_scores("pronouns", [base, other])).records[1]
        assert (record["she_error"], record["she_error_p"]) == ("50.0", "")
        assert "not tested against" in capsys.readouterr().err


def test_faults(winomt: Any) -> None:
    path = winomt("1.json")
    assert not METRIC.applies(json.loads(path.read_text()))
    with raises("key.missing", "counts.pronouns"):
        read_scores("pronouns", [path])

    path = winomt("2.json", with_pronouns("ss", "s"))
    data = json.loads(path.read_text())
    data["counts"]["pronouns"]["nominative"]["female"]["same"] = 1
    path.write_text(json.dumps(data))
    assert METRIC.applies(json.loads(path.read_text()))
    for name in ("pronouns", "winomt"):
        with raises("report.pronoun-counts-malformed"):
            read_scores(name, [path])
    scores = read_scores("pronouns", [winomt("3.json", with_pronouns("ss", "s"))])
    with raises("baseline.unknown"):
        metric_table(scores, "nobody")
