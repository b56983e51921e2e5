import pytest

from cdaflow.agreement.labels import TagSet

from ..errors import raises

BOTH = TagSet(
    ("Gender", "Number"),
    (("", ""), ("", "Sing"), ("Fem", "Plur"), ("Fem", "Sing"), ("Masc", "Plur"), ("Masc", "Sing")),
)


@pytest.fixture
def hebrew(sentence):
    return sentence("""
        a NOUN 0 root Gender=Masc,Fem|Number=Sing
        b ADJ 1 amod Gender=Fem
        c ADJ 1 amod Gender=Masc
        d PUNCT 1 punct
    """)


def test_tags_are_the_bundles_that_occur(hebrew):
    tags = TagSet.collect([hebrew])
    assert tags.bundles == (("",), ("Fem",), ("Fem,Masc",), ("Masc",))
    assert tags.subtags == (("Gender", "Fem"), ("Gender", "Masc"))
    assert tags.multi_hot.tolist() == [[0, 0], [1, 0], [1, 1], [0, 1]]
    assert tags.encode(hebrew.tokens).tolist() == [2, 1, 3, 0]
    assert [int(tag) for tag in tags.encode(hebrew.tokens)] == [2, 1, 3, 0]
    assert [tags.name(tag) for tag in range(2)] == ["_", "Gender=Fem"]


def test_gender_and_number_in_one_tag(hebrew):
    tags = TagSet.collect([hebrew], ["Gender", "Number"])
    assert tags.bundles[0] == ("", "")
    assert tags.bundles[tags.encode(hebrew.tokens)[0]] == ("Fem,Masc", "Sing")
    assert [f"{f}={v}" for f, v in BOTH.subtags] == [
        "Gender=Fem", "Gender=Masc", "Number=Plur", "Number=Sing",
    ]  # fmt: skip
    assert BOTH.multi_hot[2].tolist() == [1, 0, 1, 0]


def test_bundles_that_training_had_not_lose_features_from_the_last(sentence):
    tokens = sentence("""
        a NOUN 0 root Gender=Fem|Number=Dual
        b NOUN 1 nmod Gender=Com|Number=Sing
        c NOUN 1 nmod Number=Sing
    """).tokens
    assert TagSet().encode(tokens).tolist() == [1, 0, 0]
    # (Fem, Dual) has no (Fem, "") to fall back on here; (Com, Sing) neither.
    assert BOTH.encode(tokens).tolist() == [0, 0, 1]


def test_a_word_keeps_the_features_that_it_has_and_gets_no_others():
    tags = TagSet(("Gender",), (("",), ("Fem",), ("Fem,Masc",), ("Masc",)))
    assert tags.may_replace().astype(int).tolist() == [
        [1, 0, 0, 0],
        [0, 1, 0, 1],
        [0, 0, 1, 0],
        [0, 1, 0, 1],
    ]
    assert BOTH.may_replace()[3].astype(int).tolist() == [0, 0, 1, 1, 1, 1]
    assert BOTH.may_replace(["Gender"])[3].astype(int).tolist() == [0, 0, 0, 1, 0, 1]


def test_a_forced_value_leaves_the_other_features_as_they_are():
    assert BOTH.forced(3, {"Gender": "Masc"}, ["Gender"]).astype(int).tolist() == [0] * 5 + [1]
    assert BOTH.forced(3, {"Gender": "Masc"}).astype(int).tolist() == [0, 0, 0, 0, 1, 1]
    # A word without gender may be given one.
    assert TagSet().forced(0, {"Gender": "Fem"}).astype(int).tolist() == [0, 1, 0]
    assert BOTH.forced(1, {"Gender": "Fem"}, ["Gender"]).nonzero()[0].tolist() == [3]


def test_requests_that_the_model_cannot_fulfil():
    with raises("tag.unknown", "Gender=Neut", "Fem, Masc"):
        TagSet().forced(1, {"Gender": "Neut"})
    with raises("feature.not-inferred", "Gender", "Number"):
        TagSet().having("Number", "Sing")
    with raises("tag.no-such-change", "Gender=Fem"):
        BOTH.forced(0, {"Gender": "Fem"}, ["Gender"])


def test_a_treebank_without_the_feature_is_an_error(sentence):
    with raises("feature.in-no-word", "Gender"):
        TagSet.collect([sentence("dog NOUN 0 root")])
