"""The files that alternatives are scored from, and whether two of them belong together.

A file is JSON Lines of `cdaflow.alternatives` (.jsonl), or text: a line has the translation, or
the masculine and the feminine one with a tab between where they differ, as in the processed files
of Garg et al. (2024). Text has no sources, and nobody is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.alternatives.structures import Alternatives, group, read_alternatives
from cdaflow.errors import InputError
from cdaflow.io.files import check_count, read_lines
from cdaflow.io.recognition import Content
from cdaflow.scoring.sanity import check, check_references, copied
from cdaflow.scoring.translations import repaired_lines
from cdaflow.statistics.warnings import Kind, Warnings

#: Rows that must decide, and the share of them, before a whole file is taken to be wrong.
_LEAST, _SHARE = 5, 0.8


@dataclass(frozen=True)
class Side:
    """The reference or the hypothesis: its file, its sentences, whether it is plain text."""

    path: Path
    items: Sequence[Alternatives]
    is_text: bool

    @property
    def has_people(self) -> bool:
        """Whether the people of any sentence are known."""
        return any(item.entities is not None for item in self.items)

    @property
    def masculine(self) -> list[str]:
        """The all-masculine text of each sentence."""
        return [item.masculine for item in self.items]

    @property
    def feminine(self) -> list[str]:
        """The all-feminine text of each sentence."""
        return [item.feminine for item in self.items]


def read_side(path: Path) -> Side:
    """Return the sentences of a file; InputError, with file and line, where it is none.

    A file is JSON Lines by its name (.jsonl, .jsonl.gz), or where its first line is an object.
    """
    is_named = path.name.endswith((".jsonl", ".jsonl.gz"))
    is_json = is_named or next(read_lines(path), "").startswith('{"')
    items = list(read_alternatives(path) if is_json else _read_text(path))
    if not items:
        raise InputError("file.empty", "the file is empty: there is nothing to score", file=path)
    return Side(path, items, not is_json)


def _read_text(path: Path) -> Iterator[Alternatives]:
    # Released sets have the quotes of a CSV writer in some lines, and are scored as they are.
    lines = repaired_lines(path, read_lines(path, Content.TRANSLATIONS))
    for number, line in enumerate(lines, 1):
        masculine, *others = line.split("\t")
        if len(others) > 1 or (others and bool(others[0].strip()) != bool(masculine.strip())):
            raise InputError(
                "alternatives.one-side-empty" if len(others) < 2 else "alternatives.several-tabs",
                "not a masculine and a feminine text" if len(others) < 2 else "several tabs",
                file=path,
                line=number,
                hint="a line has the translation, or masculine TAB feminine; JSON Lines of "
                "alternatives end in .jsonl",
            )
        yield Alternatives("", masculine, group(masculine, *others) if others else ())


def find_sources(hypothesis: Side, reference: Side, source: Path | None) -> list[str]:
    """Return the English sentences, [] where no file has them.

    Raises InputError where two files have different ones, or `source` another number of lines.
    """
    sides = [side for side in (reference, hypothesis) if not side.is_text]
    texts = [[item.source for item in side.items] for side in sides]
    names = [side.path for side in sides]
    if source is not None:
        lines = repaired_lines(source, read_lines(source, Content.SENTENCES))
        check_count(
            source,
            lines,
            len(reference.items),
            f"the reference {reference.path} has {len(reference.items)} sentences",
            hint="give the English of the same test set",
        )
        texts, names = [*texts, lines], [*names, source]
    for other, name in zip(texts[1:], names[1:], strict=True):
        for number, pair in enumerate(zip(texts[0], other, strict=True), 1):
            if pair[0].strip() != pair[1].strip():
                raise InputError(
                    "source.differs",
                    f"the source differs from that in {names[0]}: {pair[1][:60]!r} instead of "
                    f"{pair[0][:60]!r}",
                    file=name,
                    line=number,
                    hint="both files must contain the sentences of one test set, in the same order",
                )
    return texts[0] if texts else []


def check_sides(
    hypothesis: Side, reference: Side, sources: Sequence[str], language: str
) -> Warnings:
    """Return the warnings about the translations.

    Raises InputError where masculine and feminine are swapped, in the reference by the endings of
    the language, in the hypothesis also by the reference; and for a file that is not translated.
    """
    for side in (reference, hypothesis):
        check_references(side.feminine, side.masculine, language, side.path)
    _check_swapped(hypothesis, reference)
    # A reference that is the source itself was not translated: a part of the released rows.
    translated_sources = [
        "" if copied(source, text) else source
        for source, text in zip(sources, reference.masculine, strict=False)
    ]
    pairs = enumerate(zip(translated_sources, hypothesis.masculine, strict=False), 1)
    copies = [n for n, (source, text) in pairs if text.strip() and copied(source, text)]
    written = sum(bool(text.strip()) for text in hypothesis.masculine)
    if len(copies) >= max(_LEAST, _SHARE * written):
        raise InputError(
            "translations.untranslated",
            f"{len(copies)} of {written} translations are the English source itself",
            file=hypothesis.path,
            line=copies[0],
            hint="give the translations with their alternatives",
        )
    warnings = check(
        hypothesis.masculine, language, sources=translated_sources, references=reference.masculine
    )
    # Whoever rewrites the reference has its masculine text by design.
    return [item for item in warnings if item["kind"] != Kind.IS_REFERENCE]


def _check_swapped(hypothesis: Side, reference: Side) -> None:
    """Raise InputError where the masculine texts are the feminine ones of the reference."""
    right, swapped = 0, []
    for number, (ours, theirs) in enumerate(zip(hypothesis.items, reference.items, strict=True), 1):
        if ours.structures and theirs.structures:
            right += ours.masculine == theirs.masculine or ours.feminine == theirs.feminine
            if ours.masculine == theirs.feminine or ours.feminine == theirs.masculine:
                swapped.append(number)
    if len(swapped) >= max(_LEAST, _SHARE * (right + len(swapped))):
        raise InputError(
            "alternatives.swapped",
            f"masculine and feminine are swapped: in {len(swapped)} sentences, one text equals the "
            "other text of the reference",
            file=hypothesis.path,
            line=swapped[0],
            hint="the masculine text comes first",
        )
