"""The morphology of Romance languages: endings, a few closed lists, and agreement by word order.

The tables that tell one language from another are described in `romance_tables`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cdaflow.languages.morphology import Agreeing, Morphology, Slot, Slots
from cdaflow.languages.person_pronouns import pronoun_forms
from cdaflow.languages.romance_tables import RomanceTables
from cdaflow.languages.word_sets import pattern, word_set

_NONE: Slots = frozenset()


class RomanceMorphology(Morphology):
    """What the words of a Romance language tell, by the tables in `folder` (see `romance_tables`).

    `determiners`: those of `Language`, which are never predicates. `reflexive_agrees`: whether
    a participle behind a reflexive pronoun always agrees with the subject (Italian "si è
    pentita"); in French a masculine one may not ("elle s'est demandé").
    """

    def __init__(
        self, folder: Path, determiners: Mapping[str, Slots], *, reflexive_agrees: bool = True
    ) -> None:
        self.tables = RomanceTables(folder)
        self._code = folder.name
        self._determiners = determiners
        self._reflexive_agrees = reflexive_agrees

    @property
    def prepositions(self) -> frozenset[str]:
        """The prepositions, contracted ones too."""
        return self.tables.prepositions

    # -- words ---------------------------------------------------------------------------------

    def spellings(
        self, form: tuple[str, ...], slot: Slot
    ) -> Iterator[tuple[tuple[str, ...], Slot]]:
        """Yield a listed form, and as tokenisers write it: "quelqu'un", "quelqu' un"."""
        yield form, slot
        parts = tuple(part for word in form for part in re.findall("[^']+'?|'", word))
        if parts != form:
            yield parts, slot

    def noun(self, word: str) -> Slots:
        """Return the readings of a noun for a person, by its ending; empty where it tells none."""
        return self.tables.by_ending(word, "noun") or _NONE

    def adjective(self, word: str) -> Slots | None:
        """Return the readings of an adjective that may stand before its noun; None for others."""
        before, _, _ = self.tables.adjectives
        return before.get(word) or self.tables.by_ending(word, "adjective")

    def precedes(self, word: str, following: str) -> bool:
        """Return whether the determiner `word` may stand before `following` in one phrase.

        Only a predeterminer stands before an article: "tutta la", but "aiuta molto | la ...".
        """
        words = self.tables.function_words
        return following not in words["article"] or word in words["predeterminer"]

    def attribute(self, word: str) -> Slots | None:
        """Return the readings of an adjective or participle behind its noun; None for others."""
        _, after, _ = self.tables.adjectives
        return (
            after.get(word)
            or self.tables.by_ending(word, "adjective")
            or self.tables.by_ending(word, "participle")
        )

    def _predicate(self, word: str) -> Slots | None:
        """Return the readings of an adjective or participle behind a copula; None for others."""
        _, after, everywhere = self.tables.adjectives
        # Portuguese "certa" is a determiner, but an adjective where it is no longer before a noun.
        if (word in self._determiners and word not in after) or (
            word in self.tables.function_words["no-predicate"]
        ):
            return None
        if any(word in self.tables.function_words[kind] for kind in _NO_ADJECTIVES):
            return None
        return (
            everywhere.get(word)
            or self.tables.by_ending(word, "adjective")
            or self.tables.by_ending(word, "participle")
            or self.tables.by_ending(word, "predicate")
        )

    # -- agreement -----------------------------------------------------------------------------

    def agreement(self, words: Sequence[str], start: int, end: int) -> Agreeing | None:
        """Return what agrees with the noun phrase words[start:end] from outside of it.

        In this order: an adjective behind the noun; what is said of the phrase where it is a
        subject, with a copula or the auxiliary "be" of a perfect or passive; the same in a
        relative clause that follows. Participles with "have" agree with no subject, and
        whatever stands behind another noun, verb or clause is left alone.
        """
        function = self.tables.function_words
        inside_of = self._after(words, start, "of")
        governed = inside_of or self._after(words, start, "preposition")
        if not inside_of and not self._gendered(words[start]):
            # In "il rapporto dell'analista sbagliato" the adjective may be the report's; and an
            # adjective against the determiner ("al medico rinnovata fiducia") is of another noun.
            attribute = self._attribute_behind(words, end, self._number(words[start]))
            if attribute is not None:
                return attribute
        if not governed:
            # Of coordinated subjects the predicate is plural and tells nothing of one of them.
            joined = start > 0 and words[start - 1] in function["conjunction"]
            for behind in (end, self._behind_complement(words, end)):
                agreeing = None if behind is None else self._predication(words, behind, joined)
                if agreeing is not None:
                    return agreeing
        index = end + 1 if end < len(words) and words[end] == "," else end
        relative = index < len(words) and words[index] in function["relative"]
        if relative and not inside_of and not self._in_reported_clause(words, start):
            return self._predication(words, index + 1, False)
        return None

    def dropped_subject(self, words: Sequence[str], index: int) -> Agreeing | None:
        """Return the adjective or participle of a copula right behind the opening of its clause.

        Or of an infinitive behind a preposition: "di essere paziente", "de ser cuidadosa".
        """
        manner = pattern(self._code, "manner_adverb")
        be = self.tables.function_words["copula-infinitive"] | word_set(self._code, "be_infinitive")
        behind: list[int] = []
        for position in range(index, max(index - _LONGEST_PREDICATE, -1) - 1, -1):
            word = words[position] if position >= 0 else ","
            clause = [words[i] for i in behind]
            if behind and clause[0] in be:
                first, _ = self._skip(clause, 1)
                if first == len(clause) - 1 and word in self.tables.prepositions:
                    return self._shown(clause[first], index)
            if behind and self._opens_clause(word):
                agreeing = self._predication(clause, 0, False)
                # "è stata licenziata": the first participle agrees as the second does.
                near = agreeing is not None and len(clause) - 1 - agreeing.index in (0, 1)
                return Agreeing(agreeing.slots, index) if agreeing is not None and near else None
            if position < index and manner is not None and manner.fullmatch(word):
                continue
            behind.insert(0, position)
        return None

    def _shown(self, word: str, index: int) -> Agreeing | None:
        """Return the gender of a participle or adjective in the singular."""
        slots = _of_number(self._predicate(word) or _NONE, "Sing")
        genders = {slot[0] for slot in slots}
        return (
            _in_singular(genders.pop(), index) if len(genders) == 1 and "" not in genders else None
        )

    def _opens_clause(self, word: str) -> bool:
        function = self.tables.function_words
        return (
            word in word_set(self._code, "clause_opening")
            or word in function["conjunction"]
            or word in function["relative"]
            or word in _BORDERS
        )

    def object_pronoun(
        self, words: Sequence[str], index: int, *, dative: bool = False
    ) -> Agreeing | None:
        """Return the clitic before a verb and its auxiliaries, or at the end of an infinitive."""
        function = self.tables.function_words
        have = function["have"] | word_set(self._code, "have_forms")
        if words[index] in have:
            index, _ = self._skip(words, index + 1, clitics=False)
            if index == len(words):
                return None
        enclitic = pattern(self._code, "enclitic_object")
        written_on = enclitic.search(words[index]) if enclitic else None
        if written_on is not None:
            return self._of_clitic(written_on[1], index, dative)
        between = [have, *(function[kind] for kind in ("been", "modal", "adverb", "clitic"))]
        for position in range(index - 1, max(index - _LONGEST_PREDICATE, -1), -1):
            word = words[position]
            if word in word_set(self._code, "elided_object"):
                # The participle tells, if it stands behind "have": "l'ha invitata".
                having = not dative and not have.isdisjoint(words[position + 1 : index])
                return self._shown(words[index], index) if having else None
            agreeing = self._of_clitic(word, position, dative)
            if agreeing is not None:
                beside = (*words[position - 1 : position], *words[position + 1 : position + 2])
                # "se la dio", "le lui a donné": beside the pronoun of the person it is a thing's.
                thing = any(w in word_set(self._code, "dative_clitic") for w in beside)
                return None if thing else agreeing
            if not any(word in kind for kind in between):
                return None
        return None

    def _of_clitic(self, word: str, index: int, dative: bool) -> Agreeing | None:
        roles = ("dative",) if dative else ("object", "dative")
        forms = pronoun_forms(self._code).get(word, ())
        genders = {form.gender for form in forms if form.role in roles}
        return (
            _in_singular(genders.pop(), index) if len(genders) == 1 and "" not in genders else None
        )

    def _after(self, words: Sequence[str], start: int, kind: str) -> bool:
        """Return whether a phrase begins with a contraction of `kind` or stands behind such."""
        forms = self.tables.function_words[kind]
        return words[start] in forms or (start > 0 and words[start - 1] in forms)

    def _gendered(self, word: str) -> bool:
        """Return whether a word is a determiner of one gender."""
        slots = self._determiners.get(word, ())
        return bool(slots) and all(slot[0] for slot in slots) and len({s[0] for s in slots}) == 1

    def _number(self, word: str) -> str:
        """Return the number that a determiner shows, empty where it shows none."""
        numbers = {slot[1] for slot in self._determiners.get(word, ())}
        return numbers.pop() if len(numbers) == 1 else ""

    def _attribute_behind(self, words: Sequence[str], index: int, number: str) -> Agreeing | None:
        """Return the first adjective behind a noun that shows a gender, through adverbs.

        `number`: that of the noun, where its determiner shows it.
        """
        for _ in range(_MOST_ADJECTIVES):
            degree = index
            while degree < len(words) and words[degree] in self.tables.function_words["adverb"]:
                degree += 1
            slots = self.attribute(words[degree]) if degree < len(words) else None
            if slots is None or self._before_noun(words, degree):
                return None
            slots = _of_number(slots, number)
            if not slots:
                return None
            if all(slot[0] for slot in slots):
                return Agreeing(slots, degree)
            index = degree + 1
        return None

    def _before_noun(self, words: Sequence[str], index: int) -> bool:
        """Return whether an adjective belongs to what follows: "all'assistente | nuove idee"."""
        before, _, _ = self.tables.adjectives
        if words[index] not in before or index + 1 >= len(words):
            return False
        following = words[index + 1]
        is_function_word = (
            following in self._determiners or following in self.tables.every_function_word
        )
        return following[0].isalpha() and not is_function_word

    def _behind_complement(self, words: Sequence[str], index: int) -> int | None:
        """Return the index behind "of the ..." after a noun, if there is such a complement."""
        if index >= len(words) or words[index] not in self.tables.function_words["of"]:
            return None
        index += 1
        while index < len(words) and words[index] in self._determiners:
            index += 1
        return index + 1

    def _in_reported_clause(self, words: Sequence[str], start: int) -> bool:
        """Return whether a clause before `start` has a word that calls for a clause with "that"."""
        telling = self.tables.telling
        if telling is None:
            return False
        for word in reversed(words[:start]):
            if word in _BORDERS:
                return False
            if telling.fullmatch(word):
                return True
        return False

    def _predication(self, words: Sequence[str], index: int, joined: bool) -> Agreeing | None:
        """Return the adjective or participle of a copula or "be" that begins at `index`.

        `joined`: the subject is the last of several, so that a plural says nothing of it.
        """
        index, reflexive = self._skip(words, index)
        number, index = self._copula(words, index, reflexive)
        if number is None:
            return None
        index, _ = self._skip(words, index, clitics=False)
        slots = self._predicate(words[index]) if index < len(words) else None
        if slots is None or not all(slot[0] for slot in slots):
            return None
        agreeing = _of_number(slots, number)
        if not agreeing or (joined and number != "Sing"):
            return None
        if reflexive and not self._reflexive_agrees and any(s[0] == "Masc" for s in agreeing):
            return None
        return Agreeing(agreeing, index)

    def _copula(self, words: Sequence[str], index: int, reflexive: bool) -> tuple[str | None, int]:
        """Return the number of the finite verb of a copula and the index behind it all.

        The number is None where there is no copula, and "" where its form shows none.
        """

        function = self.tables.function_words

        def take(kind: str) -> bool:
            nonlocal index
            if index >= len(words) or words[index] not in function[kind]:
                return False
            index, _ = self._skip(words, index + 1, clitics=False)
            return True

        finite, first = (words[index] if index < len(words) else ""), index
        is_copula = take("have") and take("been")
        if not is_copula:
            index = first
        if not is_copula and take("modal"):
            # "debe de estar", "va a ser", "vient d'être"
            if not take("of"):
                take("preposition")
            is_copula = take("copula-infinitive") or (take("have-infinitive") and take("been"))
        if not is_copula:
            index = first
            is_copula = take("copula") or (reflexive and take("reflexive-copula"))
        while is_copula and take("been"):
            pass
        return (self.tables.numbers.get(finite, "") if is_copula else None), index

    def _skip(self, words: Sequence[str], index: int, *, clitics: bool = True) -> tuple[int, bool]:
        """Return the index behind adverbs (and clitics), and whether one was reflexive."""
        function = self.tables.function_words
        reflexive = False
        while index < len(words):
            word = words[index]
            if clitics and word in function["reflexive"]:
                reflexive = True
            elif not (clitics and word in function["clitic"]) and word not in function["adverb"]:
                break
            index += 1
        return index, reflexive


#: How many adjectives behind a noun are read.
_MOST_ADJECTIVES = 3

#: Between the opening of a clause and its predicate, or a clitic and its verb, so many words stand.
_LONGEST_PREDICATE = 8

#: Marks behind which another clause begins.
_BORDERS = frozenset('.,;:!?()«»"')

#: Kinds of words that are never predicates, whatever their ending.
_NO_ADJECTIVES = ("adverb", "of", "preposition", "conjunction", "relative", "clitic")


def _of_number(slots: Slots, number: str) -> Slots:
    """Return the readings that can have a number; all of them where that is empty."""
    return frozenset(slot for slot in slots if not number or slot[1] in ("", number))


def _in_singular(gender: str, index: int) -> Agreeing:
    return Agreeing(frozenset({(gender, "Sing")}), index)
