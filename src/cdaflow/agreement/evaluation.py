"""Scores of a model of agreement on gold pairs: Zmigrod et al. 2019, section 5.1 and Table 3.

In each given sentence the noun is set to the gender of the counterfactual, and the model says
which other words change. All inferred features but gender are held fixed. The noun is left out of
all scores, as in the paper.

Tags. A word counts as changed by the model if its tag is. Precision is the share of the words it
changes that must change, recall the share of the words that must change that it changes, F1 their
harmonic mean. The accuracy is the share of words whose tag comes out right, over the words that
could change: those that have the feature, and those that must change whether the annotator gave
them the feature or not. (The paper does not say over which words it takes it. From P, R and
accuracy of its rows follows that 19.5 to 20.2 % of them must change; in sentences of 37 words that
is too many for all words, and right for those with a gender.)

Hidden changes. A word of one form for both genders ("grande") may have a gender by its annotator.
If the model changes it, pairs distinguished by forms cannot show whether rightly. It is hidden, and
counts neither for nor against, if the annotator gave the counterpart the new gender, too, or if its
form does not change under reinflection (where an inflector is there). Scores "strict" count hidden
changes as wrong.

Forms. The sentence is reinflected; a form is right if it is the counterpart's. The form accuracy is
over the same words as the accuracy of tags. "changed_forms" is the share of the words that must
change that have the right form in the end.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cdaflow.agreement.gold import Basis, Gold, GoldPair, fold, gold, read_pairs
from cdaflow.agreement.intervention import Change, InterventionRequest
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.errors import ConfigError, InputError
from cdaflow.inflection.realise import Realised
from cdaflow.io.files import digest
from cdaflow.statistics import RESAMPLES, SEED, short
from cdaflow.statistics.estimates import (
    Counts,
    Estimate,
    Share,
    Statistic,
    bootstrapped,
    ratio,
    resampled_sums,
)

#: The strengths of which the paper chose one on development data.
LOG_ALPHAS = (0.5, 0.75, 1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class ScoredPair:
    """What a model did with a pair, as ids of words.

    `words`: those that are scored. `right`: changed as they must; `over`: changed wrongly;
    `hidden`: see the top of the module; `missed`: not changed, or to a wrong gender, though they
    must. `right_forms`: with the counterpart's form; None where nothing was inflected.
    """

    pair: GoldPair
    changes: tuple[Change, ...]
    words: frozenset[int]
    right: frozenset[int]
    over: frozenset[int]
    hidden: frozenset[int]
    missed: frozenset[int]
    right_forms: frozenset[int] | None = None
    doubts: frozenset[int] = frozenset()

    def counts(self) -> tuple[int, ...]:
        """Return the numbers of COLUMNS."""
        forms = self.right_forms if self.right_forms is not None else frozenset()
        wrong = self.over | self.missed
        return (
            len(self.words),
            len(self.right),
            len(self.over),
            len(self.hidden),
            len(self.missed),
            len(self.words - wrong - self.hidden),
            not wrong,
            1,
            len(forms),
            len(forms & self.pair.changed),
            forms == self.words,
            bool(self.doubts),
        )


#: What is counted in each pair.
COLUMNS = (
    "words", "right", "over", "hidden", "missed", "right_words", "right_sentences", "sentences",
    "right_forms", "right_changed_forms", "right_form_sentences", "doubtful_sentences",
)  # fmt: skip
_COLUMN = {name: index for index, name in enumerate(COLUMNS)}


def _share(over: str, under: str) -> Statistic:
    """Return the statistic that is a sum of columns over another, given by their names."""

    def columns(names: str) -> list[int]:
        return [_COLUMN[name] for name in names.split()]

    return Share(columns(over), columns(under))


class Score(NamedTuple):
    """A score as a function of the sums of COLUMNS; `forms`: whether it needs reinflection."""

    statistic: Statistic
    legend: str
    forms: bool = False


SCORES: Mapping[str, Score] = {
    "precision": Score(
        _share("right", "right over"), "share of the words changed that must change"
    ),
    "recall": Score(
        _share("right", "right missed"), "share of the words that must change that are changed"
    ),
    "f1": Score(_share("right right", "right right over missed"), "their harmonic mean"),
    "accuracy": Score(
        lambda sums: ratio(
            sums[..., _COLUMN["right_words"]],
            sums[..., _COLUMN["words"]] - sums[..., _COLUMN["hidden"]],
        ),
        "share of the words that could change whose tag is right",
    ),
    "sentences": Score(
        _share("right_sentences", "sentences"), "share of the sentences without a wrong tag"
    ),
    "precision_strict": Score(
        _share("right", "right over hidden"),
        "precision with changes that no form shows counted as wrong",
    ),
    "f1_strict": Score(
        _share("right right", "right right over hidden missed"), "F1 with that precision"
    ),
    "form_accuracy": Score(
        _share("right_forms", "words"), "share of the same words whose form is right", forms=True
    ),
    "changed_form_accuracy": Score(
        _share("right_changed_forms", "right missed"),
        "share of the words that must change whose form is right",
        forms=True,
    ),
    "form_sentences": Score(
        _share("right_form_sentences", "sentences"),
        "share of the sentences without a wrong form",
        forms=True,
    ),
}


def score_pairs(
    pairs: Sequence[GoldPair], pipeline: InterventionPipeline, *, forms: bool = False
) -> list[ScoredPair]:
    """Return what `pipeline` does with each pair, scored; `forms`: with the reinflected forms.

    Raises what `InterventionPipeline.intervene` raises; ConfigError where forms are asked for
    without a lexicon.
    """
    results = pipeline.intervene(
        [
            InterventionRequest(pair.source, dict.fromkeys(sorted(pair.nouns), pair.gender))
            for pair in pairs
        ]
    )
    realised: Sequence[Realised | None] = [None] * len(pairs)
    if forms:
        if pipeline.words is None:
            raise ConfigError(
                "lexicon.missing",
                "scoring forms requires a lexicon",
                hint="give one, or do not score forms",
            )
        realised = pipeline.words.realise(
            [result.sentence for result in results], [result.changes for result in results]
        )
    return [
        score_pair(pair, result.changes, pipeline.options.feature, sentence)
        for pair, result, sentence in zip(pairs, results, realised, strict=True)
    ]


def score_pair(
    pair: GoldPair,
    changes: Sequence[Change],
    feature: str = "Gender",
    realised: Realised | None = None,
) -> ScoredPair:
    """Return the verdicts on a pair in which a model made `changes`; see `ScoredPair`."""
    predicted = {change.position: change.new.get(feature, "") for change in changes}
    words, right, over, hidden, missed, forms = (set[int]() for _ in range(6))
    written = {token.id: token.form for token in realised.sentence.tokens} if realised else {}
    for token in pair.source.tokens:
        position, other = token.id, pair.counterpart(token.id)
        must = position in pair.changed
        if position in pair.nouns or other is None or position in pair.euphonic:
            continue
        if not (must or feature in token.feats or position in predicted):
            continue
        words.add(position)
        form = written.get(position, "")
        if realised and fold(form) == fold(other.form):
            forms.add(position)
        annotated = other.feats.get(feature, "")
        gold_value = annotated if annotated and annotated != token.feats.get(feature) else ""
        if must and position in predicted and predicted[position] == (gold_value or pair.gender):
            right.add(position)
        elif must:
            missed.add(position)
            over |= {position} & predicted.keys()
        elif position in predicted:
            same_form = (
                realised is not None
                and position not in realised.doubts
                and fold(form) == fold(token.form)
            )
            (hidden if predicted[position] == gold_value or same_form else over).add(position)
    return ScoredPair(
        pair,
        tuple(changes),
        words=frozenset(words),
        right=frozenset(right),
        over=frozenset(over),
        hidden=frozenset(hidden),
        missed=frozenset(missed),
        right_forms=frozenset(forms) if realised else None,
        doubts=frozenset(realised.doubts) if realised else frozenset(),
    )


def counts(scored: Sequence[ScoredPair]) -> Counts:
    """Return the counts of each pair: shape (pairs, COLUMNS)."""
    rows = [pair.counts() for pair in scored]
    return np.array(rows, dtype=np.int64).reshape(-1, len(COLUMNS))


def scores(
    rows: Counts, *, forms: bool, bootstrap: int = RESAMPLES, seed: int = SEED
) -> dict[str, Estimate]:
    """Return the scores in percent, with their intervals by the bootstrap over sentences.

    `rows`: what `counts` returns. A score without a denominator is None. `forms`: whether
    anything was inflected.
    """
    sums, samples = rows.sum(axis=0), resampled_sums(rows, bootstrap, seed)
    return {
        name: bootstrapped(score.statistic, sums, samples)
        for name, score in SCORES.items()
        if forms or not score.forms
    }


def choose_log_alpha(
    pairs: Gold, pipeline: InterventionPipeline, candidates: Sequence[float] = LOG_ALPHAS
) -> tuple[float, dict[float, float]]:
    """Return the log alpha of the highest F1 on development pairs, and the F1 (percent) of each.

    The mean of the F1 of the directions counts, so that the bigger one does not decide. Of equals
    the one nearest to 1 is taken, the paper's choice.

    Raises InputError where there is no pair with a word that must change.
    """
    mean_f1 = {}
    for log_alpha in candidates:
        tried = pipeline.with_log_alpha(log_alpha)
        direction_f1 = [
            float(SCORES["f1"].statistic(counts(score_pairs(of_direction, tried)).sum(axis=0)))
            for of_direction in pairs.directions.values()
        ]
        direction_f1 = [value for value in direction_f1 if not math.isnan(value)]
        if not direction_f1:
            raise InputError(
                "pair.none-to-choose-log-alpha",
                "log alpha cannot be chosen: in no development pair does a word have to change",
                hint="give more development pairs, or a log alpha",
            )
        mean_f1[log_alpha] = 100 * sum(direction_f1) / len(direction_f1)
    best = max(mean_f1, key=lambda log_alpha: (round(mean_f1[log_alpha], 9), -abs(log_alpha - 1)))
    return best, mean_f1


def tuned(
    pipeline: InterventionPipeline, dev: Gold, on: str, files: Sequence[str] = ()
) -> InterventionPipeline:
    """Return the pipeline with the log alpha that does best on development pairs.

    `on`: what the pairs are, for reports; `files`: the checksums of their files.

    Raises InputError as `choose_log_alpha` does.
    """
    log_alpha, tried = choose_log_alpha(dev, pipeline)
    return pipeline.with_log_alpha(
        log_alpha,
        {
            "chosen_on": on,
            "pairs": len(dev),
            "f1": {str(value): score for value, score in tried.items()},
            "files": list(files),
        },
    )


def tuned_on_files(
    pipeline: InterventionPipeline,
    paths: Sequence[str | os.PathLike[str]],
    basis: Basis = "forms",
    **kinds: Any,
) -> InterventionPipeline:
    """Return the pipeline with the log alpha that does best on the pairs of files.

    `basis`, `kinds`: as `gold` has them. Raises what reading them and `tuned` raise.
    """
    digests = [digest(path) for path in paths]
    return tuned(pipeline, gold(read_pairs(paths), basis, **kinds), short(*digests), digests)
