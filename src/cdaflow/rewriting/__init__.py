"""English in the other gender, and translations with a gender that is asked for.

Of English (Naik et al. 2023, section 4.2): `pronoun_scan` finds gendered pronouns in single
sentences and in whole columns; `professions` profession nouns. `readings` tells "her" from "her",
`english_rules` whose a pronoun is (a `resolver`): the guard of counterfactuals and the rewriter ask
the same rules. `swapper` writes sentences and files in the other gender.

Of translations whose English leaves the gender of persons open, from the two sentences alone, as
GATE asks for it (Rarrick et al. 2023, "GATE: A challenge set for gender-ambiguous translation
examples"): `english` finds the persons of the source and what shows their gender, `naming` the
nouns of the translation that name them, `indefinites` pronouns that stand alone, `unnamed` what is
said of speakers and of people whom no noun names, and `rewriter` has it changed.
"""
