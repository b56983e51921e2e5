"""What whole sentences show of a person: the constructions of each language, by their words."""

from functools import cache

import pytest

from cdaflow.alignment.words import splitter
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.evidence import Evidence, Label
from cdaflow.scoring.noun_phrase import read_knowledge
from cdaflow.scoring.winomt_items import score_items

ENGLISH = splitter("en")
GENDERS = {"m": "male", "f": "female", "n": "neutral", "u": "unknown"}
LABELS = {
    "m": Label.MASCULINE, "f": Label.FEMININE, "i": Label.INCONSISTENT, "a": Label.AMBIGUOUS,
    "x": Label.NA,
}  # fmt: skip

known_of = cache(read_knowledge)


def judge(language, entity, english, translation, links):
    """Return the scored row; `links`: English=target, with #2 for the second of equal words."""
    known, _ = known_of(language)
    source, target = ENGLISH(english), known.language.words(translation)

    def index_of(words, word):
        form, _, number = word.partition("#")
        found = [i for i, each in enumerate(words) if each.lower() == form]
        return found[int(number or 1) - 1]

    pairs = (link.split("=") for link in links.split())
    joined = {(index_of(source, one), index_of(target, other)) for one, other in pairs}
    index = [word.strip(".,").lower() for word in english.split()].index(entity)
    row = Row("neutral" if " they " in english else "female", index, english, entity)
    (item,) = score_items([row], ["-"], [translation], [frozenset(joined)], known)
    return item


ASKED = "The clerk met the analyst and asked her some questions."
HIRED = "The clerk met the analyst because she was tired."
PAY = "The clerk told someone that they could pay."
CALLED = "The clerk saw the hairdresser and called her."
LEFT = "The physician left because she was tired."


@pytest.mark.parametrize(
    ("language", "entity", "english", "translation", "links", "evidence", "gender"),
    [
        # Pronouns that are linked, and those that no other English pronoun can have made.
        ("fr", "analyst", HIRED, "Le commis a rencontré l'analyste parce qu'elle était fatiguée.",
         "analyst=analyste she=elle", "PRONOUN", "f"),
        ("fr", "analyst", HIRED, "Le commis a rencontré l'analyste parce qu'il était fatigué.",
         "analyst=analyste", "PRONOUN", "m"),
        ("fr", "analyst", "The clerk met the analyst and spoke with him.",
         "Le commis a rencontré l'analyste et a parlé avec lui.", "analyst=analyste him=lui",
         "PRONOUN", "m"),
        ("it", "analyst", "The clerk met the analyst and spoke with her.",
         "L'impiegato ha incontrato l'analista e ha parlato con lei.", "analyst=analista her=lei",
         "PRONOUN", "f"),
        # Clitics before the verb that is linked, at its end, and the participle behind an elided.
        ("it", "analyst", ASKED,
         "L'impiegato ha incontrato l'analista e le ha fatto delle domande.",
         "analyst=analista asked=fatto her=le", "CLITIC", "f"),
        ("it", "analyst", ASKED,
         "L'impiegato ha incontrato l'analista e gli ha fatto delle domande.",
         "analyst=analista asked=fatto", "CLITIC", "m"),
        ("it", "analyst", "The clerk met the analyst to invite her.",
         "L'impiegato ha incontrato l'analista per invitarla.", "analyst=analista invite=invitarla",
         "CLITIC", "f"),
        ("it", "analyst", "The clerk met the analyst and invited her.",
         "L'impiegato ha incontrato l'analista e l'ha invitata.",
         "analyst=analista invited=invitata her=l'#3", "CLITIC", "f"),
        ("fr", "analyst", "The clerk met the analyst and invited her.",
         "Le commis a rencontré l'analyste et l'a invitée.", "analyst=analyste invited=invitée",
         "CLITIC", "f"),
        ("it", "analyst", "The clerk met the analyst to steal her food.",
         "L'impiegato ha incontrato l'analista per rubarle il cibo.",
         "analyst=analista steal=rubarle food=cibo", "CLITIC", "f"),
        # The object of an active verb for an English passive, through adverbs.
        ("es", "someone", "The clerk met someone so she could be quickly assessed.",
         "El empleado vio a alguien para poder evaluarla.", "someone=alguien assessed=evaluarla",
         "CLITIC", "f"),
        # What is said of a subject that is left out.
        ("it", "analyst", HIRED, "L'impiegato ha incontrato l'analista perché era molto stanca.",
         "analyst=analista tired=stanca", "PREDICATE", "f"),
        ("it", "analyst", "The clerk met the analyst so she could be quickly assessed.",
         "L'impiegato incontrò l'analista in modo che potesse essere rapidamente valutata.",
         "analyst=analista assessed=valutata", "PREDICATE", "f"),
        ("it", "analyst", "The clerk met the analyst and asked him to be careful.",
         "L'impiegato incontrò l'analista e chiese di stare attento.",
         "analyst=analista asked=chiese careful=attento", "PREDICATE", "m"),
        ("it", "analyst", "The clerk met the analyst and asked her to be patient.",
         "L'impiegato incontrò l'analista e chiese di essere paziente e cauta.",
         "analyst=analista asked=chiese patient=paziente", "NONE", "u"),
        ("he", "teacher", "The clerk met the teacher so that he could ask.",
         "הפקיד נפגש עם המורה כדי שיוכל לשאול.", "teacher=המורה could=שיוכל", "PREDICATE", "m"),
    ],
)  # fmt: skip
def test_words_that_refer_to_the_person(
    language, entity, english, translation, links, evidence, gender
):
    item = judge(language, entity, english, translation, links)
    assert (item.whole.gender.value, item.whole.evidence) == (GENDERS[gender], Evidence[evidence])
    assert item.whole.label is LABELS[gender.replace("u", "a")]
    # The score of the noun phrase is another.
    assert item.predicted.value == item.result.gender.value == "unknown"
    assert not item.correct


