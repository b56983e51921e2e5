"""A person who is named in both genders is of neither; two persons are two."""

import pytest

from cdaflow.alignment.words import splitter
from cdaflow.scoring.both_genders import doubled_words
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.entity import Source, entity_gender
from cdaflow.scoring.evidence import Gender, Reason
from cdaflow.scoring.noun_phrase import read_knowledge
from cdaflow.scoring.winomt_items import score_items

ENGLISH = splitter("en")


def gender(code, noun, translation):
    known, _ = read_knowledge(code)
    words = [word.lower() for word in ENGLISH(f"The {noun} left.")]
    source = Source(words, range(1, 1 + len(noun.split())), noun)
    target = known.language.words(translation)
    result = entity_gender(source, target, None, known, doubled_words(translation, known.language))
    return result.gender, result.reason


@pytest.mark.parametrize(
    ("code", "noun", "translation"),
    [
        ("es", "doctor", "El/la doctor/a salió."),
        ("es", "secretary", "La secretaria o el secretario salió."),
        ("es", "doctor", "El doctor(a) salió."),
        ("es", "doctor", "El o la médico salió."),
        ("es", "secretary", "Vinieron l@s secretari@s."),
        ("es", "nurse", "Vino el enfermero/la enfermera."),
        ("es", "nurse", "Habló del enfermero o de la enfermera."),
        ("de", "doctor", "Der*die Ärzt*in ging."),
        ("de", "doctor", "Der:die Ärzt:in ging."),
        ("fr", "lawyer", "L'avocat·e est parti·e."),
        ("fr", "lawyer", "L'avocat.e est là."),
        ("fr", "lawyer", "Un(e) avocat(e) est là."),
        ("fr", "secretary", "Le ou la secrétaire est là."),
        ("fr", "nurse", "L'infirmier-ère est là."),
        ("fr", "nurse", "L'infirmier ou l'infirmière est là."),
        ("de", "nurse", "Der*die Krankenpfleger*in ging."),
        ("de", "nurse", "Die Krankenschwester bzw. der Krankenpfleger ging."),
        ("de", "teacher", "Der/die LehrerIn ging."),
        ("de", "teacher", "Lehrer:innen gingen."),
        ("de", "teacher", "Der/Die Lehrer/-in ging."),
        ("it", "lawyer", "L'avvocato/a esce."),
        ("it", "lawyer", "L'avvocat* esce."),
        ("it", "lawyer", "L'avvocatə esce."),
        ("it", "doctor", "Il dottore o la dottoressa esce."),
        ("it", "doctor", "Il/la dottore/ssa esce."),
        ("pt", "doctor", "O(a) médico(a) saiu."),
        ("pt", "teacher", "O/a professor/a saiu."),
        ("pt", "doctor", "O médico ou a médica saiu."),
        ("ru", "teacher", "Вышел учитель или учительница."),
        ("ru", "teacher", "Вышел(а) учитель/учительница."),
        ("ru", "teacher", "Вышел учитель(ница)."),
        ("he", "doctor", "הרופא/ה יצא."),
        ("he", "doctor", "הרופא או הרופאה יצאו."),
        ("he", "teacher", "המורה.ה יצא."),
        ("he", "doctor", "הרופא\\ה יצא."),
        ("he", "doctor", "הרופא (או הרופאה) יצא."),
        ("es", "teacher", "Vinieron lxs maestrxs."),
        ("fr", "nurse", "L'infirmier·ière est là."),
        ("de", "teacher", "Ein/e Lehrer/in ging."),
        ("it", "nurse", "L'infermierx esce."),
        ("es", "doctor", "Las y los doctores salieron."),
        ("es", "doctor", "Llegaron los doctores y las doctoras."),
        ("fr", "nurse", "Les infirmières et les infirmiers sont là."),
        ("it", "teacher", "Le maestre e i maestri escono."),
        ("pt", "teacher", "As e os professores saíram."),
        ("de", "nurse", "Die Krankenschwestern und Krankenpfleger gingen."),
        ("ru", "teacher", "Вышли учителя и учительницы."),
        ("he", "doctor", "הרופאים והרופאות יצאו."),
        ("he", "teacher", "המורים והמורות יצאו."),
    ],
)
def test_neither(code, noun, translation):
    assert gender(code, noun, translation) == (Gender.UNKNOWN, Reason.BOTH_GENDERS)


@pytest.mark.parametrize(
    ("code", "noun", "translation", "expected"),
    [
        ("es", "doctor", "El doctor o la enfermera salió.", "male"),
        ("es", "doctor", "La doctora habló con el director/a.", "female"),
        ("es", "doctor", "El doctor (a las ocho) salió.", "male"),
        ("es", "nurse", "La enfermera y/o el médico salió.", "female"),
        ("fr", "lawyer", "L'avocat (et son client) est là.", "male"),
        ("fr", "lawyer", "L'avocate. Elle est là.", "female"),
        ("it", "doctor", "Il dottore ha parlato con la dottoressa.", "male"),
        ("de", "teacher", "Die Lehrerin: in der Schule.", "female"),
        ("de", "teacher", "Der Lehrer ging In den Park.", "male"),
        ("pt", "doctor", "O médico x saiu.", "male"),
        ("ru", "teacher", "Вышла учительница (а он остался).", "female"),
        ("he", "doctor", "הרופאה יצאה.", "female"),
        ("he", "doctor", "הרופאה והאח יצאו.", "female"),
        ("es", "doctor", "La doctora y el enfermero salieron.", "female"),
        ("es", "doctor", "La doctora salió y el doctor se quedó.", "female"),
    ],
)
def test_two_persons_and_other_marks(code, noun, translation, expected):
    assert gender(code, noun, translation) == (expected, Reason.NONE)


@pytest.mark.parametrize("translation", ["El/la doctor/a salió.", "El doctor o la doctora salió."])
@pytest.mark.parametrize("of_row", ["male", "female", "neutral"])
def test_right_for_a_neutral_row_alone(translation, of_row):
    known, _ = read_knowledge("es")
    row = Row(of_row, 1, "The doctor left because they were tired.", "doctor")
    (item,) = score_items([row], [""], [translation], None, known)
    assert item.correct == (of_row == "neutral")
    assert item.result.reason is Reason.BOTH_GENDERS
    assert item.whole_gender == ("neutral" if of_row == "neutral" else "unknown")
