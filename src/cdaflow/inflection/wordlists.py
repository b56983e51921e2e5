"""Word lists of persons (masculine, feminine and plurals) as entries."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from cdaflow.inflection.lexicon import Entry
from cdaflow.wordlists.rows import FORMS, read_person_rows


def read_word_list(path: str | os.PathLike[str]) -> Iterator[Entry]:
    """Yield the nouns of a word list such as config/wordlists/professions.es.tsv.

    Columns masculine, feminine, masculine_plural, feminine_plural and note, by the names in the
    header; others are passed over. A cell may be empty. A note "fixed:Fem" says that the noun
    has that gender for everybody. The lemma is the masculine singular, or the first form there
    is; the source "wordlist:<file name>". Of an expression of several words the first is taken
    if it alone changes ("agent de police"); others are left out, since words change one by one.

    Raises InputError as `read_person_rows` does.
    """
    source = f"wordlist:{Path(path).name}"
    for row in read_person_rows(path):
        cells = _single_words(row.forms)
        lemma = next((form for form in cells.values() if form), "")
        for column, form in cells.items():
            if form:
                gender, number = FORMS[column]
                feats = {"Gender": row.note.fixed or gender, "Number": number}
                yield Entry(lemma, form, "NOUN", feats, source)


def _single_words(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the forms if they are single words, their first words if the rest is the same.

    Otherwise nothing.
    """
    parts = {column: form.split(" ") for column, form in cells.items() if form}
    rests = {tuple(words[1:]) for words in parts.values()}
    return {column: words[0] for column, words in parts.items()} if len(rests) == 1 else {}
