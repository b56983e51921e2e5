"""The German list of professions: its feminines and their plurals by the rules."""

from __future__ import annotations

import re

from .test_professions import nouns

ROWS = nouns("de")


#: Feminines that are not made with -in.
_OTHER_FEMININES = {
    "Bardame", "Base", "Championesse", "Coiffeuse", "Cousine", "Kusine", "Friseuse", "Hexe",
    "Krankenschwester", "Nonne", "Romancière", "Schwester", "Stewardess",
}  # fmt: skip


#: How a stem changes before -in.
_CHANGES = {
    "arzt": "ärzt", "Arzt": "Ärzt", "koch": "köch", "Koch": "Köch", "anwalt": "anwält",
    "Anwalt": "Anwält", "Bauer": "Bäuer", "Gast": "Gäst", "Prinz": "Prinzess",
    "Zauberer": "Zauber", "Zimmerer": "Zimmer", "eamter": "eamt",
}  # fmt: skip


def test_feminines_follow_the_rules() -> None:
    derived = 0
    for row in ROWS:
        masculine, feminine = row[1], row[2]
        if masculine == feminine or not masculine or not feminine or row[5] == "multiword":
            continue
        if feminine in _OTHER_FEMININES or re.search("(?i)(frau|mutter|tochter|oma)$", feminine):
            continue
        if feminine == masculine[:-1]:  # a nominalised adjective
            assert row[3] == row[4] == feminine, row
            continue
        stem = masculine.removesuffix("e")
        for plain, changed in _CHANGES.items():
            stem = re.sub(f"{plain}$", changed, stem)
        assert feminine == stem + "in", row
        assert row[4] == feminine + "nen", row
        derived += 1
    assert derived > 500
