"""Papers whose figures are set beside ours, and which of their tables these are.

Little is imported here, since the workflow asks for it at each of its starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cdaflow.errors import ConfigError


@dataclass(frozen=True)
class Paper:
    """How a paper is quoted, and kind of table -> its tables, as they are quoted."""

    quoted: str
    tables: Mapping[str, str]


PAPERS = {
    "naik2023": Paper(
        "Naik et al. (2023)", {"sizes": "Table 1", "winomt": "Table 2", "bleu": "Table 3"}
    ),
    "choubey2021": Paper(
        "Choubey et al. (2021)",
        {
            "shares": "Table 1",
            "sizes": "Table 3",
            "gfst": "Table 3",
            "winomt": "Tables 4, 11 to 14 and 18",
            "human": "Table 5",
            "quality": "Table 9",
            "mustshe": "Table 6",
            "bleu": "Tables 8, 10 and 15",
            "filter": "Table 17",
        },
    ),
    "garg2024": Paper(
        "Garg et al. (2024)",
        {
            "alternatives": "Tables 3, 9 and 10",
            "students": "Table 4",
            "bleu": "Table 4",
            "gate": "Table 5",
            "sizes": "Tables 6 and 7",
            "tagger": "Table 8",
        },
    ),
    "dolci2023": Paper(
        "Dolci et al. (2023)",
        {"bias-tests": "sections 5.2 and 5.4", "bias-texts": "section 4.2"},
    ),
    "zmigrod2019": Paper(
        "Zmigrod et al. (2019)",
        {
            "inflection": "Table 1",
            "agreement": "Tables 2 and 3",
            "animate": "Table 4",
            "lm": "section 5.2 and Table 8",
        },
    ),
}


def check_paper(paper: str) -> None:
    """Raise ConfigError where no figures of a paper are there."""
    if paper not in PAPERS:
        raise ConfigError(
            "paper.unknown",
            f'no published figures of "{paper}"',
            hint=f"papers: {', '.join(PAPERS)}",
        )
