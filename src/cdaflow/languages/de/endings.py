"""What the end of a German word tells: nouns, which the last part of a compound decides, and
adjectives. Words are in lower case, so that capitals tell nothing here.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cdaflow.io.files import read_table
from cdaflow.languages.de.declension import adjective_forms, declined, nominalised_stem
from cdaflow.languages.readings import Slot, Slots, frozen

#: Ends of feminines in -in. Without them a word in -in is no noun for a person (Termin, Medizin).
_BEFORE_IN = re.compile(
    r"(?:er|ist|ent|ant|and|og|agog|eur|[aäoö]r|at|et|it|ot|ut|graf|graph|soph|nom|ekt|arch|urg|"
    r"wält|ärzt|köch|wirt|freund|feind|kund|lleg|chef|boss|zeug|pert|bot|loss|noss|fürst|herzog|"
    r"könig|held|gött|dieb|spion|hilf|eamt|bäuer|schmied|patin|präfekt|wart|landsmänn)in(?:nen)?$"
)

#: Adjectives by their suffix, participles, and frequent stems without either.
_ADJECTIVE = re.compile(
    r"(?:[^\W_]{2,}(?:lich|ig|isch|sam|bar|haft|los|voll|reich|ell|iv|abel|ibl|ös|iert|end)|"
    r"[^\W_]*ge[^\W_]{2,}(?:t|en)|(?:be|ver|ent|zer)[^\W_]{3,}(?:t|en)|"
    r"neu|alt|jung|gut|schlecht|klein|groß|ander|eigen|best|besser|nächst|letzt|erst|zweit|dritt|"
    r"nett|arm|lieb|stolz|klug|dumm|schön|hübsch|stark|schwach|streng|frech|faul|früher|später|"
    r"älter|jünger|neuer|größer|kleiner|ganz|halb|hoh|wahr|echt|falsch|reich|krank|gesund|tot|"
    r"blind|taub|blond|dick|dünn|schlank|schnell|langsam|weiß|schwarz|rot|spät|früh|laut|müd|bös|"
    r"treu|brav|ernst|sanft|grob|fein|zart|wild|still|froh|fremd|deutsch|modern|extern|intern|"
    r"privat|national|sozial|lokal|zentral|ideal|loyal|bekannt|interessant|kompetent|intelligent|"
    r"elegant|prominent)"
    r"(?P<ending>er|en|em|es|e)"
)

#: A form of the weak past ("verhaftete", "informierten") as much as of the participle; and other
#: words with the end of an adjective.
_OTHER = re.compile(r"(?:[^\W_]*ge|be|ver|ent|zer)[^\W_]{2,}ten?|[^\W_]+ierten?|[^\W_]*zwischen")


def _adjective_readings() -> dict[str, Slots]:
    found: dict[str, set[Slot]] = {}
    for ending, slot in adjective_forms():
        found.setdefault(ending, set()).add(slot)
    return frozen(found)


_READINGS = _adjective_readings()


@cache
def adjective(word: str) -> Slots | None:
    """Return the readings of an inflected adjective or participle; None for any other word.

    None as well for a participle that may be a verb in the past: between a determiner and a noun
    it is seen to be none, whatever it is.
    """
    if _OTHER.fullmatch(word):
        return None
    match = _ADJECTIVE.fullmatch(word)
    return None if match is None else _READINGS[match["ending"]]


@cache
def noun(word: str) -> Slots:
    """Return the readings of a noun by its end; empty where that says nothing."""
    last = word.rpartition("-")[2]
    stem = nominalised_stem(last)
    if stem:
        return frozenset(
            reading
            for ending, gender, number in _NOMINALISED
            for form, reading in declined(stem + ending, (gender, number))
            if form == last
        )
    if adjective(last) is not None or last in _NO_NOUN:
        return frozenset()
    words, suffixes = _ends()
    for start in range(len(last) - 1):
        end = last[start:]
        if end in words or (end in suffixes and start > 1 and len(last) >= _SHORTEST):
            no_noun = end in ("in", "innen") and not _BEFORE_IN.search(last)
            return frozenset() if no_noun else words.get(end) or suffixes[end]
    return frozenset()


#: Shorter words with the end of a noun are often something else (darin, jeder).
_SHORTEST = 6
_NO_NOUN = frozenset({"besser", "hierin", "höher", "näher", "weiter", "wieder"})

_NOMINALISED = (
    ("er", "Masc", "Sing"),
    ("e", "Fem", "Sing"),
    ("e", "Masc", "Plur"),
    ("e", "Fem", "Plur"),
)


@cache
def _ends() -> tuple[dict[str, Slots], dict[str, Slots]]:
    """Return the readings of the ends of nouns: of those that are words, and of suffixes."""
    words: dict[str, set[Slot]] = {}
    suffixes: dict[str, set[Slot]] = {}
    path = Path(__file__).with_name("noun_endings.tsv")
    for _, row in read_table(path, ("ending", "gender", "plural", "kind")):
        table = words if row["kind"] == "word" else suffixes
        for form, number in ((row["ending"], "Sing"), (row["plural"], "Plur")):
            # The declension looks at the word before its end: it must have some.
            for written, reading in declined(_STEM + form, (row["gender"], number)):
                table.setdefault(written.removeprefix(_STEM), set()).add(reading)
    return frozen(words), frozen(suffixes)


_STEM = "xxxx"
