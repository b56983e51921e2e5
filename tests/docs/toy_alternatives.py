"""A results folder of gender alternatives, as a workflow leaves it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
from toy_runs import PAIRS, run, write_benchmark, write_table

from cdaflow.alternatives.corpora import Gathered
from cdaflow.alternatives.structures import Alternatives, Entity, Structure, write_alternatives
from cdaflow.alternatives.tagging.calibration import reliability
from cdaflow.statistics.estimates import rate

#: Way to rewrite or student -> seed -> of how many sentences it offers the right alternative.
ALTERNATIVES = {
    "alternatives": {"none": {None: 0}, "both": {None: 30}, "lattice": {1: 30, 2: 24}},
    "students": {"baseline": {1: 0}, "gold": {1: 27, 2: 30}, "shared": {1: 15}},
}


#: What the configuration says of the students.
SYSTEMS = {
    "baseline": {"recipe": "tiny", "data": {"parallel": 1}},
    "gold": {"recipe": "tiny-alternatives", "data": {"gold": 1}},
    "shared": {
        "multilingual": True,
        "recipe": "tiny-alternatives-long",
        "data": {"parallel": 1, "tagged-gold": {"es": 1, "fr": 0}},
    },
}

#: Training of the tagged model -> how many of 20 people are right, to whose words it gives 0.75
#: (with the temperature), and of 20 to whose words it gives 0.95.
PEOPLE = {1: (15, 19), 2: (10, 19)}


def offered(number: int, of: int = PAIRS // 2) -> list[Alternatives]:
    """Return French sentences about a neighbour, with her in the first `number` of them."""
    structure = Structure(0, "Le voisin", "La voisine", (0,))
    return [
        Alternatives(
            f"The neighbour saw room {row}.",
            f"Le voisin a vu la chambre {row}.",
            (structure,) if row < number else (),
            (Entity(4, 13),),
        )
        for row in range(of)
    ]


def make_alternatives(folder: Path) -> Path:
    """Write a results folder of gender alternatives: ALTERNATIVES, and BLEU of the students."""
    data = folder / "demo"
    data.mkdir(parents=True)
    (folder / "tables").mkdir()
    tagged = {"tagged": {"system": "tagged", "by": ["lattice"]}}
    config = {"seed": 1, "languages": ["fr"], "systems": SYSTEMS, "alternatives": tagged}
    (folder / "config.json").write_text(json.dumps(config))
    reference = data / "reference.jsonl"
    write_alternatives(reference, offered(PAIRS // 2))
    plain = data / "reference.txt"
    plain.write_text("".join(f"{one.text}\n" for one in offered(0)))
    bleu = []
    for table, systems in ALTERNATIVES.items():
        found = []
        for system, trainings in systems.items():
            for seed, number in trainings.items():
                name = f"{table}/fr/{system}.{seed}"
                text = data / f"{table}.{system}.{seed}.jsonl"
                write_alternatives(text, offered(number))
                found.append(folder / f"scores/{name}.json")
                found[-1].parent.mkdir(parents=True, exist_ok=True)
                options: list[object] = ["--lang", "fr", "--system", system, "--bootstrap", 100]
                options += ["--training", seed] if seed else []
                run("score", "alternatives", text, "--reference", reference, *options,
                    "--output", found[-1])  # fmt: skip
                if table == "students":
                    bleu.append(folder / f"scores/{name}.bleu.json")
                    # No two trainings have the same translations.
                    translations = data / f"{table}.{system}.{seed}.txt"
                    lines = plain.read_text().splitlines()
                    lines[len(bleu)] += " encore"
                    translations.write_text("".join(f"{line}\n" for line in lines))
                    run("score", "bleu", *options, "--reference", plain, "--testset", "demo",
                        translations, "--output", bleu[-1])  # fmt: skip
        write_table(folder, table, found, by="alternatives")
    write_table(folder, "bleu", bleu)
    write_table(folder, "people", [write_people(folder, training) for training in PEOPLE])
    write_report(folder, "tagger", tagger())
    left_out = Counter({"": 20, "nobody-open": 30, "unchanged": 6, "inflection": 4})
    write_report(folder, "augmentation", Gathered(left_out, kept=50, offered=20).report("fr"))
    for name in ("gold", "gold.2", "gold.3", "tagged", "tagged.2", "tagged.3"):
        write_benchmark(folder, f"models/fr/{name}", "60.0\t360.0\n")
    write_benchmark(folder, "alternatives/fr/demo.gold.lattice.tagged.2", "60.0\t120.0\n")
    return folder


def write_report(folder: Path, name: str, report: dict[str, object]) -> None:
    """Write a report and the table that is made from it."""
    path = folder / f"alternatives/{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(report))
    write_table(folder, name, [path])


def write_people(folder: Path, training: int) -> Path:
    """Write what `cdaflow alternatives evaluate-people` writes of a training: PEOPLE."""
    right = np.concatenate([np.arange(20) < number for number in PEOPLE[training]])
    report = {
        "metric": "people", "language": "fr", "system": "lattice", "training": training,
        "testset": "demo", "people": len(right), "right": rate(int(right.sum()), 40).as_json(),
        "calibration": {
            "temperature": 2.0,
            "before": reliability(np.repeat([0.95, 0.95], 20), right),
            "after": reliability(np.repeat([0.75, 0.95], 20), right),
        },
        "signature": "people|data:0|level:people",
    }  # fmt: skip
    path = folder / f"scores/people.{training}.json"
    path.write_text(json.dumps(report))
    return path


def tagger() -> dict[str, object]:
    """Return what `cdaflow alternatives evaluate-tagger` writes: of 100 labels 80 are right."""
    found = {"gold": 90, "found": 100, "right": 80}
    label = {**found, "precision": rate(80, 100).as_json(), "recall": rate(80, 90).as_json(),
             "f1": {"value": 100 * 160 / 190, "low": 80.0, "high": 90.0}}  # fmt: skip
    curve = reliability(np.repeat([0.02, 0.95], 20), np.arange(40) >= 20)
    return {
        "metric": "tagger", "language": "en", "system": "lstm", "testset": "demo", "sentences": 50,
        "tagger": {"backend": "lstm"}, "labels": {"ambiguous": label, "head": label},
        "calibration": {"temperature": 1.5, "before": curve, "after": curve},
        "signature": "tagger|data:0",
    }  # fmt: skip
