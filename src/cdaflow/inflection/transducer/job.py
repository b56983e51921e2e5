"""From files to a trained transducer: treebanks, lexicons and word lists, and the recipes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cdaflow.errors import ConfigError, InputError
from cdaflow.inflection.evaluation import nominal_lemmata
from cdaflow.inflection.sources import (
    Files,
    checksums,
    read_entries,
    read_treebank,
    treebank_entries,
)
from cdaflow.inflection.transducer.examples import from_forms, from_lemmas, is_nominal, select
from cdaflow.inflection.transducer.model import Transducer
from cdaflow.inflection.transducer.training import Settings, train

#: Settings by name: "full" for treebanks with lexicons, "tiny" for the embedded treebanks.
RECIPES: Mapping[str, Settings] = {
    "full": Settings(),
    "tiny": Settings(
        examples=2500, epochs=5, visits=20_000, batch_size=32, learning_rate=0.004, dropout=0.1,
        rare=0, dev_share=0.06, dev_examples=300,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Job:
    """What a transducer is trained on.

    `dev`: a treebank whose words choose the best epoch and the threshold; without one, a share of
    the lemmata is sampled, which shows of unseen words what a treebank of seen ones cannot.
    `held_out`: treebanks that it is to be tested on; nothing is learned of their lemmata.
    """

    language: str
    treebanks: Files = ()
    lexicons: Files = ()
    word_lists: Files = ()
    dev: str | os.PathLike[str] | None = None
    held_out: Files = ()


def recipe(name: str, **changes: int | None) -> Settings:
    """Return the settings of a recipe, those of `changes` that are not None replaced.

    Raises ConfigError for an unknown name or a value out of bounds.
    """
    if name not in RECIPES:
        raise ConfigError(
            "recipe.unknown", f"no recipe {name!r}", hint=f"there are {', '.join(RECIPES)}"
        )
    if changes.get("epochs") is not None:
        changes = {"visits": 0, **changes}
    given = {key: value for key, value in changes.items() if value is not None}
    return replace(RECIPES[name], **given)  # type: ignore[arg-type]


def train_files(
    job: Job, settings: Settings, state: str | os.PathLike[str] | None = None
) -> Transducer:
    """Return the transducer of a job; `state` as in `training.train`.

    Raises InputError where the files have no forms to learn from.
    """
    entries = read_entries(job.treebanks, job.lexicons, job.word_lists, code=job.language)
    without = nominal_lemmata(job.held_out)
    chosen = select(
        entries,
        size=settings.examples,
        dev_share=0.0 if job.dev is not None else settings.dev_share,
        seed=settings.seed,
        without=without,
    )
    dev = chosen.dev
    if job.dev is not None:
        trees = read_treebank(job.dev, job.language)
        found = [e for e in treebank_entries(trees, "dev") if is_nominal(e)]
        dev = from_lemmas(found) + from_forms(found)
        if not dev:
            raise InputError(
                "testset.no-inflected-word",
                "no noun, adjective or participle to test on",
                file=job.dev,
            )
    if not chosen.training:
        raise InputError(
            "training.no-inflected-word",
            "no noun, adjective or participle with gender or number is in the files",
            file=next(iter((*job.treebanks, *job.lexicons, *job.word_lists)), None),
            hint="give treebanks with FEATS and lemmas, or lexicons of UniMorph",
        )
    facts = {
        "treebanks": checksums(job.treebanks),
        "lexicons": checksums(job.lexicons),
        "word_lists": checksums(job.word_lists),
        "dev": checksums([job.dev] if job.dev is not None else []),
        "held_out": checksums(job.held_out),
        "held_out_entries": chosen.left_out,
    }
    return train(
        chosen.training, dev, language=job.language, settings=settings, state=state, facts=facts
    )
