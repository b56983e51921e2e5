"""Hebrew words that end in a pronoun: של + הוא is written שלו, של + היא is written שלה."""

from __future__ import annotations

from collections.abc import Sequence

from cdaflow.trees import Token

_MASCULINE, _FEMININE = "ו", "ה"

#: Words whose masculine suffix is -הו.
_LONG = {"כמוהו": "כמוה", "וכמוהו": "וכמוה"}
_SHORT = {short: long for long, short in _LONG.items()}


def suffixed(form: str, old: Sequence[Token], new: Sequence[Token]) -> str | None:
    """Return a word once the pronoun that is its last part has changed its gender.

    The suffix of the third person singular is ו for him and ה for her (עליו, עליה; ספרו, ספרה).
    None where nothing but the gender of such a pronoun is the change, or where it is written
    otherwise (-הו).
    """
    if any(before.form != after.form for before, after in zip(old[:-1], new[:-1], strict=True)):
        return None
    pronoun, changed = old[-1], new[-1]
    genders = pronoun.feats.get("Gender"), changed.feats.get("Gender")
    # A whole word behind a prefix (ש + הוא) is written with its own letters.
    if pronoun.upos != "PRON" or form.endswith(pronoun.form):
        alone = pronoun.form in (_MASCULINE, _FEMININE)
        if not (pronoun.upos == "PRON" and alone):
            return None
    if genders == ("Masc", "Fem"):
        if form in _LONG:
            return _LONG[form]
        plain = form.endswith(_MASCULINE) and not form.endswith("הו")
        return form[:-1] + _FEMININE if plain else None
    if genders == ("Fem", "Masc"):
        if form in _SHORT:
            return _SHORT[form]
        return form[:-1] + _MASCULINE if form.endswith(_FEMININE) else None
    return None
