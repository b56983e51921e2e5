"""Published results: tables come out of them as out of the scores, and the pages show them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import figures
import publish
import pytest
import run_tables

from cdaflow.errors import InputError
from cdaflow.tables.text import read_csv

ROOT = Path(__file__).parents[2]


@pytest.fixture
def published(results: Path, tmp_path: Path) -> publish.Published:
    return publish.Published(publish.publish(results, "toy", tmp_path))


def test_tables_come_out_of_the_file_alone(
    results: Path, published: publish.Published, tmp_path: Path
) -> None:
    for name in ("winomt", "bleu"):
        assert published.table(name) == read_csv(results / f"tables/{name}.csv")[1]
    rows = {row["system"]: row for row in published.table("winomt")}
    # Of 60 men all are right, of 60 women 20 and 45.
    assert [rows[name]["accuracy"] for name in ("baseline", "gb")] == ["66.7", "87.5"]
    assert [rows[name]["anti"] for name in ("baseline", "gb")] == ["33.3", "75.0"]


def test_each_count_is_in_it(results: Path, published: publish.Published) -> None:
    for path, report in published.reports("winomt").items():
        score = json.loads((results / path).read_text())
        assert report["outcomes"] == score["outcomes"]
        assert report["counts"]["confusion"] == score["counts"]["confusion"]
    # What two systems share is there once.
    assert len(set(published.content["texts"])) == len(published.content["texts"])
    text = published.path.read_text()
    gold = score["outcomes"]["gold"]
    assert len(gold) >= 100
    assert text.count(gold) == 1


def test_where_the_figures_come_from(published: publish.Published) -> None:
    made = published.provenance
    assert made["seeds"] == {"baseline": [1], "gb": [1]}
    assert made["cpu_minutes"] == {"models": 2.0}
    assert len(made["commit"]) == 40
    assert len(made["config_sha256"]) == 64


def test_scores_of_another_run_are_refused(results: Path, tmp_path: Path) -> None:
    copy = tmp_path / "results"
    shutil.copytree(results, copy)
    path = copy / "scores/es/gb/winomt.json"
    path.write_text(path.read_text() + " ")
    with pytest.raises(InputError, match="the table winomt was made from another file"):
        publish.publish(copy, "toy", tmp_path)
    path.unlink()
    with pytest.raises(InputError, match=r"gb/winomt.json is gone"):
        publish.publish(copy, "toy", tmp_path)
    with pytest.raises(InputError, match="there are no tables"):
        publish.publish(tmp_path / "nothing", "toy", tmp_path)


def test_a_table_that_comes_out_otherwise_is_not_published(results: Path, tmp_path: Path) -> None:
    copy = tmp_path / "results"
    shutil.copytree(results, copy)
    table = copy / "tables/winomt.csv"
    table.write_text(table.read_text().replace("66.7", "99.9"))
    with pytest.raises(InputError, match=r"accuracy: '66\.7', not '99\.9'"):
        publish.publish(copy, "toy", tmp_path / "out")
    assert not list((tmp_path / "out").iterdir())


def test_blocks_show_a_run_or_say_that_there_is_none(
    published: publish.Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_tables.Run("toy", "make replicate", published.path.parent.as_posix())
    monkeypatch.setattr(run_tables, "DEMO", run)
    monkeypatch.setitem(figures.BLOCKS, "baselines", (run, run_tables.baselines))
    lines = figures.block_lines("baselines")
    assert re.match(r"\| es \| 66\.7 \[[\d., ]+\] \| 100\.0 \| 33\.3 \| 66\.7 \|", lines[2])
    assert lines[-1].startswith("One training of each system (seed 1); intervals")
    page = "a\n<!-- figures: baselines -->\nold\n<!-- end of figures -->\nb\n"
    text = figures.with_blocks(page, figures.block_lines)
    assert text.startswith("a\n<!-- figures: baselines -->\n| Language |")
    assert text.endswith("<!-- end of figures -->\nb\n")
    assert figures.with_blocks(text, figures.block_lines) == text
    none = run_tables.Run("none", "make replicate", published.path.parent.as_posix())
    monkeypatch.setitem(figures.BLOCKS, "baselines", (none, run_tables.baselines))
    assert figures.block_lines("baselines") == [none.missing]


def lines_of(name: str, run: run_tables.Run, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines of a block of the demo, of another published run."""
    monkeypatch.setattr(run_tables, "DEMO", run)
    monkeypatch.setitem(figures.BLOCKS, name, (run, figures.BLOCKS[name][1]))
    return figures.block_lines(name)


def test_blocks_of_several_trainings(
    replicated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accuracy of the seeds: baseline 66.7 and 75.0, gb 87.5 and 91.7."""
    publish.publish(replicated, "two", tmp_path)
    run = run_tables.Run("two", "make replicate", tmp_path.as_posix())
    assert run.published.provenance["seeds"] == {"baseline": [1, 2], "gb": [1, 2]}
    baseline = lines_of("baselines", run, monkeypatch)[2]
    # Two trainings: the t interval of one degree of freedom leaves everything open.
    assert re.match(r"\| es \| 70\.8 \[[\d.]+, [\d.]+\] \([\d.]+, [\d.]+\) \|", baseline)
    singles = lines_of("baseline-trainings", run, monkeypatch)
    assert singles[0] == "| Language |  | seed 1 | seed 2 | standard deviation |"
    assert singles[2] == "| es | Acc | 66.7 | 75.0 | 5.9 |"
    assert [line.split(" | ")[1] for line in singles[2:5]] == ["Acc", "ΔR", "BLEU"]
    gb = lines_of("matrix", run, monkeypatch)[3].split(" | ")
    assert gb[:2] == ["| es", "gb"]
    # (87.5 + 91.7) / 2, and the mean of the gains of both seeds, 20.8 and 16.7.
    assert gb[2].startswith("89.6 [")
    assert gb[3].startswith("+18.8 [")
    caption = lines_of("matrix", run, monkeypatch)[-1]
    assert caption.startswith("Means of 2 trainings; first the 95 % interval over trainings and")


def test_sizes_of_self_training(
    filtered: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish.publish(filtered, "gfst", tmp_path / "out")
    run = run_tables.Run("gfst", "make replicate-gfst", (tmp_path / "out").as_posix())
    monkeypatch.setattr(run_tables, "GFST", run)
    sizes = list(run_tables.gfst_sizes())
    # Of five sentences two show women alone; one of two translations is kept, and taken.
    assert sizes[2] == "| es | feminine | 5 | 2 (40.0 %) | 2 | 1 (50.0 %) | 1 |"
    assert sizes[5].startswith("| it | masculine | 5 | 2 (40.0 %) |")
    assert list(run_tables.gfst_shares())[2] == "| es | 5 | 40.0 | 40.0 | 20.0 |"


def test_the_pages_are_what_the_counts_give() -> None:
    script = ROOT / "docs/figures.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_results_have_no_table_beside_the_generated_ones() -> None:
    text = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    assert "\n|" not in figures.BLOCK.sub("", text)
