from __future__ import annotations

import signal

import pytest

from cdaflow.nmt.training_log import (
    FAULTS,
    TrainingMeter,
    Update,
    Validation,
    parse_line,
    smoothing_caution,
)

# Lines as Marian v1.12.42 wrote them.
UPDATE = (
    "[2026-11-21 07:50:03] Ep. 1 : Up. 50 : Sen. 6,842 : Cost 5.56281137 * 11,484 @ 1,001 "
    "after 52,464 : Time 2.85s : 4030.64 words/s : gNorm 1.6942"
)
BEST = "[2026-11-21 07:50:05] [valid] Ep. 1 : Up. 50 : ce-mean-words : 6.50432 : new best"
STALLED = "[2026-11-21] [valid] Ep. 1 : Up. 100 : bleu : 0 : stalled 1 times (last best: 0)"


def test_progress_and_validation_lines():
    assert parse_line(UPDATE) == Update(1, 50, 5.56281137, 4030.64)
    best = parse_line(BEST)
    assert best == Validation(1, 50, "ce-mean-words", 6.50432, "new best")
    assert best.is_best
    stalled = parse_line(STALLED)
    assert (stalled.metric, stalled.score, stalled.is_best) == ("bleu", 0, False)


@pytest.mark.parametrize("line", ["", "[config] after: 100u", "Training started", "Ep. x : Up. y"])
def test_other_lines_are_nothing(line):
    assert parse_line(line) is None


#: Options and the first line of the log -> whether there is something to say.
FIRST = UPDATE.replace("Up. 50 ", "Up. 1 ").replace("5.56281137", "7.21")
CAUTIONS = [
    ({"label-smoothing": 0.1}, FIRST, True),
    ({"label-smoothing": 0.1, "cost-type": "ce-mean-words"}, FIRST, True),
    ({"label-smoothing": 0.1, "cost-type": "perplexity"}, FIRST, False),
    ({"label-smoothing": 0}, FIRST, False),
    ({}, FIRST, False),
    ({"label-smoothing": 0.1}, FIRST.replace("7.21", "2.9"), False),
    ({"label-smoothing": 0.1}, UPDATE, False),  # resumed: not the base any more
]


@pytest.mark.parametrize(("options", "line", "harmful"), CAUTIONS)
def test_smoothing_that_harms_a_student(tmp_path, options, line, harmful):
    log = tmp_path / "train.log"
    log.write_text(f"{line}\n{UPDATE.replace('Up. 50', 'Up. 51')}\n")
    meter = TrainingMeter(log, 0, 100)
    meter.look()
    meter.close()
    assert meter.update.update == 51
    found = smoothing_caution(meter.first, options)
    assert bool(found) == harmful
    if harmful:
        assert "7.21 per word under label-smoothing 0.1" in found
        assert "student-finetune" in found


def test_tail_leaves_the_call_stack_out(tmp_path):
    log = tmp_path / "log"
    stack = "".join(f"[0x7f33928{n:04x}]   _PyRun + 0x15a\n" for n in range(50))
    log.write_text(f"old Error: of another run\n[x] Error: File 'a' does not exist\n\n{stack}")
    start = len("old Error: of another run\n")
    assert FAULTS.tail(log, start=start) == ["[x] Error: File 'a' does not exist"]
    assert FAULTS.tail(tmp_path / "absent") == []


@pytest.mark.parametrize(
    ("code", "line", "hint"),
    [
        (-6, "Error: CUDA error 2 'out of memory' - cudaMalloc", "--workspace"),
        (1, "RuntimeError: load_the_npy_file: failed fread", "damaged"),
        (134, "Error: Vocabulary file does not exist: f/none.spm", "vocabulary is missing"),
        (-6, "Vocabulary size too high (2000). Please set it to a value <= 1748.", "dim-vocabs"),
        (1, "OSError: No space left on device", "disk is full"),
        (-signal.SIGILL, "", "newer processor"),
        (128 + signal.SIGKILL, "", "memory"),
        (1, "Error: The following arguments were not expected: --nosuch", "recipe"),
    ],
)
def test_known_faults_have_a_hint(code, line, hint):
    assert hint in FAULTS.explain(code, [line])


def test_unknown_fault_has_none():
    assert FAULTS.explain(3, ["something else"]) is None
