"""Corpora and test sets fetched by the names people use: of OPUS, and of sacrebleu.

Nothing here is called unless the user asks for it. What comes is known by its checksum: that of an
archive of OPUS is given by the user, that of a test set stands in sacrebleu. Of an archive only the
members that are wanted are read, and none is unpacked under a name of its own.
"""

from __future__ import annotations

import copy
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, InputError
from cdaflow.io.fetch import fetch_large
from cdaflow.io.files import read_lines, write_lines

#: Where OPUS has its corpora as two aligned files in a zip.
OPUS = "https://object.pouta.csc.fi/OPUS-{corpus}/{version}/moses/{pair}.txt.zip"

#: What names of corpora and versions of OPUS are made of.
_OPUS_NAME = re.compile(r"([A-Za-z0-9][\w.-]*)/([A-Za-z0-9][\w.-]*)", re.ASCII)

_DAMAGE = (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError)


def opus_url(name: str, source: str, target: str) -> str:
    """Return the address of a corpus of OPUS, named CORPUS/VERSION, in two languages.

    Raises ConfigError for what is no such name.
    """
    match = _OPUS_NAME.fullmatch(name)
    if not match:
        raise ConfigError(
            "opus-corpus.malformed-name",
            f"{name!r} is not the name of an OPUS corpus",
            hint="write CORPUS/VERSION, as in Tatoeba/v2023-04-12",
        )
    pair = "-".join(sorted((source, target)))
    return OPUS.format(corpus=match[1], version=match[2], pair=pair)


def checksum_hint(url: str) -> str:
    """Return how to come by the checksum of an archive."""
    return f"download it, inspect it, and give its digest: curl -L {url} | sha256sum"


def fetch_opus(
    name: str, sha256: str, languages: tuple[str, str], outputs: tuple[Path, Path]
) -> int:
    """Write the two sides of a corpus of OPUS, named CORPUS/VERSION, to files; return the pairs.

    The archive must have the digest `sha256`; what has come of it is kept beside the first output
    until it is whole. Raises InputError where it has not, or lacks a side.
    """
    url = opus_url(name, *languages)
    corpus = name.partition("/")[0]
    pair = "-".join(sorted(languages))
    archive = _beside(outputs[0], url)
    _fetch(url, f"sha256:{sha256}", archive)
    sides = [f"{corpus}.{pair}.{language}" for language in languages]
    with tempfile.TemporaryDirectory(dir=archive.parent, prefix="members-") as folder:
        _extract(archive, sides, Path(folder))
        count = _write_pairs([Path(folder) / side for side in sides], outputs, url)
    archive.unlink()
    return count


def sacrebleu_set(name: str, source: str, target: str) -> Any:
    """Return the test set of sacrebleu for a language pair, if all its files have checksums.

    Raises ConfigError for another one, naming those that have it.
    """
    from sacrebleu.dataset import DATASETS

    pair = f"{source}-{target}"
    if name not in DATASETS:
        available = ", ".join(
            sorted(key for key, entry in DATASETS.items() if pair in entry.langpairs)
        )
        raise ConfigError(
            "sacrebleu-testset.unknown",
            f"sacrebleu has no test set {name!r}",
            hint=f"its test sets for {pair} are {available}",
        )
    dataset: Any = DATASETS[name]
    if pair not in dataset.langpairs:
        raise ConfigError(
            "sacrebleu-testset.no-such-pair",
            f"sacrebleu's test set {name} does not cover {pair}",
            hint=f"it has {', '.join(sorted(dataset.langpairs))}",
        )
    if not dataset.md5 or len(dataset.md5) != len(dataset.data):
        raise ConfigError(
            "sacrebleu-testset.no-checksum",
            f"sacrebleu has no checksum for its test set {name}",
            hint=f"write it yourself (sacrebleu -t {name} -l {pair} --echo src) and name the files",
        )
    return dataset


