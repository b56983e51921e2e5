"""Several systems in one call of a scorer: by name, scored, compared with the first."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.scoring.compare import adjusted
from cdaflow.scoring.systems import files_by_system
from cdaflow.tables.terminal import p_value

from ..errors import raises

NURSES = {"she": "La enfermera durmió.", "he": "El enfermero durmió."}
ROWS = [("female", "she"), ("male", "he")] * 6


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A challenge set of twelve rows, a system that always says a woman, and one that is right."""
    rows = [f"{gender}\t1\tThe nurse said that {word} was late {n}.\tnurse"
            for n, (gender, word) in enumerate(ROWS)]  # fmt: skip
    (tmp_path / "en.txt").write_text("".join(f"{row}\n" for row in rows))
    (tmp_path / "right.txt").write_text("".join(f"{NURSES[word]}\n" for _, word in ROWS))
    (tmp_path / "women.txt").write_text(f"{NURSES['she']}\n" * 12)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def score(*words):
    command = ["score", "winomt", "-l", "es", "--challenge", "en.txt", "--aligner", "fast-align"]
    return main([*command, "--bootstrap", "100", *words])


def test_files_have_the_names_of_systems(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert files_by_system(["a.txt", "-"]) == {}
    found = files_by_system(["base=f.es", "tuned-2.1=x=y", "base=m.es"])
    assert found == {"base": [Path("f.es"), Path("m.es")], "tuned-2.1": [Path("x=y")]}
    (tmp_path / "a=b").write_text("")
    assert files_by_system(["a=b"]) == {}
    with raises("system.no-name", "c.txt"):
        files_by_system(["base=a.txt", "c.txt"])


def test_two_systems_are_scored_and_compared(folder, capsys):
    assert score("women=women.txt", "right=right.txt", "--output", "both.json") == 0
    shown = capsys.readouterr().out
    head, table, comparison = shown.split("\n\n")[0], shown.split("\n\n")[1], shown
    assert head == "winomt  es  12 rows"
    columns = table.splitlines()[0].split()
    assert columns == ["Score", "women", "right"]
    row = next(line for line in table.splitlines() if line.startswith("accuracy "))
    assert "50.0 [" in row
    assert "100.0 [" in row
    assert "compared with women" in comparison
    found = json.loads((folder / "both.json").read_text())
    assert [report["system"] for report in found["systems"]] == ["women", "right"]
    # Each report is that of a call by itself, and so is the comparison.
    for name in ("women", "right"):
        assert score(f"{name}.txt", "--system", name, "--output", f"{name}.json") == 0
    alone = [json.loads((folder / f"{name}.json").read_text()) for name in ("women", "right")]
    assert found["systems"] == alone
    command = ["score", "compare", "women.json", "right.json", "--bootstrap", "100"]
    assert main([*command, "--output", "c.json"]) == 0
    assert found["comparison"] == json.loads((folder / "c.json").read_text())
    acc = found["comparison"]["comparisons"][0]["scores"]["accuracy"]
    assert (acc["base"], acc["value"]) == (50.0, 100.0)
    assert acc["p"] == pytest.approx(2 / 2**6)  # six rows differ, all in one direction


def test_one_system_with_a_name(folder, capsys):
    assert score("right=right.txt", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["metric"], report["system"]) == ("winomt", "right")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["women.txt", "right.txt"], "[system.several-files]"),
        (["a=women.txt", "right.txt"], "right.txt has no name"),
        (["a=women.txt", "a=right.txt", "b=right.txt"], "[system.several-files]"),
        (["a=women.txt", "b=right.txt", "--system", "x"], "--system applies to one system"),
        (
            ["a=women.txt", "b=right.txt", "--sentences", "s.tsv"],
            "--sentences applies to one",
        ),
        (["a=women.txt", "b=right.txt", "--output", "right.txt"], "would overwrite a file"),
        (["a=women.txt", "b=absent.txt"], "absent.txt"),
        (["right.txt", "--sentences", "right.txt"], "would overwrite another file"),
        (
            ["right.txt", "--output", "x.json", "--sentences", "x.json"],
            "would overwrite another file",
        ),
    ],
)
def test_faults(folder, capsys, words, problem):
    before = (folder / "right.txt").read_bytes()
    assert score(*words) == 1
    assert problem in capsys.readouterr().err
    assert (folder / "right.txt").read_bytes() == before


