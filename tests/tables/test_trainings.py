"""Systems that were trained several times, in tables, figures and report."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.scoring.metric import Outcomes
from cdaflow.scoring.observed import figures
from cdaflow.scoring.pronouns import PronounOutcome
from cdaflow.scoring.report import ScoreOptions
from cdaflow.scoring.winomt_figures import METRIC
from cdaflow.statistics.estimates import as_json, wilson
from cdaflow.statistics.trainings import TrainingsEstimate
from cdaflow.tables.contents import read_table
from cdaflow.tables.metrics import metric_table
from cdaflow.tables.published import published_beside
from cdaflow.tables.render import csv_text, markdown_text, terminal_text
from cdaflow.tables.score_figures import figure_basis
from cdaflow.tables.scores import confusion, professions, read_scores
from cdaflow.tables.trainings import aggregate

from ..errors import raises

#: 20 sentences with "he" and the same with "she".
PAIRS = 20

Trained = Callable[..., str]


@pytest.fixture
def trained(winomt: Any) -> Trained:
    """Return a function that writes the scores of a training: all men and some women are right."""

    def write(
        system: str, seed: int | None, women: int, language: str = "es", base: int | None = None
    ) -> str:
        outcomes = {
            "gold": "mf" * PAIRS,
            "half": "pa" * PAIRS,
            "predicted": "mf" * women + "mm" * (PAIRS - women),
        }
        clusters = [row // 2 for row in range(2 * PAIRS)]
        fields: dict[str, Any] = {"outcomes": outcomes, "clusters": " ".join(map(str, clusters))}
        (rows,) = METRIC.observed(Outcomes("", {"training": seed, **fields}))  # type: ignore[misc]

        def change(data: Any) -> None:
            data["scores"] |= as_json(ScoreOptions().estimates(METRIC, rows.rows, clusters))
            data["counts"]["rows"] = 2 * PAIRS
            data["counts"]["confusion"] = {
                "male": {"male": PAIRS}, "female": {"female": women, "male": PAIRS - women},
            }  # fmt: skip
            for gender, correct in (("male", PAIRS), ("female", women)):
                nurse = data["counts"]["by_profession"].setdefault("nurse", {})
                nurse[gender] = {"gold": PAIRS, "correct": correct}

        name = f"{language}.{system}.{seed}.json"
        fields |= {"base_training": base} if base else {}
        path = winomt(name, change, system=system, training=seed, language=language, **fields)
        return str(path)

    return write


@pytest.fixture
def scores(trained: Trained) -> list[str]:
    """Score files: a baseline with four trainings, of which the other system has two."""
    baseline = [trained("baseline", seed, women) for seed, women in enumerate((4, 6, 8, 10), 1)]
    return [*baseline, trained("gb", 3, 16), trained("gb", 2, 12)]


def rows(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def test_a_row_is_the_mean_of_its_trainings(scores: list[str], tmp_path: Path) -> None:
    output, markdown = tmp_path / "t.csv", tmp_path / "t.md"
    command = ["tables", "winomt", *scores, "--output", str(output), "--markdown", str(markdown)]
    assert main(command) == 0
    base, other = rows(output)
    # (20 + women) of 40: 60, 65, 70 and 75 %, and 80 and 90 %.
    assert [(row["trainings"], row["seeds"]) for row in (base, other)] == [
        ("4", "1 2 3 4"), ("2", "2 3"),
    ]  # fmt: skip
    assert (base["accuracy"], base["accuracy_sd"]) == ("67.5", "6.5")
    assert (other["accuracy"], other["accuracy_sd"]) == ("85.0", "7.1")
    for name in ("accuracy", "delta_r", "f1_female"):
        for ends in (("low", "high"), ("crossed_low", "crossed_high")):
            low, high = (float(base[f"{name}_{end}"]) for end in ends)
            assert low < float(base[name]) < high
    # Against trainings 2 and 3 of the baseline: (80 + 90) / 2 - (65 + 70) / 2.
    assert (other["baseline"], other["paired"], other["accuracy_gain"]) == (
        "baseline", "2 3", "17.5",
    )  # fmt: skip
    assert float(other["accuracy_gain_low"]) < 17.5 < float(other["accuracy_gain_high"])
    assert other["accuracy_p"]
    # The sentences are as many in each training; counts are their means.
    assert base["rows"] == "40"
    text = markdown.read_text(encoding="utf-8")
    (low, high), crossed = (
        [base[f"accuracy{e}_{end}"] for end in ("low", "high")] for e in ("", "_crossed")
    )
    assert f"| es | baseline | 4 | 67.5 [{low}, {high}] ({', '.join(crossed)}) |" in text
    assert "Means over trainings: 4 of baseline (seeds 1 to 4); 2 of gb (seeds 2 to 3)." in text
    assert "which cover the variation between trainings" in text
    # A gain is not of all trainings whose means stand beside it.
    assert "\\* and gains of gb are over trainings 2 to 3, which the baseline has as well;" in text
    assert text.index("Means over") < text.index("| Language |")


def test_the_test_of_several_trainings_is_named(trained: Trained, tmp_path: Path) -> None:
    women = {"baseline": (4, 5, 6), "gb": (16, 17, 17)}
    paths = [
        trained(system, seed, right)
        for system, found in women.items()
        for seed, right in enumerate(found, 1)
    ]
    table = metric_table(read_scores("winomt", paths))
    assert float(table.records[1]["accuracy_p"]) < 0.01
    text = markdown_text(table)
    assert "Means over 3 trainings of each system (seeds 1 to 3)." in text
    assert "p \\< 0.05: t test of the differences between trainings with equal seeds" in text
    assert "over trainings and sentences (1000 resamples, seed 1); not corrected" in text
    assert "sign-flip" not in text
    # Both have the same trainings, all trained here.
    assert "and gains of" not in text
    assert "not trained here" not in text
    # A model that was not trained here stands against every training.
    table = metric_table(read_scores("winomt", [*paths, trained("own", None, 20)]))
    assert [row["paired"] for row in table.records] == ["", "1 2 3", "1 2 3"]
    assert "a model that was not trained here against each training and held" in table.notes[0]
    assert "Means over 3 trainings of each system (seeds 1 to 3). own was not trained here: " in (
        table.lead
    )


def test_one_training_in_common_is_tested_alone(trained: Trained) -> None:
    paths = [trained("baseline", seed, 4 + seed) for seed in (1, 2, 3)]
    table = metric_table(
        read_scores("winomt", [*paths, trained("gb", 3, 18), trained("gb", 4, 17)])
    )
    other = table.records[1]
    # All trainings are in the means, training 3 (18 women against 7) in the difference.
    assert (other["trainings"], other["accuracy"], other["paired"]) == ("2", "93.8", "3")
    assert (other["accuracy_gain"], other["accuracy_p"]) == ("27.5", f"{2 / 2**11:.4g}")
    assert any("es gb: shares only training 3 with the baseline" in s for s in table.cautions)
    assert "sign-flip" in markdown_text(table)


@pytest.mark.parametrize("bases", [(1,), (1, 2)])
def test_trainings_that_start_from_one_of_the_baseline(
    trained: Trained, bases: tuple[int, ...]
) -> None:
    paths = [trained("baseline", seed, 4 * seed) for seed in bases]
    paths += [trained("gb", seed, 14 + 2 * seed, base=1) for seed in (1, 2, 3)]
    table = metric_table(read_scores("winomt", paths))
    base, other = table.records
    # 24 of 40 are right in training 1 of the baseline; 36, 38 and 40 here.
    assert (other["seeds"], other["paired"], other["paired_base"]) == ("1 2 3", "1 2 3", "1")
    assert (other["accuracy"], other["accuracy_gain"]) == ("95.0", "35.0")
    assert (base["paired"], base["paired_base"]) == ("", "")
    text = markdown_text(table)
    assert "gb all start from training 1 of the baseline, which is held fixed in their" in text
    assert "start from one training of the baseline against that one; not corrected" in text
    assert "over trainings 1 to 3, which the baseline has as well" not in text
    assert table.cautions == ()
    assert f"{len(bases) if len(bases) > 1 else 'one'} of baseline" in table.lead


def test_single_trainings_of_other_seeds(trained: Trained) -> None:
    paths = [trained("baseline", 1, 4), trained("gb", 3, 18), trained("own", None, 19)]
    table = metric_table(read_scores("winomt", paths))
    assert table.lead.startswith("One training of each system: ")
    assert table.lead.endswith("own was not trained here: its intervals cover sentences alone.")
    basis = figure_basis(read_scores("winomt", paths))
    assert basis.startswith("one training of each system; ")
    assert basis.endswith("; not trained here: own")
    assert table.cautions == (
        "Caution: es gb: training 3 is tested against training 1 of the baseline, so the "
        "difference between the systems includes the difference between the seeds.",
    )


def test_a_figure_that_one_training_lacks(trained: Trained) -> None:
    paths = [trained("baseline", seed, 4 + seed) for seed in (1, 2)]
    table = metric_table(read_scores("winomt", paths))
    assert not [note for note in table.notes if "not defined" in note]
    data = json.loads(Path(paths[0]).read_text())
    data["scores"]["delta_s"] = {"value": None, "low": None, "high": None}
    changed(paths[0], scores=data["scores"], outcomes={})
    table = metric_table(read_scores("winomt", paths))
    assert table.records[0]["delta_s"] == ""
    assert "–: not defined in one training at least, so that there is no mean." in table.notes


def test_counts_that_are_no_whole_numbers(winomt: Any) -> None:
    def heard(same: int) -> Any:
        def change(data: Any) -> None:
            counts = {outcome.value: 0 for outcome in PronounOutcome} | {"rows": 4}
            counts |= {PronounOutcome.SAME.value: same, PronounOutcome.OTHER.value: 3 - same}
            counts[PronounOutcome.ELIDED.value] = 1
            cells = dict.fromkeys(("male", "female"), counts)
            data["counts"]["pronouns"] = {"nominative": cells, "other": cells}

        return change

    paths = [winomt(f"{n}.json", heard(n), training=n, outcomes={}) for n in (1, 2)]
    (row,) = metric_table(read_scores("pronouns", paths)).records
    assert (row["she_same"], row["she_other"], row["she_error"]) == ("1.5", "1.5", "50.0")
    text = markdown_text(metric_table(read_scores("pronouns", paths)))
    assert "| 3/4 |" in text


def test_a_table_read_back_says_the_trainings(scores: list[str], tmp_path: Path) -> None:
    for single in (False, True):
        table = metric_table(read_scores("winomt", scores), single=single)
        path = tmp_path / "t.csv"
        path.write_text(csv_text(table), encoding="utf-8")
        assert markdown_text(read_table(path)) == markdown_text(table)
        assert terminal_text(read_table(path)) == terminal_text(table)


def test_intervals_of_means_stand_below_them_on_a_terminal(scores: list[str]) -> None:
    table = metric_table(read_scores("winomt", scores))
    lines = terminal_text(table).split("\n")
    (first,) = (n for n, line in enumerate(lines) if line.startswith("es        baseline"))
    start = lines[first].index("67.5")
    record = table.records[0]
    assert lines[first + 1].split()[:2] == [
        f"[{record['accuracy_low']},", f"{record['accuracy_high']}]",
    ]  # fmt: skip
    assert lines[first + 2].lstrip().startswith(f"({record['accuracy_crossed_low']}, ")
    # Flush right, so that the eye finds all three.
    assert lines[first][start:].index(" ") + start == lines[first + 1].index("]") + 1
    assert max(map(len, lines[: first + 5])) < 200
    assert lines[2].startswith("Means over trainings: 4 of baseline")


def test_single_trainings(scores: list[str], tmp_path: Path) -> None:
    output, markdown = tmp_path / "t.csv", tmp_path / "t.md"
    command = ["tables", "winomt", *scores, "--single", "--output", str(output)]
    assert main([*command, "--markdown", str(markdown)]) == 0
    found = rows(output)
    assert [(row["system"], row["seeds"], row["accuracy"]) for row in found] == [
        ("baseline", "1", "60.0"), ("baseline", "2", "65.0"), ("baseline", "3", "70.0"),
        ("baseline", "4", "75.0"), ("gb", "2", "80.0"), ("gb", "3", "90.0"),
    ]  # fmt: skip
    assert all(not (row["best"] or row["accuracy_p"] or row["accuracy_sd"]) for row in found)
    text = markdown.read_text(encoding="utf-8")
    assert "| Language | System | Seed | Acc |" in text
    assert "Each row is one training of a system, named by its seed" in text


def test_one_training_stays_one(trained: Trained) -> None:
    (score,) = aggregate(read_scores("winomt", [trained("baseline", 7, 4)]))
    assert not isinstance(score.scores["accuracy"], TrainingsEstimate)
    table = metric_table([score])
    assert "Trainings" not in [column.header for column in table.view]
    assert table.lead.startswith("One training of each system: intervals and tests cover the sent")
    assert (table.records[0]["trainings"], table.records[0]["seeds"]) == ("1", "7")


def test_counts_of_several_trainings_are_means(scores: list[str]) -> None:
    (base, _) = aggregate(read_scores("winomt", scores))
    assert confusion(base)["female"] == {"female": 7.0, "male": 13.0}
    recall = professions(base)["nurse"]["female"]
    assert (recall.gold, recall.correct, recall.percent) == (20, 7.0, 35.0)


def changed(path: str, **fields: Any) -> str:
    data = json.loads(Path(path).read_text()) | fields
    Path(path).write_text(json.dumps(data))
    return path


def test_trainings_that_cannot_be_told_apart(trained: Trained, tmp_path: Path) -> None:
    first, second = trained("gb", 1, 4), trained("gb", 2, 4)
    changed(first, training=2)
    with raises("score-file.duplicate", "2"):
        read_scores("winomt", [first, second])
    with raises("score-file.unknown-training") as caught:
        read_scores("winomt", [changed(first, training=None), second])
    assert caught.value.file == first
    with raises("key.not-a-count", '"training" must be'):
        read_scores("winomt", [changed(first, training="1")])
    changed(first, training=1, signature="winomt|data:other|seed:1")
    with raises("training.scored-otherwise", "2", "gb") as caught:
        metric_table(read_scores("winomt", [first, second]))
    assert caught.value.file == second


def test_a_training_that_a_language_lacks_is_named(trained: Trained) -> None:
    paths = [trained("gb", seed, 4, language) for language in ("es", "fr") for seed in (1, 2, 3)]
    table = metric_table(read_scores("winomt", paths[:-1]))
    assert (
        "Caution: gb was trained with different seeds in different languages: 1 2 3 in es; "
        "1 2 in fr." in table.cautions
    )
    assert "3 of gb (es) (seeds 1 to 3); 2 of gb (fr) (seeds 1 to 2)" in table.lead
    assert not metric_table(read_scores("winomt", paths)).cautions


def test_mean_over_languages(trained: Trained, tmp_path: Path) -> None:
    women = {
        "es": {"baseline": (4, 8), "gb": (16, 20)},
        "fr": {"baseline": (8, 12), "gb": (12, 20)},
    }
    paths = [
        trained(system, seed, right, language)
        for language, systems in women.items()
        for system, found in systems.items()
        for seed, right in enumerate(found, 1)
    ]
    output = tmp_path / "t.csv"
    command = ["tables", "winomt", *paths, "--mean-of-languages", "--output", str(output)]
    assert main(command) == 0
    base, other = (row for row in rows(output) if row["language"] == "all")
    # Training 1: (60 + 70) / 2, training 2: (70 + 80) / 2; the other 85 and 100.
    assert (base["accuracy"], base["accuracy_sd"], base["seeds"]) == ("70.0", "7.1", "1 2")
    assert (other["accuracy"], other["accuracy_gain"], other["paired"]) == ("92.5", "22.5", "1 2")
    assert float(base["accuracy_low"]) < 70 < float(base["accuracy_high"])
    assert (other["baseline"], base["signature"]) == ("baseline", "mean:es+fr")
    assert float(other["accuracy_p"]) > 0
    # Without fr there is nothing to be averaged, and gb is not in every language.
    alone = metric_table(read_scores("winomt", paths[:4]), mean_of_languages=True)
    assert {row["language"] for row in alone.records} == {"es"}
    part = metric_table(read_scores("winomt", paths[:6]), mean_of_languages=True)
    assert [r["system"] for r in part.records if r["language"] == "all"] == ["baseline"]


@pytest.mark.parametrize("women", [0, PAIRS])
@pytest.mark.parametrize("seeds", [(1,), (1, 2)])
def test_a_mean_over_languages_is_never_certain(
    trained: Trained, women: int, seeds: tuple[int, ...]
) -> None:
    """No woman is right in any training of any language, or all rows are: 0 or 100, not surely."""
    paths = [trained("a", seed, women, one) for one in ("es", "fr") for seed in seeds]
    table = metric_table(read_scores("winomt", paths), mean_of_languages=True)
    (mean,) = (row for row in table.records if row["language"] == "all")
    name = "accuracy" if women else "f1_female"
    assert float(mean[name]) == (100 if women else 0)
    ends = [mean[f"{name}_{end}"] for end in ("low", "high")]
    assert ends == ["", ""] or float(ends[0]) < float(ends[1])


def test_mean_over_languages_of_one_training(trained: Trained, capsys: Any) -> None:
    paths = [trained("a", 1, 4), trained("b", 1, 14), trained("a", 1, 8, "fr")]
    paths.append(trained("b", 1, 18, "fr"))
    table = metric_table(read_scores("winomt", paths), mean_of_languages=True)
    base, other = table.records[-2:]
    assert (base["language"], base["accuracy"], base["trainings"]) == ("all", "65.0", "1")
    assert float(base["accuracy_low"]) < 65 < float(base["accuracy_high"])
    assert (other["accuracy_gain"], other["paired"]) == ("25.0", "")
    # 14 pairs differ: pairs 4 to 13 in es, 8 to 17 in fr. All are gains, so that p is 2 / 2^14.
    assert other["accuracy_p"] == f"{2 / 2**14:.4g}"
    # Wilson's interval of 52 of 80 rows: the four of a pair are less alike than by chance.
    ends = wilson(52, 80) or (0, 0)
    assert [float(base[f"accuracy_{end}"]) for end in ("low", "high")] == [
        round(100 * end, 1) for end in ends
    ]
    # Scores of other sentences.
    for path in paths[2:]:
        data = json.loads(Path(path).read_text())
        data["outcomes"]["half"] = "ap" * PAIRS
        data["scores"] |= dict(figures(Outcomes("", data), METRIC))
        changed(path, outcomes=data["outcomes"], scores=data["scores"])
    table = metric_table(read_scores("winomt", paths), mean_of_languages=True)
    assert "all" not in {row["language"] for row in table.records}
    assert "the sentences are not the same" in capsys.readouterr().err


def test_what_has_no_mean_over_languages(trained: Trained, capsys: Any) -> None:
    def with_all(paths: list[str], baseline: str | None = None) -> list[tuple[str, ...]]:
        table = metric_table(read_scores("winomt", paths), baseline, mean_of_languages=True)
        names = ("system", "baseline", "seeds")
        return [tuple(r[n] for n in names) for r in table.records if r["language"] == "all"]

    paths = [trained(s, 1, 4, language) for s in ("a", "b") for language in ("es", "fr")]
    assert with_all(paths) == [("a", "", "1"), ("b", "a", "1")]
    # The baseline is not in the first language.
    assert with_all([paths[2], paths[1], paths[3]], "a") == [("b", "", "1")]
    # Single trainings with other seeds: the mean is of no seed.
    assert with_all([paths[0], trained("a", 2, 4, "fr")]) == [("a", "", "")]
    # Two test sets in one language are not two languages.
    data = json.loads(Path(paths[0]).read_text())
    more = trained("a", 3, 4)
    Path(more).write_text(json.dumps(data | {"testset": "other"}))
    assert with_all([paths[0], more, *paths[2:]]) == [("b", "", "1")]
    # The same numbers of rows of other sentences.
    for language, digest in (("es", "aa"), ("fr", "bb")):
        for system in ("a", "b"):
            changed(trained(system, 1, 4, language), signature=f"winomt|data:{digest}|seed:1")
    assert with_all(paths) == []
    assert "they are of different test sets" in capsys.readouterr().err
    with raises("mean.no-single-trainings"):
        metric_table(read_scores("winomt", paths), single=True, mean_of_languages=True)


def test_published_figures_beside_intervals(scores: list[str], tmp_path: Path) -> None:
    table = metric_table(read_scores("winomt", scores))
    beside = published_beside("naik2023", "winomt", table.records)
    base, other = (
        next(row for row in beside.records if row["system"] == name) for name in ("baseline", "gb")
    )
    record = table.records[0]
    for end in ("", "_low", "_high", "_crossed_low", "_crossed_high"):
        assert base[f"accuracy_here{end}"] == record[f"accuracy{end}"] != ""
    assert (other["gain_here"], other["gain_here_low"]) == (
        "17.5", table.records[1]["accuracy_gain_low"],
    )  # fmt: skip
    text = markdown_text(beside)
    low, high = record["accuracy_low"], record["accuracy_high"]
    assert f"| es | baseline | Baseline | 55.8 | 67.5 [{low}, {high}] (" in text
    assert "Ours: Means over trainings: 4 of baseline" in text
    assert "| Trainings here |" in text
    path = tmp_path / "p.csv"
    path.write_text(csv_text(beside), encoding="utf-8")
    assert markdown_text(read_table(path)) == text
    # The gain over another baseline than that of the table is the difference of the means.
    beside = published_beside("naik2023", "winomt", table.records, "gb")
    base = next(row for row in beside.records if row["system"] == "baseline")
    assert (base["gain_here"], base["gain_here_low"]) == ("-17.5", "")


def test_published_means_over_languages(trained: Trained) -> None:
    paths = [
        trained(system, seed, women, language)
        for language in ("de", "fr")
        for system, women in (("baseline", 4), ("gfst", 16))
        for seed in (1, 2)
    ]
    table = metric_table(read_scores("winomt", paths), mean_of_languages=True)
    beside = published_beside("choubey2021", "winomt", table.records)
    base, other = (
        next(r for r in beside.records if (r["language"], r["system"]) == ("all", name))
        for name in ("baseline", "gfst")
    )
    assert (base["accuracy"], base["accuracy_here"]) == ("52.4", "60.0")
    assert (other["accuracy"], other["accuracy_here"], other["gain"], other["gain_here"]) == (
        "58.8", "90.0", "6.4", "30.0",
    )  # fmt: skip
    assert float(base["accuracy_here_low"]) < 60 < float(base["accuracy_here_high"])
    assert other["gain_here_low"]
    assert "all: the mean over the languages, here de, fr, in the paper all of its." in (
        markdown_text(beside)
    )


@pytest.mark.parametrize("kind", ["pro-anti", "gains", "confusion", "gaps"])
def test_figures_of_several_trainings(scores: list[str], tmp_path: Path, kind: str) -> None:
    path = tmp_path / "f.svg"
    assert main(["tables", "figure", kind, *scores, "--output", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert "Means over trainings: 4 of baseline (seeds 1 to 4); 2 of gb (seeds 2 to 3)" in text
    assert main(["tables", "figure", kind, scores[0], scores[4], "--output", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert "One training of each system" in text


def marks(path: Path, style: str) -> list[float]:
    """Return where the marks of a style stand, from left to right as they were drawn."""
    body = path.read_text(encoding="utf-8").partition("</metadata>")[2]
    return [
        float(x) for x in re.findall(rf'<use xlink:href="#m\w+" x="([\d.]+)"[^>]*{style}', body)
    ]


def test_a_gain_starts_at_the_trainings_that_are_paired(trained: Trained, tmp_path: Path) -> None:
    """Trainings 1 to 3 of the baseline have an accuracy of 60, 65 and 85 %; gb has 1 and 2."""
    paths = [trained("baseline", seed, women) for seed, women in ((1, 4), (2, 6), (3, 14))]
    paths += [trained("gb", seed, 18) for seed in (1, 2)]
    output = tmp_path / "f.svg"
    assert main(["tables", "figure", "gains", *paths, "--output", str(output)]) == 0
    ticks = marks(output, "stroke: #6b6b6b; stroke-width: 0.9")
    rings = marks(output, "fill: #ffffff; stroke: #6b6b6b")
    # Of accuracy, ΔS and ΔG three ticks and one ring each.
    assert (len(ticks), len(rings)) == (9, 3)
    first, second, _ = ticks[:3]
    assert rings[0] == pytest.approx((first + second) / 2, abs=0.02)


@pytest.mark.parametrize(
    ("kind", "drawn"), [("professions", "opacity: 0.12"), ("confusion", "stroke: #010101")]
)
def test_intervals_of_shares_are_drawn(
    scores: list[str], tmp_path: Path, kind: str, drawn: str
) -> None:
    path = tmp_path / "f.svg"
    found = []
    for number in (4, 1):
        chosen = scores[:number]
        if number == 1:  # scores without intervals
            data = json.loads(Path(chosen[0]).read_text())
            data["scores"] = {
                name: one | {"low": None, "high": None} for name, one in data["scores"].items()
            }
            changed(chosen[0], scores=data["scores"], outcomes={})
        assert main(["tables", "figure", kind, *chosen, "--output", str(path)]) == 0
        found.append(path.read_text(encoding="utf-8").count(drawn))
    # Of men and of women.
    assert found == [2, 0]


def test_single_trainings_are_drawn(scores: list[str], tmp_path: Path) -> None:
    """A mean has more marks than a single training: its ticks."""
    marks = []
    for number, chosen in enumerate((scores[:4], scores[:1])):
        path = tmp_path / f"{number}.svg"
        assert main(["tables", "figure", "pro-anti", *chosen, "--output", str(path)]) == 0
        body = path.read_text(encoding="utf-8").partition("</metadata>")[2]
        marks.append(len(re.findall(r'<use [^>]*xlink:href="#m', body)))
    assert marks[0] - marks[1] >= 2 * 4


def test_professions_of_one_system(scores: list[str], tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "f.svg"
    command = ["tables", "figure", "professions", "--output", str(path)]
    assert main([*command, *scores[:4]]) == 0
    assert "Means over 4 trainings of each system" in path.read_text(encoding="utf-8")
    assert main([*command, *scores]) == 1
    assert "[figure.several-systems]" in capsys.readouterr().err


def quality(bleu: Any, system: str, seed: int, value: float) -> str:
    def change(data: Any) -> None:
        for name, shift in (("bleu", 0), ("chrf", 10)):
            found = data["scores"][name]
            found |= {"value": value + shift, "low": value + shift - 1, "high": value + shift + 1}

    return str(bleu(f"b.{system}.{seed}.json", change, system=system, training=seed))


def test_means_of_scores_without_sentences(bleu: Any) -> None:
    values = (("baseline", 1, 60.0), ("baseline", 2, 62.0))
    table = metric_table(read_scores("bleu", [quality(bleu, *value) for value in values]))
    (base,) = table.records
    # The trainings, and what the single intervals say of the sentences.
    assert (base["chrf"], base["chrf_sd"], base["chrf_crossed_low"]) == ("71.0", "1.4", "")
    assert float(base["chrf_low"]) < 70 < 72 < float(base["chrf_high"])
    # There is no crossed bootstrap, and the line above the table names none.
    assert "In brackets" in table.lead
    assert "crossed" not in table.lead


def test_the_report_has_the_single_trainings(
    scores: list[str], sentences: Any, tmp_path: Path
) -> None:
    page = tmp_path / "r.html"
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"trainings": 4, "systems": {"gb": {"trainings": [2, 3]}}}))
    command = ["tables", "report", "--winomt-scores", *scores, "--config", str(config)]
    assert main([*command, "--output", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<summary>Each training: WinoMT") == 1
    assert 'id="winomt.trainings"' in text
    (details,) = re.findall(r'<details class="trainings">.*?</details>', text, re.DOTALL)
    assert details.count("<tr>") == 1 + 6
    assert "Means over trainings: 4 of baseline" in text.partition('id="section-details"')[2]
    assert "<dt>Trainings</dt><dd>4, gb: [2, 3]</dd>" in text
    # With one training of each there is nothing to unfold.
    command = ["tables", "report", "--winomt-scores", scores[0], scores[4]]
    assert main([*command, "--output", str(page)]) == 0
    assert "Each training" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [5, 2])
def test_examples_are_those_of_a_training_that_all_have(
    winomt: Any, sentences: Any, tmp_path: Path, number: int
) -> None:
    """Sentences of all score files are given, or those of the trainings that are shown alone."""
    systems = (("baseline", 2), ("baseline", 1), ("baseline", 3), ("gb", 3), ("gb", 2))
    scores = [
        str(winomt(f"{name}.{seed}.json", system=name, training=seed)) for name, seed in systems
    ]
    tables = [
        str(sentences(f"{name}.{seed}.tsv", {5: f"La {name} {seed}."}))
        for name, seed in systems
        if number == 5 or seed == 2
    ]
    page, example = tmp_path / "r.html", tmp_path / "e.csv"
    command = ["--winomt-scores", *scores, "--sentences", *tables]
    assert main(["tables", "report", *command, "--output", str(page)]) == 0
    text = re.sub("</?(?:mark|u)>", "", page.read_text(encoding="utf-8"))
    assert "La baseline 2." in text
    assert "La gb 2." in text
    assert " 1.</bdi>" not in text
    assert " 3.</bdi>" not in text
    assert main(["tables", "examples", *command, "--output", str(example)]) == 0
    assert main(["tables", "examples", *command[:-1], "--output", str(example)]) == 1


def test_the_report_says_by_which_rules_it_is(winomt: Any, tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    texts = []
    for mode in ("default", "compat-stanovsky2019"):
        path = str(winomt("s.json", signature=f"winomt|data:aa|mode:{mode}|seed:1"))
        command = ["tables", "report", "--winomt-scores", path, "--output", str(page)]
        assert main(command) == 0
        texts.append(page.read_text(encoding="utf-8").partition('id="section-details"')[2])
    for text, whole, compat in zip(texts, (True, False), (False, True), strict=True):
        assert ("takes the gender of the whole sentence" in text) is whole
        assert ("by the rules of the original tool" in text) is compat
    assert "in each of 8 sentences" in texts[1]
