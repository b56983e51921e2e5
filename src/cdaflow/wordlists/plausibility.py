"""Check that rows are plausible: genders in their columns, words of the right language.

A pair of forms such as "enfermera", "enfermero" is recognised by `gender_endings.tsv` (columns
language, masculine, feminine: endings of two words that are else the same), a single form by what
the language knows of nouns for persons (`Morphology.noun`) and by a lexicon, where there is one.

The languages of Latin letters are distinguished by a naive Bayes model over the endings (three
letters) of the four forms and over letters beyond a to z. `word_endings.tsv` has in how many rows
of config/wordlists/professions.<language>.tsv each was found (those of four rows or more in one of
the lists); the lists of persons were not counted.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

import cdaflow.languages
from cdaflow.io.files import read_table
from cdaflow.languages import genders
from cdaflow.languages.word_sets import word_set
from cdaflow.wordlists.rows import PersonRow

#: A letter that the stem before an ending must not end in: "-a" is added to consonants only.
_VOWELS = "aeiouáéíóúàèìòùâêîôû"

#: What parts the words of a form.
_BETWEEN = re.compile(r"[ \-]")

#: Hebrew letters as they are written at the end of a word, and elsewhere.
_FINAL = str.maketrans("ךםןףץ", "כמנפצ")

Endings = tuple[tuple[str, str], ...]

#: Lower-case form -> the genders that a lexicon has of it.
Lexicon = Mapping[str, Collection[str]]


@cache
def endings(language: str) -> Endings:
    """Return the pairs of endings (masculine, feminine) of a language; "en" has some, too."""
    path = Path(__file__).with_name("gender_endings.tsv")
    return tuple(
        (row["masculine"], row["feminine"])
        for _, row in read_table(path, ("language", "masculine", "feminine"))
        if row["language"] == language
    )


@lru_cache(maxsize=1 << 14)  # a folder of lists has fewer pairs, a lexicon many more
def is_pair(masculine: str, feminine: str, pair_endings: Endings) -> bool:
    """Return whether two forms differ by a pair of endings; words that are the same may surround.

    Accents on the stem may differ (león, leona; Arzt, Ärztin). An empty masculine ending stands
    for a stem that ends in a consonant.
    """
    words, others = (_BETWEEN.split(form.lower()) for form in (masculine, feminine))
    different = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    if not different or len(words) != len(others):
        return False
    return all(any(_fits(*pair, *ending) for ending in pair_endings) for pair in different)


def _fits(first: str, second: str, masculine: str, feminine: str) -> bool:
    if not (first.endswith(masculine) and second.endswith(feminine)):
        return False
    stem, stem_of_other = (
        first[: len(first) - len(masculine)],
        second[: len(second) - len(feminine)],
    )
    if not masculine and stem[-1:] in _VOWELS:
        return False
    return bool(stem or masculine) and bare(stem) == bare(stem_of_other)


@cache
def bare(text: str) -> str:
    """Return a text without accents, and with final letters of Hebrew as inside a word."""
    parts = unicodedata.normalize("NFD", text.translate(_FINAL))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def exchanged(
    masculine: str, feminine: str, language: str, lexicon: Lexicon | None = None
) -> tuple[str, bool] | None:
    """Return why two forms of a number seem to stand in each other's column, and if it is certain.

    None where nothing says so. Either form may be empty.
    """
    if masculine == feminine:
        return None
    pair_endings = endings(language)
    if masculine and feminine:
        if is_pair(masculine, feminine, pair_endings):
            return None
        if is_pair(feminine, masculine, pair_endings):
            return f"{feminine!r} is masculine beside {masculine!r}", True
    said = [
        (form, said)
        for form, gender in ((masculine, "Masc"), (feminine, "Fem"))
        if form and (said := _genders(form, language, lexicon or {})) and gender not in said
    ]
    right = [
        form
        for form, gender in ((masculine, "Masc"), (feminine, "Fem"))
        if form and _genders(form, language, lexicon or {}) == {gender}
    ]
    if not said or right:
        return None
    words = " and ".join(
        f"{form!r} is {'feminine' if 'Fem' in genders else 'masculine or neuter'}"
        for form, genders in said
    )
    return words, len(said) == 2


def _genders(form: str, language: str, lexicon: Lexicon) -> set[str]:
    """Return the genders that are known of the first word of a form; empty: not known."""
    first = form.lower().split()[0]
    if language not in cdaflow.languages.KNOWN:  # English
        return set()
    rules = cdaflow.languages.get(language)
    if not first.isalpha() or (first != form.lower() and not rules.noun_first):
        return set()
    if listed := lexicon.get(first):
        return set(listed)
    if rules.prefixes:  # its module takes nouns as they stand in a sentence
        return set()
    return set(genders(rules.morphology.noun(first)))


_ENDINGS = Path(__file__).with_name("word_endings.tsv")

#: The languages that the table of endings has.
LATIN = tuple(next(read_table(_ENDINGS, ("ending",)))[1])[1:]

#: A row, or a list, is more likely of another language by this many nats: then it is reported as
#: likely or as certain. No row of the lists of the repository comes to more than 9.9.
LIKELY, CERTAIN = 10.5, 16.0

#: With fewer words a script proves nothing.
_FEWEST = 10

#: Added to each count, so that an ending that a language lacks is rare and not impossible.
_SMOOTHING = 0.3


def features(row: PersonRow) -> frozenset[str]:
    """Return the endings of the first words of a row's forms, and its letters beyond a to z."""
    return _features([form.split()[0].lower() for form in row.forms.values() if form])


