"""The command `cdaflow counterfactual balance`."""

from __future__ import annotations

import argparse

from cdaflow.cli.counterfactual.common import add_corpus, add_pairs


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow counterfactual balance`."""
    parser = commands.add_parser(
        "balance",
        help="originals and counterfactuals together as one corpus",
        description="Write the pairs of `cdaflow counterfactual make` as a corpus: each pair and "
        "behind it its counterfactual, with the same id, so that each profession has as many "
        "sentences of women as of men (Naik et al. 2023, section 4.2).",
    )
    add_pairs(parser)
    add_corpus(parser)
    parser.set_defaults(run=_balance)


def _balance(arguments: argparse.Namespace) -> None:
    from cdaflow.counterfactual.datasets.balance import balance
    from cdaflow.progress import say

    counts = balance([arguments.input], arguments.output)
    professions = len({profession for profession, _ in counts})
    genders = ", ".join(
        f"{sum(n for (_, g), n in counts.items() if g == gender)} {gender}"
        for gender in ("Masc", "Fem")
    )
    say(f"{sum(counts.values())} pairs ({genders}) of {professions} professions")
