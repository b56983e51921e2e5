"""What the systems of a configuration ask of each other and of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cdaflow.config.alternatives import TRANSLATED_SET, Student
from cdaflow.config.datasets import PARALLEL
from cdaflow.config.fields import Paths, check_name, fault, forbid
from cdaflow.config.keys import Keys
from cdaflow.config.outside import Exported, Outside
from cdaflow.config.systems import Interpolated, Own, Trained
from cdaflow.config.testsets import GENEVAL
from cdaflow.config.trainings import base_training, first_model, runs_of, trained_section


def check_systems(config: Keys, paths: Paths) -> None:
    """Check the systems, and the students among them; raises as `checks.check_whole`."""
    _check_translators(config)
    first = next(iter(config.systems))
    check_languages(config, first, config.languages, f"systems.{first}.languages")
    for name, system in config.systems.items():
        if isinstance(system, Trained):
            _check_trained(config, f"systems.{name}", system)
        if isinstance(system, Interpolated):
            _check_interpolated(config, system, f"systems.{name}.interpolate")
        if isinstance(system, Exported):
            _check_exported(config, system, f"systems.{name}.export")
        if isinstance(system, Outside):
            _check_outside(config, name, system, paths)
        _check_paired(config, name)
    for name in config.alternatives.students if config.alternatives else ():
        key = f"alternatives.students.{name}"
        check_name("system.unknown", name, config.systems, key)
        student = config.alternatives.students[name] if config.alternatives else None
        forbid(
            student != Student() and not isinstance(config.systems[name], Trained),
            "student.structures-untrained",
            "only systems trained by cdaflow write structures",
            hint=f"leave out tag, check and inflections: {name}: {{}}",
            key=key,
        )
    for name, system in config.systems.items():
        forbid(
            (chain := circle(name, lambda system_name: _trained_before(config, system_name))),
            "system.trained-before-itself",
            f"the systems depend on each other in a circle: {chain}",
            hint="a system is trained after its base, after the systems that translate its "
            "data sets (forward: {system: NAME}, corrected: {system: NAME}, gfst.system) "
            "and after the system whose embeddings are debiased for it",
            key=f"systems.{name}",
        )
        for before in _trained_before(config, name):
            check_languages(config, before, system.languages or (), f"systems.{name}")
        if isinstance(system, Exported):  # what it is of has been found to end somewhere
            _check_firefox(config, system, f"systems.{name}.export")


def _check_translators(config: Keys) -> None:
    """Raise where training text is translated by a system that is not there before it."""
    for name, corpus in config.corpora.translated().items():
        system = corpus.by.system if corpus.by else None
        if system is None:
            continue
        key = f"corpora.train.{name}.by.system"
        check_name("system.unknown", system, config.systems, key)
        forbid(
            not isinstance(config.systems[system], Own),
            "translator.not-own-model",
            f"training text is translated by a model of your own, but {system!r} is none",
            hint="name a system with the key model",
            key=key,
        )
        check_languages(config, system, corpus.languages or (), key)


def _check_trained(config: Keys, key: str, system: Trained) -> None:
    for used in system.data:
        check_name("data-set.unknown", used, [PARALLEL, *config.datasets], f"{key}.data")
    if system.base:
        check_name("system.unknown", system.base, config.systems, f"{key}.base")
        _check_model(config, system.base, f"{key}.base")
        forbid(
            system.base_training and not trained_section(config, system.base),
            "base.no-trainings",
            f"the base {system.base!r} is a user-supplied model, which has no trainings",
            hint="leave base_training out: all trainings start from that model",
            key=f"{key}.base_training",
        )
        base = config.systems[system.base]
        forbid(
            system.multilingual != (isinstance(base, Trained) and base.multilingual),
            "base.multilingual-mismatch",
            "a multilingual model can only be fine-tuned into a multilingual model, and a "
            "bilingual one into a bilingual one",
            hint=f"set multilingual: true for both or for neither (the base is {system.base})",
            key=f"{key}.base",
        )
    if system.debias:
        embeddings_key = f"{key}.debias.embeddings_of"
        check_name("system.unknown", system.debias.embeddings_of, config.systems, embeddings_key)
        _check_model(config, system.debias.embeddings_of, embeddings_key)
        of = config.systems[system.debias.embeddings_of]
        forbid(
            isinstance(of, Trained) and of.multilingual,
            "debiasing.vocabulary-multilingual",
            f"{system.debias.embeddings_of!r} is multilingual, and so is its vocabulary",
            key=embeddings_key,
        )


def _check_interpolated(config: Keys, system: Interpolated, key: str) -> None:
    check_name("system.unknown", system.interpolate, config.systems, key)
    tuned = config.systems[system.interpolate]
    if not isinstance(tuned, Trained) or not tuned.base:
        raise fault(
            "interpolation.not-fine-tuned",
            f"{system.interpolate!r} is not fine-tuned: it has no base to interpolate with",
            hint="name a system that has a base",
            key=key,
        )
    forbid(
        tuned.multilingual,
        "interpolation.multilingual",
        f"{system.interpolate!r} is multilingual",
        hint="name a system that is trained for each language",
        key=key,
    )


def _check_exported(config: Keys, system: Exported, key: str) -> None:
    check_name("system.unknown", system.export, config.systems, key)
    _check_model(config, system.export, key)


def _check_firefox(config: Keys, system: Exported, key: str) -> None:
    """Raise where an exported system is not made of a model of Firefox."""
    first = first_model(config, system.export)
    forbid(
        first is None or not all(map(first.firefox_files, first.model)),
        "export.not-from-firefox",
        f"{system.export!r} was not fine-tuned from a Firefox model, so it cannot be exported "
        "to that format",
        hint="its base, or the base of its base, must be a system {model: FOLDER} with a "
        "Firefox model (model.*.intgemm.alphas.bin)",
        key=key,
    )


def _check_model(config: Keys, name: str, key: str) -> None:
    system = config.systems[name]
    if isinstance(system, Exported):
        raise fault(
            "system.exported",
            f"{name!r} is an exported model with 8-bit weights",
            hint=f"name {system.export!r} instead, from which it was exported",
            key=key,
        )
    forbid(
        isinstance(system, Outside),
        "system.no-model",
        f"the system {name!r} has translations but no model",
        hint="name a system that is trained, or a model of your own",
        key=key,
    )
    system = config.systems[name]
    forbid(
        isinstance(system, Own) and not system.trainable(),
        "model.not-trainable",
        f"Marian cannot read the model {name!r}, and so cannot continue its training",
        hint="give the Marian model (.npz) that it was converted from; this model can only "
        "translate",
        key=key,
    )


def check_translator(config: Keys, name: str, key: str) -> None:
    """Raise where there is no system of this name that can translate any text."""
    check_name("system.unknown", name, config.systems, key)
    system = config.systems[name]
    forbid(
        isinstance(system, Outside) and not system.command,
        "system.translates-nothing-else",
        f"the system {name!r} is given by its translations and cannot translate anything else",
        hint="name a system that has a model or a command",
        key=key,
    )


def check_languages(config: Keys, name: str, needed: Iterable[str], key: str) -> None:
    """Raise where a system lacks a language in which something else needs it."""
    lacking = [language for language in needed if not config.systems[name].has(language)]
    forbid(
        lacking,
        "system.language-missing",
        f"the system {name!r} is needed in {', '.join(lacking)}, which it lacks",
        hint="all are compared with the first system, which has all languages"
        if name == next(iter(config.systems))
        else f"extend systems.{name}.languages, or name the languages of what needs it",
        key=key,
    )


def _check_outside(config: Keys, name: str, system: Outside, paths: Paths) -> None:
    """Check the test sets that a system is said to have translated, and its files of them."""
    testsets = config.testsets()
    if config.alternatives and name in config.alternatives.students:
        testsets |= {
            f"{TRANSLATED_SET}{altset}": [
                lang for lang in config.alternatives.languages or () if lang in files
            ]
            for altset, files in config.alternatives.test.items()
        }
    for testset in system.testsets or ():
        check_name("test-set.unknown", testset, testsets, f"systems.{name}.testsets")
    absent = [testset for testset in testsets if not system.translates(testset)]
    forbid(
        len(set(GENEVAL).intersection(absent)) == 1,
        "geneval.one-part",
        f"MT-GenEval has two parts, but {', '.join(absent)} is missing",
        hint=f"name both, {' and '.join(GENEVAL)}, or neither",
        key=f"systems.{name}.testsets",
    )
    forbid(
        absent and name == next(iter(config.systems)),
        "system.first-lacks-testset",
        "all systems are compared with the first one, which has no translations of "
        f"{', '.join(absent)}",
        hint="list a system first that has translated all test sets",
        key=f"systems.{name}",
    )
    paths.check(
        list(system.translated_files(testsets)),
        "give its translations of each test set, one line for each of its lines, under these "
        "names; or name the test sets that it has translated: "
        f"systems: {{{name}: {{testsets: [...]}}}}",
        f"systems.{name}.translations",
    )


def _check_paired(config: Keys, name: str) -> None:
    """Check that a system has a training that is compared with one of the baseline."""
    from cdaflow.scoring.compare import Training, paired_trainings

    first = next(iter(config.systems))
    runs = [runs_of(config, system) for system in (first, name)]
    seeds = [[run.seed for run in side] for side in runs]
    section = trained_section(config, name)
    # All trainings of a system may start from one of the baseline, and are compared with that.
    if section and section.base == first and section.base_training:
        if section.base_training in seeds[0]:
            return
        raise fault(
            "training.base-seed-missing",
            f"{first}, with which systems are compared, has no training with the seed "
            f"{section.base_training}",
            hint=f"its seeds are {', '.join(map(str, seeds[0]))}",
            key=f"systems.{name}.base_training",
        )
    trainings = [[Training(run.seed, base_training(config, run)) for run in side] for side in runs]
    forbid(
        not paired_trainings(*trainings),
        "training.no-seed-in-common",
        f"systems are compared with {first} by their seeds, but {name} shares no seed with it",
        hint="give the two systems a seed in common",
        key=f"systems.{name}.trainings",
    )


def _trained_before(config: Keys, name: str) -> Iterator[str]:
    """Yield the systems that must be trained before one, by its base or by a data set."""
    system = config.systems[name]
    if isinstance(system, Interpolated):
        yield system.interpolate
    if isinstance(system, Exported):
        yield system.export
    if not isinstance(system, Trained):
        return
    if system.base:
        yield system.base
    if system.debias:
        yield system.debias.embeddings_of
    for used in system.data:
        while used and used != PARALLEL:
            if translator := config.translator_of(used):
                yield translator
            used = config.datasets[used].size_of


def circle(name: str, before: Any) -> str:
    """Return how a name comes back to one on the way from it, "a <- b <- a"; "" where none does."""

    def follow(path: tuple[str, ...]) -> str:
        for predecessor in before(path[-1]):
            if predecessor in path:
                return " <- ".join([*path, predecessor])
            if cycle := follow((*path, predecessor)):
                return cycle
        return ""

    return follow((name,))
