"""What a paper says of scores: a sentence, signatures for a footnote, BibTeX of what is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill

from cdaflow import __version__
from cdaflow.io.files import read_lines
from cdaflow.statistics import part_of
from cdaflow.tables.scores import Score
from cdaflow.tables.table import Table
from cdaflow.tables.text import listed, order

#: Parts of a signature that a footnote can do without: they change no score, or follow from the
#: version and the language.
_LEFT_OUT = ("bs", "seed", "halves", "professions", "lexicon", "secondary")

#: Values that say that nothing was chosen.
_DEFAULTS = ("none", "default", "any", "all")

#: What aligned the words -> the paper.
_ALIGNERS = {
    "eflomal": "ostling-tiedemann-2016-efficient",
    "fast-align": "dyer-etal-2013-simple",
}


def short_signature(text: str) -> str:
    """Return a signature for a footnote: without what is default, digests by 8 of their digits.

    "winomt|data:11797c54|aligner:eflomal|code:ea3bcc2b|cdaflow:0.1.0".
    """
    parts = []
    for part in text.split("|"):
        name, colon, value = part.partition(":")
        if colon and (name in _LEFT_OUT or value in _DEFAULTS):
            continue
        parts.append(name + colon + re.sub(r"\b([0-9a-f]{8})[0-9a-f]{4,}\b", r"\1", value))
    return "|".join(parts)


def cited(scores: Mapping[str, Sequence[Score]]) -> dict[str, list[str]]:
    """Return what the scores of metrics are made with -> the keys of the papers to be cited.

    In the order of the metrics; what aligned the words of WinoMT comes after them.
    """
    keys_by_use: dict[str, list[str]] = {}
    for group in scores.values():
        metric = group[0].metric
        if metric.cited:
            keys_by_use.setdefault(metric.called, []).extend(metric.cited)
    signatures = [score.report.get("signature", "") for score in scores.get("winomt", ())]
    for aligner in order(part_of(str(text), "aligner").partition("+")[0] for text in signatures):
        if aligner in _ALIGNERS:
            keys_by_use[f"word alignment by {aligner}"] = [_ALIGNERS[aligner]]
    return {name: list(dict.fromkeys(keys)) for name, keys in keys_by_use.items()}


def bibliography(keys: Iterable[str]) -> str:
    """Return the BibTeX entries of papers, cdaflow first; KeyError for an unknown key."""
    text = "\n".join(read_lines(Path(__file__).with_name("references.bib")))
    entries = {
        entry.partition("{")[2].partition(",")[0]: entry for entry in text.strip().split("\n\n")
    }
    chosen = (entries[key] for key in dict.fromkeys(("cdaflow", *keys)))
    return "\n\n".join(chosen).replace("VERSION", __version__) + "\n"


def citation_text(
    scores: Mapping[str, Sequence[Score]], tables: Mapping[str, Table], bibtex: str
) -> str:
    """Return what to write in a paper on these scores.

    `tables`: those of the scores, by the same names. `bibtex`: the `bibliography`.
    """
    groups = [
        (what, signature, table.signed_rows(rows))
        for name, table in tables.items()
        if not scores[name][0].metric.source
        for what, signature, rows in table.signature_groups()
    ]
    short = dict.fromkeys(
        (what, short_signature(signature)) for what, signature, _ in groups if signature
    )
    parts = {
        "In the text": _paragraphs(scores, tables),
        "Signatures for a footnote": (f"{what}: {signature}" for what, signature in short),
        "Signatures in full, for an appendix": (
            f"{what} ({rows}): {signature}" for what, signature, rows in groups
        ),
        "BibTeX (also in references.bib)": [bibtex],
    }
    return "\n".join(
        f"{title}\n{'-' * len(title)}\n\n" + "\n".join(lines) + "\n"
        for title, lines in parts.items()
    )


def _paragraphs(
    scores: Mapping[str, Sequence[Score]], tables: Mapping[str, Table]
) -> Iterator[str]:
    """Yield what was measured with what, and what intervals and stars are."""
    measured = [f"{what} \\citep{{{','.join(keys)}}}" for what, keys in cited(scores).items()]
    yield _wrapped(
        f"We report {listed(measured)}, computed by cdaflow {__version__} \\citep{{cdaflow}}."
    )
    leads = order(table.lead for table in tables.values() if table.lead)
    yield from map(_wrapped, leads or ["Brackets are 95% confidence intervals over sentences."])
    for name, table in tables.items():
        metric = scores[name][0].metric
        for note in table.notes if not metric.source else ():
            yield _wrapped(f"{metric.called}: {note}.")


def _wrapped(text: str) -> str:
    return fill(text, 96, break_long_words=False, break_on_hyphens=False) + "\n"
