"""The top of the report: what was asked, and what came out, language by language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cdaflow.langid import NAMES
from cdaflow.tables.contents import Report
from cdaflow.tables.markup import escape, isolated
from cdaflow.tables.over_languages import ALL
from cdaflow.tables.scores import Score
from cdaflow.tables.table import is_significant
from cdaflow.tables.text import NONE, Record, order
from cdaflow.tables.warned import warned_of

#: What the best system is taken by, where it was scored: metric, column, what it is called.
_MAIN = (
    ("winomt", "accuracy", "Gender accuracy, %"),
    ("bleu", "bleu", "BLEU"),
)

#: Points of BLEU that a system may lose and still be called as good a translator as its baseline.
_AFFORDABLE = 0.5


def language_name(language: str) -> str:
    """Return the English name of a language; its code where it is none that cdaflow knows."""
    return "all languages" if language == ALL else NAMES.get(language, language)


def summary_html(report: Report) -> Iterator[str]:
    """Yield the question in a sentence, the best system of each language, and the commit.

    Nothing of a run without scores of translations.
    """
    if not report.scores:
        return
    yield f"<p>{_question(report)}</p>"
    for metric, column, title in _MAIN:
        if metric in report.scores:
            yield from _best_html(report, metric, column, title)
            break
    if report.commit:
        yield f'<p class="soft">Made with {escape(report.commit)}.</p>'


def _question(report: Report) -> str:
    scores = [score for found in report.scores.values() for score in found]
    languages = [escape(language_name(name)) for name in order(s.language for s in scores)]
    systems = list(map(isolated, order(score.system or NONE for score in scores)))
    asked = (
        "How often does a translation give a person the gender that the English says, and what "
        "does it cost? "
        if "winomt" in report.scores
        else ""
    )
    many = "s" if len(systems) > 1 else ""
    text = f"{len(systems)} system{many} ({', '.join(systems)})"
    return f"{asked}{text} translated English into {_listed(languages)}{_corpora(report, scores)}."


def _corpora(report: Report, scores: Sequence[Score]) -> str:
    """Return on which text systems were trained and tested, as far as that is known."""
    config = report.config if isinstance(report.config, dict) else {}
    corpora = config.get("corpora")
    train = corpora.get("train") if isinstance(corpora, dict) else None
    items = train if isinstance(train, list) else []
    trained = [str(item["name"]) for item in items if isinstance(item, dict) and "name" in item]
    tested = order(score.testset for score in scores if score.testset)
    parts = [
        f"{verb} on {_listed(list(map(isolated, names)))}"
        for verb, names in (("trained", trained), ("scored", tested))
        if names
    ]
    return "".join(f"; {part}" for part in parts)


def _listed(names: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _best_html(report: Report, metric: str, column: str, title: str) -> Iterator[str]:
    """Yield the best system of each language, with what it gains and what that costs."""
    table = report.score_tables[metric]
    costs = (
        report.score_tables["bleu"].records if metric != "bleu" and "bleu" in report.scores else ()
    )
    best = [row for row in table.records if _is_best(row, table.records, column)]
    found = {row["language"] for row in best} | {ALL}
    missing = order(row["language"] for row in table.records if row["language"] not in found)
    if missing:
        names = _listed([language_name(name) for name in missing])
        reason = "their scores are equal, missing or not to be believed"
        yield f'<p class="caution">{escape(f"No best system in {names}: {reason}.")}</p>'
    if not best:
        return
    yield '<ul class="outcome">'
    for row in best:
        facts = [(title, _figure(row, column, *_ends(row, column)))]
        if row.get(f"{column}_gain"):
            facts.append((f"Gain over {row['baseline']}", _gain(row, column)))
        elif row["system"] and any(r["baseline"] == row["system"] for r in table.records):
            facts.append(("Gain", "none: the baseline itself"))
        for cost in costs:
            if (cost["language"], cost["system"]) == (row["language"], row["system"]):
                facts += _cost(cost, several=len({c["testset"] for c in costs}) > 1)
        facts += _affordable(row, table.records, costs, column)
        shown = "".join(f"<div><dt>{escape(k)}</dt><dd>{v}</dd></div>" for k, v in facts)
        yield (
            f"<li><h3>{escape(language_name(row['language']))}: "
            f"{isolated(row['system'] or NONE)}</h3><dl>{shown}</dl></li>"
        )
    yield "</ul>"
    systems = order(row["system"] for row in table.records)
    notes = ["In brackets: 95% intervals."]
    if any(is_significant(row.get(f"{column}_p", "")) for row in best):
        notes.append("* differs from the baseline.")
    if len(systems) > 1:
        notes.append(
            f"Shown is the best of {len(systems)} systems by this figure: on other sentences "
            "expect a little less."
        )
    notes += table.cautions
    yield f'<p class="soft">{escape(" ".join(notes))}</p>'


def best_systems(report: Report) -> list[str]:
    """Return the systems that are the best of a language, but for baselines."""
    for metric, column, _ in _MAIN:
        if metric in report.scores:
            rows = report.score_tables[metric].records
            bases = {row["baseline"] for row in rows}
            best = order(row["system"] for row in rows if _is_best(row, rows, column))
            return [system for system in best if system not in bases]
    return []


def _is_best(row: Record, rows: Sequence[Record], column: str) -> bool:
    """Return whether a row is the best of its language; the only row of one is."""
    if not row[column] or row["language"] == ALL or warned_of(row).is_suspect:
        return False
    own = [other for other in rows if other["language"] == row["language"]]
    return len(own) == 1 or column in row.get("best", "").split()


def _affordable(
    best: Record, rows: Sequence[Record], costs: Sequence[Record], column: str
) -> Iterator[tuple[str, str]]:
    """Yield the best system that loses little BLEU, where the best of all loses more.

    Where there is none, that of those that gain which loses the least.
    """
    lost: dict[str, float] = {}  # system -> its change on the test set where it loses most
    for cost in costs:
        if cost["language"] == best["language"] and cost["bleu_gain"]:
            change = float(cost["bleu_gain"])
            lost[cost["system"]] = min(change, lost.get(cost["system"], change))
    if lost.get(best["system"], 0.0) >= -_AFFORDABLE:
        return
    gaining = [
        row
        for row in rows
        if row["language"] == best["language"]
        and row["system"] in lost
        and row.get(f"{column}_gain")
        and float(row[f"{column}_gain"]) > 0
        and not warned_of(row).is_suspect
    ]
    kept = [row for row in gaining if lost[row["system"]] >= -_AFFORDABLE]
    if kept:
        row = max(kept, key=lambda each: float(each[f"{column}_gain"]))
        yield f"Gain with at most {_AFFORDABLE} less BLEU: {row['system']}", _gain(row, column)
    elif gaining:
        row = max(gaining, key=lambda each: lost[each["system"]])
        if row["system"] != best["system"]:
            least = _signed(f"{lost[row['system']]:.1f}")
            yield f"Gain with least loss, {least}: {row['system']}", _gain(row, column)


def _ends(row: Record, column: str) -> tuple[str, str]:
    """Return the ends of the interval of a figure; BLEU's have no name before them."""
    low = row.get(f"{column}_low", row.get("low", ""))
    return low, row.get(f"{column}_high", row.get("high", ""))


