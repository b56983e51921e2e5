"""What a student writes, from structures to symbols and back."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from cdaflow.alternatives.serialised import ILL_FORMED, Pair, Slot, parse, serialise, tags_length
from cdaflow.alternatives.structures import Alternatives, Entity, Structure
from cdaflow.alternatives.student import REJECTED, read_translation

from ..errors import raises

SECRETARY = Alternatives(
    "The secretary was angry with the boss.",
    "El secretario estaba enojado con el jefe.",
    (
        Structure(0, "El secretario", "La secretaria", (0,)),
        Structure(21, "enojado", "enojada", (0,)),
        Structure(33, "el jefe", "la jefa", (1,)),
    ),
    (Entity(4, 13), Entity(33, 37)),
)


@dataclass
class Decoded:
    """A translation as a decoder gives it, of the subwords that `decoded` is given."""

    source_spans: list[tuple[int, int]]
    target_spans: list[tuple[int, int]]
    log_probabilities: list[float]
    attention: list[list[float]]


def read(target, at=(), scores=None, line=SECRETARY.source, related=None):
    """Read subwords, `|` between them, ▁ before a word.

    `at`: for each MID the parts of the line that get attention. `scores`: of subwords, else 0.
    """
    subwords = target.split("|")
    text, spans = "", []
    for subword in subwords:
        start = len(text)
        text += subword.replace("▁", " ").replace("</s>", "")
        text = text.lstrip()
        spans.append((min(start, len(text)), len(text)))
    pieces = [match.span() for match in re.finditer(r"\w{1,5}|\S", line)]
    heads = iter(at)
    rows = []
    for subword in subwords:
        weights = next(heads) if subword == "<MID>" else {}
        rows.append([weights.get(line[start:end], 0.0) for start, end in pieces])
    log_probabilities = [(scores or {}).get(subword, 0.0) for subword in subwords]
    return read_translation(line, text, Decoded(pieces, spans, log_probabilities, rows), related)


WRITTEN = (
    "▁|<BEG>|▁El|▁secretari|o|<MID>|▁La|▁secretari|a|<END>|▁estaba|▁|<BEG>|▁enojado|<MID>|▁enojada|"
    "<END>|▁con|▁|<BEG>|▁el|▁jefe|<MID>|▁la|▁jefa|<END>|.|</s>"
)
# Subwords of the source have at most five letters: those of a word add up.
BOTH = [{"secre": 0.3, "tary": 0.3, "boss": 0.4}, {"tary": 0.6, "angry": 0.4}, {"boss": 1.0}]


def test_structures_are_symbols_and_mid_is_linked_to_head_words():
    pair = serialise(SECRETARY)
    target = (
        "<BEG> El secretario<MID> La secretaria<END> estaba <BEG> enojado<MID> enojada<END> con "
        "<BEG> el jefe<MID> la jefa<END>."
    )
    assert pair == Pair(SECRETARY.source, target, "4-13:19-24 4-13:64-69 33-37:100-105")
    for link in pair.links.split():
        start, end = map(int, link.split(":")[1].split("-"))
        assert target[start:end] == "<MID>"


def test_tags_move_the_links():
    pair = serialise(SECRETARY, ["<gender>"])
    assert pair.source == "<gender> " + SECRETARY.source
    assert tags_length(pair.source) == 9
    first = pair.links.split()[0].split(":")[0]
    start, end = map(int, first.split("-"))
    assert pair.source[start:end] == "secretary"


def test_a_structure_of_two_people_has_two_links():
    item = Alternatives(
        "The king and I are tired.", "Cansados.", (Structure(0, "Cansados", "Cansadas", (0, 1)),),
        (Entity(4, 8), Entity(13, 14)),
    )  # fmt: skip
    assert serialise(item).links == "4-8:14-19 13-14:14-19"


def test_text_with_a_symbol_of_its_own_is_refused():
    with raises("text.reserved-symbol", "<MID>"):
        serialise(Alternatives("A <MID> b", "c"))


def test_what_is_written_is_read():
    found = read(WRITTEN, BOTH)
    assert found.alternatives == SECRETARY
    assert not found.faults


@pytest.mark.parametrize("blank", [" ", ""])
def test_forms_are_read_where_no_blank_is_before(blank):
    item = Alternatives("Boss!", f"«{blank}Jefe", (Structure(1 + len(blank), "Jefe", "Jefa"),))
    text = serialise(item).target
    (plain, slot) = parse(text)[0]
    assert isinstance(slot, Slot)
    assert text[plain.start : plain.end] == f"«{blank}"
    assert text[slot.masculine.start : slot.masculine.end] == "Jefe"
    assert text[slot.feminine.start : slot.feminine.end] == "Jefa"


def test_tags_of_the_source_are_no_people():
    at = [{"gende": 5.0, **weights} for weights in BOTH]
    found = read(WRITTEN, at, line=f"<gender> {SECRETARY.source}")
    assert found.alternatives == SECRETARY


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        ("<BEG> el jefe<MID> la jefa está.", "no-end", ["[el jefe/la jefa]", " está."]),
        ("<BEG> el<MID> la<MID> b<END> c", "no-end", ["[el/la]", " b", " c"]),
        ("a <BEG> el<MID> la <BEG> b<MID> c<END>", "no-end", ["a ", "[el/la]", " ", "[b/c]"]),
        ("a <BEG> el jefe<END> b", "no-middle", ["a ", " el jefe", " b"]),
        ("<BEG> el<MID><END> b", "empty-form", ["el", " b"]),
        ("<BEG><MID><END> b", "empty-form", [" b"]),
        ("a<MID> b", "stray-symbol", ["a", " b"]),
        ("<END>", "stray-symbol", []),
        ("a <BEG> b", "stray-symbol", ["a ", " b"]),
    ],
)  # fmt: skip
def test_ill_formed_text_is_repaired_and_reported(text, kind, parts):
    found, faults = parse(text)

    def of(part):
        return text[part.start : part.end]

    shown = [
        f"[{of(p.masculine)}/{of(p.feminine)}]" if isinstance(p, Slot) else of(p) for p in found
    ]
    assert shown == parts
    assert faults[0].kind == kind
    assert kind in ILL_FORMED


def test_one_blank_stays_where_a_symbol_is_left_out():
    found = read("▁a|▁|<BEG>|▁b|<END>|▁|<MID>|▁c", [{}])
    assert found.alternatives.text == found.stripped == "a b c"
    assert [fault.kind for fault in found.faults] == ["no-middle", "stray-symbol"]


def test_structures_outside_the_list_are_taken_back():
    target = "▁|<BEG>|▁Juan|<MID>|▁una|▁casa|<END>|▁y|▁|<BEG>|▁el|<MID>|▁la|<END>"
    scores = {"▁Juan": -2.0, "▁una": -1.0, "▁casa": -1.0}
    found = read(target, [{"boss": 1.0}] * 2, scores, related=lambda *forms: forms == ("el", "la"))
    assert found.alternatives.text == "una casa y el"
    assert [s.masculine for s in found.alternatives.structures] == ["el"]
    assert [(fault.kind, fault.text) for fault in found.faults] == [("unlisted", "Juan / una casa")]


@pytest.mark.parametrize(
    ("target", "at", "kind"),
    [
        ("▁|<BEG>|▁a|<MID>|▁a|<END>", {"boss": 1.0}, "same-forms"),
        ("▁|<BEG>|▁a|<MID>|▁b|<END>", {}, "no-person"),
    ],
)
def test_structures_without_sense_are_text(target, at, kind):
    found = read(target, [at])
    assert (found.alternatives.text, found.alternatives.structures) == ("a", ())
    assert [fault.kind for fault in found.faults] == [kind]
    assert kind in REJECTED


def test_the_form_whose_mean_is_likelier_is_kept():
    # el jefe: mean -0.6; la jefa: -0.5, though its sum with MID and END would be smaller.
    scores = {"▁el": -0.2, "▁jefe": -1.0, "▁la": -0.9, "▁jefa": -0.1, "<MID>": -9, "<END>": -9}
    found = read(WRITTEN, BOTH, scores)
    assert found.stripped == "El secretario estaba enojado con la jefa."
    assert found.alternatives.text == SECRETARY.text


def test_stripped_people_have_one_gender():
    # The secretary's phrase would be feminine, the adjective masculine by more.
    scores = {"▁El": -0.2, "▁enojada": -2.0}
    assert read(WRITTEN, BOTH, scores).stripped == SECRETARY.text


def test_plain_text_has_nobody():
    found = read("▁Llueve|.", line="It rains.")
    assert found.alternatives == Alternatives("It rains.", "Llueve.", (), ())
