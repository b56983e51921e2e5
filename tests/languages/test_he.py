"""Hebrew: its written words, the gender that predicates show, and that of persons in sentences."""

from __future__ import annotations

import gzip
import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from cdaflow import languages
from cdaflow.languages.he.predicates import predicate_genders
from cdaflow.scoring.entity import Source, entity_gender
from cdaflow.scoring.evidence import EntityGender, Evidence, Gender, Reason
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.wordlists.lexicon import Lexicon, Match, read_professions

ROOT = Path(__file__).parents[2]
HEBREW = languages.get("he")


@cache
def known() -> Knowledge:
    professions = read_professions(ROOT / "config/wordlists/professions.he.tsv", HEBREW)
    return Knowledge(HEBREW, professions, Lexicon())


def judge(profession: str, sentence: str) -> EntityGender:
    english = profession.lower().split()
    source = Source(english, range(len(english)), profession)
    return entity_gender(source, HEBREW.words(sentence), None, known())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("השופטת, אמרה.", "השופטת | , | אמרה | ."),
        ('המנכ"ל והרו"ח דיברו', 'המנכ"ל | והרו"ח | דיברו'),
        ("המנכ״לית והמנכ”ל", 'המנכ"לית | והמנכ"ל'),
        ("הצ'יף והצ׳יף והצ’יף", "הצ'יף | והצ'יף | והצ'יף"),
        ("פרופ' כהן", "פרופ' | כהן"),
        ('ה"גיבור" של הסיפור', 'ה | " | גיבור | " | של | הסיפור'),
        ('הוא אמר: "לא"', 'הוא | אמר | : | " | לא | "'),
        ("עורך־דין או עורכת-דין", "עורך | דין | או | עורכת | דין"),
        ("הַשּׁוֹפֶטֶת", "השופטת"),
        ("ב-15 במאי", "ב | 15 | במאי"),
        ("3.5 אחוזים - וזהו", "3.5 | אחוזים | - | וזהו"),
        ("The boss's", "The | boss's"),
        ("", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    assert HEBREW.words(text) == (words.split(" | ") if words else [])


@pytest.mark.parametrize(
    ("masculine", "feminine"),
    [
        # past: pa'al, nif'al, pi'el, pu'al, hif'il, hof'al, hitpa'el; roots in ה and hollow ones
        ("כתב", "כתבה"),
        ("אמר", "אמרה"),
        ("קנה", "קנתה"),
        ("קם", "קמה"),
        ("נכנס", "נכנסה"),
        ("נבנה", "נבנתה"),
        ("סיפר", "סיפרה"),
        ("ניסה", "ניסתה"),
        ("ליווה", "ליוותה"),
        ("הסביר", "הסבירה"),
        ("הגיע", "הגיעה"),
        ("הראה", "הראתה"),
        ("הוזמן", "הוזמנה"),
        ("התלבש", "התלבשה"),
        ("השתמש", "השתמשה"),
        ("הצטער", "הצטערה"),
        ("השתנה", "השתנתה"),
        ("התגלה", "התגלתה"),
        ("היה", "הייתה"),
        # participles and adjectives
        ("עובד", "עובדת"),
        ("יודע", "יודעת"),
        ("מדבר", "מדברת"),
        ("מסביר", "מסבירה"),
        ("מגיע", "מגיעה"),
        ("מתלבש", "מתלבשת"),
        ("נכנס", "נכנסת"),
        ("עסוק", "עסוקה"),
        ("צריך", "צריכה"),
        ("יכול", "יכולה"),
        ("עייף", "עייפה"),
        ("אינו", "אינה"),
        # future
        ("יעזור", "תעזור"),
        ("יסביר", "תסביר"),
        ("יהיה", "תהיה"),
    ],
)
def test_predicates(masculine: str, feminine: str) -> None:
    assert predicate_genders(masculine) == {"Masc"}
    assert predicate_genders(feminine) == {"Fem"}


@pytest.mark.parametrize("word", ["רוצה", "קונה", "מנסה", "מחכה", "יפה", "מרוצה"])
def test_predicates_of_both_genders(word: str) -> None:
    assert predicate_genders(word) == {"Masc", "Fem"}


@pytest.mark.parametrize("word", ["תודה", "מתנה", "ילדים", "אמרו", "תמונות", "משכורת"])
def test_no_predicates_of_one_person(word: str) -> None:
    assert predicate_genders(word) == set()


def test_predicates_agree_with_the_treebanks() -> None:
    """Third-person singular verbs of UD: nine of ten are told, one of a hundred wrongly."""
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA (the folder of the shared data) is not set")
    outcome: Counter[str] = Counter()
    for path in sorted((Path(os.environ["CDAFLOW_DATA"]) / "ud").glob("he_*.conllu.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as handle:
            for line in handle:
                cells = line.split("\t")
                if len(cells) < 10 or cells[3] not in ("VERB", "AUX"):
                    continue
                feats = dict(f.split("=", 1) for f in cells[5].split("|") if "=" in f)
                gender = feats.get("Gender", "")
                if feats.get("Number") != "Sing" or "3" not in feats.get("Person", "3"):
                    continue
                if gender in ("Masc", "Fem"):
                    shown = predicate_genders(cells[1])
                    outcome[
                        "right" if shown == {gender} else "wrong" if len(shown) == 1 else "open"
                    ] += 1
    assert outcome.total() > 1500
    assert outcome["wrong"] < 0.01 * outcome.total()
    assert outcome["right"] > 0.9 * outcome.total()


_PAIRS = [
    # the noun itself, with its prefixes
    ("engineer", "המהנדס תיקן את הגשר.", "המהנדסת תיקנה את הגשר."),
    ("engineer", "דיברנו עם המהנדס.", "דיברנו עם המהנדסת."),
    ("engineer", "נתתי למהנדס עט.", "נתתי למהנדסת עט."),
    ("engineer", "קיבלתי עט מהמהנדס.", "קיבלתי עט מהמהנדסת."),
    ("engineer", "ידעתי שהמהנדס חולה.", "ידעתי שהמהנדסת חולה."),
    ("engineer", "כשהמהנדס הגיע, הלכנו.", "כשהמהנדסת הגיעה, הלכנו."),
    ("engineer", "ושהמהנדס ישן.", "ושהמהנדסת ישנה."),
    ("nurse", "האח חבש את הפצע.", "האחות חבשה את הפצע."),
    ("waiter", "הזמנו מרק אצל המלצר.", "הזמנו מרק אצל המלצרית."),
    ("veterinarian", "הווטרינר בדק את הכלב.", "הווטרינרית בדקה את הכלב."),
    # compounds: the article on the last word, on each, on the first
    ("lawyer", "עורך הדין הפסיד.", "עורכת הדין הפסידה."),
    ("lawyer", "פנינו לעורך דין.", "פנינו לעורכת דין."),
    ("lawyer", "פנינו לעורך־הדין.", "פנינו לעורכת־הדין."),
    ("lawyer", "העורך דין צודק.", "העורכת דין צודקת."),
    ("social worker", "העובד הסוציאלי צלצל.", "העובדת הסוציאלית צלצלה."),
    ("housekeeper", "מנהל משק הבית בישל.", "מנהלת משק הבית בישלה."),
    ("partner", "בן הזוג שלי בישל.", "בת הזוג שלי בישלה."),
    # marks inside of words, torn ones too
    ("CEO", 'המנכ"ל התפטר.', 'המנכ"לית התפטרה.'),
    ("CEO", 'המנכ "ל התפטר.', 'המנכ "לית התפטרה.'),
    ("someone", "מישהו צלצל בדלת.", "מישהי צלצלה בדלת."),
    ("someone", "שמענו שמישהו בא.", "שמענו שמישהי באה."),
    # one form for both: the predicate
    ("teacher", "המורה הסביר את התרגיל.", "המורה הסבירה את התרגיל."),
    ("teacher", "המורה תמיד מאחר.", "המורה תמיד מאחרת."),
    ("teacher", "המורה כבר לא עובד שם.", "המורה כבר לא עובדת שם."),
    ("teacher", "המורה יכתוב לנו.", "המורה תכתוב לנו."),
    ("teacher", "המורה עייף.", "המורה עייפה."),
    ("teacher", "המורה רצה לנוח.", "המורה רצתה לנוח."),
    ("teacher", "אנחנו יודעים שהמורה חזר.", "אנחנו יודעים שהמורה חזרה."),
    ("teacher", "כאשר המורה נכנס, שתקנו.", "כאשר המורה נכנסה, שתקנו."),
    # Verbs with ש in their root are no relative clauses; others behind ש are.
    ("teacher", "המורה שכר עוזר.", "המורה שכרה עוזר."),
    ("teacher", "המורה שילם על הספר.", "המורה שילמה על הספר."),
    ("teacher", "המורה שינה את דעתו.", "המורה שינתה את דעתה."),
    ("teacher", "המורה ששילם עליו בא.", "המורה ששילמה עליו באה."),
    ("teacher", "המורה שלא שמע בא.", "המורה שלא שמעה באה."),
    ("teacher", "המורה שקנה ספר בא.", "המורה שקנתה ספר באה."),
    ("teacher", "המורה אינו מרוצה.", "המורה אינה מרוצה."),
    ("cleaner", "המנקה התקשר.", "המנקה התקשרה."),
    ("baker", "האופה היה חרוץ.", "האופה הייתה חרוצה."),
    ("supervisor", "הממונה אישר את הבקשה.", "הממונה אישרה את הבקשה."),
    ("lawyer", 'העו"ד אמר לא.', 'העו"ד אמרה לא.'),
    ("teacher", "הפעמון צלצל והמורה יצא.", "הפעמון צלצל והמורה יצאה."),
    # a verb before it, at the start of the clause
    ("teacher", "אחר כך, הלך המורה הביתה.", "אחר כך, הלכה המורה הביתה."),
    ("teacher", "חיכינו עד שהגיע המורה.", "חיכינו עד שהגיעה המורה."),
    # a relative clause behind a subject
    ("teacher", "המורה שלימד אותי עבר דירה.", "המורה שלימדה אותי עברה דירה."),
    # what stands behind the noun in its phrase
    ("teacher", "פגשנו את המורה הזה.", "פגשנו את המורה הזאת."),
    ("teacher", "פגשנו את המורה החדש.", "פגשנו את המורה החדשה."),
    ("teacher", "פגשנו את המורה האמריקאי.", "פגשנו את המורה האמריקאית."),
    ("teacher", "פגשנו מורה אחד בלבד.", "פגשנו מורה אחת בלבד."),
    ("teacher", "חיפשנו מורה טוב.", "חיפשנו מורה טובה."),
    ("teacher", "ביקשתי מהמורה להיות סבלני.", "ביקשתי מהמורה להיות סבלנית."),
    ("teacher", "זה קרה עם אותו מורה.", "זה קרה עם אותה מורה."),
]


@pytest.mark.parametrize(("profession", "masculine", "feminine"), _PAIRS)
def test_persons(profession: str, masculine: str, feminine: str) -> None:
    assert judge(profession, masculine).gender is Gender.MALE
    assert judge(profession, feminine).gender is Gender.FEMALE


@pytest.mark.parametrize(
    ("profession", "sentence"),
    [
        ("teacher", "דיברנו עם המורה."),
        ("teacher", "נתנו למורה ספר והיא שמחה."),  # pronouns show nothing
        ("teacher", "נתנו למורה תודה."),
        ("teacher", "נתנו למורה מתנה."),
        ("teacher", "המורה רוצה לנוח."),  # verbs with one form for both
        ("teacher", "המורה מנסה לעזור."),
        ("teacher", "המורה והתלמידה הלכו."),
        ("teacher", "הודענו למורה שביקשה עזרה."),  # the subject of "that [she] asked" is left out
        ("teacher", "ראינו את המורה, הלכה הביתה."),  # another clause
        ("teacher", "ראינו את המורה ושמחה אמרה שלום."),
        ("teacher", "שאלו אותה מורה אחרי מורה."),  # "her", not "the same"
        ("teacher", "בת המורה אמרה שלום."),  # the daughter said it
        ("teacher", "מכונית המורה נעצרה."),
        ("teacher", "מפתח המורה אבד."),
        ("teacher", "בית המורה נשרף."),
        ("teacher", "השיחה על המורה הסתיימה."),
        ("accountant", 'הרו"ח של החברה.'),
        ("buyer", "הודענו לקונה על המחיר."),
    ],
)
def test_unknown(profession: str, sentence: str) -> None:
    found = judge(profession, sentence)
    assert (found.gender, found.reason) == (Gender.UNKNOWN, Reason.AMBIGUOUS_NOUN)


@pytest.mark.parametrize(
    ("sentence", "gender", "evidence"),
    [
        ("השריף אמרה שלום.", Gender.FEMALE, Evidence.AGREEMENT_OVER_NOUN),
        ("השריף החדשה הגיעה.", Gender.FEMALE, Evidence.AGREEMENT_OVER_NOUN),
        ("כשהשריף תגיע, נצא.", Gender.FEMALE, Evidence.AGREEMENT_OVER_NOUN),
        ("השריף אמר שלום.", Gender.MALE, Evidence.NOUN),
        ("ראינו את השריף, אמרה השכנה.", Gender.MALE, Evidence.NOUN),
        ("מזכירת השריף אמרה שלום.", Gender.MALE, Evidence.NOUN),
        ("השריף רצה לנוח.", Gender.MALE, Evidence.NOUN),
        ("השריף התווכח איתה.", Gender.MALE, Evidence.NOUN),
        ("השריף והשכנה דיברו.", Gender.MALE, Evidence.NOUN),
        ("שריף משטרה בא אתמול.", Gender.MALE, Evidence.NOUN),  # "police sheriff"
        ("שריף המדינה דיבר.", Gender.MALE, Evidence.NOUN),
        ("קראנו את הודעת השריף הארוכה.", Gender.MALE, Evidence.NOUN),  # the long announcement
        ("השריפים תיארו את הרחוב.", Gender.MALE, Evidence.NOUN),
        ("קראנו על חייו של השריף השתנתה דעתנו.", Gender.MALE, Evidence.NOUN),
        ("לקחו אותה לשריף.", Gender.MALE, Evidence.NOUN),
        ("השריף היא אישה קשוחה.", Gender.MALE, Evidence.NOUN),  # a pronoun
    ],
)
def test_the_verb_wins_over_a_masculine_noun(
    sentence: str, gender: Gender, evidence: Evidence
) -> None:
    found = judge("sheriff", sentence)
    assert (found.gender, found.evidence) == (gender, evidence)


def test_nouns_of_fixed_gender() -> None:
    assert judge("victim", "הקורבן סיפרה הכול.").evidence in (
        Evidence.FIXED,
        Evidence.AGREEMENT_OVER_NOUN,
    )
    assert judge("victim", "ריחמנו על הקורבן.").gender is Gender.MALE
    # The barber's shop is no person.
    assert judge("hairdresser", "הלכנו למספרה.").gender is Gender.UNKNOWN


@pytest.mark.parametrize(
    ("word", "genders"),
    [
        ("הקפואנית", {"Fem"}),
        ("הזוכרת", {"Fem"}),
        ("הדוגמן", {"Masc"}),
        ("שהספונסר", {"Masc"}),
        ("הפועה", {"Masc", "Fem"}),
        ("הצוות", {"Masc"}),
        ("הרופאים", {"Masc"}),
        ("דוגמן", set()),  # without an article it is as well a verb
        ("הזאת", set()),
        ("של", set()),
    ],
)
def test_unlisted_nouns(word: str, genders: set[str]) -> None:
    assert known().genders(HEBREW.morphology.noun(word)) == genders


def test_a_linked_noun_that_is_not_listed() -> None:
    source = Source(("the", "mover"), range(1, 2), "mover")
    words = HEBREW.words("המסיענית אמרה שלום.")
    found = entity_gender(source, words, frozenset({(1, 0)}), known())
    assert found.gender is Gender.FEMALE


@pytest.mark.parametrize("form", [("מורה",), ("עורך", "דין"), ("עוזר", "משק", "בית"), ('רו"ח',)])
def test_spellings_are_found_again(form: tuple[str, ...]) -> None:
    spellings = list(HEBREW.morphology.spellings(form, ("Masc", "Sing")))
    assert (form, ("Masc", "Sing")) in spellings
    assert len(set(spellings)) == len(spellings)
    for written, slot in spellings:
        assert slot == ("Masc", "Sing")
        text = " ".join(written).replace(' " ', ' "')
        assert tuple(HEBREW.words(text)) == written
        match = known().professions.at(written, 0)
        assert isinstance(match, Match)
        assert (match.start, match.end) == (0, len(written))
