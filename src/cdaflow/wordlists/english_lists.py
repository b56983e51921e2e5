"""The word lists of English that selection and swap go by: pronouns, professions, nouns, names.

All are TSV files under config/wordlists/, edited by hand: one line a word, a header line, UTF-8.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, read_table
from cdaflow.io.recognition import Content

Table = TypeVar("Table", bound=dict[Any, Any])

GENDERS = ("Masc", "Fem")

#: The gender of the counterfactual.
OPPOSITE = {"Masc": "Fem", "Fem": "Masc"}

#: The cases of pronouns: "independent" is "hers" in "a friend of hers".
CASES = ("subject", "object", "possessive", "independent", "reflexive")

#: What the column `note` of a gendered noun may say: the masculine is said of women too
#: ("actor"), or has other meanings ("count"). Such a noun is not made feminine by default.
NOTES = ("", "epicene", "ambiguous")

#: Kinds of gendered words. Those of "address" stand before names and are matched with their case.
KINDS = ("person", "kin", "title", "role", "address", "abstract", "adjective")


class GenderedPronoun(NamedTuple):
    """One reading of a pronoun ("her" has two); `feats` and `xpos` are what tells it in a tree."""

    form: str
    lemma: str
    gender: str
    person: str
    case: str
    opposite: str
    xpos: str
    feats: Mapping[str, str]


GenderedPronouns = Mapping[str, tuple[GenderedPronoun, ...]]


class Profession(NamedTuple):
    """What a form stands for: the noun as the list has it, and its number (Sing or Plur)."""

    name: str
    number: str


#: What parts the words of a profession: "vice-president" may be written "vice president".
SEPARATOR = re.compile(r"[ \-]")

#: Each form as lower-case words, and what it stands for.
EnglishProfessions = Mapping[tuple[str, ...], Profession]


#: By profession, the share of feminine among its singular and plural mentions, 0 to 1.
Stereotypes = Mapping[str, float]


class GenderedNoun(NamedTuple):
    """Where a form of a gendered noun comes from and the form of the other gender."""

    form: str
    gender: str
    number: str
    opposite: str
    kind: str
    note: str


@dataclass(frozen=True)
class GenderedNouns:
    """Gendered words by lower-case form; those of address by the form as it is written.

    A form that has several rows is taken from the first: "lady" is the other of "gentleman".
    """

    words: Mapping[str, GenderedNoun]
    address: Mapping[str, GenderedNoun]


def read_gendered_pronouns(path: str | os.PathLike[str]) -> GenderedPronouns:
    """Read config/wordlists/pronouns.en.tsv: the readings of each form, in lower case.

    Columns: form, lemma, gender (Masc, Fem), person, case (see CASES), opposite (the form that
    takes its place), xpos (Penn Treebank), feats (UD features, with bars).

    Raises InputError where a value is none of these, a reading is duplicated, an opposite is no
    form of the list of the same case and the other gender, or there is no row.
    """
    readings: dict[str, tuple[GenderedPronoun, ...]] = {}
    lines: list[tuple[int, GenderedPronoun]] = []
    columns = ("form", "lemma", "gender", "person", "case", "opposite", "xpos", "feats")
    for number, row in _rows(path, columns, required=columns[:6]):
        form = row["form"].lower()
        _check_value(row["gender"], GENDERS, "gender", path, number)
        _check_value(row["case"], CASES, "case", path, number)
        feats = dict(part.partition("=")[::2] for part in row["feats"].split("|") if part)
        pronoun = GenderedPronoun(
            form, row["lemma"], row["gender"], row["person"], row["case"],
            row["opposite"].lower(), row["xpos"], feats,
        )  # fmt: skip
        if any(other.case == pronoun.case for other in readings.get(form, ())):
            raise InputError(
                "pronoun.duplicate",
                f"{form!r} is duplicated as {pronoun.case}",
                file=path,
                line=number,
            )
        if not (form.isascii() and form.isalpha()):
            raise InputError(
                "pronoun.not-letters",
                f"{form!r}: a pronoun must consist of letters from a to z",
                file=path,
                line=number,
            )
        readings[form] = (*readings.get(form, ()), pronoun)
        lines.append((number, pronoun))
    for number, pronoun in lines:
        others = readings.get(pronoun.opposite, ())
        if not any(o.case == pronoun.case and o.gender != pronoun.gender for o in others):
            raise InputError(
                "pronoun.no-such-opposite",
                f"the opposite {pronoun.opposite!r} of {pronoun.form!r} is not a {pronoun.case} "
                "pronoun of the other gender in this list",
                file=path,
                line=number,
            )
    return _filled(readings, path)


def read_english_professions(path: str | os.PathLike[str]) -> EnglishProfessions:
    """Read config/wordlists/professions.tsv: what each form, as lower-case words, stands for.

    Columns: profession, plural, and for nouns that show the gender feminine, feminine_plural.

    Raises InputError where a profession lacks its plural, is duplicated or has signs other than
    letters, blanks and hyphens, or there is no row.
    """
    forms: dict[tuple[str, ...], Profession] = {}
    columns = ("profession", "plural", "feminine", "feminine_plural")
    for number, row in _rows(path, columns, required=columns[:2]):
        cells = zip(columns, ("Sing", "Plur", "Sing", "Plur"), strict=True)
        for key, plurality in {
            tuple(SEPARATOR.split(row[column].lower())): plurality for column, plurality in cells
        }.items():
            if key == ("",):
                continue
            if not all(word.isalpha() for word in key):
                raise InputError(
                    "profession.not-letters",
                    f"{' '.join(key)!r}: a profession must consist of words of letters",
                    file=path,
                    line=number,
                )
            if key in forms:
                raise InputError(
                    "profession.duplicate",
                    f"{' '.join(key)!r} is duplicated",
                    file=path,
                    line=number,
                    hint="a form may belong to one profession only: remove one of the rows",
                )
            forms[key] = Profession(row["profession"], plurality)
    return _filled(forms, path)


def read_gendered_nouns(path: str | os.PathLike[str]) -> GenderedNouns:
    """Read config/wordlists/gendered.en.tsv.

    Columns: masculine, feminine, masculine_plural, feminine_plural (either may be empty), kind
    (see KINDS), note (see NOTES).

    Raises InputError where kind or note is another, a row is duplicated, or there is no row.
    """
    words: dict[str, GenderedNoun] = {}
    address: dict[str, GenderedNoun] = {}
    seen: set[tuple[str, str]] = set()
    columns = ("masculine", "feminine", "masculine_plural", "feminine_plural", "kind", "note")
    for number, row in _rows(path, columns, required=("masculine", "feminine", "kind")):
        _check_value(row["kind"], KINDS, "kind", path, number)
        _check_value(row["note"], NOTES, "note", path, number)
        if (row["masculine"], row["feminine"]) in seen:
            raise InputError(
                "noun-pair.duplicate", "this pair is duplicated", file=path, line=number
            )
        seen.add((row["masculine"], row["feminine"]))
        table = address if row["kind"] == "address" else words
        for end, plurality in (("", "Sing"), ("_plural", "Plur")):
            masculine, feminine = row[f"masculine{end}"], row[f"feminine{end}"]
            for gender, form, counterpart in (
                ("Masc", masculine, feminine),
                ("Fem", feminine, masculine),
            ):
                if form and counterpart:
                    key = form if table is address else form.lower()
                    noun = GenderedNoun(
                        form, gender, plurality, counterpart, row["kind"], row["note"]
                    )
                    table.setdefault(key, noun)
    return GenderedNouns(_filled(words, path), address)


def read_names(path: str | os.PathLike[str]) -> Mapping[str, str]:
    """Read a user's table of given names: masculine, tab, feminine; no header, "#" for remarks.

    Returns the name that takes the place of each. One that comes again counts where it came first
    (Alex in one row as a man's name and in a later one as a woman's: the first).

    Raises InputError where a line is not two names, or there is none.
    """
    names: dict[str, str] = {}
    for number, line in enumerate(read_lines(path, Content.TABLE), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != 2 or not all(cells) or any(" " in cell for cell in cells):
            raise InputError(
                "name-pair.malformed",
                "expected a masculine and a feminine name of one word each, separated by a tab",
                file=path,
                line=number,
            )
        names.setdefault(cells[0], cells[1])
        names.setdefault(cells[1], cells[0])
    return _filled(names, path)


def read_persons(paths: Iterable[str | os.PathLike[str]]) -> frozenset[str]:
    """Return the nouns of lists of English persons, in lower case: the first column of each."""
    nouns = set()
    for path in paths:
        lines = read_lines(path, Content.TABLE)
        next(lines, "")
        nouns |= {line.split("\t")[0].strip().lower() for line in lines if line.strip()}
    return frozenset(nouns)


def load_stereotypes(
    path: str | os.PathLike[str], professions: Mapping[str, object]
) -> dict[str, float]:
    """Return the feminine share of each profession of config/wordlists/stereotypes.tsv.

    `professions`: the professions of the English word list. Raises InputError with the line at a
    profession that is not among them or comes twice and at a share that is no number from 0 to 1,
    and where there are too few professions for a corpus.
    """
    shares: dict[str, float] = {}
    columns = ("profession", "feminine_share")
    for number, row in _rows(path, columns, required=columns):
        profession = row["profession"]
        if profession not in professions:
            raise InputError(
                "stereotype.unknown-profession",
                f"{profession!r} is not in the list of professions",
                file=path,
                line=number,
                hint="add it to professions.tsv and to the list of each language, or remove it",
            )
        if profession in shares:
            raise InputError(
                "stereotype.duplicate-profession",
                f"{profession!r} is duplicated",
                file=path,
                line=number,
            )
        try:
            share = float(row["feminine_share"])
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise InputError(
                "stereotype.share-out-of-range",
                f"feminine_share must be a number from 0 to 1, found {row['feminine_share']!r}",
                file=path,
                line=number,
            )
        shares[profession] = share
    if len(shares) < 10:
        raise InputError(
            "stereotype.too-few-professions",
            f"expected 10 professions or more, found {len(shares)}",
            file=path,
        )
    return shares


def _rows(
    path: str | os.PathLike[str], columns: tuple[str, ...], required: tuple[str, ...]
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the rows of a word list, with blanks at the ends of cells taken off."""
    for number, cells in read_table(path, columns, whole=True):
        row = {name: cell.strip() for name, cell in cells.items()}
        if not any(row.values()):
            continue
        for column in required:
            if not row[column]:
                raise InputError(
                    "cell.empty", f"the column {column!r} is empty", file=path, line=number
                )
        yield number, row


def _check_value(
    value: str, allowed: tuple[str, ...], column: str, path: str | os.PathLike[str], line: int
) -> None:
    if value not in allowed:
        raise InputError(
            "cell.unknown-value",
            f"{column} {value!r}: expected {', '.join(filter(None, allowed))}"
            + " or nothing" * ("" in allowed),
            file=path,
            line=line,
        )


def _filled(table: Table, path: str | os.PathLike[str]) -> Table:
    if not table:
        raise InputError("word-list.empty", "the file has no rows below the header", file=path)
    return table
