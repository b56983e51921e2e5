# Bias of encoders and of language models on one text, whichever the configuration has.
#
#   make fairness


rule fairness:
    input:
        FAIRNESS,
        lambda wildcards: published_tables("lm"),
