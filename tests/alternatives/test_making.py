"""Alternatives of trees written by hand: who is offered, with whom each structure goes."""

from functools import cache

import pytest
from trees import tree

from cdaflow.alternatives.factoring import factor
from cdaflow.alternatives.making import make_alternatives
from cdaflow.alternatives.structures import Entity, marked, validate
from cdaflow.inflection.lexicon import Entry
from cdaflow.rewriting.choices import choices
from cdaflow.rewriting.heads import Head
from cdaflow.trees import Sentence, Token

ADJECTIVES = {
    "es": ["enojado enojada", "cansado cansada", "contratado contratada", "llegado llegada"],
    "fr": ["fatigué fatiguée", "embauché embauchée", "arrivé arrivée"],
    "it": ["stanco stanca", "arrivato arrivata"],
}


def _adjectives(language):
    """Yield the entries of adjectives in both numbers."""
    for pair in ADJECTIVES[language]:
        masculine = pair.split()[0]
        for form, gender in zip(pair.split(), ("Masc", "Fem"), strict=True):
            plural = form[:-1] + {"o": "i", "a": "e"}[form[-1]] if language == "it" else form + "s"
            for number, written in (("Sing", form), ("Plur", plural)):
                feats = {"Gender": gender, "Number": number}
                yield Entry(masculine, written, "ADJ", feats, "unimorph:t")


@pytest.fixture(scope="module")
def rewriter(make_rewriter):
    return cache(lambda language: make_rewriter(language, entries=_adjectives(language)))


MASC, FEM = "Gender=Masc|Number=Sing", "Gender=Fem|Number=Sing"
SECRETARY_EN = """
    The the DET 2 det
    secretary secretary NOUN 4 nsubj Number=Sing
    was be AUX 4 cop
    angry angry ADJ 0 root
    with with ADP 7 case
    the the DET 7 det
    boss boss NOUN 4 obl Number=Sing
"""
SECRETARY = {
    "es": f"""
        El el DET 2 det {MASC}|PronType=Art
        secretario secretario NOUN 4 nsubj {MASC}
        estaba estar AUX 4 cop Number=Sing|Person=3|VerbForm=Fin
        enojado enojado ADJ 0 root {MASC}
        con con ADP 7 case
        el el DET 7 det {MASC}|PronType=Art
        jefe jefe NOUN 4 obl {MASC}
    """,
    "it": f"""
        Il il DET 2 det {MASC}|PronType=Art
        segretario segretario NOUN 4 nsubj {MASC}
        era essere AUX 4 cop Number=Sing|Person=3|VerbForm=Fin
        stanco stanco ADJ 0 root {MASC}
        con con ADP 7 case
        il il DET 7 det {MASC}|PronType=Art
        cuoco cuoco NOUN 4 obl {MASC}
    """,
    "fr": f"""
        Le le DET 2 det {MASC}|PronType=Art
        secrétaire secrétaire NOUN 4 nsubj {MASC}
        était être AUX 4 cop Number=Sing|Person=3|VerbForm=Fin
        fatigué fatigué ADJ 0 root {MASC}
        avec avec ADP 7 case
        le le DET 7 det {MASC}|PronType=Art
        directeur directeur NOUN 4 obl {MASC}
    """,
}


def made(rewriter, language, target, source, heads=None, by="both"):
    given = None if heads is None else [heads]
    (found,) = make_alternatives(rewriter(language), [tree(target)], [tree(source)], given, by=by)
    validate(found.alternatives)
    return found


