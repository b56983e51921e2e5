"""How Italian words are written beside each other: l'amico, dello zio, bell'uomo, c'è, farlo.

Each rule works in both directions, so that a word whose neighbour has changed ("l'" before
"attore" turned "studentessa") is put right, while text that is right already stays as it is. Where
usage is divided (quest'anno, questo anno; ad un) nothing is touched.

Source: Serianni, Grammatica italiana (1989), ch. I, IV, V and VII; the advice of the Accademia
della Crusca on articles before foreign words and acronyms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache, partial
from pathlib import Path

from cdaflow.io.files import read_table
from cdaflow.languages.it.contraction import contraction, enclitics
from cdaflow.languages.word_sets import word_set
from cdaflow.languages.writing import (
    SurfaceForm,
    euphonic_forms,
    multiwords,
    plain,
    with_capitals,
    with_space,
)
from cdaflow.trees import Token

_words = partial(word_set, "it")


class Onset(Enum):
    """What a word begins with."""

    VOWEL = "vowel"  # l'amica, un'amica
    PLAIN = "plain"  # il, un, bel
    IMPURE = "impure"  # s and consonant, z, gn, ps, x, y ...: lo, uno, bello
    SEMIVOWEL = "semivowel"  # i before a vowel: lo iato, la iena, but also l'iodio
    H = "h"  # l'hotel, but la hostess and lo hobby too
    UNKNOWN = "unknown"  # figures, acronyms, names of letters: usage or nobody knows


_VOWELS = "aeiouàáâäèéêëìíîïòóôöùúûü"
_IMPURE = re.compile(rf"s(?!['’])[^{_VOWELS}\W]|[zxyß]|gn|p[nst]|[cbdgkt]z|ts|[cfbm][tdn]|tm|kn|pf")
#: Consonants that can begin a syllable; other clusters (Fmi, Ndr) are spelled out or foreign.
_CLUSTER = re.compile(rf"[^{_VOWELS}][{_VOWELS}hywlr]")
_SEMIVOWEL = re.compile(rf"i[{_VOWELS}]")
_ROMAN = re.compile(r"(?=.)m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
#: Words of one letter that are words, and not the names of letters.
_SHORT_WORDS = ("ADP", "CCONJ", "DET", "AUX", "VERB", "PRON")


def onset(token: Token) -> Onset:
    """Return with which sound a word begins, as far as the forms of articles depend on it."""
    form = token.form
    letter = len(form.rstrip("'’")) == 1 and token.upos not in _SHORT_WORDS
    if not form[:1].isalpha() or letter:
        return Onset.UNKNOWN
    if len(form) > 1 and form[:2].isupper() and (len(form) <= 4 or not form.isupper()):
        return Onset.UNKNOWN  # an acronym: la FIAT, l'FBI; longer ones are read as words
    word = form.lower()
    if len(word) > 1 and token.upos in ("ADJ", "NUM", "NOUN", "X") and _is_numeral(token):
        return Onset.UNKNOWN
    if word == "dei" and token.lemma == "dio":
        return Onset.IMPURE  # gli dei
    if word[0] == "h":
        # Names keep their article whatever it is: la Hack, l'Havana.
        return Onset.UNKNOWN if token.upos == "PROPN" else Onset.H
    if _SEMIVOWEL.match(word) and word != "io":
        return Onset.SEMIVOWEL
    if word[0] in _VOWELS:
        return Onset.UNKNOWN if token.upos == "X" else Onset.VOWEL
    if _IMPURE.match(word) or word in _words("sch_sound"):
        # Names keep what they have: il Cnr, il System, lo Stefano.
        return Onset.UNKNOWN if token.upos in ("PROPN", "X") else Onset.IMPURE
    if word[0] == "j":
        return Onset.UNKNOWN  # il jazz, lo Jonio
    return Onset.PLAIN if _CLUSTER.match(word) or len(word) == 1 else Onset.UNKNOWN


def _is_numeral(token: Token) -> bool:
    """Return whether the word is a Roman numeral, said as anything may be: il XVI, l'XI."""
    said = token.form.isupper() or token.feats.get("NumType") is not None
    return said and _ROMAN.fullmatch(token.form.lower()) is not None


def begins_with(form: str, vowel: str) -> bool:
    """Return whether `form` begins with `vowel` (a, e or o), with or without an accent."""
    return form[:1].lower() in {"a": "aà", "e": "eèé", "o": "oò"}[vowel]


#: Gender and number, as UD spells them.
Slot = tuple[str, str]
#: (gender, number) -> onset of the next word -> the forms that are right there, the best first.
Forms = dict[Slot, dict[Onset, tuple[str, ...]]]

_FEMININE: Slot = ("Fem", "Sing")
_ENDINGS = {("Masc", "Sing"): "o", _FEMININE: "a", ("Masc", "Plur"): "i", ("Fem", "Plur"): "e"}

#: Titles that are cut before a name: il professor Rossi, la suor Maria.
_TITLES = euphonic_forms("it", "title")
_TITLES_FULL = {short: full for full, short in _TITLES.items()}

#: Words that end in d before a vowel.
_D_WORDS = euphonic_forms("it", "before_vowel")
_D_WORDS_SHORT = {long: short for short, long in _D_WORDS.items()}

