"""The repository of Garg et al. (2024): its files, and what is known of each."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from cdaflow.io.fetch import fetch_large, fetch_unchecked, git_blob_id
from cdaflow.io.files import atomic_path, read_blocks
from cdaflow.progress import say

#: The commit that is meant everywhere in cdaflow.
COMMIT = "2c9cf5880467479e46feb79e3782fc44159a6cc3"

_ADDRESS = "https://raw.githubusercontent.com/apple/ml-gendered-translation/{commit}/data/{path}"

#: Git blob ids of files, by path. Of G-Trans only the first 8 digits are known here: they find a
#: file that is damaged or another version, but would not stop someone who makes one to fit.
BLOBS = {
    "test/processed/test.en-de.de": "fa99a7e18ff33a4867f74174cf9e702ccf906b48",
    "test/processed/test.en-de.en": "9547eade4c79ee6f791e46b0c669a407165ff2c5",
    "test/raw/gate.en-de.tsv": "b8fe5b92cda72f0da85c13b6dd89581a42911652",
    "test/raw/geneval.en-de.tsv": "b2645cd7c254572471dded52d52a211cb0043a86",
    "test/raw/geneval.en-es.tsv": "888647b5d2705810ef5a42efda839d6b37a6c3c4",
    "test/raw/geneval.en-fr.tsv": "371cb19eb7e5c6ae8f15ef958202d97b84e1ae13",
    "train/raw/gtag.en-de.tsv": "d3463e88b223f8dd68e663da93d7e09a06480f35",
    "train/raw/gtag.en-es.tsv": "6e3fc8f183d45b9e36e9ec62941263ca0334fdfc",
    "train/raw/gtag.en-fr.tsv": "f442bb4e22fda3599cc5dc4756c32b3bec3742b8",
    "train/raw/gtrans.en-de.tsv": "5389ca3c",
    "train/raw/gtrans.en-es.tsv": "378a5826",
    "train/raw/gtrans.en-fr.tsv": "45ac0f72",
    "train/raw/gtrans.en-pt.tsv": "1f4411ab",
    "train/raw/gtrans.en-ru.tsv": "bc706f24",
}

#: Italian has test sets alone.
LANGUAGES = ("de", "es", "fr", "it", "pt", "ru")


@dataclass(frozen=True, slots=True)
class Released:
    """A released file: `kind` is raw, processed, gtag or gtrans."""

    path: str
    kind: str
    lang: str


def released_files() -> Iterator[Released]:
    """Yield all files of the data."""
    for lang in LANGUAGES:
        for part in ("gate", "geneval"):
            yield Released(f"test/raw/{part}.en-{lang}.tsv", "raw", lang)
        for side in ("en", lang):
            yield Released(f"test/processed/test.en-{lang}.{side}", "processed", lang)
        for kind in ("gtag", "gtrans") if lang != "it" else ():
            yield Released(f"train/raw/{kind}.en-{lang}.tsv", kind, lang)


def fetch_released(
    folder: str | os.PathLike[str], kinds: Collection[str] = (), languages: Collection[str] = ()
) -> None:
    """Write released files below `folder`, by their paths; what is there and right stays.

    `kinds`, `languages`: which ones (none: all). A file that is there but has no known id is not
    fetched again. Raises InputError where one cannot be fetched or is not the one that is known.
    """
    for file in released_files():
        if (kinds and file.kind not in kinds) or (languages and file.lang not in languages):
            continue
        path = Path(folder) / file.path
        url = _ADDRESS.format(commit=COMMIT, path=file.path)
        blob = BLOBS.get(file.path)
        if blob is not None:
            fetch_large(url, f"git:{blob}", path)
            known = "" if len(blob) == 40 else f" (of its git blob id only {blob}... is known)"
            say(f"{path} checked{known}")
        elif path.is_file():
            say(f"{path} exists already, not checked: its git blob id is not known here")
        else:
            content = fetch_unchecked(url)
            with atomic_path(path) as temporary:
                temporary.write_bytes(content)
            say(f"{path} fetched, not checked: its git blob id, {git_blob_id(path)}, is not known")


def describe_copy(path: str | os.PathLike[str]) -> str:
    """Return whether a file of a released name, packed or not, is the released one.

    It goes by the git blob id of its unpacked content, of which `BLOBS` may have the beginning;
    line ends that were changed on the way are no other file.
    """
    name = Path(path).name.removesuffix(".gz")
    known = next((blob for file, blob in BLOBS.items() if Path(file).name == name), None)
    if known is None:
        return f"{path}: not checked, no git blob id is known of a file of this name"
    content = b"".join(read_blocks(path))
    lines = content.replace(b"\r\n", b"\n")
    ids = [_blob_id(one) for one in (content, lines, lines.replace(b"\n", b"\r\n"))]
    fitting = [number for number, found in enumerate(ids) if found.startswith(known)]
    if not fitting:
        return (
            f"{path}: not the released file, whose git blob id is {known}; this has {ids[0]} "
            "(another version, or damaged)"
        )
    ends = ", but for its line ends" if fitting[0] else ""
    whole = "" if len(known) == len(ids[0]) else f" (only {known}... is known)"
    return f"{path}: the released file, by its git blob id{whole}{ends}"


def _blob_id(content: bytes) -> str:
    """Return the id that git gives to a file with this content."""
    head = b"blob %d\0" % len(content)
    return hashlib.sha1(head + content, usedforsecurity=False).hexdigest()
