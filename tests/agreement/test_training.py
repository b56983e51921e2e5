import io
import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from readable import psi, triple

from cdaflow.agreement import training
from cdaflow.agreement.model import base_model, load_model
from cdaflow.agreement.training import Settings, train
from cdaflow.errors import InputError
from cdaflow.trees import read_conllu

from ..errors import raises

OTHER = {"Fem": "Masc", "Masc": "Fem"}
QUICK = Settings(max_epochs=6, batch_size=16, tolerance=1e-9)


@pytest.fixture
def treebank(sentence):
    """Noun phrases whose adjective agrees, in 9 of 10; the noun after it has any gender."""

    def make(count, seed):
        random = np.random.default_rng(seed)
        trees = []
        for number in range(count):
            noun, other = random.choice(["Fem", "Masc"], 2)
            adjective = noun if random.random() < 0.9 else OTHER[noun]
            trees.append(
                sentence(f"""
                    casa NOUN 0 root Gender={noun}
                    roja ADJ 1 amod Gender={adjective}
                    de ADP 4 case
                    x NOUN 1 nmod Gender={other}
                """, f"s{number}")
            )  # fmt: skip
        return trees

    return make


@pytest.mark.parametrize("name", ["linear", "neural"])
def test_what_is_learned_is_what_the_treebank_has(treebank, name):
    settings = Settings(batch_size=50, weight_decay=0.0, tolerance=1e-4)
    model = train(name, treebank(1500, 1), treebank(300, 2), language="es", settings=settings)
    assert model.facts["converged"]
    assert model.facts["epochs"] < 500

    def odds(*labels):
        table = psi(model, *labels)
        fem, masc = "Gender=Fem", "Gender=Masc"
        return table[fem, fem] + table[masc, masc] - table[fem, masc] - table[masc, fem]

    # log(0.9 / 0.1) for each of the two values of the noun.
    assert odds("ADJ", "NOUN", "amod") == pytest.approx(2 * np.log(9), abs=0.6)
    assert odds("NOUN", "NOUN", "nmod") == pytest.approx(0, abs=0.5)
    # Entropies in bits: of the noun and the other 1, of the adjective given the noun 0.469.
    assert min(model.facts["dev_bits_per_free_word"]) == pytest.approx(2.469 / 3, abs=0.04)


@pytest.mark.parametrize("name", ["linear", "neural"])
def test_a_training_that_was_stopped_ends_with_the_same_model(
    treebank, tmp_path, name, monkeypatch, capsys
):
    data = {"training": treebank(60, 1), "dev": treebank(20, 2), "language": "es"}
    whole = train(name, settings=QUICK, **data)
    assert train(name, settings=QUICK, **data).to_bytes() == whole.to_bytes()
    state = tmp_path / "state.npz"
    real, calls = training.dev_bits, []

    def killed(*arguments):
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(training, "dev_bits", killed)
    with pytest.raises(KeyboardInterrupt):
        train(name, settings=QUICK, state=state, **data)
    monkeypatch.setattr(training, "dev_bits", real)
    resumed = train(name, settings=QUICK, state=state, **data)
    assert "resuming after epoch 3" in capsys.readouterr().err
    assert resumed.to_bytes() == whole.to_bytes()
    # Another seed is another training; so is a damaged file, and neither is an error.
    other = replace(QUICK, seed=2)
    assert train(name, settings=other, state=state, **data).digest != whole.digest
    assert "another training" in capsys.readouterr().err
    state.write_bytes(state.read_bytes()[:100])
    assert train(name, settings=QUICK, state=state, **data).digest == whole.digest
    assert "damaged" in capsys.readouterr().err


def test_training_without_presence_has_all_tags_to_choose_from(treebank):
    settings = replace(QUICK, presence=False)
    model = train("linear", treebank(60, 1), treebank(20, 2), language="es", settings=settings)
    # At first every word is free and every tag is as likely: log2(3) bits a word.
    assert model.facts["dev_bits_per_free_word"][0] == pytest.approx(np.log2(3), abs=0.2)


