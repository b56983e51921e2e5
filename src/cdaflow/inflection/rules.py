"""Forms that a language makes by a rule: participles, adjectives and possessives.

The rules are tables in cdaflow/languages/<code>; a language without a table has no such rule.

participles.tsv: lexicons of nouns and adjectives leave most past participles out, and there is
nothing to guess: French puts an e for the feminine and an s for the plural. Columns masculine,
feminine, masculine_plural, feminine_plural: endings, and `lemma`: the ending of infinitives that
have them (empty: any). A row holds for a participle that has the ending of its gender and number;
of several the first.

adjective_endings.tsv: the same for adjectives, by the ending of the lemma; "-" where an ending does
not tell the form. Of the adjectives of a dictionary each row is right for 99 per cent at least
(tests/inflection/test_adjective_endings.py). Taggers take participles for adjectives, too, with a
masculine as the lemma that no dictionary has: "ils sont sortis", of "sorti".

possessives.tsv: possessives that show the gender of the owner, "sein Buch" and "ihr Buch", one row
for each pair: the form of a man's and of a woman's. UD writes the owner's gender as Gender[psor].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import cdaflow.languages
from cdaflow.io.files import read_table
from cdaflow.trees import Token

_CELLS = {
    ("Masc", "Sing"): "masculine",
    ("Fem", "Sing"): "feminine",
    ("Masc", "Plur"): "masculine_plural",
    ("Fem", "Plur"): "feminine_plural",
}


#: The columns of each table.
_COLUMNS = {
    "adjective_endings": (*_CELLS.values(), "lemma"),
    "participles": (*_CELLS.values(), "lemma"),
    "possessives": ("masculine", "feminine"),
}


@cache
def read_rules(code: str, name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a table of a language, by the name of its file; none without such a file.

    Raises ConfigError for a language that cdaflow does not know.
    """
    cdaflow.languages.get(code)
    path = Path(cdaflow.languages.__file__).parent / code / f"{name}.tsv"
    return tuple(row for _, row in read_table(path, _COLUMNS[name])) if path.is_file() else ()


def _rows(token: Token, code: str, name: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of a table for the lemma of a word."""
    for row in read_rules(code, name):
        if any(token.lemma.endswith(ending) for ending in row["lemma"].split("/")):
            yield row


def _participle_rows(token: Token, code: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of participles.tsv for the verb of a past participle; none for other words."""
    if token.feats.get("VerbForm") == "Part" and token.feats.get("Tense", "Past") == "Past":
        yield from _rows(token, code, "participles")


def participle(token: Token, feats: Mapping[str, str], code: str) -> str | None:
    """Return a past participle, in lower case, with the gender and number of `feats`.

    None for any other word, and where no rule holds.
    """
    return _by_rows(_participle_rows(token, code), token, feats)


def adjective(token: Token, feats: Mapping[str, str], code: str) -> str | None:
    """Return an adjective, in lower case, with the gender and number of `feats`.

    None for any other word, and where no rule holds.
    """
    regular = token.upos == "ADJ" and "-" not in token.form
    rows = _rows(token, code, "adjective_endings") if regular else ()
    return _by_rows(rows, token, feats)


def _by_rows(
    rows: Iterable[Mapping[str, str]], token: Token, feats: Mapping[str, str]
) -> str | None:
    """Return the form that the first row makes which has the ending of the word; None for none."""
    form = token.form.lower()
    old = _CELLS.get((token.feats.get("Gender", ""), token.feats.get("Number", "")))
    new = _CELLS.get((feats.get("Gender", ""), feats.get("Number", "")))
    if old is None or new is None:
        return None
    for row in rows:
        if form.endswith(row[old]) and row[new] != "-":
            return form.removesuffix(row[old]) + row[new]
    return None


def has_one_masculine(token: Token, code: str) -> bool:
    """Whether a word ends as masculines do that are the same in both numbers: "surpris"."""
    rows = (*_participle_rows(token, code), *_rows(token, code, "adjective_endings"))
    return any(
        row["masculine"] == row["masculine_plural"]
        and token.form.lower().endswith(row["masculine"])
        for row in rows
    )


def participle_genders(token: Token, code: str) -> frozenset[str]:
    """Return the genders that the ending of a past participle tells, whatever its features say.

    None for any other word, without its number, and where no rule holds. Of endings the longest
    counts.
    """
    form = token.form.lower()
    endings = [
        (len(row[column]), gender)
        for row in _participle_rows(token, code)
        for (gender, number), column in _CELLS.items()
        if number == token.feats.get("Number") and row[column] and form.endswith(row[column])
    ]
    longest = max((length for length, _ in endings), default=0)
    return frozenset(gender for length, gender in endings if length == longest)


#: The feature that says whose gender a possessive shows.
OWNER = "Gender[psor]"


def possessive_form(form: str, gender: str, code: str) -> str | None:
    """Return a possessive of an owner of the gender, in lower case; None if it is not known."""
    for row in read_rules(code, "possessives"):
        if form.lower() in (row["masculine"], row["feminine"]):
            return {"Masc": row["masculine"], "Fem": row["feminine"]}.get(gender)
    return None
