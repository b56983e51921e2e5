"""English in the other gender, and translations in a gender that is asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.cli.intervention import (
    AgreementLexicon,
    Method,
    ModelName,
    load_model,
    set_threads,
)
from cdaflow.cli.options import EnglishLists
from cdaflow.io.config_files import WORDLISTS, find
from cdaflow.io.files import write_lines
from cdaflow.languages import check_written
from cdaflow.option_types import (
    Folder,
    Input,
    Language,
    Output,
    OutputPath,
    Threads,
    Value,
    Without,
    any_gender,
)
from cdaflow.progress import progress
from cdaflow.wordlists import wordlist
from cdaflow.wordlists.english_lists import read_names

if TYPE_CHECKING:
    from cdaflow.rewriting.english import English
    from cdaflow.rewriting.rewriter import Rewriter
    from cdaflow.rewriting.swapper import Swapper


@dataclass(frozen=True)
class Swap:
    """Swap of the English.

    Attributes:
        nouns: gendered nouns: kept; swapped (man, queen, waitress) except masculine nouns that also
            refer to women (actor, waiter); or all swapped
        names: also swap given names, by this table: masculine and feminine, separated by a tab, one
            pair a line
    """

    nouns: Literal["none", "marked", "all"] = "none"
    names: Path | None = None
    lists: Annotated[EnglishLists, Without("professions", "persons")] = EnglishLists()

    def swapper(self) -> Swapper:
        """Return the swap that is asked for."""
        from cdaflow.rewriting.swapper import Swapper

        return Swapper(
            self.lists.read_pronouns(),
            None if self.nouns == "none" else self.lists.read_nouns(),
            epicene=self.nouns == "all",
            names=read_names(self.names) if self.names else None,
        )


def swap(
    input: Input = "-",
    /,
    *,
    output: Output = "-",
    trees: Path | None = None,
    column: str = "source",
    swap: Swap = Swap(),
) -> str:
    """Write English sentences with the pronouns of the other gender.

    He and she, him, his, her, hers, himself and herself are swapped, with their capitals; nothing
    else changes by default. With trees, their tags decide whether her becomes him or his; without,
    the neighbouring words do.

    Args:
        input: text, one sentence a line (the output is the swapped text, line by line), or .tsv or
            .parquet with the column source (the output has all columns and
            counterfactual_source); default: the standard input
        output: default: the standard output
        trees (TREES.conllu): trees of the sentences, in order: cdaflow trees annotate --lang en
        column (NAME): the column with the English
    """
    from cdaflow.rewriting.swapper import swap_file

    tally = swap_file(input, output, swap.swapper(), trees=trees, column=column)
    kinds = ", ".join(f"{count} {kind}s" for kind, count in sorted(tally.changes.items()))
    return f"{tally.sentences} sentences, {tally.changed} changed ({kinds or 'nothing'})"


def read_english(lists: EnglishLists) -> English:
    """Return what is known of English, by the lists that the options name."""
    from cdaflow.rewriting.english import English, read_english_persons

    return English(
        lists.read_pronouns(),
        lists.read_nouns(),
        lists.read_professions(),
        read_english_persons(wordlist(lists.persons, "persons.en.tsv")),
        read_english_persons(wordlist(None, "demonyms.en.tsv")),
    )


def rewriter_of(
    lang: str, model: str, lists: EnglishLists, method: Method, lexicon: AgreementLexicon
) -> Rewriter:
    """Return the rewriter of the options; the word lists of cdaflow are the least lexicon."""
    from cdaflow.rewriting.english import read_names_of_persons
    from cdaflow.rewriting.rewriter import Rewriter

    lexicon = lexicon.with_default_lists(lang)
    if (demonyms := find(WORDLISTS, f"demonyms.{lang}.tsv")) is not None:
        lexicon = replace(lexicon, word_list=[*lexicon.word_list, demonyms])
    if method.method_file is None and method.determiners is None:
        method = replace(method, determiners="all")
    pipeline = method.pipeline(load_model(model, lang), lexicon.words(lang))
    return Rewriter(pipeline, read_english(lists), read_names_of_persons(lexicon.word_list))


def rewrite(
    *,
    lang: Language,
    to: Annotated[Literal["Fem", "Masc"], Value(any_gender("Fem", "Masc"))],
    english: Path | None = None,
    target: Path | None = None,
    models: Folder | None = None,
    english_trees: Path | None = None,
    target_trees: Path | None = None,
    model: ModelName = "base",
    lists: EnglishLists = EnglishLists(),
    method: Method = Method(),
    lexicon: AgreementLexicon = AgreementLexicon(),
    threads: Threads = 1,
    output: OutputPath,
    reasons: OutputPath | None = None,
) -> str:
    """Rewrite translations in another gender, where the English leaves it open.

    Every person whose gender the English leaves open gets the requested one. Each line of the
    output is the rewrite, or empty if no gender is open, nothing changes or a form is uncertain;
    `cdaflow score gate` reads it. Word lists and method are those of `cdaflow alternatives rewrite`
    where none are given; treebanks and lexicons extend the lists.

    Args:
        to: the requested gender (or f, m, ...)
        english (TXT): the sources, one a line, with --models
        target (TXT): their translations, one a line, with --models
        models: models that parse both sides
        english_trees (CONLLU): trees of the sources, in order
        target_trees (CONLLU): trees of the translations, in order
        output (TXT): the rewrites
        reasons (TSV): why a line has no rewrite: line, cause, detail
    """
    from cdaflow.rewriting.rewriter import read_pairs, reason_lines, rewrites

    check_written(lang)
    set_threads(threads)
    rewriter = rewriter_of(lang, model, lists, method, lexicon)
    total, pairs = read_pairs(
        lang,
        texts=(english, target),
        trees=(english_trees, target_trees),
        models=models,
        threads=threads,
    )
    made = rewrites(pairs, rewriter, to)
    found = list(progress(made, "rewrite", total=total, unit="sentence"))
    write_lines(output, (rewritten.text for rewritten in found))
    if reasons is not None:
        write_lines(reasons, reason_lines(found))
    causes = Counter(rewritten.cause for rewritten in found)
    offered = causes.pop("", 0)
    counts = ", ".join(f"{cause} {count}" for cause, count in sorted(causes.items()))
    return f"{output}: {offered} of {len(found)} rewritten ({counts or 'all'})"
