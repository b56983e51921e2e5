# What the rules of demo.smk read.

from cdaflow.config.fields import DEMO_LANGUAGES


def demo_lists(wildcards):
    """Return the lists of professions from which the text of a language is written."""
    target = [wordlist(f"professions.{wildcards.lang}.tsv")]
    return [wordlist("professions.tsv"), *(target if wildcards.lang != "en" else [])]
