"""The report: one HTML page that shows the scores, what they rest on, and sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from os import PathLike
from string import Template
from typing import Any

from cdaflow import __version__
from cdaflow.files import atomic_text
from cdaflow.tables import datasets
from cdaflow.tables.agreement import agreement_table
from cdaflow.tables.annotators import annotators_table
from cdaflow.tables.bleu import bleu_table, bleu_view
from cdaflow.tables.contents import Report
from cdaflow.tables.example_html import swaps_html, systems_html
from cdaflow.tables.examples import Example
from cdaflow.tables.geneval import geneval_table, geneval_view
from cdaflow.tables.inflection import inflection_table
from cdaflow.tables.markup import (
    escape,
    examples_html,
    isolated,
    picture_html,
    table_html,
)
from cdaflow.tables.mustshe_table import mustshe_table
from cdaflow.tables.pronouns import has_pronouns, pronoun_table
from cdaflow.tables.published_tables import KINDS, PAPERS, published_beside
from cdaflow.tables.render import NONE, Table
from cdaflow.tables.scores import (
    Bleu,
    Scored,
    WinoMT,
    order,
)
from cdaflow.tables.winomt import winomt_table, winomt_view

TITLE = "Gender in translation: report"

_HALVES = {"pro": "follows the stereotype", "anti": "against the stereotype"}


def write_report(report: Report, output: str | PathLike[str]) -> None:
    """Write the page to `output`; it needs no other file and no network."""
    with atomic_text(output) as handle:
        handle.write(report_html(report))


def report_html(report: Report) -> str:
    """Return the page as HTML text; the same contents give the same text."""
    folder = files("cdaflow.tables")
    tables = _tables(report)
    sections = [
        _section("Scores", (table_html(table, name) for name, table in tables.items())),
        _section("The paper's figures", _published(report, tables)),
        _section("Training data", _data(report)),
        _section("Figures", map(picture_html, report.pictures)),
        _section("What systems mended and broke", systems_html(report.drawn)),
        _section("Harmful swaps caught by the guard", swaps_html(report.drawn)),
        _section("Sentences", _sentences(report.examples)),
        _section("Signatures and configuration", _provenance(tables.values(), report.config)),
    ]
    return Template((folder / "report.html").read_text("utf-8")).substitute(
        title=escape(TITLE),
        style=(folder / "report.css").read_text("utf-8"),
        introduction=_introduction(report),
        sections="\n".join(filter(None, sections)),
        version=escape(__version__),
    )


def _tables(report: Report) -> dict[str, Table]:
    """Return the tables with the intervals of all scores, by the id they have in the page."""
    tables = {}
    if report.winomt:
        records = winomt_table(report.winomt, report.baseline).records
        tables["winomt"] = winomt_view(records, intervals=True)
        with_pronouns = [score for score in report.winomt if has_pronouns(score)]
        if with_pronouns:
            tables["pronouns"] = pronoun_table(with_pronouns, report.baseline)
    if report.geneval:
        records = geneval_table(report.geneval, report.comparisons, report.baseline).records
        tables["geneval"] = geneval_view(records, intervals=True)
    if report.mustshe:
        tables["mustshe"] = mustshe_table(report.mustshe, report.baseline)
    if report.bleu:
        records = bleu_table(report.bleu, report.comparisons, report.baseline).records
        tables["bleu"] = bleu_view(records, intervals=True)
    if report.annotators:
        tables["annotators"] = annotators_table(report.annotators)
    if report.agreement:
        tables["agreement"] = agreement_table(report.agreement)
    if report.inflection:
        tables["inflection"] = inflection_table(report.inflection)
    return tables


def _published(report: Report, tables: Mapping[str, Table]) -> Iterable[str]:
    """Yield the figures of the paper, each table of which we have the like."""
    sizes = (table for table in report.data.values() if table.columns == datasets.COLUMNS)
    ours = {"sizes": next(sizes, None)}
    ours |= {kind: tables.get(kind) for kind in KINDS if kind != "sizes"}
    for kind, table in ours.items() if report.published else ():
        if table is not None:
            base = None if kind == "sizes" else report.baseline
            beside = published_beside(report.published, kind, table.records, base)
            if beside.records:
                yield table_html(beside, f"published.{kind}")


def _data(report: Report) -> Iterable[str]:
    yield from map(picture_html, report.data_pictures)
    for name, table in report.data.items():
        yield table_html(table, name)


def _section(title: str, parts: Iterable[str]) -> str:
    body = "\n".join(parts)
    return f"<section>\n<h2>{escape(title)}</h2>\n{body}\n</section>" if body else ""


def _introduction(report: Report) -> str:
    scores: list[WinoMT | Bleu | Scored] = [
        *report.winomt,
        *report.bleu,
        *report.geneval,
        *report.mustshe,
    ]
    languages = order(score.language for score in scores)
    systems = order(score.system or NONE for score in scores)
    parts = [
        f"English was translated by {_counted(systems, 'system')} into "
        f"{_counted(languages, 'language')}."
    ]
    if report.winomt:
        rows = _range([score.rows for score in report.winomt])
        parts.append(
            f"In each of {rows} sentences of a challenge set in the WinoMT format, a profession "
            "has the gender that a pronoun shows. The noun phrase of the profession was found in "
            "the translation, and its grammatical gender compared with that of the pronoun."
        )
        if any(map(has_pronouns, report.winomt)):
            parts.append(
                "What became of he and she was looked for as well: an error is a pronoun of the "
                "other gender."
            )
    if report.geneval:
        parts.append(
            "MT-GenEval has pairs of sentences that differ in the gender of a person, each with "
            "a reference: the words that only one of the two references has tell the gender."
        )
    if report.mustshe:
        parts.append(
            "MuST-SHE has sentences in which the words that show the gender of a person are "
            "annotated, in the right and in the wrong form."
        )
    if report.bleu:
        testsets = order(score.testset for score in report.bleu)
        parts.append(
            f"BLEU and chrF compare translations of {_counted(testsets, 'test set')} "
            "with the references: gender should get better and these should not get worse."
        )
    if report.annotators:
        parts.append(
            "The models that make trees (parts of speech, features, lemmas, heads) are compared "
            "with treebanks."
        )
    if report.agreement:
        parts.append(
            "Sentences that differ only in the gender of a person tell which words change with "
            "a noun: those that a model of agreement finds are compared with them."
        )
    if report.inflection:
        parts.append("Words of treebanks are inflected from their lemmas and features.")
    if report.published:
        parts.append(f"Beside our figures stand those of {PAPERS[report.published]}.")
    parts.append("Figures in brackets are 95% confidence intervals.")
    return f"<p>{' '.join(parts)}</p>"


def _counted(names: Sequence[str], noun: str) -> str:
    shown = ", ".join(isolated(name) for name in names)
    return f"{len(names)} {noun}{'s' if len(names) > 1 else ''} ({shown})"


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low} to {high}"


def _sentences(examples: Mapping[str, Sequence[Example]]) -> Iterable[str]:
    if examples:
        yield (
            '<p class="soft">A sample over both halves and all genders, of sentences that the '
            "first system got right and of ones it got wrong in equal parts: it shows what "
            "happens, not how often. The entity is marked.</p>"
        )
    for number, (language, items) in enumerate(examples.items()):
        title = f"{isolated(language)}: {len(items)} sentences"
        shown = (_example(item, language) for item in items)
        yield from examples_html(title, shown, is_open=number == 0)


def _example(example: Example, language: str) -> str:
    facts = [f"line {example.line}", f"gender of the source: {example.gold}"]
    if example.half in _HALVES:
        facts.append(_HALVES[example.half])
    outputs = []
    for output in example.outputs:
        verdict = "right" if output.right else "wrong"
        reason = "" if output.reason in ("", "-") else f" ({output.reason})"
        outputs.append(
            f'<div class="output"><span class="system">{isolated(output.system or NONE)}</span>'
            f"<span>{isolated(output.translation, language, output.span)}</span>"
            f'<span class="verdict"><span class="{verdict}">{verdict}</span>: '
            f"{escape(output.predicted + reason)}</span></div>"
        )
    return (
        f"<li>{isolated(example.source, 'en', example.profession)}"
        f'<div class="facts">{escape(" · ".join(facts))}</div>{"".join(outputs)}</li>'
    )


def _provenance(tables: Iterable[Table], config: Any) -> Iterable[str]:
    yield '<ul class="signatures">'
    for table in tables:
        for metric, signature, rows in table.signature_groups():
            who = (
                "all rows"
                if len(rows) == len(table.records) > 1
                else ", ".join(dict.fromkeys(rows))
            )
            yield f"<li>{escape(metric)}, {isolated(who)}: <code>{escape(signature)}</code></li>"
    yield "</ul>"
    if config is not None:
        text = json.dumps(config, indent=2, sort_keys=True, ensure_ascii=False)
        lines = "\n".join(map(escape, text.split("\n")))
        yield f"<details><summary>Configuration</summary><pre>{lines}</pre></details>"
