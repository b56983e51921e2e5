"""The review of candidates for nouns of persons, and coverage of published lists.

Zmigrod et al. 2019, section 5.2, extracted their gazetteer from WordNet and filtered it by hand.
Here pairs of nouns in a lexicon (`pairing`) are ordered by what speaks for persons (`evidence`): a
person reads the sheet and writes yes or no. The review consults no list that the gazetteer is
scored on.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator

from cdaflow.errors import InputError
from cdaflow.io.files import read_table, tsv_lines, write_lines
from cdaflow.wordlists.evidence import Evidence
from cdaflow.wordlists.pairing import Candidate
from cdaflow.wordlists.rows import FORMS, read_person_rows

#: The columns of a review sheet that are read again; `verdict` is empty, "yes" (a person) or "no".
_READ = ("lemma", *FORMS, "verdict")

#: The columns of a review sheet.
COLUMNS = (*_READ, "note", "score", "count", "pairing", "evidence")


def write_sheet(
    path: str | os.PathLike[str], candidates: Iterable[tuple[Candidate, Evidence]]
) -> int:
    """Write a review sheet (TSV, COLUMNS) without verdicts; return how many rows it has."""
    rows = (
        [candidate.lemma, *(candidate.forms[name] for name in FORMS), "", "", str(why.score),
         str(why.count), candidate.pairing, ", ".join(why.reasons)]
        for candidate, why in candidates
    )  # fmt: skip
    return write_lines(path, tsv_lines(COLUMNS, rows)) - 1


def read_sheet(path: str | os.PathLike[str]) -> Iterator[tuple[Candidate, str]]:
    """Yield the candidates of a review sheet with their verdicts ("", "yes" or "no").

    Raises InputError for another verdict and for a row without both forms.
    """
    for line, row in read_table(path, _READ, whole=True):
        forms = {name: row[name] for name in FORMS}
        if not (row["lemma"] and forms["masculine"] and forms["feminine"]):
            raise InputError(
                "sheet.incomplete-row", "expected a lemma with both forms", file=path, line=line
            )
        verdict = row["verdict"].strip().lower()
        if verdict not in ("", "yes", "no"):
            raise InputError(
                "sheet.unknown-verdict",
                f"unknown verdict {verdict!r}",
                file=path,
                line=line,
                hint="write yes, no or nothing",
            )
        yield Candidate(row["lemma"], forms), verdict


def write_word_list(
    path: str | os.PathLike[str], reviewed: Iterable[tuple[Candidate, str]]
) -> tuple[int, int]:
    """Write the candidates that are persons (yes) as a word list; return how many, and the rest.

    Their lemma stands for an English name, which is not known.

    Raises InputError where no verdict is yes.
    """
    accepted, others = list[Candidate](), 0
    for candidate, verdict in reviewed:
        if verdict == "yes":
            accepted.append(candidate)
        else:
            others += 1
    if not accepted:
        raise InputError(
            "sheet.no-yes",
            "no row of the sheet has the verdict yes",
            hint="review the sheet, and write yes in the rows of person nouns",
        )
    rows = (
        [candidate.lemma, *(candidate.forms[name] for name in FORMS), ""] for candidate in accepted
    )
    write_lines(path, tsv_lines(("person", *FORMS, "note"), rows))
    return len(accepted), others


def listed_pairs(paths: Iterable[str | os.PathLike[str]]) -> set[tuple[str, str]]:
    """Return the pairs (masculine, feminine) of word lists such as persons.es.tsv.

    Nouns of one gender for everybody and those without one of the forms are passed over.
    """
    return {
        (row.forms["masculine"], row.forms["feminine"])
        for path in paths
        for row in read_person_rows(path)
        if row.forms["masculine"] and row.forms["feminine"] and not row.note.fixed
    }


def covered(
    ours: Collection[tuple[str, str]], published: Iterable[tuple[str, str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the pairs of a published list that are in ours, and all other pairs."""
    pairs = sorted(published)
    return [pair for pair in pairs if pair in ours], [pair for pair in pairs if pair not in ours]
