"""What looks wrong in a file of translations, before its score is believed.

A score is a number whatever file it is made of. These checks name the first lines of one that is
empty in places, not translated, in another language, or not in the order of its source. They
look at whole files: a single line may well be short, or a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path

from cdaflow.files import read_table
from cdaflow.scoring.order import Warnings, order_warnings
from cdaflow.scoring.words import letters

#: Share of lines of a file from which it is the file, not the lines, that is wrong.
_MOST = 0.5

#: How many times as long as its source a translation may be.
_LONGEST = 10

_WORD = re.compile(r"[^\W\d_]+")

#: Scripts of the target languages that are not written in Latin letters.
_SCRIPTS = {"ru": re.compile(r"[\u0400-\u04ff]"), "he": re.compile(r"[\u0590-\u05ff]")}


def check_lines(
    translations: Sequence[str], language: str, sources: Sequence[str] = ()
) -> Warnings:
    """Return the lines that are empty, copied from the source or in another language.

    `language`: the target language, ISO 639-1. `sources`: the English sentences, where they are
    known. Where the problem is one of the whole file it is told once, with the first line.
    """
    warnings: Warnings = []
    for problem, lines in _problems(translations, language, sources):
        if len(lines) > 10 and len(lines) >= _MOST * len(translations):
            share = f"{len(lines)} of {len(translations)} lines"
            warnings.insert(0, {"line": lines[0] + 1, "problem": f"{problem}, as on {share}"})
        else:
            warnings += [{"line": n + 1, "problem": problem} for n in lines]
    return warnings


def _problems(
    translations: Sequence[str], language: str, sources: Sequence[str]
) -> Iterator[tuple[str, list[int]]]:
    """Yield each problem with the lines (from 0) that have it."""
    pairs = list(enumerate(zip(sources, translations, strict=False)))
    copies = [n for n, (source, text) in pairs if text.strip() and copied(source, text)]
    yield "the translation is empty", [n for n, t in enumerate(translations) if not t.strip()]
    yield "the translation is the English source", copies
    yield (
        "a NUL character: is the file UTF-16, or no text?",
        [n for n, text in enumerate(translations) if "\0" in text],
    )
    yield (
        "|||: a line is to be the translation alone, without its source",
        [n for n, text in enumerate(translations) if "|||" in text],
    )
    yield (
        "many times longer than its source",
        [n for n, (source, text) in pairs if source and len(text) > _LONGEST * (len(source) + 20)],
    )
    if language not in _NAMES:
        return
    foreign: dict[str, list[int]] = {}
    for n in sorted(set(range(len(translations))).difference(copies)):
        found = foreign_language(translations[n], language)
        if found is not None:
            foreign.setdefault(found, []).append(n)
    for name, lines in sorted(foreign.items()):
        yield f"the translation looks like {_NAMES.get(name, name)}, not {_NAMES[language]}", lines


_NAMES = {"en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "pt": "Portuguese",
          "de": "German", "ru": "Russian", "he": "Hebrew", "latin": "Latin letters"}  # fmt: skip


def copied(source: str, text: str) -> bool:
    """Return whether a text is the source, whatever its case, spacing and punctuation."""
    if abs(len(source) - len(text)) > 10:
        return False
    return source.casefold().split() == text.casefold().split() or letters(source) == letters(text)


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


def check(
    translations: Sequence[str],
    language: str,
    *,
    sources: Sequence[str] = (),
    references: Sequence[str] = (),
) -> Warnings:
    """Return all that looks wrong in the translations of a text, by lines and in their order.

    `sources`, `references`: where they are known. The references tell the order better, since
    they write numbers and names as the translations do. A line whose reference is empty may be.
    """
    present = [
        text if text.strip() or reference.strip() else "-"
        for text, reference in zip_longest(translations, references, fillvalue="?")
    ]
    return [
        *check_lines(present, language, sources),
        *order_warnings(references or sources, translations),
    ]
