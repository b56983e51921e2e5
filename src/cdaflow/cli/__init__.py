"""The command `cdaflow`: its streams, its errors and its exit status."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from cdaflow.errors import CdaflowError
from cdaflow.signals import Stopped, stopped_by_signals

#: Faults of the file system that are reported without a traceback: disk full, ...
_USER_FAULTS = (
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOTDIR, errno.EFBIG,
    errno.EEXIST, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EIO, errno.ENOENT,
    errno.EBADF, errno.EMFILE, errno.ENFILE, errno.ENXIO, errno.ESTALE, errno.EBUSY, errno.ETXTBSY,
)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status (0 done, 1 a user's fault, 2 usage).

    A command may have a status of its own, which it returns. One that was stopped has 130 (by the
    keyboard), 141 (its reader has gone), 143 (SIGTERM) or 129 (SIGHUP).
    """
    _open_streams()
    try:
        with stopped_by_signals():
            status = _run(argv)
    except CdaflowError as error:
        print(f"cdaflow: error: {error}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        from cdaflow.cli.extras import missing_extra

        if not (missing := missing_extra(error)):
            raise
        print(f"cdaflow: error: {missing}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno == errno.EPIPE:
            # The reader (head, say) has gone; nothing more can be written to it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 141
        if error.errno not in _USER_FAULTS:
            raise
        where = f"{error.filename}: " if error.filename else ""
        problem = error.strerror or ""
        if "[errno" in problem:  # Arrow's words, with the name of a temporary file
            problem = os.strerror(error.errno)
        print(f"cdaflow: error: {where}{problem}", file=sys.stderr)
        return 1
    except MemoryError:
        print("cdaflow: error: there is not enough memory for this", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("cdaflow: stopped by the keyboard", file=sys.stderr)
        return 130
    except Stopped as stopped:
        with suppress(OSError):  # the terminal may be gone
            print(f"cdaflow: stopped by {stopped.signal.name}", file=sys.stderr)
        return 128 + stopped.signal
    return status


def _open_streams() -> None:
    """Have all three standard streams, and such as take any character.

    A file that is opened while one of them is closed (2>&-) gets its number, and whatever a
    library says goes into the file. A name may have bytes, and a table signs, that the locale
    cannot show.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def _run(argv: Sequence[str] | None) -> int:
    """Run a command and hand on all that it has printed; return its status."""
    from cdaflow.cli import commands

    status = commands.run(sys.argv[1:] if argv is None else argv)
    sys.stdout.flush()
    return int(status or 0)
