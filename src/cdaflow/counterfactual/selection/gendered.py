"""The gendered subset of a corpus (Naik et al. 2023, section 4.1), in two stages.

`GenderedSelector` needs no annotator. Batch by batch: the pronoun first, since it drops nearly all
pairs and Arrow finds it in whole columns; then the profession. In plain English (ASCII without a
hyphen, with nothing doubtful at a pronoun) Arrow's regular expressions find the same words as the
rules on single sentences (`PronounScan.find`, `ProfessionFinder.find`), and bytes are characters;
the few other sentences are looked at one by one. So the funnel knows gender and profession of what
the later filters drop.

`TaggedSelector` needs trees: the profession must be tagged as a noun, since "patient" or "general"
are adjectives and "cook" is a verb as well, and nothing in the English may be a proper noun.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cdaflow.counterfactual.selection.form import Numbers, Truths, form_faults
from cdaflow.counterfactual.selection.funnel import Selector
from cdaflow.counterfactual.selection.limits import Limits, TagLimits
from cdaflow.errors import InputError
from cdaflow.io.columns import take, truths_of
from cdaflow.rewriting.professions import ProfessionFinder, ProfessionMatch
from cdaflow.rewriting.pronoun_scan import FEMININE, MASCULINE, Found, PronounScan
from cdaflow.rewriting.readings import pronoun_reading
from cdaflow.syntax.tree import TreesOfTexts, WordSpan, word_at
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import EnglishProfessions, GenderedPronouns

#: The gender of pronouns by their bits in `Found.genders`.
_GENDERS = {0: "", MASCULINE: "Masc", FEMININE: "Fem", MASCULINE + FEMININE: ""}


class GenderedSelector(Selector):
    """The filters that need no trees.

    `columns` hold characters of the English, from 0, ends excluded; `pronoun` is the first one, in
    lower case.
    """

    stage = ("pronoun", "profession", "length", "ratio", "wellformed")
    columns = (
        pa.field("profession", pa.string(), nullable=False),
        pa.field("profession_number", pa.string(), nullable=False),
        pa.field("profession_start", pa.int32(), nullable=False),
        pa.field("profession_end", pa.int32(), nullable=False),
        pa.field("pronoun", pa.string(), nullable=False),
        pa.field("pronoun_start", pa.int32(), nullable=False),
        pa.field("gender", pa.string(), nullable=False),
    )

    def __init__(
        self,
        pronouns: GenderedPronouns,
        professions: EnglishProfessions,
        limits: Limits | None = None,
    ) -> None:
        self.limits = limits or Limits()
        super().__init__(asdict(self.limits))
        self._scan = PronounScan(pronouns)
        if self.limits.plurals == "ignore":
            professions = {k: p for k, p in professions.items() if p.number == "Sing"}
        self._finder = ProfessionFinder(professions)

    def filter_batch(self, batch: pa.RecordBatch) -> Iterator[tuple[int, tuple[object, ...]]]:
        """Yield the pairs of a batch that pass, in order; see `Selector`.

        Raises InputError where source or target have a null.
        """
        source, target = batch.column("source"), batch.column("target")
        if source.null_count or target.null_count:
            raise InputError(
                "pair.side-missing", "a pair lacks one of its sides (a null in source or target)"
            )
        found = self._scan.scan(source)
        rows = self._with_pronoun(found)
        has_profession = self._finder.may_have(take(source, rows))
        self._drop_by_gender("profession", "none", found.genders[rows[~has_profession]])
        rows = rows[has_profession]
        english = take(source, rows)
        faults = form_faults(self.limits, english, take(target, rows)).named()
        matches = self._matches(english, found, rows)
        for row, fault, match in zip(rows.tolist(), faults, matches, strict=True):
            professions, pronoun, start = match
            gender = self._scan.gender(pronoun)
            if len(professions) != 1:
                self.funnel.drop("profession", "several" if professions else "none", gender)
                continue
            (profession,) = professions
            if profession.number == "Plur" and self.limits.plurals != "take":
                self.funnel.drop("profession", "plural", gender, profession.name)
            elif fault is not None:
                self.funnel.drop(*fault, gender, profession.name)
            else:
                self.funnel.keep(gender, profession.name)
                noun = profession.name, profession.number, profession.start, profession.end
                yield row, (*noun, pronoun, start, gender)

    def _with_pronoun(self, found: Found) -> Numbers:
        """Return the rows with pronouns as wanted, and count the others."""
        none = found.count == 0
        several = found.count > self.limits.max_pronouns
        mixed = ~several & (found.genders == MASCULINE + FEMININE)
        for why, which in (("none", none), ("several", several), ("both genders", mixed)):
            self._drop_by_gender("pronoun", why, found.genders[which])
        return np.flatnonzero(~(none | several | mixed))

    def _drop_by_gender(self, name: str, why: str, bits: Numbers) -> None:
        for code, gender in _GENDERS.items():
            self.funnel.drop(name, why, gender, count=int((bits == code).sum()))

    def _matches(
        self, english: pa.StringArray, found: Found, rows: Numbers
    ) -> Iterator[tuple[list[ProfessionMatch], str, int]]:
        """Yield for each sentence its professions, its first pronoun and where that begins."""
        plain = is_plain(english) & found.sure[rows]
        in_plain = self._finder.only_in_plain(take(english, np.flatnonzero(plain)))
        columns = (plain.tolist(), found.form[rows].tolist(), found.start[rows].tolist())
        for text, simple, form, start in zip(english.to_pylist(), *columns, strict=True):
            if not simple:
                pronoun = next(self._scan.find(text))
                yield self._finder.find(text), pronoun.form, pronoun.start
                continue
            only = next(in_plain)
            yield [only] if only else self._finder.find(text), self._scan.forms[form], start


def is_plain(column: pa.StringArray) -> Truths:
    """Return which sentences are plain, but for their pronouns; shape (N,)."""
    return truths_of(
        pc.and_not(pc.string_is_ascii(column), pc.match_substring(column, pattern="-"))
    )


_ANNOTATE = "annotate the column source of this very file: cdaflow trees annotate"


class TaggedSelector(Selector):
    """The filters that need trees.

    `trees`: one of the English of each pair, in order, `sent_id` being its id. `columns` hold ids
    of words of the tree (of a profession with several words the last, its head), and the case of
    the pronoun ("her": object or possessive).
    """

    stage = ("noun", "proper")
    columns = (
        pa.field("profession_token", pa.int32(), nullable=False),
        pa.field("pronoun_token", pa.int32(), nullable=False),
        pa.field("pronoun_case", pa.string(), nullable=False),
    )
    needed = (
        "id", "source", "target", "profession", "profession_end", "pronoun_start", "gender",
    )  # fmt: skip

    def __init__(
        self, pronouns: GenderedPronouns, trees: Iterable[Sentence], limits: TagLimits | None = None
    ) -> None:
        self.limits = limits or TagLimits()
        super().__init__(asdict(self.limits))
        self._pronouns = pronouns
        self._trees = TreesOfTexts(trees, "the pair", _ANNOTATE)

    def filter_batch(self, batch: pa.RecordBatch) -> Iterator[tuple[int, tuple[object, ...]]]:
        """Yield the pairs of a batch that pass, in order; see `Selector`.

        Raises InputError where the trees are of other texts, or fewer.
        """
        for row, pair in enumerate(batch.select(self.needed).to_pylist()):
            cells = self._filter_pair(pair, *self._trees.next(pair["source"], pair["id"]))
            if cells is not None:
                yield row, cells

    def select(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the pairs that pass; InputError where there are more trees than pairs."""
        yield from super().select(batches)
        self._trees.finish()

    def _filter_pair(
        self, pair: dict[str, Any], tree: Sentence, words: Sequence[WordSpan]
    ) -> tuple[object, ...] | None:
        """Return the cells of COLUMNS, or None, having counted why the pair is dropped."""
        text, gender, profession = pair["source"], pair["gender"], pair["profession"]
        noun = word_at(words, pair["profession_end"] - 1)
        pronoun = word_at(words, pair["pronoun_start"])
        if noun is None or pronoun is None:
            raise InputError(
                "pair.no-word-at-span",
                f"no word at the characters of profession or pronoun in the pair {pair['id']}, "
                f"{text!r}",
                hint="the pairs were changed since they were selected: select them again",
            )
        if self.limits.noun and noun.upos != "NOUN":
            self.funnel.drop("noun", noun.upos, gender, profession)
            return None
        if not self.limits.proper_nouns and any(t.upos == "PROPN" for t in tree.tokens):
            self.funnel.drop("proper", "PROPN", gender, profession)
            return None
        self.funnel.keep(gender, profession)
        # A tree may have a quote in the same word ('She), so the place is that of the pair.
        start = pair["pronoun_start"]
        return noun.id, pronoun.id, pronoun_reading(self._pronouns, text, start, words).case