def people(found):
    """Return the words of the source with which each structure goes."""
    entities, source = found.alternatives.entities, found.alternatives.source
    return [
        [source[entities[n].start : entities[n].end] for n in structure.entities]
        for structure in found.alternatives.structures
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "es",
            "[[El secretario/La secretaria]] estaba [[enojado/enojada]] con [[el jefe/la jefa]]",
        ),
        ("it", "[[Il segretario/La segretaria]] era [[stanco/stanca]] con [[il cuoco/la cuoca]]"),
        (
            "fr",
            "[[Le/La]] secrétaire était [[fatigué/fatiguée]] avec [[le directeur/la directrice]]",
        ),
    ],
)
def test_four_readings(rewriter, language, text):
    source = SECRETARY_EN if language == "es" else SECRETARY_EN.replace("angry", "tired")
    source = source.replace("boss", {"it": "cook", "fr": "director"}.get(language, "boss"))
    found = made(rewriter, language, SECRETARY[language], source)
    assert (found.cause, found.by_position) == ("", 0)
    assert marked(found.alternatives) == text
    boss = source.split()[-5]
    assert people(found) == [["secretary"], ["secretary"], [boss]]
    assert len(list(found.alternatives.texts())) == 4
    (whole,) = rewriter(language).rewrite([tree(SECRETARY[language])], [tree(source)], "Fem")
    assert found.alternatives.feminine == whole.text


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("recepcionista recepcionista NOUN 4 nsubj Number=Sing", "[[El/La]] recepcionista"),
        # A noun with a gender of its own is what it says, whatever stands beside it.
        ("secretario secretario NOUN 4 nsubj Gender=Masc|Number=Sing", "La [[secretario/"),
    ],
)
def test_a_noun_without_gender_is_a_womans_by_its_article(rewriter, noun, expected):
    """Treebanks leave the gender out of nouns that are the same for both: "la recepcionista"."""
    target = f"""
        La el DET 2 det {FEM}|PronType=Art
        {noun}
        estaba estar AUX 4 cop Number=Sing|Person=3|VerbForm=Fin
        enojada enojado ADJ 0 root {FEM}
    """
    source = SECRETARY_EN.split("with with")[0].replace("secretary", "receptionist")
    found = made(rewriter, "es", target, source)
    assert marked(found.alternatives).startswith(expected)


@pytest.mark.parametrize("woman", ["secretary", "boss"])
def test_a_translation_with_a_woman_is_made_masculine_first(rewriter, woman):
    first = made(rewriter, "es", SECRETARY["es"], SECRETARY_EN)
    target = SECRETARY["es"].splitlines()
    forms = {
        "El": "La",
        "secretario": "secretaria",
        "enojado": "enojada",
        "el": "la",
        "jefe": "jefa",
    }
    lines = range(1, 5) if woman == "secretary" else range(6, 8)
    for number in lines:
        form = target[number].split()[0]
        target[number] = target[number].replace(form, forms.get(form, form), 1)
        target[number] = target[number].replace("Masc", "Fem")
    again = made(rewriter, "es", "\n".join(target), SECRETARY_EN)
    assert again.alternatives == first.alternatives


def test_tags_tell_who_is_open(rewriter):
    def text(labels, by="tags"):
        heads = [Entity(4, 13, labels[0], 0.9), Entity(33, 37, labels[1], 0.8)]
        found = made(rewriter, "es", SECRETARY["es"], SECRETARY_EN, heads, by)
        assert found.alternatives.entities == tuple(heads)
        return marked(found.alternatives)

    assert text(["feminine", "ambiguous"]) == "El secretario estaba enojado con [[el jefe/la jefa]]"
    assert text(["masculine", "masculine"]) == "El secretario estaba enojado con el jefe"
    both = text(["ambiguous", "ambiguous"])
    assert both == marked(made(rewriter, "es", SECRETARY["es"], SECRETARY_EN).alternatives)
    found = made(rewriter, "es", SECRETARY["es"], SECRETARY_EN, [], "tags")
    assert (found.cause, found.alternatives.structures) == ("nobody-open", ())
    rules = made(rewriter, "es", SECRETARY["es"], SECRETARY_EN, [], "rules")
    assert marked(rules.alternatives) == both


