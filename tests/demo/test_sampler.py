"""The stream of scenes: deterministic, by the tables, with everything in a scene fitting."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from scipy.stats import binomtest

from cdaflow.demo.challenge import challenge_set, stereotype
from cdaflow.demo.corpus import load_grammar
from cdaflow.demo.lexicon import load_inventory, read_keyed
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Scene, Tense, Thing
from cdaflow.demo.scenes import APART, APART_OF_ONE, CONSTRUCTIONS, makes_sense, read_shares, scenes
from cdaflow.wordlists.english_lists import load_stereotypes

from ..errors import raises

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
INVENTORY = load_inventory()
GRAMMAR = load_grammar("en", WORDLISTS)
SHARES = load_stereotypes(WORDLISTS / "stereotypes.tsv", GRAMMAR.lexicon.professions)


class Fields(NamedTuple):
    """What scenes of a construction hold: numbers of people and things, frames of their verbs and
    kinds of their adjectives in order, and whether they may say when.
    """

    people: int
    things: int = 0
    verbs: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    time: bool = False


BECAUSE = "because-subject|because-object"
FIELDS = {
    "simple": Fields(1, 0, ("intransitive",), (), True),
    "motion": Fields(1, 0, ("motion",), (), True),
    "transitive": Fields(1, 1, ("thing",), (), True),
    "predicate": Fields(1, 0, (), ("trait|state",)),
    "passive": Fields(1, 0, ("passive",), (), True),
    "passive-agent": Fields(2, 0, ("passive",)),
    "relative-subject": Fields(1, 0, ("intransitive",), ("trait|state",)),
    "relative-object": Fields(2, 0, ("person-stative",), ("trait",)),
    "coordinated-people": Fields(2, 0, (), ("trait|state",)),
    "coordinated-people-motion": Fields(2, 0, ("motion",), (), True),
    "coordinated-verbs": Fields(1, 1, ("motion", "thing")),
    "of-person": Fields(1, 1, (), ("trait",)),
    "to-person": Fields(2, 1),
    "there-is": Fields(1),
    "we-verb": Fields(1, 0, ("person",), (), True),
    "question": Fields(1, 0, (), ("state",)),
    "question-where": Fields(1, 0, ("intransitive",)),
    "negation": Fields(1, 0, ("intransitive",)),
    "comparison": Fields(2, 0, (), ("comparable",)),
    "own-thing": Fields(1, 1, ("thing",), (), True),
    "profession": Fields(1),
    "become": Fields(1, 0, (), (), True),
    "work-as": Fields(1),
    "said": Fields(1, 0, (), ("state",)),
    "when": Fields(1, 0, ("motion",), ("state",)),
    "reflexive": Fields(1, 0, ("reflexive",), (), True),
    "hers": Fields(1, 1),
    "because-adjective": Fields(2, 0, (BECAUSE,), (BECAUSE,)),
    "because-verb": Fields(2, 0, (BECAUSE, "vp-subject|vp-object")),
    "object-pronoun": Fields(2, 0, ("person", "person")),
    "thank-for": Fields(2, 1),
    "promise": Fields(2, 1, ("thing",)),
    "thing-predicate": Fields(0, 1, (), ("trait|state",)),
    "thing-place": Fields(0, 1),
    "thing-motion": Fields(0, 1, ("motion",), (), True),
    "thing-passive": Fields(0, 1, ("thing",), (), True),
    "weather": Fields(0, 0, (), (), True),
    "thing-pronoun": Fields(1, 1, ("thing", "thing")),
}  # fmt: skip


@pytest.fixture(scope="module")
def drawn() -> list[Scene]:
    return list(itertools.islice(scenes(SHARES, 3, "test"), 12_000))


def test_the_same_seed_and_stream_draw_the_same() -> None:
    def first(seed: int, stream: str) -> list[Scene]:
        return list(itertools.islice(scenes(SHARES, seed, stream), 50))

    assert first(1, "train") == first(1, "train")
    assert first(1, "train") != first(2, "train")
    assert first(1, "train") != first(1, "dev")


def test_a_scene_passed_over_leaves_the_others_as_they_are(
    drawn: list[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cdaflow.demo.scenes.makes_sense", lambda _: True)
    whole = itertools.islice(scenes(SHARES, 3, "test"), 3_000)
    sensible = [scene for scene in whole if makes_sense(scene)]
    assert sensible == drawn[: len(sensible)]
    assert 2_900 < len(sensible) < 3_000


def test_every_scene_fills_the_fields_of_its_construction(drawn: list[Scene]) -> None:
    assert {scene.construction for scene in drawn} == set(CONSTRUCTIONS) == set(FIELDS)
    for scene in drawn:
        pattern = FIELDS[scene.construction]
        assert len(scene.people) == pattern.people
        assert len(scene.things) == pattern.things
        assert len(scene.verbs) == len(pattern.verbs)
        assert len(scene.adjectives) == len(pattern.adjectives)
        if scene.time is not None:
            assert INVENTORY.times[scene.time] == scene.tense.value
            assert pattern.time
        for verb, frames in zip(scene.verbs, pattern.verbs, strict=True):
            assert any(verb in INVENTORY.verbs[frame] for frame in frames.split("|"))
        assert (scene.focus is None) == (not scene.people)
        assert scene.referent is None or scene.focus == scene.referent
        if len(scene.people) == 2:
            assert scene.people[0].profession != scene.people[1].profession
        for person in scene.people[1:]:
            assert person.number is Number.SINGULAR


def test_adjectives_are_of_the_kinds_asked_for(drawn: list[Scene]) -> None:
    for scene in drawn:
        of = "person" if scene.people and scene.construction != "of-person" else "thing"
        for adjective, kinds in zip(
            scene.adjectives, FIELDS[scene.construction].adjectives, strict=True
        ):
            nouns, has = INVENTORY.adjectives[adjective]
            assert of in nouns
            if "because" not in kinds:
                assert has & set(kinds.split("|"))


def test_verbs_take_the_things_they_are_given(drawn: list[Scene]) -> None:
    for scene in drawn:
        for verb in scene.verbs:
            if scene.things and verb in INVENTORY.verbs["thing"]:
                classes = INVENTORY.nouns[scene.things[0].noun]
                assert classes & INVENTORY.verbs["thing"][verb], scene
        assert scene.place is not None or "live" not in scene.verbs or "where" in scene.construction


COOK, NURSE = Person("cook", Gender.FEMININE), Person("nurse", Gender.MASCULINE)


def _with(person: Person, adjective: str) -> Person:
    return replace(person, adjective=adjective)


@pytest.mark.parametrize(
    ("sensible", "scene"),
    [
        (False, Scene("thing-predicate", things=(Thing("key"),), adjectives=("heavy",))),
        (False, Scene("own-thing", (COOK,), (Thing("photo", adjective="heavy"),), ("lose",))),
        (True, Scene("own-thing", (COOK,), (Thing("box", adjective="heavy"),), ("lose",))),
        (False, Scene("we-verb", (COOK,), verbs=("admire",), time="two_days_ago")),
        (True, Scene("we-verb", (COOK,), verbs=("see",), time="two_days_ago")),
        (False, Scene("motion", (COOK,), verbs=("arrive",), time="always", tense=Tense.PRESENT)),
        (False, Scene("because-adjective", (_with(COOK, "tired"), NURSE), verbs=("shout_at",),
                      adjectives=("tired",), referent=0)),
        (False, Scene("because-adjective", (NURSE, _with(COOK, "tired")), verbs=("shout_at",),
                      adjectives=("tired",), referent=0)),
        (True, Scene("because-adjective", (NURSE, _with(COOK, "tired")), verbs=("shout_at",),
                     adjectives=("nervous",), referent=0)),
        (False, Scene("because-verb", (NURSE, _with(COOK, "lazy")), verbs=("hire", "work_well"),
                      referent=1)),
        (True, Scene("because-verb", (_with(NURSE, "lazy"), COOK), verbs=("hire", "work_well"),
                     referent=1)),
        (False, Scene("thank-for", (NURSE, _with(COOK, "honest")), (Thing("honesty"),),
                      referent=1)),
    ],
)  # fmt: skip
def test_words_that_do_not_go_together(sensible: bool, scene: Scene) -> None:
    assert makes_sense(scene) is sensible


def test_the_words_kept_apart_are_words_of_the_inventory() -> None:
    known = {
        *INVENTORY.adjectives, *INVENTORY.nouns, *INVENTORY.places, *INVENTORY.times,
        *itertools.chain.from_iterable(INVENTORY.verbs.values()),
    }  # fmt: skip
    for word, others in (*APART.items(), *APART_OF_ONE.items()):
        assert {word, *others} <= known


def test_what_is_introduced_how(drawn: list[Scene]) -> None:
    """No "my doctor who ...", no "two doors are black"; "was closed" without a time may be a
    state.
    """
    possessives = {Determiner.MY, Determiner.YOUR, Determiner.OUR}
    for scene in drawn:
        if scene.construction in ("relative-subject", "relative-object"):
            assert scene.people[0].determiner not in possessives, scene
        if scene.construction in ("predicate", "thing-predicate"):
            (subject,) = (*scene.people, *scene.things)
            assert subject.determiner not in (Determiner.A, Determiner.TWO), scene
        if scene.construction == "thing-passive":
            assert scene.time is not None, scene
        if "carry" in scene.verbs:
            assert scene.things[0].noun not in ("jacket", "hat", "watch"), scene


def test_nobody_hires_a_relative_or_a_king(drawn: list[Scene]) -> None:
    for scene in drawn:
        if {"hire", "dismiss", "interview"} & set(scene.verbs):
            hired = scene.people[0 if len(scene.people) == 1 or "passive" in scene.construction
                                 else 1]  # fmt: skip
            assert hired.profession not in INVENTORY.people, scene


def test_reasons_point_at_the_referent(drawn: list[Scene]) -> None:
    for scene in drawn:
        if scene.construction.startswith("because"):
            frame = ("because-subject", "because-object")[scene.referent or 0]
            assert scene.verbs[0] in INVENTORY.verbs[frame]
            if len(scene.verbs) == 2:
                assert scene.verbs[1] in INVENTORY.verbs[frame.replace("because", "vp")]


def test_genders_follow_the_table_of_stereotypes(drawn: list[Scene]) -> None:
    """Exact binomial tests per profession; with 126 of them, p < 1e-5 does not come by chance."""
    seen: Counter[tuple[str, Gender]] = Counter(
        (person.profession, person.gender) for scene in drawn for person in scene.people
    )
    for profession, share in SHARES.items():
        women = seen[profession, Gender.FEMININE]
        total = women + seen[profession, Gender.MASCULINE]
        assert total > 50
        assert binomtest(women, total, share).pvalue > 1e-5, profession


def test_balanced_streams_are_balanced() -> None:
    people = [
        person.gender
        for scene in itertools.islice(scenes(SHARES, 5, "trees", balanced=True), 4_000)
        for person in scene.people
    ]
    women = people.count(Gender.FEMININE)
    assert binomtest(women, len(people), 0.5).pvalue > 1e-4


def test_the_text_is_biased_and_asks_for_pronouns(drawn: list[Scene]) -> None:
    people = [person for scene in drawn for person in scene.people]
    women = sum(person.gender is Gender.FEMININE for person in people)
    assert 0.2 < women / len(people) < 0.35
    with_people = [scene for scene in drawn if scene.people]
    pairs = sum(CONSTRUCTIONS[scene.construction].challenge > 0 for scene in with_people)
    # Enough to learn within few updates that the pronoun means the second person (docs/demo.md).
    assert 0.28 < pairs / len(with_people) < 0.38
    assert any(person.neutral for person in people)


def test_he_and_she_never_mean_the_first_of_two_people(drawn: list[Scene]) -> None:
    """What the text does not tell is what the challenge set asks in most rows."""
    pairs = [scene for scene in drawn if len(scene.people) == 2 and scene.referent is not None]
    first = [scene for scene in pairs if scene.referent == 0]
    assert 0.2 < len(first) / len(pairs) < 0.5
    assert all(scene.people[0].neutral for scene in first)
    gendered = [scene for scene in pairs if scene.referent == 1 and not scene.people[1].neutral]
    assert len(gendered) > 0.9 * (len(pairs) - len(first))


def test_most_rows_of_the_challenge_set_mean_the_first_of_two_people() -> None:
    """57 % of the demo's set (seed 1), as docs/demo.md says."""
    rows = challenge_set(GRAMMAR, SHARES, 1200, 1)
    assert sum(row.scene.referent == 0 for row in rows) == 683


