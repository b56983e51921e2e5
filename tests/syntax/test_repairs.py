import pytest
from trees import tree

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.syntax.repairs import repair_genders, repair_heads

MS = "Gender=Masc|Number=Sing"
PART = "Gender=Masc|Number=Sing|VerbForm=Part"


def genders(sentence):
    return [token.feats.get("Gender") for token in sentence.tokens]


@pytest.mark.parametrize(
    ("language", "lines", "wanted"),
    [
        ("es", f"ha haber AUX 2 aux\ncomido comer VERB 0 root {PART}", [None, None]),
        ("es", f"está estar AUX 2 aux\ncansado cansar VERB 0 root {PART}", [None, "Masc"]),
        ("es", f"ha haber AUX 3 aux\nsido ser AUX 3 aux {PART}\nvisto ver VERB 0 root {PART}",
         [None, None, "Masc"]),
        ("fr", f"a avoir AUX 2 aux\nmangé manger VERB 0 root {PART}", [None, None]),
        ("fr", f"l' le PRON 3 obj\na avoir AUX 3 aux\nvu voir VERB 0 root {PART}",
         [None, None, "Masc"]),
        ("fr", f"ayant avoir VERB 0 root\nbien bien ADV 3 advmod\nreçu recevoir VERB 1 acl {PART}",
         [None, None, None]),
        ("it", f"è essere AUX 2 aux\nandato andare VERB 0 root {PART}", [None, "Masc"]),
        ("he", f"ha haber AUX 2 aux\ncomido comer VERB 0 root {PART}", [None, "Masc"]),
    ],
)  # fmt: skip
def test_participles_that_agree_with_nothing_lose_their_gender(language, lines, wanted):
    assert genders(repair_genders(tree(lines), language)) == wanted


def test_what_needs_nothing_stays_the_same_tree():
    sentence = tree("jefa jefa NOUN 0 root Gender=Fem")
    assert repair_genders(sentence, "es") is sentence


@pytest.fixture
def words():
    both = ("estudiante", "estudiante", "NOUN")
    entries = [
        Entry("satisfecho", "satisfecha", "ADJ", {"Gender": "Fem"}, "unimorph:t"),
        Entry("satisfecho", "satisfecho", "ADJ", {"Gender": "Masc"}, "unimorph:t"),
        Entry(*both, {"Gender": "Fem", "Number": "Sing"}, "unimorph:t"),
        Entry(*both, {"Gender": "Masc", "Number": "Sing"}, "unimorph:t"),
        Entry("mesa", "mesa", "NOUN", {"Gender": "Fem", "Number": "Sing"}, "unimorph:t"),
    ]
    return SentenceInflector(Inflector("es", Lexicon(entries)))


def test_the_lexicon_mends_genders_that_the_form_tells(words):
    sentence = tree("""
        Nuestra nuestro DET 2 det Number=Sing
        estudiante estudiante NOUN 3 nsubj Gender=Masc|Number=Sing
        satisfecha satisfecho ADJ 0 root Gender=Masc|Number=Sing
        rara raro ADJ 3 amod Gender=Masc
    """)
    # The noun may be either; of "rara" nothing is known.
    assert genders(repair_genders(sentence, "es", words.genders)) == ["Fem", "Masc", "Fem", "Masc"]


def test_nouns_of_things_have_one_gender(words):
    student, table = tree("""
        estudiante estudiante NOUN 0 root Gender=Masc|Number=Sing
        mesa mesa NOUN 1 nmod Gender=Fem|Number=Sing
    """).tokens
    assert words.may_change(student)
    assert not words.may_change(table)


@pytest.mark.parametrize(
    ("language", "article", "adjective", "noun"),
    [("fr", "Le", "vieil", "étudiant"), ("it", "questo", "buono", "sceriffo")],
)
def test_an_adjective_taken_for_a_noun_goes_with_the_noun_behind_it(
    language, article, adjective, noun
):
    two = f"""
        {article} {article} DET 2 det {MS}
        {adjective} {adjective} NOUN 4 nsubj {MS}
        {noun} {noun} NOUN 4 nsubj {MS}
        dort dormir VERB 0 root
    """
    found = repair_heads(tree(two), language).tokens
    assert [(t.upos, t.head, t.deprel) for t in found[:3]] == [
        ("DET", 3, "det"),
        ("ADJ", 3, "amod"),
        ("NOUN", 4, "nsubj"),
    ]
    other = tree(two.replace(f"{noun} NOUN 4 nsubj {MS}", f"{noun} NOUN 4 nsubj Number=Plur"))
    assert repair_heads(other, language) is other


def test_a_noun_before_another_stays_one_if_no_table_has_it():
    sentence = tree(f"""
        Le le DET 2 det {MS}
        juge juge NOUN 4 nsubj {MS}
        étudiant étudiant NOUN 4 nsubj {MS}
        dort dormir VERB 0 root
    """)
    assert repair_heads(sentence, "fr") is sentence
