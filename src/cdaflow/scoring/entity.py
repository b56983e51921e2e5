"""The grammatical gender of a person's noun phrase in a translation, with its evidence.

First the noun is found (`cdaflow.scoring.finding`), then its gender decided (`decide`): from
the form of the noun where only one gender has it, else from its determiners and adjectives,
else from what agrees with it elsewhere in the sentence. Pronouns never count.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from functools import lru_cache

from cdaflow.alignment.pharaoh import Link
from cdaflow.languages import Slots, common
from cdaflow.scoring.evidence import GENDERS, EntityGender, Evidence, Gender, Reason
from cdaflow.scoring.finding import Source, find_entity
from cdaflow.scoring.noun_phrase import Determined, Knowledge, determiner
from cdaflow.wordlists.lexicon import Match


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
    return decide(noun, words, known)._replace(found=how)


def decide(noun: Match, words: Sequence[str], known: Knowledge) -> EntityGender:
    """Return the gender of a noun in its sentence.

    The noun phrase decides (`_of_phrase`); what agrees with it from outside helps where it
    leaves the gender open, and wins over a masculine noun in languages whose verbs and
    adjectives agree with the person (`Language.semantic_agreement`).
    """
    result = _of_phrase(noun, words, known)
    # Where there are articles, an unknown word without any is as well a verb, and no subject.
    noun_phrase = bool(noun.slots) or result.start < noun.start or not known.language.articles
    unknown = (Reason.AMBIGUOUS_NOUN, Reason.UNKNOWN_NOUN)
    open_ = result.reason in unknown and noun_phrase
    overruled = result.gender is Gender.MALE and known.language.semantic_agreement
    if not open_ and not overruled:
        return result
    agreeing = known.language.morphology.agreement(words, result.start, result.end)
    slots = frozenset() if agreeing is None else agreeing.slots
    shown = known.genders(common(noun.slots, slots) if open_ and noun.slots else slots)
    if open_ and len(shown) == 1:
        return result._replace(gender=_only(shown), evidence=Evidence.AGREEMENT, reason=Reason.NONE)
    if overruled and shown == {"Fem"}:
        return result._replace(gender=Gender.FEMALE, evidence=Evidence.AGREEMENT_OVER_NOUN)
    return result


def _of_phrase(noun: Match, words: Sequence[str], known: Knowledge) -> EntityGender:
    """Return the gender that a noun and the words to its left show.

    Readings of noun and determiners are intersected in gender, number and case ("le
    infermiere" is feminine, "l'infermiere" masculine, German "der Angestellten" feminine).
    Where that leaves several genders the singular is taken, since the entities of challenge
    sets are single persons. Where noun and determiner leave no common gender: a feminine
    determiner next to a masculine noun makes it feminine ("la médico": the usual way to speak
    of a woman where the noun has kept one form); a masculine determiner with a feminine noun
    is no usage of any language here and leaves the gender unknown, but for the euphonic "el",
    "un" ("el ama"). A noun that is not of the profession list names a thing, as far as is
    known: there any determiner wins, since it is what makes a person of it (Spanish "el
    mudanzas"); masculine or neuter counts as masculine then ("dem Mover").

    A noun of fixed gender is given that gender, as the original scorer does, and its evidence
    says so.
    """
    if not noun.slots and words[noun.start] in known.language.masculine_for_sound:
        noun = noun._replace(slots=frozenset({("Fem", "Sing")}))
    left = determiner(words, noun.start, known)
    left = left._replace(slots=_of_number(left.slots, noun.slots))
    start, end = left.start, noun.end
    every = frozenset(known.language.genders)
    of_noun = known.genders(noun.slots)
    of_determiner = known.genders(left.slots) if left.found else every
    if not noun.slots:
        shown = of_determiner - {"Neut"} or of_determiner
        if len(shown) == 1:
            return EntityGender(_only(shown), Evidence.DETERMINER, start=start, end=end)
        return EntityGender(Gender.UNKNOWN, reason=Reason.UNKNOWN_NOUN, start=start, end=end)
    if not (of_noun & of_determiner):
        return _disagreement(noun, left, words, known)
    agreeing = common(noun.slots, left.slots) if left.found else noun.slots
    singular = frozenset(slot for slot in agreeing if "Plur" not in slot)
    # The last of these is for a determiner and a noun that differ in number or case only.
    for shown in (known.genders(agreeing), known.genders(singular), of_noun & of_determiner):
        if len(shown) == 1:
            evidence = Evidence.FIXED if noun.fixed else _evidence(of_noun, of_determiner, left)
            return EntityGender(_only(shown), evidence, start=start, end=end)
    return EntityGender(Gender.UNKNOWN, reason=Reason.AMBIGUOUS_NOUN, start=start, end=end)


@lru_cache(maxsize=1 << 16)
def _of_number(determiner_: Slots, noun: Slots) -> Slots:
    """Return the readings of a determiner in a number that the noun can have.

    German "die" is of any gender in the plural, but in "die Arzt" it is feminine. Where the noun
    is unknown, that is the singular; where no reading is left, the numbers disagree, and all stay.
    """
    numbers = {"".join(slot[1:2]) for slot in noun} or {"Sing"}
    kept = frozenset(s for s in determiner_ if not s[1:] or s[1] in ("", *numbers) or "" in numbers)
    return kept or determiner_


def _evidence(of_noun: Set[str], of_determiner: Set[str], left: Determined) -> Evidence:
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
    """Return the gender where a noun and the words to its left have none in common."""
    of_noun = known.genders(noun.slots)
    if len(of_noun) == 1 and (
        not left.adjacent
        or words[noun.start] in known.language.masculine_for_sound
        or not _cases_meet(noun.slots, left.slots)
    ):
        return EntityGender(_only(of_noun), Evidence.NOUN, start=noun.start, end=noun.end)
    of_left = known.genders(left.slots)
    shown = of_left - {"Neut"} or of_left
    if shown == {"Fem"} or (not noun.listed and len(shown) == 1):
        evidence = Evidence.DETERMINER_OVER_NOUN
        return EntityGender(_only(shown), evidence, start=left.start, end=noun.end)
    return EntityGender(Gender.UNKNOWN, reason=Reason.CONFLICT, start=left.start, end=noun.end)


def _cases_meet(noun: Slots, left: Slots) -> bool:
    """Whether a noun and a determiner may be of one case: not Russian "та врача (не слушала)".

    A reading without a case meets any, as do all in languages without cases.
    """
    ours, theirs = ({"".join(slot[2:3]) for slot in slots} for slots in (noun, left))
    return "" in ours | theirs or not ours.isdisjoint(theirs)


def _only(genders: Collection[str]) -> Gender:
    (value,) = genders
    return GENDERS[value]
