"""WinoMT by the rules of the original scorer, so that published tables can be compared.

Those rules (Stanovsky, Smith and Zettlemoyer 2019; repository gabrielStanovsky/mt_gender) find
the entity by the forward links of fast_align over white-space tokens, trained on the test set
alone, and judge the target tokens that are linked to the entity's first token and to an article
right before it. What stands in the sentence else is looked at in German only. Stafanovičs et al.
(2020), whose translations are the only ones published with their scores, kept the links, but
took for French and Russian the gender that Stanza gives to the first linked token. Both are
rules here, with taggers imitated (`cdaflow.scoring.compat_taggers`); German is exact.

The first tool has two vintages: that of 2020, and that of the logs that were published in 2019.

Where these rules are wrong: an unlinked entity counts as a man in German, the nearest article in
the sentence is often another person's, a comma linked to the article is a word without gender.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial

from cdaflow import languages
from cdaflow.alignment.fast_align import fast_align
from cdaflow.alignment.pharaoh import Link
from cdaflow.errors import ConfigError
from cdaflow.io.repair import Repairs
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.compat_taggers import (
    RomanceTagger,
    compat_words,
    russian_gender,
    russian_parses,
)
from cdaflow.scoring.evidence import EntityGender, Evidence, Gender, NounMatch, Reason
from cdaflow.scoring.winomt_items import WinoMTItem
from cdaflow.wordlists.lexicon import read_professions


class Rules(StrEnum):
    """Whose rules: those of the original scorer, or of the published scores with Stanza."""

    STANOVSKY = "stanovsky2019"
    STAFANOVICS = "stafanovics2020"


class Vintage(StrEnum):
    """Which state of the original scorer.

    V2019: as its logs of 2019 show it. A Spanish, French or Italian entity whose linked words all
    lack a gender is neutral, "quelqu'un" too, and a Hebrew entity without a link is female.
    V2020: as its code of 2020 has it: both are unknown. The other languages (LANGUAGES_OF_2019 has
    these) have the same rules of Stanovsky et al. in both; those of Stafanovičs et al., which are
    the default for French and Russian, are of 2020 alone.
    """

    V2019 = "2019"
    V2020 = "2020"


#: The rules by which scores of each language were published together with the translations that
#: they are of (`Rules.STANOVSKY` where there are none).
DEFAULT_RULES = {"fr": Rules.STAFANOVICS, "ru": Rules.STAFANOVICS}


#: The languages of which the two vintages have different rules.
LANGUAGES_OF_2019 = ("es", "fr", "he", "it")

#: The languages that the original scorer judges, of those that cdaflow knows.
LANGUAGES = ("de", "es", "fr", "he", "it", "ru")


@dataclass(frozen=True)
class Linked:
    """The `tokens` of a translation, and which of them are linked: the article's first."""

    row: Row
    tokens: Sequence[str]
    indices: tuple[int, ...]

    @property
    def first(self) -> int | None:
        """The leftmost linked token."""
        return min(self.indices, default=None)

    @property
    def fragment(self) -> list[str]:
        """The linked tokens without the punctuation that sticks to them."""
        return _detached(self.tokens[index] for index in self.indices)


#: Says the gender of an entity by its linked tokens.
Predictor = Callable[[Linked], Gender]

_ARTICLES = ("the", "a", "an")

_EDGES = re.compile(r"^[^\w\s@&]+|[^\w\s@&]+$")


