"""Gender alternatives by a model that reads genders as tags: its options, and the lattice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.alternatives.sentences import Inputs, Texts, read_pairs, read_texts
from cdaflow.alternatives.structures import Entity, read_alternatives
from cdaflow.cli.decoders import CTranslate2
from cdaflow.cli.intervention import AgreementLexicon
from cdaflow.cli.options import EnglishLists
from cdaflow.cli.rewriting import read_english
from cdaflow.option_types import Folder, Positive, UsageError, Value
from cdaflow.rewriting.readings import with_readings

if TYPE_CHECKING:
    from cdaflow.alternatives.lattice import Lattice
    from cdaflow.alternatives.lattice_making import Search
    from cdaflow.alternatives.making import Made
    from cdaflow.alternatives.tagging.tags import Tagger
    from cdaflow.rewriting.heads import OpenBy

#: What makes the translations: the field, a search among inflections, or both.
By = Literal["mrf", "lattice", "mrf+lattice"]


@dataclass(frozen=True)
class TaggedModel:
    """Model that reads genders as tags, with --by lattice and mrf+lattice.

    Attributes:
        tagged_model: the folder of a model trained on `cdaflow dataset tagged`
        beam: hypotheses of the search
        most_scores: beginnings of a translation that are scored at most; until then the search is
            exact
        inflections (FILE.jsonl): alternatives, whose structures extend the list of inflections
        gpus: numbers of the GPUs of the model (default: CPU)
    """

    tagged_model: Folder | None = None
    beam: Positive = 5
    most_scores: Positive = 1000
    inflections: Sequence[Path] = ()
    gpus: Annotated[Sequence[int], Value(may_be_empty=True)] = ()
    ctranslate2: CTranslate2 = CTranslate2()

    def search(self, lang: str, threads: int) -> Search:
        """Return the search by the model in a language; UsageError where none is given."""
        from cdaflow.alternatives.lattice_making import PrefixScorer, Search
        from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder
        from cdaflow.nmt.layouts import for_language
        from cdaflow.nmt.model import load_model

        if self.tagged_model is None:
            raise UsageError(
                "option.lattice-without-model",
                "a lattice is searched with a model: give --tagged-model",
            )
        decoder = CTranslate2Decoder(
            threads=threads,
            gpus=self.gpus,
            converted=self.ctranslate2.ct2_dir,
            compute_type=self.ctranslate2.compute_type,
        )
        scorer = PrefixScorer(for_language(load_model(self.tagged_model), lang), decoder)
        return Search(scorer, self.beam, self.most_scores)


def made_by_lattice(
    inputs: Inputs,
    lang: str,
    tagged: TaggedModel,
    lexicon: AgreementLexicon,
    *,
    lists: EnglishLists,
    by: OpenBy,
    tagger: Tagger | None,
    nobody: bool,
    shard: tuple[int, int] | None,
    threads: int,
) -> tuple[int, Iterator[Made]]:
    """Return the number of sentences and what is offered for each, by the lattice alone.

    With trees the list of inflections also has what the inflection model makes of their words.
    """
    from cdaflow.alternatives.inflections import Inflections, inflected_pairs, structure_pairs
    from cdaflow.alternatives.lattice_making import make_by_lattice
    from cdaflow.rewriting.heads import Head, people

    search = tagged.search(lang, threads)
    words = lexicon.words(lang)
    inflector = None if words is None else words.inflector
    pairs_of = (
        pair for path in tagged.inflections for pair in structure_pairs(read_alternatives(path))
    )
    inflections = Inflections(lang, None if inflector is None else inflector.lexicon, pairs_of)

    def with_trees() -> Iterator[tuple[Texts, Lattice]]:
        english = read_english(lists)
        for pair in pairs:
            known = inflections
            if inflector is not None:
                known = inflections.with_pairs(inflected_pairs(inflector, [pair.target]))
            heads = pair.heads
            if by == "both" and heads is not None:
                marked = [Head(e.start, e.end, e.label, e.probability) for e in heads]
                tree = with_readings(pair.english, pair.english.text, english.pronouns)
                found = people(tree, english, marked, by).heads
                heads = [Entity(h.start, h.end, h.label, h.probability) for h in found]
            text = pair.target.text
            texts = Texts(pair.source, text, () if nobody else heads)
            yield texts, known.lattice(text)

    if inputs.has_trees:
        total, pairs = read_pairs(inputs, lang, tagger=tagger, shard=shard, threads=threads)
        return total, make_by_lattice(with_trees(), search)
    total, sentences = read_texts(inputs, lang, tagger=tagger, shard=shard)
    if nobody:
        sentences = (each._replace(heads=()) for each in sentences)
    made = make_by_lattice(((each, inflections.lattice(each.target)) for each in sentences), search)
    return total, made
