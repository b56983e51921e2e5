"""What is wrong, or likely to be, in a list of a language; see `check_list`."""

from __future__ import annotations

import difflib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cdaflow.languages
from cdaflow.errors import InputError
from cdaflow.languages.word_sets import word_set
from cdaflow.wordlists.plausibility import (
    CERTAIN,
    LIKELY,
    Lexicon,
    exchanged,
    foreign_letters,
    is_of_another_script,
    margins,
)
from cdaflow.wordlists.rows import PersonRow, scan_person_rows

#: Masculine and feminine column of each number.
_PAIRS = (("masculine", "feminine"), ("masculine_plural", "feminine_plural"))

#: Signs of a form besides letters: abbreviations have points, Hebrew ones a quotation mark.
_SIGNS = " -'’.\"׳״"

_FIXED_HINT = "for a noun with one gender for everybody, write the note fixed:Masc or fixed:Fem"

#: The name of the rows of "somebody", whom WinoMT has beside professions.
SOMEONE = "someone"


@dataclass(frozen=True)
class Finding:
    """A fault of a list: certain (`fault` is an error) or likely (a warning)."""

    fault: InputError
    certain: bool = True


#: A list with its rows.
Listed = tuple[str, Sequence[PersonRow]]


def check_list(
    path: str | os.PathLike[str],
    language: str,
    *,
    english: Collection[str] | None = None,
    lexicon: Lexicon | None = None,
) -> tuple[list[PersonRow], list[Finding]]:
    """Return the rows of a list of a language that can be read, and what is found in it.

    `english`: the professions of the English list, where the first column is to be one of them.
    `lexicon`: the genders of nouns, by lower-case form.
    """
    rows: list[PersonRow] = []
    findings: list[Finding] = []
    for row in scan_person_rows(path):
        if isinstance(row, InputError):
            findings.append(Finding(row))
        else:
            rows.append(row)
    seen: dict[str, PersonRow] = {}
    row_keys: set[tuple[str, ...]] = set()
    for row in rows:
        key = (row.name, *row.forms.values())
        problem = next(_problems(row, language, english, seen, key in row_keys), None)
        if problem is not None:
            findings.append(
                Finding(
                    InputError(
                        "word-list.wrong-row", problem[0], file=path, line=row.line, hint=problem[1]
                    )
                )
            )
        else:
            pairs = () if row.note.fixed else _PAIRS
            findings += exchanged_columns(row.forms, pairs, language, path, row.line, lexicon)
        row_keys.add(key)
        seen.setdefault(row.name, row)
    findings += _origin(rows, language, path)
    return rows, findings


def _problems(
    row: PersonRow,
    language: str,
    english: Collection[str] | None,
    seen: Mapping[str, PersonRow],
    is_known: bool,
) -> Iterator[tuple[str, str | None]]:
    """Yield what is certainly wrong with a row, and what to do."""
    if english is not None and row.name not in (*english, SOMEONE):
        near = difflib.get_close_matches(row.name, english, n=1)
        yield (
            f"the English list of professions has no {row.name!r}",
            f"did you mean {near[0]!r}? Otherwise add it to professions.tsv" if near
            else "add it to professions.tsv",
        )  # fmt: skip
    if is_known:
        yield f"this row of {row.name!r} is duplicated", "remove one of the two rows"
    if english is not None and "variant" in row.note.marks and row.name not in seen:
        yield (
            f"this is a variant of {row.name!r}, but no earlier row has its usual word",
            "put the usual word first, without this note",
        )
    determiners = cdaflow.languages.get(language).determiners
    for column, form in row.forms.items():
        wrong = [letter for letter in form if not (letter.isalpha() or letter in _SIGNS)]
        wrong = [letter for letter in wrong if not "\u0591" <= letter <= "\u05c7"]
        if wrong or "  " in form:
            yield (
                f"{column} {form!r}: a form may have letters, blanks, hyphens and apostrophes, but "
                f"not {wrong[0] if wrong else 'two blanks'!r}",
                "write one form per cell; put another form of the word into a separate row, with "
                "the note variant",
            )
        words = cdaflow.languages.get(language).words(form.lower())
        if len(words) > 1 and words[0] in determiners:
            yield f"{column} {form!r}: write a form without its article", f"remove {words[0]!r}"
    letters = foreign_letters(row, language)
    if is_of_another_script(letters, language):
        yield (
            f"{letters[0]!r} is not a letter of {cdaflow.languages.get(language).name}",
            f"the forms of this list must be {cdaflow.languages.get(language).name}",
        )
    yield from _numbers(row, language)


