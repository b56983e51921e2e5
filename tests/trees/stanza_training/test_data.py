"""Treebanks made ready for Stanza, against trees written by hand."""

from __future__ import annotations

import json
from pathlib import Path

from small_treebank import SHORT, SPANISH, write_treebank

from cdaflow.trees import read_conllu
from cdaflow.trees.stanza_training.data import Corpus, write_lemmas, write_tokenizer, write_trees

from ...errors import raises


def _corpus(folder: Path, text: str = SPANISH + SHORT) -> Corpus:
    trees = tuple(read_conllu(write_treebank(folder, "trees.conllu", text)))
    return Corpus(trees, trees)


def test_text_and_labels_of_the_tokeniser(tmp_path: Path) -> None:
    write_tokenizer(tmp_path, _corpus(tmp_path))
    text = (tmp_path / "train.txt").read_text(encoding="utf-8")
    labels = (tmp_path / "train.labels").read_text(encoding="utf-8")
    assert text == "Vámonos al mar. Mar\n\n"
    assert labels == "000000300300012" + "0" + "002" + "\n\n"
    # One sentence a paragraph where it is validated.
    assert (tmp_path / "dev.txt").read_text(encoding="utf-8") == "Vámonos al mar.\n\nMar\n\n"
    assert (tmp_path / "dev.labels").read_text(encoding="utf-8") == "000000300300012\n\n002\n\n"


def test_multiword_tokens_for_the_tokeniser(tmp_path: Path) -> None:
    write_tokenizer(tmp_path, _corpus(tmp_path, SPANISH + SPANISH))
    found = json.loads((tmp_path / "train.mwt.json").read_text(encoding="utf-8"))
    assert found == [[["Vámonos", ["vamos", "nos"]], 2], [["al", ["a", "el"]], 2]]


def test_a_sentence_may_end_in_a_multiword_token(tmp_path: Path) -> None:
    text = "1-2\tal\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\ta\tADP\t_\t_\t0\troot\t_\t_\n"
    text += "2\tel\tel\tDET\t_\t_\t1\tdep\t_\t_\n\n"
    write_tokenizer(tmp_path, _corpus(tmp_path, text))
    assert (tmp_path / "dev.labels").read_text(encoding="utf-8") == "04\n\n"


def test_odd_blanks_keep_text_and_labels_of_one_length(tmp_path: Path) -> None:
    text = SHORT.replace("1\tMar\t", "1\tMar\u2028y\u00a0sol\u0085\t")
    write_tokenizer(tmp_path, _corpus(tmp_path, text))
    line = (tmp_path / "dev.txt").read_text(encoding="utf-8").split("\n")[0]
    labels = (tmp_path / "dev.labels").read_text(encoding="utf-8").split("\n")[0]
    assert line == "Mar y sol "
    assert len(line) == len(labels)


def test_trees_lose_what_is_not_learnt(tmp_path: Path) -> None:
    write_trees(tmp_path, _corpus(tmp_path), max_words=80)
    first, _ = read_conllu(tmp_path / "train.conllu")
    assert {token.xpos for token in first.tokens} == {"_"}
    assert {token.deps for token in first.tokens} == {"_"}
    assert dict(first.tokens[0].misc) == {}
    assert dict(first.tokens[4].misc) == {"SpaceAfter": "No"}
    assert [m.form for m in first.multiwords] == ["Vámonos", "al"]


def test_long_sentences_are_left_out_for_tagger_and_parser(tmp_path: Path) -> None:
    write_trees(tmp_path, _corpus(tmp_path), max_words=5)
    assert [len(tree.tokens) for tree in read_conllu(tmp_path / "train.conllu")] == [1]
    # The expander needs no more than the word itself.
    assert len(list(read_conllu(tmp_path / "train.mwt.conllu"))) == 2
    with raises("treebank.all-sentences-too-long", "0"):
        write_trees(tmp_path, _corpus(tmp_path), max_words=0)


def test_without_multiword_tokens_there_is_nothing_to_expand(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path, SHORT)
    write_trees(tmp_path, corpus, max_words=80)
    assert not corpus.has_multiwords
    assert not (tmp_path / "train.mwt.conllu").exists()


def test_the_expander_is_validated_on_trees_with_multiword_tokens(tmp_path: Path) -> None:
    with_some, without = _corpus(tmp_path, SPANISH), _corpus(tmp_path, SHORT)
    write_trees(tmp_path, Corpus(with_some.train, without.dev), max_words=80)
    assert [len(tree.multiwords) for tree in read_conllu(tmp_path / "dev.mwt.conllu")] == [2]


def test_words_are_learnt_once_the_frequent_ones_first(tmp_path: Path) -> None:
    write_lemmas(tmp_path, _corpus(tmp_path, SPANISH + SHORT + SHORT))
    words = [(t.form, t.upos, t.lemma) for s in read_conllu(tmp_path / "lemma.conllu")
             for t in s.tokens]  # fmt: skip
    assert words[0] == ("Mar", "NOUN", "mar")
    assert len(words) == len(set(words)) == 7
    more = [s.tokens[0].form for s in read_conllu(tmp_path / "lemma.more.conllu")]
    # "Mar" is known already, "a" alone is no sentence's first word worth a line.
    assert more == ["Nos", "El"]


def test_of_very_long_words_the_table_alone_learns(tmp_path: Path) -> None:
    address = "http://example.org/" + "a" * 40
    write_lemmas(
        tmp_path, _corpus(tmp_path, SHORT + SHORT.replace("\tMar\tmar", f"\t{address}\t{address}"))
    )
    for name, form in (("lemma.conllu", "Mar"), ("lemma.more.conllu", address)):
        assert [s.tokens[0].form for s in read_conllu(tmp_path / name)] == [form]
