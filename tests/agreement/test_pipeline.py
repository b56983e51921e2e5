import pytest
from trees import DOCTOR, both, tree

from cdaflow.agreement.application import (
    Noun,
    apply,
    changed_tree,
    numbered,
    read_target_genders,
    requests_for_nouns,
    requests_from_table,
)
from cdaflow.agreement.intervention import Options, intervene_all
from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import STEPS, InterventionPipeline, InterventionRequest
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.errors import ConfigError
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.trees import format_sentence, parse_block

from ..errors import raises

GENDERS = ("Fem", "Masc")


@pytest.fixture
def words():
    entries = [
        Entry("médico", form, "NOUN", {"Gender": gender, "Number": "Sing"}, "wordlist:t")
        for form, gender in (("médico", "Masc"), ("médica", "Fem"))
    ]
    return SentenceInflector(Inflector("es", Lexicon(entries)))


def changed(result):
    return [change.position for change in result.changes]


def test_what_is_said_of_the_person_changes_with_it(words):
    masculine = both(DOCTOR)[0]
    (alone,) = InterventionPipeline(base_model("es")).intervene(
        [InterventionRequest(masculine, {2: "Fem"})]
    )
    assert changed(alone) == [1, 2, 3]
    (known,) = InterventionPipeline(base_model("es"), words=words).intervene(
        [InterventionRequest(masculine, {2: "Fem"})]
    )
    assert changed(known) == [1, 2, 3, 5]
    (kept,) = InterventionPipeline(base_model("es"), words=words).intervene(
        [InterventionRequest(masculine, {2: "Fem"}, [5])]
    )
    assert changed(kept) == [1, 2, 3]


#: Where our steps go against the edges: what is said of "I" hangs on the noun, and the article of
#: the noun on another word.
OURS = [
    """
        Yo yo PRON 2 nsubj Number=Sing|Person=1
        cansado cansado ADJ 3 amod Gender=Masc|Number=Sing
        médico médico NOUN 0 root Gender=Masc|Number=Sing
    """,
    """
        el el DET 4 det Gender=Masc|Number=Sing
        médico médico NOUN 0 root Gender=Masc|Number=Sing
        en en ADP 4 case
        línea línea NOUN 2 nmod Gender=Fem|Number=Sing
    """,
]


@pytest.mark.parametrize("lines", OURS)
@pytest.mark.parametrize("log_alpha", [1, 20])
def test_the_method_of_the_paper_is_the_model_alone(lines, log_alpha, words):
    sentence = tree(lines)
    (noun,) = (token.id for token in sentence.tokens if token.lemma == "médico")
    options = Options(log_alpha=log_alpha)
    nothing = dict.fromkeys(STEPS, False)
    paper = InterventionPipeline(base_model("es"), options, words, "all", **nothing)
    (result,) = paper.intervene([InterventionRequest(sentence, {noun: "Fem"})])
    determined = {t.id for t in sentence.tokens if t.upos == "DET" and t.head == noun}
    wanted = dict.fromkeys([noun, *determined], "Fem")
    (alone,) = intervene_all(
        [InterventionRequest(sentence, wanted)], base_model("es"), options=options
    )
    assert result.changes == alone.changes
    assert result.sentence is sentence
    full = InterventionPipeline(base_model("es"), options, words, "all")
    assert (full.name, paper.name) == ("full", "paper")
    if log_alpha == (1 if noun == 3 else 20):
        assert (
            full.intervene([InterventionRequest(sentence, {noun: "Fem"})])[0].changes
            != alone.changes
        )


def test_what_disagrees_anyway_is_not_mended():
    # A tree that is wrong: "corto" is of the hair, not of the doctor.
    sentence = tree("""
        médica médico NOUN 0 root Gender=Fem|Number=Sing
        corto corto ADJ 1 amod Gender=Masc|Number=Sing
        mesa mesa NOUN 1 nmod Gender=Fem|Number=Sing
        rojo rojo ADJ 3 amod Gender=Masc|Number=Sing
    """)
    wish = [InterventionRequest(sentence, {1: "Masc"})]
    (all_changes,) = InterventionPipeline(base_model("es"), contrast=False).intervene(wish)
    (ours,) = InterventionPipeline(base_model("es")).intervene(wish)
    assert changed(all_changes) == [1, 4]
    assert changed(ours) == [1]


@pytest.mark.parametrize(("which", "wanted"), [("none", [2]), ("gendered", [2]), ("all", [1, 2])])
def test_determiners_without_gender(which, wanted, words):
    sentence = tree("""
        Nuestro nuestro DET 2 det Number=Sing
        médico médico NOUN 0 root Gender=Masc|Number=Sing
        Su su DET 2 det Number=Sing
    """)
    method = InterventionPipeline(base_model("es"), words=words, determiners=which, prepare=False)
    (result,) = method.intervene([InterventionRequest(sentence, {2: "Fem"})])
    # "Su" is written alike for both, so it is left alone.
    assert changed(result) == wanted


