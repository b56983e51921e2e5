"""Words that get other heads once they are known to be nouns, or verbs with their subjects."""

import pytest
from trees import tree

from cdaflow.syntax.noun_phrases import with_nouns
from cdaflow.syntax.tokenisation import split_inverted_subjects

MS = "Gender=Masc|Number=Sing"


def relations(sentence):
    return [(token.form, token.upos, token.head, token.deprel) for token in sentence.tokens]


def test_the_noun_before_a_verb_with_its_pronoun_is_its_subject():
    sentence = tree(f"""
        Où où ADV 3 amod
        le le DET 3 det {MS}
        directeur directeur NOUN 0 root {MS}
        attend-il attend-il ADJ 3 amod {MS}
    """)
    assert relations(split_inverted_subjects(sentence, "fr"))[2:] == [
        ("directeur", "NOUN", 4, "nsubj"),
        ("attend", "VERB", 0, "root"),
        ("-il", "PRON", 4, "expl:subj"),
    ]


@pytest.mark.parametrize(
    ("head", "deprel"), [("Pourquoi pourquoi ADV 0 root", "amod"), ("Luc Luc PROPN 0 root", "conj")]
)
def test_other_words_are_not_its_subject(head, deprel):
    sentence = tree(f"{head}\nattend-il attend-il ADJ 1 {deprel} {MS}")
    assert relations(split_inverted_subjects(sentence, "fr"))[1:] == [
        ("attend", "VERB", 1, deprel),
        ("-il", "PRON", 2, "nsubj"),
    ]


@pytest.mark.parametrize(
    ("beside", "relation"), [("et CCONJ 4 cc", "conj"), ("qui PRON 4 nsubj", "acl:relcl")]
)
def test_a_noun_that_is_joined_to_one_is_its_conjunct(beside, relation):
    form, rest = beside.split(" ", 1)
    sentence = tree(f"""
        Le le DET 2 det {MS}
        soldat soldat NOUN 5 nsubj {MS}
        {form} {form} {rest}
        enseignant enseignant VERB 2 acl:relcl {MS}
        sont être AUX 0 root
    """)
    found = relations(with_nouns(sentence, [4], "fr", lambda token: ()))
    assert found[3] == ("enseignant", "NOUN", 2, relation)
