"""Numbers of a model as the labels and tags that they stand for."""

import numpy as np

from cdaflow.agreement.labels import ROOT


def triple(labels, kind):
    """Return the labels of a kind of edge: of the word, of its head, and the relation."""
    word, head, relation = (int(part) for part in labels.parts(np.asarray(kind)))
    upos = ("?", *labels.upos, ROOT)
    return upos[word], upos[head], ("?", *labels.relations)[relation]


def psi(model, word, head, relation):
    """Return log psi of a kind of edge by the names of both tags."""
    table = model.log_psi[model.labels.kind_of(word, head, relation)]
    names = [model.tags.name(tag) for tag in range(len(model.tags))]
    return {(a, b): float(table[i, j]) for i, a in enumerate(names) for j, b in enumerate(names)}
