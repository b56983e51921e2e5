"""Models as their owners have them: which files of a folder are the model, and how it is decoded.

| layout | known by |
|---|---|
| cdaflow | model.yml, as `cdaflow nmt train` and `import` write it |
| ctranslate2 | model.bin and its vocabularies; SentencePiece models beside it, or one folder up |
| huggingface | config.json with a model_type: Marian, M2M-100 or NLLB |
| firefox | model.*.intgemm.alphas.bin, vocab.*.spm, config.*.yml |
| marian | .npz with decoder.yml, vocabularies, and in OPUS-MT source.spm and target.spm |
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.compression import check_file
from cdaflow.io.files import read_json
from cdaflow.io.yaml_files import read_yaml
from cdaflow.nmt.bergamot import ENGINE_SETTINGS, USUAL_SETTINGS, is_quantised
from cdaflow.nmt.language_tokens import frame
from cdaflow.nmt.model import Model, absent_model, load_model, tokens_of, user_model
from cdaflow.nmt.recipe import RESERVED, Options
from cdaflow.nmt.vocabulary import END, PLAIN

Name = Literal["cdaflow", "marian", "firefox", "ctranslate2", "huggingface"]

#: What a layout is called in messages.
TITLES: Mapping[str, str] = {
    "cdaflow": "a model folder of cdaflow",
    "marian": "Marian",
    "opus-mt": "OPUS-MT (Marian, with SentencePiece models)",
    "firefox": "Firefox (Bergamot, quantised to 8 bits; converted to floats for Marian)",
    "ctranslate2": "CTranslate2",
    "huggingface": "Hugging Face",
}

#: Types of Hugging Face's models that can be converted; NLLB is the second.
MODEL_TYPES = ("marian", "m2m_100")

#: Weights of Hugging Face, the first that is there.
_WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
            "pytorch_model.bin.index.json")  # fmt: skip

#: Names of archives in which models are sent; one of Argos Translate is a zip.
_ARCHIVE = re.compile(r"(?i)\.(?:zip|tar|t[gbx]z|7z|argosmodel|gz|bz2|xz|zst)$")

#: Names of a SentencePiece model of both sides.
_JOINT_SPM = ("sentencepiece.bpe.model", "sentencepiece.model", "spm.model")

_EXPECTED = (
    "expected a folder of cdaflow (model.yml), Marian or OPUS-MT (.npz, decoder.yml, source.spm, "
    "target.spm), Firefox (model.*.intgemm.alphas.bin, vocab.*.spm), CTranslate2 (model.bin, "
    "shared_vocabulary.json) or Hugging Face (config.json, source.spm, target.spm)"
)


@dataclass(frozen=True)
class Layout:
    """A model as it was found, not yet for a target language, and the settings that it came with.

    `name`: of the layout; `settings`: files that say how it is decoded.
    """

    name: str
    model: Model
    settings: tuple[Path, ...] = ()

    @property
    def files(self) -> list[Path]:
        """What is read of it."""
        return list(dict.fromkeys([*self.model.files, *self.settings]))


def open_model(
    path: str | os.PathLike[str],
    vocabularies: Sequence[str | os.PathLike[str]] = (),
    decoder_config: str | os.PathLike[str] | None = None,
    spm: Sequence[str | os.PathLike[str]] = (),
    *,
    language: str = "",
    token: str = "",
) -> Model:
    """Return the model of a folder, or of a file and what goes with it, see `find_layout`.

    `language`: the target language, for models of several; `token`: its token, where the language
    does not tell it. Raises InputError where there is none, or where it is not known which.
    """
    model = find_layout(path, vocabularies, decoder_config, spm).model
    if token and model.framing.before and model.framing.before != (token,):
        raise ConfigError(
            "model.imported-for-other-language",
            f"{path} was imported for {model.framing.before[0]}, not for {token}",
            hint="import the model again, for another language",
        )
    return for_language(model, language, token)


def for_language(model: Model, language: str, token: str = "") -> Model:
    """Return a model that translates into a language, by its token.

    It is the same where it has a token, or its vocabulary is absent. Raises as `open_model` does.
    """
    vocabulary = model.vocabularies[0]
    if model.framing.before or not vocabulary.is_file():
        return model
    tokens = tokens_of(model, vocabulary)
    framing = frame(tokens, language, token, vocabulary, sides=model.kind != "marian")
    return replace(model, framing=replace(framing, after=model.framing.after))


def find_layout(
    path: str | os.PathLike[str],
    vocabularies: Sequence[str | os.PathLike[str]] = (),
    decoder_config: str | os.PathLike[str] | None = None,
    spm: Sequence[str | os.PathLike[str]] = (),
) -> Layout:
    """Return how a model lies in a folder; or a model file of Marian's with its other files.

    What is given in place of files of the folder goes before these: of Marian's models all of it,
    of CTranslate2's and Hugging Face's the SentencePiece models and the decoder configuration. No
    large file is read.

    Raises InputError where the folder holds no model, or several; ConfigError where something is
    given that has no use.
    """
    folder = Path(path)
    if not folder.exists():
        raise absent_model(folder, _EXPECTED)
    if not folder.is_dir():
        check_file(folder)
        if _ARCHIVE.search(folder.name):
            raise InputError(
                "model.archive",
                "expected the folder of a model or a model file of Marian, found an archive",
                file=folder,
                hint="unpack it (unzip FILE -d FOLDER, or tar -xf FILE), and give its folder",
            )
        model = user_model(folder, vocabularies, decoder_config, spm)
        configs = () if decoder_config is None else (Path(decoder_config),)
        if is_quantised(folder):
            return Layout("firefox", _as_firefox(model), configs)
        return Layout("opus-mt" if model.spm else "marian", model, configs)
    if not (folder / "model.bin").is_file() and (folder / "model" / "model.bin").is_file():
        folder /= "model"  # Argos Translate
    name = _name(folder)
    if name not in ("marian", "firefox") and vocabularies:
        raise ConfigError(
            "model.own-vocabularies",
            f"{folder} is {TITLES[name]}, which has its own vocabularies: omit them",
        )
    if name == "cdaflow":
        if spm or decoder_config:
            raise ConfigError(
                "model.superfluous-options",
                f"{folder} is {TITLES[name]}: omit the other options for the model",
            )
        return Layout(name, load_model(folder), (folder / "model.yml",))
    if name == "marian":
        return _marian(folder, vocabularies, decoder_config, spm)
    if name == "firefox":
        return _firefox(folder, vocabularies, decoder_config)
    beside = Path(decoder_config) if decoder_config else folder / "decoder.yml"
    settings = (beside,) if decoder_config or beside.is_file() else ()
    two = _spm(folder, spm)
    if name == "ctranslate2":
        return _ctranslate2(folder, two, settings)
    return _huggingface(folder, two, settings)


def _name(folder: Path) -> Name:
    names = {path.name for path in folder.iterdir()}
    if "model.yml" in names:
        return "cdaflow"
    if "model.bin" in names and any("vocabulary" in name for name in names):
        return "ctranslate2"
    if any(name.endswith(".npz") for name in names):
        return "marian"
    if any(is_quantised(Path(name)) for name in names):
        return "firefox"
    if "config.json" in names and "model_type" in _mapping(folder / "config.json"):
        return "huggingface"
    listed = ", ".join(sorted(names)[:8]) or "nothing"
    raise InputError(
        "model.unrecognised",
        f"found no model in this folder; it has: {listed}",
        file=folder,
        hint=_EXPECTED,
    )


def _marian(
    folder: Path,
    vocabularies: Sequence[str | os.PathLike[str]],
    decoder_config: str | os.PathLike[str] | None,
    spm: Sequence[str | os.PathLike[str]],
) -> Layout:
    config = Path(decoder_config) if decoder_config else _decoder_config(folder)
    content = _settings(config)
    file = _one(
        "model",
        folder,
        _named(content, "models", folder)
        or [p for p in sorted(folder.glob("*.npz")) if ".optimizer." not in p.name],
        "--model FILE.npz",
    )
    paths = list(vocabularies) or _named(content, "vocabs", folder) or _vocabularies(folder)
    model = user_model(file, paths, None, spm)
    decode = {key: value for key, value in content.items() if key not in RESERVED["decode"]}
    settings = (config,) if config else ()
    return Layout("opus-mt" if model.spm else "marian", replace(model, decode=decode), settings)


def _firefox(
    folder: Path,
    vocabularies: Sequence[str | os.PathLike[str]],
    decoder_config: str | os.PathLike[str] | None,
) -> Layout:
    configs = sorted(p for p in folder.glob("*config*.y*ml"))
    config = Path(decoder_config) if decoder_config else None
    if configs and not config:
        config = _one("decoder configuration", folder, configs, "--decoder-config")
    content = _settings(config)
    models = [path for path in sorted(folder.iterdir()) if is_quantised(path)]
    file = _one("model", folder, _named(content, "models", folder) or models, "--model FILE.bin")
    paths = list(vocabularies) or _named(content, "vocabs", folder)
    packed = [] if paths else sorted(folder.glob("*.spm.*"))
    if packed:
        raise InputError(
            "vocabulary.compressed",
            "the vocabulary is compressed",
            file=packed[0],
            hint=f"gunzip {packed[0]}",
        )
    model = user_model(file, paths or _vocabularies(folder))
    decode = {key: value for key, value in content.items() if key not in RESERVED["decode"]}
    return Layout(
        "firefox", _as_firefox(replace(model, decode=decode)), (config,) if config else ()
    )


def _as_firefox(model: Model) -> Model:
    """Return a model with Firefox's usual settings, without those that only the engine has."""
    decode = model.decode or dict(USUAL_SETTINGS)
    return replace(model, decode={k: v for k, v in decode.items() if k not in ENGINE_SETTINGS})


