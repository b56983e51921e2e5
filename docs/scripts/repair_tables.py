"""The blocks of the repaired production model: before and after, in its engine, beside methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from page_tables import table
from published_run import Published
from real_run import Key, RealRun
from run_tables import origin

#: Metric, column and header of what a repair is judged by, BLEU of test sets aside.
_FIGURES = (
    ("winomt", "accuracy", "Acc"),
    ("winomt", "delta_r", "ΔR"),
    ("winomt", "f1_female", "F1 of women"),
    ("secondary", "kept", "Kept"),
    ("geneval", "accuracy_feminine", "MT-GenEval women"),
    ("geneval", "accuracy_masculine", "MT-GenEval men"),
    ("geneval", "bleu_feminine", "BLEU MT-GenEval women"),
    ("geneval", "bleu_masculine", "BLEU MT-GenEval men"),
)

#: The systems of config/repair.yaml, and of the engine beside it.
_REPAIRED = ("base", "repaired")
_ENGINE = ("base-engine", "repaired-engine")


def _figures(real: RealRun) -> Iterator[tuple[str, str, str, str]]:
    """Yield metric, column, test set and header of each figure."""
    yield from ((metric, column, "", header) for metric, column, header in _FIGURES)
    yield from (("bleu", "bleu", testset, f"BLEU {testset}") for testset in real.bleu)


def _before_and_after(real: RealRun, systems: Sequence[str]) -> Iterator[str]:
    """Yield a row a figure: its value in each system, and what the last one gains."""
    keys = sorted(real.chosen(systems), key=lambda key: systems.index(key[1]))
    yield from table(
        ("", *(system for _, system in keys), f"{keys[-1][1]}, gain"),
        (
            (
                header,
                *(real.cell(key, metric, column, testset) for key in keys),
                real.gain(keys[-1], metric, column, testset),
            )
            for metric, column, testset, header in _figures(real)
        ),
        left=1,
    )
    yield from real.caption(systems)


def repair(run: Published) -> Iterator[str]:
    """Yield the model before and after, as floats."""
    yield from _before_and_after(RealRun(run), _REPAIRED)


def control(run: Published) -> Iterator[str]:
    """Yield the model before and after the same training without corrected pairs."""
    yield from _before_and_after(RealRun(run), ("base", "control"))


def engine(run: Published) -> Iterator[str]:
    """Yield both models in Firefox's engine beside themselves as floats."""
    real = RealRun(run)
    systems = [name for name in (*_REPAIRED, *_ENGINE) if name in real.names]
    if not set(_ENGINE) & set(systems):
        yield "*Not scored in the engine.*"
        return
    yield from _before_and_after(real, systems)


def methods(run: Published, *others: Published) -> Iterator[str]:
    """Yield each system that was fine-tuned, a row each: what it gains over the base.

    `others`: further runs from the same base; what they trained stands first.
    """
    real = RealRun(run)
    base = real.names[0]
    figures = list(_figures(real))

    def row(of: RealRun, key: Key) -> Sequence[str]:
        show = of.cell if key[1] == base else of.gain
        return (key[1], *(show(key, metric, name, testset) for metric, name, testset, _ in figures))

    systems = [name for name in real.names if name not in _ENGINE]
    rows = [row(real, key) for key in real.chosen(systems)]
    more = [f"Of {base} its figures, of the others their gains over it."]
    for number, other in enumerate(map(RealRun, others), 1):
        (key,) = other.chosen([name for name in other.names if name not in (base, *_ENGINE)])
        rows.insert(number, row(other, key))
        more.append(f"{key[1]}: {origin(other.run, 'winomt')}")
    if others:
        more.append("The others:")
    yield from table(("System", *(header for *_, header in figures)), rows, left=1)
    yield from real.caption(systems, " ".join(more))
