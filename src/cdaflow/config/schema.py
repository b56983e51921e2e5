"""The schema of a configuration, which users and editors read, made of its classes.

python -m cdaflow.config.schema > workflow/schemas/config.schema.yaml
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

import yaml

from cdaflow.config.loading import Config
from cdaflow.languages import KNOWN

_PATH = {"type": "string", "minLength": 1}
_PATHS = {"type": "array", "uniqueItems": True, "items": _PATH}
_OF = {
    "targets": (list(KNOWN), "each language"),
    "both": (["en", *KNOWN], "English and each language"),
    "en": (["en"], "English"),
}

#: Keys in the order in which they are read best.
_ORDER = ("description", "type", "enum", "default", "additionalProperties", "required")


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]
    """Writes lists of plain values on one line, and nothing as a reference to what came before."""

    def ignore_aliases(self, data: Any) -> bool:
        """Return True: each value is written where it stands."""
        return True

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> Any:
        """Return a list as YAML."""
        plain = not any(isinstance(item, (dict, list)) for item in sequence)
        return super().represent_sequence(tag, sequence, flow_style=plain)


def schema() -> dict[str, Any]:
    """Return the schema: what is used in several places is defined apart, all else in place."""
    config_schema = Config.model_json_schema()
    definitions = {name: _plain(value) for name, value in config_schema.pop("$defs").items()}
    definitions |= {f"{kind}_of_{of}": _files(kind, of) for of in _OF for kind in ("file", "files")}
    plain = _plain(config_schema)
    uses = Counter(
        text.partition('"')[0] for text in json.dumps([plain, definitions]).split("#/$defs/")[1:]
    )
    shared = {name for name, count in uses.items() if count > 1}
    plain = _inlined(plain, definitions, shared)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cdaflow configuration",
    }
    below = {name: _inlined(definitions[name], definitions, shared) for name in sorted(shared)}
    return {**head, **plain, "$defs": below}


def text() -> str:
    """Return the schema as YAML."""
    note = "# Made by `python -m cdaflow.config.schema` of the classes in cdaflow.config.\n"
    written: str = yaml.dump(schema(), Dumper=_Dumper, sort_keys=False, width=100)
    return note + written


def _files(kind: str, of: str) -> dict[str, Any]:
    """Return the definition of a field that names files."""
    languages, applies_to = _OF[of]
    value_schema: dict[str, Any] = _PATH if kind == "file" else {"oneOf": [_PATH, _PATHS]}
    by_language = {
        "type": "object",
        "propertyNames": {"enum": languages},
        "additionalProperties": value_schema,
    }
    name = "A path" if kind == "file" else "A path, or paths,"
    if of == "en":
        return {"description": f"{name} of English text.", **value_schema}
    return {
        "description": f"{name} with {{lang}} in it, or one for {applies_to}.",
        "anyOf": [_PATH, *([_PATHS] if kind == "files" else []), by_language],
    }


def _plain(node: Any) -> Any:
    """Return a schema without titles and null, with references to our own definitions."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    if "definition" in node:
        node = {"$ref": f"#/$defs/{node['definition']}"} | {
            key: value for key, value in node.items() if key != "definition"
        }
    properties = node.get("properties", {})
    node = {key: value for key, value in node.items() if key not in ("title", "discriminator")}
    if "anyOf" in node:
        choices = [choice for choice in node["anyOf"] if choice != {"type": "null"}]
        if len(choices) == 1:
            node = choices[0] | {key: value for key, value in node.items() if key != "anyOf"}
            node.pop("title", None)
        else:
            node = {**node, "anyOf": choices}
    if node.get("default", "") is None:
        del node["default"]
    if isinstance(node.get("default"), float) and node["default"].is_integer():
        node["default"] = int(node["default"])
    if "definition" in node:
        return _plain(node)
    result = {key: node[key] for key in _ORDER if key in node}
    result |= {key: _plain(value) for key, value in node.items() if key not in result}
    if properties:
        result["properties"] = {key: _plain(value) for key, value in properties.items()}
    if isinstance(result.get("description"), str):
        result["description"] = " ".join(result["description"].split())
    return result


def _inlined(node: Any, definitions: dict[str, Any], shared: set[str]) -> Any:
    """Return a schema in which what is used once stands in its place."""
    if isinstance(node, list):
        return [_inlined(item, definitions, shared) for item in node]
    if not isinstance(node, dict):
        return node
    name = str(node.get("$ref", "")).rpartition("/")[2]
    if name and name not in shared:
        node = definitions[name] | {key: value for key, value in node.items() if key != "$ref"}
    return {key: _inlined(value, definitions, shared) for key, value in node.items()}


if __name__ == "__main__":
    sys.stdout.write(text())
