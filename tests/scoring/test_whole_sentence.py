"""What whole sentences show of a person: the constructions of each language, by their words."""

import pytest

from cdaflow.alignment.words import splitter
from cdaflow.scoring.challenge import Row
from cdaflow.scoring.evidence import Evidence, Label
from cdaflow.scoring.noun_phrase import read_knowledge
from cdaflow.scoring.winomt_items import score_items

ENGLISH = splitter("en")
GENDERS = {"m": "male", "f": "female", "n": "neutral"}
LABELS = {
    "m": Label.MASCULINE, "f": Label.FEMININE, "i": Label.INCONSISTENT, "a": Label.AMBIGUOUS,
    "x": Label.NA,
}  # fmt: skip


def judge(language, gold, entity, english, translation, links):
    """Return the scored row; `links`: English=target, with #2 for the second of equal words."""
    known, _ = read_knowledge(language)
    source, target = ENGLISH(english), known.language.words(translation)

    def place(words, word):
        form, _, number = word.partition("#")
        found = [i for i, each in enumerate(words) if each.lower() == form]
        return found[int(number or 1) - 1]

    pairs = (link.split("=") for link in links.split())
    joined = {(place(source, one), place(target, other)) for one, other in pairs}
    index = [word.strip(".,").lower() for word in english.split()].index(entity)
    row = Row(GENDERS[gold], index, english, entity)
    (item,) = score_items([row], ["-"], [translation], [frozenset(joined)], known)
    return item


def check(language, gold, entity, english, translation, links, gender, label):
    item = judge(language, gold, entity, english, translation, links)
    shown = {"m": "male", "f": "female", "n": "neutral", "u": "unknown"}[gender]
    assert (item.whole.gender.value, item.whole.label) == (shown, LABELS[label]), item.whole
    return item


ASKED = "The clerk met the analyst and asked her some questions."
HIRED = "The clerk met the analyst because she was tired."


@pytest.mark.parametrize(
    ("language", "gold", "english", "translation", "links", "evidence", "gender"),
    [
        # Pronouns that are linked, and those that no other English pronoun can have made.
        ("fr", "f", HIRED, "Le commis a rencontré l'analyste parce qu'elle était fatiguée.",
         "analyst=analyste she=elle", "PRONOUN", "f"),
        ("fr", "f", HIRED, "Le commis a rencontré l'analyste parce qu'il était fatigué.",
         "analyst=analyste", "PRONOUN", "m"),
        ("fr", "m", "The clerk met the analyst and spoke with him.",
         "Le commis a rencontré l'analyste et a parlé avec lui.", "analyst=analyste him=lui",
         "PRONOUN", "m"),
        ("it", "f", "The clerk met the analyst and spoke with her.",
         "L'impiegato ha incontrato l'analista e ha parlato con lei.", "analyst=analista her=lei",
         "PRONOUN", "f"),
        # Clitics before the verb that is linked, at its end, and the participle behind an elided.
        ("it", "f", ASKED, "L'impiegato ha incontrato l'analista e le ha fatto delle domande.",
         "analyst=analista asked=fatto her=le", "CLITIC", "f"),
        ("it", "m", ASKED, "L'impiegato ha incontrato l'analista e gli ha fatto delle domande.",
         "analyst=analista asked=fatto", "CLITIC", "m"),
        ("it", "f", "The clerk met the analyst to invite her.",
         "L'impiegato ha incontrato l'analista per invitarla.", "analyst=analista invite=invitarla",
         "CLITIC", "f"),
        ("it", "f", "The clerk met the analyst and invited her.",
         "L'impiegato ha incontrato l'analista e l'ha invitata.",
         "analyst=analista invited=invitata her=l'#3", "CLITIC", "f"),
        ("fr", "f", "The clerk met the analyst and invited her.",
         "Le commis a rencontré l'analyste et l'a invitée.", "analyst=analyste invited=invitée",
         "CLITIC", "f"),
        ("it", "f", "The clerk met the analyst to steal her food.",
         "L'impiegato ha incontrato l'analista per rubarle il cibo.",
         "analyst=analista steal=rubarle food=cibo", "CLITIC", "f"),
        # What is said of a subject that is left out.
        ("it", "f", HIRED, "L'impiegato ha incontrato l'analista perché era molto stanca.",
         "analyst=analista tired=stanca", "PREDICATE", "f"),
        ("it", "f", "The clerk met the analyst so she could be quickly assessed.",
         "L'impiegato incontrò l'analista in modo che potesse essere rapidamente valutata.",
         "analyst=analista assessed=valutata", "PREDICATE", "f"),
        ("it", "f", "The clerk met the analyst and asked her to be patient.",
         "L'impiegato incontrò l'analista e chiese di essere paziente e cauta.",
         "analyst=analista asked=chiese patient=paziente", "NONE", "u"),
        ("it", "m", "The clerk met the analyst and asked him to be careful.",
         "L'impiegato incontrò l'analista e chiese di stare attento.",
         "analyst=analista asked=chiese careful=attento", "PREDICATE", "m"),
    ],
)  # fmt: skip
def test_words_that_refer_to_the_person(
    language, gold, english, translation, links, evidence, gender
):
    label = {"u": "a"}.get(gender, gender)
    item = check(language, gold, "analyst", english, translation, links, gender, label)
    assert item.result.gender.value == "unknown"
    assert item.whole.evidence is Evidence[evidence]


