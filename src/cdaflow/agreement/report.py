"""The report on a model of agreement: scores with counts, intervals and a signature."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cdaflow.agreement.evaluation import (
    COLUMNS,
    SCORES,
    ScoredPair,
    counts,
    score_pairs,
    scores,
    tuned,
    tuned_on_files,
)
from cdaflow.agreement.gold import Basis, Gold, Nouns, gold, read_pairs
from cdaflow.agreement.pipeline import InterventionPipeline, pipeline_facts
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.statistics import RESAMPLES, SEED, short, signature
from cdaflow.statistics.estimates import as_json

#: The columns of the table of wrong tags.
ERROR_COLUMNS = (
    "pair", "to", "verdict", "form", "wanted", "upos", "deprel", "gender", "head", "noun",
    "noun_deprel", "sentence",
)  # fmt: skip


def is_dev(name: str) -> bool:
    """Whether a pair belongs to the half on which log alpha is chosen (by its name's checksum)."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 0


def evaluate(
    pipeline: InterventionPipeline,
    pairs: Sequence[str | os.PathLike[str]],
    *,
    basis: Basis = "forms",
    nouns: Nouns = "first",
    tune: Sequence[str | os.PathLike[str]] = (),
    halves: bool = False,
    forms: bool = False,
    name: str | None = None,
    testset: str | None = None,
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> tuple[dict[str, Any], list[ScoredPair]]:
    """Return the report of `pipeline` on files of pairs, and what it did with each of them.

    `basis`, `nouns`: see `gold`. `tune`: files of pairs on which log alpha is chosen; `halves`:
    choose it on half of the pairs and score on the other. Without both that of the pipeline is
    used, which says what files it was chosen on.

    Raises ConfigError where log alpha would be chosen on what is scored; InputError where no pair
    can be used.
    """
    files = {str(path): digest(path) for path in pairs}
    if halves and tune:
        raise ConfigError(
            "log-alpha.two-sources",
            "log alpha is chosen either on other files or on half of the pairs, not on both",
        )
    chosen_on = {*map(digest, tune), *pipeline.tuning.get("files", ())}
    for path, checksum in files.items():
        if checksum in chosen_on:
            raise ConfigError(
                "log-alpha.chosen-on-scored-pairs",
                f"log alpha would be chosen on pairs that are also scored: {path}",
                hint="choose it on other pairs, or on half of these",
            )
    all_pairs = gold(read_pairs(pairs), basis, nouns=nouns)
    if tune:
        pipeline = tuned_on_files(pipeline, tune, basis, nouns=nouns)
    elif halves:
        pipeline = tuned(pipeline, all_pairs.only(is_dev), "half of the pairs")
    chosen = all_pairs.only(lambda name: not is_dev(name)) if halves else all_pairs
    if not len(chosen):
        raise InputError(
            "pair.none-to-score",
            "no pair of sentences can be scored",
            file=pairs[0],
            hint=_why(all_pairs),
        )
    scored = {
        to: score_pairs(of, pipeline, forms=forms) for to, of in sorted(chosen.directions.items())
    }
    sampling = {"bootstrap": bootstrap, "seed": seed}
    parts = {
        "data": short(*files.values()),
        "changes": basis,
        "nouns": nouns,
        "half": "odd" if halves else "all",
    }
    model, metadata = pipeline.model, pipeline_facts(pipeline)
    report = {
        "metric": "agreement",
        "system": name or model.name,
        "testset": testset or "+".join(Path(path).name.partition(".")[0] for path in pairs),
        **metadata,
        "model": metadata["model"] | {"training": dict(model.facts)},
        "signature": signature("agreement", parts, **sampling),
        "inputs": {"pairs": sorted(files.values())},
        "pairs": {
            "read": all_pairs.read,
            "used": {to: len(of) for to, of in chosen.directions.items()},
            "left_out": {to: dict(reasons) for to, reasons in all_pairs.left_out.items()},
        },
        "directions": {
            **{to: _part(of, forms, sampling) for to, of in scored.items()},
            "both": _part([pair for of in scored.values() for pair in of], forms, sampling),
        },
        "outcomes": {to: _outcomes(of) for to, of in scored.items()},
    }
    return report, [pair for of in scored.values() for pair in of]


def _why(pairs: Gold) -> str:
    reasons = {reason for counter in pairs.left_out.values() for reason in counter}
    return "left out: " + (", ".join(sorted(reasons)) or "nothing")


def _part(scored: Sequence[ScoredPair], forms: bool, sampling: Mapping[str, int]) -> dict[str, Any]:
    rows = counts(scored)
    named = dict(zip(COLUMNS, map(int, rows.sum(axis=0)), strict=True))
    if not forms:
        named = {name: n for name, n in named.items() if "form" not in name and "doubt" not in name}
    return {
        "pairs": len(scored),
        "counts": named | {"must_change": named["right"] + named["missed"]},
        "scores": as_json(scores(rows, forms=forms, **sampling)),
    }


def _outcomes(scored: Sequence[ScoredPair]) -> str:
    """Return the counts of each pair: "right/over/hidden/missed", pairs apart by blanks.

    With them any two reports on the same pairs can be compared pair by pair.
    """
    columns = [COLUMNS.index(name) for name in ("right", "over", "hidden", "missed")]
    rows = np.asarray(counts(scored))[:, columns]
    return " ".join("/".join(map(str, row)) for row in rows.tolist())


def error_rows(scored: Sequence[ScoredPair]) -> Iterator[tuple[str, ...]]:
    """Yield a row of ERROR_COLUMNS for each word whose tag is wrong, or only its form.

    The verdict is "missed", "over" (changed wrongly) or "form".
    """
    for scored_pair in scored:
        pair = scored_pair.pair
        tokens = pair.source.tokens
        noun = tokens[pair.noun - 1]
        forms = set()
        if scored_pair.right_forms is not None:
            forms = set(
                scored_pair.words - scored_pair.right_forms - scored_pair.missed - scored_pair.over
            )
        for verdict, positions in (
            ("missed", scored_pair.missed),
            ("over", scored_pair.over),
            ("form", forms),
        ):
            for position in sorted(positions):
                token, other = tokens[position - 1], pair.counterpart(position)
                yield (
                    pair.name, pair.gender, verdict, token.form, other.form if other else "",
                    token.upos, token.deprel, token.feats.get("Gender", "_"),
                    tokens[token.head - 1].form if token.head else "ROOT",
                    noun.form, noun.deprel, pair.source.text,
                )  # fmt: skip


def summary(report: Mapping[str, Any]) -> str:
    """Return the scores as a table for the terminal."""
    names = list(report["directions"]["both"]["scores"])
    width = max(map(len, names))
    parts = report["directions"]
    lines = [
        f"{report['system']}, {report['language']}, {report['testset']}: log alpha "
        f"{report['log_alpha']['value']:g}; {report['pairs']['read']} pairs read"
    ]
    for to, reasons in report["pairs"]["left_out"].items():
        counted = ", ".join(f"{n} {reason}" for reason, n in sorted(reasons.items()))
        lines.append(f"  left out as given for {to}: {counted}")
    lines.append(" " * (width + 2) + "".join(f"{'to ' + to:>22}" for to in parts))
    for label in ("pairs", "words", "must_change"):
        numbers = ({**part["counts"], "pairs": part["pairs"]}[label] for part in parts.values())
        lines.append(f"  {label:<{width}}" + "".join(f"{number:>22}" for number in numbers))
    for name in names:
        cells = "".join(f"{_cell(part['scores'][name]):>22}" for part in parts.values())
        lines.append(f"  {name:<{width}}{cells}  {SCORES[name].legend}")
    return "\n".join(lines) + "\n"


def _cell(score: Mapping[str, float | None]) -> str:
    if score["value"] is None:
        return "-"
    if score["low"] is None:
        return f"{score['value']:.1f}"
    return f"{score['value']:.1f} ({score['low']:.1f}-{score['high']:.1f})"
