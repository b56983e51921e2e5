"""WinoMT from files: reads and checks every input, then judges and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cdaflow import languages
from cdaflow.errors import ConfigError
from cdaflow.files import digest
from cdaflow.scoring.challenge import Row, halves, read_challenge, read_translations
from cdaflow.scoring.lexicon import read_lexicon, read_professions
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.scoring.pharaoh import Link, read_pharaoh, to_words
from cdaflow.scoring.winomt import Judged, judge, report
from cdaflow.scoring.words import splitter, word_indices


@dataclass(frozen=True)
class WinomtFiles:
    """The inputs of a WinoMT score; None for one that is not given."""

    challenge: Path
    translation: Path
    professions: Path
    pro: Path | None = None
    anti: Path | None = None
    alignment: Path | None = None
    lexicon: tuple[Path, ...] = ()

    def digests(self) -> dict[str, str | list[str] | None]:
        """Return the SHA-256 of each file by its role."""
        return {
            "alignment": None if self.alignment is None else digest(self.alignment),
            "data": digest(self.challenge),
            "halves": [digest(path) for path in (self.pro, self.anti) if path is not None],
            "lexicon": [digest(path) for path in self.lexicon],
            "professions": digest(self.professions),
            "translation": digest(self.translation),
        }


def score_winomt(
    files: WinomtFiles,
    *,
    language: str,
    alignment_units: str = "words",
    system: str | None = None,
    aligner: str = "given",
    bootstrap: int = 1000,
    seed: int = 1,
) -> tuple[dict[str, Any], list[Judged]]:
    """Return the report (see `winomt.report`) and each row with its judgement.

    `alignment_units`: what the links of `files.alignment` count, "words" (of `splitter`) or
    "tokens" (white-space tokens of the sentence and of the translation). `aligner` names
    what made them, for the signature.

    Raises InputError for any file that is not what it should be, ConfigError for a language
    of which cdaflow does not know the determiners.
    """
    if language == "en":
        raise ConfigError("English nouns have no gender: WinoMT scores translations into others")
    rows = read_challenge(files.challenge)
    translations = read_translations(files.translation, rows)
    target = languages.get(language)
    known = Knowledge(
        target, read_professions(files.professions, target), read_lexicon(files.lexicon)
    )
    judged = judge(
        rows,
        halves(rows, files.pro, files.anti),
        translations,
        _alignment(files.alignment, alignment_units, rows, translations, language),
        known,
    )
    result = report(
        judged,
        language=language,
        system=system,
        inputs=files.digests(),
        aligner="none" if files.alignment is None else aligner,
        bootstrap=bootstrap,
        seed=seed,
    )
    return result, judged


def _alignment(
    path: Path | None, units: str, rows: Sequence[Row], translations: Sequence[str], language: str
) -> list[frozenset[Link]] | None:
    if path is None:
        return None
    pairs = [(row.sentence, text) for row, text in zip(rows, translations, strict=True)]
    english, foreign = splitter("en"), splitter(language)
    if units == "words":
        return read_pharaoh(path, [(len(english(s)), len(foreign(t))) for s, t in pairs])
    links = read_pharaoh(path, [(len(s.split()), len(t.split())) for s, t in pairs])
    return [
        to_words(line, word_indices(s, english), word_indices(t, foreign))
        for line, (s, t) in zip(links, pairs, strict=True)
    ]
