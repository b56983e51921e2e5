"""The tables of a Romance language: what the ends of words tell, adjectives, function words.

A language has three tables (TSV, a header line) in its folder.

endings.tsv: class, ending, gender, number, except. The ending is a regular expression for the
end of a word; the longest match of a class decides; `except` has the words (divided by blanks)
that end so and are something else. A word shows only what its ending really tells: no gender
for -ista, no row at all for an ending that verbs and things share. Classes:
    noun        nouns for persons
    adjective   adjectives, wherever they stand
    participle  the same, but not before a noun ("ha sido asistente" has none)
    predicate   what an adjective or participle is known by only behind a copula, since nouns,
                verbs or adverbs end so too: Italian "stanca", French "venue"

adjectives.tsv: masculine, feminine, masculine_plural, feminine_plural, place. Adjectives and
irregular participles that no ending tells, and those that stand before a noun. Cells may be
empty. `place`: "before" for one that is not looked for behind a noun, since it is an adverb or
a noun there; "after" for one that never stands before it; empty for both.

function_words.tsv: kind, number, forms (divided by blanks). Kinds:
    copula, reflexive-copula  finite forms: "était", "(se) sintió"; with their number
    copula-infinitive         and with it what goes on behind it: "estar", "être"
    have, have-infinitive     the auxiliary of a compound perfect of the copula: "a été"
    been                      the invariable participle or gerund of the copula: "été", "siendo"
    modal                     finite verbs before an infinitive: "doit être fatiguée"
    clitic                    clitic pronouns and negation, before a verb
    reflexive                 those of them that are reflexive
    adverb                    adverbs before and behind the verb, and of degree
    article                   articles, contractions, demonstratives: what can have nothing but a
                              predeterminer before it in its phrase
    predeterminer             "todo el", "tutta la", "tous les"
    of                        "de" and its contractions; also in running text before a noun
    preposition               the other prepositions and their contractions
    conjunction               "and", "or", "nor"
    relative                  relative pronouns that are subjects
    telling                   (regular expressions) words that call for a clause with a word that
                              is also the relative pronoun: "le dijo a la actriz que estaba"
    no-predicate              words that end like an adjective and are none behind a copula
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from cdaflow.io.files import read_table
from cdaflow.languages.morphology import Slot, Slots, frozen
from cdaflow.languages.word_sets import checked_rows

#: The columns of adjectives.tsv and what each says.
_COLUMNS: Mapping[str, Slot] = {
    "masculine": ("Masc", "Sing"),
    "feminine": ("Fem", "Sing"),
    "masculine_plural": ("Masc", "Plur"),
    "feminine_plural": ("Fem", "Plur"),
}

_CLASSES = ("noun", "adjective", "participle", "predicate")

_KINDS = (
    "copula", "reflexive-copula", "copula-infinitive", "have", "have-infinitive", "been", "modal",
    "clitic", "reflexive", "adverb", "article", "predeterminer", "of", "preposition",
    "conjunction", "relative", "telling", "no-predicate",
)  # fmt: skip

_OTHER_GENDER = {
    "masculine": "feminine",
    "feminine": "masculine",
    "masculine_plural": "feminine_plural",
    "feminine_plural": "masculine_plural",
}


class RomanceTables:
    """The three tables of a folder; each is read and checked when it is first asked.

    Raises InputError, with file and line, for a column, a class or a kind that is not known.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # One cache for each language; a corpus has few different words beside its nouns.
        self.by_ending = lru_cache(maxsize=50_000)(self._by_ending)

    def _by_ending(self, word: str, kind: str) -> Slots | None:
        """Return the readings of a word by its ending in a class; None where that tells nothing."""
        best = 0
        slots: set[Slot] = set()
        for ending, excluded, slot in self.endings.get(kind, ()):
            match = ending.search(word)
            # Two letters at least must be left: "oso" is no adjective in -oso.
            if match is None or match.start() < 2 or word in excluded:
                continue
            if len(match.group()) > best:
                best, slots = len(match.group()), set()
            if len(match.group()) == best:
                slots.add(slot)
        return frozenset(slots) or None

    @cached_property
    def endings(self) -> dict[str, list[tuple[re.Pattern[str], frozenset[str], Slot]]]:
        """Of each class the endings, each with its exceptions and its reading."""
        path = self._folder / "endings.tsv"
        endings: dict[str, list[tuple[re.Pattern[str], frozenset[str], Slot]]] = {}
        columns = ("class", "ending", "gender", "number", "except")
        for row in checked_rows(path, columns, _CLASSES):
            pattern = re.compile(f"(?:{row['ending']})$")
            entry = (pattern, frozenset(row["except"].split()), (row["gender"], row["number"]))
            endings.setdefault(row["class"], []).append(entry)
        return endings

    @cached_property
    def adjectives(self) -> tuple[dict[str, Slots], dict[str, Slots], dict[str, Slots]]:
        """The listed adjectives that stand before a noun, behind it, and all of them."""
        path = self._folder / "adjectives.tsv"
        before: dict[str, set[Slot]] = {}
        after: dict[str, set[Slot]] = {}
        everywhere: dict[str, set[Slot]] = {}
        for _, row in read_table(path, (*_COLUMNS, "place")):
            for column, (gender, number) in _COLUMNS.items():
                form = row[column]
                if not form:
                    continue
                both = row[_OTHER_GENDER[column]] == form
                slot = ("" if both else gender, number)
                everywhere.setdefault(form, set()).add(slot)
                if row["place"] != "after":
                    before.setdefault(form, set()).add(slot)
                if row["place"] != "before":
                    after.setdefault(form, set()).add(slot)
        return frozen(before), frozen(after), frozen(everywhere)

    @cached_property
    def _function_rows(self) -> list[dict[str, str]]:
        path = self._folder / "function_words.tsv"
        return list(checked_rows(path, ("kind", "number", "forms"), _KINDS))

    @cached_property
    def function_words(self) -> dict[str, frozenset[str]]:
        """The function words of each kind."""
        words: dict[str, set[str]] = {kind: set() for kind in _KINDS}
        for row in self._function_rows:
            words[row["kind"]].update(row["forms"].split())
        return {kind: frozenset(forms) for kind, forms in words.items()}

    @cached_property
    def prepositions(self) -> frozenset[str]:
        """All prepositions, "of" among them, and their contractions."""
        return self.function_words["preposition"] | self.function_words["of"]

    @cached_property
    def every_function_word(self) -> frozenset[str]:
        """The function words of all kinds."""
        return frozenset().union(*self.function_words.values())

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The number of each finite verb."""
        numbers: dict[str, str] = {}
        for row in self._function_rows:
            for form in row["forms"].split() if row["number"] else ():
                # A form that has both ("era" has not, but lists may say so) shows none.
                number = numbers.setdefault(form, row["number"])
                numbers[form] = row["number"] if number == row["number"] else ""
        return numbers

    @cached_property
    def telling(self) -> re.Pattern[str] | None:
        """What matches a word that calls for a clause; None where the language needs none."""
        forms = self.function_words["telling"]
        return re.compile("|".join(sorted(forms))) if forms else None
