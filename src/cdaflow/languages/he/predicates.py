"""Which gender a Hebrew verb, participle or predicative adjective shows, by its written form.

Singular forms of the third person, as they agree with a noun: past אמר / אמרה, participle אומר /
אומרת, future יאמר / תאמר, adjective עצוב / עצובה. The ending -ה is no mark of the feminine by
itself: verbs whose root ends in ה have it in the masculine past (ניסה, הראה, השתנה) and in both
genders of the participle (רוצה). So the form is read by the shape of its verb pattern (binyan); a
table holds what shapes cannot tell (and the nouns that look like verbs).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_table

_FEM = frozenset({"Fem"})
_MASC = frozenset({"Masc"})
_BOTH = frozenset({"Masc", "Fem"})
_NONE: frozenset[str] = frozenset()

#: Letters: any; of a root (no mater lectionis); a root's first; a root's last (never ה).
_E = "[א-ת]"
_C = "[א-הז-טך-ת]"
_R = "[א-הז-ת]"
_F = "[א-דז-טך-ת]"

#: hitpa'el with the first letter of its root, which may change places with its ת.
_HITPAEL = f"(?:ת{_E}|סת|שת|צט|זד)"

#: Shapes in the order in which they are tried: the first that a whole word has decides.
_SHAPES = tuple(
    (re.compile(pattern), genders)
    for pattern, genders in (
        # Plurals and abstract nouns show nothing of one person.
        (rf"{_E}+(?:ים|ות|ו)", _NONE),
        # Participle of pa'al (and pu'al): כותבת, יודעת; ניתנת.
        (rf"{_R}ו{_C}{{2,3}}ת|{_C}ו{_C}ית|ני{_C}{{2}}ת|מ{_E}{{3,6}}ת", _FEM),
        # Future: תאמר, תרצה, תשתנה, יאמר; תובע, תיאר are future or participle and past.
        (rf"תו{_C}{_F}|תי{_C}{_F}", _BOTH),
        (rf"ת{_E}{{2}}ה|ת{_HITPAEL}{_C}ה|ת{_E}{{2,4}}(?!ת){_F}", _FEM),
        (rf"י(?:{_E}{{2,4}}ה|{_E}{{2,4}}{_F})", _MASC),
        # hitpa'el: התלבשה, השתמשה, הצטערה; of roots in ה התגלה, השתנה; התלבש.
        (rf"ה{_HITPAEL}(?:{_C}|וו)ה", _MASC),
        (rf"ה{_HITPAEL}{_E}{{2,4}}ה", _FEM),
        (rf"ה{_HITPAEL}{_E}{{1,3}}{_F}", _MASC),
        # The past of roots in ה in the feminine: רצתה, ניסתה, הראתה.
        (rf"{_E}{{2,5}}תה", _FEM),
        # hif'il: הסבירה, הגיעה, הופיעה; hof'al: הוזמנה; הסביר, הגיע, הוזמן.
        (rf"ה{_E}{{1,3}}י{_C}ה|הו{_C}{{2,3}}ה", _FEM),
        (rf"ה{_E}{{1,3}}י{_F}|הו{_C}{{1,2}}{_F}", _MASC),
        # pi'el: ניסה, ליווה, but דיברה, סיפרה; דיבר.
        (rf"{_C}י(?:{_C}|וו)ה", _MASC),
        (rf"{_C}יי?{_C}{{2,3}}ה|{_C}(?:יי|יוו){_C}ה", _FEM),
        (rf"{_C}יי?{_C}{{1,2}}{_F}|{_C}(?:יי|יוו){_F}", _MASC),
        # nif'al: נכנסה, נכנסת, נראית; נכנס.
        (rf"נ{_C}{{3}}ה|נ{_C}ו{_C}ה|נ{_C}{{2,3}}[ית]?ת", _FEM),
        (rf"נ{_C}{{2}}{_F}|נ{_C}ו{_F}", _MASC),
        # Participles with מ: מסבירה, מגיעה, מדברת; of both genders מנסה; מסביר, מדבר.
        (rf"מו?{_C}{{1,2}}י{_C}ה", _FEM),
        (rf"מ{_E}{{2,5}}ה", _BOTH),
        (rf"מו?{_C}{{1,2}}י{_F}|מ[תשסצזי]{_E}{{3,4}}|מ{_C}ו{_C}{_F}|מ{_C}{{2,3}}{_F}", _MASC),
        # pu'al and participles of pa'al: דוברה; of both genders קונה; כותב.
        (rf"{_C}ו{_C}{{2,3}}ה", _FEM),
        (rf"{_C}ו{_C}ה", _BOTH),
        (rf"{_R}ו{_C}{{1,2}}{_F}", _MASC),
        # Passive participles and adjectives of their shape: עסוקה, עשירה; עסוק.
        (rf"(?![בהכל]){_R}{_C}[וי]{_C}ה", _FEM),
        (rf"{_R}{_C}ו{_F}", _MASC),
        # pa'al, past: אמר; עברה, but not where the first letter may be a prefix.
        (rf"{_C}{{2}}{_F}", _MASC),
        (rf"[אגדזחטסעפצקרש]{_C}{{2}}ה", _FEM),
        # pi'el without its י: פרסם, שכנע; פרסמה.
        (rf"[גדזחטסעפצקרש]{_C}{{2}}{_F}", _MASC),
        (rf"[גדזחטסעפצקרש]{_C}{{3}}ה", _FEM),
    )
)


#: Shapes that are verbs whatever stands beside them: hitpa'el in the past (התלבש, השתמשה) and -תה,
#: but not where the first letter may be a prefix before a noun of one's own (לבתה).
_PLAIN_VERB = re.compile(f"ה{_HITPAEL}{_E}{{1,4}}|[אג-דו-ינ-ת]{_E}{{1,4}}תה")


@cache
def _table() -> dict[str, tuple[frozenset[str], str]]:
    """Return the listed words: their genders, and whether they are "adjective" or "verb"."""
    readings = {"Masc": _MASC, "Fem": _FEM, "": _BOTH, "none": _NONE}
    path = Path(__file__).with_name("predicates.tsv")
    table = {}
    for number, row in read_table(path, ("form", "gender", "class")):
        if row["gender"] not in readings:
            raise InputError(
                "predicate.unknown-gender",
                f"gender {row['gender']!r} is none of Masc, Fem, none",
                file=path,
                line=number,
            )
        table[row["form"]] = readings[row["gender"]], row["class"]
    return table


#: The letters with a form of their own at the end of a word.
_INNER = str.maketrans("ךםןףץ", "כמנפצ")


@cache
def _shin_verbs() -> dict[str, frozenset[str]]:
    """Return the past of verbs whose root begins with ש, with the gender of each form."""
    genders = {}
    for _, row in read_table(Path(__file__).with_name("shin_verbs.tsv"), ("form",)):
        form = row["form"]
        inner = form.translate(_INNER)
        genders[inner[:-1] + "תה" if inner[-1] == "ה" else inner + "ה"] = _FEM
        genders[form] = _MASC
    return genders


def is_shin_verb(word: str) -> bool:
    """Return whether the ש of a word belongs to its root: "hired" (שכרה), no "who mined"."""
    return word in _shin_verbs()


@cache
def predicate_genders(word: str) -> frozenset[str]:
    """Return the genders that a word can have as a predicate of one person; empty: as none."""
    if word in _table():
        return _table()[word][0]
    if word in _shin_verbs():
        return _shin_verbs()[word]
    for shape, genders in _SHAPES:
        if shape.fullmatch(word):
            return genders
    return _NONE


def listed_genders(word: str) -> frozenset[str]:
    """Return the genders of a word in the table of predicates; empty if it is not there."""
    return _table().get(word, (_NONE, ""))[0]


def adjective_genders(word: str) -> frozenset[str]:
    """Return the genders of a common adjective, which may stand behind any noun; else nothing."""
    genders, kind = _table().get(word, (_NONE, ""))
    return genders if kind == "adjective" else _NONE


def is_plain_verb(word: str) -> bool:
    """Return whether a word is a verb by its shape alone, and no noun or adjective."""
    return word not in _table() and _PLAIN_VERB.fullmatch(word) is not None


def sure_genders(word: str) -> frozenset[str]:
    """Return the genders of a predicate that is listed or a plain verb; else nothing.

    For places where as well a noun might stand, as behind a noun without an article (נהג משאית).
    """
    # After ה it might be the second noun of a compound ("victim of the accident", התאונה).
    sure = word in _table() or (is_plain_verb(word) and word[0] != "ה")
    return predicate_genders(word) if sure else _NONE


def verb_genders(word: str) -> frozenset[str]:
    """Return the genders of what is a verb even right before a noun; else nothing.

    There a noun in the construct state might stand as well ("the car of", "the key of"). It never
    ends in -ה; of masculine verbs only the most common and those of plain shape count.
    """
    genders, kind = _table().get(word, (_NONE, ""))
    if kind == "verb" or (word[-1:] == "ה" and kind != "adjective"):
        return genders or (predicate_genders(word) if word[0] not in "בכלמ" else _NONE)
    return predicate_genders(word) if is_plain_verb(word) else _NONE
