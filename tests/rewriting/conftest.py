"""The trees of `handmade` for tests of rewriting, and a rewriter of the word lists."""

import sys
from pathlib import Path

import pytest

from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.sources import read_word_list
from cdaflow.rewriting.english import English, read_english_persons, read_names_of_persons
from cdaflow.rewriting.rewriter import Rewriter

sys.path.insert(0, str(Path(__file__).parents[1] / "counterfactual"))

from handmade import tree

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"

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
def english_lists(pronouns, nouns, professions):
    persons, demonyms = (
        read_english_persons(WORDLISTS / f"{kind}.en.tsv") for kind in ("persons", "demonyms")
    )
    return English(pronouns, nouns, professions, persons, demonyms)


@pytest.fixture(scope="module")
def rewrite(english_lists):
    made = {}

    def offered(language, target, source, gender="Fem"):
        if language not in made:
            kinds = ("professions", "persons", "demonyms")
            lists = [WORDLISTS / f"{kind}.{language}.tsv" for kind in kinds]
            entries = [entry for path in lists for entry in read_word_list(path)]
            entries += [
                Entry(lemma, form, "VERB", {"Gender": gender, "Number": number, "VerbForm": "Part"},
                      "unimorph:t")
                for lemma, ending in PARTICIPLES.get(language, ())
                for gender, number, form in _participles(lemma, ending)
            ]  # fmt: skip
            words = SentenceInflector(Inflector(language, Lexicon(entries)))
            pipeline = InterventionPipeline(base_model(language), words=words, determiners="all")
            made[language] = Rewriter(pipeline, english_lists, read_names_of_persons(lists))
        (found,) = made[language].rewrite([tree(target)], [tree(source)], gender)
        return found.text

    return offered
