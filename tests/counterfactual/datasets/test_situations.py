"""Sentences in which it is known whose the pronouns are, or that it is open."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.counterfactual.datasets import situations as s
from cdaflow.counterfactual.datasets.situation_sample import SCHEMA, sample, write_situations
from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, read_table
from cdaflow.io.pairs import read_pairs
from cdaflow.wordlists import find_wordlist

from ...errors import raises

LISTS = find_wordlist("professions.tsv"), find_wordlist("persons.en.tsv")

PRONOUNS = {
    "Masc": {"he", "his", "him", "himself"},
    "Fem": {"she", "her", "hers", "herself"},
}


@pytest.fixture(scope="module")
def nouns():
    return s.person_nouns(*LISTS)


@pytest.fixture(scope="module")
def drafts(nouns):
    return list(sample(s.read_templates(), s.read_situations(nouns), 1900, 3))


def test_most_professions_have_two_situations_or_more(nouns):
    rows = Counter(situation.profession for situation in s.read_situations(nouns))
    assert len(rows) >= 260
    assert min(rows.values()) >= 2
    assert not {"king", "duke", "monk", "prince"} & nouns


def test_both_versions_name_the_same_person_and_have_pronouns_of_their_gender(drafts, tmp_path):
    path = tmp_path / "out.parquet"
    assert write_situations(str(path), drafts) == 3800
    rows = [row for batch in read_pairs([str(path)], ("source",)) for row in batch.to_pylist()]
    assert [row["id"] for row in rows] == [*range(1, 3801)]
    for he, she in zip(rows[::2], rows[1::2], strict=True):
        stated = ("", "") if he["kind"] == "open" else ("Masc", "Fem")
        assert (he["gender"], she["gender"]) == stated
        assert (he["version"], she["version"]) == ("original", "swapped")
        assert he["origin"] == she["origin"]
        for row, gender, other in ((he, "Masc", "Fem"), (she, "Fem", "Masc")):
            source = row["source"]
            noun = source[row["profession_start"] : row["profession_end"]]
            assert noun == row["profession"] == he["profession"]
            words = set(re.findall(r"\w+", source.lower()))
            assert words & PRONOUNS[gender]
            assert not words & PRONOUNS[other]
            assert source[0] == '"' or source[0].isupper()
            assert not set("{}/") & set(source)
    assert len({row["source"] for row in rows}) == 3800


def test_kinds_have_their_shares_and_nobody_dominates(drafts):
    kinds = Counter(draft.template.kind for draft in drafts)
    assert kinds == {kind: 100 * s.SHARES[kind] for kind in s.KINDS}
    owners = Counter(draft.template.owner for draft in drafts if draft.template.kind == "grammar")
    assert owners == {"noun": 450, "other": 450}
    assert max(Counter(draft.owner for draft in drafts).values()) < 10


def test_a_sample_is_that_of_its_seed(nouns, drafts):
    tables = s.read_templates(), s.read_situations(nouns)
    assert list(sample(*tables, 1900, 3)) == drafts
    assert list(sample(*tables, 1900, 4)) != drafts
    assert {d.template.kind for d in sample(*tables, 50, 3, ["one"])} == {"one"}


@pytest.mark.parametrize(
    ("noun", "sentence"),
    [
        ("actor", "He has wanted to be an actor."),
        ("usher", "He has wanted to be an usher."),
        ("CEO", "He has wanted to be a CEO."),
        ("undergraduate", "He has wanted to be an undergraduate."),
    ],
)
def test_the_article_goes_with_the_noun(noun, sentence):
    template = s.SituationTemplate("one", "noun", "He/She has wanted to be a {noun}.", "")
    assert template.fill({"noun": noun}, "", "Masc")[0] == sentence


def test_the_person_is_found_where_the_other_has_the_same_beginning():
    template = s.SituationTemplate("two", "other", "A {noun} saw a {other} in his/her car.", "")
    text, start, end = template.fill({"noun": "bus driver", "other": "driver"}, "", "Fem")
    assert text == "A bus driver saw a driver in her car."
    assert (start, end) == (19, 25)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("three\tnoun\tThe {noun} lost his/her keys.", "the kind 'three'"),
        ("one\tother\tThe {noun} lost his/her keys.", "the owner 'other'"),
        ("open\tnoun\tThe {noun} told the {other} that he/she won.", "is 'either', not 'noun'"),
        ("two\teither\tThe {noun} told the {other} that he/she won.", "the owner 'either'"),
        ("two\tnoun\tThe {noun} lost his/her keys.", "{noun}, {other} once"),
        ("one\tnoun\tThe {noun} met the {friend} in his/her car.", "{noun} once"),
        ("one\tnoun\tThe {noun} lost the keys.", "nothing tells the gender"),
        ("one\tnoun\tThe {noun} lost her keys.", "'her' is of one gender alone"),
        ("one\tnoun\tThe {noun} lost her/his keys.", "is of one gender alone"),
        ("profession\tnoun\tThe {noun} told the {other} that he/she {need}.", "is said of"),
        ("profession\tnoun\tThe {noun} told the {other} that he/she left.", "{own} once"),
    ],
)
def test_faults_of_a_template_are_named_with_their_line(row, fault, tmp_path):
    path = tmp_path / "templates.tsv"
    path.write_text(f"kind\towner\tenglish\none\tnoun\tThe {{noun}} lost his/her hat.\n{row}\n")
    with pytest.raises(InputError, match=re.escape(fault)) as error:
        s.read_templates(path)
    assert error.value.line == 3


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("baker\tdragon\ta\tb\tc", "'dragon' is no noun"),
        ("king\tbaker\ta\tb\tc", "'king' is no noun"),
        ("baker\tbaker\ta\tb\tc", "both persons"),
        ("baker\tguest\ta\tb\ta", "comes twice"),
        ("baker\tguest\ta; \tb\tc", "expected phrases"),
        ("baker\tguest\tlost his hat\tb\tc", "'his' is of one gender"),
        ("baker\tguest\ta {noun}\tb\tc", "no places"),
        ("baker\tguest\ta\tb", "the row has 4 cells, the header 5"),
    ],
)
def test_faults_of_a_situation_are_named_with_their_line(row, fault, nouns, tmp_path):
    path = tmp_path / "situations.tsv"
    path.write_text(f"profession\tother\town\tneed\tadvice\n{row}\n")
    with pytest.raises(InputError, match=re.escape(fault)) as error:
        s.read_situations(nouns, path)
    assert error.value.line == 2


def test_more_sentences_than_there_are_is_an_error(nouns, tmp_path):
    path = tmp_path / "templates.tsv"
    path.write_text("kind\towner\tenglish\none\tnoun\tThe {noun} lost his/her hat.\n")
    few = [s.Situation("baker", "guest", {}), s.Situation("actor", "guest", {})]
    templates = s.read_templates(path)
    assert len(list(sample(templates, few, 2, 1, ["one"]))) == 2
    with raises("situation.too-few-sentences", "3"):
        list(sample(templates, few, 3, 1, ["one"]))
    with raises("template.none-of-kind", "'two'"):
        list(sample(templates, few, 1, 1, ["two"]))
    with raises("template.kind-needs-two-professions"):
        list(sample(s.read_templates(), few[:1], 1, 1, ["two"]))


def test_the_command_writes_a_table(tmp_path, capsys):
    path = tmp_path / "out.tsv"
    main(["select", "situations", "--output", str(path), "--size", "20", "--kinds", "two", "one"])
    assert "40 sentences of" in capsys.readouterr().err
    rows = [row for _, row in read_table(path, SCHEMA.names)]
    assert Counter(row["kind"] for row in rows) == {"two": 30, "one": 10}


def _masked(text, nouns):
    """Return the words of a sentence, with those for persons as X."""
    words = ["a" if word == "an" else word for word in _words(text)]
    masked, position = [], 0
    while position < len(words):
        length = next((n for n in (3, 2, 1) if tuple(words[position : position + n]) in nouns), 0)
        masked.append("X" if length else words[position])
        position += length or 1
    return masked


def _words(text):
    return re.findall(r"[\w']+", text.lower())


@pytest.mark.data
def test_sentences_have_no_eight_words_of_winomt(drafts):
    """WinoMT is what models trained on these are measured by."""
    tables = zip(LISTS, (("profession", "plural"), ("person", "plural")), strict=True)
    persons = {
        tuple(_words(row[column]))
        for path, columns in tables
        for _, row in read_table(path, columns)
        for column in columns
    }

    def grams(text):
        words = _masked(text, persons)
        return {tuple(words[i : i + 8]) for i in range(len(words) - 7)}

    path = Path(os.environ["CDAFLOW_DATA"]) / "winomt" / "en.txt"
    test = set().union(*(grams(line.split("\t")[2]) for line in read_lines(path)))
    assert len(test) > 10_000
    shared = {
        draft.template.english
        for draft in drafts
        for gender in PRONOUNS
        if grams(draft.template.fill(draft.nouns, draft.phrase, gender)[0]) & test
    }
    assert not shared
