"""A translation in every combination of genders of the people whom its English leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from cdaflow.inflection.realise import Realised
from cdaflow.rewriting.heads import Head, OpenBy, People
from cdaflow.rewriting.indefinites import pronouns_of_several
from cdaflow.rewriting.leftovers import leftovers
from cdaflow.rewriting.owners import Owners, owners
from cdaflow.rewriting.plan import Plan
from cdaflow.rewriting.rewriter import Rewriter
from cdaflow.syntax.tree import relation, shown_gender
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE

#: The people who are women, by their indices; the others who are open are men.
Women = frozenset[int]

#: From how many words on what is said of a noun is far from it.
_FAR = 4

#: Up to how many letters a word may be in two languages by chance: "Come".
_SHORT = 4


@dataclass(frozen=True)
class Choices:
    """What can be chosen for one translation.

    `heads`: the people of the English. `trees`: the sentence for each set of women among those
    people who change something, the one without women first; where they are more than `max_open`,
    only that without and that with all. `by_position`: those whom nothing but their relative
    position aligns with words of the translation.

    `cause`: "" where there is something to choose; nobody-open, unchanged, inflection, doubtful or
    disagreement (with the words in `detail`), or too-many beside two texts. Whoever has an
    uncertain form keeps it: what the others can choose then stands beside the cause. `log_odds`:
    of people of whom a model said how sure it is of their words, the natural log odds.
    """

    heads: tuple[Head, ...]
    trees: Mapping[Women, Sentence]
    by_position: Women = frozenset()
    cause: str = ""
    detail: str = ""
    log_odds: Mapping[int, float] = field(default_factory=dict)


@dataclass
class _Case:
    """One sentence on its way.

    `closed`: where the heads of those people begin who keep their words, since a form is uncertain;
    `uncertain`: for the first of them cause and detail. `left`: see `leftovers`; `attached`: for a
    word that was left over the one that it now changes with.
    """

    tree: Sentence
    people: People
    plan: Plan = field(default_factory=lambda: Plan(Sentence(())))
    owners: Owners = field(default_factory=lambda: Owners((), {}))
    trees: dict[Women, Sentence] = field(default_factory=dict)
    cause: str = ""
    detail: str = ""
    closed: set[int] = field(default_factory=set)
    uncertain: tuple[str, str] = ("", "")
    left: Mapping[int, Sequence[Token]] = field(default_factory=dict)
    attached: dict[int, int] = field(default_factory=dict)
    rejected: Realised | None = None

    def find_owners(self) -> None:
        """Look for who goes with the words of the plan; those of closed people are kept."""
        found = owners(self.plan, self.people)
        starts = [head.start for head in found.heads]
        kept = {
            word
            for word, people in found.words.items()
            if not self.closed.isdisjoint(starts[person] for person in people)
        }
        self.plan.keep_always(kept)
        self.owners = replace(found, words={w: p for w, p in found.words.items() if w not in kept})

    def close_uncertain(self) -> bool:
        """Close the people of uncertain words; return whether there are any, so as to go on.

        So do words that are left over of a person. Other words that do not agree close everybody:
        they show that the tree is wrong.
        """
        result, self.rejected = self.rejected, None
        if result is None or result.rejection is None:
            return False
        if self._attach_left():
            self.cause, self.detail = "", ""
            return True
        words = {**result.doubts, **self.left}
        people = {person for word in words for person in self._people_of(word)}
        self.uncertain = self.uncertain if self.closed else result.rejection
        self.closed |= {self.owners.heads[person].start for person in people}
        self.cause, self.detail = "", ""
        if not people:
            self.cause, self.detail = result.rejection
        return bool(people)

    def _attach_left(self) -> bool:
        """Have words that are left over change with their person; return whether there are any."""
        found = {
            left.id: word
            for word, tokens in self.left.items()
            if all(
                token.upos in ("ADJ", "DET", "VERB") or token.feats.get("PronType") == "Dem"
                for token in tokens
            )
            for left in tokens
            if left.id not in self.attached
        }
        self.attached |= found
        return bool(found)

    def attach(self) -> None:
        """Add to the plan the words that were left over."""
        for left, word in self.attached.items():
            for noun in [noun for noun, words in self.plan.sets.items() if word in words]:
                self.plan.keep.discard(left)
                self.plan.add(noun, left, self.plan.unnamed.get(word, ""))

    def doubtful(self, original: Sentence, rewriter: Rewriter) -> dict[int, str]:
        """Return where the heads of people begin of whose words many are wrong, with a word.

        What small annotators show too little of: whether a name is that of the person, whether two
        nouns that are joined are one person, or one of which is said what the other is, what a
        pronoun stands for, one of several people that has not changed, a noun that is a plural and
        another singular ("cassiere"), and what is said from afar. docs/alternatives.md has how
        often each is right. `original`: the tree of the translation.
        """
        women = self.trees.get(frozenset(self.owners.open), self.tree)
        tokens = self.tree.tokens
        doubtful: dict[int, str] = {}
        nouns = [tokens[noun - 1] for noun in self.plan.sets if noun]
        single = {noun.id for noun in nouns if noun.feats.get("Number") != "Plur"}
        joined = any(noun.id in single and relation(noun) == "conj" for noun in nouns)
        again = len(nouns) > 1 and any(map(self.people.may_be_another, self.plan.persons.values()))
        forms = {token.form for token in tokens if len(token.form) > _SHORT}
        names = {
            token.id
            for token in self.people.tree.tokens
            if token.form[:1].isupper() and (token.upos == "PROPN" or token.form in forms)
        }
        they = {
            gender
            for word, gender in pronouns_of_several(self.tree, rewriter.language).items()
            if tokens[word - 1].form == women.tokens[word - 1].form
        }
        for noun, words in self.plan.sets.items():
            after = [women.tokens[word - 1] for word in sorted(words)]
            changed = [token for token in after if token.form != tokens[token.id - 1].form]
            person = self.plan.persons.get(noun)
            named = names - {0 if person is None else person.id}
            before = original.tokens[noun - 1]
            beside = list(original.children(noun))
            gender = shown_gender(before, beside)
            several = gender in they
            singular = before.changed(upos="NOUN", feats={"Number": "Sing"})
            if gender and person is not None and person.number == "Sing":
                # "Assistente cassiere" is no plural, but "los finalistas" is.
                other = OPPOSITE[gender] in rewriter.naming.genders(singular)
                several |= other and not shown_gender(before.changed(feats={}), beside, "Number")
            if (
                (noun and (again or (named or joined if noun in single else several)))
                or any(token.upos == "PRON" for token in changed)
                or (noun and any(abs(token.id - noun) > _FAR for token in changed))
            ):
                doubtful |= {
                    self.owners.heads[person].start: tokens[token.id - 1].form
                    for token in changed
                    for person in self.owners.words.get(token.id, ())
                }
        return doubtful

    def _people_of(self, word: int) -> frozenset[int]:
        """Return the people of a word, or of the nearest above it in the tree."""
        for _ in self.tree.tokens:
            if not word or word in self.owners.words:
                break
            word = self.tree.tokens[word - 1].head
        return self.owners.words.get(word, frozenset())


def choices(
    rewriter: Rewriter,
    trees: Sequence[Sentence],
    english: Sequence[Sentence],
    heads: Sequence[Sequence[Head] | None] | None = None,
    *,
    by: OpenBy = "both",
    max_open: int = 8,
) -> list[Choices]:
    """Return the choices of each sentence; `english`: the trees of the sources.

    `heads`: for each sentence the head words of its people with their labels, from a tagger or
    annotators; None where the rules are to find them. `by`: see `people`; "sure" closes those of
    whose words many are wrong.

    The most probable words for every combination are found together, as the field's ties have it:
    each word of a person is set to that person's gender, words of several people to the feminine
    only if all are women, and the rest follows.
    """
    ready, spoken_of = rewriter.prepare(trees, english, heads, by)
    cases = [_Case(*pair) for pair in zip(ready, spoken_of, strict=True)]
    _find_trees(rewriter, cases, max_open)
    again = []
    for number, case in enumerate(cases):
        doubtful = case.doubtful(ready[number], rewriter) if by == "sure" else {}
        why = "doubtful", "; ".join(doubtful.values())
        if doubtful or (case.closed and case.tree is not ready[number]):
            # From the start, so that a woman of the translation who is closed stays one.
            cases[number] = _Case(
                ready[number],
                spoken_of[number],
                closed=case.closed | doubtful.keys(),
                uncertain=why if doubtful else case.uncertain,
            )
            again.append(cases[number])
    _find_trees(rewriter, again, max_open)
    return [_choices(case) for case in cases]


def _find_trees(rewriter: Rewriter, cases: Sequence[_Case], max_open: int) -> None:
    _make_masculine(rewriter, cases)
    pending = [case for case in cases if not case.cause]
    while pending:
        _plan(rewriter, pending, "Fem")
        _all_women(rewriter, pending)
        _combine(rewriter, pending, max_open)
        pending = [case for case in pending if case.close_uncertain()]


def _plan(rewriter: Rewriter, cases: Sequence[_Case], gender: str) -> None:
    for case in cases:
        case.plan = rewriter.planner.plan(case.tree, case.people, gender)
        case.attach()
        case.find_owners()


def _make_masculine(rewriter: Rewriter, cases: Sequence[_Case]) -> None:
    """Rewrite translations that have a woman for somebody open."""
    while cases:
        _plan(rewriter, cases, "Masc")
        for case in cases:
            men = [owner for owner in case.plan.sets if not _is_woman(rewriter, case, owner)]
            case.plan.drop(men)
        feminine = [
            case
            for case in cases
            if any(case.plan.sets)  # a noun that is left is a woman's
            or any(case.tree.tokens[w - 1].feats.get("Gender") == "Fem" for w in case.plan.words)
        ]
        results = rewriter.realise_settled([case.plan for case in feminine], "Masc")
        for case, result in zip(feminine, results, strict=True):
            result = _without_leftovers(rewriter, case, result)
            if result.rejection is not None:
                case.rejected = result
            elif result.sentence.text != case.tree.text:
                case.tree = result.sentence
        cases = [case for case in feminine if case.close_uncertain()]


def _is_woman(rewriter: Rewriter, case: _Case, owner: int) -> bool:
    """Whether it is sure that a translation has a woman for somebody open.

    A noun that is listed, or whose English is, in the feminine; for nobody named a pronoun, or what
    speakers and hearers are said to be.
    """
    if not owner:
        persons = set(case.plan.unnamed.values())
        pronoun = any(case.tree.tokens[w - 1].upos == "PRON" for w in case.plan.sets[0])
        return pronoun or (bool(persons) and persons <= {"1", "2"})
    token = case.tree.tokens[owner - 1]
    person = case.plan.persons.get(owner)
    listed = rewriter.naming.is_listed(token) or (person is not None and person.listed)
    return listed and shown_gender(token, case.tree.children(owner)) == "Fem"


def _all_women(rewriter: Rewriter, cases: Sequence[_Case]) -> None:
    for case in cases:
        case.trees = {frozenset(): case.tree}
        case.cause = "" if case.owners.words else "nobody-open"
    rest = [case for case in cases if not case.cause]
    results = rewriter.realise_settled([case.plan for case in rest], "Fem")
    for case, result in zip(rest, results, strict=True):
        # Nouns may have been taken out.
        case.find_owners()
        result = _without_leftovers(rewriter, case, result)
        if not case.owners.words:
            case.cause = "nobody-open"
        elif result.rejection is not None:
            case.rejected = result
        elif result.sentence.text == case.tree.text:
            case.cause = "unchanged"
        else:
            case.trees[frozenset(case.owners.open)] = result.sentence


def _without_leftovers(rewriter: Rewriter, case: _Case, result: Realised) -> Realised:
    """Return a result, at fault where a word of a person was not changed with the others."""
    case.left = {}
    if not result.doubts:
        case.left = leftovers(
            case.tree, result.sentence, case.people.tree, rewriter.naming.genders, rewriter.language
        )
    faults = {
        word: f"{left[0].form!r} does not change with {case.tree.tokens[word - 1].form!r}"
        for word, left in case.left.items()
    }
    return replace(result, faults=faults) if faults else result


def _combine(rewriter: Rewriter, cases: Sequence[_Case], max_open: int) -> None:
    """Add the sentences of the other combinations."""
    wanted: list[tuple[_Case, Women]] = []
    for case in cases:
        if case.cause or case.rejected is not None:
            continue
        if len(case.owners.open) > max_open:
            case.cause = "too-many"
            case.detail = (
                f"{len(case.owners.open)} people are open, at most {max_open} are combined"
            )
            continue
        wanted += [(case, women) for women in _mixed(case.owners.open)]
    requests = [case.plan.request(case.owners.genders(women)) for case, women in wanted]
    for (case, women), result in zip(wanted, rewriter.realise(requests), strict=True):
        if result.rejection is not None and case.rejected is None:
            case.rejected = result
        case.trees[women] = result.sentence
    for case in cases:
        if case.rejected is not None:
            case.trees = {frozenset(): case.tree}


def _mixed(people: Sequence[int]) -> Iterator[Women]:
    for count in range(1, len(people)):
        for women in combinations(people, count):
            yield frozenset(women)


def _choices(case: _Case) -> Choices:
    trees = case.trees or {frozenset(): case.tree}
    if case.uncertain[0] and case.cause != "too-many":
        case.cause, case.detail = case.uncertain
    ordered = {women: trees[women] for women in sorted(trees, key=lambda w: (len(w), sorted(w)))}
    return Choices(case.owners.heads, ordered, case.owners.by_position, case.cause, case.detail)
