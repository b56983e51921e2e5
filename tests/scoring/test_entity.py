import pytest

from cdaflow.alignment.words import splitter
from cdaflow.scoring.entity import Source, entity_gender
from cdaflow.scoring.evidence import Evidence, Gender, Reason
from cdaflow.wordlists.lexicon import Lexicon

ENGLISH = splitter("en")


def judge(known, sentence, noun, translation, links=None):
    words = [word.lower() for word in ENGLISH(sentence)]
    head = words.index(noun.split()[0].lower())
    source = Source(words, range(head, head + len(noun.split())), noun)
    target = known.language.words(translation)
    result = entity_gender(source, target, links, known)
    return result, " ".join(target[result.start : result.end])


@pytest.mark.parametrize(
    ("code", "noun", "translation", "gender", "evidence", "span"),
    [
        ("es", "nurse", "La enfermera salió.", "female", "noun+determiner", "La enfermera"),
        ("es", "nurse", "Habló con su enfermero.", "male", "noun", "su enfermero"),
        ("es", "nurse", "Como enfermera, salió.", "female", "noun", "enfermera"),
        ("es", "analyst", "Vio a la analista.", "female", "determiner", "la analista"),
        ("es", "analyst", "Habló del analista.", "male", "determiner", "del analista"),
        ("es", "analyst", "Una buena analista.", "female", "determiner", "Una buena analista"),
        ("es", "doctor", "La médico salió.", "female", "determiner-over-noun", "La médico"),
        ("es", "housekeeper", "El ama de llaves vino.", "female", "noun", "ama de llaves"),
        ("es", "victim", "La víctima huyó.", "female", "noun-of-fixed-gender", "La víctima"),
        ("es", "doctor", "Los médicos salen.", "male", "noun+determiner", "Los médicos"),
        ("it", "nurse", "L'infermiera esce.", "female", "noun", "L' infermiera"),
        # "infermiere" is masculine singular or feminine plural: the article tells them apart.
        ("it", "nurse", "L'infermiere esce.", "male", "noun+determiner", "L' infermiere"),
        ("it", "nurse", "Le infermiere escono.", "female", "determiner", "Le infermiere"),
        ("it", "nurse", "Sono infermiere.", "male", "noun", "infermiere"),
        ("it", "analyst", "Un'analista esce.", "female", "determiner", "Un' analista"),
        ("it", "analyst", "Un analista esce.", "male", "determiner", "Un analista"),
        ("it", "analyst", "La mia analista.", "female", "determiner", "La mia analista"),
        ("it", "lawyer", "L’AVVOCATA parla.", "female", "noun", "L' AVVOCATA"),
    ],
)
def test_gender_by_the_word_list(knowledge, code, noun, translation, gender, evidence, span):
    result, found = judge(knowledge(code), f"The {noun} left.", noun, translation)
    assert (result.gender, result.evidence, found) == (gender, evidence, span)
    assert result.reason is Reason.NONE


@pytest.mark.parametrize(
    ("code", "noun", "translation", "links", "reason"),
    [
        ("es", "nurse", "", set(), Reason.EMPTY_TRANSLATION),
        ("es", "nurse", "Salió corriendo.", set(), Reason.NO_ALIGNMENT),
        ("es", "nurse", "Salió corriendo.", None, Reason.NO_ALIGNMENT),
        ("es", "nurse", "La salió.", {(1, 0)}, Reason.NOT_FOUND),
        ("es", "analyst", "Su analista salió.", {(1, 1)}, Reason.AMBIGUOUS_NOUN),
        ("it", "analyst", "L'analista esce.", {(1, 1)}, Reason.AMBIGUOUS_NOUN),
        ("es", "nurse", "Vino alguien.", {(1, 1)}, Reason.UNKNOWN_NOUN),
        ("es", "nurse", "El enfermera salió.", {(1, 1)}, Reason.CONFLICT),
    ],
)
def test_unknown_has_a_reason(knowledge, code, noun, translation, links, reason):
    result, _ = judge(knowledge(code), f"The {noun} left.", noun, translation, links)
    assert (result.gender, result.evidence, result.reason) == (
        Gender.UNKNOWN,
        Evidence.NONE,
        reason,
    )