def test_faults_of_the_user(treebank, sentence):
    good, empty = treebank(3, 1), [sentence("no ADV 0 root")]
    with raises("training.no-ambiguous-word", "dev"):
        train("linear", good, empty, language="es")
    with raises("feature.in-no-word", "Gender"):
        train("linear", empty, good, language="es")
    with raises("parameterisation.unknown", "'base'"):
        train("base", good, good, language="es")
    with raises("setting.not-above-zero", "batch_size"):
        Settings(batch_size=0)


def test_a_model_file_is_read_as_it_was_written(treebank, tmp_path):
    path = tmp_path / "model.npz"
    data = treebank(40, 1), treebank(20, 2)
    for name in ("linear", "neural"):
        model = replace(train(name, *data, language="es", settings=QUICK), log_alpha=2.0)
        model.save(path)
        again = load_model(path)
        assert again.to_bytes() == path.read_bytes()
        assert again.digest == model.digest
        assert np.array_equal(again.log_psi, model.log_psi)
        assert again.log_alpha == 2.0
        assert again.facts["sentences"] == 40
    base_model("es").save(path)
    assert np.array_equal(load_model(path).log_psi, base_model("es").log_psi)


@pytest.fixture
def written(treebank, tmp_path):
    path = tmp_path / "model.npz"
    train("linear", treebank(9, 1), treebank(9, 2), language="es", settings=QUICK).save(path)
    return path


def altered(path, change):
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def in_header(**fields):
    def change(members):
        header = json.loads(members["model.json"]) | fields
        members["model.json"] = json.dumps(header).encode()

    return change


def in_array(name, array):
    def change(members):
        raw = io.BytesIO()
        np.save(raw, array)
        members[name + ".npy"] = raw.getvalue()

    return change


@pytest.mark.parametrize(
    "change",
    [
        in_header(parameterisation="cubic"),
        in_header(tags=[["Fem"], ["Masc"]]),
        in_header(upos=[]),
        lambda members: members.pop("kinds.npy"),
        lambda members: members.pop("matrix.npy"),
        lambda members: members.pop("model.json"),
        in_array("matrix", np.zeros((1, 2, 2), np.float32)),
        in_array("matrix", np.array(["x"], dtype=object)),
        in_array("kinds", np.array([10**9])),
    ],
)
def test_a_model_file_that_does_not_hang_together_is_an_error(written, change):
    altered(written, change)
    with pytest.raises(InputError, match=r"model\.npz"):
        load_model(written)


def test_files_that_are_no_models(tmp_path, written):
    (tmp_path / "a.npz").write_text("no zip")
    (tmp_path / "b.npz").write_bytes(written.read_bytes()[:-40])
    for name in ("a.npz", "b.npz"):
        with raises("model.damaged", "agreement model"):
            load_model(tmp_path / name)
    altered(written, in_header(format=99))
    with raises("model.other-format", "1", "99"):
        load_model(written)


@pytest.mark.slow
@pytest.mark.data
def test_spanish_treebanks_teach_agreement():
    folder = Path(os.environ["CDAFLOW_DATA"]) / "ud"
    trees = [s for n in ("es_ancora-ud-dev", "es_gsd-ud-dev")
             for s in read_conllu(folder / f"{n}.conllu.gz")]  # fmt: skip
    dev = list(read_conllu(folder / "es_gsd-ud-test.conllu.gz"))
    fem, masc = "Gender=Fem", "Gender=Masc"
    for name in ("linear", "neural"):
        model = train(name, trees, dev, language="es")
        assert model.facts["converged"]
        assert min(model.facts["dev_bits_per_free_word"]) < 0.64
        for labels in (("ADJ", "NOUN", "amod"), ("DET", "NOUN", "det")):
            table = psi(model, *labels)
            assert table[fem, fem] - table[masc, fem] > 3
            assert table[masc, masc] - table[fem, masc] > 3


def test_only_edges_between_words_with_tags_count(sentence):
    trees = [
        sentence(f"la DET 2 det Gender={g}\ncasa NOUN 3 nsubj Gender={g}\narde VERB 0 root")
        for g in ("Fem", "Masc")
    ] + [sentence("rojo ADJ 0 root Gender=Masc")]
    model = train("linear", trees, trees, language="es", settings=QUICK)
    found = {triple(model.labels, int(kind)) for kind in model.kinds}
    assert found == {("DET", "NOUN", "det"), ("ADJ", "ROOT", "root")}
    assert sorted(model.counts.tolist()) == [1, 2]
