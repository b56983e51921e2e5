"""The review of candidates for nouns of persons, and coverage of published lists.

Zmigrod et al. 2019, section 5.2, extracted their gazetteer from WordNet and filtered it by hand.
Here pairs of nouns in a lexicon (`pairing`) are ordered by what speaks for persons (`evidence`): a
person reads the sheet and writes yes or no. The review consults no list that the gazetteer is
scored on.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from cdaflow.errors import InputError
from cdaflow.io.files import read_table, tsv_lines, write_lines
from cdaflow.wordlists.evidence import Evidence
from cdaflow.wordlists.pairing import Candidate
from cdaflow.wordlists.rows import FORMS, read_person_rows

#: The columns of a review sheet that are read again; `verdict` is empty, "yes" (a person) or "no".
_READ = ("lemma", *FORMS, "verdict")

#: The columns of a review sheet.
COLUMNS = (*_READ, "note", "score", "count", "pairing", "evidence")


def write_sheet(
    path: str | os.PathLike[str], candidates: Iterable[tuple[Candidate, Evidence]]
) -> int:
    """Write a review sheet (TSV, COLUMNS) without verdicts; return how many rows it has."""
    rows = (
        [candidate.lemma, *(candidate.forms[name] for name in FORMS), "", "", str(why.score),
         str(why.count), candidate.pairing, ", ".join(why.reasons)]
        for candidate, why in candidates
    )  # fmt: skip
    return write_lines(path, tsv_lines(COLUMNS, rows)) - 1


def read_sheet(path: str | os.PathLike[str]) -> Iterator[tuple[Candidate, str]]:
    """Yield the candidates of a review sheet with their verdicts ("", "yes" or "no").

    Raises InputError for another verdict and for a row without both forms.
    """
    for line, row in read_table(path, _READ, whole=True):
        forms = {name: row[name] for name in FORMS}
        if not (row["lemma"] and forms["masculine"] and forms["feminine"]):
            raise InputError(
                "sheet.incomplete-row", "expected a lemma with both forms", file=path, line=line
            )
        verdict = row["verdict"].strip().lower()
        if verdict not in ("", "yes", "no"):
            raise InputError(
                "sheet.unknown-verdict",
                f"unknown verdict {verdict!r}",
                file=path,
                line=line,
                hint="write yes, no or nothing",
            )
        yield Candidate(row["lemma"], forms), verdict


def write_word_list(
    path: str | os.PathLike[str], reviewed: Iterable[tuple[Candidate, str]]
) -> tuple[int, int]:
    """Write the candidates that are persons (yes) as a word list; return how many, and the rest.

    Their lemma stands for an English name, which is not known.

    Raises InputError where no verdict is yes.
    """
    accepted, others = list[Candidate](), 0
    for candidate, verdict in reviewed:
        if verdict == "yes":
            accepted.append(candidate)
        else:
            others += 1
    if not accepted:
        raise InputError(
            "sheet.no-yes",
            "no row of the sheet has the verdict yes",
            hint="review the sheet, and write yes in the rows of person nouns",
        )
    rows = (
        [candidate.lemma, *(candidate.forms[name] for name in FORMS), ""] for candidate in accepted
    )
    write_lines(path, tsv_lines(("person", *FORMS, "note"), rows))
    return len(accepted), others


def listed_pairs(paths: Iterable[str | os.PathLike[str]]) -> set[tuple[str, str]]:
    """Return the pairs (masculine, feminine) of word lists such as persons.es.tsv.

    Nouns of one gender for everybody and those without one of the forms are passed over.
    """
    return {
        (row.forms["masculine"], row.forms["feminine"])
        for path in paths
        for row in read_person_rows(path)
        if row.forms["masculine"] and row.forms["feminine"] and not row.note.fixed
    }


def covered(
    ours: Collection[tuple[str, str]], published: Iterable[tuple[str, str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the pairs of a published list that are in ours, and all other pairs."""
    pairs = sorted(published)
    return [pair for pair in pairs if pair in ours], [pair for pair in pairs if pair not in ours]


#: A word and an English noun of fewer common lines are no translations.
LEAST = 2

#: Translations with a lower Dice coefficient are dropped.
LEAST_DICE = 0.1

#: Words of a line.
Words = Sequence[str]


def translate(
    lines: Iterable[tuple[Words, Words]],
    groups: Mapping[str, Sequence[str]],
    is_noun: Callable[[str], bool],
) -> dict[str, str]:
    """Return the best English noun by group of forms.

    `lines`: lower-case words of each English line and its translation; `groups`: of each form, the
    groups it belongs to (a pair of nouns with plurals). The best has the highest Dice coefficient
    2 c(group, noun) / (c(group) + c(noun)), where c counts lines; ties go to the more frequent
    noun, then to the alphabet. Groups without a translation (LEAST, LEAST_DICE) are left out.
    """
    together: dict[str, Counter[str]] = {}
    of_group: Counter[str] = Counter()
    of_noun: Counter[str] = Counter()
    is_known_noun = cache(is_noun)
    for english, words in lines:
        nouns = set(filter(is_known_noun, english))
        of_noun.update(nouns)
        for group in {group for word in set(words) for group in groups.get(word, ())}:
            of_group[group] += 1
            together.setdefault(group, Counter()).update(nouns)
    best: dict[str, str] = {}
    for group, counts in together.items():
        dice = {
            noun: 2 * count / (of_group[group] + of_noun[noun])
            for noun, count in counts.items()
            if count >= LEAST
        }
        noun = max(
            dice, key=lambda candidate: (dice[candidate], of_noun[candidate], candidate), default=""
        )
        if noun and dice[noun] >= LEAST_DICE:
            best[group] = noun
    return best
