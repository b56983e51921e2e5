"""With which sound an Italian word begins, as far as the forms of articles depend on it.

Sources: Serianni, Grammatica italiana (1989), ch. IV (articles) and I (elision and truncation);
the advice of the Accademia della Crusca on articles before foreign words and acronyms.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import partial

from cdaflow.languages.word_sets import word_set
from cdaflow.trees import Token

_words = partial(word_set, "it")


class Onset(Enum):
    """What a word begins with."""

    VOWEL = "vowel"  # l'amica, un'amica
    PLAIN = "plain"  # il, un, bel
    IMPURE = "impure"  # s and consonant, z, gn, ps, x, y ...: lo, uno, bello
    SEMIVOWEL = "semivowel"  # i before a vowel: lo iato, la iena, but also l'iodio
    H = "h"  # l'hotel, but la hostess and lo hobby too
    UNKNOWN = "unknown"  # figures, acronyms, names of letters: usage or nobody knows


_VOWELS = "aeiouàáâäèéêëìíîïòóôöùúûü"
_IMPURE = re.compile(rf"s(?!['’])[^{_VOWELS}\W]|[zxyß]|gn|p[nst]|[cbdgkt]z|ts|[cfbm][tdn]|tm|kn|pf")
#: Consonants that can begin a syllable; other clusters (Fmi, Ndr) are spelled out or foreign.
_CLUSTER = re.compile(rf"[^{_VOWELS}][{_VOWELS}hywlr]")
_SEMIVOWEL = re.compile(rf"i[{_VOWELS}]")
_ROMAN = re.compile(r"(?=.)m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
#: Words of one letter that are words, and not the names of letters.
_SHORT_WORDS = ("ADP", "CCONJ", "DET", "AUX", "VERB", "PRON")


def onset(token: Token) -> Onset:
    """Return the onset of the word `token`."""
    form = token.form
    letter = len(form.rstrip("'’")) == 1 and token.upos not in _SHORT_WORDS
    if not form[:1].isalpha() or letter:
        return Onset.UNKNOWN
    if len(form) > 1 and form[:2].isupper() and (len(form) <= 4 or not form.isupper()):
        return Onset.UNKNOWN  # an acronym: la FIAT, l'FBI; longer ones are read as words
    word = form.lower()
    if len(word) > 1 and token.upos in ("ADJ", "NUM", "NOUN", "X") and _is_numeral(token):
        return Onset.UNKNOWN
    if word == "dei" and token.lemma == "dio":
        return Onset.IMPURE  # gli dei
    if word[0] == "h":
        # Names keep their article whatever it is: la Hack, l'Havana.
        return Onset.UNKNOWN if token.upos == "PROPN" else Onset.H
    if _SEMIVOWEL.match(word) and word != "io":
        return Onset.SEMIVOWEL
    if word[0] in _VOWELS:
        return Onset.UNKNOWN if token.upos == "X" else Onset.VOWEL
    if _IMPURE.match(word) or word in _words("sch_sound"):
        # Names keep what they have: il Cnr, il System, lo Stefano.
        return Onset.UNKNOWN if token.upos in ("PROPN", "X") else Onset.IMPURE
    if word[0] == "j":
        return Onset.UNKNOWN  # il jazz, lo Jonio
    return Onset.PLAIN if _CLUSTER.match(word) or len(word) == 1 else Onset.UNKNOWN


def _is_numeral(token: Token) -> bool:
    """Return whether the word is a Roman numeral, said as anything may be: il XVI, l'XI."""
    said = token.form.isupper() or token.feats.get("NumType") is not None
    return said and _ROMAN.fullmatch(token.form.lower()) is not None


def begins_with(form: str, vowel: str) -> bool:
    """Return whether `form` begins with `vowel` (a, e or o), with or without an accent."""
    return form[:1].lower() in {"a": "aà", "e": "eèé", "o": "oò"}[vowel]
