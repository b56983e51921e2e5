"""The trees of `handmade` and `trees` for tests of rewriting, and a rewriter of the word lists."""

import sys
from functools import cache
from pathlib import Path

import pytest

from cdaflow.inflection.lexicon import Entry

sys.path.insert(0, str(Path(__file__).parents[1] / "agreement"))
sys.path.insert(0, str(Path(__file__).parents[1] / "counterfactual"))

from handmade import tree

#: Participles that the lexicon has, by infinitive.
PARTICIPLES = {"fr": [("arriver", "arrivé"), ("fatiguer", "fatigué"), ("invite", "invité")]}


def _participles(lemma, form):
    endings = {
        ("Masc", "Sing"): "",
        ("Fem", "Sing"): "e",
        ("Masc", "Plur"): "s",
        ("Fem", "Plur"): "es",
    }
    return [(*key, form + ending) for key, ending in endings.items()]


@pytest.fixture(scope="module")
def rewrite(make_rewriter):
    @cache
    def rewriter(language):
        return make_rewriter(language, entries=[
            Entry(lemma, form, "VERB", {"Gender": gender, "Number": number, "VerbForm": "Part"},
                  "unimorph:t")
            for lemma, ending in PARTICIPLES.get(language, ())
            for gender, number, form in _participles(lemma, ending)
        ])  # fmt: skip

    def offered(language, target, source, gender="Fem"):
        (found,) = rewriter(language).rewrite([tree(target)], [tree(source)], gender)
        return found.text

    return offered
