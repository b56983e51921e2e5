"""The whole configuration, and what its parts ask of each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationInfo, model_validator

from cdaflow.config.agreement import Agreement
from cdaflow.config.alternatives import Alternatives
from cdaflow.config.annotators import Annotators
from cdaflow.config.bias import Bias
from cdaflow.config.comet import Comet
from cdaflow.config.corpora import Cleaning, Corpora, Demo, Monolingual
from cdaflow.config.datasets import (
    OF_COUNTERFACTUALS,
    OF_MONOLINGUAL,
    Counterfactual,
    DataSet,
    Gfst,
)
from cdaflow.config.fields import (
    File,
    Files,
    Language,
    Name,
    OneOf,
    Paths,
    Resources,
    Section,
    TrainingResources,
    check_name,
    fault,
    filled,
    paths_of,
)
from cdaflow.config.lm import LanguageModels
from cdaflow.config.outside import Outside
from cdaflow.config.systems import Own, System, Trained, Trainings
from cdaflow.config.testsets import GENEVAL, Challenge, GenEval, MustShe
from cdaflow.config.trainings import base_training, runs_of
from cdaflow.tables.papers import PAPERS

#: The whole training text, as a data set.
PARALLEL = "parallel"

#: Where the embedded corpus is; beside each of its files lies one with the counterfactual of
#: each of its lines.
_DEMO_MONO = "{results}/demo/mono/"
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


class Config(Section):
    """What the workflow makes, for which languages, from which text, with which systems.

    In paths, {data} stands for the key `data`, {results} for the results folder, {lang} for each
    language in turn. A relative path starts at the folder in which Snakemake runs.
    """

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
    corpora: Corpora = Field()
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
        "2019); none by default.",
    )
    lexicons: Annotated[dict[str, tuple[str, ...]], Files(many=True, optional=True)] = Field(
        {},
        description="Further lexicons (UniMorph format) for the scorer and for inflection, by "
        "language.",
    )
    aligner: Literal["eflomal", "fast-align"] = Field(
        "eflomal",
        description="What aligns the words of source and translation. eflomal has the better links "
        "and no seed: where a translation is ambiguous, two runs may score a sentence differently. "
        "fast-align always has the same links, so that tables of two runs are the same byte for "
        "byte.",
    )
    align_with: int = Field(
        20000,
        ge=0,
        description="How many training pairs, sampled among all corpora, are aligned together with "
        "the challenge set, which is too small to be aligned alone.",
    )
    lowercase: bool = Field(
        False,
        description="Whether BLEU and chrF of the test sets are those of lower-cased text; their "
        "signatures say it (case:lc).",
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
    training: TrainingResources = filled(description="What one training may use.")
    fine_tuning: Resources | None = Field(
        None,
        description="What one training of a system with a `base` may use; as `training` where not "
        "given. Several short ones beside each other take less time than one after another.",
    )
    decoding: Resources = filled(description="What one translation may use.")
    systems: dict[Name, System] = Field(
        min_length=1,
        description="The systems that the tables compare, by name. Each is trained by a recipe on "
        "data sets, or is your own model, or is known only by its translations (files, or a "
        "program). A file on top of another leaves out a system, a data "
        "set or a whole section by setting it to null.",
    )

    @model_validator(mode="after")
    def _fit(self, info: ValidationInfo) -> Self:
        """Check what the parts ask of each other."""
        self._check_trees()
        self._check_monolingual()
        self._check_compat()
        for name, dataset in self.datasets.items():
            self._check_dataset(name, dataset)
        for name, dataset in self.datasets.items():
            if dataset.size_of:
                key = f"datasets.{name}.{dataset.kind}.size_of"
                check_name(dataset.size_of, self.datasets, "data set", key)
        for name in self.datasets:
            if chain := _circle(name, lambda one: filter(None, [self.datasets[one].size_of])):
                raise fault(f"nothing says how large it is: {chain}", key=f"datasets.{name}")
        for name, system in self.systems.items():
            if isinstance(system, Trained):
                self._check_trained(f"systems.{name}", system)
            if isinstance(system, Outside):
                self._check_outside(name, system, paths_of(info))
            self._check_paired(name)
        for name in self.alternatives.students if self.alternatives else ():
            key = f"alternatives.students.{name}"
            check_name(name, self.systems, "system", key)
            if not isinstance(self.systems[name], Trained):
                raise fault("a student is trained here", hint="give a recipe and data", key=key)
        for name in self.systems:
            if chain := _circle(name, self._trained_before):
                raise fault(
                    f"it would have to be trained before itself: {chain}",
                    hint="a system's base, and the system that translates a data set for it "
                    "(forward: {system: NAME}, or gfst.system), are trained before it; so is the "
                    "one whose embeddings are debiased for it",
                    key=f"systems.{name}",
                )
        return self

    def _check_trees(self) -> None:
        if self.agreement is not None and self.annotators is None:
            raise fault(
                "agreement is read from trees, and nothing makes them",
                hint="configure one, under the key annotators",
                key="agreement",
            )
        if self.agreement and self.annotators and self.annotators.origin == "gold":
            for name, pairs in {
                **(self.agreement.pairs or {}),
                "tune": self.agreement.tune,
            }.items():
                if pairs and pairs.kind != "trees":
                    raise fault(
                        f"pairs {name!r}: gold trees do not have these sentences",
                        hint="take models that annotate them (annotators.backend: stanza)",
                        key="agreement",
                    )
        if self.counterfactual is not None and self.agreement is None:
            raise fault(
                "counterfactuals need models of agreement and inflection, and none are configured",
                hint="add the key agreement ({} will do), and annotators",
                key="counterfactual",
            )
        if self.alternatives is not None and self.agreement is None:
            raise fault(
                "translations are rewritten by models of agreement and inflection, and none are "
                "configured",
                hint="add the key agreement ({} will do), and annotators",
                key="alternatives",
            )
        if self.lm is not None and self.lm.copies and self.agreement is None:
            raise fault(
                "counterfactuals need models of agreement and inflection, and none are configured",
                hint="add the key agreement ({} will do), and annotators; or train on the text "
                "alone (lm.systems: [original])",
                key="lm",
            )
        tagged = self.alternatives and self.alternatives.tagged
        if tagged and not isinstance(self.systems.get(tagged.system), Trained):
            trained = [name for name, each in self.systems.items() if isinstance(each, Trained)]
            raise fault(
                f"there is no system {tagged.system!r} that is trained",
                hint=f"trained are: {', '.join(trained) or 'none'}",
                key="alternatives.tagged.system",
            )
        if self.counterfactual and self.counterfactual.alignments and not self.align_with:
            raise fault(
                "there are too few candidates to align them alone",
                hint="set the number of training pairs (align_with: 20000), or omit it",
                key="counterfactual.alignments",
            )

    def _check_compat(self) -> None:
        from cdaflow.scoring.compat import LANGUAGES

        unknown = [language for language in self.languages if language not in LANGUAGES]
        if self.compat and unknown:
            raise fault(
                f"the original tool has no rules for {', '.join(unknown)}",
                hint=f"it knows {', '.join(LANGUAGES)}; leave the key out",
                key="compat",
            )

    def _check_monolingual(self) -> None:
        if self.gfst is None:
            if self.monolingual is not None:
                raise fault(
                    "this text is not used",
                    hint="add the key gfst ({} will do)",
                    key="monolingual",
                )
            return
        if self.monolingual is None or not self.monolingual.source:
            raise fault(
                "there is no monolingual English text to translate",
                hint="name some: monolingual: {source: [{name: news, text: news.en.gz}]}",
                key="gfst",
            )
        self._check_translator(self.gfst.system, "gfst.system")
        for language in ("en", *self.languages):
            files = [
                path for each in self.monolingual.texts(language) for path in each.files(language)
            ]
            if not self.demo.mono and any(
                path.startswith(_DEMO_MONO.format(results=self.pathvars.results)) for path in files
            ):
                raise fault(
                    "the embedded corpus is written without monolingual text",
                    hint="say how many sentences (demo: {mono: 20000})",
                    key="monolingual",
                )
        for language, analyser in (self.gfst.analyser or {}).items():
            key = f"gfst.analyser.{language}"
            if analyser == "annotator" and self.annotators is None:
                raise fault(
                    "an annotator's trees are needed, and nothing makes them",
                    hint="configure one, under the key annotators, or take analyser: lexicon",
                    key=key,
                )
            if analyser == "annotator" and self.annotators and self.annotators.origin == "gold":
                raise fault(
                    "gold trees do not have translations",
                    hint="take models that annotate them (annotators.backend: stanza), or "
                    "analyser: lexicon",
                    key=key,
                )

    def _check_dataset(self, name: str, dataset: DataSet) -> None:
        key = f"datasets.{name}"
        if name == PARALLEL:
            raise fault("this is the name of the training text itself", key=key)
        if dataset.kind in OF_COUNTERFACTUALS and self.counterfactual is None:
            raise fault(
                "it is made of counterfactuals, and none are made",
                hint="add the key counterfactual ({} will do), agreement and annotators",
                key=key,
            )
        key = f"{key}.{dataset.kind}"
        for language in self.languages:
            lacking = dataset.lacking(language)
            if lacking and self.is_made(name, language):
                raise fault(f"there is none for {language!r}", key=f"{key}.{lacking}")
        if dataset.kind in OF_COUNTERFACTUALS and self.counterfactual:
            wanted, most = dataset.made.per_profession, self.counterfactual.per_profession
            if 0 < most < wanted:
                raise fault(
                    f"{wanted} pairs of each profession cannot be had of {most}",
                    hint="raise counterfactual.per_profession, and candidates with it",
                    key=f"{key}.per_profession",
                )
        if dataset.kind in OF_MONOLINGUAL and self.gfst is None:
            raise fault(
                "it is made of monolingual text, and none is configured",
                hint="add the keys monolingual and gfst",
                key=key,
            )
        if dataset.kind == "bias":
            self._check_control(dataset.made, key)
        if dataset.forward is not None:
            self._check_translator(dataset.forward.system, f"{key}.system")
        if dataset.gfst and dataset.gfst.direction == "back" and self.monolingual:
            for language in self.languages:
                if not self.monolingual.texts(language):
                    raise fault(
                        f"there is no monolingual text in {language!r} to translate back",
                        hint="name some: "
                        "monolingual: {target: [{name: news, text: news.{lang}.gz}]}",
                        key=key,
                    )

    def _check_control(self, made: Any, key: str) -> None:
        """Raise where pairs are left out by their bias and no data set leaves out random ones."""
        wanted = {"scores": made.scores, "criterion": "random", "drop": made.drop}
        for other in self.datasets.values():
            given = other.made
            if other.kind == "bias" and all(getattr(given, k) == v for k, v in wanted.items()):
                return
        raise fault(
            "without its random control nobody can tell what leaving out these pairs does",
            hint=f"add a data set {{bias: {{criterion: random, drop: {made.drop:g}, scores: as "
            "here}}",
            key=key,
        )

    def _check_trained(self, key: str, system: Trained) -> None:
        for used in system.data:
            check_name(used, [PARALLEL, *self.datasets], "data set", f"{key}.data")
        if system.base:
            check_name(system.base, self.systems, "system", f"{key}.base")
            self._check_model(system.base, f"{key}.base")
            if system.base_training and not isinstance(self.systems[system.base], Trained):
                raise fault(
                    f"the base {system.base!r} is a model of your own, it has no trainings here",
                    hint="leave it out: all trainings start from that model",
                    key=f"{key}.base_training",
                )
            base = self.systems[system.base]
            if system.multilingual != (isinstance(base, Trained) and base.multilingual):
                raise fault(
                    "a model of all languages is the base of such a model, and of no other",
                    hint=f"give both, or none of them, multilingual: true ({system.base} is the "
                    "base)",
                    key=f"{key}.base",
                )
        if system.debias:
            known = f"{key}.debias.embeddings_of"
            check_name(system.debias.embeddings_of, self.systems, "system", known)
            self._check_model(system.debias.embeddings_of, known)
            of = self.systems[system.debias.embeddings_of]
            if isinstance(of, Trained) and of.multilingual:
                raise fault("its vocabulary is one of all languages", key=known)

    def is_made(self, dataset: str, language: str) -> bool:
        """Return whether a data set is made in a language: not if all systems leave it out."""
        weights = [
            system.data[dataset][language]
            for system in self.systems.values()
            if isinstance(system, Trained) and dataset in system.data
        ]
        return any(weights) or not weights

    def _check_model(self, name: str, key: str) -> None:
        if isinstance(self.systems[name], Outside):
            raise fault(
                f"of the system {name!r} only translations are known, there is no model",
                hint="name a system that is trained, or a model of your own",
                key=key,
            )
        system = self.systems[name]
        if isinstance(system, Own) and not system.trainable():
            raise fault(
                f"Marian, which trains, cannot read the model of {name!r}",
                hint="name the model that it was converted from, as Marian has it (.npz); this one "
                "can be translated with",
                key=key,
            )

    def _check_translator(self, name: str, key: str) -> None:
        check_name(name, self.systems, "system", key)
        system = self.systems[name]
        if isinstance(system, Outside) and not system.command:
            raise fault(
                f"the system {name!r} has files of translations, and translates nothing else",
                hint="name one that has a model, or a command",
                key=key,
            )

    def _check_outside(self, name: str, system: Outside, paths: Paths) -> None:
        """Check the test sets that a system is said to have translated, and its files of them."""
        known = self.testsets()
        for testset in system.testsets or ():
            check_name(testset, known, "test set", f"systems.{name}.testsets")
        absent = [testset for testset in known if not system.translates(testset)]
        if len(set(GENEVAL).intersection(absent)) == 1:
            raise fault(
                f"of the two parts of MT-GenEval there is one: {', '.join(absent)} is left out",
                hint=f"name both, {' and '.join(GENEVAL)}, or none",
                key=f"systems.{name}.testsets",
            )
        if absent and name == next(iter(self.systems)):
            raise fault(
                f"the others are compared with the first system, which has no translations of "
                f"{', '.join(absent)}",
                hint="put a system first that has translated all test sets",
                key=f"systems.{name}",
            )
        paths.check(
            list(system.translated_files(known)),
            "give its translations of each test set, one line for each of its lines, under these "
            "names; or name the test sets that it has translated: "
            f"systems: {{{name}: {{testsets: [...]}}}}",
            f"systems.{name}.translations",
        )

    def testsets(self) -> dict[str, list[str]]:
        """Return the names of the test sets that systems translate, with their languages."""
        found = dict.fromkeys((*self.corpora.test, "winomt"), self.languages)
        if self.geneval:
            found |= dict.fromkeys(GENEVAL, self.geneval.languages or [])
        if self.mustshe:
            found["mustshe"] = self.mustshe.languages or []
        return found

    def translates(self, system: str, testset: str) -> bool:
        """Return whether a system has translations of a test set; all but some outside ones do."""
        found = self.systems[system]
        return not isinstance(found, Outside) or found.translates(testset)

    def _check_paired(self, name: str) -> None:
        """Check that a system has a training that is compared with one of the baseline."""
        from cdaflow.scoring.compare import Training, paired_trainings

        first = next(iter(self.systems))
        runs = [runs_of(self, system) for system in (first, name)]
        seeds = [[run.seed for run in side] for side in runs]
        section = self.systems[name]
        # All trainings of a system may start from one of the baseline, and are compared with that.
        if isinstance(section, Trained) and section.base == first and section.base_training:
            if section.base_training in seeds[0]:
                return
            raise fault(
                f"{first}, with which systems are compared, has no training with the seed "
                f"{section.base_training}",
                hint=f"its trainings have the seeds {', '.join(map(str, seeds[0]))}",
                key=f"systems.{name}.base_training",
            )
        trainings = [
            [Training(run.seed, base_training(self, run)) for run in side] for side in runs
        ]
        if not paired_trainings(*trainings):
            raise fault(
                f"no training of {name} has the seed of one of {first}, with which systems are "
                "compared training by training",
                hint="give trainings of both a seed in common",
                key=f"systems.{name}.trainings",
            )

    def _trained_before(self, name: str) -> Iterator[str]:
        """Yield the systems that must be trained before one, by its base or by a data set."""
        system = self.systems[name]
        if not isinstance(system, Trained):
            return
        if system.base:
            yield system.base
        if system.debias:
            yield system.debias.embeddings_of
        for used in system.data:
            while used and used != PARALLEL:
                if translator := self.translator_of(used):
                    yield translator
                used = self.datasets[used].size_of

    def translator_of(self, dataset: str) -> str:
        """Return the system that translates a data set forwards; "" for none."""
        named = self.datasets[dataset]
        if named.forward is not None:
            return named.forward.system
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
        train = self.corpora.train
        gold = {}
        for language in self.languages:
            demo = paths.expand(_DEMO_PAIRS, language)
            if [corpus.files(language) for corpus in train] == [[demo]]:
                gold[language] = paths.expand(_DEMO_GOLD, language)
        return gold


def _circle(name: str, before: Any) -> str:
    """Return how a name comes back to one on the way from it, "a <- b <- a"; "" where none does."""

    def follow(path: tuple[str, ...]) -> str:
        for one in before(path[-1]):
            if one in path:
                return " <- ".join([*path, one])
            if found := follow((*path, one)):
                return found
        return ""

    return follow((name,))
