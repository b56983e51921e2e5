"""The words that a reader sees for the codes in files: filters, reasons, causes, outcomes.

A CSV keeps the codes, by which it is searched and joined; Markdown, terminal and report show these
words. A code that is in none of the lists is shown with blanks for its hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cdaflow.scoring.metric import Cell
from cdaflow.statistics.warnings import Warned
from cdaflow.tables.text import NONE

#: Genders, as trees, scores and GFST have them.
GENDERS = {
    "Masc": "masculine",
    "Fem": "feminine",
    "Neut": "neuter",
    "msc": "masculine",
    "fem": "feminine",
    "all": "both",
}

#: Filters of a selection of pairs.
FILTERS = {
    "read": "all pairs read",
    "pronoun": "gendered pronoun",
    "profession": "one profession",
    "length": "length",
    "ratio": "ratio of lengths",
    "wellformed": "whole sentence",
    "noun": "profession a noun",
    "proper": "no proper noun",
}

#: Reasons of a selection; of filters that call different things by one word with "filter/".
SELECTION = {
    "all": "all reasons",
    "pronoun/none": "no gendered pronoun",
    "pronoun/several": "too many pronouns",
    "both genders": "pronouns of both genders",
    "profession/none": "no profession",
    "profession/several": "several professions",
    "plural": "profession in the plural",
    "both sides": "both sides too long",
    "source": "English too long",
    "target": "translation too long",
    "empty side": "one side is empty",
    "too long": "one side too long for the other",
    "beginning": "English without a capital at its beginning",
    "end": "English without punctuation at its end",
    "noun/ADJ": "profession tagged as an adjective",
    "noun/ADV": "profession tagged as an adverb",
    "noun/PROPN": "profession tagged as a proper noun",
    "noun/VERB": "profession tagged as a verb",
    "proper/PROPN": "a proper noun in the English",
}

#: Why lines of a corpus are dropped, and what else is counted of them.
CORPUS = {
    "control": "Control characters",
    "empty": "Empty",
    "too_many_words": "Too many words",
    "too_many_characters": "Too many characters",
    "length_ratio": "Lengths differ",
    "identical": "Sides identical",
    "held_out_source": "English in a test set",
    "held_out_target": "Translation in a test set",
    "weight": "By weight",
    "duplicate": "Duplicate",
}

#: Why a candidate for a counterfactual is dropped, or what differs from the gold.
CAUSES = {
    "name": "name beside the profession",
    "noun-not-found": "profession not found",
    "noun-ambiguous": "several nouns for the profession",
    "noun-fixed": "noun of one gender for all",
    "inflection": "form not known",
    "disagreement": "words that do not agree",
    "unchanged": "nothing to change",
    "held-out": "in a test set",
    "over-number": "enough of the profession",
    "pronoun-of-another": "pronoun of another person",
    "gendered-noun": "gender said by a noun",
    "gender-differs": "noun of the other gender",
    "pronoun-left": "pronoun keeps its gender",
    "pronoun-overlooked": "pronoun overlooked",
}

#: What is done where the pronouns of a counterfactual diverge.
GUARDS = {
    "none": "no guard",
    "drop": "pair dropped",
    "repair": "pronoun repaired",
}

#: Why the target filter of GFST rejects a translation.
REJECTIONS = {
    "empty": "empty translation",
    "no-tree": "no tree of the translation",
    "word-of-the-other-gender": "word of the other gender",
    "no-word-of-the-gender": "no word of the gender",
    "no-pronoun-of-the-gender": "no pronoun of the gender",
}

#: Why the gender of a person is not known (`cdaflow.scoring.evidence.Reason`).
UNKNOWN = {
    "empty-translation": "no translation",
    "no-alignment": "no word is linked to the person",
    "entity-not-found": "the person was not found",
    "form-shared-by-two-entities": "one form for both persons",
    "ambiguous-noun-no-determiner": "noun of either gender, no article",
    "unknown-noun-no-determiner": "noun not in the word list, no article",
    "determiner-and-noun-disagree": "article and noun disagree",
    "named-in-both-genders": "named in both genders",
}

#: What became of an English pronoun (`cdaflow.scoring.pronouns.PronounOutcome`).
PRONOUNS = {
    "same": "of the same gender",
    "other-gender": "of the other gender",
    "gender-not-shown": "shows no gender",
    "elided": "left out",
}

#: What looks wrong in a line (`cdaflow.statistics.warnings.Kind`).
WARNINGS = {
    "empty": "empty",
    "untranslated": "not translated",
    "other-language": "in another language",
    "nul-character": "with a NUL character",
    "with-source": "with the source in it",
    "too-long": "too long",
    "order": "in another order",
    "unrelated": "unrelated to the source",
    "tokenised": "tokenised",
    "is-reference": "identical to the reference",
    "reference-language": "reference in another language",
    "genders-swapped": "genders swapped",
    "halves-swapped": "halves swapped",
    "no-separator": "without <sep>",
    "few-links": "with few word links",
    "no-rewrite": "not rewritten",
    "repaired": "repaired",
    "unfinished": "unfinished",
    "refusal": "refused",
    "repeated": "repeated",
    "subwords": "with marks of subwords",
    "cells": "with cells of a table",
    "lower-case": "in lower case",
    "case": "all in capitals",
    "lost-characters": "with lost characters",
    "added-words": "with words added",
    "form": "right but for their form",
    "gold-gender": "with another gender than their pronoun",
}

#: How systems of gender alternatives know who is open.
OPEN_BY = {
    "none": "nothing is offered (the control)",
    "rules": "by rules over the trees",
    "tags": "by a tagger of the English",
    "both": "by rules and tagger together",
    "gold": "from the people of the test set",
    "llm": "a language model offers the alternatives",
}


def in_words(code: str, words: Mapping[str, str]) -> str:
    """Return the words for a code; one that has none, with blanks for its hyphens."""
    return words.get(code, re.sub("[-_]", " ", code))


def words_cell(column: str, words: Mapping[str, str]) -> Cell:
    """Return what shows the code of a column in words."""
    return lambda record: in_words(record[column], words) if record[column] else ""


def selection_reason(record: Mapping[str, str]) -> str:
    """Return the reason of a row of a selection, which a filter may call in its own way."""
    code = record["reason"]
    own = SELECTION.get(f"{record['filter']}/{code}")
    return own or in_words(code, SELECTION)


def causes_cell(column: str) -> Cell:
    """Return what shows "cause 3, other-cause 1" in words, causes of one pair together."""

    def cell(record: Mapping[str, str]) -> str:
        counts = [part.rpartition(" ") for part in record[column].split(", ") if part]
        several = [(cause, number) for cause, _, number in counts if number != "1"]
        single = [cause for cause, _, number in counts if number == "1"]
        texts = [f"{in_words(cause, CAUSES)} {number}" for cause, number in several]
        if len(single) > 2:
            texts.append(f"{len(single)} others 1 each")
        else:
            texts += [f"{in_words(cause, CAUSES)} 1" for cause in single]
        return ", ".join(texts)

    return cell


def finding(cell: str, words: Mapping[str, str]) -> str:
    """Return "code: form; other text" with its codes in words."""
    parts = (part.partition(": ") for part in cell.split("; "))
    return "; ".join(words.get(code, code) + colon + form for code, colon, form in parts)


def warned_text(warned: Warned) -> str:
    """Return how many lines look wrong, and in which way."""
    kinds = ", ".join(
        f"{in_words(kind, WARNINGS)} {count:,}" for kind, count in warned.kinds.items()
    )
    return f"{100 * warned.share:.1f} % of the lines look wrong ({kinds or NONE})"
