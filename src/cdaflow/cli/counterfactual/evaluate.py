"""The command `cdaflow counterfactual evaluate`."""

from __future__ import annotations

import argparse

from cdaflow.cli.agreement.common import add_language
from cdaflow.cli.wordlists import add_wordlist, wordlist


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow counterfactual evaluate`."""
    parser = commands.add_parser(
        "evaluate",
        help="how many counterfactuals are the right ones",
        description="Compare the counterfactuals of `cdaflow counterfactual make` with right ones, "
        "such as those of the embedded grammar: equal to the letter or not, and by what they "
        "differ.",
    )
    parser.add_argument("input", metavar="FILE", help="the pairs that make wrote")
    add_language(parser)
    parser.add_argument("--decisions", required=True, metavar="TSV", help="the decisions of make")
    parser.add_argument(
        "--gold",
        required=True,
        metavar="TSV",
        help="the columns source, target, counterfactual_source and counterfactual_target, such "
        "as the train.gold.tsv.gz of cdaflow demo",
    )
    parser.add_argument("--output", required=True, metavar="SCORES.json", help="counts and rates")
    parser.add_argument("--errors", metavar="TSV", help="what is wrong or was dropped")
    add_wordlist(parser, "--professions", "nouns of the target", "professions.LANG.tsv")
    parser.set_defaults(run=_evaluate)


def _evaluate(arguments: argparse.Namespace) -> None:
    import cdaflow.languages
    from cdaflow.counterfactual.evaluation import evaluate, write_evaluation
    from cdaflow.progress import say
    from cdaflow.wordlists.lexicon import read_professions

    language = arguments.lang
    nouns = wordlist(arguments.professions, f"professions.{language}.tsv")
    found = evaluate(
        arguments.input,
        arguments.decisions,
        arguments.gold,
        language,
        read_professions(nouns, cdaflow.languages.get(language)),
    )
    write_evaluation(found, language, arguments.output, arguments.errors)
    part = found.to_json()["all"]
    score = part["scores"]["right_of_made"]
    share = "" if score["value"] is None else f" ({score['value']:.1f} %)"
    say(
        f"{part['right']} of {part['made']} made are right{share}; {part['dropped']} of "
        f"{part['candidates']} were dropped, {part['right_without_change']} have nothing to change"
    )
    for verdict in ("wrong", "dropped"):
        for cause, count in part[f"{verdict}_by_cause"].items():
            say(f"  {verdict}: {cause:<20}{count:>6}")
