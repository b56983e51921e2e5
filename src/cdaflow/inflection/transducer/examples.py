"""What goes into the transducer, and what of a lexicon is learned from.

A form can be made of the lemma, or of another form of the word whose features are known: taggers
give wrong lemmas to words that they have not seen, and lemmas of feminine nouns differ between
resources, while the form is always there. One model learns both; a symbol says which it has.
Where both are there it is asked both (see `Transducer.answers`).

Treebanks hold the words as they are used, lexicons tens of thousands of rare ones; some twenty
thousand examples teach nearly as much as all of them. The lemmata of treebanks come first, then
lemmata are sampled from the rest. Most of the forms to be made of forms change the gender, which is
what the model is there for.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, Protocol

import numpy as np

from cdaflow.inflection.lexicon import Entry

#: The features that a form depends on, in the languages that we have; others are left out.
FEATURES = ("Gender", "Number", "Degree", "Definite", "VerbForm", "Tense")
#: The values that an absent feature stands for; see `readings`.
_ANY = {"Gender": ("Fem", "Masc"), "Number": ("Plur", "Sing")}
_NONE: Mapping[str, str] = {}
#: The symbols of the lemma and features that a form is made of.
LEMMA, FORM = "<lemma", "<form"


class Item(NamedTuple):
    """A form that is wanted: that of `lemma` and `upos` with `feats` (UD names and values).

    `form` with `form_feats`, where given, is another form of the same word: the form wanted is
    then made of it as well as of the lemma; of it alone where that is empty or "_".
    """

    lemma: str
    upos: str
    feats: Mapping[str, str]
    form: str = ""
    form_feats: Mapping[str, str] = _NONE


class FormModel(Protocol):
    """What makes forms of words that no table and no dictionary has: `Transducer` is one."""

    def inflect(self, items: Sequence[Item], /) -> Sequence[tuple[str, float]]:
        """Return the most probable form of each item with its natural log p."""


class Example(NamedTuple):
    """What the model sees: the characters of `source`, `symbols` (unordered), the form `target`."""

    source: str
    symbols: tuple[str, ...]
    target: str = ""
    #: What of the lexicon it stems from: a split keeps the forms of a word together, and what is
    #: asked of a form can be asked of the lemma.
    lemma: str = ""


def normal(word: str) -> str:
    """Return a word as the model spells it: NFC, lower case."""
    return unicodedata.normalize("NFC", word).lower()


def symbols(
    upos: str, feats: Mapping[str, str], source_feats: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Return the symbols of a form that is wanted.

    `source_feats`: those of the form to start from; None where that is the lemma.
    """
    found = [upos, *_feature_symbols(feats)]
    if source_feats is None:
        return (*found, LEMMA)
    return (*found, FORM, *(f"<{symbol}" for symbol in _feature_symbols(source_feats)))


def _feature_symbols(feats: Mapping[str, str]) -> list[str]:
    # Indefinite is what a noun of a treebank is that has no Definite.
    pairs = [f"{name}={feats[name]}" for name in FEATURES if name in feats]
    return [pair for pair in pairs if pair != "Definite=Ind"]


def of_item(item: Item) -> Example:
    """Return what the model sees of an item."""
    if item.form:
        wanted = symbols(item.upos, item.feats, item.form_feats)
        lemma = "" if item.lemma == "_" else normal(item.lemma)
        return Example(normal(item.form), wanted, "", lemma)
    return Example(normal(item.lemma), symbols(item.upos, item.feats))


def of_lemma(example: Example) -> Example | None:
    """Return what an example asks of a form, asked of the lemma; None of one that is of a lemma."""
    if FORM not in example.symbols or not example.lemma:
        return None
    wanted = (*(symbol for symbol in example.symbols if not symbol.startswith("<")), LEMMA)
    return Example(example.lemma, wanted, example.target, example.lemma)


def changes(example: Example) -> str:
    """Return "Gender" or "Number", what a form is to change in, or "" for a form of a lemma."""
    for name in ("Gender", "Number") if FORM in example.symbols else ():
        wanted = {symbol for symbol in example.symbols if symbol.startswith(f"{name}=")}
        if any(s.startswith(f"<{name}=") and s[1:] not in wanted for s in example.symbols):
            return name
    return ""


def readings(entry: Entry) -> list[dict[str, str]]:
    """Return the readings of an entry's features: one value each, of FEATURES alone.

    "Gender=Fem,Masc" stands for either. A treebank leaves out what the form does not show: a
    word of it that has gender or number, but not both, is read with each value of the other, and
    as it stands ("rouge", "virus").
    """
    feats = entry.feats
    silent = entry.source.startswith("treebank:") and entry.upos in ("ADJ", "NOUN")
    found: list[dict[str, str]] = [{}]
    for name in FEATURES:
        values: list[str | None] = []
        if name in feats:
            values += feats[name].split(",")
        elif silent and name in _ANY and any(other in feats for other in _ANY):
            values += [None, *_ANY[name]]
        else:
            continue
        found = [
            reading if value is None else {**reading, name: value}
            for reading in found
            for value in values
        ]
    return found


