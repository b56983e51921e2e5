"""Whether a corpus is sound, read to its end, and its lines are what its entry says.

Text of another language, exchanged sides, columns of numbers or a header row give a model all the
same, and a bad one. While a corpus is read, a sample of its lines is kept; at the end its language
is identified (`cdaflow.langid`). What is certain is an error, what is likely a warning; an entry
with `language_check: false` is not checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

from cdaflow.errors import InputError
from cdaflow.io.files import digest, write_json
from cdaflow.io.formats import Record, tsv_fields
from cdaflow.io.recognition import SUBWORDS, is_header
from cdaflow.io.repair import Repairs
from cdaflow.langid import NAMES, LanguageCounts, count_languages, other_language
from cdaflow.progress import progress
from cdaflow.text.spec import CorpusSpec, check_language, check_names, read_corpus

#: Lines of the sample: at least half as many of a corpus that has them, evenly spread.
SAMPLE = 2000

#: With fewer decided lines a majority proves nothing.
_LEAST = 10
#: Share of the expected language below which there is a warning, of at least _SURE lines.
_MIXED = 0.9
_SURE = 50
#: Words of a line in which a stop word is to be expected, and the share of such lines in which the
#: language must be recognised; 0.8 or more in all texts that were measured.
_WORDS = 5
_RECOGNISED = 0.1

#: A full stop or comma that is set apart, as tokenisers write it, and one that is not.
_APART = re.compile(r"(?<=\S) [.,](?=\s|$)")
_JOINED = re.compile(r"\w[.,](?=\s|$)")

_OFF = "if the text is correct, set language_check: false in its entry"


class ContentCheck:
    """The check of the content of one corpus, made while its lines pass.

    `languages`: one code for each side. After `watch` has passed all records, `finish` checks.
    `repairs`: what was undone while they were read.
    """

    def __init__(self, spec: CorpusSpec, languages: Sequence[str]) -> None:
        self.spec = spec
        self.languages = [code.split("-")[0].lower() for code in languages]
        self.repairs = Repairs()
        self._first: tuple[str, ...] | None = None
        self._sample: list[tuple[str, ...]] = []

    def watch(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield the records as they are; keep every n-th one, n doubled as the sample fills."""
        step = 1
        for count, record in enumerate(records):
            if count == 0:
                self._first = record[1]
            if count % step == 0:
                self._sample.append(record[1])
                if len(self._sample) >= SAMPLE:
                    del self._sample[1::2]
                    step *= 2
            yield record

    def finish(self) -> list[str]:
        """Return the warnings: what was repaired, what is odd in the sample.

        Raises InputError where the sides are not in their languages, or are no text.
        """
        warnings = [problem for _, problem in self.repairs.problems()]
        if self.spec.language_check and self._first is not None:
            warnings += self._check_sample(self._first)
        return [f"{self.spec.name}: {warning}" for warning in warnings]

    def _check_sample(self, first: tuple[str, ...]) -> list[str]:
        self._check_header(first)
        sides = [[row[n] for row in self._sample] for n in range(len(self.languages))]
        identified = [count_languages(lines) for lines in sides]
        self._check_exchange(identified)
        warnings: list[str] = []
        for n, (lines, counts) in enumerate(zip(sides, identified, strict=True)):
            self._check_letters(n, lines, counts)
            self._check_pieces(n, lines)
            self._check_tokens(n, lines)
            warnings += self._check_language(n, lines, counts)
        return warnings

    def _check_header(self, row: Sequence[str]) -> None:
        if not is_header(row) or (len(row) == 1 and self.spec.form != "tsv"):
            return
        hint = "remove the first line of each file"
        if self.spec.form == "tsv":
            hint = "set header: true in the entry of the corpus"
        raise InputError(
            "corpus.header-row",
            f"the first row is a header, not a pair of sentences: {' | '.join(row)}",
            file=self.spec.paths[0],
            line=1,
            hint=f"{hint}; {_OFF}",
        )

    def _check_exchange(self, identified: Sequence[LanguageCounts]) -> None:
        if len(identified) != 2 or min(counts.decided for counts in identified) < _LEAST:
            return
        if [counts.language for counts in identified] == self.languages[::-1] != self.languages:
            first, second = (NAMES[code] for code in self.languages)
            hint = f"{self._way_out()}{_OFF}"
            raise InputError(
                "corpus.sides-swapped",
                f"the sides are swapped: the source is {second}, the target {first}",
                file=self.spec.paths[0],
                hint=hint if self.spec.form == "tsv" else f"swap source and target; {_OFF}",
            )

    def _check_pieces(self, side: int, lines: Sequence[str]) -> None:
        marked = sum(bool(SUBWORDS.search(line)) for line in lines)
        if marked >= max(_LEAST, 0.5 * len(lines)):
            raise InputError(
                "text.in-subwords",
                f"{self._side(side)} is split into subwords: {marked} of {len(lines)} lines have "
                "subword marks",
                file=self._path(side),
                hint=f"join the subwords first (sed 's/@@ //g', spm_decode); {_OFF}",
            )

    def _check_tokens(self, side: int, lines: Sequence[str]) -> None:
        apart = sum(bool(_APART.search(line)) for line in lines)
        joined = sum(bool(_JOINED.search(line)) for line in lines)
        if not self.spec.detokenize and apart >= max(_LEAST, joined):
            raise InputError(
                "text.in-tokens",
                f"{self._side(side)} is tokenised: {apart} of {len(lines)} lines have a full stop "
                "or comma set apart from its word",
                file=self._path(side),
                hint=f"set detokenize: true in the entry of the corpus; {_OFF}",
            )

    def _check_letters(self, side: int, lines: Sequence[str], counts: LanguageCounts) -> None:
        written = [line for line in lines if line.strip()]
        if len(written) >= _LEAST and counts.lines < 0.5 * len(written):
            example = next(line for line in written if not any(map(str.isalpha, line)))
            raise InputError(
                "text.no-letters",
                f"{self._side(side)} is not text: {len(written) - counts.lines} of {len(written)} "
                f"lines have no letter, such as {example[:40]!r}",
                file=self._path(side),
                hint=f"{self._way_out()}{_OFF}",
            )

    def _check_language(self, side: int, lines: Sequence[str], counts: LanguageCounts) -> list[str]:
        """Return the warnings about the language of a side; InputError where it is another."""
        code = self.languages[side]
        if code not in NAMES:
            return [
                f"there are no stop words for {code!r}: the language of {self._side(side)} is "
                "not checked"
            ]
        where, own = self._side(side), counts.share(code)
        another = other_language(lines, code)
        long = count_languages(line for line in lines if len(line.split()) >= _WORDS)
        hardly = long.lines >= _SURE and long.languages.get(code, 0) < _RECOGNISED * long.lines
        # Catalan is half Spanish by its stop words, a quarter Italian and a seventh French.
        near = [NAMES[name] for name in counts.languages if counts.share(name) >= 1 - _MIXED]
        stranger = counts.decided >= _SURE and len(near) > 2
        if another or hardly or stranger:
            problem = f"{where} is hardly {NAMES[code]}: {counts.languages.get(code, 0)} of "
            problem += f"{counts.lines} lines show that language"
            if stranger:
                problem = (
                    f"{where} looks like {', '.join(near)}; it may be a language close to these"
                )
            elif counts.decided >= 0.5 * counts.lines:
                looks = " and ".join(
                    f"{NAMES[name]} ({100 * counts.share(name):.0f} %)"
                    for name in [*counts.languages][:2]
                )
                problem = f"{where} is not {NAMES[code]}; it looks like {looks}"
            raise InputError(
                "text.other-language",
                problem,
                file=self._path(side),
                hint=f"{self._way_out()}{_OFF}",
            )
        if counts.decided >= _SURE and own < _MIXED:
            other = next(name for name in counts.languages if name != code)
            return [
                f"{where} is not all {NAMES[code]}: {100 * counts.share(other):.0f} % of the lines "
                f"look like {NAMES[other]}"
            ]
        return []

    def _side(self, side: int) -> str:
        return ("the source", "the target")[side] if len(self.languages) == 2 else "the text"

    def _path(self, side: int) -> str:
        return self.spec.paths[side if len(self.spec.paths) > 1 else 0]

    def _way_out(self) -> str:
        """Return which columns of a table look right; "" for other formats."""
        if self.spec.form != "tsv":
            return ""
        looks = describe_columns(self.spec.paths[0])
        return f"its columns: {looks}; choose with columns= (counted from 1); "


