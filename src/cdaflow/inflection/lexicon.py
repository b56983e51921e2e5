"""Lexicons of inflected forms: entries with their source, found by lemma and by form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """One cell of a paradigm.

    `feats` as UD spells them; a feature that is absent is not said, and any value goes with the
    form ("rouge": Number=Sing alone). `source` names where the entry comes from.
    """

    lemma: str
    form: str
    upos: str
    feats: Mapping[str, str]
    source: str = ""


class Lexicon:
    """Entries in the order of their sources: what comes first is preferred.

    Iterating gives the entries. Lookup does not heed capitals.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = list(entries)
        self._lemmas: dict[str, list[Entry]] = {}
        self._forms: dict[str, list[Entry]] = {}
        self._ranks: dict[str, int] = {}
        for entry in self._entries:
            lemma, form = entry.lemma.lower(), entry.form.lower()
            if lemma in self._lemmas:
                self._lemmas[lemma].append(entry)
            else:
                self._lemmas[lemma] = [entry]
            if form in self._forms:
                self._forms[form].append(entry)
            else:
                self._forms[form] = [entry]
            if entry.source not in self._ranks:
                self._ranks[entry.source] = len(self._ranks)

    @classmethod
    def merged(cls, lexicons: Iterable[Lexicon]) -> Lexicon:
        """Return the lexicons as one; what stands in an earlier one is preferred."""
        return cls(entry for lexicon in lexicons for entry in lexicon)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def rank(self, source: str) -> int:
        """Return the rank of a source among all, from 0."""
        return self._ranks[source]

    def by_lemma(self, lemma: str) -> Sequence[Entry]:
        """Return the entries of a lemma, of all sources and parts of speech."""
        return self._lemmas.get(lemma.lower(), ())

    def by_form(self, form: str) -> Sequence[Entry]:
        """Return the entries that have this form."""
        return self._forms.get(form.lower(), ())
