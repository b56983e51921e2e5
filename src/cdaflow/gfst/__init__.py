"""Gender-filtered self-training (Choubey et al. 2021).

`source_filter` has the gendered words of English and labels sentences by them, `labelling` whole
files, in several processes if wished, and counts the labels. `target_filter` has the rule for
translations, `analysers` find the gender of their words, `filtering` does it over files, `balance`
makes the data sets of equal numbers. `processes` shares work out. `subwords` has
the embeddings of the systems +HD.
"""
