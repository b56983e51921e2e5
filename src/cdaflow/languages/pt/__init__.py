"""Portuguese, European and Brazilian: closed classes, endings, written forms.

What it adds to the morphology of Romance languages is the word "a".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from cdaflow.languages.base import Language, read_determiners, read_place_nouns
from cdaflow.languages.morphology import Slots
from cdaflow.languages.pt.contraction import apply_contractions, may_split
from cdaflow.languages.romance import RomanceMorphology
from cdaflow.languages.word_sets import word_set

_words = partial(word_set, "pt")

#: What asks for the preposition before a noun without an article ("promovida a gerente"); with
#: the article it would be "à". Active forms do not: "promoveu a gerente".
_GOVERNING = re.compile(
    r"promovid[oa]s?|elevad[oa]s?|candidat(?:ar|ou|ava|am)-se|"
    r"equiparad[oa]s?|ascend\w+|devido|graças|quanto|relação|respeito|frente|face|junto"
)

#: Nouns that ask for it from afar: "candidato do partido a presidente".
_CANDIDATE = re.compile(r"candidat[oa]s?|aspirantes?")

#: Nouns of things that are no feminine singular: "a cavalo", "a preços", and "a pé", "a lápis".
_UNKNOWN_BARE = re.compile(r"[^ã]o$|s$|^(?:pé|gás|vapor|motor|diesel|par|favor|rigor|bel-prazer)$")

_LETTERS = re.compile(r"[^\W\d_]")


class PortugueseMorphology(RomanceMorphology):
    """The tables of the folder, and what no table can tell."""

    #: "a" is also "to"; Brazilian "pra" is both "para a" and "para".
    homographs = frozenset(["a", "pra"])

    def determines(self, words: Sequence[str], index: int, noun: int, slots: Slots) -> bool:
        """Return whether "a" (or "pra") at `index` is the article and not the preposition.

        It is the preposition before a plural ("a gerentes"), behind a word that asks for it
        ("promovido a gerente"), between bare nouns ("de operário a gerente"), and before a
        masculine noun ("a pé", "passou a médico"), but for the beginning of a clause or behind
        another preposition: there no preposition can stand, and "a médico" is a woman.
        """
        before = words[index - 1] if index else ""
        if _GOVERNING.fullmatch(before) or _becoming(words, index):
            return False
        if not slots:
            return not _UNKNOWN_BARE.search(words[noun]) or words[noun] in word_set(
                "pt", "feminine_noun"
            )
        if all(slot[1:2] == ("Plur",) for slot in slots):
            return False
        if any(slot[0] != "Masc" for slot in slots):
            return True
        return not _LETTERS.match(before) or any(
            before in _words(name) for name in ("clause_opening", "bare_preposition")
        )

    def _skip(self, words: Sequence[str], index: int, *, clitics: bool = True) -> tuple[int, bool]:
        """Return the index behind adverbs as well: all in -mente, and "um pouco"."""
        reflexive = False
        while True:
            index, is_reflexive = super()._skip(words, index, clitics=clitics)
            reflexive = reflexive or is_reflexive
            if " ".join(words[index : index + 2]) in _words("degree_phrase"):
                index += 2
            elif index < len(words) and len(words[index]) > 6 and words[index].endswith("mente"):
                index += 1
            else:
                return index, reflexive


def _becoming(words: Sequence[str], index: int) -> bool:
    """Return whether "a" at `index` is that of "passou de operário a", "candidata tucana a"."""
    if any(_CANDIDATE.fullmatch(word) for word in words[max(index - 3, 0) : index]):
        return True
    return index > 2 and words[index - 2] == "de" and words[index - 3] in _words("becoming")


_FOLDER = Path(__file__).parent
_DETERMINERS = read_determiners(_FOLDER / "determiners.tsv")

LANGUAGE = Language(
    code="pt",
    name="Portuguese",
    place_noun=read_place_nouns(_FOLDER),
    determiners=_DETERMINERS,
    apply_contractions=apply_contractions,
    may_split=may_split,
    morphology=PortugueseMorphology(_FOLDER, _DETERMINERS),
    noun_first=True,
    semantic_agreement=True,
)
