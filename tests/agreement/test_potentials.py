import numpy as np
import pytest
import torch
from readable import psi, triple

from cdaflow.agreement.labels import ROOT, Labels, TagSet
from cdaflow.agreement.model import base_model
from cdaflow.agreement.potentials import BASE_STRENGTH, Linear, Neural

from ..errors import raises

LABELS = Labels(
    ("ADJ", "DET", "NOUN", "VERB"), ("amod", "conj", "nmod", "nsubj", "nsubj:pass", "root")
)
SEEN = {
    ("ADJ", "NOUN", "amod"): 30,
    ("ADJ", "NOUN", "conj"): 10,
    ("ADJ", "DET", "amod"): 4,
    ("NOUN", "VERB", "nsubj"): 5,
    ("NOUN", ROOT, "root"): 2,
}


def rows(seen=SEEN):
    pairs = sorted((LABELS.kind_of(*triple), count) for triple, count in seen.items())
    return np.array([kind for kind, _ in pairs]), np.array([count for _, count in pairs])


@pytest.fixture
def linear():
    module = Linear(LABELS, TagSet(), *rows())
    with torch.no_grad():
        for row, kind in enumerate(module.kinds):
            # W of each triple is (count, 0; 0, 1), so that means can be told.
            module.matrix[row] = torch.diag(torch.tensor([float(SEEN[triple(LABELS, kind)]), 1.0]))
    return module


def test_linear_is_the_product_of_multi_hot_tags_with_w():
    tags = TagSet(("Gender", "Number"), (("", ""), ("Fem", ""), ("Fem", "Plur"), ("Masc", "Sing")))
    module = Linear(LABELS, tags, *rows())
    with torch.no_grad():
        module.matrix.copy_(torch.randn(module.matrix.shape, generator=torch.manual_seed(1)))
    table = module().detach().numpy()
    for row, kind in enumerate(module.kinds):
        w = module.matrix[row].detach().numpy()
        # Sub-tags: Fem, Masc, Plur, Sing.
        wanted = w[0, 1] + w[0, 3] + w[2, 1] + w[2, 3]
        if triple(LABELS, kind)[1] == ROOT:
            wanted = w[0, 0] + w[2, 0]
            assert (table[row] == table[row][:, :1]).all()
        assert table[row, 2, 3] == pytest.approx(wanted, rel=1e-5)
        assert not table[row, 0].any()


@pytest.mark.parametrize(
    ("triple", "wanted"),
    [
        (("ADJ", "NOUN", "amod"), 30.0),
        (("NOUN", "VERB", "nsubj:pass"), 5.0),  # the main relation
        (("ADJ", "NOUN", "nmod"), (30 * 30 + 10 * 10) / 40),  # (p_i, p_j)
        (("ADJ", "NOUN", "unheard"), (30 * 30 + 10 * 10) / 40),
        (("ADJ", "VERB", "amod"), (30 * 30 + 4 * 4) / 34),  # (p_i, l)
        (("ADJ", "FOO", "amod"), (30 * 30 + 4 * 4) / 34),
        (("FOO", "NOUN", "amod"), 0.0),
        (("VERB", ROOT, "root"), 0.0),
    ],
)
def test_linear_backs_off_step_by_step(linear, triple, wanted):
    table = linear.all_kinds()[LABELS.kind_of(*triple)]
    assert table[1, 1].item() == pytest.approx(wanted, rel=1e-5)


@pytest.mark.usefixtures("processor")
def test_the_table_of_all_kinds_has_that_of_the_rows(linear):
    neural = Neural(LABELS, TagSet(), *rows(), seed=3)
    for module in (linear, neural):
        torch.testing.assert_close(module.all_kinds()[module.kinds], module().detach())


def test_neural_is_the_formula_of_the_paper():
    module = Neural(LABELS, TagSet(), *rows(), n1=5, n2=2, seed=1)
    kind = LABELS.kind_of("ADJ", "NOUN", "amod")
    e = torch.cat((module.upos[1], module.upos[3], module.relations[1]))
    w = (module.u @ (module.v @ e).tanh()).exp()
    table = module()[module.kinds.tolist().index(kind)]
    assert table[1, 2].item() == pytest.approx(w[0, 1].item(), rel=1e-5)
    assert table[2, 2].item() == pytest.approx(w[1, 1].item(), rel=1e-5)
    assert not table[0].any()
    assert module.v.shape == (5, 6)
    assert module.u.shape == (2, 2, 5)


@pytest.mark.usefixtures("processor")
def test_neural_takes_the_mean_for_labels_never_seen():
    module = Neural(LABELS, TagSet(), *rows(), seed=1)
    every = module.all_kinds()
    assert every[LABELS.kind_of("FOO", "NOUN", "amod")].isfinite().all()
    # An unknown subtype is its main relation; unknown labels are all the same.
    by_kind = {
        name: every[LABELS.kind_of("NOUN", "VERB", name)]
        for name in ("nsubj", "nsubj:pass", "nsubj:other", "x", "y", "nmod")
    }
    torch.testing.assert_close(by_kind["nsubj"], by_kind["nsubj:pass"])
    torch.testing.assert_close(by_kind["nsubj"], by_kind["nsubj:other"])
    torch.testing.assert_close(by_kind["x"], by_kind["y"])
    torch.testing.assert_close(by_kind["x"], by_kind["nmod"])
    assert not torch.allclose(by_kind["x"], by_kind["nsubj"], rtol=1e-3)
    e = module.relations.detach()
    counts = [(1, 34), (2, 10), (4, 5), (6, 2)]
    mean = sum(e[label] * count for label, count in counts) / 51
    with torch.no_grad():
        context = torch.cat((module.upos[3], module.upos[4], mean))
        w = (module.u @ (module.v @ context).tanh()).exp()
    assert by_kind["x"][1, 2].item() == pytest.approx(w[0, 1].item(), rel=1e-4)


def test_base_relates_what_the_paper_says():
    spanish, hebrew = base_model("es"), base_model("he")
    agree = {(a, a): BASE_STRENGTH for a in ("Gender=Fem", "Gender=Masc")}
    for labels in (("ADJ", "NOUN", "amod"), ("DET", "NOUN", "det"), ("ADJ", "NOUN", "acl:relcl")):
        table = psi(spanish, *labels)
        assert {tags: value for tags, value in table.items() if value} == agree
    for labels in (("VERB", "NOUN", "acl"), ("NOUN", "VERB", "nsubj"), ("ADJ", ROOT, "root")):
        assert not any(psi(spanish, *labels).values())
    assert {t: v for t, v in psi(hebrew, "NOUN", "VERB", "nsubj:pass").items() if v} == agree
    assert not any(psi(hebrew, "NOUN", "VERB", "obj").values())
    assert len(base_model("de").tags) == 4
    with raises("language.no-baseline-rules", "'xx'"):
        base_model("xx", TagSet())
