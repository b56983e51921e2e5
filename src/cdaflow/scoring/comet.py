"""COMET, a learned metric of translation quality, where the user has installed it.

It is no requirement: it brings torch and models of gigabytes, and wants an older numpy than
cdaflow, so that it most often has an environment of its own and is run as a program. Its
encoders are multilingual, and a language that they never saw gets a number like any other,
which means nothing: such languages are refused here.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from cdaflow.errors import ConfigError, ProgramError
from cdaflow.io.files import digest, write_lines
from cdaflow.lazy import numpy as np
from cdaflow.statistics import RESAMPLES, SACREBLEU_SEED
from cdaflow.statistics.estimates import Estimate, points
from cdaflow.statistics.sacre import sample_counts

#: The languages of XLM-R (Conneau et al. 2020, appendix A), the encoder of all COMET models.
LANGUAGES = frozenset(
    re.findall(
        "[a-z]+",
        """
        af am ar as az be bg bn br bs ca cs cy da de el en eo es et eu fa fi fr fy ga gd gl gu ha
        he hi hr hu hy id is it ja jv ka kk km kn ko ku ky la lo lt lv mg mk ml mn mr ms my ne nl
        no om or pa pl ps pt ro ru sa sd si sk sl so sq sr su sv sw ta te th tl tr ug uk ur uz vi
        xh yi zh
        """,
    )
)

_MODEL_HINT = (
    "give a name that COMET knows (Unbabel/wmt22-comet-da) or a checkpoint file; without a "
    "network the model must have been fetched before"
)


def check_language(language: str) -> None:
    """Raise ConfigError for a language (ISO 639-1) that COMET's encoder does not know."""
    if language not in LANGUAGES:
        raise ConfigError(
            "comet.unsupported-language",
            f"COMET was not trained on the language {language!r}, its score is meaningless",
            hint="leave --comet out for this language; BLEU and chrF support every language",
        )


def score_comet(
    model: str,
    sources: Sequence[str],
    hypotheses: Sequence[str],
    references: Sequence[str],
    *,
    language: str,
    bootstrap: int = RESAMPLES,
    seed: int = SACREBLEU_SEED,
    gpus: int = 0,
    program: str | None = None,
) -> Estimate:
    """Return the score of a test set: COMET times 100.

    `model`: the name of a model (fetched by COMET, once) or the path of a checkpoint.
    `program`: the path of comet-score; without it, COMET is taken from this Python, or else
    comet-score from PATH. The interval is the bootstrap over sentences.

    Raises ConfigError for a language that COMET does not know, ProgramError where COMET or the
    model is not there.
    """
    check_language(language)
    rows = [
        {"src": source, "mt": hypothesis, "ref": reference}
        for source, hypothesis, reference in zip(sources, hypotheses, references, strict=True)
    ]
    segments = 100 * np.array(_segments(model, rows, gpus, program))
    if len(segments) != len(rows):
        raise ProgramError(
            "comet.score-count", f"COMET returned {len(segments)} scores for {len(rows)} sentences"
        )
    means = sample_counts(len(segments), bootstrap, seed) @ segments / len(segments)
    return points(
        np.append(segments.mean(), means),
        f"COMET|model:{_name(model)}|lang:en-{language}|bs:{bootstrap}|seed:{seed}",
    )


def _name(model: str) -> str:
    return f"{Path(model).name}@{digest(model)[:12]}" if Path(model).is_file() else model


def find_comet(program: str | None) -> str | None:
    """Return the path of comet-score; None where COMET is in this Python and none is named.

    Raises ProgramError where there is neither.
    """
    if program is None and importlib.util.find_spec("comet") is not None:
        return None
    executable = shutil.which(program or "comet-score")
    if executable is None:
        raise ProgramError(
            "comet.missing",
            f"{program}: no such program" if program else "COMET is not installed",
            hint="unbabel-comet wants an older numpy than cdaflow: install it in an environment "
            "of its own (python -m venv comet; comet/bin/pip install unbabel-comet) and give "
            "comet/bin/comet-score (--comet-program; in the configuration: comet.program), or "
            "leave COMET out",
        )
    return executable


def _segments(
    model: str, rows: Sequence[Mapping[str, str]], gpus: int, program: str | None
) -> list[float]:
    executable = find_comet(program)
    if executable is None:
        return _by_module(model, rows, gpus)
    return _by_program(executable, model, rows, gpus)


def _by_module(model: str, rows: Sequence[Mapping[str, str]], gpus: int) -> list[float]:
    comet = importlib.import_module("comet")
    try:
        path = model if Path(model).is_file() else comet.download_model(model)
        loaded = comet.load_from_checkpoint(path)
    # What is raised depends on the version, on torch and on the network.
    except Exception as error:
        raise ProgramError(
            "comet.model-not-loadable",
            f"COMET cannot load the model {model!r}: {error or type(error).__name__}",
            hint=_MODEL_HINT,
        ) from error
    predicted = loaded.predict(
        [dict(row) for row in rows],
        batch_size=16,
        gpus=gpus,
        accelerator="auto" if gpus else "cpu",
        progress_bar=False,
    )
    return [float(score) for score in predicted.scores]


def _by_program(
    program: str, model: str, rows: Sequence[Mapping[str, str]], gpus: int
) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="cdaflow-comet-") as name:
        folder = Path(name)
        for side in ("src", "mt", "ref"):
            write_lines(folder / side, (row[side].replace("\r", " ") for row in rows))
        output = folder / "scores.json"
        command = [program, "-s", folder / "src", "-t", folder / "mt", "-r", folder / "ref"]
        command += ["--model", model, "--gpus", str(gpus), "--quiet", "--only_system"]
        command += ["--to_json", output]
        run = subprocess.run(
            list(map(str, command)), capture_output=True, text=True, errors="replace", check=False
        )
        if run.returncode or not output.is_file():
            said = run.stderr.strip().splitlines()[-1:] or ["no message"]
            raise ProgramError(
                "comet.failed",
                f"{program} failed (status {run.returncode}): {said[0]}",
                hint=_MODEL_HINT,
            )
        (scored,) = json.loads(output.read_text(encoding="utf-8")).values()
    return [float(row["COMET"]) for row in scored]
