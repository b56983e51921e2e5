# The workflow, see workflow/Snakefile; this file is for `snakemake -s FOLDER_OF_THE_CLONE/Snakefile`.
include: "workflow/Snakefile"


# What a file includes has no say in what is made by default.
workflow.default_target = "all"
