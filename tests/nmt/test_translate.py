"""Models and translation with the fake Marian."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
from itertools import chain

import pytest

from cdaflow import progress
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.marian import Marian, MarianDecoder
from cdaflow.nmt.model import Model, check_model, import_model, load_model, user_model
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.train import train
from cdaflow.nmt.translate import translate

from ..errors import raises

RECIPE = "train: {after-batches: 3}\ndecode: {max-length: 20, beam-size: 2}\n"


@pytest.fixture
def model(pairs, recipe_file, fake, tmp_path):
    job = Job(load_recipe(recipe_file(RECIPE)), [DataSet(pairs("t.parquet"))], None, 1)
    return train(job, Machine(fake), tmp_path / "model", tmp_path / "work")


def test_one_line_for_each_line(model, fake, tmp_path):
    source = tmp_path / "in.txt"
    lines = ["", "The nurse is here.", "  ", "\u3000", "The doctor eats soup.", "\x0b", ""]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    counts = translate(model, source, tmp_path / "out.txt", decoder=MarianDecoder(fake))
    assert (tmp_path / "out.txt").read_bytes().decode().split("\n") == [
        "",
        "La enfermera está aquí.",
        "",
        "",
        "El médico come sopa.",
        "",
        "",
        "",
    ]
    assert (counts.lines, counts.blank, counts.long) == (7, 5, 0)


#: A Marian that gives all its lines at the end, as one of a large maxi-batch does.
LATE = """#!{python}
import sys, time
words = sys.argv[2:]
if "--help" in words:
    print("".join(f"  --option-{{'abcdefghijklmnopqrstuvwxyz'[n]}} TEXT\\n" for n in range(25)))
    print("  --stat-freq TEXT\\n" * {known})
    sys.exit()
lines = open(words[words.index("--input") + 1]).readlines()
print(f"{{len(lines)}} lines, {{words.count('--stat-freq')}}", file=sys.stderr)
for n in (400, 400, 800) if "--stat-freq" in words else ():
    said = f"Processed {{n // 40}} batches, {{n}} lines, 99 source tokens in 1.0s"
    print(f"[2026-11-28 11:13:33] {{said}} - Speed (since last): 1.5 batches/s", file=sys.stderr)
    time.sleep(0.7)
