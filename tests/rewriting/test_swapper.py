"""The English swap: single sentences, and human counterfactuals."""

import os
from pathlib import Path

import pytest

from cdaflow.rewriting.swapper import Swapper, cased
from cdaflow.syntax.tree import word_spans
from cdaflow.trees import Sentence, Token


@pytest.mark.parametrize(
    ("text", "swapped"),
    [
        ("He lost his keys.", "She lost her keys."),
        ("She lost her keys.", "He lost his keys."),
        ("I saw her.", "I saw him."),
        ("The book is his.", "The book is hers."),
        ("HE HURT HIMSELF.", "SHE HURT HERSELF."),
        ("The nurse cut herself; hers is gone.", "The nurse cut himself; his is gone."),
        ("She’s here, she'd say.", "He’s here, he'd say."),
        ("The  doctor\tsaid  he\u00a0left…", "The  doctor\tsaid  she\u00a0left…"),
        ("A she-wolf and the hero.", "A she-wolf and the hero."),
        ("", ""),
    ],
)
def test_pronouns(pronouns, text, swapped):
    result = Swapper(pronouns).swap(text)
    assert result.text == swapped
    for change in result.changes:
        assert change.kind == "pronoun"
    assert Swapper(pronouns).swap(swapped).text == text


@pytest.mark.parametrize(
    ("text", "swapped"),
    [
        ("His mother is an actress.", "Her father is an actor."),
        ("The actor met a waitress.", "The actor met a waiter."),
        ("My mother's brothers, the MEN", "My father's sisters, the WOMEN"),
        ("Her mother-in-law and the Queen", "His father-in-law and the King"),
        ("An uncle and a nephew", "An aunt and a niece"),
        ("A countess saw an emperor and an earl.", "A count saw an empress and a countess."),
        ("The men's room, the ladies' club", "The women's room, the gentlemen's club"),
        ("Gentlemen’s talk, 'my sisters' and brothers", "Ladies’ talk, 'my brothers' and sisters"),
        ("Mr. Bean, Mrs Hall and Miss Jones", "Ms. Bean, Mr Hall and Mr. Jones"),
        ("Miss you, sir! I miss the misses.", "Miss you, ma'am! I miss the misses."),
        ("Yes, ma'am. No, Sir. Sir Paul!", "Yes, sir. No, Ma'am. Dame Paul!"),
        ("We saw Stephen King there.", "We saw Stephen King there."),
        ("I can count on a god.", "I can count on a god."),
        ("A great-aunt, a father-to-be", "A great-uncle, a father-to-be"),
    ],
)
def test_nouns(pronouns, nouns, text, swapped):
    assert Swapper(pronouns, nouns).swap(text).text == swapped


def test_all_nouns(pronouns, nouns):
    swapper = Swapper(pronouns, nouns, epicene=True)
    assert swapper.swap("The heroes and the actor").text == "The heroines and the actress"
    assert swapper.swap("I count on him.").text == "I count on her."


def test_a_verb_is_no_noun(pronouns, nouns):
    tokens = ("To", "PART"), ("father", "VERB"), ("a", "DET"), ("father", "NOUN")
    tree = Sentence(
        tuple(
            Token(n, form, form, upos, {}, 0 if n == 1 else 1, "dep")
            for n, (form, upos) in enumerate(tokens, 1)
        )
    )
    text = "To father a father"
    words = word_spans(tree, text)
    assert Swapper(pronouns, nouns).swap(text, words).text == "To father a mother"


def test_names(pronouns):
    swapper = Swapper(pronouns, names={"Will": "Grace", "Grace": "Will"})
    assert swapper.swap("Will lost his way.").text == "Grace lost her way."
    assert swapper.swap("Say grace, I will.").text == "Say grace, I will."
    tree = Sentence((Token(1, "Will", "will", "AUX"), Token(2, "Will", "Will", "PROPN", {}, 1)))
    assert swapper.swap("Will Will", word_spans(tree, "Will Will")).text == "Will Grace"


def test_changes_say_where(pronouns, nouns):
    result = Swapper(pronouns, nouns).swap("An earl saw her.")
    assert [tuple(change) for change in result.changes] == [
        (0, 2, "A", "article"),
        (3, 7, "countess", "noun"),
        (12, 15, "him", "pronoun"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [("He", "she", "She"), ("HE", "she", "SHE"), ("he", "she", "she"), ("A", "an", "An")],
)
def test_cased(old, new, result):
    assert cased(old, new) == result


@pytest.mark.data
def test_human_counterfactuals_of_mt_geneval(pronouns, nouns):
    """The development half, en-es: feminine sentences and what people made of them."""
    folder = Path(os.environ["CDAFLOW_DATA"]) / "mt-geneval" / "sentences" / "dev"
    feminine, masculine = (
        (folder / f"geneval-sentences-{gender}-dev.en_es.en").read_text("utf-8").split("\n")[:-1]
        for gender in ("feminine", "masculine")
    )
    swapper = Swapper(pronouns, nouns)
    for sources, wanted in ((feminine, masculine), (masculine, feminine)):
        equal = sum(
            swapper.swap(source).text == other
            for source, other in zip(sources, wanted, strict=True)
        )
        assert equal >= 0.78 * len(sources)
