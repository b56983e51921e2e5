"""Both sides of a pair in the other gender (Naik et al. 2023, section 4.2), many at a time.

The English by the swap of words; the target by an intervention on the noun of the profession, the
words that agree with it, their forms. The guard (section 6.3; `guard`) says which pronouns go with
the profession, and which pairs are no counterfactuals at all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from cdaflow.agreement.intervention import Change
from cdaflow.agreement.method import Method, Wish
from cdaflow.agreement.words import Words
from cdaflow.counterfactual.making.candidates import Candidate
from cdaflow.counterfactual.making.decisions import Decision
from cdaflow.counterfactual.making.english_side import EnglishSide
from cdaflow.counterfactual.making.guard import Case, Guard, Plan
from cdaflow.counterfactual.making.last_look import overlooked
from cdaflow.counterfactual.making.work import Work, gender_of, listed, plurals, tagged_gender
from cdaflow.counterfactual.target.correspondence import Noun, NounFinder, Wanted
from cdaflow.errors import ConfigError
from cdaflow.inflection.homographs import is_other_word
from cdaflow.inflection.possessives import OWNER
from cdaflow.languages.person_pronouns import check_guarded
from cdaflow.syntax.inanimate import inanimate_nouns, is_inanimate
from cdaflow.syntax.names import name_of
from cdaflow.syntax.noun_phrases import attributes_beyond_edges, with_head_noun
from cdaflow.syntax.offsets import word_spans
from cdaflow.syntax.tokenisation import repair_pronouns
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE
from cdaflow.wordlists.lexicon import Professions


@dataclass
class _Written:
    """What was made of one wish: the text, or why there is none (cause and detail)."""

    text: str = ""
    cause: str = ""
    detail: str = ""
    tree: Sentence | None = None


@dataclass(frozen=True)
class Maker:
    """How counterfactuals are made.

    `method`: the intervention; its words are needed. `professions`: the word list of the target
    language. `english`: the swap of the English. `guard`: what is done about pronouns.

    What is repaired in a tree here, beside what the method itself repairs, is one of its steps,
    too: without `prepare` the noun is set as the tree has it, without `coreference` others are not
    kept.

    Raises ConfigError where the method has no words, or is the paper's, which has no guard, and
    where the guard knows no pronouns of the language.
    """

    method: Method
    professions: Professions
    english: EnglishSide
    guard: Guard = field(default_factory=Guard)

    def __post_init__(self) -> None:
        check_guarded(self.method.model.language, self.guard.mode)
        if self.method.words is None:
            raise ConfigError("counterfactuals are written with a lexicon",
                              hint="give --word-list, --treebank or --lexicon")  # fmt: skip
        if self.method.name == "paper" and self.guard.mode != "none":
            raise ConfigError(
                f"the method of the paper has no guard, {self.guard.mode!r} is asked for",
                hint="take --method full, or --guard none",
            )

    @property
    def words(self) -> Words:
        """What is known of the forms of words."""
        assert self.method.words is not None  # noqa: S101 (checked above)
        return self.method.words

    @cached_property
    def finder(self) -> NounFinder:
        """The search for the noun of the target."""
        things = inanimate_nouns(self.method.model.language)
        lexicon = self.words.inflector.lexicon

        def is_thing(tree: Sentence, token: Token) -> bool:
            return is_inanimate(tree, token, things) or is_other_word(tree, token, lexicon)

        return NounFinder(self.professions, self.words.may_change, is_thing)

    def make(self, candidates: Sequence[Candidate]) -> list[Decision]:
        """Return what becomes of each candidate, in order."""
        decisions: dict[int, Decision] = {}
        work: dict[int, Work] = {}
        candidates = [self._mended(candidate) for candidate in candidates]
        ready = self.method.ready([candidate.tree for candidate in candidates])
        for place, (candidate, tree) in enumerate(zip(candidates, ready, strict=True)):
            prepared = self._prepare(candidate, tree)
            if isinstance(prepared, Noun):
                decisions[place] = dropped(candidate, prepared.cause, prepared.detail)
            else:
                work[place] = prepared
        made = self._make(list(work.values()))
        decisions |= dict(zip(work, made, strict=True))
        return [decisions[place] for place in range(len(candidates))]

    def _mended(self, candidate: Candidate) -> Candidate:
        if not self.method.prepare:
            return candidate
        tree = repair_pronouns(candidate.tree, self.method.model.language)
        if tree is candidate.tree:
            return candidate
        return replace(candidate, tree=tree, target_words=tuple(word_spans(tree, candidate.target)))

    def _is_adjective(self, form: str) -> bool:
        entries = self.words.inflector.lexicon.by_form(form)
        return any(entry.upos == "ADJ" for entry in entries)

    def _prepare(self, candidate: Candidate, ready: Sentence) -> Work | Noun:
        """Return what is asked of the target, or why nothing is."""
        name = name_of(candidate.english, candidate.noun, "en", candidate.target)
        if name:
            return Noun(cause="name", detail=name)
        noun = self.finder.find(candidate.tree, _wanted(candidate))
        if noun.cause:
            return noun
        language = self.method.model.language
        name = name_of(candidate.tree, noun.token, language, candidate.source)
        if name:
            return Noun(cause="name", detail=name)
        swapped = self.english.swap(candidate)
        if not self.method.prepare:
            gender = tagged_gender(candidate, noun.token)
            return Work(candidate, swapped, candidate.tree, noun.token, gender, True)
        shown = gender_of(ready, noun.token, self.words)
        gender = shown or candidate.gender
        tree = with_head_noun(candidate.tree, noun.token, gender, language, self._is_adjective)
        return Work(candidate, swapped, tree, noun.token, gender, bool(shown))

    def _make(self, work: Sequence[Work]) -> list[Decision]:
        """Return the decisions on candidates whose noun was found."""
        bare = replace(self.method, pronouns=False)
        asked = [self._wish(each) for each in work]
        unguarded = self._written(work, bare, asked)
        if self.guard.mode == "none":
            # What else follows depends on the pronouns, which are the guard's.
            return [_unguarded(*each) for each in zip(work, unguarded, strict=True)]
        ready = self.method.ready([each.tree for each in work])
        plans = self.guard.plan(
            [
                Case(each.candidate, tree, each.noun, each.gender, each.shown)
                for each, tree in zip(work, ready, strict=True)
            ],
            self.words,
        )
        guarded = self._written(
            work,
            bare,
            [
                replace(
                    wish,
                    genders={**wish.genders, **dict.fromkeys(plan.same, OPPOSITE[each.gender])},
                    keep={*plan.others, *wish.keep},
                )
                for each, plan, wish in zip(work, plans, asked, strict=True)
            ],
            [plan.owned for plan in plans],
        )
        return [self._decided(*each) for each in zip(work, plans, unguarded, guarded, strict=True)]

    def _wish(self, work: Work) -> Wish:
        """Return what is asked of a target: its noun, what the edges do not reach, whom to keep."""
        nouns = [work.noun]
        if self.method.prepare:
            language = self.method.model.language
            nouns += attributes_beyond_edges(work.tree, work.noun, work.gender, language)
        keep = plurals(work) if self.method.coreference else ()
        return Wish(work.tree, dict.fromkeys(nouns, OPPOSITE[work.gender]), keep)

    def _decided(self, work: Work, plan: Plan, plain: _Written, repaired: _Written) -> Decision:
        """Return the guard's decision."""
        fault = repaired.cause, repaired.detail
        if plan.cause:
            fault = plan.cause, plan.detail
        elif work.english.others:
            fault = "gendered-noun", " ".join(work.english.others)
        elif repaired.tree is not None:
            known = plan.same | plan.others | plan.owned
            left = overlooked(repaired.tree, work.noun, work.gender, known, self.words)
            if left and not fault[0]:
                fault = "pronoun-overlooked", " ".join(token.form for token in left)
        same = [work.tree.tokens[place - 1] for place in sorted(plan.same | plan.owned)]
        changed = not fault[0] and repaired.text != plain.text
        if changed and self.guard.mode == "drop":
            pronouns = [t.form for t in same if t.upos == "PRON" or t.id in plan.owned]
            fault = ("pronoun-left", " ".join(pronouns)) if pronouns else fault
        if fault[0]:
            return dropped(work.candidate, *fault, work.english.text, plain.text)
        repairs = " ".join(token.form for token in same) if changed else ""
        outcome = "repaired" if changed else "kept"
        return _decision(work, outcome, repairs, repaired.text, plain.text)

    def _written(
        self,
        work: Sequence[Work],
        method: Method,
        wishes: Sequence[Wish],
        owned: Sequence[Collection[int]] = (),
    ) -> list[_Written]:
        """Return the outcome of wishes; `owned`: for each the possessives of the person."""
        results = method.intervene(wishes)
        trees = [listed(each, r.sentence) for each, r in zip(work, results, strict=True)]
        changes = [
            _with_owners(result.changes, ids, OPPOSITE[each.gender])
            for each, result, ids in zip(work, results, owned or [()] * len(work), strict=True)
        ]
        realised = self.words.realise(trees, changes)
        written = []
        for each, new in zip(work, realised, strict=True):
            if new.doubts:
                written.append(_Written(cause="inflection", detail="; ".join(new.doubts.values())))
            elif (text := new.sentence.text) == each.tree.text:
                noun = each.tree.tokens[each.noun - 1].form
                written.append(_Written(cause="unchanged", detail=noun))
            else:
                final = spaced(text, each.tree.text, each.candidate.target)
                written.append(_Written(final, tree=new.sentence))
        return written


