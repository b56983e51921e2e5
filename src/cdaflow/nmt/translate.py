"""Translation: one line out for each line in, whatever the lines hold; its shards put together."""

from __future__ import annotations

import math
import os
import tempfile
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import pyarrow as pa

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import strings, take
from cdaflow.io.files import atomic_text, read_lines, write_lines
from cdaflow.io.formats import lines_of
from cdaflow.io.parquet import (
    MONO_SIDES,
    PAIR_SIDES,
    read_batches,
    read_schema,
    read_texts,
    rows_with_lines,
    write_batches,
)
from cdaflow.io.recognition import Content
from cdaflow.langid import NAMES, other_language
from cdaflow.nmt.details import BLANK, split_answers
from cdaflow.nmt.model import Model, check_model, origin, segmenters
from cdaflow.nmt.recipe import DECODE_DEFAULTS, RESERVED, Options
from cdaflow.nmt.vocabulary import Segmenter
from cdaflow.progress import say

Side = Literal["source", "target"]

#: The decoders by name, as the configuration and `--decoder` have them.
DECODERS = ("marian", "ctranslate2")


#: Number of characters that a model cannot read which a message names.
_SHOWN_UNREAD = 8


class Decoder(Protocol):
    """Translates lines; `cdaflow.nmt.translate` sees to everything around it."""

    @property
    def gpus(self) -> Sequence[int]:
        """The numbers of the GPUs it uses; none: the CPU."""

    def decode(self, model: Model, options: Options, work: Path, total: int, log: Path) -> None:
        """Translate the `total` lines of the file work/source into as many of work/target.

        None of the lines is blank. `options` are Marian's, as of `decode_options`, and mean the
        same to every decoder. Messages of an outside program are appended to `log`.

        Raises ConfigError for an option or a model that it cannot do, ProgramError where it fails.
        """

    def explain(self, model: Model, options: Options, work: Path, total: int, log: Path) -> None:
        """Translate likewise, with details, as Marian writes them: see `details.OPTIONS`.

        They go to work/answers. Raises ConfigError where the decoder has none.
        """


def decode_options(
    model: Model, *, gpu: bool = False, beam: int | None = None, sample: int | None = None
) -> Options:
    """Return the options to decode a model with: defaults, its own, those for GPUs, `beam`.

    `sample`: a seed, by which translations are drawn at random in place of the search.
    """
    settings = model.decode | (model.gpu_decode if gpu else {})
    overrides: Options = {k: v for k, v in settings.items() if k not in RESERVED["decode"]}
    options = DECODE_DEFAULTS | overrides
    if beam is not None:
        options["beam-size"] = beam
    if sample is not None:
        options |= {"beam-size": 1, "output-sampling": ["full", "1.0"], "seed": sample}
    return options


#: Subwords are shorter than words; text without spaces has about this many characters a subword.
_CHARACTERS_A_SUBWORD = 6

#: Marks of subwords, of SentencePiece and of BPE, and the largest share of lines with them.
_MARKS = ("\u2581", "@@")
_MOST_MARKED = 0.01


@dataclass(frozen=True)
class Counts:
    """What a translation met: lines in all, blank ones, and ones too long to be whole."""

    lines: int
    blank: int
    long: int


