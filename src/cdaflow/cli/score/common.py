"""What the commands `cdaflow score ...` share: their options, and how they report."""

from __future__ import annotations

import argparse
import gc
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cdaflow.cli.values import count
from cdaflow.statistics import RESAMPLES, SEED

#: The options that name a file to write.
_OUTPUTS = ("output", "sentences")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the target language."""
    parser.add_argument("--lang", required=True, help="target language, ISO 639-1")


def add_translation(parser: argparse.ArgumentParser, description: str) -> None:
    """Add the target language and the file that is scored."""
    add_language(parser)
    parser.add_argument("translation", type=Path, help=description)


def add_challenge_files(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the files of a challenge set; return their group, for options that go with them."""
    group = parser.add_argument_group("challenge set")
    group.add_argument(
        "--data",
        type=Path,
        help="folder with en.txt, en_pro.txt and en_anti.txt (default: the environment variable "
        "CDAFLOW_WINOMT, else data/winomt; see cdaflow score fetch-winomt)",
    )
    group.add_argument(
        "--challenge", type=Path, help="in place of en.txt: gender, index, sentence, entity"
    )
    group.add_argument("--pro", type=Path, help="in place of en_pro.txt: pro-stereotypical rows")
    group.add_argument("--anti", type=Path, help="in place of en_anti.txt: anti-stereotypical rows")
    return group


def add_training_text(parser: Any) -> None:
    """Add what the word aligners are trained on beside the text itself, and eflomal's path."""
    parser.add_argument(
        "--extra",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="parallel text to align together with the translations: .parquet (columns source, "
        "target) or TSV; without it a small test set is aligned poorly",
    )
    parser.add_argument(
        "--extra-limit",
        type=count,
        default=200_000,
        metavar="N",
        help="at most N pairs of each file, sampled (default: %(default)s)",
    )
    parser.add_argument(
        "--extra-seed", type=int, default=1, metavar="SEED", help="of this sample (default: 1)"
    )
    parser.add_argument("--eflomal", help="path of eflomal-align, if it is not on PATH")


def add_reporting(
    parser: argparse.ArgumentParser, *, seed: int = SEED, sentences: str | None = None
) -> None:
    """Add the options of every score: the system's name, the resampling, where to write.

    `sentences`: what a line is of the file of sentences, where the score has one.
    """
    parser.add_argument("--system", help="name of the system, for the tables")
    add_resampling(parser, seed=seed)
    if sentences is not None:
        parser.add_argument("--sentences", type=Path, help=f"TSV file to write, a line {sentences}")


def add_resampling(parser: argparse.ArgumentParser, *, seed: int) -> None:
    """Add the resampling, and where to write."""
    parser.add_argument(
        "--bootstrap", type=count, default=RESAMPLES, help="resamples for the intervals (0: none)"
    )
    parser.add_argument("--seed", type=count, default=seed, help="seed of the resampling")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--output", type=Path, help="JSON file to write as well")


def check_outputs(arguments: argparse.Namespace) -> None:
    """Raise ConfigError where a file to be written is one that is read, or written twice."""
    from cdaflow.errors import ConfigError

    seen: set[str] = set()
    given = {key: value for key, value in vars(arguments).items() if key not in _OUTPUTS}
    for value in given.values():
        paths = value if isinstance(value, (list, tuple)) else [value]
        seen.update(os.path.realpath(path) for path in paths if isinstance(path, Path))
    for name in _OUTPUTS:
        path = getattr(arguments, name, None)
        if path is None or (path.exists() and not path.is_file()):
            continue
        real = os.path.realpath(path)
        if real in seen:
            raise ConfigError(
                f"--{name} {path} would overwrite a file of the same command",
                hint="give it another name",
            )
        seen.add(real)


def scoring_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments that every scorer takes: language, system and resampling."""
    return {
        "language": arguments.lang,
        "system": arguments.system,
        "bootstrap": arguments.bootstrap,
        "seed": arguments.seed,
    }


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Do not look for cycles in the block.

    For short work that makes hundreds of thousands of small objects and no cycles among them:
    looking would take a tenth of its time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def finish(arguments: argparse.Namespace, report: Mapping[str, Any]) -> None:
    """Write the report where --output says, and print it as a table or as JSON."""
    from cdaflow.tables.terminal import report_lines

    emit(arguments, report, lambda: "\n".join(report_lines(report)))


def emit(
    arguments: argparse.Namespace, report: Mapping[str, Any], table: Callable[[], str]
) -> None:
    """Write the report where --output says, and print it as `table` has it or as JSON."""
    from cdaflow.io.files import atomic_text

    text = json.dumps(report, ensure_ascii=False, indent=2, sort_keys=True)
    if arguments.output is not None:
        with atomic_text(arguments.output) as handle:
            handle.write(text + "\n")
    print(text if arguments.json else table())
