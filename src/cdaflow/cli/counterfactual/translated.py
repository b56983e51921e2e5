"""The command `cdaflow counterfactual translated`."""

from __future__ import annotations

import argparse

from cdaflow.cli.counterfactual.common import add_corpus, add_pairs


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow counterfactual translated`."""
    parser = commands.add_parser(
        "translated",
        help="as balance, with one side of the counterfactual translated by a model",
        description="Write the pairs of `cdaflow counterfactual make` and behind each its "
        "counterfactual, of which one side is a translation: the alternative that Naik et al. "
        "2023 (section 4.2) tried and found inferior. The translations come from `cdaflow nmt "
        "translate --column counterfactual_source` (or _target, from a model to English).",
    )
    add_pairs(parser)
    side = parser.add_mutually_exclusive_group(required=True)
    side.add_argument(
        "--forward", metavar="TXT", help="translations of counterfactual_source, line by line"
    )
    side.add_argument(
        "--back", metavar="TXT", help="translations of counterfactual_target into English"
    )
    add_corpus(parser)
    parser.set_defaults(run=_translated)


def _translated(arguments: argparse.Namespace) -> None:
    from cdaflow.counterfactual.datasets.balance import balance_translated
    from cdaflow.progress import say

    counts, blank = balance_translated(
        [arguments.input],
        arguments.forward or arguments.back,
        "forward" if arguments.forward else "back",
        arguments.output,
    )
    left_out = f"; {blank} pairs with a blank translation left out" if blank else ""
    say(
        f"{sum(counts.values())} pairs of {len({name for name, _ in counts})} professions{left_out}"
    )
