"""A results folder of config/fairness.yaml, as a workflow leaves it, of toy encoders and models."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from toy_runs import run, write_benchmark, write_table

from cdaflow.bias.validity import rounded
from cdaflow.statistics.ranks import spearman

#: Training text -> how far its encoders set professions apart; d of each of two trainings.
ENCODERS = {"original": 3.0, "augment-90": 0.1, "augment-90-random": 3.0}

#: Text -> by what the log ratio of a noun is divided, and log ratio of right and wrong phrases.
MODELS = {"original": (1.0, 3.0), "field": (4.0, 3.5)}

#: Noun -> log ratio of its masculine and feminine phrases.
NOUNS = {("médico", "médica"): 4.0, ("niñero", "niñera"): -2.0, ("juez", "jueza"): 1.0}

#: Share of women by profession.
SHARES = {f"profession {number}": number / 10 for number in range(11)}


def make_fairness(folder: Path, languages: tuple[str, ...] = ("es", "fr", "it")) -> Path:
    """Write a results folder: two trainings of each encoder and of each language model."""
    (folder / "tables").mkdir(parents=True)
    config = {"seed": 1, "languages": languages, "systems": {"baseline": {"recipe": "tiny"}}}
    (folder / "config.json").write_text(json.dumps(config))
    scores = folder / "bias/scores"
    scores.mkdir(parents=True)
    reports = {"seat": seat, "validity": validity, "transfer": transfer}
    written = []
    for kind, report in reports.items():
        for name in ENCODERS:
            for seed in (1, 2):
                written.append(scores / f"{name}.{seed}.{kind}.json")
                written[-1].write_text(json.dumps(report(name, seed)))
                write_benchmark(folder, f"bias/scores/{name}.{seed}.{kind}", "60.0\t60.0\n")
    write_table(folder, "bias", written)
    write_table(folder, "lm", [write_comparison(folder, language) for language in languages])
    for name in ("field.1", "field.2", "field.9"):
        write_benchmark(folder, f"lm/es/models/{name}", "60.0\t600.0\n")
    return folder


def _about(name: str, seed: int) -> dict[str, object]:
    trained = {"examples": 100, "dev_loss": [2.0, 1.0], "dev_right": [0.5, 0.75]}
    encoder = {"name": f"{name}.{seed}.npz", "fingerprint": 10 * "f1", "pooling": "max", **trained}
    return {"system": name, "training": seed, "encoder": encoder}


def seat(name: str, seed: int) -> dict[str, object]:
    """Return what `cdaflow bias seat` writes of a training of ENCODERS."""
    random = np.random.default_rng([seed, len(name)])
    sides = [random.normal(size=8) + sign * ENCODERS[name] for sign in (1, -1)]
    named = [
        {f"{side}{number}": round(float(value), 8) for number, value in enumerate(values)}
        for side, values in zip("xy", sides, strict=True)
    ]
    test = {"concepts": [], "effect_size": 1.0, "p": 0.5, "exact": True, "associations": named}
    return {"metric": "seat", **_about(name, seed), "tests": {"professions": test}, "means": {},
            "partitions": 1000, "seed": 1}  # fmt: skip


def validity(name: str, seed: int) -> dict[str, object]:
    """Return what `cdaflow bias validity` writes: two professions have changed places."""
    found = {profession: share / 7 + 0.01 * seed for profession, share in SHARES.items()}
    found["profession 0"], found["profession 1"] = found["profession 1"], found["profession 0"]
    scores = {profession: round(value, 6) for profession, value in found.items()}
    value = rounded(spearman(np.array(list(scores.values())), np.array(list(SHARES.values()))))
    here = {"value": value, "low": 0.5, "high": 1.0}
    contexts = ("neutral", "feminine", "masculine", "mixed")
    correlations = {context: {"none": here, "someone": here} for context in contexts}
    correlations["neutral"] = {"none": here}
    return {
        "metric": "bias_validity", **_about(name, seed), "shares": SHARES, "skip_closed": False,
        "professions": len(SHARES), "spearman": correlations,
        "scores": dict.fromkeys(contexts, scores), "bootstrap": 50, "seed": 1,
    }  # fmt: skip


def transfer(name: str, seed: int) -> dict[str, object]:
    """Return what `cdaflow bias transfer` writes."""
    found = {"translations": {"measure": "accuracy", "value": 90.0 + seed, "low": 88.0,
                              "high": 94.0, "examples": 100, "pairs": 1000},
             "STS14": {"measure": "spearman", "value": 0.5, "examples": 50}}  # fmt: skip
    return {"metric": "transfer", **_about(name, seed), "tasks": found}


def write_comparison(folder: Path, language: str) -> Path:
    """Write what `cdaflow lm score` writes of each training, and compare the texts of MODELS."""
    part = folder / f"lm/{language}"
    part.mkdir(parents=True)
    text = part / "text.txt"
    text.write_text("El médico y el médico .\n")
    named = []
    for name in MODELS:
        for seed in (1, 2):
            path = part / f"{name}.{seed}.json"
            path.write_text(json.dumps(score(name, seed, language)))
            named += ["--systems", f"{name}={path}"]
    compared = part / "compared.json"
    run("lm", "compare", *named, "--base", "original", "--lang", language, "--text", text,
        "--output", compared)  # fmt: skip
    return compared


def score(name: str, seed: int, language: str) -> dict[str, object]:
    """Return the scores of a training: the second has log ratios that are larger by a tenth."""
    divisor, right = MODELS[name]
    phrases = []
    for (masculine, feminine), ratio in NOUNS.items():
        stereotyping = ratio * (1 + 0.1 * (seed - 1)) / divisor
        logs = {"masculine": -30.0, "feminine": -30.0 - stereotyping}
        logs |= {f"{gender}_wrong": value - right for gender, value in list(logs.items())}
        phrases.append({"noun": masculine, "noun_feminine": feminine, "log_p": logs})
    pairs = {"pairs": 20, "right": 10 + 2 * seed}
    return {"format": 1, "language": language, "model": "0", "training": seed, "phrases": phrases,
            "minimal_pairs": pairs, "system": name}  # fmt: skip
