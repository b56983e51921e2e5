"""CTranslate2 beside Marian: the same network, the same settings, the same translation."""

from __future__ import annotations

import json
import math

import pytest

pytest.importorskip("ctranslate2", reason="pip install 'cdaflow[ctranslate2]'")
pytest.importorskip("sentencepiece", reason="pip install 'cdaflow[ctranslate2]'")

from random_network import make_model

from cdaflow.cli import main
from cdaflow.errors import ConfigError
from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder, Search, read_options
from cdaflow.nmt.ctranslate2_model import (
    NOTE,
    check_converted,
    check_supported,
    convert,
    position_embeddings,
)
from cdaflow.nmt.marian import MarianDecoder, is_misread
from cdaflow.nmt.model import import_model
from cdaflow.nmt.translate import translate
from cdaflow.nmt.vocabulary import END, Segmenter

from ..errors import raises

TEXT = ["", "The nurse is here.", "The doctor eats bread and soup. " * 3, "\u2028", "Soup!", "é ł"]


@pytest.fixture
def plain(tmp_path, sentences):
    """A function that makes a model with random parameters."""
    words = [side for pair in sentences for side in pair]

    def make(name="plain", **settings):
        return make_model(tmp_path / name, words, **settings)

    return make


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("".join(line + "\n" for line in TEXT), encoding="utf-8", newline="\n")
    return path


def test_position_embeddings_are_those_of_marian():
    table = position_embeddings(8, positions=5)
    assert table.shape == (5, 8)
    # Wavelengths from 2 pi to 10000 * 2 pi, four of them.
    rates = [1.0, 10 ** (-4 / 3), 10 ** (-8 / 3), 1e-4]
    expected = [math.sin(3 * rate) for rate in rates] + [math.cos(3 * rate) for rate in rates]
    assert table[3] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("beam", "seed"), [(1, 5), (1, 8), (4, 1), (4, 6)])
def test_as_marian_translates(plain, source, real, sentences, tmp_path, beam, seed):
    """Random networks go on to the limit of length and meet long lines, which are cut."""
    model = plain(seed=seed)
    words = [word for english, _ in sentences for word in english.split()]
    with open(source, "a", encoding="utf-8") as more:
        more.writelines(" ".join(words[i : i + 1 + i % 6]) + "\n" for i in range(len(words)))
    translate(model, source, tmp_path / "a", decoder=MarianDecoder(real), beam=beam)
    counts = translate(model, source, tmp_path / "b", decoder=CTranslate2Decoder(), beam=beam)
    expected = (tmp_path / "a").read_text(encoding="utf-8").split("\n")
    found = (tmp_path / "b").read_text(encoding="utf-8").split("\n")
    assert (counts.lines, counts.blank) == (len(TEXT) + len(words), 2)
    assert found == expected
    assert len(set(expected)) > 3


def test_translations_drawn_at_random(plain, source, real, tmp_path):
    """The same seed draws the same ones; CTranslate2, which has no such option, says so."""
    model, drawn = plain(seed=5), []
    for name, sample in (("a", 1), ("b", 1), ("c", 2), ("best", None)):
        counts = translate(
            model, source, tmp_path / name, decoder=MarianDecoder(real), sample=sample
        )
        assert (counts.lines, counts.blank) == (len(TEXT), 2)
        drawn.append((tmp_path / name).read_text(encoding="utf-8"))
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) == 3
    with raises("option.unsupported"):
        translate(model, source, tmp_path / "d", decoder=CTranslate2Decoder(), sample=1)


def test_the_unknown_piece_keeps_its_share_of_the_probability(plain, tmp_path):
    """As in Marian: the score that a search gives a hypothesis is the one that the model gives."""
    model = plain(end=9, unknown=9)
    pieces = Segmenter(model.vocabularies[0])
    translator = CTranslate2Decoder().translator(model, tmp_path / "converted")
    settings = read_options(model.decode)
    search = Search(translator, settings, pieces.unknown)
    sources = [pieces.encode(text) for text in ("The nurse sleeps.", "soup", "The doctor")]
    checked = 0
    for text, future in zip(sources, search.submit(sources), strict=True):
        for score, found in search.ranked(future.result()):
            assert pieces.unknown not in found
            if found[-1] == END:
                (own,) = translator.score_batch([text], [found[:-1]])
                whole = sum(own.log_probs) / len(found) ** settings.normalize
                assert score == pytest.approx(whole, abs=1e-3)
                checked += 1
        assert pieces.unknown not in search.best(text, future)
    assert checked >= 3


