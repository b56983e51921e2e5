"""Structures aligned to people: what a model reads, learns and writes; position alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cdaflow.alternatives.aligning.aligner import (
    LABELS,
    Aligner,
    align_by_position,
    cases_of,
    chosen,
    open_aligner,
    read_cases,
)
from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    Structure,
    read_alternatives,
    write_alternatives,
)
from cdaflow.alternatives.tagging.lstm import new_lstm
from cdaflow.alternatives.tagging.training import IGNORED
from cdaflow.cli.commands import run

from ..errors import raises

PEOPLE = {"doctor": ("doctor", "doctora"), "boss": ("jefe", "jefa"), "cook": ("cocinero",
          "cocinera"), "judge": ("juez", "jueza"), "dean": ("decano", "decana")}  # fmt: skip


def sentence(one: str, two: str, *, crossed: bool = False, told: bool = False) -> Alternatives:
    """Return "The ONE met the TWO", in the order of the source or crossed."""
    source = f"The {one} met the {two}."
    heads = [source.index(one), source.rindex(two)]
    label = "feminine" if told else "ambiguous"
    entities = (Entity(heads[0], heads[0] + len(one)), Entity(heads[1], heads[1] + len(two), label))
    order = (1, 0) if crossed else (0, 1)
    forms = [PEOPLE[(one, two)[index]] for index in order]
    first = Structure(0, f"El {forms[0][0]}", f"La {forms[0][1]}", (order[0],))
    text = f"{first.masculine} y al {forms[1][0]}."
    start = text.index("al ")
    second = Structure(start, f"al {forms[1][0]}", f"a la {forms[1][1]}", (order[1],))
    structures = tuple(each for each in (first, second) if not told or each.entities == (0,))
    return Alternatives(source, text, structures, entities)


def toys() -> list[Alternatives]:
    return [sentence(one, two) for one in PEOPLE for two in PEOPLE if one != two]


def test_a_structure_is_marked_and_the_source_alone_is_labelled() -> None:
    first, second = cases_of(sentence("doctor", "boss"))
    words = " ".join(second.words)
    assert words == "The doctor met the boss . ; El doctor y | al jefe | ."
    assert " ".join(first.words).endswith("; | El doctor | y al jefe .")
    assert (second.heads, second.people, second.gold) == ((1, 4), (0, 1), (1,))
    labelled = second.labelled()
    assert labelled.labels[:6] == (0, 0, 0, 0, 1, 0)
    assert set(labelled.labels[6:]) == {IGNORED}
    assert len(labelled.labels) == len(labelled.words)


def test_a_marker_at_the_end_and_a_source_with_the_separator() -> None:
    item = Alternatives(
        "Rain; a boss.", "Llueve; jefe", (Structure(8, "jefe", "jefa", (0,)),), (Entity(8, 12),)
    )
    (case,) = cases_of(item)
    assert " ".join(case.words) == "Rain ; a boss . ; Llueve ; | jefe |"
    assert case.labelled().labels[:5] == (0, 0, 0, 1, 0)


def test_only_open_people_are_candidates() -> None:
    (case,) = cases_of(sentence("doctor", "boss", told=True))
    assert case.people == (0,)
    assert list(cases_of(replace(sentence("doctor", "boss"), entities=()))) == []


def test_by_position() -> None:
    items = [sentence("doctor", "boss"), sentence("doctor", "boss", crossed=True)]
    found = [[each.entities for each in item.structures] for item in align_by_position(items)]
    assert found == [[(0,), (1,)], [(0,), (1,)]]
    nobody = replace(items[0], entities=(), structures=())
    assert list(align_by_position([nobody])) == [nobody]


def test_several_people_where_they_are_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    item = sentence("doctor", "boss")
    network = new_lstm([case.words for case in cases_of(item)] * 2, len(LABELS))
    for bias, expected in ((5.0, [(0, 1), (0, 1)]), (-5.0, None)):
        network.linear.weight.data.zero_()
        network.linear.bias.data[1] = bias
        (found,) = Aligner(network, 0.0, {}).align([item])
        people = [each.entities for each in found.structures]
        assert people == expected or (expected is None and all(len(one) == 1 for one in people))


def test_the_distance_is_weighed_against_the_odds() -> None:
    case = next(cases_of(sentence("doctor", "boss")))
    odds = np.array([-1.0, 0.5])
    assert chosen(case, odds, 0.0) == (1,)
    assert chosen(case, odds, 200.0) == (0,)
    assert chosen(case, np.array([1.0, 0.5]), 0.0) == (0, 1)
    assert chosen(case, np.array([1.0, 0.5]), 200.0) == (0,)


@pytest.fixture
def trained(tmp_path: Path) -> tuple[Path, list[Alternatives]]:
    """Return the folder of a model of one epoch on few sentences, and its dev sentences."""
    return train(tmp_path, 1, 1)


def train(folder: Path, copies: int, epochs: int) -> tuple[Path, list[Alternatives]]:
    items = toys()
    paths = folder / "train.jsonl", folder / "dev.jsonl"
    write_alternatives(paths[0], [*items[::3], *items[1::3]] * copies)
    write_alternatives(paths[1], items[2::3])
    run(["alternatives", "train-aligner", "--train", str(paths[0]), "--dev", str(paths[1]),
         "--epochs", str(epochs), "--batch", "4", "--learning-rate", "0.003",
         "--output-dir", str(folder / "aligner")])  # fmt: skip
    return folder / "aligner", items[2::3]


def aligned(folder: Path, items: list[Alternatives]) -> list[Alternatives]:
    """Return the sentences as the command aligns them, given without their people."""
    bare = [replace(s, structures=tuple(replace(e, entities=()) for e in s.structures))
            for s in items]  # fmt: skip
    write_alternatives(folder.parent / "in.jsonl", bare)
    out = folder.parent / "out.jsonl"
    run(["alternatives", "align", str(folder.parent / "in.jsonl"), "--aligner", str(folder),
         "--output", str(out)])  # fmt: skip
    return list(read_alternatives(out))


def test_a_model_is_written_and_read_back(
    trained: tuple[Path, list[Alternatives]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, items = trained
    meta = json.loads((folder / "aligner.json").read_text())
    assert (meta["labels"], meta["backend"]) == (list(LABELS), "lstm")
    assert meta["training"]["dev_structures"] == 2 * len(items)
    found = aligned(folder, items)
    assert f"{2 * len(items)} structures of {len(items)} sentences" in capsys.readouterr().err
    right = sum(
        one.entities == other.entities
        for ours, theirs in zip(found, items, strict=True)
        for one, other in zip(ours.structures, theirs.structures, strict=True)
    )
    assert 100 * right / (2 * len(items)) == pytest.approx(meta["epochs"][0]["dev_accuracy"])
    (folder / "lstm.npz").write_bytes(b"x")
    with raises("model.other-digest"):
        open_aligner(folder)


@pytest.mark.slow
def test_a_model_learns(tmp_path: Path) -> None:
    folder, items = train(tmp_path, 6, 5)
    assert aligned(folder, items) == items


def test_what_is_no_aligner_and_nothing_to_learn(tmp_path: Path) -> None:
    with raises("folder.no-model", "aligner"):
        open_aligner(tmp_path)
    path = tmp_path / "x.jsonl"
    write_alternatives(path, [Alternatives("Rain.", "Llueve.", (), ())])
    with raises("structure.none-of-open-person"):
        read_cases([path])
    with pytest.raises(SystemExit):
        run(["alternatives", "align", str(path), "--output", str(tmp_path / "o.jsonl")])
