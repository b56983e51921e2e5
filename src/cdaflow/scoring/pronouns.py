"""What becomes of an English "she" or "he" in a translation (Naik et al. 2023, section 6.3).

Their observation: fine-tuned systems get the noun of the person right and yet write "il" for
"she", and languages that may drop the subject hide the pronoun. So the counterpart of the
English pronoun is looked for in the translation: a pronoun linked to it, else the gendered
pronouns of the sentence where all are of one gender and no other English pronoun can have made
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from cdaflow.alignment.pharaoh import Link
from cdaflow.languages import Pronoun
from cdaflow.scoring.evidence import GENDERS

#: English pronouns of one gender: the gender, and whether the form is nominative.
ENGLISH = {
    "he": ("male", True),
    "she": ("female", True),
    "him": ("male", False),
    "his": ("male", False),
    "himself": ("male", False),
    "her": ("female", False),
    "hers": ("female", False),
    "herself": ("female", False),
}

#: English pronouns whose translation may look like that of "he" or "she" (il, elle, sie, он).
RIVALS = frozenset({"it", "its", "itself", "they", "them", "their", "theirs", "themselves", "you"})


class PronounOutcome(StrEnum):
    """What became of a pronoun in the translation."""

    SAME = "same"
    OTHER = "other-gender"
    #: There is a pronoun, but its form does not show the gender (French "lui", "son"), or there are
    #: several and it cannot be told which is its own.
    OPEN = "gender-not-shown"
    #: There is none: dropped, or the person is named again.
    ELIDED = "elided"
    NONE = "-"


@dataclass(frozen=True)
class PronounTranslation:
    """The pronoun of an English sentence (`english`, "" for none) and what became of it.

    `gender`: "male" or "female"; `nominative`: whether the English form is he or she. `index`:
    that of the target word, -1 where there is none.
    """

    english: str = ""
    gender: str = ""
    nominative: bool = False
    outcome: PronounOutcome = PronounOutcome.NONE
    index: int = -1


#: What is found where there is no pronoun.
NOTHING = PronounTranslation()


def translated_pronoun(
    source: Sequence[str],
    target: Sequence[str],
    links: Set[Link] | None,
    table: Mapping[str, Pronoun],
) -> PronounTranslation:
    """Return what became of the English pronoun; lower-case words on both sides.

    Of several English pronouns the first nominative one counts, else the first. `table`: the
    pronouns of the target language; where it is empty nothing can be said.
    """
    indices = [i for i, word in enumerate(source) if word in ENGLISH]
    if not indices or not table:
        return NOTHING
    index = next((i for i in indices if ENGLISH[source[i]][1]), indices[0])
    gender, nominative = ENGLISH[source[index]]
    rivals = any(word in RIVALS for word in source)
    # Beside "it", an object clitic is more likely that of the thing ("porque lo encontró").
    linked = sorted(
        j
        for i, j in links or ()
        if i == index and target[j] in table and not (rivals and table[target[j]].homograph)
    )
    chosen = shown_pronoun(linked, target, table)
    unlinked = [] if linked else unlinked_pronouns(target, table, nominative)
    if not rivals and _alone(source, gender):
        chosen = shown_pronoun(unlinked, target, table) if chosen is None else chosen
    outcome = PronounOutcome.ELIDED
    at = -1
    if chosen is not None:
        at = chosen
        same = GENDERS[table[target[at]].gender] == gender
        outcome = PronounOutcome.SAME if same else PronounOutcome.OTHER
    elif linked or any(table[target[j]].gender for j in unlinked):
        at, outcome = (linked or [-1])[0], PronounOutcome.OPEN
    return PronounTranslation(source[index], gender, nominative, outcome, at)


def shown_pronoun(
    indices: Sequence[int], target: Sequence[str], table: Mapping[str, Pronoun]
) -> int | None:
    """Return the first index whose pronoun shows a gender; None where none or where they differ.

    Forms that are more often another word count only where there are no others.
    """
    gendered = [j for j in indices if table[target[j]].gender]
    sure = [j for j in gendered if not table[target[j]].homograph] or gendered
    return sure[0] if len({table[target[j]].gender for j in sure}) == 1 else None


def _alone(source: Sequence[str], gender: str) -> bool:
    """Return whether all gendered pronouns of the English sentence are of one gender."""
    return all(ENGLISH[word][0] == gender for word in source if word in ENGLISH)


def unlinked_pronouns(
    target: Sequence[str], table: Mapping[str, Pronoun], nominative: bool
) -> list[int]:
    """Return the indices of the pronouns, which may be possessive unless `nominative`."""
    return [
        j
        for j, word in enumerate(target)
        if word in table
        and not table[word].homograph
        and (not nominative or table[word].case != "possessive")
    ]
