"""What BLEU does not say of its files: tokenised, the reference itself, another language."""

import json
import os
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.scoring.bleu import score_testset
from cdaflow.scoring.compare import compare
from cdaflow.scoring.report import ScoreOptions
from cdaflow.scoring.sanity import check_lines, foreign_file, reference_warnings
from cdaflow.statistics.warnings import count_warnings

ES = [f"La casa número {n}, que era de su hermano, no está en la calle." for n in range(20)]
FR = [f"La maison numéro {n}, qui était à son frère, n'est pas dans la rue." for n in range(20)]
EN = [f"The house number {n}, which was of his brother, is not on the street." for n in range(20)]
#: As a system may have it: one word in twenty lines.
SYSTEM = [text.replace("casa", "vivienda") for text in ES]
TOKENISED = [text.replace(",", " ,").replace(".", " .") for text in SYSTEM]


def kinds(translations, references, language="es"):
    found = {}
    for item in reference_warnings(translations, references, language):
        found[item["kind"]] = found.get(item["kind"], 0) + item.get("lines", 1)
    return found


@pytest.mark.parametrize(
    ("translations", "references", "expected"),
    [
        (SYSTEM, ES, {}),
        (TOKENISED, ES, {"tokenised": 20}),
        (SYSTEM, TOKENISED, {"tokenised": 20}),
        # Both are: nothing is lost.
        (TOKENISED, [text.replace("vivienda", "casa") for text in TOKENISED], {}),
        ([text.replace("'", "&apos;") for text in FR], FR[::-1], {"tokenised": 20,
                                                                 "reference-language": 20}),
        (ES, ES, {"is-reference": 20}),
        # A good system writes some lines as the reference has them.
        ([*ES[:18], *SYSTEM[18:]], ES, {}),
        (SYSTEM, FR, {"reference-language": 20}),
        ([], [], {}),
    ],
)  # fmt: skip
def test_kinds(translations, references, expected):
    assert kinds(translations, references) == expected


def test_language_that_is_not_known_is_told_by_the_reference():
    czech = [f"Dům číslo {n}, který patřil jeho bratrovi, nestojí na ulici." for n in range(20)]
    assert kinds(EN, czech, "cs") == {"other-language": 20}
    assert kinds(czech[::-1], czech, "cs") == {}


def test_short_lines_tell_the_language_of_the_file_together():
    lines = ["El perro no vino.", "Es mi casa.", "La vi ayer.", "No lo sé."] * 10
    assert foreign_file(lines, "es") is None
    assert foreign_file(lines, "de") == "es"
    assert foreign_file(lines[:4], "de") is None  # too few words to tell


@pytest.fixture
def files(tmp_path):
    def write(name, lines):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
        return tmp_path / name

    return write


def test_warnings_and_reference_are_part_of_the_score(files, capsys, tmp_path):
    paths = [files("h", SYSTEM), files("r", ES)]
    good = score_testset(*paths, "es", ScoreOptions(bootstrap=0))
    assert good.warned == {"lines": 0, "of": 20, "kinds": {}}
    digest = good.inputs["reference"][:12]
    for score in good.scores.values():
        assert score.signature.endswith(f"|data:{digest}")
    command = ["score", "bleu", str(files("t", TOKENISED)), "--lang", "es", "--bootstrap", "0"]
    output = tmp_path / "out.json"
    assert main([*command, "--reference", str(paths[1]), "--output", str(output)]) == 0
    shown = capsys.readouterr().out.split("\n")
    assert shown[1] == (
        "Caution: 100.0 % of the lines look wrong (tokenised 20): do not trust these figures."
    )
    assert json.loads(output.read_text())["warned"]["kinds"] == {"tokenised": 20}


def test_comparison_with_a_suspect_system_has_no_star(files, capsys):
    reference = files("r", ES)
    systems = [files("base", SYSTEM), files("copy", ES)]
    options = [ScoreOptions(path.stem, bootstrap=100) for path in systems]
    reports = [
        score_testset(path, reference, "es", own).as_json()
        for path, own in zip(systems, options, strict=True)
    ]
    report = compare(*reports, bootstrap=100)
    (item,) = report["comparisons"]
    assert (report["warned"]["lines"], item["warned"]["kinds"]) == (0, {"is-reference": 20})
    assert item["scores"]["bleu"]["p"] < 0.05
    command = ["score", "bleu", *(f"{path.stem}={path}" for path in systems), "--lang", "es"]
    assert main([*command, "--reference", str(reference), "--bootstrap", "100"]) == 0
    shown = capsys.readouterr().out
    assert "Caution: copy: 100.0 % of the lines look wrong (is-reference 20); not marked." in shown
    assert "0.0476*" not in shown


@pytest.mark.data
@pytest.mark.parametrize("written", ["es", "fr", "it", "de", "ru", "he"])
def test_published_translations_in_the_wrong_language(written):
    folder = Path(os.environ["CDAFLOW_DATA"]) / "winomt" / "translations" / "aws"
    with open(folder / f"en-{written}.txt", encoding="utf-8") as handle:
        lines = [line.rpartition("|||")[2].strip() for _, line in zip(range(300), handle)]  # noqa: B905
    for language in ("es", "fr", "it", "pt", "de", "ru", "he"):
        count = count_warnings(check_lines(lines, language), len(lines))["lines"]
        assert count == (0 if language == written else len(lines)), language
