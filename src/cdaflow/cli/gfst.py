"""Gender-filtered self-training.

The method of Choubey et al. 2021.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow import languages
from cdaflow.cli.options import EnglishLists
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import write_json
from cdaflow.nmt.spm import read_subwords
from cdaflow.option_types import (
    Folder,
    Input,
    Language,
    Output,
    OutputPath,
    PairOutputs,
    Positive,
    ReportFile,
    Seed,
    Threads,
    Value,
    Without,
    any_gender,
    exclusive,
)
from cdaflow.progress import progress
from cdaflow.wordlists import wordlist

if TYPE_CHECKING:
    import pyarrow as pa

    from cdaflow.gfst.filtering import FilteredPairs
    from cdaflow.gfst.labelling import Labelled

#: The genders of sentences, as Choubey et al. write them.
Gender = Annotated[Literal["fem", "msc"], Value(any_gender("fem", "msc"))]
TextFiles = Annotated[
    Sequence[str],
    Value(
        metavar="FILE",
        file="input",
        help="English text: lines, .tsv or .parquet; .gz, .xz, .bz2 and .zst are decompressed",
    ),
]
GenderFiles = Annotated[Sequence[str], Value(metavar="FILE", file="input")]


@dataclass(frozen=True)
class Labels:
    """How sentences are labelled.

    Attributes:
        column (NAME): the column of English in TSV or Parquet (default: source, text or sentence);
            of TSV without a header its number (default: 1)
        threads: processes
    """

    column: str | None = None
    lists: Annotated[EnglishLists, Without("professions", "persons")] = EnglishLists()
    threads: Threads = 1

    def read(self, paths: Sequence[str]) -> Iterator[Labelled]:
        """Return the batches of files, with the labels of their sentences."""
        from cdaflow.gfst.labelling import label_batches, read_english

        batches = chain.from_iterable(read_english(path, self.column) for path in paths)
        return label_batches(
            progress(batches, "label", unit="block"),
            str(wordlist(self.lists.pronouns, "pronouns.en.tsv")),
            str(wordlist(self.lists.gendered, "gendered.en.tsv")),
            self.threads,
        )


def source(
    input: TextFiles,
    /,
    *,
    labels: Labels = Labels(),
    output: Output,
    gender: Gender | None = None,
    report: ReportFile | None = None,
) -> str:
    """Label English sentences by gender, or keep those of one gender.

    The labels are fem (a feminine pronoun, no masculine pronoun, no masculine word), msc (the
    reverse), mix (words of both genders) or none (no gendered pronoun). With --gender only the
    sentences of that label are written.

    Args:
        output: .parquet or .tsv: all columns, with the column label; else text: one label a line,
            or with --gender the sentences themselves
        gender: write only these sentences
        report: write the number of sentences by label here
    """
    from cdaflow.gfst.labelling import write_labelled

    counts = write_labelled(labels.read(input), output, gender).to_json()
    if report:
        write_json(report, counts)
    listed = ", ".join(f"{number:,} {label}" for label, number in counts["labels"].items())
    return f"{counts['sentences']:,} sentences: {listed}"


def count(
    input: TextFiles, /, *, labels: Labels = Labels(), output: OutputPath | None = None
) -> None:
    """Count the feminine, masculine and mixed sentences of files.

    The shares are printed for each file, as in Table 1 of Choubey et al. 2021; a sentence that is
    not of one gender is mixed.

    Args:
        output (FILE.json): write the counts here, too
    """
    from cdaflow.gfst.labelling import Counts

    report = {}
    for path in input:
        counts = Counts()
        for _, _, codes in labels.read([path]):
            counts.add(codes)
        report[path] = counts.to_json()
    print("\t".join(("file", "sentences", "Fem", "Msc", "Mix")))
    for path, file_report in report.items():
        shares = (
            "-" if share is None else f"{share:.1%}" for share in file_report["shares"].values()
        )
        print("\t".join((path, str(file_report["sentences"]), *shares)))
    if output:
        write_json(output, report)


@dataclass(frozen=True)
class Targets:
    """Pairs whose target is filtered, and how the gender of its words is found.

    Attributes:
        source_file: instead of PAIRS: the sources, one a line
        target_file: instead of PAIRS: the targets, one a line
        lang: the language of the targets
        gender: which pairs are kept
        analyser: source of the gender of words: features of --trees; lexicons; cdaflow's rules of
            the language; the last letter (he)
        trees (FILE.conllu): the trees of the targets, in their order
        leave_out: genders in trees that do not refer to a person: of participles after 'to have',
            of possessives, of impersonal subjects (default: every gender counts)
        treebank: CoNLL-U with genders
        lexicon: UniMorph tables
        word_list: nouns for persons (default: config/wordlists/{persons,professions}.<lang>.tsv)
        pronoun: also require a gendered third-person pronoun (for back-translation)
        threads: number of processes; trees are read in one
    """

    lang: Language
    gender: Gender
    analyser: Literal["annotator", "lexicon", "rules", "letters"]
    source_file: Input | None = None
    target_file: Input | None = None
    trees: Path | None = None
    leave_out: Sequence[Literal["participles", "possessives", "impersonal"]] = ()
    treebank: Sequence[Path] = ()
    lexicon: Sequence[Path] = ()
    word_list: Sequence[Path] | None = None
    pronoun: bool = False
    threads: Threads = 1

    def check(self, pairs: str | None) -> None:
        """Raise ConfigError where options do not go together."""
        languages.get(self.lang)
        files = [self.source_file, self.target_file]
        if files != [None, None] if pairs is not None else None in files:
            raise ConfigError(
                "option.pairs-or-two-files",
                "no pairs are given",
                hint="give PAIRS, or both --source-file and --target-file",
            )
        if (self.trees is None) == (self.analyser == "annotator"):
            raise ConfigError(
                "option.trees-go-with-analyser",
                "--trees and --analyser annotator require each other",
            )

    def filtered(self, pairs: Iterator[pa.RecordBatch]) -> Iterator[FilteredPairs]:
        """Yield the verdict of the filter on each pair."""
        from cdaflow.gfst.analysers import WordSettings, make_pronoun_analyser
        from cdaflow.gfst.filtering import (
            TargetFilter,
            filter_in_processes,
            filter_pairs,
            make_word_filter,
        )

        if self.trees is not None:
            from cdaflow.gfst.analysers.trees import TreeAnalyser

            trees = TreeAnalyser(self.trees, self.lang, self.leave_out)
            pronouns = make_pronoun_analyser(self.lang) if self.pronoun else None
            yield from filter_pairs(pairs, TargetFilter(self.gender, trees, pronouns))
            trees.finish()
            return
        lists = self._known_lists() if self.word_list is None else self.word_list
        settings = WordSettings(self.analyser, self.lang, self.treebank, self.lexicon, lists)
        if self.threads > 1:
            yield from filter_in_processes(pairs, settings, self.gender, self.pronoun, self.threads)
        else:
            yield from filter_pairs(pairs, make_word_filter(settings, self.gender, self.pronoun))

    def _known_lists(self) -> list[Path]:
        paths = []
        for kind in ("persons", "professions"):
            try:
                paths.append(wordlist(None, f"{kind}.{self.lang}.tsv"))
            except InputError:
                continue  # not every language has both
        return paths


def target(
    pairs: Input | None = None,
    /,
    *,
    targets: Targets,
    output: Output,
    rejected: Output | None = None,
    report: ReportFile | None = None,
) -> str:
    """Keep the translations whose words are of one gender.

    The target of a pair that is kept has a word of the gender and none of the other; neuter never
    counts (Choubey et al. 2021, section 2).

    Args:
        pairs (PAIRS): .parquet or .tsv with columns source and target
        output: the pairs that are kept: .parquet or .tsv with all columns, else the targets alone
        rejected (FILE.tsv): the rejected pairs, with reason and word
        report: write the counts here
    """
    from cdaflow.gfst.filtering import write_filtered
    from cdaflow.io.columns import read_aligned_pairs
    from cdaflow.io.pairs import read_target_pairs

    targets.check(pairs)
    if pairs is None:
        batches = read_aligned_pairs(targets.source_file or "", targets.target_file or "")
    else:
        batches = read_target_pairs(pairs)
    filtered = targets.filtered(iter(progress(batches, "filter", unit="block")))
    counts = write_filtered(filtered, targets.gender, output, rejected).to_json()
    if report:
        options = {name: getattr(targets, name) for name in ("analyser", "gender", "lang")}
        write_json(report, {**counts, **options})
    reasons = ", ".join(f"{n:,} {reason}" for reason, n in counts["rejected"].items() if n)
    return f"{counts['kept']:,} of {counts['pairs']:,} pairs kept" + f"; {reasons}" * bool(reasons)


@exclusive("max", "size_of")
def balance(
    *,
    fem: GenderFiles,
    msc: GenderFiles,
    genders: Literal["both", "fem", "msc"] = "both",
    max: Positive | None = None,
    size_of: Path | None = None,
    seed: Seed = 1,
    output: PairOutputs,
    report: ReportFile | None = None,
) -> str:
    """Write as many feminine pairs as masculine ones, as a data set to train on.

    Both genders get as many pairs as the rarer one has, in an order sampled by the seed (Choubey et
    al. 2021, section 2). The same seed gives the same pairs.

    Args:
        fem: feminine pairs: .parquet or .tsv with the columns source and target, or two aligned
            text files
        msc: masculine pairs, likewise
        genders: write both genders or only one, which gets as many pairs as with both
        max: maximum number of pairs of each gender
        size_of (FILE.parquet): write as many pairs in total as this file has
        seed: seed of the sample and the order
        output: .parquet or .tsv (id, source, target, gender), or two text files
        report: write the number of pairs taken here
    """
    from cdaflow.gfst import balance as balancing
    from cdaflow.io.parquet import count_rows

    size = count_rows(size_of) if size_of else None
    counts = balancing.balance(
        fem, msc, output, genders=genders, maximum=max or 0, size=size, seed=seed
    )
    if report:
        write_json(report, counts)
    taken = ", ".join(
        f"{count['taken']:,} of {count['pairs']:,} {gender}"
        for gender, count in counts["genders"].items()
    )
    return f"{counts['pairs']:,} pairs: {taken}"


def debias(
    *,
    model_dir: Folder,
    output: OutputPath,
    report: ReportFile | None = None,
    dimensions: int = 1,
    lists: Annotated[EnglishLists, Without("persons")] = EnglishLists(),
) -> str:
    """Remove gender from a model's source embeddings, to train with them (+HD).

    The source embeddings of a trained model are hard-debiased (Bolukbasi et al. 2016): find the
    gender subspace by pairs of gendered words, neutralise all subwords but gendered words, equalise
    the pairs. Train with them by `cdaflow nmt train --vocab-of DIR --source-vectors FILE`.

    Args:
        model_dir: folder of the model
        output: vectors, as text
        report: write the direct bias before and after here
        dimensions (K): dimensions of the gender subspace
    """
    from cdaflow.gfst.subwords import debias_embeddings, gendered_subwords
    from cdaflow.nmt.embeddings import read_source_embeddings, write_vectors
    from cdaflow.nmt.model import load_model

    model = load_model(model_dir)
    subwords = read_subwords(model.vocabularies[0])
    words = gendered_subwords(
        subwords,
        lists.read_pronouns(),
        lists.read_nouns(),
        lists.read_professions(),
    )
    vectors, statistics = debias_embeddings(
        read_source_embeddings(model.file), subwords, words, dimensions
    )
    write_vectors(output, vectors)
    if report:
        write_json(report, statistics)
    bias = statistics["direct_bias"]
    return (
        f"{output}: {len(words.defining)} pairs define the subspace; direct bias of "
        f"{bias['professions']} professions {bias['before']}, now {bias['after']}"
    )
