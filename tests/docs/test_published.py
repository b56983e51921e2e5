"""Published results: tables come out of their counts as out of the scores, and pages show them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import figures
import publish
import published_run
import pytest
import result_pages
import run_provenance
import run_tables
import search_tables
import summary
from published_run import ROOT, Published, published_path, write_published
from toy_runs import COMMIT, git_state, set_git

from ..errors import raises

#: Published files whose blocks resample nothing.
MEASURED = ("agreement", "alternatives_rewriting", "demo_search", "gfst_filters", "seat")


@pytest.fixture(scope="module")
def published(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Published:
    """Return what was published once; tests edit copies of it."""
    return publish.publish(results, "toy", folder=tmp_path_factory.mktemp("toy"))


@pytest.fixture
def copy(results: Path, tmp_path: Path) -> Path:
    return shutil.copytree(results, tmp_path / "results")


def block_lines(name: str, folder: Path) -> list[str]:
    return figures.block_writer(folder)(name)


def edited(published: Published, *change: tuple[str, str]) -> Published:
    """Return published results in which texts were replaced by hand."""
    text = json.dumps(published.content)
    for old, new in change:
        assert old in text
        text = text.replace(old, new)
    path = published.path.with_name("edited.json")
    path.write_text(text)
    return Published(path)


def test_tables_are_made_again_from_the_counts(published: Published) -> None:
    rows = published.by_system("winomt")
    # Of 60 men all are right, of 60 women 20 and 45.
    assert [rows["fr", name]["accuracy"] for name in ("baseline", "gb")] == ["66.7", "87.5"]
    assert [rows["fr", name]["anti"] for name in ("baseline", "gb")] == ["33.3", "75.0"]
    assert published.rows("counterfactual")[0]["right_of_made"] == "75.0"


def test_reports_are_published_without_what_no_table_needs(
    results: Path, published: Published
) -> None:
    for table in ("winomt", "bleu", "counterfactual"):
        for path, report in published.reports(table).items():
            written = json.loads((results / path).read_text())
            left_out = {"inputs", "warnings"}
            if table == "bleu":
                assert report["outcomes"] == {}
                left_out |= {"outcomes"}
            assert {key: part for key, part in report.items() if key not in left_out} == {
                key: part for key, part in written.items() if key not in left_out
            }
    # What a table has from these stands beside its command.
    assert published.content["tables"]["bleu"]["cells"][1].keys() >= {"bleu_p", "chrf_gain"}
    assert "cells" not in published.content["tables"]["winomt"]


def test_what_is_published_is_small_and_of_equal_bytes(published: Published) -> None:
    before = published.path.read_bytes()
    assert published.path.name == "toy.json.xz"
    assert len(before) < len(json.dumps(published.content)) / 5
    write_published(published.path, published.content)
    assert published.path.read_bytes() == before


def test_measurements_of_benchmarks_are_plain(tmp_path: Path) -> None:
    assert published_path("a", tmp_path).name == "a.json.xz"
    (tmp_path / "a.json").write_text("{}")
    found = Published(published_path("a", tmp_path))
    assert (found.path.name, found.name, found.content) == ("a.json", "a", {})


def score_outcome(results: Path, name: str) -> str:
    report = json.loads((results / "scores/fr/gb/winomt.json").read_text())
    return str(report["outcomes"][name])


def test_an_edited_outcome_is_refused(results: Path, published: Published) -> None:
    predicted = score_outcome(results, "predicted")
    worse = edited(published, (predicted, predicted.replace("f", "m", 12)))
    with raises("published.no-table"):
        worse.rows("winomt")


def test_an_edited_count_of_bleu_is_refused(published: Published) -> None:
    matches = published.content["files"]["scores/fr/gb/bleu.demo.json"]["counts"]["bleu"][2:6]
    words = ", ".join(map(str, matches))
    changed = edited(published, (words, ", ".join(str(n - 100) for n in matches)))
    with raises("published.no-table", '"scores.bleu" has value'):
        changed.rows("bleu")


def test_an_edited_figure_is_refused(published: Published) -> None:
    score = published.content["files"]["scores/fr/gb/winomt.json"]["scores"]["delta_g"]["value"]
    with raises("published.no-table"):
        edited(published, (f'"value": {score}', f'"value": {score - 1}')).rows("winomt")


def test_where_the_figures_come_from(replicated: Path, tmp_path: Path) -> None:
    made = publish.publish(replicated, "toy", folder=tmp_path).provenance
    assert made["seeds"] == {name: [1, 2] for name in ("baseline", "gb", "gb-guard")}
    # Of both trainings, and of one; the seed 9 is none of this run.
    assert made["cpu_minutes"] == {"models": [3.0, 2.0], "tables": [4.0, None]}
    # 200 and 30 seconds each, by the clock.
    assert made["clock_minutes"] == {"models": [7.7, 3.8], "tables": [3.8, None]}


def test_a_model_that_was_not_trained_has_no_seed(copy: Path) -> None:
    files = {"a": {"metric": "winomt", "training": None, "system": "own"}}
    made = json.loads((copy / "tables/winomt.provenance.json").read_text())
    assert run_provenance.provenance_of_run(made, files, copy)["seeds"] == {}


def test_scores_of_another_run_are_refused(copy: Path, tmp_path: Path) -> None:
    path = copy / "scores/fr/gb/winomt.json"
    path.write_text(path.read_text() + " ")
    with raises("provenance.other-input"):
        publish.publish(copy, "toy", folder=tmp_path)
    path.unlink()
    with raises("file.missing", "gb/winomt.json"):
        publish.publish(copy, "toy", folder=tmp_path)
    with raises("table.missing", "any"):
        publish.publish(tmp_path / "nothing", "toy", folder=tmp_path)
    with raises("table.missing", "gfst"):
        publish.publish(copy, "toy", ["winomt", "gfst"], folder=tmp_path)


def test_the_command_says_why_it_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["publish.py", str(tmp_path), "demo"])
    assert publish.main() == 1
    assert "there are no tables any" in capsys.readouterr().err


def test_tables_of_several_commits(copy: Path, tmp_path: Path) -> None:
    older = git_state(commit=10 * "01d0")
    set_git(copy / "tables/counterfactual.provenance.json", older)
    published = publish.publish(copy, "demo", folder=tmp_path)
    assert "commit 01d001d;" in block_lines("counterfactuals", tmp_path)[-1]
    assert f"commit {COMMIT[:7]};" in block_lines("matrix", tmp_path)[-1]
    set_git(copy / "tables/pronouns.provenance.json", older)
    before = published.path.read_bytes()
    with raises("report.other-options"):
        publish.publish(copy, "demo", folder=tmp_path)
    assert published.path.read_bytes() == before
    publish.publish(copy, "demo", ["winomt", "bleu"], folder=tmp_path)


@pytest.mark.parametrize(
    "git",
    [
        None,
        git_state("docs/results.md", "src/cdaflow/cli/main.py"),
        # The provenance names 50 of them at most: what the last one is, nobody knows.
        git_state(*(50 * ["docs/results.md"])) | {"changed_files": 51},
    ],
)
def test_code_of_no_commit_is_refused(
    copy: Path, tmp_path: Path, git: dict[str, object] | None
) -> None:
    for path in (copy / "tables").glob("*.provenance.json"):
        set_git(path, git)
    with raises("provenance.uncommitted-code"):
        publish.publish(copy, "demo", folder=tmp_path)
    publish.publish(copy, "demo", ["winomt", "bleu"], dirty=True, folder=tmp_path)
    words = "no commit;" if git is None else f"commit {COMMIT[:7]} with changes;"
    assert words in block_lines("matrix", tmp_path)[-1]


def test_what_publishing_changes_is_no_change_of_the_code(copy: Path, tmp_path: Path) -> None:
    git = git_state("README.md", "docs/results.md", "results/published/demo.json")
    for path in (copy / "tables").glob("*.provenance.json"):
        set_git(path, git)
    publish.publish(copy, "demo", ["winomt"], folder=tmp_path)
    published = Published(tmp_path / "demo.json.xz")
    assert published.content["tables"]["winomt"]["changed_files"] == 0


def test_a_file_that_is_published_again_gives_new_rows(
    results: Path, replicated: Path, tmp_path: Path
) -> None:
    for folder, seeds in ((results, "1"), (replicated, "1 2")):
        published = publish.publish(folder, "toy", ["pronouns"], folder=tmp_path)
        assert {row["seeds"] for row in published.rows("pronouns")} == {seeds}


def test_a_table_that_differs_is_not_published(copy: Path, tmp_path: Path) -> None:
    before = publish.publish(copy, "toy", folder=tmp_path / "out").path.read_bytes()
    table = copy / "tables/winomt.csv"
    table.write_text(table.read_text().replace("66.7", "99.9"))
    with raises("published.cells-differ"):
        publish.publish(copy, "toy", folder=tmp_path / "out")
    (path,) = (tmp_path / "out").iterdir()
    assert path.read_bytes() == before


def test_blocks_show_a_run_or_say_that_there_is_none(results: Path, tmp_path: Path) -> None:
    publish.publish(results, "demo", folder=tmp_path)

    def lines(name: str) -> list[str]:
        return block_lines(name, tmp_path)

    page = "a\n<!-- figures: matrix -->\nold\n<!-- end of figures -->\nb\n"
    text = figures.with_blocks(page, lines)
    assert text.startswith("a\n<!-- figures: matrix -->\n| Language | System | Acc |")
    assert text.endswith("<!-- end of figures -->\nb\n")
    assert figures.with_blocks(text, lines) == text
    assert lines("matrix")[-1].startswith("One training of each system: intervals")
    assert lines("baselines") == [
        "*Not run yet on the present corpus: `make replicate-baselines` makes this table.*"
    ]


@pytest.fixture(scope="module")
def two(replicated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with published results of two trainings.

    Accuracy of the seeds: baseline 66.7 and 75.0, gb 87.5 and 91.7.
    """
    folder = tmp_path_factory.mktemp("two")
    publish.publish(replicated, "demo", folder=folder)
    publish.publish(replicated, "baselines", ["winomt", "bleu"], folder=folder)
    return folder


