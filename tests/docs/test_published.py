"""Published results: tables come out of their counts as out of the scores, and pages show them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import figures
import publish
import pytest
from publish import Published

from cdaflow.errors import InputError
from cdaflow.tables.text import read_csv

#: The commit that all tables are said to be of; see conftest.
COMMIT = 10 * "c0de"


@pytest.fixture
def published(results: Path, tmp_path: Path) -> Published:
    return publish.publish(results, "toy", folder=tmp_path)


@pytest.fixture
def copy(results: Path, tmp_path: Path) -> Path:
    return shutil.copytree(results, tmp_path / "results")


def set_git(provenance: Path, git: dict[str, object] | None) -> None:
    provenance.write_text(json.dumps(json.loads(provenance.read_text()) | {"git": git}))


def edited(published: Published, *change: tuple[str, str]) -> Published:
    """Return published results in which texts were replaced by hand."""
    text = published.path.read_text()
    for old, new in change:
        assert old in text
        text = text.replace(old, new)
    path = published.path.with_name("edited.json")
    path.write_text(text)
    return Published(path)


def test_tables_come_out_of_the_counts(results: Path, published: Published) -> None:
    for name in ("winomt", "pronouns", "bleu", "counterfactual"):
        assert published.rows(name) == read_csv(results / f"tables/{name}.csv")[1]
    rows = published.by_system("winomt")
    # Of 60 men all are right, of 60 women 20 and 45.
    assert [rows["fr", name]["accuracy"] for name in ("baseline", "gb")] == ["66.7", "87.5"]
    assert [rows["fr", name]["anti"] for name in ("baseline", "gb")] == ["33.3", "75.0"]
    assert published.rows("counterfactual")[0]["right_of_made"] == "75.0"


def test_what_follows_from_counts_is_not_in_the_file(results: Path, published: Published) -> None:
    files = published.content["files"]
    assert "scores" not in files["scores/fr/gb/winomt.json"]
    assert "scores" not in files["counterfactual/fr/evaluation.full.repair.json"]["all"]
    assert files["scores/fr/gb/bleu.demo.json"]["scores"]["bleu"].keys() == {
        "low", "high", "signature"
    }  # fmt: skip
    for table in ("winomt", "bleu"):
        for path, report in published.reports(table).items():
            score = json.loads((results / path).read_text())
            for name, found in report.get("scores", {}).items():
                assert found["value"] == pytest.approx(score["scores"][name]["value"])
    # What two systems share is there once.
    assert published.path.read_text().count(score_outcome(results, "gold")) == 1


def score_outcome(results: Path, name: str) -> str:
    report = json.loads((results / "scores/fr/gb/winomt.json").read_text())
    return str(report["outcomes"][name])


def test_an_edited_count_shows(results: Path, published: Published) -> None:
    predicted = score_outcome(results, "predicted")
    worse = edited(published, (predicted, predicted.replace("f", "m", 12)))
    assert worse.by_system("winomt")["fr", "gb"]["accuracy"] == "77.5"
    pronoun = score_outcome(results, "pronoun")
    other = edited(published, (pronoun, pronoun.replace("s", "o", 1)))
    with pytest.raises(InputError, match='its outcomes "pronoun" are not its counts'):
        other.reports("pronouns")


def test_an_edited_bleu_shows(published: Published) -> None:
    matches = published.content["files"]["scores/fr/gb/bleu.demo.json"]["counts"]["bleu"][2:6]
    words = ",".join(map(str, matches))
    changed = edited(published, (words, ",".join(str(n - 100) for n in matches)))
    before, after = (
        float(each.reports("bleu")["scores/fr/gb/bleu.demo.json"]["scores"]["bleu"]["value"])
        for each in (published, changed)
    )
    assert after < before - 5


def test_where_the_figures_come_from(replicated: Path, tmp_path: Path) -> None:
    made = publish.publish(replicated, "toy", folder=tmp_path).provenance
    assert made["seeds"] == {name: [1, 2] for name in ("baseline", "gb", "gb-guard")}
    # Of both trainings, and of one; the seed 9 is none of this run.
    assert made["cpu_minutes"] == {"models": [3.0, 2.0]}


def test_a_model_that_was_not_trained_has_no_seed(copy: Path) -> None:
    files = {"a": {"metric": "winomt", "training": None, "system": "own"}}
    made = json.loads((copy / "tables/winomt.provenance.json").read_text())
    assert publish._provenance(made, files, copy)["seeds"] == {}


def test_scores_of_another_run_are_refused(copy: Path, tmp_path: Path) -> None:
    path = copy / "scores/fr/gb/winomt.json"
    path.write_text(path.read_text() + " ")
    with pytest.raises(InputError, match="the table winomt was made from another file"):
        publish.publish(copy, "toy", folder=tmp_path)
    path.unlink()
    with pytest.raises(InputError, match=r"gb/winomt.json is gone"):
        publish.publish(copy, "toy", folder=tmp_path)
    with pytest.raises(InputError, match="there are no tables any"):
        publish.publish(tmp_path / "nothing", "toy", folder=tmp_path)
    with pytest.raises(InputError, match="there are no tables gfst"):
        publish.publish(copy, "toy", ["winomt", "gfst"], folder=tmp_path)


def test_tables_of_several_commits(copy: Path, tmp_path: Path) -> None:
    older = {"commit": 10 * "01d0", "changed_files": 0}
    set_git(copy / "tables/counterfactual.provenance.json", older)
    published = publish.publish(copy, "demo", folder=tmp_path)
    assert "commit 01d001d;" in figures.block_lines("counterfactuals", tmp_path)[-1]
    assert f"commit {COMMIT[:7]};" in figures.block_lines("matrix", tmp_path)[-1]
    set_git(copy / "tables/pronouns.provenance.json", older)
    before = published.path.read_text()
    with pytest.raises(InputError, match="the tables of scores differ in commit"):
        publish.publish(copy, "demo", folder=tmp_path)
    assert published.path.read_text() == before
    publish.publish(copy, "demo", ["winomt", "bleu"], folder=tmp_path)


@pytest.mark.parametrize("git", [None, {"commit": COMMIT, "changed_files": 2}])
def test_code_of_no_commit_is_refused(
    copy: Path, tmp_path: Path, git: dict[str, object] | None
) -> None:
    for path in (copy / "tables").glob("*.provenance.json"):
        set_git(path, git)
    with pytest.raises(InputError, match="made by code that is in no commit"):
        publish.publish(copy, "demo", folder=tmp_path)
    publish.publish(copy, "demo", dirty=True, folder=tmp_path)
    words = "no commit;" if git is None else f"commit {COMMIT[:7]} with changes;"
    assert words in figures.block_lines("matrix", tmp_path)[-1]


def test_a_table_that_comes_out_otherwise_is_not_published(copy: Path, tmp_path: Path) -> None:
    before = publish.publish(copy, "toy", folder=tmp_path / "out").path.read_text()
    table = copy / "tables/winomt.csv"
    table.write_text(table.read_text().replace("66.7", "99.9"))
    with pytest.raises(InputError, match=r"accuracy: '66\.7', not '99\.9'"):
        publish.publish(copy, "toy", folder=tmp_path / "out")
    (path,) = (tmp_path / "out").iterdir()
    assert path.read_text() == before


def test_blocks_show_a_run_or_say_that_there_is_none(results: Path, tmp_path: Path) -> None:
    publish.publish(results, "demo", folder=tmp_path)

    def lines(name: str) -> list[str]:
        return figures.block_lines(name, tmp_path)

    page = "a\n<!-- figures: matrix -->\nold\n<!-- end of figures -->\nb\n"
    text = figures.with_blocks(page, lines)
    assert text.startswith("a\n<!-- figures: matrix -->\n| Language | System | Acc |")
    assert text.endswith("<!-- end of figures -->\nb\n")
    assert figures.with_blocks(text, lines) == text
    assert lines("matrix")[-1].startswith("One training of each system: intervals")
    assert lines("baselines") == [
        "*Not run yet on the present corpus: `make replicate-baselines` makes this table.*"
    ]


@pytest.fixture
def two(replicated: Path, tmp_path: Path) -> Path:
    """Return a folder with published results of two trainings.

    Accuracy of the seeds: baseline 66.7 and 75.0, gb 87.5 and 91.7.
    """
    publish.publish(replicated, "demo", folder=tmp_path)
    publish.publish(replicated, "baselines", ["winomt", "bleu"], folder=tmp_path)
    return tmp_path


def test_baselines(two: Path) -> None:
    lines = figures.block_lines("baselines", two)
    # Two trainings: the t interval of one degree of freedom leaves everything open.
    assert re.match(r"\| Acc \| 70\.8 \[[\d.]+, [\d.]+\] \([\d.]+, [\d.]+\) \|", lines[2])
    assert [line.split(" | ")[0] for line in lines[3:11]] == [
        f"| {name}" for name in ("Pro", "Anti", "ΔS", "ΔG", "ΔR", "Unk", "BLEU", "chrF")
    ]
    assert all(re.search(r"\[.*\]", line) for line in lines[2:11])
    singles = figures.block_lines("baseline-trainings", two)
    assert singles[0] == "| Language |  | seed 1 | seed 2 | standard deviation |"
    assert singles[2] == "| fr | Acc | 66.7 | 75.0 | 5.9 |"
    assert [line.split(" | ")[1] for line in singles[2:5]] == ["Acc", "ΔR", "BLEU"]
    assert singles[-1].startswith("Each column is one training. Published 20")


def test_matrix_of_several_trainings(two: Path) -> None:
    lines = figures.block_lines("matrix", two)
    gb = lines[3].split(" | ")
    assert gb[:2] == ["| fr", "gb"]
    # (87.5 + 91.7) / 2, and the mean of the gains of both seeds, 20.8 and 16.7.
    assert gb[2].startswith("89.6 [")
    assert gb[3].startswith("+18.8 [")
    assert lines[-1].startswith("Means over 2 trainings of each system (seeds 1 to 2). In brackets")
    # "she" is always shown: 15 + 10 and 10 + 21 of 60 are masculine.
    assert figures.block_lines("matrix-halves", two)[3].split(" | ")[6].startswith("46.7 [")


def test_the_guard_by_training(two: Path) -> None:
    lines = figures.block_lines("guard", two)
    assert lines[0] == "| Language | System | seed 1 | seed 2 | she → he, % | less gb | p |"
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


def test_self_training(filtered: Path, tmp_path: Path) -> None:
    publish.publish(filtered, "gfst", folder=tmp_path)
    sizes = figures.block_lines("gfst-sizes", tmp_path)
    # Of five sentences two show women alone; one of two translations is kept, and taken.
    assert sizes[2] == "| es | feminine | 5 | 2 (40.0 %) | 2 | 1 (50.0 %) | 1 |"
    assert sizes[5].startswith("| it | masculine | 5 | 2 (40.0 %) |")
    assert figures.block_lines("gfst-shares", tmp_path)[2] == "| es | 5 | 40.0 | 40.0 | 20.0 |"
    rejected = figures.block_lines("gfst-rejected", tmp_path)
    assert rejected[2] == "| es | feminine | She left. | ok | no word of the gender |"


def test_the_pages_are_what_the_counts_give(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["figures.py", "--check"])
    assert figures.main() == 0


def test_every_block_is_on_a_page() -> None:
    texts = {page: page.read_text(encoding="utf-8") for page in figures.pages()}
    names = {name for text in texts.values() for _, name, _ in figures.BLOCK.findall(text)}
    assert names == set(figures.BLOCKS)
    for name, (file, _) in figures.BLOCKS.items():
        if (figures.PUBLISHED / f"{file}.json").is_file():
            assert figures.block_lines(name)[0].startswith("| "), name


def test_results_have_no_table_beside_the_generated_ones() -> None:
    text = (publish.ROOT / "docs/results.md").read_text(encoding="utf-8")
    assert "\n|" not in figures.BLOCK.sub("", text)
