"""Whether a French word begins with a vowel sound, so that "le" before it becomes "l'"."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache, partial
from pathlib import Path

from cdaflow.io.files import read_lines
from cdaflow.languages.word_sets import word_set
from cdaflow.trees import Token

_words = partial(word_set, "fr")

#: h muet though the masculine or the stem has an h aspiré: le héros, but l'héroïne.
_MUTE = re.compile(r"héroï|hérald|haïti")

#: Roman numerals as ordinals or numbers, single letters and what they compound.
_NUMERAL = re.compile(r"[IVXLCDM]+(e|es|er|re|ère|ème|ième)?$")
_LETTER = re.compile(r"[^\W\d_]([\-\d.'].*)?$")


@cache
def _aspirated() -> frozenset[str]:
    lines = read_lines(Path(__file__).with_name("h_aspire.tsv"))
    next(lines)  # the header
    return frozenset(line.split("\t")[0] for line in lines)


def _has_aspirated_h(word: str, lemma: str) -> bool:
    table = _aspirated()
    if _MUTE.match(word):
        return False
    stems = {word, word.partition("-")[0]}
    stems |= {stem.rstrip("sx") for stem in stems}
    stems |= {stem.removesuffix("e") for stem in stems}
    return not table.isdisjoint(stems) or lemma.lower() in table


def begins_with_vowel(token: Token) -> bool | None:
    """Return whether elision takes place before the word, None where usage or form leaves it open.

    Open are digits, quotes, initialisms (l'ONU, la SNCF, and l'HLM or la HLM), Roman numerals,
    single letters, names in h outside the table of h aspiré (d'Henri, de Henri) or in y, and
    the words that writers treat both ways.
    """
    return _begins_with_vowel(token.form, token.lemma, token.upos)


@lru_cache(maxsize=65_536)  # each word is asked for several times, and the common ones ever again
def _begins_with_vowel(form: str, lemma: str, upos: str) -> bool | None:
    word = form.lower()
    if word in ("y", "à", "a", "ô"):
        return True if upos in ("PRON", "ADP", "VERB", "AUX", "INTJ") else None
    if len(word) == 2 and word.endswith("'"):
        return False  # j', l', d', ...: all consonants
    if (
        not word[:1].isalpha()
        or word in _words("vowel_either")
        or _LETTER.match(form)
        or _NUMERAL.match(form)
    ):
        return None
    if form.isupper() and (upos in ("PROPN", "X") or (upos == "NOUN" and len(form) <= 5)):
        return None
    if word in _words("vowel_not_elided"):
        return False
    if word == "une" and upos == "NOUN":  # la une, the front page
        return None
    if word == "un" and upos == "NUM":  # d'un million, de un à dix
        return None
    initial = unicodedata.normalize("NFD", word)[0]
    if initial == "h":
        if _has_aspirated_h(word, lemma):
            return False
        return None if upos in ("PROPN", "X") else True
    if initial == "y":
        second = unicodedata.normalize("NFD", word[1])[0]
        if word in _words("vocalic_y") or second not in "aeiou":
            return True
        return None if upos in ("PROPN", "X") else False
    return initial in "aeiouœæ"
