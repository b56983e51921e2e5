"""The command `cdaflow wordlists check`, and the options of commands that name word lists."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence


def add_wordlist(parser: argparse.ArgumentParser, option: str, what: str, name: str) -> None:
    """Add an option for a word list; `name`: that of the usual one, see `wordlist`."""
    parser.add_argument(option, metavar="FILE", help=f"{what} (default: config/wordlists/{name})")


def wordlist(path: str | None, name: str) -> str:
    """Return the word list that was given, else the usual one."""
    from cdaflow.wordlists import find_wordlist

    return str(find_wordlist(name)) if path is None else path


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `wordlists` to the command line."""
    group = groups.add_parser("wordlists", help="the lists of persons and professions, checked")
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    parser = commands.add_parser(
        "check",
        help="find slips in the lists: misspelt notes, exchanged genders, ...",
        description="Check word lists: rows, notes, professions that the English list lacks, "
        "exchanged genders, words of another language. What is certainly wrong is an error, what "
        "is likely to be a warning. The workflow does the same before its first job.",
        epilog="Exit status: 0 no error (there may be warnings), 1 errors.",
    )
    parser.add_argument(
        "folder",
        nargs="?",
        metavar="FOLDER",
        help="with professions.tsv, professions.es.tsv, ... (default: config/wordlists)",
    )
    parser.add_argument(
        "--lang",
        nargs="+",
        default=[],
        metavar="LANG",
        help="check the lists of these languages (default: all that are there)",
    )
    parser.add_argument(
        "--lexicon",
        nargs="+",
        default=[],
        metavar="FILE",
        help="UniMorph tables of the language (with one --lang): forms are looked up in them, too",
    )
    parser.set_defaults(run=_check)


def _check(arguments: argparse.Namespace) -> int:
    import sys
    from pathlib import Path

    from cdaflow.errors import ConfigError
    from cdaflow.wordlists.check import check_folder

    if arguments.lexicon and len(arguments.lang) != 1:
        raise ConfigError("--lexicon is of one language: name it by --lang")
    folder = arguments.folder or Path(wordlist(None, "professions.tsv")).parent
    lexicons = {language: _genders(arguments.lexicon) for language in arguments.lang}
    findings = check_folder(folder, arguments.lang, lexicons=lexicons)
    for finding in findings:
        print(f"{'error' if finding.certain else 'warning'}: {finding.fault}", file=sys.stderr)
    errors = sum(finding.certain for finding in findings)
    print(f"{folder}: {errors} errors, {len(findings) - errors} warnings")
    return int(errors > 0)


def _genders(paths: Sequence[str]) -> Mapping[str, set[str]]:
    """Return the genders of the nouns of UniMorph tables, by lower-case form."""
    from cdaflow.inflection.unimorph import read_unimorph

    genders: dict[str, set[str]] = {}
    for path in paths:
        for entry in read_unimorph(path):
            if entry.upos == "NOUN" and "Gender" in entry.feats:
                genders.setdefault(entry.form.lower(), set()).add(entry.feats["Gender"])
    return genders
