"""Clitics that the tree does not have as pronouns: taken for articles, or left on their verb."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cdaflow.agreement.words import Words
from cdaflow.counterfactual.target.relatives import Forms
from cdaflow.trees import Sentence

#: Pronouns at the end of verbs: "mandarle", "verla"; "encontrou-a".
_ROMANCE = re.compile(r"(?:[aei]r|ndo)(lo|la|le|gli)$")
ENCLITIC = {"es": _ROMANCE, "fr": _ROMANCE, "it": _ROMANCE, "pt": re.compile(r"-([ln]?[oa])$")}


def hidden(tree: Sentence, gender: str, forms: Forms, words: Words) -> Iterator[int]:
    """Yield what may be the clitic that is looked for, and is not known as a pronoun.

    What is taken for an article, but stands before a word that is not known as a noun ("la hice mi
    secretaria"), and verbs with a clitic that was not parted from them.
    """
    enclitic = ENCLITIC.get(words.inflector.language)
    for token in tree.tokens:
        match = enclitic.search(token.form.lower()) if enclitic is not None else None
        entries = forms.get(match[1], ()) if match else ()
        if token.upos in ("VERB", "X") and any(entry.gender == gender for entry in entries):
            yield token.id
    for token, following in zip(tree.tokens, tree.tokens[1:], strict=False):
        entries = forms.get(token.form.lower(), ())
        if token.upos != "DET" or all((e.role, e.gender) != ("object", gender) for e in entries):
            continue
        if not entries[0].is_word:
            continue
        known = {entry.upos for entry in words.inflector.lexicon.by_form(following.form)}
        if following.upos in ("NOUN", "VERB", "AUX", "X") and not known & {"ADJ", "NOUN"}:
            yield token.id
