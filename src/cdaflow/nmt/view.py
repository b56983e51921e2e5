"""What a user sees of a training under way: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tqdm import tqdm

from cdaflow.io.log_lines import LogLines
from cdaflow.nmt.log import Update, Validation, parse_line
from cdaflow.progress import LOG_INTERVAL, say


class View:
    """Follows Marian's log from byte `start` on; `total`: the updates to be made, if known."""

    def __init__(self, log: Path, start: int, total: int | None) -> None:
        self.lines = LogLines(log, start)
        self.total = total
        self.update: Update | None = None
        self.last = time.monotonic()
        self.bar = tqdm(total=total, desc="training", unit="update", leave=False,
                        disable=not sys.stderr.isatty())  # fmt: skip

    def look(self) -> None:
        """Read what has come since the last look."""
        for line in self.lines.new():
            self._take(parse_line(line))
        now = time.monotonic()
        if self.bar.disable and self.update is not None and now - self.last >= LOG_INTERVAL:
            self.last = now
            of = f" of {self.total}" if self.total else ""
            text = str(self.update)
            say("training: " + text.replace(f"update {self.update.update}",
                                            f"update {self.update.update}{of}"))  # fmt: skip

    def _take(self, event: Update | Validation | None) -> None:
        if isinstance(event, Validation):
            self.bar.clear()
            say(str(event))
        elif event is not None:
            self.update = event
            self.bar.update(event.update - self.bar.n)
            self.bar.set_postfix_str(f"cost {event.cost:.3f}, {event.speed:.0f} words/s")

    def close(self) -> None:
        """Take the bar away."""
        self.bar.close()