def translate(
    model: Model,
    source: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    decoder: Decoder,
    beam: int | None = None,
    sample: int | None = None,
    column: str = "source",
    shard: tuple[int, int] | None = None,
    log: str | os.PathLike[str] | None = None,
    details: str | os.PathLike[str] | None = None,
    language: str = "",
) -> Counts:
    """Translate the lines of `source` into `output`, one line for each; return the counts.

    `source` is text (compressed or not) or a Parquet file, of which `column` is taken; `shard`:
    (K, N) for the K-th of N runs of its lines. Blank lines stay blank and never reach the decoder.
    Marian silently ends the whole translation at a line of more than max-length subwords; here such
    a line is cut instead (by each decoder) and reported. `output` appears only when whole (.gz is
    compressed). `sample`: a seed, by which translations are drawn at random from the model's
    distribution (a decoder of one thread draws the same ones again). Messages of an outside program
    go to `log`. `details`: a second output, with subwords, log probabilities and attention of each
    line, see `cdaflow.nmt.details`.
    `language`: of the translations, ISO 639-1, "" for not checked.

    Raises InputError for a faulty model or input, for a model of another language by its model.yml
    or by what it writes, and where more than 1 % of the lines hold marks
    of subwords: text that was not segmented, or not joined, as the model wants it. ConfigError for
    a model that the decoder cannot do, ProgramError where the decoder fails, is stopped, or gives
    another number of lines than it got.
    """
    check_model(model)
    trained = origin(model)["language"]
    if language and trained not in ("", language):
        raise InputError(
            "model.other-language",
            f"this model was trained to translate into {trained!r}, not into {language!r}",
            file=model.file,
            hint="give the right model or --lang",
        )
    options = decode_options(model, gpu=bool(decoder.gpus), beam=beam, sample=sample)

    limit = int(str(options["max-length"]))

    def decode(work: Path, total: int, log: Path) -> None:
        if unread := _unread(read_lines(work / "source"), segmenters(model)[0]):
            say(f"{source}: {unread}")
        if details is None:
            decoder.decode(model, options, work, total, log)
        else:
            decoder.explain(model, options, work, total, log)
            outputs = answers(work / "answers")
            split_answers(model, read_lines(work / "source"), outputs, work, limit)
        _check_joined(work, model)
        if looks := other_language(answers(work / "target"), language):
            raise InputError(
                "translations.other-language",
                f"the output of this model is not {NAMES[language]}; it looks like {looks}",
                file=model.file,
                hint="give the right model or --lang; without --lang the language of the "
                "translations is not checked",
            )

    return translate_lines(
        source, output, decode, limit, column=column, shard=shard, log=log, details=details
    )


#: Translates the lines of work/source into work/target: the folder, how many, the log of messages.
Decode = Callable[[Path, int, Path], None]


def translate_lines(
    source: str | os.PathLike[str],
    output: str | os.PathLike[str],
    decode: Decode,
    limit: float = math.inf,
    *,
    column: str = "source",
    shard: tuple[int, int] | None = None,
    log: str | os.PathLike[str] | None = None,
    details: str | os.PathLike[str] | None = None,
) -> Counts:
    """Translate the lines of `source` that are not blank by `decode`; see `translate`.

    With `details`, `decode` writes work/details as well. Lines of more than about `limit` subwords
    are counted and reported.
    """
    final = Path(output)
    final.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=final.parent, prefix=".cdaflow-translate-") as name:
        work = Path(name)
        blanks = array("Q")
        sieve = _Sieve(blanks, limit)
        total = write_lines(work / "source", sieve.full_lines(_lines(source, column, shard)))
        if sieve.long:
            say(
                f"{source}: {sieve.long} lines (the first is line {sieve.first_long}) have more "
                f"than about {limit} subwords; the rest of these lines is not translated (split "
                "the lines, or raise max-length in the recipe's `decode`)"
            )
        translated: Iterable[str] = ()
        described: Iterable[str] = ()
        if total:
            decode(work, total, Path(log) if log else work / "log")
            translated = answers(work / "target")
            described = answers(work / "details")
        if details is not None:
            _join(Path(details), described, blanks, total, blank=BLANK)
        _join(final, translated, blanks, total)
    return Counts(total + len(blanks), len(blanks), sieve.long)


