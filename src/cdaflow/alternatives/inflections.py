"""The list of inflections: which words are one another's forms in another gender.

It makes the texts among which a translation is searched (Garg et al. 2024, section 5.1), and says
whether two phrases differ in nothing else (sections 4 and 7.1). Where the paper takes Wiktionary
and the released structures, this list is of the closed classes of cdaflow, lexicons, word lists,
and any pairs, such as those of a file of structures or of an inflection model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from itertools import chain

from cdaflow.alternatives.lattice import Lattice
from cdaflow.alternatives.structures import Alternatives
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.languages.closed_classes import Paradigm, closed_table
from cdaflow.languages.word_sets import pattern
from cdaflow.languages.writing import Euphony, cased_like, contractions, euphonic_forms, plain
from cdaflow.trees import Sentence

#: Words: what stands around a hyphen is two (est-il), and an elided one has its apostrophe.
_WORD = re.compile(r"\w+(?:['’](?=\w))?")

#: The words of a phrase that has other forms as a whole, at most: "de la", "del".
_LONGEST = 3

#: The parts of speech with genders, and what tells forms of one gender apart.
_NOMINAL = frozenset({"ADJ", "AUX", "DET", "NOUN", "NUM", "PRON", "PROPN", "VERB"})
_COMPARED = ("Case", "Definite", "Degree", "Number", "Person", "Tense")

#: Forms that depend on the word behind, of words with genders.
_SHORT: tuple[Euphony, ...] = ("apocope", "apocope_any", "before_vowel", "title")


class Inflections:
    """The words of a language with their variants: in any gender, the number as it is.

    `lexicon`: its words, beside the closed classes of the language. `pairs`: words or phrases of up
    to three words that are variants of one another, see `structure_pairs`, `inflected_pairs`.

    Raises ConfigError for a language that cdaflow does not know.
    """

    def __init__(
        self, language: str, lexicon: Lexicon | None = None, pairs: Iterable[tuple[str, str]] = ()
    ) -> None:
        self.language = language
        self._lexicon = lexicon or Lexicon()
        self._closed = closed_table(language)
        self._enclitic = pattern(language, "enclitic")
        self._short = {
            full: short for kind in _SHORT for full, short in euphonic_forms(language, kind).items()
        }
        self._full = {short: full for full, short in self._short.items()}
        self._given: dict[str, set[str]] = {}
        self._known: dict[str, frozenset[str]] = {}
        self._added: dict[str, set[str]] = {}
        for one, other in chain(list(self._contracted()), pairs):
            one, other = plain(one), plain(other)
            self._given.setdefault(one, set()).add(other)
            self._given.setdefault(other, set()).add(one)

    def with_pairs(self, pairs: Iterable[tuple[str, str]]) -> Inflections:
        """Return the list with more words or phrases that are variants of one another."""
        more = copy(self)
        more._added = {key: set(forms) for key, forms in self._added.items()}
        for one, other in pairs:
            one, other = plain(one), plain(other)
            more._added.setdefault(one, set()).add(other)
            more._added.setdefault(other, set()).add(one)
        return more

    def variants(self, phrase: str) -> frozenset[str]:
        """Return the forms of a word or short phrase, cased like it; it is one of them."""
        key = plain(phrase)
        if key not in self._known:
            self._known[key] = frozenset(self._find(key)) - {key}
        apostrophe = "’" if "’" in phrase else "'"
        forms = self._known[key].union(self._added.get(key, ()))
        found = (form.replace("'", apostrophe) for form in forms)
        return frozenset({phrase, *(cased_like(form, phrase) for form in found)})

    def related(self, masculine: str, feminine: str) -> bool:
        """Return whether two phrases differ in nothing but forms of the list (section 4).

        Capitals, the kind of apostrophe and the width of blanks do not count.
        """
        one, other = (" ".join(plain(phrase).split()) for phrase in (masculine, feminine))
        return self.lattice(one).accepts(other) or self.lattice(other).accepts(one)

    def lattice(self, text: str) -> Lattice:
        """Return all texts that the variants of its words make of one (I(y) in section 5.1).

        A blank goes with an apostrophe and comes back without it: l'avocat, la femme.
        """
        words = list(_WORD.finditer(text))
        apostrophe = "’" if "’" in text else "'"
        arcs: list[list[tuple[int, str]]] = [[(1, text[: words[0].start() if words else None])]]
        for first in range(len(words)):
            arcs.append([])
            for last in range(first, min(first + _LONGEST, len(words))):
                behind = words[last + 1].start() if last + 1 < len(words) else len(text)
                phrase = text[words[first].start() : words[last].end()]
                gap = text[words[last].end() : behind]
                forms = self.variants(phrase) - ({phrase} if last > first else set())
                for form in [phrase] * (phrase in forms) + sorted(forms - {phrase}):
                    written = form if form == phrase else form.replace("'", apostrophe)
                    arcs[-1].append((last + 2, written + _gap(phrase, form, gap)))
        return Lattice(arcs)

    def _find(self, key: str) -> set[str]:
        found = set(self._given.get(key, ()))
        if " " in key:
            return found
        found |= self._of_closed(key)
        found |= self._of_lexicon(key)
        if key in self._full:
            found |= self._find(self._full[key]) - {self._full[key]}
        if found - {key}:
            found |= {self._short[form] for form in found | {key} if form in self._short}
        elif self._enclitic is not None and (match := self._enclitic.fullmatch(key)):
            verb, pronoun = match.group(1), match.group(2)
            if not self._lexicon.by_form(key):
                written = (verb + form for form in self._of_closed(pronoun))
                found |= {form for form in written if self._enclitic.fullmatch(form)}
        return found

    def _of_closed(self, form: str) -> set[str]:
        found: set[str] = set()
        seen: dict[str, Paradigm] = {}
        for paradigm, _, number in self._closed.get(form, ()):
            # As when a form is written, the first row counts: of a possessive that of its person.
            first = paradigm if paradigm.when else seen.setdefault(paradigm.upos, paradigm)
            if paradigm is first:
                cells = paradigm.cells.items()
                found.update(form for (_, n), forms in cells if n == number for form in forms)
        return found

    def _of_lexicon(self, form: str) -> set[str]:
        found = set()
        for entry in self._lexicon.by_form(form):
            if entry.upos in _NOMINAL:
                for other in self._lexicon.by_lemma(entry.lemma):
                    if other.upos == entry.upos and _same_but_gender(entry.feats, other.feats):
                        found.add(plain(other.form))
        return found

    def _contracted(self) -> Iterator[tuple[str, str]]:
        """Yield what a preposition makes with the forms of an article: del, de la."""
        table = contractions(self.language)
        for first, second in table:
            forms = [
                table.get((first, form), f"{first} {form}")
                for form in sorted(self._find(second) | {second})
            ]
            for number, one in enumerate(forms):
                yield from ((one, other) for other in forms[number + 1 :])


def structure_pairs(items: Iterable[Alternatives]) -> Iterator[tuple[str, str]]:
    """Yield the words that the structures of sentences have in two forms.

    Phrases of as many words give pairs of words, others are a pair themselves, if they are short.
    """
    for item in items:
        for structure in item.structures:
            forms = structure.masculine, structure.feminine
            one, other = (_WORD.findall(form) for form in forms)
            if len(one) == len(other):
                yield from ((a, b) for a, b in zip(one, other, strict=True) if plain(a) != plain(b))
            elif max(len(one), len(other)) <= _LONGEST:
                yield " ".join(forms[0].split()), " ".join(forms[1].split())


def inflected_pairs(inflector: Inflector, trees: Iterable[Sentence]) -> Iterator[tuple[str, str]]:
    """Yield words of trees that have a gender with what an inflector makes of them in the other."""
    other = {"Masc": "Fem", "Fem": "Masc"}
    for tree in trees:
        tokens = [token for token in tree.tokens if token.feats.get("Gender") in other]
        asked = [
            (token, {**token.feats, "Gender": other[token.feats["Gender"]]}) for token in tokens
        ]
        for token, made in zip(tokens, inflector.inflect_all(asked), strict=True):
            if made is not None and plain(made.form) != plain(token.form):
                yield token.form, made.form


def _same_but_gender(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether features may be those of one word in two genders.

    A feature that is absent goes with any value.
    """
    if "Gender" not in one and "Gender" not in other:
        return False
    if one.get("VerbForm") != other.get("VerbForm"):
        return False
    return all(name not in one or other.get(name, one[name]) == one[name] for name in _COMPARED)


def _gap(old: str, new: str, gap: str) -> str:
    """Return what stands behind a word when it is elided, or elided no more."""
    was, now = (form.endswith(("'", "’")) for form in (old, new))
    if was and not now and not gap:
        return " "
    return "" if now and not was and gap == " " else gap
