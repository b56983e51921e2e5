"""The gendered subset: which pairs are kept, why others are dropped, and what is said of them."""

import gzip
import json
import os
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from cdaflow.counterfactual.selection import gendered
from cdaflow.counterfactual.selection.gendered import GenderedSelector
from cdaflow.counterfactual.selection.limits import Limits
from cdaflow.errors import ConfigError
from cdaflow.io.columns import extended
from cdaflow.rewriting.professions import ProfessionFinder
from cdaflow.rewriting.pronoun_scan import PronounScan

from ...errors import raises


def batch_of(pairs):
    return pa.RecordBatch.from_pydict(
        {
            "id": list(range(1, len(pairs) + 1)),
            "source": pa.array([source for source, _ in pairs], pa.string()),
            "target": pa.array([target for _, target in pairs], pa.string()),
        }
    )


def run(pronouns, professions, pairs, **limits):
    selector = GenderedSelector(pronouns, professions, Limits(**limits))
    rows = [row for batch in selector.select([batch_of(pairs)]) for row in batch.to_pylist()]
    return rows, selector.funnel


def fate(pronouns, professions, source, target="Uno dos tres cuatro .", **limits):
    rows, funnel = run(pronouns, professions, [(source, target)], **limits)
    if rows:
        assert not funnel.dropped
        return "kept"
    [(key, count)] = funnel.dropped.items()
    assert count == 1
    return " ".join(filter(None, key))


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("The doctor lost his keys.", "kept"),
        ("The doctor left.", "pronoun none"),
        ("He said the doctor lost his keys.", "pronoun several Masc"),
        ("He said the doctor saw her.", "pronoun several"),
        ("The doctor asked if s/he left.", "pronoun several"),
        ("He left his house.", "pronoun several Masc"),
        ("She left early today.", "profession none Fem"),
        ("The doctor told the nurse she left.", "profession several Fem"),
        ("The doctors lost his keys.", "profession none Masc"),
        ("The doctor told the nurses he left.", "kept"),
        ("the doctor lost his keys.", "wellformed beginning Masc doctor"),
        ('"The doctor lost his keys."', "wellformed beginning Masc doctor"),
        ("The doctor lost his keys", "wellformed end Masc doctor"),
        ('The doctor said: "She lost!"', "kept"),
        ("The doctor lost his keys…", "kept"),
        ("The king lost his crown.", "kept"),
        ("The construction worker lost her keys.", "kept"),
    ],
)
def test_what_becomes_of_a_pair(pronouns, professions, source, what):
    assert fate(pronouns, professions, source) == what


@pytest.mark.parametrize(
    ("source", "target", "limits", "what"),
    [
        (20, 20, {}, "kept"),
        (21, 20, {}, "length source Masc doctor"),
        (20, 21, {}, "length target Masc doctor"),
        (22, 21, {}, "length both sides Masc doctor"),
        (21, 20, {"max_tokens": 21}, "kept"),
        (500, 500, {"max_tokens": 0}, "kept"),
        (15, 5, {}, "kept"),
        (16, 5, {}, "ratio too long Masc doctor"),
        (5, 16, {}, "ratio too long Masc doctor"),
        (16, 5, {"length_ratio": 3.2}, "kept"),
        (16, 1, {"length_ratio": 0}, "kept"),
        (16, 0, {}, "ratio empty side Masc doctor"),
    ],
)
def test_lengths(pronouns, professions, source, target, limits, what):
    text = " ".join(["The doctor lost his", *["very"] * (source - 5), "keys."])
    assert fate(pronouns, professions, text, " ".join(["a"] * target), **limits) == what


@pytest.mark.parametrize(
    ("source", "limits", "what"),
    [
        ("The doctors lost his keys.", {"plurals": "count"}, "profession plural Masc doctor"),
        ("The doctors lost his keys.", {"plurals": "take"}, "kept"),
        ("The doctor told the nurses he left.", {"plurals": "count"}, "profession several Masc"),
        ("The doctor says he lost his keys.", {"max_pronouns": 2}, "kept"),
        ("The doctor says she lost his keys.", {"max_pronouns": 2}, "pronoun both genders"),
        ("The doctor says s/he left.", {"max_pronouns": 2}, "pronoun both genders"),
        ("he is a doctor", {"capital": False, "punctuation": False}, "kept"),
        ("he is a doctor", {"capital": False}, "wellformed end Masc doctor"),
    ],
)
def test_options(pronouns, professions, source, limits, what):
    assert fate(pronouns, professions, source, **limits) == what