def from_lemmas(entries: Sequence[Entry]) -> list[Example]:
    """Return the examples lemma -> form of entries, in their order, each question once.

    Of several forms for one question a treebank's first counts, which is the most frequent; those
    of lexicons alone are left out (variants, or two words under one lemma). So is a noun or
    adjective of a lexicon that does not have its lemma among its forms (Italian adjectives stand
    under their verb): no form can be made of that lemma.
    """
    whole = {(e.source, e.lemma, e.upos) for e in entries if normal(e.lemma) == normal(e.form)}
    found: dict[Example, list[str]] = {}
    used: set[Example] = set()
    for entry in entries:
        treebank = entry.source.startswith("treebank:")
        listed = entry.upos in ("NOUN", "ADJ") and not treebank
        if listed and (entry.source, entry.lemma, entry.upos) not in whole:
            continue
        lemma, form = normal(entry.lemma), normal(entry.form)
        for feats in readings(entry):
            question = Example(lemma, symbols(entry.upos, feats), "", lemma)
            forms = found.setdefault(question, [])
            if treebank and question not in used:
                used.add(question)
                forms.insert(0, form)
            elif form not in forms:
                forms.append(form)
    return [
        question._replace(target=forms[0])
        for question, forms in found.items()
        if question in used or len(forms) == 1
    ]


def from_forms(entries: Iterable[Entry]) -> list[Example]:
    """Return the examples form -> form of a lexicon, each once.

    The two are of one lemma and part of speech, and differ in gender or in number, in one of
    them and in no other feature. Where there are several forms for the same features it cannot
    be told which go together, and none is taken.
    """
    paradigms: dict[tuple[str, str, tuple[str, ...]], dict[tuple[str, ...], list[str]]] = {}
    agreeing = ("Gender", "Number")
    for entry in entries:
        for feats in readings(entry):
            if not any(name in feats for name in agreeing):
                continue
            rest = tuple(f"{n}={v}" for n, v in feats.items() if n not in agreeing)
            cells = paradigms.setdefault((normal(entry.lemma), entry.upos, rest), {})
            cell = tuple(f"{n}={v}" for n, v in feats.items() if n in agreeing)
            forms = cells.setdefault(cell, [])
            if normal(entry.form) not in forms:
                forms.append(normal(entry.form))
    found: list[Example] = []
    for (lemma, upos, rest), cells in paradigms.items():
        for (one, sources), (other, targets) in permutations(cells.items(), 2):
            if len(sources) > 1 or len(targets) > 1:
                continue
            before, after = (dict(pair.split("=") for pair in cell) for cell in (one, other))
            if before.keys() == after.keys() and len(set(one) - set(other)) == 1:
                kept = dict(pair.split("=") for pair in rest)
                wanted = symbols(upos, {**after, **kept}, {**before, **kept})
                found.append(Example(sources[0], wanted, targets[0], lemma))
    return found


_OPEN = frozenset({"NOUN", "ADJ"})
_AGREEING = frozenset({"Gender", "Number"})
#: Characters beside letters that words have inside.
_INNER = frozenset("-'’·״׳\"")
#: At most such shares of the examples are made of a form in the other gender or number.
_GENDER, _NUMBER = 0.4, 0.15


class Selection(NamedTuple):
    """Examples to learn from and for dev, of different lemmata; `left_out`: entries held out."""

    training: list[Example]
    dev: list[Example]
    left_out: int


def is_nominal(entry: Entry) -> bool:
    """Whether an entry is a noun, an adjective or a participle that shows gender or number.

    Words with digits, several words, and nouns with possessive suffixes (Hebrew) are not.
    """
    feats = entry.feats
    if entry.upos in ("VERB", "AUX"):
        if feats.get("VerbForm") != "Part":
            return False
    elif entry.upos not in _OPEN or not _AGREEING & feats.keys():
        return False
    if any(name.endswith("[psor]") for name in feats):
        return False
    return _is_word(entry.lemma) and _is_word(entry.form)


def _is_word(text: str) -> bool:
    return text[:1].isalpha() and all(letter.isalpha() or letter in _INNER for letter in text)


def select(
    entries: Iterable[Entry],
    *,
    size: int,
    dev_share: float,
    seed: int = 1,
    without: Collection[str] = (),
) -> Selection:
    """Return at most `size` training examples and those of a share of the lemmata for dev.

    `without`: lemmata of a test set (as `normal` spells them): entries with one of them as lemma
    or as form are left out, so that the model has not seen the words it is tested on.
    """
    kept: list[Entry] = []
    left_out = 0
    for entry in entries:
        if not is_nominal(entry):
            continue
        if normal(entry.lemma) in without or normal(entry.form) in without:
            left_out += 1
        else:
            kept.append(entry)
    lemmas, forms = from_lemmas(kept), from_forms(kept)
    genders = [example for example in forms if changes(example) == "Gender"]
    numbers = [example for example in forms if changes(example) != "Gender"]
    first = {normal(entry.lemma) for entry in kept if entry.source.startswith("treebank:")}
    chosen = _sampled(genders, round(_GENDER * size), first, seed)
    chosen += _sampled(numbers, round(_NUMBER * size), first, seed)
    chosen += _sampled(lemmas, size - len(chosen), first, seed)
    dev = [e for e in chosen if _share(e.lemma, seed) < dev_share]
    training = [e for e in chosen if _share(e.lemma, seed) >= dev_share]
    return Selection(training, dev, left_out)


def _sampled(
    examples: Sequence[Example], size: int, first: Collection[str], seed: int
) -> list[Example]:
    """Return at most `size` examples, lemmata of `first` before the others, whole lemmata."""
    lemmas = list(dict.fromkeys(example.lemma for example in examples))
    rank = np.random.default_rng([seed, 7]).permutation(len(lemmas))
    position = {lemma: (lemma not in first, int(r)) for lemma, r in zip(lemmas, rank, strict=True)}
    order = sorted(range(len(examples)), key=lambda i: (position[examples[i].lemma], i))
    return [examples[i] for i in sorted(order[:size])]


def _share(lemma: str, seed: int) -> float:
    """Return a number from 0 to below 1 that depends on the lemma alone."""
    code = hashlib.sha256(f"{seed}\t{lemma}".encode()).digest()
    return int.from_bytes(code[:6], "big") / 2**48
