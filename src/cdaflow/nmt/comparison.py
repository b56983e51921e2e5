"""The same text by two decoders: how many lines are identical, and what that is in BLEU."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, ProgramError
from cdaflow.io.files import read_lines, write_lines
from cdaflow.io.parquet import read_texts
from cdaflow.io.repair import read_sentences
from cdaflow.nmt.model import Model
from cdaflow.nmt.translate import Decoder, translate

#: Decoders whose BLEU differs by more than this do not do the same.
TOLERANCE = 0.1


@dataclass(frozen=True)
class Sample:
    """Sentences and, where there are some, their references."""

    sources: Sequence[str]
    references: Sequence[str] | None = None


def read_sample(
    source: str | os.PathLike[str],
    lines: int,
    *,
    column: str = "source",
    reference: str | os.PathLike[str] | None = None,
    reference_column: str = "target",
) -> Sample:
    """Return the first lines (or rows) of a text, with those of the reference if one is given."""
    sides = [list(islice(_read(source, column), lines))]
    if reference is not None:
        sides.append(list(islice(_read(reference, reference_column), lines)))
        if len(sides[1]) != len(sides[0]):
            raise ConfigError(
                "sample.line-counts", f"{source} and {reference} differ in their numbers of lines"
            )
    return Sample(sides[0], sides[1] if reference is not None else None)


def _read(path: str | os.PathLike[str], column: str) -> Any:
    if str(path).endswith(".parquet"):
        return (text for (text,) in read_texts(path, (column,)))
    return read_sentences(path)


def compare_decoders(
    model: Model, sample: Sample, decoders: Mapping[str, Decoder], *, language: str = ""
) -> dict[str, Any]:
    """Translate a sample with two decoders; return their agreement as JSON values.

    `lines`, `identical`; `bleu_between`: of the second against the first; `decoders`: for each its
    `seconds`, and its `bleu` against the references or None. `language`: of the translation, for
    the tokeniser of BLEU.
    """
    from cdaflow.statistics.sacre import metrics_for

    if not any(line.strip() for line in sample.sources):
        raise ConfigError(
            "sample.empty", "the sample has no sentences, so the decoders cannot be compared"
        )
    metric = metrics_for(language)["bleu"]
    outputs: dict[str, list[str]] = {}
    results: dict[str, dict[str, float | None]] = {}
    with tempfile.TemporaryDirectory(prefix="cdaflow-compare-") as folder:
        source = Path(folder) / "source.txt"
        write_lines(source, sample.sources)
        for name, decoder in decoders.items():
            start = time.perf_counter()
            translate(model, source, Path(folder) / name, decoder=decoder)
            seconds = time.perf_counter() - start
            outputs[name] = list(read_lines(Path(folder) / name))
            bleu = None
            if sample.references is not None:
                bleu = float(metric.corpus_score(outputs[name], [sample.references]).score)
            results[name] = {"seconds": seconds, "bleu": bleu}
    first, second = outputs.values()
    return {
        "lines": len(first),
        "identical": sum(a == b for a, b in zip(first, second, strict=True)),
        "bleu_between": float(metric.corpus_score(second, [first]).score),
        "decoders": results,
    }


def check_agreement(report: Mapping[str, Any], tolerance: float = TOLERANCE) -> None:
    """Raise ProgramError where the BLEU of two decoders differs by more than `tolerance`.

    Without references the BLEU of one against the other must be that of equal texts, 100, but for
    `tolerance` times ten: a line that differs by a tie costs there what it would not against a
    reference.
    """
    (first, a), (second, b) = report["decoders"].items()
    if a["bleu"] is not None:
        difference = abs(a["bleu"] - b["bleu"])
        allowed, what = tolerance, f"{first} {a['bleu']:.2f}, {second} {b['bleu']:.2f} BLEU"
    else:
        difference = 100 - report["bleu_between"]
        allowed, what = 10 * tolerance, f"BLEU between them {report['bleu_between']:.2f}"
    if difference > allowed:
        raise ProgramError(
            "decoder.disagreement",
            f"{first} and {second} translate differently: {what}; "
            f"{report['identical']} of {report['lines']} lines are identical",
            hint="use the same decoder for all systems that are compared",
        )