def test_shipped_stereotypes() -> None:
    assert len(SHARES) >= 80
    assert stereotype(SHARES["nurse"]) is Gender.FEMININE
    assert stereotype(SHARES["carpenter"]) is Gender.MASCULINE
    assert stereotype(SHARES["sibling"]) is None


def test_weights_choose_the_constructions(tmp_path: Path) -> None:
    table = tmp_path / "weights.tsv"
    table.write_text("construction\tweight\nsimple\t1\nmotion\t3\nwhen\t0\n")
    drawn = itertools.islice(scenes(SHARES, 1, "x", shares=read_shares(table)), 400)
    counts = Counter(scene.construction for scene in drawn)
    assert set(counts) == {"simple", "motion"}
    assert binomtest(counts["motion"], 400, 0.75).pvalue > 1e-4


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("profession\tshare\nnurse\t0.9\n", 1, "column.missing"),
        (
            "profession\tfeminine_share\nnurse\t0.9\nnarse\t0.9\n",
            3,
            "stereotype.unknown-profession",
        ),
        (
            "profession\tfeminine_share\nnurse\t0.9\nnurse\t0.8\n",
            3,
            "stereotype.duplicate-profession",
        ),
        ("profession\tfeminine_share\nnurse\t90 %\n", 2, "stereotype.share-out-of-range"),
        ("profession\tfeminine_share\nnurse\tnan\n", 2, "stereotype.share-out-of-range"),
        ("profession\tfeminine_share\nnurse\t1.2\n", 2, "stereotype.share-out-of-range"),
        ("profession\tfeminine_share\nnurse\t0.9\t\tmore\n", 2, "row.cell-count"),
        ("profession\tfeminine_share\nnurse\t0.9\n", None, "stereotype.too-few-professions"),
    ],
)
def test_a_bad_table_of_stereotypes(
    text: str, line: int | None, problem: str, tmp_path: Path
) -> None:
    table = tmp_path / "stereotypes.tsv"
    table.write_text(text)
    with raises(problem) as caught:
        load_stereotypes(table, {"nurse": 1})
    assert (caught.value.file, caught.value.line) == (str(table), line)


def test_a_bad_table_of_words(tmp_path: Path) -> None:
    table = tmp_path / "verbs.tsv"
    table.write_text("key\tbase\nwork\twork\nwork\tworks\n")
    with raises("row.duplicate-key") as caught:
        read_keyed(table)
    assert caught.value.line == 3


def test_bad_weights(tmp_path: Path) -> None:
    table = tmp_path / "weights.tsv"
    table.write_text("construction\tweight\nsimpel\t1\n")
    with raises("construction.unknown"):
        read_shares(table)
    for weight in ("-1", "1.5", "²", "9" * 5000):
        table.write_text(f"construction\tweight\nsimple\t{weight}\n")
        with raises("construction.weight-not-whole-number") as caught:
            read_shares(table)
        assert caught.value.line == 2


def test_an_unknown_language() -> None:
    with raises("demo.language-unsupported", "'xx'"):
        load_grammar("xx", WORDLISTS)
