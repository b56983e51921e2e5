"""Training data: data sets, mixed by weight, as the plain text that Marian reads."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, digest
from cdaflow.io.pairs import kind_of, read_pairs
from cdaflow.io.parquet import count_rows, read_texts
from cdaflow.nmt.links import COLUMN, PieceLinks, bad_links, has_links
from cdaflow.nmt.vocabulary import Segment
from cdaflow.progress import progress, say


@dataclass(frozen=True)
class DataSet:
    """Pairs of a file (Parquet or TSV), or of two text files, and how often an epoch has each.

    `target`: of two text files the second. Weight 1 takes the file as it is, 2 each pair twice, 0.5
    a random half (exactly half the pairs, sampled by the seed), 1.5 each pair once and a random
    half again.
    """

    path: Path
    weight: float = 1.0
    target: Path | None = None

    @property
    def files(self) -> list[str]:
        """Its file, or its two files of text, as the readers of pairs take them."""
        return [str(path) for path in (self.path, self.target) if path is not None]

    @property
    def digest(self) -> str:
        """The SHA-256 of its file; of two files both, with a blank between them."""
        return " ".join(map(digest, self.files))

    def __str__(self) -> str:
        return ",".join(self.files)


def parse_data_set(text: str) -> DataSet:
    """Return the data set of "FILE[:WEIGHT]" or "SOURCE,TARGET[:WEIGHT]".

    Raises InputError at a weight that is none.
    """
    files, colon, weight = text.rpartition(":")
    if not colon or _exists(text):
        return parse_pairs(text)
    try:
        number = float(weight)
    except ValueError:
        return parse_pairs(text)  # a colon inside the name
    if not 0 < number < 1e6:
        raise InputError(
            "weight.out-of-range", f"the weight {weight} of a data set must be above 0", file=files
        )
    return replace(parse_pairs(files), weight=number)


def parse_pairs(text: str) -> DataSet:
    """Return the data set of "FILE" or "SOURCE,TARGET"; a file may have a comma in its name."""
    source, comma, target = text.partition(",")
    if comma and source and target and not _exists(text):
        return DataSet(Path(source), target=Path(target))
    return DataSet(Path(text))


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:  # no name of a file is so long
        return False


def write_mixture(
    sets: Sequence[DataSet],
    source: Path,
    target: Path,
    *,
    seed: int,
    what: str,
    segment: tuple[Segment, Segment] | None = None,
    links: tuple[Path, PieceLinks] | None = None,
) -> list[int]:
    """Write data sets one after another as two aligned text files; return lines per set.

    `segment`: what makes of a line of each side what is written, where that is not the line itself.
    `links`: a third file, aligned with them, and what makes its lines of the column `links`; the
    lines of a data set without that column are empty.

    The order is that of the files (Marian shuffles, by its own seed, in each epoch). Pairs with
    an empty side are left out, since they teach nothing. Both files appear only when whole.

    Raises InputError for a data set that gives no pair: the others would be another mixture, and
    the model another system than the one that was asked for.
    """
    counts = []
    with ExitStack() as stack:
        sources, targets = (stack.enter_context(atomic_text(path)) for path in (source, target))
        linked = stack.enter_context(atomic_text(links[0])) if links else None
        for number, data_set in enumerate(sets):
            written = empty = 0
            columns = ["source", "target"]
            if links and has_links(*data_set.files):
                columns.append(COLUMN)
            # Each set draws its own numbers: adding one leaves the others' samples alone.
            chosen = _sampled(data_set, columns, random.Random(f"{seed}:{number}"))
            for row, texts in progress(chosen, f"{what} {data_set.path.name}", unit="pair"):
                left, right, *link_cells = texts
                if segment is not None:
                    left, right = segment[0](left), segment[1](right)
                if not left.strip() or not right.strip():
                    empty += 1
                    continue
                if linked and links:
                    try:
                        line = links[1].line(*texts) if link_cells else ""
                    except ValueError as error:
                        raise bad_links(error, data_set.path, row) from None
                    linked.write(line + "\n")
                sources.write(left + "\n")
                targets.write(right + "\n")
                written += 1
            if empty:
                say(f"{data_set}: {empty} pairs with an empty side dropped")
            if not written:
                raise _no_pairs(data_set, what)
            counts.append(written)
    return counts


def _no_pairs(data_set: DataSet, what: str) -> InputError:
    rows = _count(data_set)
    if rows and round(data_set.weight * rows) == 0:
        hint = (
            f"the data set has {rows} pairs: give a larger weight, or leave it out of the mixture"
        )
    else:
        hint = "look at the counts of the steps before (a filter has dropped everything), or leave "
        hint += "the data set out of the mixture"
    return InputError(
        "dataset.no-pairs",
        f"this data set gives no pairs for {what} (weight {data_set.weight:g})",
        file=data_set.path,
        hint=hint,
    )


def _sampled(
    data_set: DataSet, columns: Sequence[str], numbers: random.Random
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield pairs of a set with their rows, by its weight: whole passes, then a random sample."""
    passes, fraction = divmod(data_set.weight, 1)
    for _ in range(int(passes)):
        yield from enumerate(_read(data_set, columns), 1)
    if fraction == 0:
        return
    # Selection sampling (Knuth, The Art of Computer Programming, vol. 2, 3.4.2, algorithm S):
    # exactly `needed` of `left` rows in file order, in one pass and no memory.
    left = _count(data_set)
    needed = round(fraction * left)
    for row, texts in enumerate(_read(data_set, columns), 1):
        if needed and numbers.random() * left < needed:
            needed -= 1
            yield row, texts
        left -= 1


def _read(data_set: DataSet, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield columns of text of a data set, row by row; InputError as the readers of each kind."""
    if kind_of(data_set.files) == "parquet":
        yield from read_texts(data_set.path, columns)
        return
    for batch in read_pairs(data_set.files, columns):
        texts = (batch.column(name).to_pylist() for name in columns)
        yield from zip(*texts, strict=True)


def _count(data_set: DataSet) -> int:
    """Return how many pairs a data set has; text is read through."""
    if kind_of(data_set.files) == "parquet":
        return count_rows(data_set.path)
    return sum(batch.num_rows for batch in read_pairs(data_set.files))
