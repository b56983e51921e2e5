"""What was done: the text on top of the report, the systems, and where the figures come from."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from cdaflow import __version__
from cdaflow.tables import EVALUATIONS
from cdaflow.tables.contents import Report
from cdaflow.tables.markup import CONFIG_SUMMARY, config_html, escape, isolated, table_html
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.table import Layout, Table, label
from cdaflow.tables.text import NONE, order
from cdaflow.tables.trainings import lead, of_trainings

#: Packages whose version can change a figure.
_PACKAGES = ("sacrebleu", "sacremoses", "stanza", "torch", "pymarian", "eflomal", "snakemake")

SYSTEMS = Layout(
    "Systems",
    (
        label("system", "System"),
        label("base", "Starts from", f"{NONE}: trained from scratch"),
        label(
            "data", "Data", "training sets, with their weights; or where its translations are from"
        ),
        label("recipe", "Recipe", "training settings"),
    ),
)


def introduction_html(report: Report) -> str:
    """Return what was translated, and how each of the scores comes about.

    Nothing without scores.
    """
    scores = [score for by_metric in report.scores.values() for score in by_metric]
    if not scores:
        return ""
    languages = order(score.language for score in scores)
    systems = order(score.system or NONE for score in scores)
    first = (
        f"English was translated by {_counted(systems, 'system')} into "
        f"{_counted(languages, 'language')}. Figures in brackets are 95% confidence intervals. "
        f"{escape(lead(of_trainings(scores)))}"
    )
    methods = "".join(f"<li>{text}</li>" for text in _methods(report))
    return f"<p>{first}</p>\n<ul>{methods}</ul>"


def _methods(report: Report) -> Iterator[str]:
    texts: dict[str, list[str]] = {}
    for name, scores in report.scores.items():
        metric = scores[0].metric
        counts = [int(row.counts.get("rows", 0)) for score in scores for row in score.rows]
        testsets = _counted(order(score.testset for score in scores), "test set")
        methods = order(metric.method_of(str(s.report.get("signature", ""))) for s in scores)
        for method in filter(None, methods):
            text = method.format(rows=_range(counts or [0]), testsets=testsets)
            texts.setdefault(metric.source or name, []).append(text)
    yield from map(" ".join, texts.values())
    yield from (
        evaluation.description
        for name, evaluation in EVALUATIONS.items()
        if name in report.evaluations
    )
    if report.published:
        papers = " and ".join(PAPERS[paper].quoted for paper in report.published)
        yield f"Beside our figures stand those of {escape(papers)}."


def setup_html(report: Report) -> Iterator[str]:
    """Yield the systems, the data they learn from, the seed, the trainings and the versions."""
    config = report.config if isinstance(report.config, dict) else {}
    systems = config.get("systems")
    if isinstance(systems, dict) and systems:
        # A saved configuration is sorted by name; the scores are in the order of its author.
        names = order(s.system for name in ("winomt", "bleu") for s in report.scores.get(name, ()))
        ordered = {name: systems[name] for name in (*names, *systems) if name in systems}
        yield table_html(_system_table(ordered), "systems")
    facts = list(_facts(config))
    facts.append(("Versions", escape(", ".join(_versions()))))
    items = "".join(f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>" for name, value in facts)
    yield f'<dl class="facts-list">{items}</dl>'


def _system_table(systems: Mapping[str, Any]) -> Table:
    rows = []
    for name, settings in systems.items():
        settings = settings if isinstance(settings, dict) else {}
        data = settings.get("data")
        parts = data.items() if isinstance(data, dict) else ()
        data_text = " + ".join(f"{part} × {weight}" for part, weight in parts)
        base = settings.get("base", "")
        if outside := _outside(settings):
            data_text, base = outside, "not trained here"
        if tuned := settings.get("interpolate"):
            data_text = f"{settings.get('share')} of {tuned}, the rest of its base"
        if exported := settings.get("export"):
            data_text, base = f"{exported}, exported; {data_text}", ""
        rows.append(
            {"system": name, "base": base, "data": data_text, "recipe": settings.get("recipe", "")}
        )
    return SYSTEMS.table(rows)


def _outside(settings: Mapping[str, Any]) -> str:
    """Return what is known of a system that was not trained here; "" for one that was."""
    for key, text in (
        ("model", "a model of its own: {}"),
        ("translations", "its translations: {}"),
        ("command", "translates by {}"),
    ):
        if key in settings:
            named = settings[key]
            parts = named.values() if isinstance(named, dict) else [named]
            texts = (" ".join(map(str, p)) if isinstance(p, list) else str(p) for p in parts)
            return text.format(", ".join(texts))
    return ""


def _facts(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield names and HTML of what the configuration says about the run."""
    if "seed" in config:
        yield "Seed", escape(str(config["seed"]))
    if "trainings" in config:
        yield "Trainings", escape(", ".join(_trainings(config)))
    corpora = config.get("corpora")
    if isinstance(corpora, dict):
        for part, title in (("train", "Training text"), ("dev", "Development text")):
            names = _names(corpora.get(part))
            if names:
                yield title, ", ".join(map(isolated, names))
        tests = corpora.get("test")
        if isinstance(tests, dict) and tests:
            yield "Test sets", ", ".join(map(isolated, map(str, tests)))
    datasets = config.get("datasets")
    for name, settings in datasets.items() if isinstance(datasets, dict) else ():
        text = json.dumps(settings, ensure_ascii=False, sort_keys=True)
        for sign in '{}"':
            text = text.replace(sign, "")
        yield f"Data set {name}", isolated(text)


def _trainings(config: Mapping[str, Any]) -> Iterator[str]:
    """Yield how many trainings (or which seeds) systems have, of those that differ by name."""
    yield str(config["trainings"])
    systems = config.get("systems")
    for name, settings in systems.items() if isinstance(systems, dict) else ():
        own = settings.get("trainings") if isinstance(settings, dict) else None
        if own is not None:
            yield f"{name}: {own}"


def _names(corpora: Any) -> list[str]:
    """Return the names of the corpora of a part, where it is a list of such."""
    items = corpora if isinstance(corpora, list) else []
    return [str(item["name"]) for item in items if isinstance(item, dict) and "name" in item]


def _versions() -> Iterator[str]:
    """Yield the programs that are installed where the page is written."""
    yield f"cdaflow {__version__}"
    yield f"Python {platform.python_version()}"
    for package in _PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            continue


def _counted(names: Sequence[str], noun: str) -> str:
    listed = ", ".join(isolated(name) for name in names)
    return f"{len(names)} {noun}{'s' if len(names) > 1 else ''} ({listed})"


def _range(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low} to {high}"


def provenance_html(tables: Iterable[Table], config: Any) -> Iterator[str]:
    """Yield the signatures of the scores, each once, and the whole configuration."""
    yield '<ul class="signatures">'
    for table in tables:
        for metric, signature, rows in table.signature_groups():
            who = table.signed_rows(rows)
            yield f"<li>{escape(metric)}, {isolated(who)}: <code>{escape(signature)}</code></li>"
    yield "</ul>"
    if config is not None:
        yield CONFIG_SUMMARY
        yield f"{config_html(config)}</pre></details>"
