from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cdaflow.cli import main
from cdaflow.tables.pictures import read_picture
from cdaflow.tables.profession_figures import gap_figure, profession_figure, sorted_professions
from cdaflow.tables.quality_figure import accuracy_bleu_figure, kept_color, system_marker
from cdaflow.tables.score_figures import confusion_figure, gain_figure, pro_anti_figure
from cdaflow.tables.scores import read_scores

from ..errors import raises

NULL = {"value": None, "low": None, "high": None}


@pytest.fixture
def commands(winomt: Any, bleu: Any) -> dict[str, list[str]]:
    def undefined(data: Any) -> None:
        data["scores"] = dict.fromkeys(data["scores"], NULL)

    scores = [
        str(winomt("1.json")),
        str(winomt("2.json", system="$x_1$ <b>")),
        str(winomt("3.json", undefined, language="fr")),
    ]
    quality = [str(bleu("b1.json")), str(bleu("b2.json", system="$x_1$ <b>"))]
    return {
        "pro-anti": scores,
        "professions": scores[:1],
        "accuracy-bleu": ["--winomt-scores", *scores, "--bleu-scores", *quality],
    }


@pytest.mark.parametrize(
    ("kind", "suffix"),
    [
        ("pro-anti", "svg"),
        ("professions", "svg"),
        ("accuracy-bleu", "svg"),
        ("pro-anti", "png"),
        ("pro-anti", "pdf"),
    ],
)
def test_same_scores_same_bytes(
    commands: dict[str, list[str]], tmp_path: Path, kind: str, suffix: str
) -> None:
    paths = [tmp_path / f"{name}.{suffix}" for name in ("one", "other")]
    for path in paths:
        assert main(["tables", "figure", kind, *commands[kind], "--output", str(path)]) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    if suffix == "svg":
        root = ElementTree.fromstring(paths[0].read_text(encoding="utf-8"))  # noqa: S314
        assert root.findtext("{http://www.w3.org/2000/svg}title")
        assert not [e for e in root.iter() if e.tag.endswith(("script", "foreignObject"))]
        assert "dc:date" not in paths[0].read_text(encoding="utf-8")


def test_professions_go_from_those_that_favour_men(winomt: Any) -> None:
    def add(data: Any) -> None:
        data["counts"]["by_profession"].update(
            {
                "aide": {"male": {"gold": 4, "correct": 1}, "female": {"gold": 4, "correct": 4}},
                "monk": {"male": {"gold": 1, "correct": 1}, "female": {"gold": 0, "correct": 0}},
                "none": {"male": {"gold": 0, "correct": 0}, "female": {"gold": 0, "correct": 0}},
            }
        )

    (score,) = read_scores("winomt", [winomt("1.json", add)])
    # boss 100 - 0, nurse 50 - 50, aide 25 - 100; the monk has no women.
    assert [name for name, _, _ in sorted_professions(score)] == ["boss", "nurse", "aide", "monk"]


def test_faults_write_nothing(winomt: Any, bleu: Any, tmp_path: Path) -> None:
    scores = read_scores("winomt", [winomt("1.json")])
    quality = read_scores("bleu", [bleu("b.json")])
    with raises("figure.unknown-format", "svg, .png, .pdf"):
        pro_anti_figure(scores, tmp_path / "x.jpg")
    with raises("testset.unknown", '"none"'):
        accuracy_bleu_figure(scores, quality, tmp_path / "x.svg", "none")
    two = read_scores("bleu", [bleu("b.json"), bleu("c.json", testset="news")])
    with raises("testset.ambiguous", "news"):
        accuracy_bleu_figure(scores, two, tmp_path / "x.svg")
    assert not list(tmp_path.glob("*x.*"))
    profession_figure(scores[:1], tmp_path / "p.svg", minimum=4)
    assert "Left out: 1 with fewer than 4." in (tmp_path / "p.svg").read_text(encoding="utf-8")
    accuracy_bleu_figure(scores, two, tmp_path / "x.svg", "news")
    assert (tmp_path / "x.svg").exists()


def test_a_figure_without_anything_to_show_says_so(
    winomt: Any, bleu: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_professions(data: Any) -> None:
        data["counts"]["by_profession"] = {}

    def no_halves(data: Any) -> None:
        for half in ("pro", "anti"):
            data["scores"][f"accuracy_{half}"] = NULL

    scores = read_scores("winomt", [winomt("1.json")])
    quality = read_scores("bleu", [bleu("b.json", language="it")])
    empty = read_scores("winomt", [winomt("2.json", no_professions)])
    none = read_scores("winomt", [winomt("3.json", no_halves)])

    def undefined(data: Any) -> None:
        data["scores"] = {
            name: each | NULL for name, each in data["scores"].items() if name != "signature"
        }

    def no_sentences(data: Any) -> None:
        data["counts"]["confusion"] = {"male": {"male": 0}}

    bare = read_scores("winomt", [winomt(f"{name}.json", undefined, system=name) for name in "xy"])
    unscored = read_scores("bleu", [bleu("c.json", undefined)])
    no_rows = read_scores("winomt", [winomt("4.json", no_sentences)])
    for name, draw, reason in (
        ("a", lambda path: accuracy_bleu_figure(scores, quality, path), "no system has both"),
        ("b", lambda path: profession_figure(empty, path), "none of 0 professions"),
        ("c", lambda path: profession_figure(scores, path, minimum=5), "has 5 sentences"),
        ("d", lambda path: gap_figure(scores, path, minimum=9), "no profession has 9 sentences"),
        ("e", lambda path: pro_anti_figure(none, path), "no row of the challenge set is in one"),
        ("f", lambda path: gain_figure(bare, path), "no score is defined on these sentences"),
        ("g", lambda path: accuracy_bleu_figure(scores, unscored, path), "no system has both"),
        ("h", lambda path: confusion_figure(no_rows, path), "count no sentence"),
    ):
        draw(tmp_path / f"{name}.svg")
        assert f"{name}.svg: nothing to show: " in (said := capsys.readouterr().err)
        assert reason in said
        assert reason in read_picture(tmp_path / f"{name}.svg").description


def test_kept_is_the_colour_of_accuracy_against_bleu(
    winomt: Any, bleu: Any, tmp_path: Path
) -> None:
    def kept(value: float) -> Any:
        return lambda data: data["scores"].update(
            secondary_kept={"value": value, "low": value, "high": value}
        )

    scores = [winomt("1.json", kept(93.6)), winomt("2.json", kept(22.3), system="costly"),
              winomt("3.json", system="outside")]  # fmt: skip
    names = ("baseline", "costly", "outside")
    quality = [bleu(f"b{name}.json", system=name) for name in names]
    path = tmp_path / "x.svg"
    accuracy_bleu_figure(read_scores("winomt", scores), read_scores("bleu", quality), path)
    drawn = path.read_text(encoding="utf-8").lower()
    for value in (93.6, 22.3, None):
        assert f'style="fill: {kept_color(value)}'.lower() in drawn
    assert f'style="fill: {kept_color(75)}' not in drawn
    assert len({kept_color(value) for value in (49.9, 50, 70, 80, 90, None)}) == 6
    assert kept_color(0) == kept_color(49.9)
    assert kept_color(100) == kept_color(90)
    styles = [system_marker(number) for number in range(28)]
    assert len(set(styles)) == len(styles)
