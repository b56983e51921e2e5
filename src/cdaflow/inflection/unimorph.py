"""UniMorph tables (lemma, form, features) as entries with UD parts of speech and features.

The schema: Sylak-Glassman 2016, "The Composition and Use of the Universal Morphological Feature
Schema"; what it maps to in UD: McCarthy et al. 2018. Flat (N;FEM;SG) and nested (V;PTCP(PST))
spellings are read, and values with alternatives (MASC/FEM, SG/PL), which give one entry each.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.inflection.lexicon import Entry
from cdaflow.io.files import read_lines

_UPOS = {
    "N": "NOUN", "PROPN": "PROPN", "ADJ": "ADJ", "PRO": "PRON", "ART": "DET", "DET": "DET",
    "V": "VERB", "V.PTCP": "VERB", "V.MSDR": "VERB", "V.CVB": "VERB", "ADV": "ADV", "AUX": "AUX",
    "ADP": "ADP", "COMP": "SCONJ", "CONJ": "CCONJ", "NUM": "NUM", "PART": "PART", "INTJ": "INTJ",
    "CLF": "NOUN",
}  # fmt: skip

#: What the part of speech says of the form of a verb.
_VERB_FORMS = {"PTCP": "Part", "MSDR": "Vnoun", "CVB": "Conv"}

_FEATURES = {
    "MASC": ("Gender", "Masc"), "FEM": ("Gender", "Fem"), "NEUT": ("Gender", "Neut"),
    "SG": ("Number", "Sing"), "PL": ("Number", "Plur"), "DU": ("Number", "Dual"),
    "NOM": ("Case", "Nom"), "GEN": ("Case", "Gen"), "DAT": ("Case", "Dat"),
    "ACC": ("Case", "Acc"), "INS": ("Case", "Ins"), "ESS": ("Case", "Loc"),
    "VOC": ("Case", "Voc"), "PRP": ("Case", "Loc"),
    "1": ("Person", "1"), "2": ("Person", "2"), "3": ("Person", "3"),
    "PRS": ("Tense", "Pres"), "PST": ("Tense", "Past"), "FUT": ("Tense", "Fut"),
    "IND": ("Mood", "Ind"), "SBJV": ("Mood", "Sub"), "IMP": ("Mood", "Imp"),
    "COND": ("Mood", "Cnd"), "NFIN": ("VerbForm", "Inf"), "PTCP": ("VerbForm", "Part"),
    "MSDR": ("VerbForm", "Vnoun"), "CVB": ("VerbForm", "Conv"),
    "DEF": ("Definite", "Def"), "NDEF": ("Definite", "Ind"), "INDF": ("Definite", "Ind"),
    "PSSD": ("Definite", "Cons"), "CMPR": ("Degree", "Cmp"), "SPRL": ("Degree", "Sup"),
    "DIM": ("Degree", "Dim"), "AUG": ("Degree", "Aug"), "PASS": ("Voice", "Pass"),
    "ANIM": ("Animacy", "Anim"), "INAN": ("Animacy", "Inan"),
}  # fmt: skip

#: Each doubles the entries of a line; no language of UniMorph has more than three.
_MAX_ALTERNATIVES = 10

_POSSESSOR = re.compile(r"PSS([123])([SPD])?")
_NUMBERS = {"S": "Sing", "P": "Plur", "D": "Dual"}


def read_unimorph(path: str | os.PathLike[str]) -> Iterator[Entry]:
    """Yield the entries of a UniMorph table (plain, gz, xz, bz2, zst), in its order.

    Features that UD does not know are passed over. The source of an entry is
    "unimorph:<file name>". Raises InputError for a line that is not lemma, form and features
    (further columns, such as a segmentation, may follow) and for an unknown part of speech.
    """
    source = f"unimorph:{Path(path).name}"
    for number, line in enumerate(read_lines(path), 1):
        if not line or line.isspace():
            continue
        cells = line.split("\t")
        if len(cells) < 3 or not (cells[0].strip() and cells[1].strip()):
            raise InputError(
                "a UniMorph line is lemma, form and features with tabs between",
                file=path,
                line=number,
            )
        lemma, form = cells[0], cells[1]
        if cells[2].count("/") > _MAX_ALTERNATIVES:
            raise InputError(
                f"{cells[2].count('/')} alternatives in one bundle of features, at most "
                f"{_MAX_ALTERNATIVES} are taken",
                file=path,
                line=number,
            )
        try:
            readings = universal(cells[2])
        except KeyError:
            raise InputError(
                f"{cells[2]!r} does not begin with a part of speech of UniMorph",
                file=path,
                line=number,
                hint=f"known are {', '.join(_UPOS)}",
            ) from None
        for upos, feats in readings:
            yield Entry(lemma, form, upos, feats, source)


@lru_cache(maxsize=1 << 14)
def universal(features: str) -> tuple[tuple[str, Mapping[str, str]], ...]:
    """Return the UD part of speech and features of a UniMorph bundle, one of each alternative.

    Raises KeyError for an unknown part of speech.
    """
    pieces = [piece for piece in re.split(r"[;()\s]+", features) if piece]
    if not pieces:
        raise KeyError(features)
    pos, *rest = pieces
    upos = _UPOS[pos]
    fixed: dict[str, str] = {}
    if "." in pos:
        fixed["VerbForm"] = _VERB_FORMS[pos.split(".")[1]]
    choices: list[list[tuple[str, str]]] = []
    owned = False
    for piece in rest:
        if possessor := _POSSESSOR.fullmatch(piece):
            owned = True
            choices.append([("Person[psor]", possessor[1])])
            if possessor[2]:
                choices.append([("Number[psor]", _NUMBERS[possessor[2]])])
            continue
        values = [_FEATURES[value] for value in piece.split("/") if value in _FEATURES]
        if owned:  # the gender behind a possessor is the possessor's
            values = [("Gender[psor]" if n == "Gender" else n, v) for n, v in values]
        if values:
            choices.append(values)
    bundles: list[Mapping[str, str]] = []
    for chosen in product(*choices):
        feats = dict(sorted((fixed | dict(chosen)).items()))
        if feats not in bundles:
            bundles.append(feats)
    return tuple((upos, feats) for feats in bundles)
