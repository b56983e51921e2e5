"""The configuration of the workflow: one tree of typed objects, checked before anything runs.

`load_config` makes it of what Snakemake has read. The same classes are the source of
workflow/schemas/config.schema.yaml, see `cdaflow.config.schema`.
"""

from cdaflow.config.loading import Config, check_files, leave_out_nulls, load_config

__all__ = ["Config", "check_files", "leave_out_nulls", "load_config"]
