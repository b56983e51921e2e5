"""What other tools write is read rightly or named in one line, by every reader; what users write is
read unchanged."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from itertools import zip_longest
from pathlib import Path

import pytest

from cdaflow.agreement.model import AgreementModel
from cdaflow.cli import main
from cdaflow.embeddings.direction import GenderDirection
from cdaflow.embeddings.vectors import read_vectors
from cdaflow.errors import InputError
from cdaflow.inflection.sources import read_unimorph
from cdaflow.io.columns import read_text_columns
from cdaflow.io.files import read_lines, read_table
from cdaflow.io.formats import count_lines, read_aligned, read_text, read_tsv
from cdaflow.io.pairs import read_pairs, read_rows
from cdaflow.io.recognition import Content, is_header, unquoted
from cdaflow.io.tmx import read_tmx
from cdaflow.nmt.layouts import find_layout
from cdaflow.nmt.model import check_model, load_model
from cdaflow.nmt.vocabulary import read_tokens
from cdaflow.scoring.bleu import read_side
from cdaflow.scoring.challenge import read_challenge
from cdaflow.scoring.geneval_rows import read_rows as read_geneval
from cdaflow.scoring.translations import read_translations
from cdaflow.trees import read_conllu
from cdaflow.wordlists.lexicon import read_lexicon, split_features
from cdaflow.wordlists.rows import read_person_rows

from ..errors import raises

ENGLISH = ["The doctor is here.", 'He said, "Come in."', "She works, and he rests."]
SPANISH = ["La doctora está aquí.", "Dijo: «Pase».", "Ella trabaja y él descansa."]

LFS = (
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
)
ANNEX = "/annex/objects/SHA256E-s12345--4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5.txt\n"
HTML = "<!DOCTYPE html>\n<html lang='en'><head><title>Sign in</title></head></html>\n"


def tar(text):
    """Return a tar archive with a file of this text."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        entry = tarfile.TarInfo("corpus.en")
        entry.size = len(text.encode())
        archive.addfile(entry, io.BytesIO(text.encode()))
    return packed.getvalue()


