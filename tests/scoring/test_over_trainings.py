"""Scores and comparisons of systems with several trainings, from outcomes counted by hand."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from cdaflow.cli import main
from cdaflow.scoring.bleu import score_testset
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.compare import (
    Training,
    compare,
    paired_trainings,
    seeds_of_pairs,
    shown_seeds,
    why_not,
)
from cdaflow.scoring.metric import Outcomes, metric_named
from cdaflow.scoring.report import ScoreOptions, ScoreReport
from cdaflow.scoring.trainings import mean_scores
from cdaflow.scoring.winomt_figures import METRIC, outcome_rows
from cdaflow.scoring.winomt_items import clusters
from cdaflow.statistics.estimates import Estimate, wilson
from cdaflow.statistics.field import Field, Unit
from cdaflow.statistics.student import t_quantile, two_sided_p

from ..errors import raises

GOLD, HALF = "mf" * 20, "pa" * 20
TWINS = " ".join(str(n // 2) for n in range(40))


def report(right, system="base", training=1, twins=TWINS, **fields):
    """Return a report in which the first `right` twins are right and of the others the men."""
    predicted = "".join("mf" if n < right else "mm" for n in range(20))
    return {
        "metric": "winomt",
        "language": "es",
        "system": system,
        "training": training,
        "signature": "winomt|data:1|bs:1000|seed:1",
        "inputs": {},
        "scores": {},
        "warned": {"lines": right, "of": 40, "kinds": {}},
        "outcomes": {"gold": GOLD, "half": HALF, "predicted": predicted},
        **({"clusters": twins} if twins else {}),
    } | fields


def named(reports):
    return [Outcomes(f"{n}.json", one) for n, one in enumerate(reports, 1)]


# -- clusters of WinoMT ----------------------------------------------------------------------


def test_sentences_that_differ_in_the_pronoun_are_one_cluster():
    texts = [
        ("male", 1, "The cook met the guest because he was late.", "cook"),
        ("female", 1, "The cook met the guest because she was late.", "cook"),
        ("male", 4, "The cook met the guest because he was late.", "guest"),
        ("neutral", 0, "Someone met the guest because they were late.", "someone"),
        ("male", 1, "The cook met the guest because he was late.", "cook"),
        ("female", 1, "The cook met her guest.", "cook"),
        ("male", 1, "The cook met his guest.", "cook"),
        ("female", 4, "The cook met the guest because she was late.", "guest"),
    ]
    assert clusters([Row(*text) for text in texts]) == [0, 0, 2, 3, 0, 5, 5, 2]


def test_clusters_of_a_report():
    scored = ScoreReport("winomt", "es", "s", {}, {}, 4, clusters=(0, 0, 2, 2), training=3)
    written = json.loads(json.dumps(scored.as_json()))
    assert (written["training"], written["clusters"]) == (3, "0 0 2 2")
    assert Outcomes("a", written).clusters(4).tolist() == [0, 0, 2, 2]
    # Single rows need no line of the file.
    alone = ScoreReport("winomt", "es", "s", {}, {}, 4, clusters=range(4)).as_json()
    assert "clusters" not in alone
    assert Outcomes("a", alone).clusters(4) is None


@pytest.mark.parametrize(
    "change",
    [
        {"clusters": "0 0 1"},
        {"clusters": "0 0 1 x"},
        {"clusters": "0 0 1 99999999999999999999"},
        {"clusters": [0, 0, 1, 1]},
        {"clusters": ""},
    ],
)
def test_faulty_clusters(change):
    with raises("report.no-clusters", "4") as caught:
        Outcomes("a.json", {"training": None} | change).clusters(4)
    assert caught.value.file == "a.json"
    # A report of a version that did not look for them.
    with raises("report.no-clusters"):
        Outcomes("a.json", {}).clusters(4)


def test_intervals_count_a_pair_once():
    rows = outcome_rows(Outcomes("", report(5)))
    numbers = [int(n) for n in TWINS.split()]
    found = ScoreOptions(bootstrap=2000).estimates(METRIC, rows, numbers)
    # 25 of 40 are right: 5 pairs both, 15 one. The pairs are less alike than chance would have it,
    # so that the 40 rows are worth 40, and no more.
    low, high = wilson(25, 40)
    assert found["accuracy"] == Estimate(62.5, pytest.approx(100 * low), pytest.approx(100 * high))
    # ΔR is 100 - 25. A sample has a man for each woman, all right, and of 20 women as many as a
    # binomial of 1/4: its quantiles are 2 and 9 of 20. (Row by row the men would vary in number.)
    assert (found["delta_r"].low, found["delta_r"].high) == pytest.approx((55, 90))


# -- one training ----------------------------------------------------------------------------


def test_systems_are_exchanged_pair_by_pair():
    """4 of 5 differing pairs gain both rows, one loses both: the 2^5 signs, enumerated."""
    right = [set(range(10)), set(range(8)) | set(range(10, 12))]
    outcomes = []
    for chosen in right:
        predicted = "".join("mf" if n in chosen else "fm" for n in range(20))
        outcomes.append({"gold": GOLD, "half": HALF, "predicted": predicted})
    more = "".join("mf" if n in {*range(8), *range(10, 16)} else "fm" for n in range(20))
    base = report(0, outcomes=outcomes[0])
    # Pairs 8 and 9 are lost, 10 to 15 are won: differences -2, -2, 2 six times; sum 8.
    other = report(0, "other", outcomes=outcomes[0] | {"predicted": more})
    (item,) = compare(base, other)["comparisons"]
    score = item["scores"]["accuracy"]
    # 8 pairs: at most 2 of them on one side, 2 (1 + 8 + 28) / 2^8.
    assert (score["p"], score["test"]) == (pytest.approx(74 / 256), "exact-sign-flip")
    # Row by row it were 4 of 16: 2 (1 + 16 + 120 + 560 + 1820) / 2^16.
    single = {"clusters": " ".join(map(str, range(40)))}
    (item,) = compare(base | single, other | single)["comparisons"]
    assert item["scores"]["accuracy"]["p"] == pytest.approx(2 * 2517 / 2**16)
    # Half the rows of a pair count for Pro: these are single rows.
    assert item["scores"]["accuracy_pro"]["p"] == pytest.approx(74 / 256)
    assert item["trainings"] == [1]


def test_reports_with_other_clusters_are_not_compared():
    other = report(3, "other", twins=" ".join(str(n // 4) for n in range(40)))
    with raises("report.other-outcomes"):
        compare(report(2), other)


# -- several trainings -----------------------------------------------------------------------


def test_difference_of_three_trainings_by_hand():
    base = [report(n, "base", seed) for seed, n in ((1, 4), (2, 8), (3, 6))]
    other = [report(n, "other", seed) for seed, n in ((3, 10), (1, 6), (2, 16))]
    result = compare(base, other, bootstrap=4000)
    (item,) = result["comparisons"]
    assert (item["system"], item["trainings"]) == ("other", [1, 2, 3])
    # That of the training with the most lines that look wrong.
    assert (result["warned"]["lines"], item["warned"]["lines"]) == (8, 16)
    score = item["scores"]["accuracy"]
    # 60, 70, 65 against 65, 90, 75 of 100: gains of 5, 20, 10, paired by their seeds.
    found = [score[name] for name in ("base", "value", "difference", "test")]
    assert found == [pytest.approx(65), pytest.approx(230 / 3), pytest.approx(35 / 3), "paired-t"]
    # s^2 = 175/3, over 3 trainings 175/9. Gains are in pairs 4 and 5; 8 to 15; 6 to 9 of 20, half
    # a pair each. Their covariances over pairs: -8/400 * 50^2 and so on, over 20 pairs.
    gains = np.array(
        [[2.5 * 20 * (a <= n < b) for n in range(20)] for a, b in ((4, 6), (8, 16), (6, 10))]
    )
    covariance = np.cov(gains, bias=True) / 20
    shared = (covariance.sum() - np.trace(covariance)) / 6
    variance = max(175 / 9 + max(shared, 0), covariance.mean())
    df = 2 * (variance / (175 / 9)) ** 2
    half = t_quantile(df) * math.sqrt(variance)
    assert (score["low"], score["high"]) == pytest.approx((35 / 3 - half, 35 / 3 + half), rel=0.05)
    assert score["p"] == pytest.approx(two_sided_p(35 / 3 / math.sqrt(variance), df), rel=0.1)
    assert score["low"] < score["crossed_low"] < 35 / 3 < score["crossed_high"] < score["high"]


def test_which_trainings_are_paired():
    def paired(base, other):
        return paired_trainings(list(map(Training, base)), list(map(Training, other)))

    assert paired([1, 2, 3], [3, 1]) == [(0, 1), (2, 0)]
    assert paired([1], [2]) == [(0, 0)]
    assert paired([None], [1, 2]) == [(0, 0), (0, 1)]
    assert paired([4, 5], [None]) == [(0, 0), (1, 0)]
    assert paired([1], [2, 3]) == []
    base, other = [report(2, training=1)], [report(2, "b", 2), report(3, "b", 3)]
    assert why_not(base, other) == "no training of theirs has the same seed"
    with raises("report.not-comparable", "seed"):
        compare(base, other)


def test_trainings_from_one_training_of_the_base():
    started = [Training(seed, 1) for seed in (1, 2, 3)]
    one, two = [Training(1)], [Training(1), Training(2)]
    assert paired_trainings(one, started) == [(0, 0), (0, 1), (0, 2)]
    assert paired_trainings(started, one) == [(0, 0), (1, 0), (2, 0)]
    # Training 2 of a base that has two is that of none, whatever its seed.
    assert paired_trainings(two, started) == [(0, 0), (0, 1), (0, 2)]
    assert paired_trainings([Training(2), Training(3)], started) == []
    # Two systems that start from one are compared by their seeds.
    assert paired_trainings(started, started[1:]) == [(1, 0), (2, 1)]
    assert paired_trainings([Training(None)], started) == [(0, 0), (0, 1), (0, 2)]
    assert seeds_of_pairs(one * 3, started) == {
        "trainings": [1, 2, 3], "base_trainings": [1, 1, 1]
    }  # fmt: skip
    assert seeds_of_pairs(started, one * 3) == {"trainings": [1, 2, 3]}
    assert seeds_of_pairs(started, started) == {"trainings": [1, 2, 3]}


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        # The lowest that all have, wherever it stands.
        (([5, 2, 1], [3, 2]), (2, 2)),
        (([101, 1], [1, 101], [None]), (1, 1, None)),
        # None is common to all: with the baseline, or of its own.
        (([1, 2, 3], [3, 2], [4, 3], [9, 8]), (1, 2, 3, 8)),
        (([None], [4, 3]), (None, 3)),
        (([None], [None]), (None, None)),
    ],
)
def test_which_trainings_are_shown(systems, expected):
    names = "abcd"[: len(systems)]
    found = shown_seeds(dict(zip(names, systems, strict=True)))
    assert found == dict(zip(names, expected, strict=True))


def test_one_seed_in_common_is_tested_as_one_training():
    base = [report(2, training=1), report(3, training=2)]
    other = [report(9, "b", 2), report(9, "b", 3)]
    (item,) = compare(base, other)["comparisons"]
    (alone,) = compare(report(3, training=2), report(9, "b", 2))["comparisons"]
    assert item["trainings"] == [2]
    assert item["scores"] == alone["scores"]
    assert item["scores"]["accuracy"]["p"] == pytest.approx(2 / 2**6)


def test_an_imported_model_is_paired_with_each_training():
    own = report(4, "own", None)
    trained = [report(n, "t", seed) for seed, n in ((1, 6), (2, 8), (3, 10))]
    (item,) = compare(own, trained)["comparisons"]
    assert item["trainings"] == [1, 2, 3]
    score = item["scores"]["accuracy"]
    assert (score["base"], score["value"]) == (pytest.approx(60), pytest.approx(70))


def test_nearly_nothing_that_differs_proves_nothing():
    # The same single row is right in the other system in each of five trainings: it is one pair.
    base = [report(4, training=seed) for seed in range(1, 6)]
    other = [report(5, "b", seed) for seed in range(1, 6)]
    (item,) = compare(base, other)["comparisons"]
    assert item["scores"]["accuracy"]["p"] == 1
    (item,) = compare(base, [report(4, "b", seed) for seed in range(1, 6)])["comparisons"]
    assert (item["scores"]["accuracy"]["difference"], item["scores"]["accuracy"]["p"]) == (0, 1)


def test_command_takes_the_trainings_of_a_system_together(tmp_path, capsys):
    paths = []
    for system, numbers in (("base", (4, 8, 6)), ("other", (6, 16, 10))):
        for seed, number in enumerate(numbers, 1):
            paths.append(tmp_path / f"{system}.{seed}.json")
            paths[-1].write_text(json.dumps(report(number, system, seed)))
    assert main(["score", "compare", *map(str, paths), "--json"]) == 0
    (item,) = json.loads(capsys.readouterr().out)["comparisons"]
    assert item["scores"]["accuracy"]["difference"] == pytest.approx(35 / 3)
    assert main(["score", "compare", *map(str, paths)]) == 0
    shown = capsys.readouterr().out
    assert "other: means of the trainings 1 2 3." in shown
    assert "paired t" in shown
    assert main(["score", "compare", *map(str, paths[:3])]) == 1
    assert "all reports are of trainings of base" in capsys.readouterr().err
    assert main(["score", "compare", *map(str, paths), str(paths[0])]) == 1
    assert "[report.given-twice]" in capsys.readouterr().err
    copy = paths[0].with_name("copy.json")
    copy.write_bytes(paths[0].read_bytes())
    assert main(["score", "compare", *map(str, paths), str(copy)]) == 1
    assert "report of the training 1 of base" in capsys.readouterr().err
    paths[1].write_text(json.dumps(report(8, "base", "two")))
    assert main(["score", "compare", *map(str, paths)]) == 1
    assert '"training" must be a whole number' in capsys.readouterr().err


# -- means -----------------------------------------------------------------------------------


def scored(values, **others):
    return [{"accuracy": Estimate(v, v - 5, v + 5)} | {k: o[n] for k, o in others.items()}
            for n, v in enumerate(values)]  # fmt: skip


def test_means_of_scores():
    reports = named([report(n, "base", seed) for seed, n in ((1, 4), (2, 8), (3, 6))])
    singles = scored(
        [60.0, 70.0, 65.0],
        secondary_known=[Estimate(50.0, 48.04, 51.96)] * 3,
        delta_s=[Estimate(None), Estimate(3.0), Estimate(4.0)],
    )
    found = mean_scores(METRIC, singles, reports, bootstrap=4000)
    accuracy = found["accuracy"]
    assert (accuracy.value, accuracy.sd, accuracy.singles) == (65, 5, (60, 70, 65))
    # The first 4, 8 and 6 of 20 pairs have 50 points more than the others: the covariance of two
    # trainings is 2500 (a - a b) / 20 for shares a < b of the pairs, .2 .3 .4 in turn.
    shared = 2500 / 20 * (0.2 * 0.6 + 0.2 * 0.7 + 0.3 * 0.6) / 3
    variance = 25 / 3 + shared
    half = t_quantile(2 * (variance / (25 / 3)) ** 2) * math.sqrt(variance)
    assert (accuracy.low, accuracy.high) == pytest.approx((65 - half, 65 + half), abs=0.4)
    assert accuracy.low < accuracy.crossed[0] < 60
    assert 70 < accuracy.crossed[1] < 80
    # Only an interval is known: its standard error of 1, as if all trainings moved alike.
    known = found["secondary_known"]
    assert (known.low, known.high, known.crossed) == (
        pytest.approx(48.04, abs=1e-3), pytest.approx(51.96, abs=1e-3), None,
    )  # fmt: skip
    assert found["delta_s"].value is None
    # With one training its scores are as they were.
    assert mean_scores(METRIC, singles[:1], reports[:1]) == singles[0]


def test_means_end_at_the_ends_of_the_scale():
    reports = named([report(n, "base", seed) for seed, n in ((1, 20), (2, 4))])
    accuracy = mean_scores(METRIC, scored([100.0, 60.0]), reports)["accuracy"]
    assert (accuracy.low, accuracy.high) == (0, 100)


def test_all_right_in_all_trainings_is_as_sure_as_one_training():
    reports = named([report(20, "base", seed) for seed in (1, 2, 3)])
    singles = [{"accuracy": Estimate(100.0, 91.0, 100.0)}] * 3
    accuracy = mean_scores(METRIC, singles, reports)["accuracy"]
    assert (accuracy.value, accuracy.low, accuracy.high) == (100, 91, 100)
    # Resamples of trainings that are all right say nothing.
    assert accuracy.crossed is None


def test_means_of_parts_and_of_scores_with_other_names():
    """MT-GenEval calls the accuracy of its pairs "pairs"; its figures are found all the same."""
    base = {"metric": "geneval", "language": "es", "training": 1, "signature": "geneval|data:1"}
    letters = ("rrww" * 5, "rwww" * 5)
    reports = named(
        [base | {"outcomes": {"pairs": t, "feminine": t, "masculine": t}} for t in letters]
    )
    singles = [
        {name: Estimate(value) for name in ("accuracy", "accuracy_feminine", "gap")}
        for value in (50.0, 25.0)
    ]
    found = mean_scores(metric_named("geneval"), singles, reports)
    assert found["accuracy"].crossed == found["accuracy_feminine"].crossed
    assert found["accuracy"].crossed[0] < 37.5 < found["accuracy"].crossed[1]
    # A gap of 0 in all resamples; it is in points, which may be below 0.
    assert found["gap"].low < 0


def test_a_row_that_one_training_does_not_count():
    """The mean is of each training's own rows, and so are its intervals."""
    base = {"metric": "something", "language": "es", "training": 1, "signature": "s|data:1"}
    texts = ("1100" * 10, "11--" * 10, "-" * 40)
    reports = named([base | {"outcomes": {"correct": text}} for text in texts])
    metric = replace(metric_named("geneval"), fields=(Field("correct", "Correct"),), observed=None)
    singles = [{"correct": Estimate(value)} for value in (50.0, 100.0)]
    found = mean_scores(metric, singles, reports[:2])["correct"]
    assert (found.value, found.singles) == (75, (50, 100))
    # The first training alone is right in half of the rows it counts, the second in all.
    assert found.crossed[0] < 60
    assert found.crossed[1] == 100
    # Two systems are compared on the rows that both count; one that counts none has no figure.
    (item,) = compare(reports[0].report, reports[1].report)["comparisons"]
    assert [item["scores"]["correct"][k] for k in ("base", "value")] == [100, 100]
    (item,) = compare(reports[0].report, reports[2].report)["comparisons"]
    assert item["scores"]["correct"]["difference"] is None


