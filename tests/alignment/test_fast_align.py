import math
import os
import random
from pathlib import Path

import numpy as np
import pytest

from cdaflow.alignment import fast_align as module
from cdaflow.alignment.fast_align import Grid, Model, digamma, fast_align, variational


def grid(n, m):
    return Grid(np.array([n]), np.array([m]))


def corpus(size=60, words=12, seed=5):
    """Return pairs in which word k of the source is word k of the target, in the same order."""
    draw = random.Random(seed)
    sources = [draw.choices(range(words), k=draw.randint(2, 7)) for _ in range(size)]
    return [([f"s{k}" for k in line], [f"t{k}" for k in line]) for line in sources]


def test_prior_by_hand():
    # Two source words, the only target word: h is -|1/2 - 1| and 0.
    near, far = 1.0, math.exp(-2.0)
    expected = [0.08, 0.92 * far / (near + far), 0.92 * near / (near + far)]
    assert grid(2, 1).prior(4.0) == pytest.approx(expected)


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (7, 5), (20, 23)])
def test_probabilities_sum_to_one(shape):
    cells = grid(*shape)
    assert cells.sums(cells.prior(4.7)) == pytest.approx(np.ones(shape[1]))
    assert (cells.prior(4.7) > 0).all()


@pytest.mark.parametrize("size", [1, 2, 5, 14])
def test_expected_feature_is_the_expectation_of_equal_lengths(size):
    for j, found in enumerate(grid(size, size).expected_feature(3.0), 1):
        h = [-abs(i / size - j / size) for i in range(1, size + 1)]
        weights = [math.exp(3.0 * value) for value in h]
        expected = sum(w * v for w, v in zip(weights, h, strict=True)) / sum(weights)
        assert found == pytest.approx(expected)


def test_digamma():
    # Abramowitz and Stegun, 6.3.2, 6.3.3 and 6.3.5.
    gamma = 0.57721566490153286
    expected = [-gamma, 1 - gamma, -gamma - 2 * math.log(2), 1 - gamma - 1 / 1.01 - 1 / 0.01]
    found = digamma(np.array([1.0, 2.0, 0.5, 0.01]))
    assert found[:3] == pytest.approx(expected[:3], abs=1e-10)
    # psi(2.01) = psi(2) + 0.01 * (pi^2/6 - 1) - 0.00005 * 2 * (zeta(3) - 1) + ...
    raised = expected[3] + 0.01 * (math.pi**2 / 6 - 1) - 1e-4 * 0.2020569
    assert found[3] == pytest.approx(raised, abs=1e-6)


def test_variational_probabilities_by_hand():
    # Source word 1 has counts 1.5 and 0.5 for two target words, prior 0.5 each: totals 2, 1, 3.
    found = variational(np.array([4.5, 1.5, 0.5]), np.array([0, 1, 1]), 0.5)
    gamma = 0.57721566490153286
    expected = [1.0, math.exp(1 - gamma - (1.5 - gamma)), math.exp(-gamma - (1.5 - gamma))]
    assert found == pytest.approx(expected)
    assert found[1] + found[2] < 1


def test_likelihood_rises():
    model = Model(corpus())
    model.train(6)
    first, second, *later = [iteration.log_likelihood for iteration in model.history]
    # Each step raises the bound of variational Bayes, and the likelihood at first; later on the
    # program's own estimate of the tension may cost it a thousandth.
    assert first < second < min(later)
    assert later == pytest.approx([later[0]] * 4, rel=0.02)
    # The prior of the first iterations is that of the start: nothing is known to adapt it by.
    assert [iteration.tension for iteration in model.history[:2]] == [4.0, 4.0]
    assert model.tension != 4.0


def test_tension_moves_the_prior_towards_what_was_seen():
    model = Model(corpus())
    before = model.expected_feature(model.tension)
    for empirical in (before + 0.01, before - 0.01):
        after = model.expected_feature(model._better_tension(empirical))
        assert abs(after - empirical) < abs(before - empirical)
    assert model._better_tension(0.0) <= 14.0
    assert model._better_tension(-1.0) == 0.1


