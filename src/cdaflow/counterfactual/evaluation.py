"""Counterfactuals beside those that are known to be right, such as the embedded grammar's own."""

from __future__ import annotations

import difflib
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import cdaflow.languages
from cdaflow.counterfactual.decisions import Decision, read_decisions
from cdaflow.errors import InputError
from cdaflow.io.files import read_table, tsv_lines, write_json, write_lines
from cdaflow.io.pairs import read_pairs
from cdaflow.languages import Language
from cdaflow.languages.person_pronouns import pronoun_forms
from cdaflow.statistics.estimates import Estimate, as_json, rate
from cdaflow.wordlists.lexicon import Professions

GOLD = ("source", "target", "counterfactual_source", "counterfactual_target")

ERRORS = (
    "id", "profession", "gender", "verdict", "cause", "made", "wanted", "source", "target",
    "counterfactual_target", "gold_target",
)  # fmt: skip


class Gold(NamedTuple):
    """Both sides of the right counterfactual."""

    source: str
    target: str


class Comparison(NamedTuple):
    """A candidate beside its gold.

    `verdict`: right, wrong, or dropped; `cause`: what is wrong (see `difference`) or why it was
    dropped; `made`, `wanted`: the words in which it differs; `source_right`: whether the English
    is that of the gold.
    """

    decision: Decision
    gold: Gold
    verdict: str
    cause: str = ""
    made: str = ""
    wanted: str = ""
    source_right: bool = True


def compare(
    decision: Decision, gold: Gold, language: Language, professions: Professions
) -> Comparison:
    """Return a candidate beside its gold."""
    if decision.outcome == "dropped":
        # Where the gold changes nothing either, there is nothing to be made.
        is_right = decision.cause == "unchanged" and gold.target == decision.target
        return Comparison(decision, gold, "right" if is_right else "dropped", decision.cause)
    right = decision.counterfactual_source == gold.source
    if decision.counterfactual_target == gold.target:
        return Comparison(decision, gold, "right", source_right=right)
    made, wanted = differing(
        language.words(decision.counterfactual_target), language.words(gold.target)
    )
    cause = difference([*made, *wanted], language, professions)
    return Comparison(decision, gold, "wrong", cause, " ".join(made), " ".join(wanted), right)


def difference(words: Sequence[str], language: Language, professions: Professions) -> str:
    """Return the kind of the words that differ: noun, pronoun, determiner, or agreement."""
    pronouns = pronoun_forms(language.code)
    words = [word.lower() for word in words]
    if any((word,) in professions.all_forms for word in words):
        return "noun"
    bare = [word.lstrip("-").removeprefix("t-") for word in words]
    if any(word in pronouns and word not in language.determiners for word in bare):
        return "pronoun"
    if any(word in language.determiners for word in words):
        return "determiner"
    return "pronoun" if any(word in pronouns for word in bare) else "agreement"


