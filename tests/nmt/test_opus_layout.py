"""Models in the layout of OPUS-MT: vocabularies in YAML, text segmented by SentencePiece models."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace

import pytest
import yaml

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.marian import MarianDecoder
from cdaflow.nmt.model import Model, check_model, import_model, load_model, user_model
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.spm import read_subwords
from cdaflow.nmt.train import train
from cdaflow.nmt.translate import translate
from cdaflow.nmt.vocabulary import read_tokens

from ..errors import raises

DECODER = "relative-paths: true\nmodels: [opus.npz]\nvocabs: [vocab.yml, vocab.yml]\nbeam-size: 6\n"


def train_spm(path, lines):
    import sentencepiece

    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, vocab_size=40, hard_vocab_limit=False,
        minloglevel=2,
    )  # fmt: skip
    path.write_bytes(model.getvalue())
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())


def write_vocabulary(path, tokens):
    text = "".join(f"{yaml.safe_dump(t)[:-1].splitlines()[0]}: {n}\n" for n, t in enumerate(tokens))
    path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def opus(tmp_path_factory):
    """The folder of such a model, which the fake Marian has learnt from pieces."""
    from .conftest import FAKE, PAIRS

    folder = tmp_path_factory.mktemp("opus")
    sides = {}
    for side, lines in zip(("source", "target"), zip(*PAIRS, strict=True), strict=True):
        processor = train_spm(folder / f"{side}.spm", lines)
        sides[side] = [" ".join(processor.encode(line, out_type=str)) for line in lines]
        text = "".join(f"{line}\n" for line in sides[side])
        (folder / f"train.{side}").write_text(text, encoding="utf-8")
    words = sorted({word for lines in sides.values() for line in lines for word in line.split()})
    write_vocabulary(folder / "vocab.yml", ["</s>", "<unk>", *words])
    (folder / "decoder.yml").write_text(DECODER)
    command = [sys.executable, str(FAKE), "train", "--model", str(folder / "opus.npz")]
    command += ["--train-sets", *(str(folder / f"train.{side}") for side in sides)]
    command += ["--vocabs", *[str(folder / "vocab.yml")] * 2, "--seed", "1", "--after-batches", "2"]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture
def model(opus):
    return user_model(opus / "opus.npz", [], opus / "decoder.yml")


def spanish(sentences):
    return "".join(target + "\n" for _, target in sentences)


def test_its_own_segmentation_is_used(opus, model, fake, pairs, sentences, tmp_path):
    assert model.spm == (opus / "source.spm", opus / "target.spm")
    data = pairs("in.parquet")
    translate(model, data, tmp_path / "out", decoder=MarianDecoder(fake))
    assert (tmp_path / "out").read_text() == spanish(sentences)
    imported = import_model(model, tmp_path / "imported")
    assert imported == load_model(tmp_path / "imported")
    assert [path.name for path in imported.files] == [
        "model.npz", "vocab.yml", "vocab.yml", "source.spm", "target.spm",
    ]  # fmt: skip
    assert imported.decode == {"beam-size": 6}
    translate(imported, data, tmp_path / "again", decoder=MarianDecoder(fake))
    assert (tmp_path / "again").read_text() == spanish(sentences)


def test_commands(opus, pairs, sentences, tmp_path, capsys, fake_path):
    own = ["--model", str(opus / "opus.npz"), "--vocabs", str(opus / "vocab.yml")]
    own += ["--spm", str(opus / "source.spm"), str(opus / "target.spm")]
    folder = ["--model-dir", str(tmp_path / "imported")]
    assert main(["nmt", "import", *own, "--output-dir", folder[1]]) == 0
    use = ["nmt", "translate", "--marian", str(fake_path), "--input", str(pairs("in.parquet"))]
    use += ["--output", str(tmp_path / "out")]
    for words in (own, folder):
        assert main([*use, *words]) == 0
        assert (tmp_path / "out").read_text() == spanish(sentences)
    assert main([*use, *folder, "--vocabs", "x.spm"]) == 1
    assert "[option.decoder-files-without-model]" in capsys.readouterr().err


def test_fine_tuning_gives_pieces_to_marian(model, fake, pairs, tmp_path, recipe_file):
    text = "fine-tuning: true\ntrain: {after-batches: 4, valid-freq: 2, valid-metrics: [bleu]}\n"
    base = import_model(model, tmp_path / "base")
    new = [("The nurse is here.", "El enfermero está aquí.")]
    job = Job(
        load_recipe(recipe_file(text)), [DataSet(pairs("new.parquet", new))],
        DataSet(pairs("dev.parquet")), 1, base=base,
    )  # fmt: skip
    tuned = train(job, Machine(fake), tmp_path / "tuned", tmp_path / "work")
    assert (tuned.spm, tuned.vocabularies[0].name) == (
        (tmp_path / "tuned/source.spm", tmp_path / "tuned/target.spm"), "vocab.yml",
    )  # fmt: skip
    translate(tuned, pairs("in.parquet"), tmp_path / "out", decoder=MarianDecoder(fake))
    lines = (tmp_path / "out").read_text().splitlines()
    assert lines[:2] == ["El enfermero está aquí.", "El médico está aquí."]
    metric = text.replace("bleu", "translation")
    other = replace(job, recipe=load_recipe(recipe_file(metric, "other.yaml")))
    with raises("metric.unfit-for-base"):
        train(other, Machine(fake), tmp_path / "o", tmp_path / "ow")


def test_no_training_with_a_vocabulary_in_yaml_alone(opus, fake, pairs, tmp_path, recipe_file):
    recipe = load_recipe(recipe_file("train: {after-batches: 3}\n"))
    job = Job(recipe, [DataSet(pairs("t.parquet"))], None, 1, vocabulary=opus / "vocab.yml")
    with raises("vocabulary.not-sentencepiece"):
        train(job, Machine(fake), tmp_path / "o", tmp_path / "w")


def faulty(opus, tmp_path, tokens=None, text=None, spm="source.spm", ending=".yml"):
    """Return the model with another vocabulary, or other SentencePiece models."""
    vocabulary = tmp_path / f"other{ending}"
    if text is None:
        write_vocabulary(vocabulary, tokens or read_tokens(opus / "vocab.yml"))
    else:
        vocabulary.write_text(text)
    two = (opus / spm, opus / "target.spm") if spm else None
    return Model(opus / "opus.npz", (vocabulary,) * 2, spm=two)


BASE = ["</s>", "<unk>"]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"spm": ""}, r"vocabulary\.no-segmentation"),
        ({"tokens": [*BASE, "do@@", "ctor"]}, r"\(do@@, \.\.\.\).*vocabulary\.bpe-codes"),
        ({"tokens": [*BASE, ">>spa<<", "a"]}, "takes the target language as a token"),
        ({"tokens": [*BASE, "x", "y"]}, r"source\.spm: only 2 of its \d+ subwords are tokens"),
        ({"text": "a: 0\nb: 2\n"}, "numbers of the 2 tokens are not 0 to 1"),
        ({"text": "a: 0\na: 1\n"}, "numbers of the 2 tokens are not 0 to 1, each once"),
        ({"text": "- a\n- b\n"}, r"vocabulary\.not-yaml"),
        ({"text": "a: b\n"}, r"vocabulary\.not-yaml"),
        ({"text": "[" * 200_000}, r"vocabulary\.not-yaml"),
        ({"text": ""}, "the file is empty"),
        ({"ending": ".txt"}, r"\(\.txt\).*vocabulary\.unsupported"),
        ({"spm": "decoder.yml"}, "not a SentencePiece model"),
        ({"spm": "absent.spm"}, r"absent\.spm.*model\.file-missing"),
    ],
)
def test_what_cannot_be_read_is_refused(opus, tmp_path, changes, problem):
    with pytest.raises(InputError, match=problem):
        check_model(faulty(opus, tmp_path, **changes))


def test_sizes_and_kinds_go_together(opus, model, tmp_path):
    tokens = [*read_tokens(opus / "vocab.yml"), "more"]
    with raises("vocabulary.other-size"):
        check_model(faulty(opus, tmp_path, tokens))
    with raises("vocabulary.needless-spm"):
        check_model(replace(model, vocabularies=(opus / "source.spm",) * 2))
    with raises("vocabulary.needless-spm"):
        check_model(replace(model, vocabularies=(opus / "source.spm", opus / "vocab.yml")))
    with raises("model.spm-count", "3"):
        user_model(opus / "opus.npz", [opus / "vocab.yml"], None, [opus / "source.spm"] * 3)


def test_tokens_are_text_whatever_yaml_makes_of_them(tmp_path):
    path = tmp_path / "v.yml"
    path.write_text("</s>: 0\n<unk>: 1\nno: 2\n12: 3\nnull: 4\n'''': 5\n\"\\u2581a\": 6\n<<: 7\n")
    assert read_tokens(path) == ["</s>", "<unk>", "no", "12", "null", "'", "▁a", "<<"]


@pytest.mark.parametrize("mark", ["El▁médico", "El mé@@ dico"])
def test_marks_of_subwords_in_a_translation_are_an_error(
    mark, pairs, fake, tmp_path, recipe_file, sentences
):
    recipe = load_recipe(recipe_file("train: {after-batches: 3}\n"))
    hundred = [(f"Sentence {n}.", f"Frase {n}.") for n in range(99)]
    marked = [("The doctor.", mark), ("A doctor.", mark)]
    data = pairs("t.parquet", [*hundred, *marked, (mark, mark)])
    model = train(Job(recipe, [DataSet(data)], None, 1), Machine(fake), tmp_path / "m", tmp_path)
    output = tmp_path / "out.txt"
    decoder = MarianDecoder(fake)
    # One line of a hundred may be the text's own; a mark that the source has is.
    for few in ([*hundred, marked[0]], [*hundred, marked[0], (mark, mark)]):
        translate(model, pairs("in.parquet", few), output, decoder=decoder)
    before = output.read_bytes()
    with raises("translations.subword-marks", "2", "101") as raised:
        translate(model, pairs("in.parquet", [*hundred, *marked]), output, decoder=decoder)
    assert str(model.file) in str(raised.value)
    assert output.read_bytes() == before


def test_both_decoders_translate_as_with_the_sentencepiece_vocabulary(sentences, real, tmp_path):
    """The same network and pieces, once in YAML and once as the SentencePiece model itself."""
    pytest.importorskip("ctranslate2", reason="pip install 'cdaflow[ctranslate2]'")
    from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder

    from .test_ctranslate2 import make_model

    plain = make_model(tmp_path, [side for pair in sentences for side in pair], seed=6)
    spm = plain.vocabularies[0]
    write_vocabulary(tmp_path / "vocab.yml", read_subwords(spm))
    own = replace(plain, vocabularies=(tmp_path / "vocab.yml",) * 2, spm=(spm, spm))
    source = tmp_path / "in.txt"
    text = [english for english, _ in sentences] + ["", "soup bread", "\u200b", "é ł"]
    source.write_text("".join(line + "\n" for line in text))
    outputs = []
    for model, decoder in (
        (plain, CTranslate2Decoder()),
        (own, CTranslate2Decoder()),
        (own, MarianDecoder(real)),
    ):
        translate(model, source, tmp_path / "out", decoder=decoder)
        outputs.append((tmp_path / "out").read_text().split("\n"))
    assert outputs[1] == outputs[2] == outputs[0]
    assert len(set(outputs[0])) > 3