#: Language, entity, English, translation, links; the gender of the whole sentence and the label.
NO_EVIDENCE = [
    # An article is no pronoun, nor is what belongs to the other person's verb.
    ("it", "analyst", "The clerk met the analyst and read her letters.",
     "L'impiegato ha incontrato l'analista e ha letto le sue lettere.",
     "analyst=analista her=le letters=lettere read=letto", "u", "a"),
    ("it", "analyst", "The clerk met the analyst and liked her.",
     "L'impiegato ha incontrato l'analista e la segretaria.",
     "analyst=analista her=la liked=segretaria", "u", "a"),
    # "Le" of "it" beside the person's own pronoun; a dative that shows nothing.
    ("fr", "analyst", "The clerk met the analyst and gave it to her.",
     "Le commis a rencontré l'analyste et le lui a donné.",
     "analyst=analyste gave=donné her=lui it=le#2", "u", "a"),
    ("fr", "analyst", "The clerk feared talking to her, the analyst.",
     "Le commis craignait de lui parler, à l'analyste.", "analyst=analyste talking=parler her=lui",
     "u", "a"),
    # The object of what the person was doing.
    ("it", "analyst", "The clerk met the analyst because she was reading the book.",
     "L'impiegato ha incontrato l'analista perché lo leggeva.", "analyst=analista reading=leggeva",
     "u", "a"),
    # Nobody's "il".
    ("fr", "analyst", "The clerk told the analyst that she needed rest.",
     "Le commis a dit à l'analyste qu'il fallait du repos.",
     "analyst=analyste she=il needed=fallait", "u", "a"),
    # A gerund ends like a masculine adjective; a participle with "have" agrees with nobody.
    ("it", "analyst", "The clerk met the analyst because she was looking.",
     "L'impiegato ha incontrato l'analista perché stava cercando.",
     "analyst=analista looking=cercando", "u", "a"),
    ("it", "analyst", "The clerk met the analyst because she had eaten.",
     "L'impiegato ha incontrato l'analista perché aveva mangiato.",
     "analyst=analista eaten=mangiato", "u", "a"),
    # Possessives that agree with what is owned.
    ("es", "someone", "The clerk asked someone for her letter.",
     "El empleado pidió a alguien su carta.", "someone=alguien her=su letter=carta", "u", "a"),
]  # fmt: skip

