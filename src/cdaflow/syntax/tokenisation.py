"""Words parted and joined again where an annotator split them wrongly, and pronouns as pronouns.

Small annotators leave verbs and their pronouns in one piece ("verlos", "Est-elle"), split words
that are none ("Lei" into "iL" and "i", "Sei"), and take clitics for articles ("le ranima").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import cdaflow.languages
from cdaflow.languages.person_pronouns import Form, pronoun_forms, written
from cdaflow.languages.word_sets import pattern, word_set
from cdaflow.syntax.tree import Tree, relation, straight
from cdaflow.trees import MultiwordToken, Sentence, Token

#: What annotators take pronouns for that they do not know.
_MISTAGGED = frozenset({"ADJ", "ADV", "NOUN", "PROPN", "VERB", "X"})

#: How a verb with its pronoun, taken for a word of another kind, hangs on its subject.
_ON_SUBJECT = frozenset({"acl", "amod", "appos", "flat", "nmod"})

#: What annotators take a verb with its pronoun for.
_OPEN = frozenset({"ADJ", "ADV", "AUX", "NOUN", "PRON", "VERB", "X"})


def replace_words(
    sentence: Sentence, start: int, end: int, words: Sequence[Token], form: str = ""
) -> Sentence:
    """Return the tree with other words in place of those with the ids `start` to `end`.

    `words`: with ids from `start` on, and heads as they will be in the new tree: see `moved`. What
    hung on a word that was replaced hangs on the first of them. `form`: what is written for all of
    them, if they are to be a multiword token.
    """
    move = moved(start, end, len(words))
    tokens = [
        token.changed(id=move(token.id), head=move(token.head))
        for token in sentence.tokens
        if not start <= token.id <= end
    ]
    tokens[start - 1 : start - 1] = words
    spans = [
        span._replace(start=move(span.start), end=move(span.end))
        for span in sentence.multiwords
        if (span.start, span.end) != (start, end)
    ]
    if form:
        misc = sentence.tokens[end - 1].misc
        spans = sorted([*spans, MultiwordToken(start, start + len(words) - 1, form, misc)])
    return replace(sentence, tokens=tuple(tokens), multiwords=tuple(spans), empty_nodes=())


def moved(start: int, end: int, words: int) -> Callable[[int], int]:
    """Return the new ids of words once those from `start` to `end` are so many other words."""
    return lambda old: old + words - 1 - (end - start) if old > end else min(old, start)


def split_enclitics(sentence: Sentence, language: str, is_known: Callable[[str], bool]) -> Sentence:
    """Return the tree with the pronouns behind infinitives and gerunds as words of their own.

    `is_known`: whether a form is a noun or adjective by itself ("perla").
    """
    enclitic = pattern(language, "enclitic")
    if enclitic is None or sentence.empty_nodes:
        return sentence
    for number in range(len(sentence.tokens), 0, -1):
        token = sentence.tokens[number - 1]
        match = enclitic.fullmatch(token.form)
        if match is None or token.upos not in _OPEN or _is_part(sentence, token):
            continue
        if is_known(token.form):
            continue
        verb, clitic = match.groups()
        move = moved(token.id, token.id, 2)
        feats = {"VerbForm": "Ger" if "ndo" in verb.lower()[-5:] else "Inf"}
        words = [
            token.changed(form=verb, upos="VERB", feats=feats, head=move(token.head), misc={}),
            Token(token.id + 1, clitic, clitic.lower(), "PRON", _clitic(clitic), token.id, "obj"),
        ]
        sentence = replace_words(sentence, token.id, token.id, words, token.form)
    return sentence


def _is_part(sentence: Sentence, token: Token) -> bool:
    """Whether a word is within a multiword token."""
    return any(span.start <= token.id <= span.end for span in sentence.multiwords)


def _clitic(form: str) -> Mapping[str, str]:
    form = form.lower()
    return {
        "Case": "Acc",
        "Gender": "Masc" if form in ("li", "lo", "los") else "Fem",
        "Number": "Plur" if form in ("las", "le", "li", "los") else "Sing",
        "Person": "3",
        "PronType": "Prs",
    }


def join_unsplittable(sentence: Sentence, language: str) -> Sentence:
    """Return the tree with words in one piece that an annotator split and that cannot be."""
    if sentence.empty_nodes:
        return sentence
    may_split = cdaflow.languages.get(language).may_split
    for span in reversed(sentence.multiwords):
        parts = sentence.tokens[span.start - 1 : span.end]
        if not may_split(span.form, [part.form for part in parts]):
            top = _outer(sentence, parts) or parts[0]
            feats = {k: v for k, v in top.feats.items() if k in ("Gender", "Number", "Person")}
            head = moved(span.start, span.end, 1)(top.head)
            sentence = _joined(sentence, span, feats, top.upos, head, top.deprel)
    return sentence


def _outer(sentence: Sentence, parts: Sequence[Token]) -> Token | None:
    """Return the first of words that hangs below none of them; None in a circle of heads.

    Its head may be the head of all: no word above it hangs on another of them.
    """
    tree, ids = Tree(sentence), {part.id for part in parts}
    free = (part for part in parts if ids.isdisjoint(above.id for above in tree.above(part)))
    return next(free, None)


def _joined(
    sentence: Sentence,
    span: MultiwordToken,
    feats: Mapping[str, str],
    upos: str,
    head: int,
    deprel: str,
) -> Sentence:
    lemma = span.form.lower()
    word = Token(span.start, span.form, lemma, upos, feats, head, deprel, misc=span.misc)
    return replace_words(sentence, span.start, span.end, [word])


def repair_pronouns(tree: Sentence, language: str) -> Sentence:
    """Return a tree in which no pronoun is wrongly split, and pronouns are pronouns.

    Neither articles ("le ranima") nor names ("Est-elle") nor nouns.
    """
    tree = _join_pronouns(split_inverted_subjects(tree, language), language)
    return _retag_pronouns(_retag_articles(tree, language), language)


def _retag_pronouns(tree: Sentence, language: str) -> Sentence:
    """Return the tree with what can only be a pronoun tagged as one."""
    forms = pronoun_forms(language)
    tokens = list(tree.tokens)
    for token in tree.tokens:
        entries = forms.get(written(token.form), ())
        if token.upos not in _MISTAGGED or any(e.is_word for e in entries):
            continue
        sure = [e for e in entries if e.role == "subject" or not e.may_be_thing]
        if not sure:
            continue
        subject = sure[0].role == "subject" and relation(token) not in ("conj", "obl", "root")
        feats = _third_person(sure[0], **({"Case": "Nom"} if subject else {}))
        deprel = "nsubj" if subject else token.deprel
        tokens[token.id - 1] = token.changed(upos="PRON", feats=feats, deprel=deprel)
    return tree if tokens == list(tree.tokens) else replace(tree, tokens=tuple(tokens))


def _join_pronouns(tree: Sentence, language: str) -> Sentence:
    """Return the tree with pronouns as one word that it has as several: "Lei" of "iL" and "i"."""
    may_split = cdaflow.languages.get(language).may_split
    forms = pronoun_forms(language)
    for span in reversed(tree.multiwords):
        entries = forms.get(span.form.lower(), ())
        # "Lei" is neither a verb with a pronoun nor, though the preposition is one, "in" and "i".
        whole = any(entry.role == "subject" or not entry.may_be_thing for entry in entries)
        parts = tree.tokens[span.start - 1 : span.end]
        split = may_split(span.form, [part.form for part in parts])
        whole &= "".join(part.form for part in parts).lower() != span.form.lower()
        if entries and (not split or (whole and not any(e.is_word for e in entries))):
            top = _outer(tree, parts)
            head = 0 if top is None else top.head
            kind = "root" if not head else "nsubj" if head > span.end else "obj"
            head = moved(span.start, span.end, 1)(head)
            tree = _joined(tree, span, _third_person(entries[0]), "PRON", head, kind)
    return tree


def _third_person(form: Form, **others: str) -> dict[str, str]:
    """Return the features of a pronoun of the third person singular."""
    feats = {**others, "Gender": form.gender, "Number": "Sing", "Person": "3", "PronType": "Prs"}
    return {name: value for name, value in feats.items() if value}


def _retag_articles(tree: Sentence, language: str) -> Sentence:
    """Return the tree with articles right before a finite verb as its object: "le ranima".

    And with those that are written together with a verb: "mandarle".
    """
    forms = pronoun_forms(language)
    tokens = list(tree.tokens)
    for span in tree.multiwords:
        verb, token = tree.tokens[span.start - 1], tree.tokens[span.end - 1]
        entries = forms.get(token.form.lower(), ())
        if verb.upos == "VERB" and token.upos == "DET" and entries:
            deprel = "iobj" if entries[0].role == "dative" else "obj"
            feats = _third_person(entries[0])
            tokens[token.id - 1] = token.changed(
                upos="PRON", head=verb.id, deprel=deprel, feats=feats
            )
    for token, behind in pairwise(tree.tokens):
        entries = forms.get(straight(token.form), ())
        finite = behind.upos in ("VERB", "AUX") and behind.feats.get("VerbForm") == "Fin"
        if token.upos == "DET" and finite and any(entry.role == "object" for entry in entries):
            head = behind.head if behind.upos == "AUX" and behind.head else behind.id
            feats = _third_person(entries[0], Case="Acc")
            tokens[token.id - 1] = token.changed(upos="PRON", head=head, deprel="obj", feats=feats)
    return tree if tokens == list(tree.tokens) else replace(tree, tokens=tuple(tokens))


def split_inverted_subjects(tree: Sentence, language: str) -> Sentence:
    """Return the tree with verbs and the singular subjects behind them as two words: "Est-elle"."""
    inverted = pattern(language, "inverted_subject")
    for number in range(len(tree.tokens) if inverted is not None else 0, 0, -1):
        word = tree.tokens[number - 1]
        match = inverted.fullmatch(word.form.replace("’", "'")) if inverted is not None else None
        if match is not None and not _is_part(tree, word):
            is_copula = match[1].lower() in word_set(language, "be_inverted")
            tree = _split_inverted_subject(tree, word, match, is_copula)
    return tree


def _split_inverted_subject(
    tree: Sentence, word: Token, match: re.Match[str], is_copula: bool
) -> Sentence:
    """Return the tree with one verb and its subject parted; a copula hangs on its predicate."""
    behind = (t for t in tree.children(word.id) if t.id > word.id)
    predicate = next((t.id + 1 for t in behind if t.upos in ("ADJ", "NOUN", "VERB")), 0)
    predicate = predicate if is_copula else 0
    head = moved(word.id, word.id, 2)(word.head)
    own_feats = {} if word.upos in ("ADJ", "NOUN", "PROPN", "X") else dict(word.feats)
    verb = word.changed(
        form=match[1],
        lemma="être" if is_copula else word.lemma.partition("-")[0].lower(),
        upos="AUX" if is_copula else "VERB",
        feats={"Number": "Sing", "Person": "3", "VerbForm": "Fin"} | own_feats,
        head=predicate or head,
        deprel="cop" if predicate else word.deprel,
        misc={"SpaceAfter": "No"},
    )
    gender = "Fem" if match[3].lower() == "elle" else "Masc"
    feats = {"Gender": gender, "Number": "Sing", "Person": "3", "PronType": "Prs"}
    subject = Token(
        word.id + 1, match[2], "lui", "PRON", feats, predicate or word.id, "nsubj", misc=word.misc
    )
    tree = replace_words(tree, word.id, word.id, [verb, subject])
    if not predicate:
        return _with_subject(tree, verb.id)
    # The predicate takes the place of what was taken for the head of all.
    tokens = [t.changed(head=predicate) if t.head == word.id else t for t in tree.tokens]
    tokens[predicate - 1] = tokens[predicate - 1].changed(head=head, deprel=word.deprel)
    return replace(tree, tokens=tuple(tokens))


def _with_subject(tree: Sentence, number: int) -> Sentence:
    """Return the tree with the noun that a verb hangs on as its subject: "le juge attend-il"."""
    verb = tree.tokens[number - 1]
    noun = tree.tokens[verb.head - 1] if 0 < verb.head < number else None
    if noun is None or noun.upos not in ("NOUN", "PROPN") or relation(verb) not in _ON_SUBJECT:
        return tree
    tokens = list(tree.tokens)
    tokens[number - 1] = verb.changed(head=noun.head, deprel=noun.deprel)
    tokens[noun.id - 1] = noun.changed(head=number, deprel="nsubj")
    tokens[number] = tokens[number].changed(deprel="expl:subj")
    return replace(tree, tokens=tuple(tokens))
