"""A translation with a given gender, of the persons whom its English leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cdaflow.agreement.intervention import InterventionRequest, InterventionResult
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.errors import ConfigError, InputError
from cdaflow.inflection.context import with_numbers
from cdaflow.inflection.realise import Realised
from cdaflow.io.files import batched, tsv_lines
from cdaflow.io.repair import read_sentences
from cdaflow.languages import check_written
from cdaflow.rewriting.agents import with_agents
from cdaflow.rewriting.english import English, Names
from cdaflow.rewriting.heads import Head, OpenBy, People, people
from cdaflow.rewriting.indefinites import with_joined_pronouns
from cdaflow.rewriting.naming import Naming
from cdaflow.rewriting.plan import Plan, Planner
from cdaflow.rewriting.readings import with_readings
from cdaflow.syntax.tokenisation import (
    join_unsplittable,
    split_enclitics,
    split_inverted_subjects,
)
from cdaflow.trees import Sentence, read_conllu


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What is offered: "" for nothing, and then why.

    `cause`: "" where something is offered; nobody-open, unchanged, or one of `Realised.rejection`
    with the words in `detail`.
    """

    text: str
    cause: str = ""
    detail: str = ""


class Rewriter:
    """Rewrites sentences of the language of `pipeline`, which has to have `words`.

    `names`: the English of the word lists of persons, see `read_names_of_persons`.

    Raises ConfigError where the pipeline has no lexicon, and for a language that cdaflow cannot
    write (`cdaflow.languages.written_languages`).
    """

    def __init__(self, pipeline: InterventionPipeline, english: English, names: Names) -> None:
        check_written(pipeline.model.language)
        if pipeline.words is None:
            raise ConfigError(
                "lexicon.missing",
                "sentences are rewritten with a lexicon",
                hint="give --word-list, --treebank or --lexicon",
            )
        # Which pronouns are persons the English tells.
        self.words = with_agents(pipeline.words)
        self.pipeline = replace(pipeline, words=self.words, pronouns=False)
        self.language = pipeline.model.language
        self.english = english
        self.naming = Naming(self.words, names, self.language)
        self.planner = Planner(self.naming, english)

    def rewrite(
        self, trees: Sequence[Sentence], english: Sequence[Sentence], gender: str
    ) -> list[Rewrite]:
        """Return what is offered for each sentence; `english`: the trees of the sources."""
        ready, spoken_of = self.prepare(trees, english)
        plans = [self.planner.plan(*pair, gender) for pair in zip(ready, spoken_of, strict=True)]
        realised = self.realise_settled(plans, gender)
        return [
            _offer(tree, plan, result)
            for tree, plan, result in zip(trees, plans, realised, strict=True)
        ]

    def prepare(
        self,
        trees: Sequence[Sentence],
        english: Sequence[Sentence],
        heads: Sequence[Sequence[Head] | None] | None = None,
        by: OpenBy = "both",
    ) -> tuple[list[Sentence], list[People]]:
        """Return trees of translations as plans are made of them, and whom the sources speak of.

        `heads`, `by`: see `people`; without heads the rules decide.
        """
        prepared = self.pipeline.prepare_trees([self._retokenised(tree) for tree in trees])
        english = [with_readings(tree, tree.text, self.english.pronouns) for tree in english]
        spoken_of = [
            people(tree, self.english, given, by)
            for tree, given in zip(english, heads or [None] * len(english), strict=True)
        ]
        named = [
            self.naming.with_named_persons(_with_names(tree, each), each.persons)
            for tree, each in zip(prepared, spoken_of, strict=True)
        ]
        # By the forms of dictionaries some nouns of common gender would have one again.
        ready = [self.naming.with_common_nouns(tree) for tree in self.pipeline.prepare_trees(named)]
        return ready, spoken_of

    def _retokenised(self, tree: Sentence) -> Sentence:
        tree = with_joined_pronouns(tree, self.language)
        tree = split_inverted_subjects(join_unsplittable(tree, self.language), self.language)
        tree = split_enclitics(tree, self.language, self._is_nominal)
        return with_numbers(tree, self.words.inflector.has_numbers)

    def _is_nominal(self, form: str) -> bool:
        entries = self.words.inflector.lexicon.by_form(form)
        return any(entry.upos in ("ADJ", "NOUN") for entry in entries)

    def realise_settled(self, plans: Sequence[Plan], gender: str) -> list[Realised]:
        """Return each sentence with all words of its plan in a gender.

        Nouns that turn out to be no persons are taken out of the plans.
        """
        realised = self._all_in(plans, gender)
        doubtful = [n for n, result in enumerate(realised) if _drop(plans[n], result)]
        if doubtful:
            again = self._all_in([plans[n] for n in doubtful], gender)
            for n, result in zip(doubtful, again, strict=True):
                realised[n] = result
        return realised

    def _all_in(self, plans: Sequence[Plan], gender: str) -> list[Realised]:
        return self.realise([plan.request(dict.fromkeys(plan.words, gender)) for plan in plans])

    def realise(self, requests: Sequence[InterventionRequest]) -> list[Realised]:
        """Return the sentences that come of requests, in order, with their doubts."""
        results = self.pipeline.intervene(requests)
        trees = [self._renamed(*pair) for pair in zip(results, requests, strict=True)]
        changes = [result.changes for result in results]
        return self.words.realise(trees, changes, check=self.pipeline.checks, pronouns=True)

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


