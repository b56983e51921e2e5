"""Counterfactual fine-tuning data: the gendered subset, and its sentences in the other gender.

Naik et al. 2023, "Reducing gender bias in machine translation through counterfactual data
generation", section 4, with the swaps of Zhao et al. 2018 ("Gender bias in coreference
resolution") and Dolci et al. 2023 as options.

`wordlists` reads the lists of English words; `pronoun_scan` (by `word_scan`) and `professions` find
them in whole columns and single sentences; `selection` makes the gendered subset of these (section 4.1), which
`tagged` completes with trees, and `funnel` counts what was dropped and why; `english` writes the
other gender (section 4.2), `readings` telling "her" from "her", and `swapping` does so for files;
`pairs` reads and writes Parquet, TSV and text.
"""
