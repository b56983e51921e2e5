"""Scores of given translations by both decoders."""

from __future__ import annotations

import json

import pytest
from random_network import make_model

from cdaflow.cli import main
from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.details import read_details
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.marian import MarianDecoder
from cdaflow.nmt.model import Model
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.score import score_files, score_texts
from cdaflow.nmt.spm import read_subwords
from cdaflow.nmt.train import train
from cdaflow.nmt.translate import translate
from cdaflow.nmt.vocabulary import Segmenter

from ..errors import raises

SOURCES = [
    "The nurse is here.",
    "",
    "The doctor sleeps.",
    "soup",
    "",
    "The nurse. " * 90,
    "\u2028 é",
]
TARGETS = ["La enfermera está aquí.", "sopa", "", "La ☃ sopa", "", "El médico " * 90, "ł 中 pan"]


@pytest.fixture
def model(tmp_path, sentences):
    words = [side for pair in sentences for side in pair]
    return make_model(tmp_path / "model", words, seed=5)


def test_marian_and_ctranslate2_agree(model, real, tmp_path):
    """In either order of lines, blank ones and ones beyond the limit of decoding among them."""
    by_marian = score_texts(model, SOURCES, TARGETS, decoder=MarianDecoder(real))
    segmenter = Segmenter(model.vocabularies[0])
    assert [score.subwords for score in by_marian] == [
        len(segmenter.encode(target)) + 1 for target in TARGETS
    ]
    decoder = CTranslate2Decoder()
    turned = score_texts(model, SOURCES[::-1], TARGETS[::-1], decoder=decoder)
    for one, other in zip(by_marian, turned[::-1], strict=True):
        assert one.log_probability == pytest.approx(other.log_probability, rel=1e-4, abs=1e-4)
        assert one.subwords == other.subwords
        assert one.log_probability < 0
    # In the layout of OPUS.
    spm, vocabulary = model.vocabularies[0], tmp_path / "vocab.yml"
    tokens = {name: number for number, name in enumerate(read_subwords(spm))}
    vocabulary.write_text(json.dumps(tokens))
    opus = Model(model.file, (vocabulary,) * 2, model.decode, spm=(spm, spm))
    assert score_texts(opus, SOURCES, TARGETS, decoder=MarianDecoder(real)) == by_marian


def test_a_translation_has_the_score_of_its_details(model, real, tmp_path, sentences):
    source, output, details = (tmp_path / name for name in ("in.txt", "out.txt", "d.jsonl"))
    source.write_text("".join(pair[0] + "\n" for pair in sentences))
    translate(model, source, output, decoder=MarianDecoder(real), details=details)
    score_files(model, str(source), str(output), tmp_path / "s.tsv", decoder=MarianDecoder(real))
    rows = [line.split("\t") for line in (tmp_path / "s.tsv").read_text().splitlines()]
    assert rows[0] == ["log_probability", "subwords"]
    segmenter = Segmenter(model.vocabularies[0])
    compared = 0
    for (value, subwords), found, text in zip(
        rows[1:], read_details(details), output.read_text().splitlines(), strict=True
    ):
        # A random network may write a text by other subwords than those it is cut into.
        if found.target == [*segmenter.encode(text), "</s>"]:
            assert float(value) == pytest.approx(sum(found.log_probabilities), abs=1e-3)
            assert int(subwords) == len(found.target)
            compared += 1
    assert compared


def test_files_and_command(pairs, recipe_file, fake_path, fake, tmp_path, capsys, sentences):
    recipe = load_recipe(recipe_file("train: {after-batches: 4, dim-vocabs: [50, 50]}"))
    train(
        Job(recipe, [DataSet(pairs("t.parquet"))], None, 1),
        Machine(fake),
        tmp_path / "m",
        tmp_path / "w",
    )
    for name, side in (("s", 0), ("t", 1)):
        lines = "".join(pair[side] + "\n" for pair in sentences)
        (tmp_path / name).write_text(lines, encoding="utf-8")
    command = ["nmt", "score", "--model-dir", str(tmp_path / "m"), "--marian", str(fake_path)]
    command += ["--source", str(tmp_path / "s"), "--output", str(tmp_path / "o.tsv")]
    assert main([*command, "--target", str(tmp_path / "t")]) == 0
    assert "6 translations scored" in capsys.readouterr().err + capsys.readouterr().out
    rows = (tmp_path / "o.tsv").read_text().splitlines()
    assert rows[0] == "log_probability\tsubwords"
    assert rows[1] == "-0.100000\t6"
    assert len(rows) == 7
    (tmp_path / "short").write_text("La enfermera.\n")
    (tmp_path / "o.tsv").unlink()
    assert main([*command, "--target", str(tmp_path / "short")]) == 1
    assert "lines" in capsys.readouterr().err
    assert not (tmp_path / "o.tsv").exists()
    assert not list(tmp_path.glob(".cdaflow-score-*"))
    assert main([*command, "--target", str(tmp_path / "t"), "--vocabs", "x.spm"]) == 1
    assert "[option.decoder-files-without-model]" in capsys.readouterr().err


def test_nothing_to_score(model, fake):
    assert score_texts(model, [], [], decoder=MarianDecoder(fake)) == []
    assert score_texts(model, [], [], decoder=CTranslate2Decoder()) == []


def test_what_cannot_be_scored(model, tmp_path, sentences, fake):
    words = [side for pair in sentences for side in pair]
    other = make_model(tmp_path / "ssru", words, transformer_decoder_autoreg="rnn", dec_cell="ssru")
    with raises("model.unsupported-by-ctranslate2"):
        score_texts(other, ["a"], ["b"], decoder=CTranslate2Decoder())
    with raises("pair.too-long", "2"):
        score_texts(model, ["a", "b"], ["a", "sopa " * 3000], decoder=CTranslate2Decoder())
    # The fake knows no such model.
    with raises("program.failed", "Marian"):
        score_texts(model, ["a"], ["b"], decoder=MarianDecoder(fake))
