"""Released files: small ones of our own with every quirk, and the real ones where they are."""

import json
import os
from pathlib import Path

import pytest

from cdaflow.alternatives.annotated import GTRANS, RAW, read_gtrans, read_raw
from cdaflow.alternatives.fetching import describe_copy
from cdaflow.alternatives.importing import read_processed
from cdaflow.alternatives.released import (
    GTAG,
    KEPT,
    LEFT_OUT,
    Quirks,
    marked_spans,
    read_gtag,
    unquoted,
)
from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    Structure,
    group,
    read_alternatives,
    validate,
)
from cdaflow.cli import main

from ..errors import raises

DATA = Path(os.environ.get("CDAFLOW_DATA", "none")) / "gtag-gtrans"
real = pytest.mark.skipif(not DATA.is_dir(), reason="CDAFLOW_DATA has no gtag-gtrans")

#: Cells of a raw row by column: the cook told, the guest open; the groups in the other order.
GOOD = {
    "id": "1",
    "source": "A guest met the cook himself.",
    "invalid": "No",
    "source with entity referring words": "A [[guest]] met the [[cook]] [[himself]].",
    "entity referring words grouped": "[1,2],[0]",
    "headword in each group": "1,0",
    "gender labels of headwords": "Male,Amb",
    "source with headwords": "A [[guest]] met the [[cook]] himself.",
    "vanilla translation": "Un invitado vio al cocinero.",
    "translation with gender structures": "[[Un invitado/Una invitada]] vio al cocinero.",
    "gender alignments": "0-0",
}
GUEST, COOK = Entity(2, 7, "ambiguous"), Entity(16, 20, "masculine")
READ = Alternatives(
    "A guest met the cook himself.",
    "Un invitado vio al cocinero.",
    (Structure(0, "Un invitado", "Una invitada", (0,)),),
    (GUEST, COOK),
)


def table(path, columns, *rows):
    lines = ["\t".join(columns), *("\t".join(row) for row in rows)]
    path.write_text("\r\n".join([*lines, ""]), encoding="utf-8")
    return path


def raw(tmp_path, *rows):
    """Return what is read of raw rows, each given by what differs from GOOD, and the quirks."""
    cells = [[*(GOOD | row).values()] for row in rows]
    quirks = Quirks()
    found = list(read_raw(table(tmp_path / "raw.tsv", RAW, *cells), quirks))
    for each in found:
        validate(each)
    return found, quirks


def test_labels_go_by_groups_and_alignments_by_the_text(tmp_path):
    found, quirks = raw(tmp_path, {})
    assert found == [READ]
    assert quirks.counts() == {"head order": 1}


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ({"invalid": "Yes"}, "invalid"),
        ({"translation with gender structures": "na"}, "not annotated"),
        ({"translation with gender structures": "[[Un/Una/Uno]] vio."}, "broken structure"),
        ({"translation with gender structures": "Un]] vio."}, "broken structure"),
    ],
)
def test_rows_left_out_are_reported(tmp_path, row, kind):
    found, quirks = raw(tmp_path, row | {"id": "7"}, {})
    assert found == [READ]
    assert (quirks[0].kind, quirks[0].row) == (kind, "7")
    assert quirks.left_out() == 1


