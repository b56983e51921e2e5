"""Hebrew as it is written: the words of a text, and the prefixes that a word can bear.

Marks as in the decisions of the Academy of the Hebrew Language on unvocalised spelling: geresh
after a letter for a foreign sound (צ'יף), gershayim before the last letter of an acronym (רו"ח),
maqaf between the words of a compound (עורך־דין).
"""

from __future__ import annotations

import re

#: Vowel points and cantillation marks, without the marks between words (maqaf, paseq, sof pasuq).
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")

#: Marks with characters of their own, as the keyboard has them.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "׳": "'", "״": '"', "”": '"', "“": '"', "„": '"'})

#: The letters of an acronym with its gershayim; the ending of an inflected one may follow it
#: (מנכ"לית, יו"רים). In ה"גיבור" or של "דן" the mark is a quotation mark.
_ACRONYM = r"[א-ת]+\"[א-ת](?:ית|יות|ים|ות)?(?![א-ת\"])"

_WORD = re.compile(
    rf"{_ACRONYM}"
    r"|[א-ת]+(?:'[א-ת]+)*'?"
    r"|[^\W_א-ת]+(?:['\-.,][^\W_א-ת]+)*'?"
    r"|[^\w\s]|_"
)

#: A mark that joins two words; "ה-15" and "אל־מוות" are joined as well.
_JOINED = re.compile(r"(?<=\w)[\u05be\-\u2010\u2011](?=\w)")


def words(text: str) -> list[str]:
    """Return the words and punctuation marks; the mark that joins a compound is left out.

    'הרו"ח ועורכת־הדין, אמרה.' -> ['הרו"ח', 'ועורכת', 'הדין', ',', 'אמרה', '.'].
    """
    plain = _POINTS.sub("", text).translate(_PLAIN)
    return [
        piece
        for match in re.finditer(r"\S+", plain)
        for piece in _WORD.findall(_JOINED.sub(" ", match.group()))
    ]
