"""Whether the files of a WinoMT score are what they are taken for: the translations, the halves."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.scoring.geneval_rows import source_gender
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.scoring.order import FEWEST, Fit, disorder_warnings, fit, misplaced
from cdaflow.scoring.sanity import check_lines, copied
from cdaflow.scoring.winomt_items import WinoMTItem
from cdaflow.statistics.warnings import Kind, Warnings, of_lines, warning
from cdaflow.wordlists.lexicon import Key

#: Rows that must be of a stereotyped profession, and the share of them by which a half is known.
_LEAST, _SHARE = 20, 0.8


@cache
def stereotypes() -> Mapping[str, str]:
    """Return "male" or "female" by profession: the 40 of WinoBias (Zhao et al. 2018, table 1)."""
    path = Path(__file__).with_name("winobias.tsv")
    return {row["profession"]: row["stereotype"] for _, row in read_table(path, ("stereotype",))}


def halves_warnings(items: Sequence[WinoMTItem]) -> Warnings:
    """Return a warning for each half of a challenge set whose rows are mostly of the other one."""
    stereotype_of = stereotypes()
    warnings: Warnings = []
    for half, other in (("pro", "anti"), ("anti", "pro")):
        rows = [
            item.row
            for item in items
            if item.half == half and item.row.entity.casefold() in stereotype_of
            if item.row.gender != "neutral"
        ]
        agreeing = sum(stereotype_of[row.entity.casefold()] == row.gender for row in rows)
        wrong = len(rows) - agreeing if half == "pro" else agreeing
        if len(rows) >= _LEAST and wrong >= _SHARE * len(rows):
            problem = (
                f"{wrong} of {len(rows)} rows of the {half}-stereotypical half are "
                f"{other}-stereotypical: the halves may be swapped"
            )
            warnings.append(warning(Kind.HALVES_SWAPPED, 1, problem, len(rows)))
    return warnings


def gold_warnings(items: Sequence[WinoMTItem], path: str | os.PathLike[str]) -> Warnings:
    """Return the rows whose gender is not that of their own pronoun.

    A neutral row may have one ("they ... by himself"), but not most rows. Raises InputError where
    most rows that have a pronoun are such.
    """
    with_pronoun = [
        (n, gender_of_pronoun, item.row.gender)
        for n, item in enumerate(items)
        if (gender_of_pronoun := _GENDERS.get(source_gender(item.row.sentence))) is not None
    ]
    neutral = sum(gender == "neutral" for _, _, gender in with_pronoun)
    if neutral < max(_LEAST, 0.5 * len(with_pronoun)):
        with_pronoun = [row for row in with_pronoun if row[2] != "neutral"]
    wrong = [n for n, pronoun_gender, gender in with_pronoun if pronoun_gender != gender]
    if len(wrong) >= _LEAST and len(wrong) > 0.5 * len(with_pronoun):
        raise InputError(
            "challenge.genders-unlike-pronouns",
            f"the genders of {len(wrong)} of {len(with_pronoun)} rows differ from those of their "
            "pronouns",
            file=path,
            line=wrong[0] + 1,
            hint="the first column is the gender of the person to whom the pronoun refers",
        )
    warnings: Warnings = []
    of_lines(
        warnings, Kind.GOLD_GENDER, "the row has not the gender of its pronoun", wrong, len(items)
    )
    return warnings


_GENDERS = {"feminine": "female", "masculine": "male"}


def winomt_warnings(
    items: Sequence[WinoMTItem],
    targets: Sequence[Sequence[str]],
    knowledge: Knowledge,
    path: str | os.PathLike[str],
) -> Warnings:
    """Return what looks wrong in the translations; `targets` are their words.

    Raises InputError where no score would mean anything: a file that is the English source, or
    whose lines are not in the order of the challenge set.
    """
    translations = [item.translation for item in items]
    warnings = check_lines(
        translations, knowledge.language.code, [item.row.sentence for item in items]
    )
    written = sum(bool(text) for text in translations)
    copies = [
        n
        for n, item in enumerate(items, 1)
        if item.translation and copied(item.row.sentence, item.translation)
    ]
    if len(copies) > 0.5 * written:
        raise InputError(
            "translations.untranslated",
            f"{len(copies)} of {written} lines are the untranslated English source",
            file=path,
            line=copies[0],
            hint="give the output of the system, not its input",
        )
    named, present = _persons(items, targets, knowledge)
    result = fit(named, present)
    if result is None:
        return warnings
    _refuse_disorder(result, path)
    if result.unrelated and written > 0.5 * len(items):
        problem = (
            f"only {100 * result.here:.0f} % of the persons of the source are found in the "
            "translations: another test set, another language, or a system that does not translate"
        )
        warnings.insert(0, warning(Kind.UNRELATED, 1, problem, len(items)))
    order = disorder_warnings(result, misplaced(named, present), len(items))
    return [*order, *warnings]


def _refuse_disorder(result: Fit, path: str | os.PathLike[str]) -> None:
    here, anywhere = (f"{100 * share:.0f} %" for share in (result.here, result.anywhere))
    if result.slipped and all(slip.start < FEWEST for slip in result.slips[-1:]):
        direction = "before" if result.shift > 0 else "after"
        raise InputError(
            "translations.shifted",
            f"the lines are shifted: each translation matches the sentence {abs(result.shift)} "
            f"line(s) {direction} its own",
            file=path,
            hint="check for a header line or a missing line: line n must be the translation of row "
            "n",
        )
    if result.shuffled and not result.slips:
        raise InputError(
            "translations.other-order",
            f"the lines are not in the order of the challenge set: {here} of the persons of a "
            f"sentence are found in the translation on its line, {anywhere} somewhere in the file",
            file=path,
            hint="line n must be the translation of row n",
        )


def _persons(
    items: Sequence[WinoMTItem], targets: Sequence[Sequence[str]], knowledge: Knowledge
) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
    """Return the persons that each sentence names, and those of which each translation has a form.

    Only the persons of the challenge set that are in the word list.
    """
    professions = knowledge.professions
    named = [
        frozenset(
            name
            for row in (item.row, item.other)
            if row is not None and (name := row.entity.casefold()) in professions.forms
        )
        for item in items
    ]
    starts = _starts({name: professions.forms[name] for names in named for name in names})
    present = []
    for target in targets:
        words = tuple(word.lower() for word in target)
        present.append(
            frozenset(
                name
                for n, word in enumerate(words)
                for key, names in starts.get(word, {}).items()
                if words[n : n + len(key)] == key
                for name in names
            )
        )
    return named, present


def _starts(
    forms: Mapping[str, Mapping[Key, object]],
) -> dict[str, dict[Key, list[str]]]:
    """Return the forms by their first word, each with the English nouns that have it."""
    result: dict[str, dict[Key, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, keys in sorted(forms.items()):
        for key in keys:
            result[key[0]][key].append(name)
    return result
