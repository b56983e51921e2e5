"""Relations that an annotator of little text confuses, repaired by the words of a closed class.

A clitic that only an object can be, taken for a subject ("o motivou"); what somebody becomes or is
elected, taken for an object or subject ("tornou-se um dos sócios", "foi eleito presidente"); the
word for "self" behind a pronoun, taken for an adverb ("ele mesmo"), and that for "alone" behind a
preposition ("da solo"); "have" of the perfect, taken for a verb of its own ("que j'avais
rencontré"), and a relative pronoun, taken for a conjunction. Each rule is that of the languages
that have its word set.
"""

from __future__ import annotations

from dataclasses import replace

from cdaflow.languages.closed_classes import Table, closed_table
from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.tree import following, is_acyclic, preceding, relation
from cdaflow.trees import Sentence, Token


def repair_relations(sentence: Sentence, language: str) -> Sentence:
    """Return a tree with the relations of perfects, clitics, predicate nouns and "self" repaired.

    The same sentence comes back where nothing is wrong.
    """
    table = closed_table(language)
    for token in sentence.tokens:
        verb = sentence.tokens[token.head - 1] if token.head else None
        if verb is not None and _is_perfect(sentence, token, verb, language):
            sentence = _as_perfect(sentence, token, verb, language)
    tokens = tuple(_repaired(sentence, token, language, table) for token in sentence.tokens)
    same = all(new is old for new, old in zip(tokens, sentence.tokens, strict=True))
    return sentence if same or not is_acyclic(tokens) else replace(sentence, tokens=tokens)


def _is_perfect(sentence: Sentence, token: Token, verb: Token, language: str) -> bool:
    """Whether a word is a participle of the perfect that hangs on its "have" as on a verb."""
    between = sentence.tokens[verb.id : token.id - 1]
    return (
        token.feats.get("VerbForm") == "Part"
        and relation(token) == "xcomp"
        and verb.id < token.id
        and verb.form.lower() in word_set(language, "have_forms")
        and bool(word_set(language, "perfect_of_object"))
        and all(word.upos == "ADV" for word in between)
    )


def _as_perfect(sentence: Sentence, participle: Token, have: Token, language: str) -> Sentence:
    """Return the tree with a participle in the place of its auxiliary, "avions" of avoir."""
    lemma = min(word_set(language, "perfect_of_object"))
    tokens = [
        token.changed(head=participle.id) if token.head == have.id else token
        for token in sentence.tokens
    ]
    tokens[participle.id - 1] = participle.changed(head=have.head, deprel=have.deprel)
    tokens[have.id - 1] = have.changed(lemma=lemma, upos="AUX", head=participle.id, deprel="aux")
    return replace(sentence, tokens=tuple(tokens))


def _repaired(sentence: Sentence, token: Token, language: str, table: Table) -> Token:
    verb = sentence.tokens[token.head - 1] if token.head else None
    if verb is not None and _is_object_clitic(token, verb, language):
        return token.changed(deprel="obj")
    if verb is not None and _is_predicate_noun(sentence, token, verb, language):
        return token.changed(deprel="xcomp")
    if verb is not None and _is_relative_object(sentence, token, verb, language):
        return token.changed(upos="PRON", deprel="obj")
    if _is_alone(sentence, token, language):
        while verb is not None and verb.head and verb.upos != "VERB":  # "tornato a casa da solo"
            verb = sentence.tokens[verb.head - 1]
        feats = {**token.feats, **_features(token, table)}
        return token.changed(upos="ADJ", head=verb.id if verb is not None else 0, feats=feats)
    pronoun = preceding(sentence, token)
    if pronoun is not None and _is_self(token, pronoun, language):
        return _as_adjective(token, pronoun, table)
    return token


def _is_object_clitic(token: Token, verb: Token, language: str) -> bool:
    """Whether a pronoun right before its verb is an object, though it hangs as a subject."""
    return (
        token.upos == "PRON"
        and token.form.lower() in word_set(language, "object_clitic")
        and relation(token) == "nsubj"
        and verb.upos == "VERB"
        and token.id + 1 == verb.id
    )


def _is_predicate_noun(sentence: Sentence, token: Token, verb: Token, language: str) -> bool:
    """Whether a noun says what somebody becomes, or is elected, though it hangs otherwise."""
    if token.upos not in ("NOUN", "NUM") or token.id < verb.id:
        return False
    children = list(sentence.children(token.id))
    if any(relation(child) == "case" and child.id < token.id for child in children):
        return False
    if relation(token) == "obj" and verb.lemma in word_set(language, "become_something"):
        return any(
            relation(child) == "expl" or child.form.lower() in word_set(language, "reflexive")
            for child in sentence.children(verb.id)
        )
    bare = all(relation(child) != "det" for child in children)
    passive = verb.feats.get("VerbForm") == "Part" and relation(token) in ("nsubj", "obj")
    return bare and passive and verb.lemma in word_set(language, "elect")


def _is_relative_object(sentence: Sentence, token: Token, verb: Token, language: str) -> bool:
    """Whether what is taken for a conjunction is the object of a perfect.

    It stands right behind a noun, of which the clause is said: "l'acteur qu'ils ont choisi". Its
    features show it, or the relation of the clause.
    """
    before = preceding(sentence, token)
    children = {relation(child) for child in sentence.children(verb.id)}
    return (
        token.upos == "SCONJ"
        and (
            token.feats.get("PronType") == "Rel"
            or (
                # Not "dis au client qu'ils ont menti".
                verb.head == token.id - 1
                and verb.deprel in ("acl:relcl", "advcl:cleft")
                and all(relation(child) != "case" for child in sentence.children(verb.head))
            )
        )
        and token.lemma in word_set(language, "relative")
        and verb.feats.get("VerbForm") == "Part"
        and before is not None
        and before.upos in ("NOUN", "PROPN")
        and "nsubj" in children
        and "obj" not in children
    )


def _is_alone(sentence: Sentence, token: Token, language: str) -> bool:
    """Whether an adverb is the adjective for "alone": "vive da solo", not "da soli tre anni"."""
    before, after = preceding(sentence, token), following(sentence, token)
    return (
        token.upos == "ADV"
        and before is not None
        and before.form.lower() in word_set(language, "before_alone")
        and token.lemma.lower() in word_set(language, "solitary")
        and (after is None or after.upos not in ("ADJ", "DET", "NOUN", "NUM"))
    )


def _is_self(token: Token, pronoun: Token, language: str) -> bool:
    """Whether a word right behind a personal pronoun is that for "self"."""
    return (
        token.lemma.lower() in word_set(language, "self")
        and token.upos in ("ADV", "DET", "PRON")
        and pronoun.upos == "PRON"
        and pronoun.feats.get("PronType") == "Prs"
        and relation(pronoun) != "expl"
    )


def _as_adjective(token: Token, pronoun: Token, table: Table) -> Token:
    """Return the word as an adjective of the pronoun, of the gender and number of its form."""
    feats = _features(token, table)
    if not feats or pronoun.feats.get("Gender", feats["Gender"]) != feats["Gender"]:
        return token  # "ela mesmo gostou": even
    return token.changed(upos="ADJ", head=pronoun.id, deprel="amod", feats={**token.feats, **feats})


def _features(token: Token, table: Table) -> dict[str, str]:
    """Return the gender and number of a form as an adjective, nothing where it has several."""
    readings = {
        (gender, number)
        for paradigm, gender, number in table.get(token.form.lower(), ())
        if paradigm.upos in ("ADJ", "DET")
    }
    return dict(zip(("Gender", "Number"), *readings, strict=True)) if len(readings) == 1 else {}
