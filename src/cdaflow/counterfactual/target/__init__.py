"""The target side of a pair: what in its tree stands for the profession and its pronoun.

`correspondence` finds the noun, with word alignments (`alignment_reader`) where there are some.
`mentions` finds what may stand for a person: pronouns, relatives, possessives, clitics; `pronouns`
decides which of them go with the noun. What agrees with them, names and repairs of the tree are
questions to `cdaflow.syntax`.
"""