def test_one_pair_of_one_word():
    assert fast_align([(["a"], ["x"])]) == [{(0, 0)}]


@pytest.mark.parametrize("reverse", [False, True])
def test_diagonal_corpus_is_aligned_right(reverse):
    pairs = corpus()
    links = fast_align(pairs, reverse=reverse)
    assert links == [{(n, n) for n in range(len(source))} for source, _ in pairs]


def test_words_are_found_off_the_diagonal():
    nouns = [
        ("nurse", "enfermera"),
        ("baker", "panadera"),
        ("cook", "cocinera"),
        ("guard", "guarda"),
    ]
    kinds = [("old", "vieja"), ("young", "joven"), ("good", "buena"), ("tall", "alta")]
    pairs = [(["the", kind, noun], ["la", n, k]) for noun, n in nouns for kind, k in kinds]
    assert fast_align(pairs) == [{(0, 0), (2, 1), (1, 2)}] * len(pairs)


def test_each_target_word_has_one_link_at_most():
    pairs = [(source, target + ["filler"] * 3) for source, target in corpus()]
    for (source, target), links in zip(pairs, fast_align(pairs), strict=True):
        assert len({j for _, j in links}) == len(links)
        assert all(i < len(source) and j < len(target) for i, j in links)
    back = fast_align(pairs, reverse=True)
    assert all(len({i for i, _ in links}) == len(links) for links in back)


def test_order_of_pairs_does_not_matter():
    pairs = corpus(seed=8)
    order = list(range(len(pairs)))
    random.Random(2).shuffle(order)
    straight = fast_align(pairs)
    assert fast_align([pairs[n] for n in order]) == [straight[n] for n in order]
    assert fast_align(pairs) == straight


def test_extra_text_trains_but_is_not_returned():
    pairs = corpus()
    alone = [(["s1", "s2", "s3"], ["t3", "t1", "t2"])]
    # By itself the pair tells nothing but the diagonal.
    assert fast_align(alone) == [{(0, 0), (1, 1), (2, 2)}]
    assert fast_align(alone, iter(pairs)) == [{(0, 1), (1, 2), (2, 0)}]


def test_empty_sides_have_no_links():
    pairs = [([], ["x"]), (["a"], ["x"]), (["a"], [])]
    assert fast_align(pairs, [([], ["y"])]) == [set(), {(0, 0)}, set()]
    assert fast_align([]) == []
    assert fast_align([([], [])]) == [set()]


def test_blocks_change_nothing(monkeypatch):
    pairs = corpus()
    whole = fast_align(pairs)
    monkeypatch.setattr(module, "_BLOCK", 50)
    assert len(Model(pairs)._blocks) > 10
    assert fast_align(pairs) == whole


#: What systran-align 3.5.0, which is built on the code of fast_align, prints for these files
#: (favor_diagonal, optimize_tension, variational_bayes; one thread): the log-likelihood of each
#: iteration and the tension after it.
PROGRAM = {
    "de": ([-1.21258e6, -233720, -164152, -150387, -146128], [5.31832, 6.07919, 6.33938]),
    "fr": ([-1.38541e6, -260342, -192099, -176460, -170468], [4.74058, 5.67178, 6.19839]),
    "ru": ([-1.04029e6, -231544, -162820, -151857, -148785], [5.85076, 6.30386, 6.36428]),
}


@pytest.mark.data
@pytest.mark.parametrize("language", PROGRAM)
def test_numbers_are_those_of_the_program(language):
    folder = Path(os.environ["CDAFLOW_DATA"]) / "winomt/translations/wmt20base"
    lines = (folder / f"en-{language}.txt").read_text(encoding="utf-8").splitlines()
    sides = [line.partition("|||") for line in lines]
    model = Model([(source.split(), target.split()) for source, _, target in sides])
    model.train(5)
    likelihoods, tensions = PROGRAM[language]
    assert [it.log_likelihood for it in model.history] == pytest.approx(likelihoods, rel=4e-6)
    assert [it.tension for it in model.history[2:]] == pytest.approx(tensions, rel=2e-6)
