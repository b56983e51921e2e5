"""What of a report is published, and what is computed again from that, by its metric."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cdaflow.alternatives.tagging.calibration import calibration_error
from cdaflow.bias.validity import rounded
from cdaflow.counterfactual.evaluation import rates
from cdaflow.errors import InputError
from cdaflow.io.structured import MALFORMED
from cdaflow.lm.scores import METRIC as LANGUAGE_MODELS
from cdaflow.lm.scores import compare_again
from cdaflow.scoring.bleu import score_of_counts
from cdaflow.scoring.metric import Outcomes, metric_named
from cdaflow.scoring.observed import figures
from cdaflow.scoring.report import ScoreOptions
from cdaflow.scoring.winomt_figures import estimates
from cdaflow.statistics.estimates import as_json
from cdaflow.statistics.ranks import spearman

#: A report, or a part of one.
Report = dict[str, Any]

#: Parts of a report that no table needs; of WinoMT the outcomes that are needed.
_LEFT_OUT = frozenset({"inputs", "warnings"})
_OUTCOMES = ("gold", "half", "predicted", "whole", "label", "pronoun", "secondary")

#: Counts of WinoMT that tables need -> the outcomes that they are counts of.
_COUNTED = {"pronouns": "pronoun", "secondary": "secondary"}

#: Contexts of the validity of a bias score that tables need.
_CONTEXTS = ("neutral", "mixed")

#: What of an encoder is published: how it was trained, and how well.
_OF_ENCODER = ("objective", "examples", "dev_loss", "dev_right", "pooling")

#: Texts from this length on are kept once.
_LONG = 100

#: Significant digits of a figure. Tables show four at most.
_DIGITS = 12


def completed(name: str, report: Report) -> Report:
    """Return a published report with the figures that follow from its counts; it is changed.

    Raises InputError where its outcomes are not its counts, or it lacks some; `name`: for the
    message.
    """
    kind = report.get("metric")
    if kind in _COMPLETE:
        try:
            return _COMPLETE[kind](name, report)
        except MALFORMED as error:
            problem = f"{type(error).__name__}: {error}"
            raise InputError(f"published counts are not whole ({problem})", file=name) from None
    return report


def reduced(report: Mapping[str, Any], path: Path) -> Report:
    """Return the report of a file without what no table needs and what `completed` computes.

    Raises InputError where figures of it do not follow from its counts.
    """
    found = {name: part for name, part in report.items() if name not in _LEFT_OUT}
    kind = found.get("metric")
    return _REDUCE[kind](found, path) if kind in _REDUCE else found


def shortened(text: str) -> str | dict[str, str]:
    """Return a text as it is kept: its words once each, and their order, where that is shorter."""
    words = text.split(" ")
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    found = {"words": " ".join(numbers), "order": " ".join(str(numbers[word]) for word in words)}
    return found if sum(map(len, found.values())) < len(text) / 2 else text


def lengthened(kept: str | Mapping[str, str]) -> str:
    """Return the text that `shortened` made this of; IndexError where its order has no word."""
    if isinstance(kept, str):
        return kept
    words = kept["words"].split(" ")
    return " ".join(words[int(number)] for number in kept["order"].split(" "))


def packed(value: Any, texts: dict[str, int]) -> Any:
    """Return a value as it is published; long texts go into `texts`."""
    if isinstance(value, dict):
        return {name: packed(part, texts) for name, part in value.items()}
    if isinstance(value, list):
        return [packed(part, texts) for part in value]
    if isinstance(value, str) and len(value) >= _LONG:
        return {"text": texts.setdefault(value, len(texts))}
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value


def _without(part: Mapping[str, Any], *names: str) -> Report:
    return {name: value for name, value in part.items() if name not in names}


def _reduce_winomt(report: Report, _: Path) -> Report:
    return {
        **_without(report, "scores"),
        "counts": {name: report["counts"][name] for name in _COUNTED},
        "outcomes": {name: report["outcomes"][name] for name in _OUTCOMES},
    }


def _complete_winomt(name: str, report: Report) -> Report:
    outcomes = Outcomes(name, report)
    parts = dict(part.split(":", 1) for part in report["signature"].split("|")[1:])
    options = ScoreOptions(bootstrap=int(parts["bs"]), seed=int(parts["seed"]))
    clusters = [int(number) for number in report.get("clusters", "").split()]
    report["counts"]["rows"] = len(outcomes.outcome("gold"))
    report["scores"] = as_json(estimates(outcomes, options, clusters))
    if kept := dict(figures(outcomes, metric_named("winomt"))).get("secondary_kept"):
        report["scores"]["secondary_kept"] = kept
    for counted, outcome in _COUNTED.items():
        observed = metric_named(counted).observed
        if counted in report["counts"] and not (observed and list(observed(outcomes))):
            raise InputError(f'its outcomes "{outcome}" are not its counts', file=name)
    return report


def _reduce_bleu(report: Report, path: Path) -> Report:
    if set(report.get("counts", ())) != set(report["scores"]):
        raise InputError(
            "scores without counts cannot be published",
            file=path,
            hint="score again with this version (cdaflow score bleu), without COMET",
        )
    scores = {name: _without(score, "value") for name, score in report["scores"].items()}
    return {**report, "scores": scores}


def _complete_bleu(_: str, report: Report) -> Report:
    for score, counts in report["counts"].items():
        report["scores"][score]["value"] = score_of_counts(score, report["language"], counts)
    return report


def _reduce_counterfactuals(report: Report, _: Path) -> Report:
    by_gender = {name: _without(part, "scores") for name, part in report["by_gender"].items()}
    return {**report, "all": _without(report["all"], "scores"), "by_gender": by_gender}


def _complete_counterfactuals(_: str, report: Report) -> Report:
    for part in (report["all"], *report["by_gender"].values()):
        part["scores"] = as_json(rates(part))
    return report


def _reduce_people(report: Report, _: Path) -> Report:
    return {**report, "right": _without(report["right"], "value"), **_reduce_bins(report)}


def _complete_people(_: str, report: Report) -> Report:
    """Complete the probabilities of people: the share that is right, and calibration errors."""
    _complete_bins(report)
    bins = report["calibration"]["after"]["bins"]
    right, people = (sum(one[name] for one in bins) for name in ("right", "words"))
    if people != report["people"]:
        raise ValueError(f"{people} people in the bins, not {report['people']}")
    report["right"]["value"] = 100 * right / people
    return report


def _reduce_tagger(report: Report, _: Path) -> Report:
    labels = {
        label: {
            name: _without(part, "value") if isinstance(part, dict) else part
            for name, part in found.items()
        }
        for label, found in report["labels"].items()
    }
    about = {"backend": report["tagger"]["backend"]}
    return {**report, "tagger": about, "labels": labels, **_reduce_bins(report)}


def _complete_tagger(_: str, report: Report) -> Report:
    """Complete the tagger's precision, recall and F1 by label, and its calibration errors."""
    _complete_bins(report)
    for found in report["labels"].values():
        right, gold, tagged = (found[name] for name in ("right", "gold", "found"))
        for name, of in (("precision", tagged), ("recall", gold), ("f1", (gold + tagged) / 2)):
            found[name]["value"] = 100 * right / of if of else None
    return report


