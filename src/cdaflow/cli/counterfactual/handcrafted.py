"""The command `cdaflow counterfactual handcrafted`."""

from __future__ import annotations

import argparse


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `cdaflow counterfactual handcrafted`."""
    parser = commands.add_parser(
        "handcrafted",
        help="sentences about professions, each of a man and of a woman, from templates",
        description="Write a corpus of sentences with one profession each, once with the pronouns "
        "of a man and once with those of a woman (Naik et al. 2023, section 4.4): from word lists "
        "and templates, or from a file in the format of Saunders and Byrne.",
    )
    parser.add_argument("--lang", required=True, metavar="CODE", help="of the translations")
    parser.add_argument(
        "--wordlists",
        metavar="DIR",
        help="with professions.tsv and professions.LANG.tsv (default: config/wordlists)",
    )
    parser.add_argument(
        "--templates",
        metavar="FILE",
        help="columns name, english, target (default: those of cdaflow, for es, fr and it)",
    )
    parser.add_argument(
        "--all-templates",
        action="store_true",
        help="each profession in each template (default: in one, drawn by seed and profession)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: %(default)s)")
    parser.add_argument(
        "--file", metavar="FILE", help="take the pairs of this file: English|translation"
    )
    parser.add_argument(
        "--as-is",
        action="store_true",
        help="with --file: leave tokenised text in lower case as it is",
    )
    parser.add_argument(
        "--output",
        nargs="+",
        required=True,
        metavar="FILE",
        help=".parquet or .tsv (id, source, target, profession, gender), or two text files",
    )
    parser.set_defaults(run=_handcrafted)


def _handcrafted(arguments: argparse.Namespace) -> None:
    from collections import Counter
    from pathlib import Path

    from cdaflow.cli.wordlists import wordlist
    from cdaflow.counterfactual.datasets.handcrafted import (
        generate,
        read_handcrafted,
        read_nouns,
        write_handcrafted,
    )
    from cdaflow.counterfactual.datasets.templates import read_templates
    from cdaflow.errors import ConfigError
    from cdaflow.io.pairs import check_kinds
    from cdaflow.progress import say
    from cdaflow.wordlists.english_lists import read_english_professions, read_gendered_pronouns

    def listed(name: str) -> str:
        folder = arguments.wordlists
        return str(Path(folder) / name) if folder else wordlist(None, name)

    check_kinds([arguments.file] if arguments.file else [], arguments.output)
    if arguments.file:
        if arguments.templates or arguments.all_templates:
            raise ConfigError("templates are not used where a file gives the pairs")
        pairs = list(
            read_handcrafted(
                arguments.file,
                arguments.lang,
                read_english_professions(listed("professions.tsv")),
                read_gendered_pronouns(listed("pronouns.en.tsv")),
                as_is=arguments.as_is,
            )
        )
    else:
        nouns = read_nouns(listed("professions.tsv"), listed(f"professions.{arguments.lang}.tsv"))
        templates = read_templates(arguments.lang, arguments.templates)
        pairs = list(
            generate(nouns, templates, arguments.seed, all_templates=arguments.all_templates)
        )
    write_handcrafted(arguments.output, pairs)
    genders = Counter(pair.gender or "of no gender" for pair in pairs)
    told = ", ".join(f"{count} {gender}" for gender, count in sorted(genders.items(), reverse=True))
    say(f"{len(pairs)} pairs ({told}) of {len({p.profession for p in pairs} - {''})} professions")
