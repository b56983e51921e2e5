"""The files that a configuration names, with their placeholders filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cdaflow.config import DEMO_LANGUAGES, expand, require_lang
from cdaflow.errors import ConfigError

#: Files of each language, in the order of the configuration.
Files = Mapping[str, tuple[str, ...]]


@dataclass
class Places:
    """Where the files of a configuration are, and which of them are absent.

    `languages` are all that may have files, `data` and `results` what stands for {data} and
    {results}. Faults are told with the key at which they are (`place`).
    """

    languages: Sequence[str]
    data: str
    results: str
    _absent: list[str] = field(default_factory=list)

    def expand(self, path: str, language: str) -> str:
        """Return a path of one language."""
        return expand(path, data=self.data, results=self.results, lang=language)

    def found(self, place: str, path: str) -> str:
        """Return `path`, noted as absent where it is; what the workflow makes is left to it."""
        if not Path(path).is_relative_to(self.results) and not Path(path).exists():
            self._absent.append(f"    {place}: {path}")
        return path

    def raise_absent(self) -> None:
        """Raise ConfigError, one message for all, for the files that were noted as absent."""
        if self._absent:
            raise ConfigError(
                "no such file:\n" + "\n".join(dict.fromkeys(self._absent)),
                hint="a relative path starts at the folder in which snakemake runs",
            )

    def files(self, place: str, value: Any, *, needed: bool, hint: str | None = None) -> Files:
        """Return the files of each language for a path, a list of paths, or either by language.

        `needed`: each language must have one, else ConfigError with `hint`.
        """
        found: dict[str, tuple[str, ...]] = {}
        for language in self.languages:
            paths = value.get(language, ()) if isinstance(value, dict) else value
            paths = [paths] if isinstance(paths, str) else list(paths)
            if needed and not paths:
                raise ConfigError(f"{place}: there is none for {language!r}", hint=hint)
            for path in paths:
                self._check(place, path, language, shared=not isinstance(value, dict))
            found[language] = tuple(
                self.found(place, self.expand(path, language)) for path in paths
            )
        return found

    def _check(self, place: str, path: str, language: str, *, shared: bool) -> None:
        """Check that a path can be that of one language."""
        if shared:
            require_lang(place, path, self.languages)
        if path.startswith("{results}/demo/") and language not in ("en", *DEMO_LANGUAGES):
            raise ConfigError(
                f"{place}: the embedded corpus has no trees in {language!r}, only in en, "
                f"{', '.join(DEMO_LANGUAGES)}",
                hint=f"name a treebank for {language!r} there, or take published models "
                "(annotators.models: fetch)",
            )
