"""What learns agreement and inflection, from what, and on which pairs it is scored.

These are the keys `agreement` and `lexicons` of a configuration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.plans.annotators import DEMO_TREEBANKS, ROLES, Annotators
from cdaflow.plans.places import Files, Places

#: The pairs on which log alpha is chosen, and those that are scored, where none are named: the
#: sentences of the embedded grammar with their counterfactuals, whose trees are gold.
DEMO_TUNE = {"trees": "{results}/demo/treebanks/{lang}/dev.conllu.gz", "changes": "tags"}
DEMO_PAIRS = {"demo": {"trees": DEMO_TREEBANKS["test"], "changes": "tags"}}

#: Kinds of files of pairs; of "trees", both sentences have their trees.
KINDS = ("trees", "gate", "geneval", "tsv")


@dataclass(frozen=True)
class Pairs:
    """Pairs of sentences that differ in gender alone: a kind of file, and the file by language.

    A language without pairs is not in `files`. changes: "forms" or "tags" tell what must change.
    split: the part of GATE or MT-GenEval, "" for the usual one.
    """

    kind: str
    files: Mapping[str, str]
    changes: str
    split: str = ""


@dataclass(frozen=True)
class Agreement:
    """What is trained and scored.

    models: the parameterisations, "base" among them where it is scored. methods: those of
    `cdaflow.agreement.method` that are scored. features: what is inferred.
    determiners: see `cdaflow.agreement.intervention.Options`. recipe: of the inflection model.
    treebanks: files of train, dev and test, by language. tune: pairs on which log alpha is chosen.
    pairs: what is scored, by name. lexicons: UniMorph files by language.
    """

    models: tuple[str, ...]
    methods: tuple[str, ...]
    features: tuple[str, ...]
    determiners: str
    recipe: str
    treebanks: Mapping[str, Files]
    tune: Pairs | None
    pairs: Mapping[str, Pairs]
    lexicons: Files = field(default_factory=dict)

    @property
    def tested(self) -> list[str]:
        """The languages that have a treebank on whose words inflection is scored."""
        return [lang for lang, files in self.treebanks.get("test", {}).items() if files]

    def scored(self) -> list[tuple[str, str, str, str]]:
        """Return what is scored: (language, model, method, name of the pairs), in order."""
        return [
            (lang, model, method, name)
            for lang in self.treebanks["train"]
            for name, pairs in self.pairs.items()
            if lang in pairs.files
            for model in self.models
            for method in self.methods
        ]


def plan_agreement(
    config: Mapping[str, Any], annotators: Annotators | None, *, data: str, results: str
) -> Agreement | None:
    """Return what the key `agreement` of a configuration asks for, None where it has none.

    Raises ConfigError where keys do not go together, a file is absent or a language has none.
    """
    if "agreement" not in config:
        return None
    if annotators is None:
        raise ConfigError(
            "agreement: what words agree is read off trees, and nothing makes them",
            hint="say what does, under the key annotators",
        )
    named: Mapping[str, Any] = config["agreement"]
    places = Places(tuple(config["languages"]), data, results)
    pairs = {
        name: _pairs(places, f"agreement.pairs.{name}", value)
        for name, value in named.get("pairs", DEMO_PAIRS).items()
    }
    tune = named.get("tune", None if "pairs" in named else DEMO_TUNE)
    planned = Agreement(
        models=tuple(named["models"]),
        methods=tuple(named["methods"]),
        features=tuple(named["features"]),
        determiners=named["determiners"],
        recipe=named["recipe"],
        treebanks=_treebanks(places, named, annotators),
        tune=None if tune is None else _pairs(places, "agreement.tune", tune),
        pairs=pairs,
        lexicons=places.files("lexicons", config["lexicons"], needed=False),
    )
    places.raise_absent()
    if annotators.models == "gold":
        for name, each in [*pairs.items(), *([("tune", planned.tune)] if planned.tune else [])]:
            if each.kind != "trees":
                raise ConfigError(
                    f"agreement, pairs {name!r}: gold trees do not have these sentences",
                    hint="take models that annotate them (annotators.backend: stanza)",
                )
    return planned


def _treebanks(
    places: Places, named: Mapping[str, Any], annotators: Annotators
) -> dict[str, Files]:
    """Return the treebanks of each role: those named, or those of the annotators."""
    if "treebanks" in named:
        treebanks: Mapping[str, Any] = named["treebanks"]
    elif annotators.models == "train":
        treebanks = {role: dict(files) for role, files in annotators.treebanks.items()}
    else:
        treebanks = DEMO_TREEBANKS
    hint = "agreement and inflection are learned from treebanks with features"
    found = {
        role: places.files(
            f"agreement.treebanks.{role}", treebanks[role], needed=role != "test", hint=hint
        )
        for role in ROLES
        if role in treebanks
    }
    for role in ROLES[:2]:
        if role not in found:
            raise ConfigError(f"agreement.treebanks: {role} is missing", hint=hint)
    return found


def _pairs(places: Places, place: str, value: Mapping[str, Any]) -> Pairs:
    kind = next(kind for kind in KINDS if kind in value)
    changes = value.get("changes", "forms")
    if changes == "tags" and kind != "trees":
        raise ConfigError(
            f"{place}.changes: tags of an annotator are no gold",
            hint="tags goes with gold trees; leave it out here",
        )
    if "split" in value and kind not in ("gate", "geneval"):
        raise ConfigError(f"{place}.split goes with gate and geneval only")
    named = value[kind]
    if kind == "geneval":  # one folder holds all languages
        named = dict.fromkeys(places.languages, named)
    found = places.files(f"{place}.{kind}", named, needed=False)
    files = {lang: paths[0] for lang, paths in found.items() if paths}
    return Pairs(kind, files, changes, value.get("split", ""))
