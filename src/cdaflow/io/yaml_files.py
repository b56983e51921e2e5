"""YAML from outside, read without trust: bounded, one clear error for any bytes.

It is read as plain data: no tag makes an object of Python. Two things that the standard allows
are refused: a key that is duplicated in a mapping, of which a reader would silently take the last,
and aliases (`*name`) that unpack to more than MAX_NODES values, or into themselves. A few lines of
them ("billion laughs") are small in memory until somebody walks through them.
"""

from __future__ import annotations

import os
from typing import Any

import yaml

from cdaflow.errors import CdaflowError, InputError
from cdaflow.io.compression import open_binary_raw

#: No YAML file has more bytes (Marian's own settings have five thousand): PyYAML is slow.
MAX_YAML_BYTES = 128 * 1024

#: Maximum number of values of a YAML document, each alias counted as what it stands for.
MAX_NODES = 20_000

#: Brackets and braces are nested at most so deep.
MAX_BRACKETS = 64

#: What PyYAML raises besides its own errors, at values such as 2001-99-99 or !!int "".
_YAML_FAULTS = (
    yaml.YAMLError, ValueError, TypeError, AttributeError, LookupError, ArithmeticError,
    RecursionError,
)  # fmt: skip


def parse_yaml(
    text: str,
    *,
    file: str | os.PathLike[str] | None = None,
    error: type[CdaflowError] = InputError,
) -> Any:
    """Return what YAML says, in values that JSON has as well, and dates and the like.

    Raises `error`, with file and line, where it is no YAML, has a tag that is not plain data, a key
    twice, or unpacks beyond measure (see the module).
    """
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 (a SafeLoader)
    except _YAML_FAULTS as fault:
        mark = getattr(fault, "problem_mark", None)
        problem = getattr(fault, "problem", None) or str(fault).partition("\n")[0]
        if isinstance(fault, RecursionError):
            problem = "nested too deeply"
        raise error(
            "yaml.malformed",
            f"not a valid YAML file: {problem or type(fault).__name__}",
            file=file,
            line=None if mark is None else mark.line + 1,
        ) from None


def read_yaml(path: str | os.PathLike[str], *, error: type[CdaflowError] = InputError) -> Any:
    """Return what a YAML file holds; `error` as `parse_yaml` raises it, or for an absent file."""
    try:
        with open_binary_raw(path) as handle:
            raw = handle.read(MAX_YAML_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except InputError as fault:
        raise error(fault.code, fault.problem, file=path, hint=fault.hint) from None
    except UnicodeDecodeError as fault:
        raise error(
            "yaml.not-utf8",
            f"not a valid YAML file: not UTF-8 (byte {fault.start + 1})",
            file=path,
        ) from None
    except OSError as fault:
        raise error("yaml.unreadable", f"cannot be read: {fault.strerror}", file=path) from None
    if len(raw) > MAX_YAML_BYTES:
        raise error("yaml.too-large", f"the file is larger than {MAX_YAML_BYTES} bytes", file=path)
    return parse_yaml(text, file=path, error=error)


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """PyYAML's loader of plain data, which checks the whole document before building values."""

    def fetch_flow_collection_start(self, TokenClass: Any) -> None:  # noqa: N803 (PyYAML's name)
        """Take a bracket; ScannerError for too many, each of which PyYAML weighs with each."""
        if self.flow_level >= MAX_BRACKETS:
            raise yaml.scanner.ScannerError(None, None, "nested too deeply", self.get_mark())
        super().fetch_flow_collection_start(TokenClass)

    def get_single_node(self) -> Any:
        """Return the document as nodes; ConstructorError for what the module refuses."""
        node = super().get_single_node()
        if node is not None:
            _check(node, {}, set())
        return node


def _check(node: yaml.Node, sizes: dict[yaml.Node, int], above: set[yaml.Node]) -> int:
    """Return how many values a node unpacks to; `sizes`: of those seen, `above`: those open."""
    if node in sizes:
        return sizes[node]
    if node in above:
        raise _refused("an alias within its own anchor", node)
    above.add(node)
    size = 1
    children: list[yaml.Node] = []
    if isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            name = (key.tag, key.value) if isinstance(key, yaml.ScalarNode) else None
            if name is not None and name in seen:
                raise _refused(f"the key {key.value[:80]!r} is duplicated in one mapping", key)
            seen.add(name)
            children += (key, value)
    elif isinstance(node, yaml.SequenceNode):
        children = node.value
    for child in children:
        size += _check(child, sizes, above)
        if size > MAX_NODES:
            raise _refused(f"it unpacks to more than {MAX_NODES} values", node)
    above.discard(node)
    sizes[node] = size
    return size


def _refused(problem: str, node: yaml.Node) -> yaml.constructor.ConstructorError:
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
