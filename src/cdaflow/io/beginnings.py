"""Recognise files by their first bytes: formats that no reader takes, wrong compression endings."""

from __future__ import annotations

import os
import re
from pathlib import Path

from cdaflow.errors import InputError

#: Bytes that are looked at.
HEAD_BYTES = 512

#: How the packed files begin that are unpacked by the ending of their names.
PACKED = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd", ".xz": b"\xfd7zXZ", ".bz2": b"BZh"}

#: What files begin with that no reader takes, what they are and what to do with them.
_REFUSED = (
    (rb"version https://git-lfs\.github\.com/spec/", "a pointer of Git LFS, not the file itself",
     "fetch it: git lfs pull, in its repository"),
    (rb"(?:(?:\.\./)*\.git)?/annex/objects/", "a pointer of git-annex, not the file itself",
     "fetch it: git annex get FILE, in its repository"),
    (rb"(?i)\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html)\b", "an HTML page, not what it links to",
     "download the file itself, often under the link Raw or Download"),
    (rb"(?:md5: \w{32}\n(?:frozen: true\n)?)?outs:\n", "a pointer of DVC, not the file itself",
     "fetch it: dvc pull, in its repository"),
    (rb"\.{1,2}/[^\s]+\Z", "the target of a link, as git writes it where there are no links",
     "give the file itself, or set core.symlinks and check it out again"),
    (rb"(?:404: Not Found|(?:Entry|Repository) not found|Not Found|Access Denied|Forbidden)\s*\Z",
     "the reply of a server, not the file", "download the file again and check its address"),
    (rb"%PDF-", "a PDF document", "give its text, one sentence per line"),
    (rb"\{\\rtf", "an RTF document", "save it as plain text in UTF-8"),
    (rb"\xba\x16\x4f\x2f", "a binary model of fastText",
     "give the vectors as text: its .vec file, or the output of `fasttext print-word-vectors`"),
)  # fmt: skip

#: What files of other kinds begin with, whose first line is not UTF-8, and what to do with them.
_NOT_TEXT = (
    *((PACKED[suffix], f"it is compressed by {tool}: name it *{suffix}, or decompress it")
      for suffix, tool in ((".gz", "gzip"), (".zst", "zstd"), (".xz", "xz"), (".bz2", "bzip2"))),
    (b"PK\x03\x04", "it is a zip archive: unpack it"),
    (b"PAR1", "it is Parquet: give it a name that ends in .parquet"),
    (b"\xff\xfe\0\0", "it is UTF-32: convert it first, iconv -f UTF-32 -t UTF-8"),
)  # fmt: skip


def check_bytes(path: str | os.PathLike[str], head: bytes) -> None:
    """Raise InputError where a file begins as what no reader takes, or is not packed as named."""
    for beginning, what, hint in _REFUSED:
        if re.match(beginning, head, re.DOTALL):
            raise InputError("file.other-kind", f"this is {what}", file=path, hint=hint)
    name = str(path)
    for suffix, magic in PACKED.items():
        if name.endswith(suffix) and not head.startswith(magic[: len(head)]) and _is_text(head):
            raise InputError(
                "file.not-packed-as-named",
                f"the name ends in {suffix}, but the file is plain text",
                file=path,
                hint=f"rename it to {Path(name).name.removesuffix(suffix)}",
            )


def address_hint(path: str | os.PathLike[str]) -> str:
    """Return what to do where an address was given in place of a path; "" for a path.

    A `Path` has one slash of the two.
    """
    match = re.match(r"([a-z][a-z0-9]+):/+(.+)", str(path))
    if match is None:
        return ""
    return (
        "addresses are not read directly: download the file first (curl -LO "
        f"{match[1]}://{match[2]}, or hf download NAME --local-dir FOLDER from a hub), and give "
        "the file or folder"
    )


def _is_text(head: bytes) -> bool:
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        text = head[: error.start].decode("utf-8")
        if error.start < len(head) - 3:  # not the last character, cut in two
            return False
    return text.isprintable() or not re.search(r"[\x00-\x08\x0e-\x1f]", text)


def encoding_hint(line: bytes, number: int) -> str:
    """Return a hint on what a file may be that has this line, which is not UTF-8."""
    for beginning, hint in _NOT_TEXT if number == 1 else ():
        if line.startswith(beginning):
            return hint
    if b"\0" in line:
        return "it is binary, or text in UTF-16: convert it first, iconv -f UTF-16LE -t UTF-8"
    return "convert the file first, for example: iconv -f LATIN1 -t UTF-8"
