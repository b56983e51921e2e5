import io

import pytest
import zstandard

from cdaflow.io.compression import BlockFile, unpack_zstd


def opened(packed: bytes) -> io.BufferedReader:
    file = io.BytesIO(packed)
    return io.BufferedReader(BlockFile(file, unpack_zstd(file)))


@pytest.mark.parametrize("sizes", [[0], [1], [300_000], [5, 0, 70_000, 3]])
def test_frames_in_a_row_are_one_text(sizes):
    parts = [bytes(n * n % 251 for n in range(size)) for size in sizes]
    packed = b"".join(zstandard.compress(part) for part in parts)
    with opened(packed) as handle:
        assert handle.read() == b"".join(parts)


def test_every_cut_inside_a_frame_is_seen():
    packed = zstandard.compress(b"one line\n" * 40) + zstandard.compress(b"and more\n")
    ends = {0, len(zstandard.compress(b"one line\n" * 40)), len(packed)}
    for cut in set(range(len(packed) + 1)) - ends:
        with pytest.raises(EOFError):
            opened(packed[:cut]).read()


def test_other_bytes_are_no_zstd():
    with pytest.raises(zstandard.ZstdError):
        opened(b"plain text").read()
