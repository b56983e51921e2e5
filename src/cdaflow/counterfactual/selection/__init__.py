"""Pairs chosen from a corpus (Naik et al. 2023, sections 4.1 to 4.3).

`gendered` makes the gendered subset, of which `plain_pairs` judges most in whole columns; `tagged`
completes it with trees; `funnel` counts what was dropped and why. `per_profession` takes so many
of each profession, `random_pairs` a random sample as neutral data.
"""
