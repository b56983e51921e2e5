"""What an intervention asks of a lexicon: the genders of forms, and which nouns can change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cdaflow.languages
from cdaflow.agreement.intervention import Change
from cdaflow.inflection.inflector import Inflector, Key, cached, word_key
from cdaflow.inflection.realise import Realised, realise_all
from cdaflow.inflection.rules import participle_genders
from cdaflow.inflection.sentence_check import SentenceCheck
from cdaflow.languages.closed_classes import CLOSED_CLASSES, closed_table
from cdaflow.trees import Sentence, Token

#: Where the forms of a part of speech are looked up: participles are adjectives to some.
_ALSO = {"ADJ": ("ADJ", "VERB"), "AUX": ("AUX", "VERB"), "NOUN": ("NOUN",), "VERB": ("VERB", "ADJ")}


class SentenceInflector:
    """The words of a language as an `Inflector` knows them; a guess of its model counts for none.

    `inflector`: makes the forms of `realise`.
    """

    def __init__(self, inflector: Inflector) -> None:
        self.inflector = inflector
        self._known = Inflector(inflector.language, inflector.lexicon)
        self._closed = closed_table(inflector.language)
        self._genders = cdaflow.languages.get(inflector.language).genders
        self._genders_of: dict[Key, frozenset[str]] = {}
        self._changing: dict[Key, bool] = {}

    def genders(self, token: Token) -> frozenset[str]:
        """Return the genders that the word may have by its form; "" among them: none at all.

        Nothing is returned for a form that is not known, or has nothing to do with gender.
        """
        return cached(self._genders_of, word_key(token), self._look_up, token)

    def _look_up(self, token: Token) -> frozenset[str]:
        form = token.form.lower().replace("’", "'")
        if token.upos in CLOSED_CLASSES:
            return frozenset(
                gender
                for paradigm, gender, _ in self._closed.get(form, ())
                if paradigm.upos in ("", token.upos) and paradigm.fits(token)
            )
        participle = token.feats.get("VerbForm") == "Part"
        if token.upos not in _ALSO or (token.upos in ("AUX", "VERB") and not participle):
            return frozenset()
        entries = [
            entry
            for entry in self.inflector.lexicon.by_form(form)
            if entry.upos in _ALSO[token.upos]
            and (entry.upos not in ("AUX", "VERB") or entry.feats.get("VerbForm") == "Part")
        ]
        if not entries and participle:
            return participle_genders(token, self.inflector.language)
        # "Campione" is one man, or several women.
        number = token.feats.get("Number")
        alike = [entry for entry in entries if entry.feats.get("Number", number) == number]
        return frozenset(entry.feats.get("Gender", "") for entry in alike or entries)

    def form(self, token: Token, gender: str) -> str | None:
        """Return the form of a word in a gender; None if tables and lexicon do not have it."""
        entry = self._known.inflect(token, {**token.feats, "Gender": gender})
        return None if entry is None else entry.form

    def may_change(self, token: Token) -> bool:
        """Whether a word has each other gender of the language: nouns of persons do."""
        return cached(self._changing, word_key(token), self._has_others, token)

    def _has_others(self, token: Token) -> bool:
        own = token.feats.get("Gender", "")
        others = [gender for gender in self._genders if gender not in (own, "Neut")]
        return all(self.form(token, gender) is not None for gender in others)

    def realise(
        self,
        sentences: Sequence[Sentence],
        changes: Sequence[Sequence[Change]],
        *,
        check: bool = False,
        pronouns: bool = False,
    ) -> list[Realised]:
        """Return the sentences with their changed words in the forms of their new features.

        `check`: look whether the finished sentences can be right (`SentenceCheck`); `pronouns`:
        pronouns that stand for a changed subject, too, which no guard looks at.
        """
        requests: list[tuple[Sentence, Mapping[int, Mapping[str, str]]]] = [
            (
                sentence,
                {
                    change.position: dict.fromkeys(change.old, "") | dict(change.new)
                    for change in sentence_changes
                },
            )
            for sentence, sentence_changes in zip(sentences, changes, strict=True)
        ]
        finished = SentenceCheck(self.inflector, pronouns=pronouns) if check else None
        return realise_all(requests, self.inflector, check=finished)
