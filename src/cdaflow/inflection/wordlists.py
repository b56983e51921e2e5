"""Word lists of persons (masculine, feminine and plurals) as entries."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from cdaflow.inflection.lexicon import Entry
from cdaflow.languages import Language
from cdaflow.wordlists.rows import FORMS, read_person_rows


def read_word_list(
    path: str | os.PathLike[str], language: Language | None = None
) -> Iterator[Entry]:
    """Yield the nouns of a word list such as config/wordlists/professions.es.tsv.

    Columns masculine, feminine, masculine_plural, feminine_plural and note, by the names in the
    header; others are passed over. A cell may be empty. A note "fixed:Fem" says that the noun
    has that gender for everybody. The lemma is the masculine singular, or the first form there
    is; the source "wordlist:<file name>". Of an expression of several words the first is taken
    if it alone changes ("agent de police"); others are left out, since words change one by one.

    With a `language` that declines its nouns (German, Russian) each form stands in all cases.

    Raises InputError as `read_person_rows` does.
    """
    source = f"wordlist:{Path(path).name}"
    for row in read_person_rows(path):
        cells = _single_words(row.forms)
        multiword = any(" " in form for form in row.forms.values())
        lemma = next((form for form in cells.values() if form), "")
        for column, form in cells.items():
            if form:
                gender, number = FORMS[column]
                feats = {"Gender": row.note.fixed or gender, "Number": number}
                if multiword and language is not None and language.prefixes:
                    feats["Definite"] = "Cons"  # רופאת שיניים, but רופאה
                for written, case in _cases(form, feats, language):
                    yield Entry(lemma, written, "NOUN", {**feats, **case}, source)


def _cases(
    form: str, feats: Mapping[str, str], language: Language | None
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield a form in the cases of the language, or alone where it has none."""
    found = set()
    slot = feats["Gender"], feats["Number"], ""
    spellings = language.morphology.spellings((form,), slot) if language is not None else ()
    for words, reading in spellings:
        # Not "женщина-врач", which is of the other gender.
        if len(reading) < 3 or not reading[2] or len(words) > 1 or reading[0] not in (slot[0], ""):
            continue
        if reading[1] == slot[1] and (words[0], reading[2]) not in found:
            found.add((words[0], reading[2]))
            yield words[0], {"Case": reading[2]}
    if not found:
        yield form, {}


def _single_words(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the forms if they are single words, their first words if the rest is the same.

    Otherwise nothing.
    """
    parts = {column: form.split(" ") for column, form in cells.items() if form}
    rests = {tuple(words[1:]) for words in parts.values()}
    return {column: words[0] for column, words in parts.items()} if len(rests) == 1 else {}