def test_links_are_of_one_system(folder, capsys):
    command = ["score", "winomt", "-l", "es", "--challenge", "en.txt", "--alignment", "links"]
    assert main([*command, "a=women.txt", "b=right.txt"]) == 1
    assert "--alignment applies to one system, but there are 2: a, b" in capsys.readouterr().err


def test_bleu_of_several_systems(folder, capsys):
    command = ["score", "bleu", "-l", "es", "--reference", "right.txt", "--bootstrap", "100"]
    assert main([*command, "women=women.txt", "right=right.txt", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [report["scores"]["bleu"]["value"] for report in found["systems"]] == [
        pytest.approx(found["comparison"]["comparisons"][0]["scores"]["bleu"]["base"]),
        pytest.approx(100),
    ]
    (folder / "both.json").write_text(json.dumps(found))
    assert main(["score", "compare", "both.json", "--bootstrap", "100", "--json"]) == 0
    later = json.loads(capsys.readouterr().out)
    assert later["comparisons"][0]["scores"].keys() == {"bleu", "chrf"}
    two = ["women=women.txt", "right=right.txt", "women=women.txt", "right=right.txt"]
    assert main([*command, "--reference", "women.txt", *two]) == 1
    assert "[testset.several]" in capsys.readouterr().err


def test_the_help_says_it(capsys):
    with pytest.raises(SystemExit):
        main(["score", "winomt", "--help"])
    assert "baseline=a.txt repaired=b.txt" in " ".join(capsys.readouterr().out.split())


def test_the_file_of_several_systems_is_read_by_all_that_reads_scores(folder, capsys):
    assert score("women=women.txt", "right=right.txt", "--output", "both.json") == 0
    assert main(["tables", "winomt", "both.json", "--output", "t.csv"]) == 0
    rows = (folder / "t.csv").read_text().splitlines()
    assert [row.split(",")[1] for row in rows[1:]] == ["women", "right"]
    assert main(["tables", "figure", "gains", "both.json", "--output", "g.svg"]) == 0
    capsys.readouterr()
    assert main(["score", "compare", "both.json", "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)
    assert compared["base"] == "women"
    assert compared == json.loads((folder / "both.json").read_text())["comparison"] | {
        "signature": compared["signature"]
    }
    # With a further system of a file of its own.
    assert score("right.txt", "--system", "third", "--output", "third.json") == 0
    capsys.readouterr()
    assert main(["score", "compare", "both.json", "third.json", "--json"]) == 0
    systems = [one["system"] for one in json.loads(capsys.readouterr().out)["comparisons"]]
    assert systems == ["right", "third"]


SACREBLEU = [{"name": "BLEU", "score": 30.1, "signature": "nrefs:1|tok:13a"}]
NO_REPORTS = "must be a list of reports; found []"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (SACREBLEU[0], "[score-file.no-metric]"),
        (SACREBLEU, "[json.no-object]"),
        ({"results": {"winogender": {"acc,none": 0.6}}}, "[score-file.no-metric]"),
        ({"metric": "winomt", "systems": []}, NO_REPORTS),
        ({"metric": "winomt", "testsets": []}, NO_REPORTS),
        ({"metric": ["winomt"]}, "scores of the metric"),
        ({"metric": "winomt", "systems": [{"metric": "winomt", "systems": []}] * 2}, "must be an"),
    ],
)
def test_json_that_is_of_no_system(folder, capsys, content, said):
    """Of other tools, or without what it is to hold: named by tables, figures and comparisons."""
    (folder / "odd.json").write_text(json.dumps(content))
    for line in ("tables winomt odd.json -o t.csv", "tables figure gaps odd.json -o g.svg"):
        assert main(line.split()) == 1
        error = capsys.readouterr().err
        assert error.startswith("cdaflow: error: odd.json: ")
        assert said in error
        assert "score the translations again" in error
    assert main(["score", "compare", "odd.json"]) == 1
    assert capsys.readouterr().err.startswith("cdaflow: error: odd.json: ")
    assert not list(folder.glob("[tg].*"))


@pytest.mark.parametrize("again", ["both.json", "./both.json", "link.json"])
def test_a_file_of_scores_given_twice(folder, capsys, again):
    assert score("women=women.txt", "right=right.txt", "--output", "both.json") == 0
    (folder / "link.json").symlink_to("both.json")
    assert main(["score", "compare", "both.json", again]) == 1
    assert f"{Path(again)}: the file is given twice" in capsys.readouterr().err
    assert main(["tables", "winomt", "both.json", again, "--output", "t.csv"]) == 1
    assert "[score-file.duplicate]" in capsys.readouterr().err


def test_systems_that_are_not_of_one_language_or_metric(folder, capsys):
    """One file, put together by hand."""
    assert score("women=women.txt", "right=right.txt", "--output", "both.json") == 0
    for key, value, said in (
        ("language", "fr", "they are of different languages: es and fr"),
        ("metric", "bleu", "are not those of bleu"),
    ):
        content = json.loads((folder / "both.json").read_text())
        content["systems"][1][key] = value
        (folder / "odd.json").write_text(json.dumps(content))
        assert main(["score", "compare", "odd.json"]) == 1
        assert said in capsys.readouterr().err


def test_bleu_of_several_systems_has_its_tests(folder):
    (folder / "near.txt").write_text((folder / "right.txt").read_text().replace("durmió", "duerme"))
    command = ["score", "bleu", "-l", "es", "--reference", "right.txt", "--bootstrap", "100"]
    assert main([*command, "a=women.txt", "b=near.txt", "--output", "both.json"]) == 0
    assert main(["tables", "bleu", "both.json", "--output", "t.csv"]) == 0
    with (folder / "t.csv").open() as handle:
        first, second = csv.DictReader(handle)
    assert (first["system"], second["system"], second["baseline"]) == ("a", "b", "a")
    assert 0 < float(second["bleu_p"]) <= 1


def test_warnings_of_each_system_are_shown(folder, capsys):
    """Also where they are too few for a caution."""
    (folder / "odd.txt").write_text(
        (folder / "right.txt").read_text().replace("La enfermera durmió.", "...", 1)
    )
    assert score("right=right.txt", "odd=odd.txt") == 0
    shown = capsys.readouterr().out
    assert "odd:   line 1: no words of a translation" in shown
    # All nurses have one sentence in Spanish, whatever the number.
    assert "odd: 1 line looks wrong:" in shown
    assert "right: " not in shown
    (folder / "odd.txt").write_text(
        (folder / "right.txt").read_text().replace("durmió", "durmi&oacute;")
    )
    assert score("right=right.txt", "odd=odd.txt") == 0
    assert "odd: undid HTML entities on 12 lines" in capsys.readouterr().out


def test_pronouns_and_the_other_person_are_compared(folder, capsys):
    """She becomes he in one system alone; what is kept and what is not is tested, too."""
    rows = [f"{g}\t1\tThe nurse met the doctor because {w} was late {n}.\tnurse"
            for n in range(9) for g, w in (("female", "she"), ("male", "he"))]  # fmt: skip
    (folder / "en.txt").write_text("".join(f"{row}\n" for row in rows))
    nouns = {"she": ("La enfermera", "ella"), "he": ("El enfermero", "él")}
    words = [word for _ in range(9) for word in ("she", "he")]
    line = "{} vio al médico porque {} llegó tarde {}.\n"
    right = [line.format(*nouns[word], n // 2) for n, word in enumerate(words)]
    wrong = [line.format(nouns[word][0], "él", n // 2) for n, word in enumerate(words)]
    (folder / "right.txt").write_text("".join(right))
    (folder / "wrong.txt").write_text("".join(wrong))
    assert score("right=right.txt", "wrong=wrong.txt", "--json") == 0
    (item,) = json.loads(capsys.readouterr().out)["comparison"]["comparisons"]
    female = item["scores"]["pronoun_error_female"]
    assert (female["base"], female["value"], female["test"]) == (0, 100, "paired-bootstrap")
    assert female["p"] == pytest.approx(1 / 101)  # nothing in 100 resamples is as extreme
    assert item["scores"]["pronoun_error_male"]["p"] == 1
    assert item["scores"]["secondary_kept"]["base"] == item["scores"]["secondary_kept"]["value"]
    assert score("right=right.txt", "wrong=wrong.txt", "--all") == 0
    line = next(
        line for line in capsys.readouterr().out.splitlines() if "pronoun_error_female " in line
        and "bootstrap" in line
    )  # fmt: skip
    assert " <0.0100* " in line


def test_what_a_terminal_shows(folder, capsys):
    command = ["women=women.txt", "right=right.txt"]
    assert score(*command) == 0
    few = capsys.readouterr().out
    assert score(*command, "--all") == 0
    many = capsys.readouterr().out
    assert max(map(len, (*few.splitlines(), *many.splitlines()))) <= 100
    assert "label_strict" in many
    assert "label_strict" not in few
    assert score("right.txt", "--system", "mine") == 0
    one = capsys.readouterr().out.splitlines()
    assert one[0] == "winomt  es  mine  12 rows"
    assert one[1].split()[:2] == ["accuracy", "100.0"]
    assert one[-1].startswith("--all shows")
    assert max(map(len, one)) <= 100
    assert score("right.txt", "--json") == 0
    assert list(json.loads(capsys.readouterr().out))[4] == "scores"


@pytest.fixture
def three(folder, capsys):
    """Reports of three systems, the third of which is right in half of the rows."""
    mixed = (folder / "right.txt").read_text().splitlines()[:6]
    mixed += (folder / "women.txt").read_text().splitlines()[6:]
    (folder / "mixed.txt").write_text("".join(f"{line}\n" for line in mixed))
    for name in ("women", "right", "mixed"):
        assert score(f"{name}={name}.txt", "--output", f"{name}.json") == 0
    capsys.readouterr()
    return ["women.json", "right.json", "mixed.json"]


def test_all_pairs(three, capsys):
    assert main(["score", "compare", *three, "--all-pairs", "--bootstrap", "100", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    pairs = [(one["base"], one["system"]) for one in found["comparisons"]]
    assert pairs == [("women", "right"), ("women", "mixed"), ("right", "mixed")]
    scores = [one["scores"]["accuracy"] for one in found["comparisons"]]
    assert [one["difference"] for one in scores] == [50, 25, -25]
    assert [one["p"] for one in scores] == pytest.approx([2 / 2**6, 2 / 2**3, 2 / 2**3])
    # Holm: the smallest times three, the others times two.
    assert [one["p_corrected"] for one in scores] == pytest.approx([6 / 2**6, 4 / 2**3, 4 / 2**3])
    assert main(["score", "compare", *three, "--all-pairs", "--bootstrap", "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("accuracy "))
    assert lines[start].split() == ["accuracy", "women", "right", "mixed"]
    assert [line.split() for line in lines[start + 2 : start + 5]] == [
        ["women", "-50.0", "-25.0"],  # no star: 0.03 is not below 0.05 once it is corrected
        ["right", "+50.0", "+25.0"],
        ["mixed", "+25.0", "-25.0"],
    ]
    assert "corrected by holm over the 3 comparisons of a score" in " ".join(lines)


@pytest.mark.parametrize(
    ("correction", "factor"), [("none", None), ("bonferroni", 2), ("holm", 2), (None, None)]
)
def test_a_correction_of_plain_comparisons(three, capsys, correction, factor):
    words = [] if correction is None else ["--correction", correction]
    assert main(["score", "compare", *three, *words, "--bootstrap", "100", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    first = found["comparisons"][0]["scores"]["accuracy"]
    assert first.get("p_corrected") == (factor and pytest.approx(factor * first["p"]))
    assert found.get("correction") == (correction if factor else None)


def test_corrected_p_values():
    values = [0.01, 0.04, 0.03, 0.5]
    assert adjusted(values, "none") == values
    assert adjusted(values, "bonferroni") == pytest.approx([0.04, 0.16, 0.12, 1])
    assert adjusted(values, "holm") == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert adjusted([], "holm") == []


def test_a_p_value_at_the_floor_of_the_bootstrap_is_a_bound():
    assert p_value(1 / 1001, 1000) == "<0.0010"
    assert p_value(2 / 1001, 1000) == "0.0020"
    assert p_value(1 / 991, 1000) == "<0.0010"  # ten resamples were not defined
    assert p_value(1 / 51, 50) == "<0.0200"
    assert p_value(0.00001) == "<0.0001"
    assert p_value(1 / 1001) == "0.0010"  # of an exact test
    assert p_value(None, 1000) == ""
