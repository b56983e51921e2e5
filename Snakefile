# cdaflow: from a parallel corpus to translation models that get gender right, with tables.
# What is made, from which text and with which systems is said in config/config.yaml; another
# configuration is given by --configfile. The steps are in workflow/rules, one file a stage.
import os
import sys
import time
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.utils import min_version

from cdaflow.signals import pass_on_sigterm

min_version("9.27")


# A configuration given on the command line stands for itself: merged into the default one, it
# would inherit corpora and systems that it does not name.
if "languages" not in config:
    if workflow.configfiles:
        raise WorkflowError(
            f"{workflow.configfiles[-1]}: the configuration has no key 'languages'\n"
            "  -> name the target languages (languages: [es]), the corpora and the systems; to "
            "change single keys of the default configuration, give them by --config"
        )

    configfile: "config/config.yaml"


# At the end of its time, or when it is preempted, a job of Slurm gets SIGTERM, and some time later
# SIGKILL. Slurm tells the job's first process alone, this snakemake, which only waits; so it passes
# the signal on, and commands can save their state. Other batch systems tell every process: so the
# shell waits for its command, and tee for what the command still says.
if workflow.remote_exec and "SLURM_STEP_ID" in os.environ:
    pass_on_sigterm()
shell.prefix(
    "set -euo pipefail; trap : TERM; "
    "tee() {{ trap '' TERM; exec env tee \"$@\"; }}; "
)


pathvars:
    logs="<results>/logs",
    benchmarks="<results>/benchmarks",


report: "workflow/report/workflow.rst"


# Only looked at under --sdm apptainer, see docs/containers.md.
container: os.environ.get("CDAFLOW_IMAGE", "cdaflow.sif")


include: "workflow/rules/common.smk"
include: "workflow/rules/common_gfst.smk"
include: "workflow/rules/demo.smk"
include: "workflow/rules/corpus.smk"
include: "workflow/rules/training.smk"
include: "workflow/rules/translation.smk"
include: "workflow/rules/scoring.smk"
include: "workflow/rules/tables.smk"
include: "workflow/rules/provenance.smk"


if "geneval" in config:

    include: "workflow/rules/geneval.smk"


if "mustshe" in config:

    include: "workflow/rules/mustshe.smk"


if "annotators" in config:

    include: "workflow/rules/annotators.smk"
    include: "workflow/rules/trees.smk"


if "agreement" in config:

    include: "workflow/rules/agreement.smk"


if "counterfactual" in config:

    include: "workflow/rules/counterfactual.smk"


if "datasets" in config:

    include: "workflow/rules/datasets.smk"


if "gfst" in config:

    include: "workflow/rules/gfst.smk"


include: "workflow/rules/staleness.smk"


STARTED = time.time()


# Snakemake, told to be quiet about rules, is so about the jobs of Slurm that failed, too. They
# leave their logs; those of the others are removed.
onerror:
    logs = Path(".snakemake/slurm_logs").rglob("*.log")
    failed = sorted(str(path) for path in logs if path.stat().st_mtime > STARTED)
    if failed:
        print("The logs of jobs that failed:", *failed, sep="\n  ", file=sys.stderr)


rule all:
    default_target: True
    input:
        all_tables(),
        provenances(),
        "<results>/report.html",
