"""The commands `cdaflow nmt translate|convert|gather|compare-decoders`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from cdaflow.cli.values import positive, shard

if TYPE_CHECKING:
    from cdaflow.nmt.translate import Decoder

#: Adds what several commands of the group have; see `cdaflow.cli.nmt`.
Adder = Callable[[argparse.ArgumentParser], None]
Commands = argparse._SubParsersAction  # the type of what add_subparsers returns


def register(
    commands: Commands[argparse.ArgumentParser], add_model: Adder, add_machine: Adder
) -> None:
    """Add the commands that translate."""
    _register_translate(commands, add_model, add_machine)
    _register_convert(commands)
    _register_gather(commands)
    _register_compare(commands, add_machine)


def _register_translate(
    commands: Commands[argparse.ArgumentParser], add_model: Adder, add_machine: Adder
) -> None:
    parser = commands.add_parser(
        "translate",
        help="translate text, one line out for each line in",
        description="Translate a text or the column of a Parquet file. The output has exactly "
        "one line for each line (row) of the input; blank lines stay blank.",
    )
    parser.set_defaults(run=_translate)
    add_model(parser)
    parser.add_argument("--input", required=True, metavar="FILE", help="text or .parquet")
    parser.add_argument("--column", default="source", help="of a Parquet file (default: source)")
    parser.add_argument("--output", required=True, metavar="FILE")
    parser.add_argument(
        "--shard",
        type=shard,
        metavar="K/N",
        help="translate the K-th of N runs of lines of like size, for `cdaflow nmt gather`",
    )
    parser.add_argument("--beam", type=positive, help="beam size (default: the model's)")
    parser.add_argument("--log", metavar="FILE", help="append Marian's messages to this file")
    parser.add_argument(
        "--decoder",
        choices=("marian", "ctranslate2"),
        default="marian",
        help="marian (default), or ctranslate2 for networks that it has: the plain transformer",
    )
    _add_ctranslate2(parser)
    add_machine(parser)


def _add_ctranslate2(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ct2-dir",
        metavar="DIR",
        help="ctranslate2: folder of `cdaflow nmt convert` (default: converted anew)",
    )
    parser.add_argument(
        "--compute-type",
        default="float32",
        metavar="TYPE",
        help="ctranslate2: float32 (default, as Marian), int8, float16 on a GPU, ...",
    )


def _register_convert(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "convert",
        help="convert a model for CTranslate2",
        description="Convert a model to a folder for CTranslate2, with converted.json last. Only "
        "the plain transformer can be converted.",
    )
    parser.set_defaults(run=_convert)
    parser.add_argument("--model-dir", required=True, metavar="DIR")
    parser.add_argument("--output-dir", required=True, metavar="DIR")


def _register_gather(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "gather",
        help="put the translated shards of a corpus beside its text",
        description="Join a corpus and the outputs of `cdaflow nmt translate --shard K/N`, in the "
        "order given, to pairs (id, source, target). Rows with a blank translation are left out.",
    )
    parser.set_defaults(run=_gather)
    parser.add_argument("shards", nargs="+", metavar="SHARD.txt")
    parser.add_argument("--corpus", required=True, metavar="CORPUS.parquet")
    parser.add_argument("--column", help="what was translated (default: source, else text)")
    parser.add_argument(
        "--translation",
        choices=("source", "target"),
        default="target",
        help="the side that the translation becomes (source: back-translation; default: target)",
    )
    parser.add_argument("--output", required=True, metavar="PAIRS.parquet")


def _register_compare(commands: Commands[argparse.ArgumentParser], add_machine: Adder) -> None:
    parser = commands.add_parser(
        "compare-decoders",
        help="check on a sample that Marian and CTranslate2 translate alike",
        description="Translate the first lines of a text with Marian and with CTranslate2. Fails "
        "where their BLEU differs by more than 0.1 (without references: where the BLEU of one "
        "against the other is below 99).",
    )
    parser.set_defaults(run=_compare)
    parser.add_argument("--model-dir", required=True, metavar="DIR")
    parser.add_argument("--input", required=True, metavar="FILE", help="text or .parquet")
    parser.add_argument("--column", default="source", help="of a Parquet file (default: source)")
    parser.add_argument("--references", metavar="FILE", help="text, or .parquet (column target)")
    parser.add_argument("--lines", type=positive, default=1000, help="(default: %(default)s)")
    parser.add_argument("--lang", default="", metavar="CODE", help="of the translation, for BLEU")
    parser.add_argument("--report", metavar="JSON", help="counts, BLEU, seconds of each")
    _add_ctranslate2(parser)
    add_machine(parser)


def _decoder(name: str, arguments: argparse.Namespace) -> Decoder:
    if name == "ctranslate2":
        from pathlib import Path

        from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder

        return CTranslate2Decoder(
            threads=arguments.threads,
            gpus=arguments.gpus,
            converted=Path(arguments.ct2_dir) if arguments.ct2_dir else None,
            compute_type=arguments.compute_type,
        )
    from cdaflow.nmt.marian import find_marian
    from cdaflow.nmt.marian_decoder import MarianDecoder

    return MarianDecoder(
        find_marian(arguments.marian), arguments.threads, arguments.gpus, arguments.workspace
    )


def _translate(arguments: argparse.Namespace) -> None:
    from cdaflow.errors import ConfigError
    from cdaflow.nmt.model import load_model, user_model
    from cdaflow.nmt.translate import translate
    from cdaflow.progress import say

    if arguments.model_dir:
        if arguments.vocabs or arguments.spm or arguments.decoder_config:
            raise ConfigError(
                "--vocabs, --spm and --decoder-config go with --model; a folder has its own",
                hint="leave them out, or give the model by --model",
            )
        model = load_model(arguments.model_dir)
    else:
        model = user_model(
            arguments.model, arguments.vocabs, arguments.decoder_config, arguments.spm
        )
    counts = translate(
        model,
        arguments.input,
        arguments.output,
        decoder=_decoder(arguments.decoder, arguments),
        beam=arguments.beam,
        column=arguments.column,
        shard=arguments.shard,
        log=arguments.log,
    )
    say(f"{arguments.output}: {counts.lines} lines ({counts.blank} blank)")


def _convert(arguments: argparse.Namespace) -> None:
    from cdaflow.nmt.ctranslate2_model import convert
    from cdaflow.nmt.model import load_model
    from cdaflow.progress import say

    say(f"the model is in {convert(load_model(arguments.model_dir), arguments.output_dir)}")


def _gather(arguments: argparse.Namespace) -> None:
    from cdaflow.nmt.gather import gather_translations
    from cdaflow.progress import say

    pairs, blank = gather_translations(
        arguments.shards,
        arguments.corpus,
        arguments.output,
        column=arguments.column,
        side=arguments.translation,
    )
    say(f"{arguments.output}: {pairs} pairs ({blank} with a blank translation left out)")


def _compare(arguments: argparse.Namespace) -> None:
    from cdaflow.io.files import write_json
    from cdaflow.nmt.comparison import check_agreement, compare_decoders, read_sample
    from cdaflow.nmt.model import load_model
    from cdaflow.nmt.translate import DECODERS
    from cdaflow.progress import say

    sample = read_sample(
        arguments.input,
        arguments.lines,
        column=arguments.column,
        reference=arguments.references,
    )
    decoders = {name: _decoder(name, arguments) for name in DECODERS}
    model = load_model(arguments.model_dir)
    report = compare_decoders(model, sample, decoders, language=arguments.lang)
    if arguments.report:
        write_json(arguments.report, report)
    say(
        f"{report['identical']} of {report['lines']} lines are identical, "
        f"BLEU between them {report['bleu_between']:.2f}"
    )
    check_agreement(report)