print("".join(lines), end="")
"""


@pytest.mark.parametrize("known", [1, 0])
def test_progress_of_lines_that_are_not_written_yet(model, tmp_path, monkeypatch, capsys, known):
    program = tmp_path / "pymarian"
    program.write_text(LATE.format(python=sys.executable, known=known))
    program.chmod(0o755)
    (tmp_path / "in.txt").write_text("The nurse sleeps.\n" * 1200)
    monkeypatch.setattr(progress, "LOG_INTERVAL", 0.0)
    marian = Marian((str(program),), subcommands=True)
    translate(model, tmp_path / "in.txt", tmp_path / "out.txt", decoder=MarianDecoder(marian))
    said = capsys.readouterr().err
    shown = [int(count) for count in re.findall(r"translating: (\d+) of 1200 lines", said)]
    assert shown == ([400, 800, 1200] if known else [1200])


def test_inner_line_separators_do_not_split(model, fake, tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("a\u2028b\x0cc\rd\x85e\nThe nurse sleeps.\n", encoding="utf-8", newline="\n")
    counts = translate(model, source, tmp_path / "out.txt", decoder=MarianDecoder(fake))
    assert counts.lines == 2
    assert (tmp_path / "out.txt").read_bytes().count(b"\n") == 2
    assert (tmp_path / "out.txt").read_text().endswith("\nLa enfermera duerme.\n")


def test_parquet_gz_and_empty_input(model, fake, tmp_path, pairs):
    data = pairs("in.parquet", [("The nurse sleeps.", "The doctor sleeps."), ("", "")])
    translate(model, data, tmp_path / "a.txt.gz", decoder=MarianDecoder(fake))
    assert gzip.decompress((tmp_path / "a.txt.gz").read_bytes()) == b"La enfermera duerme.\n\n"
    translate(model, data, tmp_path / "b.txt", decoder=MarianDecoder(fake), column="target")
    assert (tmp_path / "b.txt").read_text() == "El médico duerme.\n\n"
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    assert translate(model, empty, tmp_path / "c.txt", decoder=MarianDecoder(fake)).lines == 0
    assert (tmp_path / "c.txt").read_bytes() == b""


def test_shards_together_are_the_whole(model, fake, tmp_path, pairs, sentences):
    data, text = pairs("in.parquet"), tmp_path / "in.txt"
    text.write_text("".join(source + "\n" for source, _ in sentences))
    for source in (data, text):
        found = []
        for part in range(1, 5):
            output = tmp_path / "part.txt"
            translate(model, source, output, decoder=MarianDecoder(fake), shard=(part, 4))
            found.append(output.read_text().splitlines())
        assert [len(part) for part in found] == [1, 2, 1, 2]
        assert list(chain.from_iterable(found)) == [target for _, target in sentences]
    with raises("shard.out-of-range", "5/4"):
        translate(model, data, tmp_path / "x", decoder=MarianDecoder(fake), shard=(5, 4))


def test_over_long_lines_are_told(model, fake, tmp_path, capsys):
    source = tmp_path / "in.txt"
    source.write_text("\n".join(["a b", "w " * 20, "漢" * 121, "x" * 100, "w " * 19]) + "\n")
    counts = translate(model, source, tmp_path / "out.txt", decoder=MarianDecoder(fake))
    assert counts.long == 2
    assert "2 lines (the first is line 2)" in capsys.readouterr().err


def test_characters_that_the_model_cannot_read_are_told(model, fake, tmp_path, capsys):
    source = tmp_path / "in.txt"
    source.write_text("The nurse is here.\nœ!\n5 œ\n", encoding="utf-8")
    translate(model, source, tmp_path / "out.txt", decoder=MarianDecoder(fake))
    said = capsys.readouterr().err
    assert f"{source}: 2 lines have characters that are not in the vocabulary" in said
    assert "most often œ" in said
    source.write_text("The nurse sleeps.\n")
    translate(model, source, tmp_path / "out.txt", decoder=MarianDecoder(fake))
    assert "characters" not in capsys.readouterr().err


def test_options_reach_the_decoder(model, fake, tmp_path, pairs, monkeypatch):
    log = tmp_path / "calls.jsonl"
    monkeypatch.setenv("FAKE_MARIAN_LOG", str(log))
    data = pairs("in.parquet")
    translate(model, data, tmp_path / "a", decoder=MarianDecoder(fake, threads=3))
    translate(
        model, data, tmp_path / "b", decoder=MarianDecoder(fake, gpus=[1], workspace=900), beam=7
    )
    cpu, gpu = (json.loads(line)["argv"] for line in log.read_text().splitlines())
    joined = " ".join(cpu) + " "
    for words in ("--cpu-threads 3 ", "--beam-size 2 ", "--max-length 20 ", "--max-length-crop "):
        assert words in joined
    joined = " ".join(gpu) + " "
    for words in ("--devices 1 ", "--beam-size 7 ", "--workspace 900 "):
        assert words in joined


def test_failures_leave_the_old_output(model, fake, tmp_path, pairs, monkeypatch):
    data, output = pairs("in.parquet"), tmp_path / "out.txt"
    output.write_text("old\n")
    monkeypatch.setenv("FAKE_MARIAN_DROP", "1")
    with raises("marian.line-count", "5", "6"):
        translate(model, data, output, decoder=MarianDecoder(fake))
    monkeypatch.setenv("FAKE_MARIAN_FAIL", "CUDA error 2 'out of memory'")
    with raises("program.failed", "out of memory"):
        translate(model, data, output, decoder=MarianDecoder(fake), log=tmp_path / "log")
    assert output.read_text() == "old\n"
    assert not list(tmp_path.glob(".cdaflow*"))
    assert "out of memory" in (tmp_path / "log").read_text()


def test_a_users_model(model, fake, tmp_path, pairs):
    config = tmp_path / "decoder.yml"
    config.write_text(
        "relative-paths: true\nmodels: [model/model.npz]\nvocabs: [model/vocab.spm, "
        "model/vocab.spm]\nbeam-size: 9\nn-best: true\n"
    )
    own = user_model(model.file, [], config)
    assert own.vocabularies == model.vocabularies
    assert own.decode == {"beam-size": 9}
    copy = tmp_path / "target.spm"
    copy.write_bytes(model.vocabularies[0].read_bytes())
    joint = import_model(user_model(model.file, [model.vocabularies[0], copy]), tmp_path / "joint")
    assert joint.vocabularies == (tmp_path / "joint/vocab.spm",) * 2
    assert load_model(tmp_path / "joint") == joint
    translate(joint, pairs("in.parquet"), tmp_path / "out", decoder=MarianDecoder(fake))
    assert (tmp_path / "out").read_text().startswith("La enfermera está aquí.\n")
    with raises("model.vocabulary-count", "0"):
        user_model(model.file, [])


def test_faulty_models(model, tmp_path):
    vocabulary = model.vocabularies[0]
    with raises("model.file-missing"):
        check_model(Model(tmp_path / "absent.npz", model.vocabularies))
    with raises("model.file-missing"):
        check_model(Model(model.file, (vocabulary, tmp_path / "absent.spm")))
    short = tmp_path / "short.npz"
    short.write_bytes(model.file.read_bytes()[:-9])
    with raises("model.incomplete"):
        check_model(Model(short, model.vocabularies))
    flipped = tmp_path / "flipped.npz"
    data = bytearray(model.file.read_bytes())
    data[len(data) // 2] ^= 1
    flipped.write_bytes(data)
    with raises("archive.part-damaged"):
        import_model(Model(flipped, model.vocabularies), tmp_path / "x")
    other = tmp_path / "other.spm"
    shutil.copy(vocabulary, other)
    with open(other, "ab") as handle:
        handle.write(b"\x0a\x03\x0a\x01z")
    with raises("vocabulary.other-size"):
        check_model(Model(model.file, (vocabulary, other)))
    with raises("model.no-model-yml"):
        load_model(tmp_path)
    card = tmp_path / "model.yml"
    card.write_text("vocabularies: [v.spm]\n")
    with raises("model.not-two-files"):
        load_model(tmp_path)
    card.write_text("vocabularies: [v.spm, v.spm]\ngpu-decode: beam-size 4\n")
    with raises("model.section-no-mapping", "`gpu-decode`"):
        load_model(tmp_path)
    card.write_text("vocabs: 3\n")
    with raises("model.vocabulary-setting"):
        user_model(model.file, [], card)


def _ten_lines(tmp_path):
    source = tmp_path / "in.txt"
    source.write_text("The nurse is here.\nThe doctor eats bread.\n" * 10, encoding="utf-8")
    return source, tmp_path / "out.txt"


@pytest.mark.parametrize("language", ["it", "fr", "de"])
def test_a_model_that_writes_another_language(model, fake, tmp_path, language):
    """What it wrote tells, and nothing is left of it; in its own language all is well."""
    source, output = _ten_lines(tmp_path)
    with raises("translations.other-language", "Spanish") as caught:
        translate(model, source, output, decoder=MarianDecoder(fake), language=language)
    assert caught.value.file == str(model.file)
    assert not output.exists()
    assert translate(model, source, output, decoder=MarianDecoder(fake), language="es").lines == 20


def test_a_model_that_was_trained_for_another_language(model, pairs, recipe_file, fake, tmp_path):
    """model.yml says it before anything is translated; two lines would prove nothing."""
    job = Job(load_recipe(recipe_file(RECIPE)), [DataSet(pairs("t.parquet"))], None, 1)
    machine = Machine(fake, labels={"target-language": "es"})
    labelled = train(job, machine, tmp_path / "labelled", tmp_path / "work2")
    source = tmp_path / "in.txt"
    source.write_text("The nurse is here.\n", encoding="utf-8")
    with raises("model.other-language", "'es'", "'it'"):
        translate(labelled, source, tmp_path / "o", decoder=MarianDecoder(fake), language="it")
    for unchecked in (model, labelled):
        translate(unchecked, source, tmp_path / "o", decoder=MarianDecoder(fake))
    translate(model, source, tmp_path / "o", decoder=MarianDecoder(fake), language="it")
