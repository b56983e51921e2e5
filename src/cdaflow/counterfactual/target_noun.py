"""The noun of the target sentence that stands for the English profession (section 4.2).

`locate_nouns` has the trees repaired, finds the nouns, and says what changes or stays with each.
`NounFinder` goes by the word list of professions: each variant of the English noun, in both genders
and numbers, by the form in the text, then by lemma. Of several the one that is linked, fits in
number and gender and stands at the like position is taken; without any, a linked noun of persons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.counterfactual.candidates import Candidate
from cdaflow.counterfactual.decisions import Rejection
from cdaflow.inflection.context import is_other_word
from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.names import inanimate_nouns, is_inanimate, name_of
from cdaflow.syntax.noun_phrases import attributes_beyond_edges, with_head_noun
from cdaflow.syntax.tokenisation import repair_pronouns
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE
from cdaflow.wordlists.lexicon import Professions

_PARTS = re.compile(r"[\s\-‐‑'’]+")

#: What a listed form may be tagged as. Finite verbs are none of persons, whatever their form.
_NOMINAL = ("NOUN", "PROPN", "ADJ", "X", "PRON")
_VERBAL = ("VERB", "AUX", "ADV")

#: Parts of a sentence's length within which two positions count as the same.
_NEAR = 0.12


class Wanted(NamedTuple):
    """What is known of the English noun.

    `position`: where it stands, as part of the sentence's length (0 to 1); `linked`: ids of the
    target words that an alignment links to it.
    """

    profession: str
    number: str
    gender: str
    position: float
    linked: frozenset[int] = frozenset()


class Noun(NamedTuple):
    """The noun that was found: its id (0 for none), and how, or why not and what was seen.

    `how`: form, lemma or link. `cause`: noun-not-found, noun-ambiguous or noun-fixed.
    """

    token: int = 0
    how: str = ""
    cause: str = ""
    detail: str = ""


class _Match(NamedTuple):
    token: Token
    genders: frozenset[str]
    numbers: frozenset[str]
    fixed: bool
    how: str


class TargetNoun(NamedTuple):
    """The noun of a candidate: its id in a tree, and what goes with it.

    `tree`: with the noun as the head of its phrase; `seen`: the same as the model of agreement sees
    it. `gender`: the noun's; `is_shown`: whether its form or the words beside it show it.
    `attributes`: ids of attributes that its edges do not reach; `plurals`: of words that name
    several people, who are others.
    """

    tree: Sentence
    id: int
    gender: str
    is_shown: bool
    attributes: Collection[int] = ()
    plurals: Collection[int] = ()
    seen: Sentence = Sentence(())


class NounFinder:
    """The search for profession nouns in trees of one language.

    `professions`: the word list. `may_change`: whether a noun has another gender. `is_thing`:
    whether a noun is likely to be a thing where it stands ("la música" beside "el músico").
    """

    def __init__(
        self,
        professions: Professions,
        may_change: Callable[[Token], bool],
        is_thing: Callable[[Sentence, Token], bool],
    ) -> None:
        self._professions = professions
        self._may_change, self._is_thing = may_change, is_thing
        self._forms: dict[str, Mapping[str, _Form]] = {}

    def find(self, tree: Sentence, wanted: Wanted) -> Noun:
        """Return the noun; see the module."""
        forms = self._of(wanted.profession)
        matches = list(_by_form(tree, forms)) or list(_by_lemma(tree, forms))
        if matches:
            return self._best(tree, matches, wanted)
        linked = [tree.tokens[n - 1] for n in sorted(wanted.linked)]
        persons = [token for token in linked if token.upos == "NOUN" and self._may_change(token)]
        if len(persons) == 1:
            return Noun(persons[0].id, "link")
        seen = " ".join(token.form for token in linked)
        return Noun(cause="noun-not-found", detail=seen or wanted.profession)

    def _of(self, profession: str) -> Mapping[str, _Form]:
        name = profession.casefold()
        if name not in self._forms:
            found: dict[str, _Form] = {}
            for key, slots in self._professions.forms.get(name, {}).items():
                found[joined(key)] = _Form(
                    frozenset(slot[0] for slot in slots),
                    frozenset(slot[1] for slot in slots),
                    key in self._professions.fixed,
                )
            self._forms[name] = found
        return self._forms[name]

    def _best(self, tree: Sentence, matches: Sequence[_Match], wanted: Wanted) -> Noun:
        def rank(match: _Match) -> tuple[bool, ...]:
            return (
                match.token.id not in wanted.linked,
                self._is_thing(tree, match.token),
                match.token.upos not in ("NOUN", "PROPN"),
                wanted.number not in match.numbers,
                wanted.gender not in match.genders,
            )

        def distance(match: _Match) -> float:
            return abs((match.token.id - 1) / max(len(tree.tokens) - 1, 1) - wanted.position)

        best = min(map(rank, matches))
        left = sorted((m for m in matches if rank(m) == best), key=distance)
        if len(left) > 1 and distance(left[1]) - distance(left[0]) < _NEAR:
            words = " ".join(match.token.form for match in left)
            return Noun(cause="noun-ambiguous", detail=words)
        match = left[0]
        if match.fixed:
            return Noun(cause="noun-fixed", detail=match.token.form)
        return Noun(match.token.id, match.how)


class _Form(NamedTuple):
    genders: frozenset[str]
    numbers: frozenset[str]
    fixed: bool


def joined(words: Iterable[str]) -> str:
    """Return words as they are compared: in lower case, blanks for hyphens and apostrophes."""
    return " ".join(part for word in words for part in _PARTS.split(word.lower()) if part)


def _by_form(tree: Sentence, forms: Mapping[str, _Form]) -> Iterator[_Match]:
    """Yield the listed forms in a tree; of one within another only the longer."""
    longest = max((form.count(" ") + 1 for form in forms), default=0)
    tokens = tree.tokens
    end = 0
    for start in range(len(tokens)):
        if start < end:
            continue
        for stop in range(min(start + longest + 1, len(tokens)), start, -1):
            form = forms.get(joined(token.form for token in tokens[start:stop]))
            if form is None:
                continue
            head = _head(tokens[start:stop])
            if head.upos in _NOMINAL or (head.upos in _VERBAL and _is_said(tree, head)):
                end = stop
                yield _Match(head, form.genders, form.numbers, form.fixed, "form")
            break


def _by_lemma(tree: Sentence, forms: Mapping[str, _Form]) -> Iterator[_Match]:
    for token in tree.tokens:
        form = forms.get(joined([token.lemma]))
        if form is not None and token.upos in ("NOUN", "PROPN"):
            gender, number = token.feats.get("Gender", ""), token.feats.get("Number", "")
            yield _Match(token, frozenset((gender,)), frozenset((number,)), form.fixed, "lemma")


def _is_said(tree: Sentence, token: Token) -> bool:
    """Whether a word that is taken for a verb may be a noun: "Il est étudiant"."""
    if token.feats.get("VerbForm") != "Fin":
        return True
    before = tree.tokens[token.id - 2] if token.id > 1 else None
    return before is not None and (
        before.upos in ("DET", "ADP")
        or (before.upos == "AUX" and token.feats.get("Person") != before.feats.get("Person"))
    )


def _head(tokens: Collection[Token]) -> Token:
    """Return the first word whose head is none of the others: "agent" in "agent de police"."""
    ids = {token.id for token in tokens}
    return next((token for token in tokens if token.head not in ids), next(iter(tokens)))


def noun_finder(professions: Professions, words: SentenceInflector) -> NounFinder:
    """Return the search for the nouns of a word list, by what is known of the language's forms."""
    nouns = inanimate_nouns(words.inflector.language)
    lexicon = words.inflector.lexicon

    def is_thing(tree: Sentence, token: Token) -> bool:
        return is_inanimate(tree, token, nouns) or is_other_word(tree, token, lexicon)

    return NounFinder(professions, words.may_change, is_thing)


