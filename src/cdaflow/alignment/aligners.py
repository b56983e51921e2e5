"""Word alignment: by eflomal, or by the model of fast_align (`cdaflow.alignment.fast_align`).

eflomal (Östling and Tiedemann 2016) is run as the program it installs (it is GPL: never
imported). It draws its random numbers from the operating system and has no seed: two runs on
the same files differ in some links. A workflow must therefore keep the Pharaoh file as an
artefact; all that is computed from it is then reproducible.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from cdaflow.alignment.fast_align import fast_align
from cdaflow.alignment.pharaoh import (
    Link,
    Pair,
    Words,
    format_links,
    grow_diag_final_and,
    intersection,
    read_pharaoh,
)
from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.files import batched, check_count, read_lines, write_lines
from cdaflow.io.parquet import read_texts
from cdaflow.io.recognition import Content
from cdaflow.io.repair import read_sentences
from cdaflow.progress import say
from cdaflow.text.ids import draws

#: Pairs with more words on a side are left without links: they are no sentences, and
#: alignment takes time that grows with the square of the length.
MAX_WORDS = 400

#: Rows that are sampled at a time.
_BLOCK = 1 << 14

#: What can make the links.
ALIGNERS = ("eflomal", "fast-align")

#: Below this many pairs eflomal samples SHORTENED times as often as it would by itself, which is
#: 80 times and more, in each of three models. Measured on the 3888 pairs of WinoMT (aws, our
#: words, one core, no extra text): 5 to 6 s instead of 10 to 14 s. Links agree with those of a
#: full run as those of a second full run do (F1 0.965 and 0.967 in Spanish, 0.935 and 0.939 in
#: Russian), the entity has the same links in 98.9 and 99.2 % (Spanish), 97.2 and 97.2 % (Russian),
#: and a listed noun is linked for 3520 and 3506 entities of the Spanish 3888. Fewer samplers or
#: simpler models (--n-samplers 1, -m 2) are as quick, but the entity's links change in 3 %.
FEW_PAIRS = 10_000
SHORTENED = 0.5

SYMMETRISATIONS: dict[str, Callable[[frozenset[Link], frozenset[Link]], set[Link]]] = {
    "grow-diag-final-and": grow_diag_final_and,
    "intersection": intersection,
    "forward": lambda forward, _: set(forward),
}


def align(
    pairs: Sequence[Pair],
    extra: Iterable[Pair] = (),
    *,
    aligner: str = "eflomal",
    symmetrisation: str = "grow-diag-final-and",
    program: str | None = None,
    threads: int = 1,
) -> list[set[Link]]:
    """Return the links of each of `pairs`, trained on them and on the pairs of `extra`.

    A small test set alone is aligned poorly: `extra` is any parallel text in the same words.
    `aligner`: one of ALIGNERS. `symmetrisation`: one of SYMMETRISATIONS; "forward" has for each
    target word one source word at most. `program` is the path of eflomal-align (default: beside
    this Python, then on PATH), `threads` are eflomal's. A pair with an empty side, or a side
    above MAX_WORDS, has no links.

    Raises ProgramError where eflomal is missing or fails, ConfigError for an unknown aligner.
    """
    if aligner not in ALIGNERS:
        raise ConfigError(
            "aligner.unknown",
            f"unknown aligner {aligner!r}",
            hint=f"known aligners: {', '.join(ALIGNERS)}",
        )
    symmetrise = SYMMETRISATIONS[symmetrisation]
    command = find_eflomal(program) if aligner == "eflomal" else ""
    alignable = [n for n, (source, target) in enumerate(pairs) if _alignable(source, target)]
    links: list[set[Link]] = [set() for _ in pairs]
    if not alignable:
        return links
    texts = [pairs[n] for n in alignable]
    extra = (pair for pair in extra if _alignable(*pair))
    if aligner == "fast-align":
        forward, reverse = _fast_align(texts, extra, both=symmetrisation != "forward")
    else:
        forward, reverse = _eflomal(command, chain(texts, extra), threads)
    # The pairs to be scored come first; the links of the extra text have done their work.
    for n, ahead, back in zip(alignable, forward, reverse, strict=False):
        links[n] = symmetrise(ahead, back)
    return links


def find_eflomal(program: str | None = None) -> str:
    """Return the path of eflomal-align; ProgramError if there is none."""
    beside = Path(sys.executable).parent / "eflomal-align"
    if program is None and beside.is_file():
        return str(beside)
    path = shutil.which(program or "eflomal-align")
    if path is None:
        raise ProgramError(
            "aligner.not-found",
            f"the word aligner {program or 'eflomal-align'} was not found",
            hint="install it (pip install eflomal==2.0.0; needs a C compiler), or give links "
            "with --alignment, or score with the lexicon alone",
        )
    return path


def _alignable(source: Words, target: Words) -> bool:
    return 0 < len(source) <= MAX_WORDS and 0 < len(target) <= MAX_WORDS


def _fast_align(
    pairs: Sequence[Pair], extra: Iterable[Pair], *, both: bool
) -> tuple[list[frozenset[Link]], list[frozenset[Link]]]:
    """Return the links of both directions, of each of `pairs` only."""
    trained_with = list(extra)
    forward = [frozenset(line) for line in fast_align(pairs, trained_with)]
    if not both:
        return forward, forward
    return forward, [frozenset(line) for line in fast_align(pairs, trained_with, reverse=True)]


def _eflomal(
    command: str, pairs: Iterable[Pair], threads: int
) -> tuple[list[frozenset[Link]], list[frozenset[Link]]]:
    """Return the links of both directions, of each pair."""
    with tempfile.TemporaryDirectory(prefix="cdaflow-align-") as name:
        folder = Path(name)
        lengths = _write_text(folder, pairs)
        return _run(command, folder, lengths, threads)


def _write_text(folder: Path, pairs: Iterable[Pair]) -> list[tuple[int, int]]:
    """Write the two text files of eflomal; return the word counts of each line."""
    lengths = []
    with (
        open(folder / "source", "w", encoding="utf-8", newline="\n") as sources,
        open(folder / "target", "w", encoding="utf-8", newline="\n") as targets,
    ):
        for source, target in pairs:
            sources.write(" ".join(source) + "\n")
            targets.write(" ".join(target) + "\n")
            lengths.append((len(source), len(target)))
    return lengths


def _run(
    command: str, folder: Path, lengths: Sequence[tuple[int, int]], threads: int
) -> tuple[list[frozenset[Link]], list[frozenset[Link]]]:
    arguments = [command, "--overwrite"]
    for option, file in zip(
        ("--source", "--target", "--forward-links", "--reverse-links"),
        ("source", "target", "forward", "reverse"),
        strict=True,
    ):
        arguments += [option, str(folder / file)]
    if len(lengths) < FEW_PAIRS:
        arguments += ["--length", str(SHORTENED)]
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "TMPDIR": str(folder)}
    done = subprocess.run(
        arguments, env=environment, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode != 0 or not (folder / "reverse").exists():
        last = (done.stderr.strip() or done.stdout.strip() or "it printed nothing").splitlines()[-1]
        raise ProgramError(
            "aligner.failed",
            f"{command} failed with exit status {done.returncode}: {last}",
            hint="the usual cause is too little memory: give less extra text",
        )
    return read_pharaoh(folder / "forward", lengths), read_pharaoh(folder / "reverse", lengths)


def read_pairs(
    path: str | os.PathLike[str],
    split_source: Callable[[str], list[str]],
    split_target: Callable[[str], list[str]],
    limit: int | None = None,
    seed: int = 1,
) -> Iterator[Pair]:
    """Yield the word-split pairs of a Parquet corpus (columns source, target) or a TSV.

    `limit` is the greatest number of pairs taken: a sample of the whole file, since corpora stand
    in it one behind the other. Raises InputError for a file of neither kind.
    """
    packed = str(path).endswith(".parquet")
    lines = read_texts(path, ("source", "target")) if packed else _tsv_pairs(path)
    for source, target in lines if limit is None else sampled(lines, limit, seed):
        yield split_source(source), split_target(target)


def sampled(lines: Iterable[tuple[str, ...]], size: int, seed: int) -> list[tuple[str, ...]]:
    """Return `size` rows sampled uniformly in one pass, in their order; all where there are fewer.

    Each row has a number that its position and the seed decide, and the smallest are taken, so
    that a smaller sample lies inside a larger one. Memory: the rows of the sample.
    """
    if size < 1:
        return []
    sample: dict[int, tuple[str, ...]] = {}
    keys = np.empty(0, dtype=np.uint64)
    positions = np.empty(0, dtype=np.uint64)
    start = 0
    for block in batched(lines, _BLOCK):
        numbers = np.arange(start, start + len(block), dtype=np.uint64)
        positions = np.concatenate([positions, numbers])
        keys = np.concatenate([keys, draws(numbers, seed)])
        if len(keys) > size:
            chosen = np.argpartition(keys, size - 1)[:size]
            keys, positions = keys[chosen], positions[chosen]
        rest = {
            position: block[position - start]
            for position in positions.tolist()
            if position >= start
        }
        sample = {
            position: sample[position] for position in positions.tolist() if position < start
        } | rest
        start += len(block)
    return [sample[position] for position in sorted(sample)]


def _tsv_pairs(path: str | os.PathLike[str]) -> Iterator[tuple[str, ...]]:
    for number, line in enumerate(read_lines(path, Content.TABLE), 1):
        cells = line.split("\t")
        if len(cells) < 2:
            raise InputError(
                "extra-text.no-tab",
                "the line has no tab; expected source, tab, target",
                file=path,
                line=number,
            )
        yield cells[0], cells[1]


def write_alignment(path: str | os.PathLike[str], links: Sequence[set[Link]]) -> None:
    """Write a Pharaoh file, whole or not at all, and say how many pairs have links."""
    write_lines(path, (format_links(line) for line in links))
    say(f"{sum(map(bool, links))} of {len(links)} pairs have links")


def read_line_pairs(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    split_source: Callable[[str], list[str]],
    split_target: Callable[[str], list[str]],
) -> list[Pair]:
    """Return the word-split pairs of two line-aligned text files.

    In the target, `source ||| translation` stands for the translation, and what other programs did
    to the text is undone, as `translations.read_translations` has it, so that the links fit the
    words that are scored. Raises InputError where the numbers of lines differ, or there
    is no line.
    """
    sources = list(read_sentences(source))
    targets = list(read_sentences(target, Content.TRANSLATIONS))
    check_count(
        target,
        targets,
        len(sources),
        f"the source {source} has {len(sources)}",
        hint="line n of one file must be the translation of line n of the other",
    )
    if not sources:
        raise InputError(
            "extra-text.empty", "the file is empty: there is nothing to align", file=source
        )
    return [
        (split_source(source_line), split_target(target_line.rpartition("|||")[2].strip()))
        for source_line, target_line in zip(sources, targets, strict=True)
    ]
