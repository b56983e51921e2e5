"""Intervals, paired tests and signatures of scores, and warnings about what was scored.

The defaults of all of them stand here, so that commands and the schema can name them without
loading numpy.
"""

#: How many bootstrap samples an interval or a test is made of, and the seed of the sampling.
RESAMPLES = 1000
SEED = 1

#: The seed of BLEU, chrF and COMET: that of sacrebleu itself.
SACREBLEU_SEED = 12345

#: A p-value below this is marked.
SIGNIFICANT = 0.05
