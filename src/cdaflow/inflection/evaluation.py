"""Reinflection accuracy on the words of a treebank: dictionary, model, and both (as Zmigrod et al.
2019, Table 1).

A question is a lemma with part of speech and features as a gold treebank has them, the answer its
form in lower case. The paper gives accuracies of "gendered words" and no counts; what is a word
here is fixed by the following rules, before any result, and what they leave out is counted.

- Nouns and adjectives ("nominal") and participles (VERB or AUX with VerbForm=Part), with Gender
  or Number in FEATS. Proper nouns have no other form. "gendered": nominal ones with Gender.
- Not those that the annotators mark as Typo, Foreign or Abbr; nor those whose lemma or form is
  not a word of letters (hyphens, apostrophes and gershayim inside it are allowed): "150e",
  lemmata with two readings "a|b", and Hebrew stems cut from their suffix, which end in "_".
- Each distinct (lemma, part of speech, features, form) counts once ("types"); the number of
  running words is beside it ("tokens").
- "held out": the lemma, whatever its part of speech, is in no sentence of the training treebanks,
  and in nothing else that the model has learned from (word lists, lexicons; see `learned_words`).
- "known", "unknown": whether the dictionary has an answer. Alone, a dictionary without answer is
  wrong, and the model answers all; both: the dictionary, and the model where it has none.

Features are taken as annotated and errors of annotation are left in: such words count as wrong.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.inflection.dictionary import citation_form
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.sources import Files
from cdaflow.inflection.transducer.examples import FEATURES, FormModel, Item, is_nominal, normal
from cdaflow.io.files import digest
from cdaflow.trees import Sentence, Token, read_conllu

#: The groups of words in a report: their names and what belongs to them.
GROUPS: Mapping[str, Callable[[Word], bool]] = {
    "nominal": lambda word: word.upos in ("NOUN", "ADJ"),
    "gendered": lambda word: word.upos in ("NOUN", "ADJ") and "Gender" in dict(word.feats),
    "NOUN": lambda word: word.upos == "NOUN",
    "ADJ": lambda word: word.upos == "ADJ",
    "participle": lambda word: word.upos in ("VERB", "AUX"),
    "all": lambda word: True,
}
#: The ways of inflecting; "lemma" takes the lemma as it is, which many nouns are.
WAYS = ("lemma", "dictionary", "model", "both")

_MARKED = ("Typo", "Foreign", "Abbr")


@dataclass(frozen=True, order=True)
class Word:
    """A question and its answer; `feats` are those of FEATURES, sorted."""

    lemma: str
    upos: str
    feats: tuple[tuple[str, str], ...]
    form: str


@dataclass(frozen=True)
class WordResult:
    """What each way makes of a word; None where it has no answer. `log_p` is the model's."""

    word: Word
    tokens: int
    held_out: bool
    dictionary: str | None
    model: str | None
    log_p: float

    def of(self, way: str) -> str | None:
        """Return the form that one of WAYS gives."""
        if way == "lemma":
            return self.word.lemma
        if way == "both":
            return self.model if self.dictionary is None else self.dictionary
        return self.dictionary if way == "dictionary" else self.model

    def right(self, way: str) -> bool:
        """Whether that is the form of the treebank, capitals aside."""
        form = self.of(way)
        return form is not None and normal(form) == self.word.form


def gold_words(sentences: Iterable[Sentence]) -> tuple[Counter[Word], Counter[str]]:
    """Return the words to be inflected with how often each comes, and what was left out and why."""
    words: Counter[Word] = Counter()
    left_out: Counter[str] = Counter()
    for sentence in sentences:
        for token in sentence.tokens:
            reason = _left_out(token)
            if reason == "":
                feats = tuple((n, token.feats[n]) for n in FEATURES if n in token.feats)
                words[Word(token.lemma, token.upos, feats, normal(token.form))] += 1
            elif reason is not None:
                left_out[reason] += 1
    return words, left_out


def _left_out(token: Token) -> str | None:
    """Return why a word is left out, "" if it is not, None for other parts of speech."""
    if token.upos in ("VERB", "AUX"):
        if token.feats.get("VerbForm") != "Part":
            return None
    elif token.upos not in ("NOUN", "ADJ"):
        return None
    if any(name in token.feats for name in _MARKED):
        return "Typo, Foreign or Abbr"
    if "Gender" not in token.feats and "Number" not in token.feats:
        return "without Gender and Number"
    entry = Entry(token.lemma, token.form, token.upos, token.feats)
    return "" if is_nominal(entry) else "not a word of letters, or without lemma"


def lemmata(paths: Iterable[str | os.PathLike[str]]) -> frozenset[str]:
    """Return the lemmata of all words of treebanks, as `normal` spells them."""
    return frozenset(
        normal(token.lemma)
        for path in paths
        for sentence in read_conllu(path)
        for token in sentence.tokens
    )


