"""Both sides in the other gender, with each guard: small trees, the hard-coded model."""

import pytest
from handmade import WORDLISTS, candidate

import cdaflow.languages
from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.counterfactual.generator import CounterfactualGenerator
from cdaflow.counterfactual.guard import Guard
from cdaflow.rewriting.swapper import Swapper
from cdaflow.wordlists.lexicon import read_professions

from ..errors import raises

#: "If the client does not like it, he pays nothing": table 6 of the paper, shortened.
CLIENT = candidate(
    "If/SCONJ/4/mark the/DET/3/det client/NOUN/4/nsubj/S waits=wait/VERB/7/advcl+ "
    ",/PUNCT/4/punct he/PRON/7/nsubj pays=pay/VERB/0/root+ ./PUNCT/7/punct",
    "Si/SCONJ/4/mark le/DET/3/det/M client/NOUN/4/nsubj/M attend=attendre/VERB/7/advcl/V+ "
    ",/PUNCT/4/punct il=lui/PRON/7/nsubj/PM paie=payer/VERB/0/root/V+ ./PUNCT/7/punct",
    "client",
)

#: "He waited for the reporter": table 5.
REPORTER = candidate(
    "He/PRON/2/nsubj awaited=await/VERB/0/root the/DET/4/det reporter/NOUN/2/obj/S+ "
    "./PUNCT/2/punct",
    "Il=lui/PRON/2/nsubj/PM attendait=attendre/VERB/0/root/V le/DET/4/det/M "
    "journaliste/NOUN/2/obj/M+ ./PUNCT/2/punct",
    "reporter",
    number=2,
)


def test_without_the_guard_as_the_paper_has_it(make):
    client, reporter = make("fr", "none", CLIENT, REPORTER)
    assert client.counterfactual_source == "If the client waits, she pays."
    assert client.counterfactual_target == "Si la cliente attend, il paie."
    assert reporter.counterfactual_source == "She awaited the reporter."
    assert reporter.counterfactual_target == "Il attendait la journaliste."
    assert client.outcome == reporter.outcome == "kept"


def test_the_guard_drops(make):
    client, reporter = make("fr", "drop", CLIENT, REPORTER)
    assert client[3:6] == ("dropped", "pronoun-left", "il")
    assert client.unguarded_target == "Si la cliente attend, il paie."
    assert client.counterfactual_target == ""
    assert reporter[3:6] == ("dropped", "pronoun-of-another", "He: above the profession")


def test_the_guard_repairs(make):
    client, reporter = make("fr", "repair", CLIENT, REPORTER)
    assert client[3:6] == ("repaired", "", "il")
    assert client.counterfactual_target == "Si la cliente attend, elle paie."
    assert client.unguarded_target == "Si la cliente attend, il paie."
    assert reporter[3:5] == ("dropped", "pronoun-of-another")


