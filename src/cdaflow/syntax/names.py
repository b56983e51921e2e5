"""Nouns that are not open to a change of gender: those of named persons, and those of things.

Whoever is named has a gender that no swap of pronouns changes (`name_of`).

Nouns of persons may name a thing where they stand: "le cadre d'une mission", "en général". They are
read from things.tsv in cdaflow/languages/<code>, where a language has one: columns form (with
slashes between several), gender, when, note. What stands there is no person as a rule: better
rejected than changed. `when` says where, and is empty for everywhere: `nmod=de`, a noun hangs on
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
from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.tree import preceding, relation
from cdaflow.trees import Sentence, Token

#: Relations of words that name one person together.
_BESIDE = frozenset({"appos", "compound", "flat", "nmod"})


def name_of(tree: Sentence, noun: int, language: str, other_side: str) -> str:
    """Return the name of the person that a noun speaks of, "" where it has none.

    "Doctor Smith", "Smith, the doctor", "Maria is a nurse", "Maria became a nurse" and "Maria
    works as a nurse" have one; "Maria saw a nurse" has none. `other_side`: the text of the other
    language. Annotators take many a first word for a name; names mostly begin alike in both.
    """
    token = tree.tokens[noun - 1]
    head = tree.tokens[token.head - 1] if token.head else None
    for child in tree.children(noun):
        if _is_name(child, other_side) and (_is_beside(tree, child) or relation(child) == "nsubj"):
            return child.form
    if head is None:
        return ""
    if _is_name(head, other_side) and _is_beside(tree, token):
        return head.form
    words = word_set(language, "as")
    is_as = any(child.lemma.lower() in words for child in tree.children(noun))
    # What somebody becomes, remains or is called; "Maria works as a nurse".
    if relation(token) == "xcomp" or (is_as and relation(token) in ("obl", "advcl", "nmod")):
        for child in tree.children(head.id):
            if _is_name(child, other_side) and relation(child) == "nsubj":
                return child.form
    return ""


def _is_name(token: Token, other_side: str) -> bool:
    if token.upos != "PROPN":
        return False
    if token.id > 1 and token.form[:1].isupper():
        return True
    return len(token.form) > 2 and token.form[:3].lower() in other_side.lower()


def _is_beside(tree: Sentence, token: Token) -> bool:
    bare = all(relation(child) != "case" for child in tree.children(token.id))
    return relation(token) in _BESIDE and bare


#: For each form and gender the conditions, any of which makes it a thing.
InanimateNouns = Mapping[tuple[str, str], tuple[tuple[str, str], ...]]

_CONDITIONS = frozenset({"", "bare", "before", "nmod", "unless"})


@cache
def inanimate_nouns(code: str) -> InanimateNouns:
    """Return the things of a language; empty for one without a table.

    Raises ConfigError for a language that cdaflow does not know.
    """
    cdaflow.languages.get(code)
    return read_inanimate_nouns(Path(cdaflow.languages.__file__).parent / code / "things.tsv")


def read_inanimate_nouns(path: Path) -> InanimateNouns:
    """Return the things of a table; empty if there is none.

    Raises InputError, with the line, for a condition that is none of those above.
    """
    if not path.is_file():
        return {}
    conditions: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
    for number, row in read_table(path, ("form", "gender", "when")):
        name, _, value = row["when"].partition("=")
        if name not in _CONDITIONS or bool(name) != bool(value) or not row["gender"]:
            raise InputError(
                "inanimate-noun.malformed",
                "expected a gender, and nmod=, before=, bare= or unless= and a word, or nothing",
                file=path,
                line=number,
            )
        for form in row["form"].split("/"):
            key = form, row["gender"]
            conditions[key] = (*conditions.get(key, ()), (name, value))
    return conditions


def is_inanimate(sentence: Sentence, token: Token, nouns: InanimateNouns) -> bool:
    """Return whether a noun is likely to name a thing where it stands."""
    if token.upos != "NOUN" or _is_said_of_somebody(sentence, token):
        return False
    before = preceding(sentence, token)
    if before is not None and before.upos == "NOUN":
        return False
    gender = token.feats.get("Gender")
    conditions = [
        condition
        for value in (("Fem", "Masc") if gender is None else (gender,))
        for condition in nouns.get((token.form.lower(), value), ())
    ]
    return any(_holds(sentence, token, name, value) for name, value in conditions)


def _is_said_of_somebody(sentence: Sentence, token: Token) -> bool:
    """Return whether a noun is the predicate of a name or of a personal pronoun."""
    children = list(sentence.children(token.id))
    return any(child.deprel == "cop" for child in children) and any(
        relation(child) == "nsubj"
        and (child.upos == "PROPN" or child.feats.get("PronType") == "Prs")
        for child in children
    )


def _holds(sentence: Sentence, token: Token, name: str, value: str) -> bool:
    before = preceding(sentence, token)
    if name in ("bare", "before"):
        behind = before is not None and value in (before.lemma, before.form.lower())
        determined = any(child.upos == "DET" for child in sentence.children(token.id))
        return behind and not (name == "bare" and determined)
    if name == "unless":
        return all(c.upos != "DET" or c.lemma != value for c in sentence.children(token.id))
    if name == "nmod":
        return any(
            relation(child) == "nmod"
            and any(part.lemma == value for part in sentence.children(child.id))
            for child in sentence.children(token.id)
        )
    return True
