"""Corpora: any bytes give pairs or one clear error."""

import bz2
import gzip
import io
import lzma

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from bounds import any_bytes

from cdaflow.io.pairs import pair_schema, read_pairs
from cdaflow.io.pairs import read_rows as read_gfst_rows
from cdaflow.io.parquet import (
    describe,
    export_columns,
    read_batches,
    read_texts,
    shard_schema,
    sides_of,
)
from cdaflow.nmt.data import DataSet, write_mixture
from cdaflow.text.check import check_corpora
from cdaflow.text.corpus import build_corpus
from cdaflow.text.sample import sample
from cdaflow.text.spec import CorpusSpec
from cdaflow.trees.files import read_inputs

LINES = 'The doctor is here.\tEl médico está aquí.\nShe said: "no".\tElla dijo: «no».\n'.encode()
TEXT = b"".join(line.split(b"\t")[0] + b"\n" for line in LINES.splitlines())
TABLE = (
    b"id\tsource\ttarget\tgender\n1\tThe nurse sat.\tLa enfermera.\tFem\n7\tHe ran.\tCorre.\tMasc\n"
)
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header/><body>
<tu><tuv xml:lang="en"><seg>The <hi>doctor</hi> is here.</seg></tuv>
<tuv xml:lang="ES"><seg>El médico &amp; yo.</seg></tuv></tu>
<tu><tuv lang="en"><seg>Yes<ph>x</ph>.</seg></tuv><tuv lang="es-MX"><seg>Sí.</seg></tuv></tu>
</body></tmx>
""".encode()


def parquet():
    schema = shard_schema(("source", "target"), ("en", "es"), [{"name": "a"}])
    columns = {
        "id": [1, 2, 3],
        "source": ["The doctor.", "A nurse sat.", "Yes!"],
        "target": ["El médico.", "Una enfermera.", "¡Sí!"],
        "corpus": ["a", "a", "b"],
    }
    raw = io.BytesIO()
    pq.write_table(pa.table(columns, schema=schema), raw, compression="none")
    return raw.getvalue()


def build(form, **options):
    def read(path):
        spec = CorpusSpec("c", form, (str(path),), **options)
        output = path.parent / "out.parquet"
        build_corpus([spec], ("en", "es"), output)
        check_corpora([spec], ("en", "es"), path.parent / "out.json")

    return read


def aligned(path):
    other = path.parent / "other.txt"
    other.write_text("Uno.\nDos.\n", encoding="utf-8")
    spec = CorpusSpec("c", "aligned", (str(path), str(other)))
    build_corpus([spec], ("en", "es"), path.parent / "out.parquet")


def pairs(path):
    pair_schema([str(path)])
    for batch in read_pairs([str(path)]):
        batch.to_pylist()


def shards(path):
    describe(path)
    sides_of(path)
    for batch in read_batches(path):
        batch.to_pylist()
    list(read_texts(path))


def mixture(path):
    folder = path.parent
    write_mixture([DataSet(path, 1.5)], folder / "s", folder / "t", seed=1, what="training")


def export(path):
    export_columns(path, {"source": path.parent / "s", "target": path.parent / "t"})


def sampled(path):
    sample(path, 2, path.parent / "out.parquet", at_most=True)


def annotate(path):
    list(read_inputs(path, column="target" if path.suffix == ".parquet" else None))


def gfst(path):
    for batch, name in read_gfst_rows(str(path)):
        batch.column(name).to_pylist()


PACKED = {
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
    ".zst": lambda data: zstandard.ZstdCompressor().compress(data),
}

READERS = {
    "text": ("c.txt", lambda: TEXT, aligned),
    "tsv": ("c.tsv", lambda: LINES, build("tsv", columns=(1, 2))),
    "tsv-header": ("c.tsv", lambda: TABLE, build("tsv", columns=("source", "target"), header=True)),
    "tsv-detokenized": ("c.tsv", lambda: LINES, build("tsv", columns=(1, 2), detokenize=True)),
    "tmx": ("c.tmx", lambda: TMX, build("tmx")),
    **{
        f"tsv{ending}": (
            f"c.tsv{ending}", lambda pack=pack: pack(LINES * 5), build("tsv", columns=(1, 2))
        )
        for ending, pack in PACKED.items()
    },
    "pairs-tsv": ("c.tsv", lambda: TABLE, pairs),
    "annotate-text": ("c.txt", lambda: TEXT, annotate),
    "gfst-tsv": ("c.tsv", lambda: TABLE, gfst),
    "parquet": ("c.parquet", parquet, shards),
    "parquet-pairs": ("c.parquet", parquet, pairs),
    "parquet-mixture": ("c.parquet", parquet, mixture),
    "parquet-export": ("c.parquet", parquet, export),
    "parquet-annotate": ("c.parquet", parquet, annotate),
    "parquet-sample": ("c.parquet", parquet, sampled),
    "parquet-gfst": ("c.parquet", parquet, gfst),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_any_bytes(name):
    file, make, read = READERS[name]
    seed = make()
    any_bytes(file, seed, read)


TYPES = {
    "id": [["1"], [None], [1.5], [True], [2**63], [b"1"], [[1]]],
    "source": [[1], [None], [b"\xff"], [["a"]], [{"a": 1}], [1.0]],
    "corpus": [[1], [None], [b"a"]],
}


@pytest.mark.parametrize("column", TYPES)
@pytest.mark.parametrize("read", [shards, pairs, mixture, export, annotate, gfst])
def test_columns_of_another_type(column, read, check, tmp_path):
    for number, values in enumerate(TYPES[column]):
        columns = {"id": [1], "source": ["A."], "target": ["B."], "corpus": ["c"]}
        columns[column] = values
        path = tmp_path / f"c{number}.parquet"
        kind = pa.uint64() if values == [2**63] else None
        arrays = {k: pa.array(v, kind if k == column else None) for k, v in columns.items()}
        pq.write_table(pa.table(arrays), path)
        check(read, path)


def test_text_that_is_no_utf8_in_parquet(check, tmp_path):
    raw = parquet().replace("El médico.".encode(), b"El m\xff\xffdico.")
    path = tmp_path / "c.parquet"
    path.write_bytes(raw)
    for read in (shards, pairs, mixture, export, annotate, gfst):
        check(read, path)