def test_each_table_is_made_once(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    run = published_run.run_cdaflow

    def counted(words: Any) -> int:
        made.append(tuple(word for word in words if "/" not in word))
        return run(words)

    monkeypatch.setattr(published_run, "run_cdaflow", counted)
    lines = figures.block_writer(two)
    assert all(len(lines(name)) > 2 for name in ("matrix", "matrix-halves", "guard"))
    assert len(set(made)) == len(made) > 3


def test_minutes(two: Path) -> None:
    assert block_lines("minutes", two) == [
        "| Processor minutes | demo, all | demo, one training |",
        "| :-- | --: | --: |",
        "| models | 3.0 | 2.0 |",
        "| tables | 4.0 | - |",
        "| all steps | 7.0 | 2.0 |",
    ]


def test_baselines(two: Path) -> None:
    lines = block_lines("baselines", two)
    # Two trainings: the t interval of one degree of freedom leaves everything open.
    assert re.match(r"\| Acc \| 70\.8 \[[\d.]+, [\d.]+\] \|", lines[2])
    assert [line.split(" | ")[0] for line in lines[3:11]] == [
        f"| {name}" for name in ("Pro", "Anti", "ΔS", "ΔG", "ΔR", "Unk", "BLEU", "chrF")
    ]
    assert all(re.search(r"\[.*\]", line) for line in lines[2:11])
    singles = block_lines("baseline-trainings", two)
    assert singles[0] == "| Language |  | seed 1 | seed 2 | standard deviation |"
    assert singles[2] == "| fr | Acc | 66.7 | 75.0 | 5.9 |"
    assert [line.split(" | ")[1] for line in singles[2:5]] == ["Acc", "ΔR", "BLEU"]
    assert singles[-1].startswith("Each column is one training. Published 20")


def test_matrix_of_several_trainings(two: Path) -> None:
    lines = block_lines("matrix", two)
    gb = lines[3].split(" | ")
    assert gb[:2] == ["| fr", "gb"]
    # (87.5 + 91.7) / 2, and the mean of the gains of both seeds, 20.8 and 16.7.
    assert gb[2].startswith("89.6 [")
    assert gb[3].startswith("+18.8 [")
    assert lines[-1].startswith("Means over 2 trainings of each system (seeds 1 to 2). In brackets")
    # "she" is always shown: 15 + 10 and 10 + 21 of 60 are masculine.
    assert block_lines("matrix-halves", two)[3].split(" | ")[6].startswith("46.7 [")


def test_the_guard_by_training(two: Path) -> None:
    lines = block_lines("guard", two)
    assert lines[0] == "| Language | System | seed 1 | seed 2 | she → he % | less gb | p |"
    cells = [line.strip("| ").split(" | ") for line in lines[2:5]]
    assert [line[1] for line in cells] == ["baseline", "gb", "gb-guard"]
    # Those who are men have "il": of 60, 40 and 30; 15 + 10 and 10 + 21; 15 + 1 and 10 + 2.
    assert [line[2:4] for line in cells] == [
        ["40 of 60", "30 of 60"], ["25 of 60", "31 of 60"], ["16 of 60", "12 of 60"]
    ]  # fmt: skip
    assert cells[1][4].startswith("46.7 [")
    assert cells[2][4].startswith("23.3 [")
    # (-15.0 - 31.7) / 2, paired by training.
    assert cells[2][5].startswith("-23.3 [")
    assert 0 < float(cells[2][6].strip(" |")) < 1


def test_p_values_have_an_end() -> None:
    cells = ("0.0321", "0.0001", "0.00003", "1e-12", "")
    assert list(map(run_tables.p_value, cells)) == [
        "0.0321", "0.0001", "< 0.0001", "< 0.0001", ""
    ]  # fmt: skip


def test_self_training(filtered: Path, tmp_path: Path) -> None:
    publish.publish(filtered, "gfst", folder=tmp_path)
    sizes = block_lines("gfst-sizes", tmp_path)
    # Of five sentences two show women alone; one of two translations is kept, and taken.
    assert sizes[2] == "| es | feminine | 5 | 2 (40.0 %) | 2 | 1 (50.0 %) | 1 |"
    assert sizes[5].startswith("| it | masculine | 5 | 2 (40.0 %) |")
    assert block_lines("gfst-shares", tmp_path)[2] == "| es | 5 | 40.0 | 40.0 | 20.0 |"
    rejected = block_lines("gfst-rejected", tmp_path)
    # That of the Italian ones is another reason.
    assert rejected[2:4] == [
        "| es | feminine | She left. | jefe | jefe |",
        "| es | masculine | He left. | jefa | jefa |",
    ]
    assert not rejected[4]
    table = filtered / "tables/examples.csv"
    table.write_text(table.read_text().replace("He left.", "He went."))
    with raises("provenance.other-table"):
        publish.publish(filtered, "gfst", folder=tmp_path)


def test_a_setting_of_two_texts_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = tmp_path / "runs.jsonl"
    runs.write_text("".join(f'{{"setting": "near", "digest": "{n}"}}\n' for n in "ab"))
    monkeypatch.setattr("sys.argv", ["search_tables.py", str(runs)])
    monkeypatch.setattr(search_tables, "PUBLISHED", tmp_path)
    with pytest.raises(SystemExit, match="a setting has trainings of several texts"):
        search_tables.main()


def test_blocks_of_measurements_are_what_the_files_give() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in figures.pages())
    lines = figures.block_writer()
    for name in (name for name, (file, _) in figures.BLOCKS.items() if file in MEASURED):
        assert lines(name)[2].startswith("| "), name
        assert "\n".join([f"{figures.MARK}{name} -->", *lines(name), "<!-- end"]) in text, name


