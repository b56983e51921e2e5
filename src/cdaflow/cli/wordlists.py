"""The lists of persons and professions, checked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from cdaflow.errors import ConfigError
from cdaflow.inflection.sources import read_unimorph
from cdaflow.option_types import Language
from cdaflow.wordlists import wordlist
from cdaflow.wordlists.check import check_folder


def check(
    folder: Path | None = None,
    /,
    *,
    lang: Sequence[Language] = (),
    lexicon: Sequence[Path] = (),
) -> int:
    """Find mistakes in the lists: misspelt notes, swapped genders, ...

    Rows, notes, professions that the English list lacks, swapped genders and words of another
    language are checked. What is certainly wrong is an error, what is likely to be a warning. The
    workflow does the same before its first job.

    Args:
        folder (FOLDER): the folder with professions.tsv, professions.es.tsv, ... (default:
            config/wordlists)
        lang: check the lists of these languages (default: all languages with lists)
        lexicon: UniMorph tables of the language (with one --lang): forms are looked up in them, too

    Exit status: 0 no error (there may be warnings), 1 errors.
    """
    if lexicon and len(lang) != 1:
        raise ConfigError("option.lexicon-without-lang", "--lexicon requires --lang")
    genders: dict[str, set[str]] = {}
    for entry in (entry for path in lexicon for entry in read_unimorph(path)):
        if entry.upos == "NOUN" and "Gender" in entry.feats:
            genders.setdefault(entry.form.lower(), set()).add(entry.feats["Gender"])
    folder = folder or wordlist(None, "professions.tsv").parent
    findings = check_folder(folder, lang, lexicons=dict.fromkeys(lang, genders))
    for finding in findings:
        print(f"{'error' if finding.certain else 'warning'}: {finding.fault}", file=sys.stderr)
    errors = sum(finding.certain for finding in findings)
    print(f"{folder}: {errors} errors, {len(findings) - errors} warnings")
    return int(errors > 0)
