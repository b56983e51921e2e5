"""The commands on plain files, TSV and Parquet."""

import gzip
import json

import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main

PAIRS = [
    ("The doctor lost his keys.", "El médico perdió sus llaves."),
    ("It rains.", "Llueve."),
    ("The nurse is patient with her son.", "La enfermera es paciente con su hijo."),
    ("The bus driver saw her.", "El conductor de autobús la vio."),
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for place, name in enumerate(("a.en", "a.es")):
        text = "".join(pair[place] + "\n" for pair in PAIRS)
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = "".join("\t".join(pair) + "\tx\n" for pair in PAIRS)
    (tmp_path / "a.tsv").write_text(lines, encoding="utf-8")
    header = "origin\tsource\ttarget\tid\n"
    lines = "".join(f"web\t{s}\t{t}\t{n + 70}\n" for n, (s, t) in enumerate(PAIRS))
    with gzip.open(tmp_path / "h.tsv.gz", "wt", encoding="utf-8") as handle:
        handle.write(header + lines)
    return tmp_path


def test_plain_text_in_plain_text_out(folder, capsys):
    command = ["select", "gendered", "a.en", "a.es"]
    assert main([*command, "--output", "o.en", "o.es", "--report", "r.json"]) == 0
    assert (folder / "o.en").read_text() == f"{PAIRS[0][0]}\n{PAIRS[3][0]}\n"
    assert (folder / "o.es").read_text() == f"{PAIRS[0][1]}\n{PAIRS[3][1]}\n"
    report = json.loads((folder / "r.json").read_text())
    assert (report["pairs"], report["kept"]["pairs"]) == (4, 2)
    assert report["filters"][1]["by_reason"] == {"several": 1}
    assert "kept                     2  (1 Fem, 1 Masc)" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["a.tsv", "h.tsv.gz"])
def test_tsv_in_tsv_out(folder, name):
    assert main(["select", "gendered", name, "--output", "o.tsv"]) == 0
    header, *rows = (line.split("\t") for line in (folder / "o.tsv").read_text().splitlines())
    row = dict(zip(header, rows[1], strict=True))
    assert (row["id"], row["profession"], row["gender"]) == (
        "73" if "h." in name else "4", "bus driver", "Fem",
    )  # fmt: skip
    assert row.get("origin") == ("web" if "h." in name else None)
    # What was written can be selected again, with other limits, and swapped.
    assert main(["select", "gendered", "o.tsv", "--output", "p.tsv", "--max-tokens", "5"]) == 0
    assert (folder / "p.tsv").read_text().count("\n") == 2


def test_no_gendered_pair_is_an_error(folder, capsys):
    command = ["select", "gendered", "a.tsv", "--output", "o.tsv", "--max-tokens", "2"]
    assert main(command) == 1
    error = capsys.readouterr().err
    assert "[pair.none-passes-filters]" in error
    assert "4" in error
    assert "(dropped: pronoun 1, profession 1, length 2, ratio 0, wellformed 0)" in error
    assert not (folder / "o.tsv").exists()


