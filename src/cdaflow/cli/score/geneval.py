"""The command `cdaflow score geneval`."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from cdaflow.cli.score.common import add_language, add_reporting, finish, scoring_options


def register(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "geneval",
        help="MT-GenEval: gender of unambiguous sources, BLEU of each gender",
        description="Score translations of MT-GenEval. The counterfactual set has two files of "
        "translations (of the feminine sources, then of the masculine ones), the contextual "
        "set (--context) one, of its 2to1 sources.",
    )
    add_language(parser)
    parser.add_argument(
        "translation",
        type=Path,
        nargs="+",
        help="FEMININE MASCULINE, or one file with --context; a line for each source line "
        "(-: the standard input)",
    )
    parser.add_argument("--context", action="store_true", help="score the contextual set")
    parser.add_argument(
        "--data", type=Path, help="folder of MT-GenEval, with sentences/ and context/"
    )
    parser.add_argument("--split", choices=("test", "dev"), default="test")
    parser.add_argument(
        "--reference-feminine", type=Path, metavar="FILE", help="references, instead of --data"
    )
    parser.add_argument("--reference-masculine", type=Path, metavar="FILE")
    parser.add_argument(
        "--reference-original", type=Path, metavar="FILE", help="the same for --context"
    )
    parser.add_argument("--reference-flipped", type=Path, metavar="FILE")
    parser.add_argument(
        "--source", type=Path, metavar="FILE", help="2to1 sources, where --data is not given"
    )
    add_reporting(parser, sentences="a translation")
    parser.set_defaults(run=lambda arguments: _run(parser, arguments))


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import readable_often, write_lines
    from cdaflow.scoring.geneval import sentence_lines
    from cdaflow.scoring.geneval_files import score_context, score_sentences
    from cdaflow.scoring.geneval_metrics import GENDERS

    files = arguments.translation
    wanted = 1 if arguments.context else 2
    if len(files) != wanted:
        parser.error(
            "--context takes one file of translations"
            if arguments.context
            else "two files of translations are wanted, of the feminine and of the masculine "
            "sources (or one with --context)"
        )
    if files == [Path("-")] * 2:
        parser.error("only one of the two files can be the standard input")
    testset = _testset(parser, arguments)
    options = scoring_options(arguments)
    with ExitStack() as stack:
        paths = [stack.enter_context(readable_often(path)) for path in files]
        if arguments.context:
            report, items = score_context(paths[0], testset, **options)
        else:
            by_gender = dict(zip(GENDERS, paths, strict=True))
            report, items = score_sentences(by_gender, testset, **options)
    if arguments.sentences is not None:
        write_lines(arguments.sentences, sentence_lines(items))
    finish(arguments, report.as_json())


def _testset(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Any:
    from cdaflow.scoring.geneval_files import Testset, find_testset

    roles = ("original", "flipped") if arguments.context else ("feminine", "masculine")
    references = {
        role: path
        for role in ("feminine", "masculine", "original", "flipped")
        if (path := getattr(arguments, f"reference_{role}")) is not None
    }
    if arguments.data is not None:
        if references or arguments.source:
            parser.error("--data has the references and sources: give it, or them, not both")
        return find_testset(
            arguments.data, arguments.lang, split=arguments.split, context=arguments.context
        )
    if set(references) != set(roles):
        both = " and ".join(f"--reference-{role}" for role in roles)
        parser.error(f"give --data, or {both}")
    if arguments.source is not None and not arguments.context:
        parser.error("--source belongs to --context")
    sources = {} if arguments.source is None else {"source": arguments.source}
    return Testset("given", {role: references[role] for role in roles}, sources)
