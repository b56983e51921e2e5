"""Whether a line, or a file, is plainly in another language than the one it should be in.

By frequent function words. A line must have several of them, which short ones lack: Spanish
sentences of six words are known from German in 1 % of the lines. The words of all lines together
tell the language of the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from cdaflow.io.files import read_table

#: Function words that a file must have of another language, and how many times as many as of
#: its own.
_FILE_WORDS, _FILE_RATIO = 20, 1.5

_WORD = re.compile(r"[^\W\d_]+")

#: Scripts of the target languages that are not written in Latin letters.
_SCRIPTS = {"ru": re.compile(r"[\u0400-\u04ff]"), "he": re.compile(r"[\u0590-\u05ff]")}

_NAMES = {"en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "pt": "Portuguese",
          "de": "German", "ru": "Russian", "he": "Hebrew", "latin": "Latin letters"}  # fmt: skip


def is_known(language: str) -> bool:
    """Return whether cdaflow can tell the language (ISO 639-1) from others."""
    return language in _NAMES


def language_name(code: str) -> str:
    """Return the English name of a language, the code itself of one that is not known."""
    return _NAMES.get(code, code)


@cache
def function_words() -> Mapping[str, frozenset[str]]:
    """Return frequent closed-class words of each language that cdaflow knows, English included."""
    rows = read_table(Path(__file__).with_name("function_words.tsv"), ("language", "words"))
    return {row["language"]: frozenset(row["words"].split()) for _, row in rows}


@cache
def _only_of_others(language: str) -> Mapping[str, frozenset[str]]:
    """Return the function words of the other languages that are not of `language` as well."""
    table = function_words()
    own = table.get(language, frozenset())
    return {name: words - own for name, words in table.items() if name != language}


def foreign_language(text: str, language: str) -> str | None:
    """Return the language of which a text plainly is, where that is not `language`; else None.

    By its function words: at least three different ones of the other language that are not of
    `language`, and more than twice as many of them as of `language`. For Russian and Hebrew
    by the script ("latin" where it has hardly a letter of its own).
    """
    script = _SCRIPTS.get(language)
    words = frozenset(_WORD.findall(text.casefold()))
    if script is not None:
        letters = sum(map(len, words))
        if letters < 10 or sum(map(len, map(script.findall, words))) > 0.4 * letters:
            return None
    own = len(words & function_words().get(language, frozenset()))
    # What is of the language leaves too few words for another one.
    if own and len(words) <= 3 * own:
        return None
    others = {name: len(words & known) for name, known in _only_of_others(language).items()}
    name = max(others, key=lambda key: (others[key], key))
    if others[name] >= 3 and others[name] > 2 * own:
        return name
    return "latin" if script is not None else None


def foreign_lines(texts: Sequence[str], language: str) -> dict[str, list[int]]:
    """Return the lines (from 0) that are in other languages, by language in alphabetical order.

    Every line that is not empty where the file as a whole is in another language.
    """
    name = foreign_file(texts, language)
    if name is not None:
        return {name: [n for n, text in enumerate(texts) if text.strip()]}
    found: dict[str, list[int]] = {}
    for n, text in enumerate(texts):
        other = foreign_language(text, language)
        if other is not None:
            found.setdefault(other, []).append(n)
    return dict(sorted(found.items()))


def foreign_file(texts: Sequence[str], language: str) -> str | None:
    """Return the language of the lines together, where that is plainly not `language`; else None.

    Plainly: they have at least 20 function words of it, and half as many again as of `language`.
    """
    words = Counter(word for text in texts for word in _WORD.findall(text.casefold()))
    counts = {name: sum(words[word] for word in known) for name, known in function_words().items()}
    own = counts.pop(language, 0)
    name = max(counts, key=lambda key: (counts[key], key))
    plain = counts[name] >= _FILE_WORDS and counts[name] > _FILE_RATIO * own
    return name if plain else None
