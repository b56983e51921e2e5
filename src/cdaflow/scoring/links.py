"""The word links by which WinoMT finds an entity in a translation: read, or made here."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.alignment.pharaoh import Link, Pair, check_links, read_pharaoh, to_words
from cdaflow.alignment.words import splitter, word_indices
from cdaflow.io.files import digest
from cdaflow.option_types import Count, Value
from cdaflow.statistics import UNNAMED

if TYPE_CHECKING:
    from cdaflow.statistics.warnings import Warnings

Units = Literal["words", "tokens"]


@dataclass(frozen=True)
class TrainingText:
    """Text that the word aligners are trained on, beside the text itself.

    Attributes:
        extra: parallel text to align together with the translations: .parquet (columns source,
            target) or TSV; without it a small test set is aligned poorly
        extra_limit: at most N pairs of each file, sampled
        extra_seed: seed of this sample
        eflomal (PATH): path of eflomal-align, if it is not on PATH
    """

    extra: Sequence[Path] = ()
    extra_limit: Count = 200_000
    extra_seed: int = 1
    eflomal: str | None = None


def _name(text: str) -> str:
    if not re.fullmatch(r"[^|\s]+", text):
        raise ArgumentTypeError("a word without | is expected")
    return text


#: What a signature calls a file that a program outside of cdaflow may have made.
SignatureName = Annotated[str, Value(_name)]


@dataclass(frozen=True)
class AlignmentFiles:
    """Word alignment.

    Attributes:
        aligner: the word aligner, if --alignment is not given (none: only the word list finds the
            entity; default: eflomal)
        alignment: links in Pharaoh format, of cdaflow score align or of any aligner
        alignment_units: what these links count: words as cdaflow splits them, or white-space tokens
        alignment_name (NAME): what made these links, for the signature (eflomal-2.0.0); reports
            without a name are not compared
    """

    aligner: Literal["eflomal", "fast-align", "none"] | None = None
    alignment: Path | None = None
    alignment_units: Units = "words"
    alignment_name: SignatureName = UNNAMED


def links_of(
    pairs: Sequence[Pair],
    texts: Sequence[tuple[str, str]],
    language: str,
    files: AlignmentFiles,
    training: TrainingText,
) -> tuple[Sequence[frozenset[Link]] | None, str, Warnings]:
    """Return the links over words of each pair, what made them, and lines with too few of them.

    `pairs` are the words of `texts`. The links are None without an aligner.
    """
    if files.alignment is not None:
        links = _read(files.alignment, files.alignment_units, pairs, texts, language)
        lengths = [(len(source), len(target)) for source, target in pairs]
        # Moses' split hyphens, and the words of a token, are linked otherwise.
        units = "" if files.alignment_units == "words" else f"/{files.alignment_units}"
        made_by = f"{files.alignment_name}{units}"
        return links, made_by, check_links(files.alignment, links, lengths)
    aligner = files.aligner or "eflomal"
    if aligner == "none":
        return None, "none", []
    # Imported here, since reading Parquet takes a second to import.
    from cdaflow.alignment.aligners import align, read_pairs

    extra = (
        pair
        for path in training.extra
        for pair in read_pairs(
            path, splitter("en"), splitter(language), training.extra_limit, training.extra_seed
        )
    )
    aligned = align(pairs, extra, aligner=aligner, program=training.eflomal)
    return [frozenset(line) for line in aligned], _signed_aligner(aligner, training), []


def _signed_aligner(aligner: str, training: TrainingText) -> str:
    """Return what made links, as a signature has it: the program, what it was trained with."""
    from cdaflow.alignment.aligners import find_eflomal

    is_own = training.eflomal is not None and aligner == "eflomal"
    name = (
        f"{aligner}@{digest(find_eflomal(training.eflomal))[:12]}"
        if is_own
        else aligner_name(aligner)
    )
    texts = "".join(f"+{digest(path)[:12]}" for path in training.extra)
    sample = f"/{training.extra_limit}/{training.extra_seed}" if texts else ""
    return f"{name}{texts}{sample}"


def _read(
    path: Path,
    units: Units,
    pairs: Sequence[Pair],
    texts: Sequence[tuple[str, str]],
    language: str,
) -> list[frozenset[Link]]:
    """Return the links of a file over words, whatever units it counts."""
    if units == "words":
        return read_pharaoh(path, [(len(source), len(target)) for source, target in pairs])
    english, foreign = splitter("en"), splitter(language)
    links = read_pharaoh(path, [(len(s.split()), len(t.split())) for s, t in texts])
    return [
        to_words(line, word_indices(s, english), word_indices(t, foreign))
        for line, (s, t) in zip(links, texts, strict=True)
    ]


def aligner_name(aligner: str) -> str:
    """Return the name of an aligner with its version, where it is a program of its own."""
    if aligner != "eflomal":
        return aligner
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"eflomal-{version('eflomal')}"
    except PackageNotFoundError:
        return "eflomal"
