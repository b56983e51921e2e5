"""The word lists of persons and professions: read strictly, and checked for likely slips.

`rows` reads the lists of a language (config/wordlists/professions.es.tsv, persons.es.tsv),
`lexicon` as forms to find in text; `english_lists` the lists of English. `plausibility` finds
exchanged genders and words of another language, `lists` checks a list, `check` a folder. What each
column means is said in docs/wordlists.md.
"""

from __future__ import annotations

from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.config_files import WORDLISTS, find


def find_wordlist(name: str) -> Path:
    """Return a word list of cdaflow by its name, such as "professions.es.tsv".

    One under config/wordlists of the working folder goes before the one that is installed. Raises
    InputError where there is none.
    """
    path = find(WORDLISTS, name)
    if path is None:
        raise InputError(
            "word-list.missing",
            "the word list does not exist",
            file=Path("config", "wordlists", name),
            hint="give your own list with the option of the command",
        )
    return path


def wordlist(path: Path | None, name: str) -> Path:
    """Return the word list that was given, else the usual one."""
    return find_wordlist(name) if path is None else path
