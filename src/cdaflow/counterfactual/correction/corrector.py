"""The one person of a translation whose gender the English states, with that gender.

Everybody else and everything else stays as the model has it. The person is found and rewritten by
`cdaflow.rewriting`, as if the English left her or him open and nobody else; pronouns that refer to
the person go by `target_pronouns`, as in the guard. What cannot be done surely is dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cdaflow.agreement.intervention import InterventionRequest
from cdaflow.counterfactual.candidates import Candidate
from cdaflow.counterfactual.decisions import Rejection
from cdaflow.counterfactual.generator import keep_outer_space
from cdaflow.counterfactual.guard import pronoun_queries
from cdaflow.counterfactual.mentions import english_pronouns, leftover_pronouns
from cdaflow.counterfactual.target_noun import gender_of
from cdaflow.counterfactual.target_pronouns import TargetPronouns, target_pronouns
from cdaflow.inflection.realise import Realised
from cdaflow.languages.closed_classes import closed_table
from cdaflow.languages.person_pronouns import check_guarded
from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.english import EnglishPerson
from cdaflow.rewriting.heads import AMBIGUOUS, MASCULINE, Head, People
from cdaflow.rewriting.matching import similarity
from cdaflow.rewriting.owners import owners
from cdaflow.rewriting.rewriter import Rewriter
from cdaflow.syntax.predicates import predicates
from cdaflow.syntax.tree import Tree, relation
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE

#: Which part of the longer of two words their common beginning is, where they are alike.
_ALIKE = 0.5

#: Outcomes: the person had the gender, no word shows any, the person was rewritten, or the English
#: leaves everybody's gender open and so does nobody change.
RIGHT, UNMARKED, CORRECTED, OPEN = "right", "unmarked", "corrected", "open"
DROPPED = "dropped"

#: Why a translation is dropped.
CAUSES = {
    "noun-not-found": "no noun of the translation names the person",
    "noun-fixed": "the noun has one gender for women and men, or no other form",
    "inflection": "a word that is to change cannot be written in the other gender",
    "disagreement": "words of the finished sentence do not agree, or cannot have changed",
    "pronoun-left": "a pronoun may be the person's, and would keep the other gender",
    "pronoun-overlooked": "what looks like a pronoun of the other gender is left at the end",
    "rest-differs": "the noun has the gender, what is said of the person has not",
    "not-shown": "the noun does not show the gender after all",
    "others-changed": "a word that is another person's would change",
    "others-differ": "another person's gender is not the same in both versions of the sentence",
    "one-version": "the version of the other gender was dropped",
    "over-number": "the profession has enough sentences already",
}


class Correction(NamedTuple):
    """A translation with the person's gender; `before`: as the model has it.

    `others`: for each other person of the English, in order, the gender that the translation shows
    ("" where none is seen, or the English states it); of OPEN ones for each person. `cause`,
    `detail`: of one that is dropped.
    """

    outcome: str
    text: str
    before: str
    others: tuple[str, ...]
    cause: str = ""
    detail: str = ""


class _Case(NamedTuple):
    """A candidate on its way: what is planned for its person.

    `noun`: the word of the person in the tree; `words`: those that are set; `keep`: those that
    stay; `nouns`: the words of all persons; `others`: see `Correction`.
    """

    candidate: Candidate
    tree: Sentence
    noun: int
    words: frozenset[int]
    keep: frozenset[int]
    pronouns: TargetPronouns
    nouns: Collection[int]
    others: tuple[str, ...]

    def request(self) -> InterventionRequest:
        words = dict.fromkeys(sorted(self.words), self.candidate.gender)
        return InterventionRequest(self.tree, words, self.keep - self.words)


class _Open(NamedTuple):
    """A candidate whose English states nobody's gender; `others`: see `Correction`."""

    others: tuple[str, ...]