def differing(made: Sequence[str], wanted: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words of each side that the other does not have at that place."""
    matcher = difflib.SequenceMatcher(None, made, wanted, autojunk=False)
    first: list[str] = []
    second: list[str] = []
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag != "equal":
            first += made[i:j]
            second += wanted[k:m]
    return first, second


def read_gold(path: str | os.PathLike[str]) -> dict[tuple[str, str], Gold | None]:
    """Return the right counterfactual of each pair; None where the file has two of them.

    A table with the columns of GOLD, such as `cdaflow demo` writes (train.gold.tsv.gz).
    """
    found: dict[tuple[str, str], Gold | None] = {}
    for _, row in read_table(path, GOLD):
        pair = row["source"], row["target"]
        gold = Gold(row["counterfactual_source"], row["counterfactual_target"])
        found[pair] = gold if found.get(pair, gold) == gold else None
    return found


@dataclass
class Evaluation:
    """Candidates beside their gold; `without`: those that have none, or two."""

    compared: list[Comparison] = field(default_factory=list)
    without: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return counts and rates: of all, and by the gender of the original."""
        genders = sorted({each.decision.gender for each in self.compared})
        return {
            "metric": "counterfactuals",
            "format": 1,
            "without_gold": self.without,
            "all": _part(self.compared),
            "by_gender": {
                gender: _part([each for each in self.compared if each.decision.gender == gender])
                for gender in genders
            },
        }


def _part(compared: Sequence[Comparison]) -> dict[str, Any]:
    verdicts = Counter(each.verdict for each in compared)
    made = [each for each in compared if each.decision.outcome != "dropped"]
    right = sum(each.verdict == "right" for each in made)
    counts = {
        "candidates": len(compared),
        "made": len(made),
        "repaired": sum(each.decision.outcome == "repaired" for each in made),
        "right": right,
        "right_without_change": verdicts["right"] - right,
        "wrong": verdicts["wrong"],
        "wrong_source": sum(not each.source_right for each in made),
        "dropped": verdicts["dropped"],
        "wrong_by_cause": _causes(compared, "wrong"),
        "dropped_by_cause": _causes(compared, "dropped"),
    }
    return {**counts, "scores": as_json(rates(counts))}


def rates(counts: Mapping[str, Any]) -> dict[str, Estimate]:
    """Return the scores of a part of a report, from its counts."""
    made, right = counts["made"], counts["right"]
    return {
        # Of what was made, and of all that was offered.
        "right_of_made": rate(right, made),
        "right_of_candidates": rate(right + counts["right_without_change"], counts["candidates"]),
        "right_source_of_made": rate(made - counts["wrong_source"], made),
    }


def _causes(compared: Iterable[Comparison], verdict: str) -> Mapping[str, int]:
    return dict(sorted(Counter(e.cause for e in compared if e.verdict == verdict).items()))


def evaluate(
    pairs: str, decisions: str, gold: str | os.PathLike[str], language: str, nouns: Professions
) -> Evaluation:
    """Return how the counterfactuals of `cdaflow counterfactual make` compare with the right ones.

    `pairs`: the pairs that it wrote; `decisions`: its table. Raises InputError where the two are
    not of one run, a file is at fault, or no candidate has a right counterfactual.
    """
    grammar = cdaflow.languages.get(language)
    known = read_gold(gold)
    kept = {
        int(number): str(target)
        for batch in read_pairs([pairs], ("id", "counterfactual_target"))
        for number, target in zip(
            batch.column("id").to_pylist(),
            batch.column("counterfactual_target").to_pylist(),
            strict=True,
        )
    }
    found = Evaluation()
    for decision in read_decisions(decisions):
        if decision.cause in ("over-number", "held-out"):
            continue
        made = decision.counterfactual_target if decision.outcome != "dropped" else None
        if kept.pop(decision.id, None) != made:
            raise InputError(
                "decision.of-other-pair",
                f"the pair {decision.id} is not as the decisions have it",
                file=pairs,
                hint="give the pairs and the decisions of one run of cdaflow counterfactual make",
            )
        right = known.get((decision.source, decision.target))
        if right is None:
            found.without += 1
        else:
            found.compared.append(compare(decision, right, grammar, nouns))
    if kept:
        raise InputError("decision.missing", f"no decision on the pair {min(kept)}", file=pairs)
    if not found.compared:
        raise InputError(
            "candidate.none-among-right",
            "no candidate stands in the file of right counterfactuals",
            file=gold,
            hint="it is to have the very source and target of the candidates",
        )
    return found


def write_evaluation(
    found: Evaluation,
    language: str,
    output: str | os.PathLike[str],
    errors: str | os.PathLike[str] | None = None,
) -> None:
    """Write the counts as JSON, and what is wrong or was dropped as a table."""
    write_json(output, {"language": language, **found.to_json()})
    if errors is None:
        return
    rows = (
        [
            str(each.decision.id), each.decision.profession, each.decision.gender, each.verdict,
            each.cause, each.made or each.decision.detail, each.wanted, each.decision.source,
            each.decision.target, each.decision.counterfactual_target, each.gold.target,
        ]
        for each in found.compared
        if each.verdict != "right"
    )  # fmt: skip
    write_lines(errors, tsv_lines(ERRORS, rows))
