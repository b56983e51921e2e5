"""What a student writes, from structures to symbols and back."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from cdaflow.alternatives.serialised import ILL_FORMED, Pair, Slot, parse, serialise, tags_length
from cdaflow.alternatives.structures import Alternatives, Entity, Structure
from cdaflow.alternatives.student import REJECTED, read_translation
from cdaflow.errors import InputError

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
class Pieces:
    """A translation as a decoder gives it; attention is at the word of the source that is named."""

    source: list[str]
    target: list[str]
    at: list[dict[str, float]]
    log_probabilities: list[float] = field(default_factory=list)

    @property
    def attention(self):
        heads = iter(self.at)
        rows = []
        for piece in self.target:
            weights = next(heads) if piece == "<MID>" else {}
            rows.append([weights.get(word.strip("▁"), 0.0) for word in self.source])
        return rows


def decoded(target, at=(), scores=None, source=SECRETARY.source):
    """A translation in words, `|` between subwords; `scores`: of subwords that are not at 0."""
    pieces = target.split("|")
    return Pieces(
        ["▁" + word for word in source.replace(".", " .").split()],
        pieces,
        list(at),
        [(scores or {}).get(piece, 0.0) for piece in pieces],
    )


WRITTEN = (
    "▁|<BEG>|▁El|▁secretari|o|<MID>|▁La|▁secretari|a|<END>|▁estaba|▁|<BEG>|▁enojado|<MID>|▁enojada|"
    "<END>|▁con|▁|<BEG>|▁el|▁jefe|<MID>|▁la|▁jefa|<END>|.|</s>"
)
BOTH = [{"secretary": 0.9, "boss": 0.1}, {"secretary": 0.6, "angry": 0.2}, {"boss": 1.0}]


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
    pair = serialise(SECRETARY, [">>es<<", "<gender>"])
    assert pair.source == ">>es<< <gender> " + SECRETARY.source
    assert tags_length(pair.source) == 16
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
    with pytest.raises(InputError, match="<MID>"):
        serialise(Alternatives("A <MID> b", "c"))


def test_what_is_written_is_read():
    found = read_translation(SECRETARY.source, decoded(WRITTEN, BOTH))
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
    pieces = decoded(WRITTEN, BOTH)
    pieces.source = ["▁", "<gender>", *pieces.source]
    pieces.at = [{"<gender>": 5.0, **weights} for weights in BOTH]
    assert read_translation(SECRETARY.source, pieces).alternatives == SECRETARY


def test_subwords_of_a_word_add_up():
    pieces = decoded(WRITTEN, [{"secre": 0.4, "tary": 0.4, "boss": 0.2}, *BOTH[1:]])
    pieces.source[1:2] = ["▁secre", "tary"]
    pieces.at[1] = {"tary": 1.0}
    assert read_translation(SECRETARY.source, pieces).alternatives == SECRETARY


def test_people_who_share_the_attention_share_the_structure():
    at = [{"secretary": 0.5, "boss": 0.3, "angry": 0.2}]
    pieces = decoded("▁|<BEG>|▁Cansados|<MID>|▁cansadas|<END>|.", at)
    found = read_translation(SECRETARY.source, pieces).alternatives
    assert found.structures[0].entities == (0, 1)
    assert found.entities == (Entity(4, 13), Entity(33, 37))
    alone = read_translation(SECRETARY.source, pieces, shared=0.7).alternatives
    assert alone.entities == (Entity(4, 13),)


def test_a_source_that_the_vocabulary_writes_otherwise():
    source = "The boss … slept, ½."
    pieces = decoded("▁|<BEG>|▁Jefe|<MID>|▁Jefa|<END>", [{"boss": 1.0}])
    pieces.source = ["▁The", "▁boss", "▁...", "▁slept", ",", "▁1⁄2", "."]
    found = read_translation(source, pieces).alternatives
    assert found.entities == (Entity(4, 8),)


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
    found = read_translation("x", decoded("▁a|▁|<BEG>|▁b|<END>|▁|<MID>|▁c"))
    assert found.alternatives.text == found.stripped == "a b c"
    assert [fault.kind for fault in found.faults] == ["no-middle", "stray-symbol"]


def test_structures_outside_the_list_are_taken_back():
    target = "▁|<BEG>|▁Juan|<MID>|▁una|▁casa|<END>|▁y|▁|<BEG>|▁el|<MID>|▁la|<END>"
    pieces = decoded(target, [{"boss": 1.0}] * 2, {"▁Juan": -2.0, "▁una": -1.0, "▁casa": -1.0})
    found = read_translation(
        SECRETARY.source, pieces, lambda one, other: (one, other) == ("el", "la")
    )
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
    found = read_translation(SECRETARY.source, decoded(target, [at]))
    assert (found.alternatives.text, found.alternatives.structures) == ("a", ())
    assert [fault.kind for fault in found.faults] == [kind]
    assert kind in REJECTED


def test_the_form_whose_mean_is_likelier_is_kept():
    # el jefe: mean -0.6; la jefa: -0.5, though its sum with MID and END would be smaller.
    scores = {"▁el": -0.2, "▁jefe": -1.0, "▁la": -0.9, "▁jefa": -0.1, "<MID>": -9, "<END>": -9}
    found = read_translation(SECRETARY.source, decoded(WRITTEN, BOTH, scores))
    assert found.stripped == "El secretario estaba enojado con la jefa."
    assert found.alternatives.text == SECRETARY.text


def test_plain_text_has_nobody():
    found = read_translation("It rains.", decoded("▁Llueve|.", source="It rains."))
    assert found.alternatives == Alternatives("It rains.", "Llueve.", (), ())
