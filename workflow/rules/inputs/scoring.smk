# Files of scores, and what they are made from.


def translations_of(wildcards):
    """Return the translations of a test set by all systems, the baseline (the first) first."""
    return [
        f"{RESULTS}/translations/{wildcards.lang}/{system}/{wildcards.testset}.txt"
        for system in SYSTEMS
    ]


def bleu_scores():
    """Return the BLEU score files of all languages, systems and test sets, in order."""
    return [
        f"{RESULTS}/scores/{lang}/{system}/bleu.{testset}.json"
        for lang in LANGUAGES
        for system in SYSTEMS
        for testset in TESTSETS
    ]


def bleu_comparisons(testsets=TESTSETS, languages=LANGUAGES):
    """Return the comparisons of BLEU of all languages and test sets; none for one system."""
    return [
        f"{RESULTS}/comparisons/{lang}/bleu.{testset}.json"
        for lang in languages
        for testset in testsets
        if len(SYSTEMS) > 1
    ]


def geneval_comparisons():
    """Return the comparisons of BLEU of the two parts of MT-GenEval, where it is configured."""
    return bleu_comparisons(GENEVAL, CONFIG.geneval.languages) if CONFIG.geneval else []
