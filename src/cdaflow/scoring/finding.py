"""Where the noun of an entity stands in a translation: by the profession list and by links."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from typing import NamedTuple

from cdaflow.alignment.pharaoh import Link
from cdaflow.scoring.evidence import Found, Reason
from cdaflow.scoring.noun_phrase import Knowledge, determiner
from cdaflow.wordlists.lexicon import Match


class Source(NamedTuple):
    """An English sentence: lower-case `words`, and the `entity` among them, as a span."""

    words: Sequence[str]
    entity: range
    noun: str


def find_entity(
    source: Source, words: Sequence[str], links: Set[Link] | None, known: Knowledge
) -> tuple[Match, Found] | Reason:
    """Return where the noun of the entity stands among lower-case target words, and how found.

    In the order of `Found`: a listed form of the profession that is linked to the entity; a
    listed form without such a link; a linked word that is another noun (of the lists or the
    lexicon); a listed form that is linked to another person for whom there is no other noun;
    a linked word that is unknown. Words that are forms of another person of the sentence and
    not of this one never count. Of several forms of one rank: one after a determiner, then
    the one whose position in the sentence is nearest to that of the entity in the source.
    """
    mine = known.professions.find(source.noun, words)
    others = [
        (span, known.professions.find(name, words)) for name, span in _other_persons(source, known)
    ]
    taken, shared = _taken(source, mine, others, links)
    first, last = source.entity.start, source.entity.stop
    linked = {j for i, j in links or () if first <= i < last}
    # Links of another person's own noun are believed less than the list; see `_taken`.
    unplaced = [span for span, theirs in others if not theirs]
    placeless = {i for span in unplaced for i in span}
    elsewhere = {j for i, j in links or () if i in placeless} - linked if placeless else set()
    candidates: list[tuple[Found, Match]] = []
    for match in mine:
        span = set(range(match.start, match.end))
        if (match.start, match.end) in taken:
            continue
        if span & linked:
            candidates.append((Found.LISTED_LINKED, match))
        else:
            away = match.start in elsewhere
            candidates.append((Found.LISTED_ELSEWHERE if away else Found.LISTED, match))
    blocked = {j for start, end in taken for j in range(start, end)}
    candidates += _linked_words(words, linked - blocked, known)
    if not candidates:
        if shared:
            return Reason.SHARED_FORM
        return Reason.NOT_FOUND if linked else Reason.NO_ALIGNMENT
    position = source.entity.start / max(len(source.words), 1)

    def order(item: tuple[Found, Match]) -> tuple[int, bool, float, int]:
        how, match = item
        # Where there are no articles a noun without a determiner is as good as another.
        bare = known.language.articles and not determiner(words, match.start, known).found
        return _RANKS.index(how), bare, abs(match.start / len(words) - position), match.start

    how, noun = min(candidates, key=order)
    return noun, how


_RANKS = tuple(Found)


def _linked_words(
    words: Sequence[str], linked: Collection[int], known: Knowledge
) -> list[tuple[Found, Match]]:
    """Return the best of the linked words: a known noun, else a word after a determiner.

    The noun leads its phrase in Romance languages ("obrero de la construcción"), so the
    first one is taken.
    """
    unknown: list[Match] = []
    for j in sorted(linked):
        match = known.professions.at(words, j)
        if match is not None:
            return [(Found.LINKED_NOUN, match)]
        if words[j] in known.language.determiners or not words[j][0].isalpha():
            continue
        if _is_place(words, j, known):
            continue
        slots = known.lexicon.nouns.get(words[j]) or known.language.morphology.noun(words[j])
        # Without a determiner it is as well a verb ("fait"): nouns seldom stand bare where
        # there are articles.
        bare = known.language.articles and not determiner(words, j, known).found
        if slots and not bare:
            return [(Found.LINKED_NOUN, Match(j, j + 1, slots, listed=False))]
        unknown.append(Match(j, j + 1, frozenset()))
    determined = [match for match in unknown if determiner(words, match.start, known).found]
    return [(Found.LINKED_WORD, match) for match in (determined or unknown)[:1]]


def _is_place(words: Sequence[str], j: int, known: Knowledge) -> bool:
    """Whether a word names a place or an activity, and no article of another gender makes a person
    of it (Spanish "el mudanzas")."""
    gender = known.language.place_noun(words[j])
    if gender is None:
        return False
    left = known.genders(determiner(words, j, known).slots)
    return not (gender and left) or gender in left


def _taken(
    source: Source,
    matches: Sequence[Match],
    others: Sequence[tuple[range, Sequence[Match]]],
    links: Set[Link] | None,
) -> tuple[set[tuple[int, int]], bool]:
    """Return the spans that belong to other persons, and whether any could be of this one too.

    Forms that only another person of the sentence has are that person's, whatever the links.
    Where all its forms are also forms of the entity, two or more positions are given out in the
    order of the sentence, and a single one by links.
    """
    mine = {(m.start, m.end) for m in matches}
    taken: set[tuple[int, int]] = set()
    shared = False
    for span, other in others:
        theirs = {(m.start, m.end) for m in other}
        taken |= theirs - mine
        common_ = sorted(theirs & mine)
        if not common_ or theirs - mine:
            continue
        shared = True
        if len(common_) > 1:
            taken.add(common_[0] if span.start < source.entity.start else common_[-1])
        elif not _linked(common_[0], source.entity, links):
            # One noun for two persons, and nothing says that it is this one's.
            taken.add(common_[0])
    return taken, shared


def _linked(target: tuple[int, int], source: range, links: Set[Link] | None) -> bool:
    return any(i in source and target[0] <= j < target[1] for i, j in links or ())


def _other_persons(source: Source, known: Knowledge) -> list[tuple[str, range]]:
    """Return the listed nouns of the English sentence besides the entity, with their spans."""
    persons = []
    noun = source.noun.casefold()
    after = 0
    firsts = known.professions.english_first_words
    for start in [n for n, word in enumerate(source.words) if word in firsts]:
        if start < after:
            continue
        for end in range(min(start + _LONGEST_NOUN, len(source.words)), start, -1):
            name = " ".join(source.words[start:end])
            if name in known.professions.forms and start not in source.entity:
                if name != noun:
                    persons.append((name, range(start, end)))
                after = end
                break
    return persons


#: English profession nouns have at most so many words.
_LONGEST_NOUN = 3
