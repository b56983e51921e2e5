"""One file given as several trainings, or as several systems."""

import gzip
import json

import pytest

from cdaflow.cli import main
from cdaflow.io.files import digest, text_digest
from cdaflow.scoring.bleu import score_testset
from cdaflow.scoring.compare import digests_of, identical_systems, read_sides
from cdaflow.scoring.report import ScoreOptions, json_text

from ..errors import raises


def report(system, training, translation, roles=("translation",)):
    outcomes = {"gold": "mfmf", "half": "paap", "predicted": "mfmm"}
    return {
        "metric": "winomt",
        "language": "es",
        "system": system,
        "training": training,
        "signature": "winomt|data:0",
        "inputs": {"data": "0" * 64, **dict.fromkeys(roles, translation * 64)},
        "outcomes": outcomes,
    }


@pytest.fixture
def write(tmp_path):
    def make(*reports):
        paths = [tmp_path / f"{number}.json" for number in range(len(reports))]
        for path, item in zip(paths, reports, strict=True):
            path.write_text(json.dumps(item))
        return [str(path) for path in paths]

    return make


def test_one_file_is_not_two_trainings(write, capsys):
    paths = write(report("a", 1, "a"), report("b", 1, "b"), report("b", 2, "b"))
    assert main(["score", "compare", *paths]) == 1
    error = capsys.readouterr().err
    assert "[training.same-translations]" in error
    assert "2.json:" in error
    assert "1.json:" in error


def test_one_file_as_two_systems_is_said(write, capsys):
    assert main(["score", "compare", *write(report("a", None, "a"), report("b", None, "a"))]) == 0
    assert "Caution: b has the translations of a" in capsys.readouterr().err
    assert main(["score", "compare", *write(report("a", None, "a"), report("b", None, "b"))]) == 0
    assert "Caution" not in capsys.readouterr().err


def bleu_report(path, system, training, reference):
    options = ScoreOptions(system, training, bootstrap=100)
    report = score_testset(path, reference, "es", options).as_json()
    path = path.with_name(f"{system}.{training}.json")
    path.write_text(json_text(report))
    return str(path)


@pytest.mark.parametrize(
    "packed",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.rstrip().encode(),
        lambda text: text.replace("\n", " \n").encode(),
        lambda text: gzip.compress(text.encode()),
    ],
    ids=["CR LF", "mark", "blanks", "gzip"],
)
def test_the_same_text_in_other_bytes_is_one_training(tmp_path, packed):
    text = "Uno.\nDos más.\n"
    one, other, reference = tmp_path / "a", tmp_path / "b.txt", tmp_path / "r"
    data = packed(text)
    other = other.with_suffix(".gz") if data[:2] == b"\x1f\x8b" else other
    one.write_text(text)
    other.write_bytes(data)
    reference.write_text("Uno.\nDos.\n")
    assert text_digest(one) == digest(one) == text_digest(other) != digest(other)
    systems = ((one, "s", 1), (other, "s", 2), (reference, "t", 1))
    with raises("training.same-translations"):
        read_sides([bleu_report(*system, reference) for system in systems])


def test_both_genders_of_geneval_must_be_equal():
    roles = ("translation_feminine", "translation_masculine")
    one, other = (report("a", None, text, roles) for text in "ab")
    half = report("c", None, "a", roles)
    half["inputs"]["translation_masculine"] = "c" * 64
    named = [(str(n), digests_of(item)) for n, item in enumerate((one, other, half, one))]
    assert identical_systems(named) == (
        "Caution: 3 has the translations of 0: the same file, or no change at all.",
    )
    assert digests_of({"inputs": None}) == ()
