"""A new SentencePiece vocabulary before the training that it is for.

Marian makes the vocabulary of a training as the training begins. Links of subwords need it earlier,
so Marian makes it in a training of one update, with a network of a few numbers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from cdaflow.errors import ProgramError
from cdaflow.io.files import atomic_path
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.marian import run
from cdaflow.nmt.recipe import Options, command_line, device_options
from cdaflow.nmt.spm import without_paths
from cdaflow.nmt.training_log import FAULTS

#: What decides which vocabulary Marian makes, beside the text and the seed.
VOCABULARY_OPTIONS = ("dim-vocabs", "sentencepiece-options", "sentencepiece-max-lines")

_NETWORK: Options = {
    "type": "transformer",
    "enc-depth": 1,
    "dec-depth": 1,
    "dim-emb": 8,
    "transformer-heads": 1,
    "transformer-dim-ffn": 8,
    "tied-embeddings-all": True,
    "after-batches": 1,
    "mini-batch": 1,
    "maxi-batch": 1,
    "workspace": 64,
}


def make_vocabulary(
    job: Job,
    machine: Machine,
    data: Path,
    wanted: tuple[Path, Path],
    options: Options,
    keep: Sequence[int] = (),
) -> None:
    """Have Marian make the vocabulary, or the two, of the training text in the folder `data`.

    It is the one that Marian would make in a training of these `options`. `wanted`: the files of
    source and target, the same one for a joint vocabulary; `keep`: file descriptors that Marian
    inherits. Raises ProgramError where Marian fails or is stopped.
    """
    text = [data / "train.source", data / "train.target"]
    log = data / "vocabulary.log"
    with tempfile.TemporaryDirectory(dir=data, prefix="vocabulary-") as name:
        made = [Path(name) / path.name for path in wanted]
        words = [
            *machine.marian.argv("train"),
            *("--model", str(Path(name) / "model.npz")),
            *("--train-sets", *map(str, text)),
            *("--vocabs", *map(str, made)),
            *("--seed", str(job.seed)),
            *("--tempdir", tempfile.gettempdir()),
            *command_line(device_options(1, machine.gpus[:1])),
            *command_line(_NETWORK | {k: v for k, v in options.items() if k in VOCABULARY_OPTIONS}),
        ]
        start = log.stat().st_size if log.exists() else 0
        outcome = run(words, log=log, keep=keep)
        if outcome.stopped is not None:
            raise ProgramError(
                f"stopped by {outcome.stopped.name} while making a vocabulary",
                file=data,
                hint="run again to restart from scratch",
            )
        outcome.check("Marian failed while making a vocabulary", FAULTS, log, start=start)
        for path, new in dict(zip(wanted, made, strict=True)).items():
            with atomic_path(path) as temporary:
                temporary.write_bytes(without_paths(new.read_bytes()))
