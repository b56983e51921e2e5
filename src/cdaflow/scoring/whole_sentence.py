"""The gender that a translation as a whole gives to a person, and the label that people would.

The noun phrase decides where it shows a gender. Where it leaves it open ("l'insegnante", Hebrew
"המורה"), says nothing of the person ("la guardia") or was not found, what refers to the person
decides: the counterparts of the English pronoun. So do the annotators of published translations
judge (Choubey et al. 2021, section 3.1), whose five labels follow from the same evidence.

WinoMT has two persons in a sentence. A pronoun of the translation is evidence only as the
counterpart of a gendered English one, which refers to the entity: it is linked to it, or there is
no other English pronoun that it could stand for. The same holds of what is said of a subject that
the language leaves out (its predicate is linked to that of the English pronoun) and of unstressed
objects (their verb is linked to that of the pronoun).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from cdaflow.alignment.pharaoh import Link
from cdaflow.languages import Agreeing, Pronoun
from cdaflow.languages.person_pronouns import Form, pronoun_forms
from cdaflow.languages.word_sets import pattern, word_set
from cdaflow.rewriting.her_context import NEVER_IN_PHRASE, is_possessive
from cdaflow.scoring.entity import Source
from cdaflow.scoring.evidence import (
    GENDERS,
    EntityGender,
    Evidence,
    Gender,
    Label,
    Reason,
)
from cdaflow.scoring.noun_phrase import Knowledge, determiner
from cdaflow.scoring.pronouns import ENGLISH, RIVALS, shown_pronoun, unlinked_pronouns

#: Asks a language's morphology what the word at an index shows of a person.
Question = Callable[[Sequence[str], int], Agreeing | None]

_GENDERED = (Gender.MALE, Gender.FEMALE)

_LABELS = {Gender.MALE: Label.MASCULINE, Gender.FEMALE: Label.FEMININE}

#: Singular "they" and its forms, by their role.
_THEY = {
    "they": "subject", "them": "object", "themselves": "object", "themself": "object",
    "their": "possessive", "theirs": "possessive",
}  # fmt: skip

#: How many words behind an English pronoun its predicate may stand, and before it its verb.
_PREDICATE, _VERB = 7, 3

#: Forms of "be", and words that begin a noun phrase.
_BE = frozenset(("am", "are", "be", "been", "being", "is", "was", "were"))
_DETERMINERS = frozenset(("a", "an", "any", "her", "his", "some", "that", "the", "their", "this"))

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


@dataclass(frozen=True, slots=True)
class Mention:
    """A word at `index` that refers to the person and shows a gender."""

    gender: Gender
    evidence: Evidence
    index: int


def whole_gender(
    result: EntityGender,
    source: Source,
    words: Sequence[str],
    links: Set[Link] | None,
    known: Knowledge,
    table: Mapping[str, Pronoun],
    *,
    is_open: bool = False,
) -> WholeGender:
    """Return what the lower-case target `words` show of the entity, by all that refers to it.

    `result`: what its noun phrase shows. `table`: the pronouns of the language. `is_open`:
    whether the source leaves the gender open, so that its pronoun is "they".
    """
    mentions = list(_Mentions(source, words, links, known, table, is_open).all())
    mentions += _own_pronoun(result, words, table)
    indefinite = _is_indefinite(result, source)
    shown, conflict = _noun_phrase(result, words, known, indefinite)
    if shown not in _GENDERED:
        thing = _thing_gender(result, source, words, links, known)
        mentions = [m for m in mentions if m.gender is not thing]
        mentions = list(_telling(mentions, result, words, known, indefinite))
    genders = {mention.gender for mention in mentions}
    if shown in _GENDERED:
        conflict = conflict or bool(genders - {shown}) or _contradicted(result, words, known)
        label = Label.INCONSISTENT if conflict else _LABELS[shown]
        return WholeGender(shown, result.evidence, label)
    if mentions:
        best = _most_frequent(mentions)
        label = Label.INCONSISTENT if conflict or len(genders) > 1 else _LABELS[best.gender]
        return WholeGender(best.gender, best.evidence, label, best.index)
    if conflict:
        return WholeGender(Gender.UNKNOWN, Evidence.NONE, Label.INCONSISTENT)
    label = Label.NA if result.reason in _ABSENT else Label.AMBIGUOUS
    return WholeGender(shown, Evidence.NONE, label)


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
    result: EntityGender, words: Sequence[str], known: Knowledge, indefinite: bool
) -> tuple[Gender, bool]:
    """Return the gender that the noun phrase shows of the person, and whether it is at odds.

    A noun of one gender for all shows none ("la guardia"), but one that is said of one sex does
    ("la levatrice"), and so does a masculine noun, as generic ones do. Where noun and determiner
    disagree against all usage ("el enfermera") the determiner is believed; a feminine predicate
    of a masculine noun whose article is masculine, too, is at odds with it.
    """
    code = known.language.code
    phrase = words[result.start : result.end]
    if result.evidence is Evidence.FIXED and not indefinite:
        sexed = any(word in word_set(code, "sexed") for word in phrase)
        epicene = any(word in word_set(code, "epicene") for word in phrase)
        if sexed:
            return (Gender.FEMALE if result.gender is Gender.NEUTRAL else result.gender), False
        if result.gender is Gender.MALE and not epicene:
            return Gender.MALE, False
        return (Gender.NEUTRAL if result.gender is Gender.NEUTRAL else Gender.UNKNOWN), False
    if indefinite:
        return Gender.UNKNOWN, False
    if result.reason is Reason.CONFLICT:
        return _of_article(result, words, known), True
    if result.evidence is Evidence.DETERMINER_OVER_NOUN:
        usual = any(word in word_set(code, "said_of_women") for word in phrase)
        return result.gender, not usual
    if result.evidence is Evidence.AGREEMENT_OVER_NOUN and known.language.articles:
        article = _of_article(result, words, known)
        if article is Gender.MALE:
            return article, True
    return result.gender, False


def _of_article(result: EntityGender, words: Sequence[str], known: Knowledge) -> Gender:
    """Return the gender of the determiners at the beginning of the phrase."""
    left = determiner(words, max(result.end - 1, result.start), known)
    slots = left.slots or known.language.determiners.get(words[result.start], frozenset())
    shown = known.genders(slots) if slots else frozenset()
    return GENDERS[min(shown)] if len(shown) == 1 else Gender.UNKNOWN


def _contradicted(result: EntityGender, words: Sequence[str], known: Knowledge) -> bool:
    """Whether a predicate of the noun phrase has the other gender: "la enfermera está cansado"."""
    if result.evidence in (Evidence.AGREEMENT, Evidence.AGREEMENT_OVER_NOUN, Evidence.TREE):
        return False
    found = known.language.morphology.agreement(words, result.start, result.end)
    if found is None or found.index in range(result.start, result.end):
        return False
    gender = _agreeing_gender(found, words, known)
    return gender in _GENDERED and gender is not result.gender


def _thing_gender(
    result: EntityGender,
    source: Source,
    words: Sequence[str],
    links: Set[Link] | None,
    known: Knowledge,
) -> Gender | None:
    """Return the gender of the place that stands where the person should: "la peluquería".

    A pronoun of that gender may be that of the place. None where there is no such place.
    """
    if result.reason not in _ABSENT:
        return None
    language = known.language
    for j in sorted(j for i, j in links or () if i in source.entity):
        if language.place_noun(words[j]) is None:
            continue
        slots = determiner(words, j, known).slots or language.morphology.noun(words[j])
        shown = known.genders(slots) if slots else frozenset()
        if len(shown) == 1:
            return GENDERS[min(shown)]
        feminine = pattern(language.code, "feminine_word")
        is_feminine = feminine is not None and feminine.fullmatch(words[j]) is not None
        return Gender.FEMALE if is_feminine else Gender.MALE
    return None


# -- what refers to the person


def _telling(
    mentions: Iterable[Mention],
    result: EntityGender,
    words: Sequence[str],
    known: Knowledge,
    indefinite: bool,
) -> Iterator[Mention]:
    """Yield the mentions that tell something beside a noun that shows no gender of the person.

    What has the gender of a noun of one gender for all may agree with that ("das Kind ... sein");
    what is said of "someone" is masculine whoever it is.
    """
    neuter = word_set(known.language.code, "neuter_pronoun")
    for mention in mentions:
        if indefinite:
            agrees = mention.evidence is Evidence.PREDICATE and mention.gender is Gender.MALE
        elif result.evidence is not Evidence.FIXED:
            agrees = False
        elif result.gender is Gender.NEUTRAL:
            agrees = words[mention.index] in neuter
        else:
            agrees = mention.gender is result.gender
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


def _agreeing_gender(
    found: Agreeing | None, words: Sequence[str], known: Knowledge
) -> Gender | None:
    """Return the only gender of a word that agrees; None where it has several, and for a gerund."""
    gerund = pattern(known.language.code, "gerund")
    if found is None or (gerund is not None and gerund.fullmatch(words[found.index])):
        return None
    shown = known.genders(found.slots)
    return GENDERS[min(shown)] if len(shown) == 1 else None


class _Mentions:
    """The counterparts of the English pronouns of a sentence."""

    def __init__(
        self,
        source: Source,
        words: Sequence[str],
        links: Set[Link] | None,
        known: Knowledge,
        table: Mapping[str, Pronoun],
        is_open: bool,
    ) -> None:
        self._source = source.words
        self._words = words
        self._known = known
        self._table = table
        self._forms = pronoun_forms(known.language.code)
        self._morphology = known.language.morphology
        self._linked: dict[int, list[int]] = {}
        for i, j in sorted(links or ()):
            self._linked.setdefault(i, []).append(j)
        self._is_open = is_open
        pronouns = {word for word in self._source if word in ENGLISH}
        # Whether any pronoun of the translation must be that of the entity.
        self._alone = (
            not is_open
            and RIVALS.isdisjoint(self._source)
            and len({ENGLISH[word][0] for word in pronouns}) == 1
        )

    def all(self) -> Iterator[Mention]:
        """Yield what refers to the entity, in the order of the English pronouns."""
        if not self._table:
            return
        for index, word in enumerate(self._source):
            role = self._role(index, word)
            if role:
                yield from self._of(index, role)

    def _role(self, index: int, word: str) -> str:
        """Return subject, object or possessive; "" for a word that is no pronoun of the entity."""
        if self._is_open:
            return _THEY.get(word, "")
        if word not in ENGLISH:
            return ""
        if word in ("his", "hers"):
            return "possessive"
        if word == "her" and is_possessive(self._source, index):
            return "possessive"
        return "subject" if ENGLISH[word][1] else "object"

    def _of(self, index: int, role: str) -> Iterator[Mention]:
        """Yield the counterparts of one English pronoun."""
        anchors = self._anchors(index, role)
        found = [m for j in self._linked.get(index, ()) if (m := self._pronoun(j, role, anchors))]
        if not found:
            found = list(self._without_link(index, role, anchors))
        yield from found
        if role == "object":
            yield from self._told_to_be(index)

    def _told_to_be(self, index: int) -> Iterator[Mention]:
        """Yield the adjective of an infinitive: "asked her to be patient"."""
        if tuple(self._source[index + 1 : index + 3]) == ("to", "be"):
            anchors = self._targets(self._behind(index + 2, "subject"))
            found = self._ask(self._morphology.dropped_subject, anchors)
            if found is not None:
                yield Mention(found[0], Evidence.PREDICATE, found[1])

    def _pronoun(self, index: int, role: str, anchors: Set[int]) -> Mention | None:
        """Return the pronoun at an index of the translation that is linked to one of English."""
        word, language = self._words[index], self._known.language
        pronoun = self._table.get(word)
        impersonal = pattern(language.code, "impersonal")
        if impersonal and impersonal.match(" ".join(self._words[index + 1 : index + 5])):
            return None
        forms = self._forms.get(word, ())
        if pronoun is None or (self._is_open and any(form.may_be_plural for form in forms)):
            return None
        gender = pronoun.gender or self._stressed(index, forms)
        if not gender:
            return None
        evidence = Evidence.POSSESSIVE if pronoun.case == "possessive" else Evidence.PRONOUN
        if pronoun.homograph:
            roles = {form.role for form in forms}
            unstressed = [form for form in forms if form.role in ("object", "dative")]
            article = any(form.is_word for form in unstressed)
            if article and word in language.determiners:
                # An article, unless it stands before a verb of the pronoun's.
                if role == "possessive" or not self._is_clitic(index, anchors):
                    return None
                evidence = Evidence.CLITIC
            elif not roles or (roles == {"possessive"} and role != "possessive"):
                return None
        return Mention(GENDERS[gender], evidence, index)

    def _stressed(self, index: int, forms: Sequence[Form]) -> str:
        """Return the gender of a form that shows it behind a preposition alone: "avec lui".

        Not in "de lui parler", where it is unstressed.
        """
        before = self._words[index - 1] if index else ""
        infinitive = pattern(self._known.language.code, "infinitive")
        if infinitive and infinitive.fullmatch("".join(self._words[index + 1 : index + 2])):
            return ""
        genders = {form.gender for form in forms if form.role == "stressed"}
        return (
            genders.pop() if before in self._morphology.prepositions and len(genders) == 1 else ""
        )

    def _is_clitic(self, index: int, anchors: Set[int]) -> bool:
        """Whether a form that may be an article is the object of a verb of the English pronoun."""
        have = word_set(self._known.language.code, "have_forms")
        behind = [j for j in (index + 1,) if j < len(self._words) and self._words[j] in have]
        found = (
            self._morphology.object_pronoun(self._words, anchor) for anchor in (*anchors, *behind)
        )
        return any(answer is not None and answer.index == index for answer in found)

    def _without_link(self, index: int, role: str, anchors: Set[int]) -> Iterator[Mention]:
        """Yield what no link of the pronoun shows."""
        if self._alone:
            shown = shown_pronoun(
                unlinked_pronouns(self._words, self._table, role == "subject"),
                self._words,
                self._table,
            )
            if shown is not None:
                pronoun = self._table[self._words[shown]]
                possessive = pronoun.case == "possessive"
                evidence = Evidence.POSSESSIVE if possessive else Evidence.PRONOUN
                yield Mention(GENDERS[pronoun.gender], evidence, shown)
                return
        for ask, evidence in self._questions(index, role):
            found = self._ask(ask, anchors)
            if found is not None:
                yield Mention(found[0], evidence, found[1])
                return
        if role == "possessive":
            # "To steal her food": "rubarle il cibo".
            dative = partial(self._morphology.object_pronoun, dative=True)
            found = self._ask(dative, self._targets(self._verb_before(index)))
            if found is not None:
                yield Mention(found[0], Evidence.CLITIC, found[1])

    def _ask(self, ask: Question, anchors: Set[int]) -> tuple[Gender, int] | None:
        """Return the first gender that a question to the morphology finds, with its index."""
        for anchor in sorted(anchors):
            found = ask(self._words, anchor)
            gender = _agreeing_gender(found, self._words, self._known)
            if found is not None and gender in _GENDERED:
                return gender, found.index
        return None

    def _questions(self, index: int, role: str) -> Iterator[tuple[Question, Evidence]]:
        """Yield what to ask of the target words that an English pronoun belongs to."""
        morphology = self._morphology
        if role == "possessive":
            yield morphology.owner, Evidence.POSSESSIVE
        if role == "subject":
            yield morphology.dropped_subject, Evidence.PREDICATE
        # "So she could be assessed": "para poder evaluarla".
        passive = role == "subject" and self._is_passive(index)
        if passive or (role == "object" and not self._has_rival(index)):
            yield morphology.object_pronoun, Evidence.CLITIC

    def _is_passive(self, index: int) -> bool:
        """Whether the predicate of a subject begins with "be" and a word in -ed or -en."""
        words = self._source[index + 1 : index + 1 + _PREDICATE]
        verbs = takewhile(lambda word: word in word_set("en", "auxiliary"), words)
        return any(word in _BE for word in verbs)

    def _has_rival(self, index: int) -> bool:
        """Whether "it" or "them" is beside an object: "gave it to her"."""
        near = self._source[max(index - _VERB, 0) : index + 3]
        return not RIVALS.isdisjoint(near)

    def _anchors(self, index: int, role: str) -> set[int]:
        """Return the target words that are linked to what the English pronoun belongs to.

        Of a subject its predicate, of an object its verb, of a possessive what is owned.
        """
        if role != "object":
            return self._targets(self._behind(index, role))
        sources = [index, *self._verb_before(index)]
        following = self._source[index + 1] if index + 1 < len(self._source) else "."
        if following in NEVER_IN_PHRASE and following not in _DETERMINERS:
            sources.append(index + 1)
        # Links of a pronoun often take its auxiliary along; but no pronoun is its own verb.
        own = self._linked.get(index, ())
        return self._targets(sources) - {j for j in own if self._words[j] in self._table}

    def _targets(self, sources: Iterable[int]) -> set[int]:
        """Return the target words that are linked to any of some English ones."""
        return {j for i in sources for j in self._linked.get(i, ())}

    def _verb_before(self, index: int) -> list[int]:
        """Return the nearest word before an object that is neither a function word nor a noun."""
        words = self._source
        for i in range(index - 1, max(index - 1 - _VERB, 0), -1):
            noun = any(word in _DETERMINERS for word in words[max(i - 2, 0) : i])
            if words[i] not in NEVER_IN_PHRASE and not noun:
                return [i]
        return []

    def _behind(self, index: int, role: str) -> list[int]:
        """Return the words behind a pronoun, auxiliaries skipped, up to where a phrase ends."""
        words = self._source
        found = []
        for i in range(index + 1, min(index + 1 + _PREDICATE, len(words))):
            word = words[i]
            if role == "subject" and word in word_set("en", "auxiliary"):
                found.append(i)
                continue
            if not word[0].isalpha() or word in NEVER_IN_PHRASE:
                break
            found.append(i)
        return found
