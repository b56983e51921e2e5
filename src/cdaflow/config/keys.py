"""The keys of a configuration, and what they say together."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cdaflow.config.agreement import Agreement
from cdaflow.config.alternatives import Alternatives
from cdaflow.config.annotators import Annotators
from cdaflow.config.bias import Bias
from cdaflow.config.corpora import Cleaning, Corpora, Demo, Monolingual
from cdaflow.config.datasets import OF_MONOLINGUAL, Counterfactual, DataSet, Gfst
from cdaflow.config.fields import (
    File,
    Files,
    Language,
    Name,
    OneOf,
    Paths,
    Resources,
    Section,
    Slurm,
    TrainingResources,
    filled,
)
from cdaflow.config.lm import LanguageModels
from cdaflow.config.outside import Outside
from cdaflow.config.systems import System, Trained, Trainings
from cdaflow.config.testsets import GENEVAL, Challenge, Comet, GenEval, MustShe
from cdaflow.tables.papers import PAPERS

#: Where the embedded corpus is; beside each of its files lies one with the counterfactual of
#: each of its lines.
_DEMO_PAIRS = "{results}/demo/en-{lang}/train.tsv"
_DEMO_GOLD = "{results}/demo/en-{lang}/train.gold.tsv.gz"

_DEMO_CHALLENGE = {
    "sentences": "{results}/demo/winomt/en.txt",
    "pro": "{results}/demo/winomt/en_pro.txt",
    "anti": "{results}/demo/winomt/en_anti.txt",
}

Paper = Annotated[str, OneOf(tuple(PAPERS))]


class Pathvars(Section):
    """Snakemake's path variables; `results` moves the results folder."""

    results: str = Field(
        "results", min_length=1, description="The folder of all that the workflow makes."
    )