#: Files of other formats: what their sentences' readers say of them.
OTHERS = {
    "Git LFS": (LFS, "pointer of Git LFS", "git lfs pull"),
    "git-annex": (ANNEX, "pointer of git-annex", "git annex get"),
    "HTML": (HTML, "HTML page", "download the file itself"),
    "CR": ("\r".join(ENGLISH) + "\r", "carriage returns", "tr '"),
    "sgm": (
        '<srcset setid="newstest" srclang="any">\n<doc docid="1">\n<p>\n'
        '<seg id="1">The doctor is here.</seg>\n</p>\n</doc>\n</srcset>\n',
        "XML or SGML", "sacrebleu",
    ),
    "XML": ('<?xml version="1.0"?>\n<dataset id="wmt24"/>\n', "XML or SGML", "sacrebleu"),
    "JSON": (json.dumps({"text": ENGLISH}, indent=1), "JSON", "jq"),
    "JSON Lines": ("".join(json.dumps({"en": x}) + "\n" for x in ENGLISH), "JSON", "jq"),
    "CSV": ('en,es\n"He said, ""Come in.""",Dijo\nYes.,Sí.\n', "CSV", "to_csv"),
    "CSV of Excel": ('1;"Yes; no."\n2;"No."\n', "CSV", "to_csv"),
    "columns": ("".join(f"{a}\t{b}\tCC-BY\n" for a, b in zip(ENGLISH, SPANISH, strict=True)),
                "a table with columns separated by tabs", "cut -f1"),
    "fairseq": ("S-0\tThe doctor\nH-0\t-0.5\tLa doctora\nD-0\t-0.5\tLa doctora\n", "fairseq", "D-"),
    "alignment": ("La doctora ||| 0-0 1-1\nSí . ||| 0-0 1-1\n", "alignment", "sed"),
    "n-best": ("0 ||| La doctora ||| F0= -1 ||| -1\n0 ||| El doctor ||| F0= -2 ||| -2\n", "n-best",
               "--n-best"),
    "joined": ("The doctor . ||| La doctora .\nYes . ||| Sí .\n", "|||", "separate file"),
    "CoNLL-U": ("# text = Yes\n1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n", "CoNLL-U", "# text"),
    "subtitles": (
        "1\n00:00:01,000 --> 00:00:02,500\nThe doctor is here.\n", "subtitles", "per line"
    ),
    "VTT": ("WEBVTT\n\n00:01.000 --> 00:02.500\nThe doctor is here.\n", "subtitles", "per line"),
    "UTF-16": ("\n".join(ENGLISH).encode("utf-16-be"), "zero bytes", "iconv -f UTF-16"),
    "tar": (tar("\n".join(ENGLISH)), "tar archive", "tar -xf"),
    "UTF-32": ("\n".join(ENGLISH).encode("utf-32"), "not UTF-8", "UTF-32"),
    "DVC": ("outs:\n- md5: 8b1a9953c4611296a827abf8c47804d7\n  path: x\n", "pointer of DVC", "dvc"),
    "link": ("../data/corpus.es", "target of a link", "core.symlinks"),
    "404": ("404: Not Found", "the reply of a server", "address"),
    "conflict": ("Yes.\n<<<<<<< HEAD\nNo.\n=======\nNo!\n>>>>>>> b\n", "conflict", "of the two"),
    "gettext": ('#: a.c:1\nmsgid "Yes"\nmsgstr "Sí"\n', "gettext", "po2tmx"),
    "log": ("[2026-11-01 12:00:00] Best translation 0 : Sí.\n" * 3, "log of a program", "option"),
    "OpenNMT": ("SENT 1: ['Yes']\nPRED 1: Sí .\nPRED SCORE: -0.1\n\n", "log of a", "option"),
    "GIZA++": ("# Sentence pair (1) source length 1\nSí .\nNULL ({ }) Yes ({ 1 })\n", "GIZA++",
               "aligned"),
    "Pharaoh": ("0-0 1-1 2-3\n0-0\n\n", "word alignment", "aligned"),
    "vocab.yml": ("".join(f'"s{n},": {n}\n' for n in range(12)), "a vocabulary", "the text"),
    "SentencePiece": ("".join(f"▁s{n}\t-{n}.5\n" for n in range(12)), "a vocabulary", "text"),
    "scores": ("-0.43\n-1.2e-05\n" * 6, "a vocabulary or scores", "the text"),
    "ARPA": ("\n\\data\\\nngram 1=3\n\n\\1-grams:\n-1.2\tSí\t-0.3\n-0.9\t</s>\n\n\\end\\\n",
             "a language model", "trained on"),
    "ARPA's later lines": ("".join(f"-0.{n}\tSí {n}\n" for n in range(9)) + "\\2-grams:\n",
                           "a language model", "trained on"),
    "Markdown": ("| English | Spanish |\n|---|---|\n| Yes | Sí |\n", "Markdown", "bars"),
    "YAML": ("- en: Yes.\n  es: Sí.\n" * 2, "YAML", "one text per line"),
    "Python": ("[{'translation_text': 'Sí.'}]\n" * 2, "Python", "print"),
    "factors": ("La|DET doctora|NOUN salió|VERB\nSí|X .|P\n", "factors", "sed"),
    "tags": ("La_DET doctora_NOUN salió_VERB ._.\nSí_INTJ ,_PUNCT no/X ./.\n", "factors", "sed"),
    "s": ("".join(f'<s id="{n}">{x}</s>\n' for n, x in enumerate(SPANISH)), "XML", "extract"),
    "semicolons": ("".join(f"Yes {n}.;Sí {n}.\n" for n in range(12)), "CSV", "to_csv"),
    "quoted": ("".join(f'"Yes, {n}."\n' for n in range(12)), "each line is quoted", "jq"),
    "numbers": ("".join(f"{n}) Yes.\n" for n in range(3, 15)), "begin with their numbers", "sed"),
    "key=value": ("NAME=news\nexport TEXT=A doctor\n# LANG\nLANG=es\n", "key = value", "only"),
    "TOML": ('[corpus]\nname = "news"\nlines = 12\n\n[[side]]\nlang = "es"\n', "TOML", "only"),
    "INI": ("; made by hand\n[a.b]\nmodel.path = x y\nbeam = 4\n", "INI", "only"),
    "LaTeX": ("% a paper\n\\documentclass{article}\n\\begin{document}\nYes.\n", "LaTeX", "pandoc"),
    "chapter": ("\\section{Results}\n\\label{sec:x}\n\\emph{Yes.}\nNo.\nYes.\n", "LaTeX", "pandoc"),
    "BibTeX": ("@article{naik2023,\n  title = {Yes},\n}\n", "BibTeX", "pandoc"),
    "fastText": (b"\xba\x16\x4f\x2f\x0c\x00\x00\x00", "fastText", ".vec"),
}  # fmt: skip

