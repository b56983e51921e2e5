"""The archives of UDify: checked, and opened without pickle.

An archive is a model.tar.gz as AllenNLP writes it, or the folder that it was unpacked to:
config.json, weights.th and vocabulary/*.txt. The word pieces of BERT (vocab.txt) are not part
of it, so they are looked for beside it. The published archive lies at LINDAT,
https://hdl.handle.net/11234/1-3042; the word pieces are fetched from the repository of that BERT.
"""

from __future__ import annotations

import os
import tarfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.fetch import fetch_large
from cdaflow.io.files import atomic_folder, digest, read_json

#: What shows the progress of a prediction: given the parts, it yields them one by one.
Watch = Callable[[Sequence[Any]], Iterable[Any]]

#: The archive; its size is some hundreds of megabytes.
ADDRESS = (
    "https://lindat.mff.cuni.cz/repository/xmlui/bitstream/handle/11234/1-3042/udify-model.tar.gz"
)

#: vocab.txt of bert-base-multilingual-cased (119,547 word pieces), at one revision.
PIECES_ADDRESS = (
    "https://huggingface.co/google-bert/bert-base-multilingual-cased/resolve/"
    "3f076fdb1ab68d5b2880cb87a0886f315b8146f8/vocab.txt"
)
PIECES_CHECKSUM = "sha256:fe0fda7c425b48c516fc8f160d594c8022a0808447475c1a7c6d6479763f310c"

#: Namespaces whose ids start at 0, where the archive does not list them.
_NON_PADDED = ("*tags", "*labels", "upos", "xpos", "feats", "lemmas")

_GET = "get the archive again: cdaflow trees fetch-udify"