def test_to_be_told_takes_evidence_in_the_sentence(rewriter):
    heads = [Entity(4, 13, "feminine", 0.9)]
    found = made(rewriter, "es", SECRETARY["es"], SECRETARY_EN, heads)
    assert people(found) == [["secretary"], ["secretary"], ["boss"]]
    assert found.alternatives.entities == (Entity(4, 13, "ambiguous", 0.1), Entity(33, 37))
    shown = SECRETARY_EN.replace("boss boss", "sister sister")
    told = made(rewriter, "es", SECRETARY["es"], shown, heads)
    assert told.cause == "nobody-open"


def test_what_is_said_of_two_is_feminine_for_two_women(rewriter):
    plural = "Gender=Masc|Number=Plur"
    target = f"""
        El el DET 2 det {MASC}|PronType=Art
        secretario secretario NOUN 7 nsubj {MASC}
        y y CCONJ 5 cc
        el el DET 5 det {MASC}|PronType=Art
        jefe jefe NOUN 2 conj {MASC}
        están estar AUX 7 cop Number=Plur|Person=3|VerbForm=Fin
        cansados cansado ADJ 0 root {plural}
    """
    source = """
        The the DET 2 det
        secretary secretary NOUN 7 nsubj Number=Sing
        and and CCONJ 5 cc
        the the DET 5 det
        boss boss NOUN 2 conj Number=Sing
        are be AUX 7 cop
        tired tired ADJ 0 root
    """
    found = made(rewriter, "es", target, source)
    assert people(found) == [["secretary"], ["boss"], ["secretary", "boss"]]
    texts = {
        frozenset(p for p, g in who.items() if g == "Fem"): t
        for who, t in found.alternatives.texts()
    }
    assert texts[frozenset({0})] == "La secretaria y el jefe están cansados"
    assert texts[frozenset({0, 1})] == "La secretaria y la jefa están cansadas"


@pytest.mark.parametrize("heads", [None, [], [Entity(4, 13)]])
def test_a_predicate_noun_goes_with_its_subject(rewriter, heads):
    target = f"""
        El el DET 2 det {MASC}|PronType=Art
        secretario secretario NOUN 5 nsubj {MASC}
        es ser AUX 5 cop Number=Sing|Person=3|VerbForm=Fin
        un uno DET 5 det {MASC}|PronType=Art
        cocinero cocinero NOUN 0 root {MASC}
    """
    source = """
        The the DET 2 det
        secretary secretary NOUN 5 nsubj Number=Sing
        is be AUX 5 cop
        a a DET 5 det
        cook cook NOUN 0 root Number=Sing
    """
    found = made(rewriter, "es", target, source, heads)
    assert (
        marked(found.alternatives)
        == "[[El secretario/La secretaria]] es [[un cocinero/una cocinera]]"
    )
    assert people(found) == [["secretary"], ["secretary"]]
    apart = made(rewriter, "es", target, source, [Entity(4, 13), Entity(19, 23)])
    assert people(apart) == [["secretary"], ["cook"]]


def test_the_two_of_a_pair_stay(rewriter):
    plural = "Gender=Masc|Number=Plur"
    target = f"""
        Los el DET 2 det {plural}|PronType=Art
        hermanos hermano NOUN 5 nsubj {plural}
        y y CCONJ 4 cc
        hermanas hermana NOUN 2 conj Gender=Fem|Number=Plur
        duermen dormir VERB 0 root Number=Plur|Person=3|VerbForm=Fin
    """
    source = "The the DET 2 det\nsiblings sibling NOUN 3 nsubj Number=Plur\nsleep sleep VERB 0 root"
    assert made(rewriter, "es", target, source).cause == "nobody-open"
    alone = target.replace("hermanas hermana NOUN", "médicas médica NOUN")
    assert not made(rewriter, "es", alone, source).cause


