"""Scorers: a function for each test set, with the options of its command."""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib import import_module
from typing import Any

from cdaflow.api.calls import Call, Texts, tables_module
from cdaflow.scoring.metric import metric_named, scorers
from cdaflow.scoring.report import ScoreReport, ScoreReports

#: How many scores a short form shows.
SHOWN = 4


@dataclass(frozen=True, repr=False)
class Scores(ScoreReport):
    """The scores of a system: a `ScoreReport` that shows its main scores."""

    def __repr__(self) -> str:
        names = [name for name in metric_named(self.metric).first_scores if name in self.scores]
        values = ((name, self.scores[name].value) for name in names[:SHOWN])
        text = ", ".join(f"{name}={value:.1f}" for name, value in values if value is not None)
        head = " ".join(filter(None, (self.metric, self.language, self.testset, self.system)))
        return f"<{head}: {text}; lines={self.lines}, with warnings={self.warned['lines']}>"

    def to_frame(self) -> Any:
        """Return a DataFrame, a row for each score, with its 95 % interval (percent, points)."""
        names = ("metric", "language", "testset", "system", "training")
        labels = {name: getattr(self, name) for name in names}
        return tables_module("table").number_frame(
            {**labels, "score": name, "value": score.value, "low": score.low, "high": score.high}
            for name, score in self.scores.items()
        )


def _scored(metric: str, lang: str, *translations: Texts, **options: Any) -> Scores:
    """Return the scores of texts by the scorer of a metric."""
    module, function = scorers()[metric]
    with Call(f"score {metric}", getattr(import_module(module), function)) as call:
        report = call(*translations, lang=lang, **options)
        (scores,) = report.reports if isinstance(report, ScoreReports) else [report]
        values = {field.name: getattr(scores, field.name) for field in fields(scores)}
        return Scores(**values | {"sentences": list(scores.sentences)})


def score_bleu(translations: Texts, references: Texts, lang: str, **options: Any) -> Scores:
    """Score BLEU and chrF by sacrebleu. Options: those of `cdaflow score bleu`.

    >>> references = ["La jefa llegó muy tarde.", "El gato duerme."]
    >>> scores = score_bleu(["La jefa llegó muy pronto.", "El gato come."], references, "es")
    >>> scores
    <bleu es reference: bleu=42.7, chrf=58.0; lines=2, with warnings=0>
    >>> scores.scores["bleu"].signature.split("|")[0]
    'nrefs:1'
    """
    return _scored("bleu", lang, translations, reference=references, **options)


def score_winomt(translations: Texts, lang: str, **options: Any) -> Scores:
    r"""Score the gender of people on a challenge set. Options: those of `cdaflow score winomt`.

    Without `challenge` it is WinoMT, once `cdaflow score fetch-winomt` got it.

    >>> rows = ["female\t1\tThe doctor said that she came.\tdoctor"]
    >>> score_winomt(["La médica llegó."], "es", challenge=rows, aligner="none").scores["accuracy"]
    Estimate(value=100.0, low=20.65493143772375, high=100.0, signature=None)
    """
    return _scored("winomt", lang, translations, **options)


def score_geneval(feminine: Texts, masculine: Texts, lang: str, **options: Any) -> Scores:
    """Score MT-GenEval: translations of its feminine sources and of its masculine ones.

    Options: those of `cdaflow score geneval`: `data`, or the references.

    >>> references = {"reference_feminine": ["La jefa."], "reference_masculine": ["El jefe."]}
    >>> scores = score_geneval(["La jefa vino."], ["La jefa vino."], "es", **references)
    >>> scores.scores["accuracy_feminine"].value, scores.scores["accuracy_masculine"].value
    (100.0, 0.0)
    """
    return _scored("geneval", lang, feminine, masculine, **options)


def score_geneval_context(translations: Texts, lang: str, **options: Any) -> Scores:
    """Score the contextual set of MT-GenEval. Options: those of `cdaflow score geneval`.

    >>> references = {"reference_original": ["La jefa."], "reference_flipped": ["El jefe."]}
    >>> score_geneval_context(["La jefa vino."], "es", **references).scores["accuracy"].value
    100.0
    """
    return _scored("geneval", lang, translations, context=True, **options)


def score_gate(rewrites: Texts, lang: str, data: Texts, **options: Any) -> Scores:
    r"""Score rewrites of GATE. Options: those of `cdaflow score gate`, `to` for plain lines.

    >>> rows = ["labels\tsource\tf\tm", "SUBJ\tThe boss came.\tVino la jefa.\tVino el jefe."]
    >>> score_gate(["Vino el jefe."], "es", rows, to="m").scores["precision"].value
    100.0
    """
    return _scored("gate", lang, rewrites, data=data, **options)


def score_mustshe(translations: Texts, lang: str, data: Texts, **options: Any) -> Scores:
    r"""Score MuST-SHE. Options: those of `cdaflow score mustshe`.

    >>> rows = ["ID\tCATEGORY\tLANG\tSRC\tREF\tWRONG-REF\tGENDERTERMS"]
    >>> rows.append("1\t1F\tes\tI am tired.\tEstoy cansada.\tEstoy cansado.\tcansada cansado")
    >>> score_mustshe(["Estoy muy cansado."], "es", rows).scores["accuracy"].value
    0.0
    """
    return _scored("mustshe", lang, translations, data=data, **options)
