"""The report in a real browser, spoken to by the DevTools protocol over a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cdaflow.cli import main

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
OPTIONS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--remote-debugging-pipe"
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs chromium (Debian: apt install chromium)"),
]


class Browser:
    """One tab of chromium: commands go out on one pipe, answers and events come in on the other."""

    def __init__(self, profile: Path) -> None:
        read, self._out = os.pipe()
        self._in, write = os.pipe()
        # The browser wants them as 3 and 4; copies above keep one from covering the other.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (read, write)]

        def attach() -> None:
            for number, end in enumerate(ends, 3):
                os.dup2(end, number)

        command = [CHROMIUM or "", *OPTIONS.split(), f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(
            command, preexec_fn=attach, pass_fds=(3, 4), stderr=subprocess.DEVNULL
        )
        for end in (read, write, *ends):
            os.close(end)
        self._rest, self._number, self._session = b"", 0, ""
        self.events: list[dict[str, Any]] = []
        targets = self.send("Target.getTargets")["targetInfos"]
        (page,) = [target["targetId"] for target in targets if target["type"] == "page"]
        attached = self.send("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> Any:
        """Return the answer to a command; events that come before it are kept."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def _receive(self) -> Any:
        while b"\0" not in self._rest:
            block = os.read(self._in, 1 << 20)
            assert block, "chromium has ended"
            self._rest += block
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def open(self, path: Path) -> None:
        """Load a file and wait until all of it is there."""
        self.events.clear()
        self.send("Page.navigate", url=path.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive())

    def ask(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        answer = self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str, text: str = "") -> None:
        codes = {"Tab": 9, "Enter": 13}
        shared = {"key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
        self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **shared)
        self.send("Input.dispatchKeyEvent", type="keyUp", **shared)

    def show(self, width: int, scheme: str) -> None:
        """Take on the width of a screen, and prefer light or dark pages."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=844, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", features=features)

    def close(self) -> None:
        self._session = ""
        self.send("Browser.close")
        self._process.wait(60)
        os.close(self._in)
        os.close(self._out)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture
def page(browser: Browser, arguments: list[str], tmp_path: Path) -> Browser:
    path = tmp_path / "report.html"
    assert main([*arguments, str(path)]) == 0
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


@pytest.mark.parametrize("width", [390, 1280])
def test_main_result_is_on_the_first_three_screens(page: Browser, width: int) -> None:
    page.show(width, "light")
    end = "document.querySelector('.caution, .outcome').getBoundingClientRect().bottom"
    assert page.ask(end) <= 3 * 844


def test_figures_fit_and_can_be_enlarged(page: Browser) -> None:
    page.show(390, "light")
    page.ask("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
    plate = "document.querySelector('figure .wide')"
    assert page.ask(f"{plate}.scrollWidth <= {plate}.clientWidth")
    button = "document.querySelector('figcaption button')"
    assert not page.ask(f"{button}.hidden")
    page.ask(f"{button}.click()")
    assert page.ask(f"{button}.getAttribute('aria-pressed')") == "true"
    assert page.ask(f"{plate}.scrollWidth > {plate}.clientWidth")
    assert page.ask("document.documentElement.scrollWidth") <= 390
    page.show(1280, "light")
    page.ask("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
    assert page.ask(f"{button}.hidden")


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
    choose(page, "kind", "noun wrong")
    assert page.ask(CARDS) == 4
    choose(page, "system", "<b>fine</b>")
    assert page.ask(CARDS) == 4
    search(page, "nurse")
    assert page.ask(CARDS) == 2
    choose(page, "language", "es")
    assert page.ask(COUNT) == "2 of 8 examples"


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
