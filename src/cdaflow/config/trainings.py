"""The runs of the systems: the seeds that each is trained with, and the names of their files.

A run is a system trained with one seed, or one that is not trained here; a system between two
others has the runs of the fine-tuned one, and an exported one those of the system that it is. The
name of a run stands in the paths of its model, translations and scores: that of the system where
the seed is the `seed` of the configuration, else system.seed.
It depends on that seed alone, so that another training, wherever it is listed, renames no file and
makes none stale. Another `seed` of the configuration renames all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from cdaflow.config.fields import NAME
from cdaflow.config.outside import Exported
from cdaflow.config.systems import Interpolated, Own, System, Trained, Trainings
from cdaflow.errors import ConfigError

#: Keys under which a system names the one that its model is made of.
_BEFORE = ("export", "interpolate", "base")

#: What names of runs are made of.
RUN = rf"{NAME[1:-1]}(\.[1-9][0-9]*)?"


class Config(Protocol):
    """What the runs follow from, of `cdaflow.config.Config`."""

    @property
    def seed(self) -> int:
        """The seed of all that is not a training."""

    @property
    def trainings(self) -> Trainings:
        """Those of each system that has none of its own."""

    @property
    def systems(self) -> Mapping[str, System]:
        """The systems by name, in the order of the tables."""


@dataclass(frozen=True)
class Run:
    """A training of a system. `seed`: None for one that is not trained here; `name`: in paths."""

    system: str
    seed: int | None
    name: str


def run_of(config: Config, system: str, seed: int | None = None) -> Run:
    """Return the run of a system with a seed, that of the configuration by default.

    It need not be among `runs_of`: the base of a fine-tuned system, and what translates a data set,
    is trained with the seed that is asked for. One that is not trained here has one run.
    """
    if trained_section(config, system) is None:
        return Run(system, None, system)
    seed = config.seed if seed is None else seed
    return Run(system, seed, system if seed == config.seed else f"{system}.{seed}")


def base_training(config: Config, run: Run) -> int | None:
    """Return the seed of the training of its base that a run starts from; None: its own seed."""
    section = trained_section(config, run.system)
    return section.base_training if section else None


def trained_section(config: Config, system: str) -> Trained | None:
    """Return how a system is trained, of one between two how the fine-tuned one is; None: not.

    Of an exported one, how the system that it is of is.
    """
    section = config.systems[system]
    if isinstance(section, Exported):
        section = config.systems[section.export]
    if isinstance(section, Interpolated):
        section = config.systems[section.interpolate]
    return section if isinstance(section, Trained) else None


def first_model(config: Config, system: str) -> Own | None:
    """Return the user-supplied model that a system is, or was fine-tuned from; None: of none."""
    section: System | None = config.systems[system]
    while section is not None and not isinstance(section, Own):
        before = next(
            (getattr(section, key) for key in _BEFORE if getattr(section, key, None)), None
        )
        section = config.systems[before] if before else None
    return section


def runs_of(config: Config, system: str) -> list[Run]:
    """Return the runs of a system that are compared, in the order of their seeds as configured."""
    section = trained_section(config, system)
    if section is None:
        return [run_of(config, system)]
    trainings = config.trainings if section.trainings is None else section.trainings
    return [run_of(config, system, seed) for seed in seeds_of(trainings, config.seed)]


def seeds_of(trainings: Trainings, seed: int) -> list[int]:
    """Return the seeds of trainings: a list is taken as it is, a number counts from `seed` on."""
    return list(range(seed, seed + trainings)) if isinstance(trainings, int) else trainings


def find_run(config: Config, name: str) -> Run:
    """Return the run of a name. Raises ConfigError where no run has it.

    A training has one name only: "baseline.1" is none where 1 is the seed of the configuration.
    """
    system, _, seed = name.partition(".")
    if not re.fullmatch(RUN, name):
        raise ConfigError(
            "run.bad-name",
            f"{name!r} is not the name of a run",
            hint="runs are called SYSTEM or SYSTEM.SEED",
        )
    if system not in config.systems:
        raise ConfigError(
            "system.unknown",
            f"there is no system {system!r}",
            hint=f"systems: {', '.join(config.systems)}",
        )
    run = run_of(config, system, int(seed) if seed else None)
    if run.name != name:
        raise ConfigError(
            "run.unknown", f"there is no run {name!r}", hint=f"this run is called {run.name}"
        )
    return run
