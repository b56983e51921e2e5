import math
from itertools import chain

import numpy as np
import pytest
import torch
from enumeration import batch_of, forests, truth
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.agreement.batch import from_parents
from cdaflow.agreement.inference import (
    best_assignment,
    log_likelihood,
    log_partition,
    marginals,
    score,
)

from ..errors import raises

TYPES = {torch.float32: 2e-3, torch.float64: 1e-9}
both_types = pytest.mark.parametrize("dtype", TYPES, ids=["float32", "float64"])


def tensors(forest, dtype):
    """Return batch, log psi and log phi (tags, nodes) of a drawn forest."""
    shapes, edges, log_psi, phi = forest
    batch = batch_of(shapes, edges)
    by_word = torch.tensor(np.concatenate(phi).T, dtype=dtype)
    return batch, torch.tensor(log_psi, dtype=dtype), batch.by_node(by_word)


def each_truth(forest):
    shapes, edges, log_psi, phi = forest
    return [truth(s, e, log_psi, p) for s, e, p in zip(shapes, edges, phi, strict=True)]


def near(found, wanted, tolerance):
    """Compare, for float32 relative to the greatest number that the sums went through."""
    size = max(1.0, float(np.abs(np.asarray(wanted)).max(initial=1.0)))
    np.testing.assert_allclose(np.asarray(found), wanted, rtol=0, atol=tolerance * size)


@both_types
@given(forest=forests())
@settings(max_examples=60, deadline=None)
def test_log_z_is_the_sum_over_all_assignments(dtype, forest):
    found = log_partition(*tensors(forest, dtype))
    assert found.dtype == dtype
    near(found, [t[0] for t in each_truth(forest)], TYPES[dtype])


@both_types
@given(forest=forests())
@settings(max_examples=60, deadline=None)
def test_marginals_are_those_of_enumeration(dtype, forest):
    batch, log_psi, log_phi = tensors(forest, dtype)
    node, pair = marginals(batch, log_psi, log_phi)
    wanted = each_truth(forest)
    near(batch.by_word(node).T, np.concatenate([t[1] for t in wanted]), TYPES[dtype])
    counts = np.zeros(log_psi.shape)
    np.add.at(counts, batch.edge.numpy(), np.moveaxis(pair.double().numpy(), 2, 0))
    near(counts, sum(t[2] for t in wanted), TYPES[dtype])


@both_types
@given(forest=forests())
@settings(max_examples=60, deadline=None)
def test_the_best_assignment_is_the_best_of_all(dtype, forest):
    batch, log_psi, log_phi = tensors(forest, dtype)
    tags, value = best_assignment(batch, log_psi, log_phi)
    best = [t[3] for t in each_truth(forest)]
    near(value, best, TYPES[dtype])
    # Among equals (or what rounding makes of them) any will do, but it must have that value.
    near(score(batch, log_psi, log_phi, tags), best, TYPES[dtype])


@both_types
@given(forest=forests())
@settings(max_examples=60, deadline=None)
def test_gradients_are_the_expected_counts_of_enumeration(dtype, forest):
    batch, log_psi, log_phi = tensors(forest, dtype)
    log_psi.requires_grad_()
    log_phi.requires_grad_()
    weights = torch.arange(1, batch.trees + 1, dtype=dtype)
    (log_partition(batch, log_psi, log_phi) * weights).sum().backward()
    wanted = each_truth(forest)
    near(log_psi.grad, sum(w * t[2] for w, t in enumerate(wanted, 1)), TYPES[dtype])
    node = np.concatenate([w * t[1] for w, t in enumerate(wanted, 1)])
    near(batch.by_word(log_phi.grad).T, node, TYPES[dtype])


@given(forest=forests(trees=2, most=4))
@settings(max_examples=25, deadline=None)
def test_gradients_are_those_of_finite_differences(forest):
    batch, log_psi, log_phi = tensors(forest, torch.float64)
    allowed = log_phi > -math.inf
    free = log_phi[allowed].clone().requires_grad_()

    def log_z(psi, values):
        phi = torch.full_like(log_phi, -math.inf).masked_scatter(allowed, values)
        return log_partition(batch, psi, phi)

    assert torch.autograd.gradcheck(log_z, (log_psi.requires_grad_(), free), atol=1e-6)


