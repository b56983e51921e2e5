"""Everything that is known of translations, in one call."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cdaflow.cli.options import Baseline
from cdaflow.errors import CdaflowError, ConfigError
from cdaflow.io.files import atomic_text, write_lines
from cdaflow.io.formats import readable_often
from cdaflow.option_types import Folder
from cdaflow.scoring.evaluations import (
    Aligner,
    Evaluation,
    NamedTranslation,
    TestsetFiles,
    evaluations,
)
from cdaflow.scoring.report import json_text
from cdaflow.tables.scores import by_language
from cdaflow.tables.terminal import table_lines

if TYPE_CHECKING:
    from cdaflow.tables.contents import Report


def evaluate(
    translations: Sequence[NamedTranslation],
    /,
    *,
    testsets: TestsetFiles = TestsetFiles(),
    aligner: Aligner | None = None,
    baseline: Baseline | None = None,
    output: Folder,
) -> int:
    """Score translations on every test set; write tables, figures, a report and how to cite it.

    Each file has a name: es=a.txt is a translation of WinoMT into Spanish, base/es=b.txt the same
    by the system base, base/es:geneval-feminine=f.txt one of another test set. Test sets are
    winomt, geneval-feminine with geneval-masculine, geneval-context, mustshe, gate (a table of
    variants), gate-f, gate-mm, ... (lines of a variant), and any name with --reference, for BLEU
    and chrF. A system that was trained several times is base@1/es=..., base@2/es=....

    A file that cannot be scored is named, and everything else is written all the same; the exit
    status is then 1.

    Args:
        translations: a file of translations and what it is of
        aligner: the word aligner for WinoMT (none: only the word list finds the person; default:
            eflomal)
        output: folder to write: tables (CSV, Markdown, LaTeX), figures, report.html,
            how-to-cite.txt, references.bib, and the scores of each file
    """
    # Not only where they are used: what is not installed is missed before anything is scored.
    from cdaflow.tables import contents, score_figures  # noqa: F401

    all_evaluations = evaluations(translations)
    systems = list(dict.fromkeys(evaluation.first.system for evaluation in all_evaluations))
    if baseline is not None and baseline not in systems:
        raise ConfigError(
            "baseline.unknown",
            f"the baseline {baseline!r} is not among the systems",
            hint=f"systems: {', '.join(map(str, systems))}",
        )
    # The baseline of a table is that of its language, and its translations come first.
    all_evaluations.sort(key=lambda evaluation: evaluation.first.system != baseline)
    run = _Run(output, testsets)
    with ExitStack() as stack:
        for evaluation in all_evaluations:
            run.score(evaluation, aligner, stack)
    if not run.scores:
        return 1
    run.write(baseline)
    return 1 if run.failed else 0


class _Run:
    """What was written so far; `failed`: whether a part of it could not be."""

    def __init__(self, output: Path, testsets: TestsetFiles) -> None:
        self.output = output
        self.testsets = testsets
        self.failed = False
        self.scores: dict[str, list[Path]] = {}
        self.sentences: list[Path] = []

    @contextmanager
    def part(self, name: str, *written: Path) -> Iterator[None]:
        """Report a fault of a part by its name, and remove what an earlier run wrote for it."""
        try:
            yield
        except (CdaflowError, OSError) as error:
            self.failed = True
            for path in written:
                path.unlink(missing_ok=True)
            print(f"cdaflow: error: {name}: {error}", file=sys.stderr)

    def score(self, evaluation: Evaluation, aligner: Aligner | None, stack: ExitStack) -> None:
        """Write the scores of an evaluation."""
        scores = self.output / "scores" / f"{evaluation.stem}.json"
        sentences = self.output / "sentences" / f"{evaluation.stem}.tsv"
        with self.part(" ".join(map(str, evaluation.files)), scores, sentences):
            paths = [stack.enter_context(readable_often(file.path)) for file in evaluation.files]
            report = evaluation.score(paths, self.testsets, aligner)
            with atomic_text(scores) as handle:
                handle.write(json_text(report.as_json()) + "\n")
            if evaluation.metric == "winomt":
                write_lines(sentences, report.sentences)
                self.sentences.append(sentences)
            self.scores.setdefault(report.metric, []).append(scores)

    def write(self, baseline: str | None) -> None:
        """Write tables, figures, report and how to cite them, of the scores that there are."""
        from cdaflow.tables.contents import read_report

        with self.part("tables"):
            report = read_report(self.scores, self.sentences, baseline=baseline)
            self._write_tables(report)
            pictures = list(self._figures(report))
            self._write_report(report, pictures)

    def _write_tables(self, report: Report) -> None:
        from cdaflow.tables.citation import bibliography, citation_text, cited
        from cdaflow.tables.metrics import metric_table
        from cdaflow.tables.render import write_table

        tables = {
            name: metric_table(scores, report.baseline) for name, scores in report.scores.items()
        }
        for name, table in tables.items():
            path = self.output / "tables" / f"{name}.csv"
            write_table(table, path, path.with_suffix(".md"), path.with_suffix(".tex"))
            metric = report.scores[name][0].metric
            if not metric.source:
                print("\n".join((*table_lines(table), "")))
        keys = [key for keys in cited(report.scores).values() for key in keys]
        bibtex = bibliography(keys)
        for name, text in (
            ("references.bib", bibtex),
            ("how-to-cite.txt", citation_text(report.scores, tables, bibtex)),
        ):
            with atomic_text(self.output / name) as handle:
                handle.write(text)

    def _figures(self, report: Report) -> Iterator[Path]:
        """Draw the figures of WinoMT and BLEU, and yield those that could be drawn."""
        from cdaflow.tables import profession_figures, quality_figure
        from cdaflow.tables import score_figures as figures

        winomt, bleu = report.scores.get("winomt", []), report.scores.get("bleu", [])
        drawn: dict[str, Callable[[Path], None]] = {}
        if len({(score.language, score.system) for score in winomt}) > len(by_language(winomt)):
            drawn["gains"] = lambda path: figures.gain_figure(winomt, path, report.baseline)
        if winomt:
            drawn["pro-anti"] = lambda path: figures.pro_anti_figure(winomt, path)
            drawn["confusion"] = lambda path: figures.confusion_figure(winomt, path)
        for language, scores in by_language(winomt).items():
            drawn[f"gaps.{language}"] = lambda path, scores=scores: profession_figures.gap_figure(  # type: ignore[misc]
                scores, path
            )
        if winomt and bleu:
            drawn["accuracy-bleu"] = lambda path: quality_figure.accuracy_bleu_figure(
                winomt, bleu, path, bleu[0].testset
            )
        for name, draw in drawn.items():
            path = self.output / "figures" / f"{name}.svg"
            with self.part(f"figure {name}", path):
                draw(path)
                yield path

    def _write_report(self, report: Report, figures: Sequence[Path]) -> None:
        from cdaflow.tables.pictures import read_picture
        from cdaflow.tables.report import write_report

        pictures = [read_picture(path) for path in figures]
        path = self.output / "report.html"
        write_report(replace(report, pictures=pictures), path)
        print(f"all results on one page: {path}; how to cite: {self.output / 'how-to-cite.txt'}")
