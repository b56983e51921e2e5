"""Pairs selected from a corpus (Naik et al. 2023, sections 4.1 to 4.3).

`gendered` makes the gendered subset, `tagged` completes it with trees; both are a `Selector` of
`funnel`, which counts what was dropped and why. `form` judges the form of pairs. `sampling` takes
at most N pairs of each profession, or a random sample as neutral data.
"""
