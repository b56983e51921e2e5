import csv
import gzip
import io
import json
import os
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.errors import ConfigError, InputError
from cdaflow.scoring.gate import score_gate, scores
from cdaflow.scoring.gate_rows import (
    GateRow,
    Outcome,
    column,
    read_gate,
    read_rewrites,
    score_item,
    score_official,
)
from cdaflow.scoring.report import ScoreOptions

from ..errors import raises

NO_INTERVALS = ScoreOptions(bootstrap=0)

TWO = """\
labels\tsource\tf\tm\tkw_s\tdata_split
SUBJ;PROF\tThe boss came.\tVino la jefa.\tVino el jefe.\tboss\tdev
SUBJ\tI am tired.\tEstoy cansada.\tEstoy cansado.\tI\tdev
PROF;PROF\tThe maid left.\tSalió la criada.\tSalió el criado.\tmaid\ttest
SUBJ;PLUR\tThe students left.\tSalieron las alumnas.\tSalieron los alumnos.\tstudents\ttest
DIFF\tThe artist sang.\tCantó su artista.\tCantó su artista.\tartist\tdev
"""
FOUR = """\
labels\tsource\tff\tfm\tmf\tmm
SUBJ\tA b.\tLa a la b.\tLa a el b.\tEl a la b.\tEl a el b.
OPRP\tC d.\tLa c la d.\tLa c el d.\tEl c la d.\tEl c el d.
"""


@pytest.fixture
def write(tmp_path):
    def make(name, text):
        path = tmp_path / name
        path.write_text(text)
        return path

    return make


@pytest.fixture
def two(write):
    return write("two.tsv", TWO)


@pytest.fixture
def shared():
    folder = os.environ.get("CDAFLOW_DATA")
    if folder is None:
        pytest.skip("CDAFLOW_DATA is unset: the data of GATE are not in the repository")
    return Path(folder) / "gate"


def values(report):
    return {name: score.value for name, score in report.scores.items()}


def test_precision_recall_and_f05_by_hand():
    # 4 right, 2 wrong, 2 empty: P = 4/6, R = 4/8, F0.5 = 1.25 PR / (0.25 P + R) = 0.625.
    result, counts = scores([list("rrrrwwee")], ScoreOptions(bootstrap=100))
    found = [result[name].value for name in ("precision", "recall", "f05")]
    assert found == pytest.approx([100 * 4 / 6, 50, 62.5])
    assert counts == {"right": 4, "offered": 6, "to_rewrite": 8}
    # Wilson (1927) for 4 of 8: 0.2152 to 0.7848.
    assert result["recall"].interval == pytest.approx([21.52, 78.48], abs=0.01)
    assert result["f05"].low < 62.5 < result["f05"].high


@pytest.mark.parametrize(
    ("outcomes", "precision", "recall", "f05"),
    [
        ("rr", 100, 100, 100),
        ("ww", 0, 0, 0),
        ("ee", None, 0, 0),
        ("", None, None, None),
        ("nn", None, None, None),
        # One right, one needless change: P = 1/2, R = 1/1, F0.5 = 1.25 / 2 / 1.125.
        ("rxn", 50, 100, 100 * 0.625 / 1.125),
    ],
)
def test_edges(outcomes, precision, recall, f05):
    result, _ = scores([[Outcome(o) for o in outcomes]], ScoreOptions(bootstrap=100))
    found = [result[name].value for name in ("precision", "recall", "f05")]
    assert found == [precision, recall, None if f05 is None else pytest.approx(f05)]


def test_variants_of_a_row_are_no_independent_trials():
    # Two rows of eight variants, all right: as sure as 2 of 2, not as 16 of 16.
    result, _ = scores([[Outcome.RIGHT] * 2] * 8, NO_INTERVALS)
    two, _ = scores([[Outcome.RIGHT] * 2], NO_INTERVALS)
    assert result["recall"] == two["recall"]
    # Wilson (1927) for 2 of 2: 1 / (1 + z^2 / 2) with z = 1.96.
    assert result["recall"].low == pytest.approx(100 / (1 + 1.95996**2 / 2), abs=1e-3)


ROW = GateRow(2, ("SUBJ",), "The friend's here.", {"f": "L'amie est là.", "m": "L'ami est là."})


