"""A translation model on disk: Marian's file, its vocabularies and how to decode with it.

A folder made by `train` or `import_model` holds model.npz, the vocabulary (vocab.spm, or
vocab.source.spm and vocab.target.spm where they differ) and model.yml: which of these belong
together, the decode settings, and where the model comes from. Where vocabularies are in YAML, it
holds source.spm and target.spm as well, by which text is segmented (the layout of OPUS-MT).

Models of CTranslate2 and of Hugging Face are described by the same class, see `layouts`; they can
be decoded, not trained.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import yaml

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.beginnings import address_hint
from cdaflow.io.compression import check_file
from cdaflow.io.files import atomic_path, atomic_text, digest
from cdaflow.io.yaml_files import read_yaml
from cdaflow.nmt.archive import check_archive
from cdaflow.nmt.bergamot import is_quantised, network_settings, write_floats
from cdaflow.nmt.language_tokens import Framing, target_tokens
from cdaflow.nmt.recipe import RESERVED, Options
from cdaflow.nmt.spm import read_subwords, without_paths
from cdaflow.nmt.vocabulary import (
    Segment,
    Segmenter,
    check_segmentation,
    check_tokens,
    read_huggingface_tokens,
    read_token_list,
    read_tokens,
)

#: What made a model: the programs that can read it follow.
Kind = Literal["marian", "ctranslate2", "huggingface"]

#: Under this key a model.yml has the token of the target language.
_TOKEN = "language-token"  # noqa: S105 (no password)


@dataclass(frozen=True)
class Model:
    """A model file, its source and target vocabulary, and its decode settings.

    `gpu_decode` replaces or adds settings where GPUs are used. `spm`: the SentencePiece models
    that segment the text of source and target, where the vocabularies are in YAML; else none, as
    vocabularies that are SentencePiece models segment it themselves. `framing`: the tokens around
    each sentence, which models of several languages have.
    """

    file: Path
    vocabularies: tuple[Path, Path]
    decode: Options = field(default_factory=dict)
    gpu_decode: Options = field(default_factory=dict)
    spm: tuple[Path, Path] | None = None
    framing: Framing = field(default_factory=Framing)
    kind: Kind = "marian"

    @property
    def files(self) -> tuple[Path, ...]:
        """The model, its vocabularies, and what segments text for them."""
        return (self.file, *self.vocabularies, *(self.spm or ()))

    def distinct_vocabularies(self) -> tuple[Path, Path | None]:
        """Return the vocabulary of the source and that of the target; None where it is the same."""
        source, target = self.vocabularies
        return source, None if source == target or digest(source) == digest(target) else target


def load_model(folder: str | os.PathLike[str]) -> Model:
    """Return the model of a folder made by `train` or `import_model`; InputError if it is none."""
    path = Path(folder) / "model.yml"
    hint = "train with `cdaflow nmt train`, or import an existing model with `cdaflow nmt import`"
    if not Path(folder).exists():
        raise absent_model(Path(folder), hint)
    if not path.is_file():
        raise InputError(
            "model.no-model-yml", "the folder has no model.yml", file=folder, hint=hint
        )
    content = _yaml(path)
    return Model(
        Path(folder) / "model.npz",
        _two_files(content, "vocabularies", path),
        _section(content, "decode", path),
        _section(content, "gpu-decode", path),
        _two_files(content, "spm", path) if "spm" in content else None,
        Framing(before=(str(content[_TOKEN]),)) if _TOKEN in content else Framing(),
    )


def absent_model(path: Path, hint: str) -> InputError:
    """Return the fault of a model that is not there, perhaps since its name is that on a hub."""
    name = str(path)
    on_hub = re.fullmatch(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*(?<!\.npz)", name)
    if on_hub and not path.parent.exists():
        return InputError(
            "model.on-hub",
            "no such file or folder; names of models on a hub are not downloaded",
            file=path,
            hint=f"correct the path, or, if this is a model on a hub: hf download {name} "
            "--local-dir FOLDER, and give the folder",
        )
    return InputError(
        "model.missing", "no such file or folder", file=path, hint=address_hint(path) or hint
    )


def origin(model: Model) -> dict[str, str]:
    """Return what model.yml beside a model says of it, "" where it does not say.

    `language`: the one that it was trained to translate into (`nmt train --target-lang`); `base`:
    the SHA-256 of the parameters that its training began with.
    """
    path = model.file.with_name("model.yml")
    content = _yaml(path) if path.is_file() else {}
    return {
        "language": str(content.get("target-language") or ""),
        "base": str(_section(content, "base", path).get("sha256") or ""),
    }


def user_model(
    file: str | os.PathLike[str],
    vocabularies: Sequence[str | os.PathLike[str]],
    decoder_config: str | os.PathLike[str] | None = None,
    spm: Sequence[str | os.PathLike[str]] = (),
) -> Model:
    """Return a model that was trained elsewhere, given by its files.

    One vocabulary, or file of `spm`, stands for both sides. Where vocabularies are in YAML and
    `spm` is not given, source.spm and target.spm beside the first of them are taken. Of Marian's
    decoder configuration (model.npz.decoder.yml, say) the decode settings are taken; its models
    and vocabularies only where none are given here, paths starting at its own folder when it says
    relative-paths.
    """
    decode: Options = {}
    vocabulary_files: list[str | os.PathLike[str]] = list(vocabularies)
    if decoder_config is not None:
        content = _yaml(Path(decoder_config))
        base = Path(decoder_config).parent if content.get("relative-paths") else Path()
        names = content.get("vocabs") or []
        if not isinstance(names, list):
            raise InputError(
                "model.vocabulary-setting",
                "`vocabs` must name one or two files",
                file=decoder_config,
            )
        vocabulary_files = vocabulary_files or [base / str(name) for name in names]
        decode = {k: v for k, v in content.items() if k not in RESERVED["decode"]}
    if len(vocabulary_files) not in (1, 2):
        raise InputError(
            "model.vocabulary-count",
            f"{len(vocabulary_files)} vocabularies given; a model needs one or two",
            file=file,
            hint="--vocabs SOURCE TARGET (one file if both are the same)",
        )
    paths = (Path(vocabulary_files[0]), Path(vocabulary_files[-1]))
    segmenting = [Path(path) for path in spm]
    if not segmenting and paths[0].suffix != ".spm":
        beside = [paths[0].with_name(f"{side}.spm") for side in ("source", "target")]
        segmenting = beside if all(path.is_file() for path in beside) else []
    if len(segmenting) > 2:
        raise InputError(
            "model.spm-count", f"{len(segmenting)} files of spm given for this model", file=file
        )
    two = (segmenting[0], segmenting[-1]) if segmenting else None
    return Model(Path(file), paths, decode, spm=two)


def check_model(model: Model, *, training: bool = False) -> None:
    """Raise InputError where a file of the model is absent, damaged, or not of this model.

    The size of each vocabulary is compared with what the model was trained for. `training`: others
    are trained from it, on text that has the token of the target language, if it needs one.
    """
    for path in model.files:
        if not path.is_file():
            raise InputError(
                "model.file-missing", "a file of the translation model is missing", file=path
            )
        if path.stat().st_size == 0:
            raise InputError("file.empty", "the file is empty", file=path)
        check_file(path)
    tokens = _check_segmentation(model, training)
    sizes = network_settings(model.file).get("dim-vocabs") or []
    if not isinstance(sizes, list) or len(sizes) != 2:
        return
    for path, size in zip(model.vocabularies, sizes, strict=True):
        count = len(tokens[path])
        if size and count != size:
            raise InputError(
                "vocabulary.other-size",
                f"the vocabulary has {count} subwords, but the model {model.file} was trained with "
                f"{size}",
                file=path,
                hint="give the vocabulary that the model was trained with, source first",
            )


def _check_segmentation(model: Model, training: bool) -> dict[Path, list[str]]:
    """Return the tokens of each vocabulary; InputError where text cannot be made such."""
    plain = [path for path in model.vocabularies if path.suffix != ".spm"]
    tokens = {path: tokens_of(model, path) for path in dict.fromkeys(model.vocabularies)}
    for path in dict.fromkeys(plain):
        check_tokens(tokens[path], path)
    if not training:
        _check_language(model, tokens)
    if model.spm is None and plain:
        raise InputError(
            "vocabulary.no-segmentation",
            "it is unknown how text is segmented into the tokens of this vocabulary",
            file=plain[0],
            hint="give the SentencePiece models of source and target: --spm source.spm target.spm "
            "(in the configuration: spm)",
        )
    if model.spm is None:
        return tokens
    if len(plain) < 2:
        raise InputError(
            "vocabulary.needless-spm",
            "a vocabulary in .spm needs no further SentencePiece models (spm), but some are given",
            file=model.vocabularies[0] if not plain else model.file,
            hint="leave out spm, or give both vocabularies in YAML",
        )
    for path, spm in zip(model.vocabularies, model.spm, strict=True):
        check_segmentation(tokens[path], path, spm)
    return tokens


def tokens_of(model: Model, path: Path) -> list[str]:
    """Return the tokens of a vocabulary of a model, in the order of their numbers."""
    if model.kind == "huggingface":
        return read_huggingface_tokens(path.parent)
    if model.kind == "ctranslate2":
        return read_token_list(path)
    return read_subwords(path) if path.suffix == ".spm" else read_tokens(path)


def _check_language(model: Model, tokens: Mapping[Path, Sequence[str]]) -> None:
    """Raise InputError where a model of several target languages gets the token of none."""
    path = model.vocabularies[0]
    choices = target_tokens(tokens[path])
    if choices and not set(model.framing.before) & set(tokens[path]):
        raise InputError(
            "model.no-target-language",
            f"the model takes the target language as a token ({', '.join(choices[:3])}), and no "
            "language is given",
            file=path,
            hint="name the language: --lang es, or --language-token (in the configuration: "
            "language_token)",
        )


def segmenters(model: Model) -> tuple[Segmenter, Segmenter]:
    """Return what segments the source and the target of a model."""
    source, target = model.vocabularies
    source_spm, target_spm = model.spm or (None, None)
    token_lists: list[list[str] | None] = [None, None]
    if model.kind != "marian":
        token_lists = [tokens_of(model, path) for path in model.vocabularies]
    framing = model.framing
    return (
        Segmenter(
            source, source_spm, tokens=token_lists[0], before=framing.before, after=framing.after
        ),
        Segmenter(target, target_spm, tokens=token_lists[1]),
    )


def line_segmentation(model: Model) -> tuple[Segment, Segment] | None:
    """Return what prepares lines of source and target for Marian; None where it reads the text.

    Marian knows of a vocabulary in YAML the subwords alone, not how text is cut into them.
    """
    if model.spm is None and model.framing == Framing():
        return None
    source, target = segmenters(model)
    return source.prepare, target.prepare


def check_marian(model: Model, what: str, hint: str) -> None:
    """Raise ConfigError for a model that Marian cannot read, which `what` takes it to do."""
    if model.kind != "marian":
        made_by = {"ctranslate2": "CTranslate2", "huggingface": "Hugging Face"}[model.kind]
        raise ConfigError(
            "model.not-for-marian",
            f"Marian cannot read a model of {made_by}, as {what} needs",
            file=model.file,
            hint=hint,
        )


def publish(model: Model, folder: Path, provenance: Mapping[str, object]) -> Model:
    """Copy a model to `folder` under the usual names, model.yml last; return it there.

    `provenance` is written into model.yml beside the decode settings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    copies = vocabulary_names(model.vocabularies)
    spm = ["source.spm", "target.spm"] if model.spm else []
    for path, name in zip(model.files[1:], (*copies, *spm), strict=True):
        with atomic_path(folder / name) as temporary:
            if path.suffix == ".spm":
                temporary.write_bytes(without_paths(path.read_bytes()))
            else:
                shutil.copyfile(path, temporary)
    with atomic_path(folder / "model.npz") as temporary:
        shutil.copyfile(model.file, temporary)
    content = {
        "vocabularies": copies,
        **({"spm": spm} if spm else {}),
        "decode": model.decode,
        "gpu-decode": model.gpu_decode,
        **({_TOKEN: model.framing.before[0]} if model.framing.before else {}),
        **provenance,
    }
    with atomic_text(folder / "model.yml") as handle:
        yaml.safe_dump(content, handle, sort_keys=True, allow_unicode=True, width=100)
    return load_model(folder)


