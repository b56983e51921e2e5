"""Files that were given for each other: an error where certain, a warning of the score else."""

import json
import os
import shutil
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.scoring.gate import score_gate
from cdaflow.scoring.geneval import score_sentences
from cdaflow.scoring.geneval_rows import Testset
from cdaflow.scoring.report import ScoreOptions
from cdaflow.scoring.winomt_checks import stereotypes

from ..errors import raises

NAMES = ["jefe", "médico", "abogado", "obrero", "maestro", "vecino", "cocinero", "alumno"]
PEOPLE = [f"{name}{n}" for n in range(3) for name in NAMES]
MASCULINE = [f"Vino el {name[:-2]}o {name[-1]} cansado." for name in PEOPLE]
FEMININE = [f"Vino la {name[:-2]}a {name[-1]} cansada." for name in PEOPLE]


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_references_of_mt_geneval(tmp_path):
    files = {
        gender: write(tmp_path / f"{gender}.es", lines)
        for gender, lines in (("feminine", FEMININE), ("masculine", MASCULINE))
    }
    options = {"language": "es", "options": ScoreOptions(bootstrap=0)}
    report = score_sentences(files, Testset("given", files), **options)
    assert {item["kind"] for item in report.warnings} == {"is-reference"}
    exchanged = dict(zip(files, reversed(files.values()), strict=True))
    with raises("references.swapped"):
        score_sentences(files, Testset("given", exchanged), **options)


def gate(path, feminine, masculine):
    rows = [
        f"SUBJ\tSentence {n}.\t{f}\t{m}"
        for n, (f, m) in enumerate(zip(feminine, masculine, strict=True))
    ]
    return write(path, ["labels\tsource\tf\tm", *rows])


def test_columns_of_gate(tmp_path):
    data = gate(tmp_path / "gate.tsv", MASCULINE, FEMININE)
    rewrites = write(tmp_path / "f.txt", FEMININE)
    with raises("references.swapped"):
        score_gate(rewrites, data=data, lang="es", to="f", options=ScoreOptions(bootstrap=0))


def test_rewrites_of_another_variant(tmp_path):
    data = gate(tmp_path / "gate.tsv", FEMININE, MASCULINE)
    options = {"lang": "es", "options": ScoreOptions(bootstrap=0)}
    right = write(tmp_path / "f.txt", FEMININE)
    assert score_gate(right, data=data, to="f", **options).warnings == []
    wrong = write(tmp_path / "m.txt", MASCULINE)
    report = score_gate(wrong, data=data, to="f", **options)
    (warning,) = report.warnings
    assert warning["kind"] == "genders-swapped"
    assert warning["problem"].startswith("f: 24 of 24 rewrites are identical to the variant m")
    assert report.warned["lines"] > 0
    both = zip(MASCULINE, FEMININE, strict=True)
    table = write(tmp_path / "both.tsv", ["f\tm", *("\t".join(row) for row in both)])
    with raises("variant.rewrites-swapped", "f", "m"):
        score_gate(table, data=data, **options)


@pytest.fixture
def challenge(tmp_path):
    """A challenge set of stereotyped professions, its halves, and a translation of it."""
    known = [name for name in stereotypes() if " " not in name and name != "ceo"][:26]
    rows = {"pro": [], "anti": []}
    for name in known:
        for gender, pronoun in (("male", "he"), ("female", "she")):
            half = "pro" if stereotypes()[name] == gender else "anti"
            sentence = f"The {name} left because {pronoun} was late."
            rows[half].append(f"{gender}\t1\t{sentence}\t{name}")
    write(tmp_path / "en.txt", [*rows["pro"], *rows["anti"]])
    for half, lines in rows.items():
        write(tmp_path / f"en_{half}.txt", lines)
    write(tmp_path / "out.es", [f"Ella es la persona {n}." for n in range(2 * len(known))])
    return tmp_path


def winomt(folder, pro, anti, capsys):
    command = ["score", "winomt", str(folder / "out.es"), "--lang", "es", "--json"]
    command += ["--challenge", str(folder / "en.txt"), "--aligner", "none", "--bootstrap", "0"]
    status = main([*command, "--pro", str(folder / pro), "--anti", str(folder / anti)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_halves_of_a_challenge_set(challenge, capsys):
    for compat in (0, 1):
        order = ("en_pro.txt", "en_anti.txt")[:: -1 if compat else 1]
        status, out, _ = winomt(challenge, *order, capsys)
        assert status == 0
        kinds = [item["kind"] for item in json.loads(out)["warnings"]]
        assert kinds.count("halves-swapped") == 2 * compat


def test_halves_of_winomt_itself(challenge, capsys):
    folder = os.environ.get("CDAFLOW_DATA")
    if folder is None:
        pytest.skip("CDAFLOW_DATA is unset: WinoMT is not in the repository")
    shutil.copy(Path(folder, "winomt/en_anti.txt"), challenge / "mine.txt")
    status, _, message = winomt(challenge, "mine.txt", "en_anti.txt", capsys)
    assert status == 1
    assert "this is en_anti.txt of WinoMT, given as its pro-stereotypical half" in message
