import numpy as np
import pytest
import torch
from enumeration import batch_of, parents
from hypothesis import given, settings
from hypothesis import strategies as st
from readable import triple

from cdaflow.agreement.batch import build_batch, log_phi
from cdaflow.agreement.inference import best_assignment, log_partition
from cdaflow.agreement.labels import ROOT, Labels, TagSet
from cdaflow.errors import InputError
from cdaflow.trees import Sentence

from ..errors import raises


@given(shapes=st.lists(parents(), max_size=5))
@settings(max_examples=50, deadline=None)
def test_levels_are_depths_and_parents_are_heads(shapes):
    edges = [np.zeros(0, np.int64), *(np.arange(len(shape)) for shape in shapes)]
    batch = batch_of([[], *shapes], edges)
    words = [(tree, place) for tree, s in enumerate(shapes, 1) for place in range(len(s))]
    assert sorted(batch.word.tolist()) == list(range(batch.nodes)) == list(range(batch.words))
    for depth in range(len(batch.levels) - 1):
        for node in range(batch.levels[depth], batch.levels[depth + 1]):
            tree, place = words[batch.word[node]]
            assert batch.tree[node] == tree
            assert batch.edge[node] == place
            head, steps = shapes[tree - 1][place], 0
            if head >= 0:
                assert words[batch.word[batch.parent[node]]] == (tree, head)
            while head >= 0:
                head, steps = shapes[tree - 1][head], steps + 1
            assert steps == depth
    values = torch.arange(batch.words)
    assert batch.by_word(batch.by_node(values)).equal(values)


def test_edges_have_the_kinds_of_their_labels(sentence):
    labels = Labels(("ADJ", "NOUN"), ("amod", "nsubj", "nsubj:pass", "root"))
    one = sentence("""
        casa NOUN 3 nsubj:pass
        buena ADJ 1 amod:strange
        xyz FOO 0 root
    """)
    batch = build_batch([Sentence(()), one], labels)
    found = [triple(labels, int(kind)) for kind in batch.by_word(batch.edge)]
    assert found == [("NOUN", "?", "nsubj:pass"), ("ADJ", "NOUN", "amod"), ("?", ROOT, "root")]
    assert batch.trees == 2
    assert labels.kind_of("NOUN", "?", "nsubj:pass") == int(batch.by_word(batch.edge)[0])


@pytest.mark.parametrize(
    ("heads", "problem"),
    [((2, 1, 0), "heads form a cycle"), ((0, 5, 1), "head is not one of its words")],
)
def test_what_is_no_tree_is_an_error_that_names_the_sentence(sentence, heads, problem):
    good = sentence("a X 0 root", "good")
    bad = sentence("\n".join(f"w{i} X {head} dep" for i, head in enumerate(heads)), "bad-7")
    with pytest.raises(InputError, match=rf"sentence bad-7, word . \('w.'\): .*{problem}"):
        build_batch([good, bad], Labels())


def test_leaving_out_words_without_the_features_changes_nothing(sentence):
    """Where psi is 1 for the empty tag, as in all parameterisations."""
    tags = TagSet()
    one = sentence("""
        la DET 2 det Gender=Fem
        casa NOUN 3 nsubj Gender=Fem
        está AUX 0 root
        muy ADV 5 advmod
        limpia ADJ 3 xcomp Gender=Fem
        hoy ADV 5 advmod
        gris ADJ 5 conj Gender=Masc
    """)
    two = sentence("no ADV 0 root")
    labels = Labels.collect([one, two])
    random = np.random.default_rng(1)
    psi = torch.tensor(random.normal(size=(labels.kinds, 3, 3)))
    psi[:, 0, :] = psi[:, :, 0] = 0
    tokens = [*one.tokens, *two.tokens]
    observed = tags.encode(tokens)
    forced = {1: tags.forced(1, {"Gender": "Masc"})}
    results = []
    for keep in (None, observed > 0):
        batch = build_batch([one, two], labels, keep=keep)
        phi = log_phi(
            batch, observed, tags.may_replace(), log_alpha=0.3, forced=forced, dtype=torch.float64
        )
        # The empty tag has its alpha too.
        empty = 0 if keep is None else 0.3
        left = torch.tensor([3, 1]) * empty
        results.append((log_partition(batch, psi, phi) + left, best_assignment(batch, psi, phi)[0]))
        results[-1] += (batch.by_word(results[-1][1]),)
    assert results[0][0].tolist() == pytest.approx(results[1][0].tolist())
    assert results[0][2].tolist() == results[1][2].tolist()
    assert results[0][2][1] == 2


def test_phi_has_alpha_and_what_is_forced(sentence):
    tags = TagSet()
    one = sentence("a DET 2 det Gender=Fem\nb NOUN 0 root Gender=Masc\nc VERB 2 acl")
    batch = build_batch([one], Labels())
    observed = tags.encode(one.tokens)
    no, forced = float("-inf"), {2: np.array([0, 1, 1], dtype=bool)}
    phi = log_phi(batch, observed, tags.may_replace(), log_alpha=2.0, forced=forced)
    assert batch.by_word(phi).T.tolist() == [[no, 2.0, 0.0], [no, 0.0, 2.0], [no, 0.0, 0.0]]
    nothing = {1: np.zeros(3, dtype=bool)}
    with raises("word.all-tags-forbidden", "2", "1"):
        log_phi(batch, observed, tags.may_replace(), forced=nothing)
