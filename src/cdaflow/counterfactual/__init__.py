"""Counterfactual fine-tuning data: the gendered subset, and its sentences in the other gender.

Naik et al. 2023, "Reducing gender bias in machine translation through counterfactual data
generation", section 4, with the swaps of Zhao et al. 2018 ("Gender bias in coreference
resolution") and Dolci et al. 2023 as options.

`selection` chooses the pairs (sections 4.1 to 4.3). `generator` takes a `candidates.Candidate`, a
selected pair with its trees, to a `decisions.Decision`: the counterfactual of both sides (section
4.2), or the reason why there is none; `files` does so for files, `evaluation` compares with the
right answers. On the way `target_noun` finds the profession in the translation; `guard` says what
becomes of pronouns (section 6.3): which of the target go with it (`target_pronouns`, `mentions`),
and which were left. `datasets` has what is trained on (4.2 and 4.4).

The English is found, swapped and rewritten in `cdaflow.rewriting`, which also says whose an English
pronoun is (`resolver`, `english_rules`).
"""
