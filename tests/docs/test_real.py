"""The pages of the real configuration: published counts, blocks, papers' figures, readings."""

from __future__ import annotations

from pathlib import Path

import pronoun_cases
import publish
import pytest
import readings
import real_tables
from blocks import Lines, cells
from published_run import Published
from toy_runs import REAL, make_real

from cdaflow.errors import InputError

from ..errors import raises


@pytest.fixture(scope="module")
def run(real: Path, tmp_path_factory: pytest.TempPathFactory) -> Published:
    """Return the published counts of the toy run; publishing compares all tables."""
    return publish.publish(real, "real", folder=tmp_path_factory.mktemp("published"))


def test_what_systems_are_is_published_without_paths(run: Published) -> None:
    assert run.provenance["systems"] == {
        "baseline": {"recipe": "real", "data": {"parallel": 1}},
        "apertium": {"command": "apertium"},
        "amazon": {"translations": "its own"},
        "gb": {"base": "baseline", "recipe": "small-finetune", "data": {"gb": 2}},
        "gb-more": {"base": "baseline", "recipe": "slow", "data": {"gb": 2, "random": 1}},
    }
    assert run.provenance["seeds"] == {"baseline": [1], "gb": [1, 2], "gb-more": [1, 2]}
    assert run.provenance["cpu_minutes"] == {"models": [120.0, 120.0]}
    assert run.provenance["clock_minutes"] == {"models": [60.0, 60.0]}


def test_the_base_and_what_stands_beside_it(lines: Lines) -> None:
    header, _, accuracy, *more = lines("real-base")
    assert cells(header)[-3:] == ["baseline", "apertium", "amazon"]
    # 20, 2 and 30 of 60 women, and all men.
    assert [cell.split()[0] for cell in cells(accuracy)] == ["Acc", "66.7", "51.7", "75.0"]
    kept = next(line for line in more if line.startswith("| Kept"))
    assert [cell.split()[0] for cell in cells(kept)[1:]] == ["100.0", "100.0", "66.7"]
    bleu = next(line for line in more if line.startswith("| BLEU news"))
    assert cells(bleu)[3] == "-"
    assert "apertium, amazon were not trained here" in more[-1]
    assert lines("real-bases")[0].startswith("*Not run yet on the present corpus: ")


def test_a_second_base_beside_the_first(
    run: Published, tmp_path_factory: pytest.TempPathFactory
) -> None:
    trained = {**REAL, "gb": (REAL["gb"][0], {1: (28, 0), 2: (32, 0)})}
    del trained["amazon"]
    folder = tmp_path_factory.mktemp("second")
    second = publish.publish(make_real(folder / "results", trained), "real_second", folder=folder)
    header, _, base, tuned, *_, caption = list(real_tables.bases(second, run))
    assert cells(header)[:3] == ["System", "Acc", "other base"]
    assert [cell.split()[0] for cell in cells(base)[:3]] == ["baseline", "66.7", "66.7"]
    # Of 120 sentences 80 are right at first, 102 with the first base, 90 with the second.
    assert [cell.split()[0] for cell in cells(tuned)[:3]] == ["gb", "+18.3", "+8.3"]
    assert caption.index("published/real.json") < caption.index("published/real_second.json")


def test_a_matrix_with_gains(lines: Lines) -> None:
    header, _, base, tuned, _, caption = lines("real-naik")
    assert cells(header)[:3] == ["System", "Acc", "gain"]
    assert cells(header)[-2:] == ["BLEU tatoeba", "gain"]
    assert cells(base)[2] == "-"
    # Of 120 sentences 100 and 104 are right; 50 and 48 of 60 nurses keep their gender.
    assert [cells(tuned)[n].split()[0] for n in (0, 1, 2, 5, 6)] == [
        "gb", "85.0", "+18.3", "81.7", "-18.3",
    ]  # fmt: skip
    assert "2 of gb (seeds 1 to 2); one of baseline (seed 1)" in caption
    assert "All started from training 1 of baseline, and each is compared with that one:" in caption
    assert cells(lines("real-naik-details")[3])[7].startswith("90.8 [")


