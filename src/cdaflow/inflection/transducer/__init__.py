"""Forms of words that no dictionary knows: a character transducer with hard attention.

The model of Wu, Shapiro and Cotterell 2018, "Hard Non-Monotonic Attention for Character-Level
Transduction" (EMNLP), which Zmigrod et al. 2019 (section 4) inflect with: the form y of a word x
under features is made character by character, each from one character of x,

    p(y | x) = sum over alignments a of prod_i p(a_i | y_<i, x) p(y_i | a_i, y_<i, x)
             = prod_i sum_j p(a_i = j | y_<i, x) p(y_i | a_i = j, y_<i, x)

exactly, since the decoder's state does not depend on the alignment. `examples` says what goes in,
`batch` makes tensors of it, `network` has the probabilities and their sums, `training` the fitting,
`decoding` the search for the best form, `model` the file and the use.
Importing this package does not import PyTorch.
"""
