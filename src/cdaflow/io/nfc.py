"""The one normal form of text: NFC (Unicode Standard Annex 15).

"é" may be one character or "e" and a combining accent, which look the same and are not equal. All
text goes through `nfc` where its bytes become characters: `cdaflow.io.files.read_lines`,
`cdaflow.trees.conllu`, `cdaflow.io.lines.read_columns`, `cdaflow.io.parquet.read_batches` and
`cdaflow.text.normalise`. Nothing behind them meets a decomposed letter.
"""

from __future__ import annotations

import unicodedata


def nfc(text: str) -> str:
    """Return `text` in NFC: the same object where it is in NFC already.

    No line end, tab or blank comes or goes, so lines and cells may be normalised together.
    """
    # `normalize` itself begins with the quick check of the annex, at about 1 ns a character.
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def nfc_bytes(data: bytes) -> bytes:
    """Return UTF-8 in NFC; what is not UTF-8 comes back as it is, for its reader to report."""
    if data.isascii():
        return data
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data
    composed = nfc(text)
    return data if composed is text else composed.encode("utf-8")
