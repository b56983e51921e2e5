"""Released test sets: files of public repositories, by commit, each known by its digest.

`released.tsv` has the files by set. The digest is that of the text with lines that end in LF,
whichever ends a server sends; of GATE it is that of the header and the rows of its development
half, since only these are known here. Files that are not listed are not fetched.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_lines
from cdaflow.progress import say


class Release(NamedTuple):
    """Where a set is: its repository and folder there, and what to do without a network.

    revisions: where the files are looked for, in this order: the commit, then the branch.
    """

    repository: str
    revisions: tuple[str, str]
    folder: str
    offline: str


RELEASES = {
    "winomt": Release(
        "gabrielStanovsky/mt_gender",
        ("586292861cf2", "master"),
        "data/aggregates",
        "name its three files in the configuration under challenge",
    ),
    "geneval": Release(
        "amazon-science/machine-translation-gender-eval",
        ("c77132ccd248d0b09ac185aebebc94f1051dbc9e", "main"),
        "data",
        "name its folder in the configuration: geneval: {data: FOLDER}",
    ),
    "gate": Release(
        "MicrosoftTranslator/GATE",
        ("1459b91aae86a4f529dc6b239d425f951e93296a", "main"),
        "data",
        "name its files in the configuration: agreement: {pairs: {NAME: {gate: FILE}}}",
    ),
    "seat": Release(
        "W4ngatang/sent-bias",
        ("e3559fb669ca4832743b42fee715994c15c7f1af", "master"),
        "tests",
        "name its files in the configuration: bias: {tests: [FILE, ...]}",
    ),
}

_ADDRESS = "https://raw.githubusercontent.com/{repository}/{revision}/{folder}/{path}"


@cache
def digests(name: str) -> dict[str, str]:
    """Return the SHA-256 of each known file of a set, by its path in the folder of the set."""
    rows = (line.split("\t") for line in read_lines(Path(__file__).with_suffix(".tsv")))
    return {path: sha256 for listed, path, sha256 in rows if listed == name}


def development_half(content: bytes) -> bytes:
    """Return the header and the rows of GATE that are not of its test half."""
    header, *rows = content.splitlines(keepends=True)
    return b"".join((header, *(row for row in rows if row.rstrip().endswith(b"\tdev"))))


def fetch_release(name: str, paths: Iterable[str], folder: str | os.PathLike[str]) -> None:
    """Write files of a set into a folder; those that are there already are left alone.

    Raises ConfigError where no digest of a file is known, InputError where one cannot be fetched
    or is not the one that is known.
    """
    sums = digests(name)
    for path in paths:
        if path not in sums:
            raise ConfigError(
                "release.file-unknown",
                f"no digest of {path} of {name} is known, and nothing is fetched unchecked",
                hint=f"get it from github.com/{RELEASES[name].repository} yourself, and "
                f"{RELEASES[name].offline}",
            )
        _fetch(name, path, sums[path], Path(folder) / path)


def _fetch(name: str, path: str, sha256: str, output: Path) -> None:
    part = development_half if name == "gate" else bytes
    if output.is_file() and hashlib.sha256(part(output.read_bytes())).hexdigest() == sha256:
        say(f"{output} is there")
        return
    from cdaflow.io.fetch import fetch  # TLS takes a while to import, and is seldom wanted

    release = RELEASES[name]
    for revision in release.revisions:
        url = _ADDRESS.format(**release._asdict(), revision=revision, path=path)
        try:
            fetch(url, sha256, output, text=True, part=part)
        except InputError as error:
            if error.code != "url.unreachable" or revision == release.revisions[-1]:
                hint = f"{error.hint}; copies are taken as they are in {output.parent}, or "
                raise InputError(
                    error.code, error.problem, file=error.file, hint=hint + release.offline
                ) from None
        else:
            say(f"{output} fetched" + ", its development half checked" * (part is not bytes))
            return
