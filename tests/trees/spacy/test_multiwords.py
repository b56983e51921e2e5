"""Splitting by a table: every expectation is written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdaflow.errors import InputError
from cdaflow.trees import MultiwordToken, Sentence, Token
from cdaflow.trees.spacy.multiwords import (
    MultiwordTable,
    gather_multiwords,
    read_multiwords,
    score_multiwords,
    write_multiwords,
)


def tree(text: str) -> Sentence:
    """Return a sentence of surface words; "del=de+el" is a multiword token."""
    tokens: list[Token] = []
    multiwords = []
    for piece in text.split():
        form, _, words = piece.partition("=")
        pieces = words.split("+") if words else [form]
        start = len(tokens) + 1
        tokens += [Token(start + i, w, w, "X") for i, w in enumerate(pieces)]
        if words:
            multiwords.append(MultiwordToken(start, len(tokens), form))
    return Sentence(tuple(tokens), tuple(multiwords))


def table(*texts: str) -> MultiwordTable:
    return gather_multiwords(tree(text) for text in texts)


VERBS = table(
    "para darlo=dar+lo",
    "para amarlo=amar+lo y tomarlo=tomar+lo",
    "para verlo=ver+lo y comerlo=comer+lo , a Carlo",
    "mirándolo=mirando+lo dejándolo=dejando+lo pasándolo=pasando+lo",
    "dárselo=dar+se+lo contárselo=contar+se+lo ponérselo=poner+se+lo un solo pelo",
)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("del", ("de", "el")),
        ("Del", ("De", "el")),
        ("DEL", ("DE", "EL")),
        ("casa", ("casa",)),
        ("nell'", ("in", "l'")),
        ("nell’", ("in", "l’")),
        ("Dell'", ("Di", "l'")),
        ("McKay's", ("McKay", "'s")),
        ("NATO's", ("NATO", "'s")),
        ("Au", ("À", "le")),
        ("à", ("a", "a")),
        ("À", ("A", "a")),
        ("DON'T", ("DO", "N'T")),
    ],
)
def test_words_of_the_table_keep_capitals_and_apostrophes(
    form: str, words: tuple[str, ...]
) -> None:
    known = table(
        "del=de+el nell'=in+l' dell'=di+l' McKay's=McKay+'s nato's=nato+'s au=à+le à=a+a",
        "don't=do+n't",
    )
    assert known.split(form) == words


def test_ambiguous_words_go_by_frequency() -> None:
    mostly_split = table("des=de+les chats", "des=de+les chiens", "des oiseaux")
    mostly_whole = table("des=de+les chats", "des chiens", "des oiseaux")
    even = table("des=de+les chats", "des chiens")
    assert mostly_split.split("des") == ("de", "les")
    assert mostly_whole.split("des") == ("des",)
    assert even.split("des") == ("des",)
    assert mostly_whole.rows[0].split == 1
    assert mostly_whole.rows[0].whole == 2


def test_the_usual_splitting_is_taken() -> None:
    known = table("col=con+il", "col=con+il", "col=con+lo")
    assert known.split("col") == ("con", "il")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("llamarlo", ("llamar", "lo")),
        ("Llamarlo", ("Llamarlo",)),  # a name, unless it begins the sentence
        ("buscándolo", ("buscando", "lo")),
        ("decírselo", ("decir", "se", "lo")),
        ("solo", ("solo",)),
        ("pueblo", ("pueblo",)),
        ("arlo", ("arlo",)),  # nothing would be left before the ending
    ],
)
def test_endings_split_what_the_treebank_has_not(form: str, words: tuple[str, ...]) -> None:
    assert VERBS.split(form) == words


def test_a_capital_at_the_start_of_a_sentence_is_no_name() -> None:
    assert VERBS.split("Buscándolo", first=True) == ("Buscando", "lo")


def test_endings_that_are_mostly_not_split_are_not_learnt() -> None:
    doubtful = table(
        "amarlo=amar+lo tomarlo=tomar+lo mirarlo=mirar+lo", "Carlo Merlo burlo marlo charlo parlo"
    )
    assert doubtful.split("llamarlo") == ("llamarlo",)
    assert [row.kind for row in doubtful.rows] == ["word"] * 3


def test_an_ending_may_be_all_tail() -> None:
    english = table("Tom's=Tom+'s dog", "Ann's=Ann+'s cat", "Bill's=Bill+'s bird")
    assert english.split("Mary's") == ("Mary", "'s")
    assert english.split("Mary’s") == ("Mary", "’s")


def test_the_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "multiwords.tsv"
    assert write_multiwords(path, VERBS) == len(VERBS.rows)
    assert read_multiwords(path).rows == VERBS.rows
    english = table("Tom's=Tom+'s dog", "Ann's=Ann+'s cat", "Bill's=Bill+'s bird")
    write_multiwords(path, english)
    assert read_multiwords(path).rows == english.rows


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("wort\tdel\tde el\t1\t0", "wort"),
        ("word\tdel\tdel\t1\t0", "two or more words"),
        ("word\tdel\tde el\tmany\t0", "whole numbers"),
        ("word\tdel\t el\t1\t0", "empty"),
        ("word\t\tde el\t1\t0", "a form"),
    ],
)
def test_a_faulty_row_is_told_with_its_line(tmp_path: Path, row: str, said: str) -> None:
    path = tmp_path / "multiwords.tsv"
    path.write_text(f"kind\tform\twords\tsplit\twhole\nword\tal\ta el\t1\t0\n{row}\n")
    with pytest.raises(InputError, match=said) as caught:
        read_multiwords(path)
    assert caught.value.line == 3


def test_precision_and_recall_of_splitting() -> None:
    known = table("del=de+el", "col=con+el")
    trees = [tree("del=de+el col col=con+lo dalo=da+lo"), tree("casa Del=De+el")]
    # Split: del, col, col, Del; of these right: del, Del; in the trees: del, col, dalo, Del.
    assert score_multiwords(known, trees) == {"precision": 50.0, "recall": 50.0}
    assert score_multiwords(known, [tree("casa")]) == {"precision": 100.0, "recall": 100.0}
