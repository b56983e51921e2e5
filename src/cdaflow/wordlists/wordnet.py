"""Nouns of WordNet by what they name, from the files that Princeton's WordNet ships.

The format is WNDB (wndb(5WN)): a line of `data.noun` is a synset with its pointers, a line of
`index.noun` a lemma with its synsets, the most frequent sense first. Debian has the files in the
package wordnet-base, under /usr/share/wordnet. A wordnet of another language is a tab file of Open
Multilingual Wordnet, whose synsets are those of WordNet 3.0. Neither is shipped with cdaflow.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines
from cdaflow.io.recognition import Content

#: Offset of a synset in data.noun.
Offset = int

#: What `WordNet.kind` returns, with the synset above: lemma and number of its sense.
KINDS = {"person": ("person", 1), "animal": ("animal", 1)}

#: Endings of English plurals and what stands in their place in the singular (morphy(7WN)).
_PLURALS = (
    ("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"), ("ches", "ch"),
    ("shes", "sh"), ("men", "man"), ("ies", "y"),
)  # fmt: skip


@dataclass(frozen=True)
class WordNet:
    """The nouns: `words` and `hyponyms` (instances left out) by synset, `senses` by lemma.

    Lemmas are in lower case, words as they are written, both with blanks.
    """

    words: Mapping[Offset, tuple[str, ...]]
    hyponyms: Mapping[Offset, tuple[Offset, ...]]
    senses: Mapping[str, tuple[Offset, ...]]

    def below(self, lemma: str, sense: int = 1) -> frozenset[Offset]:
        """Return the synset of a sense (from 1, as in person.n.01) with all below it.

        Raises InputError where the files have no such sense.
        """
        offsets = self.senses.get(lemma, ())
        if not 0 < sense <= len(offsets):
            raise InputError(
                "wordnet.no-such-synset",
                f"this WordNet has no {lemma}.n.{sense:02}",
                hint="give complete WordNet files",
            )
        descendants, waiting = set[Offset](), [offsets[sense - 1]]
        while waiting:
            if (offset := waiting.pop()) not in descendants:
                descendants.add(offset)
                waiting += self.hyponyms.get(offset, ())
        return frozenset(descendants)

    def nouns(self, offsets: Collection[Offset]) -> frozenset[str]:
        """Return the words of synsets."""
        return frozenset(word for offset in offsets for word in self.words.get(offset, ()))

    @cached_property
    def _kinds(self) -> Mapping[str, frozenset[Offset]]:
        return {kind: self.below(*root) for kind, root in KINDS.items()}

    def kind(self, word: str) -> str:
        """Return what an English noun names in its first sense, in the singular or plural.

        "person", "animal", "other"; "" for no noun.
        """
        offset = next(
            (self.senses[lemma][0] for lemma in _lemmas(word) if lemma in self.senses), None
        )
        if offset is None:
            return ""
        return next((kind for kind, below in self._kinds.items() if offset in below), "other")


def _lemmas(word: str) -> Iterator[str]:
    """Yield a word in lower case, and what may be its singular."""
    word = word.lower()
    yield word
    for plural, singular in _PLURALS:
        if word.endswith(plural) and len(word) > len(plural) + 1:
            yield word[: len(word) - len(plural)] + singular


def read_wordnet(folder: str | os.PathLike[str]) -> WordNet:
    """Read data.noun and index.noun of a folder.

    Raises InputError, with the line, for a line that is not as in the format.
    """
    words: dict[Offset, tuple[str, ...]] = {}
    hyponyms: dict[Offset, tuple[Offset, ...]] = {}
    for line, cells in _rows(Path(folder, "data.noun")):
        try:
            count = int(cells[3], 16)
            pointers = cells[5 + 2 * count :]
            if len(cells) < 5 + 2 * count or len(pointers) < 4 * int(cells[4 + 2 * count]):
                raise ValueError
            offset = int(cells[0])
            words[offset] = tuple(map(_plain, cells[4 : 4 + 2 * count : 2]))
            hyponyms[offset] = tuple(
                int(pointers[start + 1])
                for start in range(0, 4 * int(cells[4 + 2 * count]), 4)
                if pointers[start] == "~"
            )
        except (ValueError, IndexError):
            raise _not_wndb(Path(folder, "data.noun"), line) from None
    senses: dict[str, tuple[Offset, ...]] = {}
    for line, cells in _rows(Path(folder, "index.noun")):
        try:
            count = int(cells[2])
            offsets = tuple(map(int, cells[len(cells) - count :]))
            if (
                not count
                or len(cells) < 6 + count
                or not all(offset in words for offset in offsets)
            ):
                raise ValueError
        except (ValueError, IndexError):
            raise _not_wndb(Path(folder, "index.noun"), line) from None
        senses[_plain(cells[0])] = offsets
    return WordNet(words, hyponyms, senses)


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of the lines that are no licence, without the gloss."""
    for number, line in enumerate(read_lines(path), 1):
        if line.strip() and not line.startswith("  "):
            yield number, line.partition("|")[0].split()


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _not_wndb(path: Path, line: int) -> InputError:
    return InputError(
        "wordnet.malformed-line",
        "this line does not have the format of WordNet files (WNDB)",
        file=path,
        line=line,
        hint="give the folder with data.noun and index.noun, such as /usr/share/wordnet of "
        "Debian's package wordnet-base",
    )


def read_omw(path: str | os.PathLike[str]) -> Mapping[Offset, tuple[str, ...]]:
    """Return the nouns of a tab file of Open Multilingual Wordnet by synset of WordNet 3.0.

    A line is synset ("00007846-n"), type ("lemma" or "spa:lemma") and word; lines of other types
    (definitions, examples), of other parts of speech, and comments are passed over.

    Raises InputError for a line without a synset, and where there is no noun.
    """
    nouns: dict[Offset, list[str]] = {}
    for number, line in enumerate(read_lines(path, Content.TABLE), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        synset = re.fullmatch(r"(\d{8})-([a-z])", cells[0])
        if synset is None or len(cells) < 3:
            raise InputError(
                "omw.malformed-line",
                "expected a synset such as 00007846-n, a type and a word, separated by tabs",
                file=path,
                line=number,
                hint="give a tab file of Open Multilingual Wordnet for WordNet 3.0",
            )
        if synset[2] == "n" and cells[1].rpartition(":")[2] == "lemma":
            nouns.setdefault(int(synset[1]), []).append(_plain(cells[2].strip()))
    if not nouns:
        raise InputError("omw.no-noun", "the file has no nouns", file=path)
    return {offset: tuple(words) for offset, words in nouns.items()}