_CLITICS = {short: full for full, short in euphonic_forms("it", "clitic").items()}

_QUOTES = frozenset("«»\"'“”‘’‹›([—-")
_NOMINAL = ("NOUN", "PROPN", "ADJ", "NUM", "DET", "X", "SYM", "VERB", "ADV", "PRON", "AUX")


def apply_contractions(words: Sequence[Token]) -> SurfaceForm:
    """Return the words as they are written; see `Language.apply_contractions`.

    The SpaceAfter of a multiword token is that of its last word. The word keeps its own but for
    an elided article in a contraction, where the apostrophe tells it.
    """
    tokens = list(words)
    # From the end, since a form depends on the word that follows: quel bell'uomo.
    for i in reversed(range(len(tokens))):
        form = _form(tokens, i)
        if form is not None:
            tokens[i] = _rewritten(tokens[i], form, words)
    joined = multiwords(tokens, contraction, enclitics)
    for span in joined:
        if tokens[span.end - 1].form.endswith(("'", "’")):
            tokens[span.end - 1] = with_space(tokens[span.end - 1], True)
    return SurfaceForm(tuple(tokens), joined)


@cache
def paradigms(upos: str) -> dict[str, Forms]:
    """Return the words of a part of speech whose form depends on the sound that follows, by lemma.

    From paradigms.tsv: lemma, upos, gender, number, and a column of forms (with slashes between)
    for each onset. "di" is the partitive article, which ISDT tags DET: dei, degli, delle.
    """
    forms: dict[str, Forms] = {}
    for row in _paradigm_rows():
        if row["upos"] == upos:
            forms.setdefault(row["lemma"], {})[row["gender"], row["number"]] = {
                begin: tuple(row[begin.value].split("/")) for begin in Onset if row[begin.value]
            }
    return forms


@cache
def _slots() -> dict[str, dict[str, set[Slot]]]:
    """Return written form -> lemma -> gender and number; elided forms may be of either gender.

    The column `other` has forms that agreement makes and that stand before no noun ("quelli").
    """
    readings: dict[str, dict[str, set[Slot]]] = {}
    for row in _paradigm_rows():
        cells = [row[column] for column in (*(begin.value for begin in Onset), "other")]
        for form in (form for cell in cells if cell for form in cell.split("/")):
            lemmas = readings.setdefault(form, {})
            lemmas.setdefault(row["lemma"], set()).add((row["gender"], row["number"]))
    return readings


@cache
def _paradigm_rows() -> list[dict[str, str]]:
    path = Path(__file__).with_name("paradigms.tsv")
    columns = ("lemma", "upos", "gender", "number", *(begin.value for begin in Onset), "other")
    return [row for _, row in read_table(path, columns)]


def _rewritten(token: Token, form: str, words: Sequence[Token]) -> Token:
    """Return the word with its new form, cased as the old one, and the space after it right."""
    old = token.form
    if form != plain(old):
        form = with_capitals(form, old)
        if any("’" in word.form for word in words):
            form = form.replace("'", "’")
        token = token.changed(form=form)
    if form.endswith(("'", "’")):
        return with_space(token, False)
    return with_space(token, True) if old.endswith(("'", "’")) else token


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
        return _from_table(tokens, i, following) or _whole_again(token, following)
    if token.upos == "ADJ" and _before_its_noun(tokens, i):
        return _from_table(tokens, i, following) or _whole_again(token, following)
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


def _from_table(tokens: Sequence[Token], i: int, following: Token) -> str | None:
    token = tokens[i]
    forms, form = paradigms(token.upos), plain(token.form)
    if form.endswith("gl'"):  # gl'italiani is old, and right before i only
        if following.form[:1].lower() == "i":
            return form
        form = form[:-1] + "i"
    lemmas = [lemma for lemma in _slots().get(form, {}) if lemma in forms]
    if not lemmas or (lemmas[0] == "santo" and following.upos != "PROPN"):
        return None
    before = plain(tokens[i - 1].form) if i else ""
    if (before, form) == ("per", "lo") and plain(following.form) in ("più", "meno"):
        return None  # per lo più, an old form that has stayed
    slot = _slot(_slots()[form][lemmas[0]], token, tokens)
    candidates = forms[lemmas[0]].get(slot, {}).get(onset(following), ())
    if form in candidates:
        return form
    # Before a name the whole form is usual too: della Apple, la Anna.
    if following.upos == "PROPN" and slot == _FEMININE and onset(following) is Onset.VOWEL:
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
    if form == "ci" and following.upos == "VERB" and after in _words("ci_elided"):
        return "c'"
    if (
        form in ("lo", "la")
        and following.upos in ("AUX", "VERB")
        and after in _words("object_elided")
    ):
        return "l'"
    return None


def _whole_again(token: Token, following: Token) -> str | None:
    """Return the whole form of an elided word that stands before a consonant now."""
    form = plain(token.form)
    if form not in _words("elided") or onset(following) not in (Onset.PLAIN, Onset.IMPURE):
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
        gender = token.feats.get("Gender", following.feats.get("Gender", "Masc"))
        number = token.feats.get("Number", following.feats.get("Number", "Sing"))
        return lemma[:-1] + _ENDINGS.get((gender, number), "o")
    return lemma
