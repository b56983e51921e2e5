"""Files in and out: any usual compression, UTF-8 and JSON checked, and whole or not at all.

A file appears under its final name only when it is complete: writers work on a sibling with
a temporary name and rename it at the end, so that a kill at any moment leaves either the old
file or the new one.

Text is in one normal form, NFC (Unicode Standard Annex 15): "é" may be one character or "e" and a
combining accent, which look the same and are not equal. All text goes through `nfc` where its bytes
become characters: here in `read_lines`, in `cdaflow.io.pairs`, `cdaflow.io.parquet`,
`cdaflow.trees.conllu` and `cdaflow.text.clean`. Nothing behind them meets a decomposed letter.

JSON and numbers from outside are read without trust: bounded, one clear error for any bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import stat
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

from cdaflow.errors import InputError
from cdaflow.io.beginnings import encoding_hint
from cdaflow.io.compression import DAMAGE, as_utf8, open_binary, open_binary_raw
from cdaflow.io.recognition import Content, check_line_ends, header_again, watch_lines

T = TypeVar("T")


# itertools has the same from Python 3.12 on.
def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield lists of `size` items each, the last one of what is left."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


#: Names of the standard streams: what these are (a file even) is not to be replaced.
_DESCRIPTORS = {"-": 1, "/dev/stdout": 1, "/dev/fd/1": 1, "/dev/stderr": 2, "/dev/fd/2": 2}

#: A line longer than this is no line of text; reading it whole could take all memory.
MAX_LINE_BYTES = 16 * 1024 * 1024


@contextmanager
def atomic_path(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary sibling of `path`, renamed to `path` when the block ends well.

    Parent folders are made. When the block raises, the temporary file is removed and whatever
    stood at `path` before stays. A link stays a link: the file that it points to is replaced.
    A pipe or a device (/dev/null, "-" and /dev/stdout for the standard output) stays too: the
    whole file is copied into it.

    Raises InputError where a folder stands at `path`, or its folder cannot be made.
    """
    final = Path(path)
    if final.is_dir():
        raise InputError(
            "output.is-a-folder",
            "expected a file to write, found a folder",
            file=path,
            hint="give the name of a file, such as " + str(final / "scores.json"),
        )
    descriptor = _DESCRIPTORS.get(str(path))
    if descriptor is not None or (final.exists() and not final.is_file()):
        with tempfile.TemporaryDirectory(prefix="cdaflow-") as folder:
            temporary = Path(folder) / final.name
            yield temporary
            stream = final if descriptor is None else os.dup(descriptor)
            try:
                with open(temporary, "rb") as whole, open(stream, "wb") as output:
                    shutil.copyfileobj(whole, output)
            except OSError as error:
                error.filename = error.filename or str(path)
                raise
        return
    final = Path(os.path.realpath(final))
    _make_folder(final.parent)
    # The suffixes stay last, since pandas, matplotlib and Marian choose the format by them.
    temporary = final.with_name(f".{os.getpid()}.partial.{_short(final.name)}")
    try:
        yield temporary
        os.replace(temporary, final)
    except OSError as error:
        # A full disk has no name, a forbidden folder that of the temporary file.
        if error.filename in (None, str(temporary), temporary):
            error.filename = str(path)
        raise
    finally:
        # What went wrong before is to be reported, and not that a read-only folder stays as it is.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def check_new_folder(
    path: str | os.PathLike[str], what: str = "a folder", *, replace: str | None = None
) -> None:
    """Raise InputError where something but an empty folder stands; `what` is written there.

    A folder with a file named `replace` is of the same kind as the new one: it may be replaced.
    """
    folder = Path(path)
    if (
        folder.exists()
        and (not folder.is_dir() or any(folder.iterdir()))
        and (replace is None or not (folder / replace).is_file())
    ):
        raise InputError(
            "folder.occupied",
            f"{what} would be written here, but the folder holds something else",
            file=path,
            hint="give another folder, or delete this one",
        )


