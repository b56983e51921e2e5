"""Russian adjectives, participles and verbs of the past tense in another gender, by pymorphy3."""

from __future__ import annotations

from cdaflow.languages.ru.analyzer import parses, slots
from cdaflow.trees import Token

_GRAMMEMES = {"Masc": "masc", "Fem": "femn", "Neut": "neut"}

#: Parts of speech of OpenCorpora that agree in gender, for those of UD.
_AGREEING = {
    "ADJ": ("ADJF", "ADJS", "PRTF", "PRTS"),
    "AUX": ("VERB",),
    "VERB": ("VERB", "PRTF", "PRTS"),
}


def in_gender(token: Token, gender: str) -> str | None:
    """Return the singular of an agreeing word in a gender, in lower case; None if not known.

    "устал" -> "устала", "пришла" -> "пришёл", "новому" -> "новой". Of a form with several
    readings that counts which has the gender and case of the features.
    """
    own = token.feats.get("Gender"), token.feats.get("Number", "Sing"), token.feats.get("Case", "")
    if token.upos not in _AGREEING or gender not in _GRAMMEMES or own[1] != "Sing":
        return None
    for parse in parses(token.form.lower()):
        if str(parse.tag.POS) not in _AGREEING[token.upos] or own not in slots(parse.tag):
            continue
        made = parse.inflect({_GRAMMEMES[gender], "sing"})
        if made is not None:
            return str(made.word)
    return None
