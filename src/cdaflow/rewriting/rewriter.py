"""A translation with a given gender, of the persons whom its English leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cdaflow.agreement.intervention import InterventionRequest, InterventionResult
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.errors import ConfigError
from cdaflow.inflection.realise import Realised
from cdaflow.languages.word_sets import word_set
from cdaflow.rewriting.english import English, Names
from cdaflow.rewriting.naming import Naming, matches
from cdaflow.rewriting.readings import with_readings
from cdaflow.rewriting.unnamed import Unnamed
from cdaflow.syntax.noun_phrases import as_noun
from cdaflow.syntax.predicates import Predicate, predicates, readings
from cdaflow.syntax.tokenisation import join_unsplittable, split_enclitics
from cdaflow.syntax.tree import agree
from cdaflow.trees import Sentence, Token


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What is offered: "" for nothing, and then why.

    `cause`: "" where something is offered; nobody-open, unchanged, or inflection with the words
    that could not be changed in `detail`.
    """

    text: str
    cause: str = ""
    detail: str = ""


@dataclass
class _Plan:
    """The words of one sentence that are set, by the noun they go with (0: none), and kept."""

    tree: Sentence
    sets: dict[int, set[int]] = field(default_factory=dict)
    keep: set[int] = field(default_factory=set)

    def add(self, noun: int, word: int) -> None:
        self.sets.setdefault(noun, set()).add(word)

    def request(self, gender: str) -> InterventionRequest:
        positions = sorted({position for words in self.sets.values() for position in words})
        return InterventionRequest(
            self.tree, dict.fromkeys(positions, gender), self.keep - set(positions)
        )


