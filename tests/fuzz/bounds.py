"""What every fuzz test stands under: the same examples each time, bounded time and memory."""

import os
import resource
import signal
import tempfile
from contextlib import contextmanager
from pathlib import Path

from damage import damaged
from hypothesis import HealthCheck, Phase, given, settings

from cdaflow.errors import CdaflowError

#: Examples of each reader: few in a quick run, 40 in `make test-slow`, as many as one likes.
EXAMPLES = int(os.environ.get("CDAFLOW_FUZZ") or 10)

#: The same examples each time, unless more are asked for than anybody has run.
PROFILE = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize="CDAFLOW_FUZZ_SEED" not in os.environ,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)

#: Seconds and bytes that a few kilobytes of input may take.
SECONDS = 30
MEMORY = 3 << 30


def _too_long(number, frame):
    raise TimeoutError(f"more than {SECONDS} seconds")


@contextmanager
def bounded():
    """Raise TimeoutError or MemoryError in a block that takes more than its due."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)


def result_or_error(read, path):
    """Call `read` with a file: it must end well or raise one CdaflowError that names a file.

    That is the file itself, or one beside it of which it is found not to be of the same data.
    """
    with bounded():
        try:
            read(path)
        except CdaflowError as error:
            message = str(error)
            names = [file.name for file in Path(path).parent.iterdir()]
            assert any(name in message for name in names), f"no file is named: {message}"
            assert len(message) < 20_000, f"a message of {len(message)} characters"


def any_bytes(file, seed, read, tokens=(), *, sound=True):
    """Give `read` files of that name, of the bytes of `seed` damaged in all ways, in bounds.

    The unharmed file must be read, unless it is not `sound` on its own.
    """

    def read_in_new_folder(data, call):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, file)
            path.write_bytes(data)
            call(path)

    @PROFILE
    @given(damaged(seed, tokens))
    def run(data):
        read_in_new_folder(data, lambda path: result_or_error(read, path))

    if sound:
        read_in_new_folder(seed, read)
    run()