class Keys(Section):
    """All keys of a configuration; what they ask of each other is not checked here."""

    pathvars: Pathvars = filled()
    data: str = Field(
        "",
        description="The folder of your data, for {data} in paths; where empty, the "
        "environment variable CDAFLOW_DATA is taken. Usually given on the command line (--config "
        "data=FOLDER).",
    )
    seed: int = Field(
        1, ge=1, description="Seed of everything that is sampled, shuffled or initialised."
    )
    trainings: Trainings = Field(
        1,
        description="How many times each system is trained, with seeds from `seed` on (3 with "
        "seed 1: seeds 1, 2 and 3), or the list of these seeds. They differ in the training alone: "
        "text, data sets and annotators are made with `seed`. Tables have the mean over the "
        "trainings, with an interval for trainings and sentences.",
    )
    languages: list[Language] = Field(
        min_length=1,
        json_schema_extra={"uniqueItems": True},
        description="Target languages (ISO 639-1). English is always the source. The embedded "
        "corpus is written in es, fr and it; the others need your own parallel text.",
    )
    wordlists: File = Field(
        "config/wordlists",
        description="The folder of the word lists (professions.tsv, professions.es.tsv, ...).",
    )
    demo: Demo = filled()
    corpora: Corpora = filled()
    cleaning: Cleaning = filled()
    monolingual: Monolingual | None = Field(None)
    challenge: Challenge = filled(_DEMO_CHALLENGE)
    geneval: GenEval | None = Field(None)
    mustshe: MustShe | None = Field(None)
    annotators: Annotators | None = Field(None)
    agreement: Agreement | None = Field(None)
    counterfactual: Counterfactual | None = Field(None)
    alternatives: Alternatives | None = Field(None)
    bias: Bias | None = Field(None)
    lm: LanguageModels | None = Field(None)
    datasets: dict[Name, DataSet] = Field(
        {},
        description="Data sets to train on, by name, beside `parallel`; each is of one kind.",
    )
    gfst: Gfst | None = Field(None)
    published: Paper | list[Paper] | None = Field(
        None,
        description="The paper, or the papers, whose figures are shown next to ours, in tables and "
        "in the report (Naik et al. 2023, Choubey et al. 2021, Garg et al. 2024, Zmigrod et al. "
        "2019, Dolci et al. 2023); none by default.",
    )
    lexicons: Annotated[dict[str, tuple[str, ...]], Files(many=True, optional=True)] = Field(
        {},
        description="Further lexicons (UniMorph format) for the scorer and for inflection, by "
        "language.",
    )
    aligner: Literal["eflomal", "fast-align"] = Field(
        "eflomal",
        description="The word aligner. eflomal has better links but no seed: two runs may score an"
        " ambiguous translation differently. fast-align is deterministic: tables of two runs are "
        "equal byte for byte.",
    )
    align_with: int = Field(
        20000,
        ge=0,
        description="Number of training pairs, sampled from all corpora, that are aligned together"
        " with the challenge set, which is too small to be aligned alone.",
    )
    lowercase: bool = Field(
        False,
        description="Whether BLEU and chrF of the test sets are computed on lower-cased text; "
        "their signatures then have case:lc.",
    )
    comet: Comet | None = Field(None)
    compat: Literal[2019, 2020] | None = Field(
        None,
        description="Score WinoMT by the rules of the original tool, to set the scores beside "
        "published ones: 2020 as its code of that year has them, 2019 as its logs of that year "
        "show them (de, es, fr, he, it, ru); it aligns by itself. null: by cdaflow's own rules.",
    )
    marian: str = Field(
        "",
        description="The Marian to run: a program or the folder of marian, marian-decoder, ...; "
        "where empty, the `marian` on PATH, else the one of the pymarian package.",
    )
    training: TrainingResources = filled(description="Resources for one training.")
    slurm: Slurm = filled(description="Account and partitions of your cluster.")
    fine_tuning: Resources | None = Field(
        None,
        description="Resources for one training of a system with a `base`; default: as `training`. "
        "Several short trainings take less time in parallel than one after another.",
    )
    decoding: Resources = filled(description="Resources for one translation.")
    systems: dict[Name, System] = Field(
        min_length=1,
        description="The systems that the tables compare, by name. Each is trained by a recipe on "
        "data sets, or is your own model, or is known only by its translations (files, or a "
        "program). A file on top of another leaves out a system, a data "
        "set or a whole section by setting it to null.",
    )

    def is_made(self, dataset: str, language: str) -> bool:
        """Return whether a data set is made in a language: not if all systems leave it out."""
        weights = [
            system.data[dataset].get(language, 0)
            for system in self.systems.values()
            if isinstance(system, Trained) and dataset in system.data
        ]
        return any(weights) or not weights

    def testsets(self) -> dict[str, list[str]]:
        """Return the names of the test sets that systems translate, with their languages."""
        languages = {
            name: [language for language in self.languages if name in self.corpora.tested(language)]
            for name in self.corpora.test
        }
        languages["winomt"] = self.languages
        if self.geneval:
            languages |= dict.fromkeys(GENEVAL, self.geneval.languages or [])
        if self.mustshe:
            languages["mustshe"] = self.mustshe.languages or []
        return languages

    def translates(self, system: str, testset: str, language: str) -> bool:
        """Return whether a system has translations of a test set in a language.

        It has where both have the language; an outside one may lack the test set.
        """
        translator = self.systems[system]
        outside = isinstance(translator, Outside) and not translator.translates(testset)
        return (
            translator.has(language)
            and language in self.testsets().get(testset, [])
            and not outside
        )

    def translator_of(self, dataset: str) -> str:
        """Return the system that translates a data set forwards; "" for none."""
        named = self.datasets[dataset]
        translated = named.forward or named.corrected
        if translated is not None:
            return translated.system
        forwards = named.kind in OF_MONOLINGUAL and not named.recipe
        return self.gfst.system if forwards and self.gfst else ""

    @property
    def results(self) -> str:
        """The results folder."""
        return self.pathvars.results

    @property
    def papers(self) -> list[str]:
        """The papers whose figures are shown next to ours."""
        return [self.published] if isinstance(self.published, str) else self.published or []

    def annotated_languages(self) -> list[str]:
        """Return the languages that have trees, English first."""
        return list(dict.fromkeys(["en", *self.languages]))

    def demo_gold(self) -> dict[str, str]:
        """Return the embedded grammar's own counterfactuals of the training text, by language.

        None where it did not write the whole training text.
        """
        paths = Paths(self.languages, self.data, self.results)
        gold = {}
        for language in self.languages:
            train = self.corpora.part("train", language)
            demo = paths.expand(_DEMO_PAIRS, language)
            if [corpus.files(language) for corpus in train] == [[demo]]:
                gold[language] = paths.expand(_DEMO_GOLD, language)
        return gold
