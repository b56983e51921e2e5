"""Splitting surface words into syntactic words, by a table gathered from a treebank.

For annotators that split no multiword tokens themselves. The table has the words that the
treebank splits (Spanish "del": "de el") with how often it does and does not, and endings for
words that it has not: Spanish "-arse": "ar se". An ending is kept where nearly all words of
the treebank with that ending are split in that way.
"""

from __future__ import annotations

import os
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cdaflow.errors import InputError
from cdaflow.io.cells import whole_number
from cdaflow.io.files import read_table, tsv_lines, write_lines
from cdaflow.trees.sentence import MultiwordToken, Sentence

_COLUMNS = ("kind", "form", "words", "split", "whole")

#: Kinds of rows. An ending of the second kind takes the acute from what precedes it: Spanish
#: "dárselo" is "dar se lo".
WORD, ENDING, UNACCENTED = "word", "ending", "ending-unaccented"

#: An ending needs so many different words that are split by it, as part of all words with it.
_MIN_WORDS, _MIN_PART = 3, 0.9

#: At least so many characters stand before an ending, and it has at most so many characters of
#: the first word.
_MIN_STEM, _MAX_CONTEXT = 2, 4

Words = tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A word or an ending in small letters, its words, and how often it is (not) split so.

    Words are counted by occurrence, endings by different words.
    """

    kind: str
    form: str
    words: Words
    split: int
    whole: int


class MultiwordTable:
    """Splits surface words; built by `gather_multiwords` or `read_multiwords`."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        #: Every word that the treebank ever splits: no ending applies to these.
        self._known: dict[str, Words | None] = {}
        self._endings: dict[str, Row] = {}
        for row in self.rows:
            if row.kind == WORD:
                self._known[row.form] = row.words if row.split > row.whole else None
            else:
                self._endings[row.form] = row
        self._longest = max(map(len, self._endings), default=0)

    def split(self, form: str, *, first: bool = False) -> Words:
        """Return the syntactic words of a surface word, the word alone if it is one.

        Capitals are kept ("Del": "De el", "DEL": "DE EL"), and so are apostrophes. `first`: the
        word begins the sentence; a capital elsewhere tells a name, which has no ending.
        """
        plain = form.replace("’", "'").lower()
        if plain in self._known:
            words = self._known[plain]
        else:
            words = self._by_ending(plain, name=not first and form[:1].isupper())
        return (form,) if words is None else _like(form, words)

    def _by_ending(self, plain: str, *, name: bool) -> Words | None:
        for start in range(max(_MIN_STEM, len(plain) - self._longest), len(plain)):
            row = self._endings.get(plain[start:])
            if row is not None:
                if name and row.words[1][0].isalpha():
                    return None
                stem = plain[:start]
                if row.kind == UNACCENTED:
                    stem = _unaccented(stem)
                return (stem + row.words[0], *row.words[1:])
        return None


def _like(form: str, words: Words) -> Words:
    """Return words in small letters with the capitals and apostrophes of the surface form."""
    if "’" in form:
        words = tuple(word.replace("'", "’") for word in words)
    if len(form) > 1 and form.isupper():
        return tuple(word.upper() for word in words)
    first = "".join(
        char.upper() if char != given and char == given.lower() else char
        for char, given in zip(words[0], form.ljust(len(words[0])), strict=False)
    )
    if form[:1].isupper():  # in "Au": "À le" the letters differ
        first = first[:1].upper() + first[1:]
    return (first, *words[1:])


def _unaccented(text: str) -> str:
    plain = unicodedata.normalize("NFD", text).replace("\u0301", "")
    return unicodedata.normalize("NFC", plain)


def gather_multiwords(trees: Iterable[Sentence]) -> MultiwordTable:
    """Return the table of the multiword tokens of a treebank, and the endings they show."""
    split: dict[str, Counter[Words]] = defaultdict(Counter)
    whole: Counter[str] = Counter()
    names: set[str] = set()  # words that are seen with a capital alone
    for tree in trees:
        for piece in tree.surface():
            form = piece.form.replace("’", "'").lower()
            if isinstance(piece, MultiwordToken):
                tokens = tree.tokens[piece.start - 1 : piece.end]
                words = tuple(t.form.replace("’", "'").lower() for t in tokens)
                if len(words) > 1 and all(words):
                    split[form][words] += 1
            else:
                if form not in whole and piece.form[:1].isupper():
                    names.add(form)
                elif not piece.form[:1].isupper():
                    names.discard(form)
                whole[form] += 1
    rows = [
        Row(WORD, form, words, count, whole[form] + sum(found.values()) - count)
        for form, found in sorted(split.items())
        for words, count in found.most_common(1)
    ]
    return MultiwordTable([*rows, *_endings(rows, whole, names)])


