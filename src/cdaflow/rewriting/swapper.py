"""The English of the other gender (Naik et al. 2023, section 4.2): a swap of words.

`Swapper` takes single sentences, `swap_file` files (text, TSV or Parquet).

The pronouns are swapped always; gendered nouns (Zhao et al. 2018, Dolci et al. 2023) and given
names are where they are asked for. Nothing else of the sentence changes, but for "a" and "an"
before a swapped noun.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import pyarrow as pa

from cdaflow.errors import InputError
from cdaflow.io.columns import extended, with_columns
from cdaflow.io.pairs import check_kinds, kind_of, pair_schema, read_pairs, write_pairs
from cdaflow.languages.en import takes_an
from cdaflow.progress import progress
from cdaflow.rewriting.pronoun_scan import PronounScan
from cdaflow.rewriting.readings import pronoun_reading
from cdaflow.syntax.tree import TreesOfTexts, WordSpan, word_at
from cdaflow.trees import Token, read_conllu
from cdaflow.wordlists.english_lists import GenderedNoun, GenderedNouns, GenderedPronouns

#: The column that `swap_file` adds.
COLUMN = pa.field("counterfactual_source", pa.string(), nullable=False)

_ANNOTATE = "annotate this very file: cdaflow trees annotate --lang en"

#: Words with inner hyphens; apostrophes part them, but for "ma'am".
_WORD = re.compile(r"[Mm][Aa]['’][Aa][Mm](?!\w)|[^\W_]+(?:-[^\W_]+)*")


#: Forms of address that may have a point.
_ABBREVIATED = frozenset(("Mr", "Mrs", "Ms"))


#: The characters from a start to an end (excluded) of a text.
Span = tuple[int, int]


class Change(NamedTuple):
    """A word at characters `start` to `end` of the text, and what takes its place.

    `kind`: pronoun, noun, name or article.
    """

    start: int
    end: int
    new: str
    kind: str


class Swap(NamedTuple):
    """A sentence of the other gender, and the changes that make it, from the left.

    `others`: the nouns and names of the original that changed beside the profession.
    """

    text: str
    changes: tuple[Change, ...]
    others: tuple[str, ...]


@dataclass(frozen=True)
class Swapper:
    """A swap of English sentences.

    `pronouns`: the list of pronouns. `nouns`: the list of gendered nouns, None to leave them.
    `epicene`: makes nouns feminine too of which the masculine is said of women ("actor"). `names`:
    the name that takes the place of each (see `read_names`). `profession_nouns`: the list of
    gendered nouns by which a profession ("duke", "waitress") goes with its pronoun, even where
    `nouns` is None.
    """

    pronouns: GenderedPronouns
    nouns: GenderedNouns | None = None
    epicene: bool = False
    names: Mapping[str, str] | None = None
    profession_nouns: GenderedNouns | None = None

    @cached_property
    def _scan(self) -> PronounScan:
        return PronounScan(self.pronouns)

    def swap(
        self, text: str, words: Sequence[WordSpan] = (), profession: Span | None = None
    ) -> Swap:
        """Return the sentence with its gendered words in the other gender.

        `words`: those of its tree, whose tags tell "her" as object from the possessive and nouns
        from verbs; without them the words around decide (see `readings`). `profession`: its
        characters, for `profession_nouns`.
        """
        changes = [
            Change(match.start, match.end, self._pronoun(text, match.start, words), "pronoun")
            for match in self._scan.find(text)
        ]
        if self.nouns is not None or self.names or profession is not None:
            taken = {change.start for change in changes}
            changes += self._nouns_and_names(text, words, taken, profession)
            changes += _articles(text, changes)
        changes.sort()
        parts, end = [], 0
        for change in changes:
            parts += [text[end : change.start], change.new]
            end = change.end
        others = tuple(
            text[change.start : change.end]
            for change in changes
            if change.kind in ("noun", "name") and not _overlap(change, profession)
        )
        return Swap("".join([*parts, text[end:]]), tuple(changes), others)

    def _pronoun(self, text: str, start: int, words: Sequence[WordSpan]) -> str:
        reading = pronoun_reading(self.pronouns, text, start, words)
        return cased(text[start : start + len(reading.form)], reading.opposite)

    def _nouns_and_names(
        self, text: str, words: Sequence[WordSpan], taken: set[int], profession: Span | None
    ) -> list[Change]:
        nouns = self.nouns or self.profession_nouns
        changes = []
        for match in _WORD.finditer(text):
            if match.start() in taken:
                continue
            form = match.group()
            token = word_at(words, match.end() - 1)
            name = (self.names or {}).get(form)
            if name is not None and (token is None or token.upos == "PROPN"):
                changes.append(Change(*match.span(), name, "name"))
            elif nouns is not None:
                found = self._noun(nouns, text, match, token)
                if found is not None and (self.nouns or _overlap(found, profession)):
                    changes.append(found)
        return changes

    def _noun(
        self, nouns: GenderedNouns, text: str, match: re.Match[str], token: Token | None
    ) -> Change | None:
        """Return the change of a gendered noun, None where the word is none or is to stay."""
        form = match.group().replace("’", "'")
        # "Miss" is a verb too, and "Sir" is another word before a name than without one.
        point = r"\.?" if form in _ABBREVIATED else ""
        named = re.match(point + r"\s?[^\W\d_a-z]", text[match.end() :][:3]) is not None
        noun = nouns.address.get(form if named else form.lower())
        if noun is not None and named == form[0].isupper():
            end = match.end() + (text[match.end()] == "." and noun.opposite.endswith("."))
            return Change(match.start(), end, noun.opposite, "noun")
        if noun is not None and not named:
            return Change(*match.span(), cased(form, noun.opposite), "noun")
        start = match.start()
        noun = nouns.words.get(form.lower())
        if noun is None and "-" in form:
            start = match.end() - len(form.rpartition("-")[2])
            form = text[start : match.end()]
            noun = nouns.words.get(form.lower())
        if noun is None or not self._changes(noun):
            return None
        if token is not None and token.upos == "VERB" and noun.number == "Sing":
            return None  # "to father a child"; of a plural a model says so only by mistake
        if form[0].isupper() and noun.kind == "title" and _in_name(text, start, token):
            return None
        new = cased(text[start : match.end()], noun.opposite)
        if noun.number == "Plur":
            end, ending = _plural_possessive(text, match.end(), new)
            return Change(start, end, new + ending, "noun")
        return Change(start, match.end(), new, "noun")

    def _changes(self, noun: GenderedNoun) -> bool:
        if noun.gender == "Fem" or not noun.note:
            return True
        return noun.note == "epicene" and self.epicene


def _overlap(change: Change, span: Span | None) -> bool:
    return span is not None and change.start < span[1] and span[0] < change.end


def cased(old: str, new: str) -> str:
    """Return `new` with the capitals of `old`: all, the first, or its own.

    Of a one-letter word nobody knows whether all of it is in capitals: it has the first.
    """
    if len(old) > 1 and old.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _plural_possessive(text: str, end: int, new: str) -> tuple[int, str]:
    """Return where a plural with its possessive mark ends, and the mark of the other noun.

    "ladies'" is "gentlemen's". Without a mark the place is `end` and the mark is empty.
    """
    match = re.compile(r"(?<![sS])(['’])[sS](?!\w)|(?<=[sS])(['’])(?=\s+[^\W\d_])").match(text, end)
    if match is None:
        return end, ""
    sign = match.group(1) or match.group(2)
    return match.end(), sign if new[-1:] in "sS" else f"{sign}s"


def _in_name(text: str, start: int, token: Token | None) -> bool:
    """Return whether a word in a capital is part of a name ("Stephen King", "Burger King")."""
    if token is not None and token.upos != "PROPN":
        return False
    before = text[:start].rstrip().rpartition(" ")
    # A capital before it says so, unless that is the first word of the sentence.
    return bool(before[0]) and before[2][:1].isupper() and before[2][-1:].isalnum()


def _articles(text: str, changes: Sequence[Change]) -> list[Change]:
    """Return the changes of "a" and "an" directly before words that change."""
    articles = []
    for change in changes:
        match = re.search(r"\b(an?)\s+$", text[: change.start], re.IGNORECASE)
        if match is None or change.kind == "pronoun":
            continue
        old, new = takes_an(text[change.start : change.end]), takes_an(change.new)
        if old is not None and new is not None and old != new:
            article = cased(match.group(1)[:1], "an" if new else "a")
            articles.append(Change(match.start(1), match.end(1), article, "article"))
    return articles


@dataclass
class SwapTally:
    """What a swap did: sentences, those that changed, and changes by kind."""

    sentences: int = 0
    changed: int = 0
    changes: Counter[str] = field(default_factory=Counter)


def swap_file(
    path: str,
    output: str,
    swapper: Swapper,
    *,
    trees: str | os.PathLike[str] | None = None,
    column: str = "source",
) -> SwapTally:
    """Write the sentences of a file in the other gender; return what was done.

    Text ("-": the standard streams) becomes text, line by line; TSV and Parquet keep their columns
    and get `counterfactual_source`. `trees`: CoNLL-U of the sentences, in order.

    Raises InputError where a file is at fault, or the trees are not of the sentences.
    """
    name = "/dev/stdin" if path == "-" else path
    is_text = kind_of([name]) == "text"
    check_kinds([name], [output])
    column = "source" if is_text else column
    schema = pair_schema([name], [column])
    tally = SwapTally()
    batches = _swapped(
        progress(read_pairs([name], [column], rows=1 << 14), "swap", unit="block"),
        swapper,
        column,
        None if trees is None else TreesOfTexts(read_conllu(trees), "the sentence", _ANNOTATE),
        tally,
    )
    if is_text and kind_of([output]) == "text":
        lines = (batch.select([COLUMN.name]).rename_columns(["source"]) for batch in batches)
        write_pairs([output], pa.schema([("source", pa.string())]), lines)
    else:
        write_pairs([output], extended(schema, [COLUMN]), batches)
    return tally


def _swapped(
    batches: Iterable[pa.RecordBatch],
    swapper: Swapper,
    column: str,
    trees: TreesOfTexts | None,
    tally: SwapTally,
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        texts = []
        for text in batch.column(column).to_pylist():
            tally.sentences += 1
            if text is None:
                raise InputError(
                    "row.no-text", f"row {tally.sentences} has no text in the column {column}"
                )
            swap = swapper.swap(text, () if trees is None else trees.next(text)[1])
            tally.changed += swap.text != text
            tally.changes.update(change.kind for change in swap.changes)
            texts.append((swap.text,))
        yield with_columns(batch, [COLUMN], texts)
    if trees is not None:
        trees.finish()
