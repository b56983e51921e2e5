"""The parts of rewriting: English persons, matches, mended trees."""

from pathlib import Path

import pytest

import cdaflow.languages
from cdaflow.inflection.surface import write_changes
from cdaflow.io.files import read_table
from cdaflow.rewriting.english import English, read_english_persons
from cdaflow.rewriting.indefinites import indefinites
from cdaflow.rewriting.matching import matches, similarity
from cdaflow.syntax.tokenisation import join_unsplittable, split_enclitics
from cdaflow.trees import MultiwordToken, Sentence, Token

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"


@pytest.fixture(scope="module")
def english(pronouns, nouns, professions):
    return English(pronouns, nouns, professions, read_english_persons(WORDLISTS / "persons.en.tsv"))


def sentence(*cells):
    """Return a tree of (form, UPOS, head, relation, feats...) tuples."""
    return Sentence(
        tuple(
            Token(n, form, form.lower(), upos, dict(feats), head=head, deprel=deprel)
            for n, (form, upos, head, deprel, *feats) in enumerate(cells, 1)
        )
    )


def known_by(english, tree):
    return [(tree.tokens[p.id - 1].form, p.known_by) for p in english.persons(tree)]


def test_persons_of_lists_and_by_their_endings(english):
    tree = sentence(
        ("A", "DET", 2, "det"),
        ("falconer", "NOUN", 3, "nsubj"),
        ("paid", "VERB", 0, "root"),
        ("the", "DET", 5, "det"),
        ("neighbours", "NOUN", 3, "obj"),
        ("for", "ADP", 7, "case"),
        ("water", "NOUN", 3, "obl"),
    )
    assert known_by(english, tree) == [("falconer", ""), ("neighbours", "")]


def test_a_noun_taken_for_a_verb(english):
    tree = sentence(("Did", "AUX", 3, "aux"), ("your", "PRON", 3, "nsubj", ("Poss", "Yes")),
                    ("sibling", "VERB", 0, "root"), ("sleep", "VERB", 3, "xcomp"))  # fmt: skip
    assert known_by(english, tree) == [("sibling", "")]


@pytest.mark.parametrize(("form", "why"), [("actress", "noun"), ("actor", ""), ("kings", "noun")])
def test_gendered_nouns(english, form, why):
    assert known_by(english, sentence((form, "NOUN", 0, "root"))) == [(form, why)]


def test_a_possessive_that_means_the_subject(english):
    def guarded(determiner):
        return sentence(
            ("Ambassadors" if determiner == "their" else "Ambassador", "NOUN", 2, "nsubj"),
            ("pays", "VERB", 0, "root"),
            (determiner, "PRON", 4, "nmod:poss", ("Poss", "Yes")),
            ("guards", "NOUN", 2, "obj"),
        )

    assert known_by(english, guarded("his"))[0] == ("Ambassador", "pronoun")
    assert known_by(english, guarded("their"))[0] == ("Ambassadors", "")


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ((("Some", "PRON", 2, "nsubj"), ("sleep", "VERB", 0, "root")), True),
        ((("Some", "DET", 2, "det"), ("cars", "NOUN", 0, "root")), False),
        ((("Those", "PRON", 2, "nsubj"), ("sleep", "VERB", 0, "root")), True),
        ((("Those", "DET", 2, "det"), ("cars", "NOUN", 0, "root")), False),
        ((("Nobody", "PRON", 2, "nsubj"), ("sleeps", "VERB", 0, "root")), True),
        ((("More", "ADJ", 0, "root"), ("than", "ADP", 3, "case"), ("one", "NUM", 1, "obl")), False),
    ],
)
def test_somebody(english, cells, expected):
    assert english.somebody(sentence(*cells)) is expected


def test_similarity_is_of_beginnings():
    assert similarity("investigador", "investigator") == pytest.approx(9 / 12)
    assert similarity("fotógrafo", "photographer") == pytest.approx(8 / 10)
    assert similarity("", "") == 0