READERS = {
    "text": lambda path: list(read_text(path)),
    "aligned": lambda path: list(read_aligned(path, path)),
    "columns": lambda path: list(read_text_columns(path)),
    "rows": lambda path: list(read_rows(path)),
    "pairs": lambda path: list(read_pairs([path, path])),
    "bleu": read_side,
    "geneval": lambda path: read_geneval(path, 3, "references"),
}


def written(tmp_path, content, name="file.txt"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return str(path)


@pytest.mark.parametrize("name", OTHERS)
def test_readers_of_sentences_name_other_formats(tmp_path, name):
    content, what, way_out = OTHERS[name]
    path = written(tmp_path, content)
    for reader in READERS.values():
        with pytest.raises(InputError) as caught:
            reader(path)
        assert what in caught.value.problem
        assert way_out in caught.value.hint
        assert str(caught.value.file) == path
        assert "\n" not in str(caught.value.problem)


@pytest.mark.parametrize("name", sorted(set(OTHERS) - {"columns", "joined", "quoted", "numbers"}))
def test_readers_of_translations_take_what_has_the_source_beside_it(tmp_path, name):
    content, what, _ = OTHERS[name]
    with pytest.raises(InputError, match=what.replace("|", r"\|")):
        read_translations(written(tmp_path, content), ENGLISH)


TREE = "# text = Sí\n1\tSí\tsí\tINTJ\t_\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf16_is_read_by_all_readers(tmp_path, encoding):
    """As PowerShell and Excel write it, also packed; its mark tells, and a cut one is an error."""
    # The last has the byte of a line end within a character.
    texts = [*ENGLISH[:2], "\u0a0a \U00010000"]
    plain = written(tmp_path, "\n".join(texts) + "\n", "plain.txt")
    data = ("\ufeff" * (encoding != "utf-16") + "\r\n".join(texts) + "\r\n").encode(encoding)
    wide = written(tmp_path, data)
    packed = written(tmp_path, gzip.compress(data), "wide.txt.gz")
    cut = written(tmp_path, data[:-1], "cut.txt")
    for reader in READERS.values():
        expected = reader(plain)
        assert reader(wide) == reader(packed) == expected
        with raises("file.damaged", "cut.txt", "UTF-16"):
            reader(cut)
    assert count_lines(wide) == len(texts)
    trees = [list(read_conllu(written(tmp_path, TREE.encode(e)))) for e in ("utf-8", "utf-16")]
    assert trees[0] == trees[1]


@pytest.mark.parametrize("separator", ["\t", " ||| "])
def test_translations_beside_their_sources_are_read(tmp_path, separator):
    lines = (f"{a}{separator}{b}\n" for a, b in zip(ENGLISH, SPANISH, strict=True))
    assert read_translations(written(tmp_path, "".join(lines)), ENGLISH) == SPANISH


@pytest.mark.parametrize(
    ("reader", "columns"),
    [
        (lambda path: list(read_tsv(path, (1, 2))), 2),
        (lambda path: list(read_table(path, ("masculine",))), 2),
        (lambda path: list(read_person_rows(path)), 2),
        (lambda path: read_lexicon([path]), 3),
        (lambda path: list(read_unimorph(path)), 3),
        (read_challenge, 4),
    ],
    ids=["tsv", "table", "word list", "lexicon", "UniMorph", "challenge set"],
)
@pytest.mark.parametrize(
    ("content", "what"),
    [
        (LFS, "Git LFS"),
        (HTML, "HTML"),
        ('[{"masculine": "médico"}]\n', "JSON"),
        ('profession,masculine\n"doctor, medical",médico\n', "CSV"),
        ("<refset>\n<seg id='1'>x</seg>\n", "XML"),
        ('"a"\t"b"\n"c"\t"d"\n', "all quoted"),
    ],
    ids=["Git LFS", "HTML", "JSON", "CSV", "sgm", "quoted"],
)
def test_readers_of_tables_name_other_formats(tmp_path, reader, columns, content, what):
    with pytest.raises(InputError, match=what):
        reader(written(tmp_path, content, "file.tsv"))


QUOTED = '"""The lawyer is here,"" said the judge."\tLa abogada está aquí\n'


@pytest.mark.parametrize(
    "reader",
    [
        lambda path: list(read_tsv(path, (1, 2))),
        lambda path: list(read_rows(path)),
        lambda path: list(read_pairs([path])),
    ],
)
def test_quotes_of_a_csv_writer_are_not_text(tmp_path, reader):
    """However far down the first quotation mark of the file is."""
    path = written(tmp_path, "Yes.\tSí.\n" * 100 + QUOTED, "pairs.tsv")
    with raises("table.csv-quoted") as caught:
        reader(path)
    assert caught.value.line == 101


def test_quotes_of_the_text_are_text(tmp_path):
    lines = ['"Yes."\tSí.\n', 'He said "no".\tNo.\n', QUOTED]
    path = written(tmp_path, "".join(lines), "pairs.tsv")
    assert next(cells[0] for _, cells in read_tsv(path, (1, 2))) == '"Yes."'
    assert sum(batch.num_rows for batch in read_pairs([path])) == 3
    assert unquoted('"Yes."') == '"Yes."'
    assert unquoted('"He said ""no""."') == 'He said "no".'


#: Sentences that look like something else, line by line.
ODD = [
    '{"a": 1} is an object, said the teacher.', "[Applause]", "a, b", "One, two, three",
    "The pipe is |||.", "x\ty", "<b>Bold</b>", "12 ||| 13", '"Yes," she said, "it is."', "# remark",
    "D-0 is a road.", "{", "[1]", "1", "It costs 1,000 dollars.", "", "S-1\tx", '"', '""',
]  # fmt: skip


@pytest.mark.parametrize("first", range(len(ODD)))
def test_odd_sentences_are_sentences(tmp_path, first):
    lines = [ODD[first], *ENGLISH, *ODD]
    path = written(tmp_path, "\n".join(lines) + "\n")
    for reader in ("text", "columns", "rows", "bleu"):
        READERS[reader](path)
    assert list(read_lines(tmp_path / "file.txt", Content.SENTENCES)) == lines


def test_a_stray_carriage_return_stays(tmp_path):
    path = written(tmp_path, "a\rb\r\nc\n")
    assert list(read_lines(path, Content.SENTENCES)) == ["a\rb", "c"]


@pytest.mark.parametrize(
    "first",
    [
        "en-US\tes_ES",
        "Unnamed: 0\ten\tes",
        "Inglés\tEspañol",
        "en\tes",
        "English\tSpanish",
        "\tsource\ttarget",
        "id\tsrc\tref",
    ],
)
def test_a_header_is_not_read_as_text(tmp_path, first):
    assert is_header(first.split("\t"))
    path = written(tmp_path, f"{first}\n0\tYes.\tSí.\n", "pairs.tsv")
    if "source" not in first:
        with raises("pair.header-without-source"):
            list(read_pairs([path]))
        # Labelled would be the row numbers, and the header as a sentence.
        for column in (None, "2"):
            with raises("column.missing", "source, text, sentence" if column is None else column):
                list(read_rows(path, column))


@pytest.mark.parametrize(
    "cells", [["It", "Es"], ["No", "No"], ["Text", "Texto"], ["Source", "Fuente"], ["", ""], [""]]
)
def test_short_sentences_are_no_header(cells):
    assert not is_header(cells)


def test_a_table_of_pandas_with_row_numbers_is_read(tmp_path):
    path = written(tmp_path, "\tsource\ttarget\n0\tYes.\tSí.\n1\tNo.\tNo.\n", "pairs.tsv")
    (batch,) = read_pairs([path])
    assert batch.column("source").to_pylist() == ["Yes.", "No."]
    assert batch.column("target").to_pylist() == ["Sí.", "No."]


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".bz2", ".zst"])
@pytest.mark.parametrize("content", ["The doctor is here.\n", "á" * 400, LFS, HTML])
def test_what_is_named_as_packed_and_is_not(tmp_path, suffix, content):
    with pytest.raises(InputError, match=r"plain text|Git LFS|HTML"):
        list(read_lines(written(tmp_path, content, "text.txt" + suffix)))


