"""Write a first configuration of the workflow."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from cdaflow.config.commented import commented_yaml
from cdaflow.config.initial import Options, initial_config
from cdaflow.config.loading import load_config
from cdaflow.io.files import atomic_text
from cdaflow.option_types import OutputPath


def init(*, options: Options, output: OutputPath) -> str:
    """Write a commented configuration of the best known recipe for your model and text.

    Its comments are those of the schema. Files are checked before anything is written.

    Args:
        output (FILE.yaml): the configuration to write
    """
    initial = initial_config(options)
    load_config(initial.config)
    with atomic_text(output) as handle:
        handle.write(commented_yaml(initial.config))
    lines = [f"wrote {output}"]
    lines += [f"left out {name}: {reason}" for name, reason in initial.left_out]
    if initial.config["challenge"] == {"fetch": True}:
        lines.append("WinoMT will be fetched; --challenge FILE takes your copy.")
    for name, test in initial.config["corpora"]["test"].items():
        if options.model and isinstance(test, dict):
            lines.append(
                f"{name} is held out of {test['of']}: if your model was trained on it, BLEU is too "
                "high; --test FILES takes another text."
            )
    command = f"snakemake --cores {os.cpu_count() or 1} --configfile {shlex.quote(str(output))}"
    if not Path("Snakefile").is_file():
        command += " --snakefile CDAFLOW/Snakefile"
    lines += ["Next, in this folder:", f"  {command} --dry-run", f"  {command}"]
    return "\n".join(lines)
