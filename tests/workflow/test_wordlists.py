"""The word lists of the configuration are checked before the first job."""


def add(project, name, row):
    path = project.folder / "config/wordlists" / name
    path.write_text(path.read_text(encoding="utf-8") + row + "\n", encoding="utf-8")
    return len(path.read_text(encoding="utf-8").splitlines())


def test_a_fault_stops_the_run_and_a_doubt_is_printed(project):
    # "Doctora" alone in the masculine column is likely to be wrong, no more.
    doubt = add(project, "professions.es.tsv", "nurse\tdoctora\t\t\t\tvariant")
    add(project, "professions.fr.tsv", "x\ty")  # of another language
    line = add(project, "professions.es.tsv", "nurse\tsanitaria\tsanitario\t\t\tvariant")
    run = project.snakemake("--dry-run", "write_demo")
    output = run.stdout + run.stderr
    assert run.returncode != 0
    assert "Traceback" not in output
    assert output.count(f"warning: config/wordlists/professions.es.tsv:{doubt}: ") == 1
    assert f"config/wordlists/professions.es.tsv:{line}: the columns masculine" in output
    assert "professions.fr.tsv" not in output