def test_two_stages_from_a_built_corpus(folder):
    build = ["text", "build", "--source-lang", "en", "--target-lang", "es", "--output", "c.parquet"]
    assert main([*build, "--corpus", "name=a,source=a.en,target=a.es"]) == 0
    first = ["select", "gendered", "c.parquet", "--output", "g.parquet", "--report", "g.json"]
    assert main(first) == 0
    table = pq.read_table("g.parquet")
    assert table["corpus"].to_pylist() == ["a", "a"]
    assert table.schema.metadata[b"cdaflow"]
    words = {
        1: "The/DET doctor/NOUN lost/VERB his/PRON keys/NOUN ./PUNCT",
        4: "The/DET bus/NOUN driver/VERB saw/VERB her/PRON ./PUNCT",
    }
    blocks = []
    for number, text in words.items():
        rows = [f"# sent_id = {number}"]
        for place, word in enumerate(text.split(), 1):
            form, upos = word.split("/")
            misc = "SpaceAfter=No" if word == "keys/NOUN" else "_"
            rows.append(f"{place}\t{form}\t_\t{upos}\t_\t_\t{place - 1}\tdep\t_\t{misc}")
        blocks.append("\n".join(rows) + "\n\n")
    (folder / "t.conllu").write_text("".join(blocks).replace("\t0\tdep", "\t0\troot"))
    second = ["select", "tagged", "g.parquet", "--trees", "t.conllu", "--before", "g.json"]
    assert main([*second, "--output", "n.parquet", "--report", "n.json"]) == 0
    assert pq.read_table("n.parquet")["profession_token"].to_pylist() == [2]
    report = json.loads((folder / "n.json").read_text())
    assert [step["filter"] for step in report["filters"]] == [
        "pronoun", "profession", "length", "ratio", "wellformed", "noun", "proper",
    ]  # fmt: skip
    assert [step["left"] for step in report["filters"]] == [3, 2, 2, 2, 2, 1, 1]
    assert report["pairs"] == 4
    swap = ["counterfactual", "swap", "n.parquet", "--output", "s.parquet"]
    assert main(swap) == 0
    swapped = pq.read_table("s.parquet")["counterfactual_source"].to_pylist()
    assert swapped == ["The doctor lost her keys."]


def test_swap_of_text(folder, capfd):
    assert main(["counterfactual", "swap", "a.en", "--output", "s.en"]) == 0
    assert (folder / "s.en").read_text().splitlines() == [
        "The doctor lost her keys.",
        "It rains.",
        "The nurse is patient with his son.",
        "The bus driver saw him.",
    ]
    assert "4 sentences, 3 changed (3 pronouns)" in capfd.readouterr().err
    assert main(["counterfactual", "swap", "a.en", "--nouns", "marked"]) == 0
    assert "The nurse is patient with his daughter." in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["select", "gendered", "a.en", "--output", "o.tsv"], "no column 'target'"),
        (["select", "gendered", "no.en", "a.es", "--output", "o.tsv"], "no such file"),
        (["select", "gendered", "a.en", "a.es", "--output", "a.en", "b.es"], "would overwrite"),
        (["select", "gendered", "a.en", "a.es", "a.es", "--output", "o.tsv"], "one file"),
        (
            ["select", "gendered", "a.tsv", "--output", "o.tsv", "--professions", "a.tsv"],
            "lacks the column",
        ),
        (
            ["select", "tagged", "a.tsv", "--output", "o.tsv", "--trees", "x"],
            "no column 'profession'",
        ),
        (["counterfactual", "swap", "a.en", "--output", "./a.en"], "would overwrite"),
        (
            [
                "counterfactual",
                "make",
                "a.tsv",
                "--lang",
                "en",
                "--english-trees",
                "x",
                "--target-trees",
                "x",
                "--model",
                "base",
                "--output",
                "o.tsv",
                "--guard",
                "repair",
            ],
            "[guard.unsupported-language]",
        ),
        (["counterfactual", "swap", "a.tsv", "--output", "o.tsv", "--column", "en"], "column 'en'"),
    ],
)
def test_faults_are_told(folder, capsys, arguments, problem):
    before = sorted(path.name for path in folder.iterdir())
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert error.startswith("cdaflow: error: ")
    assert problem in error
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_short_row_is_told(folder, capsys):
    (folder / "b.tsv").write_text("source\ttarget\nOne\tUno\nTwo\n")
    assert main(["select", "gendered", "b.tsv", "--output", "o.tsv"]) == 1
    assert "b.tsv:3: the row has 1 columns, expected 2" in capsys.readouterr().err


def test_a_limit_below_0(folder, capfd):
    with pytest.raises(SystemExit):
        main(["select", "gendered", "a.tsv", "--output", "o.tsv", "--max-tokens", "-1"])
    assert "a whole number from 0 up" in capfd.readouterr().err