@pytest.mark.parametrize(
    ("row", "kinds", "entities", "aligned"),
    [
        # No people: nobody knows them, which is not the same as nobody.
        ({"gender labels of headwords": "Amb"}, ["people unknown"], None, ()),
        ({"gender labels of headwords": "na"}, ["people unknown"], None, ()),
        ({"gender labels of headwords": "Amb,Other"}, ["people unknown"], None, ()),
        ({"headword in each group": "1,7"}, ["people unknown"], None, ()),
        ({"source with entity referring words": "na"}, ["people unknown"], None, ()),
        ({"source with entity referring words": "[[guest"}, ["people unknown"], None, ()),
        ({"source": "Two guests met."}, ["other source"], None, ()),
        ({"source with entity referring words": GOOD["source"],
          "headword in each group": "", "gender labels of headwords": "",
          "source with headwords": GOOD["source"], "gender alignments": ""},
         ["structure alone"], (), ()),
        # Damage of the marks, of which the other column is whole.
        ({"source with headwords": "A gu[[guest]] met the [[cook]]elf."},
         ["damaged marks", "head order"], (GUEST, COOK), (0,)),
        ({"headword in each group": "0,0", "gender labels of headwords": "Amb,Amb",
          "source with headwords": "A [[gu[[guest]] met the cook himself.",
          "gender alignments": "1-0"}, ["damaged marks", "two groups"], (GUEST,), (0,)),
        ({"headword in each group": "0,0", "source with headwords": "A [[guest]] met the cook "
          "himself."}, ["two groups", "two labels"], (GUEST,), (0,)),
        # Alignments.
        ({"gender alignments": "1-0"}, ["head order", "told person"], (GUEST, COOK), (1,)),
        ({"gender alignments": ""}, ["head order", "structure alone"], (GUEST, COOK), ()),
        ({"gender alignments": "0-0,2-0,0-1,x"},
         ["head order", "alignment", "alignment", "alignment"], (GUEST, COOK), (0,)),
        ({"gender alignments": "0-0,1-0"}, ["head order", "told person"], (GUEST, COOK), (0, 1)),
    ],
)  # fmt: skip
def test_quirks_of_rows_that_are_kept(tmp_path, row, kinds, entities, aligned):
    (found,), quirks = raw(tmp_path, row)
    assert [each.kind for each in quirks] == kinds
    assert found.entities == entities
    assert found.text == READ.text
    assert [each.entities for each in found.structures] == [aligned]
    assert quirks.left_out() == 0


def test_brackets_stay_in_the_source(tmp_path):
    (found,), quirks = raw(tmp_path, {"source": "A guest met the [cook] himself."})
    assert "brackets" in quirks.counts()
    assert [found.source[each.start : each.end] for each in found.entities] == ["guest", "cook"]


def test_text_with_quotes_and_blanks(tmp_path):
    text = '"[[Un/Una]] ""invitado"" vio."'
    (found,), quirks = raw(tmp_path, {"translation with gender structures": f"{text} "})
    assert quirks.counts() == {"blanks": 1, "head order": 1, "other plain text": 1}
    (found,), quirks = raw(tmp_path, {"translation with gender structures": text})
    assert found.feminine == 'Una "invitado" vio.'
    assert quirks.counts()["csv quotes"] == 1
    (_,), quirks = raw(tmp_path, {"translation with gender structures": "[[El/La]]invitado vio."})
    assert quirks.counts()["part of a word"] == 1


def test_quotes_of_csv():
    assert unquoted('"a ""b"" c"') == 'a "b" c'
    assert unquoted('"""a"" b"') == '"a" b'
    for cell in ('"a quotation"', '"a" and "b"', '"', '""', '"a ""b" c"', "a", ""):
        assert unquoted(cell) == cell


def test_marks():
    assert marked_spans("A [[b]] [[[c]]]") == ("A b [c]", [(2, 3), (5, 6)])
    for text in ("A [[b", "b]]", "[[a [[b]]", "[[]] a", "[[ ]]"):
        with raises("structure.bracket-alone-or-empty"):
            marked_spans(text)


def test_columns(tmp_path):
    quirks = Quirks()
    path = table(tmp_path / "g.tsv", GTAG, ["1", "[[He]] is"], ["2", "[[I]] am", "Amb"], [""])
    assert list(read_gtag(path, quirks)) == [("I am", (Entity(0, 1),))]
    assert [(each.kind, each.row, each.detail) for each in quirks] == [
        ("columns", "1", "2 cells, line 2"),
        ("columns", "line 4", "1 cells, line 4"),
    ]
    for reader in (read_raw, read_gtrans):
        with raises("alternatives.other-header", "s"):
            list(reader(path, quirks))
    (tmp_path / "empty.tsv").write_text("")
    with raises("alternatives.other-header"):
        list(read_gtag(tmp_path / "empty.tsv", quirks))