def test_the_speaker_is_a_person_of_the_source(rewriter):
    target = "Estoy estar AUX 2 cop Person=1|Number=Sing\ncansado cansado ADJ 0 root " + MASC
    source = "I i PRON 3 nsubj\nam be AUX 3 cop\ntired tired ADJ 0 root"
    found = made(rewriter, "es", target, source)
    assert marked(found.alternatives) == "Estoy [[cansado/cansada]]"
    assert people(found) == [["I"]]
    tagged = made(rewriter, "es", target, source, [Entity(0, 1)])
    assert tagged.alternatives == found.alternatives
    told = made(rewriter, "es", target, source, [Entity(0, 1, "feminine")], "tags")
    assert told.cause == "nobody-open"


def test_they_are_people_of_their_own_where_that_is_marked(rewriter):
    plural = "Gender=Masc|Number=Plur"
    target = f"""
        Ils il PRON 2 nsubj {plural}|Person=3|PronType=Prs
        aident aider VERB 0 root Number=Plur|Person=3|VerbForm=Fin
        les le DET 4 det Number=Plur|PronType=Art
        directeurs directeur NOUN 2 obj {plural}
    """
    source = """
        They they PRON 2 nsubj
        help help VERB 0 root
        the the DET 4 det
        directors director NOUN 2 obj Number=Plur
    """
    found = made(rewriter, "fr", target, source, [Entity(0, 4), Entity(14, 23)])
    assert marked(found.alternatives) == "[[Ils/Elles]] aident les [[directeurs/directrices]]"
    assert (people(found), found.by_position) == ([["They"], ["directors"]], 0)


def test_a_name_keeps_its_form_and_groups_are_nobody(rewriter):
    target = f"""
        Vinyals Vinyals PROPN 3 nsubj
        está estar AUX 3 cop Number=Sing|Person=3|VerbForm=Fin
        cansado cansado ADJ 0 root {MASC}
    """
    source = "{0} {0} {1} 3 nsubj\nis be AUX 3 cop\ntired tired ADJ 0 root"
    name = source.format("Vinyals", "PROPN")
    found = made(rewriter, "es", target, name, [Entity(0, 7)])
    assert marked(found.alternatives) == "Vinyals está [[cansado/cansada]]"
    told = made(rewriter, "es", target, name, [Entity(0, 7, "masculine")], "tags")
    assert not told.alternatives.structures
    group = SECRETARY_EN.replace("secretary secretary", "committee committee")
    heads = [Entity(4, 13), Entity(33, 37, "masculine")]
    closed = made(rewriter, "es", SECRETARY["es"], group, heads, "tags")
    assert not closed.alternatives.structures


def test_nobody_and_empty_lines(rewriter):
    found = made(
        rewriter, "es", "Llueve llover VERB 0 root", "It it PRON 2 nsubj\nrains rain VERB 0 root"
    )
    assert (found.cause, found.alternatives.text) == ("nobody-open", "Llueve")
    (empty,) = make_alternatives(rewriter("es"), [Sentence(())], [Sentence(())])
    assert (empty.cause, empty.alternatives.text) == ("nobody-open", "")


UNKNOWN = {"es": "enojado enojado", "it": "stanco stanco", "fr": "fatigué fatigué"}


@pytest.mark.parametrize("language", sorted(UNKNOWN))
def test_an_unknown_form_closes_its_own_person_alone(rewriter, language):
    target = SECRETARY[language].replace(UNKNOWN[language], "perplejín perplejín")
    found = made(rewriter, language, target, SECRETARY_EN)
    assert found.cause == "inflection"
    assert "perplejín" in found.detail
    assert [each.entities for each in found.alternatives.structures] == [(1,)]


def test_an_unknown_form_of_the_only_person_is_no_offer(rewriter):
    target = SECRETARY["es"].replace("enojado enojado", "perplejín perplejín")
    found = made(rewriter, "es", target, SECRETARY_EN, [Entity(4, 13)], by="tags")
    assert (found.cause, found.alternatives.structures) == ("inflection", ())


def test_more_than_can_be_combined(rewriter):
    target = [tree(SECRETARY["es"])]
    (found,) = choices(rewriter("es"), target, [tree(SECRETARY_EN)], max_open=1)
    assert found.cause == "too-many"
    assert "2 people are open" in found.detail
    assert [len(women) for women in found.trees] == [0, 2]


