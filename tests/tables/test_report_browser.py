"""The report in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main
from cdaflow.io.files import write_lines

from .chromium import Browser

pytestmark = [pytest.mark.slow, pytest.mark.chromium]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def written() -> list[bytes]:
    """The report of `arguments`, once it was made."""
    return []


@pytest.fixture
def page(
    browser: Browser, written: list[bytes], request: pytest.FixtureRequest, tmp_path: Path
) -> Browser:
    path = tmp_path / "report.html"
    if written:
        path.write_bytes(written[0])
    else:
        assert main([*request.getfixturevalue("arguments"), str(path)]) == 0
        written.append(path.read_bytes())
    browser.show(1280, "light")
    browser.open(path)
    return browser


#: Cards that are to be seen.
CARDS = "[...document.querySelectorAll('#cards > li')].filter(c => !c.hidden).length"
COUNT = "document.getElementById('count').textContent"


def test_nothing_is_loaded_and_nothing_complains(page: Browser) -> None:
    requests = [
        event["params"]["request"]["url"]
        for event in page.events
        if event.get("method") == "Network.requestWillBeSent"
    ]
    assert [url for url in requests if url.startswith("file:")] == requests[:1]
    assert all(url.startswith("data:image/svg+xml") for url in requests[1:])
    told = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
    assert [event for event in page.events if event.get("method") in told] == []
    assert page.ask("[...document.images].every(i => i.complete && i.naturalWidth > 0)")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_page_is_never_scrolled_sideways(page: Browser, width: int) -> None:
    page.show(width, "light")
    page.ask("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert page.ask("document.documentElement.scrollWidth") <= width
    # Tables that are wider scroll in a place that the keyboard reaches.
    assert page.ask("[...document.querySelectorAll('.wide')].every(w => w.tabIndex === 0)")
    if width < 600:
        wide = "[...document.querySelectorAll('.wide')].some(w => w.scrollWidth > w.clientWidth)"
        assert page.ask(wide)


#: Captions of tables that are wider than their place.
CUT = """[...document.querySelectorAll('.wide')].filter(w => w.querySelector('table'))
    .filter(w => w.querySelector('table').getBoundingClientRect().right >
                 w.getBoundingClientRect().right + 1)
    .map(w => w.querySelector('caption').textContent)"""


@pytest.mark.parametrize("name", ["base", "a-system-of-a-long-name-that-has-hyphens"])
def test_no_table_is_cut_on_a_screen_or_on_paper(page: Browser, name: str) -> None:
    """Of a dozen columns with their intervals."""
    page.ask("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    page.ask("document.querySelectorAll('.more-columns').forEach(b => b.click())")
    cells = "document.querySelectorAll('tbody th')"
    page.ask(f"[...{cells}].filter(c => c.cellIndex === 1).forEach(c => c.textContent = '{name}')")
    assert page.ask("document.querySelectorAll('.wide table').length") >= 2
    assert page.ask(CUT) == []
    page.send("Emulation.setEmulatedMedia", media="print", features=[])
    landscape = {"width": 1047, "height": 718}  # A4 without the margins, in CSS pixels
    page.send("Emulation.setDeviceMetricsOverride", **landscape, deviceScaleFactor=1, mobile=False)
    try:
        assert page.ask(CUT) == []
        assert page.ask("document.documentElement.scrollWidth") <= landscape["width"]
    finally:
        page.send("Emulation.setEmulatedMedia", media="", features=[])


@pytest.mark.parametrize("width", [390, 1280])
def test_main_result_is_on_the_first_three_screens(page: Browser, width: int) -> None:
    page.show(width, "light")
    end = "document.querySelector('.caution, .outcome').getBoundingClientRect().bottom"
    assert page.ask(end) <= 3 * 844


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_type_of_figures_has_one_size(page: Browser, width: int) -> None:
    """They stand as they were drawn; where the screen is narrower, they scroll in their place."""
    page.show(width, "light")
    sizes = "[...document.images].map(i => [getComputedStyle(i).width, i.naturalWidth])"
    drawn = page.ask(sizes)
    assert drawn
    assert all(abs(float(shown.rstrip("px")) - natural) <= 1 for shown, natural in drawn)
    plate = "document.querySelector('figure .wide')"
    assert page.ask(f"{plate}.scrollWidth > {plate}.clientWidth") == (width < 600)
    assert page.ask("document.documentElement.scrollWidth") <= width


#: The headers that are to be seen of the table of WinoMT.
HEADERS = """[...document.querySelectorAll('#winomt ~ thead th')]
    .filter(h => h.checkVisibility()).map(h => h.textContent)"""


def test_columns_of_the_terminal_come_first(page: Browser) -> None:
    first = ["Language", "System", "Acc", "ΔR", "ΔS", "F1 m", "F1 f", "Unk", "Whole", "Rows"]
    more = {"Pro", "Anti", "ΔG"}
    shown = page.ask(HEADERS)
    assert sorted(shown) == sorted(first)
    terms = "[...document.querySelectorAll('.legend')].slice(0, 1)"
    terms += ".flatMap(l => [...l.children].filter(t => !t.hidden))"
    visible = f"{terms}.map(t => t.firstChild.textContent)"
    assert "Acc" in page.ask(visible)
    assert not more & set(page.ask(visible))
    button = "document.querySelector('.more-columns')"
    assert page.ask(f"{button}.textContent") == "More columns: Pro, Anti, ΔG"
    page.ask(f"{button}.click()")
    assert page.ask(f"{button}.getAttribute('aria-expanded')") == "true"
    assert set(page.ask(HEADERS)) == {*first, *more}
    assert more <= set(page.ask(visible))
    page.ask(f"{button}.click()")
    assert page.ask(HEADERS) == shown


def test_columns_that_a_screen_would_cut_are_behind_the_button(page: Browser) -> None:
    """Of the table of a training, in a fold that is closed."""
    page.ask("""(() => {
        const table = document.querySelector('#winomt').parentNode;
        document.querySelector('.more-columns').remove();
        const fold = document.createElement('details');
        document.querySelector('main').append(fold);
        fold.append(table.parentNode);
        for (const row of table.rows) for (let n = 0; n < 20; n++) {
            const cell = row.cells[3].cloneNode(true);
            if (row.parentNode === table.tHead) cell.textContent = `Figure ${n}`;
            row.append(cell);
        }
        foldColumns(table);
        fold.open = true;
    })()""")
    assert page.ask(CUT) == []
    names = page.ask("document.querySelector('details .more-columns').textContent")
    assert names.startswith("More columns: Pro, Anti, ΔG, ")
    assert names.endswith(", Figure 19")
    headers = page.ask(HEADERS)
    # As many as there is room for are left.
    assert {"Language", "System", "Acc", "ΔS", "ΔR", "F1 m"} < set(headers)


def test_a_language_is_named_once_for_its_rows(page: Browser) -> None:
    names = """[...document.querySelectorAll('#winomt ~ tbody tr')].map(r =>
        getComputedStyle(r.cells[0].querySelector('bdi')).opacity + r.cells[0].textContent)"""
    assert page.ask(names) == ["1Spanish", "0Spanish"]
    page.ask("document.querySelector('#winomt ~ thead th:nth-child(2) button').click()")
    assert page.ask(names) == ["1Spanish", "0Spanish"]


def test_the_page_says_what_was_run_and_when(page: Browser) -> None:
    title = "Gender in translation: 2 systems, English to Spanish"
    assert page.ask("document.title") == title
    assert page.ask("document.querySelector('h1').textContent") == title
    written = page.ask("document.getElementById('written').textContent")
    assert written == f"File of {date.today():%-d %B %Y}."


def test_print_tears_no_table(page: Browser) -> None:
    """A table that fits on a page stays on one; of a longer one each page has the head."""
    page.send("Emulation.setEmulatedMedia", media="print", features=[])
    try:
        whole = "getComputedStyle(document.querySelector('%s')).breakInside"
        for selector in (".wide", "thead", "tbody tr", "figure"):
            assert page.ask(whole % selector) == "avoid", selector
        assert page.ask("getComputedStyle(document.querySelector('.sort')).display") == "contents"
        assert page.ask("document.querySelector('.more-columns').checkVisibility()") is False
    finally:
        page.send("Emulation.setEmulatedMedia", media="", features=[])


def search(page: Browser, words: str) -> None:
    """Type words and wait for what they find."""
    page.ask(f"document.getElementById('words').value = {json.dumps(words)}")
    page.ask("document.getElementById('words').dispatchEvent(new Event('input'))")
    page.ask("new Promise(done => setTimeout(done, 400))")


def choose(page: Browser, field: str, text: str) -> None:
    page.ask(
        f"(() => {{ const field = document.getElementById('{field}');"
        f"field.value = [...field.options].find(o => o.text === {json.dumps(text)}).value;"
        "field.dispatchEvent(new Event('change')); })()"
    )


def test_search(page: Browser) -> None:
    assert page.ask(CARDS) == 8
    assert page.ask(COUNT) == "8 of 8 examples"
    assert page.ask("document.getElementById('count').getAttribute('aria-live')") == "polite"
    search(page, "ENFERMERÓ said")  # neither case nor accents matter; every word must be there
    assert (page.ask(CARDS), page.ask(COUNT)) == (2, "2 of 8 examples")
    search(page, "<script> u+202e")
    assert page.ask(CARDS) == 1
    search(page, "no such words")
    assert (page.ask(CARDS), page.ask(COUNT)) == (0, "0 of 8 examples")
    page.ask("document.getElementById('clear').click()")
    assert page.ask(CARDS) == 8
    assert page.ask("document.activeElement.id") == "words"


def test_filters(page: Browser) -> None:
    choose(page, "kind", "wrong gender")
    assert page.ask(CARDS) == 3
    choose(page, "kind", "gender unknown")
    assert page.ask(CARDS) == 1
    choose(page, "kind", "any error")
    assert page.ask(CARDS) == 4
    search(page, "nurse")
    assert page.ask(CARDS) == 2
    choose(page, "language", "Spanish")
    assert page.ask(COUNT) == "2 of 8 examples"


def test_an_address_keeps_the_filters(page: Browser, tmp_path: Path) -> None:
    assert page.ask("location.hash") == ""
    choose(page, "kind", "wrong gender")
    search(page, "nurse said")
    address = page.ask("location.hash")
    assert address == "#examples?words=nurse+said&kind=wrong+gender"
    count = page.ask(COUNT)
    assert count != "8 of 8 examples"
    write_lines(tmp_path / "other.html", ["another page"])
    page.open(tmp_path / "other.html")
    page.open(tmp_path / "report.html", address)
    assert page.ask("document.getElementById('words').value") == "nurse said"
    assert page.ask(COUNT) == count
    assert page.ask("document.getElementById('search').getBoundingClientRect().top") < 844
    # An address of a later report may have a name that this one has not; links stay links.
    page.ask("location.hash = '#examples?kind=none&first=nobody'")
    page.ask("new Promise(done => setTimeout(done, 100))")
    assert page.ask(COUNT) == "8 of 8 examples"
    choose(page, "kind", "wrong gender")
    page.ask("location.hash = '#section-scores'")
    page.ask("new Promise(done => setTimeout(done, 100))")
    assert page.ask(COUNT) == "3 of 8 examples"
    page.ask("document.getElementById('clear').click()")
    assert page.ask("location.hash") == "#section-scores"


#: What three systems made of each sentence: gender, that of the other person, pronoun.
MADE = {
    "baseline": ["male male same", "female male same", "female male same", "unknown male same"],
    "gb": ["female male same", "male male other-gender", "female female same", "female male same"],
    "same": ["male male same", "female male same", "female male same", "unknown male same"],
}
TEXTS = {"male": "El jefe habló ayer.", "female": "La jefa habló ayer.", "unknown": "Habló ayer."}


@pytest.fixture
def compared(browser: Browser, winomt: Any, tmp_path: Path) -> Browser:
    """A report on the sentences of MADE, of which all persons are women, at 1280 pixels."""
    scores, tables = [], []
    for system, cells in MADE.items():
        rows = [_sentence(line, *cell.split()) for line, cell in enumerate(cells, 1)]
        scores.append(str(winomt(f"{system}.json", _counted(rows), system=system)))
        tables.append(str(tmp_path / f"{system}.tsv"))
        write_lines(tables[-1], ["\t".join(rows[0]), *("\t".join(row.values()) for row in rows)])
    path = tmp_path / "report.html"
    command = ["tables", "report", "--winomt-scores", *scores, "--sentences", *tables]
    assert main([*command, "--output", str(path)]) == 0
    browser.show(1280, "light")
    browser.open(path)
    return browser


def _sentence(line: int, predicted: str, other: str, pronoun: str) -> dict[str, str]:
    return {
        "line": str(line), "gold": "female", "predicted": predicted, "half": "anti",
        "profession": "boss", "span": TEXTS[predicted][:7], "secondary": "nurse",
        "secondary_gender": other, "reason": "entity-not-found" if predicted == "unknown" else "-",
        "pronoun": "she", "pronoun_outcome": pronoun, "pronoun_form": "ella",
        "source": f"The boss {line} said she ran.", "translation": TEXTS[predicted],
    }  # fmt: skip


def _counted(rows: Sequence[dict[str, str]]) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        genders = ("male", "female", "neutral", "unknown")
        found = {g: sum(row["predicted"] == g for row in rows) for g in genders}
        data["counts"]["confusion"] = {"female": found}

    return change


def lines(page: Browser) -> list[str]:
    """Return the lines of the challenge set of the cards that are to be seen."""
    facts = "[...document.querySelectorAll('#cards > li:not([hidden]) .facts')]"
    return list(page.ask(f"{facts}.map(f => f.textContent.match(/line (\\d+)/)[1])"))


@pytest.mark.parametrize(
    ("kind", "by", "found"),
    [
        ("all", "either", "1 2 3 4"),
        ("right gender", "both", "3"),
        ("wrong gender", "either", "1 2"),
        ("wrong gender", "the first alone", "1"),
        ("wrong gender", "the second alone", "2"),
        ("wrong gender", "both", ""),
        ("gender unknown", "the first alone", "4"),
        ("pronoun of the other gender", "the second alone", "2"),
        ("other person changed", "either", "3"),
        ("other person changed", "the first alone", ""),
        ("any error", "the first alone", "1 4"),
        ("all", "the second alone", "2 3"),
    ],
)
def test_errors_of_two_systems(compared: Browser, kind: str, by: str, found: str) -> None:
    choose(compared, "kind", kind)
    choose(compared, "by", by)
    assert lines(compared) == found.split()
    assert compared.ask(COUNT) == f"{len(found.split())} of 4 examples"


#: What the first card shows: the name of each system, its text, its words that are marked.
VERSIONS = """
[...document.querySelectorAll('#cards > li .output:not([hidden])')].slice(0, %d).map((o) =>
  [o.querySelector('.system').textContent, o.querySelector('.text').textContent,
   [...o.querySelectorAll('mark')].map(m => m.textContent).join('')])
