"""What the translation of each row of a challenge set says of its persons and its pronoun.

The other person of each sentence is one whose gender the source leaves open. A system that makes
every noun agree with the pronoun gets the entity of WinoMT right without having understood the
sentence. Saunders, Sallis and Byrne (2020, "Neural Machine Translation Doesn't Translate Gender
Coreference Right Unless You Make It") therefore looked at the noun to which the pronoun does not
refer. WinoMT has nearly every sentence twice, with "he" and with "she": here the other person's
gender is compared between the two.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from cdaflow import languages
from cdaflow.alignment.pharaoh import Link
from cdaflow.alignment.words import splitter
from cdaflow.errors import InputError
from cdaflow.io.files import tsv_lines
from cdaflow.scoring.both_genders import Doubled, doubled_words
from cdaflow.scoring.challenge import Row, bare, read_challenge
from cdaflow.scoring.entity import Source, entity_gender
from cdaflow.scoring.evidence import EntityGender, Gender, Label
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.scoring.pronouns import ENGLISH, NOTHING, PronounTranslation, translated_pronoun
from cdaflow.scoring.tree_gender import Tree, gender_by_tree
from cdaflow.scoring.whole_sentence import WholeGender, whole_gender
from cdaflow.scoring.winomt_figures import SENTENCE_COLUMNS
from cdaflow.statistics.estimates import label_pairs


@dataclass(frozen=True)
class WinoMTItem:
    """A row of the challenge set with what the scorer found in its translation.

    `span`: the words of the entity's noun phrase. `other`: the other person of the sentence,
    None where there is none or none was looked for; `secondary`: what was found of it, and
    `secondary_span` its words. `target`: the words of the translation, which all indices count.
    `neutral`: whether the source leaves the gender open and the translation shows none. `whole`:
    what the whole sentence shows; None where the noun phrase alone was looked at.
    """

    row: Row
    half: str
    translation: str
    result: EntityGender
    span: str
    other: Row | None = None
    secondary: EntityGender | None = None
    secondary_span: str = ""
    pronoun: PronounTranslation = NOTHING
    target: tuple[str, ...] = ()
    neutral: bool = False
    whole: WholeGender | None = None

    @property
    def predicted(self) -> Gender:
        """The gender that counts: that of `result`, or neutral."""
        return Gender.NEUTRAL if self.neutral else self.result.gender

    @property
    def correct(self) -> bool:
        """Whether the translation has the gender that the source has."""
        return self.predicted.value == self.row.gender

    @property
    def whole_gender(self) -> Gender | None:
        """The gender of the whole sentence that counts; None where none was looked for."""
        if self.whole is None:
            return None
        is_open = self.row.gender == "neutral" and self.whole.label is Label.AMBIGUOUS
        return Gender.NEUTRAL if is_open else self.whole.gender

    @property
    def secondary_gender(self) -> Gender | None:
        """The gender of the other person; None where there is none."""
        return None if self.secondary is None else self.secondary.gender


def score_items(
    rows: Sequence[Row],
    halves: Sequence[str],
    translations: Sequence[str],
    alignment: Sequence[frozenset[Link]] | None,
    knowledge: Knowledge,
    *,
    targets: Sequence[Sequence[str]] | None = None,
    others: Sequence[Row | None] | None = None,
    trees: Sequence[Tree | None] | None = None,
) -> list[WinoMTItem]:
    """Return the gender of each row's entity in its translation, and what goes with it.

    `alignment` has the links between the English words and the target words (see
    `cdaflow.alignment.words.splitter`), or is None: then only the word list finds the entity.
    `targets`: the words of each translation, where they have been split already. `others`: the
    other person of each row (see `cdaflow.scoring.winomt_items`). `trees`: a parse of each
    translation, which decides where the rules leave the gender open.
    """
    split = splitter("en")
    table = languages.pronouns(knowledge.language.code)
    items = []
    for number, (row, half, translation) in enumerate(zip(rows, halves, translations, strict=True)):
        target = knowledge.language.words(translation) if targets is None else targets[number]
        links = None if alignment is None else alignment[number]
        tree = None if trees is None else trees[number]
        source = source_of(row, split)
        is_open = row.gender == "neutral"
        doubled = doubled_words(translation, knowledge.language)
        result = _gender(source, target, links, knowledge, doubled, tree, is_open=is_open)
        other = None if others is None else others[number]
        secondary = None
        if other is not None:
            secondary = _gender(source_of(other, split), target, links, knowledge, doubled, tree)
        words = [word.lower() for word in target]
        items.append(
            WinoMTItem(
                row,
                half,
                translation,
                result,
                _span(result, target),
                other,
                secondary,
                "" if secondary is None else _span(secondary, target),
                translated_pronoun(source.words, words, links, table),
                tuple(target),
                is_open and result.shows_none,
                whole_gender(result, source, words, links, knowledge, table, is_open=is_open),
            )
        )
    return items


def _gender(
    source: Source,
    target: Sequence[str],
    links: frozenset[Link] | None,
    knowledge: Knowledge,
    doubled: Sequence[Doubled],
    tree: Tree | None,
    *,
    is_open: bool = False,
) -> EntityGender:
    """Return the gender of an entity; `is_open`: whether the source leaves it open ("they")."""
    result = entity_gender(source, target, links, knowledge, doubled)
    if tree is not None:
        result = gender_by_tree(result, tree, guess=not is_open)
    return result


def _span(result: EntityGender, target: Sequence[str]) -> str:
    return " ".join(target[result.start : result.end])


def source_of(row: Row, split: Callable[[str], list[str]]) -> Source:
    """Return the words of a row's sentence, and which of them are the entity."""
    words = [word.lower() for word in split(row.sentence)]
    before, entity = row.sentence.split(maxsplit=row.index)[: row.index], row.entity.split()
    start = sum(len(split(token)) for token in before)
    # Punctuation and clitics stick to the last token of the entity; its words do not.
    while not words[start][0].isalnum():
        start += 1
    length = sum(len(split(word)) for word in entity)
    return Source(words, range(start, start + length), row.entity)


