# The test sets that are translated.

from cdaflow.config.testsets import GENEVAL

FETCHED = {"sentences": "en.txt", "pro": "en_pro.txt", "anti": "en_anti.txt"}


def challenge_file(key):
    """Return a file of the challenge set."""
    if CONFIG.challenge.fetch:
        return f"{RESULTS}/winomt/{FETCHED[key]}"
    return getattr(CONFIG.challenge, key)


def source_of(wildcards):
    """Return the English side of a test set; `winomt` is the challenge set."""
    if wildcards.testset == "winomt":
        return f"{RESULTS}/challenge/winomt.en.txt"
    if wildcards.testset in GENEVAL:
        return geneval_files(wildcards).sources[GENEVAL[wildcards.testset]]
    if wildcards.testset == "mustshe":
        return f"{RESULTS}/challenge/mustshe.{wildcards.lang}.en.txt"
    if STUDENTS and wildcards.testset.startswith(TRANSLATED_SET):
        altset = wildcards.testset.removeprefix(TRANSLATED_SET)
        return f"{RESULTS}/alternatives/{wildcards.lang}/{altset}.en.txt"
    return f"{RESULTS}/corpora/{wildcards.lang}/test-{wildcards.testset}.parquet"


def geneval_files(wildcards):
    """Return the files of MT-GenEval in a language for which it is configured."""
    if wildcards.lang not in CONFIG.geneval.languages:
        raise WorkflowError(
            f"geneval: MT-GenEval is not configured for {wildcards.lang!r}"
        )
    return CONFIG.geneval.files(wildcards.lang)
