"""Where the files of WinoMT and the word lists lie, and how to get WinoMT.

WinoMT (Stanovsky et al. 2019) is fetched from its authors' repository, and only when that is
asked for.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from cdaflow import languages
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import digest
from cdaflow.progress import say
from cdaflow.wordlists import find_wordlist

_ADDRESS = (
    "https://raw.githubusercontent.com/gabrielStanovsky/mt_gender/{revision}/data/aggregates/{name}"
)

#: Where the files are looked for, in this order; their digests say whether they are the same.
_REVISIONS = ("586292861cf2", "master")

#: The files of WinoMT with the SHA-256 of each, its lines ended by LF.
DIGESTS = {
    "en.txt": "11797c54a74876c4ae63d029e88ec35ded8ee335251c51ff861f8790a7e258af",
    "en_pro.txt": "ed06dd39ca549f8766e4958de15afe706e4f3185c1ec580125d0c71b9f530064",
    "en_anti.txt": "da3e5744ed70481c80333a082f06fa6696be5db20c12a48a74845b245ce502e1",
}

#: The environment variable with the folder of WinoMT, and where it is looked for without one.
VARIABLE = "CDAFLOW_WINOMT"
DEFAULT = Path("data/winomt")


@dataclass(frozen=True)
class Challenge:
    """The files of a challenge set: all rows, and its halves where it has them."""

    sentences: Path
    pro: Path | None = None
    anti: Path | None = None


def fetch_winomt(folder: str | os.PathLike[str]) -> None:
    """Write the files of WinoMT into `folder`; those that are there already are left alone.

    Raises InputError where a file cannot be fetched or is not the one known by its digest.
    """
    for name, sha256 in DIGESTS.items():
        path = Path(folder) / name
        if path.is_file() and digest(path) == sha256:
            say(f"{path} is there")
            continue
        _fetch(name, sha256, path)
        say(f"{path} fetched")


def _fetch(name: str, sha256: str, path: Path) -> None:
    # Imported here, since TLS takes a while to import and is seldom wanted.
    from cdaflow.io.fetch import fetch

    for revision in _REVISIONS:
        try:
            fetch(_ADDRESS.format(revision=revision, name=name), sha256, path, text=True)
        except InputError:
            if revision == _REVISIONS[-1]:
                raise
        else:
            return


def find_challenge(
    sentences: Path | None, pro: Path | None, anti: Path | None, folder: Path | None
) -> Challenge:
    """Return the challenge set that is meant.

    Files that are given count; the others are those of `folder`, by default that of the
    environment variable CDAFLOW_WINOMT, else data/winomt. Without `folder`, `sentences` stands
    for itself: the halves of WinoMT are not those of another challenge set.

    Raises InputError where there is no challenge set.
    """
    if sentences is not None and folder is None:
        return Challenge(sentences, pro, anti)
    if folder is not None and not folder.is_dir():
        raise InputError("no such folder", file=folder, hint="--data is a folder with en.txt")
    place = folder or Path(os.environ.get(VARIABLE) or DEFAULT)
    found = Challenge(sentences or place / "en.txt", pro or place / "en_pro.txt",
                      anti or place / "en_anti.txt")  # fmt: skip
    if not found.sentences.is_file():
        raise InputError(
            "the challenge set is not here",
            file=found.sentences,
            hint=f"get WinoMT: cdaflow score fetch-winomt --output {DEFAULT}; or say where it "
            f"lies: --data FOLDER (with en.txt, en_pro.txt, en_anti.txt), or {VARIABLE}=FOLDER",
        )
    # A set without halves is scored without pro and anti; a half that is named must be there.
    return Challenge(
        found.sentences,
        found.pro if pro or (found.pro and found.pro.is_file()) else None,
        found.anti if anti or (found.anti and found.anti.is_file()) else None,
    )


def check_halves(pro: str | os.PathLike[str] | None, anti: str | os.PathLike[str] | None) -> None:
    """Raise InputError where a half of WinoMT is given as the other, or for the whole of it."""
    for path, role, own in ((pro, "pro", "en_pro.txt"), (anti, "anti", "en_anti.txt")):
        sha256 = None if path is None else digest(path)
        found = next((name for name, known in DIGESTS.items() if known == sha256), None)
        if found is not None and found != own:
            raise InputError(
                f"this is {found} of WinoMT, given as its {role}-stereotypical half",
                file=path,
                hint=f"give {own} there; are the two halves exchanged?",
            )


def check_language(language: str) -> None:
    """Raise ConfigError for a language of which translations cannot be scored."""
    if language == "en":
        raise ConfigError("English nouns have no gender: WinoMT scores translations into others")
    languages.get(language)


def find_professions(language: str) -> Path:
    """Return the word list of professions of a language, see `find_wordlist`.

    Raises ConfigError for a language that cdaflow does not know, InputError where it has no list.
    """
    check_language(language)
    return find_wordlist(f"professions.{language}.tsv")