def test_the_papers_figures_by_the_role_of_the_system(lines: Lines) -> None:
    header, _, base, tuned, _, caption = lines("real-naik-paper")
    assert cells(header)[:6] == [
        "System", "In the paper", "Acc, paper", "gain", "Acc, here", "gain",
    ]  # fmt: skip
    assert cells(base)[1:6] == ["Baseline", "55.8", "-", "66.7", "-"]
    assert cells(tuned)[1:6] == ["Gender-Balanced (GB)", "77.2", "+21.4", "85.0", "+18.3"]
    # The mean of 30.6, 38.2, 35.5 and 41.3.
    assert cells(base)[cells(header).index("BLEU, paper")] == "36.4"
    assert caption.startswith("Naik et al. (2023), Table 2 and Table 3: es;")
    assert lines("real-gfst-paper") == ["*None of these systems was trained yet.*"]


def test_a_paper_without_the_language_gives_means_over_its_own() -> None:
    from paper_tables import Theirs

    theirs = Theirs("choubey2021", {"es"})
    assert theirs.where == "means over de, fr, he, it, ru"
    # (75.5 + 66.2 + 47.5 + 38.8 + 34.1) / 5 and the same of 83.2, 72.2, 47.2, 40.9, 36.1.
    assert theirs.cells("winomt", "accuracy", "baseline") == ("52.4", "-")
    assert theirs.cells("winomt", "accuracy", "gfst-ft") == ("55.9", "+3.5")
    # Back-translation is German alone; GFST-FT has no ΔG.
    assert theirs.cells("winomt", "accuracy", "gfst-bt") == ("-", "-")
    assert theirs.value("winomt", "delta_g", "gfst-ft") is None


def test_every_block_is_written(lines: Lines) -> None:
    assert all(lines(name) for name in real_tables.BLOCKS)
    assert lines("real-hours")[2] == "| models | 2.00 | 1.00 |"
    assert cells(lines("real-tries-systems")[3])[2:] == ["slow", "gb × 2, random × 1"]


#: Lines of both test sets that the other system translates otherwise.
CHANGED = {"winomt": (2, 3, 5), "news": (1,)}


@pytest.fixture
def translated(tmp_path: Path) -> Path:
    """Return a results folder with translations of ten lines of two test sets."""
    for testset, changed in CHANGED.items():
        source = tmp_path / f"challenge/{testset}.en.txt"
        source.parent.mkdir(exist_ok=True)
        source.write_text("".join(f"line {n}\n" for n in range(1, 11)))
        for system in ("baseline", "gb"):
            path = tmp_path / f"translations/es/{system}/{testset}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            # A tab in one of them; in most of them it is a table.
            lines = (
                f"{system if n in changed else 'same'}{' ' if n != 3 else chr(9)}line  {n}"
                for n in range(1, 11)
            )
            path.write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def sheet(folder: Path, name: str, answers: dict[str, tuple[str, str]] | None = None) -> Path:
    """Write a sheet of all lines; `answers`: verdict and kinds by test set and row."""
    lines = list(readings.draw(folder, "gb", testsets=tuple(CHANGED), number=20))
    for line in lines:
        answer = (answers or {}).get(f"{line['testset']} {line['row']}")
        line |= dict(zip(("verdict", "kind"), answer, strict=True)) if answer else {}
    readings.write_lines(folder / name, readings.SHEET, lines)
    return folder / name


ANSWERS = {
    "winomt 2": ("better", "entity"),
    "winomt 3": ("worse", "entity other-person"),
    "winomt 5": ("equal", "untranslated"),
    "news 1": ("worse", "untranslated"),
}


def test_a_sheet_is_sampled_and_unchanged_lines_are_filled_in(translated: Path) -> None:
    def rows(number: int, seed: int = readings.SEED) -> list[tuple[str, str]]:
        found = readings.draw(translated, "gb", testsets=tuple(CHANGED), number=number, seed=seed)
        return [(line["testset"], line["row"]) for line in found]

    assert rows(7) == rows(7) != rows(7, 1)
    assert [name for name, _ in rows(7)] == ["winomt"] * 4 + ["news"] * 3
    lines = list(readings.draw(translated, "gb", testsets=("winomt",), number=10))
    empty = [int(line["row"]) for line in lines if line["verdict"] == ""]
    assert empty == list(CHANGED["winomt"])
    with raises("translations.too-few", "10"):
        rows(30)


