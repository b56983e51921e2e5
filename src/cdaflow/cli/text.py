"""The commands `cdaflow text ...`."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imported where it is needed, since pyarrow takes a while
    from cdaflow.text.held_out import HeldOut

_CORPUS_HELP = """a corpus, as KEY=VALUE,KEY=VALUE,... or as a JSON object with the same keys
(needed where a value holds a comma); give the option once per corpus.
Keys: {places}; name (always); weight (how many times each pair is used, default 1;
0.5 takes a seeded half); language_check (false: the text is not in the
languages that it seems to be, and is taken as it is). Files may be .gz, .xz, .bz2 or .zst."""


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `text` to the command line."""
    group = groups.add_parser("text", help="parallel and monolingual corpora")
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _register_build(commands)
    _register_mono(commands)
    _register_check(commands)
    _register_export(commands)
    _register_sample(commands)
    _register_show(commands)


Commands = argparse._SubParsersAction  # the type of what add_subparsers returns


def _register_build(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "build",
        help="clean parallel corpora into one Parquet file",
        description="Clean parallel corpora into one Parquet file of pairs, and count what was"
        " dropped and why.",
    )
    parser.add_argument("--source-lang", required=True, metavar="CODE", help="such as en")
    parser.add_argument("--target-lang", required=True, metavar="CODE", help="such as es")
    _add_build_options(
        parser,
        "source and target (two aligned files), or tsv (with columns=1:2 or columns=en:es by"
        " header name, and header=true for a header to skip), or tmx",
    )
    parser.add_argument(
        "--length-ratio",
        type=float,
        default=0.0,
        metavar="R",
        help="drop pairs of which one side has more than R times the words of the other"
        " (default: 0, off)",
    )
    parser.add_argument(
        "--drop-identical", action="store_true", help="drop pairs whose two sides are equal"
    )
    held_out = parser.add_argument_group(
        "held-out sentences", "pairs of which a side is among these are dropped, and counted"
    )
    held_out.add_argument(
        "--held-out",
        nargs="+",
        default=[],
        metavar="FILE",
        help="pairs: .parquet, or .tsv with a header (source and target, or SRC and REF)",
    )
    for side in ("source", "target"):
        held_out.add_argument(
            f"--held-out-{side}",
            nargs="+",
            default=[],
            metavar="FILE",
            help=f"sentences of the {side}, one a line",
        )
    held_out.add_argument(
        "--held-out-challenge",
        nargs="+",
        default=[],
        metavar="FILE",
        help="English sentences in the format of WinoMT",
    )
    parser.set_defaults(run=_build)


def _register_mono(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "mono",
        help="clean monolingual text into one Parquet file",
        description="Clean monolingual text into one Parquet file of sentences, and count what"
        " was dropped and why.",
    )
    parser.add_argument("--lang", required=True, metavar="CODE", help="such as en")
    _add_build_options(parser, "text (one sentence a line), or tsv (with columns=1), or tmx")
    parser.set_defaults(run=_mono)


def _add_build_options(parser: argparse.ArgumentParser, places: str) -> None:
    parser.add_argument(
        "--corpus",
        action="append",
        required=True,
        metavar="SPEC",
        help=_CORPUS_HELP.format(places=places),
    )
    parser.add_argument("--output", required=True, metavar="FILE", help="the Parquet file")
    parser.add_argument("--drops", metavar="FILE", help="a TSV that counts the drops by reason")
    parser.add_argument(
        "--max-words",
        type=int,
        default=200,
        metavar="N",
        help="longest side in words (default: %(default)s; 0: any)",
    )
    parser.add_argument(
        "--max-chars",
        type=int,
        default=2000,
        metavar="N",
        help="longest side in characters (default: %(default)s; 0: any)",
    )
    parser.add_argument("--keep-duplicates", action="store_true", help="keep what comes again, too")
    parser.add_argument(
        "--seed", type=int, default=1, help="decides fractional weights (default: %(default)s)"
    )


def _register_check(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "check",
        help="read parallel text to its end, and note its lines and digests",
        description="Read corpora to their ends as a build would, without making anything of"
        " them but a note of each file's lines and SHA-256 digest.",
    )
    parser.add_argument("--source-lang", required=True, metavar="CODE", help="such as en")
    parser.add_argument("--target-lang", required=True, metavar="CODE", help="such as es")
    parser.add_argument(
        "--corpus",
        action="append",
        required=True,
        metavar="SPEC",
        help="as for `cdaflow text build`",
    )
    parser.add_argument("--output", required=True, metavar="FILE", help="the note, as JSON")
    parser.set_defaults(run=_check)


