"""The pieces of a vocabulary that stand for gendered words, by the word lists of English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cdaflow.gfst.words import words_of
from cdaflow.wordlists.english_lists import EnglishProfessions, GenderedNouns, GenderedPronouns

#: What SentencePiece has at the beginning of a word.
WORD_START = "\u2581"

#: Kinds of nouns that are gendered and nothing else; their pairs define the subspace.
_DEFINING = ("person", "kin")

#: The order of pronouns, since each is in one pair only: "her" goes with "his" and not with "him".
_CASES = ("subject", "possessive", "reflexive", "object", "independent")


@dataclass(frozen=True)
class GenderedPieces:
    """Rows of a vocabulary; pairs are feminine and masculine, and no row is in two of them.

    defining: pairs that the gender subspace is made of. equal: those and the pairs of titles,
    roles and forms of address. specific: all that stands for a gendered word, and so keeps its
    gender. professions: those of neutral professions. `absent` is the number of pairs of words
    of which one is no piece.
    """

    defining: tuple[tuple[int, int], ...]
    equal: tuple[tuple[int, int], ...]
    specific: frozenset[int]
    professions: tuple[int, ...]
    absent: int


def gendered_pieces(
    pieces: Sequence[str],
    pronouns: GenderedPronouns,
    nouns: GenderedNouns,
    professions: EnglishProfessions,
) -> GenderedPieces:
    """Return the pieces of gendered words and of professions in a SentencePiece vocabulary.

    A word counts where it is one piece, beginning with U+2581, in small letters, with a capital
    or in capitals. Specific are also the same letters without U+2581, which are a part of a
    compound ("police|woman") or stand behind a quotation mark. A masculine word that the list
    notes as said of women too, or of other things, is neither in a pair nor specific.
    """
    rows = {piece: number for number, piece in enumerate(pieces)}
    defining: list[tuple[int, int]] = []
    equal: list[tuple[int, int]] = []
    used: set[int] = set()
    absent = 0
    for feminine, masculine, defines in _pairs(pronouns, nouns):
        found = False
        for one, other in zip(_spelt(feminine), _spelt(masculine), strict=True):
            if WORD_START + one not in rows or WORD_START + other not in rows:
                continue
            found = True
            pair = rows[WORD_START + one], rows[WORD_START + other]
            if used.isdisjoint(pair):
                used.update(pair)
                equal.append(pair)
                defining += [pair] * defines
        absent += not found
    specific = {
        rows[start + word]
        for word in _specific_words(pronouns, nouns)
        for start in ("", WORD_START)
        if start + word in rows
    }
    neutral = (
        rows[WORD_START + word]
        for words in professions
        if len(words) == 1
        for word in _spelt(words[0])
        if WORD_START + word in rows
    )
    return GenderedPieces(
        tuple(defining),
        tuple(equal),
        frozenset(specific | used),
        tuple(row for row in dict.fromkeys(neutral) if row not in specific | used),
        absent,
    )


def _pairs(pronouns: GenderedPronouns, nouns: GenderedNouns) -> Iterator[tuple[str, str, bool]]:
    """Yield feminine and masculine word of each pair, and whether it defines the subspace."""
    readings = [reading for of_form in pronouns.values() for reading in of_form]
    for case in _CASES:
        for reading in readings:
            if reading.case == case and reading.gender == "Masc":
                yield reading.opposite, reading.form, True
    seen = set()
    for table in (nouns.words, nouns.address):
        for noun in table.values():
            pair = (
                (noun.form, noun.opposite) if noun.gender == "Fem" else (noun.opposite, noun.form)
            )
            if noun.note or pair in seen:
                continue
            seen.add(pair)
            yield *pair, noun.kind in _DEFINING


def _specific_words(pronouns: GenderedPronouns, nouns: GenderedNouns) -> Iterator[str]:
    for form in pronouns:
        yield from _spelt(form)
    for gender in ("Fem", "Masc"):
        words = words_of(nouns, gender)
        for word in words.any_case:
            yield from _spelt(word)
        for word in words.as_written:
            yield from (word, word + ".")


def _spelt(word: str) -> tuple[str, str, str]:
    """Return a word as it is written, with a capital and in capitals."""
    return word, word[:1].upper() + word[1:], word.upper()