@contextmanager
def atomic_folder(
    path: str | os.PathLike[str], what: str = "a folder", *, replace: str | None = None
) -> Iterator[Path]:
    """Yield a new folder beside `path`, renamed to `path` when the block ends well.

    Parent folders are made. Raises InputError before the block where something else stands at
    `path` than an empty folder or, if given, one with a file named `replace`.
    """
    check_new_folder(path, what, replace=replace)
    final = Path(path)
    _make_folder(final.parent)
    temporary = Path(tempfile.mkdtemp(prefix=f".{_short(final.name)}.partial.", dir=final.parent))
    try:
        temporary.chmod(0o755)
        yield temporary
        if replace is not None and (final / replace).is_file():
            shutil.rmtree(final)
        elif final.exists():
            final.rmdir()
        temporary.rename(final)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _short(name: str) -> str:
    """Return a name to which something can be added: its end, which says the format."""
    return os.fsdecode(os.fsencode(name)[-200:])


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError, FileNotFoundError):
        raise InputError(
            "folder.not-made",
            "the folder of the output file cannot be created",
            file=folder,
            hint="is a part of its path a file?",
        ) from None


@contextmanager
def atomic_text(path: str | os.PathLike[str]) -> Iterator[io.TextIOBase]:
    """Yield a UTF-8 text handle on a temporary sibling of `path`; see `atomic_path`.

    A name that ends in .gz is compressed, with a zero time stamp so that equal text gives
    equal bytes. Line ends are written as LF.
    """
    with atomic_path(path) as temporary, open(temporary, "wb") as raw:
        if str(path).endswith(".gz"):
            with (
                gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
                io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as handle,
            ):
                yield handle
        else:
            with io.TextIOWrapper(raw, encoding="utf-8", newline="\n") as handle:
                yield handle


def write_lines(path: str | os.PathLike[str], lines: Iterable[str]) -> int:
    """Write `lines` (without line ends) to `path` whole or not at all; return how many."""
    count = 0
    with atomic_text(path) as handle:
        for line in lines:
            handle.write(line + "\n")
            count += 1
    return count


