"""Files that change after their first lines: joined ones, rows of other widths."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdaflow.errors import InputError
from cdaflow.io.columns import read_text_columns
from cdaflow.io.files import read_lines
from cdaflow.io.formats import read_tsv
from cdaflow.io.pairs import read_pairs, read_rows
from cdaflow.io.recognition import FEWEST_LINES, Content

from ..errors import raises

CLEAN = [f'{n}: a sentence, <i>it</i> has a | bar, "quotes", and more.' for n in range(130)]

LATER = {
    "elements": '<seg id="{n}">The doctor is here.</seg>',
    "third column": "The doctor is here.\tLa doctora está aquí.\tCC-BY {n}",
    "joined": "The doctor is here. ||| La doctora está aquí.",
    "arrow": "The doctor is here. -> La doctora está aquí.",
    "JSON Lines": '{{"en": "The doctor is here.", "id": {n}}}',
    "fairseq": "D-{n}\t-0.5\tLa doctora",
    "CSV": '{n},"Yes, the doctor.",es',
    "alignment": "La doctora ||| 0-0 1-1",
    "CoNLL-U": "{n}\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_",
}
READERS = {
    "lines": lambda path: list(read_lines(path, Content.SENTENCES)),
    "columns": lambda path: list(read_text_columns(path)),
    "pairs": lambda path: list(read_pairs([str(path), str(path)])),
    "rows": lambda path: list(read_rows(str(path))),
}


def write(path: Path, lines: list[str]) -> Path:
    """Write lines to a file; return it."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", LATER)
def test_another_format_after_the_first_lines(tmp_path, kind, reader):
    later = [LATER[kind].format(n=n) for n in range(1, 101)]
    path = write(tmp_path / "x.txt", CLEAN + later)
    with pytest.raises(InputError, match=r"file\.joined-formats") as caught:
        READERS[reader](path)
    assert caught.value.line in (101, 151)
    assert caught.value.hint
    # A few such lines are text: a sentence about arrows, a table in a book.
    few = write(tmp_path / "few.txt", CLEAN + later[: FEWEST_LINES - 1])
    READERS[reader](few)


def test_translations_may_have_their_sources(tmp_path):
    path = write(tmp_path / "x.txt", [LATER["joined"]] * 120)
    assert len(list(read_lines(path, Content.TRANSLATIONS))) == 120


@pytest.mark.parametrize("number", [2, 70, 120])
def test_rows_of_pairs_have_the_columns_of_the_first(tmp_path, number):
    rows = [f"A doctor {n}.\tUna doctora {n}." for n in range(120)]
    rows[number - 1] = "A doctor,\tof course.\tUna doctora, claro."
    path = write(tmp_path / "x.tsv", rows)
    with raises("row.column-count", "x", "tsv", str(number), "3", "2"):
        list(read_pairs([str(path)]))
    with raises("row.differing-column-count", "x", "tsv", str(number), "3", "2"):
        list(read_tsv(str(path), (1, 2)))


def test_columns_beyond_the_pair_stay_unread(tmp_path):
    path = write(tmp_path / "x.tsv", [f"A {n}.\tUna {n}.\tCC-BY\t{n}" for n in range(60)])
    (batch,) = read_pairs([str(path)])
    assert batch.schema.names == ["id", "source", "target"]
    assert batch.column("target")[59].as_py() == "Una 59."
    assert next(texts for _, texts in read_tsv(str(path), (2, 1))) == ("Una 0.", "A 0.")


def test_json_and_elements_within_a_table(tmp_path):
    rows = [f"A {n}.\tUna {n}." for n in range(60)]
    for later in ('{"en": "A", "es": "U"}', "<seg>A</seg>\t<seg>U</seg>", '"A ""b"""\t"U"'):
        path = write(tmp_path / "x.tsv", rows + [later] * 100)
        with pytest.raises(InputError):
            list(read_text_columns(path, Content.TABLE))
