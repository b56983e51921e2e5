"""The embedded corpus: a small grammar with its own right answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cdaflow.demo import Sizes
from cdaflow.demo.alternatives import write_alternatives
from cdaflow.demo.corpus import Corpus, load_corpus
from cdaflow.option_types import Folder, Language, Positive, Seed, exclusive

Part = Literal["parallel", "treebanks", "challenge"]


@exclusive("languages", "only", required=True)
@dataclass(frozen=True)
class Options:
    """What decides on the sentences, and the folder.

    Attributes:
        languages: target languages, among es, fr and it; English is also written
        only: write the files of this language alone, en or one of these; needs the word lists of
            English and of this language
        stereotypes (TSV): columns profession, feminine_share: how often a person of this profession
            is a woman in the text
        wordlists: the folder with professions.tsv and professions.LANG.tsv
        shares (TSV): columns construction, weight: how often each is sampled (default: the
            grammar's own)
        output_dir: the folder to write
    """

    stereotypes: Path
    wordlists: Folder
    output_dir: Folder
    languages: Sequence[Language] = ()
    only: Language | None = None
    shares: Path | None = None
    sizes: Sizes = Sizes()
    seed: Seed = 1

    def corpus(self) -> Corpus:
        """Return the embedded corpus that the options ask for."""
        languages = [self.only] if self.only else ["en", *self.languages]
        return load_corpus(
            list(dict.fromkeys(languages)),
            self.wordlists,
            self.stereotypes,
            self.sizes,
            self.seed,
            self.shares,
        )

    def report(self, what: str, corpus: Corpus) -> str:
        """Return what was written."""
        return f"wrote {what} of {', '.join(corpus.languages)} to {self.output_dir}"


def write(
    *, options: Options, parts: Sequence[Part] = ("parallel", "treebanks", "challenge")
) -> str:
    """Write the parallel text, the treebanks and the challenge set.

    These are en-LANG/{train,dev,test}.tsv with their counterfactuals, treebanks/LANG/, and winomt/
    in the format of WinoMT. The same seed writes the same bytes, all at once or one by one.

    Args:
        parts: parts to write
    """
    corpus = options.corpus()
    corpus.write(options.output_dir, parts)
    return options.report("the embedded corpus", corpus)


def trees(*, options: Options) -> str:
    """Write the trees of the parallel text.

    The trees of both sides, as the grammar has them: LANG/{train,dev,test}.conllu.gz, one tree for
    each line of en-LANG/{train,dev,test}.tsv of `cdaflow demo write` with the same options.
    """
    corpus = options.corpus()
    corpus.write_trees(options.output_dir)
    return options.report("the trees", corpus)


def alternatives(*, options: Options) -> str:
    """Write the gender alternatives of the parallel text.

    For each line of en-LANG/{train,dev,test}.tsv of `cdaflow demo write` with the same options,
    LANG/{train,dev,test}.jsonl.gz has the translation in which every person whose gender the
    English leaves open is a man, with the words that change for women; .conllu.gz beside it has the
    trees of these translations. en/{train,dev,test}.jsonl.gz has the tags of the English: the
    head word of each person, and whether the gender is open.
    """
    corpus = options.corpus()
    write_alternatives(corpus, options.output_dir)
    return options.report("the gender alternatives", corpus)


def mono(
    *, options: Options, mono: Positive, mono_skew: float = 1.0, mono_first: float = 0.0
) -> str:
    """Write monolingual text.

    LANG.txt for English and each language: no English sentence is in the parallel text or the
    challenge set of `cdaflow demo write` with the same options, and no text is the translation of
    the English one.

    Args:
        mono: sentences of each language
        mono_skew: how far the shares of women follow the table: 1 exactly, 0.5 half way to one
            half, 0 always one half
        mono_first: how often "he" or "she" after two people may mean the first one: 0 never, as
            in the parallel text, 1 as often as the second
    """
    corpus = options.corpus()
    corpus.write_monolingual(options.output_dir, mono, mono_skew, mono_first)
    return options.report("monolingual text", corpus)
