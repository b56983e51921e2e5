"""The log probabilities of single phrases, against Table 5 of Zmigrod et al. 2019."""

import json

import pytest

from cdaflow.cli import main
from cdaflow.io.files import read_table
from cdaflow.lm.phrases import VALUE_COLUMNS, phrase_rows

from ..errors import raises

#: Table 5: El ingeniero bueno, La ingeniera buena, *El ingeniera bueno, *La ingeniero buena.
TABLE_5 = {
    "original": (-27.6, -31.3, -32.2, -33.2, 3.7, 3.25),
    "swap": (-27.8, -31.6, -27.1, -32.8, 3.8, 0.25),
    "field": (-28.5, -30.5, -33.5, -33.6, 2.0, 4.05),
}


@pytest.fixture
def scores(tmp_path):
    paths = []
    for system, (masculine, feminine, *wrong, _, _) in TABLE_5.items():
        log_p = {"masculine": masculine, "feminine": feminine,
                 "masculine_wrong": wrong[0], "feminine_wrong": wrong[1]}  # fmt: skip
        row = {"noun": "ingeniero", "noun_feminine": "ingeniera", "adjective": "good"}
        other = {**row, "noun": "juez", "noun_feminine": "jueza"}
        phrases = [
            {**row, "log_p": log_p},
            {**other, "log_p": {"masculine": -2.0, "feminine": -3.0}},
        ]
        content = {"language": "es", "system": system, "training": 1, "phrases": phrases}
        paths.append(tmp_path / f"{system}.json")
        paths[-1].write_text(json.dumps(content), encoding="utf-8")
    return paths


def test_the_figures_of_the_paper(scores, tmp_path):
    output = tmp_path / "phrases.tsv"
    command = ["lm", "list-phrases", *map(str, scores), "--noun", "ingeniero", "-o", str(output)]
    assert main(command) == 0
    rows = {row["system"]: row for _, row in read_table(output, VALUE_COLUMNS)}
    for system, expected in TABLE_5.items():
        found = [float(rows[system][name]) for name in VALUE_COLUMNS[-6:]]
        # G is the mean of both genders; the table's stereotyping of Swap (6.2) is no difference of
        # its phrases 1 and 2.
        masculine, feminine, one, two = expected[:4]
        assert found[:4] == list(expected[:4])
        assert found[4] == pytest.approx(expected[4], abs=0.06)
        assert found[5] == pytest.approx(((masculine - one) + (feminine - two)) / 2, abs=0.01)


def test_phrases_that_are_not_there(scores, tmp_path):
    rows = list(phrase_rows(scores[0], ["juez"]))
    assert rows[0][-4:] == ["", "", "1.00", ""]
    assert main(["lm", "list-phrases", str(scores[0]), "--noun", "x", "-o", str(tmp_path / "o")])
    (tmp_path / "x.json").write_text("{}")
    with raises("score-file.not-phrase-scores"):
        list(phrase_rows(tmp_path / "x.json"))
