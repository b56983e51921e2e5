"""Evidence of Hebrew by rules on characters, after Stanovsky et al. (2019).

They call a Hebrew noun feminine where it ends in ה or ת, and masculine otherwise. Choubey et al.
(2021, appendix A) ask rules "following" these of every word of a sentence. What those are the paper
does not say; the pairs that they published do (`LETTERS`).

Our own rules (`HebrewGender`) know pronouns, verbs, adjectives and nouns for persons. Nouns for
things say nothing: Hebrew has no neuter, and one word in two is such a noun. Nor do plurals, which
in -ים are of both genders ("parents").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from cdaflow import languages
from cdaflow.gfst.analysers.words import CODES, FEMININE, MASCULINE, NOTHING
from cdaflow.inflection.lexicon import Entry
from cdaflow.io.files import read_table
from cdaflow.languages.he.morphology import is_function_word
from cdaflow.languages.he.predicates import is_plain_verb, listed_genders, predicate_genders

#: What the last letter of a word says in the pairs that Choubey et al. published: each word of the
#: 46,848 sentences, parted at blanks, goes with these without exception, but for את (the mark of
#: the object), which says nothing. Other letters, also signs behind the word, say nothing.
LETTERS = {**dict.fromkeys("אבדטךלסקרש", MASCULINE), **dict.fromkeys("הת", FEMININE)}

#: Letters: any of a root, and a last one that is no ending. Then shapes of verbs without a mark of
#: gender that hardly any noun has: hif'il (הסביר) and hitpa'el (התלבש).
_C = "[א-הז-טך-ת]"
_F = "[א-דז-טך-לנס-ת]"
_VERB = re.compile(f"ה{_C}{{2}}י{_F}|ה(?:ת[א-ת]|סת|שת|צט|זד){_C}{{1,2}}{_F}")

#: Prefixes: and, that, when, in, like, to, from, the.
_PREFIXES = re.compile("(?:ו|ש|כש|וש|וכש|לכש)?(?:[בכלמ]|מה|ה)?")

#: Infinitives, of which many end in ת or ה.
_INFINITIVE = re.compile("[ושכ]?ל[א-ת]{2,}(?:ות|ת)|מלה[א-ת]+")

_HEBREW = re.compile("[א-ת]{2,}'?")
_PLURAL = re.compile("(?:ים|ות)$")

#: "His" at the end of a noun in the plural (ילדיו), and other words that end so ("were", loans).
_HIS = re.compile("[א-ת]{2}יו$")
_NOT_HIS = re.compile("(?:ו|ש|כש|וש|לכש)?י?היו|ניו|[א-ת]?(?:סטודיו|רדיו|אוהיו)")


class LastLetterGender:
    """What a word shows by its last letter alone, as in the published pairs."""

    def __call__(self, word: str) -> int:
        """Return what a word shows."""
        return NOTHING if word == "את" else LETTERS.get(word[-1:], NOTHING)


class HebrewGender:
    """What a Hebrew word shows: pronouns, listed words, verbs by their shape, else its ending."""

    def __init__(self, nouns: Mapping[str, int] | None = None) -> None:
        """`nouns`: more words without prefixes, with what they show, as of `noun_codes`."""
        self._listed = dict(nouns or {})

    def __call__(self, word: str) -> int:
        """Return what a word shows."""
        if _HEBREW.fullmatch(word) is None:
            return NOTHING
        word = word.removesuffix("'")
        pronoun = _pronouns().get(word)
        if pronoun is not None:
            return pronoun
        if word in _without_gender() or is_function_word(word):
            return NOTHING
        if _INFINITIVE.fullmatch(word) or _PLURAL.search(word):
            return NOTHING
        for start in _starts(word):
            if predicate_genders(start) == {"Masc", "Fem"}:
                return NOTHING  # as רואה
            if start in self._listed:
                return self._listed[start]
            if genders := listed_genders(start):
                # In, like, to, from stand before nouns only: לבנה is "white", not "to" and "built".
                # An adjective behind an article goes with a noun, most often for a thing.
                sure = len(start) == len(word) or word[0] in "וש"
                return _only(genders) if sure else NOTHING
        return _by_shape(word)


def noun_codes(entries: Iterable[Entry]) -> dict[str, int]:
    """Return what the singular nouns of word lists show, those of one gender only."""
    genders: dict[str, set[str]] = {}
    for entry in entries:
        if entry.feats.get("Number") != "Plur":
            genders.setdefault(entry.form, set()).add(entry.feats.get("Gender", ""))
    return {form: _only(form_genders) for form, form_genders in genders.items() if len(form) > 1}


def _by_shape(word: str) -> int:
    """Return what the shape of a word shows that is in no list.

    That is a verb, participle or adjective by its shape (see `languages.he.predicates`), or a noun
    with "his" or "her" at its end (ילדיו, ילדיה).
    """
    if _HIS.search(word) and not _NOT_HIS.fullmatch(word):
        return MASCULINE
    if word.endswith("יה"):
        return FEMININE
    if word[-1] not in "הת" and (is_plain_verb(word) or _VERB.fullmatch(word)):
        return _only(predicate_genders(word))
    # Nouns have the shape of masculine verbs in -ה (טיסה, גישה), and in -ת of several.
    return FEMININE if word[-1] in "הת" and predicate_genders(word) == {"Fem"} else NOTHING


def _starts(word: str) -> Iterable[str]:
    """Yield a word, and what is left of it without each chain of letters that may be prefixes."""
    yield word
    for length in range(1, 5):
        if len(word) - length >= 2 and word[0] != "ל" and _PREFIXES.fullmatch(word, 0, length):
            yield word[length:]


def _only(genders: Iterable[str]) -> int:
    distinct = set(genders)
    return CODES.get(distinct.pop(), NOTHING) if len(distinct) == 1 else NOTHING


@cache
def _without_gender() -> frozenset[str]:
    """Return words that show nothing though they end or are listed as if they did.

    Adverbs, numbers (whose endings are crossed), "it" and "this", names of things among the
    professions, and the copula, which in "היה לה" ("she had") agrees with what is had.
    """
    path = Path(languages.__file__).parent / "he" / "without_gender.tsv"
    return frozenset(row["form"] for _, row in read_table(path, ("form", "kind")))


@cache
def _pronouns() -> dict[str, int]:
    # אתה is "you" far more often than "with her".
    table = languages.pronouns("he")
    return {f: CODES[p.gender] for f, p in table.items() if p.gender and f not in ("אתה", "אתו")}
