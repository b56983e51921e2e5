"""What speaks for, and against, a pair of nouns being one of persons; for the order of a review.

No evidence is a verdict. Endings are learned from word lists of persons against the nouns of one
gender of the lexicon, so there is no table of them to write for a language.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cdaflow.wordlists.pairing import Candidate, Nouns

#: What each reason adds to the score of a candidate. Shares of persons by reason: docs/lm.md.
WEIGHTS = {
    "listed": 4,  # the pair is in a word list of persons
    "wordnet": 3,  # a wordnet of the language has it below person.n.01
    "person": 1,  # its English translation is below person.n.01 in its first sense
    "ending": 1,  # its ending is at least RATIO times as frequent among persons as among things
    "noun": 1,  # of a pair of adjectives: one of its forms is a noun
    "other": -2,  # its English translation is no person
    "thing": -2,  # it is in the language's table of things
    "animal": -3,  # its English translation is an animal
}

#: The least score of pairings that need evidence.
_LEAST_SCORE = {"ending": 1, "adjective": 2, "made": 1}

#: How much more frequent an ending must be among persons.
RATIO = 4.0

#: Of how many letters endings are, and how often one is found among persons.
_LENGTHS = range(6, 1, -1)
_LEAST = 3


@dataclass(frozen=True)
class Evidence:
    """Score of a candidate, how often its forms are in text, and the reasons of the score."""

    score: int = 0
    count: int = 0
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sources:
    """The sources of evidence; empty sources give no evidence.

    `listed`: pairs of word lists; `things`: forms of things; `wordnet`: forms that a wordnet of the
    language has below person.n.01; `translations`: English noun and what it names (WordNet.kind)
    by candidate (`group`); `counts`: of each form in text.
    """

    listed: Collection[tuple[str, str]] = ()
    things: Collection[str] = ()
    wordnet: Collection[str] = ()
    translations: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)


def group(candidate: Candidate) -> str:
    """Return the name of a candidate in `Sources.translations`."""
    return "/".join(candidate.pair)


class Endings:
    """How much likelier an ending is among nouns of persons than among others.

    Ratio of relative frequencies with 0.5 added to each count.
    """

    def __init__(self, persons: Iterable[str], others: Iterable[str]) -> None:
        persons, others = set(persons), set(others)
        others -= persons
        self._persons, self._others = (
            Counter(word[-length:] for word in words for length in _LENGTHS if len(word) > length)
            for words in (persons, others)
        )
        self._sizes = len(persons) + 1, len(others) + 1

    def ratio(self, word: str) -> tuple[str, float]:
        """Return the longest ending that is known, and its ratio; "" and 1 for none."""
        for length in _LENGTHS:
            ending = word[-length:]
            if len(word) > length and self._persons[ending] >= _LEAST:
                person = (self._persons[ending] + 0.5) / self._sizes[0]
                other = (self._others[ending] + 0.5) / self._sizes[1]
                return ending, person / other
        return "", 1.0


def weigh(
    candidates: Sequence[Candidate], nouns: Nouns, sources: Sources
) -> list[tuple[Candidate, Evidence]]:
    """Return candidates with their evidence: by score, then by frequency, then by lemma.

    Adjectives and pairs that endings alone make ("puerto", "puerta") need a score (_LEAST_SCORE).
    """
    paired = {
        form
        for candidate in candidates
        if candidate.pairing not in _LEAST_SCORE
        for form in candidate.pair
    }
    endings = Endings(
        (form for pair in sources.listed for form in pair),
        (form for form in nouns.of_one_gender() if form not in paired),
    )
    forms = nouns.forms()
    scored = [
        (candidate, _evidence(candidate, forms, sources, endings)) for candidate in candidates
    ]
    scored = [row for row in scored if row[1].score >= _LEAST_SCORE.get(row[0].pairing, -math.inf)]
    return sorted(scored, key=lambda row: (-row[1].score, -row[1].count, row[0].lemma, row[0].pair))


def _evidence(
    candidate: Candidate, nouns: Collection[str], sources: Sources, endings: Endings
) -> Evidence:
    """Return the evidence of a candidate."""
    score, reasons = 0, list[str]()

    def add(reason: str, detail: str = "") -> None:
        nonlocal score
        score += WEIGHTS[reason]
        reasons.append(f"{reason} {detail}".rstrip())

    pair = candidate.pair
    if pair in sources.listed:
        add("listed")
    if all(form in sources.wordnet for form in pair):
        add("wordnet")
    noun, kind = sources.translations.get(group(candidate), ("", ""))
    if kind:
        add(kind, noun)
    ending, ratio = endings.ratio(pair[0])
    if ratio >= RATIO:
        add("ending", f"-{ending} {math.floor(ratio)}")
    if candidate.pairing == "adjective" and any(form in nouns for form in pair):
        add("noun")
    if any(form in sources.things for form in pair):
        add("thing")
    forms = {form for form in candidate.forms.values() if form}
    return Evidence(score, sum(sources.counts.get(form, 0) for form in forms), tuple(reasons))
