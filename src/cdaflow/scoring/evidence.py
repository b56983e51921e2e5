"""What the scorer says of an entity: its gender, on what evidence, or why it is unknown."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Gender(StrEnum):
    """What a translation says of a person. Languages with a neuter may give NEUTRAL."""

    MALE = "male"
    FEMALE = "female"
    NEUTRAL = "neutral"
    UNKNOWN = "unknown"


#: The genders of UD in those of the scorer.
GENDERS = {"Masc": Gender.MALE, "Fem": Gender.FEMALE, "Neut": Gender.NEUTRAL}


class Evidence(StrEnum):
    """What decided a gender."""

    NOUN = "noun"
    DETERMINER = "determiner"
    BOTH = "noun+determiner"
    #: A noun of one gender for all ("la víctima"): grammar, which says nothing of the person.
    FIXED = "noun-of-fixed-gender"
    #: They disagree and the determiner was believed ("la médico").
    DETERMINER_OVER_NOUN = "determiner-over-noun"
    #: A word outside the noun phrase that agrees with it: adjective, participle, verb.
    AGREEMENT = "agreement"
    #: It agrees with the person, not with the noun ("врач сказала").
    AGREEMENT_OVER_NOUN = "agreement-over-noun"
    #: The features of a parse that the user has given (see `cdaflow.scoring.tree_gender`).
    TREE = "tree"
    #: Of the whole sentence alone (see `cdaflow.scoring.whole_sentence`): a pronoun that refers to
    #: the person, an unstressed one or the participle that agrees with it ("l'ha invitata"), what
    #: is said of a subject that is left out, a possessive of the owner's gender.
    PRONOUN = "pronoun"
    CLITIC = "clitic"
    PREDICATE = "predicate"
    POSSESSIVE = "possessive"
    NONE = "-"


class Label(StrEnum):
    """What a translation as a whole says of a person, in the labels of people.

    Those of Choubey et al. (2021, section 3.1): AMBIGUOUS where it may be said of a man and of a
    woman, NA where no word refers to the person.
    """

    MASCULINE = "masculine"
    FEMININE = "feminine"
    INCONSISTENT = "inconsistent"
    AMBIGUOUS = "ambiguous"
    NA = "na"


class Reason(StrEnum):
    """Why a gender is unknown."""

    NONE = "-"
    EMPTY_TRANSLATION = "empty-translation"
    #: No known form of the noun, and no link from it.
    NO_ALIGNMENT = "no-alignment"
    #: No known form of the noun; what it is linked to is no noun of its own.
    NOT_FOUND = "entity-not-found"
    #: A form of the noun stands there, but as well for another person of the sentence.
    SHARED_FORM = "form-shared-by-two-entities"
    AMBIGUOUS_NOUN = "ambiguous-noun-no-determiner"
    UNKNOWN_NOUN = "unknown-noun-no-determiner"
    #: "el enfermera": a feminine noun under a masculine determiner.
    CONFLICT = "determiner-and-noun-disagree"
    #: "El/la doctor/a", "la secretaria o el secretario": neither is meant more than the other.
    BOTH_GENDERS = "named-in-both-genders"


class NounMatch(StrEnum):
    """How the noun of the entity was found, surest first."""

    LISTED_LINKED = "listed-and-linked"
    LISTED = "listed"
    LINKED_NOUN = "linked-noun"
    #: A listed form, but linked to another person who has no form of its own in the sentence.
    LISTED_ELSEWHERE = "listed-but-linked-elsewhere"
    LINKED_WORD = "linked-word"
    NOT_FOUND = "-"


class EntityGender(NamedTuple):
    """The gender of an entity; `start` to `end` (excluded) are its words, determiner included."""

    gender: Gender
    evidence: Evidence = Evidence.NONE
    reason: Reason = Reason.NONE
    start: int = 0
    end: int = 0
    noun_match: NounMatch = NounMatch.NOT_FOUND

    @property
    def shows_none(self) -> bool:
        """Whether a noun was found that says nothing of the person's gender.

        It has none where it stands ("alguien", "l'élève"), one for all persons ("quelqu'un"), or
        both ("el/la doctor/a").
        """
        if self.reason is Reason.BOTH_GENDERS:
            return True
        is_open = (
            self.reason is Reason.AMBIGUOUS_NOUN and self.noun_match is not NounMatch.NOT_FOUND
        )
        return is_open or self.evidence is Evidence.FIXED
