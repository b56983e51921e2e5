"""A results folder as a workflow leaves it, of toy translations."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cdaflow.cli import main

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))  # its scripts are no package

#: Sentences of the challenge set; each stands there with "he" and with "she".
PAIRS = 60

#: Of how many pairs each system gives both genders; the others are masculine.
SYSTEMS = {"baseline": 20, "gb": 45}


def run(*words: object) -> None:
    assert main([str(word) for word in words]) == 0


def challenge(folder: Path) -> None:
    """Write a challenge set, the first half of whose men and women are pro-stereotypical."""
    rows = [
        f"{gender}\t1\tThe mechanic left number {pair} because {word} was tired .\tmechanic"
        for pair in range(PAIRS)
        for gender, word in (("male", "he"), ("female", "she"))
    ]
    (folder / "en.txt").write_text("\n".join(rows) + "\n")
    for name, gender in (("pro", "male"), ("anti", "female")):
        chosen = [row for row in rows if row.startswith(gender)]
        (folder / f"en_{name}.txt").write_text("\n".join(chosen) + "\n")


def translations(feminine: int) -> str:
    """Return Spanish lines, the first `feminine` of which have a woman where there is "she"."""
    men, women = "El mecánico se fue.", "La mecánica se fue."
    return "".join(f"{men}\n{women if pair < feminine else men}\n" for pair in range(PAIRS))


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a results folder: two systems in Spanish, WinoMT and BLEU, with provenance."""
    folder = tmp_path_factory.mktemp("run") / "results"
    data = folder / "demo"
    for name in ("demo", "scores/es/baseline", "scores/es/gb", "comparisons/es", "tables"):
        (folder / name).mkdir(parents=True)
    challenge(data)
    reference = data / "reference.txt"
    reference.write_text(translations(PAIRS))
    for system, feminine in SYSTEMS.items():
        text = data / f"{system}.txt"
        text.write_text(translations(feminine))
        scores = folder / "scores/es" / system
        options = ("--lang", "es", "--system", system, "--bootstrap", 50)
        run("score", "winomt", *options, "--data", data, "--aligner", "none", text,
            "--output", scores / "winomt.json")  # fmt: skip
        run("score", "bleu", *options, "--reference", reference, "--testset", "demo", text,
            "--output", scores / "bleu.demo.json")  # fmt: skip
    texts = [data / f"{system}.txt" for system in SYSTEMS]
    run("score", "compare-bleu", *texts, "--lang", "es", "--reference", reference,
        "--testset", "demo", "--bootstrap", 50, "--systems", *SYSTEMS,
        "--output", folder / "comparisons/es/bleu.demo.json")  # fmt: skip
    config = folder / "config.json"
    config.write_text(json.dumps({"seed": 1, "languages": ["es"]}))
    compared = folder / "comparisons/es/bleu.demo.json"
    for name, others in (("winomt", ()), ("bleu", (compared,))):
        file = "bleu.demo" if name == "bleu" else name
        scores = [folder / f"scores/es/{system}/{file}.json" for system in SYSTEMS]
        table = folder / f"tables/{name}.csv"
        extra = ("--comparisons", *others) if others else ()
        run("tables", name, *scores, *extra, "--output", table)
        run("tables", "provenance", table, "--inputs", *scores, *others, "--config", config,
            "--output", table.with_suffix(".provenance.json"))  # fmt: skip
    benchmark = folder / "benchmarks/models/es/gb.tsv"
    benchmark.parent.mkdir(parents=True)
    benchmark.write_text("s\tcpu_time\n200.0\t120.0\n30.0\t-\n")
    return folder
