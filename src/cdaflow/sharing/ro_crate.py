"""RO-Crate metadata of shared results: `ro-crate-metadata.json`, from our provenance.

RO-Crate 1.1 (https://w3id.org/ro/crate/1.1) describes a folder of files in JSON-LD, so that
repositories of research data can read what is in it: each file, what made the tables, from what.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from cdaflow import __version__
from cdaflow.errors import ConfigError
from cdaflow.sharing.provenance import parse_provenance, provenance_name
from cdaflow.tables.inputs import JsonNode

#: The name of the file, which the specification fixes.
NAME = "ro-crate-metadata.json"

_SPECIFICATION = "https://w3id.org/ro/crate/1.1"

_FORMATS = {
    ".csv": "text/csv",
    ".md": "text/markdown",
    ".json": "application/json",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".pdf": "application/pdf",
}


@dataclass(frozen=True)
class Publication:
    """What the results do not say themselves.

    `date`: ISO 8601, a day; it is given, so that the same results make the same archive. `license`:
    the address or SPDX name of the licence of the results.

    Raises ConfigError for what is no day, and for an empty licence.
    """

    date: str
    license: str
    title: str = "Results of cdaflow"

    def __post_init__(self) -> None:
        try:
            datetime.date.fromisoformat(self.date)
        except ValueError:
            raise ConfigError(
                "date.no-day", f"{self.date!r} is not a date", hint="write it as 2026-11-24"
            ) from None
        if not self.license.strip():
            raise ConfigError(
                "licence.empty", "the licence is empty", hint="name one, for example CC-BY-4.0"
            )


def ro_crate(contents: Mapping[str, bytes], published: Publication, *others: str) -> bytes:
    """Return the metadata file of results.

    `contents`: the files by name; `others`: names of files of which no more is to be said.
    """
    licence = _licence(published.license)
    graph: dict[str, dict[str, Any]] = {}
    entities: list[dict[str, Any]] = [
        {
            "@id": NAME,
            "@type": "CreativeWork",
            "conformsTo": {"@id": _SPECIFICATION},
            "about": {"@id": "./"},
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": published.title,
            "description": "Tables, figures and report of machine translation systems, scored for "
            "the gender of people, with the provenance of each table.",
            "datePublished": published.date,
            "license": {"@id": licence["@id"]},
            "hasPart": [{"@id": quote(name)} for name in sorted({*contents, *others})],
        },
        licence,
        *({"@id": quote(name), "@type": "File", "name": name} for name in others),
        *(_file(name, content) for name, content in contents.items()),
    ]
    for name in contents:
        provenance = contents.get(provenance_name(name))
        if name.endswith(".csv") and provenance is not None:
            beside = name.removesuffix(".csv") + ".md"
            results = [name, *([beside] if beside in contents else [])]
            entities += _making(results, parse_provenance(provenance, provenance_name(name)))
    for entity in entities:
        graph.setdefault(entity["@id"], entity)
    whole = {"@context": f"{_SPECIFICATION}/context", "@graph": list(graph.values())}
    return (json.dumps(whole, indent=2, ensure_ascii=False) + "\n").encode()


def _licence(licence: str) -> dict[str, Any]:
    address = licence if "://" in licence else f"https://spdx.org/licenses/{quote(licence)}"
    return {"@id": address, "@type": "CreativeWork", "name": licence}


def _file(name: str, content: bytes) -> dict[str, Any]:
    entity = {
        "@id": quote(name),
        "@type": "File",
        "name": name,
        "contentSize": str(len(content)),
        "identifier": f"sha256:{hashlib.sha256(content).hexdigest()}",
    }
    kind = _FORMATS.get(PurePosixPath(name).suffix)
    return entity | ({"encodingFormat": kind} if kind else {})


def _making(results: list[str], provenance: JsonNode) -> Iterator[dict[str, Any]]:
    """Yield the action that made a table, what it was made from, and the programs."""
    inputs = []
    for part in ("raw", "inputs"):
        for item in provenance.node("files").list_of_nodes(part):
            path, sha256 = item.text("path"), item.text("sha256")
            entity = {
                "@id": f"#{quote(path)}-{sha256[:12]}",
                "@type": "CreativeWork",
                "name": path,
                "identifier": f"sha256:{sha256}",
            }
            inputs.append({"@id": entity["@id"]})
            yield entity
    programs = dict(provenance.mapping.get("versions") or {})
    source = str(provenance.mapping.get("source", ""))
    software = {
        "@id": f"#cdaflow-{source}",
        "@type": "SoftwareApplication",
        "name": "cdaflow",
        "softwareVersion": str(programs.pop("cdaflow", __version__)),
        "identifier": f"source:{source}",
        "softwareRequirements": [f"{name} {version}" for name, version in sorted(programs.items())],
    }
    yield software
    git = provenance.mapping.get("git")
    commit = f" at the commit {git['commit']}" if isinstance(git, dict) and "commit" in git else ""
    yield {
        "@id": f"#making-{quote(results[0])}",
        "@type": "CreateAction",
        "name": f"{results[0]} was made by cdaflow{commit}",
        "instrument": {"@id": software["@id"]},
        "object": inputs,
        "result": [{"@id": quote(name)} for name in results],
    }
