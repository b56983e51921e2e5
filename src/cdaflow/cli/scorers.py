"""The commands of the metrics: `cdaflow score NAME` is the scorer of the metric NAME.

What all of them share stands here: pipes as input, where the report and its sentences are written.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from cdaflow.errors import ConfigError
from cdaflow.io.files import atomic_text, write_lines
from cdaflow.io.formats import readable_often
from cdaflow.option_types import OutputPath, Without
from cdaflow.scoring.metric import metric_named, scorers
from cdaflow.scoring.report import ScoreOptions, ScoreReport, json_text
from cdaflow.scoring.systems import compared_reports, files_by_system
from cdaflow.tables.terminal import report_lines, systems_text


@dataclass(frozen=True)
class ReportFiles:
    """Output.

    Attributes:
        json: print JSON instead of a table
        all: print all scores, not only the most important ones
        output (SCORES.json): JSON file to write as well
        sentences (TSV): TSV file to write, a line a sentence
    """

    json: bool = False
    all: bool = False
    output: OutputPath | None = None
    sentences: OutputPath | None = None

    def write(
        self,
        report: Mapping[str, Any],
        text: Callable[[Mapping[str, Any], bool], str],
        sentences: Iterable[str] = (),
    ) -> None:
        """Write report and sentences where the options say; print the report as JSON or text."""
        if self.sentences is not None:
            write_lines(self.sentences, sentences)
        written = json_text(report)
        if self.output is not None:
            with atomic_text(self.output) as handle:
                handle.write(written + "\n")
        print(written if self.json else text(report, self.all))


#: Said in the help of each scorer.
_SEVERAL = (
    "Several systems are scored in one call, and compared with the first of them: NAME=FILE for "
    "each, such as baseline=a.txt repaired=b.txt."
)


def scorer_command(name: str) -> Callable[..., None]:
    """Return the scorer of a metric as a command, with the options of all scorers for its report.

    Files to be scored may be pipes, and - is the standard input; with names they are of several
    systems.
    """
    module, function = scorers()[name]
    scorer = getattr(import_module(module), function)
    signature = inspect.signature(scorer)
    hints = get_type_hints(scorer, include_extras=True)
    first_parameter = next(iter(signature.parameters.values()))
    takes_one = hints[first_parameter.name] is Path

    @functools.wraps(scorer)
    def command(files: Sequence[Path], output: ReportFiles = ReportFiles(), **options: Any) -> None:
        systems = files_by_system(files)
        _check_overwriting(output, [path for paths in systems.values() for path in paths])
        with ExitStack() as stack:
            if len(systems) > 1:
                result = _score_systems(scorer, systems, takes_one, output, options, stack)
                output.write(result, systems_text)
                return
            for system, named in systems.items():
                files = named
                options["options"] = _named(scorer, options, system)
            report = _scored(scorer, files, takes_one, options, stack)
            output.write(report.as_json(), _text, report.sentences)

    kind = ReportFiles
    if not metric_named(name).sentences:
        kind = Annotated[ReportFiles, Without("sentences")]  # type: ignore[assignment]
    several = first_parameter.replace(annotation=Sequence[Path])
    added = inspect.Parameter("output", inspect.Parameter.KEYWORD_ONLY, default=ReportFiles())
    others = list(signature.parameters.values())[1:]
    command.__signature__ = signature.replace(parameters=[several, *others, added])  # type: ignore[attr-defined]
    command.__annotations__ = hints | {first_parameter.name: Sequence[Path], "output": kind}
    before, section, after = (inspect.getdoc(scorer) or "").partition("\n\nArgs:")
    command.__doc__ = f"{before}\n\n{_SEVERAL}{section}{after}"
    return command


def _scored(
    scorer: Callable[..., ScoreReport],
    files: Sequence[Path],
    takes_one: bool,
    options: Any,
    stack: ExitStack,
) -> ScoreReport:
    """Return the report of the files of one system."""
    if takes_one and len(files) != 1:
        raise ConfigError(
            "system.several-files",
            f"{len(files)} files of translations are given for one system: "
            f"{', '.join(map(str, files))}",
            hint="name the systems: baseline=a.txt repaired=b.txt",
        )
    readable = [stack.enter_context(readable_often(path)) for path in files]
    return scorer(readable[0] if takes_one else readable, **options)


def _score_systems(
    scorer: Callable[..., ScoreReport],
    systems: Mapping[str, Sequence[Path]],
    takes_one: bool,
    output: ReportFiles,
    options: dict[str, Any],
    stack: ExitStack,
) -> dict[str, Any]:
    """Return the reports of several systems and their comparison."""
    for flag, value in (
        ("--sentences", output.sentences),
        ("--system", options.get("options", ScoreOptions()).system),
        ("--alignment", getattr(options.get("alignment"), "alignment", None)),
        ("--trees", getattr(options.get("rules"), "trees", None)),
    ):
        if value is not None:
            raise ConfigError(
                "option.of-one-system",
                f"{flag} applies to one system, but there are {len(systems)}: {', '.join(systems)}",
                hint="leave it out; or score each system separately, and then compare the reports "
                "(--output, cdaflow score compare)",
            )
    reports = {}
    for system, files in systems.items():
        own = options | {"options": _named(scorer, options, system)}
        reports[system] = _scored(scorer, files, takes_one, own, stack).as_json()
    resampling = _named(scorer, options).resampling
    if any("testsets" in report for report in reports.values()):
        raise ConfigError(
            "testset.several",
            "systems are compared on one test set, but there are several",
            hint="run the command once for each test set",
        )
    return compared_reports(reports, resampling)


def _named(
    scorer: Callable[..., ScoreReport], options: Mapping[str, Any], system: str = ""
) -> ScoreOptions:
    """Return the options of a report, those of a system where one is named."""
    default = inspect.signature(scorer).parameters["options"].default
    report_options: ScoreOptions = options.get("options", default)
    return replace(report_options, system=system or report_options.system)


def _check_overwriting(output: ReportFiles, files: Sequence[Path]) -> None:
    """Raise ConfigError where the report would be written over a file with a name before it."""
    read = {os.path.realpath(path) for path in files}
    for path in (output.output, output.sentences):
        if path is not None and os.path.realpath(path) in read:
            raise ConfigError(
                "output.overwrites-own-file",
                f"{path} would be overwritten, but it is also an input of this command",
                hint="give the report another name",
            )


def _text(report: Mapping[str, Any], every: bool) -> str:
    """Return the table of a report, or one for each of several test sets."""
    reports = report.get("testsets", [report])
    return "\n".join(
        line for testset_report in reports for line in report_lines(testset_report, every)
    )
