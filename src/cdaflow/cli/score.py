"""The commands `cdaflow score ...`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `score` to the command line."""
    group = groups.add_parser("score", help="score translations: BLEU, chrF, WinoMT")
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _register_bleu(commands)
    _register_align(commands)
    _register_winomt(commands)
    _register_winomt_source(commands)


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a number from 0 up is wanted")
    return number


def _register_bleu(commands: Any) -> None:
    parser = commands.add_parser(
        "bleu",
        help="BLEU and chrF with signatures and intervals",
        description="Score a translated test set by sacrebleu.",
    )
    parser.add_argument("--hypothesis", type=Path, required=True, help="translations, one a line")
    parser.add_argument(
        "--reference",
        type=Path,
        required=True,
        help="references: a text file, or a .parquet corpus with a column target",
    )
    parser.add_argument("--language", required=True, help="target language, ISO 639-1")
    parser.add_argument("--system", help="name of the system, for the tables")
    parser.add_argument("--testset", help="name of the test set (default: the reference's)")
    parser.add_argument("--chrf-plus", action="store_true", help="chrF++ besides chrF")
    parser.add_argument(
        "--bootstrap", type=_count, default=1000, help="resamples for the interval (0: none)"
    )
    parser.add_argument("--seed", type=_count, default=12345, help="seed of the resampling")
    parser.add_argument("--output", type=Path, required=True, help="JSON file to write")
    parser.set_defaults(run=_bleu)


def _bleu(arguments: argparse.Namespace) -> None:
    from cdaflow.scoring.bleu import score_bleu

    result = score_bleu(
        arguments.hypothesis,
        arguments.reference,
        language=arguments.language,
        system=arguments.system,
        testset=arguments.testset,
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
        chrf_word_order=(0, 2) if arguments.chrf_plus else (0,),
    )
    _write_json(arguments.output, result)
    for name, score in result["scores"].items():
        print(f"{name} = {_shown(score)}  {score['signature']}")


def _register_align(commands: Any) -> None:
    parser = commands.add_parser(
        "align",
        help="word alignment by eflomal",
        description="Write the word links of two line-aligned texts in Pharaoh format (0-0 1-2). "
        "They count the words into which cdaflow splits a sentence (punctuation marks and "
        "elided articles are words). eflomal has no seed: keep the file that it wrote.",
    )
    parser.add_argument("--source", type=Path, required=True, help="sentences, one a line")
    parser.add_argument("--target", type=Path, required=True, help="translations, one a line")
    parser.add_argument(
        "--extra",
        type=Path,
        nargs="+",
        default=[],
        help="parallel text to train on as well: .parquet (source, target) or TSV; "
        "without it a small test set is aligned poorly",
    )
    parser.add_argument(
        "--extra-limit", type=_count, default=200_000, help="at most so many pairs of each file"
    )
    parser.add_argument("--source-lang", default="en", help="ISO 639-1 (default: en)")
    parser.add_argument("--target-lang", required=True, help="ISO 639-1")
    parser.add_argument(
        "--symmetrisation",
        choices=("grow-diag-final-and", "intersection"),
        default="grow-diag-final-and",
    )
    parser.add_argument("--eflomal", help="path of eflomal-align, if it is not on PATH")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True, help="Pharaoh file to write")
    parser.set_defaults(run=_align)


def _align(arguments: argparse.Namespace) -> None:
    from cdaflow.scoring.alignment import align, read_line_pairs, read_pairs, write_alignment
    from cdaflow.scoring.words import splitter

    split_source, split_target = splitter(arguments.source_lang), splitter(arguments.target_lang)
    links = align(
        read_line_pairs(arguments.source, arguments.target, split_source, split_target),
        (
            pair
            for path in arguments.extra
            for pair in read_pairs(path, split_source, split_target, arguments.extra_limit)
        ),
        symmetrisation=arguments.symmetrisation,
        program=arguments.eflomal,
        threads=arguments.threads,
    )
    write_alignment(arguments.output, links)