class Rewriter:
    """Rewrites sentences of the language of `pipeline`, which has to have `words`.

    `names`: the English of the word lists of persons, see `read_names_of_persons`.

    Raises ConfigError where the pipeline has no lexicon.
    """

    def __init__(self, pipeline: InterventionPipeline, english: English, names: Names) -> None:
        if pipeline.words is None:
            raise ConfigError("sentences are rewritten with a lexicon", hint="give --word-list, "
                              "--treebank or --lexicon")  # fmt: skip
        # Which pronouns are persons the English tells.
        self.pipeline = replace(pipeline, pronouns=False)
        self.words: SentenceInflector = pipeline.words
        self.language = pipeline.model.language
        self.english = english
        self.naming = Naming(self.words, names, self.language)

    def rewrite(
        self, trees: Sequence[Sentence], english: Sequence[Sentence], gender: str
    ) -> list[Rewrite]:
        """Return what is offered for each sentence; `english`: the trees of the sources."""
        prepared = self.pipeline.prepare_trees([self._retokenised(tree) for tree in trees])
        english = [with_readings(tree, tree.text, self.english.pronouns) for tree in english]
        persons = [self.english.persons(tree) for tree in english]
        named = [
            self.naming.with_named_persons(*pair) for pair in zip(prepared, persons, strict=True)
        ]
        # By the forms of dictionaries some nouns of common gender would have one again.
        ready = [self.naming.with_common_nouns(tree) for tree in self.pipeline.prepare_trees(named)]
        plans = [self._plan(*pair, gender) for pair in zip(ready, english, strict=True)]
        realised = self._realised(plans, gender)
        doubtful = [n for n, result in enumerate(realised) if self._drop(plans[n], result)]
        if doubtful:
            again = self._realised([plans[n] for n in doubtful], gender)
            for n, result in zip(doubtful, again, strict=True):
                realised[n] = result
        return [
            _offer(tree, plan, result)
            for tree, plan, result in zip(trees, plans, realised, strict=True)
        ]

    def _retokenised(self, tree: Sentence) -> Sentence:
        tree = join_unsplittable(tree, self.language)
        return split_enclitics(tree, self.language, self._is_nominal)

    def _is_nominal(self, form: str) -> bool:
        entries = self.words.inflector.lexicon.by_form(form)
        return any(entry.upos in ("ADJ", "NOUN") for entry in entries)

    def _plan(self, tree: Sentence, english: Sentence, gender: str) -> _Plan:
        status = self._status(tree, english)
        plan = _Plan(tree)
        unnamed = Unnamed(tree, english, self.english, status)
        pronouns = {
            token.id
            for token in tree.tokens
            if token.id not in status and unnamed.indefinite(token, self.language, gender)
        }
        words_of: dict[int, list[int]] = {position: [position] for position in status}
        for predicate in predicates(tree, self.naming.genders, {*status, *pronouns}, self.language):
            if tree.tokens[predicate.id - 1].feats["Gender"] != gender:
                self._attach(predicate, plan, unnamed, words_of, pronouns)
        for position in pronouns:
            plan.add(0, position)
        for token in tree.tokens:
            owner = unnamed.personal(token, gender)
            if owner is not None:
                _assign(owner, token.id, plan, words_of)
        for position, words in words_of.items():
            one = self.naming.one_of(tree, position, gender)
            words += [*self.naming.before(tree, position, gender), *([one] if one else [])]
            if status[position]:
                plan.keep.update(words)
            else:
                for word in words:
                    plan.add(position, word)
        self._keep_inanimate(plan)
        return plan

    def _status(self, tree: Sentence, english: Sentence) -> dict[int, str]:
        """Return for each noun of persons why its gender is to stay, "" where it is open."""
        candidates = self.naming.candidates(tree)
        priors = {token.id: self.naming.prior(tree, token) for token in candidates}
        persons = self.english.persons(english)
        found = matches(tree, candidates, english, persons, self.naming.names, priors)
        proper = {token.form for token in english.tokens if token.upos == "PROPN"}
        status: dict[int, str] = {}
        for token in candidates:
            person = found.get(token.id)
            name = "name" if self.naming.has_name(tree, token, proper) else ""
            if person is not None:
                noun = as_noun(token)
                fixed = self.naming.is_fixed(noun) and not self.naming.can_change(noun)
                status[token.id] = "fixed" if fixed else person.known_by or name
            elif self._is_person(tree, token):
                status[token.id] = name
        if not all(status.values()):
            return status
        # A likely gender counts as known only beside somebody whose gender is surely open.
        return {position: "" if why == "owner" else why for position, why in status.items()}

    def _is_person(self, tree: Sentence, token: Token) -> bool:
        """Whether a noun names a person, though nobody in the English is found for it."""
        before = tree.tokens[token.id - 2] if token.id > 1 else None
        if before is not None and before.upos == "NOUN" and agree(token, before):
            return False
        if not self.naming.is_listed(token) or self.naming.is_inanimate(tree, token):
            return False
        return self.words.may_change(token)

    def _attach(
        self,
        predicate: Predicate,
        plan: _Plan,
        unnamed: Unnamed,
        words_of: dict[int, list[int]],
        pronouns: set[int],
    ) -> None:
        """Put a predicate to those whom it describes."""
        if predicate.owner in pronouns:
            plan.add(0, predicate.id)
            return
        if predicate.owner in words_of:
            words_of[predicate.owner].append(predicate.id)
            return
        if predicate.owner and predicate.person == "3":
            owner = plan.tree.tokens[predicate.owner - 1]
            if owner.upos == "NOUN" or (predicate.attribute and owner.upos != "PRON"):
                plan.keep.add(predicate.id)
            if owner.upos != "PRON" or predicate.attribute:
                return
        _assign(unnamed.owner(predicate), predicate.id, plan, words_of)

    def _keep_inanimate(self, plan: _Plan) -> None:
        """Keep what stands right before the nouns of things, and words that never change."""
        tokens = plan.tree.tokens
        taken = {position for words in plan.sets.values() for position in words}
        of_owned = word_set(self.language, "relative_possessive")
        for token in tokens:
            if token.id in taken:
                continue
            if token.lemma in of_owned or self._is_no_adjective(token):
                plan.keep.add(token.id)
            if token.upos != "NOUN":
                continue
            for before in reversed(tokens[: token.id - 1]):
                if before.upos not in ("ADJ", "DET") or not agree(before, token):
                    break
                if before.id in taken:
                    break
                if before.upos == "DET" or before.head not in taken or before.head > token.id:
                    plan.keep.add(before.id)

    def _is_no_adjective(self, token: Token) -> bool:
        """Whether a word that is tagged as an adjective is a noun to the lexicon alone."""
        if token.upos not in ("ADJ", "VERB") or "Gender" not in token.feats:
            return False
        genders = self.naming.genders
        if readings(token, genders):
            return False
        return bool(genders(token.changed(upos="NOUN", feats={})))

    def _realised(self, plans: Sequence[_Plan], gender: str) -> list[Realised]:
        requests = [plan.request(gender) for plan in plans]
        results = self.pipeline.intervene(requests)
        trees = [self._renamed(*pair) for pair in zip(results, requests, strict=True)]
        return self.words.realise(trees, [result.changes for result in results])

    def _renamed(self, result: InterventionResult, request: InterventionRequest) -> Sentence:
        """Return the tree with nouns as adjectives that could be things, if they were not persons.

        The English has shown that they are: "El alemán duerme" is no language.
        """
        tokens = list(result.sentence.tokens)
        for position in request.target_genders:
            token = tokens[position - 1]
            if self.naming.is_inanimate(result.sentence, token):
                adjective = token.changed(upos="ADJ")
                if self.naming.genders(adjective):
                    tokens[position - 1] = adjective
        return replace(result.sentence, tokens=tuple(tokens))

    def _drop(self, plan: _Plan, result: Realised) -> bool:
        """Take out the nouns that are no persons to `realise`; whether there was one."""
        wrong = [
            noun for noun in plan.sets if noun in result.doubts and "likely" in result.doubts[noun]
        ]
        for noun in wrong:
            plan.keep.update(plan.sets.pop(noun))
        return bool(wrong)


def _assign(owner: int | str, word: int, plan: _Plan, words_of: dict[int, list[int]]) -> None:
    """Put a word to a noun, to nobody named (""), or among those that stay."""
    if isinstance(owner, int):
        words_of[owner].append(word)
    elif owner:
        plan.keep.add(word)
    else:
        plan.add(0, word)


def _offer(tree: Sentence, plan: _Plan, result: Realised) -> Rewrite:
    if not plan.sets:
        return Rewrite("", "nobody-open")
    if result.doubts:
        detail = "; ".join(result.doubts[position] for position in sorted(result.doubts))
        return Rewrite("", "inflection", detail)
    text = result.sentence.text
    return Rewrite(text) if text != tree.text else Rewrite("", "unchanged")
