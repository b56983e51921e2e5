import bz2
import gzip
import lzma

import pytest
import zstandard

from cdaflow.errors import InputError
from cdaflow.io.formats import read_aligned, read_text, read_tsv
from cdaflow.text.spec import CorpusSpec, read_corpus

from ..errors import raises

PACKERS = {
    "": lambda data: data,
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
    ".zst": zstandard.compress,
}


@pytest.mark.parametrize("suffix", PACKERS)
def test_any_compression(tmp_path, suffix):
    file = tmp_path / f"a.en{suffix}"
    file.write_bytes(PACKERS[suffix]("Año\r\n\nÇa va\u2028là".encode()))
    assert list(read_text(str(file))) == [(1, ("Año",)), (2, ("",)), (3, ("Ça va\u2028là",))]


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".bz2", ".zst"])
@pytest.mark.parametrize("keep", [0.0, 0.5, 0.999])
def test_truncated_archive_is_an_error(tmp_path, suffix, keep):
    packed = PACKERS[suffix]("".join(f"{n * n % 7919} line\n" for n in range(50000)).encode())
    file = tmp_path / f"a.en{suffix}"
    file.write_bytes(packed[: int(len(packed) * keep)])
    with pytest.raises(InputError) as caught:
        list(read_text(str(file)))
    assert caught.value.file == str(file)
    assert keep == 0 or caught.value.line is not None


@pytest.mark.parametrize(("left", "right"), [(3, 7), (7, 3), (0, 2)])
def test_misaligned_files_tell_both_counts(tmp_path, left, right):
    files = [tmp_path / "a.en", tmp_path / "a.es"]
    for file, count in zip(files, (left, right), strict=True):
        file.write_text("x\n" * count)
    reader = read_aligned(str(files[0]), str(files[1]))
    for number in range(1, min(left, right) + 1):
        assert next(reader) == (number, ("x", "x"))
    with pytest.raises(InputError) as caught:
        next(reader)
    assert f"{files[0]} has {left} lines and {files[1]} has {right}" in caught.value.problem
    assert caught.value.file == str(files[0] if left < right else files[1])
    assert caught.value.line == min(left, right)


def test_latin1_byte_names_file_and_line(tmp_path):
    left, right = tmp_path / "a.en", tmp_path / "a.es"
    left.write_text("one\ntwo\nthree\n")
    right.write_bytes("uno\ndos años\n".encode() + "señal\n".encode("latin-1"))
    with pytest.raises(InputError) as caught:
        list(read_aligned(str(left), str(right)))
    assert (caught.value.file, caught.value.line) == (str(right), 3)
    assert "0xf1" in str(caught.value)


def test_tsv_columns(tmp_path):
    file = tmp_path / "a.tsv"
    file.write_text("id\ten\tes\n7\tone\tuno\n8\ttwo\tdos\n")
    by_name = [(2, ("uno", "one")), (3, ("dos", "two"))]
    assert list(read_tsv(str(file), ["es", "en"], header=True)) == by_name
    assert list(read_tsv(str(file), ["es", 2], header=True)) == by_name
    assert next(iter(read_tsv(str(file), [2, 3]))) == (1, ("en", "es"))
    spec = CorpusSpec("a", "tsv", (str(file),), ("en", "es"), True)
    assert list(read_corpus(spec, ["en", "es"])) == [(2, ("one", "uno")), (3, ("two", "dos"))]


def test_tsv_faults(tmp_path):
    file = tmp_path / "a.tsv"
    file.write_text("en\tes\none\tuno\nalone\n")
    with raises("row.too-few-columns", "1", "2") as caught:
        list(read_tsv(str(file), [1, 2]))
    assert caught.value.line == 3
    with raises("column.missing", "'ess'") as caught:
        list(read_tsv(str(file), ["en", "ess"], header=True))
    assert "did you mean 'es'" in str(caught.value)
    file.write_text("en\ten\n")
    with raises("column.duplicate", "'en'"):
        list(read_tsv(str(file), ["en"], header=True))
    file.write_text("")
    with raises("column.missing"):
        list(read_tsv(str(file), ["en"], header=True))