@given(forest=forests(), data=st.data())
@settings(max_examples=30, deadline=None)
def test_log_likelihood_is_the_share_of_one_assignment(forest, data):
    shapes, edges, log_psi, phi = forest
    batch, *factors = tensors(forest, torch.float64)
    chosen = [
        [data.draw(st.sampled_from(np.flatnonzero(row > -np.inf).tolist())) for row in rows]
        for rows in phi
    ]
    tags = batch.by_node(torch.tensor(list(chain.from_iterable(chosen))))
    wanted = []
    for shape, edge, rows, tag in zip(shapes, edges, phi, chosen, strict=True):
        only = np.full(rows.shape, -np.inf)
        only[range(len(tag)), tag] = rows[range(len(tag)), tag]
        wanted.append(truth(shape, edge, log_psi, only)[0] - truth(shape, edge, log_psi, rows)[0])
    near(log_likelihood(batch, *factors, tags), wanted, 1e-9)


def test_a_chain_of_two_by_hand():
    # Word 1 depends on word 0, the root. Two tags; all factors are powers of 2.
    batch = from_parents(np.array([0, 2]), np.array([-1, 0]), np.array([0, 1]))
    psi = torch.tensor([[[2.0, 8.0], [1.0, 16.0]], [[4.0, 1.0], [1.0, 2.0]]])
    phi = batch.by_node(torch.tensor([[1.0, 2.0], [1.0, 1.0]]))
    # Root factor: column 0, (2, 1). Word 1 under root tag 0: 2*4 + 1*1; under tag 1: 2*1 + 1*2.
    log_z = log_partition(batch, psi.log(), phi.log())
    assert log_z.exp().tolist() == pytest.approx([2 * 9 + 1 * 4])
    tags, value = best_assignment(batch, psi.log(), phi.log())
    assert batch.by_word(tags).tolist() == [0, 0]
    assert value.exp().tolist() == pytest.approx([16])


def test_far_from_what_probabilities_can_hold():
    batch = from_parents(np.array([0, 3]), np.array([-1, 0, 0]), np.array([0, 0, 0]))
    log_psi = torch.tensor([[[-900.0, 0.0], [0.0, 900.0]]])
    phi = torch.zeros(2, 3)
    assert log_partition(batch, log_psi, phi).item() == pytest.approx(1800.0)
    node, _ = marginals(batch, log_psi, phi)
    assert node[1].tolist() == [1.0, 1.0, 1.0]


def test_impossible_evidence_is_an_error_that_names_the_sentence():
    batch = from_parents(np.array([0, 1, 3]), np.array([-1, -1, 1]), np.array([0, 0, 0]))
    phi = torch.zeros(2, 3)
    phi[:, 2] = -math.inf
    for inference in (log_partition, best_assignment, marginals):
        with raises("sentence.all-tags-forbidden", "2"):
            inference(batch, torch.zeros(1, 2, 2), phi)


def test_no_trees_and_trees_without_words():
    for starts in ([0], [0, 0, 0]):
        batch = from_parents(np.array(starts), np.zeros(0, np.int64), np.zeros(0, np.int64))
        assert (
            log_partition(batch, torch.zeros(1, 2, 2), torch.zeros(2, 0)).tolist()
            == [0.0] * batch.trees
        )
        assert best_assignment(batch, torch.zeros(1, 2, 2), torch.zeros(2, 0))[0].tolist() == []


def test_of_equally_good_tags_the_first_is_taken():
    batch = from_parents(np.array([0, 3]), np.array([1, -1, 1]), np.array([0, 0, 0]))
    tags, _ = best_assignment(batch, torch.zeros(1, 3, 3), torch.zeros(3, 3))
    assert tags.tolist() == [0, 0, 0]


@pytest.mark.gpu
def test_the_gpu_says_what_the_processor_says():
    random = np.random.default_rng(3)
    starts = np.arange(0, 2001, 20)
    heads = [-1 if i % 20 == 0 else int(random.integers(i - i % 20, i)) for i in range(2000)]
    batch = from_parents(starts, np.array(heads), random.integers(0, 5, 2000))
    log_psi = torch.tensor(random.normal(size=(5, 3, 3)))
    phi = torch.tensor(random.normal(size=(3, 2000)))
    there = batch.to("cuda"), log_psi.cuda(), phi.cuda()
    near(log_partition(*there).cpu(), log_partition(batch, log_psi, phi), 1e-9)
    near(marginals(*there)[0].cpu(), marginals(batch, log_psi, phi)[0], 1e-9)
    assert best_assignment(*there)[0].tolist() == best_assignment(batch, log_psi, phi)[0].tolist()
