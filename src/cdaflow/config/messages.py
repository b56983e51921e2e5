"""The faults of a configuration as one message: key, what was found, what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from cdaflow.errors import ConfigError

_SCHEMA = "each key is described in workflow/schemas/config.schema.yaml"


def describe(error: ValidationError, config: Any, model: type[BaseModel]) -> ConfigError:
    """Return the error that says all faults of a configuration, as it is written."""
    faults = {
        (_code(fault), _line(fault, config, model)): fault.get("ctx", {}).get("hint")
        for fault in error.errors()
    }
    hints = list(dict.fromkeys(hint for hint in faults.values() if hint))
    hint = "; ".join(hints) if hints else _SCHEMA
    if len(faults) == 1:
        return ConfigError(*next(iter(faults)), hint=hint)
    lines = "\n".join(sorted(f"    {line} [{code}]" for code, line in faults))
    return ConfigError(
        "config.several-faults", f"the configuration is not valid:\n{lines}", hint=hint
    )


def _code(error: Any) -> str:
    kind = error["type"]
    if kind == "fault":
        return str(error["ctx"]["code"])
    return {"extra_forbidden": "key.unknown", "missing": "key.missing"}.get(
        kind, f"value.{kind.replace('_', '-')}"
    )


def _line(error: Any, config: Any, model: type[BaseModel]) -> str:
    """Return one fault with the path of its key."""
    kind, context, value = error["type"], error.get("ctx", {}), error["input"]
    keys = _keys(error["loc"], config, whole=kind in ("missing", "extra_forbidden"))
    if kind == "extra_forbidden":
        *above, key = keys
        return f"{_path(above)}: {_unknown(str(key), list(_known(model, above)))}"
    if kind == "missing":
        *above, key = keys
        return f"{_path(above)}: {key!r} is a required property"
    if kind == "fault":
        return f"{_path([*keys, context['key']] if context['key'] else keys)}: {context['problem']}"
    return f"{_path(keys)}: {_message(kind, context, value, error['msg'])}"


def _message(kind: str, context: dict[str, Any], value: Any, message: str) -> str:
    """Return what is wrong with a value, in the words of a schema."""
    if kind == "literal_error":
        names = context["expected"].replace(" or ", ", ")
        return f"{_short(value)} is not one of [{names}]"
    limits = {
        "greater_than_equal": ("ge", "less than the minimum of"),
        "greater_than": ("gt", "less than or equal to the minimum of"),
        "less_than_equal": ("le", "greater than the maximum of"),
    }
    if kind in limits:
        key, words = limits[kind]
        return f"{_short(value)} is {words} {context[key]:g}"
    if kind == "too_short":
        return f"{_short(value)} is empty"
    return f"{message[:1].lower()}{message[1:]}, not {_short(value)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 100 else f"{text[:90]} ..."


def _keys(location: tuple[str | int, ...], config: Any, *, whole: bool) -> list[str | int]:
    """Return the keys on the way to a fault, without the names of alternatives among them."""
    keys: list[str | int] = []
    at = config
    for key in location:
        inside = isinstance(at, dict) and key in at
        if inside or (isinstance(at, list) and isinstance(key, int) and key < len(at)):
            keys.append(key)
            at = at[key]
    if whole and (not keys or keys[-1] != location[-1]):
        keys.append(location[-1])
    return keys


def _path(keys: list[str | int]) -> str:
    """Return keys as a user writes them: corpora.train[0].tsv."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    return text.removeprefix(".") or "(top)"


def _known(model: type[BaseModel], keys: list[str | int]) -> Iterator[str]:
    """Yield the keys of the sections that may stand at a path."""
    models = [model]
    for key in keys:
        below = [
            section
            for parent in models
            if key in parent.model_fields
            for section in _sections(parent.model_fields[str(key)].annotation)
        ]
        models = below or models  # the index of a list, or a name that the user gives
    for parent in models:
        yield from parent.model_fields


def _sections(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the sections in the type of a field."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _sections(argument)


def _unknown(key: str, keys: list[str]) -> str:
    near = get_close_matches(key, keys, n=1)
    guess = f", did you mean {near[0]!r}?" if near else f" (known: {', '.join(sorted(keys))})"
    return f"unknown key {key!r}{guess}"
