"""What the vectors of an encoder still say of a sentence, beside its bias."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cdaflow.cli.encoders import EncoderOptions, SystemLabel, TrainingLabel, encoder_facts
from cdaflow.errors import ConfigError
from cdaflow.option_types import OutputPath, Seed, Value

_Task = Literal[
    "MR", "CR", "SUBJ", "MPQA", "SST", "SST-5", "TREC", "MRPC", "SICK-E", "SICK-R", "STS-B", "STS14"
]
_Pairs = Annotated[Path | None, Value(metavar="FILE", file="input")]


def transfer(
    *,
    encoder: EncoderOptions,
    senteval: Annotated[Path | None, Value(metavar="FOLDER", file="input")] = None,
    tasks: Sequence[_Task] = (),
    pairs: _Pairs = None,
    test_pairs: _Pairs = None,
    system: SystemLabel = "",
    training: TrainingLabel = 0,
    seed: Seed = 1,
    output: OutputPath,
) -> str:
    """Measure the quality of an encoder on other tasks: SentEval, or finding translations.

    An encoder with less bias should not lose it. The encoder stays as it is; on its vectors a
    logistic regression is trained for each task, and the cosine of two sentences is compared with
    people's judgement (SICK-R, STS-B, STS14). Finding translations needs no data of SentEval: it
    counts how often the translation of an English sentence is found among those of all test pairs.
    (Dolci et al. 2023, section 5.1.2; the retrieval is ours)

    Args:
        senteval: the folder downstream that SentEval's get_transfer_data.bash makes
        tasks: the tasks of SentEval to run (default: all)
        pairs: pairs of English and another language to learn from (.parquet, .tsv); some thousand
        test_pairs: pairs whose translations are found
        seed: seed of the parts of tasks that have no test set
        output (JSON): the accuracy (per cent) or rank correlation of each task
    """
    import torch

    from cdaflow.bias.senteval import TASKS, read_task
    from cdaflow.bias.transfer import measure, retrieved
    from cdaflow.io.files import write_json

    if (pairs is None) != (test_pairs is None):
        raise ConfigError(
            "option.pairs-without-test-pairs",
            "--pairs and --test-pairs require each other",
        )
    if tasks and senteval is None:
        raise ConfigError(
            "option.tasks-without-senteval",
            "these tasks require the data of SentEval",
            hint="give --senteval FOLDER",
        )
    if senteval is None and pairs is None:
        raise ConfigError(
            "option.no-task",
            "no task is given",
            hint="give --senteval, or --pairs and --test-pairs",
        )
    torch.set_num_threads(encoder.threads)
    # All files are read before anything is measured.
    read = [read_task(name, senteval) for name in tasks or TASKS] if senteval else []
    opened = encoder.open()
    results: dict[str, dict[str, Any]] = {}
    if pairs is not None and test_pairs is not None:
        results["translations"] = retrieved(opened, pairs, test_pairs)
    for task in read:
        results[task.name] = measure(opened, task, seed)
    labels = {"system": system, "training": training}
    write_json(output, {"metric": "transfer", **labels, **encoder_facts(opened), "tasks": results})
    return "; ".join(_line(name, result) for name, result in results.items())


def _line(name: str, result: dict[str, Any]) -> str:
    if result["value"] is None:
        return f"{name} undefined"
    if result["measure"] == "spearman":
        return f"{name} {result['value']:.3f}"
    return f"{name} {result['value']:.1f} %"
