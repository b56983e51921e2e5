"""Kinds of tables of which papers have figures, and the columns that show ours beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cdaflow.scoring.metric import Metric, metric_named
from cdaflow.statistics.field import Field, Interval
from cdaflow.tables import (
    bias_parts,
    corpora,
    evaluations,
    gfst,
    judgements,
    language_models,
    tagger,
)
from cdaflow.tables.table import Layout


@dataclass(frozen=True)
class Kind:
    """A kind of table.

    rows: columns that name a row, beside the language -> header; the first is a system or a data
    set, of which gains are. figures: column -> header, legend; those of both papers and ours, and
    those that are derived from them: "gain" (the first figure minus that of the baseline) and
    "testsets" (the first figure of each test set, of which the first is then the mean). ours: the
    columns of the CSV that goes beside it, and the command that writes it. estimates: those of its
    fields that have intervals. decimals: of the gain. items: what intervals are over, beside
    trainings. rules: whether our figures may be by the rules of the original tool or by our own.
    """

    title: str
    rows: Mapping[str, str]
    figures: Mapping[str, tuple[str, str]]
    ours: Sequence[str]
    command: str
    estimates: Sequence[Field] = ()
    decimals: int = 1
    items: str = "sentences"
    rules: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the CSV: each figure has a second one, "_here", for ours.

        The ends of our intervals stand behind our figure. "trainings_here", "seeds_here": how many
        and which trainings ours are the means of. "warned_here" says why our figures are suspect,
        "" where they are not.
        """
        named = ("paper", "table", "language", *self.rows, "name")
        figures = (
            column
            for name in self.figures
            for column in (name, f"{name}_here", *self.intervals(name))
        )
        last = (f"{name}_here" for name in ("trainings", "seeds", "warned") if name in self.ours)
        return (*named, *figures, *last, *(["rules_here"] if self.rules else []))

    def intervals(self, figure: str) -> dict[str, str]:
        """Return the columns of the ends of our intervals of a figure -> those of our CSV."""
        here = estimate_here(figure, "", "")
        ends = (*here.ends, *here.crossed_ends)
        fields = {item.column: item for item in self.estimates}
        columns: Sequence[str] = ()
        if figure == "gain" and self.first in fields:
            columns = fields[self.first].gain[1:]
        elif figure in fields:
            columns = (*fields[figure].ends, *fields[figure].crossed_ends)
        pairs = zip(ends, columns, strict=False)
        return {end: column for end, column in pairs if column in self.ours}

    @property
    def first(self) -> str:
        """The figure that gains are of."""
        return next(iter(self.figures))


def estimate_here(figure: str, header: str, legend: str) -> Field:
    """Return the column of our figure, with its intervals."""
    name = f"{figure}_here"
    return Field(name, header, legend, interval=Interval.SHOWN, brief=True, column=name)


def _beside(table: Metric | Layout, command: str) -> dict[str, Any]:
    """Return what goes beside the figures of a table: its columns and those with intervals."""
    estimates = [item for item in table.fields if item.is_estimate]
    return {"ours": table.columns, "estimates": estimates, "command": command}


_SYSTEM = {"system": "System"}
_OF_TESTSET = {**_SYSTEM, "testset": "Test set"}
_DATASET = {"dataset": "Data set"}

_ALTERNATIVES = {
    "alternatives_precision": ("Alt P", "sentences with alternatives in both, of those offered, %"),
    "alternatives_recall": (
        "Alt R",
        "sentences with alternatives in both sides, as % of the reference's",
    ),
    "structures_precision": ("Str P", "structures in both, where both sentences have some, %"),
    "structures_recall": ("Str R", "structures in both sides, as % of the reference's"),
    "delta_bleu": ("δ-BLEU", "distance of the BLEU of all-masculine and all-feminine texts"),
    "alignment": ("Align", "right structures that go with the right people, %"),
}

