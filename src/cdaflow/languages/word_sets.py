"""Words of a language by what they do in a sentence, for rules that hold in several languages.

Read from words.tsv in cdaflow/languages/<code> (columns set and words, blanks between words; an
underscore joins those that stand behind one another), and patterns of written words from
patterns.tsv (columns name, pattern: a regular expression, whatever the case of letters). A language
without a set has none of these words, so the rule that asks for them does not apply to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from cdaflow.errors import InputError
from cdaflow.io.files import read_table

#: The sets. Of lemmas where nothing else is said, else of forms in lower case.
WordSet = Literal[
    "adverbial",  # forms of adjectives that are adverbs as a rule: "claro"
    "as",  # before what somebody is said to be: "trabaja como profesora"
    "as_part",  # parts of an expression of that meaning: "en tant que"
    "as_to",  # forms in a row that are a preposition: "debido a"
    "because",  # forms before a reason
    "become",  # verbs of the subject's being or becoming something
    "be_inverted",  # forms of "be" that stand before their subject: "est-elle"
    "carry",  # verbs of having something with oneself: "she took her bag with her"
    "comparative",  # forms that make a comparative: "más"
    "degree",  # forms of adverbs of degree: "muy"
    "dream",  # nouns of what somebody wants to be: "her dream is to be a doctor"
    "elect",  # verbs of making, calling or thinking the object something
    "everybody",  # words for all people
    "expletive",  # forms of pronouns that may stand for nobody: "il faut"
    "expletive_often",  # verbs whose subject often stands for nobody: "il suffit"
    "expletive_only",  # verbs whose subject stands for nobody: "il faut"
    "first_person",  # forms of unstressed pronouns
    "hearer",  # forms of pronouns of the hearer
    "have_forms",  # forms of the auxiliary of the perfect
    "i_am",  # forms of "be" of the first person singular that are also third person plural
    "indefinite",  # pronouns for persons of whom nothing is known: "somebody"
    "judge",  # verbs (and forms of nouns) of judging somebody for what they did: "criticar"
    "like",  # before what somebody is compared with
    "little",  # forms of a small quantity: "un po'"
    "location",  # prepositions of place: "he looked behind him"
    "neuter",  # forms before an adjective that is said of no person: "algo bonito"
    "no_subject",  # verbs without any subject: "hay que"
    "of",  # the preposition
    "of_fact",  # verbs whose object pronoun stands for what was said: "lo sé"
    "of_forms",  # forms of that preposition, contracted ones too
    "one",  # forms of the indefinite article
    "perfect",  # the auxiliary with which a participle does not agree with the subject
    "perfect_of_object",  # that of a participle that agrees with an object before it
    "plural_person",  # forms of pronouns for several
    "polite",  # forms of the third person that mean the hearer: "usted"
    "quantifier",  # forms before "one": "no one"
    "quantity",  # forms of quantifiers that may stand without a noun: "many left"
    "reflexive",  # forms of reflexive pronouns
    "relative",  # relative pronouns
    "relative_possessive",  # relative pronouns that agree with what is owned: "cuyo"
    "second_person",  # forms of unstressed pronouns
    "second_person_any",  # forms of all pronouns of the hearer
    "self",  # adjectives beside a pronoun: "ella misma"
    "self_endings",  # ends of pronouns joined with such an adjective: "elle-même"
    "solitary",  # adjectives said of the subject, whatever they hang on: "jugaban juntos"
    "somebody",  # forms of pronouns for a person, or for none
    "speaker",  # forms of pronouns of the speaker
    "subject_neutral",  # forms of subjects that show no gender: "c'est"
    "tag_question",  # forms that ask for assent: "verdad"
    "they",  # forms of personal pronouns for several, or for one whose gender is open
    "third_person",  # forms of personal pronouns and possessives for one person or thing
    "thing",  # forms of pronouns for things, facts and nobody
    "thing_possessive",  # forms of possessives of things
    "who",  # forms before a relative clause on a pronoun: "los que"
]

Pattern = Literal[
    "enclitic",  # a verb and the object pronoun written with it, as groups: "verlos"
    "enclitic_ending",  # the object pronoun at the end of a verb, as a group
    "enclitic_verb",  # a verb with one or several pronouns at its end, whichever they are
    "finite_ending",  # ends of finite verbs that nouns seldom have: "encontré"
    "hyphenated_pronoun",  # a pronoun behind a hyphen at the end of a word, as a group: "va-t-il"
    "inverted_subject",  # a verb, the subject with its hyphens behind it, the subject: "Est-elle"
]

_FOLDER = Path(__file__).parent


@cache
def word_set(language: str, name: WordSet) -> frozenset[str]:
    """Return a set of words of a language (ISO 639-1), empty where it has none."""
    return _word_sets(language).get(name, frozenset())


def language_rows(language: str, file: str, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a table in the folder of a language, none where there is none."""
    path = _FOLDER / language / file
    return [row for _, row in read_table(path, columns)] if path.is_file() else []


@cache
def pattern(language: str, name: Pattern) -> re.Pattern[str] | None:
    """Return a pattern of words of a language (ISO 639-1), None where it has none."""
    return _patterns(language).get(name)


@cache
def _word_sets(language: str) -> dict[str, frozenset[str]]:
    return {
        name: frozenset(word.replace("_", " ") for word in words.split())
        for name, words in _rows(language, "words.tsv", ("set", "words"), get_args(WordSet))
    }


@cache
def _patterns(language: str) -> dict[str, re.Pattern[str]]:
    rows = _rows(language, "patterns.tsv", ("name", "pattern"), get_args(Pattern))
    return {name: re.compile(expression, re.IGNORECASE) for name, expression in rows}


def _rows(
    language: str, file: str, columns: tuple[str, str], known: tuple[str, ...]
) -> list[tuple[str, str]]:
    """Return the rows of a table, none where there is none.

    Raises InputError, with the line, for a name that is unknown or duplicated.
    """
    path = _FOLDER / language / file
    found: dict[str, str] = {}
    for number, row in read_table(path, columns) if path.is_file() else ():
        name, value = (row[column] for column in columns)
        if name not in known or name in found:
            raise InputError(f"{name!r} is unknown or duplicated", file=path, line=number,
                             hint=f"known: {', '.join(known)}")  # fmt: skip
        found[name] = value
    return list(found.items())