def test_nouns_that_the_lexicon_has_in_one_gender_stay(words):
    sentence = tree("""
        médico médico NOUN 0 root Gender=Masc|Number=Sing
        cargo cargo NOUN 3 nsubj Gender=Masc|Number=Sing
        nuevo nuevo ADJ 1 amod Gender=Masc|Number=Sing
    """)
    (result,) = InterventionPipeline(base_model("es"), words=words).intervene(
        [InterventionRequest(sentence, {1: "Fem"})]
    )
    assert changed(result) == [1, 3]
    (free,) = InterventionPipeline(
        base_model("es"), words=words, things=False, contrast=False
    ).intervene([InterventionRequest(sentence, {1: "Fem"})])
    assert changed(free) == [1, 2, 3] or changed(free) == [1, 3]


def test_nouns_by_form_and_by_id():
    masculine = both(DOCTOR)[0]
    assert Noun.parse("médico=Fem").find(masculine) == [2]
    assert Noun.parse("MÉDICO").find(masculine) == [2]
    assert Noun.parse("8=*").find(masculine) == [8]
    assert Noun.parse("9").find(masculine) == []
    for text in ("=Fem", "médico=", ""):
        with pytest.raises(ConfigError):
            Noun.parse(text)


def test_each_combination_is_a_wish():
    sentence = tree("""
        jefe jefe NOUN 3 nsubj Gender=Masc
        actriz actor NOUN 3 obj Gender=Fem
        ve ver VERB 0 root
        jefe jefe NOUN 3 obl Gender=Masc
    """)
    asked = [Noun("jefe"), Noun("actriz")]
    found = [request.target_genders for request in requests_for_nouns(sentence, asked, GENDERS)]
    # All but the one that stands there; words of one form go together.
    assert found == [
        {1: "Fem", 4: "Fem", 2: "Fem"},
        {1: "Fem", 4: "Fem", 2: "Masc"},
        {1: "Masc", 4: "Masc", 2: "Masc"},
    ]
    assert requests_for_nouns(sentence, [Noun("jefe"), Noun("rey")], GENDERS) == []
    (fixed,) = requests_for_nouns(sentence, [Noun("actriz", "Masc")], GENDERS)
    assert fixed.target_genders == {2: "Masc"}


def test_the_gender_that_a_word_has_is_that_of_its_form(words):
    sentence = tree("médica médico NOUN 0 root Gender=Masc|Number=Sing")
    (mended,) = InterventionPipeline(base_model("es"), words=words).prepare_trees([sentence])
    (request,) = requests_for_nouns(sentence, [Noun("médica")], GENDERS, mended)
    assert request.target_genders == {1: "Masc"}


def test_requests_of_a_table(tmp_path):
    path = tmp_path / "genders.tsv"
    path.write_text("sent_id\tword\tgender\ns\t2\tFem\ns\t8\t*\nt\t1\tMasc\n", encoding="utf-8")
    asked = read_target_genders(path)
    assert asked == {"s": {2: "Fem", 8: "*"}, "t": {1: "Masc"}}
    found = requests_from_table(both(DOCTOR)[0], asked, GENDERS)
    # Word 8 is feminine as it stands: it may stay so, since word 2 changes.
    expected = [{2: "Fem", 8: "Fem"}, {2: "Fem", 8: "Masc"}]
    assert [request.target_genders for request in found] == expected
    assert requests_from_table(tree("x x X 0 root", "u"), asked, GENDERS) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("sent_id\tword\n", "column.missing"),
        ("sent_id\tword\tgender\ns\tx\tFem\n", "request.malformed"),
        ("sent_id\tword\tgender\ns\t1\tFem\ns\t1\tMasc\n", "request.duplicate-word"),
        ("sent_id\tword\tgender\n", "request.empty"),
    ],
)
def test_faulty_tables(tmp_path, text, problem):
    path = tmp_path / "genders.tsv"
    path.write_text(text, encoding="utf-8")
    with raises(problem):
        read_target_genders(path)


def test_a_word_that_is_not_there():
    with raises("word.out-of-range", "9"):
        requests_from_table(both(DOCTOR)[0], {"s": {9: "Fem"}}, GENDERS)


def test_changed_words_are_marked_in_the_tree():
    masculine, feminine = both(DOCTOR)
    requests = [
        InterventionRequest(masculine, {2: "Fem"}),
        InterventionRequest(feminine, {2: "Masc"}),
        InterventionRequest(feminine, {}),
    ]
    found = list(numbered(apply(requests, InterventionPipeline(base_model("es")))))
    assert [number for number, _, _ in found] == [0, 1, 2]
    trees = [changed_tree(wish, result, number) for number, wish, result in found]
    assert [t.sent_id for t in trees] == ["s-cf", "s-cf-cf1", "s-cf-cf2"]
    again = parse_block(format_sentence(trees[0]))
    assert [t.id for t in again.tokens if t.misc.get("Changed") == "Yes"] == [1, 2, 3]
    assert [t.feats.get("Gender") for t in again.tokens] == [
        "Fem", "Fem", "Fem", None, "Masc", None, "Fem", "Fem",
    ]  # fmt: skip
    assert again.text == masculine.text
    assert again.comment("interventions") == "2=Fem"
