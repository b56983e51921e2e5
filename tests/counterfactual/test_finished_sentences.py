"""What the finished target of a pair says: participles of objects, and pairs that disagree."""

import pytest
from handmade import candidate

from cdaflow.counterfactual.decisions import CAUSES, Tally

AM = "Gender=Masc|Number=Sing|Tense=Past|VerbForm=Part"

#: A participle of the perfect goes with the object before it. The name of each is the sentence.
OBJECTS = {
    "C'est l'actrice que j'avais rencontrée.": candidate(
        "He/PRON/4/nsubj is=be/AUX/4/cop the/DET/4/det actor/NOUN/0/root/S I/PRON/7/nsubj "
        "had=have/AUX/7/aux met=meet/VERB/4/acl:relcl+ ./PUNCT/4/punct",
        "C'=ce/PRON/4/nsubj/S+ est=être/AUX/4/cop/V l'=le/DET/4/det/S+ acteur/NOUN/0/root/M "
        "que/PRON/7/obj/PronType=Rel j'=moi/PRON/7/nsubj/Person=1+ avais=avoir/VERB/4/acl:relcl/V "
        f"rencontré=rencontrer/VERB/7/xcomp/{AM}+ ./PUNCT/4/punct",
        "actor",
    ),
    "La candidate qu'ils ont choisie dort.": candidate(
        "The/DET/2/det candidate/NOUN/5/nsubj/S they/PRON/4/nsubj chose=choose/VERB/2/acl:relcl "
        "hurt/VERB/0/root himself/PRON/5/obj+ ./PUNCT/5/punct",
        "Le/DET/2/det/M candidat/NOUN/7/nsubj/M qu'=que/PRON/6/obj/PronType=Rel+ "
        "ils=eux/PRON/6/nsubj/Number=Plur ont=avoir/AUX/6/aux/V "
        f"choisi=choisir/VERB/2/acl:relcl/{AM} dort=dormir/VERB/0/root/V+ ./PUNCT/7/punct",
        "candidate",
    ),
    "Nous l'avons élue présidente.": candidate(
        "We/PRON/2/nsubj elected=elect/VERB/0/root him/PRON/2/obj president/NOUN/2/xcomp/S+ "
        "./PUNCT/2/punct",
        "Nous/PRON/3/nsubj/Number=Plur|Person=1 l'=lui/PRON/3/obj/PS+ avons=avoir/VERB/0/root/V "
        f"élu=élire/VERB/3/xcomp/{AM} président/NOUN/4/obj/M+ ./PUNCT/3/punct",
        "president",
    ),
    "Ils l'ont nommée directrice.": candidate(
        "They/PRON/2/nsubj named=name/VERB/0/root him/PRON/2/obj director/NOUN/2/xcomp/S+ "
        "./PUNCT/2/punct",
        "Ils=eux/PRON/4/nsubj/Number=Plur l'=lui/PRON/4/obj/PS+ ont=avoir/AUX/4/aux/V "
        f"nommé=nommer/VERB/0/root/{AM} directeur/NOUN/4/xcomp/M+ ./PUNCT/4/punct",
        "director",
    ),
}

OBJECTS["La directrice que nous avions invitée dort."] = candidate(
    "The/DET/2/det director/NOUN/5/nsubj/S we/PRON/4/nsubj invited=invite/VERB/2/acl:relcl "
    "hurt/VERB/0/root himself/PRON/5/obj+ ./PUNCT/5/punct",
    # "Avions" is taken for aeroplanes.
    "Le/DET/2/det/M directeur/NOUN/7/nsubj/M que/PRON/5/obj/PronType=Rel "
    "nous/PRON/5/nsubj/Number=Plur|Person=1 avions=avion/VERB/2/acl:relcl/V "
    f"invité=inviter/VERB/5/xcomp/{AM} dort=dormir/VERB/0/root/V+ ./PUNCT/7/punct",
    "director",
)

