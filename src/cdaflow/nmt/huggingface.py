"""Folders of Hugging Face: their conversion by CTranslate2's converter."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError, ProgramError
from cdaflow.nmt.model import Model


def convert_huggingface(model: Model, folder: Path) -> None:
    """Write a model of Hugging Face as CTranslate2 has it; nothing is fetched.

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
            f"models of Hugging Face are converted by transformers, which was not found ({error})",
            hint="pip install 'cdaflow[ctranslate2,encoder]'; or convert the model elsewhere "
            "(ct2-transformers-converter) and give the folder of CTranslate2",
        ) from None
    source = model.file.parent
    messages: Any = transformers.utils.logging
    shown = messages.get_verbosity()
    messages.set_verbosity_error()
    messages.disable_progress_bar()
    try:
        TransformersConverter(str(source)).convert(str(folder), force=True)
    # What is raised depends on the versions of three libraries.
    except Exception as error:
        raise InputError(
            f"the model cannot be converted for CTranslate2 ({type(error).__name__}: "
            f"{str(error).partition(chr(10))[0]})",
            file=source,
            hint="is the folder whole: config.json, weights, and the files of its tokenizer?",
        ) from None
    finally:
        messages.set_verbosity(shown)
