"""The top of the report: what was asked, and what came out, language by language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.contents import Report
from cdaflow.tables.markup import escape, isolated
from cdaflow.tables.significance import baselines, warned_of
from cdaflow.tables.table import Table, is_significant
from cdaflow.tables.text import ALL, NONE, Record, language_name, listed, order


def summary_html(report: Report) -> Iterator[str]:
    """Yield the question in a sentence, and the unbeaten systems of each language.

    Nothing of a run without scores of translations.
    """
    if not report.scores:
        return
    yield f"<p>{_question(report)}</p>"
    compared = fronts(report)
    for front in compared:
        yield from _front_html(front)
    if any(front.unbeaten for front in compared):
        yield f'<p class="soft">{escape(" ".join(_notes(report)))}</p>'


def run_in_words(report: Report) -> tuple[list[str], str]:
    """Return the systems of a report, and its languages in words."""
    scores = [score for by_metric in report.scores.values() for score in by_metric]
    languages = order(language_name(score.language) for score in scores)
    return order(score.system or NONE for score in scores), listed(languages)


def _question(report: Report) -> str:
    names, languages = run_in_words(report)
    systems = list(map(isolated, names))
    question = (
        "How often does a translation give a person the gender that the English says, and what "
        "does it cost? "
        if "winomt" in report.scores
        else ""
    )
    many = "s" if len(systems) > 1 else ""
    text = f"{len(systems)} system{many} ({', '.join(systems)})"
    return f"{question}{text} translated English into {escape(languages)}."


def _notes(report: Report) -> Iterator[str]:
    """Yield how the figures of the fronts are read, and the cautions of their tables."""
    yield (
        "Kept: how often the other person, of whom the pronoun says nothing, has one gender with "
        "he and with she. In brackets: 95% intervals; a difference inside them counts as a tie."
    )
    tables = [report.score_tables[name] for name in ("winomt", "bleu") if name in report.scores]
    rows = [row for table in tables for row in table.records]
    columns = ("accuracy_p", "kept_p", "bleu_p")
    if any(is_significant(row.get(column, "")) for row in rows for column in columns):
        yield "* differs from the baseline."
    yield from dict.fromkeys(caution for table in tables for caution in table.cautions)


def _front_html(front: Front) -> Iterator[str]:
    """Yield the unbeaten systems of a language: a sentence, then before and after of each."""
    name = language_name(front.language)
    if not front.unbeaten:
        reason = "scores are missing or not to be believed"
        yield f'<p class="caution">{escape(f"No comparison in {name}: {reason}.")}</p>'
        return
    yield f"<p>{_sentence(front)}</p>"
    for text in _gaps(front):
        yield f'<p class="caution">{text}</p>'
    yield '<ul class="outcome">'
    base = front.rows.get(front.baseline)
    for system in front.unbeaten:
        facts = []
        for number, (measure, row) in enumerate(
            zip(front.measures, front.rows[system], strict=True)
        ):
            after = _figure(row, measure.column, *measure.ends(row))
            if base is None or system == front.baseline:
                facts.append((measure.title, after))
            else:
                before = escape(base[number][measure.column])
                facts.append((measure.title, f"{before} → {after}{_star(row, measure.column)}"))
        items = "".join(f"<div><dt>{escape(k)}</dt><dd>{v}</dd></div>" for k, v in facts)
        note = ", the baseline" if system == front.baseline and len(front.rows) > 1 else ""
        yield f"<li><h3>{escape(name)}: {isolated(system or NONE)}{note}</h3><dl>{items}</dl></li>"
    yield "</ul>"


def _sentence(front: Front) -> str:
    """Return how many systems are unbeaten, in what, and whether any of them beats the baseline."""
    names = [measure.name for measure in front.measures]
    measures = escape(listed(names))
    language = escape(language_name(front.language))
    at_once = f"{measures} at once" if len(names) > 1 else measures
    if len(front.rows) == 1:
        return f"{language}: one system, with no other to compare it with in {at_once}."
    number = len(front.unbeaten)
    verb = "is" if number == 1 else "are"
    text = (
        f"{language}: of {len(front.rows)} systems {number} {verb} beaten by no other in {at_once}"
    )
    if front.baseline not in front.rows:
        return f"{text}."
    better = front.better()
    beaten = f"the baseline ({isolated(front.baseline)})"
    if not better:
        return f"{text}; none beats {beaten} without a loss."
    verb = "beats" if len(better) == 1 else "beat"
    return f"{text}; {listed(list(map(isolated, better)))} {verb} {beaten} without a loss."


def _gaps(front: Front) -> Iterator[str]:
    """Yield what was not measured, and the systems that are not compared."""
    if front.not_measured:
        yield escape(f"Not measured: {listed(list(front.not_measured))}.")
    if front.left:
        names = listed(list(map(isolated, (system or NONE for system in front.left))))
        yield f"Not compared, since a score is missing or not to be believed: {names}."


def best_systems(report: Report) -> list[str]:
    """Return the systems that are unbeaten in a language, but for baselines.

    Those that beat the baseline come first, then those with the higher last measure (BLEU).
    """
    best: list[str] = []
    for front in fronts(report):
        better = front.better()
        systems = [system for system in front.unbeaten if system != front.baseline]
        best += sorted(
            systems,
            key=lambda system, front=front, better=better: (  # type: ignore[misc]
                system not in better,
                -(front.estimates(system)[-1].value or 0),
            ),
        )
    return order(best)


def _star(row: Record, column: str) -> str:
    return "*" if is_significant(row.get(f"{column}_p", "")) else ""


def _figure(row: Record, name: str, low: str, high: str) -> str:
    """Return a figure in bold and its interval."""
    value = f"<strong>{escape(row[name])}</strong>"
    interval = f'<span class="interval">{escape(f"[{low}, {high}]")}</span>' if low and high else ""
    return f"{value} {interval}" if interval else value


@dataclass(frozen=True)
class Measure:
    """A column of the table of a metric in which systems are compared; higher is better."""

    metric: str
    column: str
    name: str
    title: str
    testset: str = ""

    def row(self, tables: Mapping[str, Table], language: str, system: str) -> Record | None:
        """Return the row of a system, None if it has no trustworthy value."""
        for row in tables[self.metric].records if self.metric in tables else ():
            row_key = row["language"], row["system"], row.get("testset", "")
            if row_key == (language, system, self.testset) and row.get(self.column):
                return None if warned_of(row).is_suspect else row
        return None

    def ends(self, row: Record) -> tuple[str, str]:
        """Return the ends of the interval of a row; those of BLEU have no name before them."""
        names = ("low", "high") if self.column == "bleu" else ()
        low, high = names or (f"{self.column}_low", f"{self.column}_high")
        return row.get(low, ""), row.get(high, "")

    def estimate(self, row: Record) -> Estimate:
        """Return the value of a row with its interval."""
        low, high = (float(end) if end else None for end in self.ends(row))
        return Estimate(float(row[self.column]), low, high)


#: What accuracy is weighed against; BLEU comes once for each test set.
_ACCURACY = Measure("winomt", "accuracy", "accuracy", "Gender accuracy, %")
_KEPT = Measure("winomt", "kept", "Kept", "Kept, %")


@dataclass(frozen=True)
class Front:
    """The comparison of the systems of a language.

    measures: those that the language has. rows: of each system that has all of them, the rows of
    its measures. unbeaten: the systems that no other beats, by rising accuracy. baseline: the
    system that the others are compared with, "" for none. not_measured: what no system has. left:
    systems that lack a measure or whose scores are suspect.
    """

    language: str
    measures: Sequence[Measure]
    rows: Mapping[str, Sequence[Record]]
    unbeaten: Sequence[str]
    baseline: str
    not_measured: Sequence[str]
    left: Sequence[str]

    def estimates(self, system: str) -> list[Estimate]:
        """Return the values of a system, a measure each."""
        pairs = zip(self.measures, self.rows[system], strict=True)
        return [measure.estimate(row) for measure, row in pairs]

    def better(self) -> list[str]:
        """Return the unbeaten systems that beat the baseline."""
        if self.baseline not in self.rows:
            return []
        base = self.estimates(self.baseline)
        return [system for system in self.unbeaten if beats(self.estimates(system), base)]


def fronts(report: Report) -> list[Front]:
    """Return the front of each language, in the order of the tables."""
    tables = report.score_tables
    records = [row for name in ("winomt", "bleu") if name in tables for row in tables[name].records]
    languages = [name for name in order(row["language"] for row in records) if name != ALL]
    bases = baselines(((row["language"], row["system"]) for row in records), report.baseline)
    return [
        _front(
            tables, [row for row in records if row["language"] == language], bases.get(language, "")
        )
        for language in languages
    ]


def _front(tables: Mapping[str, Table], records: Sequence[Record], baseline: str) -> Front:
    language = records[0]["language"]
    systems = order(row["system"] for row in records)
    testsets = order(row["testset"] for row in records if "testset" in row)
    many = len(testsets) > 1
    names = [f"BLEU on {testset}" if many else "BLEU" for testset in testsets]
    bleu = [
        Measure("bleu", "bleu", name, name, testset)
        for name, testset in zip(names, testsets, strict=True)
    ]
    by_measure = {
        measure: {system: measure.row(tables, language, system) for system in systems}
        for measure in (_ACCURACY, _KEPT, *bleu)
    }
    measures = [measure for measure, rows in by_measure.items() if any(rows.values())]
    rows: dict[str, list[Record]] = {}
    for system in systems if measures else ():
        own = [row for measure in measures if (row := by_measure[measure][system]) is not None]
        if len(own) == len(measures):
            rows[system] = own
    values = {
        system: [measure.estimate(row) for measure, row in zip(measures, own, strict=True)]
        for system, own in rows.items()
    }
    absent = [measure.name for measure in (_ACCURACY, _KEPT) if measure not in measures]
    return Front(
        language,
        measures,
        rows,
        sorted(unbeaten(values), key=lambda system: values[system][0].value or 0),
        baseline,
        [*absent, *([] if bleu and set(bleu) & set(measures) else ["BLEU"])],
        [system for system in systems if system not in rows],
    )


def unbeaten(systems: Mapping[str, Sequence[Estimate]]) -> list[str]:
    """Return the systems that no other beats."""
    return [
        name
        for name, values in systems.items()
        if not any(beats(other, values) for other in systems.values())
    ]


def beats(ours: Sequence[Estimate], theirs: Sequence[Estimate]) -> bool:
    """Return whether no value is lower than theirs, and one is higher beyond both intervals."""
    pairs = list(zip(ours, theirs, strict=True))
    return all((a.value or 0) >= (b.value or 0) for a, b in pairs) and any(
        _is_above(a, b) for a, b in pairs
    )


def _is_above(a: Estimate, b: Estimate) -> bool:
    low = a.value if a.low is None else a.low
    high = b.value if b.high is None else b.high
    return (low or 0) > (high or 0)
