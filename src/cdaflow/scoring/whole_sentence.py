"""The gender that a translation as a whole gives to a person, and the label that people would.

The noun phrase decides where it shows a gender. Where it leaves it open ("l'insegnante", Hebrew
"המורה"), says nothing of the person ("la guardia") or was not found, what refers to the person
decides: the counterparts of the English pronoun (`cdaflow.scoring.mentions`). So do the annotators
of published translations judge (Choubey et al. 2021, section 3.1), whose five labels follow from
the same evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from cdaflow.alignment.pharaoh import Link
from cdaflow.languages import Pronoun
from cdaflow.languages.word_sets import pattern, word_set
from cdaflow.scoring.entity import Source
from cdaflow.scoring.evidence import (
    GENDERS,
    EntityGender,
    Evidence,
    Gender,
    Label,
    Reason,
)
from cdaflow.scoring.mentions import GENDERED, Mention, Mentions, agreeing_gender
from cdaflow.scoring.noun_phrase import Knowledge, determiner

_LABELS = {Gender.MALE: Label.MASCULINE, Gender.FEMALE: Label.FEMININE}

#: Why a noun was not found: then no word may refer to the person at all.
_ABSENT = (Reason.EMPTY_TRANSLATION, Reason.NO_ALIGNMENT, Reason.NOT_FOUND)


@dataclass(frozen=True, slots=True)
class WholeGender:
    """What a whole sentence shows: the gender, what decided, and the label.

    `index`: the target word that decided, -1 for the noun phrase or nothing.
    """

    gender: Gender
    evidence: Evidence
    label: Label
    index: int = -1


def whole_gender(
    result: EntityGender,
    source: Source,
    words: Sequence[str],
    links: Set[Link] | None,
    knowledge: Knowledge,
    table: Mapping[str, Pronoun],
    *,
    is_open: bool = False,
) -> WholeGender:
    """Return what the lower-case target `words` show of the entity, by all that refers to it.

    `result`: what its noun phrase shows. `table`: the pronouns of the language. `is_open`:
    whether the source leaves the gender open, so that its pronoun is "they".
    """
    mentions = list(Mentions(source.words, words, links, knowledge, table, is_open).all())
    mentions += _own_pronoun(result, words, table)
    indefinite = _is_indefinite(result, source)
    phrase_gender, conflict = _noun_phrase(result, words, knowledge, indefinite)
    if phrase_gender not in GENDERED:
        thing = _thing_gender(result, source, words, links, knowledge)
        mentions = [m for m in mentions if m.gender is not thing]
        mentions = list(_informative_mentions(mentions, result, words, knowledge, indefinite))
    genders = {mention.gender for mention in mentions}
    if phrase_gender in GENDERED:
        conflict = (
            conflict or bool(genders - {phrase_gender}) or _contradicted(result, words, knowledge)
        )
        label = Label.INCONSISTENT if conflict else _LABELS[phrase_gender]
        return WholeGender(phrase_gender, result.evidence, label)
    if mentions:
        best = _most_frequent(mentions)
        label = Label.INCONSISTENT if conflict or len(genders) > 1 else _LABELS[best.gender]
        return WholeGender(best.gender, best.evidence, label, best.index)
    if conflict:
        return WholeGender(Gender.UNKNOWN, Evidence.NONE, Label.INCONSISTENT)
    label = Label.NA if result.reason in _ABSENT else Label.AMBIGUOUS
    return WholeGender(phrase_gender, Evidence.NONE, label)


def _most_frequent(mentions: Sequence[Mention]) -> Mention:
    """Return the first mention of the most frequent gender, the first of equals."""
    counts = Counter(mention.gender for mention in mentions)
    return max(mentions, key=lambda mention: counts[mention.gender])


# -- the noun phrase


def _is_indefinite(result: EntityGender, source: Source) -> bool:
    """Whether the entity is "someone", and so the translation: a pronoun without a gender.

    What agrees with it is masculine whoever it is ("alguien fue remitido").
    """
    by_default = result.evidence in (Evidence.FIXED, Evidence.AGREEMENT)
    is_open = result.gender is Gender.UNKNOWN or (by_default and result.gender is Gender.MALE)
    return is_open and source.noun.casefold() in word_set("en", "indefinite")


def _noun_phrase(
    result: EntityGender, words: Sequence[str], knowledge: Knowledge, indefinite: bool
) -> tuple[Gender, bool]:
    """Return the gender that the noun phrase shows of the person, and whether it is at odds.

    A noun of one gender for all shows none ("la guardia"), but one that is said of one sex does
    ("la levatrice"), and so does a masculine noun, as generic ones do. Where noun and determiner
    disagree against all usage ("el enfermera") the determiner is believed; a feminine predicate is
    at odds with its masculine noun, unless usage says the noun of women, too.
    """
    code = knowledge.language.code
    phrase = words[result.start : result.end]
    if result.evidence is Evidence.FIXED and not indefinite:
        sexed = any(word in word_set(code, "sexed") for word in phrase)
        nouns = tuple(word_set(code, "epicene"))
        # Prefixes are written onto a noun: מהקורבן.
        prefixed = knowledge.language.prefixes
        epicene = any(w.endswith(nouns) if prefixed else w in nouns for w in phrase)
        if sexed:
            return (Gender.FEMALE if result.gender is Gender.NEUTRAL else result.gender), False
        if result.gender is Gender.MALE and not epicene:
            return Gender.MALE, False
        return (Gender.NEUTRAL if result.gender is Gender.NEUTRAL else Gender.UNKNOWN), False
    if indefinite:
        return Gender.UNKNOWN, False
    if result.reason is Reason.CONFLICT:
        return _of_article(result, words, knowledge), True
    is_usual = any(word in word_set(code, "said_of_women") for word in phrase)
    if result.evidence is Evidence.DETERMINER_OVER_NOUN:
        return result.gender, not is_usual
    overruled = result.evidence is Evidence.AGREEMENT_OVER_NOUN and knowledge.language.articles
    return (Gender.MALE, True) if overruled and not is_usual else (result.gender, False)


def _of_article(result: EntityGender, words: Sequence[str], knowledge: Knowledge) -> Gender:
    """Return the gender of the determiners at the beginning of the phrase."""
    left = determiner(words, max(result.end - 1, result.start), knowledge)
    slots = left.slots or knowledge.language.determiners.get(words[result.start], frozenset())
    genders = knowledge.genders(slots) if slots else frozenset()
    return GENDERS[min(genders)] if len(genders) == 1 else Gender.UNKNOWN


def _contradicted(result: EntityGender, words: Sequence[str], knowledge: Knowledge) -> bool:
    """Whether a predicate of the noun phrase has the other gender: "la enfermera está cansado"."""
    if result.evidence in (Evidence.AGREEMENT, Evidence.AGREEMENT_OVER_NOUN, Evidence.TREE):
        return False
    agreeing = knowledge.language.morphology.agreement(words, result.start, result.end)
    if agreeing is None or agreeing.index in range(result.start, result.end):
        return False
    gender = agreeing_gender(agreeing, words, knowledge)
    return gender in GENDERED and gender is not result.gender


def _thing_gender(
    result: EntityGender,
    source: Source,
    words: Sequence[str],
    links: Set[Link] | None,
    knowledge: Knowledge,
) -> Gender | None:
    """Return the gender of the place that stands where the person should: "la peluquería".

    A pronoun of that gender may be that of the place. None where there is no such place.
    """
    if result.reason not in _ABSENT:
        return None
    language = knowledge.language
    for j in sorted(j for i, j in links or () if i in source.entity):
        if language.place_noun(words[j]) is None:
            continue
        for slots in (determiner(words, j, knowledge).slots, language.morphology.noun(words[j])):
            genders = knowledge.genders(slots)
            if len(genders) == 1:
                return GENDERS[min(genders)]
        feminine = pattern(language.code, "feminine_word")
        is_feminine = feminine is not None and feminine.fullmatch(words[j]) is not None
        return Gender.FEMALE if is_feminine else Gender.MALE
    return None


# -- what refers to the person


def _informative_mentions(
    mentions: Iterable[Mention],
    result: EntityGender,
    words: Sequence[str],
    knowledge: Knowledge,
    indefinite: bool,
) -> Iterator[Mention]:
    """Yield the mentions that show a gender beside a noun that shows none of the person.

    What has the gender of a noun of one gender for all may agree with that ("das Kind ... sein"),
    unless the language chooses the pronoun by the person's sex ("ребёнок ... она"); what is said of
    "someone" is masculine whoever it is.
    """
    neuter = word_set(knowledge.language.code, "neuter_pronoun")
    sexed = word_set(knowledge.language.code, "pronoun_by_sex")
    for mention in mentions:
        if indefinite:
            agrees = mention.evidence is Evidence.PREDICATE and mention.gender is Gender.MALE
        elif result.evidence is not Evidence.FIXED:
            agrees = False
        elif result.gender is Gender.NEUTRAL:
            agrees = words[mention.index] in neuter
        else:
            agrees = mention.gender is result.gender and words[mention.index] not in sexed
        if not agrees:
            yield mention


def _own_pronoun(
    result: EntityGender, words: Sequence[str], table: Mapping[str, Pronoun]
) -> Iterator[Mention]:
    """Yield the pronoun that stands in the place of the noun: "Он построил" of the laborer."""
    if result.reason in (Reason.UNKNOWN_NOUN, Reason.AMBIGUOUS_NOUN):
        for index in range(result.start, result.end):
            pronoun = table.get(words[index])
            if pronoun is not None and pronoun.gender and not pronoun.homograph:
                yield Mention(GENDERS[pronoun.gender], Evidence.PRONOUN, index)