def describe_columns(path: str) -> str:
    """Return what the columns of a TSV file look like, by its first lines."""
    rows = tsv_fields(path, 500)
    looks = []
    for n, column in enumerate(zip(*rows, strict=False), 1):
        counts = count_languages(column)
        if counts.lines < 0.5 * len(rows):
            looks.append(f"{n} no text")
        elif counts.language is not None:
            looks.append(f"{n} {NAMES[counts.language]}")
        else:
            looks.append(f"{n} unknown")
    return ", ".join(looks)


def check_corpora(
    specs: Sequence[CorpusSpec], languages: Sequence[str], output: str | os.PathLike[str]
) -> list[dict[str, Any]]:
    """Read corpora to their ends; write to `output` (JSON) and return a note of each.

    A note has the name, how many `lines` (or units) it has, of each file its path and the
    SHA-256 of its bytes, and the `warnings` about its content. Raises the errors that a build
    would raise: InputError where a file is absent, damaged, not UTF-8, misaligned, malformed or
    not in its language (see `ContentCheck`), ConfigError for a wrong setting.
    """
    check_names(specs)
    languages = [check_language(language) for language in languages]
    notes = []
    for spec in specs:
        content = ContentCheck(spec, languages)
        records = content.watch(read_corpus(spec, languages, content.repairs))
        lines = sum(1 for _ in progress(records, f"check {spec.name}"))
        warnings = content.finish()
        files = [{"path": path, "sha256": digest(path)} for path in spec.paths]
        notes.append({"name": spec.name, "lines": lines, "files": files, "warnings": warnings})
    write_json(output, notes)
    return notes
