"""Trees put right by what the English says, and words by what the language can be split into.

Small annotators take nouns of persons for adjectives ("tus médicos") and what stands before
them for something else ("Nuestro médico": a pronoun); they leave verbs and their pronouns in
one piece ("verlos"), and split words that are none ("Sei").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from cdaflow.trees import MultiwordToken, Sentence, Token

#: The genders of a word by its form (`Words.genders`).
Genders = Callable[[Token], Collection[str]]

_DEGREES = frozenset({"casi", "más", "molto", "muy", "più", "plus", "très"})

_UNDER_NOUNS = frozenset({"acl", "advmod", "amod", "aux", "case", "cop", "det"})

#: Verbs with an object that small tokenisers leave in one piece.
_ENCLITIC = {
    "es": re.compile(r"(.*(?:[aeiáéí]r|ndo)(?:me|te|se|nos|os)?)(l[oa]s?)", re.IGNORECASE),
    "it": re.compile(r"(.{2,}(?:[aei]r|ndo)(?:me|te|ve|ce)?)(l[oaie])", re.IGNORECASE),
}

_OPEN = frozenset({"ADJ", "ADV", "AUX", "NOUN", "PRON", "VERB", "X"})


def with_nouns(sentence: Sentence, nouns: Collection[int], genders: Genders) -> Sentence:
    """Return the sentence with these words as nouns; what agrees before them is theirs."""
    tokens = list(sentence.tokens)
    for place in sorted(nouns):
        token = tokens[place - 1]
        if token.upos != "NOUN":
            token = as_noun(token)
            known = set(genders(token))
            if len(known) == 1 and "" not in known:
                token = token.changed(feats={**token.feats, "Gender": next(iter(known))})
            if token.deprel in _UNDER_NOUNS:
                token = token.changed(deprel="obl")
            tokens[place - 1] = token
        _regroup(tokens, place, genders)
    return replace(sentence, tokens=tuple(tokens))


def as_noun(token: Token) -> Token:
    """Return a word as a noun with its gender and number."""
    if token.upos == "NOUN":
        return token
    feats = {name: token.feats[name] for name in ("Gender", "Number") if name in token.feats}
    return token.changed(upos="NOUN", feats=feats)


def _regroup(tokens: list[Token], place: int, genders: Genders) -> None:
    """Hang the determiners and adjectives right before a noun on it."""
    for before in range(place - 1, 0, -1):
        token, noun = tokens[before - 1], tokens[place - 1]
        if token.upos == "ADV" and token.form.lower() in _DEGREES:
            continue
        kind = _kind(token, noun, genders)
        if not kind:
            break
        if noun.head == before:
            # The noun takes the place of its determiner, with what hung on that.
            tokens[place - 1] = noun.changed(head=token.head, deprel=token.deprel)
            for child in tokens:
                if child.head == before:
                    tokens[child.id - 1] = child.changed(head=place)
        deprel = "det" if kind == "DET" else "amod"
        if tokens[before - 1].head != place:
            token = tokens[before - 1].changed(head=place, deprel=deprel)
        if kind != token.upos and "Mood" in token.feats:
            feats = {
                name: token.feats[name] for name in ("Gender", "Number") if name in token.feats
            }
            token = token.changed(feats=feats)
        tokens[before - 1] = token.changed(upos=kind)
        if kind == "DET" and before > 1 and tokens[before - 2].upos not in ("DET", "PRON"):
            break


def _kind(token: Token, noun: Token, genders: Genders) -> str:
    """Return DET or ADJ for a word that belongs to a noun behind it, "" for others."""
    for name in ("Gender", "Number"):
        value, other = token.feats.get(name), noun.feats.get(name)
        if value and other and value != other:
            return ""
    if token.upos in ("ADJ", "DET"):
        return token.upos
    if token.upos not in ("AUX", "NOUN", "PRON", "PROPN"):
        return ""
    if not genders(token.changed(upos="DET", feats={})):
        return ""
    return "" if genders(token.changed(upos="NOUN")) else "DET"


def with_enclitics(sentence: Sentence, language: str, is_known: Callable[[str], bool]) -> Sentence:
    """Return the sentence with the pronouns behind infinitives and gerunds as words of their own.

    `is_known`: whether a form is a noun or adjective by itself ("perla").
    """
    pattern = _ENCLITIC.get(language)
    if pattern is None or sentence.empty_nodes:
        return sentence
    covered = {place for span in sentence.multiwords for place in range(span.start, span.end + 1)}
    cuts = {
        token.id: match.groups()
        for token in sentence.tokens
        if token.id not in covered
        and token.upos in _OPEN
        and (match := pattern.fullmatch(token.form)) is not None
        and not is_known(token.form)
    }
    if not cuts:
        return sentence
    new = {token.id: token.id + sum(cut < token.id for cut in cuts) for token in sentence.tokens}
    tokens: list[Token] = []
    spans = [
        span._replace(start=new[span.start], end=new[span.end]) for span in sentence.multiwords
    ]
    for token in sentence.tokens:
        place, head = new[token.id], new.get(token.head, 0)
        if token.id not in cuts:
            tokens.append(token.changed(id=place, head=head))
            continue
        verb, clitic = cuts[token.id]
        spans.append(MultiwordToken(place, place + 1, token.form, token.misc))
        feats = {"VerbForm": "Ger" if "ndo" in verb.lower()[-5:] else "Inf"}
        tokens.append(
            token.changed(id=place, head=head, form=verb, upos="VERB", feats=feats, misc={})
        )
        tokens.append(
            Token(place + 1, clitic, clitic.lower(), "PRON", _clitic(clitic), place, "obj")
        )
    return Sentence(tuple(tokens), tuple(sorted(spans)), sentence.comments)


def _clitic(form: str) -> Mapping[str, str]:
    form = form.lower()
    return {
        "Case": "Acc",
        "Gender": "Masc" if form in ("li", "lo", "los") else "Fem",
        "Number": "Plur" if form in ("las", "le", "li", "los") else "Sing",
        "Person": "3",
        "PronType": "Prs",
    }


def with_whole_words(
    sentence: Sentence, may_split: Callable[[str, Sequence[str]], bool]
) -> Sentence:
    """Return the sentence with words in one piece that an annotator split and that cannot be."""
    wrong = [
        span
        for span in sentence.multiwords
        if not may_split(span.form, [t.form for t in sentence.tokens[span.start - 1 : span.end]])
    ]
    if not wrong or sentence.empty_nodes:
        return sentence
    inside = {place: span for span in wrong for place in range(span.start, span.end + 1)}
    new, number = {0: 0}, 0
    for token in sentence.tokens:
        number += token.id not in inside or inside[token.id].start == token.id
        new[token.id] = number
    tokens = []
    for token in sentence.tokens:
        span = inside.get(token.id)
        if span is None:
            tokens.append(token.changed(id=new[token.id], head=new[token.head]))
        elif span.start == token.id:
            parts = sentence.tokens[span.start - 1 : span.end]
            top = next((t for t in parts if not span.start <= t.head <= span.end), token)
            feats = {k: v for k, v in top.feats.items() if k in ("Gender", "Number", "Person")}
            tokens.append(
                Token(new[token.id], span.form, span.form.lower(), top.upos, feats,
                      new[top.head], top.deprel, misc=span.misc)
            )  # fmt: skip
    spans = tuple(
        span._replace(start=new[span.start], end=new[span.end])
        for span in sentence.multiwords
        if span not in wrong
    )
    return Sentence(tuple(tokens), spans, sentence.comments)
