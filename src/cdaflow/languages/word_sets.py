"""Words of a language by what they do in a sentence, for rules that hold in several languages.

Read from words.tsv in cdaflow/languages/<code> (columns set and words, blanks between words; an
underscore joins those that stand behind one another), and patterns of written words from
patterns.tsv (columns name, pattern: a regular expression, whatever the case of letters). A language
without a set has none of these words, so the rule that asks for them does not apply to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from cdaflow.errors import InputError
from cdaflow.io.files import read_table

#: The sets. Of lemmas where nothing else is said, else of forms in lower case.
WordSet = Literal[
    "and",  # conjunctions between the two genders of one noun: "las y los doctores"
    "anybody",  # forms without gender that stand for persons where no noun follows: "quiconque"
    "adverbial",  # forms of adjectives that are adverbs as a rule: "claro"
    "as",  # before what somebody is said to be: "trabaja como profesora"
    "as_part",  # parts of an expression of that meaning: "en tant que"
    "as_to",  # forms in a row that are a preposition: "debido a"
    "attribute",  # forms of adjectives in compound nouns, which bear the article: "סוציאלי"
    "auxiliary",  # forms of auxiliaries and negations before a verb: "had not"
    "address",  # masculine adjectives before the noun of who is addressed: "Caro studente"
    "adverb_behind_verb",  # adjectives that are adverbs behind most verbs: "trabajó duro"
    "bare_preposition",  # forms of prepositions that no other one follows
    "before_alone",  # forms before what is "alone" behind them: "da solo"
    "before_gerund",  # prepositions before what somebody does at the same time: "en sortant"
    "be_first",  # forms of "be" of the first person singular
    "be_second",  # and of the second
    "be_forms",  # forms of "be" that may also be nouns: "tu es", "un est"
    "be_infinitive",  # infinitives before what somebody is to be: "быть осторожной"
    "be_inverted",  # forms of "be" that stand before their subject: "est-elle"
    "because",  # forms before a reason
    "be",  # verbs of being
    "become",  # verbs of the subject's being or becoming something
    "become_something",  # reflexive verbs behind which a noun is what the subject becomes
    "becoming",  # forms of verbs of what somebody was and became: "passou de operário a gerente"
    "carry",  # verbs of having something with oneself: "she took her bag with her"
    "ce_elided",  # forms before which "ce" is elided
    "ce_elided_cedilla",  # the same, with a cedilla
    "ci_elided",  # forms before which "ci" is elided
    "clause_opening",  # forms behind which a clause begins with its subject
    "comparative",  # forms that make a comparative: "más"
    "coordinator",  # forms of coordinating conjunctions
    "copula_forms",  # forms of verbs beside which a second nominative may stand
    "dative_clitic",  # unstressed pronouns beside which lo, la, le is a thing's: "se la dio"
    "couple",  # forms of nouns for a man and a woman together: "mis padres"
    "degree",  # forms of adverbs of degree: "muy"
    "degree_phrase",  # measures of degree of two words: "um pouco"
    "dative_verb",  # verbs whose object pronoun is a dative, with which nothing agrees: "manquer"
    "device_of",  # what a device that is named as if it were a person is for: "CD player"
    "dream",  # nouns of what somebody wants to be: "her dream is to be a doctor"
    "elect",  # verbs of making, calling or thinking the object something
    "elided",  # forms that are split off the word behind their apostrophe: "l'"
    "elided_object",  # object pronouns that have lost their gender: "l'ha"
    "enclitic",  # forms of pronouns that are written onto a verb
    "enclitic_article",  # those of them that may be articles: "ver lo que pasa"
    "enclitic_changed",  # those of them that another one behind them has changed: "glielo"
    "enclitic_last",  # those that may stand behind these
    "epicene",  # forms of masculine nouns that are said of men and women alike: "Mensch"
    "everybody",  # words for all people
    "expletive",  # forms of pronouns that may stand for nobody: "il faut"
    "expletive_often",  # verbs whose subject often stands for nobody: "il suffit"
    "expletive_only",  # verbs whose subject stands for nobody: "il faut"
    "female_attribute",  # adjectives that are said of women alone: "pregnant"
    "feminine_noun",  # feminine nouns with the end of masculine ones
    "first_person",  # forms of unstressed pronouns
    "gender_ending",  # endings that stand behind a form, for the other gender: "doctor/a"
    "group",  # nouns of groups of people, which have a gender of their own
    "happen",  # verbs of what happens to somebody
    "have_forms",  # forms of the auxiliary of the perfect
    "hearer",  # forms of pronouns of the hearer
    "hearer_subject",  # pronouns of one hearer that are subjects alone: "tu"
    "i_am",  # forms of "be" of the first person singular that are also third person plural
    "indefinite",  # pronouns for persons of whom nothing is known: "somebody"
    "invariable_possessive",  # possessives that are the same in all cases
    "joined_preposition",  # prepositions that are, or were, written in one word with an article
    "judge",  # verbs (and forms of nouns) of judging somebody for what they did: "criticar"
    "letters",  # the letters beside a to z, of other scripts all
    "like",  # before what somebody is compared with
    "little",  # forms of a small quantity: "un po'"
    "location",  # prepositions of place: "he looked behind him"
    "male_attribute",  # adjectives that are said of men alone: "bearded"
    "neuter_antecedent",  # forms before a relative pronoun that means no person: "ce qui"
    "neuter_article",  # articles before an adjective that is said of no person
    "neuter",  # forms before an adjective that is said of no person: "algo bonito"
    "neuter_demonstrative",  # forms of pronouns that mean no person, besides neutral subjects
    "pronoun_by_sex",  # pronouns that show a person's sex whatever the noun's gender: "он"
    "neuter_pronoun",  # forms of masculine pronouns that are neuter as well: "sein"
    "no_agent",  # masculine nouns of things that end as agents do: "moteur"
    "no_gender_pronoun",  # forms of pronouns that show no gender, whatever treebanks say: "ce"
    "no_noun",  # forms that end as nouns do and are none
    "no_noun_ending",  # ends of infinitives, which lexicons have as masculine nouns
    "no_subject",  # verbs without any subject: "hay que"
    "object_elided",  # forms before which an object pronoun is elided: "l'ho"
    "object_clitic",  # forms of unstressed pronouns that are no subjects: "o motivou"
    "of",  # the preposition
    "of_fact",  # verbs whose object pronoun stands for what was said: "lo sé"
    "of_forms",  # forms of that preposition, contracted ones too
    "one",  # forms of the indefinite article
    "or",  # conjunctions of alternatives: "el secretario o la secretaria"
    "perfect",  # the auxiliary with which a participle does not agree with the subject
    "perfect_of_object",  # that of a participle that agrees with an object before it
    "perfect_of_relative",  # of these, where the object may be relative: "l'actrice que j'ai vue"
    "plural_ending",  # what a plural has behind the singular
    "plural_person",  # forms of pronouns for several
    "polite",  # forms of the third person that mean the hearer: "usted"
    "pronoun_before",  # forms before which a form of `pronoun_or_determiner` is a pronoun
    "pronoun_or_determiner",  # forms of a pronoun without gender that also are a determiner
    "pronoun_start",  # what makes a pronoun without gender of the article behind it: "quelqu'un"
    "quantifier",  # forms before "one": "no one"
    "quantity",  # forms of quantifiers that may stand without a noun: "many left"
    "reflexive",  # forms of reflexive pronouns
    "reflexive_dative",  # those whose participle does not agree if an object follows: "s'est fait"
    "relative",  # relative pronouns
    "relative_clause",  # lemmas of pronouns that begin a clause of their own
    "relative_possessive",  # relative pronouns that agree with what is owned: "cuyo"
    "report",  # verbs of saying and thinking, whose subject says what stands before: "he said"
    "said_of_women",  # masculine nouns with which usage accepts a feminine article: "la médico"
    "sch_sound",  # forms in ch that is said as in French: "lo chef"
    "second_person",  # forms of unstressed pronouns
    "second_person_any",  # forms of all pronouns of the hearer
    "self",  # adjectives beside a pronoun: "ella misma"
    "self_endings",  # ends of pronouns joined with such an adjective: "elle-même"
    "sexed",  # forms of nouns of one gender that are said of one sex: "levatrice"
    "short_imperative",  # imperatives that double the first letter of a pronoun: "dammi"
    "set_phrase",  # forms in a row that are the same, whoever is spoken of: "un peu"
    "solitary",  # adjectives said of the subject, whatever they hang on: "jugaban juntos"
    "somebody",  # forms of pronouns for a person, or for none
    "speak",  # verbs whose object is a language
    "speaker",  # forms of pronouns of the speaker
    "stressed_a_name",  # names that are used like nouns in stressed a: "el África negra"
    "subject_neutral",  # forms of subjects that show no gender: "c'est"
    "subject_pronoun",  # forms of pronouns that are subjects
    "tag_question",  # forms that ask for assent: "verdad"
    "they",  # forms of personal pronouns for several, or for one whose gender is open
    "thing",  # forms of pronouns for things, facts and nobody
    "thing_possessive",  # forms of possessives of things
    "third_person",  # forms of personal pronouns and possessives for one person or thing
    "vocalic_y",  # forms in y that is a vowel: "l'yeuse"
    "vowel_either",  # forms that writers treat as beginning with a vowel, and not: "l'hyène"
    "vowel_not_elided",  # forms in a vowel before which nothing is elided: "le onze"
    "welcome",  # masculine words of welcome, which agree with the hearer: "benvenuto"
    "who",  # forms before a relative clause on a pronoun: "los que"
    "within_clause",  # conjunctions behind which no clause begins
    "without_ending",  # determiners behind which a nominalised adjective is strong: "ein"
]

Pattern = Literal[
    "enclitic",  # a verb and the object pronoun written with it, as groups: "verlos"
    "enclitic_ending",  # the object pronoun at the end of a verb, as a group
    "enclitic_object",  # the same, at the end of words that are verbs beyond doubt: "ayudarla"
    "enclitic_verb",  # a verb with one or several pronouns at its end, whichever they are
    "feminine_word",  # what feminine forms of words, or words of women, more often are like
    "finite_ending",  # ends of finite verbs that nouns seldom have: "encontré"
    "participle",  # what is a participle by its ending alone: "ofendida", not "aviso"
    "gerund",  # gerunds, which end like a masculine adjective and agree with nobody: "hablando"
    "hyphenated_pronoun",  # a pronoun behind a hyphen at the end of a word, as a group: "va-t-il"
    "impersonal",  # what stands behind a subject that is nobody: "il faut"
    "infinitive",  # infinitives: behind "de" and "pour" a pronoun is their object
    "manner_adverb",  # adverbs that are made of adjectives: "rapidamente"
    "inverted_subject",  # a verb, the subject with its hyphens behind it, the subject: "Est-elle"
    "unparted_subject",  # a verb with its subject, groups Fem, Masc, Plur: "peut-elle"
]

_FOLDER = Path(__file__).parent


@cache
def word_set(language: str, name: WordSet) -> frozenset[str]:
    """Return a set of words of a language (ISO 639-1), empty where it has none."""
    return _word_sets(language).get(name, frozenset())


@cache
def pattern(language: str, name: Pattern) -> re.Pattern[str] | None:
    """Return a pattern of words of a language (ISO 639-1), None where it has none."""
    return _patterns(language).get(name)


def language_rows(language: str, file: str, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a table in the folder of a language; none if there is none."""
    path = _FOLDER / language / file
    return [row for _, row in read_table(path, columns)] if path.is_file() else []


