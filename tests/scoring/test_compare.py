"""Comparisons of two systems, by outcomes short enough to be counted by hand."""

import copy
import json

import numpy as np
import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.scoring.bleu import score_testset
from cdaflow.scoring.compare import compare
from cdaflow.scoring.metric import Outcomes, number_text
from cdaflow.scoring.report import ScoreOptions, json_text
from cdaflow.statistics.paired import resampled_difference
from cdaflow.statistics.sacre import (
    KEPT,
    CorpusScore,
    metrics_for,
    paired_scores,
    sample_counts,
    score_of,
    statistics_of,
    with_ngrams,
)

from ..errors import raises


def report(metric, outcomes, system="base", data="0" * 64, **fields):
    return {
        "metric": metric,
        "language": "es",
        "system": system,
        "training": None,
        "signature": f"{metric}|data:{data[:12]}|bs:1000|seed:1|cdaflow:0",
        "inputs": {"data": data, "translation": "1" * 64},
        "scores": {},
        "outcomes": outcomes,
    } | fields


# 4 men, 4 women, 2 neutral; rows 4 and 5 of the second system, and so on, are to be counted.
GOLD, HALF = "mmmmffffnn", "ppaappaa--"
BASE = {"gold": GOLD, "half": HALF, "predicted": "mmmumfmmmm"}  # right: 1 2 3 6
OTHER = {"gold": GOLD, "half": HALF, "predicted": "mmmmfffmmn"}  # right: 1 2 3 4 5 6 7 10


def winomt(base=BASE, other=OTHER, **options):
    result = compare(report("winomt", base), report("winomt", other, "other"), **options)
    (item,) = result["comparisons"]
    assert item["system"] == "other"
    return item["scores"]


def test_winomt_by_hand():
    scores = winomt()
    accuracy = scores["accuracy"]
    assert [accuracy[k] for k in ("base", "value", "difference")] == pytest.approx([40, 80, 40])
    # 4, 5, 7 and 10 are right in the other system alone: 2 / 2^4.
    assert (accuracy["p"], accuracy["test"]) == (pytest.approx(1 / 8), "exact-sign-flip")
    assert 0 <= accuracy["low"] < 40 < accuracy["high"] <= 100

    def numbers(name):
        return [scores[name][k] for k in ("base", "value", "p")]

    assert numbers("accuracy_pro") == pytest.approx([75, 100, 1])  # row 5
    assert numbers("accuracy_anti") == pytest.approx([25, 75, 1 / 2])  # rows 4 and 7
    assert numbers("accuracy_gendered") == pytest.approx([50, 87.5, 1 / 4])  # 4, 5 and 7
    assert numbers("accuracy_neutral") == pytest.approx([0, 50, 1])
    assert numbers("unknown_rate") == pytest.approx([10, 0, 1])  # row 4
    for name, expected in {
        "delta_s": [50, 25, -25],
        "delta_r": [50, 25, -25],
        "f1_male": [50, 80, 30],  # 2 * 3 / (8 + 4), 2 * 4 / (6 + 4)
        "f1_female": [40, 600 / 7, 600 / 7 - 40],  # 2 / (1 + 4), 2 * 3 / (3 + 4)
        "delta_g": [10, 80 - 600 / 7, 70 - 600 / 7],
    }.items():
        assert [scores[name][k] for k in ("base", "value", "difference")] == pytest.approx(expected)
        assert scores[name]["test"] == "paired-bootstrap"
        # Four sentences differ: no p-value can be below 2 / 2^4.
        assert scores[name]["p"] >= 1 / 8


def test_equal_systems_do_not_differ():
    for score in winomt(other=BASE).values():
        assert (score["difference"], score["p"]) == (0, 1)


def test_large_differences_are_significant_and_seeded():
    outcomes = {"gold": "mf" * 100, "half": "pa" * 100, "predicted": "mm" * 100}
    better = outcomes | {"predicted": "mm" * 60 + "mf" * 40}
    scores = winomt(outcomes, better)
    assert scores["accuracy"]["p"] == pytest.approx(2 / 2**40)
    # Never 0, whatever the resamples say.
    assert scores["delta_s"]["p"] == pytest.approx(1 / 1001)
    assert scores["delta_s"]["low"] < -40 < scores["delta_s"]["high"] < 0
    assert winomt(outcomes, better, seed=1) == scores != winomt(outcomes, better, seed=2)


