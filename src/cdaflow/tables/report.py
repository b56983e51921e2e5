"""The report: one HTML page that shows the scores, what they rest on, and sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from os import PathLike
from string import Template
from typing import Any

from cdaflow import __version__
from cdaflow.errors import ConfigError
from cdaflow.files import atomic_text
from cdaflow.tables.agreement import agreement_table, read_agreement
from cdaflow.tables.annotators import Annotator, annotators_table, read_annotators
from cdaflow.tables.bleu import Comparisons, bleu_table, bleu_view
from cdaflow.tables.examples import Example, by_language, read_sentences
from cdaflow.tables.geneval import geneval_table, geneval_view, read_geneval
from cdaflow.tables.inflection import inflection_table, read_inflection
from cdaflow.tables.markup import (
    Picture,
    escape,
    isolated,
    picture_html,
    read_picture,
    table_html,
)
from cdaflow.tables.mustshe_table import mustshe_table, read_mustshe
from cdaflow.tables.render import NONE, Record, Table
from cdaflow.tables.scores import (
    Bleu,
    Scored,
    WinoMT,
    order,
    read_bleu,
    read_bleu_comparisons,
    read_json,
    read_winomt,
)
from cdaflow.tables.winomt import winomt_table, winomt_view

TITLE = "Gender in translation: report"

_HALVES = {"pro": "follows the stereotype", "anti": "against the stereotype"}


@dataclass(frozen=True)
class Report:
    """All that the page shows; whatever is empty is left out of it.

    comparisons: tests of BLEU between systems. baseline: as in `winomt_table`.
    """

    winomt: Sequence[WinoMT] = ()
    bleu: Sequence[Bleu] = ()
    examples: Mapping[str, Sequence[Example]] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    config: Any = None
    comparisons: Comparisons = field(default_factory=dict)
    baseline: str | None = None
    geneval: Sequence[Scored] = ()
    mustshe: Sequence[Scored] = ()
    annotators: Sequence[Annotator] = ()
    agreement: Sequence[Record] = ()
    inflection: Sequence[Record] = ()


def read_report(
    winomt: Sequence[str | PathLike[str]],
    bleu: Sequence[str | PathLike[str]],
    sentences: Sequence[str | PathLike[str]] = (),
    figures: Sequence[str | PathLike[str]] = (),
    config: str | PathLike[str] | None = None,
    examples: int = 12,
    comparisons: Sequence[str | PathLike[str]] = (),
    baseline: str | None = None,
    *,
    geneval: Sequence[str | PathLike[str]] = (),
    mustshe: Sequence[str | PathLike[str]] = (),
    annotators: Sequence[str | PathLike[str]] = (),
    agreement: Sequence[str | PathLike[str]] = (),
    inflection: Sequence[str | PathLike[str]] = (),
) -> Report:
    """Return the contents of the page from its files.

    `sentences` has none or one per-sentence table for each of `winomt`, in the same order;
    `examples` is how many sentences are taken for each language. Raises InputError for a
    faulty file, ConfigError where there is nothing to report or the numbers differ.
    """
    if not (winomt or bleu or geneval or mustshe):
        raise ConfigError("there are no scores to report", hint="give WinoMT or BLEU score files")
    if sentences and len(sentences) != len(winomt):
        raise ConfigError(
            f"{len(sentences)} tables of sentences for {len(winomt)} WinoMT score files",
            hint="give one for each score file, in the same order",
        )
    scores = read_winomt(winomt)
    tables = [
        read_sentences(path, score)
        for path, score in zip(sentences, scores if sentences else (), strict=True)
    ]
    return Report(
        winomt=scores,
        bleu=read_bleu(bleu),
        examples=by_language(scores, tables, examples) if tables else {},
        pictures=[read_picture(path) for path in figures],
        config=None if config is None else read_json(config),
        comparisons=read_bleu_comparisons(comparisons),
        baseline=baseline,
        geneval=read_geneval(geneval),
        mustshe=read_mustshe(mustshe),
        annotators=read_annotators(annotators),
        agreement=read_agreement(agreement),
        inflection=read_inflection(inflection),
    )


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
        _section("Figures", map(picture_html, report.pictures)),
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
        opened = " open" if number == 0 else ""
        yield f"<details{opened}><summary>{isolated(language)}: {len(items)} sentences</summary>"
        yield '<ol class="examples">'
        yield from (_example(item, language) for item in items)
        yield "</ol></details>"


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
