"""All commands: which function each one is, and how a command line gets there.

The public functions of a group's module are its commands, in the order of the help; `some_name`
is `some-name`. A command is best a function of the room that does its work, with heavy libraries by
`cdaflow.lazy`; where its module loads others that take long (PyTorch, Arrow), it stands in
`cdaflow.cli` and imports what it works with in its function, so that a help loads nothing heavy.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import pkgutil
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import cdaflow
from cdaflow.cli.signature import Command, Parser
from cdaflow.docstrings import Docstring, read_docstring
from cdaflow.provenance import (
    function_digest,
    function_packages,
    packages_used,
    source_digest,
)
from cdaflow.tables import EVALUATIONS

#: Groups of commands by the module that has them, the function where a group is one command, or
#: a package each of whose modules has one command, of its own name (*); the order is that of the
#: help.
GROUPS = {
    "init": "cdaflow.cli.init:init",
    "plan": "cdaflow.cli.plan:plan",
    "evaluate": "cdaflow.cli.evaluate:evaluate",
    "demo": "cdaflow.cli.demo",
    "wordlists": "cdaflow.cli.wordlists",
    "text": "cdaflow.cli.text",
    "trees": "cdaflow.cli.trees",
    "agreement": "cdaflow.cli.agreement",
    "agreement import": "cdaflow.agreement.importing:import_",
    "select": "cdaflow.cli.select",
    "select random": "cdaflow.datasets.random:random",
    "counterfactual": "cdaflow.cli.counterfactual",
    "counterfactual swap": "cdaflow.cli.rewriting:swap",
    "counterfactual rewrite": "cdaflow.cli.rewriting:rewrite",
    "counterfactual handcrafted": "cdaflow.datasets.handcrafted:handcrafted",
    "dataset": "cdaflow.datasets:*",
    "gfst": "cdaflow.cli.gfst",
    "inflect": "cdaflow.cli.inflect",
    "alternatives": "cdaflow.cli.alternatives",
    "alternatives pairs": "cdaflow.alternatives.corpora:pairs",
    "alternatives sources": "cdaflow.alternatives.corpora:sources",
    "alternatives calibrate": "cdaflow.alternatives.person_calibration:calibrate",
    "alternatives filter": "cdaflow.alternatives.person_calibration:filter_",
    "alternatives gather": "cdaflow.alternatives.corpora:gather",
    "alternatives import": "cdaflow.alternatives.importing:import_",
    "alternatives fetch": "cdaflow.alternatives.fetching:fetch",
    "alternatives show": "cdaflow.cli.alternatives_show:show",
    "alternatives rewrite": "cdaflow.cli.alternatives_rewriting:rewrite",
    "alternatives rewrite-llm": "cdaflow.cli.alternatives_llm:rewrite_llm",
    "alternatives train-tagger": "cdaflow.cli.alternatives_networks:train_tagger",
    "alternatives translate": "cdaflow.cli.alternatives_translate:translate",
    "alternatives tag": "cdaflow.cli.alternatives_networks:tag",
    "alternatives train-aligner": "cdaflow.cli.alternatives_networks:train_aligner",
    "alternatives align": "cdaflow.cli.alternatives_networks:align",
    "alternatives fetch-encoder": "cdaflow.alternatives.tagging.fetching:fetch_encoder",
    "bias": "cdaflow.cli.bias",
    "bias adjust": "cdaflow.cli.bias_training:adjust",
    "bias debias": "cdaflow.cli.bias_training:debias",
    "bias transfer": "cdaflow.cli.bias_training:transfer",
    "bias train-encoder": "cdaflow.cli.bias_training:train_encoder",
    "bias tune-encoder": "cdaflow.cli.bias_training:tune_encoder",
    "animacy": "cdaflow.cli.animacy",
    "animacy import": "cdaflow.wordlists.published:import_",
    "lm": "cdaflow.cli.lm",
    "lm animate": "cdaflow.cli.lm_text:animate",
    "lm counterfactuals": "cdaflow.cli.lm_text:counterfactuals",
    "lm list-phrases": "cdaflow.lm.phrases:list_phrases",
    "lm gather": "cdaflow.cli.lm_text:gather",
    "lm minimal-pairs": "cdaflow.cli.lm_text:minimal_pairs",
    "nmt": "cdaflow.cli.nmt",
    "nmt convert": "cdaflow.cli.nmt_models:convert",
    "nmt import": "cdaflow.cli.nmt_models:import_",
    "nmt export": "cdaflow.cli.nmt_models:export",
    "nmt fetch-firefox": "cdaflow.cli.nmt_models:fetch_firefox",
    "nmt interpolate": "cdaflow.cli.nmt_models:interpolate",
    "nmt average": "cdaflow.cli.nmt_models:average",
    "nmt check": "cdaflow.cli.nmt_models:check",
    "nmt recipe": "cdaflow.cli.nmt_models:recipe",
    "score": "cdaflow.cli.score",
    "sheet": "cdaflow.scoring.annotation",
    "sheet make": "cdaflow.cli.sheet",
    "sheet read": "cdaflow.cli.sheet:read",
    "tables": "cdaflow.cli.tables",
    "tables report": "cdaflow.cli.report:report",
    "tables provenance": "cdaflow.cli.sharing:provenance",
    "tables figure": "cdaflow.cli.figures",
    "tables corpus": "cdaflow.cli.tables:corpus",
    "tables funnel": "cdaflow.cli.tables:funnel",
    "tables counterfactual": "cdaflow.cli.tables:counterfactual",
    "tables datasets": "cdaflow.cli.tables:datasets",
    "tables gfst": "cdaflow.cli.tables:gfst",
    "tables shares": "cdaflow.cli.tables:shares",
    "tables augmentation": "cdaflow.cli.tables:augmentation",
    "share": "cdaflow.cli.sharing:share",
    "verify": "cdaflow.cli.sharing:verify",
    "completion": "cdaflow.cli.completion:completion",
}
GROUPS |= {
    evaluation.command: evaluation.function
    for evaluation in EVALUATIONS.values()
    if evaluation.function
}

#: Groups and commands that had other names in the version before, which still work.
_FORMER = {"gfst sheet": "sheet make", "gfst judged": "sheet read"}

#: Commands that load every metric by its name, and of tables every evaluation.
_OF_ALL = ("evaluate", "tables report", "tables published", "tables show", "score compare")

#: With these the line of a command or group begins in upper case.
_PROPER_NAMES = ("Marian", "Universal Dependencies")

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
    return _scorers().get(name) or _functions(_split(name.split())[0])[name]


def digest(words: Sequence[str]) -> str:
    """Return a digest of the source that does the work of a command line.

    Of a scorer that is its whole module with all that this imports, and so of the table of a
    metric or an evaluation: its own module and no other.
    """
    name, module, function = _command(words)
    return (
        source_digest(module)
        if name in _scorers()
        else function_digest(module, function, *_loaded(name))
    )


def packages(words: Sequence[str]) -> dict[str, str]:
    """Return the versions of the packages that can change the result of a command line."""
    name, module, function = _command(words)
    return (
        packages_used(module)
        if name in _scorers()
        else function_packages(module, function, *_loaded(name))
    )


def _command(words: Sequence[str]) -> tuple[str, str, str]:
    """Return the name, the module and the function of the command of a line."""
    name = find(words)[0]
    return name, *resolve(name)


def _loaded(name: str) -> Iterator[str]:
    """Yield the modules that a command loads by name: of one metric or evaluation, or of all."""
    modules = _table_modules() if name.startswith("tables ") else _metric_modules()
    yield from modules.values() if name in _OF_ALL else filter(None, [modules.get(name)])


def load(name: str) -> Command:
    """Return a command by its name; raises KeyError for what is none."""
    module, function = resolve(name)
    if name in _scorers():
        from cdaflow.cli.scorers import scorer_command

        return Command(name, scorer_command(name.removeprefix("score ")))
    target = getattr(importlib.import_module(module), function)
    if name in _table_modules():
        return Command(name, target(name.removeprefix("tables ")))
    return Command(name, target)


def find(words: Sequence[str]) -> tuple[str, bool, Sequence[str]]:
    """Return the group or command at the head of a line, whether it is a command, and the rest."""
    former = " ".join(words[:2])
    words = [*_FORMER.get(former, former).split(), *words[2:]]
    group, rest = _split(words)
    command = " ".join((group, *rest[:1]))
    # A scorer does not load the module of the other commands of its group.
    functions = _scorers() if command in _scorers() else _functions(group) if group else {}
    if group in functions:
        return group, True, rest
    return (command, True, rest[1:]) if command in functions else (group, False, rest)


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
    return commands + [name for name in GROUPS if name.rpartition(" ")[0] == group]


def group_parser(group: str) -> Parser:
    """Return the parser that knows the names below a group ("": of all groups), for its help."""
    docs = read_docstring(_documented(group)) if group else _ALL
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
    length = 0
    for number in range(1, len(words) + 1):
        if " ".join(words[:number]) not in GROUPS:
            break
        length = number
    return " ".join(words[:length]), words[length:]


def _functions(group: str) -> dict[str, tuple[str, str]]:
    """Return the commands of a group, each with its module and function."""
    module, _, function = GROUPS[group].partition(":")
    if function == "*":
        below = pkgutil.iter_modules(importlib.import_module(module).__path__)
        names = [module_info.name for module_info in below]
        return {f"{group} {name.replace('_', '-')}": (f"{module}.{name}", name) for name in names}
    if function:
        return {group: (module, function)}
    derived = _scorers() if group == "score" else {}
    if group == "tables":
        derived = dict.fromkeys(_table_modules(), (module, "_evaluation_command"))
        derived |= dict.fromkeys(_metric_modules(), (module, "_metric_command"))
    return derived | {
        f"{group} {name.rstrip('_').replace('_', '-')}": (module, name)
        for name, member in vars(importlib.import_module(module)).items()
        if inspect.isfunction(member) and member.__module__ == module and not name.startswith("_")
        if f"{module}:{name}" not in GROUPS.values()
    }


def _scorers() -> dict[str, tuple[str, str]]:
    """Return module and scorer of each metric, by the name of its command."""
    from cdaflow.scoring.metric import scorers

    return {f"score {name}": where for name, where in scorers().items()}


def _metric_modules() -> dict[str, str]:
    """Return the module of each metric, by the name of the command of its table."""
    from cdaflow.scoring.metric import METRICS

    return {f"tables {name}": where.partition(":")[0] for name, where in METRICS.items()}


def _table_modules() -> dict[str, str]:
    """Return the module of each metric and evaluation, by the name of the command of its table."""
    return _metric_modules() | {
        f"tables {name}": table.where.partition(":")[0] for name, table in EVALUATIONS.items()
    }


def _title(name: str) -> str:
    """Return the line of a help for a command or a group."""
    title = read_docstring(_documented(name)).summary.replace("%", "%%")
    title = title if title.endswith("...") else title.removesuffix(".")
    if title.startswith(_PROPER_NAMES):
        return title
    return title[:1].lower() + title[1:]


def _documented(name: str) -> str:
    """Return the docstring of a command or a group, of which nothing is loaded for one line."""
    if name in GROUPS:
        module, _, function = GROUPS[name].partition(":")
        return _docstrings(module)["" if function == "*" else function]
    if name in _table_modules():
        from cdaflow.cli.tables import _help

        return _help(name.removeprefix("tables "))
    module, function = resolve(name)
    return _docstrings(module)[function]


@cache
def _docstrings(module: str) -> dict[str, str]:
    """Return the docstrings of a module ("") and its functions, read off its file."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(module)
    tree = ast.parse(Path(spec.origin).read_bytes())
    documented = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    docstrings = {name: ast.get_docstring(node) or "" for name, node in documented.items()}
    return {"": ast.get_docstring(tree) or "", **docstrings}
