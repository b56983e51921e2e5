"""Training: what is learned, and that it can be stopped and repeated."""

import dataclasses
import math

import pytest
import torch

from cdaflow.inflection.transducer.examples import Example
from cdaflow.inflection.transducer.model import Form, load_transducer
from cdaflow.inflection.transducer.network import Sizes
from cdaflow.inflection.transducer.training import Settings, calibrate, train

from ...errors import raises

FEM, PLUR = ("ADJ", "Gender=Fem", "<lemma"), ("ADJ", "Number=Plur", "<lemma")
SETTINGS = Settings(
    sizes=Sizes(embedding=12, hidden=16, mixed=16), epochs=4, visits=0, batch_size=16,
    learning_rate=0.02, rare=0, dropout=0.0,
)  # fmt: skip


def words(count, first=0):
    """Return stems of two to three syllables; they differ for different numbers."""
    onsets, nuclei = "bdflmnprst", "aeiou"
    found = []
    for number in range(first, first + count):
        stem, rest = "", number * 7919 % 100_000
        for _ in range(2 + number % 2):
            stem += onsets[rest % 10] + nuclei[rest // 10 % 5]
            rest //= 10
        found.append(stem + onsets[rest % 10])
    return found


def examples(count, first=0):
    return [
        example
        for stem in words(count, first)
        for example in (
            Example(stem + "o", FEM, stem + "a", stem),
            Example(stem + "o", PLUR, stem + "os", stem),
        )
    ]


TRAINING, DEV = examples(120), examples(25, 1000)


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_a_regular_language_is_learned():
    """Unseen words of a language with two rules come out right, and surely so."""
    model = train(TRAINING, DEV, language="es", settings=SETTINGS)
    test = examples(40, 2000)
    found = [forms[0] for forms in model.transduce(test, beam=2)]
    right = sum(form.form == e.target for form, e in zip(found, test, strict=True))
    assert right >= 0.97 * len(test)
    assert model.facts["training_examples"] == len(TRAINING)
    assert model.facts["dev_accuracy"][model.facts["best_epoch"] - 1] >= 0.97
    counts = model.facts["calibration"]
    assert counts["accepted_right"] == counts["accepted"] >= 15
    # A letter that training never had is carried over.
    assert model.transduce([Example("bañeło", FEM)])[0][0].form == "bañeła"


def test_same_seed_same_bytes_and_resumed_training_ends_alike(tmp_path, monkeypatch):
    settings = dataclasses.replace(SETTINGS, epochs=3, dropout=0.2)
    whole = train(TRAINING[:96], DEV[:20], language="es", settings=settings)
    again = train(TRAINING[:96], DEV[:20], language="es", settings=settings)
    assert whole.to_bytes() == again.to_bytes()
    other = dataclasses.replace(settings, seed=2)
    assert train(TRAINING[:96], DEV[:20], language="es", settings=other).digest != whole.digest

    from cdaflow.inflection.transducer import training

    state, epochs = tmp_path / "state", []
    run = training.TransducerTraining.train_epoch

    def stopped(self, epoch):
        if len(epochs) == 2:
            raise KeyboardInterrupt
        epochs.append(1)
        run(self, epoch)

    monkeypatch.setattr(training.TransducerTraining, "train_epoch", stopped)
    with pytest.raises(KeyboardInterrupt):
        train(TRAINING[:96], DEV[:20], language="es", settings=settings, state=state)
    epochs.clear()
    resumed = train(TRAINING[:96], DEV[:20], language="es", settings=settings, state=state)
    assert len(epochs) == 1  # two of three were in the work file
    assert resumed.to_bytes() == whole.to_bytes()


def test_work_file_of_another_training_is_not_used(tmp_path, capsys):
    settings = dataclasses.replace(SETTINGS, epochs=1)
    state = tmp_path / "state"
    train(TRAINING[:64], DEV[:10], language="es", settings=settings, state=state)
    train(TRAINING[:48], DEV[:10], language="es", settings=settings, state=state)
    assert "another training" in capsys.readouterr().err
    state.write_bytes(b"PK broken")
    train(TRAINING[:48], DEV[:10], language="es", settings=settings, state=state)
    assert "damaged" in capsys.readouterr().err


def test_nothing_to_learn_from_is_told():
    with raises("training.no-form", "training"):
        train([], DEV, language="es", settings=SETTINGS)
    with raises("training.no-form", "dev"):
        train(TRAINING, [], language="es", settings=SETTINGS)
    with raises("setting.not-above-zero", "epochs"):
        Settings(epochs=0)
    with raises("setting.out-of-range", "dropout"):
        Settings(dropout=1.0)


def test_trained_model_survives_its_file(tmp_path):
    settings = dataclasses.replace(SETTINGS, epochs=1)
    model = train(TRAINING[:64], DEV[:10], language="es", settings=settings, facts={"by": "test"})
    model.save(tmp_path / "m.npz")
    again = load_transducer(tmp_path / "m.npz")
    assert again.to_bytes() == model.to_bytes()
    assert again.facts["by"] == "test"
    assert again.inflect([("Bado", "ADJ", {"Gender": "Fem"})]) == model.inflect(
        [("Bado", "ADJ", {"Gender": "Fem"})]
    )


class Listed:
    """A model with given answers."""

    def __init__(self, listed):
        self.listed = listed

    def answers(self, examples, beam=3):
        return [[Form(*answer)] for answer in self.listed]


def test_threshold_reaches_the_precision_that_is_wanted():
    dev = [Example("x", (), "right")] * 10
    answers = [("right", -0.01 * n) for n in range(1, 9)] + [("wrong", -0.2), ("right", -0.25)]
    threshold, counts = calibrate(Listed(answers), dev, 0.95)
    assert (counts["accepted"], counts["accepted_right"]) == (8, 8)
    assert -0.2 < threshold <= -0.08
    threshold, counts = calibrate(Listed(answers), dev, 0.9)
    assert (counts["accepted"], counts["accepted_right"]) == (10, 9)


def test_threshold_holds_for_each_kind_of_question_that_dev_has_enough_of():
    told = ("ADJ", "Gender=Fem", "<form", "<Gender=Masc")
    lemmas, forms = [Example("x", FEM, "right")] * 60, [Example("x", told, "right")] * 60
    # Of forms in the other gender one in six is wrong, less surely than the others are right.
    answers = [("right", -0.25)] * 60 + [("right", -0.1)] * 50 + [("wrong", -0.2)] * 10
    threshold, counts = calibrate(Listed(answers), lemmas + forms, 0.9)
    assert -0.2 < threshold <= -0.1
    assert counts["kinds"]["gender"]["accepted_right"] == counts["accepted"] == 50
    assert counts["kinds"]["lemma"]["threshold"] == pytest.approx(-0.25, abs=1e-4)
    # Together they reach it; and ten alone say nothing of forms.
    few, counts = calibrate(Listed(answers[:60] + answers[-10:]), lemmas + forms[:10], 0.9)
    assert few == pytest.approx(-0.25, abs=1e-4)
    assert counts["kinds"]["gender"]["threshold"] is None


def test_threshold_never_accepts_what_form_and_lemma_may_disagree_on():
    dev = [Example("x", (), "right")] * 4
    answers = [("right", -0.1), ("right", -0.28), ("right", -0.3), ("right", -5.0)]
    threshold, counts = calibrate(Listed(answers), dev, 0.9)
    assert threshold == pytest.approx(math.log(0.75), abs=1e-4)
    assert counts["accepted"] == 2


def test_threshold_accepts_only_certain_forms_where_nothing_is_precise_enough():
    dev = [Example("x", (), "right")] * 3
    _, counts = calibrate(Listed([("wrong", -0.1)] * 3), dev, 0.9)
    assert counts["accepted"] == 0
