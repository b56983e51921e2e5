"""Translations that are no finished text: what decoders, scripts and language models leave of it.

Each is looked for beside the text that was translated, or its reference: a sentence may well be
about a refusal, in lower case, or in quotes itself.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from unicodedata import normalize

from cdaflow.io.recognition import SUBWORDS
from cdaflow.statistics.warnings import Kind

#: What is wrong, in words, and the lines (from 0) that have it.
Problem = tuple[Kind, str, list[int]]

#: Number of lines, and their share of a file, that show a habit of the whole file, or of a part of
#: it where no text has it by itself.
_LEAST, _MOST, _SOME = 10, 0.5, 0.05

#: Lines by which the usual length of translations is known, and the share of their references'
#: length below which they were cut.
_LENGTHS, _SHORT = 50, 0.7

#: What is at the beginning and the end of a text: words, whose order is another in other languages,
#: and marks or numbered names (`news-0001`).
_WORDS = re.compile(r"^\S+\s+\S+"), re.compile(r"\S+\s+\S+$")
_MARKS = (
    re.compile(r"^(?:\w+\s?:|[^\w\s]{2,}|[^\W\d_]\S*?\d\S*(?=\s))"),
    re.compile(r"[^\w\s.!?…'\"»”’)]{2,}$"),
)

#: The share of lines that are cut, from which it is no matter of style.
_HALVED = 0.02

#: What stands before or after a translation is found in so many characters.
_END = 200

#: For so many different sentences, and this share of the file, no system has one translation.
_SAME, _SAME_SHARE = 5, 0.01

_DIGITS, _WORD = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")

#: What programs write where there is no text.
_PLACEHOLDERS = frozenset(
    (
        "none",
        "null",
        "nil",
        "nan",
        "n/a",
        "#n/a",
        "na",
        "undefined",
        "error",
        "unk",
        "<unk>",
        "todo",
    )
)

#: A text of few words in brackets ("<your translation here>"), and what is to be put within one.
_BRACKETED = re.compile(r"[\[<{]{1,2}\s?[^\s\[\]<>{}]+(?:\s[^\s\[\]<>{}]+){0,2}\s?[\]>}]{1,2}")
_SLOT = re.compile(
    r"[\[<{][A-Z_ ]{0,20}(?:TRANSLAT|TRADUC|TRADUZ|ÜBERSETZ|TARGET|OUTPUT|TEXT|SENTENCE|PERSON|"
    r"NAME|ENTITY|NUM|MASK|PLACEHOLDER|URL)[A-ZÓÃÇ_ ]{0,20}[\]>}]"
)

#: Marks of code, and letters of other widths and faces than those of text.
_FENCE = re.compile("```|~~~")
_FULL_WIDTH = re.compile("[\uff01-\uff5e\u3000\U0001d400-\U0001d7ff]")

#: Markup that is no mark of a model (`</s>`), and a word in letters of two alphabets.
_TAG = re.compile(r"</(?!s>)[A-Za-z][\w-]{0,15}\s?>|<(?:br|hr)\s?/?>|<[A-Za-z][^<>]{0,80}/>")
_TEX_ACCENT = re.compile(r"\\['\"`^~]\{?\\?[A-Za-z]")
_TWO_SCRIPTS = re.compile("[a-z\u00df-\u00ff][\u0400-\u04ff]|[\u0400-\u04ff][a-z\u00df-\u00ff]")

#: What assistants write around a translation.
_AROUND = re.compile(
    r"(?i)^\W*(?:(?:sure|certainly|claro|bien sûr|certo|natürlich|конечно)\s*[!,.]\s)?[^.!?:]{0,30}"
    r"\b(?:translat(?:ion|ed)|traducción|traduction|traduzione|tradução|übersetzung|перевод|תרגום)\b"
    r"[^.!?:]{0,40}:\s|[(\[]\s*(?:note|nota|remarque|hinweis|anmerkung|примечание|הערה)\s*:"
)

#: Letters that a program could not write: the sign for it, or a question mark within a word.
_LOST = re.compile(r"\ufffd|(?<=[^\W\d_])\?+(?=[^\W\d_])")

#: Words of which a loop may consist, and how many times they come after the first time.
_PERIOD, _ROUNDS = 8, 3

#: How assistants begin where they do not translate, in English and in the languages of the texts.
_REFUSAL = re.compile(
    r"(?i)\b(?:as an ai\b|i(?:'m| am) (?:an ai|a language model)|language model\b"
    r"|i(?:'m| am)? ?(?:sorry|afraid|unable|cannot|can't|can not|won't|apologi[sz]e)\b[^.]{0,40}"
    r"(?:assist|help|translat|provide|fulfil|comply|answer|that request|do that)"
    r"|(?:lo siento|disculpa|perdón)[^.]{0,20}\bno puedo|no puedo (?:ayudar|traducir|asistir)"
    r"|désolée?[^.]{0,20}\bje ne peux pas|je ne peux pas (?:vous aider|traduire)"
    r"|(?:mi dispiace|scusa)[^.]{0,20}\bnon posso|non posso (?:aiutar|tradurre)"
    r"|tut mir leid[^.]{0,20}\bkann|ich kann (?:das|dies)[^.]{0,20} nicht übersetzen"
    r"|(?:desculpe|lamento|sinto muito)[^.]{0,20}\bnão posso|não posso (?:ajudar|traduzir)"
    r"|(?:извините|простите|к сожалению)[^.]{0,20}\bя не могу|מצטער[^.]{0,20}לא יכול)"
)
_APOLOGY = re.compile(
    r"(?i)\b(?:sorry|afraid|apolog\w*|unable|can ?not|can't|won't|ai|language model)\b"
)

#: What stands between a source and its translation in output that has both.
_ARROW = re.compile(r"\S\s*(?:->|=>|→|⇒|\t)\s*\S")

_ENDS = tuple(".!?…。।")
_CLOSING = "\"'»”’)]"

_NUMBER = re.compile(r"\s*\"?(\d{1,7})\"?\s*[.),;:\t]\s*\S")
_QUOTED = re.compile(r"\s*(?:\".*\"|\[\s*['\"].*['\"]\s*\]|\{.*\})[,;]?\s*")


def damaged_lines(
    translations: Sequence[str], sources: Sequence[str], references: Sequence[str]
) -> Iterator[Problem]:
    """Yield what is damaged or unfinished in translations, with the lines that have it.

    `sources`, `references`: as many lines, or () where they are not known; without either nothing
    can be told.
    """
    beside = references or sources
    if not beside:
        return
    rows = list(enumerate(zip(translations, beside, strict=False)))
    written = [(n, text, other) for n, (text, other) in rows if text.strip()]
    no_words = [n for n, text, other in written if _is_placeholder(text, other)]
    yield Kind.UNFINISHED, "no words of a translation", no_words
    yield (
        Kind.REFUSAL,
        "a refusal to translate",
        [n for n, text, other in written if _is_refusal(text, other)],
    )
    skipped = set(no_words)
    worded = [row for row in written if row[0] not in skipped]
    yield Kind.REPEATED, "the translation is the same as that of other sentences", _repeated(worded)
    yield (
        Kind.SUBWORDS,
        "marks of subwords or of a model: decode the output, or join it (sed 's/@@ //g')",
        [n for n, text, other in written if SUBWORDS.search(text) and not SUBWORDS.search(other)],
    )
    for kind, problem, is_so in (
        (Kind.LOST_CHARACTERS, "characters were lost (? or U+FFFD within words)", _LOST.search),
        (Kind.ADDED_WORDS, "words of an assistant around the translation", _AROUND.search),
        (Kind.REPEATED, "the translation repeats its words, or all of it", _has_loop),
        (Kind.ADDED_WORDS, "a fence of code (```)", _FENCE.search),
        (Kind.FORM, "letters that are full-width, or of mathematics", _FULL_WIDTH.search),
        (Kind.FORM, "tags of HTML or XML", _TAG.search),
        (Kind.FORM, "a word in letters of two alphabets", _TWO_SCRIPTS.search),
        (Kind.FORM, "accents as LaTeX writes them", _TEX_ACCENT.search),
        (Kind.UNFINISHED, "a placeholder within the translation", _SLOT.search),
    ):
        affected = [(n, other) for n, text, other in worded if is_so(text)]
        yield kind, problem, [n for n, other in affected if not is_so(other)]
    for kind, problem, sign in (
        (Kind.SUBWORDS, "marks of subwords or of a model", SUBWORDS),
        (Kind.FORM, "tags of HTML or XML", _TAG),
    ):
        lines = [n for n, text, other in worded if sign.search(other) and not sign.search(text)]
        yield kind, f"{problem} in the reference, not in its translation", lines * bool(references)
    joined = [n for n, text, other in written if _is_joined(text, other)]
    yield Kind.FORM, "words without blanks between them", joined
    yield Kind.REPEATED, "two translations on one line", _two(written)
    yield Kind.ADDED_WORDS, "the same words before or after each translation", _affixed(written)
    yield (
        Kind.WITH_SOURCE,
        "the source stands before its translation",
        _with_source(translations, sources, references),
    )
    yield Kind.CELLS, "a cell of a table, not text: its number or its quotes", _cells(written)
    for unit, size in (("words", _words), ("characters", len)):
        most, cut = _cut(written, size)
        if cut:
            yield Kind.UNFINISHED, f"cut at {most} {unit}", cut
            return
    if references and len(worded) >= _LENGTHS:
        usual = median(len(text) / len(other) for _, text, other in worded if other.strip())
        if usual < _SHORT:
            problem = f"usually {100 * usual:.0f} % as long as the reference"
            yield Kind.UNFINISHED, problem, [n for n, *_ in worded]
            return
    yield (
        Kind.UNFINISHED,
        "cut: shorter than others of its length, without an end",
        _halved(worded),
    )


def letters_changed(translations: Sequence[str], references: Sequence[str]) -> Iterator[Problem]:
    """Yield the lines of one side that is in one case, or lost its accents; the other has not."""
    pairs = list(enumerate(zip(translations, references, strict=False)))
    for problem, mine, other in (
        ("the translation is in lower case, its reference is not", 0, 1),
        ("the reference is in lower case, its translation is not", 1, 0),
    ):
        cased = [
            (n, pair[mine])
            for n, pair in pairs
            if pair[mine].strip() and pair[other] != pair[other].lower()
        ]
        lower = [n for n, text in cased if text == text.lower() and text != text.upper()]
        if len(lower) >= max(_LEAST, _SOME * len(cased)):
            yield Kind.LOWER_CASE, f"{problem}: scores with --lowercase compare such text", lower
    rows = [(n, *pair) for n, pair in pairs if all(map(str.strip, pair))]
    for share, problem, is_so in (
        (_SOME, "the translation is in capitals, its reference is not", _in_capitals),
        (_MOST, "each word has a capital, not so in the reference", _as_title),
    ):
        lines = [n for n, text, other in rows if is_so(text) and not is_so(other)]
        if len(lines) >= max(_LEAST, share * len(rows)):
            yield Kind.CASE, problem, lines
    if all(text.isascii() for _, text, _ in rows):
        lines = [n for n, text, other in rows if _lost_accents(text, other)]
        if len(lines) >= _LEAST:
            yield Kind.LOST_CHARACTERS, "the words of the reference without their accents", lines


def _in_capitals(text: str) -> bool:
    return text == text.upper() and text != text.lower()


def _as_title(text: str) -> bool:
    words = [word for word in _WORD.findall(text) if word != word.upper()]
    return len(words) > 3 and all(word[0] != word[0].lower() for word in words)


def _lost_accents(text: str, reference: str) -> bool:
    words = {word for word in _WORD.findall(reference.lower()) if not word.isascii()}
    plain = {"".join(filter(str.isascii, normalize("NFD", word))) for word in words}
    return not plain.isdisjoint(_WORD.findall(text.lower()))


def _has_loop(text: str) -> bool:
    words = re.findall(r"\w+", text.lower())
    half = len(words) // 2
    if half > 3 and (words[:half] == words[half:] or words[::2] == words[1::2]):
        return True
    for period in range(1, min(_PERIOD, len(words) // (_ROUNDS + 1)) + 1):
        run = 0
        for word, before in zip(words[period:], words, strict=False):
            run = run + 1 if word == before else 0
            if run == _ROUNDS * period:
                return True
    return False


def _two(rows: Sequence[tuple[int, str, str]]) -> list[int]:
    """Return the lines of two texts with a bar between that share most of their words."""
    lines = []
    for n, text, other in rows:
        sides = [set(re.findall(r"\w+", side.lower())) for side in re.split(r"\s[/|]\s", text)]
        if len(sides) == 2 and min(map(len, sides)) > 2 and not re.search(r"\s[/|]\s", other):
            both = len(sides[0] & sides[1])
            lines += [n] if 2 * both > max(map(len, sides)) else []
    return lines


def _affixed(rows: Sequence[tuple[int, str, str]]) -> list[int]:
    """Return the lines that begin or end as most do, where the other text does not."""
    least = max(_LEAST, _MOST * len(rows))
    affixed: set[int] = set()
    for keys in (_WORDS, *((key,) for key in _MARKS)):
        others = _by_affix(keys, [(n, other) for n, _, other in rows])
        if not any(len(lines) >= least / 2 for lines in others):
            common = _by_affix(keys, [(n, text) for n, text, _ in rows])
            affixed.update(*(lines for lines in common if len(lines) >= least))
    return sorted(affixed)


def _by_affix(
    keys: Sequence[re.Pattern[str]], rows: Sequence[tuple[int, str]]
) -> Iterator[list[int]]:
    """Yield the lines in which one of the keys finds the same at an end of the text."""
    for key in keys:
        lines: dict[str, list[int]] = defaultdict(list)
        for n, text in rows:
            # The middle is left out: the time for a key grows with the square of the length.
            ends = text if len(text) < 2 * _END else text[:_END] + text[-_END:]
            if match := key.search(ends):
                lines[_DIGITS.sub("0", match[0])].append(n)
        yield from lines.values()


def _is_placeholder(text: str, other: str) -> bool:
    words = text.casefold().strip().strip(".\"'")
    is_bracketed = _BRACKETED.fullmatch(words) and not re.search(r"[\[<{]", other)
    is_known = (is_bracketed or words in _PLACEHOLDERS) and len(other.split()) > 1
    return bool(is_known) or (_has_word(other) and not _has_word(text))


def _is_joined(text: str, other: str) -> bool:
    """Return whether a text as long as another has few of its blanks: "La_doctora_salió"."""
    words = len(other.split())
    return words > 4 and 4 * len(text.split()) <= words and len(text) > 0.7 * len(other)


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _is_refusal(text: str, other: str) -> bool:
    return bool(_REFUSAL.search(text) and not _REFUSAL.search(other) and not _APOLOGY.search(other))


def _repeated(rows: Sequence[tuple[int, str, str]]) -> list[int]:
    """Return the lines whose text stands for many different sentences of four words or more.

    Sentences that differ in a number alone are one: a system may leave it out.
    """
    lines: dict[str, list[int]] = defaultdict(list)
    others: dict[str, set[str]] = defaultdict(set)
    for n, text, other in rows:
        key = " ".join(text.casefold().split())
        lines[key].append(n)
        if len(other.split()) >= 4:
            others[key].add(_DIGITS.sub("", other.casefold()).strip())
    most = max(_SAME, _SAME_SHARE * len(rows))
    return sorted(
        n
        for key, numbers_of_lines in lines.items()
        if len(others[key]) >= most
        for n in numbers_of_lines
    )


def _with_source(
    translations: Sequence[str], sources: Sequence[str], references: Sequence[str]
) -> list[int]:
    lines = {
        n
        for n, (source, text) in enumerate(zip(sources, translations, strict=False))
        if len(source.split()) >= 3
        and len(text) > len(source) + 5
        and text.strip().strip('"').casefold().startswith(source.strip().casefold())
    }
    for n, (reference, text) in enumerate(zip(references, translations, strict=False)):
        if _ARROW.search(text) and not _ARROW.search(reference):
            lines.add(n)
    return sorted(lines)


def _cells(rows: Sequence[tuple[int, str, str]]) -> list[int]:
    """Return the lines that begin with their number, or are quoted, where most lines are."""
    numbers: dict[int, list[int]] = defaultdict(list)
    quoted = []
    for n, text, other in rows:
        match = _NUMBER.match(text)
        if match is not None and not other.lstrip()[:1].isdigit():
            numbers[int(match[1]) - n].append(n)
        if _QUOTED.fullmatch(text) and other.strip()[:1] not in '"[{“«':
            quoted.append(n)
    lines = max(numbers.values(), key=len, default=[])
    if len(lines) >= max(_LEAST, _SOME * len(rows)):
        return lines
    return quoted if len(quoted) >= max(_LEAST, _MOST * len(rows)) else []


def _words(text: str) -> int:
    return len(text.split())


def _cut(rows: Sequence[tuple[int, str, str]], size: Callable[[str], int]) -> tuple[int, list[int]]:
    """Return the length at which lines were cut, and these lines: [] where none were.

    Many lines have the greatest length there is, more than the one below, and no end, and what they
    translate is longer.
    """
    sizes = {n: size(text) for n, text, _ in rows}
    most = max(sizes.values(), default=0)
    # A blank at the place of the cut is gone.
    near = 1 if size is len else 0
    counts = Counter(sizes.values())
    longest = sum(counts[most - k] for k in range(near + 1))
    below = sum(counts[most - k] for k in range(near + 1, 2 * near + 2))
    at = [(n, text, other) for n, text, other in rows if sizes[n] >= most - near]
    cut = [
        n for n, text, other in at if _has_end(other) and not _has_end(text) and size(other) > most
    ]
    is_many = longest >= max(_LEAST, 0.02 * len(rows)) and longest > 2 * below
    return most, cut if is_many and len(cut) > 0.7 * len(at) else []


def _halved(rows: Sequence[tuple[int, str, str]]) -> list[int]:
    """Return the lines that end early, of which there are many: [] where they are few.

    They have no end, as what they translate has, and at most two thirds of the usual length.
    """
    shares = [(n, len(text) / len(other), text, other) for n, text, other in rows if other.strip()]
    usual = median(share for _, share, _, _ in shares) if shares else 0
    lines = [
        n
        for n, share, text, other in shares
        if share < usual * 2 / 3 and _has_end(other) and not _has_end(text)
    ]
    return lines if len(lines) >= max(_LEAST, _HALVED * len(rows)) else []


def _has_end(text: str) -> bool:
    return text.rstrip().rstrip(_CLOSING).endswith(_ENDS)
