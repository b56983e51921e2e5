"""How often a training validates and saves, in epochs of its text.

Choubey et al. 2021 (appendix A) end a training after five epochs without a better perplexity and
average the checkpoints of ten. Marian takes these frequencies in updates or, with `t`, in labels of
the target (subwords and the end of each sentence), not in epochs. How many updates an epoch has
depends on the batches; its labels are those of the text, whatever the batches and the number of
GPUs. So `2e` in a recipe becomes that number, once the text and the vocabulary are there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_lines
from cdaflow.nmt.recipe import Options, names
from cdaflow.nmt.vocabulary import Segmenter

_FREQUENCIES = ("valid-freq", "save-freq", "disp-freq")
_EPOCHS = re.compile(r"([1-9]\d*)e")

#: Options under which Marian's subwords of a line are not those of the vocabulary.
_UNFIT = names("sentencepiece-alphas all-caps-every english-title-case-every no-spm-encode")

#: Marian's own default.
_MAX_LENGTH = 50


def frequencies_in_epochs(options: Options, recipe: Path) -> dict[str, int]:
    """Return the frequencies that a recipe gives in epochs: option -> number of epochs.

    Raises ConfigError for one that is no whole number of them, and beside options that change the
    number of labels of an epoch.
    """
    epochs: dict[str, int] = {}
    for name in _FREQUENCIES:
        value = str(options.get(name, ""))
        if not value.endswith("e"):
            continue
        match = _EPOCHS.fullmatch(value)
        if match is None:
            raise ConfigError(
                "frequency.malformed",
                f"`{name}: {value}` is not a frequency",
                file=recipe,
                hint="give a whole number of epochs such as 1e, of updates such as 1000, or of "
                "labels of the target such as 500000t",
            )
        epochs[name] = int(match[1])
    unfit = sorted(name for name in _UNFIT if epochs and options.get(name) not in (None, False, 0))
    if unfit:
        raise ConfigError(
            "frequency.epoch-not-fixed",
            f"with {', '.join(unfit)} an epoch has no fixed number of labels, but "
            f"{', '.join(epochs)} is given in epochs",
            file=recipe,
            hint="give updates instead",
        )
    return epochs


def epochs_as_labels(
    options: Options, text: tuple[Path, Path], vocabularies: tuple[Path, Path], recipe: Path
) -> Options:
    """Return options with frequencies in labels of the target where they were in epochs.

    `text`: source and target as Marian reads them. Raises InputError where no pair is short enough
    to be trained with.
    """
    frequencies = frequencies_in_epochs(options, recipe)
    if not frequencies:
        return options
    limit = int(str(options.get("max-length", _MAX_LENGTH)))
    labels = count_labels(text, vocabularies, limit, crop=bool(options.get("max-length-crop")))
    if not labels:
        raise InputError(
            "pair.all-too-long", f"no pair has at most {limit} subwords (max-length)", file=text[1]
        )
    return options | {name: f"{epochs * labels}t" for name, epochs in frequencies.items()}


def count_labels(
    text: tuple[Path, Path], vocabularies: tuple[Path, Path], limit: int, *, crop: bool = False
) -> int:
    """Return the labels of the target in an epoch: subwords, and the end of each sentence.

    Pairs of which a side is longer than `limit`, its end counted, are left out as Marian does, or
    cut to it.
    """
    sizes = [_counter(vocabulary) for vocabulary in vocabularies]
    total = 0
    for source, target in zip(*map(read_lines, text), strict=True):
        lengths = sizes[0](source), sizes[1](target)
        if crop or max(lengths) <= limit:
            total += min(lengths[1], limit)
    return total


def _counter(vocabulary: Path) -> Callable[[str], int]:
    """Return what counts the labels of a line of text, or of subwords for other vocabularies."""
    if vocabulary.suffix != ".spm":
        return lambda line: len(line.split()) + 1
    segmenter = Segmenter(vocabulary)
    return lambda line: len(segmenter.encode(line)) + 1
