"""Sections of tables and figures that are not scores of translations, found by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cdaflow.tables.pictures import Picture
from cdaflow.tables.table import Table
from cdaflow.tables.words import OPEN_BY


@dataclass(frozen=True)
class Topic:
    """A section: what it is about, its tables by their names in the page, and its figures."""

    name: str
    title: str
    about: str
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
    found = []
    for topic, (title, beginnings, about) in _TOPICS.items():
        known = [(name, table) for name, table in tables if _beginning(name) in beginnings]
        own = dict(sorted(known, key=lambda item: beginnings.index(_beginning(item[0]))))
        drawn = [picture for picture in pictures if _beginning(picture.name) in beginnings]
        if own or drawn:
            about = " ".join((about, *_systems(own)))
            found.append(Topic(topic, title, about, own, drawn))
    return found


def _beginning(name: str) -> str:
    return re.split(r"[._-]", name.removeprefix("data."))[0]


def _systems(tables: Mapping[str, Table]) -> list[str]:
    """Return what the systems of the table of alternatives are called for, if there is one."""
    table = tables.get("alternatives") or tables.get("data.alternatives")
    names = {row.get("system", "").rpartition("-")[2] for row in table.records} if table else set()
    known = [f"{name}: {about}" for name, about in OPEN_BY.items() if name in names]
    if not known:
        return []
    return [f"Systems are named by how they know whose gender is open ({'; '.join(known)})."]
