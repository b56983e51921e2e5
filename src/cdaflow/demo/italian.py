"""The Italian grammar of the demo.

Words, features and relations are as in the treebanks ISDT, PARTUT and VIT, but for one thing: a
noun for a person has its gender as a feature even where its form does not show it (insegnante),
since the words that agree with it take theirs from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cdaflow.demo.grammar import Grammar
from cdaflow.demo.phrases import Agreement
from cdaflow.demo.romance import Romance
from cdaflow.demo.scene import Number, Person, Phrase, Scene, Tense, Thing
from cdaflow.languages.it import LANGUAGE
from cdaflow.trees import Token

#: Relatives whose possessive goes without an article in the singular: mia madre, nostro cugino.
_KIN = frozenset({"cousin", "grandchild", "grandparent", "parent", "sibling", "spouse"})
#: Feminine nouns with a lemma of their own in the treebanks; the others are listed under the
#: masculine (infermiera under infermiere). So are those in -essa (studentessa).
_OWN_LEMMAS = frozenset({"hostess", "madre", "moglie", "regina", "sorella", "strega"})


class Italian(Romance):
    """The Italian of the demo."""

    language = LANGUAGE
    drops_subjects = True
    subject_word = "stressed"
    expansions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "all": ("all", "the"),
        **{owner: ("the", owner) for owner in ("my", "your", "our", "his", "their")},
    }
    there_is = Grammar.there_is

    def annotated(self, token: Token) -> Token:
        """Return l' and quell' without a gender, which they do not show."""
        if token.upos != "DET" or token.form.lower() not in ("l'", "quell'"):
            return token
        return token.changed(feats={k: v for k, v in token.feats.items() if k != "Gender"})

    def determiners(self, noun: Person | Thing) -> tuple[str, ...]:
        """Return the keys of the determiners: il mio libro, but mia madre."""
        keys = super().determiners(noun)
        kin = isinstance(noun, Person) and noun.profession in _KIN
        if kin and noun.number is Number.SINGULAR and noun.adjective is None:
            return keys[-1:]
        return keys

    def is_lemma(self, feminine: str) -> bool:
        """Return whether the noun is not listed under a masculine one."""
        return feminine in _OWN_LEMMAS or feminine.endswith("essa")

    def needs_article(self, person: Person) -> bool:
        """Every role keeps its article: è una scrittrice."""
        return True

    def participle_forms(self, masculine: str) -> tuple[str, str, str, str]:
        """Return aperto, aperta, aperti, aperte."""
        stem = masculine[:-1]
        return stem + "o", stem + "a", stem + "i", stem + "e"

    def passive_verb(self, scene: Scene, key: str, agreement: Agreement) -> Phrase:
        """Return è stata aperta; in the present viene aperta."""
        row = self.row("verbs", key)
        head = self.participle(self.row("verbs", row["passive"] or key), agreement)
        if scene.tense is Tense.PRESENT:
            return head.with_before(
                self.auxiliary("be", Tense.PRESENT, agreement, "aux:pass", "passive")
            )
        be = self.row("verbs", "be")
        been = self.participle(be, agreement)
        been = Phrase(been.form, been.lemma, "AUX", been.feats, "aux:pass")
        return head.with_before(self.finite(be, "pres", agreement, "AUX", "aux"), been)

    def owned(self, owner: Person, agreement: Agreement) -> Phrase:
        """Return sua, loro, in agreement with what is owned."""
        return self.word(self.owner_determiners(owner)[-1], agreement)

    def ago(self, phrase: Phrase) -> Phrase:
        """Return due giorni fa."""
        return phrase.with_after(self.word("ago")).as_("obl")
