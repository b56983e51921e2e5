"""Readings and forms of Russian words by pymorphy3 (Korobov 2015), loaded when first asked.

pymorphy3 has the OpenCorpora dictionary and predicts words that are not in it by their endings.
It reads е for ё.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cdaflow.languages.morphology import Slot
from cdaflow.trees import Token

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer
    from pymorphy3.analyzer import Parse
    from pymorphy3.tagset import OpencorporaTag

#: Values of OpenCorpora in those of UD; second cases (в лесу, чаю) count as the plain ones.
_GENDERS = {"masc": "Masc", "femn": "Fem", "neut": "Neut"}
_NUMBERS = {"sing": "Sing", "plur": "Plur"}
_CASES = {
    "nomn": "Nom", "gent": "Gen", "datv": "Dat", "accs": "Acc", "ablt": "Ins", "loct": "Loc",
    "gen2": "Gen", "acc2": "Acc", "loc2": "Loc",
}  # fmt: skip

_GRAMMEMES = {"Masc": "masc", "Fem": "femn", "Neut": "neut"}

#: Parts of speech of OpenCorpora that agree in gender, for those of UD.
_AGREEING = {
    "ADJ": ("ADJF", "ADJS", "PRTF", "PRTS"),
    "AUX": ("VERB",),
    "VERB": ("VERB", "PRTF", "PRTS"),
}

#: Readings as names, abbreviations, places or archaic words are seldom meant in running text,
#: and those of unknown words as indeclinables ("пекара") hardly ever.
_UNLIKELY = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn", "Abbr", "Arch", "Init", "Sgtm"))


class Reading(NamedTuple):
    """A reading of a word.

    `pos`: part of speech of OpenCorpora (NOUN, ADJF, PRTF, VERB, ...); `slots`: gender, number
    and case, two where a noun is of common gender ("судья"); `lemma`: with ё; `weight`: its
    share of all readings, from 0 to 1; `pronominal`: "этот", "который", "сам"; `passive`: of a
    participle.
    """

    pos: str
    slots: tuple[Slot, ...]
    lemma: str
    weight: float
    animate: bool
    pronominal: bool
    passive: bool

    def has(self, case: str, number: str = "Sing") -> bool:
        """Whether it can be of this case and number."""
        return any(slot[1:] == (number, case) for slot in self.slots)


@cache
def analyzer() -> MorphAnalyzer:
    """Return the analyser, loaded once: a fifth of a second."""
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer(lang="ru")


@cache
def parses(word: str) -> list[Parse]:
    """Return what the analyser says of a word: not to be changed."""
    result: list[Parse] = analyzer().parse(word)
    return result


@cache
def is_known(word: str) -> bool:
    """Whether the dictionary has a form."""
    return bool(analyzer().word_is_known(word))


@cache
def readings(word: str) -> tuple[Reading, ...]:
    """Return the readings of a lower-case word, the likeliest first; none for a mark.

    Readings as a name or a place are left out where there are others.
    """
    if not word[:1].isalpha():
        return ()
    every = parses(word)
    in_dictionary = is_known(word)
    likely = [
        parse
        for parse in every
        if not _UNLIKELY & parse.tag.grammemes and (in_dictionary or "Fixd" not in parse.tag)
    ]
    likely = likely or every
    total = sum(parse.score for parse in likely) or 1.0
    return tuple(
        Reading(
            pos=str(parse.tag.POS or ""),
            slots=slots(parse.tag),
            lemma=parse.normal_form,
            weight=parse.score / total,
            animate="anim" in parse.tag,
            pronominal="Apro" in parse.tag,
            passive="pssv" in parse.tag,
        )
        for parse in likely
    )


@cache
def slots(tag: OpencorporaTag) -> tuple[Slot, ...]:
    """Return the genders, with number and case, that a tag of OpenCorpora stands for."""
    grammemes = tag.grammemes
    number = next((_NUMBERS[g] for g in grammemes if g in _NUMBERS), "")
    case = next((_CASES[g] for g in grammemes if g in _CASES), "")
    if "ms-f" in grammemes:
        return ("Masc", number, case), ("Fem", number, case)
    gender = next((_GENDERS[g] for g in grammemes if g in _GENDERS), "")
    return ((gender, number, case),)


@cache
def weight(word: str, *parts: str) -> float:
    """Return the share of the readings of a word that are of these parts of speech."""
    return sum(reading.weight for reading in readings(word) if reading.pos in parts)


def in_gender(token: Token, gender: str) -> str | None:
    """Return the singular of an agreeing word in a gender, in lower case; None if not known.

    "устал" -> "устала", "пришла" -> "пришёл", "новому" -> "новой". Of a form with several
    readings that counts which has the gender and case of the features.
    """
    own = token.feats.get("Gender"), token.feats.get("Number", "Sing"), token.feats.get("Case", "")
    if token.upos not in _AGREEING or gender not in _GRAMMEMES or own[1] != "Sing":
        return None
    for parse in parses(token.form.lower()):
        if str(parse.tag.POS) not in _AGREEING[token.upos] or own not in slots(parse.tag):
            continue
        inflected = parse.inflect({_GRAMMEMES[gender], "sing"})
        if inflected is not None:
            return str(inflected.word)
    return None
