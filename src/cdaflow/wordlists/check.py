"""A folder of word lists, checked as a whole before any of them is used.

The readers of the English lists find most of what is wrong there; here they are called before a
rule needs the list. The lists of other languages: `lists`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_table
from cdaflow.languages import KNOWN
from cdaflow.languages.en import PRONOUNS
from cdaflow.wordlists.english_lists import (
    load_stereotypes,
    read_english_professions,
    read_gendered_nouns,
    read_gendered_pronouns,
)
from cdaflow.wordlists.lists import (
    Finding,
    Listed,
    check_list,
    contradictions,
    exchanged_columns,
)
from cdaflow.wordlists.plausibility import Lexicon

#: The list against which others are checked.
PROFESSIONS = "professions.tsv"

#: The lists of English, in the order in which they are checked.
ENGLISH = (
    PROFESSIONS, "persons.en.tsv", "demonyms.en.tsv", "gendered.en.tsv", "pronouns.en.tsv",
    "stereotypes.tsv",
)  # fmt: skip

#: The lists of a language, by the beginning of their names.
KINDS = ("professions", "persons", "demonyms")


def check_folder(
    folder: str | os.PathLike[str],
    languages: Sequence[str] = (),
    *,
    lexicons: Mapping[str, Lexicon] | None = None,
) -> list[Finding]:
    """Return what is wrong, or likely to be, in the word lists of a folder.

    `languages`: those whose lists are checked beside the English ones; all that are there where
    empty. `lexicons`: by language, the genders of nouns by lower-case form. A list that is absent
    is not checked.

    Raises InputError where the English list of professions is absent, ConfigError for an unknown
    language.
    """
    home = Path(folder)
    if not (home / PROFESSIONS).is_file():
        raise InputError(
            "word-list.no-english-professions",
            "the list of English professions does not exist",
            file=home / PROFESSIONS,
            hint="put it into the folder of the word lists: the lists of all other languages "
            "are checked against it",
        )
    findings = [
        finding
        for name in ENGLISH
        if (home / name).is_file()
        for finding in check_english(home / name)
    ]
    try:
        english = profession_names(home / PROFESSIONS)
    except InputError:  # reported above
        return findings
    for language in languages or KNOWN:
        findings += check_language(home, language, english, (lexicons or {}).get(language))
    return findings


def check_language(
    folder: Path, language: str, english: Sequence[str], lexicon: Lexicon | None = None
) -> list[Finding]:
    """Return the findings in the lists of a language; `english`: the English professions."""
    if language not in KNOWN:
        raise ConfigError(
            "language.unknown",
            f"unknown language {language!r}",
            hint=f"known languages: {', '.join(KNOWN)}",
        )
    findings: list[Finding] = []
    lists: list[Listed] = []
    for kind in KINDS:
        path = folder / f"{kind}.{language}.tsv"
        if path.is_file():
            professions = english if kind == "professions" else None
            rows, list_findings = check_list(path, language, english=professions, lexicon=lexicon)
            findings += list_findings
            lists.append((str(path), rows))
    reported = {(finding.fault.file, finding.fault.line) for finding in findings}
    return [*findings, *contradictions(lists, reported)]


def require_lists(
    folder: str | os.PathLike[str], languages: Sequence[str], warn: Callable[[str], object]
) -> None:
    """Check a folder as `check_folder` does; `warn` is called with each fault that is likely.

    Raises InputError where some are certain: the first of them, which names the others.
    """
    _require(check_folder(folder, languages), warn)


def require_list(
    path: str | os.PathLike[str], language: str, warn: Callable[[str], object]
) -> None:
    """Check one list of a language, by itself, as `require_lists` checks a folder."""
    _require(check_list(path, language)[1], warn)


def _require(findings: Sequence[Finding], warn: Callable[[str], object]) -> None:
    for finding in findings:
        if not finding.certain:
            warn(f"warning: {finding.fault}")
    errors = [finding.fault for finding in findings if finding.certain]
    if not errors:
        return
    first, *others = errors
    hint = first.hint
    if others:
        listed = "".join(
            f"\n     {fault.file}:{fault.line}: {fault.problem}" for fault in others[:9]
        )
        more = f"\n     and {len(others) - 9} more: see cdaflow wordlists check" * (len(others) > 9)
        hint = (
            f"{hint or 'correct the row'}\n  and {len(others)} more in the word lists:"
            f"{listed}{more}"
        )
    raise InputError(first.code, first.problem, file=first.file, line=first.line, hint=hint)


def check_english(path: str | os.PathLike[str]) -> list[Finding]:
    """Return the findings in an English list, which is identified by its name.

    Raises InputError for a name that no list has.
    """
    checks: Mapping[str, Callable[[str], Iterator[Finding]]] = {
        PROFESSIONS: _professions,
        "persons.en.tsv": _persons,
        "demonyms.en.tsv": _persons,
        "gendered.en.tsv": _gendered,
        "pronouns.en.tsv": _pronouns,
        "stereotypes.tsv": _stereotypes,
    }
    name = Path(path).name
    if name not in checks:
        raise InputError(
            "word-list.unknown-name",
            "unknown name of a word list",
            file=path,
            hint=f"known names: {', '.join(checks)}",
        )
    try:
        return list(checks[name](str(path)))
    except InputError as error:
        return [Finding(error)]


def profession_names(path: str | os.PathLike[str]) -> list[str]:
    """Return the professions of the English list; InputError as `read_table` raises it."""
    return [row["profession"].strip() for _, row in read_table(path, ("profession",))]


def _professions(path: str) -> Iterator[Finding]:
    read_english_professions(path)
    columns = ("profession", "feminine", "plural", "feminine_plural")
    for number, row in read_table(path, columns, whole=True):
        yield from exchanged_columns(row, (columns[:2], columns[2:]), "en", path, number)


def _persons(path: str) -> Iterator[Finding]:
    seen: set[str] = set()
    for number, row in read_table(path, ("person", "plural"), whole=True):
        person, plural = row["person"].strip(), row["plural"].strip()
        if not person or not plural:
            yield _found("person.incomplete", "expected a person and its plural", path, number)
        elif person in seen:
            yield _found("person.duplicate", f"{person!r} is duplicated", path, number)
        seen.add(person)
    if not seen:
        yield Finding(
            InputError("word-list.empty", "the file has no rows below the header", file=path)
        )


def _gendered(path: str) -> Iterator[Finding]:
    read_gendered_nouns(path)
    pairs = (("masculine", "feminine"), ("masculine_plural", "feminine_plural"))
    first: dict[tuple[str, str], tuple[str, int]] = {}
    for number, row in read_table(path, [column for pair in pairs for column in pair]):
        yield from exchanged_columns(row, pairs, "en", path, number)
        for pair in pairs:
            for column in pair:
                form = row[column].strip()
                before, line = first.setdefault((pair[0], form), (column, number))
                if form and before != column:
                    yield _found(
                        "noun.contradictory-gender",
                        f"{form!r} is in the column {column}, but {before} in line {line}",
                        path,
                        number,
                    )


def _pronouns(path: str) -> Iterator[Finding]:
    read_gendered_pronouns(path)
    listed_genders: dict[str, set[str]] = {}
    for pronoun in PRONOUNS:
        listed_genders.setdefault(pronoun.form, set()).add(pronoun.gender)
    for number, row in read_table(path, ("form", "gender")):
        genders = listed_genders.get(row["form"].strip().lower())
        if genders and row["gender"].strip() not in genders:
            yield _found(
                "pronoun.other-gender",
                f"{row['form']!r} is {' or '.join(sorted(genders))}, not {row['gender']!r}",
                path,
                number,
            )


def _stereotypes(path: str) -> Iterator[Finding]:
    list(read_table(path, ("profession", "feminine_share"), whole=True))
    load_stereotypes(path, dict.fromkeys(profession_names(Path(path).with_name(PROFESSIONS))))
    yield from ()


def _found(code: str, problem: str, path: str, line: int) -> Finding:
    return Finding(InputError(code, problem, file=path, line=line))