def _with_names(tree: Sentence, people: People) -> Sentence:
    """Return the tree with the names of people without number: "Stevens" is one."""
    names = people.named()
    tokens = [
        token.changed(feats={k: v for k, v in token.feats.items() if k != "Number"})
        if token.upos == "PROPN" and token.form in names and "Number" in token.feats
        else token
        for token in tree.tokens
    ]
    return replace(tree, tokens=tuple(tokens)) if names else tree


def _drop(plan: Plan, result: Realised) -> bool:
    """Take out the nouns that are no persons to `realise`; whether there was one."""
    wrong = [
        noun for noun in plan.sets if noun in result.doubts and "likely" in result.doubts[noun]
    ]
    plan.drop(wrong)
    return bool(wrong)


def _offer(tree: Sentence, plan: Plan, result: Realised) -> Rewrite:
    if not plan.sets:
        return Rewrite("", "nobody-open")
    if result.rejection is not None:
        return Rewrite("", *result.rejection)
    text = result.sentence.text
    return Rewrite(text) if text != tree.text else Rewrite("", "unchanged")


#: A sentence of English and its translation.
Pair = tuple[Sentence, Sentence]

_CHUNK = 1024


def read_pairs(
    language: str,
    *,
    texts: tuple[Path | None, Path | None] = (None, None),
    trees: tuple[Path | None, Path | None] = (None, None),
    models: Path | None = None,
    threads: int = 1,
) -> tuple[int | None, Iterator[Pair]]:
    """Return the number of pairs, if known, and the pairs: from trees, or from texts with `models`.

    `texts`, `trees`: the files of the sources and of the translations.

    Raises ConfigError where one side lacks, or both are given; InputError, once they are read,
    where the sides have not as many sentences.
    """
    if all(trees) and not any(texts):
        source, target = (read_conllu(path) for path in trees if path is not None)
        return None, _paired(source, target, trees[1])
    if any(trees) or not all(texts) or models is None:
        raise ConfigError(
            "option.texts-or-trees",
            "give --english and --target with --models, or --english-trees and --target-trees",
        )
    from cdaflow.trees.annotate import annotate, load_annotator

    sides: list[Iterable[Sentence]] = []
    lines = [list(read_sentences(path)) for path in texts if path is not None]
    if len(lines[0]) != len(lines[1]):
        raise InputError(
            "translations.line-count",
            f"{len(lines[1])} lines, but the sources have {len(lines[0])}",
            file=texts[1],
        )
    for code, side in zip(("en", language), lines, strict=True):
        annotator = load_annotator(models, code, threads=threads)
        numbered = ((str(number), text) for number, text in enumerate(side, 1))
        sides.append(annotate(numbered, annotator))
    return len(lines[0]), _paired(sides[0], sides[1], texts[1])


def _paired(
    source: Iterable[Sentence], target: Iterable[Sentence], path: Path | None
) -> Iterator[Pair]:
    first, second = iter(source), iter(target)
    count = 0
    for english in first:
        translation = next(second, None)
        if translation is None:
            raise InputError(
                "translations.too-few-sentences",
                f"the sources have more sentences than the {count} here",
                file=path,
            )
        yield english, translation
        count += 1
    if next(second, None) is not None:
        raise InputError(
            "translations.too-many-sentences",
            f"more sentences than the {count} of the sources",
            file=path,
        )


def rewrites(pairs: Iterable[Pair], rewriter: Rewriter, gender: str) -> Iterator[Rewrite]:
    """Yield what is offered for each pair, in order; some thousand are rewritten at a time."""
    for chunk in batched(pairs, _CHUNK):
        english, target = zip(*chunk, strict=True)
        yield from rewriter.rewrite(target, english, gender)


def reason_lines(found: Sequence[Rewrite]) -> Iterator[str]:
    """Return the lines of a table of why nothing is offered, the header first."""
    return tsv_lines(
        ("line", "cause", "detail"),
        (
            (str(number), rewrite.cause, rewrite.detail)
            for number, rewrite in enumerate(found, 1)
            if rewrite.cause
        ),
    )
