"""A parser of arguments from a typed function: its signature gives options, its docstring the help.

Parameters before `/` are positional arguments, those after `*` options; a parameter without a
default must be given. A parameter whose type is a dataclass stands for an option for each field.
Annotations are those of `cdaflow.option_types`, plain types, `Literal`, `X | None`, sequences (an
option takes several values) and bool (a flag: `--x`, and `--no-x` where it is on by default).
What the function returns is said: a message, or the exit status of the command, or nothing.
"""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import inspect
import os
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, is_dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from cdaflow.docstrings import Docstring, read_docstring
from cdaflow.errors import ConfigError
from cdaflow.option_types import UsageError, Value, Without

#: Options that have one letter as well, in all commands.
LETTERS = {"lang": "-l", "output": "-o"}


#: What stands for a value of a type in a help.
_METAVARS = {Path: "FILE", int: "N", float: "X", str: "TEXT"}


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command, or a field of a dataclass that is one of its parameters.

    `annotation`: its type; `default`: MISSING where it must be given; `fields`: the parameters
    that it stands for, where its type is a dataclass.
    """

    name: str
    annotation: Any
    default: Any
    is_positional: bool
    help: str
    metavar: str | None

    @cached_property
    def type(self) -> Any:
        """The type of its value, or of each of its values."""
        return _flattened(self.annotation)[0]

    @cached_property
    def fields(self) -> list[Parameter]:
        """The parameters of a dataclass, with the values of a default instance as defaults."""
        if self.value.read or not is_dataclass(self.type):
            return []
        hints = get_type_hints(self.type, include_extras=True)
        docs = read_docstring(self.type)
        notes = _flattened(self.annotation)[1]
        left_out = {name for note in notes if isinstance(note, Without) for name in note.names}
        return [
            _parameter(field.name, hints[field.name], self._default(field), docs)
            for field in dataclasses.fields(self.type)
            if field.init and field.name not in left_out
        ]

    def _default(self, field: dataclasses.Field[Any]) -> Any:
        if self.default is not MISSING:
            return getattr(self.default, field.name)
        factory = field.default_factory
        return factory() if callable(factory) else field.default

    @property
    def flag(self) -> str:
        """The option, such as --max-words."""
        name = (self.value.option or self.name).rstrip("_").replace("_", "-")
        return f"--{name}"

    @cached_property
    def value(self) -> Value:
        """What its annotation says besides the type."""
        values = [value for value in _flattened(self.annotation)[1] if isinstance(value, Value)]
        return values[-1] if values else Value()

    @property
    def is_multiple(self) -> bool:
        """Whether it takes several values."""
        return _flattened(self.annotation)[2]

    def words(self, value: Any) -> list[str]:
        """Return the words of a command line that give an option this value, none for None."""
        if isinstance(value, bool):
            name = self.flag if value else f"--no-{self.flag[2:]}"
            return [name] if value or self.default is True else []
        values = value if isinstance(value, (list, tuple)) else [value]
        return [f"{self.flag}={item}" for item in values if item is not None]

    def argparse_options(self) -> dict[str, Any]:
        """Return the keyword arguments of `add_argument`."""
        kind, _, is_multiple = _flattened(self.annotation)
        options: dict[str, Any] = {"default": None, "help": self._help().replace("%", "%%")}
        if kind is bool:
            is_on = self.default is True
            options["action"] = argparse.BooleanOptionalAction if is_on else "store_true"
            return options
        if get_origin(kind) is Literal:
            options["choices"] = get_args(kind)
        elif kind is not str:
            options["type"] = kind
        options["type"] = self.value.reader(options.get("type", str))
        options["metavar"] = self.metavar or self.value.metavar or _METAVARS.get(kind)
        if self.is_positional:
            few = "?" if self.default is not MISSING else None
            many = "*" if self.default is not MISSING else "+"
            options["nargs"] = many if is_multiple else few
            options["metavar"] = options["metavar"] or self.name.upper()
            return options
        if is_multiple and self.value.repeat:
            options["action"] = "append"
        elif is_multiple:
            options |= {"action": "extend", "nargs": "*" if self.value.may_be_empty else "+"}
        options["required"] = self.default is MISSING
        return options

    def _help(self) -> str:
        text = self.help or self.value.help
        if self.default is True:
            return f"{text} (default: yes)"
        default = self.default
        if default is MISSING or default in (None, False, "", (), []) or "default" in text:
            return text
        if isinstance(default, (list, tuple)):
            default = " ".join(map(str, default))
        elif isinstance(default, float):
            default = f"{default:g}"
        added = f"default: {default})"
        return f"{text[:-1]}; {added}" if text.endswith(")") else f"{text} ({added}".strip()


def _parameter(
    name: str, annotation: Any, default: Any, docs: Docstring, *, positional: bool = False
) -> Parameter:
    return Parameter(
        name, annotation, default, positional, docs.parameters.get(name, ""), docs.values.get(name)
    )


def _flattened(annotation: Any) -> tuple[Any, tuple[Any, ...], bool]:
    """Return the plain type of a value, what is annotated, and whether there are several values."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated and any(getattr(note, "read", None) for note in annotation.__metadata__):
        return arguments[0], annotation.__metadata__, False  # the text is read as a whole
    if origin is Annotated:
        kind, notes, several = _flattened(arguments[0])
        return kind, (*notes, *annotation.__metadata__), several
    if origin in (Union, UnionType):
        (inner,) = (argument for argument in arguments if argument is not NoneType)
        return _flattened(inner)
    if inspect.isclass(origin) and issubclass(origin, Sequence):
        kind, notes, _ = _flattened(arguments[0])
        return kind, notes, True
    return annotation, (), False


