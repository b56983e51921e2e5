"""Temperature, threshold and reliability, against values computed by hand."""

import math

import numpy as np
import pytest

from cdaflow.alternatives.tagging.calibration import (
    Calibration,
    best_threshold,
    calibrate,
    reliability,
    softmax,
)


def test_softmax_of_rows():
    found = softmax(np.log([[1.0, 3.0], [1.0, 1.0]]))
    assert found == pytest.approx(np.array([[0.25, 0.75], [0.5, 0.5]]))
    assert softmax(np.zeros((0, 4))).shape == (0, 4)


def test_the_temperature_with_which_labels_were_sampled_is_found():
    random = np.random.default_rng(1)
    true = random.normal(0, 2, (20_000, 4))
    gold = np.array([random.choice(4, p=row) for row in softmax(true)])
    assert calibrate(true * 2.5, gold).temperature == pytest.approx(2.5, rel=0.05)


def test_the_threshold_has_the_highest_f1():
    probabilities = np.array([0.9, 0.6, 0.4, 0.35, 0.1])
    right = np.array([True, False, True, True, False])
    # from 0.35: 3 of 4 found are right, none is missed: F1 6/7
    threshold, f1 = best_threshold(probabilities, right)
    assert threshold == pytest.approx(0.35)
    assert f1 == pytest.approx(6 / 7)
    assert best_threshold(probabilities, np.zeros(5, dtype=bool)) == (0.5, 0.0)


def test_one_word_of_many_does_not_move_the_threshold():
    probabilities = np.repeat([0.99, 0.9, 0.02], [999, 1, 5000])
    right = np.repeat([True, False], [999, 5001])
    threshold, f1 = best_threshold(probabilities, right)
    assert (threshold, f1) == (0.5, 1.0)
    few = np.repeat([0.99, 0.9, 0.02], [99, 1, 500])
    assert best_threshold(few, np.repeat([True, False], [99, 501]))[0] == pytest.approx(0.91)


def test_a_word_below_the_threshold_has_the_best_of_the_other_labels():
    p = np.array([[0.1, 0.5, 0.1, 0.3], [0.1, 0.6, 0.1, 0.2], [0.7, 0.1, 0.1, 0.1]])
    assert Calibration(1.0, 0.55).labels(p).tolist() == [3, 1, 0]
    assert Calibration(1.0, 0.1).labels(p).tolist() == [1, 1, 1]
    assert Calibration().labels(np.zeros((0, 4))).tolist() == []


def test_reliability_by_hand():
    probabilities = np.array([0.05, 0.05, 0.95, 0.85, 1.0])
    right = np.array([False, False, True, False, True])
    found = reliability(probabilities, right)
    filled = {round(one["low"], 1): one for one in found["bins"] if one["words"]}
    assert {low: (one["words"], one["right"]) for low, one in filled.items()} == {
        0.0: (2, 0), 0.8: (1, 0), 0.9: (2, 2),
    }  # fmt: skip
    # gaps: 2 x 0.05, 0.85, 2 x 0.025 over 5 words
    assert found["ece"] == pytest.approx(100 * (0.1 + 0.85 + 0.05) / 5)
    assert found["ece_open"] == pytest.approx(100 * (0.85 + 0.05) / 3)
    assert reliability(np.zeros(0), np.zeros(0, dtype=bool))["ece"] is None


def test_no_words_leave_the_middle_of_the_temperatures():
    found = calibrate(np.zeros((0, 4)), np.zeros(0, dtype=np.int64))
    assert math.isfinite(found.temperature)
    assert found.threshold == 0.5