def test_translations_come_before_places(english):
    target = sentence(("vecino", "NOUN", 2, "nsubj"), ("llama", "VERB", 0, "root"),
                      ("médico", "NOUN", 2, "obj"))  # fmt: skip
    source = sentence(("doctor", "NOUN", 2, "nsubj"), ("calls", "VERB", 0, "root"),
                      ("neighbor", "NOUN", 2, "obj"))  # fmt: skip
    names = {"vecino": frozenset({"neighbor"}), "médico": frozenset({"doctor"})}
    nouns = [target.tokens[0], target.tokens[2]]
    persons = english.persons(source)
    found = matches(target, nouns, source, persons, names, {1: 0.0, 3: 0.0})
    assert {place: person.id for place, person in found.items()} == {1: 3, 3: 1}


def test_a_thing_is_matched_with_nobody(english):
    target = sentence(("El", "DET", 2, "det"), ("mundo", "NOUN", 0, "root"))
    source = sentence(("A", "DET", 2, "det"), ("sailor", "NOUN", 0, "root"))
    persons = english.persons(source)
    assert matches(target, [target.tokens[1]], source, persons, {}, {2: -3.0}) == {}


def test_enclitics_are_split_and_written_as_before():
    tree = sentence(("Quiero", "VERB", 0, "root"), ("verlos", "ADJ", 1, "xcomp"),
                    ("hoy", "ADV", 2, "advmod"))  # fmt: skip
    mended = split_enclitics(tree, "es", lambda form: False)
    assert [t.form for t in mended.tokens] == ["Quiero", "ver", "los", "hoy"]
    assert [t.head for t in mended.tokens] == [0, 1, 2, 2]
    assert mended.text == tree.text
    pronoun = mended.tokens[2]
    assert (pronoun.feats["Gender"], pronoun.feats["Number"]) == ("Masc", "Plur")
    tokens = [*mended.tokens[:2], pronoun.changed(form="las"), mended.tokens[3]]
    assert write_changes(mended, tokens, cdaflow.languages.get("es")).text == "Quiero verlas hoy"
    assert split_enclitics(tree, "es", lambda form: True) is tree
    assert split_enclitics(tree, "fr", lambda form: False) is tree


def test_words_that_cannot_be_split_are_whole_again():
    tree = Sentence(
        (
            Token(1, "Se", "si", "PRON", {"Person": "3"}, head=3, deprel="expl"),
            Token(2, "i", "il", "PRON", {"Gender": "Masc"}, head=3, deprel="obj"),
            Token(3, "stanco", "stanco", "ADJ", {"Gender": "Masc"}, head=0, deprel="root"),
        ),
        (MultiwordToken(1, 2, "Sei"),),
    )
    mended = join_unsplittable(tree, "it")
    assert [(t.id, t.form, t.head) for t in mended.tokens] == [(1, "Sei", 2), (2, "stanco", 0)]
    assert (mended.text, mended.multiwords) == (tree.text, ())
    fine = Sentence(
        (
            Token(1, "di", "di", "ADP", head=3, deprel="case"),
            Token(2, "il", "il", "DET", head=3, deprel="det"),
            Token(3, "medico", "medico", "NOUN", head=0, deprel="root"),
        ),
        (MultiwordToken(1, 2, "del"),),
    )
    assert join_unsplittable(fine, "it") is fine


@pytest.mark.parametrize("language", ["es", "fr", "it"])
def test_indefinites_come_in_pairs(language):
    masculine, feminine = (indefinites(language, gender) for gender in ("Masc", "Fem"))
    assert len(masculine) == len(feminine) > 10
    assert not masculine & feminine


def test_the_list_of_english_persons():
    seen = set()
    for number, row in read_table(WORDLISTS / "persons.en.tsv", ("person", "plural")):
        assert row["person"], number
        assert row["plural"], number
        assert row["person"].lower() not in seen, row["person"]
        seen.add(row["person"].lower())


def test_the_reading_of_french_names_odd_rows_once():
    path = Path(__file__).parents[1] / "data" / "alternatives-read.fr.tsv"
    rows = [row for _, row in read_table(path, ("seed", "row", "verdict", "kind"), whole=True)]
    numbers = [int(row["row"]) for row in rows]
    assert len(rows) == 138
    assert numbers == sorted(set(numbers))
    assert all(number % 2 for number in numbers)
    assert {row["verdict"] for row in rows} == {"missing", "wrong", "spoilt"}