def test_scores_are_found_by_the_longest_name():
    """A field whose name begins that of another, and the ending of a part behind either."""
    fields = [Field("a", unit=Unit.POINTS), Field("a_b", unit=Unit.PERCENT)]
    metric = replace(METRIC, fields=tuple(fields))
    found = [metric.field_of(name) for name in ("a", "a_b", "a_c", "a_b_c", "ab", "b")]
    assert found == [fields[0], fields[1], fields[0], fields[1], None, None]
    assert (fields[0].bounds, fields[1].bounds) == ((-math.inf, math.inf), (0, 100))


def test_trainings_of_other_data_have_no_mean():
    reports = named([report(4), report(5, training=2, signature="winomt|data:2")])
    with raises("training.other-system") as caught:
        mean_scores(METRIC, scored([60.0, 62.5]), reports)
    assert caught.value.file == "2.json"


# -- BLEU ------------------------------------------------------------------------------------


@pytest.fixture
def texts(tmp_path):
    rng = np.random.default_rng(4)
    words = np.array(["the", "a", "cat", "dog", "house", "tree", "sees", "likes", "near", "red"])
    references = [" ".join(rng.choice(words, 9)) for _ in range(60)]
    (tmp_path / "ref").write_text("".join(f"{line}\n" for line in references))
    for name, share in (("a1", 0.3), ("a2", 0.33), ("a3", 0.28), ("b1", 0.2), ("b2", 0.22),
                        ("b3", 0.19)):  # fmt: skip
        lines = [
            " ".join(rng.choice(words) if rng.random() < share else w for w in line.split())
            for line in references
        ]
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def bleu(texts, name, system, training=None, base_training=None):
    """Return the report of a file of translations."""
    options = ScoreOptions(system, training, base_training, bootstrap=100)
    return score_testset(texts / name, texts / "ref", "en", options).as_json()