SENTENCE = "The doctor saw the nurse ."  # doctor is word 1, nurse word 4


def test_the_list_finds_what_the_aligner_missed(knowledge):
    translation = "El médico vio a la enfermera."
    known = knowledge("es")
    assert judge(known, SENTENCE, "nurse", translation, set())[1] == "la enfermera"
    # Links that join the entity to the other person's noun do not mislead.
    swapped = {(4, 1), (1, 5)}
    assert judge(known, SENTENCE, "nurse", translation, swapped)[1] == "la enfermera"


def test_a_linked_noun_outside_the_list_of_the_profession(knowledge):
    known = knowledge("es")
    translation = "El médico vio a la asistenta."
    result, span = judge(known, SENTENCE, "nurse", translation, {(4, 5)})
    assert (result.gender, result.evidence, span) == (
        "female",
        Evidence.DETERMINER,
        "la asistenta",
    )
    # With a lexicon the noun tells, and a linked adjective is passed over.
    nouns = {"asistenta": frozenset({("Fem", "Sing")})}
    known = knowledge("es", Lexicon(nouns, {"buena"}))
    result, span = judge(known, SENTENCE, "nurse", "Vio a su buena asistenta.", {(4, 3), (4, 4)})
    assert (result.gender, result.evidence, span) == (
        "female",
        Evidence.NOUN,
        "su buena asistenta",
    )


def test_nouns_of_the_lexicon_are_believed_less_than_listed_ones(knowledge):
    nouns = {"mudanzas": frozenset({("Fem", "Plur")}), "dicho": frozenset({("Masc", "Sing")})}
    known = knowledge("es", Lexicon(nouns))
    # "el" makes a person of the thing; the noun for the thing does not gainsay it.
    result, span = judge(known, SENTENCE, "nurse", "Vio al mudanzas.", {(4, 2)})
    assert (result.gender, result.evidence, span) == (
        "male",
        Evidence.DETERMINER_OVER_NOUN,
        "al mudanzas",
    )
    # A bare form of the lexicon may be a verb.
    result, _ = judge(known, SENTENCE, "nurse", "Le ha dicho.", {(4, 2)})
    assert result.reason is Reason.UNKNOWN_NOUN


def test_links_choose_between_two_forms_of_one_profession(knowledge):
    known = knowledge("es")
    translation = "Una enfermera y el enfermero."
    assert judge(known, SENTENCE, "nurse", translation, {(4, 4)})[0].gender == "male"
    assert judge(known, SENTENCE, "nurse", translation, {(4, 1)})[0].gender == "female"


def test_multiword_form_and_its_compound(knowledge):
    known = knowledge("es")
    sentence = "The construction worker left ."
    result, span = judge(
        known, sentence, "construction worker", "La obrera de la construcción se fue.", {(1, 4)}
    )
    assert (result.gender, span) == ("female", "La obrera de la construcción")


@pytest.mark.parametrize(
    ("noun", "gender"),
    [("worker", "male"), ("clerk", "female")],
)
def test_a_form_that_two_persons_share_goes_by_order(knowledge, noun, gender):
    known = knowledge("es")
    translation = "El empleado vio a la empleada."
    assert judge(known, "The worker saw the clerk .", noun, translation)[0].gender == gender


def test_a_shared_form_goes_to_the_person_without_another(knowledge):
    known = knowledge("es")
    translation = "El obrero vio a la empleada."
    assert judge(known, "The worker saw the clerk .", "clerk", translation)[0].gender == "female"


def test_one_shared_form_for_two_persons_is_nobodys_without_links(knowledge):
    known = knowledge("es")
    sentence, translation = "The worker saw the clerk .", "La empleada lo vio."
    result, _ = judge(known, sentence, "clerk", translation, set())
    assert result.reason is Reason.SHARED_FORM
    assert judge(known, sentence, "clerk", translation, {(4, 1)})[0].gender == "female"
