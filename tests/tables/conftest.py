"""Score files as `cdaflow score` writes them, small enough to be checked by hand."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.scoring.metric import Outcomes, metric_named
from cdaflow.scoring.observed import figures

Write = Callable[..., Path]

# 8 rows: 4 men (3 right, 1 unknown), 3 women (1 right, 2 taken for men), 1 neutral (taken for a
# man). Accuracy 4/8; recall 75 and 33.3; F1 m = 2*3/(6+4), F1 f = 2*1/(1+3).
WINOMT: dict[str, Any] = {
    "metric": "winomt",
    "language": "es",
    "system": "baseline",
    "training": None,
    "signature": "winomt|seed:1",
    "counts": {
        "rows": 8,
        "correct": 4,
        "unknown": 1,
        "confusion": {
            "male": {"male": 3, "female": 0, "neutral": 0, "unknown": 1},
            "female": {"male": 2, "female": 1, "neutral": 0, "unknown": 0},
            "neutral": {"male": 1, "female": 0, "neutral": 0, "unknown": 0},
        },
        "by_profession": {
            "nurse": {"male": {"gold": 2, "correct": 1}, "female": {"gold": 2, "correct": 1}},
            "boss": {"male": {"gold": 2, "correct": 2}, "female": {"gold": 1, "correct": 0}},
        },
    },
    "scores": {
        "accuracy": {"value": 50.0, "low": 21.52, "high": 78.48},
        "accuracy_pro": {"value": 200 / 3, "low": 20.0, "high": 90.0},
        "accuracy_anti": {"value": 50.0, "low": 15.0, "high": 85.0},
        "delta_s": {"value": 50 / 3, "low": -30.0, "high": 60.0},
        "delta_g": {"value": 10.0, "low": -20.0, "high": 40.0},
        "delta_r": {"value": 41.666666, "low": -5.0, "high": 80.0},
        "f1_male": {"value": 60.0, "low": 40.0, "high": 80.0},
        "f1_female": {"value": 50.0, "low": 10.0, "high": 80.0},
        "recall_male": {"value": 75.0, "low": 30.0, "high": 95.0},
        "recall_female": {"value": 100 / 3, "low": 6.0, "high": 79.0},
        "unknown_rate": {"value": 12.5, "low": 2.0, "high": 47.0},
        "accuracy_whole": {"value": 62.5, "low": 30.0, "high": 86.0},
    },
    "warned": {"lines": 0, "of": 8, "kinds": {}},
}

BLEU: dict[str, Any] = {
    "metric": "bleu",
    "language": "es",
    "system": "baseline",
    "testset": "test",
    "lines": 100,
    "scores": {
        "bleu": {"value": 61.25, "low": 60.0, "high": 62.5, "signature": "tok:13a|data:aa"},
        "chrf": {"value": 74.96, "low": 74.0, "high": 76.0, "signature": "nc:6|data:aa"},
    },
    "warned": {"lines": 0, "of": 100, "kinds": {}},
}


def _agree_with_outcomes(data: dict[str, Any]) -> None:
    """Make the figures those of the outcomes, as in a file of `cdaflow score`."""
    try:
        computed = list(figures(Outcomes("", data), metric_named("winomt")))
    except InputError:
        return  # a fault that is tested
    for name, ends in computed:
        if name in data["scores"]:
            data["scores"][name] |= ends
    genders = ("male", "female", "neutral", "unknown")
    rows = Counter(zip(data["outcomes"]["gold"], data["outcomes"]["predicted"], strict=True))
    data["counts"]["rows"] = rows.total()
    data["counts"]["confusion"] = {
        gold: {p: count for p in genders if (count := rows[gold[0], p[0]])} for gold in genders[:3]
    }


def _writer(folder: Path, shape: dict[str, Any]) -> Write:
    def write(name: str, change: Callable[[Any], object] | None = None, **fields: Any) -> Path:
        data = copy.deepcopy(shape) | fields
        if change is not None:
            change(data)
        if data.get("outcomes") and data["metric"] == "winomt":
            _agree_with_outcomes(data)
        path = folder / name
        path.write_text(json.dumps(data), encoding="utf-8")
        return path

    return write


@pytest.fixture
def winomt(tmp_path: Path) -> Write:
    """Return a function that writes a WinoMT score file, changed as one likes."""
    return _writer(tmp_path, WINOMT)


@pytest.fixture
def bleu(tmp_path: Path) -> Write:
    """Return a function that writes a BLEU score file, changed as one likes."""
    return _writer(tmp_path, BLEU)


#: gold, predicted, half, profession, span, reason, source, translation: the rows of WINOMT.
SENTENCES = [
    ("male", "male", "pro", "boss", "El jefe", "-", "The boss left as he ran.", "El jefe."),
    ("male", "male", "pro", "boss", "el jefe", "-", "I saw the boss; he sat.", "Vi a el jefe."),
    ("male", "male", "anti", "nurse", "El enfermero", "-", "A nurse said so, he.", "El enfermero."),
    ("male", "unknown", "anti", "nurse", "", "entity-not-found", "A nurse said he sat.", "Dijo."),
    ("female", "female", "pro", "nurse", "l' enfermera", "-", "A nurse said she.", "L’enfermera."),
    ("female", "male", "pro", "nurse", "El enfermero", "-", "A nurse said she.", "El enfermero."),
    ("female", "male", "anti", "boss", "El jefe", "-", "The boss said she ran.", "El jefe dijo."),
    ("neutral", "male", "-", "boss", "El jefe", "-", "The boss said they ran.", "El jefe dijo."),
]  # fmt: skip


@pytest.fixture
def sentences(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes the per-sentence table of WINOMT."""

    def write(name: str, translations: dict[int, str] | None = None) -> Path:
        header = "line gold predicted half profession span evidence reason source translation"
        lines = ["\t".join(header.split())]
        for number, row in enumerate(SENTENCES, 1):
            gold, predicted, half, profession, span, reason, source, translation = row
            translation = (translations or {}).get(number, translation)
            cells = (gold, predicted, half, profession, span, "-", reason, source, translation)
            lines.append("\t".join((str(number), *cells)))
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


#: What a corpus or a system may hold: elements, control characters, marks that turn text round.
HOSTILE = "<script>alert(1)</script> &amp; \"' \x00\x1b[2J \u202eabc\u2066 \u200fשלום $title </bdi>"


@pytest.fixture
def arguments(winomt: Any, bleu: Any, sentences: Any, tmp_path: Path) -> list[str]:
    scores = [str(winomt("1.json")), str(winomt("2.json", system="<b>fine</b>"))]
    figure = tmp_path / "figure.svg"
    assert main(["tables", "figure", "pro-anti", *scores, "--output", str(figure)]) == 0
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"languages": ["es"], "note": HOSTILE}), encoding="utf-8")
    tables = [str(sentences("1.tsv")), str(sentences("2.tsv", {5: HOSTILE}))]
    return [
        "tables", "report", "--winomt-scores", *scores, "--bleu-scores", str(bleu("b.json")),
        "--sentences", *tables, "--figures", str(figure), "--config", str(config), "--output",
    ]  # fmt: skip
