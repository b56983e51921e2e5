"""How counterfactuals of gendered pairs are made (the key `counterfactual`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.plans.agreement import Agreement
from cdaflow.plans.places import Places

#: Where the embedded corpus is; beside each of its files lies one with the counterfactual of
#: each of its lines.
_DEMO_PAIRS = "{results}/demo/en-{lang}/train.tsv"
_DEMO_GOLD = "{results}/demo/en-{lang}/train.gold.tsv.gz"


@dataclass(frozen=True)
class Counterfactual:
    """What is chosen, and how it is changed.

    selection, swap: the keys of the same names. names: the table of given names, "" for none.
    model: of agreement, "base" where it is not learned. candidates, per_profession: how many pairs
    of each profession are tried, and how many are kept at most; 0 for all. alignments: whether a
    word alignment tells, too, where the noun is. resolver: what tells whose a pronoun is. gold: the
    counterfactuals that the embedded grammar itself writes, by language, where it wrote the whole
    training text.
    """

    selection: Mapping[str, Any]
    swap: Mapping[str, Any]
    names: str
    model: str
    candidates: int
    per_profession: int
    alignments: bool
    resolver: str
    gold: Mapping[str, str]


def plan_counterfactual(
    config: Mapping[str, Any], agreement: Agreement | None, *, data: str, results: str
) -> Counterfactual | None:
    """Return what the key `counterfactual` of a configuration asks for, None where it has none.

    Raises ConfigError where keys do not go together or a file is absent.
    """
    if "counterfactual" not in config:
        return None
    if agreement is None:
        raise ConfigError(
            "counterfactual: what changes with a noun is told by agreement and inflection, and "
            "nothing is said of them",
            hint="add the key agreement ({} will do), and annotators",
        )
    named: Mapping[str, Any] = config["counterfactual"]
    _check_sizes(named["candidates"], named["per_profession"])
    if named["alignments"] and not config["align_with"]:
        raise ConfigError(
            "counterfactual.alignments: the candidates are too few to be aligned alone",
            hint="say with how many training pairs (align_with: 20000), or leave alignments out",
        )
    places = Places(tuple(config["languages"]), data, results)
    names = named["swap"]["names"]
    if names:
        names = places.found("counterfactual.swap.names", places.expand(names, "en"))
    places.raise_absent()
    return Counterfactual(
        selection=named["selection"],
        swap=named["swap"],
        names=names,
        model=named["model"],
        candidates=named["candidates"],
        per_profession=named["per_profession"],
        alignments=named["alignments"],
        resolver=named["resolver"],
        gold=_gold(config, places),
    )


def _check_sizes(candidates: int, per_profession: int) -> None:
    if 0 < candidates < per_profession:
        raise ConfigError(
            f"counterfactual: {per_profession} pairs of each profession cannot be had of "
            f"{candidates} candidates",
            hint="candidates must be per_profession or more, or 0 for all",
        )


def _gold(config: Mapping[str, Any], places: Places) -> dict[str, str]:
    """Return the grammar's own counterfactuals; none where other text is trained on as well."""
    if [corpus.get("tsv") for corpus in config["corpora"]["train"]] != [_DEMO_PAIRS]:
        return {}
    return {lang: places.expand(_DEMO_GOLD, lang) for lang in places.languages}
