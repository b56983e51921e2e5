"""Nouns of persons that name a thing where they stand: "le cadre d'une mission", "en général".

Read from things.tsv in cdaflow/languages/<code>, where a language has one: columns form (with
slashes between several), gender, when, note. What stands there is no person as a rule: better
sent back than changed. `when` says where, and is empty for everywhere: `nmod=de`, a noun hangs on
it with that preposition; `before=en`, the word stands right behind that one; `bare=de`, behind
that preposition without a determiner; `unless=uno`, it has no determiner with that lemma. A noun
said of somebody ("Ella es física") or right behind another ("el científico inglés") is none of
these in any case.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import cdaflow.languages
from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.trees import Sentence, Token

#: For each form and gender the conditions, any of which makes it a thing.
Things = Mapping[tuple[str, str], tuple[tuple[str, str], ...]]

_CONDITIONS = frozenset({"", "bare", "before", "nmod", "unless"})


@cache
def thing_table(code: str) -> Things:
    """Return the things of a language; empty for one without a table.

    Raises ConfigError for a language that cdaflow does not know.
    """
    cdaflow.languages.get(code)
    return read_things(Path(cdaflow.languages.__file__).parent / code / "things.tsv")


def read_things(path: Path) -> Things:
    """Return the things of a table; empty if there is none.

    Raises InputError, with the line, for a condition that is none of those above.
    """
    if not path.is_file():
        return {}
    found: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
    for number, row in read_table(path, ("form", "gender", "when")):
        name, _, value = row["when"].partition("=")
        if name not in _CONDITIONS or bool(name) != bool(value) or not row["gender"]:
            raise InputError(
                "a gender, and nmod=, before=, bare= or unless= and a word, or nothing, are wanted",
                file=path,
                line=number,
            )
        for form in row["form"].split("/"):
            key = form, row["gender"]
            found[key] = (*found.get(key, ()), (name, value))
    return found


def names_thing(sentence: Sentence, token: Token, things: Things) -> bool:
    """Return whether a noun is likely to name a thing where it stands."""
    if token.upos != "NOUN" or _is_said_of_somebody(sentence, token):
        return False
    if token.id > 1 and sentence.tokens[token.id - 2].upos == "NOUN":
        return False
    gender = token.feats.get("Gender")
    conditions = [
        condition
        for value in (("Fem", "Masc") if gender is None else (gender,))
        for condition in things.get((token.form.lower(), value), ())
    ]
    return any(_holds(sentence, token, name, value) for name, value in conditions)


def _is_said_of_somebody(sentence: Sentence, token: Token) -> bool:
    """Return whether a noun is the predicate of a name or of a personal pronoun."""
    children = list(sentence.children(token.id))
    return any(child.deprel == "cop" for child in children) and any(
        child.deprel.partition(":")[0] == "nsubj"
        and (child.upos == "PROPN" or child.feats.get("PronType") == "Prs")
        for child in children
    )


def _holds(sentence: Sentence, token: Token, name: str, value: str) -> bool:
    before = sentence.tokens[token.id - 2] if token.id > 1 else None
    if name in ("bare", "before"):
        behind = before is not None and value in (before.lemma, before.form.lower())
        determined = any(child.upos == "DET" for child in sentence.children(token.id))
        return behind and not (name == "bare" and determined)
    if name == "unless":
        return all(c.upos != "DET" or c.lemma != value for c in sentence.children(token.id))
    if name == "nmod":
        return any(
            child.deprel.partition(":")[0] == "nmod"
            and any(part.lemma == value for part in sentence.children(child.id))
            for child in sentence.children(token.id)
        )
    return True
