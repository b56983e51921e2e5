"""Results folders as a workflow leaves them, of toy translations."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cdaflow.cli import main
from cdaflow.statistics.estimates import as_json, rate

#: Sentences of the challenge set; each stands there with "he" and with "she".
PAIRS = 60

#: System -> seed -> of how many pairs its training gives both genders (the others are masculine),
#: and in how many of these "she" is "il" all the same.
SYSTEMS = {
    "baseline": {1: (20, 0), 2: (30, 0)},
    "gb": {1: (45, 10), 2: (50, 21)},
    "gb-guard": {1: (45, 1), 2: (50, 2)},
}

#: The commit that all tables are said to be of.
COMMIT = 10 * "c0de"


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


def translations(feminine: int, wrong: int = 0) -> str:
    """Return French lines with a woman in the first `feminine` that have "she".

    In the first `wrong` of these the pronoun is masculine.
    """
    man = "Le mécanicien est parti parce qu'il était fatigué."
    woman = "La mécanicienne est partie parce qu'elle était fatiguée."
    lines = [woman.replace("qu'elle", "qu'il")] * wrong + [woman] * (feminine - wrong)
    return "".join(f"{man}\n{line}\n" for line in lines + [man] * (PAIRS - feminine))


def write_table(
    folder: Path, name: str, inputs: list[Path], *options: object, by: str = ""
) -> None:
    """Write a table by its command with provenance; inputs that are in the options come twice."""
    table = folder / f"tables/{name}.csv"
    command = ["tables", by or name, *(path for path in inputs if path not in options), *options]
    run(*command, "--output", table)
    provenance = table.with_suffix(".provenance.json")
    config = (folder / "config.json").read_text()
    run("tables", "provenance", table, "--inputs", *inputs, "--config", config,
        "--command", " ".join(map(str, command)), "--output", provenance)  # fmt: skip
    set_git(provenance, git_state())


def write_benchmark(folder: Path, name: str, rows: str) -> None:
    """Write a benchmark of Snakemake with rows of seconds by the clock and of a processor."""
    path = folder / f"benchmarks/{name}.tsv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"s\tcpu_time\n{rows}")


def git_state(*changed: str, commit: str = COMMIT) -> dict[str, object]:
    """Return the state of a repository as provenances have it."""
    return {"commit": commit, "changed": list(changed), "changed_files": len(changed)}


def set_git(provenance: Path, git: dict[str, object] | None) -> None:
    """Say in the provenance of a table which code has made it."""
    provenance.write_text(json.dumps(json.loads(provenance.read_text()) | {"git": git}))


#: System -> what its configuration says of it, and seed of its training -> of how many pairs it
#: gives both genders, in how many of these the other person follows the pronoun.
Real = Mapping[str, tuple[dict[str, Any], dict[int | None, tuple[int, int]]]]
REAL: Real = {
    "baseline": ({"recipe": "real", "data": {"parallel": 1}}, {1: (20, 0)}),
    "apertium": ({"command": ["apertium", "-u", "eng-spa"]}, {None: (2, 0)}),
    "amazon": ({"translations": "aws.txt", "testsets": ["winomt"]}, {None: (30, 20)}),
    "gb": ({"base": "baseline", "recipe": "small-finetune", "data": {"gb": 2}},
           {1: (40, 10), 2: (44, 12)}),
    "gb-more": ({"base": "baseline", "recipe": "mine/slow.yaml", "data": {"gb": 2, "random": 1}},
                {1: (50, 0), 2: (52, 0)}),
}  # fmt: skip


def spanish(right: int, following: int) -> str:
    """Return Spanish lines of mechanics, who are women in the first `right` that have "she".

    In the first `following` of these the nurse is a man with "he" and a woman with "she".
    """
    lines = []
    for pair in range(PAIRS):
        for is_she in (False, True):
            who = "La mecánica" if is_she and pair < right else "El mecánico"
            nurse = "al enfermero" if pair < following and not is_she else "a la enfermera"
            lines.append(f"{who} saludó {nurse} número {pair} al salir.")
    return "".join(f"{line}\n" for line in lines)


def make_real(folder: Path, trained: Real = REAL) -> Path:
    """Write a results folder of the real configuration: systems, two test sets of BLEU."""
    data = folder / "data"
    data.mkdir(parents=True)
    (folder / "tables").mkdir()
    systems = {name: about for name, (about, _) in trained.items()}
    config = {"seed": 1, "languages": ["es"], "systems": systems}
    (folder / "config.json").write_text(json.dumps(config))
    sentence = "The mechanic greeted the nurse number {} because {} left ."
    rows = [
        f"{gender}\t1\t{sentence.format(pair, word)}\tmechanic"
        for pair in range(PAIRS)
        for gender, word in (("male", "he"), ("female", "she"))
    ]
    (data / "en.txt").write_text("\n".join(rows) + "\n")
    for name, gender in (("pro", "male"), ("anti", "female")):
        chosen = [row for row in rows if row.startswith(gender)]
        (data / f"en_{name}.txt").write_text("\n".join(chosen) + "\n")
    reference = data / "reference.txt"
    reference.write_text(spanish(PAIRS, 0))
    winomt: list[Path] = []
    bleu: dict[str, list[tuple[Path, Path, str, int | None]]] = {"news": [], "tatoeba": []}
    for system, (about, trainings) in trained.items():
        for seed, counts in trainings.items():
            name = system if seed in (1, None) else f"{system}.{seed}"
            text = data / f"{name}.txt"
            text.write_text(spanish(*counts))
            scores = folder / "scores/es" / name
            scores.mkdir(parents=True)
            options: list[object] = ["--lang", "es", "--system", system, "--bootstrap", 100]
            options += ["--training", seed] if seed else []
            options += ["--base-training", 1] if "base" in about else []
            winomt.append(scores / "winomt.json")
            run("score", "winomt", *options, "--data", data, "--aligner", "none", text,
                "--output", winomt[-1])  # fmt: skip
            for testset, found in bleu.items() if "testsets" not in about else ():
                found.append((text, scores / f"bleu.{testset}.json", system, seed))
                run("score", "bleu", *options, "--reference", reference, "--testset", testset,
                    "--lowercase", text, "--output", found[-1][1])  # fmt: skip
    for name in ("winomt", "pronouns", "secondary"):
        write_table(folder, name, winomt)
    scored = [path for found in bleu.values() for _, path, *_ in found]
    write_table(folder, "bleu", scored)
    write_benchmark(folder, "models/es/baseline", "3600.0\t7200.0\n")
    return folder


def evaluation(path: Path) -> Path:
    """Write what `cdaflow counterfactual evaluate` writes: of 10 candidates 8 made, 6 right."""
    part = {
        "candidates": 10, "made": 8, "repaired": 0, "right": 6, "right_without_change": 1,
        "wrong": 2, "wrong_source": 1, "dropped": 1, "wrong_by_cause": {"inflection": 2},
        "dropped_by_cause": {"unknown": 1},
        "scores": as_json({"right_of_made": rate(6, 8), "right_of_candidates": rate(7, 10),
                           "right_source_of_made": rate(7, 8)}),
    }  # fmt: skip
    report = {"metric": "counterfactuals", "format": 1, "language": "fr", "without_gold": 0}
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(report | {"all": part, "by_gender": {"Fem": part}}))
    return path


def make_results(folder: Path, seeds: tuple[int, ...]) -> Path:
    """Write a results folder: three systems in French, WinoMT and BLEU, with provenance."""
    data = folder / "demo"
    data.mkdir(parents=True)
    (folder / "tables").mkdir()
    (folder / "config.json").write_text(json.dumps({"seed": 1, "languages": ["fr"]}))
    challenge(data)
    reference = data / "reference.txt"
    reference.write_text(translations(PAIRS))
    runs = [(system, seed) for system in SYSTEMS for seed in seeds]
    names = [system if seed == 1 else f"{system}.{seed}" for system, seed in runs]
    texts = [data / f"{name}.txt" for name in names]
    for (system, seed), name, text in zip(runs, names, texts, strict=True):
        text.write_text(translations(*SYSTEMS[system][seed]))
        scores = folder / "scores/fr" / name
        scores.mkdir(parents=True)
        options = ("--lang", "fr", "--system", system, "--training", seed, "--bootstrap", 100)
        run("score", "winomt", *options, "--data", data, "--aligner", "none", text,
            "--output", scores / "winomt.json")  # fmt: skip
        run("score", "bleu", *options, "--reference", reference, "--testset", "demo", text,
            "--output", scores / "bleu.demo.json")  # fmt: skip
    winomt, bleu = (
        [folder / f"scores/fr/{name}/{file}.json" for name in names]
        for file in ("winomt", "bleu.demo")
    )
    write_table(folder, "winomt", winomt)
    write_table(folder, "pronouns", winomt)
    write_table(folder, "bleu", bleu)
    evaluated = evaluation(folder / "counterfactual/fr/evaluation.full.repair.json")
    write_table(folder, "counterfactual", [evaluated], "--label", "fr/full.repair")
    minutes = {"models/fr/gb": 2, "models/fr/gb.2": 1, "models/fr/gb.9": 100, "tables/bleu": 4}
    for name, minute in minutes.items():
        write_benchmark(folder, name, f"200.0\t{60 * minute}\n30.0\t-\n")
    return folder


def make_filtered(folder: Path) -> Path:
    """Write a results folder of self-training: its sizes in two languages, and the shares.

    The Spanish translations that are rejected have a word of the other gender, the Italian none.
    """
    (folder / "tables").mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"seed": 1, "languages": ["es", "it"]}))
    (folder / "gfst").mkdir()
    english = folder / "mono.txt"
    english.write_text("She is my boss.\nHe is my boss.\nShe left.\nHe left.\nThey left.\n")
    source = folder / "gfst/source.fem.json"
    run("gfst", "source", english, "--gender", "fem", "--report", source, "--output", "/dev/null")
    targets, balanced, shares, rejected, labels = [], [], [], [], []
    for lang, boss in (("es", ("jefa", "jefe")), ("it", ("la direttrice", "il direttore"))):
        part = folder / "gfst" / lang
        part.mkdir()
        for gender, pronoun, (noun, other) in (("fem", "She", boss), ("msc", "He", boss[::-1])):
            pairs = part / f"pairs.{gender}.tsv"
            wrong = other if lang == "es" else "ok"
            rows = [f"1\t{pronoun} is my boss.\t{noun}", f"2\t{pronoun} left.\t{wrong}"]
            pairs.write_text("id\tsource\ttarget\n" + "\n".join(rows) + "\n")
            targets.append(part / f"target.{gender}.json")
            rejected.append(part / f"rejected.{gender}.tsv")
            labels.append(f"{lang}/{gender}")
            run("gfst", "target", pairs, "--lang", lang, "--gender", gender, "--analyser",
                "lexicon", "--report", targets[-1], "--output", part / f"kept.{gender}.tsv",
                "--rejected", rejected[-1])  # fmt: skip
        balanced.append(part / "mine.json")
        run("gfst", "balance", "--fem", part / "kept.fem.tsv", "--msc", part / "kept.msc.tsv",
            "--output", part / "mine.tsv", "--report", balanced[-1])  # fmt: skip
        shares.append(part / "shares.json")
        run("gfst", "count", english, "--output", shares[-1])
    write_table(folder, "gfst", [*targets, source, *balanced], "--label", *labels, "--source",
                source, "--balance", *balanced, "--balance-language", "es", "it")  # fmt: skip
    write_table(folder, "shares", shares, "--label", "es/train", "it/train")
    write_table(folder, "examples", rejected, "--rejected", *rejected, "--rejected-label", *labels)
    return folder
