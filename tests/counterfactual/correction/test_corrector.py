"""One person of a translation gets the gender that the English states, nobody else does."""

import pytest
from handmade import candidate

from cdaflow.counterfactual.correction.corrector import Corrector

from ...errors import raises

#: "The doctor lost her keys and called the lawyer."
CALLED = (
    "The/DET/2/det doctor/NOUN/3/nsubj/S lost=lose/VERB/0/root {his}/PRON/5/nmod:poss/Poss=Yes "
    "keys=key/NOUN/3/obj/P and/CCONJ/7/cc called=call/VERB/3/conj the/DET/9/det "
    "lawyer/NOUN/7/obj/S+ ./PUNCT/3/punct"
)
CALLED_ES = (
    "{El}/DET/2/det/{g} {médico}=médico/NOUN/3/nsubj/{g} perdió=perder/VERB/0/root/V "
    "sus=su/DET/5/det/P llaves=llave/NOUN/3/obj/Gender=Fem|Number=Plur y/CCONJ/7/cc "
    "llamó=llamar/VERB/3/conj/V a/ADP/10/case {el}/DET/10/det/{o} "
    "{abogado}=abogado/NOUN/7/obj/{o}+ ./PUNCT/3/punct"
)
HE = {"El": "El", "médico": "médico", "g": "M"}
SHE = {"El": "La", "médico": "médica", "g": "F"}
HIM = {"el": "el", "abogado": "abogado", "o": "M"}
HER = {"el": "la", "abogado": "abogada", "o": "F"}

#: "The doctor came because she was tired", with a pronoun in the translation.
TIRED = (
    "The/DET/2/det doctor/NOUN/3/nsubj/S came=come/VERB/0/root because/SCONJ/7/mark "
    "she/PRON/7/nsubj was=be/AUX/7/cop tired/ADJ/3/advcl+ ./PUNCT/3/punct"
)
TIRED_ES = (
    "El/DET/2/det/M médico/NOUN/3/nsubj/M vino=venir/VERB/0/root/V porque/SCONJ/7/mark "
    "{él}=él/PRON/7/nsubj/{p} estaba=estar/AUX/7/cop/V {cansado}=cansado/ADJ/3/advcl/{a}+ "
    "./PUNCT/3/punct"
)


def corrected(corrector, english, target, noun="doctor", gender="Fem"):
    (made,) = corrector.correct([candidate(english, target, noun, gender=gender)])
    return made


def test_the_person_alone_is_rewritten(corrector):
    english = CALLED.format(his="her")
    made = corrected(corrector, english, CALLED_ES.format(**HE, **HIM))
    assert (made.outcome, made.others) == ("corrected", ("Masc",))
    assert made.text == "La médica perdió sus llaves y llamó a el abogado."
    assert made.before == "El médico perdió sus llaves y llamó a el abogado."


def test_the_other_person_stays_whatever_gender_the_model_gave(corrector):
    made = corrected(corrector, CALLED.format(his="his"), CALLED_ES.format(**SHE, **HER),
                     gender="Masc")  # fmt: skip
    assert made.text == "El médico perdió sus llaves y llamó a la abogada."
    assert made.others == ("Fem",)


def test_the_second_person_may_be_the_one_that_is_meant(corrector):
    english = CALLED.format(his="her")
    made = corrected(corrector, english, CALLED_ES.format(**HE, **HIM), "lawyer")
    assert made.text == "El médico perdió sus llaves y llamó a la abogada."


def test_a_translation_that_is_right_stays_to_the_letter(corrector):
    made = corrected(corrector, CALLED.format(his="her"), CALLED_ES.format(**SHE, **HIM))
    assert (made.outcome, made.cause) == ("right", "")
    assert made.text == made.before


@pytest.mark.parametrize("shown", [HE, SHE], ids=["he", "she"])
def test_where_the_english_leaves_it_open_nobody_changes(corrector, shown):
    target = CALLED_ES.format(**shown, **HIM)
    made = corrected(corrector, CALLED.format(his="her"), target, gender="")
    assert (made.outcome, made.text) == ("open", made.before)
    # Of both persons, so that a version in which either differs is dropped with its twin.
    assert made.others == ("Masc" if shown is HE else "Fem", "Masc")


