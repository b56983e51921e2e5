"""Score translations: gender of people (WinoMT, ...), BLEU, chrF.

Every command scores translations, whatever made them, and prints a table (or JSON, with --json) in
which each number has its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.alignment.words import splitter
from cdaflow.cli.scorers import ReportFiles
from cdaflow.io.files import write_lines
from cdaflow.io.released import digests, fetch_release
from cdaflow.option_types import (
    Count,
    Folder,
    Input,
    Language,
    OutputPath,
    Target,
    Without,
)
from cdaflow.scoring import compare as comparing
from cdaflow.scoring import translations as readers
from cdaflow.scoring.bleu import read_side
from cdaflow.scoring.challenge import ChallengeFiles, read_challenge
from cdaflow.scoring.compare import Correction
from cdaflow.scoring.gate_rows import column, read_gate
from cdaflow.scoring.geneval_rows import fetched_testset
from cdaflow.scoring.links import TrainingText, Units
from cdaflow.scoring.mustshe_rows import read_sources
from cdaflow.scoring.report import ScoreOptions
from cdaflow.tables import terminal


def winomt_source(
    *, challenge: Path | None = None, data: Folder | None = None, output: OutputPath
) -> None:
    """Write the sentences of a challenge set, to be translated.

    The English sentences are written one a line, in the order of the set.

    Args:
        challenge: file in the WinoMT format
        data: or the folder of its en.txt, as for winomt
        output: text file to write
    """
    files = ChallengeFiles(data=data, challenge=challenge).find()
    write_lines(output, (row.sentence for row in read_challenge(files.sentences)))


def fetch_winomt(*, output: Folder = Path("data/winomt")) -> None:
    """Download WinoMT from the repository of its authors.

    Fetch en.txt, en_pro.txt and en_anti.txt of WinoMT (Stanovsky et al. 2019; MIT licence) over
    HTTPS from github.com/gabrielStanovsky/mt_gender at one commit, each checked by its SHA-256.

    Args:
        output: the folder
    """
    fetch_release("winomt", digests("winomt"), output)


def fetch_geneval(
    *,
    lang: Target,
    split: Literal["test", "dev"] = "test",
    context: bool = False,
    output: Folder = Path("data/mt-geneval"),
) -> None:
    """Get MT-GenEval from the repository of its authors.

    Fetch sources and references of MT-GenEval (Currey et al. 2022; CC BY-SA 3.0) over HTTPS from
    github.com/amazon-science/machine-translation-gender-eval at one commit, each file checked by
    its SHA-256, which is known of the test half of de, es and fr, and the dev half of it and pt
    as well.

    Args:
        split: the half of the set
        context: the contextual set, instead of the counterfactual one
        output: the folder
    """
    found = fetched_testset(output, lang, split=split, context=context)
    files = [*found.references.values(), *found.sources.values()]
    fetch_release("geneval", [path.relative_to(output).as_posix() for path in files], output)


def fetch_gate(*, lang: Target, output: Folder = Path("data/gate")) -> None:
    """Get GATE from the repository of its authors.

    Fetch the files of 2, 4 and 8 variants of GATE (Rarrick et al. 2023; MIT licence) over HTTPS
    from github.com/MicrosoftTranslator/GATE at one commit. The SHA-256 of the development half of
    each is known, for es and it; the test half is not checked.

    Args:
        output: the folder
    """
    code = lang.upper()
    fetch_release("gate", [f"{code}/{code}_{n}_variants.tsv" for n in (2, 4, 8)], output)


def mustshe_source(*, lang: Target, data: Path, output: OutputPath) -> None:
    """Write the sentences of MuST-SHE, to be translated.

    The English sentences are written one a line, in the order of the table.

    Args:
        data: the corpus: MONOLINGUAL.<language>_v1.2.tsv
        output: text file to write
    """
    write_lines(output, read_sources(data, lang))


def gate_source(
    *, data: Path, split: Literal["all", "dev", "test"] = "all", variant: str, output: OutputPath
) -> None:
    """Write one variant of a GATE file, or its English, to be rewritten.

    The sentences are written one a line, in the order of the file.

    Args:
        data: GATE file of 2, 4 or 8 variants (.tsv, .tsv.gz)
        split: take only the rows of this half (column data_split)
        variant: f, mm, ... or source, the English sentence
        output: text file to write
    """
    write_lines(output, column(read_gate(data, split), variant))


def import_translations(
    translations: Input,
    /,
    *,
    source: Input,
    lang: Language = "",
    output: OutputPath,
) -> str:
    """Import the translations of another system.

    They are checked, and written one a line, in the order of the test set.

    Args:
        translations: one line for each sentence of the test set, or `source ||| translation`
        source: the test set: a text file, or a .parquet corpus with a column source
        lang: language of the translations, which are checked to be in it (default: not checked)
        output: text file to write
    """
    imported = readers.import_translations(translations, read_side(source, "source"), lang)
    write_lines(output, imported)
    empty = sum(not text for text in imported)
    return f"{output}: {len(imported)} translations ({empty} empty)"


def compare(
    base: Path,
    others: Sequence[Path] = (),
    /,
    *,
    all_pairs: bool = False,
    correction: Correction | None = None,
    options: Annotated[
        ScoreOptions, Without("system", "training", "base_training")
    ] = ScoreOptions(),
    files: Annotated[ReportFiles, Without("sentences")] = ReportFiles(),
) -> None:
    """Compare systems: differences, with intervals and p-values.

    Systems are compared by the reports of any cdaflow score, on the same sentences: exact
    sign-flip test of accuracies, paired bootstrap of all else. Reports of several trainings of a
    system (--training of the scores) are taken together: a t test over trainings and sentences.

    Args:
        base (BASE.json): report of the baseline, or those of several systems scored in one call
        others (OTHER.json): reports of other systems, and of further trainings
        all_pairs: compare each system with each other one: a matrix for each score
        correction: correction of p-values for the number of comparisons of a score (default: holm
            with --all-pairs, else none)
    """
    sides = comparing.read_sides([base, *others])
    names = [list(side) for side in sides]
    reports = [list(side.values()) for side in sides]
    if all_pairs:
        result = comparing.compare_all(reports, names, **options.resampling)
        text = terminal.matrix_text
    else:
        every = [path for side in names for path in side]
        result = comparing.compare(*reports, names=every, **options.resampling)
        text = terminal.comparison_text
    files.write(comparing.correct(result, correction or ("holm" if all_pairs else "none")), text)


def align(
    *,
    source: Path,
    target: Path,
    source_lang: Language = "en",
    target_lang: Language,
    aligner: Literal["eflomal", "fast-align"] = "eflomal",
    symmetrisation: Literal[
        "grow-diag-final-and", "intersection", "forward"
    ] = "grow-diag-final-and",
    units: Units = "words",
    extra: TrainingText = TrainingText(),
    threads: Count = 1,
    output: OutputPath,
) -> None:
    """Align words by eflomal or the model of fast_align.

    The word links of two line-aligned texts are written in Pharaoh format (0-0 1-2). They count the
    words into which cdaflow splits a sentence (punctuation marks and elided articles are words), or
    white-space tokens. eflomal has no seed: keep the file that it wrote.

    Args:
        source: sentences, one a line
        target: translations, one a line
        aligner: eflomal: better links; fast-align: a second's work, always the same links
        symmetrisation: how the links of both directions are joined; forward: one source word at
            most for each target word
        units: what is aligned and counted: words as cdaflow splits them, or white-space tokens
        threads: CPU threads of eflomal (0: all cores)
        output: Pharaoh file to write
    """
    from cdaflow.alignment import aligners

    split_source, split_target = splitter(source_lang), splitter(target_lang)
    if units == "tokens":
        split_source = split_target = str.split
    more = (
        pair
        for path in extra.extra
        for pair in aligners.read_pairs(
            path, split_source, split_target, extra.extra_limit, extra.extra_seed
        )
    )
    links = aligners.align(
        aligners.read_line_pairs(source, target, split_source, split_target),
        more,
        aligner=aligner,
        symmetrisation=symmetrisation,
        program=extra.eflomal,
        threads=threads,
    )
    aligners.write_alignment(output, links)
