"""Links of words as links of subwords, and training with them."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sentencepiece

from cdaflow.errors import ProgramError
from cdaflow.nmt.data import DataSet, write_mixture
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.links import Link, PieceLinks, format_links, parse_links
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.spm import read_subwords, without_paths
from cdaflow.nmt.train import train
from cdaflow.nmt.vocabulary import Segmenter

from ..errors import raises

TEXT = ["the nurse sleeps", "the doctor sleeps", "la enfermera duerme", "el médico duerme"] * 20


@pytest.fixture(scope="module")
def segmenter(tmp_path_factory):
    """Segments into a few long subwords and letters."""
    path = tmp_path_factory.mktemp("spm") / "v.spm"
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXT), model_writer=model, vocab_size=40, bos_id=-1, eos_id=0,
        unk_id=1, hard_vocab_limit=False, user_defined_symbols=["<M>"], minloglevel=2,
    )  # fmt: skip
    path.write_bytes(model.getvalue())
    return Segmenter(path)


def write(path, rows):
    names = ["source", "target", "links"][: len(rows[0])]
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    pq.write_table(pa.table({"id": pa.array(range(len(rows)), pa.int64()), **columns}), path)
    return path


def test_links_are_read_and_written():
    links = [Link((4, 9), (0, 2)), Link((0, 3), (3, 6))]
    text = format_links(links)
    assert text == "4-9:0-2 0-3:3-6"
    assert parse_links(text, "the nurse", "el gato") == links
    assert parse_links(" ", "a", "b") == []


@pytest.mark.parametrize(
    ("links", "problem"),
    [
        ("4-9", "not a link of the form"),
        ("0-1:0-1,2-3:0-1", "not a link of the form"),
        ("-1-3:0-1", "not a link of the form"),
        ("0-10:0-1", "0-10 is not a span of the source, which has 9"),
        ("0-9:0-8", "0-8 is not a span of the target, which has 7"),
        ("3-3:0-1", "3-3 is not a span"),
        ("٣-٤:0-1", "not a link of the form"),
    ],
)
def test_faulty_links_are_refused(links, problem):
    with pytest.raises(ValueError, match=problem):
        parse_links(links, "the nurse", "el gato")


def covered(segmenter, line, start, end):
    """Return the subwords of a line that the links of one word go to."""
    links = PieceLinks(segmenter, segmenter).line(line, "la", f"{start}-{end}:0-2")
    indices = sorted({int(point.split("-")[0]) for point in links.split()})
    subwords = segmenter.encode(line)
    return [subwords[index] for index in indices]


def test_a_word_goes_with_all_of_its_subwords_and_no_other(segmenter):
    line = "the  nurse <M> sléeps ﬁne ☃ ."
    for word in ("the", "nurse", "<M>", "sléeps", "☃", "."):
        start = line.index(word)
        found = covered(segmenter, line, start, start + len(word))
        assert "".join(found).lstrip("▁") == word
    # A ligature becomes two letters; the second has its character.
    start = line.index("ﬁne")
    assert "".join(covered(segmenter, line, start, start + 3)) == "ine"
    assert covered(segmenter, line, line.index("<M>"), line.index("<M>") + 3) == ["<M>"]


def test_spans_are_as_many_as_subwords_and_cover_the_line(segmenter):
    for line in ("", " ", "the nurse", "x\u00a0y ﬃ\u200b z", "  a  b  "):
        spans = segmenter.spans(line)
        assert len(spans) == len(segmenter.encode(line))
        joined = "".join(line[start:end] for start, end in spans)
        assert joined.split() == line.replace("\u200b", " ").split() or "\u200b" in line


def test_all_subwords_of_one_side_go_with_all_of_the_other(segmenter):
    source, target = "xs the", "la ym"
    assert segmenter.encode(source)[:3] == ["▁", "x", "s"]
    points = PieceLinks(segmenter, segmenter).line(source, target, "0-2:3-5").split()
    first = segmenter.encode(target).index("y")
    # The blank before a word is a subword of its own here, and not of the word.
    assert points == [f"{i}-{j}" for i in (1, 2) for j in (first, first + 1)]
    turned = PieceLinks(segmenter, segmenter, reverse=True).line(source, target, "0-2:3-5").split()
    assert sorted(turned) == sorted("-".join(reversed(point.split("-"))) for point in points)


def test_links_of_what_normalisation_removes_are_counted(segmenter):
    links = PieceLinks(segmenter, segmenter)
    assert links.line("the  nurse", "la", "0-3:0-2 0-3:0-2") != ""
    assert links.lost == 0
    assert links.line("the ", "la", "3-4:0-2") == ""
    assert links.lost == 1


def test_the_third_file_is_aligned_with_the_others(segmenter, tmp_path):
    rows = [
        ("the nurse", "la enfermera", "4-9:3-12"),
        ("", "duerme", ""),
        ("the doctor", "el médico", ""),
    ]
    linked = write(tmp_path / "a.parquet", rows * 5)
    plain = write(tmp_path / "b.parquet", [("the nurse sleeps", "duerme")] * 4)
    files = [tmp_path / name for name in ("s", "t", "l")]
    links = PieceLinks(segmenter, segmenter)
    sets = [DataSet(plain, 0.5), DataSet(linked, 1.4)]
    counts = write_mixture(sets, *files[:2], seed=3, what="training", links=(files[2], links))
    lines = [file.read_text(encoding="utf-8").split("\n")[:-1] for file in files]
    assert {len(one) for one in lines} == {sum(counts)}
    assert lines[2][:2] == ["", ""]
    expected = links.line(*rows[0])
    assert expected
    for source, points in zip(lines[0], lines[2], strict=True):
        assert points == (expected if source == "the nurse" else "")
    # Without links the text is the same.
    write_mixture(sets, tmp_path / "s2", tmp_path / "t2", seed=3, what="training")
    assert (tmp_path / "s2").read_bytes() == files[0].read_bytes()
    assert (tmp_path / "t2").read_bytes() == files[1].read_bytes()


def test_faulty_links_of_a_data_set_are_told_with_their_row(segmenter, tmp_path):
    rows = [("the nurse", "la enfermera", ""), ("the nurse", "la enfermera", "4-9:3-13")]
    path = write(tmp_path / "a.parquet", rows)
    links = (tmp_path / "l", PieceLinks(segmenter, segmenter))
    with raises("alignment.bad-links", "2", "links", "3-13") as error:
        write_mixture(
            [DataSet(path)], tmp_path / "s", tmp_path / "t", seed=1, what="training", links=links
        )
    assert error.value.file == str(path)
    assert not list(tmp_path.glob("[stl]"))
    number = write(tmp_path / "n.parquet", [("the nurse", "la enfermera", 3)])
    with raises("text.not-one-line", "1", "links: no text"):
        write_mixture(
            [DataSet(number)], tmp_path / "s", tmp_path / "t", seed=1, what="training", links=links
        )


RECIPE = "train: {after-batches: 20, valid-freq: 5, save-freq: 5, dim-vocabs: [50, 50]%s}\n"


@pytest.fixture
def job(tmp_path, recipe_file, sentences):
    rows = [(s, t, "0-3:0-2" if n % 2 else "") for n, (s, t) in enumerate(sentences)]
    sets = [DataSet(write(tmp_path / "linked.parquet", rows), 2)]
    return Job(recipe=load_recipe(recipe_file(RECIPE % "")), train=sets, dev=None, seed=1)


def test_a_training_with_links_is_guided_by_them(job, fake, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_MARIAN_LOG", str(tmp_path / "calls"))
    machine = Machine(fake)
    out, work = tmp_path / "out", tmp_path / "work"
    monkeypatch.setenv("FAKE_MARIAN_STOP", "7")
    with raises("training.stopped"):
        train(job, machine, out, work)
    monkeypatch.delenv("FAKE_MARIAN_STOP")
    # The vocabulary first, by a training of one update; then the training itself.
    calls = [json.loads(line)["argv"] for line in (tmp_path / "calls").read_text().splitlines()]
    assert ["--guided-alignment" in words for words in calls] == [False, True]
    assert calls[0][calls[0].index("--after-batches") + 1] == "1"
    lines = {
        part: (work / f"data/train.{part}").read_text(encoding="utf-8").split("\n")[:-1]
        for part in ("source", "target", "links")
    }
    assert len(lines["links"]) == len(lines["source"]) == 12
    assert [bool(line) for line in lines["links"]] == [False, True] * 6
    segmenter = Segmenter(work / "checkpoint/vocab.spm")
    links = PieceLinks(segmenter, segmenter)
    assert lines["links"][1] == links.line(lines["source"][1], lines["target"][1], "0-3:0-2")
    # It is resumed, with the same vocabulary.
    model = train(job, machine, out, work)
    assert "Restored from training checkpoint" in (out / "train.log").read_text()
    assert len((tmp_path / "calls").read_text().splitlines()) == 3
    assert read_subwords(model.vocabularies[0])[:2] == ["</s>", "<unk>"]
    # Other links: another training.
    table = pq.read_table(job.train[0].path)
    rows = list(zip(*(table[name].to_pylist() for name in ("source", "target")), strict=True))
    write(job.train[0].path, [(*row, "") for row in rows])
    train(job, machine, out, work)
    assert "other training data" in capsys.readouterr().err
    # None: not guided.
    write(job.train[0].path, rows)
    train(job, machine, out, work)
    assert "other links; other training data" in capsys.readouterr().err
    last = json.loads((tmp_path / "calls").read_text().splitlines()[-1])["argv"]
    assert "--guided-alignment" not in last


def test_a_reversed_training_has_its_links_turned_round(job, fake, tmp_path, monkeypatch):
    monkeypatch.setenv("FAKE_MARIAN_STOP", "7")
    found = {}
    for name, reverse in (("forth", False), ("back", True)):
        with pytest.raises(ProgramError):
            train(replace(job, reverse=reverse), Machine(fake), tmp_path / "o", tmp_path / name)
        lines = (tmp_path / name / "data/train.links").read_text().splitlines()
        found[name] = {tuple(map(int, point.split("-"))) for point in lines[1].split()}
    assert found["back"] == {(j, i) for i, j in found["forth"]}


@pytest.mark.parametrize(
    "option", ["sentencepiece-alphas: [0.1, 0.1]", "max-length-crop: true", "all-caps-every: 5"]
)
def test_options_that_move_subwords_are_refused(job, fake, tmp_path, recipe_file, option):
    recipe = load_recipe(recipe_file(RECIPE % f", {option}", "other.yaml"))
    with raises("option.unfit-for-links", str(option[:9])):
        train(replace(job, recipe=recipe), Machine(fake), tmp_path / "out", tmp_path / "work")


def test_the_file_of_alignments_is_no_option_of_recipes(recipe_file):
    with raises("recipe.option-reserved", "`guided-alignment`", "`train`"):
        load_recipe(recipe_file("train: {guided-alignment: x}"))
    recipe = load_recipe(recipe_file("train: {guided-alignment-weight: 0.05}"))
    assert recipe.train == {"guided-alignment-weight": 0.05}


REAL = """
train: {type: transformer, enc-depth: 1, dec-depth: 1, transformer-heads: 1, dim-emb: 8,
        transformer-dim-ffn: 8, tied-embeddings-all: true, dim-vocabs: [60, 60], mini-batch: 6,
        sentencepiece-options: --hard_vocab_limit=false, after-batches: 2, workspace: 64}
"""


def test_marian_makes_the_same_vocabulary_beforehand(job, real, tmp_path, recipe_file):
    recipe = load_recipe(recipe_file(REAL, "real.yaml"))
    job = replace(job, recipe=recipe, train=[DataSet(job.train[0].path, 20)])
    linked = train(job, Machine(real), tmp_path / "a", tmp_path / "aw")
    table = pq.read_table(job.train[0].path)
    pq.write_table(table.drop_columns(["links"]), tmp_path / "plain.parquet")
    plain = replace(job, train=[DataSet(tmp_path / "plain.parquet", 20)])
    model = train(plain, Machine(real), tmp_path / "b", tmp_path / "bw")
    assert linked.vocabularies[0].read_bytes() == model.vocabularies[0].read_bytes()
    made = (tmp_path / "aw/checkpoint/vocab.spm").read_bytes()
    assert without_paths(made) == linked.vocabularies[0].read_bytes()
