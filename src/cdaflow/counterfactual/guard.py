"""The pronoun guard: what becomes of pairs in which a pronoun would teach the wrong thing.

Beyond Naik et al. 2023, whose error analysis (section 6.3, tables 5 and 6) asks for it: the English
pronoun is swapped in any case, but the target's is not, or stands for somebody else; from such
pairs a system learns to write "il" for "she".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import cast

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.counterfactual.candidates import Candidate
from cdaflow.counterfactual.decisions import Rejection
from cdaflow.counterfactual.mentions import english_pronouns
from cdaflow.counterfactual.target_noun import TargetNoun
from cdaflow.counterfactual.target_pronouns import NO_PRONOUNS, TargetPronouns, target_pronouns
from cdaflow.errors import ConfigError, InputError
from cdaflow.rewriting.english_rules import EnglishRules
from cdaflow.rewriting.readings import with_readings
from cdaflow.rewriting.resolver import CorefDecision, CorefQuery, Resolver, pronoun_mentions
from cdaflow.syntax.tree import relation
from cdaflow.wordlists.english_lists import GenderedNouns, GenderedPronouns

#: Installed packages name their resolvers in this group of entry points.
GROUP = "cdaflow.resolvers"

#: The resolver that needs nothing installed.
RULES = "rules"

MODES = ("none", "drop", "repair")


@dataclass(frozen=True)
class Guard:
    """The guard.

    `mode`: none, drop or repair; see `cdaflow counterfactual make`. `resolver`, `pronouns`: what
    tells whose an English pronoun is, and the list of these; needed unless the mode is none.

    Raises ConfigError for another mode.
    """

    mode: str = "none"
    resolver: Resolver | None = None
    pronouns: GenderedPronouns | None = None

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ConfigError(
                "guard.unknown-mode", f"guard {self.mode!r}", hint=f"give one of {', '.join(MODES)}"
            )
        if self.mode != "none" and (self.resolver is None or self.pronouns is None):
            raise ConfigError(
                "guard.no-resolver-or-pronouns",
                "the guard needs a resolver and the list of English pronouns",
            )

    def target_pronouns(
        self,
        candidates: Sequence[Candidate],
        nouns: Sequence[TargetNoun],
        words: SentenceInflector,
    ) -> list[TargetPronouns | Rejection]:
        """Return the pronouns of the target that go with each noun, or why the pair is dropped.

        Without a guard none do.
        """
        if self.mode == "none":
            return [NO_PRONOUNS] * len(nouns)
        assert self.resolver is not None and self.pronouns is not None  # noqa: S101, PT018
        questions = [pronoun_queries(candidate, self.pronouns) for candidate in candidates]
        asked = [question for each in questions for question in each]
        answers = list(self.resolver.resolve(asked))
        if len(answers) != len(asked):
            raise InputError(
                "resolver.answer-count",
                f"the resolver gave {len(answers)} answers to {len(asked)} questions",
            )
        given = iter(answers)
        return [
            _target_pronouns(candidate, noun, [(one, next(given)) for one in own], words)
            for candidate, noun, own in zip(candidates, nouns, questions, strict=True)
        ]


def pronoun_queries(candidate: Candidate, pronouns: GenderedPronouns) -> list[CorefQuery]:
    """Return a question for each gendered pronoun of the English."""
    text, words = candidate.source, candidate.english_words
    tree = with_readings(candidate.english, text, pronouns)
    noun = candidate.english_noun, candidate.start, candidate.end
    return [pronoun.query(text, tree, *noun) for pronoun in pronoun_mentions(text, words, pronouns)]


def _target_pronouns(
    candidate: Candidate,
    noun: TargetNoun,
    answered: Sequence[tuple[CorefQuery, CorefDecision]],
    words: SentenceInflector,
) -> TargetPronouns | Rejection:
    for question, answer in answered:
        if not answer.same:
            form = question.text[question.starts[0] : question.ends[0]]
            return Rejection(answer.cause, f"{form}: {answer.why}")
    tree = noun.seen
    if noun.is_shown and noun.gender != candidate.gender:
        return Rejection("gender-differs", tree.tokens[noun.id - 1].form)
    english = english_pronouns(
        candidate.english, [(question.pronoun, question.case) for question, _ in answered]
    )
    found = target_pronouns(tree, noun.id, noun.gender, english, words)
    if found.doubtful:
        left = " ".join(tree.tokens[position - 1].form for position in sorted(found.doubtful))
        return Rejection("pronoun-left", left)
    dropped = all(tree.tokens[position - 1].upos != "PRON" for position in found.same)
    names = (_named_subject(question, is_dropped=dropped) for question, _ in answered)
    name = next(filter(None, names), "")
    if name:
        return Rejection("name", name)
    return found


def _named_subject(question: CorefQuery, *, is_dropped: bool) -> str:
    """Return the name before a pronoun that is said to be the profession, "" if there is none.

    The subject that the target drops is that one's: "Tom dijo que era médico". One that it has may
    be another's, but not in "Tom was thin when he was a child". `is_dropped`: whether it drops it.
    """
    tree = question.tree
    pronoun, noun = (tree.tokens[position - 1] for position in (question.pronoun, question.noun))
    head = tree.tokens[noun.head - 1] if noun.head else noun
    copula = any(token.upos == "AUX" for token in tree.tokens[noun.id : max(head.id - 1, noun.id)])
    if copula and head.upos == "PROPN" and relation(noun) == "nsubj":
        return head.form  # "The manager was Jürgen Klopp"
    is_said = relation(pronoun) == "nsubj" and pronoun.head in (noun.id, noun.head)
    when = {child.form.lower() for child in tree.children(pronoun.head)} & {"when", "while"}
    of_clause = is_said and (when or relation(tree.tokens[pronoun.head - 1]) == "advcl")
    himself = pronoun.form.lower().endswith("self")  # "Tom considers himself a candidate"
    if not (of_clause or (is_dropped and (is_said or himself))):
        return ""
    before = (token for token in tree.tokens[: pronoun.id - 1] if token.id != noun.id)
    names = (t for t in before if t.upos == "PROPN" and relation(t) in ("iobj", "nsubj", "obj"))
    return next((token.form for token in names), "")


def load_resolver(name: str, nouns: GenderedNouns, persons: Collection[str]) -> Resolver:
    """Return the resolver of a name.

    `nouns`, `persons`: English nouns that say a gender, and such of persons that say none, for
    the rules.

    Raises ConfigError where none of that name is installed, or it is none.
    """
    if name == RULES:
        return EnglishRules(nouns, persons)
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name not in found:
        known = ", ".join([RULES, *sorted(found)])
        raise ConfigError(
            "resolver.unknown",
            f"no resolver {name!r} is installed; there are: {known}",
            hint=f"a package makes one known by an entry point of the group {GROUP}",
        )
    resolver = found[name].load()()
    if not callable(getattr(resolver, "resolve", None)):
        raise ConfigError(
            "resolver.no-method", f"{found[name].value}: what it returns has no method resolve"
        )
    return cast(Resolver, resolver)