@pytest.mark.parametrize(
    "lines",
    [
        ["It costs 1,000 dollars."] * 20,
        ["l&apos;avocat", "d&apos;une"] * 10,
        [f'"Yes {n}."' for n in range(9)],
        ["1. Yes.", "2. No.", "3. Yes."] * 5,
        ["Yes;\u00a0no."] * 20,
        ["Write `a|b` here.", "The pipe | is a sign."] * 10,
        ["Press <b>Start</b>."] * 20,
        ["I am (not) here: yes."] * 20,
        ["E = mc2", "The doctor is here.", "x = 3, she said.", "Yes."],
        ["#doctor a=b", "# of nurses = 3", "; he left"],
        ["\\o/ she said", "\\begin{it} is LaTeX.", "Yes."],
    ],
)
def test_text_that_is_like_other_formats(tmp_path, lines):
    path = written(tmp_path, "\n".join(lines) + "\n")
    for reader in ("text", "columns", "rows", "bleu"):
        READERS[reader](path)


@pytest.mark.parametrize("again", ["source\ttarget", "\ufeffsource\ttarget"])
@pytest.mark.parametrize("rows", [3, 120])
@pytest.mark.parametrize(
    "reader",
    [
        lambda path: list(read_tsv(path, ("source", "target"), header=True)),
        lambda path: list(read_rows(path)),
        lambda path: list(read_pairs([path])),
        lambda path: list(read_table(path, ("source",))),
    ],
)
def test_tables_that_were_joined_with_their_headers(tmp_path, reader, rows, again):
    text = "Yes.\tSí.\n" * rows
    path = written(tmp_path, f"source\ttarget\n{text}{again}\n{text}", "pairs.tsv")
    with raises("table.repeated-header") as caught:
        reader(path)
    assert caught.value.line == rows + 2


