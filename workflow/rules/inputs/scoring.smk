# Files of scores, and what they are made from.

from cdaflow.scoring.links import aligner_name


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


def profession_runs():
    """Return the trainings that a figure of recall shows: all of a system, or one by its name."""
    single = {run.name: [run] for run in RUNS}
    return single | {system: runs_of(CONFIG, system) for system in SYSTEMS}


def bleu_scores():
    """Return the BLEU score files of all languages, runs and test sets, in order."""
    return [
        f"{RESULTS}/scores/{lang}/{run.name}/bleu.{testset}.json"
        for lang in LANGUAGES
        for run in RUNS
        for testset in TESTSETS
        if CONFIG.translates(run.system, testset, lang)
    ]


def alignment_text(wildcards):
    """Return the training text that the challenge set is aligned with, if there is any."""
    train = f"{RESULTS}/corpora/{wildcards.lang}/train.parquet"
    return {"extra": train} if CONFIG.corpora.train else {}


def alignment_options(wildcards):
    """Return that text, and how many of its pairs are taken, as arguments."""
    text = alignment_text(wildcards)
    return flags(**text, extra_limit=CONFIG.align_with) if text else ""


#: What the links of WinoMT are made by and with, for the signature of the scores.
ALIGNED_BY = aligner_name(CONFIG.aligner)
if CONFIG.corpora.train:
    ALIGNED_BY = f"{ALIGNED_BY}+train/{CONFIG.align_with}"


def winomt_alignment(wildcards):
    """Return the word links of WinoMT; none for the original tool's rules, which align."""
    if CONFIG.compat:
        return []
    return f"{RESULTS}/alignments/{wildcards.lang}/{wildcards.system}/winomt.pharaoh"


def winomt_rules(wildcards, input):
    """Return the options for whose rules score WinoMT, and for what these read."""
    if CONFIG.compat:
        return flags(compat_vintage=CONFIG.compat)
    return flags(
        alignment=input.alignment,
        alignment_name=ALIGNED_BY,
        lexicon=input.lexicons,
    )


WINOMT = scores_of("winomt.json")


def score_tables(*args, **kwargs):
    """Return the table of a metric and, where systems have several trainings, one of each."""
    table = Table(*args, **kwargs)
    return [table, table.of_each_training()] if REPLICATED else [table]


def scoring_stage():
    """Return the tables and figures of WinoMT and BLEU."""
    # Papers also give means over languages (Choubey et al. 2021, Tables 4, 11 and 12).
    means = {"mean_of_languages": bool(CONFIG.papers) and len(LANGUAGES) > 1}
    bleu = bleu_scores()
    # One test set is drawn: the first that all languages have, if any.
    tested = CONFIG.testsets()
    drawn = sorted(TESTSETS, key=lambda name: -len(tested[name]))[:1]
    plotted = flags(winomt_scores=WINOMT, bleu_scores=bleu, testset=drawn)
    return Stage(
        [
            *score_tables("winomt", "WinoMT", WINOMT, options=means),
            *score_tables("pronouns", "pronouns", WINOMT),
            *score_tables("secondary", "the other person", WINOMT),
            *(score_tables("bleu", "BLEU", bleu) if bleu else []),
        ],
        [
            Figure("gains", "before and after, by system", WINOMT, in_report="figures"),
            *(
                [
                    Figure(
                        "accuracy-bleu",
                        "accuracy against BLEU",
                        [*WINOMT, *bleu],
                        options=plotted,
                        in_report="figures",
                    )
                ]
                if bleu
                else []
            ),
            Figure("pro-anti", "accuracy, pro and anti", WINOMT, in_report="figures"),
            Figure(
                "confusion",
                "genders found, by gender of the source",
                WINOMT,
                in_report="figures",
            ),
            *(
                Figure(
                    f"gaps.{lang}",
                    f"gender gap by profession, {lang}",
                    scores_of("winomt.json", [lang]),
                    in_report="figures",
                )
                for lang in LANGUAGES
            ),
            # Not in the report, which has all systems of a language in one figure: for those who ask.
            *(
                Figure(
                    f"professions.{lang}.{name}",
                    f"recall by profession, {lang} {name}",
                    scores_of("winomt.json", [lang], runs),
                )
                for lang in LANGUAGES
                for name, runs in profession_runs().items()
                if runs_on("winomt", lang, runs)
            ),
        ],
    )


def geneval_stage():
    """Return the table of MT-GenEval."""
    scores = scores_of("geneval.json", CONFIG.geneval.languages)
    return Stage(
        score_tables("geneval", "MT-GenEval", scores),
        scores={"geneval": scores},
    )


def mustshe_stage():
    """Return the table of MuST-SHE."""
    scores = scores_of("mustshe.json", CONFIG.mustshe.languages)
    return Stage(
        score_tables("mustshe", "MuST-SHE", scores), scores={"mustshe": scores}
    )