class _Sieve:
    """Takes the blank lines out of a text and remembers where they stood."""

    def __init__(self, blanks: array[int], limit: float) -> None:
        self.blanks = blanks
        self.limit = limit
        self.long = 0
        self.first_long = 0

    def full_lines(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines that are not blank."""
        for number, line in enumerate(lines):
            if not line.strip():
                self.blanks.append(number)
                continue
            # At most one subword a character, so that short lines need no closer look.
            if len(line) >= self.limit and (
                len(line.split()) >= self.limit or len(line) > _CHARACTERS_A_SUBWORD * self.limit
            ):
                self.long += 1
                self.first_long = self.first_long or number + 1
            yield line


def _lines(
    source: str | os.PathLike[str], column: str, shard: tuple[int, int] | None
) -> Iterator[str]:
    if str(source).endswith(".parquet"):
        return (text for (text,) in read_texts(source, (column,), shard))
    return (line for _, line in lines_of(source, shard, Content.SENTENCES))


def _unread(lines: Iterable[str], segmenter: Segmenter) -> str:
    """Return in how many lines a model cannot read a character, and which; "" for none."""
    characters: Counter[str] = Counter()
    number = 0
    for line in lines:
        unread = segmenter.unread(line)
        characters.update(unread)
        number += bool(unread)
    if not number:
        return ""
    most = " ".join(part for part, _ in characters.most_common(_SHOWN_UNREAD))
    return (
        f"{number} lines have characters that are not in the vocabulary of the model and are "
        f"ignored ({len(characters)}, most often {most})"
    )


def _check_joined(work: Path, model: Model) -> None:
    """Raise InputError where more than a few translations hold marks of subwords.

    A mark that the source has as well may be its own.
    """
    lines = marked = 0
    example = ""
    for source, target in zip(read_lines(work / "source"), answers(work / "target"), strict=True):
        lines += 1
        if any(mark in target and mark not in source for mark in _MARKS):
            marked += 1
            example = example or target
    if marked > _MOST_MARKED * lines:
        raise InputError(
            "translations.subword-marks",
            f"{marked} of {lines} translations of this model contain subword marks "
            f"({', '.join(_MARKS)}), such as {example[:80]!r}",
            file=model.file,
            hint="give the vocabularies (with YAML vocabularies also the SentencePiece models, "
            "--spm) that the model was trained with",
        )


def answers(path: Path) -> Iterator[str]:
    """Yield the lines that a decoder has written, each of them one line."""
    # A model with subwords of bytes may put bytes together that are no character.
    with open(path, encoding="utf-8", errors="replace", newline="\n") as handle:
        for line in handle:
            yield line.removesuffix("\n").replace("\r", " ")


def _join(
    output: Path, translated: Iterable[str], blanks: array[int], total: int, blank: str = ""
) -> None:
    """Write the translations with the blank lines, as `blank`, put back where they stood."""
    at = iter(translated)
    gap = iter(blanks)
    next_blank = next(gap, None)
    with atomic_text(output) as handle:
        for number in range(total + len(blanks)):
            if number == next_blank:
                handle.write(blank + "\n")
                next_blank = next(gap, None)
            else:
                handle.write(next(at) + "\n")


def gather_translations(
    shards: Sequence[str],
    corpus: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    column: str | None = None,
    side: Side = "target",
) -> tuple[int, int]:
    """Write the text of a corpus and its translation as pairs; return pairs and blank ones.

    `shards` are the outputs of `cdaflow.nmt.translate` for 1/N, ..., N/N, in order. `column`: the
    text that was translated (default: source, or text of a monolingual corpus). `side`: what the
    translation is of the pair; the text is the other.

    The pairs have the columns id, source, target, then the others of the corpus, and its order.
    Rows whose translation is blank are left out, and counted. Raises InputError where a file is at
    fault or the lines are not as many as the rows.
    """
    if os.path.realpath(output) in map(os.path.realpath, (*shards, corpus)):
        raise ConfigError("output.replaces-input", f"the output would replace the input {output}")
    before = read_schema(corpus)
    if "id" not in before.names:
        raise InputError(
            "corpus.no-id-column",
            "the corpus has no column id; every pair needs a permanent id",
            file=corpus,
        )
    column = column or next((n for n in ("source", *MONO_SIDES) if n in before.names), "source")
    other: Side = "source" if side == "target" else "target"
    extra = [field for field in before if field.name not in ("id", column, *PAIR_SIDES)]
    fields = [before.field("id"), *(pa.field(s, pa.string(), nullable=False) for s in PAIR_SIDES)]
    schema = pa.schema([*fields, *extra], before.metadata)
    blank = 0

    def pairs() -> Iterator[pa.RecordBatch]:
        nonlocal blank
        names = ["id", column, *(field.name for field in extra)]
        lines = chain.from_iterable(map(read_lines, shards))
        for batch, texts in rows_with_lines(
            read_batches(corpus, names),
            lines,
            text=shards[0] if len(shards) == 1 else f"{shards[0]} ... {shards[-1]}",
            rows=str(corpus),
            hint=f"expected one line for each row, from `cdaflow nmt translate --input {corpus} "
            f"--column {column} --shard K/{len(shards)}`, all shards in order",
        ):
            both: dict[str, pa.Array] = {side: strings(texts), other: batch.column(column)}
            rest = [batch.column(field.name) for field in extra]
            columns = [batch.column("id"), *(both[s] for s in PAIR_SIDES), *rest]
            filled = np.flatnonzero([bool(text) for text in texts])
            blank += len(texts) - len(filled)
            yield take(pa.RecordBatch.from_arrays(columns, schema=schema), filled)

    return write_batches(output, schema, pairs()), blank
