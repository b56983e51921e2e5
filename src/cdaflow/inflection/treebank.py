"""The inflected forms of a treebank as entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cdaflow.inflection.lexicon import Entry
from cdaflow.trees import Sentence, Token
from cdaflow.trees.fields import Fields, pack

#: The parts of speech whose forms are learnt.
OPEN_CLASSES = frozenset({"ADJ", "AUX", "NOUN", "VERB"})

#: Features that say nothing of the form.
_ANNOTATION = frozenset({
    "Abbr", "AdvType", "ExtPos", "Foreign", "NumForm", "NumType", "Polarity", "PronType", "Reflex",
    "Typo", "Voice",
})  # fmt: skip


def treebank_entries(
    sentences: Iterable[Sentence], name: str, *, upos: frozenset[str] = OPEN_CLASSES
) -> Iterator[Entry]:
    """Yield the forms of words of the parts of speech `upos`, the frequent ones first.

    Forms are in lower case unless the lemma has capitals. Left out are words that are marked as
    typing errors, abbreviations or foreign, those in capitals and those without features. The
    source is "treebank:<name>".
    """
    counts: Counter[tuple[str, str, str, Fields]] = Counter()
    feats_of: dict[str, Fields] = {}
    for sentence in sentences:
        for token in sentence.tokens:
            if token.upos in upos and token.feats and _is_clean(token):
                raw = pack(token.feats)
                if raw not in feats_of:
                    feats_of[raw] = Fields(
                        pack({k: v for k, v in token.feats.items() if k not in _ANNOTATION})
                    )
                form = token.form if _has_capital(token.lemma) else token.form.lower()
                counts[token.lemma, form, token.upos, feats_of[raw]] += 1
    source = f"treebank:{name}"
    for (lemma, form, pos, feats), _ in counts.most_common():
        if feats:
            yield Entry(lemma, form, pos, feats, source)


def _has_capital(word: str) -> bool:
    return word != word.lower()


def _is_clean(token: Token) -> bool:
    feats = token.feats
    marked = "Typo" in feats or "Foreign" in feats or "Abbr" in feats
    letters = token.lemma != "_" and token.form[:1].isalpha()
    return letters and not marked and not _has_capital(token.lemma[1:])
