"""The grammatical gender of a person's noun phrase in a translation, with its evidence.

First the noun is found, by the profession list and by links (`find_entity`), then its gender
decided (`decide`): from the form of the noun where only one gender has it, else from its
determiners and adjectives, else from what agrees with it elsewhere in the sentence. Pronouns never
count.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from cdaflow.alignment.pharaoh import Link
from cdaflow.languages import Slots, common
from cdaflow.scoring.both_genders import Doubled, determiner_in_both, noun_in_both, nouns_joined
from cdaflow.scoring.evidence import GENDERS, EntityGender, Evidence, Gender, NounMatch, Reason
from cdaflow.scoring.noun_phrase import Determined, Knowledge, determiner
from cdaflow.wordlists.lexicon import Match


def entity_gender(
    source: Source,
    target: Sequence[str],
    links: Set[Link] | None,
    knowledge: Knowledge,
    doubled: Sequence[Doubled] = (),
) -> EntityGender:
    """Return the gender of `source.entity` in the `target` words (of `Language.words`).

    `links` are those of the sentence pair, None where there is no alignment at all. `doubled`: the
    words that may stand in both genders (`cdaflow.scoring.both_genders`).
    """
    if not target:
        return EntityGender(Gender.UNKNOWN, reason=Reason.EMPTY_TRANSLATION)
    words = [word.lower() for word in target]
    noun_match = find_entity(source, words, links, knowledge)
    both = noun_in_both(source.noun, doubled, knowledge) if doubled else None
    if isinstance(noun_match, Reason):
        if both is not None:
            return _in_both_genders(*both, NounMatch.LISTED)
        return EntityGender(Gender.UNKNOWN, reason=noun_match)
    noun, how = noun_match
    is_listed = how in (NounMatch.LISTED_LINKED, NounMatch.LISTED)
    if both is not None and (not is_listed or both[0] <= noun.start < both[1]):
        return _in_both_genders(*both, how)
    start = determiner_in_both(noun.start, doubled, knowledge)
    if start is not None:
        return _in_both_genders(start, noun.end, how)
    result = decide(noun, words, knowledge)._replace(noun_match=how)
    span = nouns_joined(
        source.noun,
        noun,
        words,
        knowledge,
        lambda match: _of_phrase(match, words, knowledge).gender,
        [name for name, _ in _other_persons(source, knowledge)],
    )
    return result if span is None else _in_both_genders(*span, how)


def _in_both_genders(start: int, end: int, how: NounMatch) -> EntityGender:
    return EntityGender(
        Gender.UNKNOWN, reason=Reason.BOTH_GENDERS, start=start, end=end, noun_match=how
    )


def decide(noun: Match, words: Sequence[str], knowledge: Knowledge) -> EntityGender:
    """Return the gender of a noun in its sentence.

    The noun phrase decides (`_of_phrase`); what agrees with it from outside helps where it
    leaves the gender open, and wins over a masculine noun in languages whose verbs and
    adjectives agree with the person (`Language.semantic_agreement`).
    """
    result = _of_phrase(noun, words, knowledge)
    # Where there are articles, an unknown word without any is as well a verb, and no subject.
    noun_phrase = bool(noun.slots) or result.start < noun.start or not knowledge.language.articles
    unknown = (Reason.AMBIGUOUS_NOUN, Reason.UNKNOWN_NOUN)
    open_ = result.reason in unknown and noun_phrase
    overruled = result.gender is Gender.MALE and knowledge.language.semantic_agreement
    if not open_ and not overruled:
        return result
    agreeing = knowledge.language.morphology.agreement(words, result.start, result.end)
    slots = frozenset() if agreeing is None else agreeing.slots
    genders = knowledge.genders(common(noun.slots, slots) if open_ and noun.slots else slots)
    if open_ and len(genders) == 1:
        return result._replace(
            gender=_only(genders), evidence=Evidence.AGREEMENT, reason=Reason.NONE
        )
    if overruled and genders == {"Fem"}:
        return result._replace(gender=Gender.FEMALE, evidence=Evidence.AGREEMENT_OVER_NOUN)
    return result


def _of_phrase(noun: Match, words: Sequence[str], knowledge: Knowledge) -> EntityGender:
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
    if not noun.slots and words[noun.start] in knowledge.language.masculine_for_sound:
        noun = noun._replace(slots=frozenset({("Fem", "Sing")}))
    left = determiner(words, noun.start, knowledge)
    left = left._replace(slots=_of_number(left.slots, noun.slots))
    start, end = left.start, noun.end
    every = frozenset(knowledge.language.genders)
    of_noun = knowledge.genders(noun.slots)
    of_determiner = knowledge.genders(left.slots) if left.has_readings else every
    if not noun.slots:
        genders = of_determiner - {"Neut"} or of_determiner
        if len(genders) == 1:
            return EntityGender(_only(genders), Evidence.DETERMINER, start=start, end=end)
        return EntityGender(Gender.UNKNOWN, reason=Reason.UNKNOWN_NOUN, start=start, end=end)
    if not (of_noun & of_determiner):
        return _disagreement(noun, left, words, knowledge)
    agreeing = common(noun.slots, left.slots) if left.has_readings else noun.slots
    singular = frozenset(slot for slot in agreeing if "Plur" not in slot)
    # The last of these is for a determiner and a noun that differ in number or case only.
    for genders in (
        knowledge.genders(agreeing),
        knowledge.genders(singular),
        of_noun & of_determiner,
    ):
        if len(genders) == 1:
            evidence = Evidence.FIXED if noun.fixed else _evidence(of_noun, of_determiner, left)
            return EntityGender(_only(genders), evidence, start=start, end=end)
    return EntityGender(Gender.UNKNOWN, reason=Reason.AMBIGUOUS_NOUN, start=start, end=end)


@lru_cache(maxsize=1 << 16)
def _of_number(determiner_: Slots, noun: Slots) -> Slots:
    """Return the readings of a determiner in a number that the noun can have.

    German "die" is of any gender in the plural, but in "die Arzt" it is feminine. Where the noun
    is unknown, that is the singular; where no reading is left, the numbers disagree, and all stay.
    """
    numbers = {"".join(slot[1:2]) for slot in noun} or {"Sing"}
    in_number = frozenset(
        s for s in determiner_ if not s[1:] or s[1] in ("", *numbers) or "" in numbers
    )
    return in_number or determiner_


def _evidence(of_noun: Set[str], of_determiner: Set[str], left: Determined) -> Evidence:
    """Return which of noun and determiner shows the gender by itself."""
    if len(of_noun) == 1:
        return Evidence.BOTH if len(of_determiner) == 1 else Evidence.NOUN
    if len(of_determiner) == 1:
        return Evidence.DETERMINER
    # The number of the determiner, or the singular, has told the readings of the noun apart.
    return Evidence.BOTH if left.has_readings else Evidence.NOUN


def _disagreement(
    noun: Match, left: Determined, words: Sequence[str], knowledge: Knowledge
) -> EntityGender:
    """Return the gender where a noun and the words to its left have none in common."""
    of_noun = knowledge.genders(noun.slots)
    if len(of_noun) == 1 and (
        not left.adjacent
        or words[noun.start] in knowledge.language.masculine_for_sound
        or not _cases_meet(noun.slots, left.slots)
    ):
        return EntityGender(_only(of_noun), Evidence.NOUN, start=noun.start, end=noun.end)
    of_left = knowledge.genders(left.slots)
    genders = of_left - {"Neut"} or of_left
    if genders == {"Fem"} or (not noun.listed and len(genders) == 1):
        evidence = Evidence.DETERMINER_OVER_NOUN
        return EntityGender(_only(genders), evidence, start=left.start, end=noun.end)
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


class Source(NamedTuple):
    """An English sentence: lower-case `words`, and the `entity` among them, as a span."""

    words: Sequence[str]
    entity: range
    noun: str


def find_entity(
    source: Source, words: Sequence[str], links: Set[Link] | None, knowledge: Knowledge
) -> tuple[Match, NounMatch] | Reason:
    """Return where the noun of the entity stands among lower-case target words, and how found.

    In the order of `NounMatch`: a listed form of the profession that is linked to the entity; a
    listed form without such a link; a linked word that is another noun (of the lists or the
    lexicon); a listed form that is linked to another person for whom there is no other noun;
    a linked word that is unknown. Words that are forms of another person of the sentence and
    not of this one never count. Of several forms of one rank: one after a determiner, then
    the one whose position in the sentence is nearest to that of the entity in the source.
    """
    mine = knowledge.professions.find(source.noun, words)
    others = [
        (span, knowledge.professions.find(name, words))
        for name, span in _other_persons(source, knowledge)
    ]
    taken, shared = _taken(source, mine, others, links)
    first, last = source.entity.start, source.entity.stop
    linked = {j for i, j in links or () if first <= i < last}
    # Links of another person's own noun are believed less than the list; see `_taken`.
    unplaced = [span for span, theirs in others if not theirs]
    placeless = {i for span in unplaced for i in span}
    elsewhere = {j for i, j in links or () if i in placeless} - linked if placeless else set()
    candidates: list[tuple[NounMatch, Match]] = []
    for match in mine:
        span = set(range(match.start, match.end))
        if (match.start, match.end) in taken:
            continue
        if span & linked:
            candidates.append((NounMatch.LISTED_LINKED, match))
        else:
            away = match.start in elsewhere
            candidates.append((NounMatch.LISTED_ELSEWHERE if away else NounMatch.LISTED, match))
    blocked = {j for start, end in taken for j in range(start, end)}
    candidates += _linked_words(words, linked - blocked, knowledge)
    if not candidates:
        if shared:
            return Reason.SHARED_FORM
        return Reason.NOT_FOUND if linked else Reason.NO_ALIGNMENT
    position = source.entity.start / max(len(source.words), 1)

    def order(item: tuple[NounMatch, Match]) -> tuple[int, bool, float, int]:
        how, match = item
        # Where there are no articles a noun without a determiner is as good as another.
        bare = (
            knowledge.language.articles
            and not determiner(words, match.start, knowledge).has_readings
        )
        return _RANKS.index(how), bare, abs(match.start / len(words) - position), match.start

    how, noun = min(candidates, key=order)
    return noun, how


_RANKS = tuple(NounMatch)


def _linked_words(
    words: Sequence[str], linked: Collection[int], knowledge: Knowledge
) -> list[tuple[NounMatch, Match]]:
    """Return the best of the linked words: a known noun, else a word after a determiner.

    The noun leads its phrase in Romance languages ("obrero de la construcción"), so the
    first one is taken.
    """
    unknown: list[Match] = []
    for j in sorted(linked):
        match = knowledge.professions.at(words, j)
        if match is not None:
            return [(NounMatch.LINKED_NOUN, match)]
        if words[j] in knowledge.language.determiners or not words[j][0].isalpha():
            continue
        if _is_place(words, j, knowledge):
            continue
        slots = knowledge.lexicon.nouns.get(words[j]) or knowledge.language.morphology.noun(
            words[j]
        )
        # Without a determiner it is as well a verb ("fait"): nouns seldom stand bare where
        # there are articles.
        bare = knowledge.language.articles and not determiner(words, j, knowledge).has_readings
        if slots and not bare:
            return [(NounMatch.LINKED_NOUN, Match(j, j + 1, slots, listed=False))]
        unknown.append(Match(j, j + 1, frozenset()))
    determined = [
        match for match in unknown if determiner(words, match.start, knowledge).has_readings
    ]
    return [(NounMatch.LINKED_WORD, match) for match in (determined or unknown)[:1]]


def _is_place(words: Sequence[str], j: int, knowledge: Knowledge) -> bool:
    """Whether a word names a place or an activity, and no article of another gender makes a person
    of it (Spanish "el mudanzas")."""
    gender = knowledge.language.place_noun(words[j])
    if gender is None:
        return False
    left = knowledge.genders(determiner(words, j, knowledge).slots)
    return not (gender and left) or gender in left


def _taken(
    source: Source,
    matches: Sequence[Match],
    others: Sequence[tuple[range, Sequence[Match]]],
    links: Set[Link] | None,
) -> tuple[set[tuple[int, int]], bool]:
    """Return the spans that belong to other persons, and whether any could be of this one too.

    Forms that only another person of the sentence has are that person's, whatever the links.
    Where all its forms are also forms of the entity, two or more positions are given out in the
    order of the sentence, and a single one by links.
    """
    mine = {(m.start, m.end) for m in matches}
    taken: set[tuple[int, int]] = set()
    shared = False
    for span, other in others:
        theirs = {(m.start, m.end) for m in other}
        taken |= theirs - mine
        common_ = sorted(theirs & mine)
        if not common_ or theirs - mine:
            continue
        shared = True
        if len(common_) > 1:
            taken.add(common_[0] if span.start < source.entity.start else common_[-1])
        elif not _linked(common_[0], source.entity, links):
            # One noun for two persons, and nothing says that it is this one's.
            taken.add(common_[0])
    return taken, shared


def _linked(target: tuple[int, int], source: range, links: Set[Link] | None) -> bool:
    return any(i in source and target[0] <= j < target[1] for i, j in links or ())


def _other_persons(source: Source, knowledge: Knowledge) -> list[tuple[str, range]]:
    """Return the listed nouns of the English sentence besides the entity, with their spans."""
    persons = []
    noun = source.noun.casefold()
    after = 0
    firsts = knowledge.professions.english_first_words
    for start in [n for n, word in enumerate(source.words) if word in firsts]:
        if start < after:
            continue
        for end in range(min(start + _LONGEST_NOUN, len(source.words)), start, -1):
            name = " ".join(source.words[start:end])
            if name in knowledge.professions.forms and start not in source.entity:
                if name != noun:
                    persons.append((name, range(start, end)))
                after = end
                break
    return persons


#: Maximum number of words of an English profession noun.
_LONGEST_NOUN = 3
