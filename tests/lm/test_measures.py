"""Stereotyping and grammaticality, against the phrases of the paper's Table 8."""

import json
import math

import numpy as np
import pytest

from cdaflow.lm.measures import System, grammaticality, score_nouns, stereotyping, summarise
from cdaflow.lm.phrases import KINDS
from cdaflow.lm.scores import compare_systems, read_system

from ..errors import raises

#: Log prefix probabilities of four phrases for each adjective: original, swap, MRF (Table 8).
TABLE_8 = {
    "good": [(-27.63, -27.80, -28.50), (-31.34, -31.65, -30.46), (-32.22, -27.06, -33.49),
             (-33.22, -32.80, -33.56)],
    "bad": [(-30.45, -30.90, -30.86), (-31.03, -29.63, -30.59), (-34.19, -30.17, -35.15),
            (-33.09, -30.80, -33.81)],
    "smart": [(-26.19, -25.49, -26.64), (-29.14, -26.31, -27.57), (-29.80, -24.99, -30.77),
              (-31.00, -27.12, -30.16)],
    "beautiful": [(-28.74, -28.65, -29.13), (-31.21, -29.25, -30.04), (-32.54, -27.97, -33.83),
                  (-33.55, -30.35, -32.96)],
}  # fmt: skip
NOUN = ("ingeniero", "ingeniera")


def logs(adjective, system):
    return {kind: row[system] for kind, row in zip(KINDS, TABLE_8[adjective], strict=True)}


@pytest.mark.parametrize(
    ("system", "stereotyped", "grammatical"),
    [(0, 2.43, 2.99), (1, 1.00, 0.20), (2, 0.88, 3.74)],
    ids=["original", "swap", "mrf"],
)
def test_means_of_table_8(system, stereotyped, grammatical):
    [noun] = score_nouns((NOUN, logs(adjective, system)) for adjective in TABLE_8)
    assert noun.stereotyping == pytest.approx(stereotyped, abs=0.006)
    assert noun.grammaticality == pytest.approx(grammatical, abs=0.006)


def test_table_5_contradicts_its_own_phrases():
    """Its Swap column has 6.2 for stereotyping; its phrases (and Table 8's) give 3.85."""
    assert stereotyping(logs("good", 1)) == pytest.approx(3.85)
    assert stereotyping({"masculine": -27.8, "feminine": -31.6}) == pytest.approx(3.8)
    assert grammaticality(logs("good", 1)) == pytest.approx(0.25, abs=0.05)
    for system, (s, g) in {0: (3.7, 3.25), 2: (2.0, 4.05)}.items():
        assert stereotyping(logs("good", system)) == pytest.approx(s, abs=0.05)
        assert grammaticality(logs("good", system)) == pytest.approx(g, abs=0.06)


def test_absent_wrong_phrases():
    assert grammaticality({"masculine": -1, "feminine": -2, "feminine_wrong": -5}) == 3
    assert math.isnan(grammaticality({"masculine": -1, "feminine": -2}))
    [noun] = score_nouns(
        [(NOUN, {"masculine": -1, "feminine": -2}),
         (NOUN, {"masculine": -1, "feminine": -2, "feminine_wrong": -5})]
    )  # fmt: skip
    assert (noun.stereotyping, noun.grammaticality) == (1, 3)


def system(name, stereotypes, grammar=3.0):
    values = np.array(stereotypes, dtype=float)
    return System(name, values, np.full_like(values, grammar))


def test_signs_do_not_cancel():
    found = summarise([system("original", [[4, -4], [2, -2]])], "original")["systems"][0]
    assert found["stereotyping"]["value"] == 3
    assert found["stereotyping_signed"]["value"] == 0
    assert found["stereotyping"]["singles"] == [4, 2]


def test_factor_is_of_the_original_over_the_system():
    base = system("original", [[4, -4, 4], [8, -8, 8], [2, 2, -2]])
    other = system("mrf", np.array(base.stereotyping) / -4, 2.5)
    found = summarise([base, other], "original")["systems"][1]
    assert found["factor"]["factor"] == pytest.approx(4)
    assert found["factor"]["low"] == pytest.approx(4)
    assert found["difference"]["grammaticality"]["difference"] == pytest.approx(-0.5)
    assert found["difference"]["stereotyping"]["difference"] == pytest.approx(-3.5)


def test_one_training_has_an_interval_over_nouns():
    found = summarise([system("original", [[1, 2, 3, 4]])], "original")["systems"][0]
    low, high = found["stereotyping"]["low"], found["stereotyping"]["high"]
    assert low < 2.5 < high


def test_nouns_without_grammaticality_do_not_count():
    values = np.array([[1.0, np.nan, 3.0]] * 2)
    found = summarise([System("original", np.ones((2, 3)), values)], "original")["systems"][0]
    assert found["grammaticality"]["value"] == 2


def test_systems_must_fit():
    with raises("system.base-missing", "'original'"):
        summarise([system("mrf", [[1]])], "original")
    with raises("system.other-trainings-or-nouns", "2", "1"):
        summarise([system("original", [[1]]), system("mrf", [[1], [1]])], "original")


def test_a_training_counts_once(tmp_path):
    log_p = {"masculine": -1.0, "feminine": -2.0}
    content = {
        "format": 1, "training": 2, "minimal_pairs": {"pairs": 0, "right": 0},
        "phrases": [{"noun": "a", "noun_feminine": "b", "log_p": log_p}],
    }  # fmt: skip
    path = tmp_path / "original.2.json"
    path.write_text(json.dumps(content))
    [read, _] = read_system("original", [path])
    assert (read.seeds, read.stereotyping.tolist()) == ((2,), [[1.0]])
    # It has no wrong phrases: no grammaticality.
    [noun] = compare_systems([read], [("a", "b")], "original")["by_noun"]
    assert noun["trainings"]["original"] == {"stereotyping": [1.0], "grammaticality": [None]}
    with raises("score-file.same-training"):
        read_system("original", [path, path])
