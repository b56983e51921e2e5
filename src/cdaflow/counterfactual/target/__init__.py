"""The target side of a pair: what in its tree stands for the profession and its pronoun.

`correspondence` finds the noun, with word alignments (`links`) where there are some; `names` tells
whom a name forbids to change. `pronouns` tells which pronouns go with the noun, by their forms
(`pronoun_forms`), and `predicates` what agrees with them; `tree_repairs` mends the tree first;
`relatives` and `hidden_clitics` find what else is or may be a pronoun.
"""
