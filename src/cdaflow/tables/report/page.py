"""The page itself: its sections in order, its list of contents, and what it may load."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from os import PathLike
from string import Template
from typing import NamedTuple

from cdaflow import __version__
from cdaflow.io.files import atomic_text
from cdaflow.tables.contents import Report
from cdaflow.tables.markup import escape
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.pictures import Picture, picture_html, pictures_html
from cdaflow.tables.published import published_beside
from cdaflow.tables.published_kinds import KINDS
from cdaflow.tables.report.about import introduction_html, provenance_html, setup_html
from cdaflow.tables.report.examples import examples_html
from cdaflow.tables.report.rows import rows_html
from cdaflow.tables.report.summary import run_in_words, summary_html
from cdaflow.tables.table import Table
from cdaflow.tables.text import OPEN_BY

#: The title of a page without scores of translations.
TITLE_OF_MODELS = "Gender bias of models: report"

#: The figure that stands first, beside what came out.
HEADLINE = "accuracy-bleu"


class Section(NamedTuple):
    """A section: its id in the page, its title and its HTML."""

    name: str
    title: str
    body: str


def write_report(report: Report, output: str | PathLike[str]) -> None:
    """Write the page to `output`; it needs no other file and no network."""
    with atomic_text(output) as handle:
        handle.write(report_html(report))


def report_html(report: Report) -> str:
    """Return the page as HTML text; the same contents give the same text.

    Its content security policy admits the one style sheet and the one script that it was written
    with, by their digests, and pictures inside the page: nothing is loaded, and no script that a
    translation smuggled in would run.
    """
    folder = files("cdaflow.tables.report")
    style = (folder / "report.css").read_text("utf-8")
    script = (folder / "report.js").read_text("utf-8")
    sections = _sections(report)
    return Template((folder / "report.html").read_text("utf-8")).substitute(
        policy=_policy(style, script),
        title=escape(_title(report) if report.scores else TITLE_OF_MODELS),
        made=escape(f"Made with {report.commit}." if report.commit else ""),
        style=style,
        script=script,
        contents="\n".join(
            f'<li><a href="#{section.name}">{escape(section.title)}</a></li>'
            for section in sections
        ),
        sections="\n".join(map(_section_html, sections)),
        version=escape(__version__),
    )


def _title(report: Report) -> str:
    systems, languages = run_in_words(report)
    named = systems[0] if len(systems) == 1 else f"{len(systems)} systems"
    return f"Gender in translation: {named}, English to {languages}"


def _policy(style: str, script: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src 'sha256-{_digest(style)}'",
            f"script-src 'sha256-{_digest(script)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _sections(report: Report) -> list[Section]:
    """Return the sections that have something to show: results first, then what is behind them."""
    scores = report.score_tables
    published = _published_tables(report)
    topics = topics_of([*scores.items(), *report.data.items()], report.pictures)
    taken = {name for topic in topics for name in topic.tables}
    headline = [picture for picture in report.pictures if picture.name == HEADLINE]
    drawn = [*headline, *(picture for topic in topics for picture in topic.pictures)]
    tables = [
        _with_singles(report, name, table)
        for name, table in scores.items()
        if name not in taken and name not in report.evaluations
    ]
    sections = [
        _section("result", "What came out", [*summary_html(report), *map(picture_html, headline)]),
        _section("scores", "Scores", tables),
        *(_section(topic.name, topic.title, _topic_html(report, topic)) for topic in topics),
        _section(
            "figures", "Figures", pictures_html([p for p in report.pictures if p not in drawn])
        ),
        _section("examples", "Examples", examples_html(report)),
        _section("papers", "Figures of papers", (rows_html(t, n) for n, t in published.items())),
        _section("details", "Details", _details(report, taken)),
    ]
    return [section for section in sections if section.body]


def _topic_html(report: Report, topic: Topic) -> Iterator[str]:
    """Yield what a section of a topic is about, its tables and its figures."""
    yield f"<p>{escape(topic.description)}</p>"
    yield from (_with_singles(report, name, table) for name, table in topic.tables.items())
    yield from pictures_html(topic.pictures)


def _details(report: Report, taken: Collection[str]) -> Iterator[str]:
    """Yield, folded, what was done and what the results rest on."""
    data = list(pictures_html(report.data_pictures))
    data += [rows_html(table, name) for name, table in report.data.items() if name not in taken]
    tools = [rows_html(table, name) for name, table in report.evaluations.items()]
    for name, title, parts in (
        ("done", "What was done: systems, data, versions",
         [introduction_html(report), *setup_html(report)]),
        ("data", "Training data", data),
        ("tools", "Trees, agreement and inflection", tools),
        ("origin", "Signatures and configuration",
         provenance_html([*report.score_tables.values()], report.config)),
    ):  # fmt: skip
        body = "\n".join(parts)
        if body:
            yield (
                f'<details class="fold" id="details-{name}"><summary>{escape(title)}</summary>\n'
                f"{body}\n</details>"
            )


def _with_singles(report: Report, name: str, table: Table) -> str:
    """Return the table of means, and that of each training to be opened below it."""
    means, singles = rows_html(table, name), report.single_tables.get(name)
    if singles is None:
        return means
    summary = f"Each training: {escape(singles.title)}"
    by_training = rows_html(singles, f"{name}.trainings")
    return (
        f'{means}\n<details class="trainings"><summary>{summary}</summary>{by_training}</details>'
    )


def _section(name: str, title: str, parts: Iterable[str]) -> Section:
    return Section(f"section-{name}", title, "\n".join(parts))


def _section_html(section: Section) -> str:
    return (
        f'<section id="{section.name}" aria-labelledby="{section.name}-title">\n'
        f'<h2 id="{section.name}-title">{escape(section.title)}</h2>\n{section.body}\n</section>'
    )


def _published_tables(report: Report) -> dict[str, Table]:
    """Return the figures of the papers beside ours, each table of which we have the like."""
    data = {
        kind: table
        for kind, table_kind in KINDS.items()
        for table in (*report.data.values(), *report.evaluations.values())
        if table.columns[: len(table_kind.ours)] == table_kind.ours
    }
    tables = {}
    for paper in report.published:
        for kind in PAPERS[paper].tables:
            table = report.score_tables.get(kind) or data.get(kind)
            if table is None:
                continue
            base = report.baseline if "system" in KINDS[kind].rows else None
            beside = published_beside(paper, kind, table.records, base)
            if beside.records:
                tables[f"published.{paper}.{kind}"] = beside
    return tables


@dataclass(frozen=True)
class Topic:
    """A section: its description, its tables by their names in the page, and its figures."""

    name: str
    title: str
    description: str
    tables: Mapping[str, Table]
    pictures: Sequence[Picture]


#: Name -> title, how the names of its tables and figures begin (in the order in which they are
#: shown), and what the section is about.
_TOPICS = {
    "alternatives": (
        "Gender alternatives",
        ("alternatives", "students", "tagger", "calibration"),
        "Where the English leaves the gender of a person open, a translation can offer a "
        "masculine and a feminine version. Scored here: whether alternatives are offered where "
        "they should be, and whether they are right.",
    ),
    "fairness": (
        "Fairness of encoders and language models",
        ("bias", "lm", "seat", "fairness"),
        "Not of translations: how far sentence encoders and language models tie professions and "
        "persons to a gender, by the text that they were trained on.",
    ),
}


def topics_of(tables: Iterable[tuple[str, Table]], pictures: Sequence[Picture]) -> list[Topic]:
    """Return the topics that have a table or a figure.

    `tables`: by their names in the page; "data.bias" and "bias" both belong to the topic of "bias".
    """
    tables = list(tables)
    topics = []
    for topic, (title, beginnings, description) in _TOPICS.items():
        own_tables = [(name, table) for name, table in tables if _beginning(name) in beginnings]
        own = dict(sorted(own_tables, key=lambda item: beginnings.index(_beginning(item[0]))))
        drawn = [picture for picture in pictures if _beginning(picture.name) in beginnings]
        if own or drawn:
            description = " ".join((description, *_systems(own)))
            topics.append(Topic(topic, title, description, own, drawn))
    return topics


def _beginning(name: str) -> str:
    return re.split(r"[._-]", name.removeprefix("data."))[0]


def _systems(tables: Mapping[str, Table]) -> list[str]:
    """Return what the systems of the table of alternatives are called for, if there is one."""
    table = tables.get("alternatives") or tables.get("data.alternatives")
    names = {row.get("system", "").rpartition("-")[2] for row in table.records} if table else set()
    sources = [f"{name}: {source}" for name, source in OPEN_BY.items() if name in names]
    if not sources:
        return []
    return [f"Systems are named by how they know whose gender is open ({'; '.join(sources)})."]