def _text(words):
    return Sentence(tuple(Token(n, word, word, "X") for n, word in enumerate(words.split(), 1)))


def test_factoring_finds_the_people_of_each_word():
    none, one, two = frozenset(), frozenset({0}), frozenset({1})
    trees = {
        none: _text("il gatto e lui sono bei"),
        one: _text("la gatta e lui sono bei"),
        two: _text("il gatto e lei sono bei"),
        one | two: _text("la gatta e lei sono belle"),
    }
    found = factor(trees)
    assert [(s.masculine, s.feminine, s.entities) for s in found] == [
        ("il gatto", "la gatta", (0,)),
        ("lui", "lei", (1,)),
        ("bei", "belle", (0, 1)),
    ]


@pytest.mark.parametrize("last", ["belle", "mixed"])
def test_no_structure_where_a_word_follows_no_rule(last):
    none, one, two = frozenset(), frozenset({0}), frozenset({1})
    # Feminine as soon as anybody is a woman, or a third form.
    trees = {none: _text("bei"), one: _text(last), two: _text("belle"), one | two: _text("belle")}
    assert factor(trees) is None


PRONOUN = f"{MASC}|Person=3|PronType=Prs"
COOK_THEY_EN = """
    The the DET 2 det
    cook cook NOUN 3 nsubj Number=Sing
    called call VERB 0 root
    the the DET 5 det
    director director NOUN 3 obj Number=Sing
    because because SCONJ 9 mark
    they they PRON 9 nsubj Number=Plur
    were be AUX 9 cop
    tired tired ADJ 3 advcl
"""
COOK_IL = f"""
    Le le DET 2 det {MASC}|PronType=Art
    cuisinier cuisinier NOUN 4 nsubj {MASC}
    a avoir AUX 4 aux Number=Sing|Person=3|VerbForm=Fin
    appelé appeler VERB 0 root {MASC}|VerbForm=Part
    le le DET 6 det {MASC}|PronType=Art
    directeur directeur NOUN 4 obj {MASC}
    car car SCONJ 10 mark
    il lui PRON 10 nsubj {PRONOUN}
    était être AUX 10 cop Number=Sing|Person=3|VerbForm=Fin
    fatigué fatigué ADJ 4 advcl {MASC}
"""


def test_a_pronoun_goes_with_the_subject_of_the_clause_above_and_its_adjective_with_it(rewriter):
    found = made(rewriter, "fr", COOK_IL, COOK_THEY_EN)
    assert marked(found.alternatives) == (
        "[[Le cuisinier/La cuisinière]] a appelé [[le directeur/la directrice]] "
        "car [[il/elle]] était [[fatigué/fatiguée]]"
    )
    assert people(found) == [["cook"], ["director"], ["cook"], ["cook"]]


def test_the_adjective_of_a_pronoun_of_nobody_stays(rewriter):
    # Somebody told is meant: neither il nor its adjective may go with the cook.
    source = COOK_THEY_EN.replace("they they", "he he").replace("were", "was")
    found = made(rewriter, "fr", COOK_IL, source)
    assert "il était fatigué" in marked(found.alternatives)


COOK_EST_IL = [
    f"""
        Le le DET 2 det {MASC}|PronType=Art
        cuisinier cuisinier NOUN 5 nsubj {MASC}
        est être AUX 5 cop Number=Sing|Person=3|VerbForm=Fin
        -il lui PRON 5 expl:subj {PRONOUN}
        fatigué fatigué ADJ 0 root {MASC}
    """,
    # As small annotators leave it.
    f"""
        Le le DET 2 det {MASC}|PronType=Art
        cuisinier cuisinier NOUN 3 nsubj {MASC}
        est-il est-il VERB 0 root
        fatigué fatigué ADJ 3 xcomp {MASC}
    """,
]


