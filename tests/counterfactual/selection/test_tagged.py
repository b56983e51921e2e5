"""The second stage: what trees tell of selected pairs."""

import pyarrow as pa
import pytest

from cdaflow.counterfactual.selection.gendered import GenderedSelector, TaggedSelector
from cdaflow.counterfactual.selection.limits import TagLimits
from cdaflow.syntax.tree import word_spans
from cdaflow.trees import MultiwordToken, Sentence, Token

from ...errors import raises


def tree_of(number, words):
    """The tree of "form/UPOS" words with a blank between."""
    tokens = [
        Token(n, *word.rsplit("/", 1)[:1], "_", word.rsplit("/", 1)[1], {}, n - 1, "dep")
        for n, word in enumerate(words.split(), 1)
    ]
    return Sentence(tuple(tokens), comments=(f"sent_id = {number}",))


def run(pronouns, professions, trees, ids=None, **limits):
    texts = [" ".join(token.form for token in tree.tokens) for tree in trees]
    batch = pa.RecordBatch.from_pydict(
        {
            "id": ids or list(range(1, len(texts) + 1)),
            "source": texts,
            "target": ["a b c"] * len(texts),
        }
    )
    selected = list(GenderedSelector(pronouns, professions).select([batch]))
    tagged = TaggedSelector(pronouns, trees, TagLimits(**limits))
    rows = [row for kept in tagged.select(selected) for row in kept.to_pylist()]
    return rows, tagged.funnel


DOCTOR = "The/DET bus/NOUN driver/NOUN lost/VERB her/PRON keys/NOUN ./PUNCT"
PATIENT = "She/PRON is/AUX patient/ADJ ./PUNCT"
COOK = "He/PRON must/AUX cook/VERB ./PUNCT"
NAME = "He/PRON saw/VERB doctor/NOUN No/PROPN ./PUNCT"
TITLE = "He/PRON saw/VERB Doctor/PROPN No/PROPN ./PUNCT"


def test_filters_and_columns(pronouns, professions):
    trees = [tree_of(n, words) for n, words in enumerate((DOCTOR, PATIENT, COOK, NAME, TITLE), 1)]
    rows, funnel = run(pronouns, professions, trees)
    [row] = rows
    assert (row["profession_token"], row["pronoun_token"], row["pronoun_case"]) == (
        3, 5, "possessive",
    )  # fmt: skip
    assert dict(funnel.dropped) == {
        ("noun", "ADJ", "Fem", "patient"): 1,
        ("noun", "VERB", "Masc", "cook"): 1,
        ("proper", "PROPN", "Masc", "doctor"): 1,
        ("noun", "PROPN", "Masc", "doctor"): 1,
    }
    assert funnel.kept == {("Fem", "bus driver"): 1}
    rows, _ = run(pronouns, professions, trees, proper_nouns=True)
    assert [row["id"] for row in rows] == [1, 4]
    rows, _ = run(pronouns, professions, trees, noun=False)
    assert [row["id"] for row in rows] == [1, 2, 3]


def test_a_quote_in_the_word_of_the_pronoun(pronouns, professions):
    """Found on real text: the pair has the pronoun without the quote, the tree has both as one."""
    for words, case in (
        ("Another/PRON added:/VERB 'She/PROPN is/AUX a/DET doctor/NOUN ./PUNCT", "subject"),
        ("I/PRON saw/VERB 'her/PROPN doctor/NOUN yesterday/NOUN ./PUNCT", "possessive"),
    ):
        [row], _ = run(pronouns, professions, [tree_of(1, words)], proper_nouns=True)
        assert row["pronoun_case"] == case


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [((1,), "tree.missing"), ((2, 1), "tree.other-id"), ((1, 2, 3), "tree.too-many")],
)
def test_trees_of_other_pairs_are_told(pronouns, professions, numbers, problem):
    words = (DOCTOR, "He/PRON is/AUX a/DET nurse/NOUN ./PUNCT")
    pairs = [tree_of(n, text) for n, text in enumerate(words, 1)]
    texts = [" ".join(token.form for token in tree.tokens) for tree in pairs]
    batch = pa.RecordBatch.from_pydict({"id": [1, 2], "source": texts, "target": ["a b c"] * 2})
    selected = list(GenderedSelector(pronouns, professions).select([batch]))
    trees = [tree_of(n, words[(n - 1) % 2]) for n in numbers]
    with raises(problem):
        list(TaggedSelector(pronouns, trees).select(selected))


def test_a_tree_of_another_text_is_told(pronouns, professions):
    tree = tree_of(1, DOCTOR)
    batch = pa.RecordBatch.from_pydict(
        {"id": [1], "source": ["The nurse lost her keys."], "target": ["a b c"]}
    )
    selected = list(GenderedSelector(pronouns, professions).select([batch]))
    with raises("tree.other-text"):
        list(TaggedSelector(pronouns, [tree]).select(selected))


def test_words_in_multiword_tokens_have_their_own_places():
    tokens = (
        Token(1, "doctor", "doctor", "NOUN"),
        Token(2, "'s", "'s", "PART", {}, 1, "case"),
        Token(3, "going", "go", "VERB", {}, 1, "dep"),
        Token(4, "to", "to", "PART", {}, 1, "dep"),
    )
    tree = Sentence(tokens, (MultiwordToken(1, 2, "doctor's"), MultiwordToken(3, 4, "gonna")))
    places = [(word.start, word.end) for word in word_spans(tree, " doctor's\tgonna")]
    assert places == [(1, 7), (7, 9), (10, 15), (10, 15)]
    with pytest.raises(ValueError, match="no word"):
        word_spans(tree, "doctor's gonna go")
