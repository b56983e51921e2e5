"""Parallel and monolingual corpora."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cdaflow.cli.options import HeldOutFiles
from cdaflow.errors import ConfigError, InputError
from cdaflow.option_types import Language, Output, OutputPath, Seed, Value, Without, exclusive
from cdaflow.progress import say
from cdaflow.scoring.order import FEWEST, anchors, fit
from cdaflow.text.check import check_corpora
from cdaflow.text.clean import Limits
from cdaflow.text.spec import CorpusSpec, parse_spec, read_corpus

if TYPE_CHECKING:  # imported where it is needed, since pyarrow takes a while
    from cdaflow.text.duplicates import HeldOut

#: Lines of a corpus whose order is looked at, and what may be a number or name in them.
_ORDERED = 50_000
_WORD = re.compile(r"[\w.,]*\w")

#: The keys of a corpus, as far as they do not say where its text is.
_CORPUS = """a corpus, as KEY=VALUE,KEY=VALUE,... or as a JSON object with the same keys (needed
where a value holds a comma); give the option once per corpus. Keys: {text}; name (always); weight
(how many times each pair is used, default 1; 0.5 takes a seeded half); language_check (false: the
text is not in the languages that it seems to be, and is taken as it is). Files may be .gz, .xz,
.bz2 or .zst."""
_PARALLEL = """source and target (two aligned files), or tsv (with columns=1:2 or columns=en:es by
header name, and header=true for a header to skip), or tmx"""
_MONOLINGUAL = "text (one sentence a line), or tsv (with columns=1), or tmx"

Corpora = Annotated[
    Sequence[str], Value(metavar="SPEC", repeat=True, help=_CORPUS.format(text=_PARALLEL))
]
MonolingualCorpora = Annotated[
    Sequence[str], Value(metavar="SPEC", repeat=True, help=_CORPUS.format(text=_MONOLINGUAL))
]


def build(
    *,
    source_lang: Language,
    target_lang: Language,
    corpus: Corpora,
    output: Output,
    drops: Output | None = None,
    limits: Limits = Limits(),
    seed: Seed = 1,
    held_out: HeldOutFiles = HeldOutFiles(),
) -> str:
    """Clean parallel corpora into one Parquet file.

    The file has the pairs; dropped pairs are counted by reason.

    Args:
        output: the Parquet file
        drops: TSV file with the number of dropped rows by reason
        seed: seed of fractional weights
    """
    languages = [source_lang, target_lang]
    return _build(corpus, languages, output, drops, limits, seed, held_out.read())


def mono(
    *,
    lang: Language,
    corpus: MonolingualCorpora,
    output: Output,
    drops: Output | None = None,
    limits: Annotated[Limits, Without("length_ratio", "drop_identical")] = Limits(),
    seed: Seed = 1,
    held_out: HeldOutFiles = HeldOutFiles(),
) -> str:
    """Clean monolingual text into one Parquet file.

    The file has the sentences; dropped ones are counted by reason. Held-out sentences are dropped
    on whichever side they stand.

    Args:
        output: the Parquet file
        drops: TSV file with the number of dropped rows by reason
        seed: seed of fractional weights
    """
    return _build(corpus, [lang], output, drops, limits, seed, held_out.read())


def _build(
    corpora: Sequence[str],
    languages: Sequence[str],
    output: str,
    drops: str | None,
    limits: Limits,
    seed: int,
    held_out: HeldOut,
) -> str:
    from cdaflow.text.corpus import build_corpus

    specs = [parse_spec(text, len(languages)) for text in corpora]
    _check_order(specs, languages)
    tallies = build_corpus(specs, languages, output, drops, limits, seed, held_out)
    lines = [str(tally) for tally in tallies]
    return "\n".join([*lines, f"{output}: {sum(tally.written for tally in tallies)} rows"])


def _check_order(specs: Sequence[CorpusSpec], languages: Sequence[str]) -> None:
    """Raise InputError for two aligned files of which one has slipped by a line or more.

    By numbers and names, which translations leave as they are; where they are too few, or the text
    is not checked, nothing is said.
    """
    for spec in specs:
        if spec.form != "aligned" or not spec.language_check:
            continue
        sides = [sides for _, sides in islice(read_corpus(spec, languages), _ORDERED)]
        named = [anchors(source) for source, _ in sides]
        words_of_lines = [frozenset(_WORD.findall(target)) for _, target in sides]
        vocabulary = frozenset().union(*words_of_lines)
        result = fit([names & vocabulary for names in named], words_of_lines)
        if result is None:
            continue
        # Of a few lines many a corpus has a slip.
        slips = [slip for slip in result.slips if slip.end - slip.start >= 2 * FEWEST]
        if not (result.slipped or slips):
            continue
        line, shift = (0, result.shift) if result.slipped else (slips[0].start, slips[0].shift)
        raise InputError(
            "text.shifted",
            f"from about here on, each line matches the source {abs(shift)} "
            f"{'line' if abs(shift) == 1 else 'lines'} {'before' if shift > 0 else 'after'} it",
            file=spec.paths[1],
            line=line + 1,
            hint="look for a missing or an additional line; if the text is right as it is, set "
            "language_check: false in its entry",
        )


def check(*, source_lang: Language, target_lang: Language, corpus: Corpora, output: Output) -> None:
    """Check that parallel text is readable; record its lines and digests.

    Corpora are read completely, as a build would; each file's number of lines and SHA-256 digest
    are recorded.

    Args:
        output: the record, as JSON
    """
    specs = [parse_spec(text) for text in corpus]
    _check_order(specs, [source_lang, target_lang])
    for note in check_corpora(specs, [source_lang, target_lang], output):
        for warning in note["warnings"]:
            say(f"warning: {warning}")
        say(f"{note['name']}: {note['lines']} lines, {'read' if note['warnings'] else 'sound'}")


def export(
    corpus: Path,
    /,
    *,
    source: Output | None = None,
    target: Output | None = None,
    text: Output | None = None,
) -> str:
    """Write a Parquet file as plain text.

    Args:
        corpus (CORPUS.parquet): the Parquet file
        source: write the column source here (.gz: compressed)
        target: write the column target here (.gz: compressed)
        text: write the column text here (.gz: compressed)
    """
    from cdaflow.io.parquet import export_columns

    sides = {"source": source, "target": target, "text": text}
    outputs = {side: path for side, path in sides.items() if path is not None}
    if not outputs:
        raise ConfigError(
            "option.nothing-to-write",
            "nothing to write",
            hint="give --source and --target, or --text",
        )
    return f"{' '.join(outputs.values())}: {export_columns(corpus, outputs)} lines"


@exclusive("size", "size_of", required=True)
def sample(
    corpus: Path,
    /,
    *,
    size: int | None = None,
    size_of: Path | None = None,
    at_most: bool = False,
    output: Output,
    rest: Output | None = None,
    by_source: bool = False,
    apart: bool = False,
    drops: Output | None = None,
    seed: Seed = 1,
) -> str:
    """Take a seeded sample of a Parquet file, or split it in two.

    With --rest the other rows are written too, which makes a split.

    Args:
        corpus (CORPUS.parquet): the Parquet file
        size: rows to take
        size_of (FILE.parquet): take as many rows as this file has
        at_most: if the file has fewer rows, take all of them
        output: the sample
        rest: the rows that are not in the sample
        by_source: keep all translations of a sentence on one side (then --size is a minimum)
        apart: leave out of --rest pairs that share a side with the sample
        drops: with --apart, a TSV file with the number of pairs left out
    """
    from cdaflow.io.parquet import count_rows
    from cdaflow.text import sample as sampling

    if apart and not rest:
        raise ConfigError(
            "option.apart-without-rest",
            "--apart requires --rest",
            hint="give --rest FILE",
        )
    if drops and not apart:
        raise ConfigError(
            "option.drops-without-apart",
            "--drops requires --apart, whose lines it counts",
            hint="give --apart too",
        )
    rows = count_rows(size_of) if size_of else size or 0
    taken, left = sampling.sample(
        corpus, rows, output, seed, rest, by_source, at_most, apart, drops
    )
    return f"{output}: {taken} rows" + (f"; {rest}: {left}" if rest else "")


def fetch_opus(
    name: str,
    /,
    *,
    lang: Language,
    sha256: str,
    source: OutputPath,
    target: OutputPath,
) -> str:
    """Fetch a corpus of OPUS.

    English and the other language, as in its folder `moses`, over HTTPS. The archive must have the
    given digest; if it differs, the message explains how to find the right one.

    Args:
        name (CORPUS/VERSION): for example Tatoeba/v2023-04-12
        lang: the other language
        sha256 (DIGEST): SHA-256 digest of the archive, 64 hexadecimal digits
        source (TEXT): the English
        target (TEXT): the other language
    """
    from cdaflow.text.fetching import fetch_opus

    count = fetch_opus(name, sha256, ("en", lang), (source, target))
    return f"{source}, {target}: {count} pairs"


def fetch_sacrebleu(name: str, /, *, lang: Language, source: OutputPath, target: OutputPath) -> str:
    """Fetch a test set of sacrebleu.

    English source and the (first) reference, as `sacrebleu -t NAME --echo src ref` gives them, over
    HTTPS, checked by the MD5 that sacrebleu has of its archive.

    Args:
        name (NAME): for example wmt19
        lang: language of the reference
        source (TEXT): the English
        target (TEXT): the reference
    """
    from cdaflow.text.fetching import fetch_sacrebleu

    count = fetch_sacrebleu(name, ("en", lang), (source, target))
    return f"{source}, {target}: {count} pairs"


def show(corpus: Path, /, *, head: int = 10, id: int | None = None) -> None:
    """Print rows of a Parquet file as TSV.

    Args:
        corpus (CORPUS.parquet): the Parquet file
        head: rows to print
        id (ID): print this row, and the raw line it came from
    """
    from cdaflow.io.parquet import count_rows, languages_of, read_rows, read_schema, sides_of
    from cdaflow.text.ids import find_row

    names = read_schema(corpus).names
    columns = (*(name for name in ("id", "corpus") if name in names), *sides_of(corpus))
    if id is not None:
        row, origin = find_row(corpus, id, columns)
        rows = iter([row])
        say(origin)
    else:
        languages = f", {' -> '.join(codes)}" if (codes := languages_of(corpus)) else ""
        say(f"{corpus}: {count_rows(corpus)} rows{languages}")
        rows = islice(read_rows(corpus, columns), head)
    print("\t".join(columns))
    for row in rows:
        sys.stdout.write("\t".join(map(str, row)) + "\n")
