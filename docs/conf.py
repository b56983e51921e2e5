"""Configuration of the documentation site, which `make docs` builds (docs/scripts/site.py)."""

from cdaflow import __version__

project = "cdaflow"
author = "The cdaflow developers"
copyright = "the cdaflow developers"
release = version = __version__
extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
# Options are written in running text: --lang keeps its two hyphens.
smartquotes = False
html_theme = "furo"
html_title = f"cdaflow {__version__}"
html_static_path = html_css_files = ["site.css"]
# Nothing is fetched: no fonts, no scripts of other hosts, no links to sources elsewhere.
html_show_sourcelink = False
html_copy_source = False
# Code blocks show output and tables besides commands: what has no language is plain text.
highlight_language = "text"
