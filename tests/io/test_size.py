"""Sizes of texts: counted where they are small, estimated where they are large."""

import bz2
import gzip
import lzma

import pytest
import zstandard

from cdaflow.io import size
from cdaflow.io.size import estimate_lines

from ..errors import raises

PACK = {
    "": bytes,
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": lambda text: bz2.compress(text, 1),  # blocks of less than the sample of a test
    ".zst": zstandard.ZstdCompressor().compress,
}


def lines(number):
    """Return lines that do not pack to nothing."""
    return b"".join(b"%x %d\n" % (n * 2654435761 % 2**64, n) for n in range(number))


@pytest.mark.parametrize("ending", PACK)
def test_small_files_are_counted(tmp_path, ending):
    path = tmp_path / f"text{ending}"
    path.write_bytes(PACK[ending](lines(1000) + b"without an end"))
    assert estimate_lines(str(path)) == 1001


@pytest.mark.parametrize("ending", PACK)
def test_large_files_are_estimated(tmp_path, ending, monkeypatch):
    monkeypatch.setattr(size, "_SAMPLE", 1 << 18)
    path = tmp_path / f"text{ending}"
    path.write_bytes(PACK[ending](lines(100_000)))
    assert path.stat().st_size > 2 << 18
    assert estimate_lines(str(path)) == pytest.approx(100_000, rel=0.25)


def test_units_of_a_tmx_are_counted(tmp_path):
    path = tmp_path / "text.tmx.gz"
    unit = '<tu tuid="1">\n<tuv xml:lang="en"><seg>a</seg></tuv>\n</tu>\n'
    path.write_bytes(gzip.compress(("<tmx>" + unit * 30 + "</tmx>").encode()))
    assert estimate_lines(str(path)) == 30


def test_text_that_packs_to_nothing_is_not_unpacked_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(size, "_MOST_TEXT", 1 << 20)
    path = tmp_path / "text.gz"
    path.write_bytes(gzip.compress(b"\n" * (1 << 24)))
    assert estimate_lines(str(path)) > 0


def test_a_damaged_file_is_an_error(tmp_path):
    path = tmp_path / "text.gz"
    path.write_bytes(gzip.compress(lines(1000))[:-100])
    with raises("file.damaged"):
        estimate_lines(str(path))