def test_what_is_packed_is_looked_into(tmp_path):
    path = written(tmp_path, gzip.compress(OTHERS["fairseq"][0].encode()), "text.gz")
    with pytest.raises(InputError, match="fairseq"):
        read_side(path)


def test_tmx_without_segments(tmp_path):
    unit = "<tu><tuv xml:lang='en'>{}</tuv>\n<tuv xml:lang='es'>{}</tuv></tu>"
    tmx = "<tmx><body>" + unit + "</body></tmx>"
    with raises("tmx.text-without-seg"):
        list(read_tmx(written(tmp_path, tmx.format("Yes.", "Sí.")), ("en", "es")))
    with raises("tmx.text-without-seg"):
        list(read_tmx(written(tmp_path, tmx.format("Yes.", "<seg>Sí.</seg>")), ("en", "es")))
    spaced = tmx.format(" <note>x</note>\n<seg>Yes.</seg> ", "<seg>Sí.</seg>")
    assert list(read_tmx(written(tmp_path, spaced), ("en", "es"))) == [(1, ("Yes.", "Sí."))]


def trees(form, upos="NOUN"):
    rows = (
        f"{n}\t{form or w}\t_\t{upos}\t_\t_\t{n - 1}\tdep\t_\t_\n" for n, w in enumerate("abcd", 1)
    )
    return "# sent_id = 1\n" + "".join(rows) + "\n"


def test_a_treebank_without_its_text(tmp_path):
    for form in ("_", "*", "[HIDDEN]"):
        with raises("treebank.without-text"):
            list(read_conllu(written(tmp_path, trees(form))))
    assert len(list(read_conllu(written(tmp_path, trees("") + trees("_"))))) == 2


