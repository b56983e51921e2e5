"""Example sentences as the report shows them: a card for each, and the search over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from cdaflow.tables.contents import Report
from cdaflow.tables.example_table import SOURCE, examples_of, sentence_rows
from cdaflow.tables.markup import changed_words, escape, isolated
from cdaflow.tables.report.summary import best_systems
from cdaflow.tables.system_diffs import KINDS, OUTCOMES, outcomes
from cdaflow.tables.text import NONE, PRONOUNS, UNKNOWN, Record, finding, language_name, order

#: The kind of all pairs that the guard caught, and of those that the target filter rejected.
SWAP = "harmful swap"
REJECTED = "rejected pair"


@dataclass(frozen=True)
class Card:
    """A sentence with its versions.

    records: rows of a table of examples, the English sentence first. kinds: system -> kinds of
    outcome; "" for what no system made. about: what stands beside the sentence.
    """

    language: str
    records: Sequence[Record]
    kinds: Mapping[str, Sequence[str]]
    notes: Sequence[str]


def _cards(report: Report) -> list[Card]:
    """Return the cards: the sample of sentences, else those of example tables; pairs of these."""
    cards: list[Card] = []
    for language, items in report.examples.items():
        for item in items:
            records = sentence_rows(item)
            kinds = {system or NONE: kinds for system, kinds in outcomes(item.rows).items()}
            cards.append(Card(language, records, kinds, [f"line {records[0]['id']}"]))
    if not cards:
        cards += _sampled(report.example_rows)
    for part, kind in (("swaps", SWAP), ("rejected", REJECTED)):
        for language, rows in examples_of(report.example_rows, part):
            cards.append(Card(language, rows, {"": [kind]}, [kind, f"pair {rows[0]['id']}"]))
    return cards


def _sampled(frame: pd.DataFrame) -> Iterator[Card]:
    """Yield the sentences of a table of examples, of which only one kind is known."""
    for language, rows in examples_of(frame, "systems"):
        kind = rows[0]["kind"]
        systems = [name for row in rows[1:] for name in row["what"].split(", ")]
        kinds = {system: [kind] for system in systems}
        yield Card(language, rows, kinds, [kind, f"line {rows[0]['id']}"])


#: What a cell begins with -> class of the words.
_VERDICTS = {"right": "right", "wrong": "wrong", "same": "right", "other-gender": "wrong"}

#: What is no error.
_RIGHT = next(iter(OUTCOMES))

#: Version of a sentence -> the version that it is compared with, where that is not the first
#: translation.
_COMPARED = {f"{SOURCE}, swapped": SOURCE}

_ABOUT = (
    '<p class="soft">A sample over both halves, all genders and all ways in which a system can '
    "differ from the baseline, the rare as many as the frequent: it shows what happens, not how "
    "often. Of a system with several trainings it shows one, of the lowest seed that all systems "
    "have (else that one shares with the baseline). The person in question is <u>underlined</u>; "
    "<mark>words that differ</mark> between two translations that stand side by side, or from the "
    "first one (the baseline's, or the one that was there), are marked. Systems that wrote the "
    "same stand together.</p>\n"
    '<noscript><p class="soft">Two systems side by side, filters and the search need scripts; '
    "without them every version of every example is shown.</p></noscript>"
)


def examples_html(report: Report) -> Iterator[str]:
    """Yield the search and the cards below it; nothing where there are none.

    The first of the `best_systems` that wrote any stands beside the baseline at first.

    Languages, systems and kinds have numbers; a card carries them as words such as l0 (language),
    s1k2 (what system 1 made of it is of kind 2), and each version those of its systems. Without
    scripts the search stays hidden, and all cards are shown.
    """
    cards = _cards(report)
    if not cards:
        return
    languages = order(card.language for card in cards)
    systems = order(name for card in cards for name in card.kinds if name)
    all_kinds = [*OUTCOMES, *KINDS, SWAP, REJECTED]
    present = {kind for card in cards for kinds in card.kinds.values() for kind in kinds}
    kinds = [kind for kind in all_kinds if kind in present]
    kinds += sorted(present.difference(all_kinds))
    yield _ABOUT
    best = next((name for name in best_systems(report) if name in systems), "")
    yield _search(languages, systems, kinds, best)
    yield '<ol class="examples" id="cards">'
    for card in cards:
        yield _card(card, languages.index(card.language), systems, kinds)
    yield "</ol>"
    yield '<p><button type="button" id="more" hidden>Show more</button></p>'


def _search(
    languages: Sequence[str], systems: Sequence[str], kinds: Sequence[str], best: str
) -> str:
    """Return the form above the cards; `best`: the system that stands beside the first one."""
    errors = [number for number, kind in enumerate(kinds) if kind in OUTCOMES and kind != _RIGHT]
    numbered = [(f"k{number}", kind) for number, kind in enumerate(kinds)]
    if errors:
        numbered.insert(0, ("any", "any error"))
    parts = [
        '<div class="search" id="search" role="search" aria-label="Examples" hidden>',
        '<label class="text">Words <input type="search" id="words" autocomplete="off" '
        'spellcheck="false"></label>',
        _choice(
            "language", "Language", [("", "all"), *_numbered("l", map(language_name, languages))]
        ),
    ]
    if len(systems) > 1:
        named = list(_numbered("s", systems))
        beside = f"s{systems.index(best)}" if best in systems[1:] else "s1"
        parts.append(_choice("first", "First system", named))
        parts.append(_choice("second", "Second system", [*named, ("", "all others")], beside))
    words = " ".join(f"k{number}" for number in errors)
    parts.append(_choice("kind", "Kind", [("", "all"), *numbered], data=f' data-errors="{words}"'))
    if len(systems) > 1:
        parts.append(_choice("by", "Made by", _BY))
    parts += [
        '<button type="button" id="clear">Clear</button>',
        '<p class="count" id="count" role="status" aria-live="polite"></p>',
        "</div>",
    ]
    return "\n".join(parts)


#: Which of the two systems that are shown made an error of a kind.
_BY = (
    ("", "either"),
    ("first", "the first alone"),
    ("second", "the second alone"),
    ("both", "both"),
)


def _numbered(letter: str, values: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((f"{letter}{number}", value) for number, value in enumerate(values))


def _choice(
    name: str, title: str, options: Iterable[tuple[str, str]], chosen: str = "", data: str = ""
) -> str:
    """Return a list to choose from, of values and what is shown for them."""
    buttons = "".join(
        f'<option value="{value}"{" selected" if chosen and value == chosen else ""}>'
        f"{escape(text)}</option>"
        for value, text in options
    )
    return f'<label>{title} <select id="{name}"{data}>{buttons}</select></label>'


def _card(card: Card, language: int, systems: Sequence[str], kinds: Sequence[str]) -> str:
    """Return the English sentence with what is known of it, and below it the other versions."""
    words = [f"l{language}", *_tokens(card.kinds, systems, kinds)]
    source, *others = card.records
    texts: dict[str, str] = {}
    parts = [
        isolated(source["text"], "en", source["mark"]),
        f'<div class="facts">{_facts(card, source)}</div>',
    ]
    for row in card.records:
        texts.setdefault(row["what"], row["text"])
    first = next((row["text"] for row in others if row["what"] not in _COMPARED), "")
    parts.append('<div class="outputs">')
    for row in others:
        against = texts[_COMPARED[row["what"]]] if row["what"] in _COMPARED else first
        parts.append(_version(row, card, against, systems))
    return f'<li data-k="{" ".join(words)}">{"".join(parts)}</div></li>'


def _tokens(
    kinds_by_system: Mapping[str, Iterable[str]], systems: Sequence[str], kinds: Sequence[str]
) -> Iterator[str]:
    """Yield the words by which a card is found."""
    for system, names in kinds_by_system.items():
        number = systems.index(system) if system else ""
        for kind in names:
            yield f"s{number}k{kinds.index(kind)}"


def _facts(card: Card, source: Record) -> str:
    parts = filter(None, (*card.notes, source["note"]))
    return f"{isolated(language_name(card.language))} · {escape(' · '.join(parts))}"


def _version(row: Record, card: Card, against: str, systems: Sequence[str]) -> str:
    spoken = "en" if row["what"] in _COMPARED else card.language
    names = [name for name in row["what"].split(", ") if name in card.kinds]
    numbers = "".join(f" s{systems.index(name)}" for name in names)
    verdicts = [
        _verdict(title, row[name])
        for title, name in (("noun", "noun"), ("pronoun", "pronoun"), ("", "note"))
        if row[name]
    ]
    label = f"all {len(names)} systems" if len(names) == len(card.kinds) > 2 else row["what"]
    text = row["text"] or NONE
    changed = changed_words(text, against) if row["text"] and against else ()
    data = f' data-s="{numbers.strip()}"' if numbers else ""
    verdict = f'<span class="verdict">{" · ".join(verdicts)}</span>' if verdicts else ""
    return (
        f'<div class="output"{data}><span class="system">{isolated(label)}</span>'
        f'<span class="text">{isolated(text, spoken, row["mark"], changed)}</span>{verdict}</div>'
    )


def _verdict(title: str, cell: str) -> str:
    """Return a cell such as "right: female" in words, what it says first in its colour."""
    code, colon, rest = cell.partition(":")
    if title == "pronoun":
        text = finding(code, PRONOUNS)
    elif title:
        # Wrong because it is not known: the note beside it says why.
        text, colon, rest = (rest.strip(), "", "") if rest == " unknown" else (code, colon, rest)
    else:
        text, colon, rest = finding(cell, UNKNOWN), "", ""
    text = escape(text)
    if title and code in _VERDICTS:
        text = f'<span class="{_VERDICTS[code]}">{text}</span>'
    return f"{escape(title)} {text}{escape(colon + rest)}".strip()