@dataclass(frozen=True)
class Command:
    """A function as a command; `name`: its words, such as "score bleu"."""

    name: str
    function: Callable[..., Any]

    @cached_property
    def docs(self) -> Docstring:
        """What its docstring says."""
        return read_docstring(self.function)

    @cached_property
    def parameters(self) -> list[Parameter]:
        """Its parameters, one for a dataclass."""
        hints = get_type_hints(self.function, include_extras=True)
        parameters = []
        for parameter in inspect.signature(self.function).parameters.values():
            default = MISSING if parameter.default is parameter.empty else parameter.default
            is_positional = parameter.kind is parameter.POSITIONAL_ONLY
            parameters.append(
                _parameter(
                    parameter.name,
                    hints[parameter.name],
                    default,
                    self.docs,
                    positional=is_positional,
                )
            )
        return parameters

    @property
    def leaves(self) -> Iterator[Parameter]:
        """Its arguments and options, those of dataclasses one by one."""
        return _leaves(self.parameters)

    def parser(self, kind: type[Parser] | None = None) -> Parser:
        """Return the parser of its arguments, of a `kind` that may report faults otherwise."""
        parser = (kind or Parser)(
            f"cdaflow {self.name}",
            f"{self.docs.summary}\n\n{self.docs.text}",
            self.docs.notes,
        )
        _add(parser, parser, self.parameters, self.function)
        return parser

    def run(self, words: Sequence[str]) -> int | None:
        """Read the arguments and call the function; return the exit status that it has, if any.

        Raises ConfigError where a file to be written is one that is read, or written twice.
        """
        outcome = self.call(words)
        if outcome is None or isinstance(outcome, int):
            return outcome
        from cdaflow.progress import say

        say(str(outcome))
        return None

    def call(self, words: Sequence[str], kind: type[Parser] | None = None) -> Any:
        """Read the arguments, call the function and return what it returns; raises as `run`."""
        parser = self.parser(kind)
        words = list(self._renamed(words))
        values = vars(parser.parse_args(words))
        self._check_swallowed(words, values, parser)
        _check_files(self.leaves, values)
        passed = [parameter for parameter in self.parameters if _is_given(parameter, values)]
        arguments = [_value(parameter, values) for parameter in passed if parameter.is_positional]
        options = {
            parameter.name: _value(parameter, values)
            for parameter in passed
            if not parameter.is_positional
        }
        try:
            return self.function(*arguments, **options)
        except UsageError as error:
            return parser.error(str(error))

    def _renamed(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the words with the present names of options, and say which were former ones."""
        names = {f"--{one.value.former}": one.flag for one in self.leaves if one.value.former}
        for word in words:
            former, equals, value = word.partition("=")
            if former in names:
                from cdaflow.progress import say

                say(f"{former} is now {names[former]}, and goes in the next version")
                word = f"{names[former]}{equals}{value}"
            yield word

    def _check_swallowed(
        self, words: Sequence[str], values: Mapping[str, Any], parser: Parser
    ) -> None:
        """Refuse several files of an option in a line that lacks the file before it.

        The last of them may be meant as that file, and the command would wait for the standard
        input, `cdaflow trees annotate --gold trees.conllu lines.txt`, or do without it, where that
        is a folder, as in `cdaflow nmt check --vocabs a.spm b.spm MODEL`.
        """
        missing = [
            parameter
            for parameter in self.parameters
            if parameter.is_positional
            and parameter.default is not MISSING
            and values[parameter.name] in (None, [])
        ]
        several = {
            parameter.flag
            for parameter in _leaves(self.parameters)
            if _flattened(parameter.annotation)[2]
            and not parameter.value.repeat
            and not parameter.is_positional
        }
        options = parser.option_actions()
        for option, taken in _taken(words):
            near = [option] if option in options else [o for o in options if o.startswith(option)]
            flag = next((name for name in near if name in several), "")
            if not (missing and flag and len(taken) > 1):
                continue
            is_input = str(missing[0].default) == "-"
            if is_input or Path(taken[-1]).is_dir():
                way_out = " (or - for the standard input)" * is_input
                parser.error(
                    f"{flag} takes {' '.join(taken)}: is {taken[-1]} one of them, or "
                    f"{missing[0].name.upper()}? Write it{way_out} before {flag}"
                )


def _taken(words: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each option of a command line with the words behind it."""
    starts = [n for n, word in enumerate(words) if word.startswith("-") and word != "-"]
    for start, end in pairwise([*starts, len(words)]):
        yield words[start], words[start + 1 : end]


def _add(parser: Parser, above: Any, parameters: Sequence[Parameter], target: Any) -> None:
    """Add parameters to a parser or a group of it (`above`), those of a dataclass as a group.

    `target`: the function or dataclass that has them.
    """
    groups = {
        names: above.add_mutually_exclusive_group(required=required)
        for names, required in getattr(target, "exclusive_options", ())
    }
    for parameter in parameters:
        if parameter.fields:
            title = read_docstring(parameter.type).summary.rstrip(".")
            group = parser.add_argument_group(title[:1].lower() + title[1:])
            _add(parser, group, parameter.fields, parameter.type)
            continue
        group = next((group for names, group in groups.items() if parameter.name in names), above)
        flags = [parameter.name] if parameter.is_positional else [parameter.flag]
        options = parameter.argparse_options()
        if not parameter.is_positional:
            options["dest"] = parameter.name
            flags = [LETTERS[parameter.name], *flags] if parameter.name in LETTERS else flags
            if group is not above:
                options.pop("required", None)
        group.add_argument(*flags, **options)


def _leaves(parameters: Sequence[Parameter]) -> Iterator[Parameter]:
    for parameter in parameters:
        yield from _leaves(parameter.fields) if parameter.fields else (parameter,)


def _is_given(parameter: Parameter, values: Mapping[str, Any]) -> bool:
    """Return whether the function gets a value; of the rest it has defaults of its own."""
    if parameter.fields:
        return parameter.default is MISSING or any(
            _is_given(field, values) for field in parameter.fields
        )
    return values[parameter.name] not in (None, [])


def _value(parameter: Parameter, values: Mapping[str, Any]) -> Any:
    """Return the value of a parameter, a dataclass made of the values of its fields."""
    if not parameter.fields:
        return values[parameter.name]
    values_of_fields = {
        field.name: _value(field, values) for field in parameter.fields if _is_given(field, values)
    }
    if parameter.default is MISSING:
        return parameter.type(**values_of_fields)
    return dataclasses.replace(parameter.default, **values_of_fields)


def _check_files(parameters: Iterator[Parameter], values: Mapping[str, Any]) -> None:
    """Raise ConfigError where a file to be written is one that is read, or written twice.

    Or where it is there already, of another format than what is written: the first of several
    inputs, as in `cdaflow tables winomt --output scores/*.json`. Or where it is text or a table
    that lies in a folder of test sets or word lists, whose files no option names.
    """
    read: set[str] = set()
    written: list[tuple[Parameter, str]] = []
    for parameter in parameters:
        value = values[parameter.name]
        paths = value if isinstance(value, list) else [value]
        if parameter.value.file == "output":
            written += [(parameter, str(path)) for path in paths if path is not None]
        elif parameter.value.file == "input" or any(isinstance(path, Path) for path in paths):
            read.update(os.path.realpath(path) for path in paths if path is not None)
            if parameter.name in _DATA_FOLDERS and value is not None:
                read.add(os.path.realpath(value) + os.sep)  # all that lies in it
    for parameter, path in written:
        if path == "-" or (Path(path).exists() and not Path(path).is_file()):
            continue  # a pipe, a device
        real = os.path.realpath(path)
        if real in read:
            raise ConfigError(
                "output.overwrites-own-file",
                f"{parameter.flag} {path} would overwrite another file of this command",
                hint="give it another name",
            )
        formats = _FORMATS.get(
            (parameter.metavar or parameter.value.metavar or "").rpartition(".")[2].lower()
        )
        suffix = Path(re.sub(r"\.(gz|xz|bz2|zst)$", "", path)).suffix.lower()
        if formats and suffix and suffix not in formats and Path(path).exists():
            raise ConfigError(
                "output.overwrites-other-format",
                f"{parameter.flag} {path} would overwrite a file other than {' or '.join(formats)}",
                hint="if it is an input, name another output",
            )
        in_data = (real.startswith(name) for name in read if name.endswith(os.sep))
        if not formats and Path(path).exists() and any(in_data):
            raise ConfigError(
                "output.overwrites-data",
                f"{parameter.flag} {path} would overwrite a file in a folder of data",
                hint="name another output, or delete the file first",
            )
        read.add(real)


#: Options for folders of test sets and word lists.
_DATA_FOLDERS = frozenset(("data", "geneval", "winomt", "wordlists"))

#: Formats of files that are written in no other -> their endings.
_FORMATS = {name: (f".{name}",) for name in ("csv", "md", "tex", "json", "html", "zip")} | {
    "svg": (".svg", ".png", ".pdf")
}


class Parser(argparse.ArgumentParser):
    """A parser with help in paragraphs and errors on one line."""

    def __init__(self, prog: str, description: str, epilog: str = "", **options: Any) -> None:
        super().__init__(prog, description=description.strip(), epilog=epilog or None,
                         formatter_class=_Formatter, **options)  # fmt: skip

    def error(self, message: str) -> Any:
        """Say what is wrong with the arguments and what to do, on one line; exit with 2."""
        unknown = re.search(r"unrecognized arguments: (-\S+)|invalid choice: '([^']*)'", message)
        near: list[str] = []
        if unknown:
            names = list(self._option_string_actions) if unknown[1] else self._choices()
            near = difflib.get_close_matches(unknown[1] or unknown[2], names, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        if re.search(r"arguments are required: [^-]", message):
            # An option of several values takes all words up to the next one.
            hint = "write it before all options; "
        self.exit(2, f"{self.prog}: error: {message} ({hint}see {self.prog} --help)\n")

    def option_actions(self) -> dict[str, argparse.Action]:
        """Return what each option does, by its names."""
        return self._option_string_actions

    def _choices(self) -> list[str]:
        return [str(name) for action in self._actions for name in action.choices or ()]


class _Formatter(argparse.HelpFormatter):
    """Keeps the paragraphs of a text apart."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        filled = (
            textwrap.fill(
                " ".join(part.split()), width, initial_indent=indent, subsequent_indent=indent
            )
            for part in text.split("\n\n")
        )
        return "\n\n".join(filled)