def test_columns_of_a_kept_pair(pronouns, professions):
    source = "“Ça va”: THE BUS DRIVER lost HER keys."
    rows, funnel = run(pronouns, professions, [("", ""), (source, "x " * 8)], capital=False)
    [row] = rows
    assert row["id"] == 2
    assert source[row["profession_start"] : row["profession_end"]] == "BUS DRIVER"
    assert source[row["pronoun_start"] :].startswith("HER keys")
    told = [row[name] for name in ("profession", "profession_number", "pronoun", "gender")]
    assert told == ["bus driver", "Sing", "her", "Fem"]
    assert funnel.kept == Counter({("Fem", "bus driver"): 1})


def test_funnel_adds_up(pronouns, professions):
    pairs = [("The doctor lost his keys.", "a b c")] * 3
    pairs += [("The nurse lost her keys", "a b c"), ("Nothing.", "Nada."), ("He left.", "Fue.")]
    _, funnel = run(pronouns, professions, pairs)
    report = funnel.to_json()
    assert report["pairs"] == 6
    steps = {step["filter"]: step for step in report["filters"]}
    assert [step["left"] for step in report["filters"]] == [5, 4, 4, 4, 3]
    assert steps["wellformed"]["by_profession"] == {"nurse": {"Fem": 1}}
    assert steps["profession"]["by_gender"] == {"Masc": 1}
    assert report["kept"] == {
        "pairs": 3,
        "by_gender": {"Masc": 3},
        "by_profession": {"doctor": {"Masc": 3}},
    }
    assert report["limits"]["max_tokens"] == 20
    json.dumps(report)


def test_a_missing_side_is_told(pronouns, professions):
    with raises("pair.side-missing"):
        run(pronouns, professions, [("He left.", None)])


def test_a_wrong_ratio():
    with pytest.raises(ConfigError):
        Limits(length_ratio=0.5)


def test_columns_of_an_earlier_run_are_replaced():
    schema = pa.schema([("id", pa.int64()), ("gender", pa.string())])
    columns = GenderedSelector.columns
    assert extended(schema, columns).names == ["id", *(column.name for column in columns)]


def test_whole_columns_and_single_sentences_give_the_same(pronouns, professions, monkeypatch):
    """Sentences put together at random, through the columns of plain ones and one by one."""
    rng = random.Random(7)
    words = ["The", "the", "doctor", "nurse's", "bus", "driver", "Doctors", "he", "she", "Himself"]
    words += ["s/he", ",", ".", "!", "$", "very", "-", "—", "é", "construction", "worker\u2010"]
    words += ['"quoted"', "\t"]
    pairs = [
        (
            " ".join(rng.choices(words, k=rng.randint(1, 9))).strip() or "x",
            "uno " * rng.randint(0, 30),
        )
        for _ in range(5_000)
    ]
    limits = [{}, {"plurals": "take", "max_pronouns": 3, "capital": False}, {"plurals": "count"}]
    in_columns = [run(pronouns, professions, pairs, **more) for more in limits]
    monkeypatch.setattr(gendered, "is_plain", lambda column: np.zeros(len(column), dtype=bool))
    for (rows, funnel), more in zip(in_columns, limits, strict=True):
        singly = run(pronouns, professions, pairs, **more)
        assert (rows, funnel) == singly
        assert len(rows) > 3
        assert len(funnel.dropped) > 10


@pytest.mark.data
def test_real_pairs_one_by_one(pronouns, professions):
    """Real text gives pair by pair what it gives in batches."""
    sides = []
    for language in ("en", "es"):
        folder = Path(os.environ["CDAFLOW_DATA"]) / "parallel"
        with gzip.open(folder / f"tatoeba.en-es.{language}.gz", "rt", encoding="utf-8") as lines:
            sides.append(lines.read().split("\n")[:-1])
    pairs = random.Random(1).sample(list(zip(*sides, strict=True)), 20_000)
    rows, funnel = run(pronouns, professions, pairs)
    assert sum(funnel.dropped.values()) + len(rows) == len(pairs)
    singular = {key: noun for key, noun in professions.items() if noun.number == "Sing"}
    scan, finder = PronounScan(pronouns), ProfessionFinder(singular)
    wanted = [
        number
        for number, (source, target) in enumerate(pairs, 1)
        if [match.double for match in scan.find(source)] == [False]
        and len(finder.find(source)) == 1
        and max(len(source.split()), len(target.split())) <= 20
        and 1 / 3 <= len(source.split()) / len(target.split()) <= 3
        and source[0].isupper()
        and not (source[-1].isalnum() or source[-1].isspace() or source[-1] in "$€+")
    ]
    assert [row["id"] for row in rows] == wanted
    assert len(wanted) > 100
