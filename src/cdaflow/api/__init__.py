"""Python functions with the names of the commands: scores, comparisons, tables, translations.

    from cdaflow import api

    base = api.score_bleu(["El gato."], ["El gato duerme."], "es", system="base")
    better = api.score_bleu(["El gato duerme."], ["El gato duerme."], "es", system="better")
    better.scores["chrf"].value
    better.to_frame()

Wherever a file is read, a list of its lines may be given. The keywords of a function are the
options of its command, with the same defaults and checks. `annotate` makes trees
(`cdaflow.trees.Sentence`) of texts, for all that rewrites. Languages are ISO 639-1 codes. What is
wrong with the input is an `errors.InputError` or `errors.ConfigError`. These names stay; other
modules of cdaflow may change between versions.
"""

from cdaflow.api.comparisons import (
    Comparison,
    EvaluationModule,
    ScoreTable,
    compare,
    load,
    table,
)
from cdaflow.api.scores import (
    Scores,
    score_bleu,
    score_gate,
    score_geneval,
    score_geneval_context,
    score_mustshe,
    score_winomt,
)
from cdaflow.api.texts import Selection, select, translate
from cdaflow.api.trees import alternatives, annotate, counterfactual, rewrite

__all__ = [
    "Comparison",
    "EvaluationModule",
    "ScoreTable",
    "Scores",
    "Selection",
    "alternatives",
    "annotate",
    "compare",
    "counterfactual",
    "load",
    "rewrite",
    "score_bleu",
    "score_gate",
    "score_geneval",
    "score_geneval_context",
    "score_mustshe",
    "score_winomt",
    "select",
    "table",
    "translate",
]