def nominal_lemmata(paths: Iterable[str | os.PathLike[str]]) -> frozenset[str]:
    """Return the lemmata of the words of treebanks that are asked for: what is to be held out."""
    return frozenset(
        normal(word.lemma) for path in paths for word in gold_words(read_conllu(path))[0]
    )


def answers(
    words: Mapping[Word, int],
    seen: Collection[str],
    lexicon: Lexicon | None,
    model: FormModel | None,
) -> list[WordResult]:
    """Return what dictionary and model make of the words, in sorted order.

    `seen`: lemmata of the training treebanks, and what `learned_words` returns; words with others
    are held out.
    """
    ordered = sorted(words)
    forms: Sequence[tuple[str, float]] = [("", 0.0)] * len(ordered)
    if model is not None:
        forms = model.inflect([Item(word.lemma, word.upos, dict(word.feats)) for word in ordered])
    return [
        WordResult(
            word,
            words[word],
            normal(word.lemma) not in seen,
            None
            if lexicon is None
            else citation_form(word.lemma, word.upos, dict(word.feats), lexicon),
            None if model is None else form,
            log_p,
        )
        for word, (form, log_p) in zip(ordered, forms, strict=True)
    ]


def rows(found: Sequence[WordResult], threshold: float | None) -> list[dict[str, Any]]:
    """Return the counts of a report, one row for each set of words that is not empty.

    `words`: "held out" or "all"; `group`: of GROUPS; `dictionary`: "known", "unknown" or "any".
    `types`, `tokens`: how many words; `right`: of WAYS, of each the same two. `accepted` of
    model and of both: types whose log p reaches `threshold` (the dictionary's all do), with how
    many of those are right.
    """
    made = []
    for words in ("held out", "all"):
        for group, belongs in GROUPS.items():
            for known in ("any", "known", "unknown"):
                part = [
                    answer
                    for answer in found
                    if (answer.held_out or words == "all")
                    and belongs(answer.word)
                    and (known == "any" or (answer.dictionary is not None) == (known == "known"))
                ]
                if part:
                    names = {"words": words, "group": group, "dictionary": known}
                    made.append({**names, **_counts(part, threshold)})
    return made


def _counts(part: Sequence[WordResult], threshold: float | None) -> dict[str, Any]:
    right = {
        way: {
            "types": sum(answer.right(way) for answer in part),
            "tokens": sum(answer.tokens for answer in part if answer.right(way)),
        }
        for way in WAYS
        if any(answer.of(way) is not None for answer in part)
    }
    counts: dict[str, Any] = {
        "types": len(part),
        "tokens": sum(answer.tokens for answer in part),
        "right": right,
    }
    if threshold is not None and "model" in right:
        sure = {
            "model": [a for a in part if a.log_p >= threshold],
            "both": [a for a in part if a.dictionary is not None or a.log_p >= threshold],
        }
        counts["accepted"] = {
            way: {"types": len(taken), "right": sum(a.right(way) for a in taken)}
            for way, taken in sure.items()
        }
    return counts


#: What a model says of itself: its "training" has the checksums of files by kind.
ModelFacts = Mapping[str, Any]


def was_held_out(sha256: str, model: ModelFacts) -> bool:
    """Whether a model was trained without the lemmata of a treebank."""
    return any(item["sha256"] == sha256 for item in model.get("training", {}).get("held_out", ()))


def learned_words(
    model: ModelFacts,
    gold: str | os.PathLike[str],
    sources: Mapping[str, Files],
    entries: Iterable[Entry],
) -> frozenset[str]:
    """Return the words that a model has learned from word lists and lexicons.

    As `normal` spells them: lemmata and forms, as `examples.select` holds them out; none where
    those of `gold` were held out. `sources`: the files that are given, by kind (treebanks,
    lexicons, word_lists); `entries`: of these.

    Raises ConfigError where the model has learned from a file that is not given: which words are
    new to it is not known then.
    """
    if was_held_out(digest(gold), model):
        return frozenset()
    given = {digest(path) for paths in sources.values() for path in paths}
    for kind in sources:
        for item in model.get("training", {}).get(kind, ()):
            if item["sha256"] not in given:
                raise ConfigError(
                    "model.training-data-not-given",
                    f"the model has learned from {item['file']}, which is not given: which words "
                    "are new to it is not known",
                    hint="give all that it was trained on, or train it with --hold-out",
                )
    lists = (entry for entry in entries if not entry.source.startswith("treebank:"))
    return frozenset(normal(text) for entry in lists for text in (entry.lemma, entry.form))


def require_words(found: Sequence[WordResult], gold: str | os.PathLike[str]) -> None:
    """Raise InputError if a gold treebank has no word that can be asked for."""
    if not found:
        raise InputError(
            "treebank.no-inflected-word",
            "no noun, adjective or participle with gender or number is in these trees",
            file=gold,
            hint="give a treebank with FEATS and lemmas",
        )
