"""Files from the network: only where the user asks for one, over HTTPS, known by their digest."""

from __future__ import annotations

import hashlib
import os
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import IO
from urllib.parse import urlsplit

from cdaflow.errors import InputError
from cdaflow.files import atomic_path

#: No file that cdaflow fetches is larger, in bytes.
MAX_BYTES = 64 * 1024 * 1024

#: Seconds without an answer after which a fetch is given up.
TIMEOUT = 30.0


def fetch(url: str, sha256: str, output: str | os.PathLike[str], *, text: bool = False) -> None:
    """Write the file at `url` to `output`, whole or not at all, if it has the digest `sha256`.

    `text`: line ends CR LF are made LF first, and the digest is that of the result: a
    repository may serve either.

    Raises InputError where the address is not https (also after a redirection), cannot be
    reached or serves something else.
    """
    content = _read(url)
    if text:
        content = content.replace(b"\r\n", b"\n")
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise InputError(
            f"the file at {url} is not the one that was expected (SHA-256 {found[:12]}..., "
            f"wanted {sha256[:12]}...)",
            file=output,
            hint="nothing was written; the file has changed, or something on the way changed it",
        )
    with atomic_path(output) as temporary:
        temporary.write_bytes(content)


def _read(url: str) -> bytes:
    _check_https(url)
    opener = urllib.request.build_opener(_HttpsRedirects)
    request = urllib.request.Request(url, headers={"User-Agent": "cdaflow"})  # noqa: S310 (checked)
    try:
        with opener.open(request, timeout=TIMEOUT) as answer:
            content: bytes = answer.read(MAX_BYTES + 1)
    except (urllib.error.URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise InputError(
            f"{url} cannot be reached ({reason})",
            hint="is there a network, and a proxy in HTTPS_PROXY if one is needed? Else fetch the "
            "file elsewhere and copy it here",
        ) from None
    if len(content) > MAX_BYTES:
        raise InputError(f"{url} is larger than {MAX_BYTES} bytes: it is not what was expected")
    return content


def _check_https(url: str) -> None:
    if urlsplit(url).scheme != "https":
        raise InputError(f"{url} is no https address: nothing is fetched over an open line")


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