#: "Qu'" is taken for a conjunction without features, and the clause is a cleft or a relative one.
for clause, they in (("advcl:cleft", "ils"), ("acl:relcl", "elles")):
    OBJECTS[f"C'est la cliente qu'{they} avaient choisie."] = candidate(
        "He/PRON/4/nsubj is=be/AUX/4/cop the/DET/4/det client/NOUN/0/root/S they/PRON/7/nsubj "
        "had=have/AUX/7/aux chosen=choose/VERB/4/acl:relcl+ ./PUNCT/4/punct",
        "C'=ce/PRON/4/nsubj/S+ est=être/AUX/4/cop/V le/DET/4/det/M client/NOUN/0/root/M "
        f"qu'=que/SCONJ/8/mark+ {they}=eux/PRON/8/nsubj/Number=Plur "
        f"avaient=avoir/AUX/8/aux:tense/V choisi=choisir/VERB/4/{clause}/{AM}+ ./PUNCT/4/punct",
        "client",
    )


#: What is said to somebody is no relative clause.
OBJECTS["On dit à la cliente qu'ils avaient choisi."] = candidate(
    "The/DET/2/det client/NOUN/3/nsubj/S hurt/VERB/0/root himself/PRON/3/obj+ ./PUNCT/3/punct",
    "On=on/PRON/2/nsubj dit=dire/VERB/0/root/V à/ADP/5/case le/DET/5/det/M client/NOUN/2/obl/M "
    "qu'=que/SCONJ/9/mark+ ils=eux/PRON/9/nsubj/Number=Plur avaient=avoir/AUX/9/aux:tense/V "
    f"choisi=choisir/VERB/5/acl:relcl/{AM}+ ./PUNCT/2/punct",
    "client",
)


@pytest.mark.parametrize("wanted", OBJECTS)
def test_participles_go_with_the_object_before_them(make, wanted):
    [decision] = make("fr", "repair", OBJECTS[wanted])
    assert decision.counterfactual_target == wanted, decision


def test_no_participle_of_a_subject_that_has_something(make):
    given = candidate(
        "He/PRON/4/nsubj is=be/AUX/4/cop the/DET/4/det architect/NOUN/0/root/S who/PRON/6/nsubj "
        "lived=live/VERB/4/acl:relcl+ ./PUNCT/4/punct",
        "È=essere/AUX/3/cop/V l'=il/DET/3/det/S+ architetto/NOUN/0/root/M "
        "che/PRON/6/obj/PronType=Rel ha=avere/AUX/6/aux/V "
        f"vissuto=vivere/VERB/3/acl:relcl/{AM}+ ./PUNCT/3/punct",
        "architect",
    )
    [decision] = make("it", "repair", given)
    assert decision.counterfactual_target == "È l'architetta che ha vissuto."


def test_somebody_alone_is_of_the_gender(make):
    given = candidate(
        "The/DET/2/det doctor/NOUN/3/nsubj/S hurt/VERB/0/root himself/PRON/3/obj+ ./PUNCT/3/punct",
        "Il/DET/2/det/M dottore/NOUN/3/nsubj/M vive=vivere/VERB/0/root/V da/ADP/5/case "
        "solo/ADV/3/advmod+ ./PUNCT/3/punct",
        "doctor",
    )
    [decision] = make("it", "repair", given)
    assert decision.counterfactual_target == "La dottoressa vive da sola."


#: "Tom said he is a doctor": a subject that the target drops is Tom.
SAID = {
    ("es", False): "Tom/PROPN/2/nsubj dijo=decir/VERB/0/root/V que/SCONJ/6/mark "
    "es=ser/AUX/6/cop/V un=uno/DET/6/det/M doctor/NOUN/2/ccomp/M+ ./PUNCT/2/punct",
    ("it", False): "Tom/PROPN/2/nsubj dice=dire/VERB/0/root/V che/SCONJ/6/mark "
    "è=essere/AUX/6/cop/V un=uno/DET/6/det/M dottore/NOUN/2/ccomp/M+ ./PUNCT/2/punct",
    ("es", True): "Tom/PROPN/2/nsubj dijo=decir/VERB/0/root/V que/SCONJ/7/mark él/PRON/7/nsubj/PM "
    "es=ser/AUX/7/cop/V un=uno/DET/7/det/M doctor/NOUN/2/ccomp/M+ ./PUNCT/2/punct",
}


