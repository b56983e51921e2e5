"""The blocks of the real configuration: its base, both papers' systems, what was tried, time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from page_tables import table
from paper_tables import published
from published_run import Published
from real_run import RealRun
from run_tables import gfst_sizes, origin

#: Metric, column and header of what stands beside the base, BLEU aside.
_OF_BASE = (
    ("winomt", "accuracy", "Acc"),
    ("winomt", "pro", "Pro"),
    ("winomt", "anti", "Anti"),
    ("winomt", "delta_s", "ΔS"),
    ("winomt", "delta_g", "ΔG"),
    ("winomt", "delta_r", "ΔR"),
    ("winomt", "unknown", "Unk"),
    ("secondary", "kept", "Kept"),
    ("secondary", "followed", "Followed"),
    ("pronouns", "she_error", "she → he %"),
)

#: The same with gains, and without.
_WITH_GAIN = (
    ("winomt", "accuracy", "Acc"),
    ("winomt", "delta_r", "ΔR"),
    ("secondary", "kept", "Kept"),
)
_DETAILS = (
    ("winomt", "pro", "Pro"),
    ("winomt", "anti", "Anti"),
    ("winomt", "delta_s", "ΔS"),
    ("winomt", "delta_g", "ΔG"),
    ("winomt", "unknown", "Unk"),
    ("secondary", "followed", "Followed"),
    ("secondary", "unchanged", "Unchanged"),
    ("pronouns", "she_error", "she → he %"),
)

_OF_GENEVAL = (
    ("geneval", "accuracy", "Acc"),
    ("geneval", "accuracy_feminine", "feminine"),
    ("geneval", "accuracy_masculine", "masculine"),
    ("geneval", "gap", "Gap"),
)


def base(run: Published) -> Iterator[str]:
    """Yield the base and the systems from outside: a row a figure, a column a system."""
    real = RealRun(run)
    keys = real.chosen(real.besides())
    lines = [
        (header, *(real.cell(key, metric, column) for key in keys))
        for metric, column, header in _OF_BASE
    ]
    lines += [
        (f"{header} {testset}", *(real.cell(key, "bleu", column, testset) for key in keys))
        for testset in real.bleu
        for column, header in (("bleu", "BLEU"), ("chrf", "chrF"))
    ]
    yield from table(("", *(" ".join(real.named(key)) for key in keys)), lines, left=1)
    yield from real.caption(real.besides())


def bases(other: Published, first: Published) -> Iterator[str]:
    """Yield what each system that was trained here gains from one base and from another."""
    runs = [RealRun(run) for run in (first, other)]
    figures = [(metric, column, header, "") for metric, column, header in _WITH_GAIN]
    figures += [("bleu", "bleu", f"BLEU {name}", name) for name in runs[1].bleu]
    base = runs[1].names[0]
    lines = []
    for key in runs[1].keys:
        if key[1] not in other.provenance["seeds"]:
            continue
        lines.append((
            *runs[1].named(key),
            *(
                (real.cell if key[1] == base else real.gain)(key, metric, column, testset)
                for metric, column, _, testset in figures
                for real in runs
            ),
        ))  # fmt: skip
    yield from table(
        (*runs[1].header(), *(cell for _, _, name, _ in figures for cell in (name, "other base"))),
        lines,
        left=len(runs[1].header()),
    )
    yield from (
        "",
        f"Of {base} its figures, of the others what they gain over the base that they started "
        f"from. First base: {origin(first, 'winomt')} Other base: {origin(other, 'winomt')}",
    )


def _matrix(real: RealRun, systems: Sequence[str]) -> Iterator[str]:
    """Yield systems with their gains."""
    headers = [header for *_, header in _WITH_GAIN] + [f"BLEU {name}" for name in real.bleu]
    figures = [(metric, column, "") for metric, column, _ in _WITH_GAIN]
    figures += [("bleu", "bleu", testset) for testset in real.bleu]
    yield from table(
        (*real.header(), *(cell for name in headers for cell in (name, "gain"))),
        (
            (
                *real.named(key),
                *(
                    cell
                    for cell_keys in figures
                    for cell in (real.cell(key, *cell_keys), real.gain(key, *cell_keys))
                ),
            )
            for key in real.chosen(systems)
        ),
        left=len(real.header()),
    )
    yield from real.caption(systems)


def _geneval(real: RealRun, systems: Sequence[str]) -> Iterator[str]:
    """Yield MT-GenEval, of the systems that translated it."""
    keys = [key for key in real.chosen(systems) if real.row(key, "geneval")]
    if not keys:
        yield "*Not scored on MT-GenEval.*"
        return
    yield from table(
        (*real.header(), *(cell for *_, name in _OF_GENEVAL for cell in (name, "gain"))),
        (
            (
                *real.named(key),
                *(
                    cell
                    for metric, column, _ in _OF_GENEVAL
                    for cell in (real.cell(key, metric, column), real.gain(key, metric, column))
                ),
            )
            for key in keys
        ),
        left=len(real.header()),
    )
    yield from real.caption([name for _, name in keys])


def geneval(run: Published) -> Iterator[str]:
    """Yield MT-GenEval (Currey et al. 2022) of all systems."""
    real = RealRun(run)
    yield from _geneval(real, real.names)


def _details(real: RealRun, systems: Sequence[str]) -> Iterator[str]:
    yield from table(
        (*real.header(), *(header for *_, header in _DETAILS)),
        (
            (*real.named(key), *(real.cell(key, metric, column) for metric, column, _ in _DETAILS))
            for key in real.chosen(systems)
        ),
        left=len(real.header()),
    )
    yield from real.caption(systems)


def _block(
    lines: Callable[[RealRun, Sequence[str]], Iterator[str]], paper: str = ""
) -> Callable[[Published], Iterator[str]]:
    """Return a block of the systems of a paper, or of the tries."""

    def block(run: Published) -> Iterator[str]:
        real = RealRun(run)
        systems = real.of_paper(paper) if paper else real.tries()
        yield from lines(real, systems) if systems else ["*None of these systems was trained yet.*"]

    return block


def _beside(paper: str) -> Callable[[Published], Iterator[str]]:
    """Return the block of a paper's figures with ours beside them."""

    def lines(real: RealRun, systems: Sequence[str]) -> Iterator[str]:
        yield from published(real, paper, systems)

    return _block(lines, paper)


