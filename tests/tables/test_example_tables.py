"""The examples: sentences in which systems differ, and harmful swaps; in the report as well."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.counterfactual.decisions import Decision, decision_lines
from cdaflow.errors import ConfigError
from cdaflow.io.files import write_lines
from cdaflow.tables.contents import read_report, read_table
from cdaflow.tables.example_table import (
    COLUMNS,
    REPAIRED,
    example_table,
    read_guard_examples,
    read_rejected_examples,
)
from cdaflow.tables.render import terminal_text
from cdaflow.tables.report import report_html
from cdaflow.tables.scores import read_scores
from cdaflow.tables.system_diffs import system_diffs

from ..errors import raises

HOSTILE = '<script>alert(1)</script> \x1b[2J "&amp;"'

Row = dict[str, str]


def row(line: int, predicted: str, gold: str = "female", **cells: str) -> Row:
    return {
        "line": str(line), "gold": gold, "predicted": predicted, "half": "anti",
        "profession": "boss", "span": "El jefe", "reason": "-", "secondary": "nurse",
        "secondary_gender": "male", "pronoun": "she", "pronoun_outcome": "same",
        "pronoun_form": "elle", "source": f"The boss {line} said she ran.",
        "translation": f"El jefe {line}.", **cells,
    }  # fmt: skip


def kinds_of(*rows: Row) -> list[str]:
    """Return the kind under which a sentence is drawn, from the rows of each system."""
    scores = [_score(f"s{n}") for n in range(len(rows))]
    drawn = system_diffs(scores, [[one] for one in rows], {"es": "s0"}, number=1, seed=1)
    return [item.kind for item in drawn]


def _score(system: str) -> Any:
    return type("Score", (), {"language": "es", "system": system})()


@pytest.mark.parametrize(
    ("base", "other", "kind"),
    [
        (row(1, "male"), row(1, "female"), "noun repaired"),
        (row(1, "female"), row(1, "unknown"), "noun broken"),
        (row(1, "female"), row(1, "female", pronoun_outcome="other-gender"), "pronoun broken"),
        (row(1, "female", pronoun_outcome="other-gender"), row(1, "female"), "pronoun repaired"),
        (row(1, "female"), row(1, "female", secondary_gender="female"), "other person changed"),
        (row(1, "female"), row(1, "female", pronoun_outcome="elided"), None),
        (row(1, "male"), row(1, "neutral"), None),
        (row(1, "female"), row(1, "female", secondary_gender="unknown"), None),
    ],
)
def test_kinds(base: Row, other: Row, kind: str | None) -> None:
    assert kinds_of(base, base, other) == ([] if kind is None else [kind])


def test_the_kinds_have_equal_parts_and_the_draw_a_seed() -> None:
    base = [row(line, "male" if line < 100 else "female") for line in range(110)]
    other = [row(line, "female" if line < 104 else "male") for line in range(110)]
    scores = [_score("base"), _score("tuned")]

    def drawn(seed: int, number: int = 8, tables: Sequence[Any] = (base, other)) -> list[Any]:
        return system_diffs(scores, list(tables), {"es": "base"}, number=number, seed=seed)

    found = drawn(1)
    assert [item.kind for item in found] == ["noun repaired"] * 4 + ["noun broken"] * 4
    assert all(list(item.rows) == ["base", "tuned"] for item in found)
    lines = [int(item.rows["base"]["line"]) for item in found]
    assert lines == sorted(lines)
    assert set(lines[4:]) <= set(range(104, 110))
    assert found == drawn(1)
    assert found != drawn(2)
    # Where a kind has no more, the others fill up; where all are drawn, that is it.
    assert len(drawn(1, 1000)) == 106
    assert drawn(1, tables=(base, base)) == []
    # What a system lacks is not drawn.
    assert len(drawn(1, 1000, (base, other[50:]))) == 56


@pytest.fixture
def decisions(tmp_path: Path) -> Callable[..., Path]:
    def write(name: str, *cells: tuple[str, str, str, str]) -> Path:
        """Write decisions: outcome, cause, counterfactual target, target without a guard."""
        rows = [
            Decision(
                number, "boss", "Fem", outcome, cause, "ella", f"She is boss {number}.",
                "Ella es jefa.", f"He is boss {number}.", target, unguarded,
            )
            for number, (outcome, cause, target, unguarded) in enumerate(cells)
        ]  # fmt: skip
        write_lines(tmp_path / name, decision_lines(rows))
        return tmp_path / name

    return write


HARM = "Ella es jefe."
RIGHT = "Él es jefe."


def test_harmful_swaps(decisions: Callable[..., Path]) -> None:
    path = decisions(
        "d.tsv",
        ("kept", "", RIGHT, RIGHT),
        ("repaired", "", RIGHT, HARM),
        ("repaired", "", RIGHT, RIGHT),
        ("dropped", "unchanged", "", "Ella es jefa."),
        ("dropped", "noun-not-found", "", ""),
        ("dropped", "over-number", "", HARM),
        *[("dropped", "pronoun-of-another", "", HARM)] * 3,
    )
    swaps = read_guard_examples([path], ["es/repair"], number=2, seed=1)
    assert [(swap.cause, swap.count) for swap in swaps] == [
        ("pronoun-of-another", 3),
        ("pronoun-of-another", 3),
        (REPAIRED, 1),
    ]
    assert len({swap.decision.id for swap in swaps}) == 3
    assert swaps == read_guard_examples([path], ["es/repair"], number=2, seed=1)
    for labels, message in ((["es"], "LANGUAGE/GUARD"), ([], "1 files but 0 labels")):
        with pytest.raises(ConfigError, match=message):
            read_guard_examples([path], labels, number=2, seed=1)


def sentence_table(path: Path, rows: Sequence[Row]) -> Path:
    write_lines(path, ["\t".join(rows[0]), *("\t".join(one.values()) for one in rows)])
    return path


@pytest.fixture
def files(winomt: Any, tmp_path: Path) -> dict[str, list[str]]:
    """Two systems on three sentences: one repaired, one broken with its pronoun, one the same."""

    def counted(rows: Sequence[Row]) -> Callable[[Any], None]:
        def change(data: Any) -> None:
            genders = ("male", "female", "neutral", "unknown")
            data["counts"]["confusion"] = {
                "female": {g: sum(one["predicted"] == g for one in rows) for g in genders}
            }

        return change

    base = [row(1, "male"), row(2, "female"), row(3, "female")]
    other = [
        row(1, "female", translation=HOSTILE),
        row(2, "male", pronoun_outcome="other-gender", pronoun_form="il"),
        row(3, "female"),
    ]
    scores = [winomt("1.json", counted(base)), winomt("2.json", counted(other), system="gb")]
    scores.append(winomt("3.json", counted(base), system="same"))
    tables = [sentence_table(tmp_path / f"{n}.tsv", r) for n, r in enumerate((base, other, base))]
    return {"winomt": [str(path) for path in scores], "sentences": [str(path) for path in tables]}


def test_table_and_report(
    files: dict[str, list[str]], decisions: Callable[..., Path], tmp_path: Path
) -> None:
    caught = decisions("d.tsv", ("repaired", "", RIGHT, HARM), ("dropped", HOSTILE[:8], "", HARM))
    out, markdown = tmp_path / "examples.csv", tmp_path / "examples.md"
    command = ["tables", "examples", "--winomt-scores", *files["winomt"], "--sentences"]
    command += [*files["sentences"], "--decisions", str(caught), "--label", "es/drop"]
    assert main([*command, "--output", str(out), "--markdown", str(markdown)]) == 0
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert tuple(rows[0]) == COLUMNS
    systems = [
        (r["kind"], r["example"], r["id"], r["what"], r["noun"], r["pronoun"])
        for r in rows
        if r["part"] == "systems"
    ]
    assert systems == [
        ("noun repaired", "1", "1", "English", "", ""),
        ("noun repaired", "1", "1", "baseline, same", "wrong: male", "same: elle"),
        ("noun repaired", "1", "1", "gb", "right: female", "same: elle"),
        ("noun broken", "2", "2", "English", "", ""),
        ("noun broken", "2", "2", "baseline, same", "right: female", "same: elle"),
        ("noun broken", "2", "2", "gb", "wrong: male", "other-gender: il"),
    ]
    swap = [(r["what"], r["text"]) for r in rows if r["part"] == "swaps" and r["example"] == "2"]
    assert swap == [
        ("English", "She is boss 0."),
        ("English, swapped", "He is boss 0."),
        ("Translation", "Ella es jefa."),
        ("Without guard", HARM),
        ("Guard: drop", RIGHT),
    ]
    shown = terminal_text(read_table(out))
    assert "\x1b" not in shown + markdown.read_text(encoding="utf-8")
    assert "noun repaired: the baseline has the gender of the noun wrong" in shown
    page = report_html(read_report({"winomt": files["winomt"]}, example_tables=[out]))
    for part in ('id="section-examples"', ">harmful swap</option>", ">noun repaired</option>"):
        assert part in page
    assert HARM in re.sub("</?mark>", "", page)
    assert page.count("<script>") == 1
    assert "\x1b" not in page
    assert "&lt;script&gt;alert(1)" in re.sub("</?(mark|u)>", "", page)
    assert 'noun <span class="wrong">wrong</span>: male' in page
    assert 'pronoun <span class="wrong">of the other gender</span>: il' in page


@pytest.fixture
def rejected(tmp_path: Path) -> Path:
    """Rejected feminine pairs: 40 for a word, 3 without one, 2 that are empty."""
    reasons = ["word-of-the-other-gender"] * 40 + ["no-word-of-the-gender"] * 3 + ["empty"] * 2
    path = tmp_path / "rejected.fem.tsv"
    rows = ["id\treason\tword\tsource\ttarget"]
    for number, reason in enumerate(reasons):
        word = f"jefe{number}" if reason.startswith("word") else ""
        rows.append(f"{number}\t{reason}\t{word}\tShe said {number}.\tDijo {word}.")
    write_lines(path, rows)
    return path


def test_rejected_pairs(rejected: Path) -> None:
    found = read_rejected_examples([rejected], ["es/fem"], number=5, seed=1)
    reasons = [item.row["reason"] for item in found]
    assert reasons == ["word-of-the-other-gender"] * 5 + ["no-word-of-the-gender"] * 3
    assert {(item.count, item.total) for item in found} == {(40, 45), (3, 45)}
    ids = [int(item.row["id"]) for item in found[:5]]
    assert ids == sorted(set(ids))
    assert found == read_rejected_examples([rejected], ["es/fem"], number=5, seed=1)
    assert found != read_rejected_examples([rejected], ["es/fem"], number=5, seed=2)
    # Over all seeds each pair has its chance.
    draws = {
        int(item.row["id"])
        for seed in range(60)
        for item in read_rejected_examples([rejected], ["es/fem"], number=5, seed=seed)[:5]
    }
    assert draws == set(range(40))
    with raises("label.no-gender"):
        read_rejected_examples([rejected], ["es/women"], number=5, seed=1)


def test_rejected_pairs_in_table_and_report(
    files: dict[str, list[str]], rejected: Path, tmp_path: Path
) -> None:
    out, markdown = tmp_path / "examples.csv", tmp_path / "examples.md"
    command = ["tables", "examples", "--rejected", str(rejected), "--rejected-label", "es/fem"]
    command += ["--rejections", "1", "--output", str(out), "--markdown", str(markdown)]
    assert main(command) == 0
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert [(r["part"], r["kind"], r["example"], r["what"]) for r in rows] == [
        ("rejected", "word of the other gender", "1", "English"),
        ("rejected", "word of the other gender", "1", "Translation"),
        ("rejected", "no word of the gender", "2", "English"),
        ("rejected", "no word of the gender", "2", "Translation"),
    ]
    number = rows[0]["id"]
    assert rows[0]["note"] == (
        "feminine: word of the other gender; 40 of the 45 that were rejected"
    )
    assert (rows[1]["mark"], rows[1]["text"]) == (f"jefe{number}", f"Dijo jefe{number}.")
    assert terminal_text(read_table(out))
    page = report_html(read_report({"winomt": files["winomt"]}, example_tables=[out]))
    assert ">rejected pair</option>" in page
    assert f"<u>jefe{number}</u>" in page


def test_faults_of_examples(files: dict[str, list[str]], tmp_path: Path) -> None:
    with raises("examples.no-source"):
        example_table()
    with raises("sentences-table.count", "0", "3"):
        example_table(files["winomt"])
    with raises("baseline.unknown"):
        example_table(files["winomt"], files["sentences"], baseline="nobody")
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with raises("table.no-examples-table"):
        read_report({"winomt": files["winomt"]}, example_tables=[other])


def test_one_system_has_no_differences(files: dict[str, list[str]]) -> None:
    scores = read_scores("winomt", files["winomt"][:1])
    assert scores[0].system == "baseline"
    table = example_table(files["winomt"][:1], files["sentences"][:1])
    assert table.records == []


def test_data_and_published_figures_in_the_report(
    winomt: Any, files: dict[str, list[str]], tmp_path: Path
) -> None:
    data = tmp_path / "datasets.csv"
    header = "language,dataset,pairs,originals,counterfactuals,professions,masculine,feminine"
    data.write_text(f"{header}\nes,<b>gb</b>,4,2,2,2,2,2\n", encoding="utf-8")
    page = report_html(
        read_report({"winomt": files["winomt"]}, data_tables=[data], published=["naik2023"])
    )
    for part in ("Training data", "Figures of papers", "&lt;b&gt;gb", "Gender-Balanced"):
        assert part in page
    assert 'id="data.datasets"' in page
    assert 'id="published.naik2023.sizes"' in page
    assert 'id="published.naik2023.winomt"' in page
    assert 'id="published.naik2023.bleu"' not in page
    with raises("paper.unknown"):
        read_report({"winomt": files["winomt"]}, published=["other2023"])
    with raises("table.duplicate-name"):
        read_report({"winomt": files["winomt"]}, data_tables=[data, data])
