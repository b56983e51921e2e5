"""Persons who are named in both genders at once: *El/la doctor/a*, *L'avocat·e*, *avvocat\\**.

Such a noun says neither gender, whichever form stands first; nor do two of one person with *or* or
*and* between them: *las y los doctores*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from cdaflow.languages import Language, Slots
from cdaflow.languages.word_sets import word_set
from cdaflow.scoring.evidence import Gender
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.wordlists.lexicon import Match

#: A word with its other ending, or determiner, behind a mark, without a blank: "doctor/a", "El/la",
#: "avocat(e)", "avocat.e", "étudiant-e-s", "Lehrer*innen".
_SPLIT = re.compile(
    r"(?<![^\W\d_])([^\W\d_]+)(?:[·•∙⋅*_:/|\\][-·]?|[.\-](?=[^\W\d_])|(\(-?))([^\W\d_]{1,8})(?(2)\))(?:[·.\-]s)?(?!\w)"
)
#: A word whose ending is open, or has a capital within: "avvocat*", "avvocatə", "doctor@s",
#: "doctorx", "KrankenpflegerIn".
_OPEN = re.compile(r"(?<![^\W\d_])([^\W\d_]+?)(?:\*(?![\w*])|[əɜ]|@s?|xs?|In(?:nen)?)(?![\w@])")


#: How many words may stand between two nouns: "bzw. mit der".
_LONGEST_GAP = 5


class Doubled(NamedTuple):
    """The target words `start` to `end` (excluded) are one word in both genders.

    `stem`: what stands before its endings, in lower case; `is_open`: whether a letter lacks there.
    """

    start: int
    end: int
    stem: str
    is_open: bool = False


def doubled_words(text: str, language: Language) -> list[Doubled]:
    """Return the words of a translation that may stand in both genders, from the left."""
    return sorted(_doubled(text, language)) if re.search(r"[·•∙⋅*_:/|\\(.\-əɜ@]|x|In", text) else []


def _doubled(text: str, language: Language) -> Iterator[Doubled]:
    endings = word_set(language.code, "gender_ending")
    for match in _SPLIT.finditer(text):
        first, other = match[1].lower(), match[3].lower()
        if other in endings or {first, other} <= set(language.determiners):
            yield _placed(match, text, language, is_open=False)
    for match in _OPEN.finditer(text):
        if len(match[1]) >= 3:
            yield _placed(match, text, language, is_open=True)


def _placed(match: re.Match[str], text: str, language: Language, *, is_open: bool) -> Doubled:
    start, end = (len(language.words(text[:place])) for place in (match.start(), match.end()))
    return Doubled(start, max(end, start + 1), match[1].lower(), is_open)


def noun_in_both(
    noun: str, doubled: Sequence[Doubled], knowledge: Knowledge
) -> tuple[int, int] | None:
    """Return the words that name an English `noun` in both genders; None where none do."""
    forms = {key[0] for key in knowledge.professions.forms.get(noun.casefold(), ())}
    endings = word_set(knowledge.language.code, "gender_ending")
    for word in doubled:
        ends = (
            word.stem.endswith(tuple(forms)) if knowledge.language.prefixes else word.stem in forms
        )
        is_written = word.is_open and word.stem + "x" in forms
        begins = word.is_open and any(
            form.startswith(word.stem) and len(form) - len(word.stem) <= 3 for form in forms
        )
        # "Ärzt*in": the stem alone is no form.
        is_stem = not word.is_open and any(word.stem + ending in forms for ending in endings)
        if (ends or begins or is_stem) and not is_written:
            return word.start, word.end
    return None


def determiner_in_both(start: int, doubled: Sequence[Doubled], knowledge: Knowledge) -> int | None:
    """Return where a determiner in both genders begins before the noun at `start`, else None."""
    for word in doubled:
        if word.end == start and word.stem in knowledge.language.determiners:
            return word.start
    return None


def nouns_joined(
    name: str,
    noun: Match,
    words: Sequence[str],
    knowledge: Knowledge,
    gender_of: Callable[[Match], Gender],
    others: Iterable[str] = (),
) -> tuple[int, int] | None:
    """Return the words of a noun and of the same one in the other gender, joined by *or* or *and*.

    `name`: the English noun; `gender_of`: the gender that a match shows; `others`: the nouns of
    other persons of the sentence, whose forms do not count. Also of two determiners before it ("el
    o la médico"); None for others.
    """
    code = knowledge.language.code
    either, both = word_set(code, "or") | {"/", "(", "|"}, word_set(code, "and")
    alternatives = either | both
    if not knowledge.language.prefixes and not alternatives.intersection(words):
        return None
    determiners = knowledge.language.determiners
    between = {*determiners, *alternatives, "."}
    before = words[max(noun.start - 3, 0) : noun.start]
    if (
        len(before) == 3
        and before[1] in alternatives
        and {before[0], before[2]} <= set(determiners)
    ):
        left, right = (knowledge.genders(determiners[word]) for word in (before[0], before[2]))
        slots = [determiners[word] for word in (before[0], before[2])]
        is_one = before[1] not in both or _may_be_plural(*slots)
        if is_one and not left & right:
            return noun.start - 3, noun.end
    taken = {match[:2] for other in others for match in knowledge.professions.find(other, words)}
    forms = [match for match in knowledge.professions.find(name, words) if match[:2] not in taken]
    for first, second in pairwise(forms):
        gap = words[first.end : second.start]
        if knowledge.language.prefixes:  # "והרופאות"
            gap = [*gap, words[second.start][0]]
        if noun.start not in (first.start, second.start) or not alternatives.intersection(gap):
            continue
        if len(gap) > _LONGEST_GAP or not all(word in between or len(word) <= 3 for word in gap):
            continue
        if not (either.intersection(gap) or _may_be_plural(first.slots, second.slots)):
            continue  # "una enfermera y el enfermero" are two people
        genders = {gender_of(match) for match in (first, second)}
        if genders == {Gender.MALE, Gender.FEMALE}:
            return first.start, second.end
    return None


def _may_be_plural(*readings: Slots) -> bool:
    return all(any(slot[1] != "Sing" for slot in slots) for slots in readings)
