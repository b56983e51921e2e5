"""The grammatical gender of a person's noun phrase in a translation, with its evidence.

First the noun is found (`find_entity` says how), then its gender decided (`decide`): from the
form of the noun where only one gender has it, else from its determiner.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum

from cdaflow.languages import Language, Slots
from cdaflow.languages.es.euphony import stressed_a_nouns
from cdaflow.scoring.lexicon import Lexicon, Match, Professions
from cdaflow.scoring.pharaoh import Link


class Gender(StrEnum):
    """What a translation says of a person. Languages with a neuter may give NEUTRAL."""

    MALE = "male"
    FEMALE = "female"
    NEUTRAL = "neutral"
    UNKNOWN = "unknown"


class Evidence(StrEnum):
    """What decided a gender."""

    NOUN = "noun"
    DETERMINER = "determiner"
    BOTH = "noun+determiner"
    #: A noun of one gender for all ("la víctima"): grammar, which says nothing of the person.
    FIXED = "noun-of-fixed-gender"
    #: They disagree and the determiner was believed ("la médico").
    DETERMINER_OVER_NOUN = "determiner-over-noun"
    #: For the full scorer: an adjective or participle that agrees with the noun.
    ADJECTIVE = "adjective"
    NONE = "-"


class Reason(StrEnum):
    """Why a gender is unknown."""

    NONE = "-"
    EMPTY_TRANSLATION = "empty-translation"
    #: No known form of the noun, and no link from it.
    NO_ALIGNMENT = "no-alignment"
    #: No known form of the noun; what it is linked to is no noun of its own.
    NOT_FOUND = "entity-not-found"
    #: A form of the noun stands there, but as well for another person of the sentence.
    SHARED_FORM = "form-shared-by-two-entities"
    AMBIGUOUS_NOUN = "ambiguous-noun-no-determiner"
    UNKNOWN_NOUN = "unknown-noun-no-determiner"
    #: "el enfermera": a feminine noun under a masculine determiner.
    CONFLICT = "determiner-and-noun-disagree"


class Found(StrEnum):
    """How the noun of the entity was found, surest first."""

    LISTED_LINKED = "listed-and-linked"
    LISTED = "listed"
    LINKED_NOUN = "linked-noun"
    #: A listed form, but linked to another person who has no form of its own in the sentence.
    LISTED_ELSEWHERE = "listed-but-linked-elsewhere"
    LINKED_WORD = "linked-word"
    NOT_FOUND = "-"


@dataclass(frozen=True)
class EntityGender:
    """The gender of an entity; `start` to `end` (excluded) are its words, determiner included."""

    gender: Gender
    evidence: Evidence = Evidence.NONE
    reason: Reason = Reason.NONE
    start: int = 0
    end: int = 0
    found: Found = Found.NOT_FOUND


@dataclass(frozen=True)
class Source:
    """An English sentence: lower-case `words`, and the `entity` among them, as a span."""

    words: Sequence[str]
    entity: range
    noun: str


@dataclass(frozen=True)
class Knowledge:
    """What a target language tells of gender."""

    language: Language
    professions: Professions
    lexicon: Lexicon


#: Genders of UD in those of the scorer.
_GENDER = {"Masc": Gender.MALE, "Fem": Gender.FEMALE}

#: How many adjectives may stand between a determiner and its noun.
_MAX_ADJECTIVES = 2


def entity_gender(
    source: Source, target: Sequence[str], links: Set[Link] | None, known: Knowledge
) -> EntityGender:
    """Return the gender of `source.entity` in the `target` words (of `Language.words`).

    `links` are those of the sentence pair, None where there is no alignment at all.
    """
    if not target:
        return EntityGender(Gender.UNKNOWN, reason=Reason.EMPTY_TRANSLATION)
    words = [word.lower() for word in target]
    found = find_entity(source, words, links, known)
    if isinstance(found, Reason):
        return EntityGender(Gender.UNKNOWN, reason=found)
    noun, how = found
    return replace(decide(noun, words, known), found=how)


def find_entity(
    source: Source, words: Sequence[str], links: Set[Link] | None, known: Knowledge
) -> tuple[Match, Found] | Reason:
    """Return where the noun of the entity stands among lower-case target words, and how found.

    In the order of `Found`: a listed form of the profession that is linked to the entity; a
    listed form without such a link; a linked word that is another noun (of the lists or the
    lexicon); a listed form that is linked to another person for whom there is no other noun;
    a linked word that is unknown. Words that are forms of another person of the sentence and
    not of this one never count. Of several forms of one rank: one after a determiner, then
    the one whose place in the sentence is nearest to that of the entity in the source.
    """
    others = _other_persons(source, known)
    taken, shared = _taken(source, others, words, links, known)
    linked = {j for i, j in links or () if i in source.entity}
    # Links of another person's own noun are believed less than the list; see `_taken`.
    unplaced = [span for name, span in others if not known.professions.find(name, words)]
    elsewhere = {j for i, j in links or () if any(i in span for span in unplaced)} - linked
    candidates: list[tuple[Found, Match]] = []
    for match in known.professions.find(source.noun, words):
        span = set(range(match.start, match.end))
        if (match.start, match.end) in taken:
            continue
        if span & linked:
            candidates.append((Found.LISTED_LINKED, match))
        else:
            away = match.start in elsewhere
            candidates.append((Found.LISTED_ELSEWHERE if away else Found.LISTED, match))
    blocked = {j for start, end in taken for j in range(start, end)}
    candidates += _linked_words(words, linked - blocked, known)
    if not candidates:
        if shared:
            return Reason.SHARED_FORM
        return Reason.NOT_FOUND if linked else Reason.NO_ALIGNMENT
    place = source.entity.start / max(len(source.words), 1)

    def order(item: tuple[Found, Match]) -> tuple[int, bool, float, int]:
        how, match = item
        bare = not determiner(words, match.start, known).found
        return _RANKS.index(how), bare, abs(match.start / len(words) - place), match.start

    how, noun = min(candidates, key=order)
    return noun, how


_RANKS = tuple(Found)


def _linked_words(
    words: Sequence[str], linked: Collection[int], known: Knowledge
) -> list[tuple[Found, Match]]:
    """Return the best of the linked words: a known noun, else a word after a determiner.

    The noun leads its phrase in Romance languages ("obrero de la construcción"), so the
    first one is taken.
    """
    unknown: list[Match] = []
    for j in sorted(linked):
        match = known.professions.at(words, j)
        if match is not None:
            return [(Found.LINKED_NOUN, match)]
        if words[j] in known.language.determiners or not words[j][0].isalpha():
            continue
        slots = known.lexicon.nouns.get(words[j])
        # Without a determiner it is as well a verb ("fait"): nouns seldom stand bare.
        if slots is not None and determiner(words, j, known).found:
            return [(Found.LINKED_NOUN, Match(j, j + 1, slots, listed=False))]
        unknown.append(Match(j, j + 1, frozenset()))
    determined = [match for match in unknown if determiner(words, match.start, known).found]
    return [(Found.LINKED_WORD, match) for match in (determined or unknown)[:1]]


def _taken(
    source: Source,
    others: Sequence[tuple[str, range]],
    words: Sequence[str],
    links: Set[Link] | None,
    known: Knowledge,
) -> tuple[set[tuple[int, int]], bool]:
    """Return the spans that belong to other persons, and whether any could be of this one too.

    Forms that only another person of the sentence has are that person's, whatever the links.
    Where all its forms are also forms of the entity, two or more places are given out in the
    order of the sentence, and a single place by links.
    """
    mine = {(m.start, m.end) for m in known.professions.find(source.noun, words)}
    taken: set[tuple[int, int]] = set()
    shared = False
    for name, span in others:
        theirs = {(m.start, m.end) for m in known.professions.find(name, words)}
        taken |= theirs - mine
        common_ = sorted(theirs & mine)
        if not common_ or theirs - mine:
            continue
        shared = True
        if len(common_) > 1:
            taken.add(common_[0] if span.start < source.entity.start else common_[-1])
        elif not _linked(common_[0], source.entity, links):
            # One place for two persons, and nothing says that it is this one's.
            taken.add(common_[0])
    return taken, shared


def _linked(target: tuple[int, int], source: range, links: Set[Link] | None) -> bool:
    return any(i in source and target[0] <= j < target[1] for i, j in links or ())


def _other_persons(source: Source, known: Knowledge) -> list[tuple[str, range]]:
    """Return the listed nouns of the English sentence besides the entity, with their spans."""
    persons = []
    start = 0
    while start < len(source.words):
        for end in range(min(start + _LONGEST_NOUN, len(source.words)), start, -1):
            name = " ".join(source.words[start:end])
            if name in known.professions.forms and start not in source.entity:
                if name != source.noun.casefold():
                    persons.append((name, range(start, end)))
                start = end - 1
                break
        start += 1
    return persons


#: English profession nouns have at most so many words.
_LONGEST_NOUN = 3


@dataclass(frozen=True)
class Determined:
    """The determiners of a noun: their common readings, from word `start` on."""

    slots: Slots
    start: int
    adjacent: bool

    @property
    def found(self) -> bool:
        """Whether there is any determiner."""
        return bool(self.slots)


def determiner(words: Sequence[str], noun: int, known: Knowledge) -> Determined:
    """Return the determiners to the left of the noun at index `noun`.

    Adjectives between are passed over: words that the lexicon has as adjectives; without a
    lexicon, one word that is no known noun, if a determiner comes before it. Of several
    determiners ("tutte le mie") the readings on which all agree are returned.
    """
    position = noun - 1
    adjectives = 0
    slots: Slots = frozenset()
    start = noun
    adjacent = True
    while position >= 0:
        word = words[position]
        readings = known.language.determiners.get(word)
        if readings:
            slots = (common(slots, readings) or slots) if slots else readings
            start = position
        elif slots or adjectives >= _MAX_ADJECTIVES or not _adjective(words, position, known):
            break
        else:
            adjectives += 1
            adjacent = False
        position -= 1
    return Determined(slots, start, adjacent)


def _adjective(words: Sequence[str], position: int, known: Knowledge) -> bool:
    word = words[position]
    if known.lexicon.adjectives:
        return word in known.lexicon.adjectives
    return (
        position > 0
        and len(word) > 2
        and word.isalpha()
        and known.professions.at(words, position) is None
        and words[position - 1] in known.language.determiners
    )


def common(one: Slots, other: Slots) -> Slots:
    """Return the readings on which two sets agree; an empty value agrees with any."""
    return frozenset(
        (gender or gender_, number or number_)
        for gender, number in one
        for gender_, number_ in other
        if (not gender or not gender_ or gender == gender_)
        and (not number or not number_ or number == number_)
    )


def genders(slots: Slots) -> set[str]:
    """Return the genders that the readings leave open."""
    return {value for gender, _ in slots for value in ([gender] if gender else ["Masc", "Fem"])}


def decide(noun: Match, words: Sequence[str], known: Knowledge) -> EntityGender:
    """Return the gender of a noun in its sentence.

    Readings of noun and determiners are intersected in gender and number ("le infermiere" is
    feminine, "l'infermiere" masculine). A noun form that is ambiguous even so is taken in the
    singular where that settles it, since the entities of challenge sets are single persons.
    Where noun and determiner leave no common gender: a feminine determiner next to a masculine
    noun makes it feminine ("la médico": the usual way to speak of a woman where the noun has
    kept one form); a masculine determiner with a feminine noun is no usage of any language
    here and leaves the gender unknown, but for the euphonic "el", "un" ("el ama"). A noun that
    is not of the profession list names a thing, as far as is known: there any determiner wins,
    since it is what makes a person of it (Spanish "el mudanzas").

    A noun of fixed gender is given that gender, as the original scorer does, and its evidence
    says so.
    """
    left = determiner(words, noun.start, known)
    start, end = left.start, noun.end
    of_noun = genders(noun.slots)
    of_determiner = genders(left.slots) if left.found else {"Masc", "Fem"}
    if not noun.slots:
        if len(of_determiner) == 1:
            return EntityGender(_only(of_determiner), Evidence.DETERMINER, start=start, end=end)
        return EntityGender(Gender.UNKNOWN, reason=Reason.UNKNOWN_NOUN, start=start, end=end)
    if not (of_noun & of_determiner):
        return _disagreement(noun, left, words, known)
    agreeing = common(noun.slots, left.slots) if left.found else noun.slots
    singular = frozenset(slot for slot in agreeing if slot[1] != "Plur")
    # The last of these is for a determiner and a noun that differ in number only.
    for left_open in (genders(agreeing), genders(singular), of_noun & of_determiner):
        if len(left_open) == 1:
            evidence = Evidence.FIXED if noun.fixed else _evidence(of_noun, of_determiner, left)
            return EntityGender(_only(left_open), evidence, start=start, end=end)
    return EntityGender(Gender.UNKNOWN, reason=Reason.AMBIGUOUS_NOUN, start=start, end=end)


def _evidence(of_noun: set[str], of_determiner: set[str], left: Determined) -> Evidence:
    """Return which of noun and determiner shows the gender by itself."""
    if len(of_noun) == 1:
        return Evidence.BOTH if len(of_determiner) == 1 else Evidence.NOUN
    if len(of_determiner) == 1:
        return Evidence.DETERMINER
    # The number of the determiner, or the singular, has told the readings of the noun apart.
    return Evidence.BOTH if left.found else Evidence.NOUN


def _disagreement(
    noun: Match, left: Determined, words: Sequence[str], known: Knowledge
) -> EntityGender:
    if not left.adjacent or _euphonic(words[noun.start], known.language.code):
        gender = _only(genders(noun.slots))
        return EntityGender(gender, Evidence.NOUN, start=noun.start, end=noun.end)
    start, end = left.start, noun.end
    of_determiner = genders(left.slots)
    if of_determiner == {"Fem"} or not noun.listed:
        gender = _only(of_determiner)
        return EntityGender(gender, Evidence.DETERMINER_OVER_NOUN, start=start, end=end)
    return EntityGender(Gender.UNKNOWN, reason=Reason.CONFLICT, start=start, end=end)


def _euphonic(word: str, code: str) -> bool:
    """Return whether "el" or "un" stands before a feminine noun for its sound (Spanish)."""
    return code == "es" and word in stressed_a_nouns()


def _only(gender: Collection[str]) -> Gender:
    (value,) = gender
    return _GENDER[value]
