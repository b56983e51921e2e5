"""Determiners and adjectives whose form depends on the sound that follows: il, lo, l'; bel, bello.

Source: Serianni, Grammatica italiana (1989), ch. IV, V and VII.
"""

from __future__ import annotations

from collections.abc import Mapping

from cdaflow.languages.it.sounds import Onset

#: Gender and number, as UD spells them.
Slot = tuple[str, str]
#: (gender, number) -> onset of the next word -> the forms that are right there, the best first.
Forms = Mapping[Slot, Mapping[Onset, tuple[str, ...]]]

MASCULINE, FEMININE = ("Masc", "Sing"), ("Fem", "Sing")
MASCULINE_PLURAL, FEMININE_PLURAL = ("Masc", "Plur"), ("Fem", "Plur")


def _like_il(plain: str, impure: str, elided: str, plurals: tuple[str, str]) -> Forms:
    """Return the masculine forms of a determiner that goes like il: quel, del, bel."""
    plain_plural, other_plural = plurals
    return {
        MASCULINE: {
            Onset.VOWEL: (elided,),
            Onset.PLAIN: (plain,),
            Onset.IMPURE: (impure,),
            Onset.SEMIVOWEL: (impure, elided),
            Onset.H: (elided, impure),
        },
        MASCULINE_PLURAL: {
            Onset.VOWEL: (other_plural,),
            Onset.PLAIN: (plain_plural,),
            Onset.IMPURE: (other_plural,),
            Onset.SEMIVOWEL: (other_plural,),
            Onset.H: (other_plural,),
        },
    }


def _like_la(full: str, elided: str, plural: str, *, always: bool) -> Forms:
    """Return the feminine forms; `always` where the elision is a must."""
    either = (full, elided)
    return {
        FEMININE: {
            Onset.VOWEL: (elided,) if always else either,
            Onset.PLAIN: (full,),
            Onset.IMPURE: (full,),
            Onset.SEMIVOWEL: either,
            Onset.H: either,
        },
        FEMININE_PLURAL: dict.fromkeys(Onset, (plural,)),
    }


def _like_uno(stem: str, *, always: bool) -> Forms:
    short, full = stem, f"{stem}o"
    return {
        MASCULINE: {
            Onset.VOWEL: (short,),
            Onset.PLAIN: (short,),
            Onset.IMPURE: (full,),
            Onset.SEMIVOWEL: (full, short),
            Onset.H: (short, full),
        },
        **_like_la(f"{stem}a", f"{stem}'", f"{stem}e", always=always),
    }


#: By lemma. "di" is the partitive article, which ISDT tags DET: dei, degli, delle.
DETERMINERS: Mapping[str, Forms] = {
    "il": {**_like_il("il", "lo", "l'", ("i", "gli")), **_like_la("la", "l'", "le", always=True)},
    "uno": _like_uno("un", always=True),
    "quello": {
        **_like_il("quel", "quello", "quell'", ("quei", "quegli")),
        **_like_la("quella", "quell'", "quelle", always=True),
    },
    "di": {
        **_like_il("del", "dello", "dell'", ("dei", "degli")),
        **_like_la("della", "dell'", "delle", always=True),
    },
    "nessuno": _like_uno("nessun", always=False),
    "alcuno": _like_uno("alcun", always=False),
    "ciascuno": _like_uno("ciascun", always=False),
}

_BUONO: Forms = {
    MASCULINE: {
        Onset.VOWEL: ("buon",),
        Onset.PLAIN: ("buon",),
        Onset.IMPURE: ("buono", "buon"),
        Onset.SEMIVOWEL: ("buono", "buon"),
        Onset.H: ("buon", "buono"),
    },
    **_like_la("buona", "buon'", "buone", always=False),
}
_GRANDE = {
    Onset.VOWEL: ("grande", "grand'"),
    Onset.PLAIN: ("grande", "gran"),
    Onset.IMPURE: ("grande", "gran"),
    Onset.SEMIVOWEL: ("grande",),
    Onset.H: ("grande", "grand'"),
}
_SANTO: Forms = {
    MASCULINE: {
        Onset.VOWEL: ("sant'",),
        Onset.PLAIN: ("san",),
        Onset.IMPURE: ("santo", "san"),
    },
    **_like_la("santa", "sant'", "sante", always=False),
}

#: Adjectives that have short forms before their noun. Words not in a table keep their form.
ADJECTIVES: Mapping[str, Forms] = {
    "bello": {
        **_like_il("bel", "bello", "bell'", ("bei", "begli")),
        **_like_la("bella", "bell'", "belle", always=False),
    },
    "buono": _BUONO,
    "grande": {MASCULINE: _GRANDE, FEMININE: _GRANDE},
    "santo": _SANTO,
}


def _slots_by_form() -> dict[str, dict[str, set[Slot]]]:
    found: dict[str, dict[str, set[Slot]]] = {
        # Forms that agreement makes and that no table has, since others stand in every place.
        "quelli": {"quello": {MASCULINE_PLURAL}},
        "belli": {"bello": {MASCULINE_PLURAL}},
    }
    for lemma, forms in (*DETERMINERS.items(), *ADJECTIVES.items()):
        for slot, by_onset in forms.items():
            for form in (form for candidates in by_onset.values() for form in candidates):
                found.setdefault(form, {}).setdefault(lemma, set()).add(slot)
    return found


#: Written form -> lemma -> gender and number; elided and short forms may be of either gender.
SLOTS = _slots_by_form()
