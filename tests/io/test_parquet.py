import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.errors import InputError
from cdaflow.io.parquet import (
    ROWS,
    describe,
    read_batches,
    read_rows,
    shard_schema,
    sides_of,
    write_batches,
)


def batch(schema, start, count):
    text = [f"s{n}" for n in range(start, start + count)]
    corpus = pa.array(["c"] * count).dictionary_encode()
    columns = [pa.array(range(start, start + count)), pa.array(text), pa.array(text), corpus]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


@pytest.fixture
def schema():
    return shard_schema(("source", "target"), ["en", "es"], [{"name": "c", "files": ["x"]}])


def test_batches_of_any_size_become_even_row_groups(tmp_path, schema):
    path = tmp_path / "a.parquet"
    sizes = [1, 40000, 100000, 7, 30000]
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    parts = (batch(schema, start, size) for start, size in zip(starts, sizes, strict=True))
    assert write_batches(path, schema, parts) == sum(sizes)
    meta = pq.ParquetFile(path).metadata
    groups = [meta.row_group(i).num_rows for i in range(meta.num_row_groups)]
    assert groups == [ROWS, ROWS, sum(sizes) - 2 * ROWS]
    assert meta.row_group(0).column(1).compression == "ZSTD"
    rows = list(read_rows(path, ("target", "id")))
    assert rows == [(f"s{n}", n) for n in range(sum(sizes))]
    assert max(b.num_rows for b in read_batches(path, rows=1000)) <= 1000
    assert sides_of(path) == ("source", "target")
    assert describe(path).languages == ("en", "es")


def test_an_extra_column_of_a_step(tmp_path):
    gender = pa.field("gender", pa.string())
    schema = shard_schema(("text",), ["en"], [], [gender])
    assert schema.names == ["id", "text", "corpus", "gender"]


def test_faulty_files(tmp_path, schema):
    path = tmp_path / "a.parquet"
    with pytest.raises(InputError, match="no such file"):
        list(read_batches(path))
    path.write_text("id\tsource\n")
    with pytest.raises(InputError, match="no Parquet"):
        list(read_batches(path))
    write_batches(path, schema, [batch(schema, 0, 50000)])
    with pytest.raises(InputError, match="'gender' is missing; there are: id, source"):
        list(read_batches(path, ("id", "gender")))
    data = path.read_bytes()
    path.write_bytes(data[:-100])
    with pytest.raises(InputError, match="truncated"):
        describe(path)
    # The footer is whole, the data are not.
    path.write_bytes(data[:1000] + bytes(20000) + data[21000:])
    with pytest.raises(InputError, match="damaged"):
        list(read_batches(path))
    pq.write_table(pa.table({"id": [1]}), path)
    with pytest.raises(InputError, match="not written by cdaflow"):
        describe(path)
    with pytest.raises(InputError, match="neither pairs nor"):
        sides_of(path)


def test_a_failure_while_writing_leaves_the_old_file(tmp_path, schema):
    path = tmp_path / "a.parquet"
    write_batches(path, schema, [batch(schema, 0, 3)])
    before = path.read_bytes()

    def failing():
        yield batch(schema, 0, ROWS)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_batches(path, schema, failing())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