def test_an_open_sentence_whose_persons_are_not_found_is_dropped(corrector):
    target = "Vino=venir/VERB/0/root/V ayer=ayer/ADV/1/advmod+ ./PUNCT/1/punct"
    made = corrected(corrector, CALLED.format(his="her"), target, gender="")
    assert (made.outcome, made.cause) == ("dropped", "noun-not-found")


def test_a_right_pronoun_stays_beside_the_rewritten_noun(corrector):
    target = TIRED_ES.format(él="ella", p="PF", cansado="cansada", a="F")
    made = corrected(corrector, TIRED, target)
    assert made.text == "La médica vino porque ella estaba cansada."


def test_a_wrong_pronoun_changes_with_what_is_said_of_it(corrector):
    target = TIRED_ES.format(él="él", p="PM", cansado="cansado", a="M")
    made = corrected(corrector, TIRED, target)
    assert made.text == "La médica vino porque ella estaba cansada."


def test_a_noun_of_nobody_known_is_dropped(corrector):
    target = (
        "La/DET/2/det/F mesa/NOUN/3/nsubj/F perdió=perder/VERB/0/root/V sus=su/DET/5/det/P "
        "llaves=llave/NOUN/3/obj/Gender=Fem|Number=Plur+ ./PUNCT/3/punct"
    )
    made = corrected(corrector, CALLED.format(his="his"), target, gender="Masc")
    assert (made.outcome, made.cause, made.text) == ("dropped", "noun-not-found", "")


def test_a_noun_of_one_gender_for_everybody_is_dropped(corrector):
    english = (
        "The/DET/2/det victim/NOUN/3/nsubj/S lost=lose/VERB/0/root his/PRON/5/nmod:poss/Poss=Yes "
        "keys=key/NOUN/3/obj/P+ ./PUNCT/3/punct"
    )
    target = (
        "La/DET/2/det/F víctima/NOUN/3/nsubj/F perdió=perder/VERB/0/root/V sus=su/DET/5/det/P "
        "llaves=llave/NOUN/3/obj/Gender=Fem|Number=Plur+ ./PUNCT/3/punct"
    )
    made = corrected(corrector, english, target, "victim", gender="Masc")
    assert made.outcome == "dropped"
    assert made.cause in ("noun-fixed", "inflection")


def test_a_participle_behind_have_agrees_with_nobody(corrector):
    english = (
        "The/DET/2/det doctor/NOUN/4/nsubj/S had=have/AUX/4/aux lost=lose/VERB/0/root "
        "her/PRON/6/nmod:poss/Poss=Yes keys=key/NOUN/4/obj/P+ ./PUNCT/4/punct"
    )
    target = (
        "El/DET/2/det/M médico/NOUN/3/nsubj/M había=haber/VERB/0/root/V "
        "cansado/ADJ/3/xcomp/M sus=su/DET/6/det/P "
        "llaves=llave/NOUN/3/obj/Gender=Fem|Number=Plur+ ./PUNCT/3/punct"
    )
    made = corrected(corrector, english, target)
    assert made.text == "La médica había cansado sus llaves."


def test_what_hangs_in_the_clause_of_a_right_pronoun_stays(corrector):
    target = (
        "El/DET/2/det/M médico/NOUN/3/nsubj/M vino=venir/VERB/0/root/V porque/SCONJ/6/mark "
        "ella=él/PRON/6/nsubj/PF estaba=estar/VERB/3/advcl/V más/ADV/8/advmod "
        "solo/ADJ/6/xcomp/M+ ./PUNCT/3/punct"
    )
    made = corrected(corrector, TIRED, target)
    assert made.text == "La médica vino porque ella estaba más solo."


def test_self_behind_a_reflexive_follows_whatever_its_tag(corrector):
    english = (
        "The/DET/2/det doctor/NOUN/3/nsubj/S saw=see/VERB/0/root herself/PRON/3/obj+ "
        "./PUNCT/3/punct"
    )
    target = (
        "El/DET/2/det/M médico/NOUN/4/nsubj/M se/PRON/4/obj vio=ver/VERB/0/root/V a/ADP/6/case "
        "sí=sí/PRON/4/obl mismo/ADV/6/advmod+ ./PUNCT/4/punct"
    )
    made = corrected(corrector, english, target)
    assert made.text == "La médica se vio a sí misma."


def test_a_language_without_pronouns_is_refused(corrector, monkeypatch):
    monkeypatch.setattr(corrector.rewriter, "language", "xx")
    with raises("guard.unsupported-language", "'xx'"):
        Corrector(corrector.rewriter)