ES = {
    "an object clitic": (
        candidate(
            "If/SCONJ/4/mark the/DET/3/det doctor/NOUN/4/nsubj/S comes=come/VERB/6/advcl+ "
            ",/PUNCT/4/punct call/VERB/0/root him/PRON/6/obj+ ./PUNCT/6/punct",
            "Si/SCONJ/4/mark el/DET/3/det/M médico/NOUN/4/nsubj/M viene=venir/VERB/7/advcl/V+ "
            ",/PUNCT/4/punct lo=él/PRON/7/obj/PM llamas=llamar/VERB/0/root+ ./PUNCT/7/punct",
            "doctor",
        ),
        "Si la médica viene, la llamas.",
    ),
    "a predicate of a dropped subject": (
        candidate(
            "He/PRON/3/nsubj:pass was=be/AUX/3/aux:pass admired=admire/VERB/0/root as/ADP/6/case "
            "a/DET/6/det doctor/NOUN/3/obl/S+ ./PUNCT/3/punct",
            "Era=ser/AUX/2/cop/V famoso/ADJ/0/root/M como/SCONJ/4/case médico/NOUN/2/obl/M+ "
            "./PUNCT/2/punct",
            "doctor",
        ),
        "Era famosa como médica.",
    ),
    "the word for self": (
        candidate(
            "The/DET/2/det doctor/NOUN/3/nsubj/S praised=praise/VERB/0/root himself/PRON/3/obj+ "
            "./PUNCT/3/punct",
            "El/DET/2/det/M médico/NOUN/4/nsubj/M se=él/PRON/4/obj/PS elogió=elogiar/VERB/0/root/V "
            "a/ADP/6/case sí=sí/PRON/4/obl/PS mismo/ADJ/6/amod/M+ ./PUNCT/4/punct",
            "doctor",
        ),
        "La médica se elogió a sí misma.",
    ),
    "a tonic pronoun": (
        candidate(
            "The/DET/2/det doctor/NOUN/3/nsubj/S said=say/VERB/0/root that/SCONJ/6/mark "
            "she/PRON/6/nsubj sings=sing/VERB/3/ccomp+ ./PUNCT/3/punct",
            "La/DET/2/det/F médica/NOUN/3/nsubj/F dijo=decir/VERB/0/root/V que/SCONJ/6/mark "
            "ella=él/PRON/6/nsubj/PF canta=cantar/VERB/3/ccomp/V+ ./PUNCT/3/punct",
            "doctor",
            gender="Fem",
        ),
        "El médico dijo que él canta.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ES)
def test_repairs_in_spanish(make, name):
    given, wanted = ES[name]
    [decision] = make("es", "repair", given)
    assert decision.counterfactual_target == wanted, decision


IT = {
    "what a dropped subject became": (
        candidate(
            "He/PRON/2/nsubj became=become/VERB/0/root a/DET/4/det sailor/NOUN/2/obj/S+ "
            "./PUNCT/2/punct",
            "È=essere/AUX/2/aux/V diventato=diventare/VERB/0/root/PPM un=uno/DET/4/det/M "
            "marinaio/NOUN/2/obj/M+ ./PUNCT/2/punct",
            "sailor",
        ),
        "È diventata una marinaia.",
    ),
    "a noun taken for an adjective": (
        candidate(
            "He/PRON/5/nsubj is=be/AUX/5/cop a/DET/5/det good/ADJ/5/amod singer/NOUN/0/root/S+ "
            "./PUNCT/5/punct",
            "È=essere/AUX/3/cop/V un=uno/DET/3/det/M bravo/NOUN/0/root/M cantante/ADJ/3/amod/S+ "
            "./PUNCT/3/punct",
            "singer",
        ),
        "È una brava cantante.",
    ),
}


@pytest.mark.parametrize("name", IT)
def test_repairs_in_italian(make, name):
    given, wanted = IT[name]
    [decision] = make("it", "repair", given)
    assert decision.counterfactual_target == wanted, decision


def test_il_of_a_thing_and_il_of_the_person(make):
    given = candidate(
        "It/PRON/2/nsubj seems=seem/VERB/0/root that/SCONJ/6/mark he/PRON/6/nsubj "
        "is=be/AUX/6/cop writer/NOUN/2/ccomp/S+ ./PUNCT/2/punct",
        "Il=lui/PRON/2/expl:subj/PM semble=sembler/VERB/0/root/V qu'=que/SCONJ/6/mark+ "
        "il=lui/PRON/6/nsubj/PM est=être/AUX/6/cop/V écrivain/NOUN/2/ccomp/M+ ./PUNCT/2/punct",
        "writer",
    )
    [decision] = make("fr", "repair", given)
    assert decision.counterfactual_target == "Il semble qu'elle est écrivaine."


def test_a_pronoun_of_nobody_in_the_tree_is_the_persons(make):
    given = candidate(
        "He/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det writer/NOUN/0/root/S+ ./PUNCT/4/punct",
        "Il=lui/PRON/3/expl:subj/PM est=être/AUX/3/cop/V écrivain/NOUN/0/root/M+ ./PUNCT/3/punct",
        "writer",
    )
    [decision] = make("fr", "repair", given)
    assert decision.counterfactual_target == "Elle est écrivaine."


def test_the_target_noun_is_of_the_other_gender(make):
    given = candidate(
        "If/SCONJ/4/mark the/DET/3/det client/NOUN/4/nsubj/S waits=wait/VERB/7/advcl+ "
        ",/PUNCT/4/punct she/PRON/7/nsubj pays=pay/VERB/0/root+ ./PUNCT/7/punct",
        "Si/SCONJ/4/mark le/DET/3/det/M client/NOUN/4/nsubj/M attend=attendre/VERB/7/advcl/V+ "
        ",/PUNCT/4/punct elle=lui/PRON/7/nsubj/PF paie=payer/VERB/0/root/V+ ./PUNCT/7/punct",
        "client",
        gender="Fem",
    )
    [decision] = make("fr", "repair", given)
    assert decision[3:6] == ("dropped", "gender-differs", "client")
    [decision] = make("fr", "none", given)
    assert decision.counterfactual_target == "Si la cliente attend, elle paie."


def test_what_cannot_be_made(make):
    name = candidate(
        "Marie/PROPN/4/nsubj is=be/AUX/4/cop a/DET/4/det writer/NOUN/0/root/S and/CCONJ/7/cc "
        "her/PRON/7/nmod:poss friend/NOUN/4/conj/S+ ./PUNCT/4/punct",
        "Marie/PROPN/3/nsubj est=être/AUX/3/cop/V écrivaine/NOUN/0/root/F+ ./PUNCT/3/punct",
        "writer",
        gender="Fem",
    )
    missing = candidate(
        "He/PRON/4/nsubj is=be/AUX/4/cop a/DET/4/det writer/NOUN/0/root/S+ ./PUNCT/4/punct",
        "Il=lui/PRON/2/nsubj/PM écrit=écrire/VERB/0/root/V+ ./PUNCT/2/punct",
        "writer",
    )
    same = candidate(
        "His/PRON/2/nmod:poss+ ,/PUNCT/1/punct the/DET/4/det journalist/NOUN/0/root/S+ "
        "./PUNCT/4/punct",
        "Le/PRON/4/dep/PS sien/PRON/1/dep/PS+ ,/PUNCT/1/punct journaliste/NOUN/0/root/M+ "
        "./PUNCT/4/punct",
        "journalist",
    )
    causes = [decision.cause for decision in make("fr", "none", name, missing, same)]
    assert causes == ["name", "noun-not-found", "unchanged"]


def test_nouns_that_are_swapped_in_the_english_alone(make):
    given = candidate(
        "The/DET/2/det client/NOUN/3/nsubj/S saw=see/VERB/0/root his/PRON/5/nmod:poss "
        "mother/NOUN/3/obj/S+ ./PUNCT/3/punct",
        "Le/DET/2/det/M client/NOUN/3/nsubj/M voyait=voir/VERB/0/root/V sa=son/DET/5/det/S "
        "mère/NOUN/3/obj/F+ ./PUNCT/3/punct",
        "client",
    )
    [decision] = make("fr", "repair", given, swap_nouns=True)
    assert decision[3:6] == ("dropped", "gendered-noun", "mother")
    assert decision.counterfactual_source == "The client saw her father."
    [decision] = make("fr", "repair", given)
    assert decision.counterfactual_source == "The client saw her mother."
    assert decision.counterfactual_target == "La cliente voyait sa mère."


def test_a_profession_that_says_its_gender_is_swapped(make):
    given = candidate(
        "The/DET/2/det king/NOUN/3/nsubj/S lost=lose/VERB/0/root his/PRON/5/nmod:poss "
        "crown/NOUN/3/obj/S+ ./PUNCT/3/punct",
        "Le/DET/2/det/M roi/NOUN/3/nsubj/M perdait=perdre/VERB/0/root/V sa=son/DET/5/det/S "
        "couronne/NOUN/3/obj/F+ ./PUNCT/3/punct",
        "king",
    )
    [decision] = make("fr", "repair", given)
    assert decision.counterfactual_source == "The queen lost her crown."
    assert decision.counterfactual_target == "La reine perdait sa couronne."


def test_the_paper_has_only_what_the_model_says(make):
    """No edge goes from the noun to the article of a superlative: that is for our rules to know."""
    tired = candidate(
        "The/DET/4/det most/ADV/3/advmod tired/ADJ/4/amod client/NOUN/5/nsubj/S "
        "lost=lose/VERB/0/root his/PRON/7/nmod:poss patience/NOUN/5/obj/S+ ./PUNCT/5/punct",
        "Le/DET/2/det/M client/NOUN/6/nsubj/M le/DET/4/det/M plus/ADV/5/advmod "
        "fatigué/ADJ/2/amod/M perdait=perdre/VERB/0/root/V patience/NOUN/6/obj/F+ ./PUNCT/6/punct",
        "client",
    )
    [ours] = make("fr", "none", tired)
    assert ours.counterfactual_target == "La cliente la plus fatiguée perdait patience."
    [paper] = make("fr", "none", tired, paper=True)
    assert paper.counterfactual_target == "La cliente le plus fatiguée perdait patience."
    [client] = make("fr", "none", CLIENT, paper=True)
    assert client.counterfactual_target == "Si la cliente attend, il paie."


def test_the_noun_of_the_paper_is_in_the_word_list_whatever_its_tag(make):
    given = candidate(
        "The/DET/2/det king/NOUN/3/nsubj/S lost=lose/VERB/0/root his/PRON/5/nmod:poss "
        "crown/NOUN/3/obj/S+ ./PUNCT/3/punct",
        "Le/DET/2/det/M roi/PROPN/3/nsubj/M perdait=perdre/VERB/0/root/V sa=son/DET/5/det/S "
        "couronne/NOUN/3/obj/F+ ./PUNCT/3/punct",
        "king",
    )
    [paper] = make("fr", "none", given, paper=True)
    assert paper.counterfactual_target == "La reine perdait sa couronne."


def test_the_paper_goes_by_the_tag(make):
    """A feminine form tagged masculine is set to what it is already: nothing comes of it."""
    wrong = candidate(
        "The/DET/2/det client/NOUN/3/nsubj/S lost=lose/VERB/0/root her/PRON/5/nmod:poss "
        "patience/NOUN/3/obj/S+ ./PUNCT/3/punct",
        "La=le/DET/2/det/F cliente=client/NOUN/3/nsubj/M perdait=perdre/VERB/0/root/V "
        "patience/NOUN/3/obj/F+ ./PUNCT/3/punct",
        "client",
        gender="Fem",
    )
    [ours] = make("fr", "none", wrong)
    assert ours.counterfactual_target == "Le client perdait patience."
    [paper] = make("fr", "none", wrong, paper=True)
    assert (paper.outcome, paper.cause) == ("dropped", "unchanged")


def test_the_paper_has_no_guard(make):
    with raises("guard.with-paper-method", "'repair'"):
        make("fr", "repair", CLIENT, paper=True)


def test_a_lexicon_is_wanted(pronouns, nouns):
    swapper = Swapper(pronouns, profession_nouns=nouns)
    professions = read_professions(WORDLISTS / "professions.fr.tsv", cdaflow.languages.get("fr"))
    with raises("counterfactual.no-lexicon"):
        CounterfactualGenerator(InterventionPipeline(base_model("fr")), professions, swapper)
    with raises("guard.unknown-mode", "'mend'"):
        Guard("mend")
    with raises("guard.no-resolver-or-pronouns"):
        Guard("repair")


#: "her" as a small model has it: the possessive of "president", or an object by its relation only.
ELECTED = [
    "They/PRON/2/nsubj/P elected=elect/VERB/0/root "
    f"her/PRON/{relation}/Case=Gen|Poss=Yes president/NOUN/2/obj/S+ ./PUNCT/2/punct"
    for relation in ("4/nmod:poss", "2/obj")
]


@pytest.mark.parametrize("english", ELECTED)
def test_an_object_that_a_small_model_has_as_a_possessive(make, english):
    """The swap and the guard read "her" alike, whatever the tree says."""
    pair = candidate(
        english,
        "Ella=él/PRON/3/nsubj/PF fue=ser/AUX/3/aux elegida=elegir/VERB/0/root/PPF "
        "presidenta=presidente/NOUN/3/xcomp/F+ ./PUNCT/3/punct",
        "president",
        gender="Fem",
    )
    (made,) = make("es", "repair", pair)
    assert made.counterfactual_source == "They elected him president."


@pytest.mark.parametrize("relation", ["4/nmod:poss", "2/obj"])
def test_a_possessive_is_not_what_somebody_is_appointed(make, relation):
    pair = candidate(
        f"They/PRON/2/nsubj/P appointed=appoint/VERB/0/root her/PRON/{relation} "
        "teacher/NOUN/2/obj/S+ ./PUNCT/2/punct",
        "Nombraron=nombrar/VERB/0/root a/ADP/4/case su/DET/4/det profesora=profesor/NOUN/1/obj/F+ "
        "./PUNCT/1/punct",
        "teacher",
        gender="Fem",
    )
    (made,) = make("es", "repair", pair)
    assert (made.outcome, made.cause) == ("dropped", "pronoun-of-another")
