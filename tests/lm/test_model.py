"""The language model: probabilities that sum to one, files, a training that resumes."""

import itertools
import math

import numpy as np
import pytest
import torch

from cdaflow.lm.model import LanguageModel, Network, Sizes, load_language_model
from cdaflow.lm.pieces import END, Pieces
from cdaflow.lm.training import RECIPES, LanguageModelTraining, Settings, recipe, train
from cdaflow.networks import parameters

from ..errors import raises

NOUNS = ["el actor", "la actriz", "el rey", "la reina", "el juez", "la jueza"]
VERBS = ["canta", "come", "baila", "duerme", "corre"]
TEXT = [f"{n} {v} {a}." for n, v, a in itertools.product(NOUNS, VERBS, ["bien", "mal", "poco"])] * 3
SMALL = Settings(
    sizes=Sizes(vector=8, state=12), pieces=60, updates=30, interval=10, batch_size=16,
    learning_rate=0.02, dropout=0.1, dev=10,
)  # fmt: skip


@pytest.fixture(scope="module")
def model():
    torch.set_num_threads(1)
    return train(TEXT, language="es", settings=SMALL)


def untrained(pieces):
    torch.manual_seed(1)
    sizes = Sizes(vector=4, state=5)
    return LanguageModel("es", pieces, sizes, parameters(Network(len(pieces), sizes)))


def test_prefix_mass_is_the_sum_over_what_follows():
    """P(a prefix) is P(it is the whole) + the sum over next words; here over all next pieces."""
    model = untrained(Pieces.train(["a b", "ab ba"], 12))
    pieces = model.pieces
    with torch.no_grad():
        ids = pieces.encode("ab")
        logits = model.network(torch.tensor([[1, *ids]])).double()[0]
    logs = torch.log_softmax(logits, dim=-1)
    word = sum(float(logs[i, number]) for i, number in enumerate(ids))
    follows = [n for n in range(len(pieces)) if not pieces.goes_on[n]]
    assert END in follows
    expected = sum(math.exp(word + float(logs[len(ids), n])) for n in follows)
    assert model.prefix_log_probabilities(["ab"])[0] == pytest.approx(math.log(expected))
    whole = model.log_probabilities(["ab"])[0]
    assert whole == pytest.approx(word + float(logs[len(ids), END]))
    assert whole < model.prefix_log_probabilities(["ab"])[0]


def test_pieces_that_go_on():
    pieces = Pieces.train(TEXT, 40)
    names = pieces.names(range(len(pieces)))
    goes = {name for name, on in zip(names, pieces.goes_on, strict=True) if on}
    assert goes.isdisjoint({".", "</s>"})
    assert not any(name.startswith("\u2581") for name in goes)
    assert {"a", "e"} <= goes


def test_batches_and_padding_change_nothing(model):
    texts = ["El actor canta", "la actriz", "el rey canta muy bien hoy"]
    together = model.prefix_log_probabilities(texts)
    alone = [model.prefix_log_probabilities([text])[0] for text in texts]
    assert together == pytest.approx(alone, abs=1e-5)


def test_it_learns(model):
    right, wrong = model.log_probabilities(["el actor canta bien.", "la bien rey el canta."])
    assert right > wrong
    losses = model.facts["nats_per_piece"]
    assert losses[-1] < losses[0]


def test_file(model, tmp_path):
    model.save(tmp_path / "model.npz")
    loaded = load_language_model(tmp_path / "model.npz")
    assert loaded.digest == model.digest
    assert loaded.log_probabilities(TEXT[:3]) == model.log_probabilities(TEXT[:3])
    (tmp_path / "broken.npz").write_bytes((tmp_path / "model.npz").read_bytes()[:1000])
    with raises("model.damaged", "language model"):
        load_language_model(tmp_path / "broken.npz")


def test_two_trainings_and_a_resumed_one_are_equal(model, tmp_path, monkeypatch):
    assert train(TEXT, language="es", settings=SMALL).digest == model.digest
    original = LanguageModelTraining.train_epoch

    def stop(self, epoch):
        if epoch == 3:
            raise KeyboardInterrupt
        original(self, epoch)

    work = tmp_path / "work"
    monkeypatch.setattr(LanguageModelTraining, "train_epoch", stop)
    with pytest.raises(KeyboardInterrupt):
        train(TEXT, language="es", settings=SMALL, state=work)
    monkeypatch.undo()
    assert train(TEXT, language="es", settings=SMALL, state=work).digest == model.digest


def test_another_seed_is_another_model(model):
    other = train(TEXT, language="es", settings=recipe_with(SMALL, seed=2))
    assert other.digest != model.digest


def recipe_with(settings, **changes):
    from dataclasses import replace

    return replace(settings, **changes)


def test_each_pass_has_all_sentences_once():
    rows = [[3] * (1 + i % 7) for i in range(50)]
    pieces = Pieces.train(TEXT, 40)
    network = Network(len(pieces), SMALL.sizes)
    run = LanguageModelTraining(network, "es", SMALL, rows, rows[:2], pieces.serialised)
    seen = [i for step in range(4) for i in run._batch(step)]  # 50 sentences, 16 an update
    assert sorted(seen) == list(range(50))
    assert [i for step in range(4, 8) for i in run._batch(step)] != seen


def test_faults(tmp_path):
    with raises("training.too-few-sentences"):
        train(["a b c"] * 3, language="es", pieces=Pieces.train(TEXT, 40), settings=SMALL)
    with raises("recipe.unknown"):
        recipe("huge")
    assert recipe("tiny", seed=4, updates=7).updates == 7
    with raises("device.unavailable", "'nowhere'"):
        train(TEXT, language="es", settings=SMALL, device="nowhere")
    with raises("dropout.out-of-range"):
        Settings(dropout=1.0)
    with raises("pieces.not-sentencepiece"):
        Pieces.read(b"nothing", "x")
    assert RECIPES["tiny"].seed == 1
    with raises("text.empty"):
        untrained(Pieces.train(TEXT, 40)).log_probabilities([""])
    assert np.isfinite(untrained(Pieces.train(TEXT, 40)).log_probabilities(["ñ € x"])).all()
