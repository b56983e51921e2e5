"""Evidence by rules: closed classes, and what endings and paradigms show without a lexicon."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cdaflow.languages
from cdaflow.gfst.analysers.words import CODES, NOTHING
from cdaflow.io.files import read_table
from cdaflow.languages import Slots, genders, get, pronouns

#: A reading with less than this share of all is not believed.
_RUSSIAN_LIKELY = 0.1

#: Kinds of function words (see `cdaflow.languages.romance_tables`, `he.morphology`) without gender.
_WITHOUT_GENDER = frozenset({
    "adverb", "been", "clitic", "conjunction", "copula", "copula-infinitive", "governor", "have",
    "have-infinitive", "modal", "of", "other", "preposition", "reflexive", "reflexive-copula",
    "relative",
})  # fmt: skip


@cache
def closed_genders(code: str) -> dict[str, int]:
    """Return what each form of the closed classes shows, by form.

    A form that is of both genders, of a person or thing ("l'"), shows nothing; nor does one that
    is often another word (Portuguese "a"). "suo" is of the gender of what is owned: it counts,
    as every gendered word does.
    """
    language = get(code)
    codes = dict.fromkeys(_function_words(code, _WITHOUT_GENDER), NOTHING)
    for form, pronoun in pronouns(code).items():
        if pronoun.gender and not pronoun.homograph:
            codes[form] = CODES[pronoun.gender]
    for form, slots in language.determiners.items():
        codes[form] = only_gender(slots, language.genders)
    # "molto" is more often an adverb.
    others = (*language.morphology.homographs, *_function_words(code, frozenset({"adverb"})))
    codes.update(dict.fromkeys(others, NOTHING))
    return codes


def _function_words(code: str, kinds: frozenset[str]) -> set[str]:
    path = Path(cdaflow.languages.__file__).parent / code / "function_words.tsv"
    if not path.is_file():
        return set()
    return {
        form
        for _, row in read_table(path, ("kind", "forms"))
        if row["kind"] in kinds
        for form in row["forms"].split()
    }


def only_gender(slots: Slots, possible: tuple[str, ...]) -> int:
    """Return what readings show: the gender, if it is only one of those that the language has."""
    slot_genders = genders(slots, possible)
    return CODES.get(min(slot_genders), NOTHING) if len(slot_genders) == 1 else NOTHING


@cache
def pronoun_genders(code: str) -> dict[str, int]:
    """Return the gender of each gendered pronoun of the third person that is no other word."""
    return {
        form: CODES[pronoun.gender]
        for form, pronoun in pronouns(code).items()
        if pronoun.gender and not pronoun.homograph
    }


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
        likely = [reading for reading in readings(word) if reading.weight >= _RUSSIAN_LIKELY]
        likely_genders = {slot[0] for reading in likely for slot in reading.slots}
        return CODES.get(likely_genders.pop(), NOTHING) if len(likely_genders) == 1 else NOTHING
