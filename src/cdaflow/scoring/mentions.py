"""What refers to a person in a translation: the counterparts of the English pronoun.

WinoMT has two persons in a sentence. A pronoun of the translation is evidence only as the
counterpart of a gendered English one, which refers to the entity: it is linked to it, or there is
no other English pronoun that it could stand for. The same holds of what is said of a subject that
the language leaves out (its predicate is linked to that of the English pronoun) and of unstressed
objects (their verb is linked to that of the pronoun).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from cdaflow.alignment.pharaoh import Link
from cdaflow.languages import Agreeing, Pronoun
from cdaflow.languages.person_pronouns import Form, pronoun_forms
from cdaflow.languages.word_sets import pattern, word_set
from cdaflow.rewriting.her_context import NEVER_IN_PHRASE, is_possessive
from cdaflow.scoring.evidence import GENDERS, Evidence, Gender
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.scoring.pronouns import ENGLISH, RIVALS, shown_pronoun, unlinked_pronouns

#: Asks a language's morphology what the word at an index shows of a person.
Question = Callable[[Sequence[str], int], Agreeing | None]

#: The genders of persons.
GENDERED = (Gender.MALE, Gender.FEMALE)

#: Singular "they" and its forms, by their role.
_THEY = {
    "they": "subject", "them": "object", "themselves": "object", "themself": "object",
    "their": "possessive", "theirs": "possessive",
}  # fmt: skip

#: How far before an English object its verb may stand; in WinoMT it is 2 words at most.
_VERB = 3

#: Forms of "be", and words that begin a noun phrase.
_BE = frozenset(("am", "are", "be", "been", "being", "is", "was", "were"))
_DETERMINERS = frozenset(("a", "an", "any", "her", "his", "some", "that", "the", "their", "this"))


@dataclass(frozen=True, slots=True)
class Mention:
    """A word at `index` that refers to the person and shows a gender."""

    gender: Gender
    evidence: Evidence
    index: int


def agreeing_gender(
    word: Agreeing | None, words: Sequence[str], knowledge: Knowledge
) -> Gender | None:
    """Return the only gender of a word that agrees; None where it has several, and for a gerund."""
    gerund = pattern(knowledge.language.code, "gerund")
    if word is None or (gerund is not None and gerund.fullmatch(words[word.index])):
        return None
    genders = knowledge.genders(word.slots)
    return GENDERS[min(genders)] if len(genders) == 1 else None


class Mentions:
    """The counterparts of the English pronouns of a sentence.

    `source`, `words`: its lower-case words and those of its translation. `is_open`: whether the
    person is "they" in English.
    """

    def __init__(
        self,
        source: Sequence[str],
        words: Sequence[str],
        links: Set[Link] | None,
        knowledge: Knowledge,
        table: Mapping[str, Pronoun],
        is_open: bool,
    ) -> None:
        self._source = source
        self._words = words
        self._known = knowledge
        self._table = table
        self._forms = pronoun_forms(knowledge.language.code)
        self._morphology = knowledge.language.morphology
        self._linked: dict[int, list[int]] = {}
        for i, j in links or ():
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
        roles = _THEY if self._is_open else ENGLISH
        if self._table:
            for index in [i for i, word in enumerate(self._source) if word in roles]:
                yield from self._of(index, self._role(index))

    def _role(self, index: int) -> str:
        """Return whether an English pronoun is subject, object or possessive."""
        word = self._source[index]
        if self._is_open:
            return _THEY[word]
        if word in ("his", "hers") or (word == "her" and is_possessive(self._source, index)):
            return "possessive"
        return "subject" if ENGLISH[word][1] else "object"

    def _of(self, index: int, role: str) -> Iterator[Mention]:
        """Yield the counterparts of one English pronoun."""
        anchors = self._anchors(index, role)
        mentions = [
            m for j in sorted(self._linked.get(index, ())) if (m := self._pronoun(j, role, anchors))
        ]
        if not mentions:
            mentions = list(self._without_link(index, role, anchors))
        yield from mentions
        if role == "object":
            yield from self._infinitive_predicate(index)

    def _infinitive_predicate(self, index: int) -> Iterator[Mention]:
        """Yield the adjective of an infinitive: "asked her to be patient"."""
        if tuple(self._source[index + 1 : index + 3]) == ("to", "be"):
            anchors = self._targets(self._behind(index + 2, "subject"))
            answer = self._ask(self._morphology.dropped_subject, anchors)
            if answer is not None:
                yield Mention(answer[0], Evidence.PREDICATE, answer[1])

    def _pronoun(self, index: int, role: str, anchors: Set[int]) -> Mention | None:
        """Return the pronoun at an index of the translation that is linked to one of English."""
        word, language = self._words[index], self._known.language
        pronoun = self._table.get(word)
        if pronoun is None or self._is_nobody(index):
            return None
        forms = self._forms.get(word, ())
        if self._is_open and any(form.may_be_plural for form in forms):
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

    def _is_nobody(self, index: int) -> bool:
        """Whether a pronoun is the subject of an impersonal verb: "il faut"."""
        impersonal = pattern(self._known.language.code, "impersonal")
        return impersonal is not None and bool(impersonal.match(" ".join(self._words[index + 1 :])))

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
        answers = (
            self._morphology.object_pronoun(self._words, anchor) for anchor in (*anchors, *behind)
        )
        return any(answer is not None and answer.index == index for answer in answers)

    def _without_link(self, index: int, role: str, anchors: Set[int]) -> Iterator[Mention]:
        """Yield what no link of the pronoun shows."""
        if self._alone:
            unlinked = unlinked_pronouns(self._words, self._table, role == "subject")
            persons = [j for j in unlinked if not self._is_nobody(j)]
            pronoun_index = shown_pronoun(persons, self._words, self._table)
            if pronoun_index is not None:
                pronoun = self._table[self._words[pronoun_index]]
                possessive = pronoun.case == "possessive"
                evidence = Evidence.POSSESSIVE if possessive else Evidence.PRONOUN
                yield Mention(GENDERS[pronoun.gender], evidence, pronoun_index)
                return
        for ask, evidence in self._questions(index, role):
            answer = self._ask(ask, anchors)
            if answer is not None:
                yield Mention(answer[0], evidence, answer[1])
                return
        if role == "possessive":
            # "To steal her food": "rubarle il cibo".
            dative = partial(self._morphology.object_pronoun, dative=True)
            answer = self._ask(dative, self._targets(self._verb_before(index)))
            if answer is not None:
                yield Mention(answer[0], Evidence.CLITIC, answer[1])

    def _ask(self, ask: Question, anchors: Set[int]) -> tuple[Gender, int] | None:
        """Return the first gender that a question to the morphology finds, with its index."""
        for anchor in sorted(anchors):
            word = ask(self._words, anchor)
            gender = agreeing_gender(word, self._words, self._known)
            if word is not None and gender in GENDERED:
                return gender, word.index
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
        """Whether the predicate of a subject begins with "be" and is no progressive.

        An adjective passes for a participle: its counterpart ("estaba cansada") has no object. That
        of a progressive may have one, which is not the subject ("lo estaba leyendo").
        """
        words = self._source[index + 1 :]
        verbs = list(takewhile(lambda word: word in word_set("en", "auxiliary"), words))
        predicate = next((word for word in words[len(verbs) :] if not word.endswith("ly")), "")
        return not _BE.isdisjoint(verbs) and not predicate.endswith("ing")

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
        own = {j for j in self._linked.get(index, ()) if self._words[j] in self._table}
        indices = self._targets(sources) - own
        return {j for j in indices if not self._is_noun(j)}

    def _is_noun(self, index: int) -> bool:
        """Whether a word is a listed noun behind an article ("la segretaria"), and so no verb."""
        return (
            index > 0
            and self._words[index - 1] in self._known.language.determiners
            and self._known.professions.at(self._words, index) is not None
        )

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
        indices = []
        for i, word in enumerate(self._source[index + 1 :], index + 1):
            auxiliary = role == "subject" and word in word_set("en", "auxiliary")
            if not auxiliary and (not word[0].isalpha() or word in NEVER_IN_PHRASE):
                break
            indices.append(i)
        return indices
