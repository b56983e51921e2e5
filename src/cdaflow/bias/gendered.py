"""The list L of gendered words (Dolci et al. 2023, section 3.3): their bias is 0 by definition.

Theirs has 6,562 entries and is not distributed with cdaflow; ours are the short lists under
config/wordlists, and files of a user.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.io.repair import read_sentences
from cdaflow.languages.word_sets import language_rows
from cdaflow.wordlists.english_lists import GenderedNouns, GenderedPronouns

#: Kinds of gendered nouns that are persons; the others are said of things ("womanhood").
PERSONS = frozenset({"person", "kin", "title", "role", "address"})

#: A pair of words or names: feminine, masculine.
Pair = tuple[str, str]


@dataclass(frozen=True)
class GenderedWords:
    """L: `any_case` in lower case, `as_written` (names, "Miss") with their capitals.

    `persons` and `cases`: what of them stands for a person, as written or in lower case, and the
    case of pronouns. A compound with a hyphen belongs to L with any of its parts ("she-wolf").
    """

    any_case: frozenset[str]
    as_written: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()
    cases: Mapping[str, frozenset[str]] | None = None

    def __contains__(self, word: str) -> bool:
        if word.lower() in self.any_case or word in self.as_written:
            return True
        return "-" in word and any(part in self for part in word.split("-"))

    def is_person(self, word: str) -> bool:
        """Return whether a word of L stands for a person: "she", "wife", "Mary", not "womanly"."""
        if word in self.as_written:
            return word in self.persons
        return word.lower() in self.any_case and word.lower() in self.persons


def gendered_words(
    pronouns: GenderedPronouns,
    nouns: GenderedNouns,
    names: Mapping[str, str] | None = None,
    files: Iterable[str | os.PathLike[str]] = (),
    *,
    lower_names: bool = False,
) -> GenderedWords:
    """Return L of the lists of pronouns and gendered nouns, given names, and files of a user.

    A masculine noun that the list notes as said of women too ("actor"), or of other things
    ("count"), is not in L, its feminine is. A line of a file is a word: in lower case it counts in
    any case, with a capital as written. Those with a capital are taken for persons. `lower_names`:
    given names count in any case, as in the paper.

    Raises InputError where a line of a file is not one word.
    """
    any_case = set(pronouns)
    persons = set(pronouns)
    as_written: set[str] = set(names or ())
    persons |= as_written
    if lower_names:
        lower = {name.lower() for name in as_written}
        any_case |= lower
        persons |= lower
    for noun in nouns.words.values():
        if noun.gender == "Fem" or not noun.note:
            any_case.add(noun.form.lower())
            if noun.kind in PERSONS:
                persons.add(noun.form.lower())
    for form in nouns.address:
        bare = form.rstrip(".")
        (any_case if bare.islower() else as_written).add(bare)
        persons.add(bare)
    for path in files:
        for word in read_words(path):
            (any_case if word.islower() else as_written).add(word)
            if not word.islower():
                persons.add(word)
    cases = {form: frozenset(reading.case for reading in read) for form, read in pronouns.items()}
    return GenderedWords(frozenset(any_case), frozenset(as_written), frozenset(persons), cases)


def read_words(path: str | os.PathLike[str]) -> list[str]:
    """Return the words of a file, one a line; "#" begins a remark, blank lines are passed over."""
    words = []
    for number, line in enumerate(read_sentences(path), 1):
        word = line.partition("#")[0].strip()
        if not word:
            continue
        if len(word.split()) != 1:
            raise InputError(
                "word-list.not-one-word", "expected one word per line", file=path, line=number
            )
        words.append(word)
    if not words:
        raise InputError("word-list.empty", "the file has no words", file=path)
    return words


def read_gender_pairs(path: str | os.PathLike[str], size: int | None = None) -> list[Pair]:
    """Return pairs of words, feminine and masculine: config/wordlists/gender_pairs.en.tsv.

    Columns: feminine, masculine, and set, a number; `size`: only rows whose set is not larger
    (10: the ten pairs of Dolci et al. 2023). Raises InputError for an empty cell or no rows.
    """
    pairs = []
    for number, row in read_table(path, ("feminine", "masculine"), whole=True):
        pair = row["feminine"].strip(), row["masculine"].strip()
        if not all(pair):
            raise InputError(
                "gender-pair.word-missing",
                "expected a feminine and a masculine word",
                file=path,
                line=number,
            )
        if size is None or int(row.get("set") or size) <= size:
            pairs.append(pair)
    if not pairs:
        raise InputError("gender-pair.no-rows", "the file has no rows below the header", file=path)
    return pairs


@cache
def _closed() -> frozenset[str]:
    rows = language_rows("en", "closed_classes.tsv", ("class", "words"))
    return frozenset(word for row in rows for word in row["words"].split())


def is_closed_class(word: str) -> bool:
    """Return whether a token is a function word of English, a number or a mark."""
    return not any(sign.isalpha() for sign in word) or word.lower() in _closed()
