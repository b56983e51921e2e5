"""How Spanish words are written beside each other: del, el agua, buen actor, e hija, verlo.

Source: Nueva gramática de la lengua española (RAE and ASALE, 2009), 13.6 (apocope), 14.2 (el
before stressed a), 31.3i and 31.9l (e, u); Ortografía (2010) for del and al and for enclitics.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from cdaflow.io.files import read_lines
from cdaflow.languages.es.spelling import with_clitics
from cdaflow.languages.word_sets import word_set
from cdaflow.languages.writing import (
    SurfaceForm,
    contractions,
    euphonic_forms,
    multiwords,
    with_capitals,
)
from cdaflow.trees import Token

_words = partial(word_set, "es")

_SHORT_FORMS = {**euphonic_forms("es", "apocope"), **euphonic_forms("es", "apocope_any")}
_BEFORE_STRESSED_A = euphonic_forms("es", "before_stressed_a")
_FEMININE_AGAIN = {short: full for full, short in _BEFORE_STRESSED_A.items()}

_MODIFIERS = ("det", "amod", "nummod", "nmod")
_QUOTES = frozenset("«»\"'“”‘’‹›([")
_ROMAN = re.compile(r"[IVXLCDM]+\.?")
_SOUNDS_I = re.compile(r"h?[iíîï](?![aeoáéó])|y[^\W\daeiouáéíóúü_]")
_SOUNDS_O = re.compile(r"h?[oóôö]")


def apply_contractions(words: Sequence[Token]) -> SurfaceForm:
    """Return the words as they are written; see `Language.apply_contractions`."""
    tokens = list(words)
    heads = {token.id: index for index, token in enumerate(tokens)}
    for i, token in enumerate(tokens):
        form = _written(tokens, i, heads)
        if form != token.form:
            tokens[i] = token.changed(form=form)
    return SurfaceForm(tuple(tokens), multiwords(tokens, _contraction, _enclitics))


@cache
def stressed_a_nouns() -> frozenset[str]:
    """Return the feminine singular nouns that want el and un (el agua), in lower case."""
    lines = read_lines(Path(__file__).with_name("stressed_a.tsv"))
    next(lines)  # the header
    return frozenset(lines)


def _written(tokens: list[Token], i: int, heads: dict[int, int]) -> str:
    """Return the form that the word at index `i` takes among its neighbours."""
    token = tokens[i]
    form, lower = token.form, token.form.lower()
    if token.upos == "CCONJ" and lower in ("y", "e", "o", "u"):
        return with_capitals(_conjunction(tokens, i, lower), form)
    if token.upos not in ("DET", "ADJ", "NUM"):
        return form
    before_a = i + 1 < len(tokens) and _is_stressed_a(tokens[i + 1])
    if lower in _BEFORE_STRESSED_A and token.upos != "ADJ" and before_a:
        return with_capitals(_BEFORE_STRESSED_A[lower], form)
    if lower in _FEMININE_AGAIN and token.feats.get("Gender") == "Fem" and not before_a:
        return with_capitals(_FEMININE_AGAIN[lower], form)
    short = _SHORT_FORMS.get(lower)
    # "ningún" of a feminine word would be read as "ninguna" again.
    if short in _FEMININE_AGAIN and token.feats.get("Gender") == "Fem":
        return form
    if short is not None and _before_its_noun(tokens, i, heads):
        return with_capitals(short, form)
    return form


def _is_stressed_a(noun: Token) -> bool:
    return (
        noun.upos in ("NOUN", "PROPN")
        and noun.feats.get("Gender") != "Masc"
        and noun.feats.get("Number") != "Plur"
        and noun.form.lower() in stressed_a_nouns()
        # A name keeps its article: La Haya.
        and (noun.upos == "NOUN" or noun.form.lower() in _words("stressed_a_name"))
    )


def _before_its_noun(tokens: list[Token], i: int, heads: dict[int, int]) -> bool:
    """Return whether the full form at `i` stands before the noun that it modifies.

    Not where a conjunction follows ("uno u otro caso"), where more or less goes before it ("la más
    grande ocasión"), nor before a feminine or plural noun (but any gender for grande and the like).
    """
    token = tokens[i]
    head = heads.get(token.head, -1)
    if head <= i or token.deprel.split(":")[0] not in _MODIFIERS:
        return False
    between = tokens[i + 1 : head]
    if between and between[0].upos in ("CCONJ", "ADP", "SCONJ"):
        return False
    # An adjective is cut only in one run of modifiers before the noun; an article always.
    if token.upos == "ADJ" and any(
        t.upos not in ("ADJ", "DET", "NUM") and t.form not in _QUOTES for t in between
    ):
        return False
    if i > 0 and tokens[i - 1].form.lower() in _words("comparative"):
        return False
    lower = token.form.lower()
    noun = tokens[head]
    if lower == "ciento":
        return tokens[i + 1].upos == "NOUN" or tokens[i + 1].form.lower() in ("mil", "millones")
    if lower in euphonic_forms("es", "apocope_any"):
        return noun.upos in ("NOUN", "PROPN")
    # "veintiún mujeres" and "el mil": what counts is the gender, and numerals go with plurals.
    number = noun.feats.get("Number") != "Plur" or lower == "veintiuno"
    return number and noun.feats.get("Gender") != "Fem" and noun.upos not in ("VERB", "AUX")


def _conjunction(tokens: list[Token], i: int, lower: str) -> str:
    """Return y or e, o or u, by the sound with which the next word begins."""
    if i > 0 and tokens[i - 1].form in ("¿", "¡"):  # here y is stressed: ¿Y Inés?
        return lower
    following = next((t for t in tokens[i + 1 :] if t.form not in _QUOTES), None)
    if following is None or not _readable(following):
        return lower
    word = following.form.lower()
    if lower in ("y", "e"):
        return "e" if _SOUNDS_I.match(word) else "y"
    return "u" if _SOUNDS_O.match(word) else "o"


def _readable(token: Token) -> bool:
    """Return whether the first sound of a word can be read off its spelling.

    Not of numbers, foreign words, single letters and short words in capitals (Roman numerals, IBM).
    """
    form = token.form
    return (
        form[:1].isalpha()
        and len(form) > 1
        and token.upos not in ("X", "SYM")
        and token.feats.get("Foreign") != "Yes"
        and not _ROMAN.fullmatch(form)
    )


def _contraction(first: Token, second: Token) -> str | None:
    """Return del or al for de or a before the article el; None for names (de El Cairo)."""
    if first.upos != "ADP" or second.upos != "DET":
        return None
    written = contractions("es").get((first.form.lower(), second.form.lower()))
    if written is None or not (
        second.form.islower() or (second.form.isupper() and first.form.isupper())
    ):
        return None
    return first.form + (written[-1].upper() if second.form.isupper() else written[-1])


def _enclitics(tokens: Sequence[Token], start: int) -> tuple[int, str]:
    """Return the index of the last pronoun that is written onto a verb, and the whole."""
    verb, end = tokens[start], start
    if verb.upos not in ("VERB", "AUX"):
        return start, ""
    while end + 1 < len(tokens) and _is_enclitic(verb, tokens[end + 1], tokens):
        end += 1
    clitics = [token.form for token in tokens[start + 1 : end + 1]]
    return end, with_clitics(verb.form, clitics) if clitics else ""


def _is_enclitic(verb: Token, word: Token, tokens: Sequence[Token]) -> bool:
    """Return whether `word` is a pronoun that is written onto `verb`, which stands before it.

    "ver lo que pasa": a lo with words of its own is none. "haber lo visto": with an auxiliary the
    pronoun hangs on the participle.
    """
    form = word.form.lower()
    if word.upos != "PRON" or form not in _words("enclitic"):
        return False
    if any(token.head == word.id for token in tokens):
        return False
    own = word.head == verb.id or (verb.upos == "AUX" and word.head == verb.head)
    # After any other form only me, te, se ... can be enclitic at all (díjose; imperatives that a
    # tagger took for indicatives); lo, la, los, las may begin a phrase of their own there.
    loose = (
        verb.feats.get("VerbForm") in ("Inf", "Ger")
        or verb.feats.get("Mood") == "Imp"
        or form not in _words("enclitic_article")
    )
    return own and loose and verb.feats.get("VerbForm") != "Part"
