"""Nouns below person in the files of WordNet, and in a tab file of Open Multilingual Wordnet."""

from pathlib import Path

import pytest

from cdaflow.wordlists.wordnet import read_omw, read_wordnet

from ..errors import raises

#: Where Debian's package wordnet-base has its files.
DEBIAN = Path("/usr/share/wordnet")

#: Made for this test; offsets are arbitrary. 00000020 has two words and two hyponyms.
DATA = """\
  1 This excerpt is no licence
00000010 03 n 01 thing 0 002 ~ 00000020 n 0000 ~ 00000060 n 0000 | what there is
00000020 18 n 02 person 0 human_being 0 003 @ 00000010 n 0000 ~ 00000030 n 0000 ~i 00000050 n 0000 |
00000030 18 n 01 baker 0 002 @ 00000020 n 0000 ~ 00000040 n 0000 | makes | bread
00000040 18 n 01 pastry_cook 0 001 @ 00000030 n 0000 | makes cakes
00000050 18 n 01 Ada 0 001 @i 00000020 n 0000 | a person by name
00000060 05 n 0a animal 0 beast 0 b 0 c 0 d 0 e 0 f 0 g 0 h 0 i 0 001 @ 00000010 n 0000 | ten words
"""

INDEX = """\
  1 This excerpt is no licence
animal n 1 1 @ 1 0 00000060
baker n 2 2 @ ~ 2 1 00000030 00000010
beast n 1 1 @ 1 0 00000060
human_being n 1 2 @ ~ 1 0 00000020
pastry_cook n 1 1 @ 1 0 00000040
person n 1 2 @ ~ 1 1 00000020
thing n 1 1 ~ 1 1 00000010
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data.noun").write_text(DATA, encoding="utf-8")
    (tmp_path / "index.noun").write_text(INDEX, encoding="utf-8")
    return tmp_path


def test_nouns_below_person(folder):
    wordnet = read_wordnet(folder)
    below = wordnet.below("person")
    assert wordnet.nouns(below) == {"person", "human being", "baker", "pastry cook"}
    assert 50 not in below  # instances have names
    kinds = [wordnet.kind(word) for word in ("Bakers", "beasts", "thing", "human being", "table")]
    assert kinds == ["person", "animal", "other", "person", ""]


def test_a_sense_that_is_absent(folder):
    with raises("wordnet.no-such-synset", "person.n.02"):
        read_wordnet(folder).below("person", 2)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("data.noun", "00000070 18 n 01 smith 0 002 @ 00000020 n 0000 | two pointers announced"),
        ("data.noun", "smith"),
        ("index.noun", "smith n 1 1 @ 1 0 00000070"),  # no such synset
        ("index.noun", "smith n 2 1 @ 1 0 00000020"),
    ],
)
def test_lines_of_another_format(folder, name, line):
    with open(folder / name, "a", encoding="utf-8") as file:
        file.write(line + "\n")
    with raises("wordnet.malformed-line") as caught:
        read_wordnet(folder)
    assert caught.value.line == (8 if name == "data.noun" else 9)


def test_a_wordnet_of_another_language(tmp_path):
    path = tmp_path / "wn-data-xxx.tab"
    path.write_text(
        "# a comment\n00000030-n\txxx:lemma\tpanadero\n00000030-n\tlemma\tpanadera\n"
        "00000030-n\txxx:def\t0\tquien hace pan\n00000031-v\tlemma\tamasar\n",
        encoding="utf-8",
    )
    assert read_omw(path) == {30: ("panadero", "panadera")}
    path.write_text("panadero\n", encoding="utf-8")
    with raises("omw.malformed-line"):
        read_omw(path)
    path.write_text("00000031-v\tlemma\tamasar\n", encoding="utf-8")
    with raises("omw.no-noun"):
        read_omw(path)


@pytest.mark.skipif(
    not (DEBIAN / "data.noun").is_file(), reason=f"wordnet-base is not installed ({DEBIAN})"
)
def test_the_files_of_debian():
    wordnet = read_wordnet(DEBIAN)
    assert len(wordnet.below("person")) == 6979
    kinds = [wordnet.kind(word) for word in ("women", "nurse", "dogs", "table")]
    assert kinds == ["person", "person", "animal", "other"]
