"""The repository of Garg et al. (2024): its files, and what is known of each."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from cdaflow.io.fetch import fetch_large, fetch_unchecked, git_blob_id
from cdaflow.io.files import atomic_path, read_blocks
from cdaflow.option_types import Folder
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
Language = Literal["de", "es", "fr", "it", "pt", "ru"]

Kind = Literal["raw", "processed", "gtag", "gtrans"]


@dataclass(frozen=True, slots=True)
class Released:
    """A released file."""

    path: str
    kind: Kind
    lang: Language


def released_files() -> Iterator[Released]:
    """Yield all files of the data."""
    for lang in get_args(Language):
        for part in ("gate", "geneval"):
            yield Released(f"test/raw/{part}.en-{lang}.tsv", "raw", lang)
        for side in ("en", lang):
            yield Released(f"test/processed/test.en-{lang}.{side}", "processed", lang)
        for kind in ("gtag", "gtrans") if lang != "it" else ():
            yield Released(f"train/raw/{kind}.en-{lang}.tsv", kind, lang)


def fetch(
    *,
    output: Folder = Path("data/gtag-gtrans"),
    only: Sequence[Kind] = (),
    lang: Sequence[Language] = (),
) -> None:
    """Get the released sets of gender alternatives from the repository of their authors.

    Fetch test sets, G-Tag and G-Trans (Garg et al. 2024; CC BY-SA 3.0) over HTTPS from
    github.com/apple/ml-gendered-translation at one commit. Files are checked by their git blob id:
    of nine the whole id is known here, of G-Trans its first 8 digits, of the others nothing, which
    is reported.

    Args:
        output: the folder
        only: kinds of files to fetch
        lang: target languages to fetch
    """
    for file in released_files():
        if (only and file.kind not in only) or (lang and file.lang not in lang):
            continue
        path = output / file.path
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
