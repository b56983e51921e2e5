"""Dry runs of one project after another edit, in one process: see `after_edits`."""

import contextlib
import gzip
import io
import os
import re
import sys
from collections import Counter
from pathlib import Path

from snakemake.cli import main

from cdaflow import provenance

OPTIONS = ["--cores", "2", "--configfile", "config/test.yaml", "--quiet", "host"]


def snakemake(*arguments):
    """Return what Snakemake says; RuntimeError where it fails."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            sys.argv[1:] = [*arguments, *OPTIONS]
            main(sys.argv[1:])
        except SystemExit as end:
            if end.code:
                raise RuntimeError(said.getvalue()) from None
    return said.getvalue()


def make_all():
    """Make all outputs, empty, as if each job had run."""
    lines = snakemake("--summary").splitlines()
    for path in (Path(line.split("\t")[0]) for line in lines if line.startswith("results/")):
        path.parent.mkdir(parents=True, exist_ok=True)
        if "prepared" in path.parts:  # a folder
            path.mkdir()
        else:
            path.write_bytes(b"")
    snakemake("--touch", "--forceall")


def jobs():
    """Return what a dry run names: the jobs of each rule, and some commands.

    trainings: those that train models; exports: that export, or translate by a program.
    """
    said = snakemake("--dry-run", "--printshellcmds")
    found = Counter()
    for block in re.split(r"^ *(?:local)?rule (?=\w+:$)", said, flags=re.M)[1:]:
        wildcards = re.search(r"^ +wildcards: (.*)", block, re.M)
        given = dict(re.findall(r"(\w+)=([\w.-]+)", wildcards[1] if wildcards else ""))
        rule = block.partition(":")[0]
        if name := given.get(rule) if rule in ("table", "figure") else "":
            # A figure of a language: gaps.es.
            name, _, lang = name.partition(".") if rule == "figure" else (name, "", "")
            given["lang"], rule = lang, f"{rule}_{re.sub(r'[.-]', '_', name)}"
        found[rule, given.get("lang", ""), given.get("system", "")] += 1
    del found["all", "", ""]
    return {
        "jobs": [[*job, number] for job, number in sorted(found.items())],
        "trainings": re.findall(r"cdaflow nmt train .*", said),
        "exports": re.findall(r"cdaflow nmt (?:export|translate --program) .*", said),
    }


def edited(edits):
    """Return `jobs` while files have another content."""
    of_sources = any(name.startswith("src/") for name in edits)
    if of_sources:
        provenance.forget()
    before = {}
    for name, text in edits.items():
        path = Path(name.removeprefix("@"))
        before[path] = path.read_bytes()
        content = text.encode()
        path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
        if name.startswith("@"):
            os.utime(path, (1, 1))
    try:
        return jobs()
    finally:
        for path, content in before.items():
            path.write_bytes(content)
        if of_sources:
            provenance.forget()


def after_edits(edits):
    """Make all outputs of the project in this folder; return what is to be done after each edit.

    edits: {name: {path: text}}, files of the folder with their content while Snakemake looks
    (packed where the path ends in .gz). A path with "@" before it gets a time stamp of 1970. All is
    undone after each dry run. Returns {name: {"jobs": [[rule, language, run, number], ...],
    "trainings": [command, ...], "exports": [command, ...]}}.
    """
    package = Path("src/cdaflow").absolute()
    if package.is_dir():  # the package is edited here, too: this is where its modules are looked at
        provenance._ROOT = package
        provenance.__file__ = str(package / "provenance.py")
        provenance.forget()
    make_all()
    return {name: edited(edit) for name, edit in edits.items()}
