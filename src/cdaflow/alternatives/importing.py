"""The released sets of gender alternatives, read into cdaflow's own files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.alternatives.annotated import read_gtrans, read_raw
from cdaflow.alternatives.fetching import describe_copy
from cdaflow.alternatives.marked import read_line
from cdaflow.alternatives.released import KEPT, LEFT_OUT, NOTHING, Quirks, Row, clean, read_gtag
from cdaflow.alternatives.structures import (
    Alternatives,
    group,
    write_alternatives,
)
from cdaflow.alternatives.tagging.tags import TaggedSentence, write_tags
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import tsv_lines, write_lines
from cdaflow.io.formats import read_aligned
from cdaflow.option_types import OutputPath, Value


def import_(
    files: Annotated[Sequence[Path], Value(metavar="FILE", file="input")],
    /,
    *,
    format: Literal["raw", "processed", "gtrans", "gtag"],
    output: OutputPath,
    tags: OutputPath | None = None,
    quirks: OutputPath | None = None,
) -> str:
    """Read released files of gender alternatives (Garg et al. 2024).

    The files are those of github.com/apple/ml-gendered-translation, packed or not; several tables
    are joined. What is odd about a row is counted and reported, also where the row is left out; and
    whether a file is the released one, as far as its git blob id is known.

    Args:
        files: tables; of the format processed two text files, the English and the translations
        format: raw (annotated test files), processed (English, and masculine TAB feminine beside
            it), gtrans or gtag (English head words alone)
        output (JSONL): alternatives, one sentence a line; of gtag the tags
        tags (JSONL): also write the tags of the sentences whose people are known
        quirks (TSV): also write each quirk with its file and the id of its row
    """
    found = Quirks()
    if format == "gtag" and tags is not None:
        raise ConfigError(
            "option.tags-of-gtag", "G-Tag has tags alone: they are written to --output"
        )
    sentences = list(_read(files, format, found))
    if format == "gtag":
        tags = output
    else:
        write_alternatives(output, sentences)
    if tags is not None:
        tagged = [item for item in sentences if item.entities is not None]
        write_tags(tags, (TaggedSentence(i.source, i.entities or ()) for i in tagged))
    if quirks is not None:
        rows = (
            (
                one.kind,
                "left out" if one.kind in LEFT_OUT else "kept",
                one.file,
                one.row,
                one.detail,
            )
            for one in found
        )
        write_lines(quirks, tsv_lines(("kind", "fate", "file", "row", "detail"), rows))
    return "\n".join([*_summary(sentences, found), *map(describe_copy, files)])


def _read(files: Sequence[Path], format: str, quirks: Quirks) -> Iterator[Alternatives]:
    if format == "processed":
        if len(files) != 2:
            raise ConfigError(
                "alternatives.file-count",
                f"the processed format has two files, not {len(files)}",
                hint="give the English and the translations: test.en-fr.en test.en-fr.fr",
            )
        return read_processed(files[0], files[1], quirks)
    if format == "gtag":
        tagged = (row for path in files for row in read_gtag(path, quirks))
        return (Alternatives(text, "", (), heads) for text, heads in tagged)
    reader = read_raw if format == "raw" else read_gtrans
    return (item for path in files for item in reader(path, quirks))


def _summary(sentences: Sequence[Alternatives], quirks: Quirks) -> Iterator[str]:
    """Yield the lines that say what was read, and how often each quirk occurs."""
    structures = sum(len(each.structures) for each in sentences)
    offered = sum(bool(each.structures) for each in sentences)
    people = [entity for each in sentences for entity in each.entities or ()]
    labels = [entity.label for entity in people]
    counts = ", ".join(f"{labels.count(label)} {label}" for label in sorted(set(labels)))
    yield f"{len(sentences)} sentences read, {quirks.left_out()} rows left out"
    yield f"{structures} structures in {offered} sentences; people: {counts or 'none known'}"
    for kind, count in quirks.counts().items():
        yield f"{count:7,} {kind}: {(LEFT_OUT | KEPT)[kind]}"


def read_processed(
    source: str | os.PathLike[str], target: str | os.PathLike[str], quirks: Quirks
) -> Iterator[Alternatives]:
    """Yield the sentences of two aligned files, grouped into structures of which nobody is known.

    A line of `target` has one translation, or the masculine one, a tab and the feminine one. What
    is odd goes into `quirks`, by the number of the line. Raises InputError where the files have not
    as many lines.
    """
    for number, (english, line) in read_aligned(str(source), str(target), None):
        row = Row(str(number), {}, quirks, str(target))
        try:
            texts = read_line(line)
        except InputError as error:
            row.note("third text", error.problem)
            continue
        plain, masculine, feminine = clean((english, *texts), row)
        if (masculine in NOTHING and feminine in NOTHING) or plain in NOTHING:
            row.note("not annotated")
            continue
        if "\t" in line and masculine == feminine:
            row.note("same texts")
        if "[[" in plain or "]]" in plain:
            row.note("source marks")
        try:
            structures = group(masculine, feminine)
        except InputError as error:
            row.note("one text empty", error.problem)
            continue
        yield Alternatives(plain, masculine, structures)
