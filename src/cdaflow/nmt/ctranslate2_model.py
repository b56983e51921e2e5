"""Marian models for CTranslate2: which are supported, and how they are converted.

The converter of CTranslate2 itself fails at the settings that today's Marian writes, reads no
SentencePiece, checks fewer options, and has the position embeddings of Vaswani et al. (2017), while
Marian's are those of Tensor2Tensor, which moves the score of a sentence by some percent. So it is
used for the parameters of the layers alone.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.files import atomic_path, atomic_text, digest, read_json, write_json
from cdaflow.nmt.archive import opened, part_names, read_part
from cdaflow.nmt.bergamot import network_settings
from cdaflow.nmt.model import Model, check_model, segmenters

#: Maximum number of subwords of a sentence on either side, its end included.
POSITIONS = 2048

#: Written last, so that a folder with it is whole: what was converted, by which version.
NOTE = "converted.json"

#: Options of the network and what they must be; the first is Marian's own, where none is given.
_NEEDED: dict[str, tuple[object, ...]] = {
    "type": ("amun", "transformer"),
    "transformer-decoder-autoreg": ("self-attention",),
    "transformer-ffn-activation": ("swish", "relu", "gelu"),
    "transformer-ffn-depth": (2,),
    "transformer-decoder-ffn-depth": (0, 2),
    "transformer-postprocess-emb": ("d", "", "n", "nd"),
    "transformer-attention-mask": ("default",),
    "transformer-tied-layers": ([],),
    "input-types": ([],),
    "lemma-dim-emb": (0,),
    "factors-dim-emb": (0,),
    **dict.fromkeys(
        (
            "transformer-no-projection",
            "transformer-no-bias",
            "transformer-no-affine",
            "transformer-pool",
            "transformer-disable-position-embeddings",
            "transformer-train-position-embeddings",
            "right-left",
            "ulr",
        ),
        (False,),
    ),
}

#: Before, behind and on top of the layers: the two orders of normalisation that it has.
_ORDER = ("transformer-preprocess", "transformer-postprocess", "transformer-postprocess-top")
_ORDERS = (("", "dan", ""), ("n", "da", "n"))


def ctranslate2() -> Any:
    """Return the package ctranslate2; ProgramError where it is absent."""
    try:
        import ctranslate2
    except ImportError as error:
        raise ProgramError(
            "ctranslate2.missing",
            f"CTranslate2 was not found ({error})",
            hint="pip install 'cdaflow[ctranslate2]'",
        ) from None
    return ctranslate2


def check_supported(file: Path) -> dict[str, Any]:
    """Return the settings of a model; ConfigError, with all that does not fit, where it is another.

    CTranslate2 knows the transformer of Vaswani et al. (2017), not the faster decoders that Marian
    has beside it (SSRU, average attention).
    """
    settings = network_settings(file)
    if not settings:
        raise InputError(
            "model.no-settings",
            "the model does not contain its network settings",
            file=file,
            hint="CTranslate2 needs the .npz that Marian wrote, with its settings",
        )
    unfit = [
        f"{name}: {settings[name] if settings[name] != '' else repr('')}"
        for name, allowed in _NEEDED.items()
        if name in settings and settings[name] not in allowed[name == "type" :]
    ]
    if not unfit and tuple(settings.get(name, "") for name in _ORDER) not in _ORDERS:
        unfit = [f"{name}: {settings.get(name, '')!r}" for name in _ORDER]
    if unfit:
        raise ConfigError(
            "model.unsupported-by-ctranslate2",
            f"CTranslate2 cannot decode this model: {', '.join(unfit)}",
            file=file,
            hint="use Marian, which decodes all models (`decoder: marian`, --decoder marian); "
            "or train with a recipe that has transformer-decoder-autoreg: self-attention, "
            "such as tiny-attention",
        )
    return settings


def convert(model: Model, folder: str | os.PathLike[str]) -> Path:
    """Convert a model to CTranslate2 (model.bin, config.json, vocabularies); return its path.

    Numbers stay as they are, 32 bits each; others are made of them on loading. Beside it lie the
    SentencePiece models and the decode settings, so that the folder is a model by itself (see
    `layouts`). The note comes last, see `check_converted`.

    Raises ConfigError for a network that CTranslate2 does not have, InputError for a faulty model.
    """
    if model.kind == "ctranslate2":
        raise ConfigError(
            "model.already-ctranslate2", f"{model.file.parent} is a model of CTranslate2 already"
        )
    check_model(model)
    library = ctranslate2()
    output = Path(folder)
    output.mkdir(parents=True, exist_ok=True)
    (output / NOTE).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=output, prefix=".cdaflow-convert-") as work:
        if model.kind == "huggingface":
            convert_huggingface(model, Path(work))
        else:
            _convert_marian(model, library, work)
        for path in sorted(Path(work).iterdir()):
            with atomic_path(output / path.name) as temporary:
                os.replace(path, temporary)
    for side, path in zip(("source", "target"), model.spm or model.vocabularies, strict=True):
        with atomic_path(output / f"{side}.spm") as temporary:
            shutil.copyfile(path, temporary)
    with atomic_text(output / "decoder.yml") as handle:
        yaml.safe_dump(dict(model.decode), handle, sort_keys=True, allow_unicode=True)
    write_json(output / NOTE, _note(model, library))
    return output


def _convert_marian(model: Model, library: Any, folder: str) -> None:
    settings = check_supported(model.file)
    source, target = segmenters(model)
    with opened(model.file) as archive:
        names = [name for name in part_names(archive) if not name.startswith("special:")]
        weights = {name: read_part(archive, name) for name in names}
    with _conversion(model.file):
        spec = _specification(library, settings, weights)
        spec.register_source_vocabulary(source.names)
        spec.register_target_vocabulary(target.names)
        spec.config.add_source_eos = True
        spec.config.unk_token = target.unknown
        spec.validate()
        spec.optimize(quantization=None)
        spec.save(folder)


def check_converted(model: Model, folder: str | os.PathLike[str]) -> None:
    """Raise InputError where a folder is not whole, or of another model than this one."""
    note = Path(folder) / NOTE
    hint = "convert the model again: cdaflow nmt convert --model-dir DIR --output-dir " + str(
        folder
    )
    if not note.is_file():
        raise InputError(
            "converted-model.no-note", f"the folder has no {NOTE}", file=folder, hint=hint
        )
    if read_json(note) != _note(model, ctranslate2()):
        raise InputError(
            "converted-model.other-origin",
            f"the folder was converted from a model other than {model.file}, or by another version "
            "of CTranslate2",
            file=note,
            hint=hint,
        )


def _note(model: Model, library: Any) -> dict[str, Any]:
    spm = {"spm": [digest(path) for path in model.spm]} if model.spm else {}
    return {
        **spm,
        "ctranslate2": library.__version__,
        "model": digest(model.file),
        "vocabularies": [digest(path) for path in model.vocabularies],
    }


def _specification(library: Any, settings: dict[str, Any], weights: dict[str, Any]) -> Any:
    """Return the network with its parameters."""
    # Imported here: the converters of all other toolkits come along, which takes seconds.
    from ctranslate2.converters.marian import set_transformer_spec

    activations = library.specs.Activation
    layer = str(settings.get("transformer-guided-alignment-layer", "last"))
    spec = library.specs.TransformerSpec.from_config(
        (settings["enc-depth"], settings["dec-depth"]),
        settings["transformer-heads"],
        pre_norm=settings.get("transformer-preprocess", "") == "n",
        activation={
            "swish": activations.SWISH,
            "relu": activations.RELU,
            "gelu": activations.GELUSigmoid,
        }[settings.get("transformer-ffn-activation", "swish")],
        alignment_layer=-1 if layer == "last" else int(layer) - 1,
        alignment_heads=1,
        layernorm_embedding="n" in settings.get("transformer-postprocess-emb", "d"),
    )
    # Taken from here in place of the converter's own.
    positions = {"Wpos": position_embeddings(settings["dim-emb"])}
    set_transformer_spec(spec, weights | positions)
    return spec


def position_embeddings(dimension: int, positions: int = POSITIONS) -> NDArray[np.float32]:
    """Return Marian's position embeddings, shape (positions, dimension): sines, then cosines.

    Their wavelengths are a geometric progression from 2 pi to 10000 * 2 pi, both included
    (Vaswani et al. 2017, section 3.5, has the second excluded).
    """
    count = dimension // 2
    rates = np.exp(-np.log(10000.0) / (count - 1) * np.arange(count))
    angles = np.arange(positions)[:, None] * rates
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)


@contextmanager
def _conversion(file: Path) -> Iterator[None]:
    """Turn the faults of a conversion into InputError."""
    try:
        yield
    except (KeyError, ValueError, AttributeError, NotImplementedError) as error:
        raise InputError(
            "model.conversion-failed",
            f"the model cannot be converted for CTranslate2 ({type(error).__name__}: {error})",
            file=file,
            hint="its parameters may not match its settings; --decoder marian needs no conversion",
        ) from None


def convert_huggingface(model: Model, folder: Path) -> None:
    """Convert a Hugging Face model to CTranslate2; nothing is downloaded.

    Raises ProgramError where transformers or torch are absent, InputError for a faulty model.
    """
    # Read when the library is first imported: no file of the hub is asked for.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        import torch  # noqa: F401
        import transformers
        from ctranslate2.converters import TransformersConverter
    except ImportError as error:
        raise ProgramError(
            "transformers.missing",
            f"models of Hugging Face are converted by transformers, which was not found ({error})",
            hint="pip install 'cdaflow[ctranslate2,encoder]'; or convert the model elsewhere "
            "(ct2-transformers-converter) and give the folder of CTranslate2",
        ) from None
    source = model.file.parent
    messages: Any = transformers.utils.logging
    verbosity = messages.get_verbosity()
    messages.set_verbosity_error()
    messages.disable_progress_bar()
    try:
        TransformersConverter(str(source)).convert(str(folder), force=True)
    # What is raised depends on the versions of three libraries.
    except Exception as error:
        raise InputError(
            "model.conversion-failed",
            f"the model cannot be converted for CTranslate2 ({type(error).__name__}: "
            f"{str(error).partition(chr(10))[0]})",
            file=source,
            hint="check that the folder is complete: config.json, weights and the files of its "
            "tokenizer",
        ) from None
    finally:
        messages.set_verbosity(verbosity)
