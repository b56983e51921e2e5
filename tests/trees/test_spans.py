import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.trees import MultiwordToken, Sentence, Token, format_sentence, parse_block
from cdaflow.trees.spans import Word, build_sentence, escape_spaces, with_spacing


def words_of(text, pattern=r"\w+|[^\w\s]", split=None):
    """Words at the matches of a pattern; those in `split` have two tokens."""
    words, number = [], 1
    for match in re.finditer(pattern, text):
        count = 2 if match[0] in (split or ()) else 1
        tokens = (
            Token(number + i, f"<UNK>{i}", "l", "X", head=number + i - 1) for i in range(count)
        )
        words.append(Word(match.start(), match.end(), tuple(tokens)))
        number += count
    return words


def misc(sentence):
    return [dict(piece.misc) for piece in sentence.surface()]


def test_one_space_is_the_default_and_the_end_says_nothing():
    sentence = build_sentence("Hi, you!", words_of("Hi, you!"))
    assert [token.form for token in sentence.tokens] == ["Hi", ",", "you", "!"]
    assert misc(sentence) == [{"SpaceAfter": "No"}, {}, {"SpaceAfter": "No"}, {}]


def test_other_blanks_as_udpipe_writes_them():
    text = " a\u00a0b \t|\\  c\u202f\u2028"
    sentence = build_sentence(text, words_of(text))
    assert misc(sentence) == [
        {"SpacesBefore": "\\s", "SpacesAfter": "\u00a0"},
        {"SpacesAfter": "\\s\\t"},
        {"SpaceAfter": "No"},
        {"SpacesAfter": "\\s\\s"},
        {"SpacesAfter": "\u202f\u2028"},
    ]
    assert sentence.text == text
    assert escape_spaces("a|\\ \r\n") == "a\\p\\\\\\s\\r\\n"


def test_a_blank_inside_a_word():
    text = "1\u00a0000 x\ty 2  z"
    sentence = build_sentence(text, words_of(text, r"1\s000|x\sy|2\s+z"))
    assert [token.form for token in sentence.tokens] == ["1\u00a0000", "x y", "2  z"]
    assert misc(sentence) == [{}, {"SpacesInToken": "x\\ty"}, {}]
    assert sentence.text == text


def test_a_word_of_several_tokens():
    text = "Dar dármelo."
    sentence = build_sentence(text, words_of(text, split=["dármelo"]))
    assert sentence.multiwords == (MultiwordToken(2, 3, "dármelo", {"SpaceAfter": "No"}),)
    assert [token.form for token in sentence.tokens] == ["Dar", "<UNK>0", "<UNK>1", "."]
    assert misc(Sentence(sentence.tokens)) == [{}] * 4
    assert sentence.text == text


def test_misc_stays_but_its_spacing_is_that_of_the_text():
    token = Token(1, "x", "", "X", misc={"SpacesAfter": "\\n", "Gloss": "y", "SpaceAfter": "No"})
    sentence = build_sentence("a", [Word(0, 1, (token,))])
    assert misc(sentence) == [{"Gloss": "y"}]
    assert sentence.tokens[0].lemma == "_"


@pytest.mark.parametrize(
    "spans", [[(0, 1)], [(0, 1), (2, 3), (2, 3)], [(0, 2), (1, 3)], [(1, 3)], [(0, 3), (3, 3)],
              [(2, 3), (0, 1)], [(0, 1), (1, 3), (3, 4)], [(0, 1), (1, 2), (2, 3)], []],
)  # fmt: skip
def test_words_that_do_not_fit_the_text(spans):
    words = [Word(*span, (Token(i, "x", "x", "X"),)) for i, span in enumerate(spans, 1)]
    with pytest.raises(ValueError, match="a b"):
        build_sentence("a b", words)


def test_ids_and_lines_are_checked():
    with pytest.raises(ValueError, match="ids"):
        build_sentence("a", [Word(0, 1, (Token(2, "x", "x", "X"),))])
    with pytest.raises(ValueError, match="ids"):
        build_sentence("a b", [Word(0, 1, ()), Word(2, 3, (Token(2, "x", "x", "X"),))])
    with pytest.raises(ValueError, match="line"):
        build_sentence("a\nb", words_of("a\nb"))


# Blanks of all kinds but the line feed, and signs of the format.
texts = st.text(
    st.one_of(
        st.sampled_from(" \t\r\x0b\u0085\u00a0\u202f\u2028\u3000|\\_#=sn\u200f"),
        st.characters(blacklist_categories=["Cs"], blacklist_characters="\n\0"),
    )
).filter(str.strip)


@given(texts)
def test_any_text_comes_back_through_conllu(text):
    words = words_of(text, r"\S(?:[^\S\n]\S)?", split=["a", "s", "é"])
    sentence = build_sentence(text, words)
    assert sentence.text == text
    assert parse_block(format_sentence(sentence)) == sentence
    assert parse_block(format_sentence(sentence)).text == text


def test_layout_of_a_document_is_no_text():
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t{}\n"
    sentence = parse_block(
        row.format(1, "a", 0, "SpacesBefore=\\s\\n|SpacesAfter=\\r\\n\\s")
        + row.format(2, "b", 1, "SpacesAfter=\\u00A0")
        + row.format(3, "c", 1, "SpacesAfter=No")  # as some treebanks have it
        + row.format(4, "d", 1, "SpaceAfter=No|SpacesAfter=\\n\\n")
    )
    assert sentence.text == "a b\u00a0c d"
    assert Sentence(sentence.tokens[:1]).text == "a"


def test_the_spacing_of_another_text():
    old = "Dar dármelo ."
    sentence = build_sentence(old, words_of(old, split=["dármelo"]))
    moved = with_spacing(sentence, "\tDar\u00a0dármelo. ")
    assert moved.text == "\tDar\u00a0dármelo. "
    assert moved.multiwords[0].misc == {"SpaceAfter": "No"}
    assert with_spacing(moved, old) == sentence
    for other in ("Dar dármelo !", "Dar dármelo", "Dar dármelo . x", "x" + old):
        with pytest.raises(ValueError, match="Dar"):
            with_spacing(sentence, other)