@pytest.mark.parametrize(("language", "right"), SAID)
def test_what_is_said_of_a_name_stays(make, language, right):
    english = (
        "Tom/PROPN/2/nsubj said=say/VERB/0/root he/PRON/6/nsubj is=be/AUX/6/cop a/DET/6/det "
        "doctor/NOUN/2/ccomp/S+ ./PUNCT/2/punct"
    )
    [decision] = make(language, "repair", candidate(english, SAID[language, right], "doctor"))
    said = decision.counterfactual_target if right else (decision.cause, decision.detail)
    assert said == ("Tom dijo que ella es una doctora." if right else ("name", "Tom")), decision


#: In a clause of time the pronoun is that of the name.
TIME = {
    "fr": "Tom/PROPN/3/nsubj était=être/AUX/3/cop/V petit/ADJ/0/root/M quand/SCONJ/7/mark "
    "il=lui/PRON/7/nsubj/PM était=être/AUX/7/cop/V étudiant/NOUN/3/advcl/M+ ./PUNCT/3/punct",
    "it": "Tom/PROPN/2/nsubj dormiva=dormire/VERB/0/root/V quando/SCONJ/5/mark "
    "era=essere/AUX/5/cop/V studente/NOUN/2/advcl/M+ ./PUNCT/2/punct",
}


@pytest.mark.parametrize(
    ("language", "mark", "below"), [("fr", "because", "advcl"), ("it", "when", "ccomp")]
)
def test_who_was_somebody_when_is_the_one_named(make, language, mark, below):
    english = (
        f"Tom/PROPN/2/nsubj slept=sleep/VERB/0/root {mark}/SCONJ/6/mark he/PRON/6/nsubj "
        f"was=be/AUX/6/cop student/NOUN/2/{below}/S+ ./PUNCT/2/punct"
    )
    [decision] = make(language, "repair", candidate(english, TIME[language], "student"))
    assert (decision.cause, decision.detail) == ("name", "Tom"), decision


def test_who_somebody_was_is_named(make):
    english = (
        "The/DET/2/det client/NOUN/4/nsubj/S was=be/AUX/4/cop Rossi/PROPN/0/root and/CCONJ/7/cc "
        "he/PRON/7/nsubj slept=sleep/VERB/4/conj+ ./PUNCT/4/punct"
    )
    italian = (
        "Il/DET/2/det/M cliente/NOUN/4/nsubj/M era=essere/AUX/4/cop/V Rossi/PROPN/0/root "
        "e/CCONJ/6/cc dormiva=dormire/VERB/4/conj/V+ ./PUNCT/4/punct"
    )
    [decision] = make("it", "repair", candidate(english, italian, "client"))
    assert (decision.cause, decision.detail) == ("name", "Rossi"), decision


