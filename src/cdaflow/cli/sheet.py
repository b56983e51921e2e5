"""Write a sheet for annotators.

People fill in NAME.csv by the instructions (NAME.md); the key (NAME.key.json) is not for them. See
cdaflow sheet read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cdaflow.cli.gfst import Gender
from cdaflow.errors import ConfigError
from cdaflow.option_types import Language, OutputPath, Positive, Seed, Share, Value
from cdaflow.scoring.annotation.cells import write_cells
from cdaflow.scoring.annotation.filled import read_filled, unblinded
from cdaflow.scoring.annotation.methods import method_sheet
from cdaflow.scoring.annotation.sheets import (
    Filtered,
    Sheet,
    filter_sheet,
    read_systems,
    system_sheet,
    write_sheet,
)
from cdaflow.scoring.challenge import ChallengeFiles, halves, read_challenge
from cdaflow.scoring.systems import files_by_system

#: Files, each with the name of the method that wrote it.
MethodFiles = Annotated[Sequence[str], Value(metavar="METHOD=FILE")]


@dataclass(frozen=True)
class Draw:
    """The lines of the sheet.

    Attributes:
        lang: the target language
        size: number of sentences (of lines of each method)
        separator: between cells (semicolon: for a spreadsheet whose language writes 1,5 for one
            and a half)
        readers: number of copies, each in an order of its own (SHEET.1.csv, ...)
        output (SHEET.csv): the sheet
    """

    lang: Language
    output: OutputPath
    size: Positive = 100
    seed: Seed = 1
    separator: Literal["comma", "semicolon", "tab"] = "comma"
    readers: Positive = 1

    def write(self, sheet: Sheet) -> str:
        """Write the sheet with its key and instructions."""
        key = write_sheet(
            sheet, self.output, seed=self.seed, separator=self.separator, readers=self.readers
        )
        return f"{len(sheet.items)} lines; {key} is not for annotators"


def filter(
    *,
    kept: Sequence[Path],
    rejected: Sequence[Path],
    gender: Sequence[Gender],
    kept_share: Share | None = None,
    draw: Draw,
) -> str:
    """Is the gender preserved? Lines that the target filter kept and rejected.

    Lines are sampled from what the target filter kept and rejected, equally many of each gender;
    the decision of the filter is in the key only.

    Args:
        kept: the pairs that cdaflow gfst target kept, a file for each gender
        rejected: the pairs that it rejected, a file for each gender
        gender: the gender of each file, in the same order
        kept_share: share of kept lines, 0 to 1; the table is weighted accordingly (default: as
            sampled)
    """
    if len({len(gender), len(kept), len(rejected)}) > 1:
        raise ConfigError(
            "gender.file-count",
            f"{len(kept)} and {len(rejected)} files (kept, rejected) for {len(gender)} genders",
            hint="give one kept and one rejected file for each gender, in the same order",
        )
    files = [Filtered(*parts) for parts in zip(gender, kept, rejected, strict=True)]
    sheet = filter_sheet(draw.lang, files, size=draw.size, seed=draw.seed, kept_share=kept_share)
    return draw.write(sheet)


@dataclass(frozen=True)
class Systems:
    """Translations of the challenge set.

    Attributes:
        translations: the translations of the whole challenge set by each system, in its order
        label (SYSTEM): the name of each system, in the same order; the first is the baseline
    """

    translations: Sequence[Path]
    label: Sequence[str]

    def sheet(self, task: str, challenge: ChallengeFiles, draw: Draw) -> Sheet:
        """Return the sheet of a task, of sampled sentences."""
        files = challenge.find()
        rows = read_challenge(files.sentences)
        return system_sheet(
            task,
            draw.lang,
            rows,
            halves(rows, files.pro, files.anti),
            read_systems(self.translations, self.label, rows),
            size=draw.size,
            seed=draw.seed,
        )


def gender(*, challenge: ChallengeFiles, systems: Systems, draw: Draw) -> str:
    """Which gender does the person have? Translations of WinoMT by several systems.

    Sentences of a challenge set are sampled, equally many masculine and feminine, pro- and
    anti-stereotypical ones, with their translations by each system; the system is in the key only.
    """
    return draw.write(systems.sheet("gender", challenge, draw))


def quality(*, challenge: ChallengeFiles, systems: Systems, draw: Draw) -> str:
    """How good is the translation, from 1 to 6? Translations of WinoMT by several systems.

    Sentences are sampled as for the gender of people; the paper takes 300, and the mean of two
    annotators (Choubey et al. 2021, section 5.2 and Table 9).
    """
    return draw.write(systems.sheet("quality", challenge, draw))


def counterfactuals(files: MethodFiles, /, *, draw: Draw) -> str:
    """Is the counterfactual right? Pairs of cdaflow counterfactual make, by several methods.

    Args:
        files: a method and its pairs: .parquet or .tsv
    """
    return _method_sheet("counterfactuals", files, draw)


def corrected(files: MethodFiles, /, *, draw: Draw) -> str:
    """Is the correction right? Pairs that cdaflow counterfactual correct changed, by methods.

    Args:
        files: a method and its pairs: .parquet or .tsv
    """
    return _method_sheet("corrected", files, draw)


def alternatives(files: MethodFiles, /, *, draw: Draw) -> str:
    """Are the alternatives right? Sentences for which methods offer some.

    Args:
        files: a method and its alternatives: .jsonl
    """
    return _method_sheet("alternatives", files, draw)


def _method_sheet(task: str, files: Sequence[str], draw: Draw) -> str:
    named = files_by_system(files)
    return draw.write(method_sheet(task, draw.lang, named, size=draw.size, seed=draw.seed))


def read(
    sheets: Sequence[Path],
    /,
    *,
    key: Sequence[Path],
    baseline: str | None = None,
    output: OutputPath,
    markdown: OutputPath | None = None,
    lines: OutputPath | None = None,
) -> None:
    """Read completed annotation sheets, check them and write their table.

    Rates with intervals by language and method or system, and how far annotators agree. Of the
    gender of people it is Table 5 of Choubey et al. 2021, of the quality of translations Table 9,
    of the target filter Table 17.

    Args:
        sheets (SHEET.csv): completed sheets, one for each annotator and language; the file name is
            the annotator's name
        key (KEY.json): the keys that were written with the sheets, one for each language
        baseline (SYSTEM): the system of translations against which all other systems are tested
            (default: the first)
        output (TABLE.csv): the table
        markdown (TABLE.md): also as Markdown with a legend
        lines (LINES.csv): also write each line with its labels, comments and its entry in the key
    """
    from cdaflow.tables.judgements import judgement_table
    from cdaflow.tables.render import write_table

    filled = read_filled(sheets, key)
    table = judgement_table(filled, baseline)
    if lines:
        write_cells(lines, unblinded(filled))
    write_table(table, output, markdown)
