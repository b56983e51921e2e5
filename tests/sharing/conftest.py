"""A small folder of results, with tables, figures, report and provenance."""

import json

import pytest

from cdaflow.io.files import write_json
from cdaflow.sharing.provenance import table_provenance

WINOMT = """language,system,accuracy,accuracy_low,signature
es,baseline,70.1,67.4,winomt|seed:1
es,gb,84.4,82.3,winomt|seed:1
"""


class Results:
    """A folder of results that a test may change."""

    def __init__(self, folder):
        self.folder = folder / "results"
        for name, text in {
            "tables/winomt.csv": WINOMT,
            "tables/winomt.md": "| WinoMT |\n",
            "tables/corpus.csv": "language,part,lines\nes,train,400\n",
            "figures/pro-anti.svg": "<svg/>\n",
            "report.html": "<html></html>\n",
            "config.json": json.dumps({"seed": 1, "align_with": 5000}),
            "scores/winomt.json": "{}",
            "models/es/model.npz": "weights",
            "models/es/model.yml": "marian: v1.12.42 b7be0e964\n",
            "raw/train.tsv": "Hello.\tHola.\n",
        }.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for table in ("winomt", "corpus"):
            self.provenance(table)

    def path(self, name):
        return self.folder / name

    def provenance(self, table):
        """Write the provenance of a table as it is now, its files named as from the folder."""
        made = table_provenance(
            self.path(f"tables/{table}.csv"),
            [self.path("scores/winomt.json")],
            raw=[self.path("raw/train.tsv")],
            between=[self.path(f"models/es/model.{ending}") for ending in ("npz", "yml")],
            config=self.path("config.json").read_text(),
            folder=self.folder,  # in no repository
        )
        for listed in made["files"].values():
            for item in listed:
                item["path"] = item["path"].removeprefix(f"{self.folder.parent}/")
        write_json(self.path(f"tables/{table}.provenance.json"), made)


@pytest.fixture
def results(tmp_path):
    """A folder of results."""
    return Results(tmp_path / "first")


@pytest.fixture
def rerun(tmp_path):
    """The same again, elsewhere."""
    return Results(tmp_path / "second")
