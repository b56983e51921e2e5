"""Whether the words around "her" make it an object ("elected her president") or a possessive.

A possessive begins a noun phrase, so "her" is an object where what follows is none: a mark, a
determiner, an adverb, a bare infinitive behind a verb of perception ("saw her leave"), a predicate
of the object ("found her guilty", "made her captain"), a second object ("asked her questions").
The words are in languages/en/her_context.tsv. Everything else is a possessive.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cdaflow.languages.word_sets import language_rows

#: Words, with inner hyphens and apostrophes, and single marks.
WORD = re.compile(r"[^\W_]+(?:['’\-.,][^\W_]+)*|[^\w\s]|_")

#: Endings of adjectives and participles.
_ADJECTIVE = re.compile(r"[a-z]{2}(?:ed|ful|less|ous|able|ible)$")

_CLITIC = re.compile(r"(?:'(?:s|d|m|ll|re|ve)|n't)$")


def _read_words() -> dict[str, frozenset[str]]:
    rows = language_rows("en", "her_context.tsv", ("class", "words"))
    return {row["class"]: frozenset(row["words"].split()) for row in rows}


_WORDS = _read_words()

#: Words that begin no noun phrase of which something before is the possessor: articles, pronouns,
#: prepositions, conjunctions, auxiliaries.
NEVER_IN_PHRASE = _WORDS["never"]


@dataclass(frozen=True)
class Context:
    """The words around a pronoun, marks included, in lower case but for `written`.

    `before`: from the left up to the pronoun. `after`: from the pronoun on, clitics cut off ("he"
    of "he'd"); `written`: the same with their capitals.
    """

    before: Sequence[str]
    after: Sequence[str]
    written: Sequence[str]

    def word(self, index: int) -> str:
        """Return the word at an index behind the pronoun, from 0; "" beyond the end."""
        return self.after[index] if index < len(self.after) else ""

    @property
    def verb(self) -> str:
        """The word before the pronoun, where it can be a verb with an object; else ""."""
        last = self.before[-1] if self.before else ""
        if not last[:1].isalpha() or last in _WORDS["preposition"]:
            return ""
        return last

    def ends_at(self, index: int) -> bool:
        """Whether no noun can stand at an index behind the pronoun: an end, a mark, a function
        word or an adverb."""
        word = self.word(index)
        return not word[:1].isalnum() or word in NEVER_IN_PHRASE or word in _WORDS["after-object"]

    def after_verb(self, words: str) -> bool:
        """Whether a verb of a class of languages/en/her_context.tsv stands before the pronoun."""
        return self.verb in _WORDS[words]


def context(text: str, start: int) -> Context:
    """Return the context of the pronoun at the character `start` of a text."""
    text = text.replace("’", "'")
    before = [word.lower() for word in WORD.findall(text[:start])]
    written = [_CLITIC.sub("", word) or word for word in WORD.findall(text, start)[1:8]]
    return Context(before, [word.lower() for word in written], written)


def is_possessive(words: Sequence[str], index: int) -> bool:
    """Return whether "her" at `index` of a sentence in lower-case words is a possessive."""
    after = words[index + 1 : index + 8]
    here = Context(words[:index], after, after)
    following = here.word(0)
    if not following[:1].isalnum() or following in NEVER_IN_PHRASE:
        return False
    return not is_object(here)


def is_object(here: Context) -> bool:
    """Return whether "her", before a word that can begin a noun phrase, is an object."""
    if here.word(0) == "own" or not here.before or here.before[-1] in '.!?:"“':
        return False
    return any(rule(here) for rule in (_ANYWHERE if here.verb else _AFTER_PREPOSITION))


def _adverb(here: Context) -> bool:
    """ "Saw her again", "handled her easily", "likes her very much"; not "her highly paid job"."""
    word, following = here.word(0), here.word(1)
    if word in _WORDS["after-object"]:
        return True
    if word in ("only", "right"):
        return following in NEVER_IN_PHRASE or following in _WORDS["after-object"]
    if word in _WORDS["adverb"]:
        return following in _WORDS["quantity"] or _ends_predicate(here, 1)
    if not _is_manner(word):
        return False
    return here.ends_at(1) or (bool(here.verb) and _ends_predicate(here, 1))


def _is_manner(word: str) -> bool:
    return word.endswith("ly") and word not in _WORDS["ly-noun"] | _WORDS["ly-adjective"]


def _ends_predicate(here: Context, index: int) -> bool:
    """Whether one word, behind any adverbs, is all that is left of a phrase: "very sad."."""
    while _is_manner(here.word(index)):
        index += 1
    word = here.word(index)
    return word[:1].isalpha() and word not in ("own", "first", "last") and here.ends_at(index + 1)


def _home(here: Context) -> bool:
    """ "Took her home", "got her back"; not "left her home", "hurt her back"."""
    word = here.word(0)
    if word == "home":
        return here.after_verb("home")
    return word in ("back", "inside", "outside", "well", "all") and not (
        word == "back" and here.after_verb("on-back")
    )


def _time(here: Context) -> bool:
    """ "Saw her two years ago", "met her last night", "took her one month"."""
    word, index = here.word(0), 1
    if word == "last" and here.verb in ("see", "saw", "seen") and here.ends_at(1):
        return True
    if (word, here.word(1)) == ("many", "times"):
        return True
    if word in ("last", "next", "one") and here.word(1) in _WORDS["time"]:
        return bool(here.verb)
    if not _is_number(word):
        return False
    while _is_number(here.word(index)):
        index += 1
    if here.after_verb("giving"):
        return True
    return here.word(index) in _WORDS["time"] and bool(here.verb)


def _is_number(word: str) -> bool:
    return word[:1].isdigit() or word in _WORDS["number"]


def _all_the(here: Context) -> bool:
    """ "With her all the time", "to her using every means"."""
    return here.word(0) in ("all", "using") and here.word(1)[:1].isalnum()


def _infinitive(here: Context) -> bool:
    """ "Saw her enter the park", "made her cry", "let her go", "kept her waiting"."""
    word, following = here.word(0), here.word(1)
    if word in _WORDS["verb"]:
        return True
    if here.after_verb("perceiving-ing") and word.endswith("ing"):
        is_adjective = word in _WORDS["ing-adjective"] and not here.ends_at(1)
        return word not in _WORDS["ing-noun"] and not is_adjective
    if not here.after_verb("perceiving"):
        return False
    if word in _WORDS["verb-or-noun"]:
        made = here.verb.startswith("ma") and word in _WORDS["made"]
        return not made and (not here.verb.startswith("ha") or following in NEVER_IN_PHRASE)
    return False


def _predicate(here: Context) -> bool:
    """ "Found her guilty", "kept her informed"; not "found her missing keys"."""
    if not here.ends_at(1):
        return False
    word = here.word(0)
    if word in _WORDS["of-object"]:
        return True
    is_adjective = _ADJECTIVE.search(word) is not None and word not in _WORDS["no-adjective"]
    return is_adjective and here.after_verb("judging")


def _office(here: Context) -> bool:
    """ "Elected her president", "made her assistant manager"; not "was elected her president"."""
    is_passive = not _WORDS["be"].isdisjoint(here.before[-2:-1])
    if is_passive or not here.after_verb("electing"):
        return False
    words: list[str] = []
    while here.word(len(words)) in _WORDS["office"] | _WORDS["of-office"]:
        words.append(here.word(len(words)))
    behind = here.word(len(words))
    is_end = here.ends_at(len(words)) or behind in _WORDS["time"] | {"last", "next"}
    return is_end and not _WORDS["office"].isdisjoint(words)


def _name(here: Context) -> bool:
    """ "Named her Mary", "called her names"."""
    if not here.after_verb("naming"):
        return False
    written = here.written[0]
    is_name = written.istitle() and not " ".join(here.written).isupper()
    bad = here.word(0) in ("bad", "dirty", "nasty", "rude", "terrible", "ugly", "horrible")
    return is_name or here.word(0) == "names" or (bad and here.word(1) == "names")


def _given(here: Context) -> bool:
    """ "Asked her questions", "gave her great pleasure"; not "gave her flowers to the nurse"."""
    index = 0 if here.ends_at(1) else 1
    word, following = here.word(index), here.word(index + 1)
    if here.verb.startswith(("keep", "kept")) and word == "company":
        return here.ends_at(1)
    if not here.after_verb("giving") or word not in _WORDS["given"]:
        return False
    if here.verb.startswith("ask") and word != "questions":
        return False  # "asked her advice"
    return here.ends_at(index + 1) and following != "to"


_Rule = Callable[[Context], bool]

_AFTER_PREPOSITION: tuple[_Rule, ...] = (_adverb, _all_the)
_ANYWHERE: tuple[_Rule, ...] = (
    _adverb, _all_the, _given, _home, _infinitive, _name, _office, _predicate, _time
)  # fmt: skip
