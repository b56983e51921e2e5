# Whether this run hands jobs to Slurm, and can.
import os
import shutil
import sys

from snakemake.exceptions import WorkflowError


def runs_on_slurm():
    """Return whether this run hands jobs to Slurm, by its command line and its profiles."""
    from snakemake.cli import parse_args

    named = any(
        word.startswith(("-e", "--e", "--pr", "--workflow-p")) for word in sys.argv
    )
    if not named and "SNAKEMAKE_PROFILE" not in os.environ:
        return False
    options = parse_args(sys.argv[1:])[1]
    return options.executor == "slurm" and not options.dryrun


# Without the client programs of Slurm its plugin fails in a thread, and the run hangs.
if workflow.is_main_process and not shutil.which("sbatch") and runs_on_slurm():
    raise WorkflowError(
        "sbatch is not there, which hands jobs to Slurm (executor: slurm)\n"
        "  -> start on a login node of the cluster, or put the folder of its programs on PATH; on "
        "this machine alone: snakemake --cores 2, without the profile"
    )


def slurm_resource(name, gpu):
    """Return a resource of a rule by the GPUs that it asks for.

    Only trainings ask for as many as their wildcards say.
    """
    if gpu.is_evaluable():
        return lambda wildcards: CONFIG.slurm.resources(
            training_resources(wildcards).gpus
        ).get(name)
    return CONFIG.slurm.resources(gpu.value).get(name)
