import pickle
from collections.abc import Mapping

import pytest

from cdaflow.trees.sentence import NO_FIELDS, FeatureCache, FieldCache, Fields, pack


def test_a_field_is_a_mapping():
    fields = Fields("Gender=Fem|Gloss|A=b=c|Empty=|Gender=Masc")
    assert isinstance(fields, Mapping)
    assert dict(fields) == {"Gender": "Fem", "Gloss": "", "A": "b=c", "Empty": ""}
    assert (fields["A"], fields.get("Gloss"), fields.get("x"), fields.get("x", "y")) == (
        "b=c", "", None, "y",
    )  # fmt: skip
    assert "A" in fields
    assert "x" not in fields
    assert fields
    assert len(fields) == 4
    with pytest.raises(KeyError):
        fields["x"]


def test_equality_is_that_of_the_items():
    assert Fields("a=1|b=2") == Fields("b=2|a=1") == {"a": "1", "b": "2"}
    assert {"a": "1", "b": "2"} == Fields("a=1|b=2") != Fields("a=1")
    assert hash(Fields("a=1|b=2")) == hash(Fields("b=2|a=1"))
    assert NO_FIELDS == {}
    assert not NO_FIELDS
    assert "x" not in NO_FIELDS
    assert Fields("a") != "a"


def test_it_travels_between_processes():
    fields = Fields("a=1|b|b")
    assert pickle.loads(pickle.dumps(fields)).raw == "a=1|b|b"  # noqa: S301


def test_packing():
    assert pack(Fields("b=1|A=2|b=3"), ordered=True) == "b=1|A=2|b=3"
    assert pack({"b": "1", "A": "2", "C": ""}, ordered=True) == "A=2|b=1|C"
    assert pack({"b": "1", "A": "2"}) == "b=1|A=2"
    assert pack({}) == pack(NO_FIELDS) == "_"


def test_caches_give_one_object_and_stay_small():
    cache = FieldCache(limit=4)
    assert cache["a=1"] is cache["a=1"]
    for i in range(100):
        assert cache[f"a={i}"] == {"a": str(i)}
        assert len(cache) <= 5
    assert cache["_"] is NO_FIELDS
    with pytest.raises(ValueError, match="twice"):
        FeatureCache()["a=1|a=2"]
