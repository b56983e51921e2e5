"""The text of tables: figures as they are written, codes in words, safe to print, read back.

pandas is not imported here, so that what only reads or prints a cell starts quickly.

A CSV keeps the codes (filters, reasons, causes, outcomes), by which it is searched and joined;
Markdown, terminal and report show words for them. A code that is in none of the lists is shown with
blanks for its hyphens.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, row_cells, whole_number
from cdaflow.langid import NAMES
from cdaflow.scoring.annotation.cells import unguard_text
from cdaflow.scoring.metric import Cell
from cdaflow.statistics.estimates import Estimate
from cdaflow.statistics.warnings import Warned

#: What stands in a cell of a row over all languages, reasons or genders.
ALL = "all"

#: Genders, as trees, scores and GFST have them.
GENDERS = {
    "Masc": "masculine",
    "Fem": "feminine",
    "Neut": "neuter",
    "msc": "masculine",
    "fem": "feminine",
    ALL: "both",
}

#: Filters of a selection of pairs.
FILTERS = {
    "read": "all pairs read",
    "pronoun": "gendered pronoun",
    "profession": "one profession",
    "length": "length",
    "ratio": "ratio of lengths",
    "wellformed": "whole sentence",
    "noun": "profession a noun",
    "proper": "no proper noun",
}

#: Reasons of a selection; of filters that call different things by one word with "filter/".
SELECTION = {
    ALL: "all reasons",
    "pronoun/none": "no gendered pronoun",
    "pronoun/several": "too many pronouns",
    "both genders": "pronouns of both genders",
    "profession/none": "no profession",
    "profession/several": "several professions",
    "plural": "profession in the plural",
    "both sides": "both sides too long",
    "source": "English too long",
    "target": "translation too long",
    "empty side": "one side is empty",
    "too long": "one side too long for the other",
    "beginning": "English without a capital at its beginning",
    "end": "English without punctuation at its end",
    "noun/ADJ": "profession tagged as an adjective",
    "noun/ADV": "profession tagged as an adverb",
    "noun/PROPN": "profession tagged as a proper noun",
    "noun/VERB": "profession tagged as a verb",
    "proper/PROPN": "a proper noun in the English",
}

#: Why lines of a corpus are dropped, and what else is counted of them.
CORPUS = {
    "control": "Control characters",
    "empty": "Empty",
    "too_many_words": "Too many words",
    "too_many_characters": "Too many characters",
    "length_ratio": "Lengths differ",
    "identical": "Sides identical",
    "held_out_source": "English in a test set",
    "held_out_target": "Translation in a test set",
    "weight": "By weight",
    "duplicate": "Duplicate",
}

#: Why a candidate for a counterfactual is dropped, or what differs from the gold.
CAUSES = {
    "name": "name beside the profession",
    "noun-not-found": "profession not found",
    "noun-ambiguous": "several nouns for the profession",
    "noun-fixed": "noun of one gender for all",
    "inflection": "form not known",
    "disagreement": "words that do not agree",
    "unchanged": "nothing to change",
    "held-out": "in a test set",
    "over-number": "enough of the profession",
    "pronoun-of-another": "pronoun of another person",
    "gendered-noun": "gender said by a noun",
    "gender-differs": "noun of the other gender",
    "pronoun-left": "pronoun keeps its gender",
    "pronoun-overlooked": "pronoun overlooked",
}

#: What is done where the pronouns of a counterfactual diverge.
GUARDS = {
    "none": "no guard",
    "drop": "pair dropped",
    "repair": "pronoun repaired",
}

#: Why the target filter of GFST rejects a translation.
REJECTIONS = {
    "empty": "empty translation",
    "no-tree": "no tree of the translation",
    "word-of-the-other-gender": "word of the other gender",
    "no-word-of-the-gender": "no word of the gender",
    "no-pronoun-of-the-gender": "no pronoun of the gender",
}

#: Why the gender of a person is not known (`cdaflow.scoring.evidence.Reason`).
UNKNOWN = {
    "empty-translation": "no translation",
    "no-alignment": "no word is linked to the person",
    "entity-not-found": "the person was not found",
    "form-shared-by-two-entities": "one form for both persons",
    "ambiguous-noun-no-determiner": "noun of either gender, no article",
    "unknown-noun-no-determiner": "noun not in the word list, no article",
    "determiner-and-noun-disagree": "article and noun disagree",
    "named-in-both-genders": "named in both genders",
}

#: What became of an English pronoun (`cdaflow.scoring.pronouns.PronounOutcome`).
PRONOUNS = {
    "same": "of the same gender",
    "other-gender": "of the other gender",
    "gender-not-shown": "shows no gender",
    "elided": "left out",
}

#: What looks wrong in a line (`cdaflow.statistics.warnings.Kind`).
WARNINGS = {
    "empty": "empty",
    "untranslated": "not translated",
    "other-language": "in another language",
    "nul-character": "with a NUL character",
    "with-source": "with the source in it",
    "too-long": "too long",
    "order": "in another order",
    "unrelated": "unrelated to the source",
    "tokenised": "tokenised",
    "is-reference": "identical to the reference",
    "reference-language": "reference in another language",
    "genders-swapped": "genders swapped",
    "halves-swapped": "halves swapped",
    "no-separator": "without <sep>",
    "few-links": "with few word links",
    "no-rewrite": "not rewritten",
    "repaired": "repaired",
    "unfinished": "unfinished",
    "refusal": "refused",
    "repeated": "repeated",
    "subwords": "with marks of subwords",
    "cells": "with cells of a table",
    "lower-case": "in lower case",
    "case": "all in capitals",
    "lost-characters": "with lost characters",
    "added-words": "with words added",
    "form": "right but for their form",
    "gold-gender": "with another gender than their pronoun",
}

#: How systems of gender alternatives know who is open.
OPEN_BY = {
    "none": "nothing is offered (the control)",
    "rules": "by rules over the trees",
    "sure": "by rules, without people whose words are often wrong",
    "tags": "by a tagger of the English",
    "both": "by rules and tagger together",
    "gold": "from the people of the test set",
    "llm": "a language model offers the alternatives",
}


def in_words(code: str, words: Mapping[str, str]) -> str:
    """Return the words for a code; one that has none, with blanks for its hyphens."""
    return words.get(code, re.sub("[-_]", " ", code))


def words_cell(column: str, words: Mapping[str, str]) -> Cell:
    """Return what shows the code of a column in words."""
    return lambda record: in_words(record[column], words) if record[column] else ""


def selection_reason(record: Mapping[str, str]) -> str:
    """Return the reason of a row of a selection, which a filter may call in its own way."""
    code = record["reason"]
    own = SELECTION.get(f"{record['filter']}/{code}")
    return own or in_words(code, SELECTION)


def causes_cell(column: str) -> Cell:
    """Return what shows "cause 3, other-cause 1" in words, causes of one pair together."""

    def cell(record: Mapping[str, str]) -> str:
        counts = [part.rpartition(" ") for part in record[column].split(", ") if part]
        several = [(cause, number) for cause, _, number in counts if number != "1"]
        single = [cause for cause, _, number in counts if number == "1"]
        texts = [f"{in_words(cause, CAUSES)} {number}" for cause, number in several]
        if len(single) > 2:
            texts.append(f"{len(single)} others 1 each")
        else:
            texts += [f"{in_words(cause, CAUSES)} 1" for cause in single]
        return ", ".join(texts)

    return cell


def finding(cell: str, words: Mapping[str, str]) -> str:
    """Return "code: form; other text" with its codes in words."""
    parts = (part.partition(": ") for part in cell.split("; "))
    return "; ".join(words.get(code, code) + colon + form for code, colon, form in parts)


def warned_text(warned: Warned) -> str:
    """Return how many lines look wrong, and in which way."""
    kinds = ", ".join(
        f"{in_words(kind, WARNINGS)} {count:,}" for kind, count in warned.kinds.items()
    )
    return f"{100 * warned.share:.1f} % of the lines look wrong ({kinds or NONE})"


#: Stands where a score is not defined.
NONE = "–"

#: A row of a CSV: column -> cell.
Record = Mapping[str, str]

_BIDI_CONTROLS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def number(value: float | None, decimals: int = 1) -> str:
    """Return a figure with its decimal places, "" for None, and no minus before a zero."""
    if value is None:
        return ""
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def thousands(text: str) -> str:
    """Return a count as 12,345; other text as it is."""
    count = whole_number(text)
    return text if count is None else f"{count:,}"


def with_interval(value: str, low: str, high: str, *crossed: str) -> str:
    """Return "62.1 [59.9, 64.2]", and behind it the `crossed` interval of a mean: "(60.4, 63.8)".

    An interval that lacks an end is left out.
    """
    first = f" [{low}, {high}]" if low and high else ""
    second = f" ({', '.join(crossed)})" if crossed and all(crossed) else ""
    return f"{value}{first}{second}" if value else value


def interval_cell(estimate: Estimate) -> str:
    """Return an estimate with its interval, NONE where it is not defined."""
    return with_interval(*map(number, (estimate.value, estimate.low, estimate.high))) or NONE


def estimate_cells(name: str, estimate: Estimate | None, decimals: int = 1) -> dict[str, str]:
    """Return the cells `name`, `name`_low and `name`_high of an estimate, empty for None."""
    ends = (estimate.value, estimate.low, estimate.high) if estimate else (None,) * 3
    columns = (name, f"{name}_low", f"{name}_high")
    return {column: number(end, decimals) for column, end in zip(columns, ends, strict=True)}


def figure_parts(cell: str) -> tuple[str, str, str]:
    """Return a figure, its star (or "") and its intervals (or "") out of a cell."""
    value, _, interval = cell.partition(" ")
    return value.rstrip("*"), "*" if value.endswith("*") else "", interval


def figure_lines(cell: str) -> list[str]:
    """Return a figure and its intervals, each to stand on a line of its own."""
    value, _, intervals = cell.partition(" ")
    return [value, *re.findall(r"\[[^\]]*\]|\([^)]*\)", intervals)]


def order(values: Iterable[str]) -> list[str]:
    """Return the distinct values in the order of their first appearance."""
    return list(dict.fromkeys(values))


def language_name(language: str) -> str:
    """Return the English name of a language ("all": of all), made visible; else its code."""
    return "all languages" if language == ALL else visible(NAMES.get(language, language))


def listed(names: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def mean_of_all(values: Sequence[float | None]) -> float | None:
    """Return the mean; None where a value is not defined, or there is none."""
    present = [value for value in values if value is not None]
    return sum(present) / len(present) if present and len(present) == len(values) else None


def visible(text: str) -> str:
    """Return `text` with control characters and lone surrogates as U+FFFD, bidi controls gone.

    What remains can neither steer a terminal nor turn round the text beside it.
    """
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cf" and unicodedata.bidirectional(character) in _BIDI_CONTROLS:
        return ""
    return "\ufffd" if category in ("Cc", "Cs", "Zl", "Zp") else character


def escape_markdown(text: str) -> str:
    """Return `text` as Markdown shows it, with nothing in it that is markup."""
    return re.sub(r"([\\|*<>\[\]`])", r"\\\1", visible(text))


def width(text: str) -> int:
    """Return how many columns of a terminal `text` takes."""
    total = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn"):
            continue
        total += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return total


def aligned(columns: Iterable[tuple[str, Iterable[str], bool]]) -> list[str]:
    """Return the lines of aligned columns: headers, a rule, rows.

    `columns`: header, cells, and whether they are figures, set flush right.
    """
    padded = []
    for header, cells, is_number in columns:
        texts = [header, *map(visible, cells)]
        size = max(map(width, texts))
        texts.insert(1, "-" * size)
        fills = [" " * (size - width(cell)) for cell in texts]
        pairs = zip(texts, fills, strict=True)
        padded.append([fill + cell if is_number else cell + fill for cell, fill in pairs])
    return ["  ".join(row).rstrip() for row in zip(*padded, strict=True)]


def read_csv(path: str | PathLike[str]) -> tuple[tuple[str, ...], list[Record]]:
    """Return the header and the records of a CSV (or .tsv) file.

    Raises InputError where it is not one.
    """
    return parse_csv(read_lines(path), path)


def parse_csv(
    text: Iterable[str], path: str | PathLike[str]
) -> tuple[tuple[str, ...], list[Record]]:
    """Return the header and the records of the lines of a CSV (or .tsv) file.

    Raises InputError, with the name `path`, where it is not one.
    """
    lines = (line + "\n" for line in text)
    if str(path).endswith(".tsv"):
        reader = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    else:
        reader = csv.reader(lines, strict=True)
    rows: list[list[str]] = []
    try:
        for row in reader:
            rows.append(row)
            row_cells(path, reader.line_num, rows[0], row)
    except csv.Error as error:
        raise InputError(
            "csv.malformed", f"not a CSV file: {error}", file=path, line=reader.line_num
        ) from None
    hint = "give a table of `cdaflow tables`"
    if not rows:
        raise InputError("file.empty", "the file is empty", file=path, line=1, hint=hint)
    if len(set(rows[0])) != len(rows[0]):
        problem = "the header names a column twice"
        raise InputError("column.duplicate", problem, file=path, line=1, hint=hint)
    plain = str if str(path).endswith(".tsv") else unguard_text
    return tuple(rows[0]), [dict(zip(rows[0], map(plain, row), strict=True)) for row in rows[1:]]
