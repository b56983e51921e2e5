"""Which Italian words are written as one: della, nell', farlo, andarsene, glielo."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from cdaflow.languages.word_sets import word_set
from cdaflow.languages.writing import contractions, plain
from cdaflow.trees import Token

_words = partial(word_set, "it")


def contraction(first: Token, second: Token) -> str | None:
    """Return preposition and article in one word, None where they are not written so.

    con il and per il stay apart (col is rarer), and so does an article that belongs to a name (di
    La Spezia).
    """
    if first.upos != "ADP" or second.upos != "DET" or not first.space_after:
        return None
    form = contractions("it").get((first.form.lower(), plain(second.form)))
    if form is None:
        return None
    shout = second.form.isupper() and len(second.form) > 1 and first.form.isupper()
    if second.form[:1].isupper() and not shout:
        return None
    if "’" in second.form:
        form = form.replace("'", "’")
    if shout:
        return form.upper()
    return form[:1].upper() + form[1:] if first.form[:1].isupper() else form


def enclitics(tokens: Sequence[Token], start: int) -> tuple[int, str]:
    """Return the index of the last pronoun that is written onto the word at `start`, and both."""
    end = start
    while end + 1 < len(tokens) and _joins(tokens, start, end + 1):
        end += 1
    return end, _joined([token.form for token in tokens[start : end + 1]]) if end > start else ""


def _joins(tokens: Sequence[Token], start: int, i: int) -> bool:
    """Return whether the word at `i` is a pronoun written onto the verb at `start`."""
    verb, before, word = tokens[start], tokens[i - 1], tokens[i]
    form = word.form.lower()
    if word.upos not in ("PRON", "ADV") or form not in _words("enclitic") or not before.space_after:
        return False
    if before.upos == "PRON":  # the second of two: andarsene, glielo, but "se ne va"
        first = before.form.lower()
        changed = first in _words("enclitic_changed")
        last = form in _words("enclitic_last")
        return last and (first == "glie" or (changed and start < i - 1))
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


#: What is written before pronouns with its last letter as it is: infinitives that have been cut,
#: gerunds, participles, imperatives, other pronouns.
_BEFORE_ENCLITICS = re.compile(r"(?:[^\W\d_]*[aeiou]r|[^\W\d_]{2,}[aeiou]|gli?e?|ecco)'?")


def may_split(form: str, words: Sequence[str]) -> bool:
    """Return whether a word is made of these: a preposition and an article, a verb and pronouns.

    Annotators that have learned from little text split others, too: "Lei", "bella", "nulla".
    """
    first, *rest = map(plain, words)
    if not rest:
        return True
    if first in _words("joined_preposition"):
        # "Lei" is not "in + i".
        return form.lower().startswith({"in": "n"}.get(first, first[0]))
    if any(word not in _words("enclitic") for word in rest):
        return False
    whole = form.lower()
    if first.rstrip("'") in _words("short_imperative"):
        return whole.startswith(first[:2])
    stem = whole.removesuffix("".join(rest))
    if stem == whole or not _BEFORE_ENCLITICS.fullmatch(stem):
        return False
    return first.startswith(stem)
