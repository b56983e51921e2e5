"""Prompts that ask a language model for an all-masculine and an all-feminine translation.

Garg et al. (2024), section 5.3 and appendix F: as an editor the model rewrites a translation that
is given, as a generator it translates by itself. The figures that show the prompts are not in the
copy of the paper that we have, so the wording is ours; what it says of the people and what it asks
for follows the text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from cdaflow.alternatives.structures import GENDERS, Alternatives
from cdaflow.errors import ConfigError

View = Literal["editor", "generator"]

#: Characters of the source of an example at most: each is read with every prompt.
_LONGEST = 200

_TASK = {
    "editor": "You edit {language} translations of English sentences. In each sentence the gender "
    "of the people listed is not known. Write the translation twice: first with all of these "
    "people as men, then with all of them as women. Change nothing but words whose form depends on "
    "the gender of these people, and make all words that refer to them agree. Keep every other "
    "word, the order of the words and the punctuation.",
    "generator": "You translate English sentences into {language}. In each sentence the gender of "
    "the people listed is not known. Write the translation twice: first with all of these people "
    "as men, then with all of them as women. The two translations must differ in nothing but words "
    "whose form depends on the gender of these people.",
}
_TRANSLATE = "Translate the English sentence into {language}. Write the translation alone."

_SOURCE, _PEOPLE, _BASE = "English:", "Gender not known:", "Translation:"
_MASCULINE, _FEMININE = "All masculine:", "All feminine:"

#: A label before an answer's text, with what models like to add around it.
_LABEL = re.compile(
    r"[\s*_#\-]*(?:all[ -])?(masculine|feminine)(?:\s*\([^)]*\))?[^\w:]*:[\s*_]*", re.IGNORECASE
)

#: Where a model goes on with a next sentence by itself.
_NEXT = re.compile(r"[\s*_#]*(?:English|Gender not known|Translation)\s*:")

_QUOTES = {'"': '"', "“": "”", "«": "»", "'": "'", "`": "`"}


@dataclass(frozen=True, slots=True)
class Question:
    """A sentence to ask about: the source, the people who are open, the translation to edit."""

    source: str
    people: tuple[str, ...]
    base: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A question with its answer."""

    question: Question
    masculine: str
    feminine: str


def question_of(alternatives: Alternatives) -> Question:
    """Return the question about a translation: its open people by their head words, in order."""
    heads = [(alternatives.entities or ())[index] for index in alternatives.open]
    words = (alternatives.source[head.start : head.end] for head in heads)
    return Question(alternatives.source, tuple(words), alternatives.text)


def draw_examples(
    alternatives: Iterable[Alternatives], count: int, *, seed: int, asked: Collection[str] = ()
) -> list[Example]:
    """Return examples sampled at random; the same for all questions, so that answers are kept.

    `alternatives`: right ones with their people; those with structures are taken, no source twice,
    and none that is `asked`. The translation to edit has random genders, so that editing is not
    copying. Raises ConfigError where there are too few.
    """
    fit = {
        each.source: each
        for each in alternatives
        if each.structures
        and all(structure.entities for structure in each.structures)
        and set(each.choices) <= set(each.open)
        and len(each.source) <= _LONGEST
        and each.source not in asked
    }
    if len(fit) < count:
        raise ConfigError(
            "example.too-few",
            f"{count} examples are wanted, but only {len(fit)} sentences would do",
            hint="an example has structures, each with people who are open, and is no sentence "
            "that is asked about",
        )
    chance = random.Random(f"examples {seed}")
    examples = []
    for each in chance.sample(list(fit.values()), count):
        base = each.with_genders({index: chance.choice(GENDERS) for index in each.choices})
        question = question_of(each)
        question = Question(question.source, question.people, base)
        examples.append(Example(question, each.masculine, each.feminine))
    return examples


def prompt(question: Question, examples: Sequence[Example], *, view: View, language: str) -> str:
    """Return the prompt; `language`: the name of the target language.

    It ends in the label of the all-masculine text, so that a model that only continues text
    answers as well.
    """
    blocks = [_TASK[view].format(language=language)]
    for example in examples:
        block = _asked(example.question, view)
        blocks.append(f"{block} {example.masculine}\n{_FEMININE} {example.feminine}")
    if not examples:
        blocks[0] += f' Answer in two lines, "{_MASCULINE} ..." and "{_FEMININE} ...".'
    return "\n\n".join([*blocks, _asked(question, view)])


def translation_prompt(source: str, *, language: str) -> str:
    """Return the prompt for a translation that is edited afterwards (appendix F.2)."""
    return f"{_TRANSLATE.format(language=language)}\n\n{_SOURCE} {source}\n{_BASE}"


def _asked(question: Question, view: View) -> str:
    lines = [f"{_SOURCE} {question.source}", f"{_PEOPLE} {', '.join(question.people)}"]
    if view == "editor":
        lines.append(f"{_BASE} {question.base}")
    return "\n".join([*lines, _MASCULINE])


def read_answer(answer: str) -> tuple[str, str] | None:
    """Return the all-masculine and the all-feminine text of an answer; None where it lacks one.

    The label of the first text may lack, since the prompt ends in it. What a model writes behind
    both texts is passed over.
    """
    texts: dict[str, str] = {}
    for line in _lines(answer):
        label = _LABEL.match(line)
        text = _bare(line[label.end() :] if label else line)
        # A label may stand on a line of its own.
        if label:
            name = label[1].lower()
            if name in texts or (name == "masculine" and "feminine" in texts):
                break
            texts[name] = text
        elif not texts:
            texts["masculine"] = text
        elif not texts[last := next(reversed(texts))]:
            texts[last] = text
    masculine, feminine = texts.get("masculine"), texts.get("feminine")
    return (masculine, feminine) if masculine and feminine else None


def read_translation(answer: str) -> str:
    """Return the translation of an answer, "" for none."""
    lines = (_bare(_NEXT.sub("", line, count=1)) for line in answer.splitlines())
    return next(filter(None, lines), "")


def _lines(answer: str) -> Iterator[str]:
    """Yield the lines of an answer that are not blank, without the next sentences of a model.

    What stands before a label of the all-masculine text, as where the question is repeated, is
    left out.
    """
    lines = [line for line in answer.splitlines() if line.strip()]
    labels = [
        (n, label[1].lower()) for n, line in enumerate(lines) if (label := _LABEL.match(line))
    ]
    start = labels[0][0] if labels and labels[0][1] == "masculine" else 0
    yield from takewhile(lambda line: not _NEXT.match(line), lines[start:])


def _bare(text: str) -> str:
    """Return a text without the marks and quotes around the whole of it, its blanks single."""
    text = " ".join(text.split()).strip("*")
    if len(text) > 1 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:
        text = text[1:-1]
    return text.strip()
