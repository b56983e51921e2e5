"""The examples of `cdaflow tables examples` in the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cdaflow.tables.differing import KINDS
from cdaflow.tables.example_table import SOURCE, grouped
from cdaflow.tables.markup import escape, examples_html, isolated
from cdaflow.tables.render import NONE, Record

#: What a cell begins with -> class of the words.
_VERDICTS = {"right": "right", "wrong": "wrong", "same": "right", "other-gender": "wrong"}


def systems_html(records: Sequence[Record]) -> Iterator[str]:
    """Yield the sentences in which systems differ from the baseline, language by language."""
    languages = grouped(records, "systems")
    if languages:
        yield (
            '<p class="soft">Drawn in equal parts from the ways in which a system can differ from '
            "the baseline (the first): this shows what happens, not how often. Systems that wrote "
            "the same stand together. The person whom the pronoun means is marked.</p>"
        )
    for number, (language, examples) in enumerate(languages.items()):
        title = f"{isolated(language)}: {len(examples)} sentences"
        shown = (_example(rows, language, _kind_and_line(rows[0])) for rows in examples)
        yield from examples_html(title, shown, is_open=number == 0)


def swaps_html(records: Sequence[Record]) -> Iterator[str]:
    """Yield the harmful swaps that the guard caught, language by language."""
    languages = grouped(records, "swaps")
    if languages:
        yield (
            '<p class="soft">Pairs whose counterfactual would teach a wrong pronoun, with what '
            "would have been written without the guard; some of each cause, most frequent cause "
            "first.</p>"
        )
    for number, (language, examples) in enumerate(languages.items()):
        title = f"{isolated(language)}: {len(examples)} pairs"
        shown = (_example(rows, language, [f"pair {rows[0]['id']}"]) for rows in examples)
        yield from examples_html(title, shown, is_open=number == 0)


def _kind_and_line(row: Record) -> list[str]:
    kind = row["kind"]
    return [f"{kind}: {KINDS[kind]}" if kind in KINDS else kind, f"line {row['id']}"]


def _example(rows: Sequence[Record], language: str, facts: Sequence[str]) -> str:
    """Return a source sentence with what is known of it, and below it the other versions."""
    parts = []
    for row in rows:
        if row["what"] == SOURCE:
            known = " · ".join(filter(None, (*facts, row["note"])))
            parts.append(isolated(row["text"], "en", row["mark"]))
            parts.append(f'<div class="facts">{escape(known)}</div>')
        else:
            spoken = "en" if row["what"].startswith(SOURCE) else language
            verdicts = [
                _verdict(title, row[name])
                for title, name in (("noun", "noun"), ("pronoun", "pronoun"), ("", "note"))
                if row[name]
            ]
            parts.append(
                f'<div class="output"><span class="system">{isolated(row["what"])}</span>'
                f"<span>{isolated(row['text'] or NONE, spoken, row['mark'])}</span>"
                f'<span class="verdict">{" · ".join(verdicts)}</span></div>'
            )
    return f"<li>{''.join(parts)}</li>"


def _verdict(title: str, cell: str) -> str:
    """Return a cell such as "right: female" with its first word in its colour."""
    word, colon, rest = cell.partition(":")
    shown = escape(word)
    if title and word in _VERDICTS:
        shown = f'<span class="{_VERDICTS[word]}">{shown}</span>'
    return f"{escape(title)} {shown}{escape(colon + rest)}".strip()