def test_other_reports_row_by_row():
    # Of 6 rows the last is not counted in one of the systems.
    result = compare(
        report("something", {"correct": "110010", "note": "abcdef"}),
        report("something", {"correct": "11110-", "note": "abcdef"}, "b"),
        report("something", {"correct": "110010", "note": "abcdef"}, "c"),
    )
    first, second = (item["scores"] for item in result["comparisons"])
    assert set(first) == {"correct"}
    # 5 rows: 3 right against 4; two better, one worse.
    assert [first["correct"][k] for k in ("base", "value", "p")] == pytest.approx([60, 80, 1])
    assert second["correct"]["p"] == 1


def test_geneval_outcomes_and_gap():
    base = {"feminine": "rwwwun", "masculine": "rrrrru"}
    other = {"feminine": "rrrrrn", "masculine": "rrrrrw"}
    (item,) = compare(report("geneval", base), report("geneval", other))["comparisons"]
    scores = item["scores"]
    # 1 of 5 (the last cannot be decided) against 5 of 5; four rows better.
    feminine = [scores["feminine"][k] for k in ("base", "value", "p")]
    assert feminine == pytest.approx([20, 100, 1 / 8])
    gap = [scores["gap"][k] for k in ("base", "value", "difference")]
    assert gap == pytest.approx([500 / 6 - 20, 500 / 6 - 100, -80])


def test_gate_sums_over_variants():
    # Right, offered, wanted: base 2, 5, 5; other 4, 4, 5.
    base = {"f": "rwe", "m": "rxw", "official_f": "rww", "official_m": "rww"}
    other = {"f": "rre", "m": "rnr", "official_f": "rww", "official_m": "rww"}
    (item,) = compare(report("gate", base), report("gate", other))["comparisons"]
    scores = item["scores"]
    for name, expected in {
        "precision": [2 / 5, 4 / 4],
        "recall": [2 / 5, 4 / 5],
        "f05": [2 / 5, 20 / 21],  # 1.25 * 1 * .8 / (.25 + .8)
        "f05_official": [1 / 3, 1 / 3],
    }.items():
        found = [scores[name][k] / 100 for k in ("base", "value")]
        assert found == pytest.approx(expected), name


def test_mustshe_by_sentence():
    digits = {
        "category": "12", "gender": "FM", "terms": "24", "correct": "03", "wrong": "11",
        "swapped": "11", "published_found": "14", "published_correct": "03",
        "published_wrong": "11",
    }  # fmt: skip
    better = digits | {"correct": "13", "wrong": "01"}
    (item,) = compare(report("mustshe", digits), report("mustshe", better))["comparisons"]
    accuracy = item["scores"]["accuracy"]
    assert [accuracy[k] for k in ("base", "value", "p")] == pytest.approx([60, 80, 1])
    assert item["scores"]["accuracy_f"]["value"] == 100
    assert item["scores"]["accuracy_1m"]["value"] is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"metric": "geneval"}, "different metrics: winomt and geneval"),
        ({"language": "fr"}, "different languages: es and fr"),
        ({"signature": "winomt|data:999|cdaflow:0"}, "data:999 in place of data:000000000000"),
        ({"outcomes": None}, 'has no outcomes "gold"'),
        ({"outcomes": OTHER | {"gold": "f" * 10}}, r'"gold" .*\[report.other-testset\]'),
        ({"outcomes": OTHER | {"predicted": "m"}}, r"\[report.outcome-lengths\]"),
        ({"outcomes": OTHER | {"predicted": "x" * 10}}, r"'x' .*\[report.outcome-unknown\]"),
    ],
)
def test_what_cannot_be_compared(change, message):
    other = report("winomt", OTHER) | change
    with pytest.raises(InputError, match=message) as caught:
        compare(report("winomt", BASE), other, names=["a.json", "b.json"])
    assert caught.value.file == "b.json"


def test_resamples_may_differ_between_the_reports():
    other = report("winomt", OTHER)
    other["signature"] = other["signature"].replace("bs:1000|seed:1", "bs:0|seed:7")
    compare(report("winomt", BASE), other)


