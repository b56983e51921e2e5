"""Write the source of the documentation site: `python docs/scripts/site.py FOLDER`.

The pages of `docs`, the README and other pages of the repository are copied as they are, links
adapted. A page for each command, the page of configuration keys and that of the Python API are
generated from the code, so they are never out of date. `make docs` runs this, then Sphinx.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cdaflow.cli import commands
from cdaflow.config.schema import schema
from cdaflow.docstrings import read_docstring

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

#: Pages of the repository outside of docs -> their place in the site.
OTHER_PAGES = {
    "README.md": "readme.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "config/README.md": "config-files.md",
}
#: Files that are no pages, and the generated page that says the same.
GENERATED = {"workflow/schemas/config.schema.yaml": "configuration.md"}

_LINK = re.compile(r"\[([^\[\]]*)\]\(([^)\s]+)\)")
_SPECIAL = re.compile(r"([\\*<>\[\]$|#~]|(?<!\w)_|_(?!\w))")


def site_path(path: Path) -> str | None:
    """Return where a file of the repository is in the site; None where it is no page of it."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    if path.suffix in (".md", ".svg") and path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix()
    return OTHER_PAGES.get(name) or GENERATED.get(name)


def adapted(text: str, page: Path) -> str:
    """Return a page with its links as the site needs them.

    A link to a file of the repository that is no page becomes its path; code stays as it is.
    """
    here = Path(site_path(page) or "").parent

    def link(match: re.Match[str]) -> str:
        words, target = match.groups()
        name, _, anchor = target.partition("#")
        if "://" in target or not name:
            return match[0]
        path = (page.parent / name).resolve()
        target_path = site_path(path)
        if target_path is None:
            path_text = f"`{path.relative_to(ROOT).as_posix()}`"
            return path_text if words.strip("`") in path_text else f"{words} ({path_text})"
        up = "../" * len(here.parts)
        return f"[{words}]({up}{target_path}{'#' + anchor if anchor else ''})"

    blocks = re.split(r"(^```.*?^```[^\n]*$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(block if block.startswith("```") else _LINK.sub(link, block) for block in blocks)


def escaped(text: str) -> str:
    """Return plain text as Markdown, with code spans left alone and on one line."""
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else _SPECIAL.sub(r"\\\1", part) for part in parts)


def paragraphs(text: str) -> Iterator[str]:
    """Yield the lines of the paragraphs of a docstring as Markdown, examples as code."""
    for paragraph in filter(None, text.split("\n\n")):
        code = paragraph.startswith(">>>")
        yield from ("```python", paragraph, "```", "") if code else (escaped(paragraph), "")


def file_name(command: str) -> str:
    """Return the name of the page of a command or group."""
    return command.replace(" ", "-")


def command_page(name: str) -> str:
    """Return the page of a command: usage, what it does, options by group."""
    command = commands.load(name)
    parser = command.parser()
    lines = [f"# cdaflow {name}", "", *paragraphs(command.docs.summary)]
    lines += [*paragraphs(command.docs.text), "```text", parser.format_usage().strip(), "```", ""]
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if action.dest != "help"]
        if not actions:
            continue
        title = group.title or "options"
        lines += [f"## {escaped(title[:1].upper() + title[1:])}", ""]
        for action in actions:
            lines += [f"`{_invocation(action)}`", f": {escaped(_help(action))}", ""]
    return "\n".join([*lines, *paragraphs(command.docs.notes)]) + "\n"


def _invocation(action: argparse.Action) -> str:
    """Return an option with its value, as the help shows them."""
    value = action.metavar
    if value is None and action.choices is not None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    value = value if isinstance(value, str) else ""
    if action.nargs in ("+", "*"):
        value += " ..."
    if not action.option_strings:
        return value or action.dest
    names = ", ".join(action.option_strings)
    return f"{names} {value}".strip() if action.nargs != 0 else names


def _help(action: argparse.Action) -> str:
    text = (action.help or "").replace("%%", "%")
    if action.required and action.option_strings:
        text = f"{text} (required)"
    return text.strip() or "see the usage above"


def group_page(group: str) -> str:
    """Return the page of a group: what it is, its commands."""
    docs = read_docstring(commands._documented(group)) if group else commands._ALL
    lines = [f"# {'cdaflow ' + group if group else 'Commands'}", "", *paragraphs(docs.summary)]
    lines += [*paragraphs(docs.text)]
    below = commands.below(group)
    for name in below:
        lines += [f"[cdaflow {name}]({file_name(name)}.md)", f": {escaped(commands._title(name))}"]
        lines += [""]
    lines += ["```{toctree}", ":hidden:", *map(file_name, below), "```", ""]
    return "\n".join(lines)


def write_commands(folder: Path) -> None:
    """Write the pages of all commands and groups."""
    folder.mkdir(parents=True)
    (folder / "index.md").write_text(group_page(""), encoding="utf-8")
    queue = commands.below("")
    every = set(commands.names())
    while queue:
        name = queue.pop()
        if name in every:
            text = command_page(name)
        else:
            text = group_page(name)
            queue += commands.below(name)
        (folder / f"{file_name(name)}.md").write_text(text, encoding="utf-8")


def configuration_page() -> str:
    """Return the page of all keys of a configuration, from its schema."""
    whole = schema()
    lines = ["# Configuration keys", ""]
    lines += [*paragraphs(str(whole.get("description", "")))]
    lines += [
        "A key is written with those that it stands in: `training.threads` is `threads` below "
        "`training`; `[]` is an entry of a list, `NAME` a name that you choose. Examples are in "
        "[the configuration files](config-files.md).",
        "",
    ]
    for key, node in whole["properties"].items():
        lines += [f"## {key}", "", *_key_lines(key, node, first=True)]
    lines += ["## Parts used by several keys", ""]
    for name, node in whole["$defs"].items():
        lines += [f"### {name}", "", *_key_lines(name, node, first=True)]
    return "\n".join(lines) + "\n"


def _key_lines(key: str, node: Mapping[str, Any], *, first: bool = False) -> Iterator[str]:
    """Yield the entry of a key and those of the keys below it."""
    text = escaped(str(node.get("description", "")))
    facts = ", ".join(_facts(node))
    if first:
        yield from (text, "") if text else ()
        yield from (facts[:1].upper() + facts[1:] + ".", "") if facts else ()
    else:
        yield f"`{key}`"
        yield f": {text} *({facts})*" if facts else f": {text or 'see above'}"
        yield ""
    for where, below in _below(key, node):
        yield from _key_lines(where, below)


def _below(key: str, node: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the keys directly below one, with their schemas."""
    for name, child in node.get("properties", {}).items():
        yield f"{key}.{name}", child
    for child in node.get("patternProperties", {}).values():
        yield from _within(f"{key}.NAME", child)
    if isinstance(node.get("additionalProperties"), Mapping):
        yield from _within(f"{key}.NAME", node["additionalProperties"])
    if isinstance(node.get("items"), Mapping):
        yield from _within(f"{key}[]", node["items"])
    for kind in ("anyOf", "oneOf"):
        for child in node.get(kind, ()):
            yield from _below(key, child)


def _within(key: str, node: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield an entry where it says something of its own, else what is below it."""
    if "description" in node or "$ref" in node:
        yield key, node
    else:
        yield from _below(key, node)


def _facts(node: Mapping[str, Any]) -> Iterator[str]:
    """Yield type, values, limits and default of a key, in words."""
    if "$ref" in node:
        name = str(node["$ref"]).rpartition("/")[2]
        yield f"[{name}](#{name.lower()})"
    kinds = [node, *node.get("anyOf", ()), *node.get("oneOf", ())]
    types = [str(kind["type"]) for kind in kinds if isinstance(kind.get("type"), str)]
    if types:
        yield " or ".join(dict.fromkeys(types))
    for kind in kinds:
        if "enum" in kind:
            yield "one of " + ", ".join(f"`{_value(value)}`" for value in kind["enum"])
        if "minimum" in kind:
            yield f"at least {kind['minimum']}"
        if "maximum" in kind:
            yield f"at most {kind['maximum']}"
    if "default" in node:
        yield f"default: `{_value(node['default'])}`"


def _value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@cache
def index_sections() -> dict[str, list[str]]:
    """Return the pages that docs/index.md links to, by heading."""
    sections: dict[str, list[str]] = {}
    head = ""
    for line in (DOCS / "index.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            head = line[3:]
        for _, target in _LINK.findall(line):
            section = site_path((DOCS / target).resolve()) if "://" not in target else None
            if head and section:
                sections.setdefault(head, []).append(section.removesuffix(".md"))
    return sections


def site_pages() -> list[Path]:
    """Return the pages of the repository that the site has."""
    return [*sorted(DOCS.rglob("*.md")), *(ROOT / name for name in OTHER_PAGES)]


def toctrees() -> str:
    """Return the hidden tables of contents of the site: those of docs/index.md, by heading.

    Pages that the index does not name come under "More".
    """
    generated = {"Reference": ["commands/index", "configuration"]}
    lines = []
    seen: set[str] = set()
    listed = {page for pages in index_sections().values() for page in pages} | {"index"}
    every = [path for page in site_pages() if (path := str(site_path(page))[:-3]) not in listed]
    sections = {**index_sections(), **({"More": every} if every else {})}
    for head in dict.fromkeys([*sections, *generated]):
        pages = [*sections.get(head, []), *generated.get(head, [])]
        new = [page for page in dict.fromkeys(pages) if page not in seen]
        seen.update(new)
        lines += ["", "```{toctree}", ":hidden:", f":caption: {head}", "", *new, "```"]
    return "\n".join(lines) + "\n"


def api_functions() -> str:
    """Return what the page of the Python API has of each function of cdaflow.api."""
    from cdaflow import api

    lines = [""]
    for name in filter(str.islower, api.__all__):
        documented = getattr(api, name)
        docs = read_docstring(documented)
        signature = str(inspect.signature(documented)).replace("'", "")
        signature = signature.replace("(", "(\n    ", 1).replace(", ", ",\n    ")
        signature = re.sub(r"\[([^\]]*)\]", lambda m: m[0].replace(",\n    ", ", "), signature)
        lines += [f"## {name}", "", "```python", f"{name}{signature}", "```", ""]
        lines += [*paragraphs(docs.summary), *paragraphs(docs.text)]
        for parameter, text in docs.parameters.items():
            lines += [f"`{parameter}`", f": {escaped(text)}", ""]
        lines += [*paragraphs(docs.notes)]
    return "\n".join(lines) + "\n"


def write_site(folder: Path) -> None:
    """Write the whole source of the site into a folder, which is emptied first."""
    if folder.exists():
        shutil.rmtree(folder)
    for page in site_pages():
        target = folder / str(site_path(page))
        target.parent.mkdir(parents=True, exist_ok=True)
        text = adapted(page.read_text(encoding="utf-8"), page)
        if page == DOCS / "index.md":
            text += toctrees()
        if page == DOCS / "api.md":
            text += api_functions()
        target.write_text(text, encoding="utf-8")
    for picture in DOCS.rglob("*.svg"):
        shutil.copy(picture, folder / str(site_path(picture)))
    for name in ("conf.py", "site.css"):
        shutil.copy(DOCS / name, folder / name)
    write_commands(folder / "commands")
    (folder / "configuration.md").write_text(configuration_page(), encoding="utf-8")


if __name__ == "__main__":
    write_site(Path(sys.argv[1]))
