"""English sentences in which a generic "he" alone shows a gender (Garg et al. 2024, appendix B).

"A judge must certify that he ...": the paper's annotators had no rule for these, so whether such a
person is a man or open differs from row to row. A scorer can neither ask for alternatives there nor
forbid them, and counts these sentences apart. The rule is one of thumb, for want of annotations:
before the first "he" stands what makes a statement general, and nothing else shows a gender or
names somebody.
"""

from __future__ import annotations

import re

_MASCULINE = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)

#: Other signs of a gender, in either direction: pronouns, titles, nouns of one gender.
_OTHER = re.compile(
    r"\b(?:she|her|hers|herself|mrs?|ms|miss|sir|lord|lady|ladies|(?:wo)?m[ae]n|"
    r"(?:business|chair|clergy|congress|council|country|crafts|fire|fisher|gentle|horse|noble|"
    r"police|sales|spokes|sports|states|work)(?:wo)?m[ae]n|boys?|girls?|guys?|males?|females?|"
    r"(?:grand|step|god)?(?:father|mother|son|daughter)s?|brothers?|sisters?|uncles?|aunts?|"
    r"nephews?|nieces?|husbands?|wi(?:fe|ves)|widow(?:er)?s?|kings?|queens?|prince(?:ss)?(?:es|s)?|"
    r"dads?|mums?|moms?|monks?|nuns?|(?:actr|waitr)ess(?:es)?)\b",
    re.IGNORECASE,
)

#: Nouns of no person that follow "each", "every" and "any".
_NO_PERSON = (
    r"(?:time|year|day|night|week|month|season|game|match|morning|evening|case|way|kind|sort|"
    r"description)"
)

#: What makes a statement one of anybody: a quantifier, an indefinite pronoun, "a judge must".
_GENERAL = re.compile(
    rf"\b(?:(?:any|every|each|whichever)\s+(?!{_NO_PERSON}s?\b)[a-z-]+|(?:n?either|none)\s+of|"
    r"(?:any|every|some|no)(?:one|body)|no one|who(?:so)?ever|"
    r"(?:if|when|whenever|unless|before|after|once) an?|"
    r"an?\s+(?:[a-z-]+\s+){1,4}(?:must|shall|may|should|can|cannot|will))\b",
    re.IGNORECASE,
)

#: A name in the middle of a sentence: a capital letter that no beginning explains.
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")


def has_generic_he(source: str) -> bool:
    """Return whether a generic "he", "him", "his" or "himself" is the only sign of a gender."""
    pronoun = _MASCULINE.search(source)
    if pronoun is None or _OTHER.search(source):
        return False
    before = source[: pronoun.start()]
    return _GENERAL.search(before) is not None and _NAME.search(before) is None
