"""Sentences about professions, one of a man and one of a woman each: the handcrafted data set.

The set of Naik et al. 2023 (section 4.4) is that of Saunders and Byrne (2020, ACL): each
profession in a sentence with "his" and in the same one with "her". Here it is made from word
lists and templates, or read from a file in their format.

A template is a row of `templates.<language>.tsv`. Its words have blanks between; "his/her" is
what men and women get, `{noun}` the profession. Words are written in full, and those that change
beside the noun carry their part of speech, so that the rules of the language put them right:
"la lettera di:ADP il/la:DET {noun}" gives "la lettera dello storico" and "la lettera dell'attrice".
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.columns import column_of
from cdaflow.io.files import read_lines, read_table
from cdaflow.io.pairs import write_pairs
from cdaflow.langid import NAMES, count_languages
from cdaflow.languages import get
from cdaflow.languages.contrast import are_exchanged
from cdaflow.rewriting.professions import ProfessionFinder
from cdaflow.rewriting.pronoun_scan import PronounScan
from cdaflow.trees import Sentence, Token
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


def read_nouns(english: str | os.PathLike[str], target: str | os.PathLike[str]) -> dict[str, Nouns]:
    """Return the nouns of professions.tsv and professions.<language>.tsv, by profession.

    The first row of a profession that has both genders counts; professions without one are left
    out. Raises InputError where a list is at fault or no profession is left.
    """
    feminine = {
        row["profession"]: row["feminine"].strip() or row["profession"]
        for _, row in read_table(english, ("profession", "feminine"))
    }
    nouns: dict[str, Nouns] = {}
    for row in read_person_rows(target):
        forms = row.forms["masculine"], row.forms["feminine"]
        # One gender for everybody, or no noun at all.
        unfit = bool(row.note.fixed) or "pronoun" in row.note.marks
        if row.name in feminine and row.name not in nouns and all(forms) and not unfit:
            nouns[row.name] = Nouns((row.name, feminine[row.name]), forms)
    if not nouns:
        raise InputError(
            f"no profession of {os.fspath(english)} has a masculine and a feminine form here",
            file=target,
        )
    return nouns


def generate(
    nouns: Mapping[str, Nouns], templates: Sequence[Template], seed: int, *, all_templates: bool
) -> Iterator[Pair]:
    """Yield for each profession a sentence of a man and the same of a woman, side by side.

    The template is sampled by `seed` and the profession, so that it stays the same when others come
    or go; or each template is taken. Only templates count that show the gender in the translation
    ("l'architecte a perdu ses clés" does not).
    """
    for name, (english, target) in nouns.items():
        fit: list[tuple[Pair, ...]] = []
        for template in templates:
            pairs = tuple(
                Pair(*template.fill((english[index], target[index]), gender), name, gender)
                for index, gender in enumerate(GENDERS)
            )
            if pairs[0].target != pairs[1].target:
                fit.append(pairs)
        if fit and not all_templates:
            fit = [random.Random(f"{seed}:{name}").choice(fit)]
        for pairs in fit:
            yield from pairs


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
        raise InputError("the file has no pairs", file=path)
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


_NOUN = "{noun}"

#: Parts of speech that a word of a template may carry, with their relation to the noun.
_RELATIONS = {"DET": "det", "ADP": "case", "ADJ": "amod"}

#: Marks that may stand behind a word.
_MARKS = ".,;:?!"


@dataclass(frozen=True)
class Template:
    """A sentence with a place for a noun, in English and in the language `language`."""

    name: str
    language: str
    english: str
    target: str

    def fill(self, nouns: tuple[str, str], gender: str) -> tuple[str, str]:
        """Return the sentence in English and the language, for a person of a gender (Masc, Fem).

        `nouns`: the profession in English and in the language, in the form of that gender.
        """
        return (
            _filled(self.english, "en", nouns[0], gender),
            _filled(self.target, self.language, nouns[1], gender),
        )


def read_templates(language: str, path: str | os.PathLike[str] | None = None) -> list[Template]:
    """Return the templates of a table, or those of cdaflow for a language.

    Columns: name, english, target. Raises ConfigError where cdaflow has none for the language,
    InputError where a row is at fault: a duplicated name, a side without `{noun}` or with
    several, a word with more than two variants or an unknown part of speech, an English side that
    is the same for both genders.
    """
    if path is None:
        path = Path(__file__).with_name(f"templates.{language}.tsv")
        if not path.is_file():
            raise ConfigError(
                f"there are no templates for the language {language!r}",
                hint="write a table with the columns name, english, target: --templates FILE",
            )
    templates: dict[str, Template] = {}
    for number, row in read_table(path, ("name", "english", "target")):
        if not any(cell.strip() for cell in row.values()):
            continue
        template = Template(row["name"], language, row["english"], row["target"])
        fault = _fault(template)
        if template.name in templates:
            fault = f"the name {template.name!r} is duplicated"
        if fault:
            raise InputError(fault, file=path, line=number)
        templates[template.name] = template
    if not templates:
        raise InputError("there is no template below the header", file=path)
    return list(templates.values())


def _fault(template: Template) -> str | None:
    """Return what is wrong with a template, None where nothing is."""
    for column, text in (("english", template.english), ("target", template.target)):
        words = [word.rstrip(_MARKS) for word in text.split()]
        if words.count(_NOUN) != 1:
            return f"{column}: expected one {_NOUN} that is a word of its own: {text!r}"
        for word in words:
            variants, _, upos = word.partition(":")
            if upos and upos not in _RELATIONS:
                known = ", ".join(_RELATIONS)
                return f"{column}: {word!r} has the part of speech {upos!r}; there are {known}"
            if variants.count("/") > 1 or not all(variants.split("/")):
                return f"{column}: {word!r} is no word, nor two with / between (Masc/Fem)"
    masculine, feminine = (_filled(template.english, "en", "person", gender) for gender in GENDERS)
    if masculine == feminine:
        return f"english: nothing tells the gender, such as his/her: {template.english!r}"
    return None


def _filled(text: str, language: str, noun: str, gender: str) -> str:
    """Return one side of a template as it is written."""
    tokens: list[Token] = []
    of_noun: list[int] = []
    for word in text.split():
        core = word.rstrip(_MARKS)
        marks = word[len(core) :]
        if core == _NOUN:
            head = len(tokens) + 1
            tokens += _noun_tokens(noun, gender, head)
            # Det, preposition and adjective belong to the next noun.
            for index in of_noun:
                tokens[index] = tokens[index].changed(head=head)
            of_noun = []
        else:
            variants, _, upos = core.partition(":")
            masculine, _, feminine = variants.partition("/")
            form = (feminine or masculine) if gender == "Fem" else masculine
            if upos in _RELATIONS:
                of_noun.append(len(tokens))
            relation = _RELATIONS.get(upos, "dep")
            tokens.append(Token(len(tokens) + 1, form, form.lower(), upos or "X", deprel=relation))
        if marks:
            tokens[-1] = tokens[-1].changed(misc={"SpaceAfter": "No"})
            tokens.append(Token(len(tokens) + 1, marks, marks, "PUNCT", deprel="punct"))
    surface = get(language).apply_contractions(tokens)
    written = Sentence(surface.tokens, surface.multiwords).text.strip()
    return written[:1].upper() + written[1:]


def _noun_tokens(noun: str, gender: str, head: int) -> list[Token]:
    """Return the words of a noun; the first is the noun, the rest hangs on it."""
    first, *rest = noun.split(" ")
    feats = {"Gender": gender, "Number": "Sing"}
    tokens = [Token(head, first, first.lower(), "NOUN", feats)]
    for number, word in enumerate(rest, head + 1):
        tokens.append(Token(number, word, word.lower(), "X", head=head, deprel="flat"))
    return tokens
