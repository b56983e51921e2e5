"""What agrees with a Russian noun phrase from outside of it, as far as word order tells.

Verbs and adjectives agree with the woman meant, where the noun has only a masculine form
("врач сказала", "новая врач", "врач, которая ..."). A verb in the past tense or a short adjective
or participle belongs to a phrase in the nominative of the same clause, if no other nominative
of its gender stands in that clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cache, partial

from cdaflow.languages.morphology import Agreeing, Slot, Slots, common
from cdaflow.languages.ru.analyzer import Reading, is_known, readings, weight
from cdaflow.languages.word_sets import word_set

_words = partial(word_set, "ru")

#: A reading with less than this share is not believed.
_LIKELY = 0.1

#: Conjunctions for pymorphy that do not begin a clause; pronouns that do.
_WITHIN = _words("within_clause")
_RELATIVE = _words("relative_clause")

_QUOTES = frozenset("\"'«»“”„‘’")

_INDEFINITE = ("кто-", "кого-", "кому-", "кем-", "ком-", "некто", "кое-")


def find(words: Sequence[str], start: int, end: int) -> Agreeing | None:
    """Return what agrees with the phrase words[start:end]: the nearest evidence that is sure.

    In this order: an adjective next to it that is not part of it; a relative pronoun or
    participle after a comma; a predicate, if the phrase is a subject by its case.
    """
    start, prepositional = _without_preposition(words, start, end)
    phrase = tuple(words[start:end])
    if not phrase or not _noun_phrase(phrase, start == 0 or _border(words[start - 1])):
        return None
    cases = _cases(phrase)
    for agreeing in (_adjective(words, start, end, cases), _apposed(words, start, end, cases)):
        if agreeing is not None:
            return agreeing
    # A form that is accusative as well could be an object, and none of that kind is a person.
    if prepositional or "Nom" not in cases or "Acc" in cases:
        return None
    return _predicate(words, start, end) or _by_case(words, start, end)


def _by_case(words: Sequence[str], start: int, end: int) -> Agreeing | None:
    """Return the gender of a noun on -ой ("больной"): masculine nominative or feminine oblique.

    It is no nominative where a person before it in the clause is the subject already.
    """
    if not words[end - 1].endswith("ой"):
        return None
    index = start
    while index > 0 and not _border(words[index - 1]):
        index -= 1
        if _competes(words, index, ("Masc", "Sing", "Nom"), persons=True):
            return Agreeing(frozenset((("Fem", "Sing", ""),)), index)
    return Agreeing(frozenset((("Masc", "Sing", "Nom"),)), start)


def _without_preposition(words: Sequence[str], start: int, end: int) -> tuple[int, bool]:
    if start < end and _is_preposition(words[start]):
        return start + 1, True
    return start, start > 0 and _is_preposition(words[start - 1])


@cache
def _is_preposition(word: str) -> bool:
    return weight(word, "PREP") >= 0.5


@cache
def _noun_phrase(phrase: Sequence[str], leads: bool) -> bool:
    """Whether there is a noun in it: "он" is none, "кто-то" and unknown words count as such.

    So does a clipped form that leads a clause ("рабоч передал"), where no predicate stands.
    """
    if any(weight(word, "NPRO") > 0.9 and "-" not in word for word in phrase):
        return False
    parts = ["NOUN", "ADJF", "PRTF"]
    if leads:
        parts.append("ADJS")
    return any(
        weight(word, *parts) >= _LIKELY or word.startswith(_INDEFINITE) or not is_known(word)
        for word in phrase
    )


@cache
def _cases(phrase: Sequence[str]) -> Set[str]:
    """Return the cases, in the singular, on which the declined words of a phrase agree.

    Words from the head on ("директор школы") have cases of their own, so the first noun is
    the last word that counts.
    """
    cases: set[str] = set()
    declined = False
    for word in phrase:
        own = [
            reading
            for reading in readings(word)
            if reading.pos in ("NOUN", "ADJF", "PRTF", "NPRO")
            and reading.lemma not in _words("invariable_possessive")
        ]
        # Of a person's noun only the animate readings count: "рабочий" is no accusative.
        own = [reading for reading in own if reading.animate] or own
        declined = declined or bool(own)
        word_cases = {
            case
            for reading in own
            for _, number, case in reading.slots
            if number == "Sing" and not (case == "Acc" and _animate_nominative(reading, own))
        }
        if word_cases:
            cases = (cases & word_cases) or word_cases if cases else word_cases
        if any(reading.pos == "NOUN" for reading in own):
            break
    # What is no word of the dictionary and declined like none could be a subject.
    return cases if declined else {"Nom"}


def _animate_nominative(reading: Reading, own: Sequence[Reading]) -> bool:
    """Whether an accusative is that of a thing: "рабочий", "служащий" are persons here."""
    return (
        reading.pos in ("ADJF", "PRTF")
        and any(slot[0] == "Masc" for slot in reading.slots)
        and any(other.has("Nom") for other in own)
    )


def _adjective(words: Sequence[str], start: int, end: int, cases: Set[str]) -> Agreeing | None:
    """Return an adjective in the case of the phrase, right before it: "новая врач".

    Also "женщина" there ("женщина врач"), and "сама", "одна" right after it.
    """
    for index, allowed in ((start - 1, None), (end, ("сам", "один"))):
        if not 0 <= index < len(words):
            continue
        for reading in readings(words[index]):
            if reading.pos not in ("ADJF", "PRTF") and reading.lemma not in ("женщина", "девушка"):
                continue
            if reading.weight < _LIKELY or reading.lemma in _RELATIVE:
                continue
            if allowed is not None and reading.lemma not in allowed:
                continue
            # "модель, предложенная врачом": this participle is no attribute of the agent.
            if reading.pos == "PRTF" and index > 0 and words[index - 1] == ",":
                continue
            slots = frozenset(s for s in reading.slots if s[1] == "Sing" and s[2] in cases)
            if slots and _only_singular(words[index]):
                return Agreeing(slots, index)
    return None


def _only_singular(word: str) -> bool:
    return all(slot[1] == "Sing" for r in readings(word) for slot in r.slots if r.weight >= _LIKELY)


def _apposed(words: Sequence[str], start: int, end: int, cases: Set[str]) -> Agreeing | None:
    """Return "которая" after a comma (and a preposition), or a participle in the same case.

    Nothing where another noun before the comma has that gender ("просьбу врача, которая").
    """
    if end + 1 >= len(words) or words[end] != ",":
        return None
    index = end + 1
    prepositional = _is_preposition(words[index])
    index += prepositional and index + 1 < len(words)
    word_readings = readings(words[index])
    slots = _singular(reading for reading in word_readings if reading.lemma == "который")
    if not slots and not prepositional:
        participles = [r for r in word_readings if r.pos == "PRTF" and r.weight >= _LIKELY]
        slots = frozenset(s for s in _singular(participles) if s[2] in cases)
    genders = {slot[0] for slot in slots}
    while start > 0 and not _border(words[start - 1]):
        start -= 1
        if any(
            r.pos == "NOUN" and genders & {s[0] for s in r.slots} for r in readings(words[start])
        ):
            return None
    return Agreeing(slots, index) if slots else None


def _singular(word_readings: Iterable[Reading]) -> Slots:
    return frozenset(
        slot for reading in word_readings for slot in reading.slots if slot[1] == "Sing"
    )


def _predicate(words: Sequence[str], start: int, end: int) -> Agreeing | None:
    """Return the predicate of a nominative phrase: the nearest after it, else before it."""
    left, right = start, end
    while left > 0 and not _border(words[left - 1]):
        left -= 1
    while right < len(words) and not _border(words[right]):
        right += 1
    for indices in (range(end, right), range(start - 1, left - 1, -1)):
        for index in indices:
            slot = _predicate_slot(words[index])
            if slot is None:
                continue
            if slot[1] == "Plur":
                return None
            before, after = range(left, start), range(end, right)
            if any(_competes(words, other, slot, index < start) for other in before):
                return None
            if any(_competes(words, other, slot, False) for other in after):
                return None
            return Agreeing(frozenset((slot,)), index)
    return None


def without_subject(words: Sequence[str], index: int) -> Agreeing | None:
    """Return the predicate at `index` if nothing but adverbs parts it from the clause's beginning.

    A nominative behind it ("когда пришла врач") is its subject, so there must be none.
    """
    if index and words[index - 1] in _words("be_infinitive"):
        return _instrumental(words[index], index)
    slot = _predicate_slot(words[index])
    if slot is None or slot[1] != "Sing" or slot[0] == "Neut":
        return None
    left, right = index - 1, index + 1
    while left >= 0 and not _border(words[left]):
        if not _may_precede(words[left]):
            return None
        left -= 1
    while right < len(words) and not _border(words[right]):
        if _competes(words, right, slot, True):
            return None
        right += 1
    return Agreeing(frozenset((slot,)), index)


def _instrumental(word: str, index: int) -> Agreeing | None:
    """Return an adjective behind "be": "быть осторожной"; what may be neuter is masculine here."""
    adjectives = [r for r in readings(word) if r.pos in ("ADJF", "PRTF") and r.weight >= _LIKELY]
    genders = {s[0] for r in adjectives for s in r.slots if s[1:] == ("Sing", "Ins")} - {"Neut"}
    return Agreeing(frozenset((g, "Sing", "Ins") for g in genders), index) if genders else None


@cache
def _may_precede(word: str) -> bool:
    """Whether a word before a predicate is a particle, an adverb or another predicate ("был")."""
    return weight(word, "ADVB", "PRCL", "COMP") >= 0.5 or _predicate_slot(word) is not None


@cache
def _border(word: str) -> bool:
    """Whether a word or mark begins or ends a clause."""
    if not word[:1].isalnum():
        return word not in _QUOTES
    if word in _WITHIN:
        return False
    word_readings = readings(word)
    return weight(word, "CONJ") >= 0.5 or any(r.lemma in _RELATIVE for r in word_readings[:1])


@cache
def _predicate_slot(word: str) -> Slot | None:
    """Return gender and number of a past tense or a short adjective or participle, else None."""
    for reading in readings(word):
        if reading.pos in ("VERB", "ADJS", "PRTS") and reading.weight >= _LIKELY:
            gender, number, _ = reading.slots[0]
            # Present, future and imperative show no gender; "буду рада" still may follow.
            if gender or (number == "Plur" and reading.pos != "VERB"):
                return gender, number, "Nom"
    return None


def _competes(words: Sequence[str], index: int, predicate: Slot, persons: bool) -> bool:
    """Whether a word could be the subject in the place of the phrase.

    That is a nominative of the gender of the predicate, or with `persons` that of any person,
    since the predicate may agree with the sense of that one as well.
    """
    if index > 0 and _is_preposition(words[index - 1]):
        return False
    return _could_be_subject(words[index], predicate, persons)


@cache
def _could_be_subject(word: str, predicate: Slot, persons: bool) -> bool:
    if _predicate_slot(word):
        return False
    slots = frozenset((predicate,))
    nominal = [r for r in readings(word) if r.pos in ("NOUN", "NPRO") and r.weight >= 0.05]
    return any(
        reading.has("Nom")
        and ((persons and reading.animate) or common(frozenset(reading.slots), slots))
        for reading in nominal
    ) and not any(reading.has("Acc") for reading in nominal)
