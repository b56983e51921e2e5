"""The challenge set in the format of WinoMT (Stanovsky et al. 2019), with its right answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from cdaflow.demo.grammar import Grammar
from cdaflow.demo.lexicon import Lexicon
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Scene
from cdaflow.demo.scenes import CONSTRUCTIONS, scenes
from cdaflow.errors import ConfigError
from cdaflow.io.files import write_lines
from cdaflow.wordlists.english_lists import Stereotypes

_WINOMT_GENDER = {Gender.MASCULINE: "male", Gender.FEMININE: "female"}
#: About one row in this many asks for somebody called they (in WinoMT it is 240 of 3,888).
_NEUTRAL_EVERY = 16
#: Scenes that are tried before the tables are held to be exhausted.
_PATIENCE = 200_000


def stereotype(share: float) -> Gender | None:
    """Return the gender that a profession with this feminine share is taken for; None at 0.5."""
    if share == 0.5:
        return None
    return Gender.FEMININE if share > 0.5 else Gender.MASCULINE


@dataclass(frozen=True)
class Row:
    """One sentence of the challenge set: a scene whose referent is the entity asked about."""

    scene: Scene
    source: str
    pro: bool | None  # None: neutral

    @property
    def entity(self) -> Person:
        """The person whom the pronoun means."""
        if self.scene.referent is None:
            raise ValueError("a scene of the challenge set has a referent")
        return self.scene.people[self.scene.referent]

    def winomt(self) -> str:
        """Return the row as WinoMT has it: gender, index of the entity, sentence, entity."""
        gender = "neutral" if self.pro is None else _WINOMT_GENDER[self.entity.gender]
        index = word_index(self.source, self.entity.profession)
        return f"{gender}\t{index}\t{self.source}\t{self.entity.profession}"


def word_index(sentence: str, noun: str) -> int:
    """Return the index, from 0, of the first word of `noun` after "the" among the words between
    blanks of a sentence; ValueError where it is not there.
    """
    words = [word.rstrip(".,?") for word in sentence.split()]
    noun_words = noun.split()
    for i in range(1, len(words)):
        if words[i - 1].lower() == "the" and words[i : i + len(noun_words)] == noun_words:
            return i
    raise ValueError(f"no {noun!r} in {sentence!r}")


def challenge_set(
    grammar: Grammar, stereotypes: Stereotypes, count: int, seed: int
) -> Sequence[Row]:
    """Return `count` rows, all sentences distinct; about one in sixteen is neutral.

    Each frame comes twice in a row, once with the gender that the entity's profession is taken
    for (pro) and once with the other one (anti); the neutral rows follow. Raises ConfigError where
    the tables have too few professions for that many.
    """
    frames = (count - count // _NEUTRAL_EVERY) // 2
    rows: list[Row] = []
    used: set[str] = set()
    for scene in _frames(grammar.lexicon, stereotypes, seed):
        if len(rows) == count:
            break
        pro = len(rows) < 2 * frames
        variants = [scene, scene.counterfactual()] if pro else [_they(scene)]
        sources = [grammar.text(variant) for variant in variants]
        if used.isdisjoint(sources):
            used.update(sources)
            for variant, source, kind in zip(variants, sources, (True, False), strict=False):
                rows.append(Row(variant, source, kind if pro else None))
    if len(rows) < count:
        raise ConfigError(
            "challenge.too-few-sentences",
            f"{count} sentences are requested, but the grammar makes only {len(rows)} different "
            "ones",
            hint="lower --challenge, or add professions with a stereotype to the table",
        )
    return rows


def _they(scene: Scene) -> Scene:
    people = tuple(
        replace(person, neutral=i == scene.referent) for i, person in enumerate(scene.people)
    )
    return replace(scene, people=people)


def _frames(lexicon: Lexicon, stereotypes: Stereotypes, seed: int) -> Iterator[Scene]:
    """Yield scenes of "the A" and "the B", the entity with the gender it is taken for."""
    shares = {name: pattern.challenge for name, pattern in CONSTRUCTIONS.items()}
    sampled = scenes(stereotypes, seed, "challenge", shares=shares)
    for scene in islice(sampled, _PATIENCE):
        people = []
        for i, person in enumerate(scene.people):
            taken_for = stereotype(stereotypes[person.profession])
            masculine, feminine, _, _ = lexicon.professions[person.profession]
            if masculine != feminine or (taken_for is None and i == scene.referent):
                break  # English would tell the gender by the noun; or there is nothing to ask
            people.append(
                Person(
                    person.profession, taken_for or person.gender, Number.SINGULAR, Determiner.THE
                )
            )
        else:
            yield replace(scene, people=tuple(people))


def write_challenge(folder: Path, rows: Sequence[Row], grammars: Iterable[Grammar]) -> None:
    """Write the files of the challenge set in the languages of `grammars` under `folder`.

    English: en.txt, en_pro.txt, en_anti.txt. Each other language: gold.<language>.tsv with the
    columns line (of en.txt, from 1), translation, counterfactual: the right translation, and the
    one that is right but for the gender of the entity.
    """
    for grammar in grammars:
        if grammar.code == "en":
            write_lines(folder / "en.txt", (row.winomt() for row in rows))
            for name, pro in (("pro", True), ("anti", False)):
                half = (row.winomt() for row in rows if row.pro is pro)
                write_lines(folder / f"en_{name}.txt", half)
            continue
        lines = (
            f"{number}\t{grammar.text(row.scene)}\t{grammar.text(row.scene.counterfactual())}"
            for number, row in enumerate(rows, 1)
        )
        header = "line\ttranslation\tcounterfactual"
        write_lines(folder / f"gold.{grammar.code}.tsv", [header, *lines])
