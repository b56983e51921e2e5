from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.scoring.metric import metric_named
from cdaflow.tables.bias import BIAS
from cdaflow.tables.contents import read_report
from cdaflow.tables.language_models import LANGUAGE_MODELS
from cdaflow.tables.markup import LONGEST, changed_words, isolated
from cdaflow.tables.pictures import read_picture
from cdaflow.tables.quality_figure import accuracy_bleu_figure
from cdaflow.tables.render import write_table
from cdaflow.tables.report import report_html, summary
from cdaflow.tables.score_figures import pro_anti_figure
from cdaflow.tables.scores import read_scores
from cdaflow.tables.system_diffs import choose, outcomes, read_sentences
from cdaflow.tables.table import Layout
from cdaflow.tables.tagger import TAGGERS

from ..errors import raises

VOID = {"meta", "img", "br", "link", "input", "hr"}


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
    for attribute in ("src", "href", "action", "onload", "onclick", "style"):
        values = [a[attribute] or "" for _, a in page.elements if attribute in a]
        assert all(value.startswith(("data:", "#")) for value in values)
        assert all(value[1:] in ids for value in values if value.startswith("#"))
    assert page.of("script") == [{}]
    assert not page.of("link") + page.of("iframe") + page.of("form")
    for part in ("50.0 [21.5, 78.5]", "66.7 [20.0, 90.0]", "nearer to 0", "tok:13a", "seed:1"):
        assert part in page.text
    assert len([a for a in page.of("li") if "data-k" in a]) == 8
    assert "entity-not-found" not in page.text
    assert page.text.count("the person was not found") == 1  # two systems that wrote the same