def compat_items(
    rows: Sequence[Row],
    halves: Sequence[str],
    translations: Sequence[str],
    language: str,
    professions_path: str | os.PathLike[str],
    *,
    rules: Rules | str | None = None,
    vintage: Vintage | str = Vintage.V2020,
) -> list[WinoMTItem]:
    """Return the gender of each row's entity as the original scorer would have found it.

    `translations`: as the system wrote them, since white space makes the tokens, without what other
    programs did to the text. `professions_path`: the word list that stands in for
    the tagger's knowledge of nouns (French, Spanish, Italian). `rules`: see `rules_of`.

    Raises ConfigError for a language, rules or a vintage that the original does not have.
    """
    predictor = predictor_for(language, professions_path, rules, vintage)
    targets = [text.split() for text in Repairs().of(translations)]
    links = fast_align(
        [(row.sentence.split(), tokens) for row, tokens in zip(rows, targets, strict=True)]
    )
    items = []
    for row, half, text, tokens, line in zip(
        rows, halves, translations, targets, links, strict=True
    ):
        result = compat_gender(row, tokens, line, predictor)
        span = " ".join(tokens[index] for index in linked(row, tokens, line).indices)
        items.append(WinoMTItem(row, half, text, result, span, target=tuple(tokens)))
    return items


def compat_gender(
    row: Row, translation_tokens: Sequence[str], links: Set[Link], predictor: Predictor
) -> EntityGender:
    """Return the gender of one entity; `links` join white-space tokens.

    The evidence is the nearest of `Evidence` to what the rules look at; NONE is German's
    assumption that who is not linked is a man.
    """
    entity = linked(row, translation_tokens, links)
    gender = predictor(entity)
    if entity.first is None:
        reason = Reason.NO_ALIGNMENT if gender is Gender.UNKNOWN else Reason.NONE
        return EntityGender(gender, reason=reason)
    unknown = gender is Gender.UNKNOWN
    return EntityGender(
        gender,
        Evidence.NONE if unknown else Evidence.NOUN,
        Reason.UNKNOWN_NOUN if unknown else Reason.NONE,
        entity.first,
        max(entity.indices) + 1,
        NounMatch.LINKED_WORD,
    )


def linked(row: Row, tokens: Sequence[str], links: Set[Link]) -> Linked:
    """Return the target tokens that the article and the first token of the entity are linked to."""
    before = row.sentence.split()[row.index - 1].lower() if row.index else ""
    sources = [row.index - 1] if before in _ARTICLES else []
    indices = tuple(
        target
        for source in (*sources, row.index)
        for target in sorted(j for i, j in links if i == source)
    )
    return Linked(row, tokens, indices)


def rules_of(
    language: str, rules: Rules | str | None = None, vintage: Vintage | str = Vintage.V2020
) -> Rules:
    """Return the rules for a language: those that are asked for, else its default.

    In 2019 there were those of the original scorer alone: they are its default, and ConfigError is
    raised for any other.
    """
    is_first = Vintage(vintage) is Vintage.V2019
    default = Rules.STANOVSKY if is_first else DEFAULT_RULES.get(language, Rules.STANOVSKY)
    try:
        chosen = Rules(rules or default)
    except ValueError:
        raise ConfigError("rules.unknown", f"{rules!r} is not one of {', '.join(Rules)}") from None
    if is_first and chosen is not Rules.STANOVSKY:
        raise ConfigError(
            "rules.no-vintage-2019",
            f"the rules {chosen} have no version of 2019",
            hint="leave --compat-rules out",
        )
    return chosen


def predictor_for(
    language: str,
    professions_path: str | os.PathLike[str],
    rules: Rules | str | None = None,
    vintage: Vintage | str = Vintage.V2020,
) -> Predictor:
    """Return what judges the linked tokens in a language; see `rules_of`."""
    chosen = rules_of(language, rules, vintage)
    first_token = chosen is Rules.STAFANOVICS
    is_first = Vintage(vintage) is Vintage.V2019
    if language in ("fr", "es", "it"):
        target = languages.get(language)
        tagger = RomanceTagger(
            target,
            read_professions(professions_path, target),
            stanza=first_token,
            indefinite=not is_first,
        )
        if first_token:
            return _first_token(tagger.gender)
        return _of_fragment(tagger, Gender.NEUTRAL if is_first else Gender.UNKNOWN)
    if language == "ru":
        if first_token:
            return _first_token(russian_gender)
        return russian
    hebrew_: Predictor = partial(hebrew, unlinked=Gender.FEMALE if is_first else Gender.UNKNOWN)
    predictors: dict[str, Predictor] = {"de": german, "he": hebrew_}
    simple = predictors.get(language)
    if simple is None or first_token:
        raise ConfigError(
            "rules.no-published-scores",
            f"no WinoMT scores by the rules {chosen} were published for {language!r}",
            hint="score without --compat",
        )
    return simple


