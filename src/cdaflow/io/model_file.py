"""Files of small models.

A model is NumPy arrays and a JSON header in a zip archive, without pickle. Equal models give equal
bytes, so that the checksum of a file is that of its model.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import math
import os
import struct
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.compression import check_file, open_binary_raw
from cdaflow.io.files import atomic_path, parse_json

Arrays = dict[str, NDArray[Any]]
M = TypeVar("M", bound="ModelFile")

#: A model that unpacks to more bytes is none of cdaflow's, which have some megabytes.
MAX_BYTES = 1 << 30

#: What a zip archive that is none, or a damaged one, raises (RuntimeError: an encrypted member).
BAD_ARCHIVE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError,
    LookupError, RuntimeError, MemoryError,
)  # fmt: skip

#: What such a file raises in `unpack` or in what is made of it.
DAMAGED = (*BAD_ARCHIVE, TypeError, AttributeError, OverflowError)


def pack(name: str, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the bytes of a file: `header` as the member `name`, each array as NAME.npy."""
    text = json.dumps(header, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zip_member(name), text)
        for array in sorted(arrays):
            raw = io.BytesIO()
            np.lib.format.write_array(raw, arrays[array], allow_pickle=False)
            archive.writestr(zip_member(array + ".npy"), raw.getvalue())
    return packed.getvalue()


class ModelFile(ABC):
    """A model that is written to a file: header and arrays.

    `member`: the name of the header in the archive; `kind` and `written_by`: for error messages.
    """

    member: ClassVar[str]
    kind: ClassVar[str]
    written_by: ClassVar[str]
    format: ClassVar[int] = 1

    @abstractmethod
    def header(self) -> dict[str, Any]:
        """Return all of the model but its arrays, as JSON values."""

    @abstractmethod
    def arrays(self) -> Arrays:
        """Return the arrays by name."""

    @classmethod
    @abstractmethod
    def assemble(cls: type[M], header: Mapping[str, Any], arrays: Arrays) -> M:
        """Return the model of a file; InputError or one of DAMAGED where it is inconsistent."""

    def to_bytes(self) -> bytes:
        """Return the model's file: equal models give equal bytes."""
        return pack(self.member, {"format": self.format, **self.header()}, self.arrays())

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the model's file, in hexadecimal."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model (.npz: NumPy arrays and a JSON header in a zip archive), whole."""
        with atomic_path(path) as temporary:
            temporary.write_bytes(self.to_bytes())

    @classmethod
    def load(cls: type[M], path: str | os.PathLike[str]) -> M:
        """Return the model in a file that `save` wrote.

        Raises InputError, with the file, for one that is no such file or is inconsistent.
        """
        try:
            return cls.assemble(*unpack(cls.member, read_bytes(path), cls.format))
        except DAMAGED as error:
            raise InputError(
                "model.damaged",
                f"this is no {cls.kind}, or it is damaged ({error})",
                file=path,
                hint=f"make one with `{cls.written_by}`",
            ) from None
        except (InputError, ConfigError) as error:
            raise InputError(error.code, error.problem, file=path, hint=error.hint) from None


def require_float32(arrays: Mapping[str, NDArray[Any]]) -> None:
    """Raise ValueError where parameters are not finite numbers of 32 bits."""
    for name, array in arrays.items():
        if array.dtype != np.float32 or not np.isfinite(array).all():
            raise ValueError(
                f"the parameter {name!r} has values that are not finite 32-bit numbers"
            )


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file of a model; InputError where it is absent or too large for one."""
    check_file(path)
    with open_binary_raw(path) as handle:
        raw = handle.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError("model.too-large", f"the file is larger than {MAX_BYTES} bytes", file=path)
    return raw


def unpack(name: str, raw: bytes, version: int) -> tuple[dict[str, Any], Arrays]:
    """Return the header and the arrays of a file that `pack` made.

    Raises InputError where the header's `format` is not `version`, one of DAMAGED where the bytes
    are no such file.
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        size = sum(member.file_size for member in archive.infolist())
        if size > MAX_BYTES:
            raise InputError(
                "model.unpacked-too-large",
                f"it unpacks to {size} bytes; the maximum is {MAX_BYTES}",
            )
        header = parse_json(archive.read(name))
        if header["format"] != version:
            raise InputError(
                "model.other-format",
                f"expected a model of format {version}, found {header['format']}",
                hint="train it again with this version of cdaflow",
            )
        arrays = {
            member.removesuffix(".npy"): read_array(archive.read(member))
            for member in archive.namelist()
            if member != name
        }
    return header, arrays


def read_array(raw: bytes) -> NDArray[Any]:
    """Return the array that the bytes of an .npy file hold; ValueError where they hold none.

    Nothing is unpickled, and no more memory is taken than the bytes fill, whatever they claim.
    """
    handle = io.BytesIO(raw)
    version = np.lib.format.read_magic(handle)
    if version not in ((1, 0), (2, 0)):
        raise ValueError(f"an array of the format {version}")
    read = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else (np.lib.format.read_array_header_2_0)
    )
    shape, _, kind = read(handle)
    if kind.hasobject or math.prod(shape) * kind.itemsize != len(raw) - handle.tell():
        raise ValueError(f"an array of shape {shape} and type {kind} in {len(raw)} bytes")
    handle.seek(0)
    array: NDArray[Any] = np.lib.format.read_array(handle, allow_pickle=False)
    return array


def zip_member(name: str, mode: int = 0o644) -> zipfile.ZipInfo:
    """Return a compressed file of an archive whose bytes depend on its content alone.

    Its time is the earliest that a zip archive can have; `mode`: its type and rights on Unix.
    """
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix, wherever it is written
    info.external_attr = mode << 16
    return info
