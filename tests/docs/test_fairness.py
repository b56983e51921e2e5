"""The pages of encoders and language models: published counts and their blocks."""

from __future__ import annotations

import json
from pathlib import Path

import figures
import publish
import pytest
from blocks import Lines, cells
from published_run import Published
from toy_fairness import make_fairness

from ..errors import raises


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_fairness(tmp_path_factory.mktemp("fairness") / "results")


@pytest.fixture(scope="module")
def run(results: Path) -> Published:
    """Return the published counts of the toy run; publishing compares all tables."""
    return publish.publish(results, "fairness", folder=results.with_name("published"))


def test_where_the_figures_come_from(run: Published) -> None:
    made = run.provenance
    assert made["seeds"] == {
        name: [1, 2] for name in ("original", "augment-90", "augment-90-random", "field")
    }
    # No translation model is trained.
    assert made["systems"] == {}
    # Of 3 texts 2 trainings each have 3 measures; the training 9 of a model is none of this run.
    assert made["cpu_minutes"] == {"bias": [18.0, 9.0], "lm": [20.0, 10.0]}


def test_encoders_beside_their_controls(lines: Lines) -> None:
    header, _, original, adjusted, control, _, caption = lines("fairness-encoders")
    assert cells(header)[:5] == ["Training text", "d", "against", "difference", "p"]
    assert cells(original)[2:5] == ["-", "-", "-"]
    assert cells(adjusted)[2] == "`augment-90-random`"
    assert float(cells(adjusted)[3].split()[0]) < -0.5
    assert cells(control)[2] == "`original`"
    # The mean of 91 and 92 per cent, and of a correlation of .50 twice.
    assert cells(header)[-1] == "transfer %"
    assert cells(original)[-1].split()[0] == "70.8"
    # Spearman of 11 professions of which two have changed places: 1 - 6 * 2 / (11 * 120).
    assert [cells(line)[5].split()[0] for line in (original, adjusted)] == ["0.99", "0.99"]
    # Intervals of correlations end at 1.
    assert cells(original)[5].endswith(", 1.00]")
    assert cells(original)[-2].split()[0] == "75.0"
    assert caption.startswith("Means over 2 trainings of each system (seeds 1 to 2).")
    assert "sentences" not in caption
    assert "counts in `results/published/fairness.json.xz`" in caption


def test_language_models_beside_the_paper(lines: Lines) -> None:
    header, _, original, field, *more = lines("fairness-lm")
    assert cells(header)[2:8] == [
        "stereotyping", "factor", "signed factor", "signed factor, paper", "grammaticality",
        "difference",
    ]  # fmt: skip
    # (4 + 2 + 1) / 3, and of the second training a tenth more.
    assert cells(original)[2].split()[0] == "2.45"
    assert cells(original)[3:6] == ["-", "-", "-"]
    assert cells(field)[2].split()[0] == "0.61"
    assert cells(field)[3].split()[0] == "4.00"
    # The paper's is of the signed means.
    assert cells(field)[4:6] == ["4.00", "5.0"]
    assert [cells(field)[n].split()[0] for n in (6, 7, 8, 9)] == ["3.50", "0.50", "65.0", "3"]
    assert "[" in cells(field)[7]
    italian = next(line for line in more if line.startswith("| it | `field`"))
    assert cells(italian)[5] == "1.2"
    assert "between trainings (Student's t) and between nouns" in more[-1]
    assert "A part" not in more[-1]


def test_comparisons_and_encoders_are_published_whole(results: Path, run: Published) -> None:
    for table in ("lm", "bias"):
        for path, report in run.reports(table).items():
            written = json.loads((results / path).read_text())
            assert report == {k: v for k, v in written.items() if k not in ("inputs", "warnings")}


def test_a_part_says_so(tmp_path: Path) -> None:
    folder = make_fairness(tmp_path / "results", ("fr",))
    published = publish.publish(folder, "fairness", ["lm"], folder=tmp_path)
    lines = figures.block_writer(published.path.parent)
    said = "Of the languages of `config/fairness.yaml` (es, fr, it) fr alone."
    assert said in lines("fairness-lm")[-1]
    assert lines("fairness-encoders") == [
        "*Not run yet on the present corpus: `make replicate-fairness` makes this table.*"
    ]


def test_a_table_without_provenance(tmp_path: Path) -> None:
    folder = make_fairness(tmp_path / "results", ("fr",))
    provenance = folder / "tables/lm.provenance.json"
    provenance.unlink()
    with raises("provenance.missing"):
        publish.publish(folder, "fairness", folder=tmp_path)