def _register_export(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("export", help="write a Parquet file as plain text")
    parser.add_argument("corpus", metavar="CORPUS.parquet")
    for side in ("source", "target", "text"):
        parser.add_argument(
            f"--{side}", metavar="FILE", help=f"write the column {side} here (.gz is packed)"
        )
    parser.set_defaults(run=_export)


def _register_sample(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "sample",
        help="take a seeded sample of a Parquet file, or split it in two",
        description="Take a seeded sample of the rows of a Parquet file. With --rest the other"
        " rows are written too, which makes a split.",
    )
    parser.add_argument("corpus", metavar="CORPUS.parquet")
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--size", type=int, metavar="N", help="rows to take")
    size.add_argument("--size-of", metavar="FILE.parquet", help="take as many rows as this has")
    parser.add_argument(
        "--at-most", action="store_true", help="a file with fewer rows is taken whole"
    )
    parser.add_argument("--output", required=True, metavar="FILE", help="the sample")
    parser.add_argument("--rest", metavar="FILE", help="the rows that are not in the sample")
    parser.add_argument(
        "--by-source",
        action="store_true",
        help="keep all translations of a sentence on one side (then --size is a minimum)",
    )
    parser.add_argument(
        "--apart",
        action="store_true",
        help="leave out of --rest the pairs of which a side stands in the sample, too",
    )
    parser.add_argument("--drops", metavar="FILE", help="with --apart, a TSV that counts them")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.set_defaults(run=_sample)


def _register_show(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("show", help="print rows of a Parquet file as TSV")
    parser.add_argument("corpus", metavar="CORPUS.parquet")
    parser.add_argument(
        "--head", type=int, default=10, metavar="N", help="rows to print (default: %(default)s)"
    )
    parser.add_argument(
        "--id", type=int, metavar="ID", help="print this row, and the raw line it came from"
    )
    parser.set_defaults(run=_show)


def _build(arguments: argparse.Namespace) -> None:
    from cdaflow.text.held_out import read_held_out

    held_out = read_held_out(
        arguments.held_out,
        arguments.held_out_source,
        arguments.held_out_target,
        arguments.held_out_challenge,
    )
    _run_build(arguments, [arguments.source_lang, arguments.target_lang], held_out)


def _mono(arguments: argparse.Namespace) -> None:
    _run_build(arguments, [arguments.lang])


def _run_build(
    arguments: argparse.Namespace, languages: list[str], held_out: HeldOut | None = None
) -> None:
    from cdaflow.progress import say
    from cdaflow.text.clean import Limits
    from cdaflow.text.corpus import build_corpus
    from cdaflow.text.spec import parse_spec

    tallies = build_corpus(
        [parse_spec(text, len(languages)) for text in arguments.corpus],
        languages,
        arguments.output,
        arguments.drops,
        Limits(
            max_words=arguments.max_words,
            max_chars=arguments.max_chars,
            length_ratio=getattr(arguments, "length_ratio", 0.0),
            drop_identical=getattr(arguments, "drop_identical", False),
            keep_duplicates=arguments.keep_duplicates,
        ),
        arguments.seed,
        held_out,
    )
    for tally in tallies:
        drops = ", ".join(f"{count} {why}" for why, count in tally.dropped.items() if count)
        say(
            f"{tally.corpus}: {tally.lines} lines, {tally.kept} kept, {tally.written} written"
            f" (dropped: {drops or 'none'})"
        )
    say(f"{arguments.output}: {sum(tally.written for tally in tallies)} rows")


def _check(arguments: argparse.Namespace) -> None:
    from cdaflow.progress import say
    from cdaflow.text.check import check_corpora
    from cdaflow.text.spec import parse_spec

    notes = check_corpora(
        [parse_spec(text) for text in arguments.corpus],
        [arguments.source_lang, arguments.target_lang],
        arguments.output,
    )
    for note in notes:
        for warning in note["warnings"]:
            say(f"warning: {warning}")
        say(f"{note['name']}: {note['lines']} lines, {'read' if note['warnings'] else 'sound'}")


def _export(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import ConfigError
    from cdaflow.io.export import export_columns
    from cdaflow.progress import say

    sides = ("source", "target", "text")
    outputs = {side: getattr(arguments, side) for side in sides if getattr(arguments, side)}
    if not outputs:
        raise ConfigError("nothing to write", hint="give --source and --target, or --text")
    if len(set(outputs.values())) < len(outputs):
        raise ConfigError("two columns would go to the same file")
    count = export_columns(arguments.corpus, outputs)
    say(f"{' '.join(outputs.values())}: {count} lines")


def _sample(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import ConfigError
    from cdaflow.io.parquet import count_rows
    from cdaflow.progress import say
    from cdaflow.text.sample import sample

    if arguments.apart and not arguments.rest:
        raise ConfigError("--apart is about the rows of --rest", hint="give --rest FILE")
    if arguments.drops and not arguments.apart:
        raise ConfigError("--drops counts what --apart leaves out", hint="give --apart too")
    taken, left = sample(
        arguments.corpus,
        count_rows(arguments.size_of) if arguments.size_of else arguments.size,
        arguments.output,
        arguments.seed,
        arguments.rest,
        arguments.by_source,
        arguments.at_most,
        arguments.apart,
        arguments.drops,
    )
    say(
        f"{arguments.output}: {taken} rows" + (f"; {arguments.rest}: {left}" * bool(arguments.rest))
    )


def _show(arguments: argparse.Namespace) -> None:
    from cdaflow.io.parquet import describe, read_rows, sides_of
    from cdaflow.progress import say
    from cdaflow.text.trace import find_row

    info = describe(arguments.corpus)
    columns = ("id", "corpus", *sides_of(arguments.corpus))
    if arguments.id is not None:
        row, place = find_row(arguments.corpus, arguments.id, columns)
        rows = iter([row])
        say(place)
    else:
        say(f"{arguments.corpus}: {info.rows} rows, {' -> '.join(info.languages)}")
        rows = islice(read_rows(arguments.corpus, columns), arguments.head)
    print("\t".join(columns))
    for row in rows:
        sys.stdout.write("\t".join(map(str, row)) + "\n")
