"""Data sets to fine-tune on (Naik et al. 2023, section 4).

`balance` puts originals and counterfactuals together, or with one side translated by a model
(section 4.2); `handcrafted` makes sentences about professions, from
`templates` or a file (section 4.4).
"""
