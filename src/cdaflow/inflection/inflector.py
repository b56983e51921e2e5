"""A word in another gender or number: tables first, then the dictionary, then the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

import cdaflow.languages
from cdaflow.inflection.dictionary import is_fixed, look_up, tagged_wrongly
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.rules import (
    OWNER,
    adjective,
    has_one_masculine,
    participle,
    possessive_form,
)
from cdaflow.inflection.transducer.examples import FormModel, Item
from cdaflow.languages.closed_classes import (
    CLOSED_CLASSES,
    CONTEXT,
    closed_form,
    closed_table,
    conditions,
)
from cdaflow.languages.writing import cased_like
from cdaflow.trees import Token
from cdaflow.trees.sentence import pack

#: Where a form comes from. "kept": the word does not change with what was asked.
Source = Literal["closed", "wordlist", "dictionary", "model", "kept"]

#: Least log p (natural) of a form that is taken, of a model that names none itself.
THRESHOLD = -0.5

#: The parts of speech whose forms a model may make.
_OPEN_CLASSES = frozenset({"ADJ", "AUX", "NOUN", "VERB"})

#: The parts of speech that are looked up in the dictionary.
_NOMINAL = _OPEN_CLASSES | {"PROPN"}

#: What stands before a word and leaves its inflection as it is.
_PREFIX = re.compile(
    r"(?:(?:ex|vice|co|sub|sous|anti|pro|neo|néo|post|super|ultra|micro|multi|mega|méga|auto)-?"
    r"|[^\W\d_]{2,}o-)(?=[^\W\d_]{4})",
    re.IGNORECASE,
)

#: All that a form depends on.
Key = tuple[str, ...]

_CACHE_LIMIT = 1 << 17

V = TypeVar("V")


class Inflected(NamedTuple):
    """A form, cased like the word it replaces, with its lemma.

    `score`: natural logarithm of its probability; 0.0 for what is no guess of a model.
    """

    form: str
    lemma: str
    source: Source
    score: float = 0.0


class Inflector:
    """Makes forms of a language, given by its ISO 639-1 code.

    `threshold`: least natural log p of a form of the model; below it the word is doubtful. None:
    the model's own. `derived`: makes a form, or None, where tables and dictionary have none.

    Raises ConfigError for a language that cdaflow does not know.
    """

    def __init__(
        self,
        language: str,
        lexicon: Lexicon,
        model: FormModel | None = None,
        *,
        threshold: float | None = None,
        derived: Callable[[Token, Mapping[str, str]], str | None] | None = None,
    ) -> None:
        self.derived = derived
        self.language = language
        self.lexicon = lexicon
        self.model = model
        self.threshold: float = (
            getattr(model, "threshold", THRESHOLD) if threshold is None else threshold
        )
        self._closed = closed_table(language)
        self._language = cdaflow.languages.get(language)
        self._context = conditions(self._closed) & CONTEXT
        self._known: dict[Key, Inflected | None] = {}

    def inflect(self, token: Token, feats: Mapping[str, str]) -> Inflected | None:
        """Return the word with the features `feats` (all of them), None where that is doubtful.

        Determiners, pronouns and numerals come from the tables alone. A word that cannot change
        (adverbs, infinitives, finite verbs of languages whose verbs have no gender) is kept.
        """
        return self.inflect_all([(token, feats)])[0]

    @property
    def context(self) -> frozenset[str]:
        """What the tables ask of the words around a word; see `context` in `realise`."""
        return self._context

    def shows_gender(self, token: Token) -> bool:
        """Return whether the form has a gender by the tables; an elided one does not count."""
        form = token.form.lower()
        rows = self._closed.get(form, ())
        return form[-1:].isalpha() and any(
            gender and paradigm.upos == token.upos for paradigm, gender, _ in rows
        )

    def may_have_gender(self, form: str) -> bool:
        """Return whether tables or lexicon have a form in some gender, as any part of speech."""
        closed = any(gender for _, gender, _ in self._closed.get(form.lower(), ()))
        return closed or any("Gender" in entry.feats for entry in self.lexicon.by_form(form))

    def number_shown(self, token: Token) -> str:
        """Return the number that a determiner has by its form, "" if that is several or none."""
        rows = self._closed.get(token.form.lower(), ())
        numbers = {number for paradigm, _, number in rows if paradigm.upos == token.upos}
        return numbers.pop() if len(numbers) == 1 else ""

    def has_numbers(self, token: Token) -> bool:
        """Return whether a word is written the same in several numbers: le fils, il est surpris."""
        if token.upos in ("ADJ", "VERB") and has_one_masculine(token, self.language):
            return True
        rows = self.lexicon.by_form(token.form)
        numbers = {entry.feats.get("Number", "") for entry in rows if entry.upos == token.upos}
        return len(numbers - {""}) > 1

    def inflect_all(
        self, asked: Sequence[tuple[Token, Mapping[str, str]]]
    ) -> list[Inflected | None]:
        """Return what `inflect` does for many words; the model is run once, over those left."""
        results: list[Inflected | None] = []
        left: dict[Key, tuple[Token, Item]] = {}
        positions: list[tuple[int, Key]] = []
        for position, (token, feats) in enumerate(asked):
            key = (*word_key(token), pack(feats))
            result = cached(self._known, key, self._without_model, token, feats)
            if result is None and self.derived is not None:
                form = self.derived(token, feats)
                result = None if form is None else self._made(token, form, token.lemma, "closed")
            if result is None and self.model is not None and token.upos in _OPEN_CLASSES:
                left.setdefault(key, (token, _item(token, feats)))
                positions.append((position, key))
            results.append(result)
        if self.model is not None and left:
            made = self._by_model(self.model, left)
            for position, key in positions:
                results[position] = made[key]
        return results

    def _without_model(self, token: Token, feats: Mapping[str, str]) -> Inflected | None:
        owner = feats.get(OWNER, "")
        if owner and owner != token.feats.get(OWNER):
            form = possessive_form(token.form, owner, self.language)
            if form is None:
                return None
            owned = {**token.feats, OWNER: owner}
            token = token.changed(form=cased_like(form, token.form), feats=owned)
        if self._tagged_wrongly(token):
            unsaid = {name: value for name, value in token.feats.items() if name != "Gender"}
            token = token.changed(feats=unsaid)
        elif not any(feats.get(name) != token.feats.get(name) for name in feats):
            return _kept(token)
        if (form := closed_form(token, feats, self._closed)) is not None:
            return self._made(token, form, token.lemma, "closed")
        if token.upos in CLOSED_CLASSES:
            return None
        if token.upos not in _NOMINAL:
            return _kept(token)
        if "Gender" in token.feats and "Gender" in feats:
            form = self._language.in_gender(token, feats["Gender"])
            if form is not None:
                return self._made(token, form, token.lemma, "closed")
        fixed = is_fixed(token, feats, self.lexicon)
        found = None if fixed else look_up(token, feats, self.lexicon)
        if found is None and (compound := self._compound(token, feats)) is not None:
            return compound
        if found is None:
            if token.upos in ("VERB", "AUX") and not self._agrees(token):
                return _kept(token)
            noun = self._is_noun(token.form) and not self._may_be_adjective(token.form)
            for rule in (participle,) if noun else (participle, adjective):
                if (form := rule(token, feats, self.language)) is not None:
                    return self._made(token, form, token.lemma, "closed")
            # Pronouns that were taken for nouns: "chacune", "nosotras".
            form = closed_form(token, feats, self._closed, strict=False)
            # "Personne" is a pronoun, but also a noun that is feminine for everybody.
            same = form == token.form.lower() and token.upos == "NOUN"
            if form is None or (same and self._is_noun(token.form)):
                return None
            return self._made(token, form, token.lemma, "closed")
        entry = found.entry
        wordlist = entry.source.startswith("wordlist:")
        if token.upos == "PROPN" and not wordlist:
            return None  # Moreno and Blanco are names
        # A noun is given the lemma of its paradigm; a participle keeps its verb.
        noun = token.upos in ("NOUN", "PROPN") and entry.upos == "NOUN"
        lemma = cased_like(entry.lemma, token.lemma) if noun else token.lemma
        return self._made(token, entry.form, lemma, "wordlist" if wordlist else "dictionary")

    def _agrees(self, token: Token) -> bool:
        """Return whether the verb form can agree: participles do, and finite verbs with a gender
        in languages that have such."""
        form = token.feats.get("VerbForm")
        if form == "Part" or "Gender" not in token.feats:
            return form == "Part"
        return form is None or self._language.verbs_have_gender

    def _compound(self, token: Token, feats: Mapping[str, str]) -> Inflected | None:
        """Return the form of a word that a prefix makes of one that is known: ex-presidente."""
        prefix = _PREFIX.match(token.form)
        if prefix is None or token.upos not in ("ADJ", "NOUN"):
            return None
        lemma = token.lemma
        inner = lemma[prefix.end() :] if _PREFIX.match(lemma) else lemma
        word = token.changed(form=token.form[prefix.end() :], lemma=inner)
        found = look_up(word, feats, self.lexicon)
        if found is None or not found.sure:
            return None
        wordlist = found.entry.source.startswith("wordlist:")
        form = prefix.group().lower() + found.entry.form
        return self._made(token, form, lemma, "wordlist" if wordlist else "dictionary")

    def _tagged_wrongly(self, token: Token) -> bool:
        """Return whether the form cannot have the gender that the features say."""
        if token.upos in CLOSED_CLASSES:
            genders = {
                gender
                for paradigm, gender, _ in self._closed.get(token.form.lower(), ())
                if paradigm.upos == token.upos
            }
            return bool(genders) and genders.isdisjoint({"", token.feats.get("Gender", "")})
        return token.upos in _OPEN_CLASSES and tagged_wrongly(token, self.lexicon)

    def _made(self, token: Token, form: str, lemma: str, source: Source) -> Inflected:
        form = cased_like(form, token.form)
        # An equal form is left in the writing of the sentence (typographic apostrophes).
        if form.replace("’", "'") == token.form.replace("’", "'"):
            form = token.form
        return Inflected(form, lemma, source)

    def _by_model(
        self, model: FormModel, left: Mapping[Key, tuple[Token, Item]]
    ) -> dict[Key, Inflected | None]:
        forms = model.inflect([item for _, item in left.values()])
        made: dict[Key, Inflected | None] = {}
        for (key, (token, item)), (form, score) in zip(left.items(), forms, strict=True):
            taken = bool(form) and score >= self.threshold and self._may_be(token, item, form)
            made[key] = (
                Inflected(cased_like(form, token.form), token.lemma, "model", score)
                if taken
                else None
            )
        return made

    def _may_be(self, token: Token, item: Item, form: str) -> bool:
        """Return whether a noun may have the form that the model guesses.

        Of a noun that a dictionary has in one gender alone ("mesa"), whatever it is taken for, the
        other form must be a word that some source has in the gender that is wanted.
        """
        if is_fixed(token, item.feats, self.lexicon):
            return False
        participle = token.feats.get("VerbForm") == "Part"  # "dormida" is a noun as well
        if token.upos not in ("ADJ", "NOUN") or participle or not self._is_noun(token.form):
            return True
        return any(
            entry.upos in ("ADJ", "NOUN") and entry.feats.get("Gender") == item.feats.get("Gender")
            for entry in self.lexicon.by_form(form)
        )

    def _may_be_adjective(self, form: str) -> bool:
        """Return whether the lexicon has the form as an adjective or a participle: not "miedo"."""
        return any(entry.upos in ("ADJ", "VERB") for entry in self.lexicon.by_form(form))

    def _is_noun(self, form: str) -> bool:
        """Return whether a dictionary has the form as a noun."""
        return any(
            entry.upos == "NOUN" and not entry.source.startswith("treebank:")
            for entry in self.lexicon.by_form(form)
        )


def _item(token: Token, feats: Mapping[str, str]) -> Item:
    old = {name: value for name, value in token.feats.items() if name not in CONTEXT}
    new = {name: value for name, value in feats.items() if name not in CONTEXT}
    return Item(token.lemma, token.upos, new, token.form, old)


def word_key(token: Token) -> Key:
    """Return all of a word that answers of a lexicon depend on."""
    return token.form, token.lemma, token.upos, token.deprel, pack(token.feats)


def cached(known: dict[Key, V], key: Key, make: Callable[..., V], *arguments: Any) -> V:
    """Return what `make` returns, kept in `known`: text has the same words again and again."""
    if key not in known:
        if len(known) >= _CACHE_LIMIT:
            known.clear()
        known[key] = make(*arguments)
    return known[key]


def _kept(token: Token) -> Inflected:
    return Inflected(token.form, token.lemma, "kept")
