"""Take the gender out of the source embeddings of a model (+HD)."""

from __future__ import annotations

import argparse

from cdaflow.cli.wordlists import add_wordlist, wordlist


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `gfst debias`."""
    parser = commands.add_parser(
        "debias",
        help="take the gender out of a model's source embeddings, to train with them (+HD)",
        description="Hard-debias the source embeddings of a trained model (Bolukbasi et al. 2016): "
        "find the gender subspace by pairs of gendered words, neutralise all pieces but gendered "
        "words, equalise the pairs. Train with them by `cdaflow nmt train --vocab-of DIR "
        "--source-vectors FILE`.",
    )
    parser.add_argument("--model-dir", required=True, metavar="DIR", help="folder of the model")
    parser.add_argument("--output", required=True, metavar="FILE", help="vectors, as text")
    parser.add_argument(
        "--report", metavar="FILE.json", help="write the direct bias before and after here"
    )
    parser.add_argument(
        "--dimensions",
        type=int,
        default=1,
        metavar="K",
        help="of the gender subspace (default: %(default)s)",
    )
    add_wordlist(parser, "--pronouns", "gendered pronouns", "pronouns.en.tsv")
    add_wordlist(parser, "--gendered", "gendered nouns", "gendered.en.tsv")
    add_wordlist(parser, "--professions", "professions", "professions.tsv")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    from cdaflow.gfst.hard_debiasing import debias_embeddings
    from cdaflow.gfst.pieces import gendered_pieces
    from cdaflow.io.files import write_json
    from cdaflow.nmt.embeddings import read_source_embeddings, write_vectors
    from cdaflow.nmt.model import load_model
    from cdaflow.nmt.spm_file import read_pieces
    from cdaflow.progress import say
    from cdaflow.wordlists.english_lists import (
        read_english_professions,
        read_gendered_nouns,
        read_gendered_pronouns,
    )

    model = load_model(arguments.model_dir)
    pieces = read_pieces(model.vocabularies[0])
    gendered = gendered_pieces(
        pieces,
        read_gendered_pronouns(wordlist(arguments.pronouns, "pronouns.en.tsv")),
        read_gendered_nouns(wordlist(arguments.gendered, "gendered.en.tsv")),
        read_english_professions(wordlist(arguments.professions, "professions.tsv")),
    )
    vectors, report = debias_embeddings(
        read_source_embeddings(model.file), pieces, gendered, arguments.dimensions
    )
    write_vectors(arguments.output, vectors)
    if arguments.report:
        write_json(arguments.report, report)
    bias = report["direct_bias"]
    say(
        f"{arguments.output}: {len(gendered.defining)} pairs define the subspace; direct bias of "
        f"{bias['professions']} professions {bias['before']}, now {bias['after']}"
    )