KINDS = {
    "sizes": Kind(
        "corpus sizes",
        _DATASET,
        {"pairs": ("Pairs", "sentence pairs")},
        corpora.DATASETS.columns,
        "tables datasets",
    ),
    "shares": Kind(
        "sentences of one gender",
        _DATASET,
        {
            "fem": ("Fem", "sentences that the source filter labels feminine, %"),
            "msc": ("Msc", "masculine, %"),
            "mix": ("Mix", "neither, %"),
        },
        corpora.SHARES.columns,
        "tables shares",
    ),
    "gfst": Kind(
        "monolingual sentences that GFST keeps",
        {"gender": "Gender"},
        {
            "source": ("Source filter", "English sentences that the source filter keeps"),
            "kept": ("Target filter", "their translations that the target filter keeps"),
            "kept_rate": ("Kept %", "share of the translations that is kept"),
        },
        gfst.COLUMNS,
        "tables gfst",
    ),
    "winomt": Kind(
        "WinoMT",
        _SYSTEM,
        {
            "accuracy": ("Acc", "accuracy of the gender, %; higher is better"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
            "pro": ("Pro", "accuracy where the gender follows the stereotype, %"),
            "anti": ("Anti", "accuracy where it goes against the stereotype, %"),
            "delta_s": ("ΔS", "Pro minus Anti, points; nearer to 0 is better"),
            "delta_g": ("ΔG", "F1 of masculine minus F1 of feminine; nearer to 0 is better"),
            "delta_r": (
                "ΔR",
                "recall of masculine minus recall of feminine, points; nearer to 0 is better",
            ),
            "f1_female": ("F1 Fem", "F1 of feminine entities, %; higher is better"),
            "f1_male": ("F1 Msc", "F1 of masculine entities, %; higher is better"),
            "delta_s_f1": (
                "ΔS (F1)",
                "F1 where the gender follows the stereotype minus F1 where it goes against it, "
                "points; nearer to 0 is better",
            ),
        },
        **_beside(metric_named("winomt"), "tables winomt"),
        rules=True,
    ),
    "mustshe": Kind(
        "MuST-SHE",
        {"system": "System", "part": "Part"},
        {
            "accuracy_correct": ("Acc", "annotated words in the right gender, of all, %"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
            "delta_acc": ("ΔAcc", "Acc minus the same of the wrong reference, points"),
        },
        **_beside(metric_named("mustshe"), "tables mustshe"),
    ),
    "human": Kind(
        "human evaluation of gender",
        _SYSTEM,
        {
            "accuracy": ("Acc", "sentences whose gender is right or left open, %"),
            "gain": ("Gain", "accuracy minus that of the baseline, points"),
        },
        **_beside(judgements.GENDER, "sheet read"),
    ),
    "quality": Kind(
        "human evaluation of quality",
        _SYSTEM,
        {
            "score": ("Score", "mean over sentences and annotators, 1 to 6; higher is better"),
            "gain": ("Gain", "score minus that of the baseline"),
        },
        **_beside(judgements.QUALITY, "sheet read"),
        decimals=2,
    ),
    "bleu": Kind(
        "quality of the translations",
        _SYSTEM,
        {
            "bleu": ("BLEU", "mean over the test sets"),
            "gain": ("Gain", "BLEU minus that of the baseline, points"),
            "testsets": ("Test sets", "BLEU of each"),
        },
        **_beside(metric_named("bleu"), "tables bleu"),
    ),
    "alternatives": Kind(
        "gender alternatives",
        _OF_TESTSET,
        {
            **_ALTERNATIVES,
            "bleu_masculine": ("BLEU Msc", "BLEU of the all-masculine texts"),
            "bleu_feminine": ("BLEU Fem", "BLEU of the all-feminine texts"),
        },
        **_beside(metric_named("alternatives"), "tables alternatives"),
    ),
    "students": Kind(
        "gender alternatives of translations",
        _OF_TESTSET,
        _ALTERNATIVES,
        **_beside(metric_named("alternatives"), "tables alternatives"),
    ),
    "gate": Kind(
        "rewriting of GATE",
        _SYSTEM,
        {
            "precision": ("P", "right rewrites, of those offered, %"),
            "recall": ("R", "right rewrites, of the sentences to be rewritten, %"),
            "f05": ("F0.5", "precision weighs more; per cent, as ours"),
        },
        **_beside(metric_named("gate"), "tables gate"),
    ),
    "tagger": Kind(
        "head words",
        {"testset": "Sentences", "label": "Label"},
        {
            "precision": ("P", "words with the label that have it in the gold, %"),
            "recall": ("R", "words with the label in the gold that have it, %"),
        },
        **_beside(tagger.TAGGERS, "tables tagger"),
    ),
    "filter": Kind(
        "human evaluation of the target filter",
        {"gender": "Gender"},
        {name: (name.upper(), legend) for name, legend in judgements.OUTCOMES.items()},
        **_beside(judgements.FILTER, "sheet read"),
    ),
    "agreement": Kind(
        "agreement with a noun whose gender is changed",
        {**_SYSTEM, "to": "To", "method": "Method"},
        {
            "f1": (
                "F1",
                "of the tags of words that change, %; higher is better, here and in the "
                "others. The paper's pairs are 136 Spanish and 111 Hebrew ones of its own",
            ),
            "precision": ("P", "share of the changed words that must change, %"),
            "recall": ("R", "share of the words that must change that are changed, %"),
            "accuracy": ("Acc", "words with a gender whose tag is right, %"),
            "form_accuracy": ("Forms", "words that change whose form is right, %"),
            "trained": ("Trained on", "sentences of treebanks"),
            "pairs": ("Pairs", "pairs of sentences that are scored"),
        },
        **_beside(evaluations.AGREEMENT, "tables agreement"),
        items="pairs",
    ),
    "animate": Kind(
        "nouns of persons in the text of language models",
        {},
        {
            "nouns": ("Nouns", "pairs of nouns of persons, masculine and feminine"),
            "share": ("Animate %", "sentences that name one of these persons"),
        },
        **_beside(language_models.ANIMATE, "tables animate"),
    ),
    "inflection": Kind(
        "reinflection",
        {"words": "Lemmas", "group": "Words"},
        {
            "model": (
                "Model",
                "right forms of the model alone, %; the paper does not say of which words",
            )
        },
        **_beside(evaluations.INFLECTION, "tables inflection"),
        items="words",
    ),
    "bias-tests": Kind(
        "bias and use of encoders by test",
        {**_SYSTEM, "test": "Test"},
        {
            "difference": (
                "Difference",
                "to the encoder of the original text: of effect sizes, or in points of SentEval. "
                "Of C7, C8, CR and TREC the paper says `up to`",
            ),
            "change": ("Change %", "the difference in per cent of the original's; up to"),
        },
        **_beside(bias_parts.TESTS, "tables bias-tests"),
        items="targets",
    ),
    "bias-texts": Kind(
        "training text with less bias",
        _SYSTEM,
        {
            "swapped": ("Added %", "of the selected examples; about, of all four in the paper"),
            "largest": ("Largest Abs", "bias score of the most biased example"),
            "largest_kept": (
                "Largest left",
                "bias score of the most biased example that is not left out",
            ),
        },
        **_beside(bias_parts.TEXTS, "tables bias-texts"),
    ),
    "lm": Kind(
        "language models trained on counterfactual text",
        _SYSTEM,
        {
            "factor_signed": (
                "Factor, signed",
                "by which the stereotyping of the original is larger, with its sign; higher is "
                "better. For `all` the paper's is the mean over he, es, it and fr",
            ),
            "factor": (
                "Factor",
                "the same of the mean of absolute values, which the paper does not give",
            ),
            "stereotyping": (
                "Stereotyping",
                "nats; lower is better. The paper's is of one noun, *ingeniero*: from Table 8",
            ),
            "grammaticality": (
                "Grammaticality",
                "nats; higher is better. The paper's is of the same noun",
            ),
        },
        **_beside(language_models.LANGUAGE_MODELS, "tables lm"),
        items="nouns",
    ),
}