def test_command(tmp_path, capsys):
    paths = []
    for name, outcomes in (("base", BASE), ("other", OTHER), ("third", BASE)):
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(report("winomt", outcomes, name)))
    output = tmp_path / "out.json"
    assert main(["score", "compare", *map(str, paths), "--output", str(output)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("winomt  es  compared with base\n")
    (line,) = [x for x in shown.split("\n") if x.split()[:2] == ["other", "accuracy"]]
    assert line.split()[2:5] == ["40.0", "80.0", "+40.0"]
    assert line.split()[-2:] == ["0.1250", "sign-flip"]
    assert [x["system"] for x in json.loads(output.read_text())["comparisons"]] == [
        "other",
        "third",
    ]
    paths[1].write_text("[]")
    assert main(["score", "compare", str(paths[0]), str(paths[1])]) == 1
    assert "[report.other-kind]" in capsys.readouterr().err


@pytest.mark.parametrize("warned", [[], {"lines": 1}, {"lines": "a", "of": 2, "kinds": {}}])
def test_warnings_are_checked(tmp_path, capsys, warned):
    paths = [tmp_path / "base.json", tmp_path / "other.json"]
    for path, counts in zip(paths, (None, warned), strict=True):
        path.write_text(json.dumps(report("winomt", BASE, path.stem) | {"warned": counts}))
    assert main(["score", "compare", *map(str, paths)]) == 1
    assert 'other.json: "warned" must be' in capsys.readouterr().err


# -- BLEU ------------------------------------------------------------------------------------


WORDS = "the a cat dog house tree sees likes near red old and"


def random_texts(lengths, every=1):
    """Return references of so many words, and a worse and a better system of them.

    Only every n-th line of the systems differs from its reference.
    """
    rng = np.random.default_rng(4)
    words = np.array(WORDS.split())
    references = [" ".join(rng.choice(words, length)) for length in lengths]

    def worse(share):
        lines = []
        for number, line in enumerate(references):
            tokens = [rng.choice(words) if rng.random() < share else w for w in line.split()]
            lines.append(line if number % every else " ".join(tokens))
        return lines

    return references, worse(0.3), worse(0.2)


@pytest.fixture
def texts(tmp_path):
    for name, lines in zip(("ref", "a.txt", "b.txt"), random_texts([9] * 120), strict=True):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def lines(path):
    return path.read_text().splitlines()


def bleu(path, name, lowercase=False, **options):
    """Return the report of a file of translations, as it is read back."""
    system = ScoreOptions(name, bootstrap=100, **options)
    made = score_testset(path, path.parent / "ref", "en", system, lowercase=lowercase)
    return json.loads(json_text(made.as_json()))


def test_bleu_is_sacrebleus_and_its_test_two_sided(texts):
    reports = [bleu(texts / f"{name}.txt", name) for name in "ab"]
    result = compare(*reports, bootstrap=300, seed=9)
    (item,) = result["comparisons"]
    systems, reference = [lines(texts / f"{name}.txt") for name in "ab"], lines(texts / "ref")
    for name, metric in metrics_for("en").items():
        score = item["scores"][name]
        both = [metric.corpus_score(text, [reference]).score for text in systems]
        assert [score["base"], score["value"]] == pytest.approx(both)
        # Interval and p-value are over the same resamples.
        sums = [statistics_of(metric, text, reference) for text in systems]
        first, second = (score_of(metric, sample_counts(120, 300, 9) @ rows) for rows in sums)
        low, high = np.percentile(second - first, (2.5, 97.5))
        assert (score["low"], score["high"]) == pytest.approx((low, high))
        difference = score["difference"]
        extreme = np.sum(np.abs(second - first - difference) >= abs(difference))
        assert score["p"] == pytest.approx((extreme + 1) / 301)
        assert score["test"] == "paired-bootstrap"
    assert (result["base"], item["system"]) == ("a", "b")
    assert "|data:" in result["signature"]
    assert "seed:9" in result["signature"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_reports_keep_what_sacrebleu_counts_of_a_sentence(language):
    texts = ["", "a", "ab", "ab c", "The cat sat.", "Qu'est-ce que c'est ?", "他们 来了。", "x" * 9,
             "the cat the cat the cat", "\u00a0", "a  b\tc", "1,000 - 2"]  # fmt: skip
    pairs = [(text, reference) for text in texts for reference in texts]
    translations, references = map(list, zip(*pairs, strict=True))
    for name, metric in metrics_for(language).items():
        rows = statistics_of(metric, translations, references)
        kept = rows[:, KEPT[name]]
        assert (with_ngrams(name, kept) == rows).all()
        report = Outcomes("", {"outcomes": {"x": number_text(kept)}})
        assert (report.corpus_counts("x", name) == rows).all()
        score = CorpusScore(name)(rows.sum(axis=0))
        expected = metric.corpus_score(translations, [references]).score
        assert float(score) == pytest.approx(expected / 100)


def test_a_report_of_bleu_without_its_sentences_says_so(texts):
    reports = [bleu(texts / f"{name}.txt", name) for name in "ab"]
    assert len(json.dumps(reports[0]["outcomes"])) < 60 * 120
    old = {key: part for key, part in reports[1].items() if key != "outcomes"}
    with raises("report.outcome-missing") as caught:
        compare(reports[0], old, names=["a", "b"])
    assert (caught.value.file, "score the translations again" in caught.value.hint) == ("b", True)
    for faulty in ("1/2 3/4", "1/2/3/4/5/x", "1/2/3/4/5/" + "6" * 20, "1/2/3/4/5/6"):
        reports[1]["outcomes"]["bleu"] = faulty
        with pytest.raises(InputError, match=r"\[report\.(outcome-not-numbers|other-outcomes)\]"):
            compare(*reports)


def test_bleu_is_compared_where_data_and_case_are_equal(texts):
    shouted = texts / "B.txt"
    shouted.write_text((texts / "b.txt").read_text().upper())
    mixed, lower = (bleu(texts / "a.txt", "a", lowercase) for lowercase in (False, True))
    with raises("report.not-comparable", "case:lc"):
        compare(mixed, bleu(shouted, "b", lowercase=True))
    (plain,) = compare(mixed, bleu(texts / "b.txt", "b"))["comparisons"]
    (other,) = compare(lower, bleu(shouted, "b", lowercase=True))["comparisons"]
    assert plain["scores"] == other["scores"]
    chrf = json.loads(json.dumps(mixed).replace("nc:6", "nc:4"))
    with raises("report.not-comparable", "nc:4"):
        compare(mixed, chrf)


@pytest.mark.parametrize("name", ["bleu", "chrf"])
@pytest.mark.parametrize(
    ("lengths", "every"),
    [([9] * 60, 1), ([40, *[5] * 9] * 6, 1), ([9] * 60, 5)],
    ids=["all alike", "a few long lines", "most lines right"],
)
def test_equal_systems_differ_in_one_pair_of_twenty(name, lengths, every):
    """Of pairs of equal systems 5 % have p < 0.05 (by sacrebleu's own p-value 10 to 12 %)."""
    metric = metrics_for("en")[name]
    reference, *systems = random_texts(lengths, every)
    both = np.stack([statistics_of(metric, system, reference) for system in systems])
    significant = 0
    for number in range(200):
        rng = np.random.default_rng([7, number])
        sentences, first = rng.integers(60, size=150), rng.integers(2, size=150)
        pair = {"a": both[first, sentences], "b": both[1 - first, sentences]}
        scores = paired_scores(metric, pair, 60, seed=number)
        significant += resampled_difference(scores["a"], scores["b"], 0.0, 150).p < 0.05
    assert 4 <= significant <= 16


def test_bleu_of_equal_and_of_nearly_equal_translations(texts):
    (texts / "same.txt").write_text((texts / "a.txt").read_text())
    changed = lines(texts / "a.txt")
    references = lines(texts / "ref")
    first = next(n for n, line in enumerate(changed) if line != references[n])
    changed[first] = references[first]
    (texts / "one.txt").write_text("\n".join(changed) + "\n")
    reports = [bleu(texts / f"{name}.txt", name) for name in ("a", "same", "one")]
    result = compare(*reports, bootstrap=100)
    same, one = (item["scores"] for item in result["comparisons"])
    assert (same["bleu"]["difference"], same["bleu"]["p"]) == (0, 1)
    # One sentence that differs shows nothing.
    assert one["chrf"]["difference"] > 0
    assert one["chrf"]["p"] == 1


def test_bleu_command(texts, capsys):
    paths = [texts / f"{name}.json" for name in ("old", "new")]
    for path, text in zip(paths, "ab", strict=True):
        report = bleu(texts / f"{text}.txt", path.stem)
        path.write_text(json.dumps(report))
    assert main(["score", "compare", *map(str, paths), "--bootstrap", "100"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("bleu  en  compared with old\n")
    assert [x.split()[:2] for x in shown.split("\n")[4:6]] == [["new", "bleu"], ["new", "chrf"]]


def test_reports_are_left_as_they_are():
    base, other = report("winomt", BASE), report("winomt", OTHER)
    before = copy.deepcopy((base, other))
    compare(base, other)
    assert (base, other) == before
