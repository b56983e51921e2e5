"""The pronouns of the English side that those of the target may stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cdaflow.trees import Sentence

#: English words that the target may have "il", "le" or "lo" for, beside he and him.
_THINGS = frozenset({"it", "itself", "this", "that", "one", "so", "there", "these", "those"})

#: English words that the target may have a plural for, and what stands before "one" for nobody.
_PLURALS = frozenset({"they", "them", "their", "theirs", "themselves"})
_QUANTIFIERS = frozenset({"any", "every", "no", "some"})


class English(NamedTuple):
    """The English pronouns, from the left.

    `cases`: those of the gendered ones that stand for the profession; `things`: of "it" and the
    like the case each ("subject" or "object"); `sequence`: both together in their order, as
    ("person" or "thing", case). `polite`, `plural`, `its`: whether there is a "you", a "they", an
    "its" in any case.
    """

    cases: tuple[str, ...]
    sequence: tuple[tuple[str, str], ...]
    polite: bool = False
    plural: bool = False
    its: bool = False

    @property
    def things(self) -> tuple[str, ...]:
        """The cases of "it" and the like."""
        return tuple(case for kind, case in self.sequence if kind == "thing")


def english_pronouns(tree: Sentence, persons: Sequence[tuple[int, str]]) -> English:
    """Return the pronouns of an English tree; `persons`: ids and cases of the gendered ones."""
    cases = dict(persons)
    sequence: list[tuple[str, str]] = []
    polite = plural = its = False
    before = ""
    for token in tree.tokens:
        form = token.form.lower()
        polite |= form in ("you", "your", "yours", "yourself")
        plural |= form in _PLURALS
        its |= form == "its"
        nobody = form == "one" and before in _QUANTIFIERS
        before = form
        if token.id in cases:
            sequence.append(("person", cases[token.id]))
        elif form in _THINGS and not nobody and token.upos in ("PRON", "NOUN", "ADV"):
            subject = token.deprel.startswith(("nsubj", "expl"))
            sequence.append(("thing", "subject" if subject else "object"))
    return English(tuple(case for _, case in persons), tuple(sequence), polite, plural, its)
