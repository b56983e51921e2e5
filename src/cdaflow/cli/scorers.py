"""The commands of the metrics: `cdaflow score NAME` is the scorer of the metric NAME.

What all of them share stands here: pipes as input, where the report and its sentences are written.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, get_type_hints

from cdaflow.option_types import OutputPath, Without
from cdaflow.scoring.metric import metric_named, scorers


@dataclass(frozen=True)
class ReportFiles:
    """Output.

    Attributes:
        json: print JSON instead of a table
        output: JSON file to write as well
        sentences (TSV): TSV file to write, a line a sentence
    """

    json: bool = False
    output: OutputPath | None = None
    sentences: OutputPath | None = None

    def write(
        self,
        report: Mapping[str, Any],
        text: Callable[[Mapping[str, Any]], str],
        sentences: Iterable[str] = (),
    ) -> None:
        """Write report and sentences where the options say; print the report as JSON or text."""
        from cdaflow.io.files import atomic_text, write_lines
        from cdaflow.scoring.report import json_text

        if self.sentences is not None:
            write_lines(self.sentences, sentences)
        written = json_text(report)
        if self.output is not None:
            with atomic_text(self.output) as handle:
                handle.write(written + "\n")
        print(written if self.json else text(report))


def scorer_command(name: str) -> Callable[..., None]:
    """Return the scorer of a metric as a command, with the options of all scorers for its report.

    Files to be scored may be pipes, and - is the standard input.
    """
    module, function = scorers()[name]
    scorer = getattr(import_module(module), function)

    @functools.wraps(scorer)
    def command(*files: Any, output: ReportFiles = ReportFiles(), **options: Any) -> None:
        from cdaflow.io.formats import readable_often

        with ExitStack() as stack:
            given = [
                [stack.enter_context(readable_often(path)) for path in one]
                if isinstance(one, list)
                else stack.enter_context(readable_often(one))
                for one in files
            ]
            report = scorer(*given, **options)
            output.write(report.as_json(), _text, report.sentences)

    kind = ReportFiles
    if not metric_named(name).sentences:
        kind = Annotated[ReportFiles, Without("sentences")]  # type: ignore[assignment]
    signature = inspect.signature(scorer)
    added = inspect.Parameter("output", inspect.Parameter.KEYWORD_ONLY, default=ReportFiles())
    parameters = [*signature.parameters.values(), added]
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = get_type_hints(scorer, include_extras=True) | {"output": kind}
    return command


def _text(report: Mapping[str, Any]) -> str:
    """Return the table of a report, or one for each of several test sets."""
    from cdaflow.tables.terminal import report_lines

    if "testsets" not in report:
        return "\n".join(report_lines(report))
    tables = []
    for part in report["testsets"]:
        head, *lines = report_lines(part)
        tables += [f"{head}  {part['testset']}", *lines]
    return "\n".join(tables)