def _with_owners(changes: Sequence[Change], owned: Collection[int], gender: str) -> list[Change]:
    """Return changes, and the gender of the owner of possessives among them."""
    found = {change.position: change for change in changes}
    for place in sorted(owned):
        before = found.get(place, Change(place, {}, {}))
        found[place] = Change(place, before.old, {**before.new, OWNER: gender})
    return list(found.values())


def _wanted(candidate: Candidate) -> Wanted:
    linked = frozenset(
        word.token.id
        for word in candidate.target_words
        for start, end in candidate.linked
        if word.start < end and start < word.end
    )
    return Wanted(candidate.profession, candidate.number, candidate.gender, candidate.place, linked)


def spaced(text: str, before: str, original: str) -> str:
    """Return a changed text with the white space of the original at its ends.

    `before`: the text of the tree, which stands for the original.
    """
    if before == original:
        return text
    inner = original.strip()
    start = original.index(inner)
    return original[:start] + text.strip() + original[start + len(inner) :]


def dropped(
    candidate: Candidate,
    cause: str,
    detail: str,
    counterfactual_source: str = "",
    unguarded: str = "",
) -> Decision:
    """Return the decision that drops a candidate."""
    return Decision(
        candidate.id, candidate.profession, candidate.gender, "dropped", cause, detail,
        candidate.source, candidate.target, counterfactual_source, "", unguarded,
    )  # fmt: skip


def _decision(work: Work, outcome: str, detail: str, target: str, unguarded: str) -> Decision:
    candidate = work.candidate
    return Decision(
        candidate.id, candidate.profession, candidate.gender, outcome, "", detail,
        candidate.source, candidate.target, work.english.text, target, unguarded,
    )  # fmt: skip


def _unguarded(work: Work, plain: _Written) -> Decision:
    if plain.cause:
        return dropped(work.candidate, plain.cause, plain.detail, work.english.text)
    return _decision(work, "kept", "", plain.text, plain.text)
