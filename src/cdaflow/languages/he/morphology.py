"""What Hebrew forms, and the words that agree with them, show of gender; see `Morphology`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from cdaflow.io.files import read_lines
from cdaflow.languages.he.predicates import (
    adjective_genders,
    is_plain_verb,
    is_shin_verb,
    predicate_genders,
    sure_genders,
    verb_genders,
)
from cdaflow.languages.morphology import Agreeing, Morphology, Slot, Slots
from cdaflow.languages.word_sets import checked_rows, word_set

#: The prefixes in their order: and; that, when; the article, in, like, to, from, from the. In,
#: like and to take the article into them (unvocalised בשוטר is both). Two of the first kinds go
#: before a noun or its article only: longer chains are hardly written.
_PREFIXES = tuple(
    first + last
    for first, second in (
        ("", "הבכלמ"),
        ("ו", "הבכלמ"),
        ("ש", "הבכלמ"),
        ("כש", "ה"),
        ("וש", "ה"),
        ("וכש", "ה"),
    )
    for last in ("", *second, *(["מה"] if len(second) > 1 else []))
)

#: A mark inside of a word, which careless systems write with a space before it (מנכ "ל).
_MARK = re.compile("([\"'])(?=[א-ת])")

#: Prefixes of a noun with its article: "and", "that", "when", "from" before it.
_WITH_ARTICLE = re.compile("ו?(?:ש|כש|מש|לכש)?מ?ה(?=[א-ת]{2})")

#: Prefixes with which a noun is no subject; those with which it begins a clause (after ו two
#: nouns would have a verb in the plural).
_PREPOSITION = re.compile("ו?(?:ש|כש|מש|לכש)?(?:ב|ל(?!כש)|כ(?!ש)|מה)(?=[א-ת]{2})")
_CONJUNCTION = re.compile("(?:ו(?=ה)|ו?(?:כש|לכש|ש))(?=[א-ת]{2})")

#: What a verb without a subject has before it where it begins a clause.
_DROPPED = re.compile("^ו?(?:לכש|כש|מש|ש)(?=[א-ת]{3})")

#: The ends of words with a pronoun of the third person singular.
_HIS, _HER = re.compile("[א-ת]{2}ו$"), re.compile("[א-ת]{2}(?:ת|י)ה$")

#: "And" before a word that does not begin with that letter of itself (ויתר, וידא).
_AND = re.compile("ו(?!יתר|ידא|תר)")

#: Demonstratives and the like behind a noun: with its article, and without.
_BEHIND = {
    True: {
        **dict.fromkeys(("הזה", "ההוא", "הלזה", "האחר"), "Masc"),
        **dict.fromkeys(("הזאת", "הזו", "ההיא", "הלזו", "האחרת"), "Fem"),
    },
    False: {
        **dict.fromkeys(("זה", "אחד", "אחר"), "Masc"),
        **dict.fromkeys(("זו", "זאת", "אחת", "אחרת"), "Fem"),
    },
}

#: "That same", before a noun without an article; after a preposition, else it is "him, her".
_SAME = re.compile("(?P<preposition>[בכלמ]?)אות(?P<ending>[וה])")

#: Nouns in the plural; הבעלים is used of one owner as well.
_PLURAL = re.compile("(?<!בעל)ים$|(?<!אח)ות$")

#: How many adverbs may stand between a subject and its predicate.
_MAX_ADVERBS = 3


#: "governor": what follows is no subject (prepositions, the object marker את, construct nouns);
#: "conjunction": a clause begins behind it; "adverb": may part a subject from its predicate;
#: "other": pronouns, numerals and adverbs that are no predicate either.
_KINDS = ("governor", "conjunction", "adverb", "other")


@cache
def function_words(kind: str) -> frozenset[str]:
    """Return the words of a kind of function_words.tsv; a word may be of several."""
    path = Path(__file__).with_name("function_words.tsv")
    rows = checked_rows(path, ("kind", "forms"), _KINDS)
    return frozenset(row["forms"] for row in rows if row["kind"] == kind)


@cache
def is_function_word(word: str) -> bool:
    """Return whether a word is of any of the closed classes, with or without a conjunction."""
    return any(
        form in function_words(kind)
        for kind in _KINDS
        for form in (word, word.removeprefix("ו"), word.removeprefix("ש"))
    )


class HebrewMorphology(Morphology):
    """Prefixes, the endings of nouns, and the agreement of verbs, participles and adjectives."""

    def spellings(
        self, form: tuple[str, ...], slot: Slot
    ) -> Iterable[tuple[tuple[str, ...], Slot]]:
        """Yield the form with its prefixes; in a compound with the article on other words too.

        עורך דין -> לעורך הדין; עובד סוציאלי -> העובד הסוציאלי, and העורך דין as it is said. A
        mark inside of a word is also yielded as a word of its own: מנכ "ל.
        """
        first, rest = form[0], form[1:]
        # In a chain of nouns the last one bears the article, and every adjective does.
        tails = [rest]
        if rest:
            tails.append((*rest[:-1], "ה" + rest[-1]))
        if len(rest) > 1:
            tails.append(tuple("ה" + word for word in rest))
        marked = _MARK.search(first) is not None
        for prefix in _PREFIXES:
            head = prefix + first
            for tail in tails:
                yield (head, *tail), slot
                if marked:
                    yield (*_MARK.sub(r" \1 ", head).split(), *tail), slot

    @property
    def noun_forms(self) -> tuple[str, ...]:
        """The prefixes: "ה", the article; "ל", to the; "שה", that the."""
        return tuple(prefix for prefix in _PREFIXES if prefix)

    def in_form(
        self, noun: tuple[str, ...], gender: str, form: str, before: Sequence[str]
    ) -> tuple[str, ...] | None:
        """Return a noun with prefixes; of "in, like, to" it is definite, since they hide the ה.

        In a compound the last noun bears the article (לעורך הדין), every adjective does (העובד
        הסוציאלי).
        """
        first, *rest = noun
        if not form.endswith(("ה", "ב", "כ", "ל")) or not rest:
            return form + first, *rest
        if rest[-1] in word_set("he", "attribute"):
            return form + first, *("ה" + word for word in rest)
        return form.removesuffix("ה") + first, *rest[:-1], "ה" + rest[-1]

    def noun(self, word: str) -> Slots:
        """Return the readings of a definite noun by its ending; see `_by_ending`."""
        article = _WITH_ARTICLE.match(word)
        if article is None or is_function_word(word):
            return frozenset()
        return _by_ending(word[article.end() :])

    def agreement(self, words: Sequence[str], start: int, end: int) -> Agreeing | None:
        """Return the adjective, demonstrative, verb or participle that agrees with a noun.

        That is a word right behind it: a definite adjective behind a definite noun, a
        demonstrative, a verb with ש ("the teacher who said"); where the noun is a subject, its
        predicate, adverbs between them skipped, or a verb right before it at the start of a clause
        ("after said the teacher").
        """
        if is_function_word(words[start]) or _PLURAL.search(words[start]):
            return None
        agreeing = _same(words, start) or _behind(words, start, end) or _verb_before(words, start)
        if agreeing is None and _may_be_subject(words, start):
            agreeing = _relative_verb(words, end) or _predicate(words, start, end)
        return agreeing

    def dropped_subject(self, words: Sequence[str], index: int) -> Agreeing | None:
        """Return the verb right behind what begins its clause: כדי שיוכל, כי רצתה."""
        word, before = words[index], words[index - 1] if index else ""
        if before == "להיות":
            return _agreeing(adjective_genders(word), index)
        bare = word if is_shin_verb(word) else _DROPPED.sub("", word)
        opened = bare != word or before in function_words("conjunction") or before == "שלא"
        if not opened or is_function_word(bare):
            return None
        genders = predicate_genders(bare)
        if len(genders) > 1 and bare.startswith("ת"):
            # Of the second person and of "she" alike; there is nobody to speak to.
            genders = frozenset({"Fem"})
        return _agreeing(genders, index)

    def owner(self, words: Sequence[str], index: int) -> Agreeing | None:
        """Return the pronoun that ends a noun: גופתו, כישוריה.

        -ה is that of many nouns and verbs, so only behind the ת of a construct state and the י of a
        plural is it taken for "her".
        """
        word = words[index]
        if is_function_word(word):
            return None
        if _HIS.search(word):
            return _agreeing(frozenset({"Masc"}), index)
        return _agreeing(frozenset({"Fem"}), index) if _HER.search(word) else None


def _agreeing(genders: frozenset[str], index: int) -> Agreeing | None:
    if len(genders) != 1:
        return None
    return Agreeing(frozenset((gender, "Sing") for gender in genders), index)


def _same(words: Sequence[str], start: int) -> Agreeing | None:
    """Return "that same" before a noun: עם אותה מורה."""
    same = _SAME.fullmatch(words[start - 1]) if start else None
    if same is None or _WITH_ARTICLE.match(words[start]):
        return None
    before = words[start - 2] if start > 1 else ""
    if not same["preposition"] and (before == "את" or before not in function_words("governor")):
        return None
    return _agreeing(frozenset({"Masc" if same["ending"] == "ו" else "Fem"}), start - 1)


def _by_ending(word: str) -> Slots:
    """Return the readings of a noun without prefixes.

    -ת and -ה are feminine (but -ה of participles, as in מורה, is of both genders), -ים masculine
    plural, and whatever else is masculine.
    """
    if len(word) < 2 or not word[-1].isalpha():
        return frozenset()
    if word in _exceptions():
        return frozenset({(_exceptions()[word], "Sing")})
    if word.endswith("ות"):
        return frozenset({("Fem", "")})
    if word.endswith("ים"):
        return frozenset({("Masc", "Plur")})
    if word.endswith("ת"):
        return frozenset({("Fem", "Sing")})
    if word.endswith("ה"):
        both = predicate_genders(word) == {"Masc", "Fem"}
        return frozenset({("Masc", "Sing"), ("Fem", "Sing")} if both else {("Fem", "Sing")})
    return frozenset({("Masc", "Sing")})


@cache
def _exceptions() -> dict[str, str]:
    """Return the genders of nouns whose ending misleads (לילה, דרך)."""
    lines = read_lines(Path(__file__).with_name("nouns.tsv"))
    next(lines)  # the header
    return {line.partition("\t")[0]: line.partition("\t")[2] for line in lines}


def _is_definite(words: Sequence[str], start: int, end: int) -> bool:
    """Return whether a noun bears a written article: on its first or, in a compound, last word."""
    return _WITH_ARTICLE.match(words[start]) is not None or (
        end - start > 1 and words[end - 1].startswith("ה")
    )


def _behind(words: Sequence[str], start: int, end: int) -> Agreeing | None:
    """Return the demonstrative or adjective right behind the noun; the articles must agree."""
    if end >= len(words):
        return None
    word = words[end]
    definite = _is_definite(words, start, end)
    if word in _BEHIND[definite]:
        return _agreeing(frozenset({_BEHIND[definite][word]}), end)
    if word == "להיות" and end + 1 < len(words):
        # "Told the teacher to be patient": the adjective is about the noun right before it.
        return _agreeing(adjective_genders(words[end + 1]), end + 1)
    if is_function_word(word):
        return None
    if not definite:
        return _agreeing(adjective_genders(word), end)
    if not word.startswith("ה") or _may_be_owner(words, start):
        return None
    return _agreeing(_with_article(word), end)


def _may_be_owner(words: Sequence[str], start: int) -> bool:
    """Return whether a noun in the construct state may stand before the noun at `start`.

    An adjective behind both may be that one's: רשימת הלקוחות הארוכה, "the long list of".
    """
    if start == 0 or not words[start].startswith("ה"):
        return False
    before = words[start - 1]
    return before[0].isalnum() and not is_function_word(before) and not verb_genders(before)


def _relative_verb(words: Sequence[str], end: int) -> Agreeing | None:
    """Return the verb of a relative clause right behind a subject: המורה שלימדה.

    Only behind a subject: behind an object ש may be "that", with a subject of its own left out
    ("told the teacher that [she] taught").
    """
    word = words[end] if end < len(words) else ""
    verb = end + 1 if word == "שלא" else end
    if not word.startswith("ש") or verb >= len(words) or is_function_word(words[verb]):
        return None
    if verb == end and is_shin_verb(word):
        return None  # "The teacher paid" (שילמה): the predicate
    bare = words[verb].removeprefix("ש") if verb == end else words[verb]
    return _agreeing(predicate_genders(bare), verb)


def _with_article(word: str) -> frozenset[str]:
    """Return the genders of a word in ה- as an adjective or participle.

    הצעירה is "the young one" or could be a verb, both feminine; התווכח is a verb (what follows an
    article is never in the future). Where the two differ nothing is known.
    """
    if is_plain_verb(word) or word[1:2] in ("ת", "י"):
        return frozenset()
    adjective = predicate_genders(word[1:])
    if len(word) > 5 and word.endswith("ית"):
        adjective = frozenset({"Fem"})
    verb = predicate_genders(word)
    return (adjective & verb) if verb else adjective


def _may_be_subject(words: Sequence[str], start: int) -> bool:
    """Return whether no preposition governs the noun and no noun in the construct state owns it."""
    word = words[start]
    if _PREPOSITION.match(word):
        return False
    if start == 0 or _CONJUNCTION.match(word):
        return True
    before = words[start - 1]
    if before in function_words("conjunction"):
        return True
    if before in function_words("governor"):
        return False
    if not before[0].isalnum():
        return True
    # Behind any other word it may be an object, or belong to a noun before it ("the secretary of
    # the sheriff said").
    return is_function_word(before)


def _predicate(words: Sequence[str], start: int, end: int) -> Agreeing | None:
    """Return the verb, participle or adjective behind a subject and adverbs."""
    for index in range(end, min(end + _MAX_ADVERBS + 1, len(words))):
        word = words[index]
        if word in function_words("adverb"):
            continue
        if is_function_word(word) or not word[0].isalpha() or _AND.match(word):
            return None
        if word == "רצה":  # "he wanted", or "she ran"
            means_wanted = index + 1 < len(words) and words[index + 1][0] in "לש"
            return _agreeing(frozenset({"Masc"} if means_wanted else {"Masc", "Fem"}), index)
        # Right behind a noun without an article a noun might stand ("truck driver").
        sure = index == end and not _is_definite(words, start, end)
        return _agreeing(sure_genders(word) if sure else predicate_genders(word), index)
    return None


def _verb_before(words: Sequence[str], start: int) -> Agreeing | None:
    """Return the verb right before a definite noun, at the start of a clause."""
    if start == 0 or not words[start].startswith("ה"):
        return None
    verb = words[start - 1]
    opens = (
        start == 1
        or not words[start - 2][0].isalnum()
        or words[start - 2] in function_words("conjunction")
    )
    that = "" if opens or is_shin_verb(verb.removeprefix("ו")) else "|ש"
    bare = re.sub(f"^ו?(?:כש|לכש{that})", "", verb)
    if is_function_word(verb) or (not opens and bare == verb):
        return None
    return _agreeing(verb_genders(bare), start - 1)