@dataclass(frozen=True)
class Corrector:
    """Corrects the person of translations of the language of `rewriter`.

    A candidate without a gender is one whose English leaves open whose the pronouns are: its
    translation stays as it is. Raises ConfigError where nothing is known of the pronouns of the
    language.
    """

    rewriter: Rewriter

    def __post_init__(self) -> None:
        check_guarded(self.rewriter.language, "repair")

    def correct(self, candidates: Sequence[Candidate]) -> list[Correction]:
        """Return what becomes of each translation, in order."""
        rewriter = self.rewriter
        heads = [self._heads(candidate) for candidate in candidates]
        trees, people = rewriter.prepare(
            [c.tree for c in candidates], [c.english for c in candidates], heads, "tags"
        )
        cases = [
            self._case(candidate, tree, _opened(each))
            for candidate, tree, each in zip(candidates, trees, people, strict=True)
        ]
        planned = [case for case in cases if isinstance(case, _Case)]
        results = iter(rewriter.realise([case.request() for case in planned]))
        made = [
            case if isinstance(case, Rejection)
            else OPEN if isinstance(case, _Open)
            else self._checked(case, next(results))
            for case in cases
        ]  # fmt: skip
        return [
            _correction(candidate, case, result)
            for candidate, case, result in zip(candidates, cases, made, strict=True)
        ]

    def _shown(
        self,
        tree: Sentence,
        people: People,
        named: Mapping[int, int],
        persons: Sequence[int],
    ) -> tuple[str, ...]:
        """Return the gender of each of the `persons` of the English, as a translation shows it.

        `named`: for each noun the word of the English that it stands for.
        """
        nouns = {word: noun for noun, word in named.items()}
        english = self.rewriter.english
        return tuple(
            gender_of(tree, nouns[word], self.rewriter.words)
            if word in nouns and not english.is_gendered(people.tree.tokens[word - 1].form.lower())
            else ""
            for word in persons
        )

    def _heads(self, candidate: Candidate) -> list[Head]:
        """Return the person as the only one who is open, and before and behind her or him others.

        The others' label is of no account: whoever is not open stays.
        """
        heads = [Head(candidate.start, candidate.end, AMBIGUOUS)]
        spans = {word.token.id: word for word in candidate.english_words}
        for person in self.rewriter.english.persons(candidate.english):
            span = spans[person.id]
            if span.end <= candidate.start or span.start >= candidate.end:
                heads.append(Head(span.start, span.end, MASCULINE))
        return heads

    def _case(
        self, candidate: Candidate, tree: Sentence, people: People
    ) -> _Case | _Open | Rejection:
        gender = candidate.gender
        # Who is named by which noun is the same for both genders.
        plan = self.rewriter.planner.plan(tree, people, gender or "Fem")
        person = people.tokens[0]
        named = {noun: people.word_of(who) for noun, who in plan.persons.items()}
        if not gender:
            shown = self._shown(tree, people, named, people.tokens)
            return _Open(shown) if any(shown) else Rejection("noun-not-found", candidate.profession)
        nouns = [noun for noun, who in named.items() if who == person]
        if not nouns:
            return Rejection("noun-not-found", candidate.profession)
        noun = nouns[0]
        if not self._is_sure(tree.tokens[noun - 1], plan.persons[noun]):
            return Rejection("noun-not-found", tree.tokens[noun - 1].form)
        if noun not in plan.sets:
            return Rejection("noun-fixed", tree.tokens[noun - 1].form)
        found = owners(plan, people)
        words = {word for word, whose in found.words.items() if whose == {0}}
        tree = with_selves(tree, self.rewriter.language)
        pronouns = self._pronouns(candidate, tree, noun)
        if pronouns.doubtful:
            left = " ".join(tree.tokens[n - 1].form for n in sorted(pronouns.doubtful))
            return Rejection("pronoun-left", left)
        others = self._shown(tree, people, named, people.tokens[1:])
        fixed = pronouns.others | fixed_words(tree, noun, gender, self.rewriter.language)
        keep = frozenset(plan.keep | fixed | (plan.words - words))
        words = (words | pronouns.same | self._said_of(tree, pronouns.same)) - fixed
        return _Case(candidate, tree, noun, frozenset(words), keep, pronouns, set(named), others)

    def _is_sure(self, noun: Token, person: EnglishPerson) -> bool:
        """Whether more than its position says that a noun names somebody: the lists, or its form.

        "Doctor" is in a list, maybe as another profession's noun; "examinador" is like "examiner".
        That a lexicon has a noun in both genders does not suffice: "telhado", "telhada".
        """
        alike = max(similarity(noun.form, name) for name in person.names)
        return self.rewriter.naming.is_listed(noun) or alike >= _ALIKE

    def _pronouns(self, candidate: Candidate, tree: Sentence, noun: int) -> TargetPronouns:
        """Return which pronouns of the translation have the other gender and are the person's."""
        queries = pronoun_queries(candidate, self.rewriter.english.pronouns)
        english = english_pronouns(candidate.english, [(q.pronoun, q.case) for q in queries])
        other = OPPOSITE[candidate.gender]
        return target_pronouns(tree, noun, other, english, self.rewriter.words)

    def _said_of(self, tree: Sentence, pronouns: Collection[int]) -> set[int]:
        """Return what is said of pronouns: "cansado" of "él" in "él estaba cansado"."""
        if not pronouns:
            return set()
        genders = self.rewriter.naming.genders
        found = predicates(tree, genders, pronouns, self.rewriter.language)
        return {predicate.id for predicate in found if predicate.owner in pronouns}

    def _checked(self, case: _Case, result: Realised) -> Realised | Rejection | str:
        """Return the result; UNMARKED or RIGHT where nothing changes; why it is not sure."""
        gender, words = case.candidate.gender, self.rewriter.words
        before = gender_of(case.tree, case.noun, words)
        if result.rejection is not None:
            return Rejection(*result.rejection)
        if result.sentence.text == case.tree.text:
            if before == OPPOSITE[gender]:
                return Rejection("noun-fixed", case.tree.tokens[case.noun - 1].form)
            return RIGHT if before else UNMARKED
        changed = _changed(case.tree, result.sentence)
        if case.noun not in changed and before == gender:
            return Rejection("rest-differs", _forms(case.tree, changed))
        if gender_of(result.sentence, case.noun, words) != gender:
            return Rejection("not-shown", result.sentence.tokens[case.noun - 1].form)
        others = self._others(case, changed) | _turned(result.sentence, changed, OPPOSITE[gender])
        if others:
            return Rejection("others-changed", _forms(case.tree, others))
        known = case.pronouns.same | case.pronouns.others | case.pronouns.owned
        left = leftover_pronouns(result.sentence, case.noun, OPPOSITE[gender], known, words)
        if left:
            return Rejection("pronoun-overlooked", " ".join(token.form for token in left))
        return result

    def _others(self, case: _Case, changed: Collection[int]) -> set[int]:
        """Return the changed words that other persons are named by, or that stand beside these."""
        naming = self.rewriter.naming
        nouns = {
            token.id
            for token in case.tree.tokens
            if token.id != case.noun and (token.id in case.nouns or naming.is_listed(token))
        }
        beside = {
            token.id
            for token in case.tree.tokens
            if token.head in nouns and token.upos in ("ADJ", "DET", "NUM")
        }
        return (nouns | beside) & set(changed)