def _endings(rows: Iterable[Row], whole: Iterable[str], names: set[str]) -> list[Row]:
    """Return the endings that are split reliably, without those that a shorter one covers.

    `names` do not count against an ending that names do not have (see `MultiwordTable.split`).
    """
    rows = list(rows)
    votes: dict[str, Counter[tuple[str, Words]]] = defaultdict(Counter)
    for row in rows:
        if row.split > row.whole:
            for kind, ending, words in _analyses(row):
                votes[ending][kind, words] += 1
    longest = max(map(len, votes), default=0)
    split = {row.form for row in rows}
    every = _count_endings(split | set(whole), longest)
    small = _count_endings(split | (set(whole) - names), longest)
    kept: dict[str, Row] = {}
    for ending in sorted(votes, key=lambda e: (len(e), e)):
        (kind, words), count = votes[ending].most_common(1)[0]
        total = (small if words[1][0].isalpha() else every)[ending]
        if count < _MIN_WORDS or count < _MIN_PART * total:
            continue
        shorter = next(
            (kept[ending[i:]] for i in range(1, len(ending)) if ending[i:] in kept), None
        )
        if shorter is None or not _follows(shorter, kind, ending, words):
            kept[ending] = Row(kind, ending, words, count, total - count)
    return list(kept.values())


def _count_endings(forms: Iterable[str], longest: int) -> Counter[str]:
    """Return how many of these words have each ending of at most `longest` characters."""
    return Counter(
        form[start:]
        for form in forms
        for start in range(max(_MIN_STEM, len(form) - longest), len(form))
    )


def _follows(shorter: Row, kind: str, ending: str, words: Words) -> bool:
    """Return whether a shorter ending splits words with this one in the same way."""
    more = ending[: len(ending) - len(shorter.form)]
    if shorter.kind == UNACCENTED:
        more = _unaccented(more)
    return kind == shorter.kind and words == (more + shorter.words[0], *shorter.words[1:])


def _common(one: str, two: str) -> int:
    """Return the number of characters with which both begin."""
    for place, (a, b) in enumerate(zip(one, two, strict=False)):
        if a != b:
            return place
    return min(len(one), len(two))


def _analyses(row: Row) -> Iterator[tuple[str, str, Words]]:
    """Yield kind, ending and words of each ending by which a word's splitting can be told."""
    first, tail = row.words[0], row.words[1:]
    joined = "".join(tail)
    if not row.form.endswith(joined) or not joined:
        return
    stem = row.form[: len(row.form) - len(joined)]
    plain = _unaccented(stem)
    kind = ENDING
    common = _common(stem, first)
    if len(plain) == len(stem) and _common(plain, first) > common:
        kind, common = UNACCENTED, _common(plain, first)
    lost, gained = stem[common:], first[common:]
    if len(lost) > 1 or len(gained) > 1:
        return
    for context in range(_MAX_CONTEXT + 1):
        if common - context >= _MIN_STEM:
            start = common - context
            yield kind, stem[start:common] + lost + joined, (first[start:common] + gained, *tail)


def score_multiwords(table: MultiwordTable, trees: Iterable[Sentence]) -> dict[str, float]:
    """Return precision and recall (%) of splitting the surface words of trees; 100 of none."""
    right = made = wanted = 0
    for tree in trees:
        for place, piece in enumerate(tree.surface()):
            gold: Words = (piece.form,)
            if isinstance(piece, MultiwordToken):
                gold = tuple(t.form for t in tree.tokens[piece.start - 1 : piece.end])
            mine = table.split(piece.form, first=place == 0)
            made += len(mine) > 1
            wanted += len(gold) > 1
            right += len(gold) > 1 and mine == gold
    parts = {"precision": (right, made), "recall": (right, wanted)}
    return {name: round(100 * a / b, 2) if b else 100.0 for name, (a, b) in parts.items()}


def write_multiwords(path: str | os.PathLike[str], table: MultiwordTable) -> int:
    """Write a table as TSV (kind, form, words, split, whole); return the number of rows."""
    rows = (
        (row.kind, row.form, " ".join(row.words), str(row.split), str(row.whole))
        for row in table.rows
    )
    return write_lines(path, tsv_lines(_COLUMNS, rows)) - 1


def read_multiwords(path: str | os.PathLike[str]) -> MultiwordTable:
    """Read a table that `write_multiwords` wrote (or a hand).

    Raises InputError, with file and line, at a row that is not one.
    """
    rows = []
    for line, cells in read_table(path, _COLUMNS):
        # The first part may be empty where an ending is all tail, as in English "'s": " 's".
        words = tuple(cells["words"].split(" "))
        fault = None
        if cells["kind"] not in (WORD, ENDING, UNACCENTED):
            fault = f"the kind is {WORD}, {ENDING} or {UNACCENTED}, not {cells['kind']!r}"
        elif not cells["form"] or len(words) < 2 or not all(words[1:]):
            fault = "a form and two or more words, with a blank between, are wanted"
        elif cells["kind"] == WORD and not words[0]:
            fault = "the first word is empty"
        split, whole = whole_number(cells["split"]), whole_number(cells["whole"])
        if split is None or whole is None:
            fault = fault or "`split` and `whole` are whole numbers"
        if fault or split is None or whole is None:
            raise InputError(str(fault), file=path, line=line)
        rows.append(Row(cells["kind"], cells["form"], words, split, whole))
    return MultiwordTable(rows)
