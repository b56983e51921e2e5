"""What looks wrong in a file of translations, alone and beside its references.

A score is a number whatever file it is made of. These checks name the first lines of one that is
empty in places, not translated, in another language, or not in the order of its source. They
look at whole files: a single line may well be short, or a name.

sacrebleu says only that a hypothesis looks tokenised, once and without its name. Tokenised text
loses points by its apostrophes and hyphens (French references of MT-GenEval with every twelfth word
left out: BLEU 82.2; tokenised 71.8); a reference in another language gives 2; a hypothesis that is
the reference gives 100.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path

from cdaflow import langid
from cdaflow.alignment.words import letters
from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.langid import NAMES
from cdaflow.languages.contrast import are_exchanged
from cdaflow.scoring.damage import damaged_lines, letters_changed
from cdaflow.scoring.order import order_warnings
from cdaflow.statistics.warnings import Kind, Warnings, of_lines, warning

#: How many times as long as its source a translation may be.
_LONGEST = 10

#: Marks of tokenised text: a full stop or comma set apart, what the Moses tokeniser writes.
_TOKENISED = (
    re.compile(r"(?<=\S) [.,](?=\s|$)"),
    re.compile(r" @-@ "),
    re.compile(r"&(?:apos|quot|amp|lt|gt|#91|#93|#124);"),
)

#: Share of lines equal to their references from which the file is taken for the reference.
_SAME = 0.95

#: Share of lines in a language that is not that of their references.
_OTHER_LANGUAGE = 0.3


def check_lines(
    translations: Sequence[str],
    language: str,
    sources: Sequence[str] = (),
    references: Sequence[str] = (),
) -> Warnings:
    """Return the lines that are empty, damaged, copied from the source or in another language.

    `language`: the target language, ISO 639-1. `sources`: the English sentences, `references`:
    their translations, where they are known; a line whose reference is empty may be. Where the
    problem is one of the whole file it is reported once, with the first line.
    """
    warnings: Warnings = []
    for kind, problem, lines in (
        *_problems(translations, language, sources, references),
        *damaged_lines(translations, sources, references),
    ):
        of_lines(warnings, kind, problem, lines, len(translations))
    return warnings


def _problems(
    translations: Sequence[str], language: str, sources: Sequence[str], references: Sequence[str]
) -> Iterator[tuple[Kind, str, list[int]]]:
    """Yield each problem, its kind first, with the lines (from 0) that have it."""
    pairs = list(enumerate(zip(sources, translations, strict=False)))
    copies = [n for n, (source, text) in pairs if text.strip() and copied(source, text)]
    empty = [
        n
        for n, (text, other) in enumerate(zip_longest(translations, references, fillvalue="?"))
        if not text.strip() and other.strip()
    ]
    yield Kind.EMPTY, "the translation is empty", empty
    yield Kind.UNTRANSLATED, "the translation is the English source", copies
    yield (
        Kind.NUL,
        "the line contains a NUL character: the file may be UTF-16, or not text",
        [n for n, text in enumerate(translations) if "\0" in text],
    )
    yield (
        Kind.WITH_SOURCE,
        "the line contains `|||`: give the translation only, without its source",
        [n for n, text in enumerate(translations) if "|||" in text],
    )
    yield from _too_long(translations, sources or references)
    if not is_known(language):
        return
    copied_lines = set(copies)
    others = ["" if n in copied_lines else text for n, text in enumerate(translations)]
    for name, lines in foreign_lines(others, language).items():
        problem = f"the translation looks like {language_name(name)}, not {language_name(language)}"
        yield Kind.OTHER_LANGUAGE, problem, lines


def _too_long(
    translations: Sequence[str], others: Sequence[str]
) -> Iterator[tuple[Kind, str, list[int]]]:
    """Yield the lines that are too long; all, where one of them outweighs the text itself."""
    pairs = enumerate(zip(others, translations, strict=False))
    long = [n for n, (other, text) in pairs if other and len(text) > _LONGEST * (len(other) + 20)]
    longest = max(long, key=lambda n: len(translations[n]), default=0)
    if long and len(others) > 1 and len(translations[longest]) > sum(map(len, others)):
        problem = (
            f"line {longest + 1} is longer than all sources together: the scores are meaningless"
        )
        yield Kind.TOO_LONG, problem, list(range(len(translations)))
    else:
        yield Kind.TOO_LONG, "many times longer than its source", long


def copied(source: str, text: str) -> bool:
    """Return whether a text is the source, whatever its case, spacing and punctuation."""
    if abs(len(source) - len(text)) > 10:
        return False
    return source.casefold().split() == text.casefold().split() or letters(source) == letters(text)


def reference_warnings(
    translations: Sequence[str], references: Sequence[str], language: str
) -> Warnings:
    """Return what looks wrong in translations beside their references, line by line the same.

    `language`: of both, ISO 639-1; one that cdaflow does not know is judged by the references.
    """
    pairs = list(enumerate(zip(translations, references, strict=False)))
    written = [(n, text, other) for n, (text, other) in pairs if text.strip()]
    same = [n for n, text, other in written if text.split() == other.split()]
    warnings: Warnings = []
    if same and len(same) >= _SAME * len(pairs):
        problem = (
            f"{len(same)} of {len(pairs)} translations are equal to their references: the "
            "file may be the reference itself"
        )
        warnings.append(warning(Kind.IS_REFERENCE, same[0] + 1, problem, len(same)))
    for kind, problem, lines in (
        *_tokenised(written),
        *_language(translations, references, language),
    ):
        of_lines(warnings, kind, problem, lines, len(pairs))
    return warnings


def _tokenised(
    written: Sequence[tuple[int, str, str]],
) -> Iterator[tuple[Kind, str, list[int]]]:
    """Yield where one side alone is tokenised; that both are is no matter."""
    marks = [
        (n, [(bool(mark.search(text)), bool(mark.search(other))) for mark in _TOKENISED])
        for n, text, other in written
    ]
    yield (
        Kind.TOKENISED,
        "the translation is tokenised, its reference is not: detokenise it before scoring",
        [n for n, pairs in marks if (True, False) in pairs],
    )
    yield (
        Kind.TOKENISED,
        "the reference is tokenised, its translation is not: give the reference as it was written",
        [n for n, pairs in marks if (False, True) in pairs and (True, False) not in pairs],
    )


def _language(
    translations: Sequence[str], references: Sequence[str], language: str
) -> Iterator[tuple[Kind, str, list[int]]]:
    """Yield the lines in which references, or translations beside them, are in another language."""
    if is_known(language):
        for name, lines in foreign_lines(references, language).items():
            problem = (
                f"the reference looks like {language_name(name)}, not {language_name(language)}"
            )
            yield Kind.REFERENCE_LANGUAGE, problem, lines
        return
    ours, theirs = (
        [foreign_language(text, language) for text in side] for side in (translations, references)
    )
    for name, count in Counter(filter(None, ours)).most_common(1):
        lines = [
            n
            for n, (ours_text, other) in enumerate(zip(ours, theirs, strict=False))
            if ours_text == name and other != name
        ]
        if count and len(lines) > _OTHER_LANGUAGE * len(references):
            problem = f"the translation looks like {language_name(name)}, its reference does not"
            yield Kind.OTHER_LANGUAGE, problem, lines


def check_references(
    feminine: Sequence[str],
    masculine: Sequence[str],
    language: str,
    path: str | os.PathLike[str],
) -> None:
    """Raise InputError where the feminine version of sentences is plainly the masculine one."""
    if are_exchanged(zip(feminine, masculine, strict=True), language):
        raise InputError(
            "references.swapped",
            "the feminine and the masculine version are swapped",
            file=path,
            hint="most differing words have feminine endings in the masculine version",
        )


def check(
    translations: Sequence[str],
    language: str,
    *,
    sources: Sequence[str] = (),
    references: Sequence[str] = (),
    lowercase: bool = False,
) -> Warnings:
    """Return all that looks wrong in the translations of a text, by lines and in their order.

    `sources`, `references`: where they are known; a line whose reference is empty may be.
    `lowercase`: whether the case is not scored.
    """
    warnings = [
        *check_lines(translations, language, sources, references),
        *reference_warnings(translations, references, language),
        *order_warnings(sources, translations, references),
    ]
    for kind, problem, lines in () if lowercase else letters_changed(translations, references):
        of_lines(warnings, kind, problem, lines, len(translations))
    return warnings


#: Function words that a file must have of another language, and how many times as many as of
#: its own.
_FILE_WORDS, _FILE_RATIO = 20, 1.5

_WORD = re.compile(r"[^\W\d_]+")

#: Scripts of the target languages that are not written in Latin letters.
_SCRIPTS = {"ru": re.compile(r"[\u0400-\u04ff]"), "he": re.compile(r"[\u0590-\u05ff]")}

#: Names of the languages that are checked, and of the letters that most of them share.
_NAMES = {**NAMES, "latin": "Latin letters"}


def is_known(language: str) -> bool:
    """Return whether cdaflow can tell the language (ISO 639-1) from others."""
    return language in _NAMES


def language_name(code: str) -> str:
    """Return the English name of a language, the code itself of one that is not known."""
    return _NAMES.get(code, code)


@cache
def function_words() -> Mapping[str, frozenset[str]]:
    """Return frequent closed-class words of each language that cdaflow knows, English included."""
    rows = read_table(Path(__file__).with_name("function_words.tsv"), ("language", "words"))
    return {row["language"]: frozenset(row["words"].split()) for _, row in rows}


def foreign_language(text: str, language: str) -> str | None:
    """Return the language of which a text plainly is, where that is not `language`; else None.

    By its stop words (`cdaflow.langid`); for Russian and Hebrew "latin" where these do not tell and
    it has hardly a letter of its own.
    """
    name = langid.foreign_language(text, language)
    script = _SCRIPTS.get(language)
    if name is not None or script is None:
        return name
    letters = "".join(_WORD.findall(text))
    return (
        "latin"
        if len(letters) >= 10 and len(script.findall(letters)) < 0.4 * len(letters)
        else None
    )


def foreign_lines(texts: Sequence[str], language: str) -> dict[str, list[int]]:
    """Return the lines (from 0) that are in other languages, by language in alphabetical order.

    Every line that is not empty where the file as a whole is in another language.
    """
    name = foreign_file(texts, language)
    if name is not None:
        return {name: [n for n, text in enumerate(texts) if text.strip()]}
    lines_by_language: dict[str, list[int]] = {}
    for n, text in enumerate(texts):
        other = foreign_language(text, language)
        if other is not None:
            lines_by_language.setdefault(other, []).append(n)
    return dict(sorted(lines_by_language.items()))


def foreign_file(texts: Sequence[str], language: str) -> str | None:
    """Return the language of the lines together, where that is plainly not `language`; else None.

    Plainly: they have at least 20 function words of it, and half as many again as of `language`.
    """
    words = Counter(word for text in texts for word in _WORD.findall(text.casefold()))
    counts = {
        name: sum(words[word] for word in function_words_of)
        for name, function_words_of in function_words().items()
    }
    own = counts.pop(language, 0)
    name = max(counts, key=lambda key: (counts[key], key))
    plain = counts[name] >= _FILE_WORDS and counts[name] > _FILE_RATIO * own
    return name if plain else None