# Resamples: 12 s of a processor for the tables of 105 WinoMT reports, five trainings of 21 systems.
@pytest.mark.slow
def test_the_pages_are_what_the_counts_give(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["figures.py", "--check"])
    assert figures.main() == 0


def test_every_block_is_on_a_page() -> None:
    texts = {page: page.read_text(encoding="utf-8") for page in figures.pages()}
    names = {name for text in texts.values() for _, name, _ in figures.BLOCK.findall(text)}
    assert names == {*figures.BLOCKS}


def test_pages_of_results_are_written_whole() -> None:
    folder = result_pages.FOLDER
    assert {page.name for page in folder.glob("*.md")} == set(result_pages.texts())
    for name, text in result_pages.texts().items():
        page = (folder / name).read_text(encoding="utf-8")
        assert figures.BLOCK.sub(r"\1\3", page) == text, name


def test_the_picture_shows_the_published_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def record(axis: Any, estimate: Any, position: float, *others: Any) -> None:
        drawn.append((position, estimate.value))

    rows = {
        "winomt": {"accuracy": "43.3", "accuracy_low": "41.8", "accuracy_high": "44.9"},
        "secondary": {"kept": "85.0", "kept_low": "83.0", "kept_high": "87.0"},
    }
    by_metric = {
        metric: {("es", name): row for name in summary.SYSTEMS} for metric, row in rows.items()
    }
    monkeypatch.setattr(summary, "RealRun", lambda run: SimpleNamespace(by_metric=by_metric))
    monkeypatch.setattr(summary, "draw_legend", lambda *_, **__: None)
    monkeypatch.setattr(summary, "draw_estimate", record)
    summary.draw(Published(tmp_path / "real.json"), tmp_path / "real.svg")
    assert drawn == [(n, value) for n in range(len(summary.SYSTEMS)) for value in (43.3, 85.0)]
    assert (tmp_path / "real.svg").read_text().lstrip().startswith("<?xml")


#: What blocks of the real configuration say instead: it may be run, and published, in parts, as
#: the others.
NOT_RUN = {
    "*None of these systems was trained yet.*",
    "*There is one training of the base so far.*",
    "*Not run yet.*",
}


def test_every_block_of_a_published_run_is_a_table() -> None:
    """As its pages show it; another test compares the pages with the counts."""
    blocks = {
        match[2]: match[0].splitlines()[1:-1]
        for page in figures.pages()
        for match in figures.BLOCK.finditer(page.read_text(encoding="utf-8"))
    }
    for name, (file, _) in figures.BLOCKS.items():
        if published_path(file).is_file():
            lines = blocks[name]
            partly = len(lines) == 1 and (
                lines[0] in NOT_RUN if name.startswith("real-") else "*Not run yet" in lines[0]
            )
            assert partly or lines[2].startswith("| "), name


def test_results_have_no_table_beside_the_generated_ones() -> None:
    text = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    assert "\n|" not in figures.BLOCK.sub("", text)