@pytest.mark.parametrize(
    ("language", "entity", "english", "translation", "links"),
    [
        # An article is no pronoun, nor is what belongs to the other person's verb.
        ("it", "analyst", "The clerk met the analyst and read her letters.",
         "L'impiegato ha incontrato l'analista e ha letto le sue lettere.",
         "analyst=analista her=le letters=lettere read=letto"),
        ("it", "analyst", "The clerk met the analyst and liked her.",
         "L'impiegato ha incontrato l'analista e la segretaria.",
         "analyst=analista her=la liked=segretaria"),
        # "Le" of "it" beside the person's own pronoun; a dative that shows nothing.
        ("fr", "analyst", "The clerk met the analyst and gave it to her.",
         "Le commis a rencontré l'analyste et le lui a donné.",
         "analyst=analyste gave=donné her=lui it=le#2"),
        ("fr", "analyst", "The clerk feared talking to her, the analyst.",
         "Le commis craignait de lui parler, à l'analyste.",
         "analyst=analyste talking=parler her=lui"),
        # Nobody's "il".
        ("fr", "analyst", "The clerk told the analyst that she needed rest.",
         "Le commis a dit à l'analyste qu'il fallait du repos.",
         "analyst=analyste she=il needed=fallait"),
        # A gerund ends like a masculine adjective; a participle with "have" agrees with nobody.
        ("it", "analyst", "The clerk met the analyst because she was looking.",
         "L'impiegato ha incontrato l'analista perché stava cercando.",
         "analyst=analista looking=cercando"),
        ("it", "analyst", "The clerk met the analyst because she had eaten.",
         "L'impiegato ha incontrato l'analista perché aveva mangiato.",
         "analyst=analista eaten=mangiato"),
        # Possessives that agree with what is owned.
        ("es", "someone", "The clerk asked someone for her letter.",
         "El empleado pidió a alguien su carta.", "someone=alguien her=su letter=carta"),
    ],
)  # fmt: skip
def test_what_is_no_evidence(language, entity, english, translation, links):
    check(language, "f", entity, english, translation, links, "u", "a")


@pytest.mark.parametrize(
    ("language", "entity", "english", "translation", "links", "gender", "label"),
    [
        # Nouns of one gender for all say nothing, nor does what agrees with them ...
        ("it", "guard", "The clerk met the guard because she was tired.",
         "L'impiegato incontrò la guardia perché era stanca.", "guard=guardia tired=stanca",
         "u", "a"),
        ("de", "child", "The clerk met the child and his friend.",
         "Der Angestellte traf das Kind und seinen Freund.", "child=kind his=seinen", "n", "a"),
        # ... but what has the other gender does.
        ("it", "guard", "The clerk met the guard because he was tired.",
         "L'impiegato incontrò la guardia perché era stanco.", "guard=guardia tired=stanco",
         "m", "m"),
        ("de", "guard", "The clerk met the guard because he was tired.",
         "Der Angestellte traf die Wache, weil er müde war.", "guard=wache he=er", "m", "m"),
        ("de", "child", "The clerk met the child because she was tired.",
         "Der Angestellte traf das Kind, weil sie müde war.", "child=kind she=sie", "f", "f"),
        # "Someone": what agrees with it is masculine by default; a pronoun is the person's.
        ("es", "someone", "Someone was referred to the clerk.",
         "Alguien fue remitido al empleado.", "someone=alguien referred=remitido", "u", "a"),
        ("fr", "someone", "Someone left because she was tired.",
         "Quelqu'un est parti parce qu'elle était fatiguée.", "someone=quelqu'un she=elle",
         "f", "f"),
        ("de", "someone", "The clerk asked someone because he was tired.",
         "Der Angestellte fragte jemanden, weil er müde war.", "someone=jemanden he=er", "m", "m"),
        # A masculine noun that is said of everybody, with a pronoun of each gender.
        ("ru", "child", "The clerk saw the child because he was tired.",
         "Клерк увидел ребенка, потому что он устал.", "child=ребенка he=он", "u", "a"),
        ("ru", "child", "The clerk saw the child because she was tired.",
         "Клерк увидел ребенка, потому что она устала.", "child=ребенка she=она", "f", "f"),
    ],
)  # fmt: skip
def test_nouns_that_say_nothing_of_the_person(
    language, entity, english, translation, links, gender, label
):
    gold = "f" if " she " in english or "Someone was" in english else "m"
    check(language, gold, entity, english, translation, links, gender, label)


