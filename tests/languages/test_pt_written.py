"""How Portuguese words are written beside each other, and which languages can be written."""

import os
from pathlib import Path

import pytest

from cdaflow import languages
from cdaflow.errors import ConfigError
from cdaflow.io.files import read_table
from cdaflow.trees import Token, read_conllu

PT = languages.get("pt")

COLUMNS = ("seed", "row", "verdict", "kind")


def tokens(text, heads=""):
    """Return words of "form/UPOS"; `heads`: the head of each, 0 where nothing is said."""
    above = [int(head) for head in heads.split()] or [0] * len(text.split())
    return [
        Token(number, *(form, form.lower(), upos), {}, head=head, deprel="dep")
        for number, (word, head) in enumerate(zip(text.split(), above, strict=True), 1)
        for form, _, upos in [word.partition("/")]
    ]


def written(text, heads=""):
    found = PT.apply_contractions(tokens(text, heads))
    return [word.form for word in found.multiwords]


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("de/ADP a/DET", "da"), ("em/ADP uma/DET", "numa"), ("por/ADP as/DET", "pelas"),
        ("a/ADP a/DET", "à"), ("a/ADP aquela/DET", "àquela"), ("de/ADP ela/PRON", "dela"),
        ("De/ADP a/DET", "Da"), ("DE/ADP A/DET", "DA"), ("A/ADP a/DET", "À"),
        ("de/SCONJ a/DET", "da"), ("em/ADP um/NUM", "num"),
    ],
)  # fmt: skip
def test_contractions(words, form):
    assert written(words) == [form]


@pytest.mark.parametrize(
    "words", ["de/ADP O/DET", "para/ADP a/DET", "com/ADP o/DET", "a/DET a/DET"]
)
def test_words_that_stay_apart(words):
    assert written(words) == []


@pytest.mark.parametrize(
    ("words", "heads", "form"),
    [
        ("contratá/VERB la/PRON", "0 1", ["contratá-la"]),
        ("viram/VERB nas/PRON", "0 1", ["viram-nas"]),
        ("diz/VERB se/PRON lhe/PRON", "0 1 1", ["diz-se-lhe"]),
        # "Dizer o que": behind r a pronoun would be "lo".
        ("dizer/VERB o/PRON", "0 1", []),
        ("fez/VERB o/PRON quis/VERB", "0 1 2", []),
        ("disse/VERB a/PRON viu/VERB", "0 3 1", []),
    ],
)
def test_pronouns_behind_a_verb(words, heads, form):
    assert written(words, heads) == form


def test_written_languages():
    assert languages.written_languages() == ("es", "fr", "it", "pt")


@pytest.mark.parametrize("code", ["de", "ru", "he"])
def test_other_languages_say_which_can_be_written(code):
    with pytest.raises(ConfigError) as error:
        languages.check_written(code)
    assert code in str(error.value)
    assert "es, fr, it, pt" in error.value.hint


@pytest.mark.parametrize("code", ["es", "fr", "it", "pt"])
def test_written_languages_pass(code):
    languages.check_written(code)


def test_contractions_of_a_treebank():
    """Of what Bosque writes in one word, 99 in 100 are put together again; few others are."""
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA (the folder of the shared data) is not set")
    path = Path(os.environ["CDAFLOW_DATA"]) / "ud" / "pt_bosque-ud-dev.conllu.gz"
    right = missing = extra = 0
    for sentence in read_conllu(path):
        made = PT.apply_contractions(sentence.tokens)
        assert PT.apply_contractions(made.tokens) == made
        gold = {(word.start, word.end, word.form) for word in sentence.multiwords}
        found = {(word.start, word.end, word.form) for word in made.multiwords}
        right, missing, extra = (
            right + len(gold & found), missing + len(gold - found), extra + len(found - gold),
        )  # fmt: skip
    assert right > 1500
    assert missing < 0.02 * right
    assert extra < 0.02 * right


def test_the_reading_of_flipped_sentences():
    """The counts of docs/alternatives.md."""
    root = Path(__file__).parents[2]
    rows = [row for _, row in read_table(root / "tests/data/flipped.pt.tsv", COLUMNS)]
    assert len({row["row"] for row in rows}) == len(rows) == 50
    assert all(bool(row["kind"]) is (row["verdict"] == "wrong") for row in rows)
    page = (root / "docs" / "alternatives.md").read_text(encoding="utf-8")
    for name, kind in (("right", ""), ("a word missed", "missed"), ("no person", "thing"),
                       ("a person with a name", "name")):  # fmt: skip
        number = sum(row["kind"] == kind for row in rows)
        assert f"| {name} | {number} |" in page


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("da", "de a"),
        ("À", "a a"),
        ("dela", "de ela"),
        ("numa", "em uma"),
        ("dum", "de um"),
        ("consigo", "com si"),
        ("dentre", "de entre"),
        ("noutra", "em outra"),
        ("contratá-la", "contratar la"),
        ("tornou-se", "tornou se"),
        ("ela", "ela"),
    ],
)
def test_words_that_are_made_of_several(form, words):
    assert PT.may_split(form, words.split())


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("disse", "de isse"),
        ("dois", "de ois"),
        ("ela", "em a"),
        ("dar", "de ar"),
        ("selo", "se elo"),
        ("da", "em a"),
        ("pena", "por a"),
    ],
)
def test_words_that_are_not(form, words):
    assert not PT.may_split(form, words.split())
