"""The commands `cdaflow tables ...`."""

from __future__ import annotations

import argparse


def register(groups: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the group `tables` to the command line."""
    group = groups.add_parser("tables", help="tables, figures and the report")
    commands = group.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _register_tables(commands)
    _register_figures(commands)
    _register_report(commands)


def _register_tables(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    winomt = commands.add_parser("winomt", help="the WinoMT table: languages x systems")
    winomt.add_argument("scores", nargs="+", metavar="SCORES.json", help="WinoMT score files")
    _add_baseline(winomt)
    _add_outputs(winomt)
    winomt.set_defaults(run=_winomt)

    bleu = commands.add_parser("bleu", help="the table of BLEU and chrF")
    bleu.add_argument("scores", nargs="+", metavar="SCORES.json", help="BLEU score files")
    _add_comparisons(bleu)
    _add_baseline(bleu)
    _add_outputs(bleu)
    bleu.set_defaults(run=_bleu)

    geneval = commands.add_parser("geneval", help="the MT-GenEval table: languages x systems")
    geneval.add_argument("scores", nargs="+", metavar="SCORES.json", help="MT-GenEval score files")
    _add_comparisons(geneval)
    _add_baseline(geneval)
    _add_outputs(geneval)
    geneval.set_defaults(run=_geneval)

    mustshe = commands.add_parser("mustshe", help="the MuST-SHE table: languages x systems")
    mustshe.add_argument("scores", nargs="+", metavar="SCORES.json", help="MuST-SHE score files")
    _add_baseline(mustshe)
    _add_outputs(mustshe)
    mustshe.set_defaults(run=_mustshe)

    corpus = commands.add_parser("corpus", help="the table of lines read, dropped and kept")
    corpus.add_argument("drops", nargs="+", metavar="DROPS.tsv", help="tables of drops")
    corpus.add_argument(
        "--label",
        nargs="+",
        action="extend",
        required=True,
        metavar="LANGUAGE/PART",
        help="what each file is, such as es/train: one label a file, in the same order",
    )
    _add_outputs(corpus)
    corpus.set_defaults(run=_corpus)

    annotators = commands.add_parser(
        "annotators", help="the table of annotators: agreement with gold trees"
    )
    annotators.add_argument(
        "scores", nargs="+", metavar="SCORES.json", help="files of cdaflow trees evaluate"
    )
    _add_outputs(annotators)
    annotators.set_defaults(run=_annotators)

    agreement = commands.add_parser(
        "agreement", help="the table of agreement: which words change with a noun"
    )
    agreement.add_argument(
        "scores", nargs="+", metavar="SCORES.json", help="files of cdaflow agreement evaluate"
    )
    _add_outputs(agreement)
    agreement.set_defaults(run=_agreement)

    inflection = commands.add_parser("inflection", help="the table of reinflection accuracy")
    inflection.add_argument(
        "scores", nargs="+", metavar="SCORES.json", help="files of cdaflow inflect evaluate"
    )
    _add_outputs(inflection)
    inflection.set_defaults(run=_inflection)

    show = commands.add_parser("show", help="print a table (CSV or TSV) with its legend")
    show.add_argument("table", metavar="TABLE.csv")
    show.set_defaults(run=_show)


def _register_figures(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    figure = commands.add_parser("figure", help="draw a figure (.svg, .png or .pdf)")
    kinds = figure.add_subparsers(dest="figure", metavar="FIGURE", required=True)

    pro_anti = kinds.add_parser(
        "pro-anti", help="accuracy on the pro- and anti-stereotypical half, all systems"
    )
    pro_anti.add_argument("scores", nargs="+", metavar="SCORES.json", help="WinoMT score files")
    pro_anti.set_defaults(run=_pro_anti)

    professions = kinds.add_parser("professions", help="recall by profession of one system")
    professions.add_argument("score", metavar="SCORES.json", help="a WinoMT score file")
    professions.add_argument(
        "--minimum",
        type=_positive,
        default=1,
        metavar="N",
        help="leave out professions with fewer sentences (1; for WinoMT itself 20 is good)",
    )
    professions.set_defaults(run=_professions)

    accuracy = kinds.add_parser("accuracy-bleu", help="WinoMT accuracy against BLEU")
    accuracy.add_argument("--winomt-scores", nargs="+", required=True, metavar="SCORES.json")
    accuracy.add_argument("--bleu-scores", nargs="+", required=True, metavar="SCORES.json")
    accuracy.add_argument("--testset", help="the test set, where there are BLEU scores of several")
    accuracy.set_defaults(run=_accuracy_bleu)

    for kind in (pro_anti, professions, accuracy):
        kind.add_argument("--output", required=True, metavar="FIGURE.svg")


def _register_report(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    report = commands.add_parser("report", help="write all results to one HTML page")
    report.add_argument("--winomt-scores", nargs="+", default=[], metavar="SCORES.json")
    report.add_argument("--bleu-scores", nargs="+", default=[], metavar="SCORES.json")
    report.add_argument("--geneval-scores", nargs="+", default=[], metavar="SCORES.json")
    report.add_argument("--mustshe-scores", nargs="+", default=[], metavar="SCORES.json")
    for name in ("annotator", "agreement", "inflection"):
        report.add_argument(f"--{name}-scores", nargs="+", default=[], metavar="SCORES.json")
    report.add_argument(
        "--sentences",
        nargs="+",
        default=[],
        metavar="SENTENCES.tsv",
        help="the sentences of each WinoMT score file, in the same order",
    )
    _add_comparisons(report)
    _add_baseline(report)
    report.add_argument("--figures", nargs="+", default=[], metavar="FIGURE.svg")
    report.add_argument("--config", metavar="CONFIG.json", help="the configuration to show")
    report.add_argument(
        "--examples", type=_positive, default=12, metavar="N", help="for each language (12)"
    )
    report.add_argument("--output", required=True, metavar="REPORT.html")
    report.set_defaults(run=_report)


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", required=True, metavar="TABLE.csv")
    parser.add_argument("--markdown", metavar="TABLE.md", help="also as Markdown with a legend")


def _add_baseline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--baseline",
        metavar="SYSTEM",
        help="the system against which the others are tested (default: the first of a language)",
    )


def _add_comparisons(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--comparisons",
        nargs="+",
        default=[],
        metavar="COMPARISON.json",
        help="files of cdaflow score compare-bleu: BLEU that differs from the baseline is marked",
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number


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
    from cdaflow.tables.corpus import corpus_table, read_labelled
    from cdaflow.tables.render import write_table

    table = corpus_table(read_labelled(arguments.drops, arguments.label))
    write_table(table, arguments.output, arguments.markdown)


def _annotators(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.annotators import annotators_table, read_annotators
    from cdaflow.tables.render import write_table

    table = annotators_table(read_annotators(arguments.scores))
    write_table(table, arguments.output, arguments.markdown)


def _agreement(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.agreement import agreement_table, read_agreement
    from cdaflow.tables.render import write_table

    table = agreement_table(read_agreement(arguments.scores))
    write_table(table, arguments.output, arguments.markdown)


def _inflection(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.inflection import inflection_table, read_inflection
    from cdaflow.tables.render import write_table

    table = inflection_table(read_inflection(arguments.scores))
    write_table(table, arguments.output, arguments.markdown)


def _show(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.render import terminal_text
    from cdaflow.tables.show import read_table

    print(terminal_text(read_table(arguments.table)), end="")


def _pro_anti(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.figures import pro_anti_figure
    from cdaflow.tables.scores import read_winomt

    pro_anti_figure(read_winomt(arguments.scores), arguments.output)


def _professions(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.figures import profession_figure
    from cdaflow.tables.scores import read_winomt

    profession_figure(read_winomt([arguments.score])[0], arguments.output, arguments.minimum)


def _accuracy_bleu(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.figures import accuracy_bleu_figure
    from cdaflow.tables.scores import read_bleu, read_winomt

    winomt, bleu = read_winomt(arguments.winomt_scores), read_bleu(arguments.bleu_scores)
    accuracy_bleu_figure(winomt, bleu, arguments.output, arguments.testset)


def _report(arguments: argparse.Namespace) -> None:
    from cdaflow.tables.report import read_report, write_report

    report = read_report(
        arguments.winomt_scores,
        arguments.bleu_scores,
        arguments.sentences,
        arguments.figures,
        arguments.config,
        arguments.examples,
        arguments.comparisons,
        arguments.baseline,
        geneval=arguments.geneval_scores,
        mustshe=arguments.mustshe_scores,
        annotators=arguments.annotator_scores,
        agreement=arguments.agreement_scores,
        inflection=arguments.inflection_scores,
    )
    write_report(report, arguments.output)
