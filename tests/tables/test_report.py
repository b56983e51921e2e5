from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import ConfigError, InputError
from cdaflow.tables.contents import read_report
from cdaflow.tables.examples import choose, read_sentences
from cdaflow.tables.markup import isolated, read_picture
from cdaflow.tables.report import report_html
from cdaflow.tables.scores import read_winomt

VOID = {"meta", "img", "br", "link", "input", "hr"}
HOSTILE = "<script>alert(1)</script> &amp; \"' \x00\x1b[2J \u202eabc\u2066 \u200fשלום $title </bdi>"


class Page(HTMLParser):
    """Collects the elements of a page and checks that they are nested as they are closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture
def arguments(winomt: Any, bleu: Any, sentences: Any, tmp_path: Path) -> list[str]:
    scores = [str(winomt("1.json")), str(winomt("2.json", system="<b>fine</b>"))]
    figure = tmp_path / "figure.svg"
    assert main(["tables", "figure", "pro-anti", *scores, "--output", str(figure)]) == 0
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"languages": ["es"], "note": HOSTILE}), encoding="utf-8")
    tables = [str(sentences("1.tsv")), str(sentences("2.tsv", {5: HOSTILE}))]
    return [
        "tables", "report", "--winomt-scores", *scores, "--bleu-scores", str(bleu("b.json")),
        "--sentences", *tables, "--figures", str(figure), "--config", str(config), "--output",
    ]  # fmt: skip


def test_page_is_well_formed_whole_and_the_same_twice(arguments: list[str], tmp_path: Path) -> None:
    paths = [tmp_path / "1.html", tmp_path / "2.html"]
    for path in paths:
        assert main([*arguments, str(path)]) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    page = Page(paths[0].read_text(encoding="utf-8"))
    assert len(page.of("table")) == len(page.of("caption")) == 2
    assert all(header.get("scope") in ("col", "row") for header in page.of("th"))
    ids = [a["id"] for _, a in page.elements if "id" in a]
    assert len(ids) == len(set(ids))
    (image,) = page.of("img")
    assert image["alt"]
    assert (image["src"] or "").startswith("data:image/svg+xml;base64,")
    for attribute in ("src", "href", "action", "onload", "onclick"):
        values = [a[attribute] or "" for _, a in page.elements if attribute in a]
        assert all(value.startswith("data:") for value in values)
    assert not page.of("script") + page.of("link") + page.of("iframe")
    for part in ("50.0 [21.5, 78.5]", "66.7 [20.0, 90.0]", "nearer to 0", "tok:13a", "seed:1"):
        assert part in page.text
    assert "es: 8 sentences" in page.text
    assert page.text.count("entity-not-found") == 2  # one sentence, two systems


def test_hostile_text_stays_text(arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    assert main([*arguments, str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert not page.of("script") + page.of("b")
    assert "<b>fine</b>" in page.text
    assert "<script>alert(1)</script> &amp; \"' \ufffd\ufffd[2J abc \u200fשלום $title" in page.text
    assert not set(text) & {*map(chr, range(9)), "\x1b", "\u202e", "\u2066"}
    # All of it stands inside the one <bdi> of the translation.
    start = text.index("&lt;script&gt;")
    assert text[:start].endswith('<bdi lang="es">')
    assert text[start:].partition("</bdi>")[0].endswith("&lt;/bdi&gt;")


def test_marks() -> None:
    assert isolated("L’Infirmière est là", "fr", "l' infirmière") == (
        '<bdi lang="fr"><mark>L’Infirmière</mark> est là</bdi>'
    )
    assert isolated("the cooker, the cook", "en", "cook") == (
        '<bdi lang="en">the cooker, the <mark>cook</mark></bdi>'
    )
    assert isolated("a <b", '"><script', "<b") == "<bdi>a <mark>&lt;b</mark></bdi>"
    assert isolated("nothing", "es", "") == '<bdi lang="es">nothing</bdi>'
    assert isolated("nothing", "es", "other") == '<bdi lang="es">nothing</bdi>'


def test_parts_left_out_leave_no_empty_section(winomt: Any) -> None:
    text = report_html(read_report([winomt("1.json")], []))
    assert len(Page(text).of("table")) == 1
    headings = re.findall("<h2>(.*?)</h2>", text)
    assert headings == ["Scores", "Signatures and configuration"]
    with pytest.raises(ConfigError, match="no scores"):
        read_report([], [])


def test_annotators_have_a_table(winomt: Any, tmp_path: Path) -> None:
    names = ("Tokens", "Words", "UPOS", "UFeats", "Lemmas", "UAS", "LAS", "MLAS")
    scores = {name: {"correct": 93, "gold": 100, "system": 100, "f1": 93.25} for name in names}
    path = tmp_path / "es.json"
    content = {
        "metric": "annotator", "language": "es", "annotator": "stanza small", "backend": "stanza",
        "gold": {"file": "es.conllu", "sentences": 7, "words": 100},
        "signature": "conll18|udtools:1", "words": {"gold": scores, "raw": scores},
    }  # fmt: skip
    path.write_text(json.dumps(content), encoding="utf-8")
    page = Page(report_html(read_report([winomt("1.json")], [], annotators=[path])))
    assert "annotators" in [caption["id"] for caption in page.of("caption")]
    assert page.text.count("stanza small") >= 2
    assert "are compared with treebanks" in page.text


def test_sentences_of_another_run_are_refused(winomt: Any, sentences: Any) -> None:
    def other(data: Any) -> None:
        data["counts"]["confusion"]["male"].update(male=4, unknown=0)

    with pytest.raises(InputError, match="genders are not those counted"):
        read_report([winomt("1.json", other)], [], [sentences("1.tsv")])
    with pytest.raises(ConfigError, match="2 tables of sentences for 1"):
        read_report([winomt("1.json")], [], [sentences("1.tsv")] * 2)


@pytest.mark.parametrize(
    ("text", "message"), [("line\tgold\n", "no column predicted"), ("", "0 rows")]
)
def test_faulty_tables_of_sentences(winomt: Any, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "s.tsv"
    path.write_text(text)
    (score,) = read_winomt([winomt("1.json")])
    with pytest.raises(InputError, match=message):
        read_sentences(path, score)


def test_examples_are_spread_over_the_kinds() -> None:
    def row(line: int, half: str, gold: str, predicted: str) -> dict[str, str]:
        names = ("line", "half", "gold", "predicted", "profession", "source", "translation")
        cells = (str(line), half, gold, predicted, "p", f"source {line}", f"translation {line}")
        return dict(zip(names, cells, strict=True))

    rows = [row(line, "pro", "male", "male") for line in range(100)]
    rows += [row(line, "anti", "female", "male") for line in range(100, 103)]
    rows += [row(103, "anti", "female", "female")]
    examples = choose({"base": rows, "other": rows[:103]}, 8)
    # Line 103 is not there in both; of the 3 wrong ones all, the other 5 evenly out of 100.
    assert [int(e.line) for e in examples] == [10, 30, 50, 70, 90, 100, 101, 102]
    assert [o.system for o in examples[0].outputs] == ["base", "other"]
    assert [o.right for o in examples[-1].outputs] == [False, False]
    assert len(choose({"base": rows}, 1000)) == 104


@pytest.mark.parametrize(
    "text",
    [
        "no picture",
        "<html xmlns='http://www.w3.org/1999/xhtml'/>",
        "<!DOCTYPE s [<!ENTITY a 'x'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
    ],
)
def test_what_is_no_picture(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.svg"
    path.write_text(text)
    with pytest.raises(InputError, match=r"x\.svg"):
        read_picture(path)
