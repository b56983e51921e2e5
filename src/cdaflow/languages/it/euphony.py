"""How Italian words are written beside each other: l'amico, dello zio, bell'uomo, c'è, farlo.

Each rule works in both directions, so that a word whose neighbour has changed ("l'" before
"attore" turned "studentessa") is put right, while text that is right already stays as it is. Where
usage is divided (quest'anno, questo anno; ad un) nothing is touched.

Source: Serianni, Grammatica italiana (1989), ch. I, IV, V and VII.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cdaflow.languages.base import SurfaceForm
from cdaflow.languages.casing import with_capitals
from cdaflow.languages.it.contraction import multiwords
from cdaflow.languages.it.paradigms import (
    ADJECTIVES,
    DETERMINERS,
    FEMININE,
    FEMININE_PLURAL,
    MASCULINE,
    MASCULINE_PLURAL,
    SLOTS,
    Forms,
    Slot,
)
from cdaflow.languages.it.sounds import ELIDED, Onset, begins_with, onset
from cdaflow.trees import Token

#: Titles that are cut before a name: il professor Rossi, la suor Maria.
_TITLES = {
    "signore": "signor", "professore": "professor", "dottore": "dottor", "ingegnere": "ingegner",
    "suora": "suor",
}  # fmt: skip
_TITLES_FULL = {short: full for full, short in _TITLES.items()}

#: Words that end in d before a vowel.
_D_WORDS = {"a": "ad", "e": "ed", "o": "od"}
_D_WORDS_SHORT = {long: short for short, long in _D_WORDS.items()}

_CLITICS = {"m'": "mi", "t'": "ti", "s'": "si", "c'": "ci", "v'": "vi", "n'": "ne", "gl'": "gli"}
_CI_BEFORE = frozenset({"è", "era", "erano", "eravamo", "eravate", "ero", "eri", "e'"})
_HAVE = frozenset({"ho", "hai", "ha", "hanno"})

_QUOTES = frozenset("«»\"'“”‘’‹›([—-")
_NOMINAL = ("NOUN", "PROPN", "ADJ", "NUM", "DET", "X", "SYM", "VERB", "ADV", "PRON", "AUX")


def apply_contractions(words: Sequence[Token]) -> SurfaceForm:
    """Return the words as they are written; see `cdaflow.languages.Language.apply_contractions`.

    The SpaceAfter of a multiword token is that of its last word. The word keeps its own but for
    an elided article in a contraction, where the apostrophe tells it.
    """
    tokens = list(words)
    # From the end, since a form depends on the word that follows: quel bell'uomo.
    for i in reversed(range(len(tokens))):
        form = _form(tokens, i)
        if form is not None:
            tokens[i] = _rewritten(tokens[i], form, words)
    joined = multiwords(tokens)
    for span in joined:
        last = tokens[span.end - 1]
        if last.form.endswith(("'", "’")):
            misc = {name: value for name, value in last.misc.items() if name != "SpaceAfter"}
            tokens[span.end - 1] = last.changed(misc=misc)
    return SurfaceForm(tuple(tokens), tuple(joined))


def plain(form: str) -> str:
    """Return a form in lower case with a straight apostrophe."""
    return form.lower().replace("’", "'")


def _rewritten(token: Token, form: str, words: Sequence[Token]) -> Token:
    """Return the word with its new form, cased as the old one, and the space after it right."""
    old = token.form
    if form != plain(old):
        form = with_capitals(form, old)
        if any("’" in word.form for word in words):
            form = form.replace("'", "’")
        token = token.changed(form=form)
    misc = dict(token.misc)
    if form.endswith(("'", "’")):
        misc["SpaceAfter"] = "No"
    elif old.endswith(("'", "’")):
        misc.pop("SpaceAfter", None)
    return token if misc == token.misc else token.changed(misc=misc)


def _next(tokens: Sequence[Token], i: int) -> Token | None:
    """Return the next word, behind a quotation mark or bracket that opens."""
    for token in tokens[i + 1 : i + 3]:
        if token.upos != "PUNCT":
            return token
        if token.form not in _QUOTES:
            return None
    return None


def _form(tokens: Sequence[Token], i: int) -> str | None:
    """Return the form of the word at index `i` among its neighbours, None to leave it alone."""
    token, following = tokens[i], _next(tokens, i)
    form = plain(token.form)
    if following is None:
        return None
    if token.upos == "DET" and following.upos in _NOMINAL:
        return _from_table(DETERMINERS, tokens, i, following) or _whole_again(token, following)
    if token.upos == "ADJ" and _before_its_noun(tokens, i):
        return _from_table(ADJECTIVES, tokens, i, following) or _whole_again(token, following)
    if token.upos in ("ADP", "CCONJ", "SCONJ") and (form in _D_WORDS or form in _D_WORDS_SHORT):
        return _with_d(form, following)
    if token.upos == "NOUN":
        return _title(form, following)
    if token.upos == "PRON":
        short = _elided_clitic(form, token, following)
        if short is not None:
            return short
    if token.upos in ("ADP", "ADV", "NUM", "PRON", "SCONJ"):
        return _whole_again(token, following)
    return None


def _from_table(
    tables: Mapping[str, Forms], tokens: Sequence[Token], i: int, following: Token
) -> str | None:
    token = tokens[i]
    form = plain(token.form)
    if form.endswith("gl'"):  # gl'italiani is old, and right before i only
        if following.form[:1].lower() == "i":
            return form
        form = form[:-1] + "i"
    lemmas = [lemma for lemma in SLOTS.get(form, {}) if lemma in tables]
    if not lemmas or (lemmas[0] == "santo" and following.upos != "PROPN"):
        return None
    before = plain(tokens[i - 1].form) if i else ""
    if (before, form) == ("per", "lo") and plain(following.form) in ("più", "meno"):
        return None  # per lo più, an old form that has stayed
    slot = _slot(SLOTS[form][lemmas[0]], token, tokens)
    candidates = tables[lemmas[0]].get(slot, {}).get(onset(following), ())
    if form in candidates:
        return form
    # Before a name the whole form is usual too: della Apple, la Anna.
    if following.upos == "PROPN" and slot == FEMININE and onset(following) is Onset.VOWEL:
        return None
    return candidates[0] if candidates else None


def _slot(slots: set[Slot], token: Token, tokens: Sequence[Token]) -> Slot:
    """Return the gender and number of a word: what its form, its features, its head tell."""
    if len(slots) == 1:
        return next(iter(slots))
    gender = _gender(token, tokens)
    number = next(iter(sorted(number for _, number in slots)), "Sing")
    return (gender, number)


def _gender(token: Token, tokens: Sequence[Token]) -> str:
    head = tokens[token.head - 1] if 0 < token.head <= len(tokens) else None
    for word in (token, head, *tokens[token.id : token.id + 3]):
        if word is not None and (gender := word.feats.get("Gender")) in ("Masc", "Fem"):
            return gender
    return "Masc"


def _before_its_noun(tokens: Sequence[Token], i: int) -> bool:
    """Return whether the adjective at `i` stands before the noun it modifies, nothing between
    them but other adjectives."""
    token = tokens[i]
    if token.head <= token.id or token.deprel.split(":")[0] not in ("amod", "flat", "nmod", "det"):
        return False
    between = tokens[i + 1 : token.head - 1]
    return all(word.upos in ("ADJ", "NUM") or word.form in _QUOTES for word in between)


def _with_d(form: str, following: Token) -> str | None:
    """Return a or ad, e or ed, o or od: d before the same vowel, never before a consonant."""
    short = _D_WORDS_SHORT.get(form, form)
    begin = onset(following)
    if begin is Onset.UNKNOWN or following.upos in ("PUNCT", "SYM", "X"):
        return None
    if form in _D_WORDS_SHORT:
        return short if begin in (Onset.PLAIN, Onset.IMPURE) else form
    if short == "o" or begin is not Onset.VOWEL or following.upos == "PROPN":
        return None
    # Not before ad, ed: a adottare, e educare.
    after = following.form.lower()
    same = begins_with(after, short) and not after.startswith(short + "d")
    return _D_WORDS[short] if same else None


def _title(form: str, following: Token) -> str | None:
    if form in _TITLES and following.upos == "PROPN":
        return _TITLES[form]
    if form in _TITLES_FULL and following.upos not in ("PROPN", "NOUN", "X", "ADJ"):
        return _TITLES_FULL[form]
    return None


def _elided_clitic(form: str, token: Token, following: Token) -> str | None:
    """Return c' in c'è, l' in l'ha; other elisions of pronouns are free."""
    after = plain(following.form)
    if form == "ci" and following.upos == "VERB" and after in _CI_BEFORE:
        return "c'"
    if form in ("lo", "la") and following.upos in ("AUX", "VERB") and after in _HAVE:
        return "l'"
    return None


def _whole_again(token: Token, following: Token) -> str | None:
    """Return the whole form of an elided word that stands before a consonant now."""
    form = plain(token.form)
    if form not in ELIDED or onset(following) not in (Onset.PLAIN, Onset.IMPURE):
        return None
    if token.upos == "PRON" and form == "l'":
        return "la" if token.feats.get("Gender") == "Fem" else "lo"
    if form in _CLITICS:
        return _CLITICS[form]
    lemma = plain(token.lemma)
    if form == "d'":
        return lemma if lemma in ("di", "da") else "di"
    if not lemma.startswith(form[:-1]):
        return None
    if token.upos in ("DET", "ADJ", "PRON") and lemma.endswith("o"):
        endings = {MASCULINE: "o", FEMININE: "a", MASCULINE_PLURAL: "i", FEMININE_PLURAL: "e"}
        slot = token.feats.get("Gender", following.feats.get("Gender", "Masc"))
        number = token.feats.get("Number", following.feats.get("Number", "Sing"))
        return lemma[:-1] + endings.get((slot, number), "o")
    return lemma
