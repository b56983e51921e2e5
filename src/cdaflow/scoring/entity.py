"""The grammatical gender of a person's noun phrase in a translation, with its evidence.

First the noun is found (`cdaflow.scoring.finding`), then its gender decided (`decide`): from
the form of the noun where only one gender has it, else from its determiner.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import replace

from cdaflow.scoring.evidence import EntityGender, Evidence, Gender, Reason
from cdaflow.scoring.finding import Source, find_entity
from cdaflow.scoring.lexicon import Match
from cdaflow.scoring.noun_phrase import Determined, Knowledge, common, determiner, genders
from cdaflow.scoring.pharaoh import Link

#: Genders of UD in those of the scorer.
_GENDER = {"Masc": Gender.MALE, "Fem": Gender.FEMALE}


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
    if not left.adjacent or words[noun.start] in known.language.masculine_for_sound:
        gender = _only(genders(noun.slots))
        return EntityGender(gender, Evidence.NOUN, start=noun.start, end=noun.end)
    start, end = left.start, noun.end
    of_determiner = genders(left.slots)
    if of_determiner == {"Fem"} or not noun.listed:
        gender = _only(of_determiner)
        return EntityGender(gender, Evidence.DETERMINER_OVER_NOUN, start=start, end=end)
    return EntityGender(Gender.UNKNOWN, reason=Reason.CONFLICT, start=start, end=end)


def _only(gender: Collection[str]) -> Gender:
    (value,) = gender
    return _GENDER[value]