@pytest.mark.parametrize(
    ("form", "upos"), [(".", "PUNCT"), ("…", "PUNCT"), (":-)", "SYM"), ("—", "X"), ("?", "_")]
)
def test_trees_of_marks_alone_are_read(tmp_path, form, upos):
    (sentence,) = read_conllu(written(tmp_path, trees(form, upos)))
    assert [token.form for token in sentence.tokens] == [form] * 4


@pytest.mark.parametrize("name", ["JSON", "CR", "XML", "Git LFS", "HTML"])
def test_readers_of_trees_name_other_formats(tmp_path, name):
    content, what, _ = OTHERS[name]
    with pytest.raises(InputError, match=what):
        list(read_conllu(written(tmp_path, content)))


@pytest.mark.parametrize("word", ["\u00a0", "the", "\u2003", "new\u00a0york"])
def test_vectors_without_a_header(tmp_path, word):
    path = written(tmp_path, f"{word} 1 2\nhe 0.5 -1\n")
    found = read_vectors(path)
    assert list(found.words) == [word, "he"]
    assert found.matrix.tolist() == [[1, 2], [0.5, -1]]


@pytest.mark.parametrize(
    ("name", "suffix"), [("fastText", ".bin"), ("Git LFS", ".npy"), ("JSON", ".vec")]
)
def test_vectors_of_other_kinds(tmp_path, name, suffix):
    content, what, _ = OTHERS[name]
    path = written(tmp_path, content, f"vectors{suffix}")
    words = written(tmp_path, "a\n", "words.txt") if suffix == ".npy" else None
    with pytest.raises(InputError, match=what):
        read_vectors(path, words=words)


def test_a_model_that_is_not_there(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "en.txt").write_text("Yes.\n")
    for command in ("check {}", "translate --input en.txt --output o --model-dir {}"):
        assert main(["nmt", *command.format("Helsinki-NLP/opus-mt-en-es").split()]) != 0
        message = capsys.readouterr().err
        assert "[model.on-hub]" in message
        assert "Helsinki-NLP/opus-mt-en-es" in message
    with raises("model.missing"):
        load_model(tmp_path / "mode")
    with raises("model.missing") as caught:
        find_layout(tmp_path / "model.npz")
    assert "hub" not in caught.value.problem
    with raises("model.missing"):
        find_layout(Path("models/model.npz"))  # a path, though its folder is not there


@pytest.mark.parametrize(
    "address",
    [
        "https://huggingface.co/Helsinki-NLP/opus-mt-en-es",
        "s3://models/en-es/model.npz",
        "file:///m",
    ],
)
def test_a_model_by_its_address(address):
    with raises("model.missing", f"curl -LO {address.replace('file:///', 'file://')}"):
        find_layout(address)
    for read in (read_side, read_vectors):
        with raises("file.missing", "download the file first"):
            read(address)


@pytest.mark.parametrize("name", ["en-es.zip", "en_es.argosmodel", "model.tar.gz", "model.tgz"])
def test_a_model_that_is_packed(tmp_path, name):
    content = b"PK\x03\x04" if name.endswith(("zip", "model")) else gzip.compress(tar("a"))
    with raises("model.archive", name, "unpack it"):
        find_layout(written(tmp_path, content, name))


def test_a_model_of_two_vocabularies_of_hugging_face(tmp_path):
    written(tmp_path, '{"model_type": "marian"}', "config.json")
    for name in ("vocab.json", "target_vocab.json"):
        written(tmp_path, '{"</s>": 0, "<unk>": 1}', name)
    with raises("vocabulary.separate-sides"):
        find_layout(tmp_path)


def opus_folder(folder):
    """Write a folder as OPUS-MT has those of two vocabularies."""
    (folder / "opus.npz").write_bytes(b"")
    (folder / "decoder.yml").write_text("beam-size: 6\n")
    for side in ("trg", "src"):
        tokens = ["<unk>", "<s>", "</s>", f"\u2581{side}"]
        (folder / f"opus.{side}.vocab").write_text("".join(f"{t}\n" for t in tokens))
    return folder


