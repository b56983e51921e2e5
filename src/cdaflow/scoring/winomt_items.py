"""What the translation of each row of a challenge set says of its persons and its pronoun."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cdaflow import languages
from cdaflow.alignment.pharaoh import Link
from cdaflow.alignment.words import splitter
from cdaflow.io.files import tsv_lines
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.entity import entity_gender
from cdaflow.scoring.evidence import EntityGender, Gender
from cdaflow.scoring.finding import Source
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.scoring.pronouns import NOTHING, PronounFound, pronoun_found
from cdaflow.scoring.tree_gender import Tree, gender_by_tree
from cdaflow.scoring.winomt_figures import SENTENCE_COLUMNS


@dataclass(frozen=True)
class WinoMTItem:
    """A row of the challenge set with what the scorer found in its translation.

    `span`: the words of the entity's noun phrase. `other`: the other person of the sentence,
    None where there is none or none was looked for; `secondary`: what was found of it, and
    `secondary_span` its words. `target`: the words of the translation, which all indices count.
    `neutral`: whether the source leaves the gender open and the translation shows none.
    """

    row: Row
    half: str
    translation: str
    result: EntityGender
    span: str
    other: Row | None = None
    secondary: EntityGender | None = None
    secondary_span: str = ""
    pronoun: PronounFound = NOTHING
    target: tuple[str, ...] = ()
    neutral: bool = False

    @property
    def predicted(self) -> Gender:
        """The gender that counts: that of `result`, or neutral."""
        return Gender.NEUTRAL if self.neutral else self.result.gender

    @property
    def correct(self) -> bool:
        """Whether the translation has the gender that the source has."""
        return self.predicted.value == self.row.gender

    @property
    def secondary_gender(self) -> Gender | None:
        """The gender of the other person; None where there is none."""
        return None if self.secondary is None else self.secondary.gender


def score_items(
    rows: Sequence[Row],
    halves: Sequence[str],
    translations: Sequence[str],
    alignment: Sequence[frozenset[Link]] | None,
    known: Knowledge,
    *,
    targets: Sequence[Sequence[str]] | None = None,
    others: Sequence[Row | None] | None = None,
    trees: Sequence[Tree | None] | None = None,
) -> list[WinoMTItem]:
    """Return the gender of each row's entity in its translation, and what goes with it.

    `alignment` has the links between the English words and the target words (see
    `cdaflow.alignment.words.splitter`), or is None: then only the word list finds the entity.
    `targets`: the words of each translation, where they have been split already. `others`: the
    other person of each row (see `cdaflow.scoring.secondary`). `trees`: a parse of each
    translation, which decides where the rules leave the gender open.
    """
    split = splitter("en")
    table = languages.pronouns(known.language.code)
    items = []
    for number, (row, half, translation) in enumerate(zip(rows, halves, translations, strict=True)):
        target = known.language.words(translation) if targets is None else targets[number]
        links = None if alignment is None else alignment[number]
        tree = None if trees is None else trees[number]
        source = source_of(row, split)
        result = _gender(source, target, links, known, tree, is_open=row.gender == "neutral")
        other = None if others is None else others[number]
        secondary = None
        if other is not None:
            secondary = _gender(source_of(other, split), target, links, known, tree)
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
                pronoun_found(source.words, words, links, table),
                tuple(target),
                row.gender == "neutral" and result.shows_none,
            )
        )
    return items


def _gender(
    source: Source,
    target: Sequence[str],
    links: frozenset[Link] | None,
    known: Knowledge,
    tree: Tree | None,
    *,
    is_open: bool = False,
) -> EntityGender:
    """Return the gender of an entity; `is_open`: whether the source leaves it open ("they")."""
    result = entity_gender(source, target, links, known)
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
            (str(number), *_entity(item), *_others(item), item.row.sentence, item.translation)
            for number, item in enumerate(items, 1)
        ),
    )


def _entity(item: WinoMTItem) -> tuple[str, ...]:
    result = item.result
    found = result.end > result.start
    return (
        item.row.gender,
        item.predicted.value,
        item.half,
        item.row.entity,
        str(item.row.index),
        str(result.start) if found else "",
        str(result.end) if found else "",
        item.span,
        result.evidence.value,
        result.reason.value,
        result.found.value,
    )


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
    found = item.pronoun
    form = item.target[found.index] if found.index >= 0 else ""
    return (*secondary, found.english or "-", found.outcome.value, form if found.english else "-")