def locate_nouns(
    candidates: Sequence[Candidate],
    finder: NounFinder,
    pipeline: InterventionPipeline,
    words: SentenceInflector,
) -> list[TargetNoun | Rejection]:
    """Return the target noun of each candidate, or why it has none that may change.

    What is repaired in a tree here, beside what the pipeline itself repairs, is one of its steps,
    too: without `prepare` the noun is set as the tree has it, without `coreference` others are not
    kept.
    """
    trees = [candidate.tree for candidate in candidates]
    if pipeline.prepare:
        trees = [repair_pronouns(tree, words.inflector.language) for tree in trees]
    located = [
        _located(candidate, tree, seen, finder, pipeline, words)
        for candidate, tree, seen in zip(
            candidates, trees, pipeline.prepare_trees(trees), strict=True
        )
    ]
    seen_trees = iter(
        pipeline.prepare_trees([noun.tree for noun in located if isinstance(noun, TargetNoun)])
    )
    return [
        noun._replace(seen=next(seen_trees)) if isinstance(noun, TargetNoun) else noun
        for noun in located
    ]


def _located(
    candidate: Candidate,
    tree: Sentence,
    seen: Sentence,
    finder: NounFinder,
    pipeline: InterventionPipeline,
    words: SentenceInflector,
) -> TargetNoun | Rejection:
    language, lexicon = words.inflector.language, words.inflector.lexicon
    name = name_of(candidate.english, candidate.english_noun, "en", candidate.target)
    if name:
        return Rejection("name", name)
    linked = candidate.linked_words(tree)
    noun = finder.find(
        tree,
        Wanted(
            candidate.profession, candidate.number, candidate.gender, candidate.position, linked
        ),
    )
    if noun.cause:
        return Rejection(noun.cause, noun.detail)
    name = name_of(tree, noun.token, language, candidate.source)
    if name:
        return Rejection("name", name)
    if not pipeline.prepare:
        shown = tree.tokens[noun.token - 1].feats.get("Gender", "")
        gender = shown if shown in OPPOSITE else candidate.gender
        plurals = _plurals(tree, noun.token, language) if pipeline.coreference else ()
        return TargetNoun(tree, noun.token, gender, True, (), plurals)

    def is_adjective(form: str) -> bool:
        return any(entry.upos == "ADJ" for entry in lexicon.by_form(form))

    shown = gender_of(seen, noun.token, words)
    gender = shown or candidate.gender
    tree = with_head_noun(tree, noun.token, gender, language, is_adjective)
    plurals = _plurals(tree, noun.token, language) if pipeline.coreference else ()
    attributes = attributes_beyond_edges(tree, noun.token, gender, language)
    return TargetNoun(tree, noun.token, gender, bool(shown), attributes, plurals)


def gender_of(tree: Sentence, noun: int, words: SentenceInflector) -> str:
    """Return the gender of a noun as its form, its determiners or its adjectives show it.

    "" where none does ("l'artiste"): what its features say is then a guess of the annotator.
    """
    token = tree.tokens[noun - 1]
    around = [child for child in tree.children(noun) if child.upos in ("DET", "ADJ", "NUM")]
    around.sort(key=lambda child: child.upos == "ADJ")
    for word in (token, *around):
        known = words.genders(word)
        if len(known) == 1 and (gender := next(iter(known))) in OPPOSITE:
            return gender
    return ""


def _plurals(tree: Sentence, noun: int, language: str) -> set[int]:
    """Return what names several people, who are others: "amica di tutti"."""
    if tree.tokens[noun - 1].feats.get("Number", "Sing") != "Sing":
        return set()
    everybody = word_set(language, "everybody")
    return {
        token.id
        for token in tree.tokens
        if token.feats.get("Number") == "Plur"
        and (token.upos in ("NOUN", "PRON") or token.lemma.lower() in everybody)
    }
