"""The translations of a test set, in whatever form users have them, by line number."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from cdaflow.alignment.words import letters
from cdaflow.errors import InputError
from cdaflow.io.files import check_count, read_lines, whole_number
from cdaflow.io.recognition import Content, is_header
from cdaflow.io.repair import Repairs
from cdaflow.langid import NAMES, other_language
from cdaflow.progress import say
from cdaflow.statistics.warnings import Kind, Warnings, warning

#: The share of lines on which the English side of a translation file may differ from the
#: test set: WinoMT was corrected on two lines after translations of it were published.
SOURCE_TOLERANCE = 0.01

_SEPARATOR = "|||"


def repaired_lines(
    path: str | os.PathLike[str],
    lines: Iterable[str],
    warnings: Warnings | None = None,
    what: str = "",
) -> list[str]:
    """Return the lines of translations or references as they were written (`cdaflow.io.repair`).

    `warnings`: where what was changed is added, with its lines; None: it is said on the standard
    error. `what` the text is called in these warnings, such as "the reference".
    """
    repairs = Repairs()
    written = list(repairs.of(lines))
    for numbers, problem in repairs.problems():
        if warnings is None:
            say(f"{path}: {problem}")
        else:
            text = f"{what}: {problem}" if what else problem
            warnings.append(warning(Kind.REPAIRED, numbers[0], text, len(numbers)))
    return written


def read_translations(
    path: str | os.PathLike[str],
    sources: Sequence[str],
    what: str = "challenge set",
    warnings: Warnings | None = None,
) -> list[str]:
    """Return the translation of each sentence of a test set, matched by number, never by text.

    `what` the test set is called in messages. `warnings`: see `repaired_lines`.

    The file has, in the order of the test set, plain lines; or lines `source ||| translation`;
    or cells with tabs between, of which the last is the translation and each other one either
    the source or a number. Sources are compared with the sentences (see SOURCE_TOLERANCE).
    Numbers are those of the sentences, from 1 (or 0) up, in any order. A header line of a table
    is passed over. What other programs did to the text is undone.

    Raises InputError where the number of lines is another, a line has not the form of the
    others, or too many sources are not the sentences.
    """
    lines = repaired_lines(path, read_lines(path, Content.TRANSLATIONS), warnings)
    tabs = _columns(lines)
    if tabs and len(lines) == len(sources) + 1:
        first = lines[0].split("\t")[0].strip()
        if not first or is_header([first]):
            lines = lines[1:]
    check_count(
        path,
        lines,
        len(sources),
        f"the {what} has {len(sources)} rows",
        hint=f"one translation a row is expected, in the order of the {what}",
    )
    if 2 * sum(_SEPARATOR in line for line in lines) > len(lines):
        return _joined(path, lines, sources)
    if tabs:
        return _table(path, lines, sources)
    return [line.strip() for line in lines]


def _columns(lines: Sequence[str]) -> bool:
    """Return whether these are the lines of a table: most of them have a tab."""
    return 2 * sum("\t" in line.strip() for line in lines) > len(lines)


def _joined(
    path: str | os.PathLike[str], lines: Sequence[str], sources: Sequence[str]
) -> list[str]:
    translations = []
    file_sources = []
    for number, line in enumerate(lines, 1):
        source, separator, translation = line.partition(_SEPARATOR)
        if not separator or _SEPARATOR in translation:
            raise InputError(
                "translations.separator",
                f"expected one {_SEPARATOR} between source and translation, as on most lines",
                file=path,
                line=number,
            )
        file_sources.append(source)
        translations.append(translation.strip())
    _check_sources(path, file_sources, sources)
    return translations


def _table(path: str | os.PathLike[str], lines: Sequence[str], sources: Sequence[str]) -> list[str]:
    rows = [line.split("\t") for line in lines]
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise InputError(
                "row.cell-count",
                f"{len(row)} columns, but line 1 has {width}",
                file=path,
                line=number,
                hint="cells of a table contain no tabs; plain lines contain none either",
            )
    order: list[int] | None = None
    for column in range(width - 1):
        numbers = [whole_number(row[column].strip()) for row in rows]
        if None not in numbers:
            order = _order(path, [number for number in numbers if number is not None])
    if order is not None:
        rows = [rows[n] for n in order]
    for column in range(width - 1):
        cells = [row[column].strip() for row in rows]
        if not all(whole_number(cell) is not None for cell in cells):
            _check_sources(path, cells, sources)
    return [row[-1].strip() for row in rows]


def _order(path: str | os.PathLike[str], numbers: Sequence[int]) -> list[int]:
    """Return where the line of each sentence stands, from the numbers of the lines."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    start = numbers[order[0]]
    for position, at in enumerate(order):
        if numbers[at] != start + position or start not in (0, 1):
            raise InputError(
                "translations.line-numbers",
                f"the numbers of the lines are not 1 to {len(numbers)}, each once: found "
                f"{numbers[at]}, wanted {(1 if start else 0) + position}",
                file=path,
                line=at + 1,
            )
    return order


def _check_sources(
    path: str | os.PathLike[str], file_sources: Sequence[str], sources: Sequence[str]
) -> None:
    differing = [
        number
        for number, (file_source, source) in enumerate(zip(file_sources, sources, strict=True), 1)
        if file_source.strip() != source and letters(file_source) != letters(source)
    ]
    if len(differing) > SOURCE_TOLERANCE * len(sources):
        raise InputError(
            "source.other-than-challenge",
            "the source differs from the sentence of the challenge set, here and on "
            f"{len(differing) - 1} other lines of {len(sources)}",
            file=path,
            line=differing[0],
            hint="the translations must be in the order of the challenge set",
        )
    if differing:
        line_numbers = ", ".join(map(str, differing[:5]))
        say(f"{path}: the English side differs from the challenge set on lines {line_numbers}")


def import_translations(
    path: str | os.PathLike[str], sources: Sequence[str], language: str = ""
) -> list[str]:
    """Return the translations of a test set that another system has made, checked.

    They are read as by `read_translations`. `language`: theirs, ISO 639-1, "" for not checked.

    Raises InputError as that does, and for a file that is empty, of which all lines are, or that is
    plainly in another language.
    """
    translations = read_translations(path, sources, "test set")
    if not any(translations):
        raise InputError(
            "translations.empty",
            "the file has no translations",
            file=path,
            hint="give one line for each sentence of the test set",
        )
    if looks := other_language(translations, language):
        raise InputError(
            "translations.other-language",
            f"the translations look like {looks}, not like {NAMES[language]}",
            file=path,
            hint="if they are right as they are, set language_check: false",
        )
    return translations
