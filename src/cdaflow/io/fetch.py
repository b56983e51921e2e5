"""Files from the network: only where the user asks for one, over HTTPS, known by their digest."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import http.client
import os
import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from string import hexdigits
from typing import IO, Any
from urllib.parse import urlsplit

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import atomic_path
from cdaflow.progress import progress, say

#: No file that is fetched in one piece (`fetch`) is larger, in bytes.
MAX_BYTES = 64 * 1024 * 1024

#: No file that is fetched by `fetch_large` is larger, in bytes.
MAX_LARGE_BYTES = 16 * 1024**3

#: How often a broken transfer is taken up again, and the seconds before the first time.
ATTEMPTS = 5
PAUSE = 2.0

_BLOCK = 1 << 20

#: Faults of the disk, which no second try mends.
_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

#: Seconds without an answer after which a fetch is given up.
TIMEOUT = 30.0


def fetch(
    url: str,
    sha256: str,
    output: str | os.PathLike[str],
    *,
    text: bool = False,
    part: Callable[[bytes], bytes] = bytes,
) -> None:
    """Write the file at `url` to `output`, whole or not at all, if it has the digest `sha256`.

    `text`: line ends CR LF are made LF first, and the digest is that of the result: a
    repository may serve either. `part`: the digest is that of what this returns of it.

    Raises InputError where the address is not https (also after a redirection), cannot be
    reached or serves something else.
    """
    content = _read(url)
    if text:
        content = content.replace(b"\r\n", b"\n")
    digest = hashlib.sha256(part(content)).hexdigest()
    if digest != sha256:
        raise InputError(
            "download.other-checksum",
            f"the file at {url} is not the expected one: its SHA-256 is {digest[:12]}... instead "
            f"of {sha256[:12]}...",
            file=output,
            hint="nothing was written; the file has changed at the source, or was altered in "
            "transit",
        )
    with atomic_path(output) as temporary:
        temporary.write_bytes(content)


def fetch_unchecked(url: str) -> bytes:
    """Return the file at `url`, of at most MAX_BYTES, for which nothing but TLS vouches.

    It is for lists whose content is not known beforehand. Raises InputError as `fetch` does.
    """
    return _read(url)


def parse_checksum(text: str) -> tuple[str, str]:
    """Return algorithm and hexadecimal digits of a checksum such as "sha256:0a1b..." or "md5:...".

    "git:..." is the id of a git blob, or at least its first 8 digits. Digits alone are recognised
    by their number, as those of SHA-256 or MD5. Raises ConfigError for anything else.
    """
    name, colon, digits = text.strip().lower().rpartition(":")
    lengths = {"sha256": range(64, 65), "md5": range(32, 33), "git": range(8, 41)}
    if not colon:
        name = {64: "sha256", 32: "md5"}.get(len(digits), "")
    if len(digits) not in lengths.get(name, ()) or set(digits) - set(hexdigits):
        raise ConfigError(
            "checksum.malformed",
            f"{text!r} is not a checksum",
            hint="write sha256: and 64 hexadecimal digits, or md5: and 32",
        )
    return name, digits


def has_checksum(path: str | os.PathLike[str], checksum: str) -> bool:
    """Return whether the file at `path` is there and has the checksum (see `parse_checksum`)."""
    name, digits = parse_checksum(checksum)
    if not Path(path).is_file():
        return False
    if name == "git":
        return git_blob_id(path).startswith(digits)
    with open(path, "rb") as handle:
        digest = hashlib.file_digest(handle, lambda: hashlib.new(name, usedforsecurity=False))
    return digest.hexdigest() == digits


def git_blob_id(path: str | os.PathLike[str]) -> str:
    """Return the id that git gives to a file: the SHA-1 of its size and its bytes."""
    with open(path, "rb") as handle:
        sha1 = hashlib.sha1(b"blob %d\0" % os.fstat(handle.fileno()).st_size, usedforsecurity=False)
        return hashlib.file_digest(handle, lambda: sha1).hexdigest()


def fetch_large(url: str, checksum: str, output: str | os.PathLike[str]) -> None:
    """Write the file at `url` to `output`, whole or not at all, if it has the checksum.

    What has come so far is kept in `output`.part: a transfer that breaks off is taken up again
    from there, at once and by the next call. A file that is there and right is left alone.
    `checksum`: see `parse_checksum`.

    Raises InputError where the address is not https (also after a redirection), cannot be
    reached, breaks off again and again or serves something else, and where another process
    fetches the same file.
    """
    if has_checksum(output, checksum):
        say(f"{output} exists already")
        return
    _check_https(url)
    final = Path(output)
    final.parent.mkdir(parents=True, exist_ok=True)
    part = final.with_name(final.name + ".part")
    with _locked(part, url) as handle:
        resumed = _complete(url, handle, part)
        if not has_checksum(part, checksum) and resumed:
            say(f"{url}: the resumed download does not match: fetching it from the beginning")
            handle.truncate(0)
            _complete(url, handle, part)
        if not has_checksum(part, checksum):
            part.unlink()
            raise InputError(
                "download.other-checksum",
                f"the file at {url} is not the expected one: its checksum is not {checksum}",
                file=output,
                hint="the download was deleted; the file has changed at the source, or was "
                "altered in transit",
            )
        os.replace(part, final)


@contextmanager
def _locked(part: Path, url: str) -> Iterator[IO[bytes]]:
    """Open the partial file for this process alone."""
    with open(part, "ab") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                "download.running", f"another process is fetching {url}", file=part
            ) from None
        except OSError:
            pass  # a file system without locks
        yield handle


def _complete(url: str, handle: IO[bytes], part: Path) -> bool:
    """Download the rest of the partial file; return whether a part of it was there before."""
    before = _size(handle)
    failures = 0
    while True:
        start = _size(handle)
        try:
            if _transfer(url, handle, start):
                return before > 0
            reason: object = "the connection was closed early"
        except urllib.error.HTTPError as error:
            if error.code == 416 and start:
                # Nothing lies beyond what is there: it is whole, or not of this file.
                return True
            if error.code not in (408, 429, 500, 502, 503, 504):
                raise _unreachable(url, f"{error.code} {error.reason}") from None
            reason = f"{error.code} {error.reason}"
        except (OSError, http.client.HTTPException) as error:
            if getattr(error, "errno", None) in _DISK:
                raise
            reason = getattr(error, "reason", error)
        failures = 1 if _size(handle) > start else failures + 1
        # A name that nobody knows means that there is no network: no use in waiting.
        if failures >= ATTEMPTS or isinstance(reason, socket.gaierror):
            size = _size(handle)
            if not size:
                part.unlink()
            raise _unreachable(url, reason, received=size) from None
        pause = PAUSE * 2 ** (failures - 1)
        say(f"{url}: {reason}; trying again in {pause:.0f} s")
        time.sleep(pause)


def _size(handle: IO[bytes]) -> int:
    handle.flush()
    return os.fstat(handle.fileno()).st_size


def _transfer(url: str, handle: IO[bytes], start: int) -> bool:
    """Append what the server sends from byte `start` on; return whether that is all."""
    headers = {"User-Agent": "cdaflow", "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    opener = urllib.request.build_opener(_HttpsRedirects)
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 (checked)
    with opener.open(request, timeout=TIMEOUT) as answer:
        if start and _range_start(answer) != start:
            handle.truncate(0)  # the server sends all of it again
            start = 0
        length = answer.headers.get("Content-Length", "")
        total = start + int(length) if length.isdigit() else None
        if (total or 0) > MAX_LARGE_BYTES:
            raise InputError("download.too-large", f"{url} is larger than {MAX_LARGE_BYTES} bytes")
        blocks = None if total is None else -(-(total - start) // _BLOCK)
        for block in progress(_blocks(answer), Path(url).name, total=blocks, unit="MiB"):
            handle.write(block)
            start += len(block)
            if start > MAX_LARGE_BYTES:
                raise InputError(
                    "download.too-large", f"{url} is larger than {MAX_LARGE_BYTES} bytes"
                )
    handle.flush()
    return total is None or start >= total


def _blocks(answer: IO[bytes]) -> Iterator[bytes]:
    while block := answer.read(_BLOCK):
        yield block


def _range_start(answer: Any) -> int:
    """Return from which byte on the server sends."""
    match = re.match(r"bytes (\d+)-", answer.headers.get("Content-Range", ""))
    return int(match[1]) if answer.status == 206 and match else 0


def _read(url: str) -> bytes:
    _check_https(url)
    opener = urllib.request.build_opener(_HttpsRedirects)
    request = urllib.request.Request(url, headers={"User-Agent": "cdaflow"})  # noqa: S310 (checked)
    try:
        with opener.open(request, timeout=TIMEOUT) as answer:
            content: bytes = answer.read(MAX_BYTES + 1)
    except (urllib.error.URLError, OSError) as error:
        raise _unreachable(url, getattr(error, "reason", error)) from None
    if len(content) > MAX_BYTES:
        raise InputError(
            "download.larger-than-expected",
            f"{url} is larger than {MAX_BYTES} bytes, so it is not the expected file",
        )
    return content


def _unreachable(url: str, reason: object, *, received: int = 0) -> InputError:
    hint = (
        f"{received} bytes were received and are kept: run it again to resume"
        if received
        else "check the network, and HTTPS_PROXY if you need a proxy; or download the file "
        "elsewhere and copy it here"
    )
    return InputError("url.unreachable", f"{url} cannot be reached ({reason})", hint=hint)


def _check_https(url: str) -> None:
    if urlsplit(url).scheme != "https":
        raise InputError(
            "url.not-https", f"{url} is not an https address, so fetching it would be insecure"
        )


class _HttpsRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirections to https only."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Mapping[str, str],  # type: ignore[override]
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the request for the new address."""
        _check_https(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]