def _register_winomt(commands: Any) -> None:
    parser = commands.add_parser(
        "winomt",
        help="gender accuracy on a challenge set in the WinoMT format",
        description="Score translations of a challenge set in the WinoMT format.",
    )
    parser.add_argument("--language", required=True, help="target language, ISO 639-1")
    parser.add_argument(
        "--challenge", type=Path, required=True, help="en.txt: gender, index, sentence, entity"
    )
    parser.add_argument("--pro", type=Path, help="its pro-stereotypical rows")
    parser.add_argument("--anti", type=Path, help="its anti-stereotypical rows")
    parser.add_argument(
        "--translation",
        type=Path,
        required=True,
        help="lines in the order of the challenge set, plain or `source ||| translation`",
    )
    parser.add_argument(
        "--alignment",
        type=Path,
        help="Pharaoh file of cdaflow score align, or of any aligner (see --alignment-units); "
        "without it only the word list finds the entity",
    )
    parser.add_argument(
        "--alignment-units",
        choices=("words", "tokens"),
        default="words",
        help="what the links count: words as cdaflow splits them, or white-space tokens",
    )
    parser.add_argument(
        "--aligner", default="given", help="what made the links, for the signature (eflomal-2.0.0)"
    )
    parser.add_argument(
        "--professions", type=Path, required=True, help="professions.<language>.tsv"
    )
    parser.add_argument(
        "--lexicon", type=Path, nargs="+", default=[], help="UniMorph tables: gender of any noun"
    )
    parser.add_argument("--system", help="name of the system, for the tables")
    parser.add_argument(
        "--bootstrap", type=_count, default=1000, help="resamples for the intervals"
    )
    parser.add_argument("--seed", type=_count, default=1, help="seed of the resampling")
    parser.add_argument("--output", type=Path, required=True, help="JSON file to write")
    parser.add_argument("--sentences", type=Path, help="TSV file to write, a line a row")
    parser.set_defaults(run=_winomt)


def _winomt(arguments: argparse.Namespace) -> None:
    from cdaflow.files import write_lines
    from cdaflow.scoring.winomt import sentence_lines
    from cdaflow.scoring.winomt_files import WinomtFiles, score_winomt

    result, judged = score_winomt(
        WinomtFiles(
            challenge=arguments.challenge,
            pro=arguments.pro,
            anti=arguments.anti,
            translation=arguments.translation,
            alignment=arguments.alignment,
            professions=arguments.professions,
            lexicon=tuple(arguments.lexicon),
        ),
        language=arguments.language,
        alignment_units=arguments.alignment_units,
        system=arguments.system,
        aligner=arguments.aligner,
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
    )
    if arguments.sentences is not None:
        write_lines(arguments.sentences, sentence_lines(judged))
    _write_json(arguments.output, result)
    for name, score in result["scores"].items():
        print(f"{name:18} {_shown(score)}")


def _register_winomt_source(commands: Any) -> None:
    parser = commands.add_parser(
        "winomt-source",
        help="the sentences of a challenge set, to be translated",
        description="Write the English sentences of a challenge set, one a line, in its order.",
    )
    parser.add_argument("--challenge", type=Path, required=True, help="file in the WinoMT format")
    parser.add_argument("--output", type=Path, required=True, help="text file to write")
    parser.set_defaults(run=_winomt_source)


def _winomt_source(arguments: argparse.Namespace) -> None:
    from cdaflow.files import write_lines
    from cdaflow.scoring.challenge import read_challenge

    write_lines(arguments.output, (row.sentence for row in read_challenge(arguments.challenge)))


def _shown(score: dict[str, Any]) -> str:
    if score["value"] is None:
        return "not defined"
    if score["low"] is None:
        return f"{score['value']:.1f}"
    return f"{score['value']:5.1f}  [{score['low']:.1f}, {score['high']:.1f}]"


def _write_json(path: Path, result: dict[str, Any]) -> None:
    import json

    from cdaflow.files import atomic_text

    with atomic_text(path) as handle:
        json.dump(result, handle, ensure_ascii=False, indent=2, sort_keys=True)
        handle.write("\n")
