"""What is known of the forms of a sentence: which genders and numbers they may have."""

from __future__ import annotations

from collections.abc import Mapping

import cdaflow.languages
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry
from cdaflow.inflection.rules import participle_genders
from cdaflow.languages.closed_classes import CLOSED_CLASSES, closed_table
from cdaflow.languages.word_sets import pattern
from cdaflow.languages.writing import euphonic_forms, plain
from cdaflow.syntax.repairs import agrees_with_nothing
from cdaflow.syntax.tree import following
from cdaflow.trees import Sentence, Token

#: The features in which words agree.
SHOWN = ("Gender", "Number")

NAMES = frozenset({"NOUN", "PROPN"})
NOMINAL = frozenset({"ADJ", "NOUN", "PROPN"})


class KnownForms:
    """The forms of a language, by the words of an inflector."""

    def __init__(self, inflector: Inflector) -> None:
        self.language = cdaflow.languages.get(inflector.language)
        self.lexicon = inflector.lexicon
        self.closed = closed_table(inflector.language)
        self._apocopes = set(euphonic_forms(inflector.language, "apocope").values())

    def known(self, token: Token, *, is_set: bool) -> dict[str, set[str]]:
        """Return the genders and numbers that a form may have; none where nothing is known.

        Of a word that is set the gender is the one of its features, if the form can have it.
        """
        cells = self._cells(token)
        known = {}
        for name in SHOWN:
            values = {cell.get(name, "") for cell in cells}
            known[name] = set() if "" in values else values
        if not known["Number"] and "Number" in token.feats:
            known["Number"] = {token.feats["Number"]}
        gender = token.feats.get("Gender")
        fits = is_set and (not known["Gender"] or gender in known["Gender"])
        # Of a noun or pronoun that nobody knows the annotator's guess is better than nothing.
        if gender and (fits or (not cells and token.upos in ("NOUN", "PRON"))):
            known["Gender"] = {gender}
        return known

    def _cells(self, token: Token) -> list[Mapping[str, str]]:
        """Return the features of all readings of a form as a word that can agree."""
        upos = token.upos if token.upos in CLOSED_CLASSES else "ADJ"
        cells: list[Mapping[str, str]] = [
            {"Gender": gender, "Number": number}
            for paradigm, gender, number in self.closed.get(plain(token.form), ())
            if paradigm.upos == upos
        ]
        if token.upos in CLOSED_CLASSES:
            return cells
        if self.is_apocope(token):
            return [{"Gender": "Masc", "Number": "Sing"}]
        entries = [entry for entry in self.lexicon.by_form(token.form) if may_agree(entry)]
        # Treebanks are small: of what they alone have they may lack a reading.
        others = [entry for entry in entries if not entry.source.startswith("treebank:")]
        # What is a noun here and is known as one is no adjective: "récord".
        nouns = [entry for entry in others if entry.upos == token.upos == "NOUN"]
        if others or cells:
            return [*cells, *(entry.feats for entry in nouns or others)]
        if not entries:
            genders = participle_genders(self._as_participle(token), self.language.code)
            return [{"Gender": gender} for gender in sorted(genders)]
        return [
            {name: value for name, value in entry.feats.items() if name != "Number"}
            for entry in entries
        ]

    def _as_participle(self, token: Token) -> Token:
        """Return what ends like a participle as one, whatever it is taken for.

        "Convaincue", taken for an adjective, "trahie", for a finite verb; and a finite verb with a
        gender, but without a person ("soumise").
        """
        regular = pattern(self.language.code, "participle")
        ends = regular is not None and regular.fullmatch(plain(token.form)) is not None
        taken = token.upos == "ADJ" or (token.upos == "VERB" and "VerbForm" in token.feats)
        if not ((taken and ends) or _is_gendered(token)):
            return token
        feats = {**token.feats, "VerbForm": "Part", "Tense": "Past"}
        return token.changed(feats=feats)

    def genders(self, token: Token) -> set[str]:
        """Return the genders that a form may have, none where nothing is known."""
        return self.known(token, is_set=False)["Gender"]

    def is_apocope(self, token: Token) -> bool:
        """Whether a word is a short adjective, whatever it is taken for: "mal conductor"."""
        return token.upos in ("ADJ", "ADV") and plain(token.form) in self._apocopes

    def is_noun(self, token: Token) -> bool:
        """Whether a word may be a noun, whatever it is taken for."""
        return token.upos in NAMES or self.is_known_noun(token)

    def is_known_noun(self, token: Token) -> bool:
        """Whether a list has a word as a noun."""
        return any(entry.upos == "NOUN" for entry in self.lexicon.by_form(token.form))

    def is_attribute(self, token: Token) -> bool:
        """Whether a word ends like an adjective or participle, whatever it is taken for."""
        return bool(self.language.morphology.attribute(plain(token.form)))

    def is_verb(self, token: Token) -> bool:
        """Whether a form is known as that of a finite verb and as nothing that can agree.

        As a noun neither, if it is taken for a verb: "mostra".
        """
        entries = self.lexicon.by_form(token.form)
        if token.upos == "VERB":
            entries = [entry for entry in entries if entry.upos != "NOUN"]
        finite = any(entry.feats.get("VerbForm") == "Fin" for entry in entries)
        return finite and not any(map(may_agree, entries))

    def shows(self, sentence: Sentence, token: Token) -> bool:
        """Whether a word is an adjective or participle that agrees with something.

        By its form, if it is taken for a verb of no kind ("elle était prête" of prêter).
        """
        form = token.feats.get("VerbForm")
        if token.upos == "VERB" and (form is None or (form == "Fin" and _is_gendered(token))):
            return bool(self._cells(token))
        if token.upos == "ADJ" and "Gender" not in token.feats and not self.genders(token):
            return False
        if token.upos != "ADJ" and (form != "Part" or "Gender" not in token.feats):
            return False
        return not agrees_with_nothing(sentence, token, self.language.code)

    def is_misspelt(self, sentence: Sentence, determiner: Token) -> bool:
        """Whether an article before a verb is a pronoun without its accent: "el será"."""
        behind = following(sentence, determiner)
        verb = behind is not None and behind.upos == "AUX" and "Person" in behind.feats
        return verb and determiner.upos == "DET" and determiner.feats.get("Definite") == "Def"

    def is_adjective(self, token: Token) -> bool:
        """Whether what is no adjective by its tag is one behind a noun: "sorella gemella".

        An infinitive, too ("étudiant étranger"), and a verb that no list has as one ("candidato
        presidenziale repubblicano").
        """
        entries = self.lexicon.by_form(token.form)
        verb = token.upos == "VERB" and all(may_agree(entry) for entry in entries)
        return (token.upos == "NOUN" or verb) and any(entry.upos == "ADJ" for entry in entries)

    def may_be_participle(self, token: Token) -> bool:
        """Whether a finite verb that no list has ends like a participle: "trahie"."""
        unknown = token.upos == "VERB" and not self.lexicon.by_form(token.form)
        return unknown and bool(self._cells(token))


def may_agree(entry: Entry) -> bool:
    """Whether a reading of a form is that of a noun, adjective or participle."""
    return entry.upos in NOMINAL or entry.feats.get("VerbForm") == "Part"


def _is_gendered(token: Token) -> bool:
    """Whether a verb has a gender, but neither person nor tense: a participle, whatever it is."""
    finite = {"Person", "Tense"} & set(token.feats)
    return token.upos == "VERB" and "Gender" in token.feats and not finite
