"""Evidence by rules: what endings, paradigms and analysers of a language tell without a lexicon."""

from __future__ import annotations

from cdaflow.gfst.analysers.closed import closed_genders, only_gender
from cdaflow.gfst.analysers.words import CODES, NOTHING
from cdaflow.languages import get

#: A reading with less than this share of all is not believed.
_RUSSIAN_LIKELY = 0.1


class MorphologyGender:
    """What the closed classes and the morphology of a language say of a word."""

    def __init__(self, code: str) -> None:
        self._language = get(code)
        self._closed = closed_genders(code)

    def __call__(self, word: str) -> int:
        """Return what a word shows, as a noun and as an adjective together."""
        if word in self._closed or not word[:1].isalpha():
            return self._closed.get(word, NOTHING)
        morphology = self._language.morphology
        slots = morphology.noun(word) | (morphology.attribute(word) or frozenset())
        return only_gender(slots, self._language.genders)


class RussianGender:
    """What pymorphy says of a Russian word, as the paper asks it (appendix A).

    All readings that are likely must be of one gender; a reading without one (an adverb, an
    infinitive, an adjective in the plural) makes the word say nothing.
    """

    def __init__(self) -> None:
        self._closed = closed_genders("ru")

    def __call__(self, word: str) -> int:
        """Return what a word shows."""
        from cdaflow.languages.ru.analyzer import readings

        if word in self._closed:
            return self._closed[word]
        likely = [found for found in readings(word) if found.weight >= _RUSSIAN_LIKELY]
        shown = {slot[0] for reading in likely for slot in reading.slots}
        return CODES.get(shown.pop(), NOTHING) if len(shown) == 1 else NOTHING
