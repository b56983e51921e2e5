"""Identification of the languages that cdaflow knows, by stop words.

`language_of` identifies one line, `count_languages` a sample of lines:

    count_languages(lines).language           # "es", or None where no language has the majority
    count_languages(lines).share("es")        # of the lines in which a language is recognised

Both are deterministic and stream; a line takes 15 to 25 microseconds. Text in a language other
than en, es, fr, it, pt, de, ru and he has few stop words of these (compare `decided` with `lines`),
or is like several: of 895 decided lines of Catalan 54 % count as Spanish, 26 % as Italian and 16 %
as French. A package of its own, since corpora are checked with it: a rule
that uses it must not become stale with the grammars of `cdaflow.languages`.

LANGUAGE.tsv lists about 150 frequent words of closed classes (stop words), as they are written
between spaces, apostrophes and punctuation, in lower case, and the letters that some of the
languages lack. A word or letter that n of the 8 languages list counts log(9 / n) for each of them,
a Cyrillic or Hebrew word that none lists 0.5. The best language wins if it has at least 1.0, and
0.5 more than the second; else the line is undecided.

Measured on the running text of UD treebanks (8 languages, 49,000 sentences), MT-GenEval, Tatoeba,
newstest and translations of WinoMT (6 languages): no sample of 20, 50 or 100 lines drawn at random
had another majority (300 samples of each size and text, 44 texts), and the right language had at
least 84, 92 and 92 % of the decided lines. Below ten decided lines, as in a list of names and
addresses, a majority proves nothing. Of single lines 99.6 to 100 % are right in WinoMT and
MT-GenEval, 81 to 99 % in UD and 83 to 98 % in Tatoeba (short sentences, most of the others are
undecided); at most 1.8 % are taken for another language.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Literal

from cdaflow.io.files import read_table

#: The languages that are distinguished, by ISO 639-1 code, with their English names.
NAMES: Mapping[str, str] = {
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "pt": "Portuguese",
    "de": "German",
    "ru": "Russian",
    "he": "Hebrew",
}

_SCRIPTS = {"ru": re.compile("[\u0400-\u04ff]"), "he": re.compile("[\u05d0-\u05ea]")}

_WORD = re.compile(r"[^\W\d_]+")

#: What addresses of sites and mail have in them, of which "com" is a Portuguese word.
_ADDRESS = re.compile(r"@|://|www\.|\.(?:com|org|net)\b")

#: What a word in Cyrillic or Hebrew letters counts that is in no list.
_SCRIPT_WEIGHT = 0.5

#: A line is given a language that has at least this score, and by so much more than the next one.
_LEAST = 1.0
_MARGIN = 0.5


@dataclass(frozen=True)
class LanguageCounts:
    """What a sample of lines is in.

    `lines`: how many have a letter; `languages`: how many were given each language, the most
    frequent first. The other lines show no language (too short, names, another language).
    """

    lines: int
    languages: Mapping[str, int]

    def share(self, language: str) -> float:
        """Return the share of a language in the lines that were given one; 0 where none was."""
        return self.languages.get(language, 0) / max(self.decided, 1)

    @property
    def decided(self) -> int:
        """How many lines were given a language."""
        return sum(self.languages.values())

    @property
    def language(self) -> str | None:
        """The language of more than half of the lines that were given one; None without."""
        for name in self.languages:
            if self.share(name) > 0.5:
                return name
        return None


def count_languages(lines: Iterable[str]) -> LanguageCounts:
    """Return how many of the lines are in which language."""
    counts: Counter[str] = Counter()
    total = 0
    for line in lines:
        total += any(map(str.isalpha, line))
        language = language_of(line)
        if language is not None:
            counts[language] += 1
    return LanguageCounts(total, dict(counts.most_common()))


#: With fewer decided lines a majority proves nothing, but two that are plainly foreign do.
_FEWEST = 10
_FEW = 2


def other_language(lines: Iterable[str], language: str) -> str:
    """Return what lines look like that are plainly not in a language, "English (98 %)"; else "".

    Plain it is where most of the decided lines, at least ten, are in others; of fewer where all of
    them, at least two, are lines of `foreign_language`. A language that is not known is never
    another one.
    """
    rest = iter(lines)
    few = list(islice(rest, _FEWEST * _FEWEST))
    counts = count_languages(chain(few, rest))
    if language not in NAMES or counts.share(language) >= 0.5:
        return ""
    if counts.decided < _FEWEST:
        plain = Counter(filter(None, (foreign_language(line, language) for line in few)))
        if counts.languages.get(language) or plain.total() < max(counts.decided, _FEW):
            return ""
        counts = LanguageCounts(counts.lines, dict(plain.most_common()))
    name = next(name for name in counts.languages if name != language)
    return f"{NAMES[name]} ({100 * counts.share(name):.0f} %)"


def language_of(text: str) -> str | None:
    """Return the language (ISO 639-1) of a line; None where its stop words do not tell."""
    scores = _scores(text)
    best = max(scores, key=scores.__getitem__, default=None)
    if best is None:
        return None
    score = scores.pop(best)
    second = max(scores.values(), default=0.0)
    return best if score >= _LEAST and score - second >= _MARGIN else None


#: A line of so many words is foreign if another language has so much more than its own, and so many
#: times as much; of English, which stands in titles, more.
_WORDS, _PLAIN, _TIMES, _TIMES_ENGLISH = 4, 2.5, 1.5, 2.0


def foreign_language(text: str, language: str) -> str | None:
    """Return the language that a line plainly is in, where that is not `language`; else None.

    Of lines in another language 94 to 100 % are found in WinoMT, MT-GenEval and NTREX (Spanish for
    Portuguese: 89), 64 to 99 % in Tatoeba's short ones; at most one in 1,000 of lines in their own
    is taken for foreign, most of them for their English titles (29 texts in 8 languages).
    """
    scores = _scores(text) if len(text.split()) >= _WORDS else {}
    own = scores.pop(language, 0.0)
    best = max(scores, key=scores.__getitem__, default=None)
    if best is None or scores[best] - own < _PLAIN:
        return None
    return best if scores[best] > (_TIMES_ENGLISH if best == "en" else _TIMES) * own else None


def _scores(text: str) -> dict[str, float]:
    """Return the score of each language of which the text has a word or letter."""
    # Token by token: a pattern of whole addresses is quadratic in the length of a long token.
    text = " ".join(token for token in text.lower().split() if not _ADDRESS.search(token))
    scores: dict[str, float] = {}
    word_weights = _weights("words")
    for word in _WORD.findall(text):
        if word in word_weights:
            for language, weight in word_weights[word]:
                scores[language] = scores.get(language, 0.0) + weight
        elif not word.isascii():
            for language, script in _SCRIPTS.items():
                if script.match(word):
                    scores[language] = scores.get(language, 0.0) + _SCRIPT_WEIGHT
    if not text.isascii():
        letters = _weights("letters")
        for letter in sorted(set(text).intersection(letters)):
            for language, weight in letters[letter]:
                scores[language] = scores.get(language, 0.0) + weight
    return scores


@cache
def _weights(kind: Literal["words", "letters"]) -> Mapping[str, Sequence[tuple[str, float]]]:
    """Return the languages of each listed word, or letter, with what it counts for them."""
    languages: dict[str, list[str]] = {}
    for language in NAMES:
        path = Path(__file__).with_name(f"{language}.tsv")
        listed = {
            form
            for _, row in read_table(path, ("kind", "forms"))
            if (row["kind"] == "letters") == (kind == "letters")
            for form in row["forms"].split()
        }
        for form in listed:
            languages.setdefault(form, []).append(language)
    return {
        form: [(language, math.log((len(NAMES) + 1) / len(codes))) for language in codes]
        for form, codes in languages.items()
    }