def _decoder_config(folder: Path) -> Path | None:
    """Return the decoder configuration of a folder, None where it has none."""
    usual = folder / "decoder.yml"
    configs = [usual] if usual.is_file() else sorted(folder.glob("*.decoder.yml"))
    return _one("decoder configuration", folder, configs, "--decoder-config") if configs else None


def _named(content: Mapping[str, Any], key: str, folder: Path) -> list[Path]:
    """Return the files that Marian's configuration names, as far as they lie in the folder.

    The paths may be those of another machine.
    """
    names = content.get(key) or []
    if not isinstance(names, list):
        return []
    paths = [folder / Path(str(name)).name for name in names]
    return paths if paths and all(path.is_file() for path in paths) else []


def _vocabularies(folder: Path) -> list[Path]:
    """Return the vocabularies of a folder by their names; InputError where these do not tell."""
    ends = (".yml", ".yaml"), (PLAIN,)
    plain = next(
        filter(
            None, ([p for p in sorted(folder.glob("*vocab*")) if p.suffix in end] for end in ends)
        ),
        [],
    )
    own = [p for p in sorted(folder.glob("*.spm")) if p.stem not in ("source", "target")]
    candidates = plain or own
    if len(candidates) == 2:
        source = [p for p in candidates if any(part in p.name for part in ("source", "src"))]
        if len(source) == 1:
            return sorted(candidates, key=lambda path: path != source[0])
    return [_one("vocabulary", folder, candidates, "--vocabs SOURCE TARGET")]


