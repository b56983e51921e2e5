"""The tables of counterfactual fine-tuning."""

from __future__ import annotations

import argparse

from cdaflow.cli.tables.common import add_baseline, add_funnels, add_labels, add_outputs
from cdaflow.cli.values import positive


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the tables of counterfactual fine-tuning."""
    _add_funnel(commands)
    _add_counterfactual(commands)
    _add_datasets(commands)
    _add_pronouns(commands)
    _add_examples(commands)


def _add_funnel(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "funnel", help="the table of a selection: what each filter drops and leaves"
    )
    add_funnels(parser)
    parser.add_argument(
        "--professions", metavar="TABLE.csv", help="also the counts by profession and gender"
    )
    add_outputs(parser)
    parser.set_defaults(run=_funnel)


def _add_counterfactual(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "counterfactual",
        help="the table of counterfactuals whose right form is known: how many are right",
    )
    parser.add_argument(
        "scores", nargs="+", metavar="SCORES.json", help="files of cdaflow counterfactual evaluate"
    )
    add_labels(parser, "LANGUAGE/METHOD.GUARD", "es/full.repair")
    add_outputs(parser)
    parser.set_defaults(run=_counterfactual)


def _add_datasets(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "datasets", help="the table of data sets: sizes, and what they consist of"
    )
    parser.add_argument("files", nargs="+", metavar="PAIRS.parquet", help="or .tsv")
    add_labels(parser, "LANGUAGE/NAME", "es/train")
    add_outputs(parser)
    parser.set_defaults(run=_datasets)


def _add_pronouns(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "pronouns", help='the table of pronoun errors: "she" translated as "he", and the reverse'
    )
    parser.add_argument("scores", nargs="+", metavar="SCORES.json", help="WinoMT score files")
    add_baseline(parser)
    add_outputs(parser)
    parser.set_defaults(run=_pronouns)


def _add_examples(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "examples",
        help="sentences in which systems differ, and harmful swaps that the guard caught",
        description="Draw examples by a rule and a seed: sentences of WinoMT in which a system "
        "differs from the baseline, and pairs whose counterfactual would have been harmful without "
        "the guard (Naik et al. 2023, Tables 4 to 6).",
    )
    parser.add_argument("--winomt-scores", nargs="+", default=[], metavar="SCORES.json")
    parser.add_argument(
        "--sentences",
        nargs="+",
        default=[],
        metavar="SENTENCES.tsv",
        help="the sentences of each score file, in the same order",
    )
    parser.add_argument(
        "--decisions",
        nargs="+",
        default=[],
        metavar="DECISIONS.tsv",
        help="what cdaflow counterfactual make did with each pair",
    )
    parser.add_argument(
        "--label",
        nargs="+",
        action="extend",
        default=[],
        metavar="LANGUAGE/GUARD",
        help="what each table of decisions is, such as es/repair, in the same order",
    )
    parser.add_argument(
        "--number", type=positive, default=8, metavar="N", help="sentences of a language (8)"
    )
    parser.add_argument(
        "--swaps", type=positive, default=2, metavar="N", help="swaps of each cause (2)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which are drawn (1)")
    add_baseline(parser)
    add_outputs(parser)
    parser.set_defaults(run=_examples)


def _funnel(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.funnel import funnel_table, professions_table, read_selections
    from cdaflow.tables.render import write_table

    selections = read_selections(arguments.reports, arguments.label)
    if arguments.professions:
        write_table(professions_table(selections), arguments.professions)
    write_table(funnel_table(selections), arguments.output, arguments.markdown)


def _counterfactual(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.evaluations import COUNTERFACTUALS, read_counterfactuals
    from cdaflow.tables.render import write_table

    table = COUNTERFACTUALS.table(read_counterfactuals(arguments.scores, arguments.label))
    write_table(table, arguments.output, arguments.markdown)


def _datasets(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.corpora import datasets_table, read_datasets
    from cdaflow.tables.render import write_table

    table = datasets_table(read_datasets(arguments.files, arguments.label))
    write_table(table, arguments.output, arguments.markdown)


def _pronouns(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.pronouns import pronoun_table
    from cdaflow.tables.render import write_table
    from cdaflow.tables.scores import read_winomt

    table = pronoun_table(read_winomt(arguments.scores), arguments.baseline)
    write_table(table, arguments.output, arguments.markdown)


def _examples(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.example_table import example_table
    from cdaflow.tables.render import write_table

    table = example_table(
        arguments.winomt_scores,
        arguments.sentences,
        arguments.decisions,
        arguments.label,
        number=arguments.number,
        swaps=arguments.swaps,
        seed=arguments.seed,
        baseline=arguments.baseline,
    )
    write_table(table, arguments.output, arguments.markdown)
