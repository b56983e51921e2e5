"""The tables of scores, corpora and models."""

from __future__ import annotations

import argparse

from cdaflow.cli.tables.common import add_baseline, add_comparisons, add_labels, add_outputs


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the tables of scores, corpora and models."""
    winomt = commands.add_parser("winomt", help="the WinoMT table: languages x systems")
    winomt.add_argument("scores", nargs="+", metavar="SCORES.json", help="WinoMT score files")
    add_baseline(winomt)
    add_outputs(winomt)
    winomt.set_defaults(run=_winomt)

    bleu = commands.add_parser("bleu", help="the table of BLEU and chrF")
    bleu.add_argument("scores", nargs="+", metavar="SCORES.json", help="BLEU score files")
    add_comparisons(bleu)
    add_baseline(bleu)
    add_outputs(bleu)
    bleu.set_defaults(run=_bleu)

    geneval = commands.add_parser("geneval", help="the MT-GenEval table: languages x systems")
    geneval.add_argument("scores", nargs="+", metavar="SCORES.json", help="MT-GenEval score files")
    add_comparisons(geneval)
    add_baseline(geneval)
    add_outputs(geneval)
    geneval.set_defaults(run=_geneval)

    mustshe = commands.add_parser("mustshe", help="the MuST-SHE table: languages x systems")
    mustshe.add_argument("scores", nargs="+", metavar="SCORES.json", help="MuST-SHE score files")
    add_baseline(mustshe)
    add_outputs(mustshe)
    mustshe.set_defaults(run=_mustshe)

    corpus = commands.add_parser("corpus", help="the table of lines read, dropped and kept")
    corpus.add_argument("drops", nargs="+", metavar="DROPS.tsv", help="tables of drops")
    add_labels(corpus, "LANGUAGE/PART", "es/train")
    add_outputs(corpus)
    corpus.set_defaults(run=_corpus)

    annotators = commands.add_parser(
        "annotators", help="the table of annotators: agreement with gold trees"
    )
    annotators.add_argument(
        "scores", nargs="+", metavar="SCORES.json", help="files of cdaflow trees evaluate"
    )
    add_outputs(annotators)
    annotators.set_defaults(run=_annotators)

    agreement = commands.add_parser(
        "agreement", help="the table of agreement: which words change with a noun"
    )
    agreement.add_argument(
        "scores", nargs="+", metavar="SCORES.json", help="files of cdaflow agreement evaluate"
    )
    add_outputs(agreement)
    agreement.set_defaults(run=_agreement)

    inflection = commands.add_parser("inflection", help="the table of reinflection accuracy")
    inflection.add_argument(
        "scores", nargs="+", metavar="SCORES.json", help="files of cdaflow inflect evaluate"
    )
    add_outputs(inflection)
    inflection.set_defaults(run=_inflection)


def _winomt(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.render import write_table
    from cdaflow.tables.scores import read_winomt
    from cdaflow.tables.winomt import winomt_table

    table = winomt_table(read_winomt(arguments.scores), arguments.baseline)
    write_table(table, arguments.output, arguments.markdown)


def _bleu(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.bleu import bleu_table
    from cdaflow.tables.render import write_table
    from cdaflow.tables.scores import read_bleu, read_bleu_comparisons

    table = bleu_table(
        read_bleu(arguments.scores),
        read_bleu_comparisons(arguments.comparisons),
        arguments.baseline,
    )
    write_table(table, arguments.output, arguments.markdown)


def _geneval(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.geneval import geneval_table, read_geneval
    from cdaflow.tables.render import write_table
    from cdaflow.tables.scores import read_bleu_comparisons

    table = geneval_table(
        read_geneval(arguments.scores),
        read_bleu_comparisons(arguments.comparisons),
        arguments.baseline,
    )
    write_table(table, arguments.output, arguments.markdown)


def _mustshe(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.mustshe_table import mustshe_table, read_mustshe
    from cdaflow.tables.render import write_table

    table = mustshe_table(read_mustshe(arguments.scores), arguments.baseline)
    write_table(table, arguments.output, arguments.markdown)


def _corpus(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.corpora import corpus_table, read_labelled
    from cdaflow.tables.render import write_table

    table = corpus_table(read_labelled(arguments.drops, arguments.label))
    write_table(table, arguments.output, arguments.markdown)


def _annotators(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.evaluations import ANNOTATORS, read_annotators
    from cdaflow.tables.render import write_table

    table = ANNOTATORS.table(read_annotators(arguments.scores))
    write_table(table, arguments.output, arguments.markdown)


def _agreement(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.evaluations import AGREEMENT, read_agreement
    from cdaflow.tables.render import write_table

    table = AGREEMENT.table(read_agreement(arguments.scores))
    write_table(table, arguments.output, arguments.markdown)


def _inflection(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.evaluations import INFLECTION, read_inflection
    from cdaflow.tables.render import write_table

    table = INFLECTION.table(read_inflection(arguments.scores))
    write_table(table, arguments.output, arguments.markdown)
