"""The report on a tagger: precision and recall by word with intervals, calibration, signature.

A word counts for a label where it is the head word of a person with that label. Words of one
sentence go together, so intervals are those of sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cdaflow.alternatives.structures import AMBIGUOUS, write_report
from cdaflow.alternatives.structures import LABELS as PERSON_LABELS
from cdaflow.alternatives.tagging.calibration import Calibration, reliability, softmax
from cdaflow.alternatives.tagging.data import LABELS, labelled
from cdaflow.alternatives.tagging.tags import TaggedSentence, read_tags
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.lazy import numpy as np
from cdaflow.option_types import Device, Folder, Output, Threads, Value, exclusive
from cdaflow.statistics import RESAMPLES, SEED, short, signature
from cdaflow.statistics.estimates import (
    Estimate,
    Share,
    clustered_rate,
    percentile_interval,
    resampled_sums,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


@exclusive("tagger", "tags", required=True)
def evaluate_tagger(
    *,
    gold: Annotated[Path, Value(metavar="TAGS.jsonl", file="input")],
    tagger: Folder | None = None,
    tags: Annotated[Path | None, Value(metavar="TAGS.jsonl", file="input")] = None,
    name: str,
    testset: str,
    threads: Threads = 1,
    device: Device = "cpu",
    output: Output = "-",
) -> str | None:
    """Score head words against gold ones: precision and recall of each label by word.

    A trained tagger is also scored for its calibration: how far its probabilities of `ambiguous`
    are from the shares that are right, before and after the temperature.

    Args:
        gold: sentences with their head words
        tagger: the folder of a tagger
        tags: what any tagger found in the same sentences
        name (NAME): name of the tagger, for tables
        testset (NAME): name of the sentences, for tables
        output (SCORES.json): default: standard output
    """
    wanted = list(read_tags(gold))
    if not wanted:
        raise InputError("tag.empty", "there are no sentences", file=gold)
    checksum = digest(gold)
    report: dict[str, Any] = {
        "metric": "tagger",
        "language": "en",
        "system": name,
        "testset": testset,
        "sentences": len(wanted),
        "gold": {"file": gold.name, "sha256": checksum},
    }
    if tagger is not None:
        from cdaflow.alternatives.tagging.tagger import META, TrainedTagger

        model = TrainedTagger.load(tagger, threads=threads, device=device)
        if checksum in dict(model.meta.get("data", {})).values():
            raise ConfigError(
                "tagger.trained-on-gold",
                f"the tagger was trained or tuned on {gold}, give other sentences",
            )
        heads, logits = model.tag_with_scores([one.source for one in wanted])
        found = [TaggedSentence(o.source, tuple(h)) for o, h in zip(wanted, heads, strict=True)]
        report["calibration"] = calibration_report(wanted, logits, model.calibration)
        keys = ("training", "best_epoch", "epochs", "encoder", "data")
        report["tagger"] = {
            "backend": model.network.backend,
            "sha256": digest(tagger / META),
            **{key: model.meta[key] for key in keys if key in model.meta},
        }
    elif tags is not None:
        found = list(read_tags(tags))
        report["tagger"] = {"backend": "", "sha256": digest(tags)}
    report["labels"] = scores(label_matrix(wanted, found), bootstrap=RESAMPLES, seed=SEED)
    parts = {"data": short(checksum), "level": "words"}
    report["signature"] = signature("tagger", parts, bootstrap=RESAMPLES, seed=SEED)
    shown = report["labels"]["ambiguous"]
    precision, recall = (shown[key]["value"] or 0.0 for key in ("precision", "recall"))
    summary = f"ambiguous {precision:.1f}/{recall:.1f} of {len(wanted)} sentences"
    return write_report(output, report, summary)


#: All labels of people together: whether a word is a head word at all.
HEAD = "head"

_OPEN = LABELS.index(AMBIGUOUS)


def label_matrix(
    gold: Sequence[TaggedSentence], found: Sequence[TaggedSentence]
) -> NDArray[np.int64]:
    """Return how often each gold label got each label: shape (sentences, labels, labels).

    Raises InputError where the sentences are not the same.
    """
    if len(gold) != len(found):
        raise InputError(
            "tag.sentence-count", f"{len(found)} tagged sentences, but {len(gold)} gold ones"
        )
    matrix = np.zeros((len(gold), len(LABELS), len(LABELS)), dtype=np.int64)
    for number, (right, one) in enumerate(zip(gold, found, strict=True)):
        if right.source != one.source:
            raise InputError(
                "tag.not-gold-sentence",
                f"sentence {number + 1} is not the gold one: {one.source[:80]!r}",
                hint="give tags of the same sentences, in the same order",
            )
        np.add.at(matrix[number], (list(labelled(right).labels), list(labelled(one).labels)), 1)
    return matrix


def scores(
    matrix: NDArray[np.int64], *, bootstrap: int = 1000, seed: int = 1
) -> dict[str, dict[str, Any]]:
    """Return precision, recall and F1 (percent) by label, with counts.

    `matrix`: see `label_matrix`. Labels are those of people and HEAD. Intervals of precision and
    recall: Wilson's with the effective size; of F1: bootstrap of sentences.
    """
    report: dict[str, dict[str, Any]] = {}
    for name in (*PERSON_LABELS, HEAD):
        chosen = (
            slice(1, None) if name == HEAD else slice(LABELS.index(name), LABELS.index(name) + 1)
        )
        right = matrix[:, chosen, chosen].sum(axis=(1, 2))
        found = matrix[:, :, chosen].sum(axis=(1, 2))
        wanted = matrix[:, chosen, :].sum(axis=(1, 2))
        f1 = _f1(np.stack([2 * right, found + wanted], axis=1), bootstrap, seed)
        report[name] = {
            "precision": clustered_rate(right, found).as_json(),
            "recall": clustered_rate(right, wanted).as_json(),
            "f1": f1.as_json(),
            "right": int(right.sum()),
            "found": int(found.sum()),
            "gold": int(wanted.sum()),
        }
    return report


def _f1(rows: NDArray[np.int64], bootstrap: int, seed: int) -> Estimate:
    statistic = Share((0,), (1,))
    value = float(statistic(rows.sum(axis=0)))
    if np.isnan(value):
        return Estimate(None)
    ends = percentile_interval(statistic(resampled_sums(rows, bootstrap, seed)))
    low, high = (100 * end for end in ends) if ends else (None, None)
    return Estimate(100 * value, low, high)


def calibration_report(
    gold: Sequence[TaggedSentence], logits: Sequence[NDArray[Any]], calibration: Calibration
) -> dict[str, Any]:
    """Return the reliability of the probability of `ambiguous`, before and after temperature.

    `logits`: of each sentence, shape (words, labels).
    """
    right = np.array([label == _OPEN for one in gold for label in labelled(one).labels], dtype=bool)
    scores = np.concatenate([np.zeros((0, len(LABELS))), *logits]).astype(np.float64)
    return {
        "temperature": calibration.temperature,
        "threshold": calibration.threshold,
        "before": reliability(softmax(scores)[:, _OPEN], right),
        "after": reliability(calibration.probabilities(scores)[:, _OPEN], right),
    }
