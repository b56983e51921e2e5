# The workflow, see workflow/Snakefile; it stands here so that `snakemake` in a clone finds it.
include: "workflow/Snakefile"
