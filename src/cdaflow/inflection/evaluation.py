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
  and in nothing else that the model has learned from (word lists, lexicons; see `learned_from`).
- "known", "unknown": whether the dictionary has an answer. Alone, a dictionary without answer is
  wrong, and the model answers all; both: the dictionary, and the model where it has none.

Features are taken as annotated and errors of annotation are left in: such words count as wrong.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from cdaflow.errors import InputError
from cdaflow.inflection.dictionary import citation_form
from cdaflow.inflection.learned_from import was_held_out
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.transducer.examples import FEATURES, is_nominal, normal
from cdaflow.io.files import digest
from cdaflow.statistics.signature import short
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
class Answer:
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


class Model(Protocol):
    """What is asked of a model: `transducer.model.Transducer` is one."""

    def inflect(
        self, items: Sequence[tuple[str, str, Mapping[str, str]]]
    ) -> Sequence[tuple[str, float]]:
        """Return the form and its log p of each (lemma, upos, feats)."""


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
    model: Model | None,
) -> list[Answer]:
    """Return what dictionary and model make of the words, in sorted order.

    `seen`: lemmata of the training treebanks, and what `learned_from` tells; words with others are
    held out.
    """
    ordered = sorted(words)
    forms: Sequence[tuple[str, float]] = [("", 0.0)] * len(ordered)
    if model is not None:
        forms = model.inflect([(word.lemma, word.upos, dict(word.feats)) for word in ordered])
    return [
        Answer(
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


def rows(found: Sequence[Answer], threshold: float | None) -> list[dict[str, Any]]:
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


def _counts(part: Sequence[Answer], threshold: float | None) -> dict[str, Any]:
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


def report(
    gold: str | os.PathLike[str],
    found: Sequence[Answer],
    left_out: Mapping[str, int],
    *,
    language: str,
    treebanks: Sequence[str | os.PathLike[str]] = (),
    lexicons: Sequence[str | os.PathLike[str]] = (),
    model: Mapping[str, Any] | None = None,
    swaps: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the report of `cdaflow inflect evaluate` as JSON values.

    `model`: its file's name, SHA-256, threshold and what it was trained on, None without one
    (`model_held_out` says whether that was without the lemmata of `gold`);
    `swaps`: the counts of `swaps.score_swaps`.
    """
    from cdaflow import __version__

    about = [{"file": Path(path).name, "sha256": digest(path)} for path in lexicons]
    trained = [{"file": Path(path).name, "sha256": digest(path)} for path in treebanks]
    sums = {
        "gold": short(digest(gold)),
        "seen": short(*(item["sha256"] for item in trained)),
        "lexicons": short(*(item["sha256"] for item in about)),
        "model": short(*([model["sha256"]] if model else [])),
    }
    parts = "|".join(f"{name}:{value}" for name, value in sums.items())
    return {
        "metric": "reinflection",
        "language": language,
        "gold": {"file": Path(gold).name, "sha256": digest(gold)},
        "treebanks": trained,
        "lexicons": about,
        "model": dict(model) if model else None,
        "model_held_out": model is None or was_held_out(digest(gold), model),
        "left_out": dict(left_out),
        "swaps": dict(swaps) if swaps else None,
        "rows": rows(found, model["threshold"] if model else None),
        "signature": f"reinflection|{parts}|cdaflow:{__version__}",
    }


def error_lines(found: Iterable[Answer]) -> list[tuple[str, ...]]:
    """Return the words that dictionary plus model, or the model alone, have wrong: rows of a TSV.

    Columns as ERROR_COLUMNS.
    """
    return [
        (
            "held out" if answer.held_out else "seen",
            answer.word.lemma,
            answer.word.upos,
            "|".join(f"{name}={value}" for name, value in answer.word.feats) or "_",
            answer.word.form,
            answer.dictionary or "",
            answer.model or "",
            "" if answer.model is None else f"{answer.log_p:.3f}",
            str(answer.tokens),
        )
        for answer in found
        if not answer.right("both") or (answer.model is not None and not answer.right("model"))
    ]


ERROR_COLUMNS = (
    "words", "lemma", "upos", "feats", "form", "dictionary", "model", "log_p", "tokens",
)  # fmt: skip


def require_words(found: Sequence[Answer], gold: str | os.PathLike[str]) -> None:
    """Raise InputError if a gold treebank has no word that can be asked for."""
    if not found:
        raise InputError(
            "no noun, adjective or participle with gender or number is in these trees",
            file=gold,
            hint="give a treebank with FEATS and lemmas",
        )


def summary(scores: Mapping[str, Any]) -> str:
    """Return the main counts of a report as lines of text: types right of all, in percent."""
    lines = [f"{'words':<9} {'group':<11} {'dictionary':<11}"
             + "".join(f"{way:>20}" for way in WAYS)]  # fmt: skip
    for row in scores["rows"]:
        cells = []
        for way in WAYS:
            if way in row["right"]:
                right, total = row["right"][way]["types"], row["types"]
                cells.append(f"{right}/{total} {100 * right / total:6.2f}")
            else:
                cells.append("-")
        lines.append(f"{row['words']:<9} {row['group']:<11} {row['dictionary']:<11}"
                     + "".join(f"{cell:>20}" for cell in cells))  # fmt: skip
    for gender, counts in (scores["swaps"] or {}).items():
        lines.append(
            f"model, to {gender} (all words that the lexicons have in both genders): from form and "
            f"lemma {counts['right_from_both']}, from the form {counts['right_from_form']}, from "
            f"the lemma {counts['right_from_lemma']} right of {counts['types']}; of form and lemma "
            f"accepted {counts['accepted']}, {counts['accepted_right']} right"
        )
    left_out = ", ".join(f"{reason}: {count}" for reason, count in scores["left_out"].items())
    lines.append(f"left out (tokens): {left_out or 'none'}")
    return "\n".join(lines) + "\n"
