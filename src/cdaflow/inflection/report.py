"""The report on dictionary and model: reinflection, and words put in the other gender.

The second is what the model is there for. Given are a word's form and features with its lemma, as
the product has them (a tagger's lemma is wrong more often than the treebank's), or the form without
the lemma, or the lemma alone; right is any form that the lexicon has for the other gender in the
same paradigm. Only words are asked that the lexicon has in both genders; a model that is scored so
must not have learned from those lemmata (`cdaflow inflect train --hold-out`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cdaflow.inflection.evaluation import WAYS, Word, WordResult, rows, was_held_out
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.sources import checksums
from cdaflow.inflection.transducer.examples import FormModel, Item, normal
from cdaflow.io.files import digest
from cdaflow.statistics import short

_OTHER = {"Fem": "Masc", "Masc": "Fem"}


@dataclass(frozen=True)
class Swap:
    """A word, its features with the other gender, and the forms that are right."""

    word: Word
    feats: Mapping[str, str]
    forms: frozenset[str]


def find_swaps(words: Iterable[Word], lexicon: Lexicon) -> list[Swap]:
    """Return the nouns and adjectives that the lexicon has in both genders, in sorted order."""
    found = []
    for word in sorted(words):
        feats = dict(word.feats)
        gender = feats.get("Gender", "")
        if word.upos not in ("NOUN", "ADJ") or gender not in _OTHER or "Number" not in feats:
            continue
        other = {**feats, "Gender": _OTHER[gender]}
        forms = frozenset(
            normal(cell.form)
            for entry in lexicon.by_form(word.form)
            if entry.upos == word.upos and _has(entry.feats, feats)
            for cell in lexicon.by_lemma(entry.lemma)
            if (cell.source, cell.upos) == (entry.source, entry.upos) and _has(cell.feats, other)
        )
        if forms:
            found.append(Swap(word, other, forms))
    return found


def _has(feats: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    return all(feats.get(name) == wanted[name] for name in ("Gender", "Number"))


def score_swaps(found: Sequence[Swap], model: FormModel, threshold: float) -> dict[str, Any]:
    """Return how many forms are right, made of form and lemma, or of one: counts by new gender.

    `accepted`: of those made of both, the ones whose log p reaches `threshold`.
    """
    whole = [
        Item(s.word.lemma, s.word.upos, s.feats, s.word.form, dict(s.word.feats)) for s in found
    ]
    from_both = model.inflect(whole)
    from_form = model.inflect([item._replace(lemma="") for item in whole])
    from_lemma = model.inflect([Item(s.word.lemma, s.word.upos, s.feats) for s in found])
    counts: dict[str, Any] = {}
    for gender in sorted(_OTHER):
        rows = [
            (*(normal(form) in s.forms for form in (both, one, other)), log_p >= threshold)
            for s, (both, log_p), (one, _), (other, _) in zip(
                found, from_both, from_form, from_lemma, strict=True
            )
            if s.feats["Gender"] == gender
        ]
        counts[gender] = {
            "types": len(rows),
            "right_from_both": sum(row[0] for row in rows),
            "right_from_form": sum(row[1] for row in rows),
            "right_from_lemma": sum(row[2] for row in rows),
            "accepted": sum(row[3] for row in rows),
            "accepted_right": sum(row[0] and row[3] for row in rows),
        }
    return counts


def report(
    gold: str | os.PathLike[str],
    found: Sequence[WordResult],
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
    `swaps`: the counts of `score_swaps`.
    """
    from cdaflow import __version__

    about, trained = checksums(lexicons), checksums(treebanks)
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


def error_lines(found: Iterable[WordResult]) -> list[tuple[str, ...]]:
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
