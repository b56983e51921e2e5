"""The whole configuration."""

from __future__ import annotations

from typing import Self

from pydantic import ValidationInfo, model_validator

from cdaflow.config.checks import check_whole
from cdaflow.config.fields import paths_of
from cdaflow.config.keys import Keys


class Config(Keys):
    """What the workflow makes, for which languages, from which text, with which systems.

    In paths, {data} stands for the key `data`, {results} for the results folder, {lang} for each
    language in turn. A relative path starts at the folder in which Snakemake runs.
    """

    @model_validator(mode="after")
    def _fit(self, info: ValidationInfo) -> Self:
        check_whole(self, paths_of(info))
        return self
