"""A folder of word lists, checked as a whole before any of them is used."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.languages import KNOWN
from cdaflow.wordlists.english import PROFESSIONS, check_english, profession_names
from cdaflow.wordlists.genders import Lexicon
from cdaflow.wordlists.lists import Finding, Listed, check_list, contradictions

#: The lists of English, in the order in which they are checked.
ENGLISH = (
    PROFESSIONS, "persons.en.tsv", "gendered.en.tsv", "pronouns.en.tsv", "stereotypes.tsv",
)  # fmt: skip

#: The lists of a language, by the beginning of their names.
KINDS = ("professions", "persons")


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
            "no such file",
            file=home / PROFESSIONS,
            hint="the folder of the word lists has the English professions, against which the "
            "lists of the other languages are checked",
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
    """Return what is found in the lists of a language; `english`: the English professions."""
    if language not in KNOWN:
        raise ConfigError(
            f"unknown language {language!r}", hint=f"known languages: {', '.join(KNOWN)}"
        )
    findings: list[Finding] = []
    lists: list[Listed] = []
    for kind in KINDS:
        path = folder / f"{kind}.{language}.tsv"
        if path.is_file():
            wanted = english if kind == "professions" else None
            rows, found = check_list(path, language, english=wanted, lexicon=lexicon)
            findings += found
            lists.append((str(path), rows))
    reported = {(finding.fault.file, finding.fault.line) for finding in findings}
    return [*findings, *contradictions(lists, reported)]


def require_lists(
    folder: str | os.PathLike[str], languages: Sequence[str], warn: Callable[[str], object]
) -> None:
    """Check a folder as `check_folder` does; `warn` is called with each fault that is likely.

    Raises InputError where some are certain: the first of them, which names the others.
    """
    findings = check_folder(folder, languages)
    for finding in findings:
        if not finding.certain:
            warn(f"warning: {finding.fault}")
    errors = [finding.fault for finding in findings if finding.certain]
    if not errors:
        return
    first, *others = errors
    hint = first.hint
    if others:
        shown = "".join(
            f"\n     {fault.file}:{fault.line}: {fault.problem}" for fault in others[:9]
        )
        more = f"\n     and {len(others) - 9} more: see cdaflow wordlists check" * (len(others) > 9)
        hint = (
            f"{hint or 'correct the row'}\n  and {len(others)} more in the word lists:{shown}{more}"
        )
    raise InputError(first.problem, file=first.file, line=first.line, hint=hint)