@pytest.mark.parametrize(
    ("rewrite", "ours", "official"),
    [
        ("L'amie est là.", "r", "r"),
        (" L'amie est là. ", "r", "r"),
        ("L’amie est là.", "r", "w"),
        ("l'amie est là.", "w", "w"),
        ("L'ami est là.", "w", "w"),
        ("  ", "e", "e"),
    ],
)
def test_one_rewrite(rewrite, ours, official):
    assert score_item(rewrite, ROW, "f") == ours
    assert score_official(rewrite, ROW, "f") == official


def test_a_quoted_cell():
    # A CSV reader takes the quotes at the start of a cell for its own, not for text.
    row = GateRow(2, (), "", {"f": '"Señor", dijo "ella".', "m": '"Señor", dijo "él".'})
    read_by_csv = next(csv.reader(io.StringIO(row.variants["f"]), delimiter="\t"))[0]
    assert read_by_csv == 'Señor, dijo "ella".'
    assert score_item(row.variants["f"], row, "f") == score_item(read_by_csv, row, "f") == "r"
    assert (score_official(row.variants["f"], row, "f"), score_official(read_by_csv, row, "f")) == (
        "w",
        "r",
    )


def test_unchanged_output_is_no_offer_where_the_given_variant_is_known():
    assert score_item("L’ami est là.", ROW, "f", "m") == "e"
    assert score_item("L'amie est là.", ROW, "f", "m") == "r"
    same = GateRow(2, (), "", {"f": "Cantó su artista.", "m": "Cantó su artista."})
    assert score_item("Cantó su artista.", same, "f", "m") == "n"
    assert score_item("", same, "f", "m") == "n"
    assert score_item("Cantó su artisto.", same, "f", "m") == "x"
    assert score_item("Cantó su artista.", same, "f") == "r"


def test_plain_file_by_hand(two, write):
    rewrites = "Vino la jefa.\nEstoy cansado.\n\nSalieron las alumnas.\nCantó su artista.\n"
    path = write("r", rewrites)
    report = score_gate(path, data=two, lang="es", to="f", options=ScoreOptions(bootstrap=100))
    assert report.outcomes == {"f": "rwerr", "official_f": "rwerr"}
    # P = 3/4, R = 3/5.
    expected = {"precision": 75, "recall": 60, "f05": 100 * 1.25 * 0.45 / (0.25 * 0.75 + 0.6)}
    expected |= {f"{name}_official": value for name, value in expected.items()}
    assert values(report) == pytest.approx(expected)
    assert report.counts["references_equal_to_another"] == 1
    labels = {name: part["counts"] for name, part in report.details["labels"].items()}
    assert labels == {
        "SUBJ": {"right": 2, "offered": 3, "to_rewrite": 3},
        "PROF": {"right": 1, "offered": 1, "to_rewrite": 2},  # twice in the third row
        "DIFF": {"right": 1, "offered": 1, "to_rewrite": 1},
        "PLUR": {"right": 1, "offered": 1, "to_rewrite": 1},
    }
    assert report.details["labels"]["PROF"]["rows"] == 2
    known = score_gate(
        path, data=two, lang="es", to="f", from_="m", options=ScoreOptions(bootstrap=100)
    )
    # The second output is the given sentence; in the last row there is nothing to be done.
    assert known.outcomes["f"] == "reern"
    assert (values(known)["precision"], values(known)["recall"]) == (100, 50)
    assert values(known)["precision_official"] == 75


def test_split(two, write):
    report = score_gate(
        write("r", "Salió el criado.\n\n"),
        data=two,
        lang="es",
        to="m",
        split="test",
        options=NO_INTERVALS,
    )
    assert report.outcomes["m"] == "re"


def test_table_of_several_variants(write):
    data = write("four.tsv", FOUR)
    table = write("r.tsv", "mf\tff\nEl a la b.\tLa a la b.\n\tLa c la c.\n")
    report = score_gate(
        table, data=data, lang="es", from_="mm", options=ScoreOptions(bootstrap=100)
    )
    assert report.outcomes["mf"] == "re"
    assert report.outcomes["ff"] == "rw"
    found = values(report)
    # 2 right of 3 offered and of 4 to be rewritten; one of two rows complete.
    assert [found[n] for n in ("precision", "recall", "complete")] == pytest.approx(
        [200 / 3, 50, 50]
    )
    assert report.details["variants"]["mf"]["counts"] == {"right": 1, "offered": 1, "to_rewrite": 2}
    assert report.details["labels"]["OPRP"]["counts"] == {"right": 0, "offered": 1, "to_rewrite": 2}
    blank = write("b.tsv", "mf\tff\nEl a la b.\tLa a la b.\n\n")
    assert score_gate(blank, data=data, lang="es", options=NO_INTERVALS).outcomes["ff"] == "re"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("f\tx\n", "'x'"),
        ("", "names no variant"),
        ("f\tf\n", "duplicated"),
        ("f\na\n", "1 lines, but the data have 5 rows"),
        ("f\tm\n" + "a\tb\n" * 3 + "a\n" + "a\tb\n", ":5: the row has 1 cells"),
    ],
)
def test_faults_of_a_table(two, write, text, problem):
    with pytest.raises(InputError) as error:
        read_rewrites(write("r", text), read_gate(two))
    assert problem in str(error.value)