def trained_as(run: Published) -> Iterator[str]:
    """Yield what each try is: its base, its recipe, its data with weights."""
    real = RealRun(run)
    systems = real.tries()
    if not systems:
        yield "*None of these systems was trained yet.*"
        return
    lines = []
    for name in systems:
        section = real.systems.get(name, {})
        data = ", ".join(f"{data} × {weight:g}" for data, weight in section.get("data", {}).items())
        if tuned := section.get("interpolate"):
            data = f"parameters: {section['share']:g} of {tuned}, the rest of its base"
        lines.append((name, section.get("base", "-"), section.get("recipe", "-"), data or "-"))
    yield from table(("System", "starts from", "recipe", "data"), lines, left=4)


def hours(run: Published) -> Iterator[str]:
    """Yield the hours of each kind of step: of the processor, and by the clock."""
    provenance = run.provenance
    kinds = {
        kind: (minutes[0], provenance.get("clock_minutes", {}).get(kind, (None, None))[0])
        for kind, minutes in provenance["cpu_minutes"].items()
    }
    total = [sum(pair[i] or 0.0 for pair in kinds.values()) for i in (0, 1)]
    rows: list[tuple[str, Iterable[float | None]]] = [
        item for item in kinds.items() if (item[1][0] or 0.0) >= 1
    ]
    yield from table(
        ("", "processor hours", "hours of jobs by the clock"),
        (
            (kind, *("-" if value is None else f"{value / 60:.2f}" for value in minutes))
            for kind, minutes in [*rows, ("all steps", total)]
        ),
        left=1,
    )
    yield from ("", f"Jobs that ran side by side are added up. {origin(run, 'winomt')}")


#: Name of a block -> what writes it.
BLOCKS: dict[str, Callable[[Published], Iterable[str]]] = {
    "real-base": base,
    "real-naik": _block(_matrix, "naik2023"),
    "real-naik-details": _block(_details, "naik2023"),
    "real-naik-paper": _beside("naik2023"),
    "real-gfst": _block(_matrix, "choubey2021"),
    "real-gfst-details": _block(_details, "choubey2021"),
    "real-gfst-paper": _beside("choubey2021"),
    "real-gfst-sizes": gfst_sizes,
    "real-tries-systems": trained_as,
    "real-tries": _block(_matrix),
    "real-tries-details": _block(_details),
    "real-geneval": geneval,
    "real-hours": hours,
}