def test_a_network_of_another_kind_is_told_at_once(plain, source, tmp_path):
    model = plain(transformer_decoder_autoreg="rnn", dec_cell="ssru")
    with pytest.raises(ConfigError) as error:
        translate(model, source, tmp_path / "out", decoder=CTranslate2Decoder())
    assert "transformer-decoder-autoreg: rnn" in str(error.value)
    assert "[model.unsupported-by-ctranslate2]" in str(error.value)
    assert not (tmp_path / "out").exists()
    other = plain("other", transformer_postprocess="an")
    with raises("model.unsupported-by-ctranslate2", "transformer-postprocess: 'an'"):
        check_supported(other.file)
    several = plain("several", transformer_tied_layers=[1, 1], transformer_no_bias=True)
    with raises(
        "model.unsupported-by-ctranslate2", "tied-layers: [1, 1], transformer-no-bias: True"
    ):
        check_supported(several.file)


def test_parameters_that_do_not_belong_to_the_settings(plain, tmp_path):
    model = plain(enc_depth=2)
    with raises("model.conversion-failed"):
        convert(model, tmp_path / "converted")
    assert not (tmp_path / "converted" / NOTE).exists()


def test_options_of_marian_are_kept_or_refused():
    options = {"beam-size": 6, "normalize": True, "word-penalty": 0.5, "max-length": 30}
    settings = read_options({**options, "workspace": 99, "fp16": False})
    assert (settings.beam, settings.max_length, settings.length_factor) == (6, 30, 3)
    # Marian: (log probability - penalty * length) / length ^ normalize
    assert settings.score(-3.0, 4) == pytest.approx(-5.0 / 4)
    assert read_options({}).score(-3.0, 4) == -3.0
    with raises("option.unsupported", "output-sampling, shortlist"):
        read_options({"shortlist": ["lex", 50], "output-sampling": True})
    with raises("option.not-a-number", "normalize"):
        read_options({"normalize": "much"})
    with raises("max-length.too-large", "3000"):
        read_options({"max-length": 3000})


def test_a_converted_folder_serves_its_own_model_alone(plain, source, tmp_path):
    model = plain()
    folder = convert(model, tmp_path / "converted")
    assert json.loads((folder / NOTE).read_text())["ctranslate2"]
    assert not list(folder.glob(".*"))
    for name, decoder in (
        ("a", CTranslate2Decoder()),
        ("b", CTranslate2Decoder(converted=folder)),
        ("c", CTranslate2Decoder(converted=folder, threads=2)),
    ):
        translate(model, source, tmp_path / name, decoder=decoder)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() == (tmp_path / "c").read_bytes()
    with raises("converted-model.other-origin"):
        check_converted(plain("two", seed=2), folder)
    (folder / NOTE).unlink()
    with raises("converted-model.no-note", str(NOTE)):
        check_converted(model, folder)


def test_a_compute_type_that_is_not_there(plain, source, tmp_path):
    model, decoder = plain(), CTranslate2Decoder(compute_type="float3")
    with raises("compute-type.unavailable", "float32"):
        translate(model, source, tmp_path / "out", decoder=decoder)


def test_marian_is_not_trusted_with_normalisation_before_layers(plain):
    order = {"transformer_preprocess": "n", "transformer_postprocess": "da"}
    assert is_misread(plain("n", **order, transformer_postprocess_top="n"))
    assert not is_misread(plain("s", **order, transformer_decoder_autoreg="rnn"))
    assert not is_misread(plain())


def test_commands(plain, source, real, tmp_path, capsys):
    folder = import_model(plain(), tmp_path / "model").file.parent
    converted, report = tmp_path / "converted", tmp_path / "report.json"
    assert main(["nmt", "convert", "--model-dir", str(folder), "--output-dir", str(converted)]) == 0
    use = ["nmt", "translate", "--model-dir", str(folder), "--input", str(source)]
    output = ["--output", str(tmp_path / "out")]
    own = ["--ct2-dir", str(converted), "--decoder", "ctranslate2"]
    assert main([*use, *output, *own]) == 0
    assert (tmp_path / "out").read_text(encoding="utf-8").count("\n") == 6
    compare = ["nmt", "compare-decoders", *use[2:], "--report", str(report)]
    # import_model does not know how to decode; without settings the two have Marian's own.
    assert main([*compare, "--reference", str(tmp_path / "out"), "--lines", "4"]) == 0
    found = json.loads(report.read_text())
    assert found["lines"] == found["identical"] == 4
    assert set(found["decoders"]) == {"marian", "ctranslate2"}
    assert "4 of 4 lines are identical" in capsys.readouterr().err


def test_out_of_memory_and_the_like_are_told(plain, source, tmp_path, monkeypatch):
    import ctranslate2

    def fail(*_arguments, **_settings):
        raise RuntimeError("CUDA failed with error out of memory\nand more")

    monkeypatch.setattr(ctranslate2, "Translator", fail)
    with raises("ctranslate2.failed", "CUDA"):
        translate(plain(), source, tmp_path / "out", decoder=CTranslate2Decoder())