def test_faults_of_a_plain_file(two, write):
    rows = read_gate(two)
    with raises("variant.unknown", "f, m"):
        read_rewrites(write("r", "a\n" * 5), rows, "ff")
    with raises("file.line-count", "--to"):
        read_rewrites(write("r", "f\n" + "a\n" * 5), rows, "f")
    for given in ("f", "x"):
        with pytest.raises(ConfigError, match="was rewritten is"):
            score_gate(write("r", "a\n" * 5), data=two, lang="es", to="f", from_=given)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "lacks labels, source"),
        ("labels\tsource\tf\n", "lacks the variants"),
        ("labels\tsource\tf\tm\tf\n", "duplicated"),
        ("labels\tsource\tf\tmm\n", "different lengths"),
        ("labels\tsource\tf\tm\nA\tb\tc\n", ":2: the row has 3 cells"),
        ("labels\tsource\tf\tm\nA\tb\tc\t \n", ":2: the variant m is empty"),
        ("labels\tsource\tf\tm\n", "no row"),
    ],
)
def test_faults_of_the_data(write, text, problem):
    with pytest.raises(InputError) as error:
        read_gate(write("d", text))
    assert problem in str(error.value)
    with raises("gate.header-incomplete", "data_split"):
        read_gate(write("d", FOUR), "dev")


def test_warnings(two, write):
    lines = ["Vino el jefe.", "I am tired.", "Salieron las alumnas.", "", "Cantó su artista."]
    report = score_gate(
        write("r", "".join(line + "\n" for line in lines)),
        data=two,
        lang="es",
        to="f",
        options=NO_INTERVALS,
    )
    assert [warning["line"] for warning in report.warnings] == [2, 3]
    assert "English source" in report.warnings[0]["problem"]


