"""What people are said to be, where small annotators take the words around for others.

A pronoun and a form of "be" for nouns: "tu es fâché", "un est parti"; a noun for a participle: "en
tant que correspondant". The word sets "hearer_subject" and "be_forms" have the forms; pronouns such
as "un" and "chacun" are those of indefinites.tsv.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.predicates import Genders, readings
from cdaflow.syntax.tree import is_acyclic, straight
from cdaflow.trees import Sentence, Token

#: What a form of "be" is taken for, and what may be said by means of it.
_MISTAGGED = frozenset({"ADJ", "NOUN", "PROPN", "X"})
_SAID = frozenset({"ADJ", "NOUN", "VERB", "X"})

#: What may follow that.
_ENDS = frozenset({"ADP", "CCONJ", "PUNCT", "SCONJ"})


def with_copulas(tree: Sentence, language: str, pronouns: Collection[str]) -> Sentence:
    """Return the tree with such a pronoun as the subject of what is said behind the form of "be".

    `pronouns`: those of the third person, in lower case. The same sentence where nothing is said.
    """
    hearer = word_set(language, "hearer_subject")
    forms = word_set(language, "be_forms")
    tokens = list(tree.tokens)
    for verb in tree.tokens:
        if straight(verb.form) not in forms or verb.upos not in _MISTAGGED:
            continue
        before = tokens[verb.id - 2] if verb.id > 1 else None
        behind = tokens[verb.id] if verb.id < len(tokens) else None
        if before is not None and straight(before.form) in hearer:
            _attach(tokens, before, verb, "2")
        elif behind is not None and straight(behind.form).lstrip("-") in hearer:
            _attach(tokens, behind, verb, "2")
        elif before is not None and straight(before.form) in pronouns:
            _attach(tokens, before, verb, "3")
    return _with_tokens(tree, tokens)


def with_first_and_second(tree: Sentence, language: str, genders: Genders) -> Sentence:
    """Return the tree with what follows "I am" or "you are" as an adjective: "soy alérgica".

    Small annotators take it for a verb or a noun in short sentences. `genders`: those of a form.
    """
    tokens = list(tree.tokens)
    lone, subjects = (word_set(language, name) for name in ("solitary", "hearer_subject"))
    for person, name in (("1", "be_first"), ("2", "be_second")):
        for verb in tree.tokens:
            rest = tokens[verb.id :] if straight(verb.form) in word_set(language, name) else []
            said = next((t for t in rest if t.upos != "ADV" or straight(t.form) in lone), verb)
            degree = tokens[said.id - 2].upos == "ADV"
            noun = said.upos == "NOUN" and not degree and bool(genders(said.changed(feats={})))
            number = {"Number": said.feats.get("Number", "Sing")}
            read = readings(said.changed(feats=number), genders) - {""}
            after = tokens[said.id].upos if said.id < len(tokens) else "PUNCT"
            right = said.upos == "ADJ" or ("Gender" in said.feats and verb.upos == "AUX")
            if said is verb or noun or right or len(read) != 1 or after not in _ENDS:
                continue
            tokens[said.id - 1] = said.changed(upos="ADJ", feats={"Gender": read.pop(), **number})
            before = tokens[verb.id - 2] if verb.id > 1 else verb
            _attach(tokens, before if straight(before.form) in subjects else verb, verb, person)
    return _with_tokens(tree, tokens)


def _attach(tokens: list[Token], subject: Token, verb: Token, person: str) -> None:
    """Make a word the subject, and another the copula, of the next that is no adverb."""
    rest = tokens[max(subject.id, verb.id) :]
    said = next((t for t in rest if t.upos != "ADV"), None)
    if said is None or said.upos not in _SAID:
        return
    group = {subject.id, verb.id, said.id}
    top = _top([subject, verb, said], group)
    feats = {name: v for name, v in subject.feats.items() if name in ("Gender", "Number")}
    tokens[subject.id - 1] = subject.changed(
        upos="PRON", feats={"Number": "Sing", **feats, "Person": person}, head=said.id,
        deprel="nsubj",
    )  # fmt: skip
    tokens[verb.id - 1] = verb.changed(
        upos="AUX",
        feats={"Number": "Sing", "Person": person, "VerbForm": "Fin"},
        head=said.id,
        deprel="cop",
    )
    tokens[said.id - 1] = said.changed(head=top.head, deprel=_relation(top, said))
    for token in tokens:
        if token.id not in group and token.head in (subject.id, verb.id):
            tokens[token.id - 1] = token.changed(head=said.id)


def _top(words: Sequence[Token], group: Collection[int]) -> Token:
    return next((word for word in words if word.head not in group), words[-1])


def _relation(top: Token, said: Token) -> str:
    if top.head == 0:
        return "root"
    return said.deprel if top.id == said.id else "advcl"


def behind_as(tree: Sentence, language: str, genders: Genders) -> list[int]:
    """Return the ids of the nouns behind "en tant que" that are taken for verbs."""
    parts = word_set(language, "as_part")
    return [
        token.id
        for part, token in zip(tree.tokens, tree.tokens[2:], strict=False)
        if part.lemma in parts
        and token.upos == "VERB"
        and genders(token.changed(upos="NOUN", feats={}))
    ]


def _with_tokens(tree: Sentence, tokens: list[Token]) -> Sentence:
    """Return the tree with other tokens, or as it is where their heads would make a cycle."""
    return replace(tree, tokens=tuple(tokens)) if is_acyclic(tokens) else tree
