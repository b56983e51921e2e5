"""Nouns of persons that a dictionary has in the wrong gender."""

import pytest

from cdaflow.inflection.lexicon import Entry
from cdaflow.inflection.sources import with_right_genders


def entries(*rows):
    return [
        Entry(lemma, form, upos, {"Gender": gender, "Number": "Sing"}, "unimorph:t")
        for lemma, form, upos, gender in map(str.split, rows)
    ]


ADJECTIVE = ("buveur buveur ADJ Masc", "buveur buveuse ADJ Fem")


@pytest.mark.parametrize("more", [(), ("buveur buveuse NOUN Fem",)])
def test_a_noun_has_the_gender_of_its_adjective_and_its_other_form(more):
    repaired = list(with_right_genders(entries(*ADJECTIVE, "buveur buveur NOUN Fem", *more)))
    nouns = sorted((e.form, e.feats["Gender"]) for e in repaired if e.upos == "NOUN")
    assert nouns == [("buveur", "Masc"), ("buveuse", "Fem")]


@pytest.mark.parametrize(
    "rows",
    [
        ("fleur fleur NOUN Fem",),
        (*ADJECTIVE, "buveur buveur NOUN Masc"),
        (*ADJECTIVE, "buveur buveur NOUN Masc", "buveur buveur NOUN Fem"),
        ("rouge rouge ADJ Masc", "rouge rouge ADJ Fem", "rouge rouge NOUN Fem"),
        (*ADJECTIVE, "fleur fleur NOUN Fem"),
    ],
)
def test_the_others_stay(rows):
    assert list(with_right_genders(entries(*rows))) == entries(*rows)
