"""What makes counterfactuals in the tests: small lexicons, the hard-coded model."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

import cdaflow.languages
from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import STEPS, InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.counterfactual.generator import CounterfactualGenerator
from cdaflow.counterfactual.guard import Guard
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.sources import read_word_list
from cdaflow.rewriting.english_rules import EnglishRules
from cdaflow.rewriting.swapper import Swapper
from cdaflow.wordlists.lexicon import read_professions

sys.path.insert(0, str(Path(__file__).parent))

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"

#: Adjectives and participles that the tests need, masculine and feminine.
WORDS = {
    "es": [("ADJ", "cansado", "cansada"), ("ADJ", "bueno", "buena"), ("ADJ", "famoso", "famosa"),
        ("ADJ", "solo", "sola")],
    "fr": [("VERB", "devenu", "devenue"), ("ADJ", "fatigué", "fatiguée")],
    "it": [("VERB", "diventato", "diventata"), ("ADJ", "bravo", "brava"),
        ("ADJ", "solo", "sola")],
    "de": [],
    "ru": [],
    "pt": [("ADJ", "cansado", "cansada")],
    "he": [
        ("ADJ", "עייף", "עייפה"), ("VERB", "אמר", "אמרה"), ("VERB", "יבוא", "תבוא"),
        ("VERB", "ביקש", "ביקשה"), ("VERB", "איבד", "איבדה"), ("VERB", "ישן", "ישנה"),
        ("VERB", "עובד", "עובדת"), ("VERB", "יודע", "יודעת"), ("VERB", "מכר", "מכרה"),
        ("VERB", "קנה", "קנתה"), ("VERB", "התקשר", "התקשרה"),
    ],
}  # fmt: skip


@pytest.fixture(scope="session")
def make(pronouns, nouns):
    methods = {}

    def made(language, guard, *candidates, swap_nouns=False, paper=False):
        if language not in methods:
            path = WORDLISTS / f"professions.{language}.tsv"
            known = cdaflow.languages.get(language)
            entries = list(read_word_list(path, known))
            for upos, *forms in WORDS[language]:
                more = {"VerbForm": "Part"} if upos == "VERB" and language != "he" else {}
                entries += [
                    Entry(forms[0], form, upos, {"Gender": gender, "Number": "Sing", **more}, "x")
                    for form, gender in zip(forms, ("Masc", "Fem"), strict=True)
                ]
            words = SentenceInflector(Inflector(language, Lexicon(entries)))
            method = InterventionPipeline(base_model(language), words=words, determiners="all")
            methods[language] = method, read_professions(path, known)
        method, professions = methods[language]
        if paper:
            method = replace(method, **dict.fromkeys(STEPS, False))
        swapper = Swapper(pronouns, nouns if swap_nouns else None, profession_nouns=nouns)
        watch = Guard(guard, EnglishRules(nouns, {"guest"}), pronouns)
        generator = CounterfactualGenerator(method, professions, swapper, watch)
        return generator.generate(candidates)

    return made