def import_model(model: Model, folder: Path) -> Model:
    """Check a model that was trained elsewhere and copy it to `folder` as `train` would.

    Raises ConfigError for a model that Marian cannot read.
    """
    check_marian(
        model,
        "fine-tuning, which models are imported for,",
        "give the Marian model from which it was converted (.npz); for translation alone, give "
        "the folder (--model, in the configuration: model)",
    )
    check_model(model)
    file, *others = [{"file": str(path), "sha256": digest(path)} for path in model.files]
    origin = {"model": file, "vocabularies": others[:2]}
    if model.spm:
        origin["spm"] = others[2:]
    if is_quantised(model.file):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".cdaflow-import-") as temporary:
            return publish(with_floats(model, Path(temporary)), folder, {"imported": origin})
    if model.file.suffix != ".npz":
        raise InputError(
            "model.unsupported-format",
            "only .npz models and Firefox's (model.*.intgemm.alphas.bin) can be imported",
            file=model.file,
            hint="give the .npz from which it was converted, or translate with --model",
        )
    check_archive(model.file)
    return publish(model, folder, {"imported": origin})


def with_floats(model: Model, folder: Path) -> Model:
    """Return a model that Marian reads: a quantised one is written to `folder` as floats."""
    if not is_quantised(model.file):
        return model
    floats = folder / "model.npz"
    write_floats(model.file, floats)
    return replace(model, file=floats)