def _reduce_bins(report: Report) -> Report:
    """Return the calibration of a report, if it has one, without the errors."""
    if not report.get("calibration"):
        return {}
    sides = {
        side: _without(report["calibration"][side], "ece", "ece_open")
        for side in ("before", "after")
    }
    return {"calibration": {**report["calibration"], **sides}}


def _complete_bins(report: Report) -> None:
    for side in ("before", "after") if report.get("calibration") else ():
        bins = report["calibration"][side]["bins"]
        report["calibration"][side] |= {
            "ece": calibration_error(bins),
            "ece_open": calibration_error(bins[1:]),
        }


def _reduce_seat(report: Report, _: Path) -> Report:
    # The table computes d from the association of each target.
    tests = {name: {"associations": test["associations"]} for name, test in report["tests"].items()}
    return {**_without(report, "means"), "encoder": _encoder(report), "tests": tests}


def _reduce_validity(report: Report, _: Path) -> Report:
    correlations = {
        context: {
            by: {} if by == "none" else {"value": found["value"]} for by, found in ways.items()
        }
        for context, ways in report["spearman"].items()
        if context in _CONTEXTS
    }
    scores = {context: report["scores"][context] for context in _CONTEXTS}
    return {
        **report, "encoder": _encoder(report), "spearman": correlations, "scores": scores
    }  # fmt: skip


def _complete_validity(_: str, report: Report) -> Report:
    """Complete the rank correlations of sentences as they are; no scores of others are kept."""
    names = list(report["shares"])
    truth = np.array([report["shares"][name] for name in names], dtype=np.float64)
    for context, ways in report["spearman"].items():
        scores = np.array([report["scores"][context][name] for name in names], dtype=np.float64)
        value = spearman(scores, truth)
        ways["none"]["value"] = None if np.isnan(value) else rounded(value)
    return report


def _reduce_transfer(report: Report, _: Path) -> Report:
    return {**report, "encoder": _encoder(report)}


def _encoder(report: Report) -> Report:
    return {name: report["encoder"][name] for name in _OF_ENCODER if name in report["encoder"]}


def _reduce_language_models(report: Report, path: Path) -> Report:
    """Return a comparison of language models with the values of each noun by each training."""
    if not all("trainings" in row for row in report["by_noun"]):
        raise InputError(
            "a comparison without the trainings of each noun cannot be published",
            file=path,
            hint="compare again with this version (cdaflow lm compare)",
        )
    kept = ("name", "seeds", "minimal_pairs")
    systems = [{name: each[name] for name in kept if name in each} for each in report["systems"]]
    nouns = [_without(row, "stereotyping", "leans") for row in report["by_noun"]]
    return {**_without(report, "trainings", "nouns"), "systems": systems, "by_noun": nouns}


def _complete_language_models(_: str, report: Report) -> Report:
    return compare_again(report)


#: Metric of a report -> what takes from it what follows from its counts, and what adds that again.
_REDUCE: Mapping[Any, Callable[[Report, Path], Report]] = {
    "winomt": _reduce_winomt,
    "bleu": _reduce_bleu,
    "counterfactuals": _reduce_counterfactuals,
    "people": _reduce_people,
    "tagger": _reduce_tagger,
    "seat": _reduce_seat,
    "bias_validity": _reduce_validity,
    "transfer": _reduce_transfer,
    LANGUAGE_MODELS: _reduce_language_models,
}
_COMPLETE: Mapping[Any, Callable[[str, Report], Report]] = {
    "winomt": _complete_winomt,
    "bleu": _complete_bleu,
    "counterfactuals": _complete_counterfactuals,
    "people": _complete_people,
    "tagger": _complete_tagger,
    "bias_validity": _complete_validity,
    LANGUAGE_MODELS: _complete_language_models,
}
