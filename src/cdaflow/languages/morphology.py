"""What the form of a word, and what agrees with it, tells of gender; see `Morphology`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from cdaflow.languages.readings import Slot, Slots


@dataclass(frozen=True)
class Agreeing:
    """A word outside a noun phrase that agrees with it: its readings, and its index."""

    slots: Slots
    index: int


class Morphology:
    """The morphology of a language without word lists. This one knows nothing.

    Words are in lower case, as `Language.words` gives them. A language overrides what it can
    tell; what it cannot tell it must leave open, since a guess is worse than "unknown".
    """

    #: Whether `adjective` knows the adjectives of the language: then None means there is none.
    knows_adjectives = False

    #: The forms of determiners that are also other words, of which `determines` is asked.
    homographs: Collection[str] = frozenset()

    def spellings(
        self, form: tuple[str, ...], slot: Slot
    ) -> Iterable[tuple[tuple[str, ...], Slot]]:
        """Yield how a listed noun (its words, nominative) is written in running text.

        Each with its reading: the cases of German and Russian, the prefixes of Hebrew. The
        form itself is among them.
        """
        yield form, slot

    def noun(self, word: str) -> Slots:
        """Return the readings of a word as a noun for a person, by its ending or an analyser.

        Empty where that says nothing, or where the word is clearly no noun.
        """
        return frozenset()

    def adjective(self, word: str) -> Slots | None:
        """Return the readings of an adjective or participle; None for any other word.

        A reading without gender, ("",), stands for an adjective that does not show any.
        """
        return None

    def attribute(self, word: str) -> Slots | None:
        """Return the readings of an adjective or participle behind its noun; None for others."""
        return self.adjective(word)

    def precedes(self, word: str, following: str) -> bool:
        """Return whether the determiner `word` may stand before the determiner `following`.

        Both of one noun phrase: French "toutes les", but Italian "aiuta molto | la".
        """
        return True

    def determines(self, words: Sequence[str], index: int, noun: int, slots: Slots) -> bool:
        """Return whether the form of a determiner at `index` is one, of the noun at `noun`.

        False where it is another word: Portuguese "a" is an article and a preposition ("a pé").
        `slots` are the readings of the noun, empty where it is unknown.
        """
        return True

    def agreement(self, words: Sequence[str], start: int, end: int) -> Agreeing | None:
        """Return what agrees with the noun phrase words[start:end] from outside of it.

        That is an adjective behind the noun, or a participle, adjective or verb of which the
        phrase is the subject, as far as word order tells without a parse; never a pronoun.
        None where nothing shows a gender or where it might belong to another noun.
        """
        return None
