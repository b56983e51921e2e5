"""The tables of GFST's filters on real pairs, as benchmarks/gfst_filters.py measured them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from page_tables import table
from published_run import Published

from cdaflow.langid import NAMES
from cdaflow.tables.gfst import GENDERS

#: Analyser -> as a reader sees it.
_ANALYSERS = {
    "lexicon-full": "lexicon: lists, treebanks, UniMorph",
    "lexicon-treebanks": "lexicon: lists, treebanks",
    "lexicon-lists": "lexicon: lists",
    "annotator": "annotator (small Stanza model)",
}

#: Language -> the analyser that tables with one row a language show.
_BEST = {"he": "rules", "ru": "rules"}

Row = Mapping[str, Any]


def _percent(part: int, whole: int, decimals: int = 1) -> str:
    return f"{100 * part / whole:.{decimals}f} %" if whole else "-"


def _best(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows of the analyser of each language that is best."""
    for row in rows:
        if row["analyser"] == _BEST.get(row["language"], "lexicon-full"):
            yield row


def _count(part: int, whole: int) -> str:
    return f"{part:,} ({_percent(part, whole)})"


def _caption(run: Published) -> Iterator[str]:
    provenance = run.provenance
    changed = " with changes" if provenance["changed_files"] else ""
    yield from ("", f"{provenance['date']}, commit {provenance['commit'][:7]}{changed}.")


def source(run: Published) -> Iterator[str]:
    """Yield the labels of the source filter on the pairs that the authors published."""
    rows = run.content["published"]["source"]
    yield from table(
        ("Published pairs", "sentences", "own gender", "mix", "other gender"),
        (
            (
                f"{row['name'].removeprefix('gfst-')}, {row['gender']}",
                f"{(total := sum(row['labels'].values())):,}",
                _percent(row["labels"][row["gender"]], total),
                str(row["labels"]["mix"] + row["labels"]["none"]),
                str(row["labels"]["msc" if row["gender"] == "fem" else "fem"]),
            )
            for row in rows
        ),
        left=1,
    )
    yield from _caption(run)


def published(run: Published) -> Iterator[str]:
    """Yield what the target filter keeps of the pairs that the authors published."""
    rows: dict[tuple[str, ...], dict[str, int]] = {}
    sums = ("pairs", "kept", "kept_as_other", "even_pairs", "even_kept")
    for row in run.content["published"]["target"]:
        # The French pairs are of three years.
        key = (row["language"], row["gender"], row["analyser"])
        totals = rows.setdefault(key, dict.fromkeys(sums, 0))
        for name in sums:
            totals[name] += row[name]
    yield from table(
        ("Published pairs", "analyser", "pairs", "own, all", "own, even lines", "other, all"),
        (
            (
                f"{language} {gender}",
                _ANALYSERS.get(analyser, analyser),
                f"{row['pairs']:,}",
                _percent(row["kept"], row["pairs"]),
                # The French pronouns were chosen on all lines.
                "-" if language == "fr" else _percent(row["even_kept"], row["even_pairs"]),
                _percent(row["kept_as_other"], row["pairs"], 2),
            )
            for (language, gender, analyser), row in sorted(
                rows.items(), key=lambda item: (item[0][0], item[0][1], -item[1]["pairs"])
            )
        ),
    )
    yield from _caption(run)


def references(run: Published) -> Iterator[str]:
    """Yield what the target filter keeps of right and wrong references of MT-GenEval."""
    rows = {(row["language"], row["gender"]): row for row in _best(run.content["references"])}
    yield from table(
        ("", "feminine: kept", "kept as masculine", "masculine: kept", "kept as feminine"),
        (
            (
                language,
                *(
                    _percent(rows[language, gender][name], rows[language, gender]["pairs"])
                    for gender in ("fem", "msc")
                    for name in ("kept", "kept_as_other")
                ),
            )
            for language in dict.fromkeys(language for language, _ in rows)
        ),
        left=1,
    )
    yield from _caption(run)


def winomt(run: Published) -> Iterator[str]:
    """Yield what the target filter keeps of translations of WinoMT, and what is right of it."""
    yield from table(
        ("Language", "Gender", "analyser", "source filter", "target filter", "right before",
         "right after"),
        (
            (
                NAMES[row["language"]],
                GENDERS[row["gender"]],
                _ANALYSERS.get(row["analyser"], row["analyser"]),
                f"{row['pairs']:,}",
                _count(row["kept"], row["pairs"]),
                _percent(row["right"], row["pairs"]),
                _percent(row["kept_right"], row["kept"]),
            )
            for row in run.content["winomt"]
            if row["analyser"] in ("lexicon-full", "rules", "letters")
            and (row["language"], row["analyser"]) != ("fr", "rules")
        ),
        left=3,
    )  # fmt: skip
    yield from _caption(run)


def shares(run: Published) -> Iterator[str]:
    """Yield the genders of parallel texts (Table 1 of the paper)."""
    yield from table(
        ("Corpus", "sentences", "Fem", "Msc", "Mix"),
        (
            (
                row["name"],
                f"{row['sentences']:,}",
                *(_percent(row["labels"][name], row["sentences"]) for name in ("fem", "msc")),
                _percent(row["labels"]["mix"] + row["labels"]["none"], row["sentences"]),
            )
            for row in run.content["corpora"]["shares"]
        ),
        left=1,
    )
    yield from _caption(run)


def corpora(run: Published) -> Iterator[str]:
    """Yield what both filters leave of translations by people (Table 3 of the paper)."""
    yield from table(
        ("Corpus", "Gender", "source filter", "target filter"),
        (
            (
                row["name"],
                GENDERS[row["gender"]],
                f"{row['pairs']:,}",
                _count(row["kept"], row["pairs"]),
            )
            for row in _best(run.content["corpora"]["target"])
        ),
    )
    yield from _caption(run)


#: Name of a block -> what writes it.
BLOCKS: dict[str, Callable[[Published], Iterator[str]]] = {
    "filters-source": source,
    "filters-published": published,
    "filters-references": references,
    "filters-winomt": winomt,
    "filters-shares": shares,
    "filters-corpora": corpora,
}
