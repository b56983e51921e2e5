"""Options that several groups of commands share, and what they name."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

from cdaflow.alternatives.structures import read_alternatives
from cdaflow.errors import ConfigError
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.sources import read_entries
from cdaflow.io.config_files import WORDLISTS, find
from cdaflow.languages import get
from cdaflow.option_types import GenderedList, OutputPath, ProfessionList, PronounList, Value
from cdaflow.wordlists import wordlist
from cdaflow.wordlists.english_lists import (
    EnglishProfessions,
    GenderedNouns,
    GenderedPronouns,
    read_english_professions,
    read_gendered_nouns,
    read_gendered_pronouns,
)

if TYPE_CHECKING:
    from cdaflow.alternatives.inflections import Inflections
    from cdaflow.tables.table import Table
    from cdaflow.text.duplicates import HeldOut


@dataclass(frozen=True)
class HeldOutFiles:
    """Held-out sentences: what has a side among these is dropped, and counted.

    Attributes:
        held_out: pairs: .parquet, or .tsv with a header (source and target, or SRC and REF)
        held_out_source: sentences of the source, one a line
        held_out_target: sentences of the target, one a line
        held_out_challenge: English sentences in the format of WinoMT
    """

    held_out: Sequence[Path] = ()
    held_out_source: Sequence[Path] = ()
    held_out_target: Sequence[Path] = ()
    held_out_challenge: Sequence[Path] = ()

    def read(self) -> HeldOut:
        """Return the digests of their sentences."""
        from cdaflow.text.duplicates import read_held_out

        return read_held_out(
            self.held_out, self.held_out_source, self.held_out_target, self.held_out_challenge
        )


@dataclass(frozen=True)
class EnglishLists:
    """Word lists of English.

    Attributes:
        persons: nouns of persons (default: config/wordlists/persons.en.tsv)
    """

    pronouns: PronounList | None = None
    gendered: GenderedList | None = None
    professions: ProfessionList | None = None
    persons: Path | None = None

    def read_pronouns(self) -> GenderedPronouns:
        """Return the gendered pronouns."""
        return read_gendered_pronouns(wordlist(self.pronouns, "pronouns.en.tsv"))

    def read_nouns(self) -> GenderedNouns:
        """Return the gendered nouns."""
        return read_gendered_nouns(wordlist(self.gendered, "gendered.en.tsv"))

    def read_professions(self) -> EnglishProfessions:
        """Return the nouns of professions."""
        return read_english_professions(wordlist(self.professions, "professions.tsv"))


@dataclass(frozen=True)
class LexiconFiles:
    """Lexicon: the forms of words, and which nouns have both genders.

    Attributes:
        word_list (TSV): lists of persons such as config/wordlists/professions.es.tsv; they come
            first
        treebank (CONLLU): trees whose words extend the lexicon
        lexicon: lemma, form and UniMorph features, separated by tabs (also compressed)
    """

    word_list: Sequence[Path] = ()
    treebank: Sequence[Path] = ()
    lexicon: Sequence[Path] = ()

    def __bool__(self) -> bool:
        return bool(self.word_list or self.treebank or self.lexicon)

    def with_default_lists(self, language: str) -> Self:
        """Return the same files with cdaflow's lists of persons where no list is given.

        Treebanks and lexicons extend these lists; they take the place of none.
        """
        if self.word_list:
            return self
        kinds = ("professions", "persons")
        paths = [find(WORDLISTS, f"{kind}.{language}.tsv") for kind in kinds]
        return replace(self, word_list=[path for path in paths if path is not None])

    def entries(self, language: str) -> list[Entry]:
        """Return the entries of all files, those of word lists first.

        Raises InputError for a file of another language.
        """
        listed = read_entries(word_lists=self.word_list, language=get(language), code=language)
        return listed + read_entries(self.treebank, self.lexicon, code=language)


def command_words(option: str, command: str, example: str) -> list[str]:
    """Return the words of the command of an option; ConfigError where it has none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ConfigError(
            "program.unclosed-quotes", f"{option} {command!r}: {error}", hint="close the quotes"
        ) from None
    if not words:
        raise ConfigError(
            "program.empty", f"{option} is empty", hint=f'for example {option} "{example}"'
        )
    return words


#: Files of scores, and what tables and figures ask beside them.
ScoreFiles = Annotated[Sequence[Path], Value(metavar="SCORES.json", help="WinoMT score files")]
Baseline = Annotated[
    str,
    Value(
        metavar="SYSTEM",
        help="the system with which all others are compared (default: the first of a language)",
    ),
]
SentenceFiles = Annotated[
    Sequence[Path],
    Value(
        metavar="SENTENCES.tsv",
        help="the sentences of each WinoMT score file, or of those of the trainings that are "
        "shown, in the same order",
    ),
]
LanguageLabels = Annotated[
    Sequence[str],
    Value(metavar="LANGUAGE", help="the language of each report, in the same order"),
]


@dataclass(frozen=True)
class TableFiles:
    """Files of the table.

    Attributes:
        output (TABLE.csv): the table
        markdown (TABLE.md): also as Markdown with a legend
        latex (TABLE.tex): also as LaTeX (booktabs)
    """

    output: OutputPath
    markdown: OutputPath | None = None
    latex: OutputPath | None = None

    def write(self, table: Table) -> None:
        """Write a table."""
        from cdaflow.tables.render import write_table

        write_table(table, self.output, self.markdown, self.latex)


@dataclass(frozen=True)
class InflectionList(LexiconFiles):
    """List of inflections: words with their forms in another gender.

    Attributes:
        word_list (TSV): lists of persons (default: the lists of cdaflow for the language)
        treebank (CONLLU): trees whose words extend the list
        lexicon: lemma, form and UniMorph features, separated by tabs (also compressed)
        inflections (FILE.jsonl): alternatives, whose structures extend the list
    """

    inflections: Sequence[Path] = ()

    def read(self, language: str) -> Inflections:
        """Return the list of a language."""
        from cdaflow.alternatives.inflections import Inflections, structure_pairs

        files = self.with_default_lists(language)
        pairs = [
            pair for path in self.inflections for pair in structure_pairs(read_alternatives(path))
        ]
        return Inflections(language, Lexicon(files.entries(language)), pairs)
