"""The report on a tagger: scores with intervals, calibration, signature."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cdaflow.alternatives.files import write_report
from cdaflow.alternatives.tagging.evaluation import calibration_report, label_matrix, scores
from cdaflow.alternatives.tagging.tags import TaggedSentence, read_tags
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.option_types import Device, Folder, Output, Threads, Value, exclusive
from cdaflow.statistics import RESAMPLES, SEED
from cdaflow.statistics.signature import short, signature


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
        name (NAME): of the tagger, for tables
        testset (NAME): of the sentences, for tables
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