def _one(what: str, folder: Path, candidates: Sequence[Path], option: str) -> Path:
    if len(candidates) != 1:
        listed = ", ".join(path.name for path in candidates[:5]) or "none"
        raise InputError(
            f"{what}.not-one-in-folder".replace(" ", "-"),
            f"expected one {what} in this folder, found: {listed}",
            file=folder,
            hint=f"name it with {option}",
        )
    return candidates[0]


def _spm(folder: Path, paths: Sequence[str | os.PathLike[str]]) -> tuple[Path, Path] | None:
    """Return the SentencePiece models of source and target: given, or those of the folder."""
    if len(paths) > 2:
        raise InputError(
            "spm.too-many",
            f"{len(paths)} SentencePiece models (spm) given; expected one or two",
            file=folder,
        )
    if paths:
        return Path(paths[0]), Path(paths[-1])
    two = folder / "source.spm", folder / "target.spm"
    if all(path.is_file() for path in two):
        return two
    for place in (folder, folder.parent):
        joint = [place / name for name in _JOINT_SPM if (place / name).is_file()]
        if joint:
            return joint[0], joint[0]
    return None


def _ctranslate2(folder: Path, spm: tuple[Path, Path] | None, settings: tuple[Path, ...]) -> Layout:
    def vocabulary(side: str) -> Path:
        names = (
            f"{kind}_vocabulary{end}" for kind in (side, "shared") for end in (".json", ".txt")
        )
        files = [folder / name for name in names if (folder / name).is_file()]
        return files[0] if files else folder / f"{side}_vocabulary.json"

    config = folder / "config.json"
    content = _mapping(config) if config.is_file() else {}
    model = Model(
        folder / "model.bin",
        (vocabulary("source"), vocabulary("target")),
        _decode(settings, {"normalize": 1}),
        spm=spm,
        kind="ctranslate2",
    )
    # Models of Marian and Hugging Face begin with the end of a sentence, those of OpenNMT, which
    # were trained without an end of the source, with its start.
    ended = content.get("decoder_start_token") == content.get("eos_token", END)
    model = _with_end(model, added=bool(content.get("add_source_eos", False)) or not ended)
    return Layout("ctranslate2", model, (*settings, *([config] if config.is_file() else [])))


