"""The trained back ends: an LSTM and a tiny encoder, from training to a folder and back."""

import json
import shutil
from string import ascii_lowercase

import numpy as np
import pytest

from cdaflow.alternatives.tagging.building import build_tagger
from cdaflow.alternatives.tagging.tagger import open_tagger
from cdaflow.alternatives.tagging.tags import TaggedSentence, TrainingOptions, write_tags
from cdaflow.errors import ConfigError, InputError

from ...errors import raises
from .conftest import PEOPLE

WORDS = [word for group in PEOPLE.values() for word in group]


@pytest.fixture(scope="module")
def files(tmp_path_factory, toys):
    folder = tmp_path_factory.mktemp("tags")
    for name, sentences in zip(("train", "dev"), toys, strict=True):
        write_tags(folder / f"{name}.jsonl", sentences)
    return folder


@pytest.fixture(scope="module")
def encoder(tmp_path_factory, write_bert):
    """Return the folder of a BERT of two small layers, not trained."""
    pieces = ["the", "old", "saw", "met", "heard", "liked", *WORDS, ".", *ascii_lowercase]
    pieces += [f"##{letter}" for letter in ascii_lowercase]
    folder = tmp_path_factory.mktemp("encoder")
    return write_bert(folder, pieces, width=32, layers=2, positions=32)


def build(files, output, backend, encoder, **options):
    given = {"epochs": 6, "batch": 16, "precision": "float32"} | options
    if backend == "encoder":
        given = {"learning_rate": 3e-3, **given}
    return build_tagger(
        [files / "train.jsonl"], files / "dev.jsonl", output, TrainingOptions(**given),
        encoder=encoder if backend == "encoder" else None,
    )  # fmt: skip


@pytest.fixture(scope="module", params=["lstm", "encoder"])
def trained(request, tmp_path_factory, files):
    """Return the back end, a tagger and its folder."""
    found = request.getfixturevalue("encoder") if request.param == "encoder" else None
    folder = tmp_path_factory.mktemp("tagger") / "tagger"
    return request.param, build(files, folder, request.param, found), folder


def test_toy_sentences_are_learned_and_the_folder_says_how(trained, toys):
    backend, tagger, folder = trained
    meta = json.loads((folder / "tagger.json").read_text())
    assert meta["backend"] == backend
    assert meta["epochs"][meta["best_epoch"] - 1]["dev_f1"] > 95
    assert set(meta["data"]) == {"train.jsonl", "dev.jsonl"}
    assert not [name for name in meta["files"] if name.endswith((".bin", ".pt", ".pkl"))]
    heads = tagger.tag([one.source for one in toys[1]])
    right = [
        [(h.start, h.label) for h in found] == [(h.start, h.label) for h in one.heads]
        for found, one in zip(heads, toys[1], strict=True)
    ]
    assert np.mean(right) > 0.9


def test_the_folder_tags_as_the_tagger_did_alone_or_among_others(trained, toys):
    _, tagger, folder = trained
    sources = [*(one.source for one in toys[1][:12]), "", "The doctor.", "éöß, \u2028 ..."]
    opened = open_tagger(folder)
    together = opened.tag(sources)
    assert together == tagger.tag(sources)
    alone = [opened.tag([source])[0] for source in sources]
    for one, other in zip(together, alone, strict=True):
        assert [(h.start, h.end, h.label) for h in one] == [
            (h.start, h.end, h.label) for h in other
        ]
        assert [h.probability for h in one] == pytest.approx(
            [h.probability for h in other], abs=1e-4
        )
    assert together[12] == []


def test_a_line_of_3000_words_is_tagged_to_its_end(trained):
    _, tagger, _ = trained
    text = "The doctor saw the old queen . " * 429
    (heads,) = tagger.tag([text])
    labels = [head.label for head in heads]
    assert labels.count("feminine") > 400
    assert heads[-1].start > len(text) - 20
    assert tagger.tag(["a" * 5000]) is not None


def test_a_changed_file_and_another_folder_are_errors(trained, tmp_path):
    _, _, folder = trained
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    name = "lstm.npz" if (copy / "lstm.npz").exists() else "head.npz"
    (copy / name).write_bytes((copy / name).read_bytes()[:-1] + b"x")
    with raises("model.other-digest"):
        open_tagger(copy)
    (copy / name).unlink()
    with pytest.raises(InputError):
        open_tagger(copy)
    with raises("folder.no-model", "tagger"):
        open_tagger(tmp_path)


@pytest.mark.parametrize(
    "change",
    [{"format": 2}, {"backend": "pickle"}, {"temperature": 0}, {"files": 3}, {"labels": []},
     {"files": {"../x": "0"}}],
)  # fmt: skip
def test_a_description_that_does_not_fit_is_an_error(trained, tmp_path, change):
    _, _, folder = trained
    meta = json.loads((folder / "tagger.json").read_text())
    (tmp_path / "tagger.json").write_text(json.dumps(meta | change))
    with pytest.raises(InputError):
        open_tagger(tmp_path)


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(files, tmp_path):
    digests = []
    for number, seed in enumerate((1, 1, 2)):
        build(files, tmp_path / str(number), "lstm", None, epochs=1, seed=seed)
        digests.append((tmp_path / str(number) / "tagger.json").read_bytes())
    assert digests[0] == digests[1] != digests[2]


def test_what_cannot_be_learned_from_is_an_error(files, tmp_path):
    write_tags(tmp_path / "none.jsonl", [TaggedSentence("Rain."), TaggedSentence("")])
    for train, dev in (("none", "dev"), ("train", "none")):
        paths = [(files if name != "none" else tmp_path) / f"{name}.jsonl" for name in (train, dev)]
        with pytest.raises(InputError, match="head word"):
            build_tagger([paths[0]], paths[1], tmp_path / "x", TrainingOptions())
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("mine")
    with raises("folder.occupied"):
        build(files, tmp_path / "full", "lstm", None)
    for folder in (tmp_path / "absent", tmp_path / "full"):
        with pytest.raises((ConfigError, InputError), match="folder"):
            build(files, tmp_path / "x", "encoder", folder)


def test_windows_of_an_encoder_label_each_word_once_with_context(encoder):
    from cdaflow.alternatives.tagging.encoder import open_encoder

    network = open_encoder(encoder)
    random = np.random.default_rng(1)
    for size in (0, 1, 5, 28, 29, 60, 300):
        words = ["x" * int(n) for n in random.integers(1, 40, size)]
        windows = network.windows(words)
        assert [i for w in windows for i in range(w.first, w.last)] == list(range(size))
        assert all(window.size <= 30 for window in windows)
        for window in windows:
            ids, at = window.features
            first = [network._pieces.of(words[i])[0] for i in range(window.first, window.last)]
            assert [ids[position] for position in at] == first


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_damaged_encoder_is_an_error(encoder, tmp_path, name):
    from cdaflow.alternatives.tagging.encoder import open_encoder

    copy = tmp_path / "encoder"
    shutil.copytree(encoder, copy)
    (copy / name).write_bytes((copy / name).read_bytes()[:100])
    with pytest.raises(InputError):
        open_encoder(copy)
    (copy / "config.json").unlink()
    with raises("encoder.no-config"):
        open_encoder(copy)