def test_bleu_of_several_trainings(texts):
    sides = [[bleu(texts, f"{name}{n}", name, n) for n in (1, 2, 3)] for name in "ab"]
    (item,) = compare(*sides, bootstrap=200)["comparisons"]
    assert (item["system"], item["trainings"]) == ("b", [1, 2, 3])
    alone = [
        compare(*pair, bootstrap=200)["comparisons"][0]["scores"]
        for pair in zip(*sides, strict=True)
    ]
    outcomes = [Outcomes(str(n), report) for n, report in enumerate(sides[1])]
    singles = [
        {name: Estimate(**score) for name, score in report["scores"].items()} for report in sides[1]
    ]
    means = mean_scores(metric_named("bleu"), singles, outcomes, bootstrap=200)
    for name in ("bleu", "chrf"):
        score, scores = item["scores"][name], [one[name] for one in alone]
        for key in ("base", "value", "difference"):
            assert score[key] == pytest.approx(np.mean([one[key] for one in scores]))
        assert (score["test"], scores[0]["test"]) == ("paired-t", "paired-bootstrap")
        assert score["low"] < score["difference"] < score["high"]
        mean = means[name]
        assert mean.singles == pytest.approx([one["value"] for one in scores])
        assert mean.value == pytest.approx(score["value"])
        assert mean.low < min(mean.singles)
        assert mean.crossed[0] < mean.value < mean.crossed[1]
    # A model that was not trained here is paired with each training.
    (item,) = compare(sides[0], bleu(texts, "b1", "own"), bootstrap=200)["comparisons"]
    assert item["trainings"] == [1, 2, 3]
    assert item["scores"]["bleu"]["test"] == "paired-t"


def test_bleu_of_trainings_from_one_training_of_the_base(texts):
    base = [bleu(texts, f"a{n}", "a", n) for n in (1, 2)]
    other = [bleu(texts, f"b{n}", "b", n, 1) for n in (1, 2, 3)]
    (item,) = compare(base, other, bootstrap=200)["comparisons"]
    assert (item["trainings"], item["base_trainings"]) == ([1, 2, 3], [1, 1, 1])
    assert item["scores"]["bleu"]["base"] == pytest.approx(base[0]["scores"]["bleu"]["value"])
