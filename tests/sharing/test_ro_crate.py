"""RO-Crate metadata: what the specification (version 1.1) requires, and all that was packed."""

import json
import zipfile

import pytest

from cdaflow.cli import main
from cdaflow.sharing.pack import pack
from cdaflow.sharing.ro_crate import NAME, Publication
from cdaflow.sharing.verify import read_shared

from ..errors import raises

PUBLISHED = Publication("2026-11-24", "CC-BY-4.0")


def references(value):
    """Yield all that an entity refers to."""
    if isinstance(value, dict) and set(value) == {"@id"}:
        yield value["@id"]
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from references(one)


@pytest.fixture
def crate(results, tmp_path):
    pack(results.folder, tmp_path / "out.zip", PUBLISHED)
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        return json.loads(archive.read(NAME)), archive.namelist()


def test_it_has_what_the_specification_requires(crate):
    whole, names = crate
    assert whole["@context"] == "https://w3id.org/ro/crate/1.1/context"
    graph = {entity["@id"]: entity for entity in whole["@graph"]}
    assert len(graph) == len(whole["@graph"])  # each entity once
    assert all({"@id", "@type"} <= set(entity) for entity in graph.values())
    descriptor, root = graph[NAME], graph["./"]
    assert descriptor["@type"] == "CreativeWork"
    assert descriptor["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    assert descriptor["about"] == {"@id": "./"}
    assert root["@type"] == "Dataset"
    assert all(root[key] for key in ("name", "description", "datePublished", "license"))
    assert root["datePublished"] == "2026-11-24"
    assert graph[root["license"]["@id"]]["name"] == "CC-BY-4.0"
    files = {key for key, entity in graph.items() if entity["@type"] == "File"}
    assert {one["@id"] for one in root["hasPart"]} == files == set(names) - {NAME}
    outside = {"https://w3id.org/ro/crate/1.1"}
    assert set(references(whole["@graph"])) <= set(graph) | outside


def test_it_says_what_a_table_was_made_from(crate):
    graph = {entity["@id"]: entity for entity in crate[0]["@graph"]}
    made = graph["#making-tables/winomt.csv"]
    assert made["result"] == [{"@id": "tables/winomt.csv"}, {"@id": "tables/winomt.md"}]
    sources = [graph[one["@id"]]["name"] for one in made["object"]]
    assert [name.rpartition("/")[2] for name in sources] == ["train.tsv", "winomt.json"]
    program = graph[made["instrument"]["@id"]]
    assert (program["@type"], program["name"]) == ("SoftwareApplication", "cdaflow")


def test_the_archive_is_verified_and_the_same_each_time(results, rerun, tmp_path):
    for name in ("a", "b"):
        pack(results.folder, tmp_path / f"{name}.zip", PUBLISHED)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert NAME in read_shared(tmp_path / "a.zip")
    assert main(["verify", str(tmp_path / "a.zip"), "--against", str(rerun.folder)]) == 0


def test_date_and_licence_are_asked_for(results, tmp_path, capsys):
    with raises("date.no-day"):
        Publication("yesterday", "CC-BY-4.0")
    with pytest.raises(SystemExit):
        main(["share", str(results.folder), str(tmp_path / "o.zip"), "--date", "2026-11-24"])
    assert "--license" in capsys.readouterr().err
    options = ["--date", "2026-11-24", "--license", "https://example.org/licence"]
    assert main(["share", str(results.folder), str(tmp_path / "o.zip"), *options]) == 0
