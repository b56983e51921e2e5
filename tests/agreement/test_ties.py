import numpy as np
import pytest
import torch
from enumeration import assignments, batch_of, forests, truth
from hypothesis import given, settings
from hypothesis import strategies as st

from cdaflow.agreement.tags import TagSet
from cdaflow.agreement.ties import tie
from cdaflow.errors import ConfigError, InputError

#: By number of tags: with and without an empty tag that words may choose, and a common gender.
TAGS = {
    2: TagSet(("Gender",), (("",), ("Fem",))),
    3: TagSet(("Gender",), (("",), ("Fem",), ("Masc",))),
    4: TagSet(("Gender",), (("",), ("Fem",), ("Fem,Masc",), ("Masc",))),
}
SINGLE = {
    size: [b[0] if "," not in b[0] else "" for b in tags.bundles] for size, tags in TAGS.items()
}


@st.composite
def tied_forests(draw):
    shapes, edges, log_psi, phi = draw(forests(most=5))
    groups = {}
    for tree, shape in enumerate(shapes):
        group = st.lists(st.integers(0, len(shape) - 1), min_size=1, max_size=3)
        groups[tree] = draw(st.lists(group, max_size=2))
    return (shapes, edges, log_psi, phi), groups


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@given(drawn=tied_forests())
@settings(max_examples=80, deadline=None)
def test_ties_are_exact(dtype, drawn):
    (shapes, edges, log_psi, phi), groups = drawn
    tags = TAGS[log_psi.shape[1]]
    names = SINGLE[len(tags)]
    wanted = [
        truth(s, e, log_psi, p, groups[t], names)
        for t, (s, e, p) in enumerate(zip(shapes, edges, phi, strict=True))
    ]
    batch = batch_of(shapes, edges)
    psi = torch.tensor(log_psi, dtype=dtype, requires_grad=True)
    factors = batch.by_node(torch.tensor(np.concatenate(phi).T, dtype=dtype))
    if any(t[1] is None for t in wanted):
        with pytest.raises(InputError, match="impossible evidence"):
            tie(batch, factors, groups, tags).log_partition(psi)
        return
    tied = tie(batch, factors, groups, tags)
    size = max(1.0, *(abs(t[3]) for t in wanted))
    near = {"rtol": 0, "atol": (2e-3 if dtype == torch.float32 else 1e-9) * size}
    log_z = tied.log_partition(psi)
    np.testing.assert_allclose(log_z.detach(), [t[0] for t in wanted], **near)
    log_z.sum().backward()
    np.testing.assert_allclose(psi.grad, sum(t[2] for t in wanted), **near)
    node, _ = tied.marginals(psi)
    np.testing.assert_allclose(
        batch.by_word(node).T, np.concatenate([t[1] for t in wanted]), **near
    )
    best, value = tied.best_assignment(psi)
    np.testing.assert_allclose(value, [t[3] for t in wanted], **near)
    best = batch.by_word(best).tolist()
    for tree, (s, e, p) in enumerate(zip(shapes, edges, phi, strict=True)):
        chosen = tuple(best[batch.starts[tree] : batch.starts[tree + 1]])
        grid, totals = assignments(s, e, log_psi, p, groups[tree], names)
        found = totals[(grid == chosen).all(1)]
        np.testing.assert_allclose(found, wanted[tree][3], **near)


def chain(size):
    return batch_of([[-1, *range(size - 1)]], [np.zeros(size, np.int64)])


def test_a_tie_carries_gender_over_the_tree():
    # Two nouns at the ends of a chain whose middle has no gender; the first is forced.
    batch = chain(3)
    phi = torch.full((3, 3), -torch.inf)
    phi[1, 0], phi[0, 1], phi[1:, 2] = 0, 0, torch.tensor([0.0, 1.0])
    tied = tie(batch, phi, {0: [[0, 2]]}, TAGS[3])
    assert tied.batch.trees == 1, "only one value is left, so one copy will do"
    assert tied.best_assignment(torch.zeros(1, 3, 3))[0].tolist() == [1, 0, 1]
    loose = tie(batch, phi, {}, TAGS[3])
    assert loose.best_assignment(torch.zeros(1, 3, 3))[0].tolist() == [1, 0, 2]


def test_contradicting_ties_and_too_many_persons_are_errors():
    phi = torch.full((3, 2), -torch.inf)
    phi[1, 0] = phi[2, 1] = 0
    with pytest.raises(InputError, match="every assignment of tags to sentence 1"):
        tie(chain(2), phi, {0: [[0, 1]]}, TAGS[3])
    with pytest.raises(ConfigError, match="13 tied groups in one sentence need 8192 copies"):
        tie(chain(13), torch.zeros(3, 13), {0: [[place] for place in range(13)]}, TAGS[3])
