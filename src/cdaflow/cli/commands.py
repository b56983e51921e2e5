"""All commands: which function each one is, and how a command line gets there.

The public functions of a group's module are its commands, in the order of the help; `some_name`
is `some-name`. What a command works with is imported in its function, so that a help loads
nothing heavy.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator, Sequence

import cdaflow
from cdaflow.cli.signature import Command, Parser
from cdaflow.docstrings import Docstring, read_docstring

#: Groups of commands by the module that has them, or the function where a group is one command;
#: the order is that of the help.
GROUPS = {
    "demo": "cdaflow.cli.demo",
    "wordlists": "cdaflow.cli.wordlists",
    "text": "cdaflow.cli.text",
    "trees": "cdaflow.cli.trees",
    "agreement": "cdaflow.cli.agreement",
    "select": "cdaflow.cli.select",
    "counterfactual": "cdaflow.cli.counterfactual",
    "gfst": "cdaflow.cli.gfst",
    "gfst sheet": "cdaflow.cli.gfst_sheet",
    "inflect": "cdaflow.cli.inflect",
    "nmt": "cdaflow.cli.nmt",
    "score": "cdaflow.cli.score",
    "tables": "cdaflow.cli.tables",
    "tables figure": "cdaflow.cli.figures",
    "share": "cdaflow.cli.sharing:share",
    "verify": "cdaflow.cli.sharing:verify",
    "completion": "cdaflow.cli.completion:completion",
}

_ALL = Docstring(
    "Repair the gender of machine translation with data, and prove it with tables.",
    "Each command is a step of the workflow, usable by hand.",
)


def names() -> Iterator[str]:
    """Yield the names of all commands, such as "score winomt"."""
    for group in GROUPS:
        yield from _functions(group)


def resolve(name: str) -> tuple[str, str]:
    """Return the module and the function of a command such as "score winomt".

    Raises KeyError for what is no command.
    """
    return _functions(_split(name.split())[0])[name]


def executed(name: str) -> tuple[str, ...]:
    """Return module and function of what a command executes, and modules that it loads by name.

    They are those of the command, or what its function says in an attribute `executed`.
    """
    module, function = resolve(name)
    found = getattr(importlib.import_module(module), function)
    return (module, *getattr(found, "executed", (function,)))


def load(name: str) -> Command:
    """Return a command by its name; raises KeyError for what is none."""
    module, function = resolve(name)
    return Command(name, getattr(importlib.import_module(module), function))


def find(words: Sequence[str]) -> tuple[str, bool, Sequence[str]]:
    """Return the group or command at the head of a line, whether it is a command, and the rest."""
    group, rest = _split(words)
    known = _functions(group) if group else {}
    if group in known:
        return group, True, rest
    command = " ".join((group, *rest[:1]))
    return (command, True, rest[1:]) if command in known else (group, False, rest)


def check(words: Sequence[str]) -> None:
    """Read a command line without running the command; end with a usage error if it has faults."""
    name, is_command, rest = find(words)
    (load(name).parser() if is_command else group_parser(name)).parse_args(rest)


def run(words: Sequence[str]) -> int | None:
    """Run a command line; return the exit status of the command, if it has one."""
    name, is_command, rest = find(words)
    if is_command:
        return load(name).run(rest)
    group_parser(name).parse_args(rest)
    return None


def below(group: str) -> list[str]:
    """Return the names of the commands and groups directly below a group ("": below none)."""
    commands = list(_functions(group)) if group else []
    return commands + [one for one in GROUPS if one.rpartition(" ")[0] == group]


def group_parser(group: str) -> Parser:
    """Return the parser that knows the names below a group ("": of all groups), for its help."""
    docs = read_docstring(importlib.import_module(GROUPS[group])) if group else _ALL
    parser = Parser(f"cdaflow {group}".strip(), f"{docs.summary}\n\n{docs.text}", docs.notes)
    if not group:
        parser.add_argument("--version", action="version", version=f"cdaflow {cdaflow.__version__}")
    kind = "command" if group else "group"
    commands = parser.add_subparsers(dest=kind, metavar=kind.upper(), required=True)
    for name in below(group):
        commands.add_parser(name.split()[-1], help=_title(name), prog="", description="")
    return parser


def _split(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the group that a command line begins with, and the words behind it."""
    found = 0
    for number in range(1, len(words) + 1):
        if " ".join(words[:number]) not in GROUPS:
            break
        found = number
    return " ".join(words[:found]), words[found:]


def _functions(group: str) -> dict[str, tuple[str, str]]:
    """Return the commands of a group, each with its module and function."""
    module, _, function = GROUPS[group].partition(":")
    if function:
        return {group: (module, function)}
    return {
        f"{group} {name.rstrip('_').replace('_', '-')}": (module, name)
        for name, one in vars(importlib.import_module(module)).items()
        if inspect.isfunction(one) and one.__module__ == module and not name.startswith("_")
    }


def _title(name: str) -> str:
    """Return the line of a help for a command or a group."""
    place = GROUPS.get(name, ":")
    documented = load(name).function if ":" in place else importlib.import_module(place)
    title = read_docstring(documented).summary.rstrip(".").replace("%", "%%")
    return title[:1].lower() + title[1:]
