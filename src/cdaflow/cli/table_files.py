"""The files of a table, an option of each command that writes one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cdaflow.option_types import OutputPath

if TYPE_CHECKING:
    from cdaflow.tables.table import Table


@dataclass(frozen=True)
class TableFiles:
    """Files of the table.

    Attributes:
        output (TABLE.csv): the table
        markdown (TABLE.md): also as Markdown with a legend
        latex (TABLE.tex): also as LaTeX (booktabs)
    """

    output: OutputPath
    markdown: OutputPath | None = None
    latex: OutputPath | None = None

    def write(self, table: Table) -> None:
        """Write a table."""
        from cdaflow.tables.render import write_table

        write_table(table, self.output, self.markdown, self.latex)
