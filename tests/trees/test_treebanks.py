"""Treebanks to train on: what is held out, refused, and put into one usage."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_treebank import SHORT, SPANISH, write_treebank

from cdaflow.trees import read_conllu
from cdaflow.trees.stanza_training.data import harmonise, read_corpus

from ..errors import raises


def test_trees_are_held_out_where_no_others_validate(tmp_path: Path) -> None:
    many = "".join(SHORT.replace("= b", f"= {i}") for i in range(40))
    first = write_treebank(tmp_path, "first.conllu", many)
    second = write_treebank(tmp_path, "second.conllu", SPANISH)
    corpus = read_corpus([first, second], None, held_out=100)
    assert len(corpus.dev) == 2
    assert len(corpus.train) == 39
    assert not {s.sent_id for s in corpus.dev} & {s.sent_id for s in corpus.train}
    assert [s.sent_id for s in read_corpus([first], None, held_out=9).dev] == ["10", "30"]
    with raises("treebank.too-small-to-split"):
        read_corpus([second], None, held_out=100)


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        (SHORT.replace("NOUN", "_"), "treebank.no-upos"),
        ("# sent_id = b\n\n", "treebank.empty"),
    ],
)
def test_incomplete_trees_are_refused(tmp_path: Path, fault: str, problem: str) -> None:
    path = write_treebank(tmp_path, "faulty.conllu", fault)
    with raises(problem) as caught:
        read_corpus([path], path, held_out=1)
    assert caught.value.file == str(path)


def _words(*rows: tuple[str, str, str, str]) -> str:
    lines = [
        f"{i}\t{form}\t{lemma}\t{upos}\t_\t{feats}\t{0 if i == 1 else 1}\tdep\t_\t_"
        for i, (form, lemma, upos, feats) in enumerate(rows, 1)
    ]
    return "\n".join(lines) + "\n\n"


def test_the_first_treebank_decides(tmp_path: Path) -> None:
    # It writes lemmas of names small, and knows "se" and "final" in one reading.
    names = [(f"N{c}", f"n{c}", "PROPN", "_") for c in "abcdefghijklmnopqrstuvwxyz"]
    first = _words(*names, ("se", "él", "PRON", "Case=Acc,Dat"), ("Madrid", "madrid", "PROPN", "_"),
                   ("final", "final", "NOUN", "Gender=Masc|Number=Sing"))  # fmt: skip
    other = _words(
        ("Se", "se", "PRON", "Case=Acc"),
        ("Madrid", "Madrid", "PROPN", "_"),
        ("Roma", "Roma", "PROPN", "_"),
        ("final", "final", "NOUN", "Gender=Fem|Number=Sing"),
        ("casa", "Casa", "NOUN", "Gender=Fem"),
    )
    trees = list(read_conllu(write_treebank(tmp_path, "first.conllu", first)))
    others = list(read_conllu(write_treebank(tmp_path, "other.conllu", other)))
    (found,) = harmonise(trees, others)
    assert [t.lemma for t in found.tokens] == ["él", "madrid", "roma", "final", "Casa"]
    assert dict(found.tokens[0].feats) == {"Case": "Acc,Dat"}
    # The feminine "final" is another reading, not another convention.
    assert found.tokens[3].feats["Gender"] == "Fem"


def test_the_case_of_lemmas_is_a_convention_of_a_tag(tmp_path: Path) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    small = _words(*((f"N{c}", f"n{c}", "PROPN", "_") for c in letters))
    large = _words(*((f"M{c}", f"M{c}", "PROPN", "_") for c in letters))
    one = list(read_conllu(write_treebank(tmp_path, "small.conllu", small)))
    two = list(read_conllu(write_treebank(tmp_path, "large.conllu", large)))
    assert [t.lemma for t in next(harmonise(one, two)).tokens] == [f"m{c}" for c in letters]
    # The other way round nothing tells which lemmas would have a capital.
    assert [t.lemma for t in next(harmonise(two, one)).tokens] == [f"n{c}" for c in letters]
    few = list(
        read_conllu(write_treebank(tmp_path, "few.conllu", _words(("Na", "na", "PROPN", "_"))))
    )
    assert [t.lemma for t in next(harmonise(few, two)).tokens] == [f"M{c}" for c in letters]


def _relative(upos: str, relation: str, feats: str) -> str:
    return (
        f"1\tque\tque\t{upos}\t_\t{feats}\t2\t{relation}\t_\t_\n"
        "2\tviene\tvenir\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    )


def test_a_use_that_the_first_treebank_hardly_has(tmp_path: Path) -> None:
    mark, subject = _relative("SCONJ", "mark", "_"), _relative("PRON", "nsubj", "PronType=Rel")
    first = list(read_conllu(write_treebank(tmp_path, "first.conllu", mark * 98 + subject * 2)))
    both = list(read_conllu(write_treebank(tmp_path, "other.conllu", mark * 40 + subject * 20)))
    found = [tree.tokens[0] for tree in harmonise(first, both)]
    assert {(t.upos, t.deprel, dict(t.feats) == {}, t.head) for t in found} == {
        ("SCONJ", "mark", True, 2)
    }
    # A use of a tenth is no convention against one of a third; a word seen too seldom tells
    # nothing; what a use of the word governs would be left without a governor of its kind.
    tenth = list(read_conllu(write_treebank(tmp_path, "tenth.conllu", mark * 90 + subject * 10)))
    assert [tree.tokens[0].upos for tree in harmonise(tenth, both)].count("PRON") == 20
    assert [tree.tokens[0].upos for tree in harmonise(first[-40:], both)].count("PRON") == 20
    with_child = subject.replace("2\tviene", "2\tya\tya\tADV\t_\t_\t1\tadvmod\t_\t_\n3\tviene")
    with_child = with_child.replace("\t2\tnsubj", "\t3\tnsubj")
    trees = list(read_conllu(write_treebank(tmp_path, "child.conllu", mark * 40 + with_child * 20)))
    assert [tree.tokens[0].upos for tree in harmonise(first, trees)].count("PRON") == 20
