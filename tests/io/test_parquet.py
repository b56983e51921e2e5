import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.io.parquet import (
    ROWS,
    describe,
    read_batches,
    read_rows,
    read_schema,
    shard_schema,
    sides_of,
    write_batches,
)

from ..errors import raises


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
    with raises("file.missing"):
        list(read_batches(path))
    path.write_text("id\tsource\n")
    with raises("parquet.damaged"):
        list(read_batches(path))
    write_batches(path, schema, [batch(schema, 0, 50000)])
    with raises("column.missing", "'gender'", "id"):
        list(read_batches(path, ("id", "gender")))
    data = path.read_bytes()
    path.write_bytes(data[:-100])
    with raises("parquet.damaged"):
        describe(path)
    # The footer is whole, the data are not.
    path.write_bytes(data[:1000] + bytes(20000) + data[21000:])
    with raises("parquet.damaged"):
        list(read_batches(path))
    pq.write_table(pa.table({"id": [1]}), path)
    with raises("parquet.no-metadata"):
        describe(path)
    with raises("parquet.no-text-columns"):
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


#: What other tools take for text: polars, pandas, DuckDB, Arrow's own.
TEXT_TYPES = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
    "binary": pa.binary(),
    "large_binary": pa.large_binary(),
    "binary_view": pa.binary_view(),
    "category": pa.dictionary(pa.int32(), pa.string()),
    "category-large": pa.dictionary(pa.int8(), pa.large_string()),
}

PAIRS = [
    ("The nurse left.", "El enfermero salió."),
    ("The doctor left.", "La doctora salio\u0301."),
]


def as_type(texts, kind):
    column = pa.array(texts)
    if pa.types.is_dictionary(kind):
        return column.dictionary_encode().cast(kind)
    return column.cast(kind)


@pytest.fixture
def other_tool(tmp_path):
    """Return a function from a type of text to a file of PAIRS with it."""

    def write(kind, pairs=PAIRS, ids=None):
        columns = {
            "id": ids or pa.array([7, 8], pa.int32()),
            **{
                name: as_type(list(texts), TEXT_TYPES[kind])
                for name, texts in zip(("source", "target"), zip(*pairs, strict=True), strict=True)
            },
            "score": pa.array([0.5] * len(pairs)),
        }
        pq.write_table(pa.table(columns), tmp_path / "pairs.parquet")
        return tmp_path / "pairs.parquet"

    return write


@pytest.mark.parametrize("kind", TEXT_TYPES)
def test_text_of_other_tools_is_text(other_tool, kind):
    path = other_tool(kind)
    (found,) = read_batches(path)
    assert found.schema.types == [pa.int64(), pa.string(), pa.string(), pa.float64()]
    assert found.schema.equals(read_schema(path))
    assert found["target"].to_pylist() == ["El enfermero salió.", "La doctora salió."]
    assert list(read_rows(path, ("target", "id")))[1] == ("La doctora salió.", 8)


@pytest.mark.parametrize("kind", TEXT_TYPES)
def test_steps_that_look_into_the_bytes_of_texts(other_tool, kind, tmp_path):
    """`gfst target` looked for the ends of 64-bit texts among the halves of their offsets."""
    output, selected = tmp_path / "kept.parquet", tmp_path / "selected.parquet"
    command = ["gfst", "target", str(other_tool(kind)), "--lang", "es", "--gender", "fem"]
    assert main([*command, "--analyser", "lexicon", "--output", str(output)]) == 0
    assert [row[1] for row in read_rows(output, ("id", "target"))] == ["La doctora salió."]
    path = other_tool(kind, [("He is a doctor.", "Es médico."), ("It rains.", "Llueve.")])
    assert main(["select", "gendered", str(path), "--output", str(selected)]) == 0
    assert list(read_rows(selected, ("target",))) == [("Es médico.",)]


@pytest.mark.parametrize("column", ["id", "source", "target"])
def test_a_null_names_its_row(other_tool, column):
    pairs = [list(pair) for pair in PAIRS]
    ids = pa.array([7, None]) if column == "id" else None
    if column != "id":
        pairs[1][("source", "target").index(column)] = None
    path = other_tool("large_string", pairs, ids)
    with raises("text.null", "pairs", "parquet", "2", str(column)):
        list(read_batches(path))


def test_bytes_that_are_no_text(other_tool):
    with raises("column.other-type", "target", "binary: Invalid UTF8"):
        list(read_batches(other_tool("binary", [("a", b"\xff"), ("b", b"b")])))


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"source": [1, 2], "target": ["a", "b"]}, r"column source .*int64.*column\.not-text"),
        ({"source": ["a", "b"], "target": pa.array([b"a", b"b"], pa.binary(1))}, "fixed_size"),
        (
            {"source": [["a"], ["b"]], "target": ["a", "b"]},
            r"column source .*list.*column\.not-text",
        ),
        ({"source": ["a", "b"], "target": pa.nulls(2)}, "row 1, column target: no text"),
    ],
    ids=["numbers", "fixed size", "list", "nulls"],
)
def test_sides_that_are_no_text(tmp_path, columns, said):
    path = tmp_path / "pairs.parquet"
    pq.write_table(pa.table(columns), path)
    with pytest.raises(InputError, match=said):
        list(read_batches(path))


def test_columns_of_one_name_and_folders(tmp_path):
    path = tmp_path / "pairs.parquet"
    texts = pa.array(["a", "b"])
    pq.write_table(pa.Table.from_arrays([texts] * 3, ["source", "target", "target"]), path)
    for read in (lambda path: list(read_batches(path)), read_schema):
        with raises("column.duplicate", "'target'"):
            read(path)
        # As Spark writes it: a folder of parts.
        with raises("file.is-a-folder"):
            read(tmp_path)


def test_ids_with_a_gap_in_pandas(other_tool):
    path = other_tool("string", ids=pa.array([7.0, 8.0]))
    assert [row[0] for row in read_rows(path, ("id",))] == [7, 8]
    with raises("column.other-type", "id"):
        list(read_batches(other_tool("string", ids=pa.array([7.5, 8.0]))))


def test_files_without_a_corpus_are_shown(other_tool, tmp_path, capsys):
    made = tmp_path / "handcrafted.parquet"
    command = ["counterfactual", "handcrafted", "--lang", "es", "--output", str(made)]
    assert main(command) == 0
    for path, first in ((made, "1\tWe "), (other_tool("string_view"), "7\tThe nurse left.\tEl")):
        capsys.readouterr()
        assert main(["text", "show", str(path), "--head", "1"]) == 0
        header, row = capsys.readouterr().out.splitlines()
        assert header == "id\tsource\ttarget"
        assert row.startswith(first)
