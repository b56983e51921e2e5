"""What makes trees."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, ValidationInfo, model_validator

from cdaflow.config.fields import (
    NAME,
    File,
    Files,
    MadeFile,
    OneOf,
    Resources,
    Section,
    Shards,
    fault,
    filled,
    forbid,
    paths_of,
    recipe_of,
    shards_key,
)
from cdaflow.errors import CdaflowError
from cdaflow.io.config_files import ANNOTATOR_RECIPES
from cdaflow.trees.models import BACKENDS, backend_of
from cdaflow.trees.store import DEFAULT_LIMIT

#: What is taken where the configuration does not say: the treebanks and trees of the embedded
#: corpus.
DEMO_TREEBANKS = {
    role: f"{{results}}/demo/treebanks/{{lang}}/{role}.conllu.gz"
    for role in ("train", "dev", "test")
}
#: What is wrong with a configuration of other text without treebanks, and what to do.
NO_TREEBANKS = (
    "no treebanks are named, and the training text is not that of the embedded corpus",
    "name train and dev, in CoNLL-U, and test for scores; the treebanks of the embedded corpus "
    "have its own sentences alone, from which no other text is learned",
)
DEMO_TREES = [f"{{results}}/demo/trees/{{lang}}/{role}.conllu.gz" for role in DEMO_TREEBANKS]

_ENGLISH = "English is annotated as well as each of the languages"

#: Keys that go with some settings only: key, the setting, the values with which it goes.
_GO_WITH = (
    ("models", "backend", [name for name, able in BACKENDS.items() if able.models]),
    ("recipe", "models", ["train"]),
    ("package", "models", ["fetch"]),
    ("treebanks", "backend", [name for name, able in BACKENDS.items() if able.models]),
    ("vectors", "models", ["train"]),
    ("gold", "backend", [name for name, able in BACKENDS.items() if not able.models]),
    ("udify", "features", ["udify", "udify-native"]),
)


def _tree_recipe(path: str) -> str:
    forbid(
        not re.fullmatch(NAME, Path(path).stem),
        "recipe.name-bad-characters",
        f"names of recipes consist of letters, digits, _ and -: {path}",
    )
    return path


_TreeFiles = Annotated[dict[str, tuple[str, ...]], Files(many=True, of="both", hint=_ENGLISH)]
_TreeFile = Annotated[dict[str, str], Files(of="both", optional=True)]
_TreeRecipe = Annotated[str, recipe_of(ANNOTATOR_RECIPES), AfterValidator(_tree_recipe)]


class Treebanks(Section):
    """CoNLL-U files by role."""

    def of(self, role: str, language: str) -> tuple[str, ...]:
        """Return the files of a role (train, dev, test) in a language."""
        files = (getattr(self, role) or {}).get(language, ())
        return (files,) if isinstance(files, str) else files


class AnnotatorTreebanks(Treebanks):
    """CoNLL-U files for training, validation and scoring.

    Default: the treebanks of the embedded corpus. Models that are not trained may have `test` only.
    """

    train: _TreeFiles | None = Field(None, description="Files of each language, used together.")
    dev: _TreeFile | None = Field(
        None,
        description="One file of each language; where there is none, some trees of the first file "
        "of `train` are held out.",
    )
    test: _TreeFile | None = Field(
        None,
        description="One file of each language; where it is given, results/tables/annotators.csv "
        "is made.",
    )


class Udify(Section):
    """Location of UDify, with `features` udify or udify-native: an archive, or `fetch`."""

    archive: File | None = Field(
        None, description="The archive (.tar.gz), or the folder that it was unpacked to."
    )
    bert: File | None = Field(
        None,
        description="vocab.txt of the fine-tuned BERT, or its folder; needed unless it is in the "
        "folder of the archive or beside it.",
    )
    fetch: Literal[True] | None = Field(
        None,
        description="Download the published archive (https://hdl.handle.net/11234/1-3042). Nothing"
        " is downloaded without this.",
    )
    checksum: str | None = Field(
        None,
        pattern="^(md5:[0-9a-fA-F]{32}|sha256:[0-9a-fA-F]{64})$",
        description="Checksum of udify-model.tar.gz on that page (md5:... or sha256:...); required"
        " with `fetch`.",
    )
    python: MadeFile | None = Field(
        None,
        min_length=1,
        description="The Python that has UDify (workflow/envs/udify.yaml, "
        "udify-requirements.txt), or the folder of its environment, for `features: udify`; not "
        "needed with `snakemake --sdm conda`.",
    )

    def _check(self) -> None:
        forbid(
            (self.archive is None) == (self.fetch is None),
            "udify.not-one-origin",
            "give exactly one of archive and fetch: true",
        )
        for key, other in (("checksum", "fetch"), ("bert", "archive")):
            forbid(
                getattr(self, key) is not None and getattr(self, other) is None,
                "udify.key-of-other-origin",
                f"requires {other}",
                key=key,
            )
        forbid(
            self.fetch and not self.checksum,
            "udify.no-checksum",
            "a download requires a checksum",
            hint="https://hdl.handle.net/11234/1-3042 lists the MD5 sum of udify-model.tar.gz: "
            'checksum: "md5:..."',
            key="checksum",
        )
        forbid(
            self.python and not Path(self.python).is_dir() and not shutil.which(self.python),
            "program.missing",
            f"no such program: {self.python}",
            hint="give the Python interpreter of an environment made from workflow/envs/udify.yaml",
            key="python",
        )

    @property
    def archive_files(self) -> list[str]:
        """The files by which a change of a user-supplied archive is detected."""
        folder = Path(self.archive or "")
        names = ("config.json", "weights.th")
        files = [folder / name for name in names] if folder.is_dir() else [folder]
        return [str(path) for path in files if path.exists()] or [str(folder)]


class Annotators(Section):
    """The parser of English and of each of the languages (Universal Dependencies).

    Without this key no trees are made.
    """

    backend: Annotated[str, OneOf(tuple(BACKENDS))] = Field(
        "stanza",
        description="Stanza; a pipeline of spaCy, in a folder; or gold, which looks the sentences "
        "up in files of trees.",
    )
    models: str | None = Field(
        None,
        min_length=1,
        description="Where the models come from: train (by the workflow, from treebanks; the "
        "default), fetch (Stanza's published ones; nothing is fetched without this), or a folder "
        "that holds them, with {lang} in its place.",
    )
    package: str | None = Field(
        None,
        pattern="^[A-Za-z0-9][A-Za-z0-9_.-]*$",
        description="Which of the published models, with `models: fetch`: Stanza's name of a "
        "package (default default).",
    )
    recipe: _TreeRecipe | None = Field(
        None,
        description="How models are trained: a recipe of config/recipes/trees by its name, or a "
        "path to one. By default small.",
    )
    treebanks: AnnotatorTreebanks | None = Field(None)
    vectors: _TreeFile | None = Field(
        None,
        description="Word vectors to start training from (word2vec, fastText, or a .pt of Stanza), "
        "one file of each language; none by default.",
    )
    gold: _TreeFiles | None = Field(
        None,
        description="With the back end gold: files of trees in which the sentences are looked up; "
        "where not given, the trees of the embedded corpus.",
    )
    features: Literal["annotator", "udify", "udify-native"] = Field(
        "annotator",
        description="Source of the features (FEATS): the annotator itself; UDify, run in an "
        "environment of its own with allennlp; or UDify's archive in today's PyTorch "
        "(udify-native).",
    )
    udify: Udify | None = Field(None)
    shards: Shards = shards_key(20_000, "each side of a text is annotated")
    store: MadeFile = Field(
        "{results}/trees/store",
        description="A folder that caches every tree by text, language and models, so that no "
        "sentence is parsed twice; all jobs share it, and you may delete it at any time. "
        '"" for none.',
    )
    store_mb: int = Field(
        DEFAULT_LIMIT,
        ge=1,
        description="Size to which the store is kept, in megabytes; the oldest trees go first.",
    )
    training: Resources = filled(description="Resources for training one language.")
    annotating: Resources = filled(description="Resources for annotating one shard.")

    @model_validator(mode="after")
    def _whole(self, info: ValidationInfo) -> Self:
        settings = {"backend": self.backend, "models": self.origin, "features": self.features}
        for key, setting, values in _GO_WITH:
            forbid(
                getattr(self, key) is not None and settings[setting] not in values,
                "annotator.key-not-with-setting",
                f"cannot be used with {setting}: {settings[setting]}",
                hint=f"use it with {setting}: {' or '.join(values)}, or leave one of the two "
                "keys out",
                key=key,
            )
        self._check_origin()
        self._check_treebanks()
        self._check_gpus()
        forbid(
            self.features != "annotator" and self.udify is None,
            "udify.missing",
            f"features: {self.features} requires the archive of UDify",
            hint="set udify: {archive: FILE} or udify: {fetch: true, checksum: ...}",
            key="udify",
        )
        forbid(
            self.udify and self.udify.python and self.features == "udify-native",
            "udify.python-with-native",
            "`python` requires features: udify",
            hint="udify-native runs in cdaflow's own Python: leave it out",
            key="udify.python",
        )
        if self.origin == "own":
            paths = paths_of(info)
            for language in dict.fromkeys(["en", *paths.languages]):
                folder = paths.expand(str(self.models), language)
                paths.check([folder], key="models")
                _check_models(folder, self.backend, language)
        return self

    def _check_origin(self) -> None:
        for origin, able in (
            ("train", [name for name, able in BACKENDS.items() if able.recipe]),
            ("fetch", [name for name, able in BACKENDS.items() if able.published]),
        ):
            forbid(
                self.origin == origin and self.backend not in able,
                "annotator.origin-not-with-backend",
                f"{origin} cannot be used with backend: {self.backend}",
                hint=f"name the folder of its models, or set backend: {' or '.join(able)}",
                key="models",
            )

    def _check_treebanks(self) -> None:
        if self.treebanks is None:
            forbid(
                self.origin == "train",
                "treebank.not-configured",
                NO_TREEBANKS[0],
                hint=NO_TREEBANKS[1],
                key="treebanks",
            )
            return
        forbid(
            self.origin == "train" and self.treebanks.train is None,
            "treebank.train-missing",
            "`train` is missing",
            hint="models are trained on the treebanks in train, validated on dev, and scored "
            "on test",
            key="treebanks",
        )
        for role in ("train", "dev"):
            forbid(
                self.origin != "train" and getattr(self.treebanks, role) is not None,
                "treebank.nothing-trained",
                f"models: {self.models} trains nothing, so there is no use for this treebank",
                hint="remove it; test may stay, it scores the models",
                key=f"treebanks.{role}",
            )

    def _check_gpus(self) -> None:
        """Raise a fault where GPUs are asked for and nothing would use them."""
        for key, used in (("training", False), ("annotating", self.features != "annotator")):
            if getattr(self, key).gpus and not used and not BACKENDS[self.backend].gpu:
                able = [name for name, able in BACKENDS.items() if able.gpu]
                raise fault(
                    "annotator.backend-without-gpu",
                    f"the backend {self.backend} runs on CPUs only",
                    hint=f"leave this key out, or set backend: {' or '.join(able)}",
                    key=f"{key}.gpus",
                )

    @property
    def origin(self) -> str:
        """Where the models come from: train, fetch, own (a user-supplied folder), or gold."""
        if not BACKENDS[self.backend].models:
            return "gold"
        return self.models if self.models in ("train", "fetch") else "own"

    @property
    def name(self) -> str:
        """The name of these models in paths of results, by back end, recipe and origin."""
        if self.origin == "train":
            return Path(self.recipe or "").stem
        return (
            f"{self.backend}-{self.package or 'default'}" if self.origin == "fetch" else self.origin
        )

    def gpus(self, step: str) -> int:
        """Return the GPUs of a step: training, annotating, or the features of UDify.

        The last is configured as annotating is, even where the back end has no use for GPUs.
        """
        if step != "features" and not BACKENDS[self.backend].gpu:
            return 0
        return (self.training if step == "training" else self.annotating).gpus


def _check_models(folder: str, backend: str, language: str) -> None:
    """Raise a fault where a folder cannot hold the models of a language."""
    try:
        model_backend = backend_of(folder, language)
    except CdaflowError as error:
        raise fault(
            error.code, f"{error.file}: {error.problem}", hint=error.hint or "", key="models"
        ) from None
    forbid(
        model_backend == backend == "stanza"
        and not any(
            path.exists() for path in (Path(folder, language), Path(folder, "annotator.json"))
        ),
        "annotator.no-models-for-language",
        f"{folder}: no {backend} models for {language!r}",
        hint="expected a folder from `cdaflow trees train` (with annotator.json) or a folder "
        f"of Stanza downloads (with {language}/tokenize, {language}/pos, ...)",
        key="models",
    )
    forbid(
        model_backend != backend,
        "annotator.models-of-other-backend",
        f"{folder} contains models of the backend {model_backend!r}, expected {backend!r}",
        hint=f"set annotators.backend: {model_backend}",
        key="models",
    )