def fetch_sacrebleu(name: str, languages: tuple[str, str], outputs: tuple[Path, Path]) -> int:
    """Write source and (first) reference of a test set of sacrebleu to files; return the pairs.

    They are the lines of `sacrebleu -t NAME -l PAIR --echo src ref`. Raises InputError where an
    archive is not the one that sacrebleu knows.
    """
    pair = "-".join(languages)
    outputs[0].parent.mkdir(parents=True, exist_ok=True)
    dataset = copy.copy(sacrebleu_set(name, *languages))
    members = _members(dataset.langpairs[pair])
    with tempfile.TemporaryDirectory(dir=outputs[0].parent, prefix="members-") as folder:
        raw = Path(folder) / "raw"
        raw.mkdir()
        for url, md5 in zip(dataset.data, dataset.md5, strict=True):
            missing = [member for member in members if not (raw / member).exists()]
            if not missing:
                break
            archive = _beside(outputs[0], url)
            _fetch(url, f"md5:{md5}", archive)
            _extract(archive, missing, raw, partly=True)
            archive.unlink()
        missing = [member for member in members if not (raw / member).exists()]
        if missing:
            raise InputError(
                "archive.missing-files",
                f"files are missing from the archives of {name}: {', '.join(missing)}",
            )
        # sacrebleu's own code reads the formats, in our folder and from files that are there.
        dataset._outdir, dataset._rawdir = folder, str(raw)
        dataset.maybe_download = lambda: None
        source = Path(dataset.get_source_file(pair))
        reference = Path(dataset.get_reference_files(pair)[0])
        return _write_pairs([source, reference], outputs, name)


def _members(named: Any) -> list[str]:
    """Return the members of archives that sacrebleu names for a language pair."""
    listed = [named["path"]] if isinstance(named, dict) else named
    return list(dict.fromkeys(re.sub(r"^\d+:", "", path) for path in listed))


def _beside(output: Path, url: str) -> Path:
    return output.with_name(f"{output.name}.{url.rpartition('/')[2]}")


def _fetch(url: str, checksum: str, archive: Path) -> None:
    """Fetch an archive; if it has another checksum, say how to find its own."""
    try:
        fetch_large(url, checksum, archive)
    except InputError as error:
        if error.code != "download.other-checksum":
            raise
        raise InputError(
            error.code,
            error.problem,
            file=error.file,
            hint=f"the download was deleted. If you trust the new file: {checksum_hint(url)}",
        ) from None


def _extract(archive: Path, members: Sequence[str], folder: Path, *, partly: bool = False) -> None:
    """Write members of an archive to a folder, under their names there.

    `partly`: some may lack. Raises InputError where one lacks, or the archive is damaged.
    """
    try:
        with _opened(archive) as (names, open_member):
            for member in members:
                path = folder / member
                if not path.resolve().is_relative_to(folder.resolve()):
                    raise InputError(
                        "archive.unsafe-member-name",
                        f"a member of an archive is named {member!r}",
                        file=archive,
                    )
                if member not in names:
                    if partly:
                        continue
                    raise InputError(
                        "archive.no-such-member",
                        f"the archive has no member {member}",
                        file=archive,
                        hint=f"it has {', '.join(sorted(names)[:8])}",
                    )
                path.parent.mkdir(parents=True, exist_ok=True)
                with open_member(member) as packed, open(path, "wb") as unpacked:
                    shutil.copyfileobj(packed, unpacked)
    except _DAMAGE as error:
        raise InputError(
            "archive.damaged", f"the archive is damaged: {error}", file=archive
        ) from None


@contextmanager
def _opened(archive: Path) -> Iterator[tuple[set[str], Any]]:
    """Open a zip or tar; yield its members, and what opens one. Another file is its only member."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            yield set(packed.namelist()), packed.open
    elif tarfile.is_tarfile(archive):
        with tarfile.open(archive) as tar:
            files = {re.sub(r"^\./", "", member.name): member for member in tar if member.isfile()}
            yield set(files), lambda name: tar.extractfile(files[name])
    else:
        raise InputError(
            "archive.unknown-format", "this is neither a zip nor a tar archive", file=archive
        )


def _write_pairs(sides: Sequence[Path], outputs: Sequence[Path], what: str) -> int:
    """Write two aligned files, as many lines each; return how many."""
    counts = [
        write_lines(output, read_lines(str(side)))
        for side, output in zip(sides, outputs, strict=True)
    ]
    if len(set(counts)) > 1 or not counts[0]:
        raise InputError(
            "corpus.line-counts",
            f"the source has {counts[0]} lines and the target {counts[1]}: the two are not aligned",
            file=what,
        )
    return counts[0]