def test_policy_admits_this_style_and_this_script_alone(
    arguments: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "r.html"
    assert main([*arguments, str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    (policy,) = [a["content"] for a in Page(text).of("meta") if "http-equiv" in a]
    parts = dict(part.split(" ", 1) for part in (policy or "").split("; "))
    for name in ("style", "script"):
        (body,) = re.findall(rf"<{name}>(.*?)</{name}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert parts.pop(f"{name}-src") == f"'sha256-{digest}'"
    assert parts.pop("img-src") == "data:"
    assert set(parts.values()) == {"'none'"}
    assert "default-src" in parts


def test_hostile_text_stays_text(arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    assert main([*arguments, str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert len(page.of("script")) == 1
    assert not page.of("b")
    assert "<b>fine</b>" in page.text
    shown = "<script>alert(1)</script> &amp; \"' ␀␛[2J [U+202E]abc[U+2066] \u200fשלום $title </bdi>"
    assert page.text.count(shown) == 1  # JSON spells some of it in its own way
    assert not set(text) & {*map(chr, range(9)), "\x1b", "\u202e", "\u2066"}
    # All of it stands inside the one <bdi> of the translation.
    plain = re.sub("</?(?:mark|u)>", "", text)
    start = plain.index("&lt;script&gt;")
    assert plain[:start].endswith('<bdi lang="es">')
    assert plain[start:].partition("</bdi>")[0].endswith("&lt;/bdi&gt;")


def test_marks() -> None:
    assert isolated("L’Infirmière est là", "fr", "l' infirmière") == (
        '<bdi lang="fr"><u>L’Infirmière</u> est là</bdi>'
    )
    assert isolated("the cooker, the cook", "en", "cook") == (
        '<bdi lang="en">the cooker, the <u>cook</u></bdi>'
    )
    assert isolated("a <b", '"><script', "<b") == "<bdi>a <u>&lt;b</u></bdi>"
    assert isolated("nothing", "es", "") == '<bdi lang="es">nothing</bdi>'
    assert isolated("nothing", "es", "other") == '<bdi lang="es">nothing</bdi>'


def test_changed_words_are_marked() -> None:
    before, after = "El juez se disculpó con él.", "La jueza se disculpó ayer con él."
    changed = changed_words(after, before)
    assert [after[start:end] for start, end in changed] == ["La jueza", "ayer"]
    assert isolated(after, "es", "jueza", changed) == (
        '<bdi lang="es"><mark>La </mark><mark><u>jueza</u></mark> se disculpó '
        "<mark>ayer</mark> con él.</bdi>"
    )
    assert changed_words(before, before) == []
    # Places are those of the text as it is shown.
    hostile = "\u202eab cd"
    assert isolated(hostile, "es", "", changed_words(hostile, "\u202eab ef")) == (
        '<bdi lang="es">[U+202E]ab <mark>cd</mark></bdi>'
    )


def test_endless_sentences_are_cut() -> None:
    shown = isolated("a" * 10_000_000, "es", "a", [(0, 1)])
    assert len(shown) < LONGEST + 100
    assert "[9,999,000 more characters]" in shown


def test_outcomes_by_system(winomt: Any, sentences: Any) -> None:
    (score,) = read_scores("winomt", [winomt("1.json")])
    base = read_sentences(sentences("1.tsv"), score)
    wrong = base[5]  # a woman taken for a man
    repaired = wrong | {"predicted": "female", "pronoun_outcome": "other-gender"}
    people = {"secondary": "boss", "secondary_gender": "male"}
    changed = wrong | {"predicted": "unknown", **people, "secondary_gender": "female"}
    systems = {"base": wrong | people, "other": repaired, "same": wrong, "changed": changed}
    assert outcomes(systems) == {
        "base": ["wrong gender"],
        "other": ["right gender", "pronoun of the other gender"],
        "same": ["wrong gender"],
        "changed": ["gender unknown", "other person changed"],
    }


def test_parts_left_out_leave_no_empty_section(winomt: Any) -> None:
    text = report_html(read_report({"winomt": [winomt("1.json")]}))
    assert len(Page(text).of("table")) == 1
    headings = re.findall("<h2.*?>(.*?)</h2>", text)
    assert headings == ["What came out", "Scores", "Details"]
    with raises("report.no-scores"):
        read_report({})


def top_of(text: str) -> str:
    Page(text)
    return text[text.index('id="section-result"') : text.index('id="section-scores"')]


def scored(accuracy: float, kept: float | None = None) -> Any:
    """Return a change of a score file: accuracy and how often the other person is kept."""

    def change(data: Any) -> None:
        data["scores"]["accuracy"] = estimate(accuracy)
        if kept is not None:
            data["scores"]["secondary_kept"] = estimate(kept)

    return change


def estimate(value: float) -> dict[str, float]:
    return {"value": value, "low": value - 2, "high": value + 2}


def with_bleu(value: float) -> Any:
    return lambda data: data["scores"]["bleu"].update(estimate(value))


def test_unbeaten_systems_are_on_top_and_no_winner(winomt: Any, bleu: Any) -> None:
    scores = {
        "baseline": (50.0, 90.0, 40.0), "costly": (90.0, 30.0, 27.0), "gentle": (60.0, 91.0, 40.0),
        "worse": (55.0, 30.0, 39.0),
    }  # fmt: skip
    files = {"winomt": [], "bleu": []}
    for number, (name, (accuracy, kept, quality)) in enumerate(scores.items()):
        change = scored(accuracy, kept)
        files["winomt"].append(winomt(f"{number}.json", change, system=name))
        files["bleu"].append(bleu(f"b{number}.json", with_bleu(quality), system=name))
    files["winomt"].append(winomt("fr.json", language="fr"))
    report = read_report(files, commit="commit abc of 2026-01-02")
    top = top_of(report_html(report))
    assert re.findall("<h3>(.*?)</h3>", top) == [
        "Spanish: <bdi>gentle</bdi>", "Spanish: <bdi>costly</bdi>", "French: <bdi>baseline</bdi>"
    ]  # fmt: skip
    said = "of 4 systems 2 are beaten by no other in accuracy, Kept and BLEU at once"
    assert said in top
    assert "<bdi>gentle</bdi> beats the baseline (<bdi>baseline</bdi>) without a loss" in top
    assert "50.0 → <strong>60.0</strong>" in top
    assert "40.0 → <strong>27.0</strong>" in top
    assert "Not measured: Kept and BLEU." in top  # of French
    assert "best" not in top
    text = report_html(report)
    assert "<h1>Gender in translation: 4 systems, English to Spanish and French</h1>" in text
    assert "Made with commit abc of 2026-01-02." in text
    assert "scored on" not in text
    assert "translated English into Spanish and French" in top
    assert summary.best_systems(report) == ["gentle", "costly"]
    # What is behind the results comes after them, folded.
    assert text.index('id="section-scores"') < text.index('<details class="fold"')
    assert not re.search("<details[^>]* open", text)


def test_systems_without_a_score_or_not_to_be_believed(winomt: Any, bleu: Any) -> None:
    warned = {"lines": 8, "of": 8, "kinds": {"empty": 8}}
    files = {
        "winomt": [winomt("1.json"), winomt("2.json", system="silent"),
                   winomt("3.json", system="broken", warned=warned)],
        "bleu": [bleu("b1.json"), bleu("b3.json", system="broken")],
    }  # fmt: skip
    top = top_of(report_html(read_report(files)))
    assert "Not measured: Kept." in top
    assert "not to be believed: <bdi>silent</bdi> and <bdi>broken</bdi>." in top
    assert "Spanish: one system, with no other" in top
    alone = [winomt("4.json", warned=warned)]
    assert "No comparison in Spanish" in top_of(report_html(read_report({"winomt": alone})))


def test_accuracy_against_bleu_is_the_first_figure(winomt: Any, bleu: Any, tmp_path: Path) -> None:
    scores, quality = [winomt("1.json")], [bleu("b.json")]
    figures = [tmp_path / "pro-anti.svg", tmp_path / "accuracy-bleu.svg"]
    accuracy_bleu_figure(read_scores("winomt", scores), read_scores("bleu", quality), figures[1])
    pro_anti_figure(read_scores("winomt", scores), figures[0])
    text = report_html(read_report({"winomt": scores, "bleu": quality}, figures=figures))
    assert top_of(text).count("<figure>") == 1
    assert text.count("<figure>") == 2
    assert "Gender accuracy against translation quality" in top_of(text)


def test_tables_of_a_topic_have_a_section_of_their_own(winomt: Any, tmp_path: Path) -> None:
    (path := tmp_path / "bias.csv").write_text("encoder,spearman\nbilstm,0.61\n")
    text = report_html(read_report({"winomt": [winomt("1.json")]}, data_tables=[path]))
    assert "Fairness of encoders and language models" in re.findall("<h2.*?>(.*?)</h2>", text)
    assert text.index("bilstm") < text.index('id="section-details"')
    # A table of no known kind is named as its file is.
    assert '<caption id="data.bias"><span>bias</span>' in text


def test_a_page_without_scores(tmp_path: Path) -> None:
    association = {"association": "1.10", "association_low": "0.90", "association_high": "1.30"}
    table = csv_of(tmp_path, "bias", BIAS, {"system": "augment-0", **association})
    path = tmp_path / "r.html"
    assert main(["tables", "report", "--data-tables", str(table), "--output", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    Page(text)
    assert "<title>Gender bias of models: report</title>" in text
    headings = re.findall("<h2.*?>(.*?)</h2>", text)
    assert headings == ["Fairness of encoders and language models", "Details"]
    assert "1.10 <span" in text
    assert "translated" not in text


def csv_of(folder: Path, name: str, layout: Layout, *rows: dict[str, str]) -> Path:
    write_table(layout.table(rows), folder / f"{name}.csv")
    return folder / f"{name}.csv"


def test_sections_of_alternatives_and_fairness(
    arguments: list[str], winomt: Any, tmp_path: Path
) -> None:
    association = {"association": "1.10", "association_low": "0.90", "association_high": "1.30"}
    stereotyping = {"stereotyping": "3.02", "stereotyping_low": "2.5", "stereotyping_high": "3.5"}
    f1 = {"f1": "91.4", "f1_low": "90.0", "f1_high": "92.0"}
    offered = {"alternatives_precision": "84.5", "language": "es", "testset": "gate"}
    alternatives = metric_named("alternatives")
    layout = Layout(alternatives.title, alternatives.csv_fields)
    tables = [
        csv_of(tmp_path, "bias", BIAS, {"system": "counterfactual", **association}),
        csv_of(tmp_path, "lm", LANGUAGE_MODELS, {"system": "swapped text", **stereotyping}),
        csv_of(tmp_path, "tagger", TAGGERS, {"system": "bilstm", "label": "head", **f1}),
        csv_of(tmp_path, "students", layout, {"system": "student", **offered}),
        csv_of(tmp_path, "alternatives", layout, {"system": "both", **offered}),
    ]
    figures = []
    for name in ("lm-nouns", "calibration"):
        figures.append(tmp_path / f"{name}.svg")
        title = f"<title>Figure {name}</title>"
        figures[-1].write_text(f"<svg xmlns='http://www.w3.org/2000/svg'>{title}</svg>")
    path = tmp_path / "r.html"
    given = ["--data-tables", *map(str, tables), "--figures", *map(str, figures)]
    assert main([*arguments[:-1], *given, "--output", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    Page(text)
    starts = ["alternatives", "fairness", "examples", "details"]
    places = [text.index(f'<section id="section-{name}"') for name in starts]
    assert places == sorted(places)
    sections = {
        name: text[start:end]
        for name, start, end in zip(starts, places, [*places[1:], len(text)], strict=True)
    }
    for part in ("1.10 <span", "swapped text", "3.02", "Figure lm-nouns", "Not of translations"):
        assert part in sections["fairness"]
        assert part not in sections["details"]
    for part in ("bilstm", "91.4", "student", "84.5", "Figure calibration",
                 "both: by rules and tagger together"):  # fmt: skip
        assert part in sections["alternatives"]
    assert "bilstm" not in sections["details"]
    # Alternatives first, whatever the order of the files.
    order = [
        sections["alternatives"].index(name) for name in ('"data.alt', '"data.stu', '"data.tag')
    ]
    assert order == sorted(order)
    # Without such tables there are no such sections.
    alone = report_html(read_report({"winomt": [winomt("1.json")]}))
    assert "section-fairness" not in alone
    assert "section-alternatives" not in alone


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
    page = Page(
        report_html(read_report({"winomt": [winomt("1.json")]}, evaluations={"annotators": [path]}))
    )
    assert "annotators" in [caption["id"] for caption in page.of("caption")]
    assert page.text.count("stanza small") >= 2
    assert "are compared with treebanks" in page.text


def test_sentences_of_another_run_are_refused(winomt: Any, sentences: Any) -> None:
    def other(data: Any) -> None:
        data["counts"]["confusion"]["male"].update(male=4, unknown=0)

    with raises("sentences-table.other-gender-counts"):
        read_report({"winomt": [winomt("1.json", other)]}, [sentences("1.tsv")])
    with raises("sentences-table.count", "2", "1"):
        read_report({"winomt": [winomt("1.json")]}, [sentences("1.tsv")] * 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [("line\tgold\n", "column.missing"), ("", "column.missing")],
)
def test_faulty_tables_of_sentences(winomt: Any, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "s.tsv"
    path.write_text(text)
    (score,) = read_scores("winomt", [winomt("1.json")])
    with raises(message):
        read_sentences(path, score)


def test_examples_are_spread_over_the_kinds() -> None:
    def row(line: int, half: str, gold: str, predicted: str) -> dict[str, str]:
        names = ("line", "half", "gold", "predicted", "profession", "source", "translation")
        cells = (str(line), half, gold, predicted, "p", f"source {line}", f"translation {line}")
        return dict(zip(names, cells, strict=True))

    rows = [row(line, "pro", "male", "male") for line in range(100)]
    rows += [row(line, "anti", "female", "male") for line in range(100, 103)]
    rows += [row(103, "anti", "female", "female")]
    chosen = choose({"base": rows, "other": rows[:103]}, 8)
    # Line 103 is not there in both; of the 3 wrong ones all, the other 5 evenly out of 100.
    lines = [int(versions["base"]["line"]) for versions in chosen]
    assert lines == [10, 30, 50, 70, 90, 100, 101, 102]
    assert [*chosen[0]] == ["base", "other"]
    assert len(choose({"base": rows}, 1000)) == 104
    # The lines that are asked for are there in any case, and a rare difference as well.
    other = [*rows[:7], rows[7] | {"predicted": "female"}, *rows[8:]]
    chosen = choose({"base": rows, "other": other}, 5, {"3"})
    assert {"3", "7"} < {versions["base"]["line"] for versions in chosen}


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