NOUNS_OF_ONE_GENDER = [
    # Nouns of one gender for all say nothing, nor does what agrees with them ...
    ("it", "guard", "The clerk met the guard because she was tired.",
     "L'impiegato incontrò la guardia perché era stanca.", "guard=guardia tired=stanca", "u", "a"),
    ("de", "child", "The clerk met the child and his friend.",
     "Der Angestellte traf das Kind und seinen Freund.", "child=kind his=seinen", "n", "a"),
    # ... but what has the other gender does.
    ("it", "guard", "The clerk met the guard because he was tired.",
     "L'impiegato incontrò la guardia perché era stanco.", "guard=guardia tired=stanco", "m", "m"),
    ("de", "guard", "The clerk met the guard because he was tired.",
     "Der Angestellte traf die Wache, weil er müde war.", "guard=wache he=er", "m", "m"),
    ("de", "child", "The clerk met the child because she was tired.",
     "Der Angestellte traf das Kind, weil sie müde war.", "child=kind she=sie", "f", "f"),
    # "Someone": what agrees with it is masculine by default; a pronoun is the person's.
    ("es", "someone", "Someone was referred to the clerk.", "Alguien fue remitido al empleado.",
     "someone=alguien referred=remitido", "u", "a"),
    ("fr", "someone", "Someone left because she was tired.",
     "Quelqu'un est parti parce qu'elle était fatiguée.", "someone=quelqu'un she=elle", "f", "f"),
    ("de", "someone", "The clerk asked someone because he was tired.",
     "Der Angestellte fragte jemanden, weil er müde war.", "someone=jemanden he=er", "m", "m"),
    # A masculine noun that is said of everybody, with a pronoun of each gender.
    ("ru", "child", "The clerk saw the child because he was tired.",
     "Клерк увидел ребенка, потому что он устал.", "child=ребенка he=он", "m", "m"),
    ("ru", "child", "The clerk saw the child because he was tired.",
     "Клерк увидел ребенка, потому что устал.", "child=ребенка tired=устал", "u", "a"),
    ("ru", "victim", "The clerk heard from the victim and her mother.",
     "Клерк услышал от жертвы и ее матери.", "victim=жертвы her=ее", "f", "f"),
    ("ru", "victim", "The clerk heard from the victim and his mother.",
     "Клерк услышал от жертвы и его матери.", "victim=жертвы his=его", "m", "m"),
    ("ru", "someone", "The clerk asked someone because he had a car.",
     "Клерк спросил кого-то, потому что у него была машина.", "someone=кого-то he=него", "m", "m"),
    ("ru", "child", "The clerk saw the child because she was tired.",
     "Клерк увидел ребенка, потому что она устала.", "child=ребенка she=она", "f", "f"),
    ("he", "victim", "The clerk heard from the victim and her mother.", "הפקיד שמע מהקורבן.",
     "victim=מהקורבן", "u", "a"),
]  # fmt: skip

