"""Files of small models: NumPy arrays and a JSON header in a zip archive, without pickle.

Equal models give equal bytes, so that the checksum of a file is that of its model.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cdaflow.errors import InputError

#: What a file that is none, or a damaged one, raises in `unpack` or in what is made of it.
DAMAGED = (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError)


def pack(name: str, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the bytes of a file: `header` as the member `name`, each array as NAME.npy."""
    text = json.dumps(header, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_member(name), text)
        for array in sorted(arrays):
            raw = io.BytesIO()
            np.lib.format.write_array(raw, arrays[array], allow_pickle=False)
            archive.writestr(_member(array + ".npy"), raw.getvalue())
    return packed.getvalue()


def unpack(name: str, raw: bytes, version: int) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the header and the arrays of a file that `pack` made.

    Raises InputError where the header's `format` is not `version`, one of DAMAGED where the bytes
    are no such file.
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        header = json.loads(archive.read(name))
        if header["format"] != version:
            raise InputError(
                f"a model of format {version} is wanted, this is {header['format']}",
                hint="train it again with this version of cdaflow",
            )
        arrays = {
            member.removesuffix(".npy"): np.lib.format.read_array(
                io.BytesIO(archive.read(member)), allow_pickle=False
            )
            for member in archive.namelist()
            if member != name
        }
    return header, arrays


def _member(name: str) -> zipfile.ZipInfo:
    # A fixed time stamp: equal models are equal files.
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info
