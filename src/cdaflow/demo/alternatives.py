"""Gender alternatives of the embedded corpus, right by construction.

A person of a scene is open where the English stays the same with the gender changed. The grammar
realises the scene with each combination of the genders of open people; what changes with one of
them is a structure of that person, what changes only with several (*cansados*, *cansadas*) one of
all of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from cdaflow.alternatives.structures import (
    AMBIGUOUS,
    FEMININE,
    MASCULINE,
    Alternatives,
    Entity,
    Structure,
    as_json,
    entity_as_json,
    group,
    json_line,
    validate,
    write,
)
from cdaflow.demo.corpus import Corpus, Written, named_tree
from cdaflow.demo.english import English
from cdaflow.demo.grammar import Grammar, text_of
from cdaflow.demo.scene import Gender, Person, Phrase, Scene
from cdaflow.trees import Sentence, Token

#: The feature that marks the head word of each person in a tree of `MarkedEnglish`.
_MARK = "WhichPerson"
_LABELS = {Gender.MASCULINE: MASCULINE, Gender.FEMININE: FEMININE}


class MarkedEnglish(English):
    """The English of the demo, which knows where its people are."""

    _people: Sequence[Person] = ()

    def tree(self, scene: Scene) -> Sentence:
        """Return the scene as a tree in which the head words of people are marked."""
        self._people = scene.people
        return super().tree(scene)

    def person_noun(self, person: Person, forms: tuple[str, str, str, str]) -> Phrase:
        """Return the noun of a person with the person's index among the features of the head."""
        noun = super().person_noun(person, forms)
        index = next(i for i, candidate in enumerate(self._people) if candidate is person)
        return replace(noun, feats={**noun.feats, _MARK: str(index)})

    def entities(self, scene: Scene) -> tuple[Entity, ...]:
        """Return the people of a scene, in its order: head words, and whether each is open."""
        tree = self.tree(scene)
        text = text_of(tree)
        spans = _marked_spans(tree)
        entities = []
        for index, person in enumerate(scene.people):
            other = with_genders(scene, {index: person.gender.other})
            label = AMBIGUOUS if self.text(other) == text else _LABELS[person.gender]
            entities.append(Entity(*spans[index], label))
        return tuple(entities)


def _marked_spans(tree: Sentence) -> dict[int, tuple[int, int]]:
    """Return the characters of the head word of each person by index."""
    spans, start = {}, 0
    for word in tree.surface():
        end = start + len(word.form)
        if isinstance(word, Token) and _MARK in word.feats:
            spans[int(word.feats[_MARK])] = start, end
        start = end + word.space_after
    return spans


def with_genders(scene: Scene, genders: Mapping[int, Gender]) -> Scene:
    """Return the scene with these genders of some of its people, by index."""
    people = tuple(
        replace(person, gender=genders.get(index, person.gender))
        for index, person in enumerate(scene.people)
    )
    return replace(scene, people=people)


def open_men(scene: Scene, entities: Sequence[Entity]) -> Scene:
    """Return the scene in which everybody open is a man."""
    return with_genders(scene, dict.fromkeys(_open(entities), Gender.MASCULINE))


def alternatives_of(
    scene: Scene, source: str, entities: Sequence[Entity], grammar: Grammar
) -> Alternatives:
    """Return what a translator into the language of `grammar` should offer for a scene.

    `source`: its English, `entities` its people. Raises ValueError where the structures would not
    write each combination of genders as the grammar does, which is a fault of either.
    """
    people = _open(entities)
    combined = [women for size in range(len(people) + 1) for women in combinations(people, size)]
    realised = {
        women: grammar.text(
            with_genders(
                scene,
                {i: Gender.FEMININE if i in women else Gender.MASCULINE for i in people},
            )
        )
        for women in combined
    }
    base = realised[()]
    structures: list[Structure] = []
    for women in combined[1:]:
        active = [structure for structure in structures if set(structure.entities) < set(women)]
        new = group(write(base, active), realised[women])
        structures += (
            replace(structure, start=_in_base(structure.start, active), entities=women)
            for structure in new
        )
        structures.sort(key=lambda structure: structure.start)
    alternatives = Alternatives(source, base, tuple(structures), tuple(entities))
    validate(alternatives)
    for women in combined:
        text = write(
            base, [structure for structure in structures if set(structure.entities) <= set(women)]
        )
        if text != realised[women]:
            raise ValueError(f"{text!r} is written, not {realised[women]!r}")
    return alternatives


def _open(entities: Sequence[Entity]) -> list[int]:
    return [index for index, entity in enumerate(entities) if entity.label == AMBIGUOUS]


def _in_base(start: int, active: Sequence[Structure]) -> int:
    """Return the offset in the masculine text of one in the text with `active` feminine."""
    for structure in active:
        if structure.start < start:
            start -= len(structure.feminine) - len(structure.masculine)
    return start


def write_alternatives(corpus: Corpus, folder: Path) -> None:
    """Write the gender alternatives of the parallel text under `folder`.

    - <language>/{train,dev,test}.jsonl.gz: one object for each line of
      en-<language>/{train,dev,test}.tsv of `Corpus.write_parallel`, in order; open people are men
      in its text.
    - <language>/{train,dev,test}.conllu.gz: the trees of these texts (sent_id "dev-000017"). The
      English has those of `Corpus.write_trees`.
    - en/{train,dev,test}.jsonl.gz: the tags of the English: head words of people, with labels.
    """
    english = MarkedEnglish(corpus.grammars["en"].lexicon)

    def files(split: str) -> list[tuple[Grammar, Mapping[Path, str]]]:
        outputs: list[tuple[Grammar, Mapping[Path, str]]] = []
        for language in corpus.languages:
            stems = [f"{split}.jsonl.gz", *([f"{split}.conllu.gz"] if language != "en" else [])]
            paths = [folder / language / name for name in stems]
            outputs.append((corpus.grammars[language], dict.fromkeys(paths, "")))
        return outputs

    def render(split: str, line: int, scene: Scene, tree: Sentence) -> Written:
        entities, source = english.entities(scene), text_of(tree)
        masculine = open_men(scene, entities)

        def written(grammar: Grammar) -> Sequence[str]:
            if grammar.code == "en":
                tags = {"source": source, "heads": [entity_as_json(entity) for entity in entities]}
                return (json_line(tags),)
            alternatives = alternatives_of(scene, source, entities, grammar)
            return json_line(as_json(alternatives)), named_tree(
                grammar.tree(masculine), split, line
            )

        return written

    corpus.write_splits("alternatives", files, render)
