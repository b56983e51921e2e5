"""A configuration as YAML with a comment above each key: what the schema says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

import yaml

from cdaflow.config.schema import schema

_WIDTH = 100


def commented_yaml(config: Mapping[str, Any]) -> str:
    """Return a configuration as YAML, each key below its description in the schema.

    A description stands once, where it is first needed. Keys keep their order.
    """
    whole = schema()
    descriptions = _Descriptions(whole["$defs"])
    blocks = (
        "\n".join(_block(key, value, whole, descriptions, 0)) for key, value in config.items()
    )
    return "\n\n".join(blocks) + "\n"


class _Descriptions:
    """The descriptions of a schema, each given out once."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions
        self.written: set[str] = set()

    def node_of(self, key: str, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the schema of a mapping says of one of its keys; empty for what is free."""
        if key in node.get("properties", {}):
            return self.resolve(node["properties"][key])
        for pattern, below in node.get("patternProperties", {}).items():
            if re.search(pattern, key):
                return self.resolve(below)
        free = node.get("additionalProperties")
        return self.resolve(free) if isinstance(free, Mapping) else {}

    def resolve(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a node with the definition that it refers to."""
        name = str(node.get("$ref", "")).rpartition("/")[2]
        return {**self.definitions[name], **node} if name else node

    def fitting(self, node: Mapping[str, Any], value: Any) -> Mapping[str, Any]:
        """Return the alternative of a node by which a mapping, or a list of them, is written.

        Its description is that of the node, its own only where the node has none.
        """
        for choice in map(self.resolve, (*node.get("oneOf", ()), *node.get("anyOf", ()))):
            kind = "array" if isinstance(value, list) else "object"
            keys = set(value) if isinstance(value, Mapping) else set()
            properties = choice.get("properties")
            if choice.get("type") == kind and (properties is None or keys <= set(properties)):
                description = {key: node[key] for key in ("description",) if key in node}
                return {**choice, **description}
        return node

    def comment(self, text: str, indent: int) -> Iterator[str]:
        """Yield a description as lines of comment; none of one that was written before."""
        if text and text not in self.written:
            self.written.add(text)
            margin = " " * indent + "# "
            yield from wrap(
                text, _WIDTH, initial_indent=margin, subsequent_indent=margin,
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip


def _block(
    key: str, value: Any, above: Mapping[str, Any], descriptions: _Descriptions, indent: int
) -> Iterator[str]:
    """Yield the lines of a key: its description, the key, and what is below it."""
    node = descriptions.node_of(key, above)
    chosen = descriptions.fitting(node, value)
    yield from descriptions.comment(chosen.get("description", ""), indent)
    margin = " " * indent
    if _is_plain(value):
        yield f"{margin}{key}: {_flow(value)}"
        return
    yield f"{margin}{key}:"
    if isinstance(value, Mapping):
        for name, below in value.items():
            yield from _block(name, below, chosen, descriptions, indent + 2)
        return
    item = descriptions.resolve(chosen.get("items", {}))
    for entry in value:
        lines = [
            line
            for name, below in entry.items()
            for line in _block(name, below, item, descriptions, indent + 4)
        ]
        # The dash of an item is before its first key, and the comment of that above both.
        first = next(n for n, line in enumerate(lines) if not line.lstrip().startswith("#"))
        yield from (line.removeprefix("  ") for line in lines[:first])
        yield f"{margin}  - {lines[first].lstrip()}"
        yield from lines[first + 1 :]


def _is_plain(value: Any) -> bool:
    """Return whether a value is written on the line of its key."""
    if isinstance(value, Mapping):
        return not value
    return (
        not isinstance(value, Sequence)
        or isinstance(value, str)
        or not any(isinstance(item, Mapping) for item in value)
    )


def _flow(value: Any) -> str:
    text: str = yaml.safe_dump(
        value, default_flow_style=True, width=float("inf"), allow_unicode=True
    )
    return text.removesuffix("\n").removesuffix("\n...")
