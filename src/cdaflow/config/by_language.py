"""Values of which each language has its own, and which may be written as one for all languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import core_schema

from cdaflow.config.fields import Paths, forbid, languages_of, paths_of, require_lang
from cdaflow.languages import KNOWN


class ByLanguage:
    """Marks a field of values by language, which may be written as one value for all of them."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return what validates a value."""
        return core_schema.with_info_before_validator_function(self._spread, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Return the schema of what is written."""
        return _schema(handler(schema)["additionalProperties"])

    def _spread(self, value: Any, info: ValidationInfo) -> dict[str, Any]:
        return _spread(value, languages_of(info))


@dataclass(frozen=True, eq=False)
class ResolvedByLanguage:
    """Marks a field whose value, a path or a command, is resolved for each language.

    It is written once, with {lang} where there are several languages, or by language.
    """

    resolve: Callable[[Any, str, Paths], Any]
    words: Callable[[Any], str]
    schema: Mapping[str, Any]
    what: str

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Return what validates a value."""
        return core_schema.with_info_plain_validator_function(self._of_each)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Return the schema of what is written."""
        return _schema(dict(self.schema))

    def _of_each(self, value: Any, info: ValidationInfo) -> dict[str, Any]:
        paths, languages = paths_of(info), languages_of(info)
        values = {
            language: self.resolve(written, language, paths)
            for language, written in _spread(value, languages).items()
        }
        if not isinstance(value, Mapping):
            require_lang(self.words(value), languages, self.what)
        return values


def _schema(value_schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a value, or of one for each language."""
    by_language = {
        "type": "object",
        "propertyNames": {"enum": list(KNOWN)},
        "additionalProperties": value_schema,
        "minProperties": 1,
    }
    return {"anyOf": [value_schema, by_language]}


def _spread(value: Any, languages: Sequence[str]) -> dict[str, Any]:
    """Return the value of each language; a fault where one is missing, or unknown."""
    if not isinstance(value, Mapping):
        return dict.fromkeys(languages, value)
    for language in value:
        forbid(
            language not in KNOWN,
            "language.unknown",
            f"{language!r} is not one of {list(KNOWN)}",
        )
    for language in languages:
        forbid(
            language not in value,
            "language.no-value",
            f"no value for {language!r}",
        )
    return {language: value[language] for language in languages}
