"""The report on a tagger: scores with intervals, calibration, signature."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cdaflow.alternatives.tagging.evaluation import calibration_report, label_matrix, scores
from cdaflow.alternatives.tagging.tags import TaggedSentence, read_tags
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.signature import short, signature


def evaluate(
    gold: str | os.PathLike[str],
    *,
    tagger: Path | None = None,
    tags: Path | None = None,
    name: str,
    testset: str,
    threads: int = 1,
    device: str = "cpu",
    bootstrap: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Any]:
    """Return the report on a tagger, or on a file of tags, over gold sentences.

    Raises InputError where the sentences differ or there are none; ConfigError where the tagger
    was trained or tuned on them.
    """
    wanted = list(read_tags(gold))
    if not wanted:
        raise InputError("there are no sentences", file=gold)
    checksum = digest(gold)
    report: dict[str, Any] = {
        "metric": "tagger",
        "language": "en",
        "system": name,
        "testset": testset,
        "sentences": len(wanted),
        "gold": {"file": Path(gold).name, "sha256": checksum},
    }
    if tagger is not None:
        from cdaflow.alternatives.tagging.tagger import META, TrainedTagger

        model = TrainedTagger.load(tagger, threads=threads, device=device)
        if checksum in dict(model.meta.get("data", {})).values():
            raise ConfigError(f"the tagger was trained or tuned on {gold}, give other sentences")
        heads, logits = model.tag_with_scores([one.source for one in wanted])
        found = [TaggedSentence(o.source, tuple(h)) for o, h in zip(wanted, heads, strict=True)]
        report["calibration"] = calibration_report(wanted, logits, model.calibration)
        keys = ("training", "best_epoch", "epochs", "encoder", "data")
        report["tagger"] = {
            "backend": model.network.backend,
            "sha256": digest(tagger / META),
            **{key: model.meta[key] for key in keys if key in model.meta},
        }
    else:
        assert tags is not None  # noqa: S101 (one of both is given)
        found = list(read_tags(tags))
        report["tagger"] = {"backend": "", "sha256": digest(tags)}
    report["labels"] = scores(label_matrix(wanted, found), bootstrap=bootstrap, seed=seed)
    parts = {"data": short(checksum), "level": "words"}
    report["signature"] = signature("tagger", parts, bootstrap=bootstrap, seed=seed)
    return report
