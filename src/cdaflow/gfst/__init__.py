"""Gender-filtered self-training (Choubey et al. 2021).

`words` has the gendered words of English; `source_filter` labels sentences by them; `lines` reads
and writes the files, `labelling` labels them, in several processes if wished, and counts the
labels. `target_filter` has the rule for translations, `analysers` tell the gender of their words,
`filtering` and `pairs` do it over files; `processes` shares work out.
"""
