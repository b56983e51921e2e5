"""SVG files as matplotlib writes them, made smaller, and readable on dark pages too."""

from __future__ import annotations

import re

#: Colour as drawn -> colour on a dark page; the names are those of `drawing` and `figures`.
#: Every one stands out from the dark page by a contrast of 3:1 at least, text by 4.5:1.
_DARK = {
    "#ffffff": "#16191c",
    "#222222": "#e6e8ea",
    "#000000": "#e6e8ea",
    "#6b6b6b": "#a3abb3",
    "#9a9a9a": "#8b939b",
    "#b0b0b0": "#7d858d",
    "#c4c4c4": "#5c646c",
    "#d0d0d0": "#525a62",
    "#dedede": "#454c53",
    "#e2e2e2": "#30363c",
    "#0072b2": "#4ea8de",
    "#d55e00": "#ff8a3d",
    "#009e73": "#2cc295",
    "#cc79a7": "#e29cc4",
    "#66aad1": "#2c6a90",
    "#c2dded": "#1d3d50",
    "#f2f2f2": "#22272b",
    "#f7d9c2": "#573319",
    "#e99e66": "#96501f",
    "#b84f00": "#ff8a3d",
}

#: Decimal places of coordinates: hundredths of a point are finer than any screen.
_PLACES = 2


def for_pages(svg: str) -> str:
    """Return an SVG file of matplotlib with short numbers and names, and with dark colours.

    A browser that prefers a dark page shows the dark ones; whatever else reads the file does not
    know them and shows it as it was drawn. A picture without the style sheet of matplotlib is
    returned with its own colours.
    """
    head, start, body = svg.partition("<defs>")
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    body = re.sub(r'<g id="[\w.]+">', "<g>", body)
    body = re.sub(r'(<use [^>]*)transform="translate\(([^ ]+) 0(?:\.0)?\)"', r'\1x="\2"', body)
    body = re.sub(r"scale\([^)]*\)|-?\d+\.\d+", _short, body)
    body = re.sub(r"\s*\n\s*", "\n", body).replace('\n"', '"').replace("DejaVuSans-", "g")
    sheet = "{stroke-linejoin: round; stroke-linecap: butt}"
    return head + start + body.replace(f"*{sheet}", f"*{sheet}\n{_dark_style()}", 1)


def _short(found: re.Match[str]) -> str:
    text = found.group()
    if text.startswith("scale"):  # small, and it matters
        return text
    return f"{float(text):.{_PLACES}f}".rstrip("0").rstrip(".")


def _dark_style() -> str:
    rules = [f"svg{{fill: {_DARK['#000000']}}}"]
    for light, dark in _DARK.items():
        for what in ("fill", "stroke"):
            found = f'[style*="{what}: {light}"]'
            rules.append(f"{found}{{{what}: {dark} !important}}")
        rules.append(f'[fill="{light}"]{{fill: {dark}}}')
    return "@media (prefers-color-scheme: dark) {\n" + "\n".join(rules) + "\n}"
