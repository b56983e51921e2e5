"""What a training is: its recipe, data and base, and the options of Marian that follow."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.nmt import used_subwords
from cdaflow.nmt.archive import architecture
from cdaflow.nmt.checkpoint import WorkFolder
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.embeddings import SourceVectors
from cdaflow.nmt.epochs import epochs_as_labels, frequencies_in_epochs
from cdaflow.nmt.links import check_options, has_links
from cdaflow.nmt.marian import Marian
from cdaflow.nmt.model import Model, check_model, vocabulary_names
from cdaflow.nmt.recipe import (
    Options,
    Recipe,
    Scalar,
    check_known,
    command_line,
    device_options,
    names,
    options_digest,
)
from cdaflow.nmt.symbols import check_symbols, vocabulary_options

#: Options that change what is shown or kept and not the model: a training may be resumed under
#: others of these.
_NEUTRAL = names(
    "disp-freq disp-first disp-label-counts quiet-translation quiet-validation log-level "
    "log-time-zone save-freq overwrite overwrite-checkpoint lr-report workspace data-threads "
    "shuffle-in-ram"
)

#: Options of a network that change none of its parameters: a recipe may replace those of a base.
_FREE = frozenset(["transformer-guided-alignment-layer"])


@dataclass(frozen=True)
class Job:
    """All that decides what a training gives.

    `vocabulary` is a ready joint vocabulary, or that of the source where there is a
    `target_vocabulary`; without it Marian makes a SentencePiece one from the training text (of each
    side, as the recipe says), or that of `base` is taken. `base` is a model to start from: then its
    architecture stands, whatever the recipe says. Its weights are taken, and nothing of the state
    in which its training ended (moments of the optimizer, learning rate, updates).
    `reverse`: the model translates from the target of the pairs to their source. `vectors` are
    source embeddings to train with; they belong to `vocabulary`, and go with no base.
    """

    recipe: Recipe
    train: Sequence[DataSet]
    dev: DataSet | None
    seed: int
    vocabulary: Path | None = None
    base: Model | None = None
    reverse: bool = False
    vectors: SourceVectors | None = None
    target_vocabulary: Path | None = None

    @property
    def vocabularies(self) -> tuple[Path, ...]:
        """The given vocabularies of source and target; none where Marian makes one."""
        if self.base is not None:
            return self.base.vocabularies
        if self.vocabulary is None:
            return ()
        return (self.vocabulary, self.target_vocabulary or self.vocabulary)

    @property
    def links(self) -> bool:
        """Whether a data set has links: then alignment is guided by them."""
        return any(has_links(*data_set.files) for data_set in self.train)


@dataclass(frozen=True)
class Machine:
    """Where a training runs; `gpus` are device numbers, `workspace` is in megabytes."""

    marian: Marian
    threads: int = 1
    gpus: Sequence[int] = ()
    workspace: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)


def resolve_options(job: Job, machine: Machine) -> Options:
    """Return the Marian options that decide the outcome, in full.

    Raises ConfigError or InputError where the parts of a job do not go together.
    """
    recipe, gpu = job.recipe, bool(machine.gpus)
    options = recipe.train_options(gpu=gpu)
    if machine.workspace is not None:
        options["workspace"] = machine.workspace
    supported = machine.marian.options("train")
    check_known(options, supported, recipe.file)
    check_known(recipe.decode_options(gpu=gpu), machine.marian.options("decode"), recipe.file)
    frequencies_in_epochs(options, recipe.file)
    if job.base is not None:
        _check_base(job, job.base, options)
        # Marian does not take the architecture from --pretrained-model by itself.
        shape = architecture(job.base.file)
        chosen = {name: options[name] for name in _FREE & options.keys()}
        options |= {name: value for name, value in shape.items() if name in (supported or shape)}
        options |= chosen
        options.pop("dim-vocabs", None)
    elif recipe.fine_tuning:
        raise ConfigError(
            "recipe.no-network",
            "this recipe is for fine-tuning: it does not define the network",
            file=recipe.file,
            hint="name the model to start from by --base (in the configuration: base)",
        )
    elif job.vocabulary is not None:
        _check_number(job)
        for path in dict.fromkeys(job.vocabularies):
            _check_vocabulary(path)
            check_symbols(path, recipe.symbols)
    else:
        options = vocabulary_options(options, recipe.symbols, recipe.file)
    sizes = options.get("dim-vocabs")
    if job.reverse and recipe.separate and job.base is None and isinstance(sizes, list):
        options["dim-vocabs"] = sizes[::-1]  # a recipe has English first
    if job.vectors is not None:
        options = job.vectors.options(options, job.vocabulary)
    if job.links:
        check_options(options, recipe.file)
    if job.base is not None:
        options = {"disp-first": 1, **options}  # the cost of the base, see `smoothing_caution`
    if job.dev is not None:
        return {"valid-metrics": ["ce-mean-words"], **options}
    if not {"after", "after-batches", "after-epochs"} & set(options):
        raise ConfigError(
            "training.endless",
            "this training would never stop: it has neither --dev nor after-batches",
            file=recipe.file,
            hint="give --dev, or set after-batches or after-epochs in the recipe",
        )
    return {k: v for k, v in options.items() if not k.startswith(("valid-", "early-stopping"))}


def _check_base(job: Job, base: Model, options: Options) -> None:
    """Raise ConfigError where something else of a job does not go with its base model."""
    check_model(base, training=True)
    if job.recipe.used_subwords:
        used_subwords.check_base(base)
    if job.vocabulary is not None:
        raise ConfigError(
            "vocabulary.given-with-base", "a base model brings its own vocabulary: omit --vocab"
        )
    if job.vectors is not None:
        raise ConfigError(
            "vectors.given-with-base", "a base model brings its own embeddings: omit the vectors"
        )
    if base.spm is not None and "translation" in validation_metrics(options):
        raise ConfigError(
            "metric.unfit-for-base",
            "with this base model the validation metric `translation` would give its script "
            "subwords instead of text",
            file=job.recipe.file,
            hint="use another metric (ce-mean-words, bleu), or a base model whose vocabulary "
            "is a SentencePiece model",
        )


def _check_number(job: Job) -> None:
    """Raise ConfigError where one vocabulary is given and the recipe has two, or the reverse."""
    if (job.target_vocabulary is not None) == job.recipe.separate:
        return
    joint, separate = "one vocabulary for both sides", "one vocabulary for each side"
    expected, actual = (separate, joint) if job.recipe.separate else (joint, separate)
    raise ConfigError(
        "vocabulary.other-number",
        f"the recipe needs {expected}, but {actual} is given",
        file=job.recipe.file,
        hint="use the recipe of the model that the vocabulary belongs to (`vocabularies: "
        "separate` for two vocabularies)",
    )


def _check_vocabulary(path: Path) -> None:
    """Raise InputError where a model cannot be trained with a vocabulary."""
    if not path.is_file():
        raise InputError("vocabulary.missing", "the vocabulary file does not exist", file=path)
    if path.suffix != ".spm":
        raise InputError(
            "vocabulary.not-sentencepiece",
            "training needs a SentencePiece vocabulary (.spm), which segments text; this "
            "vocabulary cannot",
            file=path,
            hint="give an .spm file, or leave out the vocabulary: then one is made from the "
            "training text",
        )


def validation_metrics(options: Options) -> list[Scalar]:
    """Return the metrics of the validation; the best model is chosen by the first."""
    value = options.get("valid-metrics", [])
    return value if isinstance(value, list) else [value]


def last_update(options: Options) -> int | None:
    """Return the update at which the training ends at the latest, if it says so."""
    for name in ("after-batches", "after"):
        value = str(options.get(name, "")).lower().removesuffix("u")
        if value.isdigit() and int(value):
            return int(value)
    return None


def fingerprint_of(job: Job, options: Options) -> dict[str, Any]:
    """Return what must be the same for a training to be resumed from its checkpoint."""
    return {
        "options": {k: v for k, v in options.items() if k not in _NEUTRAL},
        "training data": [[s.digest, s.weight] for s in job.train],
        "validation data": job.dev.digest if job.dev else None,
        "seed": job.seed,
        "vocabulary": digest(job.vocabulary) if job.vocabulary else None,
        "base model": [digest(path) for path in job.base.files] if job.base else None,
        # Omitted when false, so older trainings can still be resumed.
        **({"reverse": True} if job.reverse else {}),
        **({"average": job.recipe.average} if job.recipe.average else {}),
        **({"source vectors": digest(job.vectors.file)} if job.vectors else {}),
        **({"links": True} if job.links else {}),
        **({"vocabularies": "separate"} if job.recipe.separate else {}),
        **({"target vocabulary": digest(job.target_vocabulary)} if job.target_vocabulary else {}),
        # Of a new vocabulary they are among the options.
        **({"symbols": list(job.recipe.symbols)} if job.base and job.recipe.symbols else {}),
        **({"used subwords": job.recipe.used_subwords} if job.recipe.used_subwords else {}),
    }


def vocabularies_in(job: Job, folder: Path) -> tuple[Path, Path]:
    """Return the vocabularies of source and target of a training, as they are named in a folder."""
    if job.vocabularies:
        copies = vocabulary_names(job.vocabularies)
    elif job.recipe.separate:
        copies = ["vocab.source.spm", "vocab.target.spm"]
    else:
        copies = ["vocab.spm"] * 2
    return folder / copies[0], folder / copies[1]


def marian_command(
    job: Job, machine: Machine, folder: WorkFolder, options: Options, data: Path
) -> list[str]:
    """Return the command line of Marian; `data` is the folder of the text."""
    vocabularies = vocabularies_in(job, folder.checkpoint)
    text = (data / "train.source", data / "train.target")
    options = epochs_as_labels(options, text, vocabularies, job.recipe.file)
    if job.base is not None and job.recipe.used_subwords:
        vocabularies = job.base.vocabularies  # of the base that was cut down
    words = [
        *machine.marian.argv("train"),
        *("--model", str(folder.model)),
        *("--train-sets", *map(str, text)),
        *("--vocabs", *map(str, vocabularies)),
        *("--seed", str(job.seed)),
        *("--tempdir", tempfile.gettempdir()),
        *command_line(device_options(machine.threads, machine.gpus)),
    ]
    # The other way depends on who comes first, and Marian does not quantise in it.
    if max(len(machine.gpus), machine.threads) > 1 or options.get("quantize-bits"):
        words.append("--sync-sgd")
    if job.dev is not None:
        words += ["--valid-sets", str(data / "dev.source"), str(data / "dev.target")]
        words.append("--keep-best")
    if job.base is not None:
        words += ["--pretrained-model", str(job.base.file)]
    if job.vectors is not None:
        words += job.vectors.arguments()
    if job.links:
        words += ["--guided-alignment", str(data / "train.links")]
    return [*words, *command_line(options)]


def provenance(
    job: Job, machine: Machine, fingerprint: Mapping[str, Any], result: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what model.yml says of the origin; no dates, so that equal jobs write the same."""

    def file(path: Path | DataSet, sha256: str) -> dict[str, Any]:
        return {"file": str(path), "sha256": sha256}

    options = fingerprint["options"]
    vectors = {}
    if job.vectors is not None:
        described = file(job.vectors.file, fingerprint["source vectors"])
        vectors["source vectors"] = {**described, "fixed": job.vectors.fixed}
    return {
        **machine.labels,
        "recipe": {"name": job.recipe.name, "sha256": options_digest(options), "train": options},
        "seed": job.seed,
        "threads": None if machine.gpus else machine.threads,
        "gpus": len(machine.gpus),
        "data": [
            {**file(data_set, sha256), "weight": weight, "pairs": pairs}
            for data_set, (sha256, weight), pairs in zip(
                job.train, fingerprint["training data"], result["pairs"], strict=True
            )
        ],
        "dev": file(job.dev, fingerprint["validation data"]) if job.dev else None,
        "base": file(job.base.file, fingerprint["base model"][0]) if job.base else None,
        **vectors,
        **({"symbols": fingerprint["symbols"]} if "symbols" in fingerprint else {}),
        **{name: value for name, value in result.items() if name not in ("model", "pairs")},
    }
