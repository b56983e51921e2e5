"""The Hebrew list of professions: its letters and endings, its genders against treebanks."""

from __future__ import annotations

import gzip
import os
import re
from collections import defaultdict
from pathlib import Path

import pytest

from .test_professions import nouns

ROWS = nouns("he")
SINGLE = [row for row in ROWS if row[5] in ("", "variant")]


def test_final_letters_stand_at_the_end_only() -> None:
    for row in ROWS:
        for word in " ".join(row[1:5]).split():
            assert not re.search(r"[ךםןףץ][א-ת]", word), row
            assert not re.search(r"[כמנפצ]$", word) or re.search("['\"]", word), row


def test_endings() -> None:
    """Feminine nouns end in -ה or -ת, plurals in -ים and -ות, with known exceptions."""
    abbreviations = {row[1] for row in ROWS if '"' in row[1] or row[1].endswith("'")}
    feminine = {"בייביסיטר", "סרן", "אם", "אימא", "אמא", "סבתא", "מישהי"}
    for row in SINGLE:
        if row[1] in abbreviations:
            continue
        assert not row[2] or row[2][-1] in "הת" or row[2] in feminine, row
        assert not row[4] or row[4].endswith("ות") or row[4] == "נשים", row
        masculine = {"אבות", "לקוחות", "שוליות", "קולגות", "תינוקות", "בעלי"}
        assert not row[3] or row[3].endswith("ים") or row[3] in masculine, row


#: Read one by one in the treebanks: other words of the same spelling (מזכירות "secretariat",
#: משרת "post of", ראשי "heads of"), or a slip of an annotator.
_OTHER_WORDS = {
    "אורחות", "אח", "אימא", "בעלות", "חבר", "מומחיות", "מועמדות", "מזכירות", "מלכות",
    "משרת", "נשיאות", "פעילות", "צבעי", "שכירות", "שרת", "תיירות",
}  # fmt: skip


def test_genders_agree_with_the_treebanks() -> None:
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA (the folder of the shared data) is not set")
    mine: dict[str, set[str]] = defaultdict(set)
    for row in SINGLE:
        for form, gender in zip(row[1:5], ("Masc", "Fem") * 2, strict=True):
            mine[form].add(gender)
    known, disagreeing = set(), set()
    for path in sorted((Path(os.environ["CDAFLOW_DATA"]) / "ud").glob("he_*.conllu.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as handle:
            for line in handle:
                cells = line.split("\t")
                if len(cells) < 10 or cells[3] != "NOUN" or cells[1] not in mine:
                    continue
                found = re.search(r"\bGender=(Masc|Fem)(?:\||$)", cells[5])
                if found is not None:
                    known.add(cells[1])
                    if found[1] not in mine[cells[1]]:
                        disagreeing.add(cells[1])
    assert len(known) > 150
    assert disagreeing <= _OTHER_WORDS
