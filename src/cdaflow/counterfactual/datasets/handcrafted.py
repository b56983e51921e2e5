"""Sentences about professions, one of a man and one of a woman each: the handcrafted data set.

The set of Naik et al. 2023 (section 4.4) is that of Saunders and Byrne (2020, ACL): each
profession in a sentence with "his" and in the same one with "her". Here it is made from word
lists and templates, or read from a file in their format.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import pyarrow as pa

from cdaflow.counterfactual.datasets.templates import Person, Template
from cdaflow.errors import InputError
from cdaflow.io.columns import column_of
from cdaflow.io.files import read_lines, read_table
from cdaflow.io.pairs import write_pairs
from cdaflow.langid import NAMES, count_languages
from cdaflow.languages.contrast import are_exchanged
from cdaflow.rewriting.professions import ProfessionFinder
from cdaflow.rewriting.pronoun_scan import PronounScan
from cdaflow.wordlists.english_lists import GENDERS, EnglishProfessions, GenderedPronouns
from cdaflow.wordlists.rows import read_person_rows

#: The columns of the corpus; `profession` and `gender` are "" where a file does not tell them.
SCHEMA = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("source", pa.string(), nullable=False),
        pa.field("target", pa.string(), nullable=False),
        pa.field("profession", pa.string(), nullable=False),
        pa.field("gender", pa.string(), nullable=False),
    ]
)


#: Lines whose language is recognised that a judgement of a side needs.
_LEAST = 10


#: Whether there is a second person in each sentence, and of which gender.
Second = Literal["none", "masculine", "mixed"]


class Pair(NamedTuple):
    """A sentence and its translation; `gender` is Masc, Fem or ""."""

    source: str
    target: str
    profession: str
    gender: str


class Nouns(NamedTuple):
    """A profession in English and in a language, each masculine and feminine singular."""

    english: tuple[str, str]
    target: tuple[str, str]


def read_nouns(
    english: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    masculine_of_women: bool = False,
) -> dict[str, Nouns]:
    """Return the nouns of professions.tsv and professions.<language>.tsv, by profession.

    The first row of a profession that has both genders counts; professions without one are left
    out. `masculine_of_women`: a masculine noun without a feminine one is said of women as well,
    and verbs and pronouns agree with them (Russian "врач сказала"). Raises InputError where a
    list is at fault or no profession is left.
    """
    feminine = {
        row["profession"]: row["feminine"].strip() or row["profession"]
        for _, row in read_table(english, ("profession", "feminine"))
    }
    nouns: dict[str, Nouns] = {}
    for row in read_person_rows(target):
        man, woman = row.forms["masculine"], row.forms["feminine"]
        forms = man, woman or (man if masculine_of_women else "")
        # One gender for everybody, or no noun at all.
        unfit = bool(row.note.fixed) or "pronoun" in row.note.marks
        if row.name in feminine and row.name not in nouns and all(forms) and not unfit:
            nouns[row.name] = Nouns((row.name, feminine[row.name]), forms)
    if not nouns:
        raise InputError(
            "professions.none-with-both-forms",
            f"no profession of {os.fspath(english)} has a masculine and a feminine form here",
            file=target,
        )
    return nouns


def fitting(
    templates: Sequence[Template], second: Second, *, subjects: bool = True
) -> list[Template]:
    """Return the templates of one person ("none"), or those of two.

    `subjects`: also those whose pronoun is a subject ("because she was tired").
    """
    return [
        template
        for template in templates
        if template.has_other == (second != "none") and (subjects or not template.has_subject)
    ]


def generate(
    nouns: Mapping[str, Nouns],
    templates: Sequence[Template],
    seed: int,
    *,
    all_templates: bool,
    second: Second = "none",
    subjects: bool = True,
) -> Iterator[Pair]:
    """Yield for each profession a sentence of a man and the same of a woman, side by side.

    The template is sampled by `seed` and the profession, so that it stays the same when others come
    or go; or each template is taken. Only templates count that show the gender in the translation
    ("l'architecte a perdu ses clés" does not).

    `second`: "none" for templates of one person. Else those of two, the second of which has another
    profession and the same gender in both sentences: "masculine", or "mixed", by chance for each
    profession. So the pair shows that a pronoun is not everybody's. `subjects`: see `fitting`.
    """
    others = _others(nouns, second, seed)
    for name, noun in nouns.items():
        fit: list[tuple[Pair, ...]] = []
        for template in fitting(templates, second, subjects=subjects):
            chance = random.Random(f"{seed}:{name}:{template.name}")
            other = _other(others, name, chance) if template.has_other else None
            pairs = tuple(
                Pair(*template.fill(_person(noun, gender), other), name, gender)
                for gender in GENDERS
            )
            if pairs[0].target != pairs[1].target:
                fit.append(pairs)
        if fit and not all_templates:
            fit = [random.Random(f"{seed}:{name}").choice(fit)]
        for pairs in fit:
            yield from pairs


def _person(noun: Nouns, gender: str) -> Person:
    index = GENDERS.index(gender)
    return Person(noun.english[index], noun.target[index], gender)


def _others(nouns: Mapping[str, Nouns], second: Second, seed: int) -> dict[str, Person]:
    """Return the second person of each profession whose English is the same for women and men.

    So nothing tells the gender of her or him.
    """

    def gender(name: str) -> str:
        mixed = second == "mixed"
        return random.Random(f"{seed}:second:{name}").choice(GENDERS) if mixed else "Masc"

    return {
        name: _person(noun, gender(name))
        for name, noun in nouns.items()
        if len(set(noun.english)) == 1
    }


def _other(others: Mapping[str, Person], name: str, chance: random.Random) -> Person:
    """Return a second person, of another profession if there is one."""
    return others[chance.choice([one for one in others if one != name] or [*others])]


def read_handcrafted(
    path: str | os.PathLike[str],
    language: str,
    professions: EnglishProfessions,
    pronouns: GenderedPronouns,
    *,
    as_is: bool = False,
) -> Iterator[Pair]:
    """Yield the pairs of a file in the format of Saunders and Byrne: "English|translation".

    Theirs are tokenised and begin in lower case ("the cook finished her work ."); unless `as_is`,
    such lines are put back into running text. Profession and gender are those that the English
    has, where it has one. Blank lines are passed over.

    Raises InputError where a line is no pair, or there is none; at the end, where the sides are
    exchanged, in another language, or of the other gender than the English is.
    """
    from cdaflow.text.clean import detokenizer

    finder, scan = ProfessionFinder(professions), PronounScan(pronouns)
    sides = detokenizer("en"), detokenizer(language)
    read: list[Pair] = []
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != 2 or not all(cells):
            raise InputError(
                "pair.not-two-sides",
                "expected one pair in a line, English and translation with | between: "
                f"{line[:80]!r}",
                file=path,
                line=number,
            )
        source, target = cells
        if not as_is and _is_tokenised(source):
            source, target = (undo(text) for undo, text in zip(sides, cells, strict=True))
        names = {match.name for match in finder.find(source)}
        genders = {scan.gender(pronoun.form) for pronoun in scan.find(source)}
        read.append(Pair(source, target, _only(names), _only(genders)))
        yield read[-1]
    if not read:
        raise InputError("pair.none", "the file has no pairs", file=path)
    _check_languages(path, read, language)
    _check_genders(path, read, language)


def _check_languages(path: str | os.PathLike[str], pairs: Sequence[Pair], language: str) -> None:
    """Raise InputError where a side is plainly in another language than it should be."""
    sources, targets = ([pair[side] for pair in pairs] for side in (0, 1))
    for name, code, lines in (("English", "en", sources), ("translated", language, targets)):
        judged = count_languages(map(str, lines))
        found = judged.language
        if found is not None and found != code in NAMES and judged.decided >= _LEAST:
            raise InputError(
                "pair.side-in-other-language",
                f"the {name} side looks like {NAMES[found]}: {judged.languages[found]} of "
                f"{len(lines)} lines",
                file=path,
                hint=f"a line is English|translation ({language}); are the sides swapped?",
            )


def _check_genders(path: str | os.PathLike[str], pairs: Sequence[Pair], language: str) -> None:
    """Raise InputError where neighbours "his" and "her" have each other's translations."""
    rows = []
    for neighbours in pairwise(pairs):
        targets = {pair.gender: pair.target for pair in neighbours}
        if {*targets} == {*GENDERS} and len({pair.profession for pair in neighbours}) == 1:
            rows.append((targets["Fem"], targets["Masc"]))
    if are_exchanged(rows, language):
        raise InputError(
            "pair.genders-swapped",
            "the translations of masculine and feminine sentences are swapped",
            file=path,
            hint="most words that differ have feminine endings where the English has a man",
        )


def write_handcrafted(outputs: Sequence[str], pairs: Sequence[Pair]) -> int:
    """Write pairs with the ids 1, 2, ... to .parquet, .tsv or two text files; return how many."""
    columns = [range(1, len(pairs) + 1), *zip(*pairs, strict=True)]
    arrays = [
        column_of(list(cells), field.type) for cells, field in zip(columns, SCHEMA, strict=True)
    ]
    return write_pairs(outputs, SCHEMA, [pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)])


def _is_tokenised(text: str) -> bool:
    return text[-2:-1] == " " and not text[-1].isalnum()


def _only(values: set[str]) -> str:
    """Return the value of a set of one, "" for none or several."""
    return next(iter(values)) if len(values) == 1 else ""
