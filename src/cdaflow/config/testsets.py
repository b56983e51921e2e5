"""Test sets of gender: the challenge set in the WinoMT format, MT-GenEval, MuST-SHE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, ValidationInfo, model_validator

from cdaflow.config.fields import (
    File,
    Files,
    OfLanguages,
    Resources,
    Section,
    fault,
    forbid,
    paths_of,
)
from cdaflow.errors import ConfigError, InputError, ProgramError

if TYPE_CHECKING:
    from cdaflow.scoring.geneval_rows import Testset

#: What the translations of the two parts of MT-GenEval are called, and the gender of their source.
GENEVAL = {f"geneval-{gender}": gender for gender in ("feminine", "masculine")}

#: The folder of MT-GenEval where it is fetched.
FETCHED_GENEVAL = "{results}/fetched/mt-geneval"

#: Names of test sets that cdaflow has itself.
RESERVED = ("winomt", *GENEVAL, "mustshe")


class Challenge(Section):
    """The challenge set in the WinoMT format: three files, or `fetch` for WinoMT itself.

    It is English and one for all languages: {lang} in its paths is an error.
    """

    fetch: Literal[True] | None = Field(
        None,
        description="Download WinoMT from its authors' repository (three files, checked by their "
        "digests) instead of using your files. Nothing is downloaded without this key.",
    )
    sentences: File | None = Field(None, description="All rows (en.txt).")
    pro: File | None = Field(None, description="The pro-stereotypical rows (en_pro.txt).")
    anti: File | None = Field(None, description="The anti-stereotypical rows (en_anti.txt).")

    def _check(self) -> None:
        files = [self.sentences, self.pro, self.anti]
        forbid(
            (self.fetch and any(files)) or (not self.fetch and not all(files)),
            "challenge.not-one-way",
            "a challenge set is given either as three files (sentences, pro, anti) or as "
            "fetch: true",
        )


class GenEval(OfLanguages):
    """MT-GenEval (Currey et al. 2022) as a further test set with its own table.

    A folder with it, or `fetch`. Without this key it is not scored.
    """

    fetch: Literal[True] | None = Field(
        None,
        description="Download the files of each language from their authors' repository (checked "
        "by their digests, known of the test half of de, es and fr, and the dev half of it and pt "
        "as well) instead of using your folder. Nothing is downloaded without this key.",
    )
    data: Annotated[dict[str, str], Files(shared=True)] = Field(
        {},
        description="The folder of its repository, or the folder `data` in it: the one with "
        "sentences/test/geneval-sentences-feminine-test.en_es.en and so on.",
    )
    split: Literal["test", "dev"] = Field(
        "test", description="The split of the set; `dev` is for tuning."
    )

    @model_validator(mode="before")
    @classmethod
    def _one_way(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        forbid(
            bool(given.get("fetch")) == bool(given.get("data")),
            "geneval.not-one-way",
            "MT-GenEval is in a folder (data), or fetched (fetch: true)",
        )
        return {"data": FETCHED_GENEVAL, **given}

    def _check(self) -> None:
        for language in self.languages or ():
            try:
                self.files(language)
            except InputError as error:
                raise fault(
                    "geneval.file-missing",
                    f"{error.problem}: {error.file}",
                    hint=f"{error.hint}. Set geneval.data to the folder of MT-GenEval; "
                    "geneval.languages limits the languages that are scored",
                ) from None

    def files(self, language: str) -> Testset:
        """Return its files in a language."""
        from cdaflow.scoring.geneval_rows import fetched_testset, find_testset

        find = fetched_testset if self.fetch else find_testset
        return find(self.data[language], language, split=self.split)


_MUSTSHE = (
    "the corpus is available from its owners on request; mustshe.languages says for which "
    "languages it is meant"
)


class MustShe(OfLanguages):
    """MuST-SHE (Bentivogli et al. 2020) as a further test set with its own table.

    Without this key it is not scored.
    """

    data: Annotated[dict[str, str], Files(hint=_MUSTSHE)] = Field(
        description="Its table, available from the owners on request, with {lang} for the "
        "language: FOLDER/MONOLINGUAL.{lang}_v1.2.tsv.",
    )


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
