"""Is a corpus sound? Read to its end, counted and fingerprinted, before anything hangs on it."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

from cdaflow.io.files import atomic_text, digest
from cdaflow.progress import progress
from cdaflow.text.content import ContentCheck
from cdaflow.text.spec import CorpusSpec, check_language, check_names, read_corpus


def check_corpora(
    specs: Sequence[CorpusSpec], languages: Sequence[str], output: str | os.PathLike[str]
) -> list[dict[str, Any]]:
    """Read corpora to their ends; write to `output` (JSON) and return a note of each.

    A note has the name, how many `lines` (or units) it has, of each file its path and the
    SHA-256 of its bytes, and the `warnings` about its content. Raises the errors that a build
    would raise: InputError where a file is absent, damaged, not UTF-8, misaligned, malformed or
    not in its language (see `cdaflow.text.content`), ConfigError for a wrong setting.
    """
    check_names(specs)
    languages = [check_language(language) for language in languages]
    notes = []
    for spec in specs:
        content = ContentCheck(spec, languages)
        records = content.watch(read_corpus(spec, languages))
        lines = sum(1 for _ in progress(records, f"check {spec.name}"))
        warnings = content.finish()
        files = [{"path": path, "sha256": digest(path)} for path in spec.paths]
        notes.append({"name": spec.name, "lines": lines, "files": files, "warnings": warnings})
    with atomic_text(output) as handle:
        json.dump(notes, handle, indent=2, sort_keys=True, ensure_ascii=False)
        handle.write("\n")
    return notes
