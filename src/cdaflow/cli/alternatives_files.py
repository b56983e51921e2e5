"""Files of gender alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cdaflow.option_types import Language, OutputPath, PairFiles, UsageError, Value


def gather(
    shards: Annotated[Sequence[Path], Value(metavar="SHARD.jsonl", file="input")],
    /,
    *,
    sentences: Annotated[Path, Value(metavar="FILE.jsonl", file="input")],
    reasons: Annotated[Sequence[Path], Value(metavar="REASONS.tsv", file="input")] = (),
    left_out: OutputPath | None = None,
    people_scores: Annotated[Sequence[Path], Value(metavar="SCORES.tsv", file="input")] = (),
    people: OutputPath | None = None,
    lang: Language | None = None,
    report: OutputPath | None = None,
    output: OutputPath,
) -> str:
    """Join the shards of a file of alternatives.

    The files of `cdaflow alternatives rewrite --shard K/N` are joined in the order given; they must
    have the sentences of the file that was rewritten, each once. For training text, sentences whose
    alternatives are not whole can be left out by their reasons: a form is uncertain, an answer
    lacks.

    Args:
        sentences: the file that was rewritten
        reasons: the reasons of each shard, in order, with --left-out
        left_out (TSV): the sentences that are left out: line, cause, detail, source
        people_scores: how sure a tagged model is of people in each shard, in order, with --people
        people (TSV): the scores of the people of all sentences
        lang: of the translations, for the report
        report (JSON): with --left-out and --lang: how many sentences are left out by each cause,
            for `cdaflow tables augmentation`
        output (JSONL): all sentences, or all but those left out
    """
    if bool(reasons) != (left_out is not None):
        raise UsageError("--reasons and --left-out go together")
    if bool(people_scores) != (people is not None):
        raise UsageError("--people-scores and --people go together")
    if people is not None and left_out is not None:
        raise UsageError("--people goes with all sentences, not with --left-out")
    if report is not None and (left_out is None or lang is None):
        raise UsageError("--report goes with --left-out and --lang")
    if left_out is not None:
        from cdaflow.alternatives.corpora import gather_corpus
        from cdaflow.io.files import write_json

        found = gather_corpus(shards, reasons, sentences, output, left_out)
        if report is not None:
            write_json(report, found.report(lang or ""))
        kept, causes = found.kept, found.causes
        counts = ", ".join(f"{cause or 'whole'} {count}" for cause, count in sorted(causes.items()))
        return f"{output}: {kept} of {causes.total()} sentences ({counts})"
    from cdaflow.alternatives.shards import gather_alternatives

    count = gather_alternatives(shards, sentences, output)
    if people is not None:
        from cdaflow.alternatives.person_scores import join_scores, write_scores

        write_scores(people, join_scores(people_scores, shards))
    return f"{output}: {count} sentences"


def pairs(
    corpus: PairFiles,
    /,
    *,
    output: OutputPath,
) -> str:
    """Write pairs of text as alternatives without structures.

    What is written can be tagged and rewritten, as Algorithm 1 of Garg et al. (2024) makes
    structures in parallel text.

    Args:
        output (JSONL): the pairs, one a line, in their order (.gz: compressed)
    """
    from cdaflow.alternatives.corpora import write_corpus

    return f"{output}: {write_corpus(corpus, output)} pairs"