def _gain(row: Record, column: str) -> str:
    name = f"{column}_gain"
    star = "*" if is_significant(row.get(f"{column}_p", "")) else ""
    return _figure(row, name, row[f"{name}_low"], row[f"{name}_high"], star, signed=True)


def _cost(row: Record, *, several: bool) -> Iterator[tuple[str, str]]:
    """Yield BLEU with its change from the baseline."""
    on = f" on {row['testset']}" if several else ""
    if row["bleu"] and not row["bleu_gain"]:
        yield f"BLEU{on}", _figure(row, "bleu", *_ends(row, "bleu"))
    elif row["bleu"]:
        yield f"BLEU{on} {row['bleu']}, change", _gain(row, "bleu")


def _figure(
    row: Record, name: str, low: str, high: str, star: str = "", *, signed: bool = False
) -> str:
    """Return a figure in bold and its interval."""
    shown = [_signed(text) if signed else text for text in (row[name], low, high)]
    interval = f"[{shown[1]}, {shown[2]}]" if low and high else ""
    value = f"<strong>{escape(shown[0])}</strong>{star}"
    return f'{value} <span class="interval">{escape(interval)}</span>' if interval else value


def _signed(text: str) -> str:
    """Return "+24.6" or "−6.6"; other text as it is."""
    if not text or text.startswith("-"):
        return text.replace("-", "\u2212", 1)
    return text if float(text) == 0 else f"+{text}"
