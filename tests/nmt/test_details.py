"""Details of translations: subwords, log probabilities, attention."""

from __future__ import annotations

import json

import pytest
from random_network import make_model

from cdaflow.cli import main
from cdaflow.io.files import atomic_text
from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.details import BLANK, Details, read_details, split_answers
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.marian import MarianDecoder
from cdaflow.nmt.model import Model, import_model
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.spm import read_subwords
from cdaflow.nmt.train import train
from cdaflow.nmt.translate import translate
from cdaflow.nmt.vocabulary import END, Segmenter

from ..errors import raises

LINES = [
    "",
    "The nurse is here.",
    "The doctor eats bread.",
    " ",
    "A ||| nurse ł é \u2028 soup",
    "o",
]


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("".join(line + "\n" for line in LINES), encoding="utf-8", newline="\n")
    return path


@pytest.fixture
def model(tmp_path, sentences):
    """A random network that Marian can decode."""
    words = [side for pair in sentences for side in pair]
    return make_model(tmp_path / "model", words, seed=5)


def check(found, lines, texts):
    """Check details against the lines and their translations."""
    assert len(found) == len(lines) == len(texts)
    for details, line, text in zip(found, lines, texts, strict=True):
        if not line.strip():
            assert details.to_json() == BLANK
            assert text == ""
            continue
        assert details.source[-1] == END
        assert all(sum(row) == pytest.approx(1, abs=1e-4) for row in details.attention)
        assert all(value <= 0 for value in details.log_probabilities)
        for subwords, spans, whole in (
            (details.source, details.source_spans, line),
            (details.target, details.target_spans, text),
        ):
            for subword, (start, end) in zip(subwords, spans, strict=True):
                plain = subword.replace("▁", "").replace("<unk>", "⁇").removesuffix(END)
                assert plain in ("", whole[start:end].strip())
            assert "".join(whole[start:end] for start, end in spans).split() == whole.split()


def test_details_by_the_fake(pairs, recipe_file, fake, source, tmp_path):
    recipe = load_recipe(recipe_file("train: {after-batches: 4, dim-vocabs: [50, 50]}"))
    job = Job(recipe, [DataSet(pairs("t.parquet"))], None, 1)
    trained = train(job, Machine(fake), tmp_path / "out", tmp_path / "work")
    path = tmp_path / "details.jsonl.gz"
    decoder = MarianDecoder(fake)
    translate(trained, source, tmp_path / "a.txt", decoder=decoder, details=path)
    found = list(read_details(path))
    texts = (tmp_path / "a.txt").read_text(encoding="utf-8").split("\n")[:-1]
    assert [details.to_json() for details in found][::3] == [BLANK] * 2
    assert texts[1] == "La enfermera está aquí."
    assert found[1].target[1] == "▁enfermera"
    assert texts[1][slice(*found[1].target_spans[1])] == " enfermera"
    assert found[1].attention[1][:3] == [0, 1, 0]
    assert found[1].log_probabilities[1] == -0.1
    # Of blank lines alone.
    source.write_text("\n\n")
    translate(trained, source, tmp_path / "b.txt", decoder=decoder, details=path)
    assert [details.source for details in read_details(path)] == [[], []]


def test_details_by_marian(model, source, real, tmp_path):
    decoder = MarianDecoder(real)
    translate(model, source, tmp_path / "a.txt", decoder=decoder)
    # Long lines are cut before they are read.
    more = source.read_text(encoding="utf-8") + "The nurse eats soup. " * 9 + "\n"
    source.write_text(more, encoding="utf-8", newline="\n")
    translate(model, source, tmp_path / "b.txt", decoder=decoder, details=tmp_path / "d.jsonl")
    plain, texts = ((tmp_path / f"{n}.txt").read_text(encoding="utf-8") for n in "ab")
    assert texts.startswith(plain)
    found = list(read_details(tmp_path / "d.jsonl"))
    check(found[:-1], LINES, texts.split("\n")[:-2])
    assert len(found[-1].source) == len(found[-1].source_spans) == 20
    assert found[1].source == [*Segmenter(model.vocabularies[0]).encode(LINES[1]), END]


def test_details_of_a_model_in_the_layout_of_opus(model, source, real, tmp_path):
    spm = model.vocabularies[0]
    names = read_subwords(spm)
    vocabulary = tmp_path / "vocab.yml"
    lines = [f"{json.dumps(name, ensure_ascii=False)}: {n}\n" for n, name in enumerate(names)]
    vocabulary.write_text("".join(lines), encoding="utf-8")
    opus = Model(model.file, (vocabulary,) * 2, model.decode, spm=(spm, spm))
    for name, one in (("a", model), ("b", opus)):
        details = tmp_path / f"{name}.jsonl"
        translate(one, source, tmp_path / name, decoder=MarianDecoder(real), details=details)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_other_decoders_have_none(model, source, tmp_path, capsys):
    details = tmp_path / "d.jsonl"
    with raises("decoder.no-attention"):
        translate(model, source, tmp_path / "o", decoder=CTranslate2Decoder(), details=details)
    assert not details.exists()
    import_model(model, tmp_path / "imported")
    use = ["nmt", "translate", "--input", str(source), "--output", str(tmp_path / "o")]
    use += ["--details", str(details)]
    assert main([*use, "--program", "cat"]) == 1
    assert "[option.details-of-program]" in capsys.readouterr().err
    assert main([*use, "--model-dir", str(tmp_path / "imported"), "--decoder", "ctranslate2"]) == 1
    assert "[decoder.no-attention]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("▁The", "details.bad-answer"),
        ("▁The ||| x ||| WordScores= -1", "details.bad-answer"),
        ("▁The ||| 1 ||| Scores= -1", "details.bad-answer"),
        ("▁The ||| 0.5,0.5 1,0 ||| WordScores= -1 -2", "details.other-subwords"),
    ],
)
def test_answers_of_another_form(model, tmp_path, answer, problem):
    with raises(problem):
        split_answers(model, ["The nurse."], [answer], tmp_path, 20)
    assert not (tmp_path / "target").exists()


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        BLANK.replace('"target":[]', '"target":["a"]'),
        BLANK.replace('"source_spans":[]', '"source_spans":[[1]]'),
        BLANK.replace('"attention":[]', '"attention":[[]]'),
        BLANK.replace('"attention":[]', '"attention":3'),
        Details(["a"], [1], [(0, 1)], [(0, 1)], [0], [[1]]).to_json(),
        Details(["a"], ["b"], [(0, 1)], [(0, 1)], [0], [["1"]]).to_json(),
    ],
)
def test_faulty_files_of_details(tmp_path, line):
    path = tmp_path / "d.jsonl"
    path.write_text(BLANK + "\n" + line + "\n")
    with raises("details.malformed") as error:
        list(read_details(path))
    assert error.value.line == 2


def test_a_file_of_details_is_read_as_written(tmp_path):
    details = Details(["a", END], ["b"], [(0, 1), (1, 1)], [(0, 1)], [-0.5], [[0.25, 0.75]])
    path = tmp_path / "d.jsonl.gz"
    with atomic_text(path) as handle:
        handle.write(details.to_json() + "\n" + BLANK + "\n")
    assert list(read_details(path)) == [details, Details([], [], [], [], [], [])]
