# Files of scores, and what they are made from.


def translations_of(wildcards):
    """Return the translations of a test set by all runs, the baseline (the first system) first."""
    return [
        f"{RESULTS}/translations/{wildcards.lang}/{run.name}/{wildcards.testset}.txt"
        for run in runs_on(wildcards.testset)
    ]


def compared_systems(wildcards):
    """Return the systems of `translations_of`."""
    return [run.system for run in runs_on(wildcards.testset)]


def compared_trainings(wildcards):
    """Return the seeds of `translations_of` as arguments, where systems have several trainings."""
    runs = runs_on(wildcards.testset)
    bases = [base_training(CONFIG, run) or "-" for run in runs]
    return flags(
        trainings=[run.seed or "-" for run in runs] if REPLICATED else [],
        base_trainings=bases if REPLICATED and set(bases) != {"-"} else [],
    )


def bleu_case(wildcards):
    """Return whether BLEU of a test set is that of lower-cased text; never that of MT-GenEval."""
    return flags(lowercase=CONFIG.lowercase and wildcards.testset in TESTSETS)


#: What a score of BLEU may use; with COMET what COMET may.
COMET_LIMITS = CONFIG.comet.limits | {"gpu": CONFIG.comet.gpus} if CONFIG.comet else {}


def comet_options(wildcards, input):
    """Return the options of COMET, which also reads the English; it does not score MT-GenEval."""
    comet = CONFIG.comet
    if comet is None or wildcards.testset not in TESTSETS:
        return ""
    return flags(
        comet=comet.model,
        comet_program=comet.program,
        comet_gpus=comet.gpus or None,
        source=input.reference,
    )


def profession_scores(wildcards):
    """Return the WinoMT scores of all trainings of a system, or of the one that is named."""
    run = named_run(wildcards)
    runs = runs_of(CONFIG, run.system) if run.name == run.system else [run]
    return scores_of("winomt.json", [wildcards.lang], runs)


def bleu_scores():
    """Return the BLEU score files of all languages, runs and test sets, in order."""
    return [
        f"{RESULTS}/scores/{lang}/{run.name}/bleu.{testset}.json"
        for lang in LANGUAGES
        for run in RUNS
        for testset in TESTSETS
        if CONFIG.translates(run.system, testset)
    ]


def bleu_comparisons(testsets=TESTSETS, languages=LANGUAGES):
    """Return the comparisons of BLEU of all languages and test sets; none of one run."""
    return [
        f"{RESULTS}/comparisons/{lang}/bleu.{testset}.json"
        for lang in languages
        for testset in testsets
        if len(runs_on(testset)) > 1
    ]


def geneval_comparisons():
    """Return the comparisons of BLEU of the two parts of MT-GenEval, where it is configured."""
    return bleu_comparisons(GENEVAL, CONFIG.geneval.languages) if CONFIG.geneval else []


def winomt_alignment(wildcards):
    """Return the word links of WinoMT; none for the original tool's rules, which align."""
    if CONFIG.compat:
        return []
    return f"{RESULTS}/alignments/{wildcards.lang}/{wildcards.system}/winomt.pharaoh"


def winomt_lexicons(wildcards):
    """Return the lexicons that WinoMT is scored with; none by the original tool's rules."""
    return [] if CONFIG.compat else CONFIG.lexicons.get(wildcards.lang, ())


def winomt_rules(wildcards, input):
    """Return the options for whose rules score WinoMT, and for what these read."""
    if CONFIG.compat:
        return flags(compat_vintage=CONFIG.compat)
    return flags(
        alignment=input.alignment,
        alignment_name=f"{aligner_name(CONFIG.aligner)}+train/{CONFIG.align_with}",
        lexicon=input.lexicons,
    )
