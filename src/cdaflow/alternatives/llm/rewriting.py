"""Gender alternatives of translations from what a language model wrote.

Garg et al. (2024), section 5.3. A model may change more than genders, so each difference is looked
up in the list of inflections, and those outside of it are dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from cdaflow.alternatives.llm.prompts import (
    Example,
    View,
    prompt,
    question_of,
    read_answer,
    read_translation,
    translation_prompt,
)
from cdaflow.alternatives.structures import Alternatives, Structure, group, write

#: What is wrong with an answer as a whole, and with a difference of its texts.
NO_ANSWER, EMPTY, UNREADABLE, OUTSIDE = "no-answer", "empty", "unreadable", "outside-list"

#: Why nothing is offered where nothing is wrong with an answer.
NOBODY_OPEN, UNCHANGED = "nobody-open", "unchanged"

#: Answers by prompt.
Answers = Mapping[str, str]


class Relation(Protocol):
    """A list of inflections."""

    def related(self, masculine: str, feminine: str) -> bool:
        """Return whether two phrases differ in nothing but forms of the list."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What is offered for one translation.

    `cause`: "" where the answer is used as it is; else what is wrong with it, or why there is
    nothing to offer. `detail`: the answer, or the differences that were dropped, `dropped` of them;
    there may be structures beside.
    """

    alternatives: Alternatives
    cause: str = ""
    detail: str = ""
    dropped: int = 0


def rewrite(
    items: Sequence[Alternatives],
    ask: Callable[[Iterable[str]], Answers],
    inflections: Relation,
    *,
    view: View,
    language: str,
    examples: Sequence[Example] = (),
    translate: bool = False,
) -> list[Rewritten]:
    """Return what a language model offers for each sentence, in order.

    `items`: sources, translations to edit, and the people, of whom those that are ambiguous are
    asked about. `ask` returns the answers to prompts; `language`: the name of the target language.
    `translate`: the model itself translates what it is to edit, in a first call (appendix F.2).

    A structure goes with the one person who is open; with several its people are left unknown.
    """
    if translate:
        items = _translated(items, ask, language)
    prompts = [
        prompt(question_of(each), examples, view=view, language=language)
        if each.open and (each.text.strip() or view == "generator")
        else ""
        for each in items
    ]
    answers = ask(text for text in prompts if text)
    made = []
    for each, asked in zip(items, prompts, strict=True):
        bare = replace(each, structures=())
        answer = answers.get(asked)
        texts = read_answer(answer or "")
        if not asked:
            made.append(Rewritten(bare, NOBODY_OPEN))
        elif answer is None or not answer.strip():
            made.append(Rewritten(bare, NO_ANSWER if answer is None else EMPTY))
        elif texts is None:
            made.append(Rewritten(bare, UNREADABLE, " ".join(answer.split())[:200]))
        else:
            base = bare.text if view == "editor" else None
            made.append(checked(bare, texts, inflections, base=base))
    return made


def _translated(
    items: Sequence[Alternatives], ask: Callable[[Iterable[str]], Answers], language: str
) -> list[Alternatives]:
    """Return the items with translations of the model, where it gave one."""
    asked = {
        each.source: translation_prompt(each.source, language=language)
        for each in items
        if each.open
    }
    answers = ask(asked.values())
    texts = {source: read_translation(answers.get(one, "")) for source, one in asked.items()}
    return [replace(each, text=texts.get(each.source) or each.text) for each in items]


def checked(
    item: Alternatives,
    texts: tuple[str, str],
    inflections: Relation,
    *,
    base: str | None,
) -> Rewritten:
    """Return the alternatives of an all-masculine and an all-feminine text.

    `base`: the translation that was edited; what is written otherwise than in the gender is put
    back. None for texts that stand for themselves.
    """
    dropped: list[str] = []
    masculine, feminine = texts
    if base is not None:
        masculine, feminine = (write(base, _kept(base, t, inflections, dropped)) for t in texts)
    known = item.open if len(item.open) == 1 else ()
    structures = tuple(
        replace(each, entities=known) for each in _kept(masculine, feminine, inflections, dropped)
    )
    found = replace(item, text=masculine, structures=structures)
    cause = OUTSIDE if dropped else "" if structures else UNCHANGED
    return Rewritten(found, cause, "; ".join(dropped), len(dropped))


def _kept(one: str, other: str, inflections: Relation, dropped: list[str]) -> list[Structure]:
    """Return the differences of two texts that are of the list; add the others to `dropped`."""
    kept = []
    for each in group(one, other):
        if inflections.related(each.masculine, each.feminine):
            kept.append(each)
        else:
            dropped.append(f"{each.masculine} / {each.feminine}")
    return kept


def faults_of(made: Sequence[Rewritten]) -> Counter[str]:
    """Return how many answers are faulty in each way, and how many differences were dropped."""
    counts = Counter(each.cause for each in made if each.cause)
    counts["dropped differences"] = sum(each.dropped for each in made)
    return +counts