def _features(words: Collection[str]) -> frozenset[str]:
    endings = {f" {word}"[-3:].replace(" ", "^") for word in words}
    return frozenset(endings | {letter for letter in "".join(words) if letter > "\x7f"})


def foreign_letters(row: PersonRow, language: str) -> str:
    """Return the letters of a row's forms that the language is not written with, in order."""
    text = "".join(row.forms.values()).lower()
    own = word_set(language, "letters")
    latin = language in LATIN
    return "".join(
        dict.fromkeys(
            letter
            for letter in text
            if letter.isalpha() and letter not in own and not (latin and "a" <= letter <= "z")
        )
    )


def is_of_another_script(letters: str, language: str) -> bool:
    """Return whether one of some letters is of another script than the language is written in."""
    if language not in LATIN:
        return bool(letters)
    return any(letter >= "\u0250" and not "\u1e00" <= letter <= "\u1eff" for letter in letters)


#: So many nats a feature another language is more likely for words that are plainly not of the own
#: one; lexicons of Spanish and Portuguese come to 0.6, of other languages to 2.5 and more.
_PLAIN = 0.3


def other_language_of(words: Collection[str], language: str) -> str:
    """Return the language (ISO 639-1) that nouns and adjectives are of, "" where it is their own.

    By their endings and letters, of `LATIN`; of words in another script "another script". "" as
    well where the words are too few to tell, or the language is not known.
    """
    if language not in cdaflow.languages.KNOWN:
        return ""
    own = word_set(language, "letters")
    foreign = sum(
        is_of_another_script("".join(c for c in word if c.isalpha()), language)
        if language in LATIN
        else own.isdisjoint(word.lower())
        for word in words
    )
    if foreign >= _FEWEST and foreign > len(words) / 2:
        return "another script"
    if language not in LATIN:
        return ""
    table = _log_probabilities()
    listed_features = [
        feature for word in words for feature in _features([word]) if feature in table
    ]
    scores = {code: sum(table[feature][code] for feature in listed_features) for code in LATIN}
    best = max(scores, key=scores.__getitem__)
    margin = scores[best] - scores[language]
    return best if margin > max(_PLAIN * len(listed_features), 3 * CERTAIN) else ""


def margins(rows: Iterable[PersonRow], language: str) -> Mapping[str, float]:
    """Return by how many nats each other language is more likely than `language` for some rows.

    All are taken for rows of one language. Empty for a language that is not among LATIN.
    """
    if language not in LATIN:
        return {}
    table = _log_probabilities()
    scores = dict.fromkeys(LATIN, 0.0)
    for row in rows:
        for feature in features(row) & table.keys():
            for code, log_p in table[feature].items():
                scores[code] += log_p
    return {code: scores[code] - scores[language] for code in LATIN if code != language}


@cache
def _log_probabilities() -> Mapping[str, Mapping[str, float]]:
    """Return the natural logarithm of the probability of each feature in each language."""
    table = {
        row["ending"]: {code: int(row[code]) for code in LATIN}
        for _, row in read_table(_ENDINGS, ("ending", *LATIN))
    }
    totals = {code: sum(counts[code] for counts in table.values()) for code in LATIN}
    size = {code: totals[code] + _SMOOTHING * len(table) for code in LATIN}
    return {
        feature: {code: math.log((counts[code] + _SMOOTHING) / size[code]) for code in LATIN}
        for feature, counts in table.items()
    }
