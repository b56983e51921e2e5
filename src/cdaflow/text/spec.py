"""What a corpus is: a name, its files and their format, and a weight."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cdaflow.errors import CdaflowError, ConfigError
from cdaflow.io.files import parse_json, whole_number
from cdaflow.io.formats import Record, read_aligned, read_text, read_tsv, repaired_records
from cdaflow.io.repair import Repairs
from cdaflow.io.tmx import read_tmx

#: The keys that say where the text is, by the number of languages wanted.
_SOURCES = {2: ("source", "target", "tsv", "tmx"), 1: ("text", "tsv", "tmx")}
_KEYS = (
    "name",
    "weight",
    "source",
    "target",
    "text",
    "tsv",
    "tmx",
    "columns",
    "header",
    "detokenize",
    "language_check",
)

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")

#: A pair is used at most this often; see `cdaflow.text.ids`.
MAX_WEIGHT = 100

_FORMS = {
    2: "name=NAME,source=FILE,target=FILE or name=NAME,tsv=FILE or name=NAME,tmx=FILE",
    1: "name=NAME,text=FILE or name=NAME,tsv=FILE,columns=1 or name=NAME,tmx=FILE",
}


@dataclass(frozen=True)
class CorpusSpec:
    """One corpus as the user named it.

    `form` is "aligned" (two line-aligned files), "text" (one file, one sentence a line),
    "tsv" or "tmx"; `paths` holds two files for "aligned" and one otherwise. `columns` (TSV
    only) names one column per language, by number from 1 or by header name, and `header`
    says whether the first line of the TSV is a header; `columns_assumed`: whether the
    entry names no columns. `weight` is how many times each pair is used: 2 doubles it, 0.5 takes
    a seeded half of the pairs. `detokenize`: the text is in Moses tokens and truecased, which is
    undone. `language_check`: whether the language of the text is checked, see `cdaflow.text.check`.
    """

    name: str
    form: str
    paths: tuple[str, ...]
    columns: tuple[int | str, ...] = ()
    header: bool = False
    weight: float = 1.0
    detokenize: bool = False
    columns_assumed: bool = field(default=False, compare=False)
    language_check: bool = True


def parse_spec(text: str, languages: int = 2) -> CorpusSpec:
    """Return the corpus that `text` describes, for a build of 1 or 2 `languages`.

    `text` is either `key=value,key=value,...` or a JSON object with the same keys, which is
    the form for values that hold a comma. Keys: `name`; `source` and `target`, or `tsv` (with
    `columns`, such as 1:2 or en:es, and `header`), or `tmx`, or for one language `text`;
    `weight`; `detokenize`; `language_check`. Raises ConfigError at anything else.
    """
    try:
        values = _json_pairs(text) if text.lstrip().startswith("{") else _plain_pairs(text)
        return spec_of(values, languages)
    except ConfigError as error:
        raise ConfigError(
            error.code,
            f"corpus {text!r}: {error.problem}",
            hint=error.hint or f"write {_FORMS[languages]}; see --help",
        ) from None


def spec_of(values: Mapping[str, object], languages: int = 2) -> CorpusSpec:
    """Return the corpus described by the keys of `parse_spec`; ConfigError where wrong."""
    keys = [k for k in _KEYS if k in _SOURCES[languages] or k not in ("source", "target", "text")]
    for key in values:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise ConfigError(
                "corpus.unknown-key",
                f"unknown key {key!r}",
                hint=f"{hint}keys are: {', '.join(keys)}",
            )
    name = _name(values)
    form, paths = _files(values, languages)
    columns: tuple[int | str, ...] = ()
    header = False
    if form == "tsv":
        columns = _columns(values.get("columns"), languages)
        by_name = any(isinstance(column, str) for column in columns)
        header = _flag(values.get("header", by_name))
        if by_name and not header:
            raise ConfigError(
                "corpus.named-columns-without-header",
                "columns chosen by name need a header, but header is false",
            )
    elif "columns" in values or "header" in values:
        raise ConfigError(
            "corpus.tsv-keys-without-tsv", "'columns' and 'header' work only with tsv"
        )
    detokenize = _flag(values.get("detokenize", False), "detokenize")
    weight = _weight(values.get("weight", 1))
    assumed = form == "tsv" and "columns" not in values
    checked = _flag(values.get("language_check", True), "language_check")
    return CorpusSpec(name, form, paths, columns, header, weight, detokenize, assumed, checked)


def check_names(specs: Sequence[CorpusSpec]) -> None:
    """Raise ConfigError if two corpora have the same name, or if there is no corpus."""
    if not specs:
        raise ConfigError(
            "corpus.none-given", "no corpus is named", hint="give at least one --corpus"
        )
    names = [spec.name for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(
                "corpus.duplicate-name",
                f"two corpora have the name {name!r}",
                hint="give each corpus its own name: the table of dropped pairs goes by names",
            )


def check_language(code: str) -> str:
    """Return a language code such as en or pt-BR; ConfigError if it is not one."""
    if not _LANGUAGE.fullmatch(code):
        raise ConfigError(
            "language.malformed-code",
            f"{code!r} is not a language code",
            hint="write it as en, es, pt-BR (ISO 639, BCP 47)",
        )
    return code


def _json_pairs(text: str) -> dict[str, object]:
    try:
        values = parse_json(text)
    except CdaflowError as error:
        raise ConfigError(
            "corpus.malformed-json",
            f"not valid JSON: {error.problem.removeprefix('not valid JSON: ')}",
        ) from None
    if not isinstance(values, dict):
        raise ConfigError("corpus.json-no-object", "expected a JSON object")
    return values


def _plain_pairs(text: str) -> dict[str, object]:
    values: dict[str, object] = {}
    for pair in text.split(","):
        key, equals, value = pair.partition("=")
        if not equals:
            raise ConfigError(
                "corpus.not-key-value",
                f"{pair!r} is not of the form key=value",
                hint='a value with a comma needs the JSON form: {"name": "...", "tmx": "a,b.tmx"}',
            )
        if key.strip() in values:
            raise ConfigError("corpus.duplicate-key", f"the key {key.strip()!r} is duplicated")
        values[key.strip()] = value
    return values


def _name(values: Mapping[str, object]) -> str:
    name = values.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ConfigError(
            "corpus.no-name" if name is None else "corpus.malformed-name",
            "a name is missing" if name is None else f"{name!r} is not a name",
            hint="add name=..., of letters, digits, '.', '_' and '-'",
        )
    return name


def _files(values: Mapping[str, object], languages: int) -> tuple[str, tuple[str, ...]]:
    """Return the format and the files."""
    keys = [key for key in _SOURCES[languages] if key in values]
    for key in keys:
        if not isinstance(values[key], str) or not values[key]:
            raise ConfigError(
                "corpus.file-not-a-path", f"{key!r} must be the path of a file, not {values[key]!r}"
            )
    paths = tuple(str(values[key]) for key in keys)
    if keys == ["source", "target"]:
        if paths[0] == paths[1]:
            raise ConfigError("corpus.same-file-twice", "source and target are the same file")
        return "aligned", paths
    if len(keys) == 1 and keys[0] not in ("source", "target"):
        return keys[0], paths
    actual = " and ".join(keys) if keys else "none of them"
    raise ConfigError("corpus.files-wanted", f"expected {_FORMS[languages]}, found {actual}")


def _columns(value: object, languages: int) -> tuple[int | str, ...]:
    if value is None:
        return tuple(range(1, languages + 1))
    # `columns=2` arrives as a number from JSON and as text otherwise.
    items: list[object] = value if isinstance(value, list) else [*str(value).split(":")]
    columns: list[int | str] = []
    for column in items:
        text = str(column).strip()
        number = whole_number(text)
        columns.append(text if number is None else number)
    if len(columns) != languages or "" in columns or 0 in columns:
        expected = "one column such as 1 or en" if languages == 1 else "two such as 1:2 or en:es"
        raise ConfigError(
            "corpus.malformed-columns", f"columns {value!r}: expected {expected}, counted from 1"
        )
    if len(set(columns)) < len(columns):
        raise ConfigError(
            "corpus.same-column-twice", f"columns {value!r}: source and target are the same column"
        )
    return tuple(columns)


def _flag(value: object, key: str = "header") -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    raise ConfigError("corpus.not-true-or-false", f"{key} must be true or false, not {value!r}")


def _weight(value: object) -> float:
    try:
        weight = float(value) if isinstance(value, (str, int, float)) else math.nan
    except (ValueError, OverflowError):
        weight = math.nan
    if isinstance(value, bool) or not 0 < weight <= MAX_WEIGHT:  # false for NaN
        raise ConfigError(
            "corpus.unknown-weight",
            f"unknown weight {value!r}",
            hint=f"a number above 0 and at most {MAX_WEIGHT}: 1 takes each pair once, 2 twice, "
            "0.5 half of the pairs; to take no pair of a corpus, leave the corpus out",
        )
    return weight


def read_corpus(
    spec: CorpusSpec, languages: Sequence[str], repairs: Repairs | None = None
) -> Iterator[Record]:
    """Return the number and sides (one per language) of each line or unit of a corpus.

    What other programs did to the text is undone, and counted in `repairs`. Raises InputError where
    a file is absent, damaged, not UTF-8, misaligned or malformed.
    """
    return repaired_records(_read(spec, languages), Repairs() if repairs is None else repairs)


def _read(spec: CorpusSpec, languages: Sequence[str]) -> Iterator[Record]:
    if spec.form == "aligned":
        return read_aligned(spec.paths[0], spec.paths[1])
    if spec.form == "tsv":
        return read_tsv(spec.paths[0], spec.columns, spec.header, exact=spec.columns_assumed)
    if spec.form == "tmx":
        return read_tmx(spec.paths[0], languages)
    return read_text(spec.paths[0])
