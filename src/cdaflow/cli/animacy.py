"""Nouns of persons from lexicons, to be reviewed (Zmigrod et al. 2019, section 5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cdaflow.alignment.words import splitter
from cdaflow.errors import InputError
from cdaflow.io.files import tsv_lines, write_lines
from cdaflow.option_types import Language, OutputPath, UsageError, Value
from cdaflow.syntax.names import inanimate_nouns
from cdaflow.wordlists.evidence import Sources, group, weigh
from cdaflow.wordlists.gazetteer import (
    covered,
    listed_pairs,
    read_sheet,
    translate,
    write_sheet,
    write_word_list,
)
from cdaflow.wordlists.pairing import (
    Candidate,
    add_forms,
    find_pairs,
    made_feminines,
    read_derived_nouns,
    read_nouns,
)
from cdaflow.wordlists.published import read_published
from cdaflow.wordlists.wordnet import WordNet, read_omw, read_wordnet

_Sheet = Annotated[Path, Value(metavar="SHEET.tsv", file="input")]
_Lists = Annotated[
    Sequence[Path],
    Value(metavar="TSV", help="lists of persons, such as config/wordlists/persons.es.tsv"),
]


def candidates(
    *,
    lexicon: Annotated[Sequence[Path], Value(metavar="FILE", help="UniMorph tables")],
    lang: Language,
    word_list: _Lists = (),
    wordnet: Annotated[Path | None, Value(metavar="DIR")] = None,
    omw: Annotated[Path | None, Value(metavar="TAB")] = None,
    derivations: Annotated[Path | None, Value(metavar="FILE")] = None,
    parallel: Annotated[Path | None, Value(metavar="FILE")] = None,
    output: OutputPath,
) -> str:
    """Write a review sheet of nouns that a lexicon has in both genders, the surest first.

    Animals and some things are among them: read the sheet, and write yes or no in the column
    verdict. The word lists of config/wordlists stay the default of all commands.

    Args:
        word_list: known nouns of persons: they come first, and their endings are learned
        wordnet: folder of WordNet's data.noun and index.noun (Debian: wordnet-base)
        omw: nouns of the language in Open Multilingual Wordnet, with --wordnet
        derivations: derivations of UniMorph, whose nouns are paired by their endings
        parallel: English and the language (.parquet with source and target, or TSV): counts of
            forms, and with --wordnet what the English noun beside a candidate names
        output (SHEET.tsv): lemma, the four forms, the empty columns verdict and note, and score,
            count, pairing and evidence
    """
    if omw is not None and wordnet is None:
        raise UsageError(
            "option.omw-without-wordnet",
            "--omw requires --wordnet, which has the nouns for persons",
        )
    nouns = read_nouns(lexicon)
    if derivations is not None:
        nouns = add_forms(nouns, sorted(read_derived_nouns(derivations)))
    english = None if wordnet is None else read_wordnet(wordnet)
    persons = set[str]()
    if omw is not None and english is not None:
        synsets = read_omw(omw)
        persons = {word for synset in english.below("person") for word in synsets.get(synset, ())}
        nouns = add_forms(nouns, sorted(persons))
    listed = listed_pairs(word_list)
    pairs = find_pairs(nouns, lang)
    if not pairs:
        raise InputError(
            "lexicon.no-nouns-of-both-genders",
            "the lexicons have no nouns of both genders",
            hint="give UniMorph tables whose nouns have MASC and FEM, such as spa.freeling.tsv.gz",
        )
    things = {form for form, _ in inanimate_nouns(lang)}
    pairs += made_feminines(nouns, pairs, listed)
    sources = Sources(listed, things, persons)
    if parallel is not None:
        sources = _with_text(sources, pairs, parallel, lang, english)
    return f"{output}: {write_sheet(output, weigh(pairs, nouns, sources))} candidates"


def _with_text(
    sources: Sources,
    pairs: Sequence[Candidate],
    parallel: Path,
    lang: str,
    english: WordNet | None,
) -> Sources:
    """Return the sources of evidence with counts and translations of parallel text."""
    from cdaflow.alignment.aligners import read_pairs

    groups: dict[str, list[str]] = {}
    for pair in pairs:
        for form in {form for form in pair.forms.values() if form}:
            groups.setdefault(form, []).append(group(pair))
    counts: Counter[str] = Counter()
    lines = []
    for source, target in read_pairs(parallel, splitter("en"), splitter(lang)):
        words = [word for word in map(str.lower, target) if word in groups]
        counts.update(words)
        if words:
            lines.append(([word.lower() for word in source], words))
    if english is None:
        return replace(sources, counts=counts)
    kind = english.kind
    best = translate(lines, groups, lambda word: bool(kind(word)))
    translations = {name: (noun, kind(noun)) for name, noun in best.items()}
    return replace(sources, counts=counts, translations=translations)


def gazetteer(sheet: _Sheet, /, *, output: OutputPath) -> str:
    """Write the reviewed nouns of persons of a sheet as a word list.

    Args:
        sheet: sheet of `cdaflow animacy candidates`, with verdicts
        output (TSV): a list as config/wordlists/persons.es.tsv, for every --word-list
    """
    accepted, others = write_word_list(output, read_sheet(sheet))
    return f"{output}: {accepted} nouns; {others} rows without a yes left out"


def coverage(
    sheet: Annotated[Path | None, Value(metavar="SHEET.tsv", file="input")] = None,
    /,
    *,
    published: Path,
    word_list: _Lists = (),
    missing: OutputPath | None = None,
    reviewed: bool = False,
) -> str:
    """Count how many pairs of a published list are among candidates and word lists.

    Run it before the review, and do not consult the list while you review.

    Args:
        sheet: sheet of `cdaflow animacy candidates`
        published (TSV): English, feminine, masculine, such as the lists of biasCDA
        word_list: lists whose pairs count, too
        missing (TSV): write the pairs that are not found here
        reviewed: count rows of the sheet with the verdict yes alone
    """
    ours = listed_pairs(word_list)
    for candidate, verdict in read_sheet(sheet) if sheet is not None else ():
        if verdict == "yes" or not reviewed:
            ours.add(candidate.pair)
    covered_pairs, absent = covered(ours, read_published(published))
    if missing is not None:
        write_lines(missing, tsv_lines(("masculine", "feminine"), absent))
    total = len(covered_pairs) + len(absent)
    share = 100 * len(covered_pairs) / total
    return f"{len(covered_pairs)} of {total} pairs ({share:.1f} %) are among {len(ours)}"
