"""Which Italian words are written as one: della, nell', farlo, andarsene, glielo."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cdaflow.trees import MultiwordToken, Token

#: Preposition -> what it becomes before the article; "l" is doubled before lo, la, le and l'.
_STEMS = {"di": "de", "a": "a", "ad": "a", "da": "da", "in": "ne", "su": "su"}
_ARTICLES = frozenset({"il", "lo", "la", "l'", "i", "gli", "gl'", "le"})

_ENCLITICS = frozenset({
    "mi", "ti", "si", "ci", "vi", "lo", "la", "li", "le", "gli", "ne", "me", "te", "se", "ce", "ve",
    "glie",
})  # fmt: skip
#: Those that a following lo, la, li, le, ne has changed.
_CHANGED = frozenset({"me", "te", "se", "ce", "ve", "glie"})
_LAST = frozenset({"lo", "la", "li", "le", "ne"})


def multiwords(tokens: Sequence[Token]) -> list[MultiwordToken]:
    """Return contracted prepositions and verbs with their pronouns as multiword tokens."""
    found: list[MultiwordToken] = []
    i = 0
    while i < len(tokens):
        end, form = i, None
        if i + 1 < len(tokens):
            form = _contraction(tokens[i], tokens[i + 1])
        if form is not None:
            end = i + 1
        else:
            while end + 1 < len(tokens) and _joins(tokens, i, end + 1):
                end += 1
            if end > i:
                form = _joined([token.form for token in tokens[i : end + 1]])
        if form is not None:
            elided = form.endswith(("'", "’"))
            misc = {"SpaceAfter": "No"} if elided or not tokens[end].space_after else {}
            found.append(MultiwordToken(tokens[i].id, tokens[end].id, form, misc))
        i = end + 1
    return found


def _contraction(first: Token, second: Token) -> str | None:
    """Return preposition and article in one word, None where they are not written so.

    con il and per il stay apart (col is rarer), and so does an article that belongs to a name (di
    La Spezia).
    """
    preposition, article = first.form.lower(), second.form.lower().replace("’", "'")
    if first.upos != "ADP" or second.upos != "DET":
        return None
    if preposition not in _STEMS or article not in _ARTICLES or not first.space_after:
        return None
    shout = second.form.isupper() and (len(article) > 1 and first.form.isupper())
    if second.form[:1].isupper() and not shout:
        return None
    stem = _STEMS[preposition]
    if article == "il":
        form = stem + "l"
    elif article in ("i", "gli", "gl'"):
        form = stem + article
    else:
        form = stem + "l" + article
    if "’" in second.form:
        form = form.replace("'", "’")
    if shout:
        return form.upper()
    return form[:1].upper() + form[1:] if first.form[:1].isupper() else form


def _joins(tokens: Sequence[Token], start: int, i: int) -> bool:
    """Return whether the word at `i` is a pronoun written onto the verb at `start`."""
    verb, before, word = tokens[start], tokens[i - 1], tokens[i]
    form = word.form.lower()
    if word.upos not in ("PRON", "ADV") or form not in _ENCLITICS or not before.space_after:
        return False
    if before.upos == "PRON":  # the second of two: andarsene, glielo, but "se ne va"
        first = before.form.lower()
        return (first == "glie" or (first in _CHANGED and start < i - 1)) and form in _LAST
    ending = verb.form.lower()
    if verb.upos in ("VERB", "AUX") and ending.endswith("r"):
        return True  # an infinitive that has been cut for it
    if word.upos != "PRON" or verb.upos not in ("VERB", "AUX", "ADV"):
        return False
    if verb.upos == "ADV":
        return ending == "ecco"
    # A pronoun may also stand before a verb that follows: fare lo si può.
    if word.head != verb.id and not (verb.upos == "AUX" and word.head == verb.head):
        return False
    return verb.feats.get("VerbForm") in ("Inf", "Ger", "Part") or verb.feats.get("Mood") == "Imp"


def _joined(forms: Sequence[str]) -> str:
    """Return verb and pronouns in one word: fare + lo -> farlo, porre + si -> porsi."""
    verb, *pronouns = forms
    if verb.lower().endswith("rre"):
        verb = verb[:-2]
    elif verb.lower().endswith("re"):
        verb = verb[:-1]
    return verb + "".join(pronouns)


#: Prepositions that are written in one word with an article, rare ones (col, pel) among them.
_JOINING = frozenset({*_STEMS, "con", "per", "tra", "fra"})
#: What is written before pronouns with its last letter as it is: infinitives that have been cut,
#: gerunds, participles, imperatives, other pronouns.
_BEFORE_ENCLITICS = re.compile(r"(?:[^\W\d_]*[aeiou]r|[^\W\d_]{2,}[aeiou]|gli?e?|ecco)'?")
#: Imperatives of one syllable, which double the pronoun's first letter: dammi, dillo, vacci.
_SHORT = frozenset({"da", "di", "fa", "sta", "va", "dà", "fà"})


def may_split(form: str, words: Sequence[str]) -> bool:
    """Return whether a word is made of these: a preposition and an article, a verb and pronouns.

    Annotators that have learned from little text split others, too: "Lei", "bella", "nulla".
    """
    first, *rest = (word.lower().replace("’", "'") for word in words)
    if not rest:
        return True
    if first in _JOINING:
        return True
    if any(word not in _ENCLITICS for word in rest):
        return False
    whole = form.lower()
    if first.rstrip("'") in _SHORT:
        return whole.startswith(first[:2])
    stem = whole.removesuffix("".join(rest))
    if stem == whole or not _BEFORE_ENCLITICS.fullmatch(stem):
        return False
    return first.startswith(stem)
