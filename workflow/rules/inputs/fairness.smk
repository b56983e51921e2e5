# What the page of fairness shows.


def fairness_files(wildcards):
    """Return the tables and figures of language models and of encoders."""
    return [
        *(fairness_of_language_models() if CONFIG.lm else []),
        *(fairness_of_encoders() if CONFIG.bias else []),
    ]


def fairness_options(wildcards):
    """Return the same as arguments of `cdaflow tables report`."""
    files = fairness_files(wildcards)
    return flags(
        data_tables=[path for path in files if path.endswith(".csv")],
        figures=[path for path in files if path.endswith(".svg")],
        published=CONFIG.papers,
    )
