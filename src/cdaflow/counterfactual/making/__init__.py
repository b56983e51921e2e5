"""Counterfactuals of both sides (Naik et al. 2023, section 4.2), and the pronoun guard.

`maker` (for files `make_file`) writes those of `candidates`: `english_side` the English, the
intervention on agreement the target. `guard` decides on the pronouns (section 6.3). `decisions`
notes what became of each pair, `evaluation` compares with the right answers.
"""