def _opened(people: People) -> People:
    """Return people of whom the first is open whatever of the English states the gender."""
    first = people.tokens[0]
    persons = [replace(p, known_by="") if p.id == first else p for p in people.persons]
    return replace(people, persons=persons)


def _changed(before: Sentence, after: Sentence) -> set[int]:
    pairs = zip(before.tokens, after.tokens, strict=True)
    return {one.id for one, other in pairs if one.form != other.form}


def _turned(after: Sentence, changed: Collection[int], gender: str) -> set[int]:
    """Return the words that have got a gender which is not the person's: somebody else's."""
    return {n for n in changed if after.tokens[n - 1].feats.get("Gender") == gender}


def _forms(tree: Sentence, ids: Collection[int]) -> str:
    return " ".join(tree.tokens[n - 1].form for n in sorted(ids))


def _correction(
    candidate: Candidate, case: _Case | _Open | Rejection, result: Realised | Rejection | str
) -> Correction:
    before = candidate.target
    others = () if isinstance(case, Rejection) else case.others
    if isinstance(result, Rejection):
        return Correction(DROPPED, "", before, others, *result)
    if isinstance(result, str):
        return Correction(result, before, before, others)
    text = keep_outer_space(result.sentence.text, candidate.tree.text, before)
    return Correction(CORRECTED, text, before, others)


def fixed_words(tree: Sentence, noun: int, gender: str, language: str) -> set[int]:
    """Return the words that must not change though the person gets a gender.

    Small annotators take adverbs and participles for adjectives, and "mesmo" for an adverb.

    Participles behind "have", and what hangs in the clause of a pronoun that has the gender
    already: whatever agrees with it does so, and "rápido" in "ela dirige rápido" is an adverb.
    """
    return _behind_have(tree, language) | _of_right_pronouns(tree, noun, gender)


def _behind_have(tree: Sentence, language: str) -> set[int]:
    """Return the participles behind "have", which agree with nobody: "Ela havia prescrito".

    None in French and Italian, where they may agree with an object.
    """
    if word_set(language, "perfect_of_object"):
        return set()
    have = word_set(language, "have_forms")
    found = set()
    behind = False
    for token in tree.tokens:
        if behind and token.upos in ("ADJ", "AUX", "VERB"):
            found.add(token.id)
        # "Ela havia se esquecido"
        between = token.upos in ("ADV", "PRON") and behind
        behind = token.form.lower() in have or between
    return found


def _of_right_pronouns(tree: Sentence, noun: int, gender: str) -> set[int]:
    """Return the clauses, without their subjects' pronouns, of pronouns that have the gender."""
    links = Tree(tree)
    found: set[int] = set()
    for token in tree.tokens:
        personal = token.upos == "PRON" and token.feats.get("PronType") == "Prs"
        if not personal or relation(token) != "nsubj" or token.feats.get("Gender") != gender:
            continue
        clause = links.head(token)
        if clause is None or links.is_within(links.token(noun), clause):
            continue
        found |= {each.id for each in tree.tokens if links.is_within(each, clause)}
    return found


def with_selves(tree: Sentence, language: str) -> Sentence:
    """Return the tree with words for "self" behind a reflexive as determiners with their gender.

    "Olhou para si mesmo".
    """
    selves, reflexives = word_set(language, "self"), word_set(language, "reflexive")
    tokens = list(tree.tokens)
    for before, token in zip(tree.tokens, tree.tokens[1:], strict=False):
        if before.form.lower() not in reflexives or "Gender" in token.feats:
            continue
        genders = {
            gender
            for _, gender, number in closed_table(language).get(token.form.lower(), ())
            if number != "Plur" and gender
        }
        if token.lemma.lower() in selves and len(genders) == 1:
            feats = {"Gender": genders.pop(), "Number": "Sing"}
            tokens[token.id - 1] = token.changed(upos="DET", feats=feats)
    return replace(tree, tokens=tuple(tokens))
