"""Gender alternatives by a model that reads genders as tags (Garg et al. 2024, section 5.2).

The all-masculine and the all-feminine text are the most probable ones among the inflections of a
translation. The paper has the people of the structures from a model of their own; here the same
model is asked, with one woman at a time, which of the structures become feminine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from cdaflow.alternatives.lattice import Lattice
from cdaflow.alternatives.lattice_search import BEAM, LIMIT, Found, Prefix, Scorer, best_texts
from cdaflow.alternatives.making import Made
from cdaflow.alternatives.sentences import Texts
from cdaflow.alternatives.structures import (
    AMBIGUOUS,
    GENDERS,
    MAX_OPEN,
    Alternatives,
    Entity,
    Structure,
    group,
)
from cdaflow.alternatives.tagged_text import tag_source
from cdaflow.errors import InputError
from cdaflow.io.files import batched
from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder, faults_of_ctranslate2
from cdaflow.nmt.model import Model, check_model, segmenters

#: Sentences that are searched together.
_CHUNK = 256


@dataclass(frozen=True)
class Search:
    """How a lattice is searched: by which model, with how many hypotheses and scores at most."""

    scorer: Scorer
    beam: int = BEAM
    limit: int = LIMIT

    def best(self, cases: Sequence[tuple[str, Lattice]]) -> list[Found | None]:
        """Return the most probable text of each lattice; see `best_texts`."""
        return best_texts(cases, self.scorer, beam=self.beam, limit=self.limit)


@dataclass
class _Case:
    """One sentence on its way; `people`: the indices of those who are open."""

    texts: Texts
    lattice: Lattice
    entities: tuple[Entity, ...]
    people: list[int]
    masculine: str = ""
    structures: tuple[Structure, ...] = ()
    by_position: int = 0
    cause: str = ""

    def source(self, women: Iterable[int]) -> str:
        """Return the source with the tags of everybody open."""
        return tag_source(
            self.texts.source, self.entities, {p: GENDERS[p in women] for p in self.people}
        )


def make_by_lattice(sentences: Iterable[tuple[Texts, Lattice]], search: Search) -> Iterator[Made]:
    """Yield what is offered for each translation, in order.

    Beside each sentence stands the lattice of its translation (`Inflections.lattice`). The people
    have to be known.

    `cause` of what is made: nobody-open, unchanged, too-many (of more than MAX_OPEN people nobody's
    structures are known), or variants (a scorer of whole texts alone, and too many of them).
    Raises InputError where the people are not known.
    """
    for chunk in batched(sentences, _CHUNK):
        cases = [_case(*each) for each in chunk]
        _decode(cases, search)
        _align(cases, search)
        yield from map(_made, cases)


def _case(texts: Texts, lattice: Lattice) -> _Case:
    if texts.heads is None:
        raise InputError(
            "person.open-unknown", f"nothing says whose gender is open in {texts.source!r}"
        )
    entities = tuple(texts.heads)
    people = [n for n, entity in enumerate(entities) if entity.label == AMBIGUOUS]
    cause = "" if people else "nobody-open"
    return _Case(texts, lattice, entities, people, texts.target, cause=cause)


def _decode(cases: Sequence[_Case], search: Search) -> None:
    """Find the all-masculine and the all-feminine text, and what differs between them."""
    rest = [case for case in cases if not case.cause]
    asked = [(case.source(women), case.lattice) for case in rest for women in ((), case.people)]
    found = iter(search.best(asked))
    for case, masculine, feminine in zip(rest, found, found, strict=True):
        if masculine is None or feminine is None:
            case.cause = "variants"
            continue
        case.masculine = masculine.text
        structures = group(masculine.text, feminine.text)
        case.cause = "" if structures else "unchanged"
        if len(case.people) == 1:
            structures = tuple(replace(one, entities=(case.people[0],)) for one in structures)
        elif len(case.people) > MAX_OPEN:
            case.cause = case.cause or "too-many"
        case.structures = structures


def _align(cases: Sequence[_Case], search: Search) -> None:
    """Find the people of structures where two or more are open.

    A structure goes with the person for whom it becomes feminine, the others being men; one that
    does so for nobody alone goes with all of them, for several with the nearest of these.
    """
    rest = [case for case in cases if not case.cause and len(case.people) > 1]
    asked = [
        (case.source([person]), _of_structures(case)) for case in rest for person in case.people
    ]
    found = iter(search.best(asked))
    for case in rest:
        changed: dict[int, set[int]] = {}
        for person in case.people:
            each = next(found)
            for number in _feminine(case, each.text if each is not None else case.masculine):
                changed.setdefault(number, set()).add(person)
        structures = []
        for number, structure in enumerate(case.structures):
            people = changed.get(number, set(case.people))
            if len(people) > 1 and number in changed:
                people = {_nearest(case, structure, people)}
                case.by_position += 1
            structures.append(replace(structure, entities=tuple(sorted(people))))
        case.structures = tuple(structures)


def _of_structures(case: _Case) -> Lattice:
    """Return the texts that the structures of a sentence make, each in either form."""
    arcs: list[list[tuple[int, str]]] = []
    end = 0
    for structure in case.structures:
        arcs.append([(len(arcs) + 1, case.masculine[end : structure.start])])
        arcs.append([(len(arcs) + 1, form) for form in (structure.masculine, structure.feminine)])
        end = structure.end
    return Lattice([*arcs, [(len(arcs) + 1, case.masculine[end:])]])


def _feminine(case: _Case, text: str) -> Iterator[int]:
    """Yield the structures whose feminine form a text has, by their numbers."""
    found = group(case.masculine, text)
    for number, structure in enumerate(case.structures):
        if any(each.start < structure.end and structure.start < each.end for each in found):
            yield number


def _nearest(case: _Case, structure: Structure, people: Iterable[int]) -> int:
    """Return the person whose place in the source is most like that of a structure."""
    place = (structure.start + structure.end) / 2 / max(len(case.masculine), 1)

    def distance(person: int) -> float:
        entity = case.entities[person]
        return abs((entity.start + entity.end) / 2 / max(len(case.texts.source), 1) - place)

    return min(sorted(people), key=distance)


def _made(case: _Case) -> Made:
    alternatives = Alternatives(case.texts.source, case.masculine, case.structures, case.entities)
    return Made(alternatives, case.cause, by_position=case.by_position)


#: Subwords of a batch, with which one thread was fastest.
BATCH = 2048

#: Sources whose subwords are kept: those of a sentence are asked for again and again.
_KEPT = 4096


class PrefixScorer:
    """The scorer of a lattice (`cdaflow.alternatives.lattice_search.Scorer`) that a model is.

    Beginnings end between words, so that their subwords are those of the whole translation.

    Raises ConfigError for a model that CTranslate2 cannot do, InputError for a faulty one.
    """

    scores_prefixes = True

    def __init__(self, model: Model, decoder: CTranslate2Decoder) -> None:
        check_model(model)
        with tempfile.TemporaryDirectory(prefix=".cdaflow-scores-") as folder:
            self._translator: Any = decoder.translator(model, Path(folder) / "converted")
        source, self._target = segmenters(model)
        self._prefix = list(model.framing.target)
        self._source = lru_cache(_KEPT)(source.encode)

    def score(self, prefixes: Sequence[Prefix]) -> list[float]:
        """Return the natural log probability of each, of a whole one with its end."""
        scores = [0.0] * len(prefixes)
        targets = [self._target.encode(prefix.text) for prefix in prefixes]
        # An empty beginning is certain.
        asked = [n for n, prefix in enumerate(prefixes) if targets[n] or prefix.whole]
        with faults_of_ctranslate2():
            results = self._translator.score_batch(
                [self._source(prefixes[n].source) for n in asked],
                [self._prefix + targets[n] for n in asked],
                max_batch_size=BATCH,
                batch_type="tokens",
                max_input_length=0,
            )
        for n, result in zip(asked, results, strict=True):
            log_probs = result.log_probs[len(self._prefix) :]
            # The last one is that of the end of the sentence.
            scores[n] = float(sum(log_probs[: None if prefixes[n].whole else -1]))
        return scores
