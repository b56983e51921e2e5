"""The command `cdaflow select random`."""

from __future__ import annotations

import argparse

from cdaflow.cli.select.common import add_form, add_pairs


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow select random`."""
    parser = commands.add_parser(
        "random",
        help="a random sample of the pairs whose form is fit, as neutral data",
        description="Draw pairs of a corpus at random from those that are not too long, of like "
        "length and well-formed: the neutral data that keeps fine-tuning from forgetting (Naik et "
        "al. 2023, section 4.3; the limits are theirs). The same seed draws the same pairs, and a "
        "smaller sample lies inside a larger one.",
    )
    add_pairs(parser, "the drawn pairs, in the same kind of file or files as they came or another")
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--size", type=int, metavar="N", help="pairs to draw")
    size.add_argument("--size-of", metavar="FILE.parquet", help="draw as many pairs as this has")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: %(default)s)")
    add_form(parser, max_tokens=100)
    parser.set_defaults(run=_random)


def _random(arguments: argparse.Namespace) -> None:
    from dataclasses import asdict

    from cdaflow.counterfactual.selection.form import Form
    from cdaflow.counterfactual.selection.sampling import select_random
    from cdaflow.io.files import write_json
    from cdaflow.io.parquet import count_rows
    from cdaflow.progress import say

    size = count_rows(arguments.size_of) if arguments.size_of else arguments.size
    form = Form(
        max_tokens=arguments.max_tokens,
        length_ratio=arguments.length_ratio,
        capital=not arguments.any_beginning,
        punctuation=not arguments.any_end,
    )
    counts = select_random(arguments.input, arguments.output, size, arguments.seed, form)
    if arguments.report:
        report = {**asdict(counts), "limits": asdict(form), "seed": arguments.seed}
        write_json(arguments.report, report)
    say(f"pairs{counts.pairs:>21,}")
    for name, dropped in counts.dropped.items():
        say(f"  {name:<12}{-dropped:>12,}")
    say(f"drawn{counts.taken:>21,}  (of {counts.passed:,})")
