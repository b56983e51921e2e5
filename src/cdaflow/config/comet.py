"""COMET as a further score of the test sets: which model, and what it may use."""

from __future__ import annotations

from typing import Self

from pydantic import Field, ValidationInfo, model_validator

from cdaflow.config.fields import Resources, fault, paths_of
from cdaflow.errors import ConfigError, ProgramError


class Comet(Resources):
    """COMET (Rei et al. 2020) of all test sets, beside BLEU and chrF in results/tables/bleu.csv.

    You must install it yourself. COMET downloads the named model once.
    """

    model: str = Field(
        min_length=1,
        description="The name of a model, such as Unbabel/wmt22-comet-da, or a checkpoint file.",
    )
    program: str | None = Field(
        None,
        description="The path of comet-score, if COMET has its own environment; default: this "
        "Python, or PATH.",
    )

    @model_validator(mode="after")
    def _usable(self, info: ValidationInfo) -> Self:
        from cdaflow.scoring.comet import check_language, find_comet

        try:
            find_comet(self.program)
            for language in paths_of(info).languages:
                check_language(language)
        except (ConfigError, ProgramError) as error:
            raise fault(error.code, error.problem, hint=error.hint or "") from None
        return self
