"""Counterfactual fine-tuning data: the gendered subset, and its sentences in the other gender.

Naik et al. 2023, "Reducing gender bias in machine translation through counterfactual data
generation", section 4, with the swaps of Zhao et al. 2018 ("Gender bias in coreference
resolution") and Dolci et al. 2023 as options.

English: `wordlists` reads the lists of words; `pronoun_scan` (by `word_scan`) and `professions`
find them in whole columns and single sentences; `selection` makes the gendered subset of these
(section 4.1), which `tagged` completes with trees, and `funnel` counts what was dropped and why;
`per_profession` takes so many of each; `english` writes the other gender (section 4.2), `readings`
telling "her" from "her", and `swapping` does so for files; `random_pairs` is section 4.3.

Both sides: `making` (for files `make_file`) writes the counterfactual of a pair. `correspondence`
finds the profession in the target tree, `names` tells whom a name forbids to change, `guard`
decides on the pronouns: whose the English one is (`resolution`, `english_rules`), which words of
the target go with it (`target_pronouns`). `decisions` notes what became of each pair, `evaluation`
compares with the right answers, `balance` puts originals and counterfactuals together.
`translated` and `handcrafted` (`templates`) are the other data sets of the paper. `rewriting`
rewrites a translation alone.

`pairs` reads and writes Parquet, TSV and text.
"""
