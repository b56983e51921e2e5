"""How French words are written beside each other: elision, contraction, euphonic forms.

The rules are those of the reference grammars (Grevisse & Goosse, Le bon usage, "élision" and the
chapters on determiners). Each works in both directions, so that a word that has changed under
its neighbour ("l'" before "acteur" turned "actrice", or "hôtesse" turned "steward") is put right,
and text that is right already stays as it is. Where usage is divided, nothing is touched.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from pathlib import Path

from cdaflow.io.files import read_lines
from cdaflow.languages.word_sets import word_set
from cdaflow.languages.writing import (
    SurfaceForm,
    contractions,
    euphonic_forms,
    multiwords,
    plain,
    with_capitals,
    with_space,
)
from cdaflow.trees import Token

_words = partial(word_set, "fr")

#: h muet though the masculine or the stem has an h aspiré: le héros, but l'héroïne.
_MUTE = re.compile(r"héroï|hérald|haïti")

#: Roman numerals as ordinals or numbers, single letters and what they compound.
_NUMERAL = re.compile(r"[IVXLCDM]+(e|es|er|re|ère|ème|ième)?$")
_LETTER = re.compile(r"[^\W\d_]([\-\d.'].*)?$")


@cache
def _aspirated() -> frozenset[str]:
    lines = read_lines(Path(__file__).with_name("h_aspire.tsv"))
    next(lines)  # the header
    return frozenset(line.split("\t")[0] for line in lines)


def _has_aspirated_h(word: str, lemma: str) -> bool:
    table = _aspirated()
    if _MUTE.match(word):
        return False
    stems = {word, word.partition("-")[0]}
    stems |= {stem.rstrip("sx") for stem in stems}
    stems |= {stem.removesuffix("e") for stem in stems}
    return not table.isdisjoint(stems) or lemma.lower() in table


def begins_with_vowel(token: Token) -> bool | None:
    """Return whether elision takes place before the word, None where usage or form leaves it open.

    Open are digits, quotes, initialisms (l'ONU, la SNCF, and l'HLM or la HLM), Roman numerals,
    single letters, names in h outside the table of h aspiré (d'Henri, de Henri) or in y, and
    the words that writers treat both ways.
    """
    return _begins_with_vowel(token.form, token.lemma, token.upos)


@lru_cache(maxsize=65_536)  # each word is asked for several times, and the common ones ever again
def _begins_with_vowel(form: str, lemma: str, upos: str) -> bool | None:
    word = form.lower()
    if word in ("y", "à", "a", "ô"):
        return True if upos in ("PRON", "ADP", "VERB", "AUX", "INTJ") else None
    if len(word) == 2 and word.endswith("'"):
        return False  # j', l', d', ...: all consonants
    if (
        not word[:1].isalpha()
        or word in _words("vowel_either")
        or _LETTER.match(form)
        or _NUMERAL.match(form)
    ):
        return None
    if form.isupper() and (upos in ("PROPN", "X") or (upos == "NOUN" and len(form) <= 5)):
        return None
    if word in _words("vowel_not_elided"):
        return False
    if word == "une" and upos == "NOUN":  # la une, the front page
        return None
    if word == "un" and upos == "NUM":  # d'un million, de un à dix
        return None
    initial = unicodedata.normalize("NFD", word)[0]
    if initial == "h":
        if _has_aspirated_h(word, lemma):
            return False
        return None if upos in ("PROPN", "X") else True
    if initial == "y":
        second = unicodedata.normalize("NFD", word[1])[0]
        if word in _words("vocalic_y") or second not in "aeiou":
            return True
        return None if upos in ("PROPN", "X") else False
    return initial in "aeiouœæ"


_ELISION = euphonic_forms("fr", "elision")

#: The elided forms that are words of their own before another word.
_ELIDED = _words("elided")

#: Elided form -> full form; "l'" and "s'" have two and are decided by `_full_form`.
_FULL = {short: full for full, short in _ELISION.items() if full not in ("le", "la", "se")}

#: The parts of speech in which those forms are the grammatical words that elide.
_CLOSED = frozenset({"ADP", "ADV", "CCONJ", "DET", "PART", "PRON", "SCONJ"})

#: Before a masculine noun that begins with a vowel: un bel homme, un nouvel ami.
_PRENOMINAL = euphonic_forms("fr", "before_vowel")
_PRENOMINAL_FULL = {short: full for full, short in _PRENOMINAL.items()}

_POSSESSIVE = euphonic_forms("fr", "possessive")
_POSSESSIVE_FEMININE = {masculine: feminine for feminine, masculine in _POSSESSIVE.items()}

#: A subject pronoun behind its verb, and the t that stands between two vowels.
_INVERTED = re.compile(r"-(t-)?(il|elle|on)$", re.IGNORECASE)
_CLITIC = re.compile(r"-(t-)?(je|tu|ils?|elles?|on|nous|vous|ce)$", re.IGNORECASE)


def _feature(name: str, token: Token, tokens: Sequence[Token]) -> str | None:
    """Return a feature of the word, or else of its head."""
    if name in token.feats:
        return token.feats[name]
    head = tokens[token.head - 1] if 0 < token.head <= len(tokens) else None
    return None if head is None else head.feats.get(name)


def _full_form(token: Token, tokens: Sequence[Token]) -> str | None:
    """Return the full form of an elided word, None where it is not known."""
    form = plain(token.form)
    if form == "s'":
        return "si" if token.upos in ("SCONJ", "ADV") else "se"
    if form != "l'":
        return _FULL.get(form)
    # A pronoun's head is the verb, whose participle may agree with something else.
    gender = _feature("Gender", token, tokens) if token.upos == "DET" else token.feats.get("Gender")
    return {"Masc": "le", "Fem": "la"}.get(gender or "")


def _ce(form: str, token: Token, following: Token, vowel: bool | None) -> str | None:
    """Return the form of "ce" (determiner or pronoun), None to leave it."""
    if token.upos == "DET":
        if form == "ce" and vowel and following.upos != "CCONJ":
            return "cet"
        return "ce" if form == "cet" and vowel is False else None
    if token.upos != "PRON":
        return None
    after = following.form.lower()
    if form == "ce" and following.upos in ("AUX", "VERB"):
        if after in _words("ce_elided"):
            return "c'"
        if after in _words("ce_elided_cedilla"):
            return "ç'"
    return "ce" if form in ("c'", "ç'") and vowel is False else None


def _clitic_before_verb(following: Token) -> bool:
    return following.upos in ("VERB", "AUX") or following.form.lower() in ("y", "en")


def _elision(token: Token, following: Token, tokens: Sequence[Token]) -> str | None:
    form = plain(token.form)
    vowel = begins_with_vowel(following)
    if form in ("ce", "cet", "c'", "ç'"):
        return _ce(form, token, following, vowel)
    if form == "si" and token.upos in ("SCONJ", "ADV"):
        return "s'" if following.form.lower() in ("il", "ils") else None
    if form == "s'" and token.upos in ("SCONJ", "ADV"):
        return None if following.form.lower() in ("il", "ils") or vowel is None else "si"
    if vowel and form in _ELISION:
        if form == "se" and token.upos != "PRON":
            return None
        if token.upos == "PRON" and form in ("le", "la") and not _clitic_before_verb(following):
            return None
        return _ELISION[form]
    if vowel is False and form in _ELIDED:
        return _full_form(token, tokens)
    return None


def _possessive(token: Token, following: Token, tokens: Sequence[Token]) -> str | None:
    form = token.form.lower()
    vowel = begins_with_vowel(following)
    if form in _POSSESSIVE and vowel:
        return _POSSESSIVE[form]
    if (
        form in _POSSESSIVE_FEMININE
        and vowel is False
        and _feature("Gender", token, tokens) == "Fem"
        and _feature("Number", token, tokens) == "Sing"
    ):
        return _POSSESSIVE_FEMININE[form]
    return None


def _prenominal(token: Token, following: Token, tokens: Sequence[Token]) -> str | None:
    form = token.form.lower()
    if token.head <= token.id or following.upos not in ("NOUN", "PROPN", "ADJ"):
        return None
    if following.id != token.head and following.head != token.head:
        return None
    vowel = begins_with_vowel(following)
    if form in _PRENOMINAL and vowel and _feature("Number", token, tokens) == "Sing":
        return _PRENOMINAL[form]
    if form in _PRENOMINAL_FULL and vowel is False and following.form.lower() != "canto":
        return _PRENOMINAL_FULL[form]
    return None


def _beside(token: Token, following: Token, tokens: Sequence[Token]) -> str | None:
    """Return the form that the word takes before its neighbour, None for the one it has."""
    if token.upos == "ADJ":
        return _prenominal(token, following, tokens)
    if token.upos not in _CLOSED:
        return None
    if token.upos == "DET":
        possessive = _possessive(token, following, tokens)
        if possessive is not None:
            return possessive
    return _elision(token, following, tokens)


def _inverted(token: Token, before: Token) -> str | None:
    """Return "-t-il" or "-il" as the verb before asks for it: a-t-il, est-il."""
    match = _INVERTED.match(token.form)
    if match is None or token.upos != "PRON":
        return None
    linked = before.form[-1:].lower() in ("a", "e", "c")
    return f"-{'t-' if linked else ''}{match.group(2)}"


def _spaced(token: Token, following: Token | None) -> Token:
    """Return the word with SpaceAfter=No where it is elided or a clitic follows by hyphen."""
    tight = following is not None and (
        plain(token.form) in _ELIDED or bool(_CLITIC.match(following.form))
    )
    return with_space(token, False) if tight else token


def _without_indefinite(tokens: Sequence[Token]) -> list[Token]:
    """Return the words with the indefinite "des" dropped after "de": d'amis, not *de des amis."""
    heads = {token.head for token in tokens}
    remaining: list[Token] = []
    for token in tokens:
        indefinite = (
            token.upos == "DET"
            and plain(token.form) in ("des", "de", "d'")
            and token.feats.get("Definite") == "Ind"
            and token.head != 0
            and token.id not in heads
        )
        after_de = (
            remaining and remaining[-1].upos == "ADP" and plain(remaining[-1].form) in ("de", "d'")
        )
        if not (indefinite and after_de):
            remaining.append(token)
    if len(remaining) == len(tokens):
        return remaining
    number = {0: 0} | {token.id: i for i, token in enumerate(remaining, 1)}
    return [token.changed(id=number[token.id], head=number[token.head]) for token in remaining]


def _contraction(first: Token, second: Token) -> str | None:
    """Return preposition and article or relative pronoun in one word, None where they stay."""
    if first.upos != "ADP" or second.upos not in ("DET", "PRON"):
        return None
    if second.upos == "PRON" and second.form.lower() in ("le", "les"):
        return None  # de le voir, à les entendre
    if second.form[:1].isupper() and not second.form.isupper():
        return None  # a name: de Le Monde
    form = contractions("fr").get((first.form.lower(), second.form.lower()))
    if form is None:
        return None
    return form.upper() if second.form.isupper() else with_capitals(form, first.form)


def apply_contractions(tokens: Sequence[Token]) -> SurfaceForm:
    """Return the words as French writes them; see `Language.apply_contractions`.

    Words keep their ids but where an indefinite "des" is dropped after "de". Contractions are
    multiword tokens over words that keep their full forms ("du" over "de" "le"), as in UD.
    """
    words = _without_indefinite(tokens)
    written: list[Token] = []
    for i, token in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else None
        form = None if following is None else _beside(token, following, words)
        if form is None and i > 0:
            form = _inverted(token, words[i - 1])
        if form is not None and form != plain(token.form):
            if plain(token.form) in _ELIDED and form not in _ELIDED:
                token = with_space(token, True)
            token = token.changed(form=with_capitals(form, token.form))
        written.append(_spaced(token, following))
    return SurfaceForm(tuple(written), multiwords(written, _contraction))
