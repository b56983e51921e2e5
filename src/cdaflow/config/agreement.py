"""What learns agreement and inflection from treebanks, and pairs on which they are scored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from cdaflow.config.annotators import DEMO_TREEBANKS, DEMO_TREES, NO_TREEBANKS, Treebanks
from cdaflow.config.by_language import ByLanguage
from cdaflow.config.fields import Files, Name, Resources, Section, filled, forbid
from cdaflow.errors import ConfigError
from cdaflow.trees.models import BACKENDS

#: What is taken where the configuration does not say: sentences of the embedded corpus with their
#: counterfactuals, whose trees are gold.
_DEMO_TUNE = {"trees": DEMO_TREEBANKS["dev"], "changes": "tags"}
_DEMO_PAIRS = {"demo": {"trees": DEMO_TREEBANKS["test"], "changes": "tags"}}

#: What a corpus of parallel text is read from.
_TEXTS = ("source", "target", "tsv", "tmx", "text", "opus", "sacrebleu")

_LEARNED = "agreement and inflection are learned from treebanks with features"

_OptionalFile = Annotated[dict[str, str], Files(optional=True)]


class AgreementTreebanks(Treebanks):
    """Treebanks to learn from.

    Default: the annotators' treebanks if these are trained, else the treebanks of the embedded
    corpus if that is the text.
    """

    train: Annotated[dict[str, tuple[str, ...]], Files(many=True, hint=_LEARNED)] = Field(
        description="Files of each language, used together."
    )
    dev: Annotated[dict[str, str], Files(hint=_LEARNED)] = Field(
        description="One file of each language, for early stopping."
    )
    test: _OptionalFile | None = Field(
        None,
        description="One file of each language; on its words inflection is scored, in "
        "results/tables/inflection.csv.",
    )


#: Kinds of files of pairs; of "trees", both sentences have their trees.
_KINDS = ("trees", "gate", "geneval", "tsv")


class Pairs(Section):
    """Pairs of sentences that differ only in the gender of a person."""

    trees: _OptionalFile | None = Field(
        None,
        description="CoNLL-U, each sentence followed by its counterfactual with -cf at the end of "
        "its sent_id; one file of each language.",
    )
    gate: _OptionalFile | None = Field(
        None,
        description="A file of GATE with the variants f and m of each language; "
        "{results}/fetched/gate/ES/ES_2_variants.tsv (IT as well) is downloaded from its authors' "
        "repository.",
    )
    geneval: Annotated[dict[str, str], Files(shared=True)] | None = Field(
        None, description="The folder of MT-GenEval."
    )
    tsv: _OptionalFile | None = Field(
        None, description="A table with the columns masculine and feminine of each language."
    )
    split: Literal["all", "dev", "test"] | None = Field(
        None, description="Which part of GATE (all, dev, test) or of MT-GenEval (dev, test)."
    )
    changes: Literal["forms", "tags"] = Field(
        "forms",
        description="How the words that must change are identified: by form, or, in gold trees, by "
        "tags.",
    )
    rewrite: Literal["base", "linear", "neural"] | None = Field(
        None,
        description="For GATE: the model that also rewrites each variant into the other, from "
        "source and translation alone, in results/tables/gate.csv (Garg et al. 2024, "
        "Table 5).",
    )

    def _check(self) -> None:
        forbid(
            sum(getattr(self, kind) is not None for kind in _KINDS) != 1,
            "pair.not-one-kind",
            "give exactly one of trees, gate, geneval and tsv",
        )
        forbid(
            self.changes == "tags" and self.kind != "trees",
            "pair.tags-not-gold",
            "`tags` requires gold trees: tags of an annotator are no gold standard",
            hint="remove it",
            key="changes",
        )
        forbid(
            self.split and self.kind not in ("gate", "geneval"),
            "pair.split-not-of-kind",
            "`split` requires `gate` or `geneval`",
            key="split",
        )
        forbid(
            self.rewrite and self.kind != "gate",
            "pair.rewrite-not-of-kind",
            "`rewrite` requires `gate`",
            key="rewrite",
        )

    @property
    def kind(self) -> str:
        """Which kind of files has them: trees, gate, geneval or tsv."""
        return next(kind for kind in _KINDS if getattr(self, kind) is not None)

    @property
    def files(self) -> dict[str, str]:
        """The file by language; a language without pairs has none."""
        files: dict[str, str] = getattr(self, self.kind)
        return files


class Agreement(Section):
    """Models of agreement (Zmigrod et al. 2019) and of inflection.

    They are learned from treebanks, and scored on pairs of sentences. It needs `annotators`.
    Without this key none are made.
    """

    models: list[Literal["base", "linear", "neural"]] = Field(
        ["base", "linear", "neural"],
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="Models compared in results/tables/agreement.csv: base (rules of the "
        "language), linear, neural.",
    )
    methods: list[Literal["paper", "full"]] = Field(
        ["paper", "full"],
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="Methods to score, a row of that table each: paper (the model alone, as in the "
        "papers) and full (with additional steps, see docs/agreement.md). For each, log alpha is "
        "chosen on `tune`, and the data sets of that method are made with it.",
    )
    features: list[Annotated[str, Field(pattern="^[A-Z][A-Za-z0-9]*$")]] = Field(
        ["Gender"],
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="Features that the models infer.",
    )
    all_tags: bool = Field(
        False,
        description="Whether the models are trained over all tags, as in section 3.3 of the paper, "
        "in place of the genders of the words that have one.",
    )
    determiners: Annotated[dict[str, Literal["none", "gendered", "all"]], ByLanguage()] = Field(
        "all",
        validate_default=True,
        description="Determiners of a changed noun that are set with it regardless of the model: "
        "none, those with a gender, or all, for all languages or by language.",
    )
    recipe: Literal["full", "tiny"] = Field(
        "full",
        description="How the model of inflection is trained: full, for treebanks with lexicons; "
        "tiny, for the embedded treebanks.",
    )
    treebanks: AgreementTreebanks | None = Field(None)
    tune: Pairs | None = Field(
        None,
        description="Pairs on which it is chosen how strongly observed genders are kept (log "
        "alpha); 1 without.",
    )
    pairs: dict[Name, Pairs] | None = Field(
        None,
        min_length=1,
        description="Pairs to score, by name; default for the embedded corpus: its own pairs.",
    )
    training: Resources = filled(description="Resources for training one model.")

    def _check(self) -> None:
        forbid(
            self.treebanks is None,
            "treebank.missing",
            NO_TREEBANKS[0],
            hint=NO_TREEBANKS[1],
            key="treebanks",
        )

    @field_validator("tune")
    @classmethod
    def _tuned(cls, value: Pairs | None) -> Pairs | None:
        forbid(
            value and value.rewrite,
            "pair.rewrite-of-tune",
            "`rewrite` is not possible here: log alpha is chosen on these pairs",
            key="rewrite",
            hint="rewrite other pairs",
        )
        return value

    @field_validator("pairs")
    @classmethod
    def _not_tune(cls, value: dict[str, Pairs] | None) -> dict[str, Pairs] | None:
        forbid(
            "tune" in (value or {}),
            "pair.name-taken",
            "the name tune is reserved for agreement.tune",
        )
        return value

    def scored(self) -> list[tuple[str, str, str, str]]:
        """Return what is scored: (language, model, method, name of the pairs), in order."""
        return [
            (language, model, method, name)
            for language in (self.treebanks.train if self.treebanks else {})
            for name, pairs in (self.pairs or {}).items()
            if language in pairs.files
            for model in self.models
            for method in self.methods
        ]

    def rewritten(self) -> list[tuple[str, str]]:
        """Return (language, name) of the pairs whose variants are rewritten, in order."""
        return [
            (language, name)
            for language in (self.treebanks.train if self.treebanks else {})
            for name, pairs in (self.pairs or {}).items()
            if pairs.rewrite and language in pairs.files
        ]


def fill_defaults(config: dict[str, Any]) -> None:
    """Fill in what follows from other keys of annotators and agreement, as they are written."""
    annotators, agreement = config.get("annotators"), config.get("agreement")
    is_embedded = _is_embedded(config)
    learned: Any = DEMO_TREEBANKS if is_embedded else None
    if isinstance(annotators, dict):
        able = BACKENDS.get(annotators.get("backend", "stanza"))
        if able and not able.models:
            annotators.setdefault("gold", DEMO_TREES)
        elif able:
            annotators.setdefault("models", "train")
        if able and able.recipe and annotators.get("models") == "train":
            annotators.setdefault("recipe", able.recipe)
            learned = annotators.setdefault("treebanks", learned)
    if isinstance(agreement, dict):
        agreement.setdefault("treebanks", learned)
        if is_embedded and "pairs" not in agreement:
            agreement.setdefault("tune", _DEMO_TUNE)
            agreement["pairs"] = _DEMO_PAIRS


def _is_embedded(config: dict[str, Any]) -> bool:
    """Return whether all training text is of the embedded corpus, as it is written.

    Its treebanks have its own sentences, from which nothing is learned of any other text.
    """
    corpora = config.get("corpora")
    train = corpora.get("train") if isinstance(corpora, dict) else None
    if not isinstance(train, list):
        return True  # a fault that is reported elsewhere
    texts = [corpus[key] for corpus in train if isinstance(corpus, dict)
             for key in _TEXTS if corpus.get(key)]  # fmt: skip
    return all(path.startswith(_folders(config)) for text in texts for path in _paths(text))


def check_treebanks(config: dict[str, Any]) -> None:
    """Raise ConfigError where those of the embedded corpus go with other text, as in a copied file.

    `config`: as it is written.
    """
    for name, key in () if _is_embedded(config) else _TREES:
        section = config.get(name)
        named = _paths(section.get(key)) if isinstance(section, dict) else ()
        if path := next((path for path in named if path.startswith(_folders(config))), None):
            raise ConfigError(
                "treebank.of-embedded-corpus",
                f"{name}.{key}: {path} is of the embedded corpus, and the training text is not",
                hint=NO_TREEBANKS[1],
            )


#: The keys that name treebanks: what is learned from, and what is scored on.
_TREES = (
    ("annotators", "treebanks"),
    *(("agreement", key) for key in ("treebanks", "tune", "pairs")),
)


def _folders(config: dict[str, Any]) -> tuple[str, str]:
    """Return how the paths of the embedded corpus begin, as they may be written."""
    pathvars = config.get("pathvars")
    results = pathvars.get("results", "results") if isinstance(pathvars, dict) else "results"
    return "{results}/demo/", f"{results}/demo/"


def _paths(value: Any) -> Iterator[str]:
    """Yield the paths of a file that may be given by language, or as a list."""
    if isinstance(value, (dict, list)):
        for path in value.values() if isinstance(value, dict) else value:
            yield from _paths(path)
    else:
        yield str(value)
