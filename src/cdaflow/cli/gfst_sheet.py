"""Write a sheet for annotators.

People fill in NAME.csv by the instructions (NAME.md); the key (NAME.key.json) is not for them. See
cdaflow gfst judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cdaflow.cli.gfst import Gender
from cdaflow.option_types import Language, OutputPath, Positive, Seed, Share
from cdaflow.scoring.challenge import ChallengeFiles, halves, read_challenge

if TYPE_CHECKING:
    from cdaflow.scoring.annotation.sheets import Sheet


@dataclass(frozen=True)
class Draw:
    """The lines of the sheet.

    Attributes:
        lang: the target language
        size: number of sentences
        separator: between cells (semicolon: for a spreadsheet whose language writes 1,5 for one
            and a half)
        output (SHEET.csv): the sheet
    """

    lang: Language
    output: OutputPath
    size: Positive = 100
    seed: Seed = 1
    separator: Literal["comma", "semicolon", "tab"] = "comma"

    def write(self, sheet: Sheet) -> str:
        """Write the sheet with its key and instructions."""
        from cdaflow.scoring.annotation.sheets import write_sheet

        key = write_sheet(sheet, self.output, seed=self.seed, separator=self.separator)
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
    from cdaflow.errors import ConfigError
    from cdaflow.scoring.annotation.sheets import Filtered, filter_sheet

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
        from cdaflow.scoring.annotation.sheets import read_systems, system_sheet

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


def judged(
    sheets: Sequence[Path],
    /,
    *,
    key: Sequence[Path],
    baseline: str | None = None,
    output: OutputPath,
    markdown: OutputPath | None = None,
    lines: OutputPath | None = None,
) -> None:
    """Read completed annotation sheets and write their tables.

    The sheets are checked, and the table of the annotations is written: of the gender of people
    (Table 5 of Choubey et al. 2021), the quality of translations (Table 9) or the target filter
    (Table 17).

    Args:
        sheets (SHEET.csv): completed sheets, one for each annotator and language; the file name is
            the annotator's name
        key (KEY.json): the keys that were written with the sheets, one for each language
        baseline (SYSTEM): the system against which all other systems are tested (default: the
            first)
        output (TABLE.csv): the table
        markdown (TABLE.md): also as Markdown with a legend
        lines (LINES.csv): also write each line with its labels, comments and its entry in the key
    """
    from cdaflow.scoring.annotation.cells import write_cells
    from cdaflow.scoring.annotation.filled import read_filled, unblinded
    from cdaflow.scoring.annotation.results import (
        filter_results,
        quality_results,
        system_results,
    )
    from cdaflow.tables.judgements import filter_table, gender_table, quality_table
    from cdaflow.tables.render import write_table

    filled = read_filled(sheets, key)
    if filled[0].key.task.name == "filter":
        table = filter_table([row for sheet in filled for row in filter_results(sheet)])
    elif filled[0].key.task.name == "quality":
        table = quality_table([row for sheet in filled for row in quality_results(sheet, baseline)])
    else:
        table = gender_table([row for sheet in filled for row in system_results(sheet, baseline)])
    if lines:
        write_cells(lines, unblinded(filled))
    write_table(table, output, markdown)
