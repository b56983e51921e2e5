"""A file of published results (see publish.py), and the tables that are made again from it."""

from __future__ import annotations

import json
import lzma
import tempfile
from collections.abc import Mapping
from contextlib import redirect_stderr
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any

from cdaflow.cli import main as run_cdaflow
from cdaflow.errors import InputError
from cdaflow.io.files import atomic_path, read_json
from cdaflow.tables.text import Record, read_csv

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "results/published"


def published_path(name: str, folder: Path = PUBLISHED) -> Path:
    """Return the path of a published run, or of the measurements of a benchmark (plain JSON)."""
    plain = folder / f"{name}.json"
    return plain if plain.is_file() else folder / f"{name}.json.xz"


def write_published(path: Path, content: Mapping[str, Any]) -> None:
    """Write the published results of a run: equal content gives equal bytes.

    Reports of one metric have the same keys and the outcomes of the same sentences, a column each,
    of which xz keeps one copy.
    """
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    with atomic_path(path) as temporary:
        temporary.write_bytes(lzma.compress(text.encode(), preset=9))


class Published:
    """A file of published results, which may not be there yet.

    It is read once, and a table is made once: for a file that was written again, make another one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._tables: dict[tuple[str, ...], list[Record]] = {}

    @property
    def name(self) -> str:
        """What the run is called."""
        return self.path.name.partition(".")[0]

    @cached_property
    def content(self) -> dict[str, Any]:
        """The whole file; InputError where it is none."""
        content = read_json(self.path)
        if not isinstance(content, dict):
            hint = "see docs/scripts/publish.py"
            raise InputError("published.missing", "no published results", file=self.path, hint=hint)
        return content

    @property
    def provenance(self) -> dict[str, Any]:
        """Where the figures come from."""
        return dict(self.content["provenance"])

    def reports(self, table: str) -> dict[str, dict[str, Any]]:
        """Return the reports that a table is made from by path."""
        files = self.content["files"]
        return {word: files[word] for word in self.content["tables"][table]["command"]
                if word in files}  # fmt: skip

    def rows(self, name: str, *options: str) -> list[Record]:
        """Return the rows of a table, made again from the counts; `options`: further ones.

        With the cells of a table that are published beside its reports (see publish.py). Raises
        InputError where that does not make it.
        """
        key = (name, *options)
        if key not in self._tables:
            rows = self._made_again(name, *options)
            cells = self.content["tables"][name].get("cells", []) if not options else []
            more = [*cells, *({} for _ in rows[len(cells) :])]
            self._tables[key] = [{**row, **of} for row, of in zip(rows, more, strict=True)]
        return self._tables[key]

    def _made_again(self, name: str, *options: str) -> list[Record]:
        command = self.content["tables"][name]["command"]
        if "--single" in options:
            command = [word for word in command if word != "--mean-of-languages"]
        with tempfile.TemporaryDirectory() as folder:
            paths = {path: Path(folder, path) for path in self.content["files"]}
            for path, report in self.reports(name).items():
                paths[path].parent.mkdir(parents=True, exist_ok=True)
                paths[path].write_text(json.dumps(report), encoding="utf-8")
            words = [str(paths.get(word, word)) for word in command]
            output = Path(folder, "table.csv")
            # What is not tested for want of outcomes stands in the cells.
            with redirect_stderr(StringIO()) as said:
                failed = run_cdaflow([*words, *options, "--output", str(output)])
            if failed:
                problem = f"the table {name} cannot be made: {said.getvalue().strip()}"
                raise InputError("published.no-table", problem, file=self.path)
            return list(read_csv(output)[1])

    def by_system(self, name: str, *options: str) -> dict[tuple[str, str], Record]:
        """Return the rows of a table by language and system."""
        return {(row["language"], row["system"]): row for row in self.rows(name, *options)}
