"""The released tables of gender alternatives: any bytes give sentences or one clear error."""

import pytest
from bounds import any_bytes

from cdaflow.alternatives.annotated import GTRANS, RAW, read_gtrans, read_raw
from cdaflow.alternatives.importing import read_processed
from cdaflow.alternatives.released import GTAG, Quirks, read_gtag
from cdaflow.alternatives.structures import Alternatives, write_alternatives

SOURCE = "The nurse saw the actor and his boss."
HEADS = "The [[nurse]] saw the [[actor]] and his [[boss]]."
MARKED = "[[El enfermero/La enfermera]] vio al actor y a su [[jefe/jefa]]."
RAW_ROWS = (
    ("a1", SOURCE, "no", "The [[nurse]] saw the [[actor]] and [[his]] [[boss]].",
     "[0], [1, 2], [3]", "0, 1, 3", "Amb, Male, Amb", HEADS,
     "El enfermero vio al actor y a su jefe.", MARKED, "0-0, 2-1"),
    ("a2", "It [rains].", "no", "It rains.", "", "", "", "It [rains].", "Llueve.", "Llueve.", ""),
    ("a3", "na", "yes", *["na"] * 8),
)  # fmt: skip
GTRANS_ROWS = (
    ("1", HEADS, "Amb, Male, Amb", MARKED, "0-0,2-1"),
    ("2", "The [[boss]] slept.", "Female", "La jefa durmió.", "na"),
)
GTAG_ROWS = (("1", HEADS, "Amb,Male,Amb"), ("2", '"He said ""no"" ."', "na"), ("3", "It.", "na"))
PROCESSED = "El enfermero durmió.\tLa enfermera durmió.\nLlueve.\n"

TOKENS = (
    b"[[", b"]]", b"[[[", b"]]]", b"[[][]]", b"[", b"]", b"/", b"na", b"yes", b"Amb", b"Neutral",
    b"0-0", b"7-7", b"0-", "\u0663-0".encode(), "²".encode(), b'""', b"999999999",
)  # fmt: skip


def table(columns, rows):
    return "".join("\t".join(row) + "\n" for row in (columns, *rows)).encode()


def written(read):
    """Return the reading of a file; what is read can be written, and rows do not get lost."""

    def call(path):
        quirks = Quirks()
        found = list(read(path, quirks))
        write_alternatives(path.parent / "out.jsonl", found)
        assert quirks.left_out() >= 0
        quirks.counts()

    return call


def gtag(path, quirks):
    return (Alternatives(source, "", (), heads) for source, heads in read_gtag(path, quirks))


def aligned(path, quirks):
    source = path.with_name("source.en")
    source.write_text("The nurse slept.\nIt rains.\n", encoding="utf-8")
    return read_processed(source, path, quirks)


FORMATS = {
    "raw": (table(RAW, RAW_ROWS), read_raw),
    "gtrans": (table(GTRANS, GTRANS_ROWS), read_gtrans),
    "gtag": (table(GTAG, GTAG_ROWS), gtag),
    "processed": (PROCESSED.encode(), aligned),
}


@pytest.mark.parametrize("name", FORMATS)
def test_any_bytes(name):
    seed, read = FORMATS[name]
    any_bytes("test.es", seed, written(read), TOKENS)


@pytest.mark.parametrize("mention", ["[[][]]", "[[[]]", "[[ ]]", "[[]]", "[[a]]]]", "[[a", "a]]"])
def test_mentions_of_brackets_alone(mention, tmp_path):
    """A row that cannot be read is a quirk, and the rows beside it are read."""
    row = list(RAW_ROWS[0])
    row[1], row[3], row[7] = "x  nurse", f"x {mention} [[nurse]]", f"x {mention} [[nurse]]"
    row[4:7] = "[0], [1]", "0, 1", "Amb, Amb"
    path = tmp_path / "raw.tsv"
    path.write_bytes(table(RAW, [row, RAW_ROWS[0]]))
    quirks = Quirks()
    found = list(read_raw(path, quirks))
    assert found[-1].source == SOURCE
    assert quirks
