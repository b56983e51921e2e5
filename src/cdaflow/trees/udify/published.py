"""Where the published archive of UDify lies, and how to get it.

LINDAT, https://hdl.handle.net/11234/1-3042: udify-model.tar.gz. The word pieces of multilingual
BERT are no part of it; they are fetched from the repository of that model.
"""

from __future__ import annotations

import os
from pathlib import Path

from cdaflow.errors import ConfigError
from cdaflow.io.fetch import fetch_large
from cdaflow.progress import say
from cdaflow.trees.udify.archive import Archive, open_archive

#: The archive; its size is some hundreds of megabytes.
ADDRESS = (
    "https://lindat.mff.cuni.cz/repository/xmlui/bitstream/handle/11234/1-3042/udify-model.tar.gz"
)

#: vocab.txt of bert-base-multilingual-cased (119,547 word pieces), at one revision.
PIECES_ADDRESS = (
    "https://huggingface.co/google-bert/bert-base-multilingual-cased/resolve/"
    "3f076fdb1ab68d5b2880cb87a0886f315b8146f8/vocab.txt"
)
PIECES_CHECKSUM = "sha256:fe0fda7c425b48c516fc8f160d594c8022a0808447475c1a7c6d6479763f310c"


def fetch_udify(
    folder: str | os.PathLike[str],
    checksum: str | None,
    *,
    address: str = ADDRESS,
    pieces_address: str = PIECES_ADDRESS,
    pieces_checksum: str = PIECES_CHECKSUM,
) -> Archive:
    """Get the archive and the word pieces of its BERT into `folder`, and unpack it there.

    Written are udify-model.tar.gz, udify-model/ (config.json, weights.th, vocabulary/) and
    bert/vocab.txt; what is there and right is left alone, a broken transfer is taken up again.
    `checksum` ("sha256:..." or "md5:...") is that of the archive. cdaflow does not know it, and
    fetches nothing without: the page of the handle tells it.

    Raises ConfigError without a checksum; InputError as `fetch_large` and `open_archive` do.
    """
    if not checksum:
        raise ConfigError(
            "the checksum of the UDify archive is wanted: nothing is fetched unchecked",
            hint="https://hdl.handle.net/11234/1-3042 lists that of udify-model.tar.gz: give it as "
            "--checksum md5:... (in the config, annotators.udify.checksum)",
        )
    place = Path(folder)
    archive, pieces = place / "udify-model.tar.gz", place / "bert" / "vocab.txt"
    fetch_large(pieces_address, pieces_checksum, pieces)
    fetch_large(address, checksum, archive)
    opened = open_archive(archive, bert=pieces)
    say(f"{opened.folder} is ready")
    return opened
