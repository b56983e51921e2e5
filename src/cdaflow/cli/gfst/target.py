"""Keep the translations that show the gender of their source: the target filter."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

    from cdaflow.gfst.analysers import WordSettings
    from cdaflow.gfst.filtering import Judged


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `gfst target`."""
    parser = commands.add_parser(
        "target",
        help="keep the translations whose words are of one gender",
        description="Keep the pairs whose target has a word of the gender and none of the other; "
        "neuter never counts (Choubey et al. 2021, section 2).",
    )
    _add_pairs(parser)
    parser.add_argument("--lang", required=True, metavar="CODE", help="language of the targets")
    parser.add_argument("--gender", required=True, choices=("fem", "msc"), help="what is kept")
    _add_analyser(parser)
    parser.add_argument(
        "--pronoun",
        action="store_true",
        help="also want a gendered pronoun of the third person (for back-translation)",
    )
    parser.add_argument(
        "--output",
        required=True,
        metavar="FILE",
        help="the pairs that are kept: .parquet or .tsv with all columns, else the targets alone",
    )
    parser.add_argument("--rejected", metavar="FILE.tsv", help="the others, with reason and word")
    parser.add_argument("--report", metavar="FILE.json", help="write the counts here")
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="processes; trees are read in one (default: %(default)s)",
    )
    parser.set_defaults(run=_run)


def _add_pairs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pairs", nargs="?", metavar="PAIRS", help=".parquet or .tsv with columns source and target"
    )
    parser.add_argument("--source-file", metavar="FILE", help="instead: the sources, a line each")
    parser.add_argument("--target-file", metavar="FILE", help="and the targets")


def _add_analyser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--analyser",
        required=True,
        choices=("annotator", "lexicon", "rules", "letters"),
        help="what tells the gender of words: features of --trees; look-up in lexicons; what "
        "cdaflow knows of the language; the last letter (he)",
    )
    parser.add_argument(
        "--trees", metavar="FILE.conllu", help="the trees of the targets, in their order"
    )
    parser.add_argument(
        "--leave-out",
        nargs="+",
        default=[],
        choices=("participles", "possessives", "impersonal"),
        help="genders in trees that say nothing of a person: of participles behind 'to have', of "
        "possessives, of impersonal subjects (default: every gender counts)",
    )
    parser.add_argument(
        "--treebank", nargs="+", default=[], metavar="FILE", help="CoNLL-U with genders"
    )
    parser.add_argument("--lexicon", nargs="+", default=[], metavar="FILE", help="UniMorph tables")
    parser.add_argument(
        "--word-list",
        nargs="+",
        metavar="FILE",
        help="nouns for persons (default: config/wordlists/{persons,professions}.<lang>.tsv)",
    )


def _run(arguments: argparse.Namespace) -> None:
    from cdaflow.gfst.filtering import write_judged
    from cdaflow.io.files import write_json
    from cdaflow.io.rows import check_output
    from cdaflow.progress import say

    _check(arguments)
    inputs = [p for p in (arguments.pairs, arguments.source_file, arguments.target_file) if p]
    for output in (arguments.output, arguments.rejected, arguments.report):
        if output:
            check_output(inputs, output)
    counts = write_judged(
        _judged(arguments), arguments.gender, arguments.output, arguments.rejected
    ).to_json()
    if arguments.report:
        options = {name: getattr(arguments, name) for name in ("analyser", "gender", "lang")}
        write_json(arguments.report, {**counts, **options})
    reasons = ", ".join(f"{n:,} {reason}" for reason, n in counts["rejected"].items() if n)
    say(f"{counts['kept']:,} of {counts['pairs']:,} pairs kept" + f"; {reasons}" * bool(reasons))


def _check(arguments: argparse.Namespace) -> None:
    from cdaflow import languages
    from cdaflow.errors import ConfigError

    languages.get(arguments.lang)
    files = [arguments.source_file, arguments.target_file]
    if files != [None, None] if arguments.pairs is not None else None in files:
        raise ConfigError(
            "the pairs are not said", hint="give PAIRS, or both --source-file and --target-file"
        )
    if (arguments.trees is None) == (arguments.analyser == "annotator"):
        raise ConfigError("--trees goes with --analyser annotator, and it alone needs them")
    if arguments.threads < 1:
        raise ConfigError(f"--threads {arguments.threads}", hint="give 1 or more")


def _judged(arguments: argparse.Namespace) -> Iterator[Judged]:
    from cdaflow.gfst.analysers import make_pronoun_analyser
    from cdaflow.gfst.filtering import (
        TargetFilter,
        judge_in_processes,
        judge_pairs,
        make_word_filter,
    )

    pairs, gender, pronoun = _pairs(arguments), arguments.gender, arguments.pronoun
    if arguments.analyser == "annotator":
        from cdaflow.gfst.analysers.trees import TreeAnalyser

        trees = TreeAnalyser(arguments.trees, arguments.leave_out)
        pronouns = make_pronoun_analyser(arguments.lang) if pronoun else None
        yield from judge_pairs(pairs, TargetFilter(gender, trees, pronouns))
        trees.finish()
        return
    settings = _settings(arguments)
    if arguments.threads > 1:
        yield from judge_in_processes(pairs, settings, gender, pronoun, arguments.threads)
    else:
        yield from judge_pairs(pairs, make_word_filter(settings, gender, pronoun))


def _pairs(arguments: argparse.Namespace) -> Iterator[pa.RecordBatch]:
    from cdaflow.io.rows import read_aligned_pairs, read_pairs
    from cdaflow.progress import progress

    if arguments.pairs is None:
        pairs = read_aligned_pairs(arguments.source_file, arguments.target_file)
    else:
        pairs = read_pairs(arguments.pairs)
    return iter(progress(pairs, "filter", unit="block"))


def _settings(arguments: argparse.Namespace) -> WordSettings:
    from cdaflow.cli.wordlists import wordlist
    from cdaflow.errors import InputError
    from cdaflow.gfst.analysers import WordSettings

    lists = arguments.word_list
    if lists is None:
        lists = []
        for kind in ("persons", "professions"):
            try:
                lists.append(wordlist(None, f"{kind}.{arguments.lang}.tsv"))
            except InputError:
                continue  # not every language has both
    return WordSettings(
        arguments.analyser, arguments.lang, arguments.treebank, arguments.lexicon, lists
    )
