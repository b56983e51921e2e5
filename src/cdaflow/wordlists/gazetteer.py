"""Candidates for nouns of persons from lexicons, their review, coverage of published lists.

Zmigrod et al. 2019, section 5.2, extracted their gazetteer from WordNet and filtered it by hand.
Here a lexicon that has both genders of a noun under one lemma ("ingeniero": ingeniero, ingeniera)
gives a candidate, whatever the language. Animals and some things are among them: a person reads the
sheet and writes yes or no. The review consults no list that the gazetteer is scored on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, read_table, tsv_lines, write_lines
from cdaflow.wordlists.rows import FORMS

#: The columns of a review sheet; `verdict` is empty, "yes" (a person) or "no".
COLUMNS = ("lemma", *FORMS, "verdict", "note")

_GENDERS = {"MASC": "masculine", "FEM": "feminine"}
_NUMBERS = {"SG": "", "PL": "_plural"}


@dataclass(frozen=True)
class Candidate:
    """A noun with forms in both genders, by column of word lists ("" for none)."""

    lemma: str
    forms: Mapping[str, str]

    @property
    def pair(self) -> tuple[str, str]:
        """The masculine and the feminine singular."""
        return self.forms["masculine"], self.forms["feminine"]


def find_candidates(paths: Iterable[str | os.PathLike[str]]) -> list[Candidate]:
    """Return the nouns that UniMorph tables have in both genders under one lemma, by lemma.

    Each masculine singular is paired with each feminine one that is written otherwise; plurals are
    taken where there is one of the gender. Names and words with digits are left out.

    Raises InputError for a line without three columns, and where there is no candidate.
    """
    lemmas: dict[str, dict[str, dict[str, None]]] = {}
    for path in paths:
        for line, row in enumerate(read_lines(path), 1):
            if not row.strip():
                continue
            cells = row.split("\t")
            if len(cells) < 3:
                raise InputError(
                    "a UniMorph line is lemma, form and features with tabs between",
                    file=path,
                    line=line,
                )
            features = re.split(r"[;()]+", cells[2])
            number = next((_NUMBERS[f] for f in features if f in _NUMBERS), None)
            gender = next((_GENDERS[f] for f in features if f in _GENDERS), None)
            if features[0] == "N" and gender and number is not None and cells[1].islower():
                forms = lemmas.setdefault(cells[0], {})
                forms.setdefault(gender + number, {})[cells[1]] = None
    found = [each for lemma in sorted(lemmas) for each in _pairs(lemma, lemmas[lemma])]
    if not found:
        raise InputError(
            "no lemma of the lexicons has nouns of both genders",
            hint="give UniMorph tables whose nouns have MASC and FEM, such as spa.freeling.tsv.gz",
        )
    return found


def _pairs(lemma: str, forms: Mapping[str, Mapping[str, None]]) -> Iterator[Candidate]:
    """Yield the pairs of a lemma."""
    plurals = {
        column: next(iter(forms[column])) if len(forms.get(column, ())) == 1 else ""
        for column in FORMS
        if column.endswith("_plural")
    }
    for one in forms.get("masculine", ()):
        for other in forms.get("feminine", ()):
            if one != other and not re.search(r"\d", one + other):
                yield Candidate(lemma, {"masculine": one, "feminine": other, **plurals})


def write_sheet(path: str | os.PathLike[str], candidates: Sequence[Candidate]) -> int:
    """Write a review sheet (TSV, COLUMNS) without verdicts; return how many rows it has."""
    rows = ([each.lemma, *(each.forms[name] for name in FORMS), "", ""] for each in candidates)
    return write_lines(path, tsv_lines(COLUMNS, rows)) - 1


def read_sheet(path: str | os.PathLike[str]) -> Iterator[tuple[Candidate, str]]:
    """Yield the candidates of a review sheet with their verdicts ("", "yes" or "no").

    Raises InputError for another verdict and for a row without both forms.
    """
    for line, row in read_table(path, COLUMNS[:-1], whole=True):
        forms = {name: row[name] for name in FORMS}
        if not (row["lemma"] and forms["masculine"] and forms["feminine"]):
            raise InputError("a lemma with both forms is expected", file=path, line=line)
        verdict = row["verdict"].strip().lower()
        if verdict not in ("", "yes", "no"):
            raise InputError(
                f"the verdict is {verdict!r}", file=path, line=line, hint="write yes, no or nothing"
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
            "no row of the sheet has the verdict yes",
            hint="read the sheet, and write yes beside nouns of persons",
        )
    rows = ([each.lemma, *(each.forms[name] for name in FORMS), ""] for each in accepted)
    write_lines(path, tsv_lines(("person", *FORMS, "note"), rows))
    return len(accepted), others


def read_published(path: str | os.PathLike[str]) -> set[tuple[str, str]]:
    """Return the pairs (masculine, feminine) of a published list: English, feminine, masculine.

    A header (english, fem, masc) may be absent, as in the French list of biasCDA; lines without a
    pair are passed over. Raises InputError where there is no pair.
    """
    found = set()
    for line in read_lines(path):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) == 3 and all(cells[1:]) and cells != ["english", "fem", "masc"]:
            found.add((cells[2], cells[1]))
    if not found:
        raise InputError("no line has English, feminine and masculine", file=path)
    return found


def covered(
    candidates: Iterable[Candidate], published: Iterable[tuple[str, str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the pairs of a published list among the candidates, and the others."""
    ours = {each.pair for each in candidates}
    pairs = sorted(published)
    return [each for each in pairs if each in ours], [each for each in pairs if each not in ours]