def test_commands(two, write, tmp_path, capsys):
    source, items = tmp_path / "m", tmp_path / "items.tsv"
    data = ["--data", str(two)]
    assert main(["score", "gate-source", *data, "--variant", "m", "--output", str(source)]) == 0
    assert source.read_text().splitlines() == column(read_gate(two), "m")
    command = [
        "score",
        "gate",
        "--lang",
        "es",
        *data,
        str(source),
        "--to",
        "m",
        "--bootstrap",
        "100",
    ]
    assert main([*command, "--json", "--sentences", str(items)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {score["value"] for score in report["scores"].values()} == {100}
    lines = items.read_text().splitlines()
    assert len(lines) == 1 + 5
    assert lines[1].split("\t")[:4] == ["1", "The boss came.", "Vino el jefe.", "Vino el jefe."]
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "f05_official" in shown
    assert "SUBJ" in shown
    assert main(["score", "gate-source", *data, "--variant", "ff", "--output", str(source)]) == 1


def test_a_pipe_is_read_like_a_file(two, write, capsys):
    text = "".join(line + "\n" for line in column(read_gate(two), "m"))
    digests = []
    for kind in ("file", "pipe"):
        path = str(write("m", text))
        if kind == "pipe":
            reader, writer = os.pipe()
            os.write(writer, text.encode())
            os.close(writer)
            path = f"/dev/fd/{reader}"
        command = ["score", "gate", "--lang", "es", "--data", str(two), path, "--to", "m", "--json"]
        assert main(command) == 0
        digests.append(json.loads(capsys.readouterr().out)["inputs"]["rewrites"])
    os.close(reader)
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    ("name", "rows", "quoted", "equal"),
    [
        ("en-es.2variants", 750, 1, 1),
        ("en-es.4variants", 150, 0, None),
        ("en-fr.2variants", 769, 0, 80),
        ("en-it.8variants", 19, 0, 0),
    ],
)
def test_gold_and_untouched_rewrites(shared, write, name, rows, quoted, equal):
    """The references score 100; the given sentences are right where nothing is to be done.

    `quoted`: rows of which a CSV reader, and so the published tool, changes the references;
    `equal`: rows with equal variants.
    """
    data = shared / f"gate.{name}.dev.tsv.gz"
    with gzip.open(data, "rt") as handle:
        table = [line.rstrip("\n").split("\t") for line in handle]
    names = [item for item in table[0] if set(item) <= set("fm")]
    places = [table[0].index(item) for item in names]
    cut = write("gold.tsv", "".join("\t".join(row[i] for i in places) + "\n" for row in table))
    report = score_gate(cut, data=data, lang="xx", options=NO_INTERVALS)
    found = values(report)
    assert report.counts["right"] == rows * len(names)
    assert (found["precision"], found["recall"], found["f05"]) == (100, 100, 100)
    assert report.counts["right_official"] == (rows - quoted) * len(names)
    if len(names) == 2:
        given = write("given", "".join(row[places[1]] + "\n" for row in table[1:]))
        untouched = score_gate(given, data=data, lang="xx", to="f", options=NO_INTERVALS)
        assert untouched.counts["right"] == equal
        known = score_gate(given, data=data, lang="xx", to="f", from_="m", options=NO_INTERVALS)
        assert known.counts["offered"] == 0
        assert known.counts["to_rewrite"] == rows - equal


PLACES = ("casa", "huerta", "villa", "torre", "playa", "sierra", "plaza", "iglesia")


def many():
    """Return GATE data of 40 rows, with a comma in each variant."""
    rows = [
        f"SUBJ\tThe maid of house {n} left, and came back to the {n % 8}.\t"
        f"La criada {n} salió, y volvió a la {PLACES[n % 8]}.\t"
        f"El criado {n} salió, y volvió a la {PLACES[n % 8]}.\tmaid\tdev"
        for n in range(40)
    ]
    return "\n".join(["labels\tsource\tf\tm\tkw_s\tdata_split", *rows]) + "\n"


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (lambda text: text, {}),
        (lambda text: text.replace("El criado", "El chico"), {}),
        (lambda text: text.replace(",", " ,").replace(".", " ."), {"form": 40, "tokenised": 40}),
        (lambda text: text.replace(" ", "\u00a0"), {"form": 40}),
        (lambda text: text.lower(), {"form": 40, "lower-case": 40}),
        (lambda text: text.replace(" ", " ▁"), {"form": 40, "subwords": 40}),
        (lambda text: "Lo siento, pero no puedo traducir esto.", {"refusal": 40, "repeated": 40}),
        (lambda text: text.rstrip("."), {"form": 40}),
        (lambda text: text.replace(" ", "\u2009"), {"form": 40}),
        (lambda text: text.replace("ó", "o").replace("í", "i"), {"lost-characters": 40}),
    ],
    ids=[
        "right",
        "wrong",
        "tokenised",
        "no-break",
        "lower",
        "subwords",
        "refusal",
        "no full stop",
        "thin spaces",
        "no accents",
    ],
)
def test_the_form_of_rewrites(write, change, kinds):
    data = write("many.tsv", many())
    rows = read_gate(data)
    texts = [change(row.variants["m"]) for row in rows]
    path = write("r.txt", "".join(f"{text}\n" for text in texts))
    report = score_gate(path, data=data, lang="es", to="m", options=NO_INTERVALS)
    found = report.warned["kinds"]
    assert {kind: found.get(kind) for kind in kinds} == kinds
    assert kinds or not found


@pytest.mark.parametrize("lang", ["fr", "it", "pt", "de"])
def test_data_of_another_language(write, lang):
    data = write("many.tsv", many())
    texts = [row.variants["m"] for row in read_gate(data)]
    path = write("r.txt", "".join(f"{text}\n" for text in texts))
    report = score_gate(path, data=data, lang=lang, to="m", options=NO_INTERVALS)
    assert report.warned["kinds"]["reference-language"] == 40
    assert "looks like Spanish, not" in report.warnings[0]["problem"]


def test_no_warnings_where_nothing_is_offered(write):
    data = write("many.tsv", many())
    texts = [row.variants["m"] if n % 2 else "" for n, row in enumerate(read_gate(data))]
    path = write("r.txt", "".join(f"{text}\n" for text in texts))
    assert score_gate(path, data=data, lang="es", to="m", options=NO_INTERVALS).warnings == []
