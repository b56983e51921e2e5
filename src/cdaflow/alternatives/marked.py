"""Alternatives as lines of text: `[[masculine/feminine]]`, and masculine TAB feminine.

A slash, a bracket or a backslash inside a form has a backslash before it; `marked` of
`cdaflow.alternatives.structures` writes what `read_marked` reads.
"""

from __future__ import annotations

import re

from cdaflow.alternatives.structures import Structure
from cdaflow.errors import InputError

#: An escaped sign, the ends of a structure (of three brackets the inner two), and a slash.
_SIGN = re.compile(r"\\[\\/\[\]]|\[\[(?!\[)|\]\]|/")


def read_marked(line: str) -> tuple[str, tuple[Structure, ...]]:
    """Return the all-masculine text of a marked line, and its structures, with nobody known.

    Raises InputError for marks that do not fit together, and for a structure that has not two
    different forms.
    """
    text = ""
    structures: list[Structure] = []
    forms: list[str] | None = None
    end = 0
    for sign in [*_SIGN.finditer(line), None]:
        piece = line[end : sign.start() if sign else len(line)]
        what = sign.group() if sign else ""
        end = sign.end() if sign else len(line)
        if what.startswith("\\") or (what == "/" and forms is None):
            piece, what = piece + what[-1], ""
            if forms is None:
                text += piece
            else:
                forms[-1] += piece
        elif forms is None:
            text += piece
            if what == "]]":
                raise InputError("structure.not-opened", f"a ]] without a [[ before it: {line!r}")
            forms = [""] if what == "[[" else None
        else:
            forms[-1] += piece
            if what == "/":
                forms.append("")
            elif what == "]]":
                structure = _structure(len(text), forms)
                structures.append(structure)
                text += structure.masculine
                forms = None
            else:
                raise InputError("structure.not-closed", f"a [[ without a ]] behind it: {line!r}")
    return text, tuple(structures)


def _structure(start: int, forms: list[str]) -> Structure:
    shown = "[[" + "/".join(forms) + "]]"
    if len(forms) != 2:
        raise InputError(
            "structure.form-count",
            f"a structure has two forms, {shown} has {len(forms)}",
            hint="write a slash inside a form as \\/",
        )
    masculine, feminine = forms
    if not masculine or not feminine or masculine == feminine:
        raise InputError(
            "structure.same-forms", f"a structure has two different forms, not {shown}"
        )
    return Structure(start, masculine, feminine)


def read_line(line: str) -> tuple[str, str]:
    """Return the masculine and the feminine text of a line: twice the same where it has one.

    Raises InputError for more than two.
    """
    texts = line.split("\t")
    if len(texts) > 2:
        raise InputError(
            "alternatives.too-many-texts",
            f"{len(texts)} texts with tabs between, but two are the most",
        )
    return texts[0], texts[-1]
