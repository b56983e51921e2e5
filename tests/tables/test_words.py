"""What a reader sees of codes: words for each there is, in tables and in the report."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from cdaflow.config.alternatives import OPEN_BY
from cdaflow.counterfactual.decisions import CAUSES
from cdaflow.counterfactual.selection.form import FAULTS
from cdaflow.counterfactual.selection.funnel import FILTERS
from cdaflow.gfst.target_filter import OUTCOMES
from cdaflow.scoring.evidence import Reason
from cdaflow.scoring.pronouns import PronounOutcome
from cdaflow.statistics.warnings import Kind, Warned
from cdaflow.tables import text as words
from cdaflow.tables.evaluations import COUNTERFACTUALS
from cdaflow.text.clean import REASONS


@pytest.mark.parametrize(
    ("codes", "known"),
    [
        (FILTERS, words.FILTERS),
        ({reason for _, reason in FAULTS}, words.SELECTION),
        (REASONS, words.CORPUS),
        (CAUSES, words.CAUSES),
        (OUTCOMES[1:], words.REJECTIONS),
        (set(Reason) - {Reason.NONE}, words.UNKNOWN),
        (set(PronounOutcome) - {PronounOutcome.NONE}, words.PRONOUNS),
        (set(Kind), words.WARNINGS),
        (OPEN_BY, words.OPEN_BY),
    ],
)
def test_every_code_has_words(codes: Collection[str], known: dict[str, str]) -> None:
    assert not set(map(str, codes)) - set(known)
    assert not any("-" in shown or "_" in shown for shown in known.values())


def test_codes_without_words_lose_their_hyphens() -> None:
    assert words.in_words("some-new_reason", {}) == "some new reason"


def test_one_word_of_two_filters() -> None:
    record = {"filter": "pronoun", "reason": "none"}
    assert words.selection_reason(record) == "no gendered pronoun"
    assert words.selection_reason(record | {"filter": "profession"}) == "no profession"
    assert words.selection_reason({"filter": "noun", "reason": "INTJ"}) == "INTJ"


def test_causes_of_one_pair_stand_together() -> None:
    row = {"wrong_by_cause": "", "dropped_by_cause": "pronoun-left 9, name 1", "guard": "drop"}
    table = COUNTERFACTUALS.table([row])
    shown = {column.field.name: column.cells[0] for column in table.view}
    assert shown["dropped_by_cause"] == "pronoun keeps its gender 9, name beside the profession 1"
    assert (shown["wrong_by_cause"], shown["guard"]) == ("–", "pair dropped")
    three = words.causes_cell("c")({"c": "noun-fixed 14, inflection 1, name 1, unchanged 1"})
    assert three == "noun of one gender for all 14, 3 others 1 each"


def test_findings() -> None:
    assert words.finding("other-gender: il", words.PRONOUNS) == "of the other gender: il"
    cell = "entity-not-found; other person: nurse, male"
    assert words.finding(cell, words.UNKNOWN) == (
        "the person was not found; other person: nurse, male"
    )
    text = words.warned_text(Warned(6, 100, {"other-language": 6}))
    assert text == "6.0 % of the lines look wrong (in another language 6)"