def test_vocabularies_of_opus_mt_are_read(tmp_path):
    model = find_layout(opus_folder(tmp_path)).model
    assert [path.name for path in model.vocabularies] == ["opus.src.vocab", "opus.trg.vocab"]
    assert read_tokens(model.vocabularies[0]) == ["<unk>", "<s>", "</s>", "\u2581src"]


@pytest.mark.parametrize("content", ["<unk>\t0\n</s>\t0\n", "</s>\n</s>\n", "</s>\n\n<unk>\n", ""])
def test_vocabularies_that_are_no_lists_of_tokens(tmp_path, content):
    path = tmp_path / "model.src.vocab"
    path.write_text(content)
    with pytest.raises(InputError, match="token"):
        read_tokens(path)


def test_a_model_of_pointers(tmp_path):
    folder = opus_folder(tmp_path)
    (folder / "opus.npz").write_text(LFS)
    with pytest.raises(InputError, match="Git LFS"):
        check_model(find_layout(folder).model)
    for model in (AgreementModel, GenderDirection):
        with pytest.raises(InputError, match="Git LFS"):
            model.load(folder / "opus.npz")


@pytest.mark.parametrize(
    ("bundle", "own", "owner"),
    [
        ("N;SG;PSSD;PSS3S;MASC", ["N", "SG", "PSSD"], ["PSS3S", "MASC"]),
        ("N;FEM;SG;PSSD;PSS3P;MASC/FEM", ["N", "FEM", "SG", "PSSD"], ["PSS3P", "MASC/FEM"]),
        ("N;PSS1S;PL", ["N", "PL"], ["PSS1S"]),
        ("ADJ;MASC;PL", ["ADJ", "MASC", "PL"], []),
        ("N;PSS2S;MASC;SG", ["N", "SG"], ["PSS2S", "MASC"]),
        ("N;SG;FEM;PSS3S;MASC", ["N", "SG", "FEM"], ["PSS3S", "MASC"]),
    ],
)
def test_the_gender_of_an_owner_is_not_that_of_the_noun(tmp_path, bundle, own, owner):
    assert split_features(bundle) == (own, owner)
    path = written(tmp_path, f"x\txy\t{bundle}\n")
    genders = {entry.feats.get("Gender") for entry in read_unimorph(path)} - {None}
    known = read_lexicon([path]).nouns.get("xy", ())
    assert {gender for gender, _ in known} == (genders if own[0] == "N" else set())


def test_marked_sentences_of_mt_geneval(tmp_path):
    lines = [
        "<F>La condesa</F> salió.",
        "[<F>ella</F>] y <M>él</M>",
        "<F>Ella</F> vino. <sep> <F>La</F> reina, no.",
        "&lt;F&gt;La&lt;/F&gt; reina",
    ]
    path = written(tmp_path, "".join(f"{line}\n" for line in lines))
    assert read_geneval(path, 4, "references") == [
        "La condesa salió.",
        "[ella] y él",
        "Ella vino. <sep> La reina, no.",
        "La reina",
    ]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("1\ta\ta\tX\t_\tGender=Fem|Gender=Masc\t0\troot\t_\t_", "has Gender twice"),
        ("1\ta\ta\tX\t_\tGender=Fem Number=Sing\t0\troot\t_\t_", "not of the form Name=Value"),
        ("1\ta\ta\tX\t_\t_\t1\tdep\t_\t_", "form a cycle"),
    ],
)
def test_faults_of_trees(tmp_path, row, problem):
    path = written(tmp_path, f"# text = a\n{row}\n\n", "x.conllu")
    with pytest.raises(InputError, match=problem):
        list(read_conllu(path))


def test_lines_come_from_the_look_as_they_are(tmp_path):
    """Text longer than what is looked at, by either reader."""
    lines = [f"The doctor met {n} nurses." for n in range(200)]
    path = written(tmp_path, "\n".join(lines))
    found = [text for column, _ in read_text_columns(path) for text in column.to_pylist()]
    for expected, *others in zip_longest(lines, found, read_lines(path, Content.SENTENCES)):
        assert others == [expected] * 2
