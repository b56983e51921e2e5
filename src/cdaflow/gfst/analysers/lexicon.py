"""Evidence by look-up: the genders that a form has in lexicons, treebanks and closed classes.

A form counts for a gender only if it has no other reading: not of the other gender, not of none
("porta" is a door and "carries"). A look-up that takes the first reading calls every Italian
adverb and infinitive masculine, which the lexicons list as adjectives and nouns.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from cdaflow import languages
from cdaflow.errors import InputError
from cdaflow.gfst.analysers.rules import closed_genders, only_gender, pronoun_genders
from cdaflow.gfst.analysers.words import CODES, NOTHING
from cdaflow.inflection.lexicon import Entry
from cdaflow.inflection.sources import in_language, read_treebank, read_unimorph, read_word_list
from cdaflow.languages.word_sets import word_set
from cdaflow.trees import Sentence, Token

Files = Sequence[str | os.PathLike[str]]

#: A reading: "Masc", "Fem", "Neut", or "" for one without a gender.
Reading = str

#: A reading with less than this share of a form's occurrences in treebanks is a slip or a rarity.
_RARE = 0.05
#: From this many occurrences on, treebanks alone say what readings a form has: large lexicons have
#: readings that nobody writes.
_ENOUGH = 20

#: Shorter forms are letters, abbreviations and loans ("co", "t"), or of closed classes.
_SHORTEST = 3

#: What is no word of the language, or has the gender of a name.
_PASSED = frozenset({"NUM", "PROPN", "PUNCT", "SYM", "X"})


class LexiconGender:
    """What a word shows by look-up; see `cdaflow.gfst.analysers.words.WordGender`.

    `language`: one whose endings of adjectives and participles are asked of words that are not
    there ("mortificata"); without it these show nothing.
    """

    def __init__(self, codes: Mapping[str, int], language: str | None = None) -> None:
        self._codes = codes
        self._language = language

    def __call__(self, word: str) -> int:
        """Return what a word shows."""
        for form in (word, word.removesuffix("'")):  # the apostrophe may be a quotation mark
            if form in self._codes:
                return self._codes[form]
        if self._language is None or not word[:1].isalpha():
            return NOTHING
        language = languages.get(self._language)
        slots = language.morphology.attribute(form)
        return only_gender(slots, language.genders) if slots else NOTHING


def read_lexicon_gender(
    language: str, *, treebanks: Files = (), lexicons: Files = (), word_lists: Files = ()
) -> LexiconGender:
    """Return the look-up of a language (ISO 639-1).

    `treebanks`: CoNLL-U; `lexicons`: UniMorph; `word_lists`: as config/wordlists/persons.it.tsv.
    The closed classes that cdaflow has of the language come before all of them.

    Raises InputError as the readers of each do, for files of another language, and where lexicons
    have no gender of nouns, as that of UniMorph for German, and no treebank tells it; ConfigError
    for an unknown language.
    """
    nouns: Counter[bool] = Counter()

    def lexicon_entries() -> Iterator[Entry]:
        for path in lexicons:
            for entry in in_language(read_unimorph(path), path, language):
                if entry.upos == "NOUN":
                    nouns["Gender" in entry.feats] += 1
                yield entry

    listed = (e for path in word_lists for e in in_language(read_word_list(path), path, language))
    readings = entry_readings(chain(lexicon_entries(), listed))
    counts: dict[str, Counter[Reading]] = {}
    for path in treebanks:
        for form, form_counts in treebank_counts(read_treebank(path, language)).items():
            counts.setdefault(form, Counter()).update(form_counts)
    if nouns[False] and not nouns[True] and not any(filter(None, chain(*counts.values()))):
        raise InputError(
            "lexicon.no-noun-gender",
            f"none of the {nouns[False]:,} nouns has a gender, so translations with nouns of the "
            "other gender would be kept",
            file=lexicons[0],
            hint="also give a treebank (--treebank; in the configuration the treebanks of "
            "annotators or agreement), or use --analyser annotator",
        )
    readings = merged(readings, counts)
    codes = {form: _code(form_readings) for form, form_readings in readings.items()}
    # Endings of infinitives, which lexicons list as masculine nouns and speakers use as verbs.
    for ending in word_set(language, "no_noun_ending"):
        codes.update(dict.fromkeys((form for form in codes if form.endswith(ending)), NOTHING))
    closed, pronouns = closed_genders(language), pronoun_genders(language)
    often = {form for form, form_counts in counts.items() if form_counts.total() >= _ENOUGH}
    # What an article or pronoun is besides, treebanks know best ("proprio", "poco").
    codes.update({f: c for f, c in closed.items() if f not in often or codes[f] == c})
    codes.update({f: NOTHING for f, c in closed.items() if f in often and codes[f] != c})
    # "sie" is a plural too; but to take a feminine pronoun for nothing would let "she" pass.
    return LexiconGender({**codes, **pronouns}, language)


def entry_readings(entries: Iterable[Entry]) -> dict[str, set[Reading]]:
    """Return the readings of each form, in small letters, of one word.

    The gender of a noun without one is unknown (UniMorph has none for German nouns): a form that
    has no other reading has none here, and treebanks alone tell it.
    """
    readings: dict[str, set[Reading]] = {}
    without_gender: set[str] = set()
    for entry in entries:
        form = entry.form.lower()
        if len(form) < _SHORTEST or " " in form or "-" in form:
            continue
        gender = entry.feats.get("Gender", "")
        if gender or entry.upos != "NOUN":
            readings.setdefault(form, set()).add(gender)
        else:
            without_gender.add(form)
    return readings | {form: set() for form in without_gender - readings.keys()}


def treebank_counts(sentences: Iterable[Sentence]) -> dict[str, Counter[Reading]]:
    """Return how often each written form has each reading.

    What is written for several words (the contraction "della", but also "dirla") has the gender of
    its determiner, and none without.
    """
    counts: dict[str, Counter[Reading]] = {}
    for sentence in sentences:
        for unit in sentence.surface():
            words = (
                (unit,) if isinstance(unit, Token) else sentence.tokens[unit.start - 1 : unit.end]
            )
            if len(unit.form) < _SHORTEST or any(word.upos in _PASSED for word in words):
                continue
            marked = (
                words[0] if len(words) == 1 else next((w for w in words if w.upos == "DET"), None)
            )
            reading = "" if marked is None else marked.feats.get("Gender", "")
            counts.setdefault(unit.form.lower().replace("’", "'"), Counter())[reading] += 1
    return counts


def merged(
    readings: Mapping[str, set[Reading]], counts: Mapping[str, Counter[Reading]]
) -> dict[str, set[Reading]]:
    """Return the readings of forms in lexicons and treebanks together."""
    result = {form: set(form_readings) for form, form_readings in readings.items()}
    for form, form_counts in counts.items():
        total = form_counts.total()
        usual = {reading for reading, number in form_counts.items() if number >= _RARE * total}
        result[form] = usual if total >= _ENOUGH else usual | result.get(form, set())
    return result


def _code(readings: Iterable[Reading]) -> int:
    genders = {gender for reading in readings for gender in reading.split(",")}
    return CODES.get(genders.pop(), NOTHING) if len(genders) == 1 else NOTHING