@cache
def _german_forms() -> dict[str, Gender]:
    """Return German determiners and pronouns with the gender that the original scorer gives each.

    A matter of one list, right for nominative subjects. "den" is not among them.
    """
    words = compat_words("de")
    genders = (Gender.MALE, Gender.FEMALE, Gender.NEUTRAL)
    return {form: gender for gender in genders for form in words[gender.value]}


def german(entity: Linked) -> Gender:
    """Return the gender by the noun's ending or the nearest determiner, as the original does."""
    if entity.row.entity.casefold() == "nurse":
        return Gender.FEMALE
    if entity.first is None:
        return Gender.MALE
    if any(word.endswith("in") for word in entity.fragment):
        return Gender.FEMALE
    # The position of the noun counts white-space tokens, those of the determiners count words: so
    # did the original, and in text that is not tokenised the two drift apart.
    words = _detached(entity.tokens)
    positions = [index for index, word in enumerate(words) if word.lower() in _german_forms()]
    if not positions:
        return Gender.MALE
    first = entity.first
    return _german_forms()[
        words[min(positions, key=lambda position: abs(position - first))].lower()
    ]


def hebrew(entity: Linked, unlinked: Gender = Gender.UNKNOWN) -> Gender:
    """Return the gender by the last letter of the linked words; `unlinked` without any."""
    if not entity.indices:
        return unlinked
    word_sets = compat_words("he")
    words = (word for word in entity.fragment if word not in word_sets["passed-over"])
    return (
        Gender.FEMALE
        if any(word[-1] in word_sets["feminine-endings"] for word in words)
        else Gender.MALE
    )


def russian(entity: Linked) -> Gender:
    """Return the most frequent gender of the words, each feminine if any analysis of it is."""
    from pymorphy3.tokenizers import simple_word_tokenize

    text = " ".join(entity.tokens[index] for index in entity.indices)
    return _most_frequent(_russian_word(word) for word in simple_word_tokenize(text))


def _russian_word(word: str) -> Gender:
    seen = [gender for gender in russian_parses(word) if gender is not None]
    if Gender.FEMALE in seen:
        return Gender.FEMALE
    return _most_frequent(seen) if seen else Gender.NEUTRAL


def _of_fragment(tagger: RomanceTagger, genderless: Gender) -> Predictor:
    """Return what takes the most frequent gender; `genderless`: that of words that have none."""

    def predict(entity: Linked) -> Gender:
        # The tagger is given these words alone, out of their sentence.
        words = tagger.language.words(" ".join(entity.tokens[index] for index in entity.indices))
        tags = (tagger.gender(words, index) for index in range(len(words)))
        none = genderless if words else Gender.UNKNOWN
        return _most_frequent((gender for gender in tags if gender is not None), none)

    return predict


def _first_token(tag: Callable[[Sequence[str], int], Gender | None]) -> Predictor:
    def predict(entity: Linked) -> Gender:
        if entity.first is None:
            return Gender.UNKNOWN
        return tag(entity.tokens, entity.first) or Gender.UNKNOWN

    return predict


def _most_frequent(genders: Iterable[Gender], none: Gender = Gender.UNKNOWN) -> Gender:
    """Return the most frequent gender, the first of equals; `none` where there is none."""
    counts = Counter(genders)
    return max(counts, key=lambda gender: counts[gender]) if counts else none


def _detached(tokens: Iterable[str]) -> list[str]:
    """Return the tokens with punctuation at their edges as words of their own."""
    words = []
    for token in tokens:
        core = _EDGES.sub("", token)
        start = token.find(core)
        words += [*token[:start], *([core] if core else []), *token[start + len(core) :]]
    return words
