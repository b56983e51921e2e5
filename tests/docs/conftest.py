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

#: System -> seed -> of how many pairs its training gives both genders; the others are masculine.
SYSTEMS = {"baseline": {1: 20, 2: 30}, "gb": {1: 45, 2: 50}}


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


def make_results(folder: Path, seeds: tuple[int, ...]) -> Path:
    """Write a results folder: two systems in Spanish, WinoMT and BLEU, with provenance."""
    data = folder / "demo"
    data.mkdir(parents=True)
    challenge(data)
    reference = data / "reference.txt"
    reference.write_text(translations(PAIRS))
    runs = [(system, seed) for system in SYSTEMS for seed in seeds]
    names = [system if seed == 1 else f"{system}.{seed}" for system, seed in runs]
    texts = [data / f"{name}.txt" for name in names]
    for (system, seed), name, text in zip(runs, names, texts, strict=True):
        text.write_text(translations(SYSTEMS[system][seed]))
        scores = folder / "scores/es" / name
        scores.mkdir(parents=True)
        options = ("--lang", "es", "--system", system, "--training", seed, "--bootstrap", 50)
        run("score", "winomt", *options, "--data", data, "--aligner", "none", text,
            "--output", scores / "winomt.json")  # fmt: skip
        run("score", "bleu", *options, "--reference", reference, "--testset", "demo", text,
            "--output", scores / "bleu.demo.json")  # fmt: skip
    compared = folder / "comparisons/es/bleu.demo.json"
    for path in (compared, folder / "tables/x"):
        path.parent.mkdir(parents=True)
    run("score", "compare-bleu", *texts, "--lang", "es", "--reference", reference,
        "--testset", "demo", "--bootstrap", 50, "--systems", *(system for system, _ in runs),
        "--trainings", *(seed for _, seed in runs), "--output", compared)  # fmt: skip
    config = folder / "config.json"
    config.write_text(json.dumps({"seed": 1, "languages": ["es"]}))
    for name, file, others in (
        ("winomt", "winomt", ()),
        ("pronouns", "winomt", ()),
        ("bleu", "bleu.demo", (compared,)),
    ):
        scores_of = [folder / f"scores/es/{one}/{file}.json" for one in names]
        table = folder / f"tables/{name}.csv"
        extra = ("--comparisons", *others) if others else ()
        run("tables", name, *scores_of, *extra, "--output", table)
        run("tables", "provenance", table, "--inputs", *scores_of, *others, "--config", config,
            "--output", table.with_suffix(".provenance.json"))  # fmt: skip
    benchmark = folder / "benchmarks/models/es/gb.tsv"
    benchmark.parent.mkdir(parents=True)
    benchmark.write_text("s\tcpu_time\n200.0\t120.0\n30.0\t-\n")
    return folder


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a results folder with one training of each system."""
    return make_results(tmp_path_factory.mktemp("one") / "results", (1,))


@pytest.fixture(scope="session")
def replicated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a results folder with two trainings of each system."""
    return make_results(tmp_path_factory.mktemp("two") / "results", (1, 2))


@pytest.fixture
def filtered(tmp_path: Path) -> Path:
    """Return a results folder of self-training: its sizes in two languages, and the shares."""
    folder = tmp_path / "results"
    (folder / "tables").mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"seed": 1, "languages": ["es", "it"]}))
    (folder / "gfst").mkdir()
    english = folder / "mono.txt"
    english.write_text("She is my boss.\nHe is my boss.\nShe left.\nHe left.\nThey left.\n")
    source = folder / "gfst/source.fem.json"
    run("gfst", "source", english, "--gender", "fem", "--report", source, "--output", "/dev/null")
    targets, balanced, shares = [], [], []
    for lang, boss in (("es", ("jefa", "jefe")), ("it", ("la direttrice", "il direttore"))):
        part = folder / "gfst" / lang
        part.mkdir()
        for gender, pronoun, noun in (("fem", "She", boss[0]), ("msc", "He", boss[1])):
            pairs = part / f"pairs.{gender}.tsv"
            rows = [f"1\t{pronoun} is my boss.\t{noun}", f"2\t{pronoun} left.\tok"]
            pairs.write_text("id\tsource\ttarget\n" + "\n".join(rows) + "\n")
            targets.append(part / f"target.{gender}.json")
            run(
                "gfst",
                "target",
                pairs,
                "--lang",
                lang,
                "--gender",
                gender,
                "--analyser",
                "lexicon",
                "--report",
                targets[-1],
                "--output",
                part / f"kept.{gender}.tsv",
            )
        balanced.append(part / "mine.json")
        run(
            "gfst",
            "balance",
            "--fem",
            part / "kept.fem.tsv",
            "--msc",
            part / "kept.msc.tsv",
            "--output",
            part / "mine.tsv",
            "--report",
            balanced[-1],
        )
        shares.append(part / "shares.json")
        run("gfst", "count", english, "--output", shares[-1])
    labels = ("es/fem", "es/msc", "it/fem", "it/msc")
    for name, files, extra in (
        (
            "gfst",
            targets,
            (
                "--label",
                *labels,
                "--source",
                source,
                "--balance",
                *balanced,
                "--balance-language",
                "es",
                "it",
            ),
        ),
        ("shares", shares, ("--label", "es/train", "it/train")),
    ):
        table = folder / f"tables/{name}.csv"
        run("tables", name, *files, *extra, "--output", table)
        inputs = [*files, source, *balanced] if name == "gfst" else files
        run(
            "tables",
            "provenance",
            table,
            "--inputs",
            *inputs,
            "--config",
            folder / "config.json",
            "--output",
            table.with_suffix(".provenance.json"),
        )
    return folder
