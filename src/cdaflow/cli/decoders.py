"""Options of the programs that train and translate, and of models to import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.errors import ConfigError
from cdaflow.option_types import Folder, Threads, Value

if TYPE_CHECKING:
    from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder
    from cdaflow.nmt.marian import MarianDecoder
    from cdaflow.nmt.model import Model

MarianPath = Annotated[
    str,
    Value(
        metavar="PATH", help="the program, or its folder (default: marian on PATH, else pymarian)"
    ),
]

DecoderName = Literal["marian", "ctranslate2"]

#: A model as its owner has it.
ModelPath = Annotated[
    Path,
    Value(
        metavar="MODEL",
        help="your own model: a folder of Marian, OPUS-MT, Firefox, CTranslate2 or Hugging Face, "
        "or a .npz",
    ),
]


@dataclass(frozen=True)
class Machine:
    """Machine that Marian runs on.

    Attributes:
        gpus: numbers of the GPUs (default: CPU)
        workspace (MB): memory that Marian reserves
    """

    threads: Threads = 1
    gpus: Annotated[Sequence[int], Value(may_be_empty=True)] = ()
    workspace: int | None = None
    marian: MarianPath | None = None


@dataclass(frozen=True)
class UserModel:
    """Model of your own, where its folder does not tell.

    Attributes:
        vocabs: vocabularies of the model, source first
        spm: the SentencePiece models that segment its text, source first (default: source.spm and
            target.spm beside its vocabularies)
        decoder_config (YML): Marian decoder settings of the model
        language_token (TOKEN): token of the target language, for multilingual models, such as
            ">>es_MX<<" (default: that of --lang)
    """

    vocabs: Sequence[Path] = ()
    spm: Sequence[Path] = ()
    decoder_config: Path | None = None
    language_token: str | None = None

    def load(self, model: Path, language: str = "") -> Model:
        """Return the model of a file or folder with these files, for a target language."""
        from cdaflow.nmt.layouts import open_model

        return open_model(
            model,
            self.vocabs,
            self.decoder_config,
            self.spm,
            language=language,
            token=self.language_token or "",
        )


@dataclass(frozen=True)
class CTranslate2:
    """Options of CTranslate2.

    Attributes:
        ct2_dir: folder of `cdaflow nmt convert` (default: converted on the fly)
        compute_type (TYPE): float32 (as Marian), int8, float16 on a GPU, ...
    """

    ct2_dir: Folder | None = None
    compute_type: str = "float32"


def open_decoder(
    name: str | None, machine: Machine, ctranslate2: CTranslate2, model: Model | None = None
) -> MarianDecoder | CTranslate2Decoder:
    """Return the decoder of a name; without one CTranslate2 for a model that only it can read."""
    if name is None and model is not None and model.kind != "marian":
        name = "ctranslate2"
    if name == "ctranslate2":
        from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder

        return CTranslate2Decoder(
            threads=machine.threads,
            gpus=machine.gpus,
            converted=ctranslate2.ct2_dir,
            compute_type=ctranslate2.compute_type,
        )
    from cdaflow.nmt.marian import MarianDecoder, find_marian

    return MarianDecoder(
        find_marian(machine.marian), machine.threads, machine.gpus, machine.workspace
    )


def chosen_model(
    model_dir: Path | None, model: Path | None, files: UserModel, lang: str = ""
) -> Model:
    """Return the model of the options; ConfigError where its files are named without it."""
    from cdaflow.nmt.layouts import for_language
    from cdaflow.nmt.model import load_model

    check_files(model, files)
    return files.load(model, lang) if model else for_language(load_model(model_dir or ""), lang)


def check_files(model: Path | None, files: UserModel) -> None:
    """Raise ConfigError where files of a user's model are named without the model."""
    if model is None and files != UserModel():
        raise ConfigError(
            "option.decoder-files-without-model",
            "--vocabs, --spm, --decoder-config and --language-token require --model",
            hint="leave them out, since --model-dir has its own; or give the model by --model",
        )