def test_gtag(tmp_path):
    rows = [
        ["1", '"[[Anne]] said', "Female"],
        ["2", "Nothing.", ""],
        ["3", "[[He]] met [[her]].", "Male"],
        ["4", "na", "na"],
        ["5", "the [[he met her.", "Male"],
        ["6", "Men[['s]] [[day]]s", "Amb,Amb"],
    ]
    quirks = Quirks()
    found = list(read_gtag(table(tmp_path / "g.tsv", GTAG, *rows), quirks))
    assert found[:2] == [('"Anne said', (Entity(1, 5, "feminine"),)), ("Nothing.", ())]
    assert [source for source, _ in found[2:]] == ["Men's days"]
    assert {each.row: each.kind for each in quirks} == {
        "3": "no labels", "4": "not annotated", "5": "broken head", "6": "part of a word",
    }  # fmt: skip


def test_gtrans(tmp_path):
    rows = [
        ["1", "A [[guest]] met [[him]].", "Amb,Male", "[[Un/Una]] guía lo vio.", "0-0"],
        ["2", "A [[guest]].", "", "[[Un/Una]] guía.", "0-0"],
    ]
    quirks = Quirks()
    (found,) = read_gtrans(table(tmp_path / "g.tsv", GTRANS, *rows), quirks)
    validate(found)
    assert found.source == "A guest met him."
    assert found.structures == (Structure(0, "Un", "Una", (0,)),)
    assert quirks.counts() == {"no labels": 1}


def test_processed(tmp_path):
    lines = [
        ("A guest.", "Un guía.\tUna guía."),
        ("It.", "Eso."),
        ("na", "na"),
        ("A.", "na"),
        ("A.", "Un.\tUna.\tUno."),
        ("A.", "Un."),
        ("A.", "Un.\tUn."),
        ("A.", "Un.\t"),
        ("A [[b.", '"Un ""a""."\t"Una ""a""."'),
    ]
    for name, side in (("s", 0), ("t", 1)):
        (tmp_path / name).write_text("".join(line[side] + "\n" for line in lines))
    quirks = Quirks()
    found = list(read_processed(tmp_path / "s", tmp_path / "t", quirks))
    assert [(each.masculine, each.feminine) for each in found] == [
        ("Un guía.", "Una guía."), ("Eso.", "Eso."), ("Un.", "Un."), ("Un.", "Un."),
        ('Un "a".', 'Una "a".'),
    ]  # fmt: skip
    assert {each.entities for each in found} == {None}
    assert [(each.kind, each.row) for each in quirks] == [
        ("not annotated", "3"), ("not annotated", "4"), ("third text", "5"), ("same texts", "7"),
        ("one text empty", "8"), ("csv quotes", "9"), ("source marks", "9"),
    ]  # fmt: skip


def test_every_kind_is_explained():
    assert not set(LEFT_OUT) & set(KEPT)