"""


def test_two_systems_side_by_side(compared: Browser) -> None:
    assert compared.ask(VERSIONS % 2) == [
        ["baseline", "El jefe habló ayer.", "El jefe"],
        ["gb", "La jefa habló ayer.", "La jefa"],
    ]
    box = "document.querySelectorAll('#cards > li:first-child .output')[%d].getBoundingClientRect()"
    assert compared.ask(f"{box % 0}.right <= {box % 1}.left")
    # The person stays underlined; the order in the page is that on the screen.
    assert compared.ask("document.querySelector('#cards .output u').textContent") == "El jefe"
    choose(compared, "first", "gb")
    choose(compared, "second", "same")
    assert [cells[0] for cells in compared.ask(VERSIONS % 2)] == ["gb", "same"]
    choose(compared, "first", "baseline")
    same = [["baseline and same (the same translation)", "El jefe habló ayer.", ""]]
    assert compared.ask(VERSIONS % 1) == same
    # All of them, as they stand without scripts; and back.
    choose(compared, "second", "all others")
    assert [cells[0] for cells in compared.ask(VERSIONS % 2)] == ["baseline, same", "gb"]
    search(compared, "jefa habló")
    assert lines(compared) == ["1", "2", "3", "4"]
    compared.ask("document.getElementById('clear').click()")
    assert [cells[0] for cells in compared.ask(VERSIONS % 2)] == ["baseline", "gb"]
    # Words are looked for in what is shown.
    choose(compared, "second", "same")
    search(compared, "unknown")
    assert lines(compared) == ["4"]
    search(compared, "el jefe")
    assert lines(compared) == ["1"]


def test_examples_by_keyboard(compared: Browser) -> None:
    compared.ask("document.getElementById('words').focus()")
    order = []
    for _ in range(6):
        compared.press("Tab")
        order.append(compared.ask("document.activeElement.id"))
    assert order == ["language", "first", "second", "kind", "by", "clear"]
    compared.ask("document.getElementById('kind').focus()")
    compared.press("ArrowDown")
    assert compared.ask("document.getElementById('kind').value") == "any"
    assert compared.ask(COUNT) == "4 of 4 examples"
    for field in ("words", "language", "first", "second", "kind", "by"):
        label = f"document.getElementById('{field}').labels[0].firstChild.textContent.trim()"
        assert compared.ask(label)


@pytest.mark.parametrize("width", [320, 390])
def test_side_by_side_becomes_one_below_the_other(compared: Browser, width: int) -> None:
    compared.show(width, "light")
    box = "document.querySelectorAll('#cards > li:first-child .output')[%d].getBoundingClientRect()"
    assert compared.ask(f"{box % 0}.bottom <= {box % 1}.top")
    assert compared.ask("document.documentElement.scrollWidth") <= width


def test_hostile_text_does_nothing(page: Browser) -> None:
    assert page.ask("document.scripts.length") == 1
    # What a translation smuggled in would be stopped by the policy of the page as well.
    page.ask(
        "(() => { const s = document.createElement('script'); s.textContent = 'window.hit = 1';"
        "document.body.append(s); })()"
    )
    assert page.ask("window.hit === undefined")


def test_keyboard(page: Browser) -> None:
    page.press("Tab")
    assert page.ask("document.activeElement.className") == "skip"
    assert page.ask("document.activeElement.getBoundingClientRect().left") >= 0
    page.press("Enter", "\r")
    assert page.ask("document.activeElement.id") == "main"
    accuracy = "document.querySelector('#winomt').parentNode.tHead.rows[0].cells[2]"
    page.ask(f"{accuracy}.querySelector('button').focus()")
    # A ring of three pixels shows where the keyboard is.
    page.press("Tab")
    assert page.ask("getComputedStyle(document.activeElement).outlineWidth") == "3px"


#: Roles whose elements say nothing to a screen reader without a name.
NAMED = {"button", "combobox", "searchbox", "link", "region", "table", "image", "navigation",
         "search", "columnheader", "rowheader"}  # fmt: skip


def test_screen_readers_find_names_landmarks_and_headings(page: Browser) -> None:
    page.ask("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    page.send("Accessibility.enable")
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    page.send("Accessibility.disable")
    found = [
        (node["role"]["value"], node.get("name", {}).get("value", "").strip())
        for node in nodes
        if not node["ignored"]
    ]
    roles = [role for role, _ in found]
    assert [role for role, name in found if role in NAMED and not name] == []
    for role in ("banner", "navigation", "main", "search", "contentinfo", "status"):
        assert roles.count(role) == 1, role
    assert {"region", "table", "columnheader", "rowheader", "combobox", "searchbox"} <= set(roles)
    levels = page.ask("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_tables_are_sorted(page: Browser) -> None:
    table = "document.querySelector('#winomt').parentNode"
    systems = f"[...{table}.tBodies[0].rows].map(r => r.cells[1].textContent)"
    header = f"{table}.tHead.rows[0].cells[1]"
    assert page.ask(systems) == ["baseline", "<b>fine</b>"]
    page.ask(f"{header}.querySelector('button').focus()")
    page.press("Enter", "\r")
    assert page.ask(systems) == ["<b>fine</b>", "baseline"]
    assert page.ask(f"{header}.getAttribute('aria-sort')") == "ascending"
    page.press("Enter", "\r")
    assert page.ask(systems) == ["baseline", "<b>fine</b>"]
    assert page.ask(f"{header}.getAttribute('aria-sort')") == "descending"


def test_without_scripts_all_is_there(page: Browser, tmp_path: Path) -> None:
    page.send("Emulation.setScriptExecutionDisabled", value=True)
    try:
        page.open(tmp_path / "report.html")
        assert page.ask(CARDS) == 8
        assert page.ask("document.getElementById('search').hidden")
    finally:
        page.send("Emulation.setScriptExecutionDisabled", value=False)


#: Texts whose contrast (WCAG 2.2, 1.4.3) with what they stand on is less than 4.5.
PALE = """
(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = numbers(color).map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      if (numbers(color)[3] !== 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const found = [];
  for (const e of document.querySelectorAll("body *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.checkVisibility() || e.tagName === "SCRIPT") continue;
    const color = getComputedStyle(e).color;
    const [a, b] = [light(color), light(ground(e))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) found.push([e.tagName, e.className, color, ground(e), contrast]);
  }
  return found;
})()
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out(page: Browser, scheme: str) -> None:
    page.show(1280, scheme)
    page.ask("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    paper = page.ask("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 25, 28)"}[scheme]
    assert page.ask("document.querySelectorAll('mark').length") > 0
    assert page.ask(PALE) == []
