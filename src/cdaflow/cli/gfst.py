"""The commands `cdaflow gfst ...`: gender-filtered self-training (Choubey et al. 2021)."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cdaflow.cli.wordlists import add_wordlist, wordlist

if TYPE_CHECKING:
    from cdaflow.gfst.labelling import Labelled


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `gfst` to the command line."""
    group = groups.add_parser(
        "gfst",
        help="gender-filtered self-training",
        description="Gender-filtered self-training (Choubey et al. 2021).",
    )
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_source(commands)
    _add_count(commands)


def _add_source(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "source",
        help="label English sentences by the gender that they show, or take those of one gender",
        description="Label each English sentence: fem (a feminine pronoun, no masculine pronoun, "
        "no masculine word), msc (the reverse), mix (words of both genders) or none (no gendered "
        "pronoun). With --gender only the sentences of that label are written.",
    )
    _add_input(parser)
    parser.add_argument(
        "--output",
        required=True,
        metavar="FILE",
        help=".parquet or .tsv: all columns, with the column label; else text: one label a line, "
        "or with --gender the sentences themselves",
    )
    parser.add_argument("--gender", choices=("fem", "msc"), help="write only these sentences")
    parser.add_argument("--report", metavar="FILE.json", help="write here how many have each label")
    parser.set_defaults(run=_source)


def _add_count(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "count",
        help="how many sentences of files are feminine, masculine and mixed",
        description="Print for each file the shares of feminine, masculine and mixed sentences, "
        "as Table 1 of Choubey et al. 2021 has them: mixed is whatever is not of one gender.",
    )
    _add_input(parser)
    parser.add_argument("--output", metavar="FILE.json", help="write the counts here too")
    parser.set_defaults(run=_count)


def _add_input(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "input",
        nargs="+",
        metavar="FILE",
        help="English text: lines, .tsv or .parquet; .gz, .xz, .bz2 and .zst are unpacked",
    )
    parser.add_argument(
        "--column",
        metavar="NAME",
        help="the column of English in TSV or Parquet (default: source, text or sentence); of TSV "
        "without a header its number (default: 1)",
    )
    add_wordlist(parser, "--pronouns", "gendered pronouns", "pronouns.en.tsv")
    parser.add_argument(
        "--gendered",
        "--words",
        dest="words",
        metavar="FILE",
        help="gendered nouns (default: config/wordlists/gendered.en.tsv)",
    )
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="processes (default: %(default)s)"
    )


def _source(arguments: argparse.Namespace) -> None:
    from cdaflow.files import write_json
    from cdaflow.gfst.labelling import write_labelled
    from cdaflow.gfst.lines import check_output
    from cdaflow.progress import say

    check_output(arguments.input, arguments.output)
    counts = write_labelled(
        _labelled(arguments, arguments.input), arguments.output, arguments.gender
    )
    report = counts.to_json()
    if arguments.report:
        write_json(arguments.report, report)
    labels = ", ".join(f"{number:,} {label}" for label, number in report["labels"].items())
    say(f"{report['sentences']:,} sentences: {labels}")


def _count(arguments: argparse.Namespace) -> None:
    from cdaflow.files import write_json
    from cdaflow.gfst.labelling import Counts

    report = {}
    for path in arguments.input:
        counts = Counts()
        for _, _, codes in _labelled(arguments, [path]):
            counts.add(codes)
        report[path] = counts.to_json()
    print("\t".join(("file", "sentences", "Fem", "Msc", "Mix")))
    for path, one in report.items():
        shares = ("-" if share is None else f"{share:.1%}" for share in one["shares"].values())
        print("\t".join((path, str(one["sentences"]), *shares)))
    if arguments.output:
        write_json(arguments.output, report)


def _labelled(arguments: argparse.Namespace, paths: Sequence[str]) -> Iterator[Labelled]:
    from itertools import chain

    from cdaflow.errors import ConfigError
    from cdaflow.gfst.labelling import label_batches
    from cdaflow.gfst.lines import read_rows
    from cdaflow.progress import progress

    if arguments.threads < 1:
        raise ConfigError(f"--threads {arguments.threads}", hint="give 1 or more")
    batches = chain.from_iterable(read_rows(path, arguments.column) for path in paths)
    return label_batches(
        progress(batches, "label", unit="block"),
        wordlist(arguments.pronouns, "pronouns.en.tsv"),
        wordlist(arguments.words, "gendered.en.tsv"),
        arguments.threads,
    )
