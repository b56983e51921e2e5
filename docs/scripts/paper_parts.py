"""The tables of docs/results/papers.md: parts of papers that scripts of benchmarks/ measured.

Agreement models on pairs of GATE: agreement_scores.py. Association tests: bias_encoders.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from alternatives_tables import measured
from page_tables import table
from published_run import Published
from run_tables import p_value

from cdaflow.langid import NAMES
from cdaflow.languages import KNOWN
from cdaflow.tables.papers import PAPERS
from cdaflow.tables.published import reference
from cdaflow.tables.text import number

#: The paper of the agreement models, and what is scored.
_ZMIGROD = "zmigrod2019"
_SCORES = {
    "P": "precision",
    "R": "recall",
    "F1": "f1",
    "Acc": "accuracy",
    "forms": "form_accuracy",
}

#: Models in the order of the paper.
_MODELS = ("BASE", "LIN", "NN", "LIN, the authors'")


def agreement(run: Published) -> Iterator[str]:
    """Yield the scores of the agreement models by language, and those of the paper."""
    lines: list[tuple[str, ...]] = []
    languages = [language for language in KNOWN if language in run.content]
    for language in languages:
        for determiners in ("none", "all"):
            models = run.content[language].get(determiners, {})
            for model in filter(models.__contains__, _MODELS):
                scores, pairs = models[model]["scores"], models[model]["pairs"]
                cells = (
                    f"{score['value']:.1f} [{score['low']:.1f}, {score['high']:.1f}]"
                    for score in (scores[name] for name in _SCORES.values())
                )
                lines.append((NAMES[language], model, determiners, *cells, f"{pairs:,}"))
    for row in reference(_ZMIGROD, "agreement"):
        if row["f1"]:
            language, _, model = row["name"].partition("-")
            cells = (number(float(row[name]), 1) for name in _SCORES.values())
            lines.append((language, f"{model}, paper", "none", *cells, row["pairs"]))
    yield from table(("", "model", "determiners set", *_SCORES, "pairs"), lines, left=3)
    yield ""
    made = "; ".join(f"{lang}: {measured(record)}" for lang, record in run.provenance.items())
    paper = PAPERS[_ZMIGROD]
    yield f"*paper*: {paper.quoted}, Table 3, of pairs that are not public. {made}."


def association(run: Published) -> Iterator[str]:
    """Yield effect sizes of the association tests, and their p-values."""
    encoders = [name for name in run.content if name != "provenance"]
    names = list(run.content[encoders[0]])
    names.sort(key=lambda name: (name in ("C1", "C2"), name))
    yield from table(
        ("", *names),
        (
            (
                encoder,
                *(
                    f"{run.content[encoder][name]['effect_size']:.2f} "
                    f"({p_value(number(run.content[encoder][name]['p'], 4))})"
                    for name in names
                ),
            )
            for encoder in encoders
        ),
        left=1,
    )
    yield ""
    yield f"Effect size d, in parentheses p (one-sided). {measured(run.provenance)}."


#: Name of a block -> the file that it is made from, and what writes it.
BLOCKS = {
    "agreement-models": ("agreement", agreement),
    "association-tests": ("seat", association),
}
