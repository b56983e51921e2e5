"""Alternatives as one page of HTML that needs no other file: both forms of each word are seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from cdaflow.alternatives.presentation import both_forms, confidence_text
from cdaflow.alternatives.structures import Alternatives, Structure, shown

_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Gender alternatives</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #8886; padding: .4rem .6rem; text-align: left;
  vertical-align: top; overflow-wrap: anywhere }
tr { break-inside: avoid }
td:first-child { opacity: .7; text-align: right }
mark { background: #8882; border-radius: .2rem; color: inherit; padding: 0 .15rem }
mark b { font-weight: 600 }
small { display: block; opacity: .8 }
</style>
</head>
<body>
<h1>Gender alternatives</h1>
<table>
<thead><tr><th></th><th>English</th><th>Translation: masculine / feminine</th></tr></thead>
<tbody>
"""


def page(items: Iterable[Alternatives], *, both: bool = False) -> Iterator[str]:
    """Yield the parts of the page, a row for each item.

    A structure is shown as masculine / feminine, or with `both` word by word (`both_forms`); below
    the English, how sure it is that the gender of its people is open, where that is known.
    """
    yield _HEAD
    for number, item in enumerate(items, 1):
        sure = confidence_text(item)
        under = f"<small>{escape(sure)}</small>" if sure else ""
        if both:
            text = escape(both_forms(item))
        else:
            text = shown(item.text, item.structures, _marked, escape)
        yield f"<tr><td>{number}</td><td>{escape(item.source)}{under}</td><td>{text}</td></tr>\n"
    yield "</tbody>\n</table>\n</body>\n</html>\n"


def _marked(structure: Structure) -> str:
    forms = (f"<b>{escape(form)}</b>" for form in (structure.masculine, structure.feminine))
    return f"<mark>{' / '.join(forms)}</mark>"
