"""What of a report is published, and what is computed again from that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cdaflow.counterfactual.evaluation import rates
from cdaflow.errors import InputError
from cdaflow.scoring.bleu import score_of_counts
from cdaflow.scoring.metric import Outcomes, metric_named
from cdaflow.scoring.report import ScoreOptions
from cdaflow.scoring.winomt_figures import estimates
from cdaflow.statistics.estimates import as_json

#: Parts of a report that no table needs; of WinoMT the outcomes that none needs.
_LEFT_OUT = frozenset({"inputs", "warnings"})
_OUTCOMES = ("gold", "half", "predicted", "whole", "label", "pronoun", "secondary")

#: Counts of WinoMT that tables need -> the outcomes that they are counts of.
_COUNTED = {"pronouns": "pronoun", "secondary": "secondary"}

#: Texts from this length on are kept once.
_LONG = 100

#: Significant digits of a figure. Tables show four at most.
_DIGITS = 12


def completed(name: str, report: dict[str, Any]) -> dict[str, Any]:
    """Return a published report with the scores that follow from its counts.

    Raises InputError where its outcomes are not its counts; `name`: for the message.
    """
    if report.get("metric") == "winomt":
        outcomes = Outcomes(name, report)
        parts = dict(part.split(":", 1) for part in report["signature"].split("|")[1:])
        options = ScoreOptions(bootstrap=int(parts["bs"]), seed=int(parts["seed"]))
        clusters = [int(number) for number in report.get("clusters", "").split()]
        report["counts"]["rows"] = len(outcomes.outcome("gold"))
        report["scores"] = as_json(estimates(outcomes, options, clusters))
        for counted, outcome in _COUNTED.items():
            observed = metric_named(counted).observed
            if counted in report["counts"] and not (observed and list(observed(outcomes))):
                raise InputError(f'its outcomes "{outcome}" are not its counts', file=name)
    elif report.get("metric") == "bleu":
        for score, counts in report["counts"].items():
            report["scores"][score]["value"] = score_of_counts(score, report["language"], counts)
    elif report.get("metric") == "counterfactuals":
        for part in (report["all"], *report["by_gender"].values()):
            part["scores"] = as_json(rates(part))
    return report


def reduced(report: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the report of a file without what no table needs and what `completed` computes.

    Raises InputError where a score of BLEU does not follow from counts.
    """
    found = {name: part for name, part in report.items() if name not in _LEFT_OUT}
    if found.get("metric") == "winomt":
        del found["scores"]
        found["counts"] = {name: report["counts"][name] for name in _COUNTED}
        found["outcomes"] = {name: report["outcomes"][name] for name in _OUTCOMES}
    elif found.get("metric") == "bleu":
        if set(found.get("counts", ())) != set(found["scores"]):
            raise InputError(
                "scores without counts cannot be published",
                file=path,
                hint="score again with this version (cdaflow score bleu), without COMET",
            )
        for score in found["scores"].values():
            del score["value"]
    elif found.get("metric") == "counterfactuals":
        for part in (found["all"], *found["by_gender"].values()):
            del part["scores"]
    return found


def packed(value: Any, texts: dict[str, int]) -> Any:
    """Return a value as it is published; long texts go into `texts`."""
    if isinstance(value, dict):
        return {name: packed(part, texts) for name, part in value.items()}
    if isinstance(value, list):
        return [packed(part, texts) for part in value]
    if isinstance(value, str) and len(value) >= _LONG:
        return {"text": texts.setdefault(value, len(texts))}
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value
