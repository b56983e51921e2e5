"""The options of the list of inflections of gender alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cdaflow.cli.options import LexiconFiles

if TYPE_CHECKING:
    from cdaflow.alternatives.inflections import Inflections


@dataclass(frozen=True)
class InflectionList(LexiconFiles):
    """List of inflections: words with their forms in another gender.

    Attributes:
        word_list (TSV): lists of persons (default: those of cdaflow in the language)
        treebank (CONLLU): trees whose words extend the list
        lexicon: lemma, form and UniMorph features, separated by tabs (also compressed)
        inflections (FILE.jsonl): alternatives, whose structures extend the list
    """

    inflections: Sequence[Path] = ()

    def read(self, language: str) -> Inflections:
        """Return the list of a language."""
        from cdaflow.alternatives.files import read_alternatives
        from cdaflow.alternatives.inflections import Inflections, structure_pairs
        from cdaflow.inflection.lexicon import Lexicon

        files = self.with_default_lists(language)
        pairs = [
            pair for path in self.inflections for pair in structure_pairs(read_alternatives(path))
        ]
        return Inflections(language, Lexicon(files.entries(language)), pairs)