@pytest.mark.parametrize(
    ("language", "english", "translation", "links", "gender", "label"),
    [
        ("es", "The clerk met the nurse and called him.",
         "El empleado vio a la enfermera y lo llamó.", "nurse=enfermera called=llamó", "f", "i"),
        ("es", "The clerk met the nurse because he was tired.",
         "El empleado vio a la enfermera porque estaba cansado.", "nurse=enfermera tired=cansado",
         "f", "i"),
        ("fr", "The clerk saw the nurse because he was tired.",
         "Le commis a vu l'infirmière parce qu'il était fatigué.", "nurse=infirmière he=il",
         "f", "i"),
        ("de", "The clerk saw the nurse and his car.",
         "Der Angestellte sah den Krankenpfleger und ihr Auto.", "nurse=krankenpfleger his=ihr",
         "m", "i"),
        ("ru", "The clerk saw the nurse and his car.",
         "Клерк увидел медсестру и его машину.", "nurse=медсестру his=его", "f", "i"),
        ("he", "The clerk saw the nurse and his work.",
         "הפקיד ראה את האחות ואת עבודתו.", "nurse=האחות work=עבודתו", "f", "i"),
        # A determiner against the noun: by usage, and against it.
        ("es", "The clerk saw the nurse.", "El empleado vio a la enfermero.", "nurse=enfermero",
         "f", "i"),
        ("es", "The clerk saw the nurse.", "El empleado vio al enfermera.", "nurse=enfermera",
         "m", "i"),
        ("es", "The clerk saw the nurse.", "El empleado vio a la enfermera.", "nurse=enfermera",
         "f", "f"),
    ],
)  # fmt: skip
def test_noun_phrase_decides_and_the_label_says_what_contradicts_it(
    language, english, translation, links, gender, label
):
    check(language, "m", "nurse", english, translation, links, gender, label)


def test_usage_accepts_some_masculine_nouns_of_women():
    english = "The clerk saw the physician."
    item = check("es", "f", "physician", english, "El empleado vio a la médico.",
                 "physician=médico", "f", "f")  # fmt: skip
    assert item.result.evidence is Evidence.DETERMINER_OVER_NOUN


@pytest.mark.parametrize(
    ("language", "translation", "links", "gender", "label"),
    [
        # Of the place's own gender a pronoun may be the place's.
        ("es", "El empleado vio a la peluquería y la llamó.", "hairdresser=peluquería called=llamó",
         "u", "x"),
        ("es", "El empleado vio a la peluquería y lo llamó.", "hairdresser=peluquería called=llamó",
         "m", "m"),
        ("ru", "Клерк увидел парикмахерскую и позвал ее.", "hairdresser=парикмахерскую her=ее",
         "u", "x"),
        # A Russian preposition is read with the noun, and shows no gender.
        ("ru", "Клерк взял хлеб у пекарни и позвал ее.", "hairdresser=пекарни her=ее", "u", "x"),
        ("he", "הפקיד ראה את המספרה וקרא לו.", "hairdresser=המספרה her=לו", "m", "m"),
    ],
)  # fmt: skip
def test_a_place_instead_of_the_person(language, translation, links, gender, label):
    english = "The clerk saw the hairdresser and called her."
    check(language, "f", "hairdresser", english, translation, links, gender, label)


def test_hebrew_and_russian_verbs_without_a_subject():
    english = "The clerk met the teacher so that he could ask."
    hebrew = "הפקיד נפגש עם המורה כדי שיוכל לשאול."
    item = check("he", "m", "teacher", english, hebrew, "teacher=המורה could=שיוכל", "m", "m")
    assert item.whole.evidence is Evidence.PREDICATE
    english = "The clerk met the nurse because he wanted to ask."
    russian = "Клерк встретил медсестру, потому что хотел спросить."
    check("ru", "m", "nurse", english, russian, "nurse=медсестру wanted=хотел", "f", "i")


@pytest.mark.parametrize(
    ("translation", "links", "gender", "counted"),
    [
        ("Le commis a dit à quelqu'un qu'il pouvait payer.", "someone=quelqu'un they=il", "male",
         "male"),
        ("Le commis a dit à quelqu'un qu'ils pouvaient payer.", "someone=quelqu'un they=ils",
         "unknown", "neutral"),
        ("Le commis a dit à quelqu'un de payer.", "someone=quelqu'un", "unknown", "neutral"),
    ],
)  # fmt: skip
def test_singular_they(translation, links, gender, counted):
    english = "The clerk told someone that they could pay."
    item = judge("fr", "n", "someone", english, translation, links)
    assert item.whole.gender.value == gender
    assert item.whole_gender.value == counted


def test_german_plural_pronouns_are_no_evidence_of_they():
    english = "The clerk told someone that they could pay."
    german = "Der Angestellte sagte jemandem, dass sie zahlen könnten."
    item = judge("de", "n", "someone", english, german, "someone=jemandem they=sie")
    assert item.whole.label is Label.AMBIGUOUS


def test_hebrew_epicene_with_a_prefix():
    english = "The clerk heard from the victim and her mother."
    check("he", "f", "victim", english, "הפקיד שמע מהקורבן.", "victim=מהקורבן", "u", "a")


def test_the_noun_phrase_score_does_not_change():
    item = judge("it", "f", "analyst", HIRED,
                 "L'impiegato ha incontrato l'analista perché era stanca.",
                 "analyst=analista tired=stanca")  # fmt: skip
    assert item.predicted.value == "unknown"
    assert not item.correct
    assert item.whole_gender.value == "female"
