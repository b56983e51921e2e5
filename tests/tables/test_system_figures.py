from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cdaflow.cli import main
from cdaflow.tables.drawing import _DARK, for_pages
from cdaflow.tables.profession_figures import SHADES, _shade, _widest, gap_figure, profession_gaps
from cdaflow.tables.score_figures import STYLES, gain_figure, system_style
from cdaflow.tables.scores import read_scores

from ..errors import raises

NULL = {"value": None, "low": None, "high": None}


@pytest.mark.parametrize("kind", ["gaps", "confusion", "gains"])
def test_same_scores_same_bytes(winomt: Any, tmp_path: Path, kind: str) -> None:
    def undefined(data: Any) -> None:
        data["scores"] = dict.fromkeys(data["scores"], NULL)
        data["counts"]["confusion"] = {"male": {"male": 0}}

    scores = [str(winomt("1.json")), str(winomt("2.json", undefined, system="$x_1$ <b>"))]
    paths = [tmp_path / name for name in ("1.svg", "2.svg")]
    for path in paths:
        assert main(["tables", "figure", kind, *scores, "--output", str(path)]) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    text = paths[0].read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)  # noqa: S314
    assert root.findtext("{http://www.w3.org/2000/svg}title")
    # Whatever is referred to is there, under the short name.
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(re.findall(r'id="([^"]+)"', text))
    # Every colour has one for dark pages, but the black that stays black on coloured bars.
    body = re.sub(r"<style.*?</style>", "", text, flags=re.DOTALL)
    assert set(re.findall(r"#[0-9a-f]{6}\b", body)) <= {*_DARK, "#010101"}


def test_gaps_by_profession(winomt: Any) -> None:
    def other(data: Any) -> None:
        data["counts"]["by_profession"] = {
            "nurse": {"male": {"gold": 4, "correct": 1}, "female": {"gold": 4, "correct": 4}},
            "monk": {"male": {"gold": 2, "correct": 2}},
        }

    scores = read_scores("winomt", [winomt("1.json"), winomt("2.json", other, system="gb")])
    # nurse: 50 - 50, then 25 - 100; boss: 100 - 0, and none in the second; the monk has no women.
    gaps = profession_gaps(scores)
    assert gaps == {"nurse": [0.0, -75.0], "boss": [100.0, None]}
    assert _widest(gaps, 2) == ["boss", "nurse"]
    assert _widest(gaps, 1) == ["boss"]
    assert profession_gaps(scores, 4) == {"nurse": [None, -75.0]}


def test_shades_are_the_same_on_both_sides() -> None:
    for gap in (0, 9.9, 10, 29.9, 30, 59.9, 60, 100):
        assert _shade(gap) + _shade(-gap) == len(SHADES) - 1
    assert [_shade(gap) for gap in (100, 30, 10, 0, -10, -30, -100)] == [*range(7)]


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2)."""

    def light(color: str) -> float:
        parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("shade", SHADES)
def test_numbers_stand_out_from_their_cells(shade: tuple[int, str, str, str]) -> None:
    _, cell, ink, _ = shade
    assert _contrast(cell, ink) >= 4.5
    assert _contrast(_DARK[cell], _DARK[ink]) >= 4.5


def test_faults(winomt: Any, tmp_path: Path) -> None:
    two = read_scores("winomt", [winomt("1.json"), winomt("2.json", language="fr")])
    path = tmp_path / "x.svg"
    with raises("figure.several-languages", "2"):
        gap_figure(two, path)
    with raises("baseline.unknown"):
        gain_figure(two, path, "nobody")
    assert not path.exists()


def test_systems_are_told_apart() -> None:
    styles = [system_style(number) for number in range(len(STYLES) ** 2)]
    assert len(set(styles)) == len(styles)
    assert styles[:7] == list(STYLES)


def test_for_pages_keeps_what_is_drawn() -> None:
    svg = (
        '<svg><title>1.23456 <!-- t --></title>\n <defs>\n  <style type="text/css">'
        "*{stroke-linejoin: round; stroke-linecap: butt}</style>\n </defs>\n"
        '<g id="text_1">\n <!-- ab -->\n '
        '<g transform="translate(1.23456 -7.0) scale(0.09 -0.09)">\n'
        '  <use xlink:href="#DejaVuSans-61"/>\n'
        '  <use xlink:href="#DejaVuSans-62" transform="translate(61.279297 0)"/>\n'
        ' </g>\n</g>\n<path d="M 0 3 \nL 0.001 -0.126 \n" style="fill: #ffffff"/></svg>\n'
    )
    shown = for_pages(svg)
    assert shown.startswith("<svg><title>1.23456 <!-- t --></title>")
    assert '<g transform="translate(1.23 -7) scale(0.09 -0.09)">' in shown
    assert '<use xlink:href="#g62" x="61.28"/>' in shown
    assert '<path d="M 0 3\nL 0 -0.13" style="fill: #ffffff"/>' in shown
    assert '[style*="fill: #ffffff"]{fill: #16191c !important}' in shown
    assert for_pages("no picture of matplotlib") == "no picture of matplotlib"
