"""Pairs of a source and its translation from files, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.batches import batched
from cdaflow.io.files import tsv_lines
from cdaflow.io.repair import read_sentences
from cdaflow.rewriting.rewriter import Rewrite, Rewriter
from cdaflow.trees import Sentence, read_conllu

#: A sentence of English and its translation.
Pair = tuple[Sentence, Sentence]

_CHUNK = 1024


def read_pairs(
    language: str,
    *,
    texts: tuple[Path | None, Path | None] = (None, None),
    trees: tuple[Path | None, Path | None] = (None, None),
    models: Path | None = None,
    threads: int = 1,
) -> tuple[int | None, Iterator[Pair]]:
    """Return the number of pairs, if known, and the pairs: from trees, or from texts with `models`.

    `texts`, `trees`: the files of the sources and of the translations.

    Raises ConfigError where one side lacks, or both are given; InputError, once they are read,
    where the sides have not as many sentences.
    """
    if all(trees) and not any(texts):
        source, target = (read_conllu(path) for path in trees if path is not None)
        return None, _paired(source, target, trees[1])
    if any(trees) or not all(texts) or models is None:
        raise ConfigError(
            "option.texts-or-trees",
            "give --english and --target with --models, or --english-trees and --target-trees",
        )
    from cdaflow.trees.annotate import annotate, load_annotator

    sides: list[Iterable[Sentence]] = []
    lines = [list(read_sentences(path)) for path in texts if path is not None]
    if len(lines[0]) != len(lines[1]):
        raise InputError(
            "translations.line-count",
            f"{len(lines[1])} lines, but the sources have {len(lines[0])}",
            file=texts[1],
        )
    for code, side in zip(("en", language), lines, strict=True):
        annotator = load_annotator(models, code, threads=threads)
        numbered = ((str(number), text) for number, text in enumerate(side, 1))
        sides.append(annotate(numbered, annotator))
    return len(lines[0]), _paired(sides[0], sides[1], texts[1])


def _paired(
    source: Iterable[Sentence], target: Iterable[Sentence], path: Path | None
) -> Iterator[Pair]:
    first, second = iter(source), iter(target)
    count = 0
    for english in first:
        translation = next(second, None)
        if translation is None:
            raise InputError(
                "translations.too-few-sentences",
                f"the sources have more sentences than the {count} here",
                file=path,
            )
        yield english, translation
        count += 1
    if next(second, None) is not None:
        raise InputError(
            "translations.too-many-sentences",
            f"more sentences than the {count} of the sources",
            file=path,
        )


def rewrites(pairs: Iterable[Pair], rewriter: Rewriter, gender: str) -> Iterator[Rewrite]:
    """Yield what is offered for each pair, in order; some thousand are rewritten at a time."""
    for chunk in batched(pairs, _CHUNK):
        english, target = zip(*chunk, strict=True)
        yield from rewriter.rewrite(target, english, gender)


def reason_lines(found: Sequence[Rewrite]) -> Iterator[str]:
    """Return the lines of a table of why nothing is offered, the header first."""
    return tsv_lines(
        ("line", "cause", "detail"),
        (
            (str(number), rewrite.cause, rewrite.detail)
            for number, rewrite in enumerate(found, 1)
            if rewrite.cause
        ),
    )