def _huggingface(folder: Path, spm: tuple[Path, Path] | None, settings: tuple[Path, ...]) -> Layout:
    config = folder / "config.json"
    content = _mapping(config)
    if content["model_type"] not in MODEL_TYPES:
        raise InputError(
            "model.unsupported-type",
            f"models of the type {content['model_type']!r} cannot be used",
            file=config,
            hint=f"one of: {', '.join(MODEL_TYPES)} (Marian, M2M-100, NLLB)",
        )
    if (folder / "target_vocab.json").is_file():
        raise InputError(
            "vocabulary.separate-sides",
            "the model has two vocabularies, but the converter of CTranslate2 used the source "
            "vocabulary for both sides",
            file=folder / "target_vocab.json",
            hint="give the Marian model from which it was converted (.npz, with source.spm, "
            "target.spm and its two vocabularies)",
        )
    generation = folder / "generation_config.json"
    merged = content | (_mapping(generation) if generation.is_file() else {})
    usual: Options = {"normalize": float(merged.get("length_penalty") or 1)}
    if isinstance(merged.get("num_beams"), int) and merged["num_beams"] > 1:
        usual["beam-size"] = merged["num_beams"]
    weights = next((n for n in _WEIGHTS if (folder / n).is_file()), _WEIGHTS[0])
    vocabulary = next((n for n in ("vocab.json", "tokenizer.json") if (folder / n).is_file()),
                      "vocab.json")  # fmt: skip
    model = Model(
        folder / weights,
        (folder / vocabulary,) * 2,
        _decode(settings, usual),
        spm=spm,
        kind="huggingface",
    )
    others = [p for p in sorted(folder.glob("*.json")) if p.name != vocabulary]
    return Layout("huggingface", _with_end(model, added=False), (*settings, *others))


def _with_end(model: Model, *, added: bool) -> Model:
    """Return a model whose sources get the end of the sentence, where CTranslate2 adds none."""
    after = () if added else (END,)
    return replace(model, framing=replace(model.framing, after=after))


def _decode(settings: Sequence[Path], usual: Options) -> Options:
    """Return the decode settings of a Marian configuration, else the usual ones."""
    content = _settings(settings[0]) if settings else usual
    return {key: value for key, value in content.items() if key not in RESERVED["decode"]}


def _settings(path: Path | None) -> dict[str, Any]:
    content = read_yaml(path) if path else {}
    if not isinstance(content, dict):
        raise InputError("yaml.no-mapping", "expected a mapping of names to values", file=path)
    return content


def _mapping(path: Path) -> dict[str, Any]:
    content = read_json(path)
    if not isinstance(content, dict):
        raise InputError("json.no-mapping", "expected a mapping of names to values", file=path)
    return content