#: What is said of a subject that is dropped, or taken for an empty one.
SUBJECT = {
    ("it", "È diventata così da bambina."): candidate(
        "He/PRON/2/nsubj came=come/VERB/0/root as/ADP/5/case a/DET/5/det child/NOUN/2/obl/S+ "
        "./PUNCT/2/punct",
        f"È=essere/AUX/2/aux:pass/V diventato=diventare/VERB/0/root/{AM} così/ADV/2/advmod "
        "da/ADP/5/case bambino/NOUN/2/obl/M+ ./PUNCT/2/punct",
        "child",
    ),
    ("fr", "Elle était fatiguée comme cliente."): candidate(
        "He/PRON/3/nsubj is=be/AUX/3/cop tired/ADJ/0/root as/ADP/6/case a/DET/6/det "
        "client/NOUN/3/obl/S+ ./PUNCT/3/punct",
        "Il=lui/PRON/3/expl:subj/PM était=être/AUX/3/cop/V fatigué/ADJ/0/root/M "
        "comme/ADP/5/case client/NOUN/3/obl/M+ ./PUNCT/3/punct",
        "client",
    ),
    ("fr", "La cliente dort parce qu'on l'avait devenue."): candidate(
        "The/DET/2/det client/NOUN/3/nsubj/S sleeps=sleep/VERB/0/root because/SCONJ/7/mark "
        "they/PRON/7/nsubj had=have/AUX/7/aux seen=see/VERB/3/advcl him/PRON/7/obj+ "
        "./PUNCT/3/punct",
        "Le/DET/2/det/M client/NOUN/3/nsubj/M dort=dormir/VERB/0/root/V parce/ADV/9/mark "
        "qu'=que/SCONJ/4/fixed+ on/PRON/9/nsubj l'=lui/PRON/9/obj/PS+ avait=avoir/AUX/9/aux/V "
        f"devenu=devenir/VERB/3/advcl/{AM}+ ./PUNCT/3/punct",
        "client",
    ),
    ("es", "La médica dijo que era la buena."): candidate(
        "The/DET/2/det doctor/NOUN/3/nsubj/S hurt/VERB/0/root himself/PRON/3/obj+ ./PUNCT/3/punct",
        "El/DET/2/det/M médico/NOUN/3/nsubj/M dijo=decir/VERB/0/root/V que/SCONJ/7/mark "
        "era=ser/AUX/7/cop/V el/DET/7/det/M bueno/ADJ/3/ccomp/M+ ./PUNCT/3/punct",
        "doctor",
    ),
    # A fact and a clause are no persons.
    ("fr", "C'était fatigué quand l'étudiante dort."): candidate(
        "The/DET/2/det student/NOUN/3/nsubj/S hurt/VERB/0/root himself/PRON/3/obj+ ./PUNCT/3/punct",
        "C'=ce/PRON/3/nsubj/S+ était=être/AUX/3/cop/V fatigué/ADJ/0/root/M quand/SCONJ/7/mark "
        "l'=le/DET/6/det/S+ étudiant/NOUN/7/nsubj/M dort=dormir/VERB/3/advcl/V+ ./PUNCT/3/punct",
        "student",
    ),
    ("it", "È diventato noto che la bambina dorme."): candidate(
        "The/DET/2/det child/NOUN/3/nsubj/S hurt/VERB/0/root himself/PRON/3/obj+ ./PUNCT/3/punct",
        f"È=essere/AUX/2/aux:pass/V diventato=diventare/VERB/0/root/{AM} noto/ADV/2/advmod "
        "che/SCONJ/7/mark il/DET/6/det/M bambino/NOUN/7/nsubj/M dorme=dormire/VERB/2/ccomp/V+ "
        "./PUNCT/2/punct",
        "child",
    ),
    # The other noun of the person would need its own article.
    ("it", "marinaio"): candidate(
        "The/DET/2/det child/NOUN/3/nsubj/S hurt/VERB/0/root himself/PRON/3/obj+ ./PUNCT/3/punct",
        "Da/ADP/2/case bambino/NOUN/5/obl/M era=essere/AUX/5/cop/V un=uno/DET/5/det/M "
        "marinaio/NOUN/0/root/M+ ./PUNCT/5/punct",
        "child",
    ),
}


@pytest.mark.parametrize(("language", "expected"), SUBJECT)
def test_what_is_said_of_the_subject_goes_with_it(make, language, expected):
    [decision] = make(language, "repair", SUBJECT[language, expected])
    assert expected in (decision.counterfactual_target, decision.detail), decision


def test_you_with_the_pronoun_of_her_is_not_hers(make):
    english = (
        "She/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det doctor/NOUN/0/root/S as/ADP/6/case "
        "you/PRON/4/nmod+ ./PUNCT/4/punct"
    )
    italian = (
        "È=essere/AUX/3/cop/V una=uno/DET/3/det/F dottoressa/NOUN/0/root/F come/ADP/5/case "
        "lei/PRON/3/obl/PF+ ./PUNCT/3/punct"
    )
    [decision] = make("it", "repair", candidate(english, italian, "doctor", gender="Fem"))
    assert (decision.cause, decision.detail) == ("pronoun-left", "lei"), decision