@dataclass(frozen=True)
class Archive:
    """An unpacked archive: its folder, its configuration and the word pieces of its BERT."""

    folder: Path
    config: Mapping[str, Any]
    vocabulary: Path

    @property
    def weights(self) -> Path:
        """The file of the weights."""
        return self.folder / "weights.th"

    def setting(self, *keys: str, default: Any = None) -> Any:
        """Return the value of nested keys of config.json, `default` where one is absent."""
        value: Any = self.config
        for key in keys:
            if not isinstance(value, Mapping) or key not in value:
                return default
            value = value[key]
        return value

    def labels(self, namespace: str) -> list[str]:
        """Return the labels of a task ("feats", "upos") by class.

        Classes that name nothing, @@PADDING@@ and @@UNKNOWN@@, are "_" here.

        Raises InputError where the archive has no such vocabulary.
        """
        path = self.folder / "vocabulary" / f"{namespace}.txt"
        if not path.is_file():
            raise InputError(
                "udify.no-task-vocabulary",
                f"the archive has no vocabulary for {namespace!r}, so it does not predict "
                f"{namespace!r}",
                file=path,
                hint="give an archive of UDify that was trained for this task",
            )
        lines = _lines(path)
        if self._padded(namespace):
            lines.insert(0, "@@PADDING@@")
        return ["_" if line in ("@@PADDING@@", "@@UNKNOWN@@", "") else line for line in lines]

    def _padded(self, namespace: str) -> bool:
        path = self.folder / "vocabulary" / "non_padded_namespaces.txt"
        patterns = _lines(path) if path.is_file() else list(_NON_PADDED)
        return not any(
            pattern == namespace or (pattern[:1] == "*" and namespace.endswith(pattern[1:]))
            for pattern in patterns
            if pattern
        )

    def subwords(self) -> dict[str, int]:
        """Return the word pieces of BERT with their ids (line numbers from 0)."""
        lines = _lines(self.vocabulary)
        subwords = {line: number for number, line in enumerate(lines)}
        for name in ("[UNK]", "[CLS]", "[SEP]"):
            if name not in subwords:
                raise InputError(
                    "udify.word-piece-missing",
                    f"the word pieces lack {name}",
                    file=self.vocabulary,
                    hint="this is not the vocab.txt of a BERT model",
                )
        return subwords

    def state(self) -> dict[str, Any]:
        """Return the weights by name, loaded on the CPU and without running any foreign code.

        Raises InputError where the file is not what PyTorch calls a state of tensors only.
        """
        import torch

        try:
            state = torch.load(self.weights, map_location="cpu", weights_only=True)
        except Exception as error:  # many kinds, by what is wrong with the file
            first = str(error).strip().split("\n")[0]
            raise InputError(
                "udify.weights-not-loadable",
                f"the weights cannot be loaded without running foreign code, or are damaged "
                f"({type(error).__name__}: {first[:200]})",
                file=self.weights,
                hint=_GET,
            ) from None
        if not isinstance(state, Mapping) or not all(
            isinstance(key, str) and isinstance(value, torch.Tensor) for key, value in state.items()
        ):
            raise InputError(
                "udify.weights-not-named-tensors",
                "the weights are not tensors by name",
                file=self.weights,
                hint=_GET,
            )
        return dict(state)

    def bert_config(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return the sizes of BERT: those of its weights, and of config.json beside vocab.txt.

        The number of attention heads is stored nowhere in an archive; where there is no
        config.json with the word pieces it is that of multilingual BERT, if its width is.

        Raises InputError where sizes are absent or contradict one another.
        """
        sizes = self._bert_sizes(state)
        config = self._stored_bert_config()
        for key, size in sizes.items():
            if config.get(key, size) != size:
                raise InputError(
                    "udify.bert-size",
                    f"{key} is {config[key]}, but {size} in the weights",
                    file=self.vocabulary.with_name("config.json"),
                    hint="use vocab.txt and config.json of the BERT that was fine-tuned",
                )
        if sizes["vocab_size"] != (count := 1 + max(self.subwords().values())):
            raise InputError(
                "udify.word-piece-count",
                f"there are {count} word pieces, but {sizes['vocab_size']} in the weights",
                file=self.vocabulary,
                hint="use the vocab.txt of the BERT that was fine-tuned "
                "(bert-base-multilingual-cased for the published archive)",
            )
        return {
            **sizes,
            "num_attention_heads": self._heads(config, sizes["hidden_size"]),
            "hidden_act": config.get("hidden_act", "gelu"),
            "layer_norm_eps": config.get("layer_norm_eps", 1e-12),
        }

    def _bert_sizes(self, state: Mapping[str, Any]) -> dict[str, int]:
        """Return the sizes of BERT that its weights tell."""
        prefix = "text_field_embedder.token_embedder_bert.bert_model."
        words = state.get(prefix + "embeddings.word_embeddings.weight")
        dense = state.get(prefix + "encoder.layer.0.intermediate.dense.weight")
        positions = state.get(prefix + "embeddings.position_embeddings.weight")
        types = state.get(prefix + "embeddings.token_type_embeddings.weight")
        if words is None or dense is None or positions is None or types is None:
            raise InputError(
                "udify.no-bert-weights",
                f"the archive has no weights of BERT ({prefix}...)",
                file=self.weights,
                hint="only UDify models over BERT can be read",
            )
        layers = {
            int(key[len(prefix) :].split(".")[2])
            for key in state
            if key.startswith(prefix + "encoder.layer.")
        }
        return {
            "vocab_size": words.shape[0],
            "hidden_size": words.shape[1],
            "intermediate_size": dense.shape[0],
            "max_position_embeddings": positions.shape[0],
            "type_vocab_size": types.shape[0],
            "num_hidden_layers": len(layers),
        }

    def _stored_bert_config(self) -> dict[str, Any]:
        path = self.vocabulary.with_name("config.json")
        return _read_object(path) if _is_bert_config(path) else {}

    def _heads(self, config: Mapping[str, Any], width: int) -> int:
        heads = config.get("num_attention_heads", 12 if width == 768 else None)
        if not isinstance(heads, int) or heads < 1 or width % heads:
            raise InputError(
                "udify.unknown-attention-heads",
                f"the number of attention heads of this BERT (width {width}) is unknown",
                file=self.vocabulary.with_name("config.json"),
                hint="put the config.json of that BERT (num_attention_heads) beside its vocab.txt",
            )
        return heads


def open_archive(
    path: str | os.PathLike[str],
    *,
    bert: str | os.PathLike[str] | None = None,
    unpack_to: str | os.PathLike[str] | None = None,
) -> Archive:
    """Open an archive: a folder, or a .tar.gz, which is unpacked first.

    `bert`: vocab.txt of the BERT that was fine-tuned, or its folder; by default looked for in
    the archive's folder and beside it. `unpack_to`: folder for a .tar.gz; by default the name
    of the archive without its ending.

    Raises InputError that names what is absent or not UDify's.
    """
    folder = Path(path)
    if not folder.exists():
        raise InputError(
            "udify.archive-missing", "the archive does not exist", file=folder, hint=_GET
        )
    if folder.is_file():
        folder = unpack(folder, unpack_to or folder.with_name(_unpacked_name(folder.name)))
    for name in ("config.json", "weights.th", "vocabulary"):
        if not (folder / name).exists():
            raise InputError(
                "udify.archive-incomplete",
                f"the archive lacks {name}",
                file=folder,
                hint="an archive of UDify holds config.json, weights.th and vocabulary/*.txt "
                "(udify-bert.tar.gz is not one: it holds only BERT)",
            )
    if not any((folder / "vocabulary").glob("*.txt")):
        raise InputError(
            "udify.empty-vocabulary", "the archive has an empty vocabulary", file=folder, hint=_GET
        )
    config = _read_object(folder / "config.json")
    kind = config.get("model", {}).get("type") if isinstance(config.get("model"), dict) else None
    if kind != "udify_model":
        raise InputError(
            "udify.other-model-type",
            f"the archive has a model of type {kind!r}, expected udify_model",
            file=folder / "config.json",
        )
    return Archive(folder, config, _find_vocabulary(folder, bert))


def fetch_udify(
    folder: str | os.PathLike[str],
    checksum: str | None,
    *,
    address: str = ADDRESS,
    pieces_address: str = PIECES_ADDRESS,
    pieces_checksum: str = PIECES_CHECKSUM,
) -> Archive:
    """Get the archive and the word pieces of its BERT into `folder`, and unpack it there.

    Written are udify-model.tar.gz, udify-model/ (config.json, weights.th, vocabulary/) and
    bert/vocab.txt; what is there and right is left alone, a broken transfer is taken up again.
    `checksum` ("sha256:..." or "md5:...") is that of the archive. cdaflow does not know it, and
    fetches nothing without: the page of the handle tells it.

    Raises ConfigError without a checksum; InputError as `fetch_large` and `open_archive` do.
    """
    if not checksum:
        raise ConfigError(
            "udify.checksum-missing",
            "a checksum of the UDify archive is required: nothing is downloaded without one",
            hint="https://hdl.handle.net/11234/1-3042 lists the checksum of "
            "udify-model.tar.gz: give it as --checksum md5:... (in the configuration: "
            "annotators.udify.checksum)",
        )
    home = Path(folder)
    archive, vocabulary = home / "udify-model.tar.gz", home / "bert" / "vocab.txt"
    fetch_large(pieces_address, pieces_checksum, vocabulary)
    fetch_large(address, checksum, archive)
    return open_archive(archive, bert=vocabulary)


def _unpacked_name(name: str) -> str:
    for ending in (".tar.gz", ".tgz"):
        if name.endswith(ending) and name != ending:
            return name.removesuffix(ending)
    return name + ".unpacked"


def _find_vocabulary(folder: Path, bert: str | os.PathLike[str] | None) -> Path:
    if bert is not None:
        bert_path = Path(bert)
        paths = [bert_path / "vocab.txt" if bert_path.is_dir() else bert_path]
    else:
        folders = (folder / "bert", folder, folder.parent / "bert", folder.parent)
        paths = [path / "vocab.txt" for path in folders]
    for path in paths:
        if path.is_file():
            return path
    raise InputError(
        "udify.word-pieces-missing",
        "the word pieces of BERT are missing (archives of UDify do not include them)",
        file=paths[0],
        hint="run cdaflow trees fetch-udify, or copy vocab.txt of bert-base-multilingual-cased "
        "here, or give its path (--bert)",
    )


def _is_bert_config(path: Path) -> bool:
    """Return whether a config.json is BERT's: the archive has one of the same name."""
    return path.is_file() and "model" not in _read_object(path)


def _lines(path: Path) -> list[str]:
    """Return the lines of a vocabulary; only LF or CR LF ends one, a word may hold the rest."""
    raw = path.read_bytes()
    try:
        lines = [line.removesuffix("\r") for line in raw.decode("utf-8").split("\n")]
    except UnicodeDecodeError as error:
        raise InputError(
            "text.not-utf8", f"byte {error.start} is not UTF-8", file=path, hint=_GET
        ) from None
    return lines[:-1] if lines[-1] == "" else lines


def _read_object(path: Path) -> dict[str, Any]:
    value = read_json(path)
    if not isinstance(value, dict):
        raise InputError("json.no-object", "expected a JSON object", file=path, hint=_GET)
    return value


#: An archive that unpacks to more bytes, or to more files, is none of UDify's (1.5 GB, 10 files).
MAX_BYTES = 8 * 1024**3
MAX_MEMBERS = 1000

#: What a damaged or truncated tar.gz raises.
_DAMAGE = (tarfile.TarError, EOFError, OSError, zlib.error)

#: Where the name of an unpacked archive's source is kept, in its folder.
_STAMP = ".unpacked-from"


def unpack(archive: str | os.PathLike[str], folder: str | os.PathLike[str]) -> Path:
    """Unpack a .tar.gz into the new folder `folder`, whole or not at all; return the folder.

    A folder that was unpacked from the same bytes before is returned as it is.

    Raises InputError where the file is no such archive or is cut short; where a member would
    lie outside the folder, is a link, a device or anything but a file or a folder; where it
    unpacks to more than MAX_BYTES or MAX_MEMBERS; and where something else stands at `folder`.
    """
    path, final = Path(archive), Path(folder)
    source = digest(path)
    if _is_unpacked(final, source):
        return final
    try:
        with atomic_folder(final, f"what {path} holds") as temporary:
            _unpack_members(path, temporary)
            (temporary / _STAMP).write_text(source + "\n", encoding="ascii")
    except (OSError, InputError):
        # Another job may have unpacked the same archive in the meantime.
        if not _is_unpacked(final, source):
            raise
    return final


def _is_unpacked(folder: Path, source: str) -> bool:
    """Return whether a folder was unpacked from the archive with this digest."""
    stamp = folder / _STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii").strip() == source


def _unpack_members(path: Path, folder: Path) -> None:
    size = 0
    names: set[str] = set()
    try:
        with tarfile.open(path, "r|gz") as tar:
            # Filters of `extractall` are missing from Python 3.11 before 3.11.4; `_check_member`
            # is stricter than they are (PEP 706), so that later versions need none either.
            tar.extraction_filter = lambda member, target: member
            for member in tar:
                size += member.size
                if size > MAX_BYTES or len(names) >= MAX_MEMBERS:
                    raise InputError(
                        "archive.too-large",
                        f"the archive unpacks to more than {MAX_BYTES} bytes or {MAX_MEMBERS} "
                        "files, so it is not an archive of UDify",
                        file=path,
                    )
                _check_member(path, member, names)
                if member.isdir():
                    Path(folder, member.name).mkdir(parents=True, exist_ok=True)
                else:
                    tar.extract(member, folder, set_attrs=False)
    except _DAMAGE as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the disk, not the archive
        raise InputError(
            "archive.damaged",
            f"this is not a .tar.gz file, or it is damaged or truncated ({error})",
            file=path,
            hint=_GET,
        ) from None


def _check_member(path: Path, member: tarfile.TarInfo, names: set[str]) -> None:
    """Add a member to `names`; InputError where it is not a plain file inside the folder."""
    name = PurePosixPath(member.name)
    if name.is_absolute() or ".." in name.parts or "\\" in member.name or "\0" in member.name:
        raise InputError(
            "archive.member-outside-folder",
            f"the member {member.name!r} would be unpacked outside the folder; nothing was "
            "unpacked",
            file=path,
            hint="do not trust this archive",
        )
    if not (member.isdir() or member.isreg()) or member.issparse():
        raise InputError(
            "archive.member-special-file",
            f"the member {member.name!r} is a link, a device or another special file",
            file=path,
            hint="archives of UDify hold plain files only: do not trust this archive",
        )
    if str(name) in names:
        raise InputError(
            "archive.member-duplicate", f"the member {member.name!r} is duplicated", file=path
        )
    names.add(str(name))
