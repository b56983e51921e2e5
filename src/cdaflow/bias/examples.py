"""Training examples and their columns of English, as the commands of bias read and score them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pyarrow as pa

from cdaflow.bias.gendered import GenderedWords
from cdaflow.bias.neutral import Neutralise, neutralised
from cdaflow.bias.nli import LABELS, read_inferences
from cdaflow.bias.score import BiasScorer, SentenceScore, Totals, rare_words
from cdaflow.errors import ConfigError
from cdaflow.io.columns import strings, with_columns
from cdaflow.io.files import atomic_text, read_lines
from cdaflow.io.pairs import check_kinds, kind_of, open_rows, read_rows
from cdaflow.io.parquet import read_schema

#: Columns of English, of which a file has the first that it has; both sentences of an inference.
TEXTS = (("premise", "hypothesis"), ("sentence1", "sentence2"), ("text",), ("sentence",))

#: The columns that a score adds.
SCORES = (
    pa.field("bias_f", pa.float64()),
    pa.field("bias_m", pa.float64()),
    pa.field("bias_abs", pa.float64()),
    pa.field("top_words", pa.string()),
)

#: The columns of the table of words.
WORD_COLUMNS = ("example", "column", "word", "importance", "cosine", "bias", "reason")

_PLACES = 6


def column_names(path: str) -> list[str]:
    """Return the names of the columns of a Parquet or TSV file, none of other files."""
    kind = kind_of([path])
    if kind == "parquet":
        return list(read_schema(path).names)
    return next(read_lines(path), "").split("\t") if kind == "tsv" else []


def read_examples(
    path: str, column: str | None = None
) -> Iterator[tuple[pa.RecordBatch, tuple[str, ...]]]:
    """Yield a file in batches, each with the names of its columns of English.

    Lines of text; pairs, or any table (see `read_rows`); inference data with two sentences an
    example, also SNLI's and MultiNLI's own JSON Lines, of which examples without a label are left
    out. `column`: another column. Raises InputError as the readers do.
    """
    if ".jsonl" in path:
        inferences = read_inferences(path)
        arrays = [
            strings(inference.premise for inference in inferences),
            strings(inference.hypothesis for inference in inferences),
            strings(LABELS[inference.label] for inference in inferences),
        ]
        names = ["premise", "hypothesis", "label"]
        yield pa.RecordBatch.from_arrays(arrays, names), (column,) if column else TEXTS[0]
        return
    path = "/dev/stdin" if path == "-" else path
    header = column_names(path) if column is None else []
    two = next((texts for texts in TEXTS[:2] if set(texts) <= set(header)), None)
    if two is not None:
        for batch, _ in read_rows(path, two[0]):
            yield batch, two
        return
    for batch, name in read_rows(path, column):
        yield batch, (name,)


def read_texts(path: str, column: str | None = None) -> Iterator[str]:
    """Yield the English texts of a file (see `read_examples`) that are not empty."""
    for batch, names in read_examples(path, column):
        for name in names:
            yield from filter(None, batch.column(name).to_pylist())


def score_examples(
    path: str,
    output: str,
    scorer: BiasScorer,
    gendered: GenderedWords,
    *,
    column: str | None = None,
    by: Neutralise = "none",
    min_count: int = 1,
    words: str | None = None,
) -> Totals:
    """Write examples with their scores, and in `words` each of their words; return the totals.

    The score of an example of two sentences is that of the one with the larger Abs (Dolci et al.
    2023, section 4.2.1). `min_count`: words that occur less often in the file have no bias; for
    that it is read twice.

    Scores that the file has already are replaced. Raises ConfigError where the output is neither
    Parquet nor TSV.
    """
    check_kinds([path], [output])
    if kind_of([output]) not in ("parquet", "tsv"):
        raise ConfigError(
            "scores.text-has-no-columns",
            "scores are written as columns, and plain text has no columns",
            file=output,
            hint="give a name that ends in .tsv or .parquet",
        )
    if min_count > 1:
        if path in ("-", "/dev/stdin"):
            raise ConfigError(
                "file.read-twice-from-stdin",
                "the file is read twice to count words, which is impossible with the standard "
                "input",
            )
        split = (
            scorer.encoder.split(text)
            for batch, names in read_examples(path, column)
            for name in names
            for text in _texts(batch, name)
        )
        scorer.rare = rare_words(split, min_count)
    totals = Totals()
    done = 0
    with ExitStack() as stack:
        write = stack.enter_context(open_rows(output))
        table = stack.enter_context(atomic_text(words)) if words else None
        if table is not None:
            table.write("\t".join(WORD_COLUMNS) + "\n")
        for batch, names in read_examples(path, column):
            texts = [_texts(batch, name) for name in names]
            scored = [_scored(some, scorer, gendered, by) for some in texts]
            best = []
            for row, scores in enumerate(zip(*scored, strict=True)):
                number = done + row + 1
                for name, some, score in zip(names, texts, scores, strict=True):
                    totals.add(score, some[row])
                    if table is not None:
                        table.writelines(word_lines(str(number), name, score))
                best.append(max(scores, key=lambda score: score.absolute))
            done += batch.num_rows
            write(with_columns(batch, SCORES, list(map(_cells, best))), names[0])
    return totals


def _texts(batch: pa.RecordBatch, name: str) -> list[str]:
    return [text or "" for text in batch.column(name).to_pylist()]


def _scored(
    texts: Sequence[str], scorer: BiasScorer, gendered: GenderedWords, by: Neutralise
) -> Iterator[SentenceScore]:
    encoder = scorer.encoder
    return scorer.score(
        neutralised(encoder.split(text), gendered, by, encoder.mask) for text in texts
    )


def _cells(score: SentenceScore) -> tuple[object, ...]:
    numbers = (score.f, score.m, score.absolute)
    return *(round(number, _PLACES) for number in numbers), score.top()


def word_lines(number: str, column: str, score: SentenceScore) -> Iterator[str]:
    """Yield the lines of the words of a sentence, with the columns `WORD_COLUMNS`."""
    for index, word in enumerate(score.words):
        cosine = float(score.cosines[index])
        cells = (
            number,
            column,
            word,
            f"{score.importance[index]:.{_PLACES}f}",
            "" if cosine != cosine else f"{cosine:.{_PLACES}f}",
            f"{score.bias[index] + 0.0:.{_PLACES}f}",  # no -0
            score.reasons[index],
        )
        yield "\t".join(cells) + "\n"
