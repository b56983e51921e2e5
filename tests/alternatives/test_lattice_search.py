"""Search of a lattice: equal to enumeration, whatever the scores, the beam and the lattice."""

import random
from collections.abc import Sequence
from itertools import product

import pytest

from cdaflow.alternatives.lattice import MOST_WAYS, Lattice
from cdaflow.alternatives.lattice_search import Prefix, best_texts, exhaustive


class Sampled:
    """Scores of pieces at random, by what stands before them: the same for the same text."""

    def __init__(self, seed: int, scores_prefixes: bool = True) -> None:
        self.seed, self.scores_prefixes = seed, scores_prefixes
        self.calls = 0

    def score(self, prefixes: Sequence[Prefix]) -> list[float]:
        self.calls += 1
        return [self._one(prefix) for prefix in prefixes]

    def _one(self, prefix: Prefix) -> float:
        words = prefix.text.split() + ["</s>"] * prefix.whole
        return sum(
            -random.Random(f"{self.seed}:{prefix.source}:{words[: end + 1]}").expovariate(1)
            for end in range(len(words))
        )


def sampled_lattice(numbers: random.Random) -> Lattice:
    """Return words with some variants, phrases over two, and words that are joined."""
    length = numbers.randrange(1, 8)
    arcs: list[list[tuple[int, str]]] = []
    for node in range(length):
        gap = "" if node == length - 1 else numbers.choice([" ", " ", " ", "-"])
        forms = [f"w{node}{letter}" for letter in "abc"[: numbers.randrange(1, 4)]]
        arcs.append([(node + 1, form + gap) for form in forms])
        if node + 2 <= length and numbers.random() < 0.2:
            arcs[-1].append((node + 2, f"p{node} "))
    return Lattice(arcs)


@pytest.mark.parametrize("beam", [1, 2, 5])
def test_search_is_exact(beam: int) -> None:
    numbers = random.Random(beam)
    cases = [(f"s{n}", sampled_lattice(numbers)) for n in range(200)]
    scorer = Sampled(1)
    found = best_texts(cases, scorer, beam=beam, limit=100_000)
    for (source, lattice), each in zip(cases, found, strict=True):
        texts = list(lattice.texts())
        scores = scorer.score([Prefix(source, text, whole=True) for text in texts])
        assert each is not None
        assert each.exact
        assert each.log_probability == max(scores)
        assert each.text == texts[scores.index(max(scores))]
    assert exhaustive(cases, scorer, limit=100_000) == [
        each._replace(scored=whole.scored) if each and whole else None
        for each, whole in zip(found, exhaustive(cases, scorer, limit=100_000), strict=True)
    ]


def test_segments_give_all_texts_and_no_other() -> None:
    numbers = random.Random(3)
    for _ in range(200):
        lattice = sampled_lattice(numbers)
        segments = lattice.segments
        assert all(text.endswith(" ") for segment in segments[:-1] for text in segment)
        assert all(len(set(segment)) == len(segment) for segment in segments)
        assert {"".join(choice) for choice in product(*segments)} == set(lattice.texts())


def test_beam_alone_may_err_and_says_so() -> None:
    # The second word makes up for a bad first one, which a beam of one has left.
    scores = {"a ": -1.0, "b ": -2.0, "a c": -9.0, "b c": -3.0}

    class Given:
        scores_prefixes = True

        def score(self, prefixes: Sequence[Prefix]) -> list[float]:
            return [scores[prefix.text] for prefix in prefixes]

    lattice = Lattice([[(1, "a "), (1, "b ")], [(2, "c"), (2, "c")]])
    lattice = Lattice([*lattice.arcs[:1], [(2, "c"), (2, "d")]])
    scores |= {"a d": -9.5, "b d": -9.6}
    (short,) = best_texts([("s", lattice)], Given(), beam=1, limit=1)
    assert short is not None
    assert (short.text, short.exact) == ("a c", False)
    (whole,) = best_texts([("s", lattice)], Given(), beam=1)
    assert whole is not None
    assert (whole.text, whole.exact, whole.log_probability) == ("b c", True, -3.0)


def test_fixed_words_cost_no_scores() -> None:
    arcs = [[(n + 1, f"w{n} ")] for n in range(9)] + [[(10, "x."), (10, "y.")]]
    scorer = Sampled(1)
    (found,) = best_texts([("s", Lattice(arcs))], scorer)
    assert found is not None
    assert (found.scored, scorer.calls) == (2, 1)


def test_scorer_of_whole_texts() -> None:
    numbers = random.Random(5)
    cases = [(f"s{n}", sampled_lattice(numbers)) for n in range(20)]
    whole = best_texts(cases, Sampled(1, scores_prefixes=False), limit=100_000)
    by_prefix = best_texts(cases, Sampled(1), limit=100_000)
    assert [each and each.text for each in whole] == [each and each.text for each in by_prefix]
    assert best_texts(cases[:1], Sampled(1, scores_prefixes=False), limit=0) == [None]


def test_a_stretch_with_too_many_ways_stays() -> None:
    ways = MOST_WAYS.bit_length()
    arcs = [[(n + 1, "a-"), (n + 1, "b-")] for n in range(ways)]
    lattice = Lattice([*arcs, [(ways + 1, "c "), (ways + 1, "d ")], [(ways + 2, "e")]])
    assert lattice.segments == (("a-" * ways + "c ",), ("e",))


def test_nothing_to_search() -> None:
    assert best_texts([], Sampled(1)) == []
    (found,) = best_texts([("s", Lattice([[(1, "")]]))], Sampled(1))
    assert found is not None
    assert found.text == ""
