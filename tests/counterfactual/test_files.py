"""The commands make, balance and evaluate on files."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from handmade import WORDLISTS, tree

from cdaflow.cli import main
from cdaflow.counterfactual.selection.gendered import GenderedSelector
from cdaflow.trees import write_conllu

#: English, French, the profession, the gender, and the right counterfactual.
PAIRS = [
    (
        "The/DET/2/det client/NOUN/3/nsubj/S lost=lose/VERB/0/root his/PRON/5/nmod:poss "
        "patience/NOUN/3/obj/S+ ./PUNCT/3/punct",
        "Le/DET/2/det/M client/NOUN/3/nsubj/M perdait=perdre/VERB/0/root/V sa=son/DET/5/det/S "
        "patience/NOUN/3/obj/F+ ./PUNCT/3/punct",
        "client", "his", "Masc",
        ("The client lost her patience.", "La cliente perdait sa patience."),
    ),
    (
        "She/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det writer/NOUN/0/root/S+ ./PUNCT/4/punct",
        "Elle=lui/PRON/3/nsubj/PF est=être/AUX/3/cop/V écrivaine/NOUN/0/root/F+ ./PUNCT/3/punct",
        "writer", "she", "Fem",
        ("He is a writer.", "Il est écrivain."),
    ),
    (
        "He/PRON/2/nsubj saw=see/VERB/0/root the/DET/4/det writer/NOUN/2/obj/S+ ./PUNCT/2/punct",
        "Il=lui/PRON/2/nsubj/PM voyait=voir/VERB/0/root/V l'=le/DET/4/det/S+ "
        "écrivain/NOUN/2/obj/M+ ./PUNCT/2/punct",
        "writer", "he", "Masc",
        ("She saw the writer.", "Elle voyait l'écrivain."),
    ),
    (
        "He/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det writer/NOUN/0/root/S+ ./PUNCT/4/punct",
        "C'=ce/PRON/4/nsubj/S+ est=être/AUX/4/cop/V un/DET/4/det/M écrivain/NOUN/0/root/M+ "
        "./PUNCT/4/punct",
        "writer", "he", "Masc",
        ("She is a writer.", "C'est un écrivain."),
    ),
]  # fmt: skip


@pytest.fixture
def files(tmp_path):
    rows = []
    sides = {"en": [], "fr": []}
    for number, (english, french, noun, pronoun, gender, _) in enumerate(PAIRS, 1):
        sides["en"].append(tree(english, str(number)))
        sides["fr"].append(tree(french, str(number)))
        source, target = sides["en"][-1].text, sides["fr"][-1].text
        start = source.index(noun)
        place = source.lower().index(pronoun)
        rows.append(
            (number, source, target, noun, "Sing", start, start + len(noun), pronoun, place, gender)
        )
    for language, trees in sides.items():
        write_conllu(tmp_path / f"{language}.conllu", trees)
    names = ["id", "source", "target", *(field.name for field in GenderedSelector.columns)]
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    pq.write_table(pa.table(columns), tmp_path / "pairs.parquet")
    lines = ["\t".join(names), *("\t".join(map(str, row)) for row in rows)]
    (tmp_path / "pairs.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    header = "source\ttarget\tcounterfactual_source\tcounterfactual_target"
    gold = ["\t".join((*row[1:3], *pair[5])) for row, pair in zip(rows, PAIRS, strict=True)]
    (tmp_path / "gold.tsv").write_text("\n".join([header, *gold]) + "\n", encoding="utf-8")
    return tmp_path


def make(folder, *more, pairs="pairs.parquet", output="made.parquet"):
    return main(
        [
            "counterfactual", "make", str(folder / pairs), "--lang", "fr", "--model", "base",
            "--english-trees", str(folder / "en.conllu"),
            "--target-trees", str(folder / "fr.conllu"), "--output", str(folder / output),
            "--decisions", str(folder / "decisions.tsv"), "--report", str(folder / "report.json"),
            *more,
        ]
    )  # fmt: skip


def decisions(folder):
    header, *lines = (folder / "decisions.tsv").read_text(encoding="utf-8").splitlines()
    return [dict(zip(header.split("\t"), line.split("\t"), strict=True)) for line in lines]


def test_pairs_decisions_and_report(files):
    assert make(files, "--guard", "repair") == 0
    made = pq.read_table(files / "made.parquet").to_pylist()
    assert [row["id"] for row in made] == [1, 2, 4]
    assert made[0]["counterfactual_target"] == "La cliente perdait sa patience."
    assert made[0]["profession"] == "client"
    told = decisions(files)
    assert [(row["outcome"], row["cause"]) for row in told] == [
        ("kept", ""), ("repaired", ""), ("dropped", "pronoun-of-another"), ("kept", ""),
    ]  # fmt: skip
    assert told[2]["unguarded_target"] == "Il voyait l'écrivaine."
    report = json.loads((files / "report.json").read_text())
    assert report["candidates"] == 4
    assert report["by_outcome"] == {"dropped": 1, "kept": 2, "repaired": 1}
    assert report["by_gender"]["Masc"]["by_cause"] == {"pronoun-of-another": 1}
    assert (report["guard"], report["method"]["determiners"]) == ("repair", "all")


def test_the_method_is_that_of_its_file(files, capsys):
    chosen = files / "method.json"
    words = ["--word-list", str(WORDLISTS / "professions.fr.tsv")]
    choose = ["agreement", "choose", "--lang", "fr", "--model", "base", "--method", "paper"]
    assert main([*choose, *words, "--log-alpha", "3", "--output", str(chosen)]) == 0
    assert make(files, "--method-file", str(chosen), *words) == 0
    report, written = (
        json.loads((files / name).read_text()) for name in ("report.json", "method.json")
    )
    assert report["log_alpha"] == written["log_alpha"] == {"value": 3, "chosen_on": None}
    assert report["method"] == written["method"]
    assert report["method"]["name"] == "paper"
    assert make(files, "--method-file", str(chosen), *words, "--guard", "repair") == 1
    assert "[guard.with-paper-method]" in capsys.readouterr().err
    assert make(files, "--method-file", str(chosen), *words, "--determiners", "none") == 1
    error = capsys.readouterr().err
    assert "--determiners" in error
    assert "[option.set-by-method-file]" in error


def test_plain_files_and_a_number_for_each(files):
    assert make(files, "--per-profession", "1", "--seed", "2", pairs="pairs.tsv",
                output="made.tsv") == 0  # fmt: skip
    lines = (files / "made.tsv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    causes = [row["cause"] for row in decisions(files)]
    # Without a guard "Elle est écrivain" would be written, which does not agree.
    assert sorted(causes) == ["", "", "disagreement", "over-number"]
    assert not list(files.glob(".make-*"))


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        ("--held-out-source", "The client lost her patience.", [2, 4]),
        ("--held-out-target", "la cliente perdait sa patience", [2, 4]),
        ("--held-out-challenge", "female\t1\tThe client lost HER patience .\tclient", [2, 4]),
        ("--held-out-source", "The client lost his patience.", [1, 2, 4]),
        ("--held-out-source", "\ufeffThe client lost her patience&#46;\r", [2, 4]),
        ("--held-out-source", "\u201cTHE CLIENT lost\u00a0her pa\u00adtience\u201d!", [2, 4]),
    ],
)
def test_a_counterfactual_that_is_in_a_test_set_is_dropped(files, option, text, expected):
    held_out = files / "held-out.txt"
    held_out.write_text(text + "\n")
    assert make(files, "--guard", "repair", option, str(held_out)) == 0
    assert pq.read_table(files / "made.parquet").column("id").to_pylist() == expected
    causes = [row["cause"] for row in decisions(files)]
    assert causes.count("held-out") == 3 - len(expected)
    evaluate = ["counterfactual", "evaluate", str(files / "made.parquet"), "--lang", "fr"]
    evaluate += ["--decisions", str(files / "decisions.tsv"), "--gold", str(files / "gold.tsv")]
    assert main([*evaluate, "-o", str(files / "score.json")]) == 0
    assert json.loads((files / "score.json").read_text())["all"]["candidates"] == 1 + len(expected)


def test_balance(files):
    assert make(files) == 0
    assert main(["counterfactual", "balance", str(files / "made.parquet"),
                 "--output", str(files / "all.parquet")]) == 0  # fmt: skip
    rows = pq.read_table(files / "all.parquet").to_pylist()
    assert [row["version"] for row in rows] == ["original", "counterfactual"] * 3
    assert [row["id"] for row in rows[:4]] == [1, 1, 3, 3]
    assert rows[1]["source"] == "The client lost her patience."
    for profession in ("client", "writer"):
        genders = [row["gender"] for row in rows if row["profession"] == profession]
        assert genders.count("Masc") == genders.count("Fem")
    texts = [str(files / "all.en"), str(files / "all.fr")]
    assert main(["counterfactual", "balance", str(files / "made.parquet"),
                 "--output", *texts]) == 0  # fmt: skip
    assert (files / "all.fr").read_text(encoding="utf-8").count("\n") == 6


@pytest.mark.parametrize("command", [["balance"], ["translated", "--forward", "theirs.txt"]])
def test_sample_of_each_profession(files, monkeypatch, command):
    monkeypatch.chdir(files)
    assert make(files) == 0
    (files / "theirs.txt").write_text("a\nb\nc\n")

    def ids(*options):
        made = ["counterfactual", command[0], "made.parquet", *command[1:], *options]
        assert main([*made, "--output", "all.parquet"]) == 0
        rows = pq.read_table("all.parquet").to_pylist()
        assert [row["version"] for row in rows] == ["original", "counterfactual"] * (len(rows) // 2)
        return {row["id"] for row in rows}

    assert ids() == ids("--per-profession", "2") == {1, 3, 4}
    # One client, and one of the two writers: another seed draws the other one.
    drawn = {frozenset(ids("--per-profession", "1", "--seed", str(seed))) for seed in range(1, 9)}
    assert {len(each) for each in drawn} == {2}
    assert all(1 in each for each in drawn)
    assert len(drawn) > 1


def test_evaluate(files):
    assert make(files, "--guard", "repair") == 0
    assert main(
        [
            "counterfactual", "evaluate", str(files / "made.parquet"), "--lang", "fr",
            "--decisions", str(files / "decisions.tsv"), "--gold", str(files / "gold.tsv"),
            "--output", str(files / "score.json"), "--errors", str(files / "errors.tsv"),
        ]
    ) == 0  # fmt: skip
    part = json.loads((files / "score.json").read_text())["all"]
    # The gold of the last pair is wrong on purpose, that of the third cannot be made.
    assert (part["made"], part["right"], part["wrong"], part["dropped"]) == (3, 2, 1, 1)
    assert part["dropped_by_cause"] == {"pronoun-of-another": 1}
    assert part["wrong_by_cause"] == {"noun": 1}
    assert part["scores"]["right_of_made"]["value"] == pytest.approx(200 / 3)
    lines = (files / "errors.tsv").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[3:7] for line in lines[1:]] == [
        ["dropped", "pronoun-of-another", "He: above the profession", ""],
        ["wrong", "noun", "une écrivaine", "un écrivain"],
    ]


def test_faults_are_told(files, capsys):
    write_conllu(files / "fr.conllu", [tree("Une/DET/2/det phrase/NOUN/0/root", "1")])
    assert make(files) == 1
    assert "[tree.other-text]" in capsys.readouterr().err
    (files / "links").write_text("0-0 1-1\n")
    assert make(files, "--alignments", str(files / "links")) == 1
    assert not (files / "made.parquet").exists()
    (files / "bare.tsv").write_text("source\ttarget\na\tb\n")
    assert make(files, pairs="bare.tsv") == 1
    assert "[column.missing]" in capsys.readouterr().err


def test_links_find_the_noun(files):
    rows = pq.read_table(files / "pairs.parquet").to_pylist()
    for row in rows:
        row["profession"] = "writer" if row["id"] == 1 else row["profession"]
    pq.write_table(pa.Table.from_pylist(rows), files / "pairs.parquet")
    assert make(files) == 0
    assert decisions(files)[0]["cause"] == "noun-not-found"
    (files / "links").write_text("1-1\n3-2\n3-3\n3-3\n")
    assert make(files, "--alignments", str(files / "links")) == 0
    assert decisions(files)[0]["counterfactual_target"] == "La cliente perdait sa patience."
    (files / "links").write_text("1-1\n3-2\n3-3\n3-99\n")
    assert make(files, "--alignments", str(files / "links")) == 1