def sentence_lines(items: Iterable[WinoMTItem]) -> Iterator[str]:
    """Return the lines of the file of sentences (TSV, see SENTENCE_COLUMNS), the header first."""
    return tsv_lines(
        SENTENCE_COLUMNS,
        (
            (
                str(number),
                item.row.sentence,
                item.translation,
                *_entity(item),
                *_whole(item),
                *_others(item),
            )
            for number, item in enumerate(items, 1)
        ),
    )


def _entity(item: WinoMTItem) -> tuple[str, ...]:
    result = item.result
    has_span = result.end > result.start
    return (
        item.row.gender,
        item.predicted.value,
        item.half,
        item.row.entity,
        str(item.row.index),
        str(result.start) if has_span else "",
        str(result.end) if has_span else "",
        item.span,
        result.evidence.value,
        result.reason.value,
        result.noun_match.value,
    )


def _whole(item: WinoMTItem) -> tuple[str, ...]:
    whole, gender = item.whole, item.whole_gender
    if whole is None or gender is None:
        return ("-",) * 4
    word = item.target[whole.index] if whole.index >= 0 else "-"
    return gender.value, whole.evidence.value, word, whole.label.value


def _others(item: WinoMTItem) -> tuple[str, ...]:
    person = item.other, item.secondary
    secondary = ("-",) * 4
    if person[0] is not None and person[1] is not None:
        secondary = (
            person[0].entity,
            person[1].gender.value,
            item.secondary_span,
            person[1].reason.value,
        )
    pronoun = item.pronoun
    form = item.target[pronoun.index] if pronoun.index >= 0 else ""
    return (
        *secondary,
        pronoun.english or "-",
        pronoun.outcome.value,
        form if pronoun.english else "-",
    )


#: Maximum number of words of an English person noun.
_LONGEST = 3

#: The sentences of both genders have the same frame: one sign for each case of the pronoun.
#: "her" stands for "him" and for "his", so these have one sign together.
_FRAME = {
    word: "<he>" if nominative else "<himself>" if word.endswith("self") else "<him>"
    for word, (_, nominative) in ENGLISH.items()
}


def secondary_rows(rows: Sequence[Row], nouns: Iterable[str]) -> list[Row | None]:
    """Return for each row the other person of its sentence as the entity, with its index.

    `nouns`: English nouns for persons; the entities of all rows count as well. Where there are
    several others the first is taken; None where there is none. The gender of a row stays that
    of its pronoun.
    """
    persons = {tuple(noun.casefold().split()) for noun in nouns}
    persons |= {tuple(row.entity.casefold().split()) for row in rows} | {("someone",)}
    return [_other(row, persons) for row in rows]


def _other(row: Row, persons: Collection[tuple[str, ...]]) -> Row | None:
    tokens = row.sentence.split()
    words = [bare(token) for token in tokens]
    entity = tuple(bare(word) for word in row.entity.split())
    start = 0
    while start < len(words):
        length = next(
            (n for n in range(_LONGEST, 0, -1) if tuple(words[start : start + n]) in persons), 0
        )
        if length and not (start <= row.index < start + length):
            name = tuple(words[start : start + length])
            if name != entity:
                return Row(row.gender, start, row.sentence, " ".join(name))
        start += length or 1
    return None


def read_secondary(path: str | os.PathLike[str], rows: Sequence[Row]) -> list[Row | None]:
    """Return the rows of a file of other persons, in the WinoMT format, one for each of `rows`.

    Raises InputError where the number of rows is another, or where the sentence of one is not
    that of the challenge set (whatever its pronoun), or its person the one that is asked for.
    """
    others = read_challenge(path)
    for number, (row, other) in enumerate(zip_longest(rows, others), 1):
        if row is None or other is None:
            raise InputError(
                "secondary.row-count",
                f"{len(others)} rows, but the challenge set has {len(rows)}",
                file=path,
            )
        if _frame(row) != _frame(other):
            raise InputError(
                "secondary.other-sentence",
                "the sentence differs from that of the challenge set",
                file=path,
                line=number,
            )
        if row.index == other.index:
            raise InputError(
                "secondary.same-person",
                f"{other.entity!r} is the person of the challenge set, not the other one",
                file=path,
                line=number,
            )
    return list(others)


def _frame(row: Row) -> tuple[str, ...]:
    words = [bare(token) for token in row.sentence.split()]
    return tuple(_FRAME.get(word, word) for word in words)


def _keys(rows: Sequence[Row]) -> list[tuple[int, tuple[str, ...]]]:
    """Return what rows share that are one sentence: the words but for the pronoun, the entity."""
    return [(row.index, _frame(row)) for row in rows]


def clusters(rows: Sequence[Row]) -> list[int]:
    """Return a number for each row, equal for those of one sentence: that of the first of them.

    A sentence with "he", the same one with "she", and what is duplicated.
    """
    first: dict[object, int] = {}
    return [first.setdefault(key, number) for number, key in enumerate(_keys(rows))]


def pairs(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Return the numbers (from 0) of the rows that are a sentence with "he" and with "she".

    Both rows have the same words but for the pronoun, and the same entity.
    """
    return label_pairs(_keys(rows), (row.gender for row in rows), "male", "female")
