"""The form of a lemma with features, looked up in a lexicon: nothing but the lemma is known.

`dictionary` inflects words of a sentence, whose forms are known and say which paradigm is meant;
this is the question that reinflection is scored by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.transducer.examples import FEATURES

#: Where the forms of a noun or adjective may be found as well: resources part them differently.
_ALSO = {"ADJ": "NOUN", "NOUN": "ADJ"}


def citation_form(lemma: str, upos: str, feats: Mapping[str, str], lexicon: Lexicon) -> str | None:
    """Return the form of `lemma` with `feats`, None if the lexicon has none.

    Looked at are the paradigms of the lemma, then those in which it is a form that may stand as a
    lemma (those of feminine nouns differ between resources); the word's own part of speech comes
    first, then the order of the sources. Of the entries of a paradigm that have what is wanted
    the one is taken that shares most features, then the one whose form most sources have, then
    the first.
    """
    parts = [upos, _ALSO[upos]] if upos in _ALSO else [upos]
    for part in parts:
        also = [entry for entry in lexicon.by_form(lemma) if _is_citable(entry, feats)]
        for found in (lexicon.by_lemma(lemma), also):
            for paradigm in _paradigms(found, part, lexicon):
                fitting = [e for e in paradigm if _fits(e, feats, paradigm)]
                if fitting:
                    return max(fitting, key=lambda e: _rank(e, feats, lexicon)).form
    return None


def _paradigms(found: Sequence[Entry], upos: str, lexicon: Lexicon) -> Iterator[list[Entry]]:
    """Yield the paradigms of entries that have a part of speech, by the order of the sources."""
    keys = dict.fromkeys((e.source, e.lemma) for e in found if e.upos == upos)
    for source, lemma in sorted(keys, key=lambda key: lexicon.rank(key[0])):
        yield [e for e in lexicon.by_lemma(lemma) if (e.source, e.upos) == (source, upos)]


def _is_citable(entry: Entry, wanted: Mapping[str, str]) -> bool:
    """Whether a form may stand as a lemma: without article, suffix or construct, and a singular.

    A noun that is plural alone has a plural lemma, and is wanted in the plural.
    """
    feats = entry.feats
    owned = any(name.endswith("[psor]") for name in feats)
    plural = feats.get("Number") == "Plur" and wanted.get("Number") != "Plur"
    return not owned and not plural and _said(feats, "Definite") is None


def _fits(entry: Entry, feats: Mapping[str, str], paradigm: Sequence[Entry]) -> bool:
    has = entry.feats
    if any(name.endswith("[psor]") for name in has):
        return False
    for name in FEATURES:
        wanted, value = _said(feats, name), _said(has, name)
        if value is not None and value != wanted and (wanted is not None or name not in _UNSAID):
            return False
        if value is None and wanted is not None and name not in _UNSAID:
            return False
    if "Gender" in feats and "Gender" not in has:
        # A treebank leaves it out where the form does not show it; some lexicons for all nouns.
        silent = all("Gender" not in other.feats for other in paradigm)
        return entry.source.startswith("treebank:") or (entry.upos == "NOUN" and silent)
    return True


#: Features that one resource says and another leaves out.
_UNSAID = frozenset({"Gender", "Number", "Tense", "VerbForm"})


def _said(feats: Mapping[str, str], name: str) -> str | None:
    value = feats.get(name)
    return None if (name, value) == ("Definite", "Ind") else value


def _rank(entry: Entry, feats: Mapping[str, str], lexicon: Lexicon) -> tuple[int, bool, int]:
    shared = sum(feats.get(name) == value for name, value in entry.feats.items())
    sources = len({e.source for e in lexicon.by_form(entry.form) if e.upos == entry.upos})
    # Where the number is not said the form does not show it; the lemma is the best guess.
    plain = "Number" not in feats and entry.form == entry.lemma
    return shared, plain, sources