#: Those who are alone, or are somehow by a reflexive verb: pronoun, target, and what becomes of it.
HOW = {
    "È una scrittrice che vive da sola.": (
        "it",
        "writer",
        "È=essere/AUX/3/cop/V uno/DET/3/det/M scrittore/NOUN/0/root/M "
        "che/PRON/5/nsubj/PronType=Rel vive=vivere/VERB/3/acl:relcl/V da/ADP/7/case "
        "solo/ADV/5/advmod+ ./PUNCT/3/punct",
    ),
    "L'avvocata vuole vivere da sola.": (
        "it",
        "lawyer",
        "L'=il/DET/2/det/S+ avvocato/NOUN/3/nsubj/M vuole=volere/VERB/0/root/V vivere/VERB/3/xcomp "
        "da/ADP/6/case solo/ADV/4/advmod+ ./PUNCT/3/punct",
    ),
    "Diventò conosciuta come dottoressa.": (
        "it",
        "doctor",
        f"Diventò=diventare/VERB/0/root/V conosciuto=conoscere/VERB/1/ccomp/{AM} come/ADP/4/case "
        "dottore/NOUN/2/obl/M+ ./PUNCT/1/punct",
    ),
    "'profesora solo' do not agree": (
        "es",
        "teacher",
        "Es=ser/AUX/3/cop/V un=uno/DET/3/det/M profesor/NOUN/0/root/M "
        "que/PRON/5/nsubj/PronType=Rel vino=venir/VERB/3/acl:relcl/V solo/ADV/5/advmod+ "
        "./PUNCT/3/punct",
    ),
    "'escritora cansado' do not agree": (
        "es",
        "writer",
        "El/DET/2/det/M escritor/NOUN/4/nsubj/M se/PRON/4/expl:pv quedó=quedar/VERB/0/root/V "
        "cansado/ADV/4/advmod en/ADP/7/case casa/NOUN/4/obl/F+ ./PUNCT/4/punct",
    ),
    "'avocate fatigué' do not agree": (
        "fr",
        "lawyer",
        "L'=le/DET/2/det/S+ avocat/NOUN/4/nsubj/M se/PRON/4/expl:pv sent=sentir/VERB/0/root/V "
        "fatigué/NOUN/4/obj+ ./PUNCT/4/punct",
    ),
}


@pytest.mark.parametrize("expected", HOW)
def test_how_somebody_is_agrees(make, expected):
    language, noun, target = HOW[expected]
    source = f"The/DET/2/det {noun}/NOUN/3/nsubj/S hurt/VERB/0/root himself/PRON/3/obj+ "
    [decision] = make(language, "repair", candidate(source + "./PUNCT/3/punct", target, noun))
    assert expected in (decision.counterfactual_target, decision.detail), decision


#: Words that agree with nobody, as annotators have them.
WITH_NOBODY = {
    ("fr", "L'actrice s'est lavé les mains."): (
        "actor",
        "L'=le/DET/2/det/S+ acteur/NOUN/5/nsubj/M s'=soi/PRON/5/obj/Person=3+ "
        f"est=être/AUX/5/aux:tense/V lavé=laver/VERB/0/root/{AM} les=le/DET/7/det/P "
        "mains=main/NOUN/5/obj/P+ ./PUNCT/5/punct",
    ),
    ("fr", "L'actrice s'est cassé le bras."): (
        "actor",
        "L'=le/DET/2/det/S+ acteur/NOUN/5/nsubj:pass/M s'=soi/PRON/5/expl:pass/Person=3+ "
        f"est=être/AUX/5/aux:pass/V cassé=casser/VERB/0/root/{AM} le/DET/7/det/M "
        "bras/NOUN/5/obj/Gender=Masc+ ./PUNCT/5/punct",
    ),
    ("es", "La doctora habla claro y alto."): (
        "doctor",
        "El/DET/2/det/M doctor/NOUN/3/nsubj/M habla=hablar/VERB/0/root/V claro/ADJ/3/xcomp/M "
        "y/CCONJ/6/cc alto/ADJ/4/conj/M+ ./PUNCT/3/punct",
    ),
    ("it", "La dottoressa lavora sodo."): (
        "doctor",
        "Il/DET/2/det/M dottore/NOUN/3/nsubj/M lavora=lavorare/VERB/0/root/V sodo/ADJ/3/xcomp/M+ "
        "./PUNCT/3/punct",
    ),
    # But "alone" does, whatever it hangs on.
    ("it", "La dottoressa torna a casa da sola."): (
        "doctor",
        "Il/DET/2/det/M dottore/NOUN/3/nsubj/M torna=tornare/VERB/0/root/V a/ADP/5/case "
        "casa/NOUN/3/obl/F da/ADP/5/case solo/ADV/5/advmod+ ./PUNCT/3/punct",
    ),
}