def test_a_filled_sheet_is_kept_without_texts_and_counted(
    translated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = translated / "real_readings.tsv"
    path = sheet(translated, "sheet.tsv", ANSWERS)
    monkeypatch.setattr("sys.argv", ["readings.py", "keep", str(path), "--output", str(kept)])
    assert readings.main() == 0
    assert kept.read_text().splitlines()[:3] == [
        "system\ttestset\trow\tverdict\tkind",
        "gb\twinomt\t1\tunchanged\t",
        "gb\twinomt\t2\tbetter\tentity",
    ]
    lines = list(readings.block(Published(translated / "real.json.xz")))
    assert lines[0] == "| Test set | read | unchanged % | better % | equal % | worse % |"
    # Wilson's interval of 1 of 10.
    assert lines[2].startswith("| winomt | 10 | 70 [40, 89] | 10 [2, 40] | 10 [2, 40] | 10")
    assert lines[4].startswith("| all | 20 | 80 [58, 92] | 5 [1, 24] |")
    entity, untranslated, other = lines[8:11]
    assert cells(entity)[1:] == ["Acc, ΔR", "1", "0", "1"]
    assert cells(untranslated)[1:] == ["no metric", "0", "1", "1"]
    assert cells(other)[1:] == ["Kept, Unchanged", "0", "0", "1"]
    assert "not read yet" in next(readings.block(Published(Path("nowhere/real.json")))).lower()


@pytest.mark.parametrize(
    ("row", "answer", "said"),
    [
        ("winomt 3", ("", ""), "there is no verdict"),
        ("winomt 3", ("good", "entity"), "the verdict 'good' is none"),
        ("winomt 3", ("unchanged", ""), "unchanged, but the translations differ"),
        ("winomt 4", ("better", "word"), "better, but the translations are the same"),
        ("winomt 3", ("worse", "entity mood"), "the kind 'mood' is none"),
        ("winomt 3", ("worse", ""), "there is no kind"),
        ("winomt 4", ("unchanged", "word"), "a kind of no change"),
    ],
)
def test_faults_of_a_sheet(translated: Path, row: str, answer: tuple[str, str], said: str) -> None:
    path = sheet(translated, "sheet.tsv", ANSWERS | {row: answer})
    with pytest.raises(InputError, match=said) as error:
        readings.read_filled(path)
    assert error.value.line == int(row.split()[1]) + 1


def test_a_row_that_is_given_twice(translated: Path) -> None:
    path = sheet(translated, "sheet.tsv", ANSWERS)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[1]]) + "\n")
    with raises("reading.duplicate", "2"):
        readings.read_filled(path)


def scored(folder: Path, system: str, people: str) -> None:
    """Write WinoMT's table of sentences: pronoun, gold and predicted gender of each person."""
    path = folder / f"scores/es/{system}/winomt.sentences.tsv"
    path.parent.mkdir(parents=True)
    path.write_text("line\tpronoun\tgold\tpredicted\n" + people.replace(" ", "\t"))


def test_people_are_counted_by_the_case_of_their_pronoun(
    tmp_path: Path, run: Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = "1 he male male\n2 him male male\n3 his male female\n4 - neutral male\n"
    scored(tmp_path, "gb", others + "5 she female male\n6 her female female\n")
    scored(tmp_path, "gb.2", others + "5 she female female\n6 her female unknown\n")
    scored(tmp_path, "left-out", others + "5 she female male\n6 her female female\n")
    kept = run.path.with_name("real_cases.tsv")
    monkeypatch.setattr("sys.argv", ["cases.py", str(tmp_path), "--output", str(kept)])
    assert pronoun_cases.main() == 0
    assert "gb\t2\tother\tmale\t2\t1\n" in kept.read_text()
    lines = list(pronoun_cases.block(run))
    assert cells(lines[0]) == ["System", "her", "him, his", "she", "he"]
    found = [cells(line) for line in lines[2:] if line.startswith("|")]
    half = "50.0 (50.0, 50.0)"
    assert found == [["gb", "50.0 (0.0, 100.0)", half, "50.0 (0.0, 100.0)", "100.0 (100.0, 100.0)"]]
    kept.unlink()
    assert "not counted yet" in next(pronoun_cases.block(run)).lower()


def test_a_folder_without_scores_is_refused(tmp_path: Path) -> None:
    with raises("score-file.missing", "WinoMT"):
        list(pronoun_cases.counts(tmp_path))