def checked_rows(
    path: Path, columns: Sequence[str], values: Sequence[str], *, unique: bool = False
) -> Iterator[dict[str, str]]:
    """Yield the rows of a table whose first column is one of `values`, each once if `unique`.

    None where there is no such file. Raises InputError, with the line, for any other.
    """
    name = columns[0]
    seen: set[str] = set()
    for number, row in read_table(path, columns) if path.is_file() else ():
        problem = "unknown" if row[name] not in values else "duplicated"
        if problem == "unknown" or (unique and row[name] in seen):
            raise InputError(
                f"word-set.{problem}",
                f"{problem} {name} {row[name]!r}",
                file=path,
                line=number,
                hint=f"known: {', '.join(values)}",
            )
        seen.add(row[name])
        yield row


@cache
def _word_sets(language: str) -> dict[str, frozenset[str]]:
    path = _FOLDER / language / "words.tsv"
    rows = checked_rows(path, ("set", "words"), get_args(WordSet), unique=True)
    return {
        row["set"]: frozenset(word.replace("_", " ") for word in row["words"].split())
        for row in rows
    }


@cache
def _patterns(language: str) -> dict[str, re.Pattern[str]]:
    path = _FOLDER / language / "patterns.tsv"
    rows = checked_rows(path, ("name", "pattern"), get_args(Pattern), unique=True)
    return {row["name"]: re.compile(row["pattern"], re.IGNORECASE) for row in rows}
