"""Text for language models: counterfactuals of monolingual text, minimal pairs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.cli.intervention import (
    AgreementLexicon,
    Method,
    ModelName,
    load_model,
    set_threads,
)
from cdaflow.errors import ConfigError
from cdaflow.io.files import write_json, write_lines
from cdaflow.languages import get
from cdaflow.option_types import (
    Count,
    Input,
    Language,
    OutputPath,
    Positive,
    ReportFile,
    Shard,
    Threads,
    Value,
)
from cdaflow.wordlists.rows import read_person_rows

_Lists = Annotated[
    Sequence[Path],
    Value(metavar="TSV", help="lists of persons, such as config/wordlists/professions.es.tsv"),
]


def animate(
    text: Input,
    /,
    *,
    lang: Language,
    word_list: _Lists,
    column: str | None = None,
    output: OutputPath,
    report: ReportFile | None = None,
) -> str:
    """Select the sentences of a text that name a person.

    Only these have counterfactuals, so only these need trees: `cdaflow trees annotate --column
    text` annotates what is written.

    Args:
        text: text, one sentence a line, or .parquet
        column: column of a .parquet, where it has several texts
        output (FILE.jsonl): id (number of the line, or id of the row) and text (.gz: compressed)
        report: the counts, and how many nouns of the lists have two forms
    """
    from cdaflow.lm.persons import PersonLists, select_lines
    from cdaflow.lm.phrases import noun_pairs
    from cdaflow.trees.files import read_inputs

    counts: Counter[str] = Counter()
    lists = PersonLists(word_list, get(lang))
    lines = ((int(number), line) for number, line in read_inputs(text, column=column))
    rows = (
        json.dumps({"id": number, "text": line}, ensure_ascii=False)
        for number, line in select_lines(lines, lists, counts)
    )
    write_lines(output, rows)
    if report:
        pairs, _ = noun_pairs(row for path in word_list for row in read_person_rows(path))
        facts = {"metric": "animate", "language": lang, "nouns": len(pairs)}
        write_json(report, {**facts, "sentences": counts["lines"], "animate": counts["animate"]})
    share = 100 * counts["animate"] / max(counts["lines"], 1)
    return f"{output}: {counts['animate']} of {counts['lines']} sentences ({share:.1f} %)"


def counterfactuals(
    *,
    lang: Language,
    trees: Annotated[Path, Value(metavar="CONLLU", file="input")],
    kind: Literal["field", "swap"] = "field",
    model: ModelName = "base",
    max_persons: Positive = 4,
    named: bool = False,
    shard: Shard | None = None,
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
    decisions: OutputPath | None = None,
    report: OutputPath | None = None,
    output: OutputPath,
) -> str:
    """Write the counterfactuals of monolingual text.

    As in Zmigrod et al. 2019, section 5.2: each sentence that names persons of the word lists has a
    copy for each other combination of their genders. Train a language model on the text and on the
    copies together.

    Args:
        trees: the sentences, annotated
        kind: field: words that agree with the nouns change, too; swap: the nouns alone, the
            baseline of the paper
        max_persons: a sentence of more persons has no copies (n persons have 2^n - 1); at most 10
        named: also change nouns of people with a name
        shard (K/N): the K-th of N parts of the trees, for `cdaflow lm gather`
        decisions (TSV): what became of each sentence and copy, with the reason
        report (JSON): counts of sentences, persons, copies and reasons
        output (TXT): the copies, one a line, without the sentences themselves (.gz: compressed)
    """
    from cdaflow.agreement.pipeline import pipeline_facts
    from cdaflow.lm.counterfactual_files import write_copies
    from cdaflow.lm.counterfactuals import CopyMaker
    from cdaflow.lm.persons import PersonFinder, PersonLists
    from cdaflow.trees.files import read_shard

    set_threads(threads)
    lists = PersonLists(lexicon.word_list, get(lang))
    words = lexicon.words(lang)
    if words is None:
        raise ConfigError(
            "lexicon.missing", "writing copies requires a lexicon", hint="give --word-list"
        )
    pipeline = method.pipeline(load_model(model, lang), words)
    finder = PersonFinder(lists, words, named=named)
    maker = CopyMaker(pipeline, finder, kind, max_persons)
    metadata = {
        "kind": kind,
        "max_persons": max_persons,
        "named": named,
        **pipeline_facts(pipeline),
    }
    tally = write_copies(
        maker,
        read_shard(trees, shard),
        output,
        decisions=decisions,
        report=report,
        metadata=metadata,
    )
    return f"{output}: {_counted(tally.to_json())}"


def gather(
    shards: Annotated[Sequence[Path], Value(metavar="SHARD.txt", file="input")],
    /,
    *,
    reports: Annotated[Sequence[Path], Value(metavar="REPORT.json", file="input")],
    report: OutputPath,
    output: OutputPath,
) -> str:
    """Join the shards of counterfactuals, and add up their counts.

    Args:
        reports: the reports of the shards, in the same order
        report (JSON): the sum of the reports
        output (TXT): the copies of all shards, in the order given
    """
    from cdaflow.lm.counterfactual_files import gather_copies

    tally = gather_copies(shards, reports, output, report)
    return f"{output}: {_counted(tally.to_json())}"


def minimal_pairs(
    *,
    lang: Language,
    gold: Path,
    word_list: _Lists,
    limit: Count = 0,
    output: OutputPath,
) -> str:
    """Write minimal pairs: right sentences, and the same with their nouns in the wrong gender.

    They are made of sentences and their right counterfactuals: of the embedded grammar, or written
    by people. `cdaflow lm score --minimal-pairs` counts how often a model prefers the right one.

    Args:
        gold (TSV): the columns target and counterfactual_target, such as the test.gold.tsv.gz of
            cdaflow demo; or masculine and feminine
        limit: maximum number of pairs, the first ones (0: all)
        output (TSV): columns right and wrong
    """
    from cdaflow.lm.minimal_pairs import read_sides, write_minimal_pairs
    from cdaflow.lm.persons import PersonLists

    lists = PersonLists(word_list, get(lang))
    counts = write_minimal_pairs(output, read_sides(gold), lists, limit)
    left = ", ".join(f"{n} {why}" for why, n in sorted(counts.items()) if why != "pairs")
    return f"{output}: {counts['pairs']} pairs; left out: {left or 'none'}"


def _counted(counts: dict[str, object]) -> str:
    numbers = f"{counts['copies']} copies of {counts['animate']} among {counts['sentences']}"
    reasons = counts["reasons"]
    assert isinstance(reasons, dict)  # noqa: S101 (of `Tally`)
    listed = ", ".join(f"{why} {n}" for why, n in reasons.items())
    return f"{numbers} sentences ({listed or 'no reasons'})"
