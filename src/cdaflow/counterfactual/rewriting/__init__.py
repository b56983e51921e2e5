"""Translations with a gender that is asked for, of the persons whom the English leaves open.

From the two sentences alone, as GATE asks for it (Rarrick et al. 2023, "GATE: A challenge set for
gender-ambiguous translation examples"): `english` finds the persons of the source and what tells
their gender, `naming` the nouns of the translation that name them, `predicates` and `unnamed` what
is said of them and of speakers, and `rewriter` has it changed.
"""
