"""What looks wrong in a file of translations, before its score is believed.

A score is a number whatever file it is made of. These checks name the first lines of one that is
empty in places, not translated, in another language, or not in the order of its source. They
look at whole files: a single line may well be short, or a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cdaflow.alignment.words import letters
from cdaflow.scoring.foreign import foreign_lines, is_known, language_name
from cdaflow.scoring.order import order_warnings
from cdaflow.scoring.reference_checks import reference_warnings
from cdaflow.statistics.warnings import Kind, Warnings, of_lines

#: How many times as long as its source a translation may be.
_LONGEST = 10


def check_lines(
    translations: Sequence[str], language: str, sources: Sequence[str] = ()
) -> Warnings:
    """Return the lines that are empty, copied from the source or in another language.

    `language`: the target language, ISO 639-1. `sources`: the English sentences, where they are
    known. Where the problem is one of the whole file it is told once, with the first line.
    """
    warnings: Warnings = []
    for kind, problem, lines in _problems(translations, language, sources):
        of_lines(warnings, kind, problem, lines, len(translations))
    return warnings


def _problems(
    translations: Sequence[str], language: str, sources: Sequence[str]
) -> Iterator[tuple[Kind, str, list[int]]]:
    """Yield each problem, its kind first, with the lines (from 0) that have it."""
    pairs = list(enumerate(zip(sources, translations, strict=False)))
    copies = [n for n, (source, text) in pairs if text.strip() and copied(source, text)]
    empty = [n for n, text in enumerate(translations) if not text.strip()]
    yield Kind.EMPTY, "the translation is empty", empty
    yield Kind.UNTRANSLATED, "the translation is the English source", copies
    yield (
        Kind.NUL,
        "a NUL character: is the file UTF-16, or no text?",
        [n for n, text in enumerate(translations) if "\0" in text],
    )
    yield (
        Kind.WITH_SOURCE,
        "|||: a line is to be the translation alone, without its source",
        [n for n, text in enumerate(translations) if "|||" in text],
    )
    yield (
        Kind.TOO_LONG,
        "many times longer than its source",
        [n for n, (source, text) in pairs if source and len(text) > _LONGEST * (len(source) + 20)],
    )
    if not is_known(language):
        return
    copied_lines = set(copies)
    others = ["" if n in copied_lines else text for n, text in enumerate(translations)]
    for name, lines in foreign_lines(others, language).items():
        problem = f"the translation looks like {language_name(name)}, not {language_name(language)}"
        yield Kind.OTHER_LANGUAGE, problem, lines


def copied(source: str, text: str) -> bool:
    """Return whether a text is the source, whatever its case, spacing and punctuation."""
    if abs(len(source) - len(text)) > 10:
        return False
    return source.casefold().split() == text.casefold().split() or letters(source) == letters(text)


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
        *reference_warnings(translations, references, language),
        *order_warnings(references or sources, translations),
    ]
