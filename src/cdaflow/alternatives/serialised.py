"""Gender structures inside of the text that a model writes (Garg et al. 2024, section 4).

A structure is `<BEG> masculine<MID> feminine<END>`: the symbols are subwords of their own, and the
blanks behind them let a form have the same subwords as anywhere else. A person is where the
attention is while the model writes `<MID>`: to train it, `<MID>` is linked to the head word.

A corpus tag before the English says which text a pair is from (`<gender>`, section 7.3).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cdaflow.alternatives.structures import Alternatives
from cdaflow.errors import InputError

BEG, MID, END = "<BEG>", "<MID>", "<END>"

#: The corpus tag of pairs with structures, of a model that is also trained on pairs without.
GENDER_TAG = "<gender>"

#: All symbols that a vocabulary must have.
SYMBOLS = (BEG, MID, END, GENDER_TAG)

_SYMBOL = re.compile("|".join(SYMBOLS[:3]))
_TAGS = re.compile(rf"\s*(?:{GENDER_TAG}\s*)*")
_WORD = re.compile(r"\S+")


def tags_length(source: str) -> int:
    """Return how many characters the tags at the beginning of a source have, with their blanks."""
    found = _TAGS.match(source)
    return found.end() if found else 0


@dataclass(frozen=True)
class Pair:
    """A pair to train on; `links` as in the column of a data set: `s0-s1:t0-t1`, by characters."""

    source: str
    target: str
    links: str


def serialise(alternatives: Alternatives, tags: Sequence[str] = ()) -> Pair:
    """Return a source with `tags` before it, and its translation with structures as symbols.

    Each `<MID>` is linked to the head words of all people of its structure.
    Raises InputError where a text has one of the symbols itself.
    """
    for text in (
        alternatives.source,
        alternatives.text,
        *(item.feminine for item in alternatives.structures),
    ):
        found = next((symbol for symbol in (*SYMBOLS, *tags) if symbol in text), None)
        if found:
            raise InputError(
                "text.reserved-symbol", f"the text has the symbol {found} itself: {text!r}"
            )
    prefix = "".join(f"{tag} " for tag in tags)
    target, links, end = "", [], 0
    for each in alternatives.structures:
        target += f"{alternatives.text[end : each.start]}{BEG} {each.masculine}"
        middle = f"{len(target)}-{len(target) + len(MID)}"
        target += f"{MID} {each.feminine}{END}"
        for index in each.entities:
            person = (alternatives.entities or ())[index]
            links.append(f"{person.start + len(prefix)}-{person.end + len(prefix)}:{middle}")
        end = each.end
    return Pair(prefix + alternatives.source, target + alternatives.text[end:], " ".join(links))


@dataclass(frozen=True)
class Plain:
    """Characters of a serialised text that are in no structure."""

    start: int
    end: int


@dataclass(frozen=True)
class Slot:
    """A structure in a serialised text: the characters of its forms, and where its MID begins."""

    masculine: Plain
    feminine: Plain
    middle: int


@dataclass(frozen=True)
class Fault:
    """What was wrong with a translation, and repaired: its kind, and the characters it is about."""

    kind: str
    text: str


#: Kinds of ill-formed text -> what is done about it.
ILL_FORMED = {
    "no-end": "the feminine form has as many words as the masculine one",
    "no-middle": "what is there is text",
    "empty-form": "the other form is text",
    "stray-symbol": "it is left out",
}


def parse(text: str) -> tuple[list[Plain | Slot], list[Fault]]:
    """Return the parts of a text with symbols in order, and what is ill-formed (`ILL_FORMED`)."""
    symbols = list(_SYMBOL.finditer(text))
    parts: list[Plain | Slot] = []
    faults: list[Fault] = []
    end = index = 0
    while index < len(symbols):
        symbol = symbols[index]
        kinds = [one.group() for one in symbols[index : index + 3]]
        parts.append(Plain(end, symbol.start()))
        end = symbol.end()
        behind = [*(one.start() for one in symbols[index + 1 : index + 3]), len(text), len(text)]
        shown = text[symbol.start() : behind[1]]
        if kinds[:2] == [BEG, MID]:
            middle = symbols[index + 1]
            masculine = _stripped(text, end, middle.start())
            feminine = _stripped(text, middle.end(), behind[1])
            if kinds[2:] == [END]:
                end = symbols[index + 2].end()
                index += 3
            else:
                faults.append(Fault("no-end", shown))
                feminine = _first_words(text, feminine, len(_words(text, masculine)))
                end = feminine.end
                index += 2
            forms = [form for form in (masculine, feminine) if form.start < form.end]
            if len(forms) == 2:
                parts.append(Slot(masculine, feminine, middle.start()))
            else:
                faults.append(Fault("empty-form", shown))
                parts += forms
            continue
        if kinds[:2] == [BEG, END]:
            faults.append(Fault("no-middle", shown))
            parts.append(Plain(end, symbols[index + 1].start()))
            end = symbols[index + 1].end()
            index += 2
            continue
        faults.append(Fault("stray-symbol", symbol.group()))
        index += 1
    parts.append(Plain(end, len(text)))
    return [part for part in parts if isinstance(part, Slot) or part.start < part.end], faults


def _stripped(text: str, start: int, end: int) -> Plain:
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    return Plain(start, max(start, start + len(inside.strip())))


def _words(text: str, part: Plain) -> list[re.Match[str]]:
    return list(_WORD.finditer(text, part.start, part.end))


def _first_words(text: str, part: Plain, count: int) -> Plain:
    words = _words(text, part)[:count]
    return Plain(part.start, words[-1].end() if words else part.start)
