"""Fine-tuning a transformer encoder on a text, as it is or with less bias.

Dolci et al. 2023, section 6, propose it for encoders that nobody retrains: their bias is scored
on a text by which such encoders are fine-tuned, the text is adjusted (`cdaflow.bias.mitigation`),
and the encoder is fine-tuned on that. They report no result. The objectives are those of an encoder
of our own (`cdaflow.bias.encoder_training`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import torch

from cdaflow.bias.encoder_training import EncoderTraining, Examples, Raw, Task, Trainable
from cdaflow.bias.training_options import Settings
from cdaflow.embeddings.encoders.transformer import TransformerEncoder
from cdaflow.io.files import atomic_folder, check_new_folder
from cdaflow.networks import load_parameters

#: By how much the rate of the layers that start at random is higher than that of the encoder.
_HEAD_FACTOR = 100.0


class _Network(Trainable):
    """A transformer under training. It has no dropout, so that equal seeds give equal weights."""

    def __init__(self, encoder: TransformerEncoder) -> None:
        super().__init__()
        self.network = encoder.network
        self._vectors = encoder.vectors

    def pooled(self, sentences: Sequence[torch.Tensor]) -> torch.Tensor:
        return self._vectors([ids.tolist() for ids in sentences])


def _examples(encoder: TransformerEncoder, part: Raw) -> Examples:
    """Return examples as sub-words; a text that is longer than the encoder reads is cut."""
    sides = tuple([torch.tensor(encoder.ids_of(text)) for text in texts] for texts in part.sides)
    return Examples(sides, part.labels)


def tune_encoder(
    encoder: TransformerEncoder,
    task: Task,
    folder: str | os.PathLike[str],
    *,
    settings: Settings,
    seed: int,
    state: str | os.PathLike[str] | None = None,
    device: str = "cpu",
) -> dict[str, object]:
    """Fine-tune an encoder, write it into a new folder, and return the facts of the training.

    Its weights are those of the epoch with the lowest dev loss. `state`: a work file from which a
    run that was stopped resumes. Raises InputError where something stands at `folder`.
    """
    check_new_folder(folder)
    objective = task.objective(encoder.dimensions)
    training, dev = (_examples(encoder, part) for part in task[:2])
    network = _Network(encoder)
    run = EncoderTraining(
        network, objective, training, dev, settings, seed, device, head_factor=_HEAD_FACTOR
    )
    run.run(state)
    load_parameters(run.network, run.best)
    facts = {**run.facts(), "base": encoder.fingerprint}
    with atomic_folder(folder) as temporary:
        encoder.save(temporary, facts)
    return facts
