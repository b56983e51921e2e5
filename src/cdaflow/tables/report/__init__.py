"""The report: one HTML page that shows what was done, the scores, and sentences to search."""

from cdaflow.tables.report.page import report_html, write_report

__all__ = ["report_html", "write_report"]