def test_command(tmp_path, capsys):
    cells = [[*(GOOD | row).values()] for row in ({}, {"id": "2", "invalid": "Yes"})]
    path = table(tmp_path / "raw.tsv", RAW, *cells)
    names = ["a.jsonl", "t.jsonl.gz", "q.tsv"]
    output, tags, quirks = (str(tmp_path / name) for name in names)
    command = ["alternatives", "import", str(path), "--format", "raw", "--output", output]
    assert main([*command, "--tags", tags, "--quirks", quirks]) == 0
    assert list(read_alternatives(output)) == [READ]
    lines = Path(quirks).read_text().splitlines()
    assert lines[0].split("\t") == ["kind", "fate", "file", "row", "detail"]
    assert [line.split("\t")[:2] for line in lines[1:]] == [
        ["head order", "kept"], ["invalid", "left out"],
    ]  # fmt: skip
    out = capsys.readouterr().err
    assert "1 sentences read, 1 rows left out" in out
    assert "1 structures in 1 sentences; people: 1 ambiguous, 1 masculine" in out
    assert "1 invalid: annotators found" in out

    path = table(tmp_path / "g.tsv", GTAG, ["1", "[[I]] am", "Amb"])
    command = ["alternatives", "import", str(path), "--format", "gtag", "--output", output]
    assert main(command) == 0
    assert json.loads(Path(output).read_text()) == {
        "source": "I am",
        "heads": [{"start": 0, "end": 1, "label": "ambiguous", "probability": 1.0}],
    }
    capsys.readouterr()
    assert main([*command, "--tags", tags]) == 1
    assert "[option.tags-of-gtag]" in capsys.readouterr().err
    command = ["alternatives", "import", str(path), "--format", "processed", "--output", output]
    assert main(command) == 1
    assert "two files, not 1" in capsys.readouterr().err


#: Of each raw file: sentences read and rows left out; no text of the Spanish test set is shown.
RAW_FILES = {
    "gate.en-de": (2468, 15), "gate.en-fr": (470, 6), "geneval.en-de": (590, 10),
    "geneval.en-es": (594, 6), "geneval.en-fr": (599, 1),
}  # fmt: skip


@real
@pytest.mark.parametrize("name", RAW_FILES)
def test_real_raw_files(name):
    quirks = Quirks()
    count = told = 0
    for each in read_raw(DATA / f"test/raw/{name}.tsv.gz", quirks):
        validate(each)
        count += 1
        told += any(
            each.entities[index].label != "ambiguous"
            for structure in each.structures
            for index in structure.entities
        )
    assert (count, quirks.left_out()) == RAW_FILES[name]
    # With labels and alignments in one order there would be up to 7 more in a file.
    assert told <= 1


@real
@pytest.mark.parametrize(
    "name", ["test/raw/gate.en-de", "test/raw/geneval.en-es", "train/gtag.en-fr"]
)
def test_real_files_are_the_released_ones(name):
    said = describe_copy(DATA / f"{name}.tsv.gz")
    # Those of the raw files have other line ends in the data folder.
    ends = ", but for its line ends" if "raw" in name else ""
    assert said.endswith(f": the released file, by its git blob id{ends}")


@real
@pytest.mark.parametrize(
    ("lang", "read", "left_out"), [("de", 3058, 25), ("es", 594, 6), ("fr", 1069, 15)]
)
def test_real_processed_files(lang, read, left_out):
    quirks = Quirks()
    folder = DATA / "test/processed"
    sides = (folder / f"test.en-{lang}.{side}" for side in ("en", lang))
    count = 0
    for each in read_processed(*sides, quirks):
        validate(each)
        count += 1
    assert (count, quirks.left_out()) == (read, left_out)


@real
def test_grouping_finds_the_structures_of_annotators():
    rows = [
        each
        for part in ("gate", "geneval")
        for each in read_raw(DATA / f"test/raw/{part}.en-fr.tsv.gz", Quirks())
        if each.structures
    ]
    equal = 0
    for each in rows:
        forms = [(one.start, one.masculine, one.feminine) for one in each.structures]
        found = group(each.masculine, each.feminine)
        equal += forms == [(one.start, one.masculine, one.feminine) for one in found]
    assert (equal, len(rows)) == (571, 575)


@real
@pytest.mark.parametrize(("lang", "count"), [("de", 11308), ("es", 13307), ("fr", 13082)])
def test_real_gtag_files(lang, count):
    quirks = Quirks()
    assert sum(1 for _ in read_gtag(DATA / f"train/gtag.en-{lang}.tsv.gz", quirks)) == count
    assert set(quirks.counts()) == {"part of a word"}