@pytest.mark.parametrize("target", COOK_EST_IL)
def test_a_pronoun_behind_its_verb_goes_with_the_subject_that_it_repeats(rewriter, target):
    source = """
        Is be AUX 4 cop
        the the DET 3 det
        cook cook NOUN 4 nsubj Number=Sing
        tired tired ADJ 0 root
    """
    found = made(rewriter, "fr", target, source)
    offered = marked(found.alternatives).replace(" ", "")
    assert offered.startswith("[[Lecuisinier/Lacuisinière]]est")
    assert offered.endswith(("-[[ilfatigué/ellefatiguée]]", "[[-ilfatigué/-ellefatiguée]]"))


def test_the_participle_of_an_object_stays(rewriter):
    target = f"""
        Le le DET 2 det {MASC}|PronType=Art
        cuisinier cuisinier NOUN 5 nsubj {MASC}
        l' lui PRON 5 obj Number=Sing|Person=3|PronType=Prs
        a avoir AUX 5 aux Number=Sing|Person=3|VerbForm=Fin
        embauché embauché VERB 0 root {MASC}|VerbForm=Part
    """
    source = """
        The the DET 2 det
        cook cook NOUN 3 nsubj Number=Sing
        hired hire VERB 0 root
        it it PRON 3 obj
    """
    found = made(rewriter, "fr", target, source)
    assert marked(found.alternatives) == "[[Le cuisinier/La cuisinière]] l' a embauché"


def test_what_is_said_of_a_fact_stays(rewriter):
    target = f"""
        Le le DET 2 det {MASC}|PronType=Art
        cuisinier cuisinier NOUN 3 nsubj {MASC}
        dit dire VERB 0 root Number=Sing|Person=3|VerbForm=Fin
        qu' que SCONJ 7 mark
        est être AUX 6 cop Number=Sing|Person=3|VerbForm=Fin
        arrivé arrivé ADJ 3 ccomp {MASC}
        que que SCONJ 8 mark
        rien rien PRON 6 csubj
    """
    source = """
        The the DET 2 det
        cook cook NOUN 3 nsubj Number=Sing
        said say VERB 0 root
        it it PRON 5 expl
        happened happen VERB 3 ccomp
    """
    found = made(rewriter, "fr", target, source)
    assert "arrivé que" in marked(found.alternatives)


def test_a_pronoun_whose_person_is_marked_stands_for_no_noun_before_it(rewriter):
    several = "Gender=Masc|Number=Plur"
    target = f"""
        Les le DET 2 det {several}|PronType=Art
        prix prix NOUN 3 nsubj {several}
        tombent tomber VERB 0 root Number=Plur|Person=3|VerbForm=Fin
        et et CCONJ 6 cc
        chacun chacun PRON 6 nsubj {MASC}
        dort dormir VERB 3 conj Number=Sing|Person=3|VerbForm=Fin
    """.replace("Number=Plur", "Number=Sing")
    source = """
        The the DET 2 det
        price price NOUN 3 nsubj Number=Sing
        falls fall VERB 0 root
        and and CCONJ 6 cc
        each each PRON 6 nsubj
        sleeps sleep VERB 3 conj
    """
    start = "The price falls and each sleeps".index("each")
    found = made(rewriter, "fr", target, source, [Head(start, start + 4)], by="tags")
    assert "[[chacun/chacune]]" in marked(found.alternatives)
    assert not made(rewriter, "fr", target, source, [], by="tags").alternatives.structures


def test_a_name_has_no_number(rewriter):
    target = f"""
        Stevens Stevens PROPN 3 nsubj Number=Plur
        est être AUX 3 aux Number=Sing|Person=3|VerbForm=Fin
        arrivé arrivé ADJ 0 root {MASC}
    """
    source = """
        Stevens Stevens NOUN 2 nsubj Number=Plur
        arrived arrive VERB 0 root
    """
    found = made(rewriter, "fr", target, source, [Head(0, 7)], by="tags")
    assert marked(found.alternatives) == "Stevens est [[arrivé/arrivée]]"


