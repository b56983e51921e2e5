"""Tags by rules over trees."""

import pytest

from cdaflow.alternatives.tagging.building import RuleTagger
from cdaflow.rewriting.english import English, read_english_persons
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists import wordlist


@pytest.fixture(scope="module")
def tagger(pronouns, nouns, professions):
    persons = read_english_persons(wordlist(None, "persons.en.tsv"))
    return RuleTagger(English(pronouns, nouns, professions, persons))


def found(tagger, *cells):
    tokens = [
        Token(n, form, form.lower(), upos, dict(feats), head=head, deprel=deprel)
        for n, (form, upos, head, deprel, *feats) in enumerate(cells, 1)
    ]
    (one,) = tagger.tag_trees([Sentence(tuple(tokens))])
    return {one.source[head.start : head.end]: head.label for head in one.heads}


def test_nouns_and_pronouns(tagger):
    assert found(
        tagger, ("She", "PRON", 2, "nsubj"), ("saw", "VERB", 0, "root"),
        ("my", "PRON", 4, "nmod:poss", ("Poss", "Yes")), ("mother", "NOUN", 2, "obj"),
        ("and", "CCONJ", 7, "cc"), ("the", "DET", 7, "det"), ("doctor", "NOUN", 4, "conj"),
    ) == {"She": "feminine", "mother": "feminine", "doctor": "ambiguous"}  # fmt: skip
    assert found(
        tagger, ("We", "PRON", 2, "nsubj"), ("know", "VERB", 0, "root"), ("him", "PRON", 2, "obj")
    ) == {"We": "ambiguous", "him": "masculine"}


def test_a_predicate_has_the_gender_of_its_subject_and_a_name_hides_it(tagger):
    assert found(
        tagger, ("He", "PRON", 4, "nsubj"), ("is", "AUX", 4, "cop"), ("a", "DET", 4, "det"),
        ("doctor", "NOUN", 0, "root"),
    ) == {"He": "masculine", "doctor": "masculine"}  # fmt: skip
    assert found(
        tagger, ("Kim", "PROPN", 4, "nsubj"), ("is", "AUX", 4, "cop"), ("a", "DET", 4, "det"),
        ("doctor", "NOUN", 0, "root"),
    ) == {}  # fmt: skip


def test_nobody(tagger):
    assert found(tagger, ("It", "PRON", 2, "nsubj"), ("rains", "VERB", 0, "root")) == {}
    assert found(tagger) == {}
