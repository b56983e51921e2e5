"""Which words change with a noun whose gender is changed: the Markov random field of agreement.

The model of Zmigrod et al. 2019 (section 3), over the words of a dependency tree:

    p(m | T, p)  is proportional to  prod_i phi_i(m_i) psi(m_i, m_j | p_i, p_j, l)

where the product is over the words i, j is the head of i and l its relation. `labels` has the tags
m, the parts of speech and the relations, `potentials` the tables psi, `batch` many trees as tensors
and phi, `inference` the exact sums and maxima, `training` the fitting, `model` the file,
`intervention` the use. Importing this package does not import PyTorch.
"""
