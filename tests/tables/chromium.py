"""Chromium for the tests of the report, spoken to by the DevTools protocol over a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
OPTIONS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--remote-debugging-pipe"
)


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

    def open(self, path: Path, address: str = "") -> None:
        """Load a file and wait until all of it is there; `address`: what follows its name."""
        self.events.clear()
        self.send("Page.navigate", url=path.as_uri() + address)
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
        codes = {"Tab": 9, "Enter": 13, "ArrowDown": 40}
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
