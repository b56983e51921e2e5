"""The pronoun guard: what becomes of pairs in which a pronoun would teach the wrong thing.

Beyond Naik et al. 2023, whose error analysis (section 6.3, tables 5 and 6) asks for it: the English
pronoun is swapped in any case, but the target's is not, or stands for somebody else; from such
pairs a system learns to write "il" for "she".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cdaflow.agreement.words import Words
from cdaflow.counterfactual.making.candidates import Candidate
from cdaflow.counterfactual.resolution.resolver import Answer, Question, Resolver
from cdaflow.counterfactual.target.mentions import english_pronouns
from cdaflow.counterfactual.target.pronouns import target_pronouns
from cdaflow.errors import ConfigError, InputError
from cdaflow.rewriting.pronoun_scan import PronounScan
from cdaflow.rewriting.readings import pronoun_reading, with_readings
from cdaflow.syntax.offsets import word_at
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import Pronouns

MODES = ("none", "drop", "repair")


class Case(NamedTuple):
    """A candidate whose noun was found.

    `tree`: the target's, as the model of agreement sees it; `noun`: its id there; `gender`: of the
    noun; `shown`: whether its form or the words beside it show it.
    """

    candidate: Candidate
    tree: Sentence
    noun: int
    gender: str
    shown: bool


class Plan(NamedTuple):
    """What the guard asks for: target pronouns that change and that stay; or why none of it.

    `owned`: the possessives that show the gender of the person as their owner.
    `cause`, `detail`: of the decision to drop the pair, "" where it passes.
    """

    same: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    cause: str = ""
    detail: str = ""
    owned: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Guard:
    """The guard.

    `mode`: none, drop or repair; see `cdaflow counterfactual make`. `resolver`, `pronouns`: what
    tells whose an English pronoun is, and the list of these; needed unless the mode is none.

    Raises ConfigError for another mode.
    """

    mode: str = "none"
    resolver: Resolver | None = None
    pronouns: Pronouns | None = None

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ConfigError(f"guard {self.mode!r}", hint=f"give one of {', '.join(MODES)}")
        if self.mode != "none" and (self.resolver is None or self.pronouns is None):
            raise ConfigError("the guard needs a resolver and the list of English pronouns")

    def plan(self, cases: Sequence[Case], words: Words) -> list[Plan]:
        """Return what is asked for in each case."""
        assert self.resolver is not None and self.pronouns is not None  # noqa: S101, PT018
        questions = [_questions(case.candidate, self.pronouns) for case in cases]
        asked = [question for each in questions for question in each]
        answers = list(self.resolver.resolve(asked))
        if len(answers) != len(asked):
            raise InputError(f"the resolver gave {len(answers)} answers to {len(asked)} questions")
        told = iter(answers)
        return [
            _plan(case, own, [next(told) for _ in own], words)
            for case, own in zip(cases, questions, strict=True)
        ]


def _questions(candidate: Candidate, pronouns: Pronouns) -> list[Question]:
    """Return a question for each gendered pronoun of the English."""
    text, found = candidate.source, []
    tree = with_readings(candidate.english, text, pronouns)
    for match in PronounScan(pronouns).find(text):
        reading = pronoun_reading(pronouns, text, match.start, candidate.english_words)
        word = word_at(candidate.english_words, match.start)
        if word is not None:
            found.append(
                Question(
                    text,
                    tree,
                    word.id,
                    candidate.noun,
                    reading.case,
                    reading.gender,
                    (match.start, candidate.start),
                    (match.end, candidate.end),
                )
            )
    return found


def _plan(
    case: Case, questions: Sequence[Question], answers: Sequence[Answer], words: Words
) -> Plan:
    for question, answer in zip(questions, answers, strict=True):
        if not answer.same:
            form = question.text[question.starts[0] : question.ends[0]]
            return Plan(cause=answer.cause, detail=f"{form}: {answer.why}")
    noun = case.tree.tokens[case.noun - 1]
    if case.shown and case.gender != case.candidate.gender:
        return Plan(cause="gender-differs", detail=noun.form)
    english = english_pronouns(
        case.candidate.english, [(question.pronoun, question.case) for question in questions]
    )
    found = target_pronouns(case.tree, case.noun, case.gender, english, words)
    if found.doubtful:
        left = " ".join(case.tree.tokens[place - 1].form for place in sorted(found.doubtful))
        return Plan(cause="pronoun-left", detail=left)
    return Plan(found.same, found.others, owned=found.owned)
