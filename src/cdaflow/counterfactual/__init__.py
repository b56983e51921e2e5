"""Counterfactual fine-tuning data: the gendered subset, and its sentences in the other gender.

Naik et al. 2023, "Reducing gender bias in machine translation through counterfactual data
generation", section 4, with the swaps of Zhao et al. 2018 ("Gender bias in coreference
resolution") and Dolci et al. 2023 as options.

`selection` chooses the pairs (sections 4.1 to 4.3); `resolution` tells whose an English pronoun is,
`target` which words of the translation go with it; `making` writes the counterfactuals of pairs
(section 4.2) and guards their pronouns; `datasets` has what is trained on (sections 4.2 and 4.4).
The English is swapped by `cdaflow.rewriting`.
"""