def test_a_plural_noun_that_is_taken_for_a_pronoun(rewriter):
    several = "Gender=Masc|Number=Plur"
    target = f"""
        Les le DET 2 det {several}|PronType=Art
        directeurs directeur NOUN 3 nsubj {several}
        dorment dormir VERB 0 root Number=Plur|Person=3|VerbForm=Fin
    """
    source = """
        Headmen headmen PRON 2 nsubj Number=Plur
        sleep sleep VERB 0 root
    """
    found = made(rewriter, "fr", target, source, [Head(0, 7)], by="tags")
    assert marked(found.alternatives) == "Les [[directeurs/directrices]] dorment"


@pytest.mark.parametrize(("word", "offered"), [("few", True), ("old", False)])
def test_a_marked_noun_that_the_translation_has_not_may_be_a_pronoun(rewriter, word, offered):
    several = "Gender=Masc|Number=Plur"
    target = f"""
        Ceux-ci celui-ci PRON 2 nsubj {several}
        mangent manger VERB 0 root Number=Plur|Person=3|VerbForm=Fin
    """
    source = f"""
        A a DET 3 det
        {word} {word} ADJ 3 amod
        claim claim NOUN 0 root Number=Sing
        Hindu Hindu PROPN 3 acl Number=Sing
    """
    found = made(rewriter, "fr", target, source, [Head(12, 17)], by="tags")
    assert bool(found.alternatives.structures) is offered


def said_of(noun, predicate, upos="NOUN"):
    """Return the trees of "the NOUN is a PREDICATE" in English and of a Spanish translation."""
    source = f"""
        The the DET 2 det
        {noun[0]} {noun[0]} {upos} 5 nsubj Number=Sing
        is be AUX 5 cop
        a a DET 5 det
        {predicate[0]} {predicate[0]} NOUN 0 root Number=Sing
    """
    target = f"""
        El el DET 2 det {MASC}|PronType=Art
        {noun[1]} {noun[1]} NOUN 5 nsubj {MASC}
        es ser AUX 5 cop Number=Sing|Person=3|VerbForm=Fin
        un uno DET 5 det {MASC}|PronType=Ind
        {predicate[1]} {predicate[1]} NOUN 0 root {MASC}
    """
    return target, source


@pytest.mark.parametrize(
    ("noun", "predicate", "text"),
    [
        (
            ("kid", "niño"),
            ("liar", "mentiroso"),
            "[[El niño/La niña]] es [[un mentiroso/una mentirosa]]",
        ),
        (
            ("boss", "jefe"),
            ("secretary", "secretario"),
            "[[El jefe/La jefa]] es [[un secretario/una secretaria]]",
        ),
        # A head word that the lists do not have.
        (
            ("newbie", "niño"),
            ("liar", "mentiroso"),
            "[[El niño/La niña]] es [[un mentiroso/una mentirosa]]",
        ),
    ],
)
def test_a_predicate_goes_with_the_head_word_that_is_marked(rewriter, noun, predicate, text):
    target, source = said_of(noun, predicate)
    heads = [Head(4, 4 + len(noun[0]))]
    found = made(rewriter, "es", target, source, heads, by="tags")
    assert marked(found.alternatives) == text
    assert people(found) == [[noun[0]]] * 2
    # Who is told stays, with what is said of her; nobody is open where none is marked.
    told = [Head(4, 4 + len(noun[0]), "masculine")]
    for heads in (told, []):
        found = made(rewriter, "es", target, source, heads, by="tags")
        assert not found.alternatives.structures


def test_a_predicate_of_somebody_who_is_not_marked_stays(rewriter):
    target, source = said_of(("kid", "niño"), ("liar", "mentiroso"))
    # The predicate alone is marked.
    found = made(rewriter, "es", target, source, [Head(13, 17)], by="tags")
    assert "niña" not in marked(found.alternatives)
