"""WinoMT (Stanovsky et al. 2019): the gender of each row, all counts, and the report.

The metrics are defined in `cdaflow.scoring.winomt_metrics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cdaflow import __version__
from cdaflow.scoring.challenge import GENDERS, Row
from cdaflow.scoring.entity import entity_gender
from cdaflow.scoring.evidence import EntityGender, Gender, Reason
from cdaflow.scoring.finding import Source
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.scoring.pharaoh import Link
from cdaflow.scoring.winomt_metrics import PREDICTIONS, Outcome, scores
from cdaflow.scoring.words import splitter, word_indices

#: The columns of the file of sentences.
COLUMNS = (
    "line", "gold", "predicted", "half", "profession", "span",
    "evidence", "reason", "found", "source", "translation",
)  # fmt: skip


@dataclass(frozen=True)
class Judged:
    """A row of the challenge set with what the scorer found in its translation."""

    row: Row
    half: str
    translation: str
    result: EntityGender
    span: str

    @property
    def correct(self) -> bool:
        """Whether the translation has the gender that the source has."""
        return self.result.gender.value == self.row.gender


def judge(
    rows: Sequence[Row],
    halves: Sequence[str],
    translations: Sequence[str],
    alignment: Sequence[frozenset[Link]] | None,
    known: Knowledge,
) -> list[Judged]:
    """Return the gender of each row's entity in its translation.

    `alignment` has the links between the English words and the target words (see
    `cdaflow.scoring.words.splitter`), or is None: then only the word list finds the entity.
    """
    split = splitter("en")
    judged = []
    for number, (row, half, translation) in enumerate(zip(rows, halves, translations, strict=True)):
        target = known.language.words(translation)
        links = None if alignment is None else alignment[number]
        result = entity_gender(source_of(row, split), target, links, known)
        span = " ".join(target[result.start : result.end])
        judged.append(Judged(row, half, translation, result, span))
    return judged


def source_of(row: Row, split: Callable[[str], list[str]]) -> Source:
    """Return the words of a row's sentence, and which of them are the entity."""
    places = word_indices(row.sentence, split)
    words = [word.lower() for word in split(row.sentence)]
    start = places[row.index].start
    # Punctuation and clitics stick to the last token of the entity; its words do not.
    while not words[start][0].isalnum():
        start += 1
    length = sum(len(split(word)) for word in row.entity.split())
    return Source(words, range(start, start + length), row.entity)


def report(
    judged: Sequence[Judged],
    *,
    language: str,
    system: str | None,
    inputs: Mapping[str, str | list[str] | None],
    aligner: str = "none",
    bootstrap: int = 1000,
    seed: int = 1,
) -> dict[str, Any]:
    """Return the whole result of WinoMT: counts, scores in percent, signature.

    `inputs`: the SHA-256 of each input by its role (None for one that was not given).
    `aligner`: what made the links. Two scores are comparable where their signatures are equal.
    """
    return {
        "metric": "winomt",
        "language": language,
        "system": system,
        "signature": _signature(inputs, aligner, bootstrap, seed),
        "inputs": dict(inputs),
        "counts": counts(judged),
        "scores": scores(tally(judged), bootstrap=bootstrap, seed=seed),
    }


#: The inputs that are the system's own: not part of what scores must share to be compared.
_OF_SYSTEM = ("alignment", "translation")


def _signature(
    inputs: Mapping[str, str | list[str] | None], aligner: str, bootstrap: int, seed: int
) -> str:
    def short(value: str | list[str] | None) -> str:
        items = [value] if isinstance(value, str) else value or []
        return "+".join(item[:12] for item in items) or "none"

    parts = [
        f"{role}:{short(value)}" for role, value in sorted(inputs.items()) if role not in _OF_SYSTEM
    ]
    return "|".join(
        [
            "winomt",
            *parts,
            f"aligner:{aligner}",
            f"bs:{bootstrap}",
            f"seed:{seed}",
            f"cdaflow:{__version__}",
        ]
    )


def tally(judged: Iterable[Judged]) -> Counter[Outcome]:
    """Return how many rows had each outcome."""
    return Counter((item.row.gender, item.result.gender.value, item.half) for item in judged)


def counts(judged: Sequence[Judged]) -> dict[str, Any]:
    """Return every numerator and denominator of the scores."""
    confusion = {gold: dict.fromkeys(PREDICTIONS, 0) for gold in GENDERS}
    for item in judged:
        confusion[item.row.gender][item.result.gender.value] += 1
    result: dict[str, Any] = {
        **_part(judged),
        "gendered": sum(item.row.gender != "neutral" for item in judged),
        "confusion": confusion,
        "neutral": {
            "gold": sum(confusion["neutral"].values()),
            "correct": confusion["neutral"]["neutral"],
            "predicted_male": confusion["neutral"]["male"],
            "predicted_female": confusion["neutral"]["female"],
            "unknown": confusion["neutral"]["unknown"],
        },
        "unknown_reasons": dict(
            Counter(
                item.result.reason.value for item in judged if item.result.reason is not Reason.NONE
            )
        ),
        "evidence": dict(
            Counter(
                item.result.evidence.value
                for item in judged
                if item.result.gender is not Gender.UNKNOWN
            )
        ),
        "found": dict(Counter(item.result.found.value for item in judged)),
        "by_profession": _by_profession(judged),
    }
    for half in ("pro", "anti"):
        result[half] = _part([item for item in judged if item.half == half])
    for gender in ("male", "female"):
        result[gender] = {
            "gold": sum(confusion[gender].values()),
            "predicted": sum(row[gender] for row in confusion.values()),
            "correct": confusion[gender][gender],
        }
    return result


def _part(judged: Sequence[Judged]) -> dict[str, int]:
    return {
        "rows": len(judged),
        "correct": sum(item.correct for item in judged),
        "unknown": sum(item.result.gender is Gender.UNKNOWN for item in judged),
    }


def _by_profession(judged: Iterable[Judged]) -> dict[str, dict[str, dict[str, int]]]:
    result: dict[str, dict[str, dict[str, int]]] = {}
    for item in judged:
        if item.row.gender == "neutral":
            continue
        genders = result.setdefault(
            item.row.entity, {gender: {"gold": 0, "correct": 0} for gender in ("male", "female")}
        )
        genders[item.row.gender]["gold"] += 1
        genders[item.row.gender]["correct"] += item.correct
    return result


def sentence_lines(judged: Iterable[Judged]) -> Iterable[str]:
    """Yield the lines of the file of sentences (TSV, see COLUMNS), the header first."""
    yield "\t".join(COLUMNS)
    for number, item in enumerate(judged, 1):
        cells = (
            str(number),
            item.row.gender,
            item.result.gender.value,
            item.half,
            item.row.entity,
            item.span,
            item.result.evidence.value,
            item.result.reason.value,
            item.result.found.value,
            item.row.sentence,
            item.translation,
        )
        yield "\t".join(cell.replace("\t", " ") for cell in cells)
