# What systems that write gender structures themselves are scored on.


def student_lists(wildcards):
    """Return what says which forms differ in gender alone, for a student that is checked."""
    student = STUDENTS[named_run(wildcards).system]
    files = {"lists": [], "treebanks": [], "lexicons": [], "inflections": []}
    if student.check:
        files |= lexicon_files(wildcards)
        extra = (student.inflections or {}).get(wildcards.lang)
        files["inflections"] = [extra] if extra else []
    return files


def student_model(wildcards):
    """Return the model of a student as an argument; the command takes the language from its own option."""
    return flags(model_dir=model_folder(named_run(wildcards), wildcards.lang))


def student_options(wildcards, input):
    """Return how a student is asked for structures, and checked, as arguments."""
    student = STUDENTS[named_run(wildcards).system]
    lists = flags(inflections=input.inflections, check=student.check, tag=student.tag)
    return f"{lexicon_options(wildcards, input)} {lists}"


def student_scores():
    """Return the score files of all trainings of students, in order."""
    return [
        f"{RESULTS}/alternatives/scores/students/{lang}/{run.name}/{altset}.json"
        for lang in ALTERNATIVES.languages
        for altset, files in ALTERNATIVES.test.items()
        if lang in files
        for run in RUNS
        if run.system in STUDENTS and CONFIG.systems[run.system].has(lang)
    ] + [
        f"{RESULTS}/alternatives/scores/rewritten/{lang}.{altset}.json"
        for lang in ALTERNATIVES.languages
        for altset, (testset, run) in REWRITTEN.items()
        if lang in ALTERNATIVES.test[testset] and CONFIG.systems[run.system].has(lang)
    ]


def rewritten_labels(wildcards):
    """Return what the table calls translations with alternatives of the pipeline, as arguments."""
    testset, run = REWRITTEN[wildcards.altset]
    return flags(system=f"{run.system}+pipeline", training=run.seed, testset=testset)


def students_stage():
    """Return the table of translations with structures and, of several trainings, one of each."""
    title = "gender alternatives of translations"
    table = Table(
        "students",
        title,
        student_scores(),
        in_report="data_tables",
        command="alternatives",
    )
    return Stage([table, *([table.of_each_training()] if REPLICATED else [])])
