"""The whole configuration, read as Snakemake has it; defaults that follow from other keys."""

from __future__ import annotations

import argparse
import copy
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError, ValidationInfo, model_validator

from cdaflow.config import agreement
from cdaflow.config.checks import check_whole
from cdaflow.config.fields import Paths, paths_of
from cdaflow.config.keys import Keys
from cdaflow.config.messages import describe
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import read_json
from cdaflow.io.yaml_files import read_yaml
from cdaflow.languages import KNOWN


class Config(Keys):
    """What the workflow makes, for which languages, from which text, with which systems.

    In paths, {data} stands for the key `data`, {results} for the results folder, {lang} for each
    language in turn. A relative path starts at the folder in which Snakemake runs.
    """

    @model_validator(mode="after")
    def _fit(self, info: ValidationInfo) -> Self:
        check_whole(self, paths_of(info))
        return self


def check_command_line(words: Sequence[str]) -> None:
    """End Snakemake with one error where a file of its --configfile is no configuration.

    It takes a target behind the option for one, and reads them all, before the workflow, with a
    traceback for what it cannot read. So the default profile calls this.
    """
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--configfile", "--configfiles", nargs="*", default=[])
    parser.add_argument("--config", "-C", nargs="*")  # or else it would be short for the other
    try:
        check_files(parser.parse_known_args(words)[0].configfile)
    except ConfigError as error:
        raise SystemExit(f"Error: {error}") from None


def check_files(paths: Iterable[str | os.PathLike[str]]) -> None:
    """Raise ConfigError where a configuration file is none, or has a duplicate key or harmful tags.

    Snakemake, which reads it, silently takes the last of two keys: half a table of systems.
    """
    for number, path in enumerate(paths):
        try:
            content = read_json(path) if Path(path).suffix == ".json" else read_yaml(path)
            if not isinstance(content, dict):
                raise InputError(
                    "config.no-mapping",
                    "not a configuration: expected keys with values",
                    file=path,
                )
        except InputError as error:
            target = "put targets before --configfile: snakemake TARGET --configfile FILE"
            hint = target if number else error.hint
            raise ConfigError(
                error.code, error.problem, file=path, line=error.line, hint=hint
            ) from None


def check_testsets(config: Config) -> None:
    """Raise InputError where a test set of gender is malformed.

    A test set that the run itself makes or fetches is checked when it is scored.
    """
    from cdaflow.scoring import challenge, geneval_rows, mustshe_rows

    own = config.challenge
    files = [Path(path) for path in (own.sentences, own.pro, own.anti) if path]
    if files and all(path.is_file() and Path(config.results) not in path.parents for path in files):
        challenge.read_halves(challenge.Challenge(*files))
    if config.geneval is not None and not config.geneval.fetch:
        for language in config.geneval.languages or ():
            testset = config.geneval.files(language)
            lines = len(geneval_rows.read_references(testset)["feminine"])
            for path in testset.sources.values():
                geneval_rows.read_rows(path, lines, "references")
    if config.mustshe is not None:
        for language in config.mustshe.languages or ():
            mustshe_rows.read_rows(config.mustshe.data[language], language)


def leave_out_nulls(config: dict[str, Any]) -> None:
    """Take sections, systems, data sets, test sets and keys of `bias` that are null out of it.

    A file on top of another cannot take a key away, but it can set it to null.
    """
    tables = ("systems",), ("datasets",), ("corpora", "test"), ("bias",), ("bias", "others")
    for path in ((), *tables):
        entries: Any = config
        for key in path:
            entries = entries.get(key) if isinstance(entries, dict) else None
        if isinstance(entries, dict):
            for name in [name for name, entry in entries.items() if entry is None]:
                del entries[name]


def load_config(config: Mapping[str, Any]) -> Config:
    """Return the configuration that Snakemake has read, checked and resolved.

    {data} is the key `data`, or the environment variable CDAFLOW_DATA.

    Raises ConfigError, one message for all faults: each with the path of its key, what was found
    and, for an unknown key, the known one that looks most like it.
    """
    written = copy.deepcopy(dict(config))
    languages = written.get("languages")
    if not isinstance(languages, list) or not all(language in KNOWN for language in languages):
        languages = []
    pathvars = written.get("pathvars")
    results = pathvars.get("results", "results") if isinstance(pathvars, dict) else "results"
    data = written.get("data") or os.environ.get("CDAFLOW_DATA", "")
    paths = Paths(languages, str(data), str(results))
    _fill_defaults(written)
    try:
        checked = Config.model_validate(written, context=paths)
    except ValidationError as error:
        raise describe(error, written, Config) from None
    agreement.check_treebanks(written)
    return checked


def _fill_defaults(config: dict[str, Any]) -> None:
    """Fill in what follows from other keys, as it would be written."""
    agreement.fill_defaults(config)
    systems, gfst, annotators = (config.get(key) for key in ("systems", "gfst", "annotators"))
    first = next(iter(systems), "") if isinstance(systems, dict) else ""
    if isinstance(gfst, dict):
        gfst.setdefault("system", first)
        has_trees = isinstance(annotators, dict) and annotators.get("backend") != "gold"
        usual = "annotator" if has_trees else "lexicon"
        named = gfst.setdefault("analyser", usual)
        if isinstance(named, dict) and isinstance(config.get("languages"), list):
            gfst["analyser"] = dict.fromkeys(config["languages"], usual) | named
    datasets = config.get("datasets")
    for dataset in datasets.values() if isinstance(datasets, dict) else ():
        for kind in ("forward", "corrected"):
            section = dataset.get(kind) if isinstance(dataset, dict) else None
            if isinstance(section, dict):
                section.setdefault("system", first)
