from __future__ import annotations

import pytest

from cdaflow.nmt.spm import vocabulary_size, without_paths

from ..errors import raises

# A ModelProto written by hand: pieces "a" (score 0) and "b", a trainer specification with
# input "/tmp/x", model_prefix "p" and vocab_size 2 (field 4), a normaliser with name "n".
PIECES = b"\x0a\x08\x0a\x01a\x15\x00\x00\x00\x00" + b"\x0a\x03\x0a\x01b"
NORMALISER = b"\x1a\x03\x0a\x01n"
FULL = PIECES + b"\x12\x0d\x0a\x06/tmp/x\x12\x01p\x20\x02" + NORMALISER
BARE = PIECES + b"\x12\x02\x20\x02" + NORMALISER


def test_pieces_are_counted(tmp_path):
    path = tmp_path / "v.spm"
    path.write_bytes(FULL)
    assert vocabulary_size(path) == 2


def test_paths_are_taken_out_and_nothing_else():
    assert without_paths(FULL) == BARE
    assert without_paths(BARE) == BARE


@pytest.mark.parametrize("data", [b"", b"just text", FULL[:-2], b"\xff" * 40, b"\x00\x00"])
def test_other_bytes_are_no_vocabulary(tmp_path, data):
    path = tmp_path / "v.spm"
    path.write_bytes(data)
    with raises("model.not-sentencepiece"):
        vocabulary_size(path)
    assert without_paths(data) == data
