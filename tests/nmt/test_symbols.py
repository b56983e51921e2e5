"""Symbols that a vocabulary keeps whole."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest
import yaml
from random_network import make_model

from cdaflow.errors import ConfigError, ProgramError
from cdaflow.nmt.archive import SETTINGS, read_settings, write_part
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.details import read_details
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.marian import MarianDecoder
from cdaflow.nmt.model import Model, segmenters
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.spm import read_subwords, user_defined, with_symbols
from cdaflow.nmt.symbols import extend_model
from cdaflow.nmt.train import train
from cdaflow.nmt.translate import translate
from cdaflow.nmt.vocabulary import Segmenter, read_tokens

from ..errors import raises

RECIPE = """
symbols: {symbols}
train: {{after-batches: 20, dim-vocabs: [50, 50], sentencepiece-options: {options}}}
"""


@pytest.fixture
def job(pairs, recipe_file):
    def make(symbols="[<M>, <F>]", options="--hard_vocab_limit=false", **more):
        recipe = load_recipe(recipe_file(RECIPE.format(symbols=symbols, options=options)))
        return Job(recipe=recipe, train=[DataSet(pairs("t.parquet"))], dev=None, seed=1, **more)

    return make


def test_a_new_vocabulary_keeps_symbols_whole(job, fake, tmp_path):
    model = train(job(), Machine(fake), tmp_path / "out", tmp_path / "work")
    assert user_defined(model.vocabularies[0]) == {"<M>", "<F>"}
    about = yaml.safe_load((tmp_path / "out/model.yml").read_text())
    options = about["recipe"]["train"]["sentencepiece-options"]
    assert options.split() == [
        "--hard_vocab_limit=false", "--character_coverage=1.0", "--user_defined_symbols=<M>,<F>",
    ]  # fmt: skip
    segmenter = Segmenter(model.vocabularies[0])
    assert [piece for piece in segmenter.encode("The nurse<M> <F> .") if "<" in piece] == [
        "<M>",
        "<F>",
    ]


@pytest.mark.parametrize(("options", "kept"), [("", True), (" --character_coverage=0.9995", False)])
def test_a_rare_character_can_be_written_unless_the_recipe_says_otherwise(
    real, pairs, recipe_file, tmp_path, options, kept
):
    recipe = load_recipe(
        recipe_file(f"""
train: {{type: transformer, enc-depth: 1, dec-depth: 1, transformer-heads: 1, dim-emb: 8,
        transformer-dim-ffn: 8, tied-embeddings-all: true, dim-vocabs: [80, 80], mini-batch: 6,
        sentencepiece-options: --hard_vocab_limit=false{options}, after-batches: 1, workspace: 64}}