@pytest.mark.parametrize(("language", "wanted"), WITH_NOBODY)
def test_words_that_go_with_nobody_stay(make, language, wanted):
    noun, target = WITH_NOBODY[language, wanted]
    source = f"The/DET/2/det {noun}/NOUN/3/nsubj/S hurt/VERB/0/root himself/PRON/3/obj+ "
    [decision] = make(language, "repair", candidate(source + "./PUNCT/3/punct", target, noun))
    assert decision.counterfactual_target == wanted, decision


#: The adjective hangs where nothing of the person is.
APART = {
    ("es", "'médica cansado' do not agree"): candidate(
        "He/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det doctor/NOUN/0/root/S+ ./PUNCT/4/punct",
        "Es=ser/AUX/3/cop/V un=uno/DET/3/det/M médico/NOUN/0/root/M cansado/ADJ/1/amod/M+ "
        "./PUNCT/3/punct",
        "doctor",
    ),
    ("fr", "'cliente fatigué' do not agree"): candidate(
        "He/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det client/NOUN/0/root/S+ ./PUNCT/4/punct",
        "C'=ce/PRON/4/nsubj/S+ est=être/AUX/4/cop/V un/DET/4/det/M client/NOUN/0/root/M "
        "fatigué/ADJ/2/amod/M+ ./PUNCT/4/punct",
        "client",
    ),
    ("it", "'marinaia bravo' do not agree"): candidate(
        "He/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det sailor/NOUN/0/root/S+ ./PUNCT/4/punct",
        "È=essere/AUX/3/cop/V un=uno/DET/3/det/M marinaio/NOUN/0/root/M bravo/ADJ/1/amod/M+ "
        "./PUNCT/3/punct",
        "sailor",
    ),
}


@pytest.mark.parametrize(("language", "why"), APART)
def test_a_pair_that_disagrees_is_dropped_and_counted(make, language, why):
    [decision] = make(language, "repair", APART[language, why])
    assert decision[3:6] == ("dropped", "disagreement", why)
    assert "disagreement" in CAUSES
    tally = Tally()
    tally.add(decision)
    assert tally.to_json()["by_cause"] == {"disagreement": 1}


def test_the_sets_of_the_paper_are_not_checked(make):
    given = APART["it", "'marinaia bravo' do not agree"]
    [decision] = make("it", "none", given, paper=True)
    assert decision.cause != "disagreement"


def test_all_are_not_the_person(make):
    """Who is taken for the determiner of a predicate of another number is somebody else."""
    given = candidate(
        "The/DET/2/det client/NOUN/3/nsubj/S said/VERB/0/root he/PRON/6/nsubj was=be/AUX/6/cop "
        "indebted/ADJ/3/ccomp to/ADP/8/case all/PRON/6/obl+ ./PUNCT/3/punct",
        "El/DET/2/det/M cliente/NOUN/3/nsubj/M dijo=decir/VERB/0/root/V que/SCONJ/6/mark "
        "está=estar/AUX/6/cop/V endeudado/ADJ/3/ccomp/PPM con/ADP/8/case "
        "todos=todo/DET/6/det/Gender=Masc|Number=Plur|PronType=Tot+ ./PUNCT/3/punct",
        "client",
    )  # fmt: skip
    [decision] = make("es", "repair", given)
    assert decision.counterfactual_target == "La clienta dijo que está endeudada con todos."
