"""The raw files that results were made from, as recorded when they were made.

When Snakemake has finished a job, it writes the job's parameters to its record of each output
(.snakemake/metadata), and compares them at the next start. Among them are the digests of the raw
files (see `cdaflow.sharing.dependencies`): those of the time when the job ran, however often
the files are replaced afterwards.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.structured import read_json
from cdaflow.sharing.dependencies import recorded_raw

#: Where Snakemake has its records, from the folder in which it runs.
FOLDER = ".snakemake/metadata"

#: A name of a file has no more characters than this on any usual file system; the names of
#: Snakemake's records, which encode a path, are cut into folders where they are longer.
_LONGEST = 255


def record_path(folder: str | PathLike[str], output: str) -> Path:
    """Return the path of Snakemake's record of an output."""
    name = urlsafe_b64encode(output.encode()).decode()
    step = _LONGEST - 1
    parts = [name[start : start + step] for start in range(0, len(name), step)]
    return Path(folder).joinpath(*(f"@{part}" for part in parts[:-1]), parts[-1])


def raw_when_made(folder: str | PathLike[str], outputs: Iterable[str]) -> Sequence[dict[str, Any]]:
    """Return the raw files from which the outputs were made, each state of a file once, sorted.

    Each has path, size and sha256, see `cdaflow.sharing.digests.Digests.describe`. Outputs without
    a record are passed over. Raises InputError where a record cannot be read.
    """
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for output in outputs:
        path = record_path(folder, output)
        if not path.is_file():
            continue
        try:
            raw = recorded_raw(read_json(path).get("params") or ())
            found |= {(item["path"], item["sha256"]): dict(item) for item in raw or ()}
        except (AttributeError, KeyError, TypeError, ValueError, SyntaxError):
            raise InputError(
                f"Snakemake's record of {output} cannot be read",
                file=path,
                hint=f"remove it (snakemake --cleanup-metadata {output}) and run again",
            ) from None
    return [found[key] for key in sorted(found)]
