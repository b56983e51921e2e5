"""Which Portuguese words are written as one: da, numa, àquele, dela; contratá-la.

Source: Cunha and Cintra, Nova gramática do português contemporâneo, chapters 9 (articles with
prepositions), 11 (pronouns). Nothing else depends on a neighbour's gender: no noun wants another
article for its sound, no adjective but "santo" is cut, and that one only before names.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from cdaflow.languages.word_sets import word_set
from cdaflow.languages.writing import SurfaceForm, cased_like, contractions, multiwords
from cdaflow.trees import Token

_words = partial(word_set, "pt")

#: "Antes do ministro sair": treebanks have the preposition of an infinitive as a conjunction.
_PREPOSITIONS = frozenset({"ADP", "SCONJ"})
_SECOND = frozenset({"ADV", "DET", "NUM", "PRON"})


#: Contractions that are written so beside the usual form, and those with pronouns of persons.
_ALSO_WRITTEN = {
    ("de", "um"): ("dum",),
    ("de", "uma"): ("duma",),
    ("de", "uns"): ("duns",),
    ("de", "umas"): ("dumas",),
    ("com", "mim"): ("comigo",),
    ("com", "ti"): ("contigo",),
    ("com", "si"): ("consigo",),
    ("com", "nós"): ("conosco", "connosco"),
    ("com", "vós"): ("convosco",),
    ("de", "aqui"): ("daqui",),
    ("de", "aí"): ("daí",),
    ("de", "ali"): ("dali",),
    ("de", "onde"): ("donde",),
    ("de", "entre"): ("dentre",),
    ("de", "outro"): ("doutro",),
    ("em", "outro"): ("noutro",),
    ("de", "outra"): ("doutra",),
    ("em", "outra"): ("noutra",),
    ("de", "outros"): ("doutros",),
    ("em", "outros"): ("noutros",),
    ("de", "outras"): ("doutras",),
    ("em", "outras"): ("noutras",),
    ("de", "algum"): ("dalgum",),
    ("em", "algum"): ("nalgum",),
    ("de", "alguma"): ("dalguma",),
    ("em", "alguma"): ("nalguma",),
    ("de", "alguns"): ("dalguns",),
    ("em", "alguns"): ("nalguns",),
    ("de", "algumas"): ("dalgumas",),
    ("em", "algumas"): ("nalgumas",),
}


def apply_contractions(words: Sequence[Token]) -> SurfaceForm:
    """Return the words as they are written; see `Language.apply_contractions`."""
    tokens = tuple(words)
    return SurfaceForm(tokens, multiwords(tokens, _contraction, _enclitics))


def may_split(form: str, words: Sequence[str]) -> bool:
    """Return whether a word is made of these: a preposition and an article, a verb and pronouns.

    Annotators that have learned from little text split others, too: "disse" (*de isse), "dois",
    "ela" (*em a). Pronouns behind a verb have a hyphen.
    """
    first, *rest = (word.lower() for word in words)
    whole = form.lower()
    if not rest or "-" in whole:
        return True
    return len(rest) == 1 and whole in {
        contractions("pt").get((first, rest[0])),
        *_ALSO_WRITTEN.get((first, rest[0]), ()),
    }


def _contraction(first: Token, second: Token) -> str | None:
    """Return preposition and article or pronoun in one word, None where they stay apart.

    So they do where the article belongs to a name: "de O Globo".
    """
    if first.upos not in _PREPOSITIONS or second.upos not in _SECOND or not first.space_after:
        return None
    written = contractions("pt").get((first.form.lower(), second.form.lower()))
    shout = first.form.isupper() and second.form.isupper()
    if written is None or not (second.form.islower() or shout):
        return None
    if shout and len(first.form + second.form) > 2:
        return written.upper()
    return cased_like(written, first.form)


def _enclitics(tokens: Sequence[Token], start: int) -> tuple[int, str]:
    """Return the index of the last pronoun behind the verb at `start`, and the whole: fazê-lo.

    The verb is in the form that it has before the pronoun, and the pronoun behind the verb.
    """
    verb, end = tokens[start], start
    if verb.upos not in ("AUX", "VERB"):
        return start, ""
    governors = {token.head for token in tokens}
    while end + 1 < len(tokens) and _is_enclitic(verb, tokens[end], tokens[end + 1], governors):
        end += 1
    return end, "-".join(token.form for token in tokens[start : end + 1]) if end > start else ""


def _is_enclitic(verb: Token, before: Token, word: Token, governors: Collection[int]) -> bool:
    """Return whether a word is a pronoun written onto the verb.

    Not "o" with words of its own ("fez o que quis"), nor behind r, s, z: there it is "lo".
    """
    form = word.form.lower()
    if word.upos != "PRON" or form not in _words("enclitic") or word.head != verb.id:
        return False
    cut = form.rstrip("s") in ("a", "o") and before.form.lower().endswith(("r", "s", "z"))
    return before.space_after and word.id not in governors and not cut