""")
    )
    said = [(f"the child saw house {n}", f"l'enfant a vu la maison {n}") for n in range(200)]
    text = pairs("t.parquet", [*said, ("my sister", "ma sœur")])
    job = Job(recipe=recipe, train=[DataSet(text)], dev=None, seed=1)
    model = train(job, Machine(real), tmp_path / "out", tmp_path / "work")
    assert ("œ" in read_subwords(model.vocabularies[0])) is kept


def test_without_symbols_nothing_is_said_of_them(job, fake, tmp_path):
    train(job("[]"), Machine(fake), tmp_path / "out", tmp_path / "work")
    assert "user_defined" not in (tmp_path / "out/model.yml").read_text()


@pytest.mark.parametrize(
    ("symbols", "problem"),
    [
        ("<M>", "a list of texts"),
        ("[1]", "a list of texts"),
        ("[a b]", "'a b' of `symbols`"),
        ("['a,b']", "'a,b' of `symbols`"),
        ("['']", "'' of `symbols`"),
        ("['</s>']", "'</s>' of `symbols`"),
        ("[a, b, a]", "names a symbol twice"),
        ('["e\\u0301", "\\u00e9"]', "names a symbol twice"),
    ],
)
def test_faulty_symbols_are_refused(recipe_file, symbols, problem):
    with pytest.raises(ConfigError, match=problem):
        load_recipe(recipe_file(f"symbols: {symbols}\ntrain: {{after-batches: 2}}"))


def test_symbols_are_named_in_one_way(job, fake, tmp_path):
    with raises("recipe.symbols-given-twice"):
        train(job(options="--user_defined_symbols=x"), Machine(fake), tmp_path / "o", tmp_path)


def test_a_given_vocabulary_must_have_the_symbols(job, fake, tmp_path):
    model = train(job("[<M>]"), Machine(fake), tmp_path / "out", tmp_path / "work")
    vocabulary = model.vocabularies[0]
    again = train(
        job("[<M>]", vocabulary=vocabulary), Machine(fake), tmp_path / "a", tmp_path / "b"
    )
    assert again.vocabularies[0].read_bytes() == vocabulary.read_bytes()
    with raises("vocabulary.symbols-not-whole", "<F>"):
        train(job(vocabulary=vocabulary), Machine(fake), tmp_path / "c", tmp_path / "d")


def embeddings(file):
    with np.load(file) as parts:
        return {name: parts[name] for name in parts.files}


def test_a_base_gets_the_symbols_that_it_lacks(sentences, tmp_path):
    words = [side for pair in sentences for side in pair] + ["a | b"] * 5
    base = make_model(tmp_path / "base", words, seed=3)
    vocabulary = base.vocabularies[0]
    assert "|" in "".join(read_subwords(vocabulary))
    ordinary = next(name for name in read_subwords(vocabulary) if "|" in name)
    model = extend_model(base, ["<M>", ordinary, "<F>"], tmp_path / "new")
    before, after = read_subwords(vocabulary), read_subwords(model.vocabularies[0])
    assert after == [*before, "<M>", "<F>"]
    assert user_defined(model.vocabularies[0]) == {"<M>", "<F>", ordinary}
    assert read_settings(model.file)["dim-vocabs"] == [len(after)] * 2
    old, new = embeddings(base.file), embeddings(model.file)
    assert old.keys() == new.keys()
    for name in old.keys() - {"Wemb", "decoder_ff_logit_out_b", SETTINGS}:
        np.testing.assert_array_equal(old[name], new[name])
    for name, axis in (("Wemb", 0), ("decoder_ff_logit_out_b", 1)):
        first, rest = np.split(new[name], [len(before)], axis=axis)
        np.testing.assert_array_equal(first, old[name])
        mean = old[name].mean(axis=axis, keepdims=True)
        np.testing.assert_allclose(rest, np.repeat(mean, 2, axis=axis), rtol=1e-5, atol=1e-6)
    # Other text is segmented as before; a second time there is nothing to do.
    one, other = Segmenter(vocabulary), Segmenter(model.vocabularies[0])
    for line, _ in sentences:
        assert one.encode(line) == other.encode(line)
    assert other.encode("The nurse<M> <F>")[-3:] == ["<M>", "▁", "<F>"]
    assert extend_model(model, ["<F>", "<M>"], tmp_path / "again") is model
    again = extend_model(base, ["<M>", ordinary, "<F>"], tmp_path / "twice")
    assert again.file.read_bytes() == model.file.read_bytes()


def test_two_vocabularies_and_an_output_layer_of_its_own(sentences, tmp_path):
    words = [side for pair in sentences for side in pair]
    base = make_model(tmp_path / "base", words)
    parts = embeddings(base.file)
    matrix = parts.pop("Wemb")
    parts |= {"encoder_Wemb": matrix, "decoder_Wemb": matrix, "decoder_ff_logit_out_Wt": matrix}
    parts["decoder_ff_logit_l2_W"] = matrix.T
    with zipfile.ZipFile(base.file, "w") as archive:
        for name, part in parts.items():
            write_part(archive, name, part)
    other = tmp_path / "other.spm"
    other.write_bytes(with_symbols(base.vocabularies[0], ["<M>"]))
    with raises("vocabulary.other-size"):
        extend_model(replace(base, vocabularies=(other, other)), ["<F>"], tmp_path / "x")
    # The target has a symbol already: it gets one row, the source two.
    wide = extend_model(base, ["<M>"], tmp_path / "wide")
    parts = embeddings(wide.file) | {"encoder_Wemb": matrix}
    size = len(matrix)
    parts[SETTINGS] = np.frombuffer(
        yaml.safe_dump({"dim-vocabs": [size, size + 1]}).encode() + b"\0", dtype=np.int8
    )
    with zipfile.ZipFile(tmp_path / "two.npz", "w") as archive:
        for name, part in parts.items():
            write_part(archive, name, part)
    vocabularies = (base.vocabularies[0], wide.vocabularies[0])
    two = Model(tmp_path / "two.npz", vocabularies)
    model = extend_model(two, ["<M>", "<F>"], tmp_path / "new")
    assert [path.name for path in model.vocabularies] == ["vocab.source.spm", "vocab.target.spm"]
    shapes = {name: part.shape for name, part in embeddings(model.file).items()}
    assert shapes["encoder_Wemb"] == shapes["decoder_Wemb"] == (size + 2, 16)
    assert shapes["decoder_ff_logit_out_Wt"] == (size + 2, 16)
    assert shapes["decoder_ff_logit_l2_W"] == (16, size + 2)
    assert shapes["decoder_ff_logit_out_b"] == (1, size + 2)


@pytest.mark.parametrize("suffix", [".yml", ".json"])
def test_a_base_in_the_layout_of_opus_gets_symbols(sentences, tmp_path, suffix):
    base = make_model(tmp_path / "base", [side for pair in sentences for side in pair])
    spm, vocabulary = base.vocabularies[0], (tmp_path / "vocab").with_suffix(suffix)
    names = read_subwords(spm)
    tokens = {name: number for number, name in enumerate(names)}
    vocabulary.write_text(json.dumps(tokens) if suffix == ".json" else yaml.safe_dump(tokens))
    opus = Model(base.file, (vocabulary,) * 2, base.decode, spm=(spm, spm))
    model = extend_model(opus, ["<M>"], tmp_path / "new")
    assert [path.name for path in model.files[1:]] == [f"vocab{suffix}"] * 2 + [
        "source.spm",
        "target.spm",
    ]
    assert read_tokens(model.vocabularies[0]) == [*names, "<M>"]
    assert all(user_defined(path) == {"<M>"} for path in model.spm)
    assert segmenters(model)[0].encode("nurse<M>")[-1] == "<M>"
    assert embeddings(model.file)["Wemb"].shape[0] == len(names) + 1


def test_what_cannot_be_extended(sentences, tmp_path):
    base = make_model(tmp_path / "base", [side for pair in sentences for side in pair])
    with raises("vocabulary.symbol-special", "</s>"):
        extend_model(base, ["</s>"], tmp_path / "new")
    parts = embeddings(base.file)
    parts["other_Wemb"] = parts.pop("Wemb")
    with zipfile.ZipFile(base.file, "w") as archive:
        for name, part in parts.items():
            write_part(archive, name, part)
    with raises("model.unknown-embeddings"):
        extend_model(base, ["<M>"], tmp_path / "new")
    assert not (tmp_path / "new/model.npz").exists()
    parts["Wemb"] = parts.pop("other_Wemb")[1:]
    with zipfile.ZipFile(base.file, "w") as archive:
        for name, part in parts.items():
            write_part(archive, name, part)
    with raises("model.parameter-shape", "Wemb"):
        extend_model(base, ["<M>"], tmp_path / "new")


TUNING = """
symbols: [<M>, <F>]
fine-tuning: true
train: {after-batches: 10, save-freq: 5}
"""


def test_a_fine_tuning_extends_its_base(
    job, fake, pairs, recipe_file, tmp_path, monkeypatch, capsys
):
    base = train(job("[<M>]"), Machine(fake), tmp_path / "base", tmp_path / "bw")
    new = pairs("new.parquet", [("The nurse <F> is here.", "La enfermera está aquí.")])
    recipe = load_recipe(recipe_file(TUNING, "tuning.yaml"))
    tuning = Job(recipe, [DataSet(new)], None, 1, base=base)
    monkeypatch.setenv("FAKE_MARIAN_LOG", str(tmp_path / "calls"))
    monkeypatch.setenv("FAKE_MARIAN_STOP", "7")
    with pytest.raises(ProgramError):
        train(tuning, Machine(fake), tmp_path / "out", tmp_path / "work")
    monkeypatch.delenv("FAKE_MARIAN_STOP")
    for _ in range(2):  # resumed, and finished
        tuned = train(tuning, Machine(fake), tmp_path / "out", tmp_path / "work")
    assert "Restored from" in (tmp_path / "out/train.log").read_text()
    words = json.loads((tmp_path / "calls").read_text().splitlines()[0])["argv"]
    started = words[words.index("--pretrained-model") + 1]
    assert started == str(tmp_path / "work/checkpoint/base/model.npz")
    names = read_subwords(base.vocabularies[0])
    assert read_subwords(tuned.vocabularies[0]) == [*names, "<F>"]
    about = yaml.safe_load((tmp_path / "out/model.yml").read_text())
    assert about["base"]["file"] == str(base.file)
    assert about["symbols"] == ["<M>", "<F>"]
    # Other symbols: another training. With what the base has, it is the base itself.
    fewer = replace(tuning, recipe=replace(recipe, symbols=("<M>",)))
    train(fewer, Machine(fake), tmp_path / "out", tmp_path / "work")
    assert "other symbols" in capsys.readouterr().err
    words = json.loads((tmp_path / "calls").read_text().splitlines()[-1])["argv"]
    assert words[words.index("--pretrained-model") + 1] == str(base.file)


def test_text_without_symbols_is_translated_as_before(sentences, real, tmp_path):
    words = [side for pair in sentences for side in pair]
    for seed in (8,):
        base = make_model(tmp_path / f"base{seed}", words, seed=seed)
        model = extend_model(base, ["<M>", "<F>"], tmp_path / f"new{seed}")
        size = len(read_subwords(base.vocabularies[0]))
        source = tmp_path / "in.txt"
        source.write_text("".join(pair[0] + "\n" for pair in sentences))
        found = {}
        for name, one in (("a", base), ("b", model)):
            details = tmp_path / f"{name}.jsonl"
            output = tmp_path / name
            translate(one, source, output, decoder=MarianDecoder(real), details=details)
            found[name] = output.read_text(), list(read_details(details))
        assert found["a"][0] == found["b"][0]
        for old, new in zip(found["a"][1], found["b"][1], strict=True):
            assert old.target == new.target
            # Two symbols take at most two parts of what `size` subwords had.
            lost = np.subtract(old.log_probabilities, new.log_probabilities)
            assert lost.min() > -2e-5
            assert lost.max() < np.log1p(2 / size) + 2e-5