def write_json(path: str | os.PathLike[str], content: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write JSON as all of cdaflow does (keys sorted, UTF-8), whole or not at all."""
    with atomic_text(path) as handle:
        json.dump(content, handle, indent=2, sort_keys=True, ensure_ascii=False)
        handle.write("\n")


def tsv_lines(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table with tabs between its cells, the header first.

    A tab inside a cell becomes a blank.
    """
    for cells in chain([columns], rows):
        yield "\t".join(cell.replace("\t", " ") for cell in cells)


def read_table(
    path: str | os.PathLike[str], columns: Sequence[str], *, whole: bool = False
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield line number and cells (by column) of each row of a table that has a header line.

    The cells of a line have tabs between; one that is absent at its end is "". `whole`: every row
    has as many cells as the header, and blank lines are passed over.

    Raises InputError where the header lacks one of `columns`, or a row is not `whole`; see also
    `read_lines`.
    """
    lines = read_lines(path, Content.TABLE)
    header = next(lines, "").split("\t")
    for column in columns:
        if column not in header:
            raise InputError(
                "column.missing", f"the header lacks the column {column!r}", file=path, line=1
            )
    for number, line in enumerate(lines, 2):
        cells = line.split("\t")
        if cells == header:
            raise header_again(path, number)
        if line.strip() or not whole:
            yield (
                number,
                row_cells(path, number, header, cells)
                if whole
                else dict(zip(header, cells + [""] * len(header), strict=False)),
            )


def row_cells(
    path: str | os.PathLike[str], line: int, header: Sequence[str], cells: Sequence[str]
) -> dict[str, str]:
    """Return the cells of a line by column; raises InputError unless there is one for each."""
    if len(cells) != len(header):
        raise InputError(
            "row.cell-count",
            f"the row has {len(cells)} cells, the header {len(header)}",
            file=path,
            line=line,
            hint=f"an empty cell needs its tab too; the columns are: {', '.join(header)}",
        )
    return dict(zip(header, cells, strict=True))


@contextmanager
def _unchanged(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise InputError at the end where a file was changed in the meantime.

    Of a corpus to which something is still written, half would pass for a whole one.
    """
    before = _stamp(path)
    yield
    if before != _stamp(path):
        raise InputError(
            "file.changed-while-read",
            "the file was changed while it was read",
            file=path,
            hint="run it again when no program writes to the file",
        )


def _stamp(path: str | os.PathLike[str]) -> tuple[int, int, int] | None:
    """Return the state of a plain file, or None for a pipe or a missing file."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino


def read_lines(path: str | os.PathLike[str], content: Content | None = None) -> Iterator[str]:
    """Return the lines of a text file in NFC, without their line ends (LF or CR LF).

    `content`: what they are to be, see `cdaflow.io.recognition`; None: the reader sees to it.

    Only LF ends a line, as every aligned corpus tool has it: U+2028, form feeds and the like
    stay inside. A byte order mark at the start is dropped; by that of UTF-16 text is read as such.

    Raises InputError, with file and line, at a byte that is not UTF-8, at an archive that is
    damaged or truncated, and at a line of more than MAX_LINE_BYTES; at the end where the file was
    changed meanwhile; and where it is of another format than `content`.
    """
    lines = _lines(path)
    return lines if content is None else watch_lines(path, lines, content)


def _lines(path: str | os.PathLike[str]) -> Iterator[str]:
    number = 0
    with _unchanged(path), open_binary(path) as handle:
        while True:
            try:
                raw = handle.readline(MAX_LINE_BYTES + 1)
                if number == 0 and (decoded := as_utf8(handle, raw)):
                    handle = decoded
                    raw = handle.readline(MAX_LINE_BYTES + 1)
            except DAMAGE as error:
                raise InputError(
                    "file.damaged",
                    f"the file is damaged or truncated ({type(error).__name__}: {error})",
                    file=path,
                    line=number + 1,
                    hint="fetch or copy the file again and compare its checksum",
                ) from None
            if not raw:
                return
            number += 1
            if len(raw) > MAX_LINE_BYTES:
                check_line_ends(path, raw)
                raise InputError(
                    "line.too-long",
                    f"the line is longer than {MAX_LINE_BYTES} bytes",
                    file=path,
                    line=number,
                    hint="a corpus has one sentence per line, ended by a line feed",
                )
            ended = raw.endswith(b"\n")
            raw = raw.removesuffix(b"\n").removesuffix(b"\r")
            try:
                text = nfc(raw.decode("utf-8"))
            except UnicodeDecodeError as error:
                raise not_utf8(path, number, raw, error) from None
            if number == 1:
                check_line_ends(path, raw, ended=ended)
                text = text.removeprefix("\ufeff")
            yield text


def not_utf8(
    path: str | os.PathLike[str], number: int, line: bytes, error: UnicodeDecodeError
) -> InputError:
    """Return the fault of a line, the `number`th of its file, that cannot be decoded."""
    return InputError(
        "file.not-utf8",
        f"byte {error.start + 1} of the line is not UTF-8 (0x{line[error.start]:02x})",
        file=path,
        line=number,
        hint=encoding_hint(line, number),
    )


def read_blocks(
    path: str | os.PathLike[str], size: int = 1 << 16, *, is_text: bool = False
) -> Iterator[bytes]:
    """Yield the unpacked bytes of a file in blocks of at most `size` bytes.

    `is_text`: the bytes of text are those of UTF-8, also where the file has UTF-16.

    Raises InputError where the file is absent, damaged, cut short or changed meanwhile.
    """
    with _unchanged(path), open_binary(path) as handle:
        while True:
            try:
                block = handle.read(size)
                if is_text and (decoded := as_utf8(handle, block)):
                    handle = decoded
                    block = handle.read(size)
                is_text = False
            except DAMAGE as error:
                raise InputError(
                    "file.damaged",
                    f"the file is damaged or truncated ({type(error).__name__}: {error})",
                    file=path,
                    hint="fetch or copy the file again and compare its checksum",
                ) from None
            if not block:
                return
            yield block


def digest(path: str | os.PathLike[str]) -> str:
    """Return the SHA-256 of the bytes of a file, as 64 hexadecimal digits.

    Raises InputError for a pipe, of which nothing is left when it has been read, and for a file
    that is changed meanwhile.
    """
    if not Path(path).is_file() and Path(path).exists():
        raise InputError(
            "pipe.read-twice",
            "a pipe can be read only once, but the file is read a second time for its checksum",
            file=path,
            hint="write it to a file first",
        )
    with _unchanged(path), open_binary_raw(path) as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def text_digest(path: str | os.PathLike[str]) -> str:
    """Return the SHA-256 of the lines of a text, as 64 hexadecimal digits.

    It is that of the file where this is plain: text packed, with a byte order mark, other line ends
    or blanks at them has the digest that it has without. Raises InputError as `digest` does.
    """
    digest(path)  # of a pipe nothing would be left
    total = hashlib.sha256()
    for line in read_lines(path):
        total.update(f"{line.rstrip()}\n".encode())
    return total.hexdigest()


def check_count(
    path: str | os.PathLike[str], lines: Sequence[str], expected: int, why: str, *, hint: str
) -> None:
    """Raise InputError where a file does not have the `expected` number of lines.

    `why`: what has so many, as a clause; `hint`: what to do, unless the file only ends in empty
    lines.
    """
    if len(lines) == expected:
        return
    if not any(line.strip() for line in lines[expected:]) and len(lines) > expected:
        hint = f"all lines after the first {expected} are empty: delete them"
    raise InputError("file.line-count", f"{len(lines)} lines, but {why}", file=path, hint=hint)


def nfc(text: str) -> str:
    """Return `text` in NFC: the same object where it is in NFC already.

    No line end, tab or blank comes or goes, so lines and cells may be normalised together.
    """
    # `normalize` itself begins with the quick check of the annex, at about 1 ns a character.
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def nfc_bytes(data: bytes) -> bytes:
    """Return UTF-8 in NFC; what is not UTF-8 comes back as it is, for its reader to report."""
    if data.isascii():
        return data
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data
    composed = nfc(text)
    return data if composed is text else composed.encode("utf-8")


#: No JSON file of cdaflow has more bytes; the scores of WinoMT have some hundred thousand.
MAX_JSON_BYTES = 256 * 1024 * 1024

#: Digits of the largest whole number of 64 bits; Python itself refuses to read thousands of them.
_DIGITS = 19

#: What is raised by code that takes a value to have a shape that it has not.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, OverflowError)


def parse_json(text: str | bytes, *, file: str | os.PathLike[str] | None = None) -> Any:
    """Return what JSON says; InputError, with file and line, if it is not valid."""
    try:
        return json.loads(text.decode("utf-8") if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        raise InputError(
            "json.not-utf8", f"not UTF-8 (byte {error.start + 1})", file=file
        ) from None
    except json.JSONDecodeError as error:
        raise InputError(
            "json.malformed", f"not valid JSON: {error.msg}", file=file, line=error.lineno
        ) from None
    except (RecursionError, ValueError):  # ValueError: a whole number of thousands of digits
        raise InputError(
            "json.too-deep-or-long",
            "the JSON cannot be read: it is nested too deeply, or a number is too long",
            file=file,
        ) from None


def read_json(path: str | os.PathLike[str]) -> Any:
    """Return what a JSON file holds; InputError where it is absent, damaged or no JSON."""
    parts: list[bytes] = []
    left = MAX_JSON_BYTES
    for block in read_blocks(path):
        parts.append(block)
        left -= len(block)
        if left < 0:
            raise InputError(
                "json.too-large", f"the file is larger than {MAX_JSON_BYTES} bytes", file=path
            )
    return parse_json(b"".join(parts), file=path)


def whole_number(text: str) -> int | None:
    """Return the whole number from 0 to 2^63 - 1 that digits 0 to 9 write, None for other text."""
    if not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS:
        return None
    value = int(text)
    return value if value < 1 << 63 else None