#: The noun phrase decides, and the label says what contradicts it.
CONTRADICTED = [
    ("es", "nurse", "The clerk met the nurse and called him.",
     "El empleado vio a la enfermera y lo llamó.", "nurse=enfermera called=llamó", "f", "i"),
    ("es", "nurse", "The clerk met the nurse because he was tired.",
     "El empleado vio a la enfermera porque estaba cansado.", "nurse=enfermera tired=cansado",
     "f", "i"),
    ("fr", "nurse", "The clerk saw the nurse because he was tired.",
     "Le commis a vu l'infirmière parce qu'il était fatigué.", "nurse=infirmière he=il", "f", "i"),
    ("de", "nurse", "The clerk saw the nurse and his car.",
     "Der Angestellte sah den Krankenpfleger und ihr Auto.", "nurse=krankenpfleger his=ihr",
     "m", "i"),
    ("ru", "nurse", "The clerk saw the nurse and his car.", "Клерк увидел медсестру и его машину.",
     "nurse=медсестру his=его", "f", "i"),
    ("ru", "nurse", "The clerk met the nurse because he wanted to ask.",
     "Клерк встретил медсестру, потому что хотел спросить.", "nurse=медсестру wanted=хотел",
     "f", "i"),
    ("he", "nurse", "The clerk saw the nurse and his work.", "הפקיד ראה את האחות ואת עבודתו.",
     "nurse=האחות work=עבודתו", "f", "i"),
    # A determiner against the noun: by usage, and against it.
    ("es", "physician", "The clerk saw the physician.", "El empleado vio a la médico.",
     "physician=médico", "f", "f"),
    ("es", "nurse", "The clerk saw the nurse.", "El empleado vio a la enfermero.",
     "nurse=enfermero", "f", "i"),
    ("es", "nurse", "The clerk saw the nurse.", "El empleado vio al enfermera.",
     "nurse=enfermera", "m", "i"),
    ("es", "nurse", "The clerk saw the nurse.", "El empleado vio a la enfermera.",
     "nurse=enfermera", "f", "f"),
    # A feminine predicate of a masculine noun, likewise; in Russian usage always accepts it.
    ("fr", "physician", LEFT, "Le médecin est partie.", "physician=médecin", "f", "f"),
    ("fr", "nurse", "The nurse left.", "Le infirmier est partie.", "nurse=infirmier", "m", "i"),
    ("fr", "nurse", "The nurse left.", "L'infirmier est partie.", "nurse=infirmier", "m", "i"),
    ("ru", "physician", LEFT, "Врач ушла, потому что устала.", "physician=врач", "f", "f"),
]  # fmt: skip

#: A place instead of the person: of its own gender a pronoun may be the place's.
PLACES = [
    ("es", "hairdresser", CALLED, "El empleado vio a la peluquería y la llamó.",
     "hairdresser=peluquería called=llamó", "u", "x"),
    ("es", "hairdresser", CALLED, "El empleado vio a la peluquería y lo llamó.",
     "hairdresser=peluquería called=llamó", "m", "m"),
    ("ru", "hairdresser", CALLED, "Клерк увидел парикмахерскую и позвал ее.",
     "hairdresser=парикмахерскую her=ее", "u", "x"),
    # A Russian preposition is read with the noun, and shows no gender.
    ("ru", "hairdresser", CALLED, "Клерк взял хлеб у пекарни и позвал ее.",
     "hairdresser=пекарни her=ее", "u", "x"),
    ("he", "hairdresser", CALLED, "הפקיד ראה את המספרה וקרא לו.",
     "hairdresser=המספרה her=לו", "m", "m"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "entity", "english", "translation", "links", "gender", "label"),
    [
        pytest.param(*case, id=f"{name}-{case[0]}-{number}")
        for name, cases in (
            ("no-evidence", NO_EVIDENCE),
            ("one-gender", NOUNS_OF_ONE_GENDER),
            ("contradicted", CONTRADICTED),
            ("place", PLACES),
        )
        for number, case in enumerate(cases)
    ],
)
def test_gender_and_label(language, entity, english, translation, links, gender, label):
    item = judge(language, entity, english, translation, links)
    assert (item.whole.gender.value, item.whole.label) == (GENDERS[gender], LABELS[label])


@pytest.mark.parametrize(
    ("language", "translation", "links", "gender", "counted"),
    [
        ("fr", "Le commis a dit à quelqu'un qu'il pouvait payer.", "someone=quelqu'un they=il",
         "male", "male"),
        ("fr", "Le commis a dit à quelqu'un qu'ils pouvaient payer.", "someone=quelqu'un they=ils",
         "unknown", "neutral"),
        ("fr", "Le commis a dit à quelqu'un de payer.", "someone=quelqu'un", "unknown", "neutral"),
        ("de", "Der Angestellte sagte jemandem, dass sie zahlen könnten.",
         "someone=jemandem they=sie", "unknown", "neutral"),
    ],
)  # fmt: skip
def test_singular_they(language, translation, links, gender, counted):
    item = judge(language, "someone", PAY, translation, links)
    assert (item.whole.gender.value, item.whole_gender.value) == (gender, counted)