def vocabulary_names(vocabularies: Sequence[Path]) -> list[str]:
    """Return the names of the copies of the vocabularies of source and target in a folder."""
    source, target = vocabularies
    if source == target or digest(source) == digest(target):
        return [f"vocab{source.suffix}"] * 2
    return [f"vocab.source{source.suffix}", f"vocab.target{target.suffix}"]


def _yaml(path: Path) -> dict[str, Any]:
    content = read_yaml(path)
    if not isinstance(content, dict):
        raise InputError("yaml.no-mapping", "expected a mapping of names to values", file=path)
    return content


def _two_files(content: Mapping[str, Any], key: str, path: Path) -> tuple[Path, Path]:
    """Return the files of source and target that a model.yml names under a key."""
    names = content.get(key)
    if not isinstance(names, list) or len(names) != 2:
        raise InputError("model.not-two-files", f"`{key}` must name two files", file=path)
    return path.parent / str(names[0]), path.parent / str(names[1])


def _section(content: Mapping[str, Any], key: str, path: Path) -> Options:
    """Return a part of a model.yml, empty where it has none."""
    section = content.get(key) or {}
    if not isinstance(section, dict):
        raise InputError(
            "model.section-no-mapping",
            f"`{key}` must be a mapping of settings to values",
            file=path,
        )
    return section