def _numbers(row: PersonRow, language: str) -> Iterator[tuple[str, str | None]]:
    """Yield where a plural stands in the column of a singular."""
    forms, endings = row.forms, word_set(language, "plural_ending")
    for gender in ("masculine", "feminine"):
        singular, plural = forms[gender], forms[f"{gender}_plural"]
        if plural and singular in [plural + ending for ending in endings]:
            yield (
                f"{gender} {singular!r} is the plural of {gender}_plural {plural!r}",
                "swap the two",
            )
    if forms["masculine"] and forms["feminine"] in [forms["masculine"] + end for end in endings]:
        yield (
            f"feminine {forms['feminine']!r} is the plural of {forms['masculine']!r}",
            "the order is masculine, feminine, masculine_plural, feminine_plural",
        )


def exchanged_columns(
    forms: Mapping[str, str],
    pairs: Iterable[tuple[str, ...]],
    language: str,
    path: str | os.PathLike[str],
    line: int,
    lexicon: Lexicon | None = None,
) -> Iterator[Finding]:
    """Yield which pairs of columns, masculine and feminine, of a row have exchanged their forms."""
    for masculine, feminine in pairs:
        verdict = exchanged(forms[masculine].strip(), forms[feminine].strip(), language, lexicon)
        if verdict is not None:
            why, certain = verdict
            yield Finding(
                InputError(
                    "word-list.columns-swapped",
                    f"the columns {masculine} and {feminine} {'are' if certain else 'seem'} "
                    f"swapped: {why}",
                    file=path,
                    line=line,
                    hint=None if language == "en" else _FIXED_HINT,
                ),
                certain,
            )


def _origin(
    rows: Sequence[PersonRow], language: str, path: str | os.PathLike[str]
) -> Iterator[Finding]:
    """Yield what says that words are of another language: of the whole list, else of rows.

    Demonyms end alike in neighbouring languages.
    """
    if any(row.kind == "demonym" for row in rows):
        return
    name = cdaflow.languages.get(language).name
    hint = f"the forms of this list must be {name}"
    if whole := _likeliest(rows, language):
        code, margin = whole
        other = cdaflow.languages.get(code).name
        fault = InputError(
            "word-list.other-language",
            f"the words of this list are {other}, not {name}",
            file=path,
            hint=hint,
        )
        yield Finding(fault, margin >= CERTAIN)
        return
    for row in rows:
        likeliest = _likeliest([row], language)
        letters = foreign_letters(row, language)
        if likeliest is not None:
            code, margin = likeliest
            problem = f"{_shown(row)} looks like {cdaflow.languages.get(code).name}, not {name}"
        elif letters and not is_of_another_script(letters, language):
            problem, margin = f"{_shown(row)}: {letters[0]!r} is not a letter of {name}", 0.0
        else:
            continue
        yield Finding(
            InputError("word.other-language", problem, file=path, line=row.line, hint=hint),
            margin >= CERTAIN,
        )


def _likeliest(rows: Sequence[PersonRow], language: str) -> tuple[str, float] | None:
    """Return the other language that the rows look like, and by how much; None for none."""
    scores = margins(rows, language)
    code = max(scores, key=scores.__getitem__, default="")
    return (code, scores[code]) if code and scores[code] >= LIKELY else None


def _shown(row: PersonRow) -> str:
    return ", ".join(repr(form) for form in list(row.forms.values())[:2] if form)


def contradictions(
    lists: Sequence[Listed], reported: Collection[tuple[str | None, int | None]] = ()
) -> Iterator[Finding]:
    """Yield where a form is masculine in one row and feminine in another, of lists of a language.

    Rows in which both genders have one form, or the gender is fixed, say nothing; nor do those
    that are `reported` already (file and line).
    """
    first: dict[tuple[str, str], tuple[str, str, int]] = {}
    for path, rows in lists:
        for row in rows:
            if row.note.fixed or (path, row.line) in reported:
                continue
            for pair in _PAIRS:
                forms = [row.forms[column] for column in pair]
                if not all(forms) or forms[0] == forms[1]:
                    continue
                for column, form in zip(pair, forms, strict=True):
                    before, file, line = first.setdefault((pair[0], form), (column, path, row.line))
                    if before != column:
                        yield Finding(
                            InputError(
                                "noun.contradictory-gender",
                                f"{form!r} is in the column {column}, but {before} in "
                                f"{file}:{line}",
                                file=path,
                                line=row.line,
                                hint="the genders are swapped in one of the two rows",
                            )
                        )
