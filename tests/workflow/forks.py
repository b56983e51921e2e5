"""Snakemake in a process forked from one that has loaded it: a start of its own takes seconds.

A run has the folder, environment and arguments that it is given, as a process of its own would;
only what Python reads at its start is as it was when the server started.

Run as a program, this is the server: it reads a request a line, {cwd, env, arguments, output}, and
writes the exit status of the run.
"""

import atexit
import gc
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path

#: Variables that Python reads when it starts, or a library when it is loaded.
_AT_START = ("PYTHON", "LC_", "LANG", "TZ", "OMP_", "MKL_")


def at_start(environment):
    """Return what of an environment a forked process cannot change any more."""
    return {name: text for name, text in environment.items() if name.startswith(_AT_START)}


class Server:
    """A process that has loaded Snakemake and cdaflow, and forks for each run."""

    def __init__(self):
        self.environment = at_start(os.environ)
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        atexit.register(self._process.stdin.close)

    def run(self, arguments, folder, environment):
        """Run Snakemake in a folder; return its exit status and what it said."""
        with tempfile.TemporaryDirectory() as output:
            request = {"cwd": str(folder), "env": environment, "arguments": arguments,
                       "output": output}  # fmt: skip
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            status = int(self._process.stdout.readline())
            said = [Path(output, name).read_text("utf-8") for name in ("stdout", "stderr")]
        return subprocess.CompletedProcess(arguments, status, *said)


_server = cache(Server)


def run_snakemake(arguments, folder, environment):
    """Run Snakemake in a folder; return the finished process, with what it said.

    Where the environment asks for it, it is a process of its own.
    """
    arguments = [str(word) for word in arguments]
    environment = dict(environment)
    if at_start(environment) == _server().environment:
        return _server().run(arguments, folder, environment)
    return subprocess.run(
        [sys.executable, "-m", "snakemake", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )


def _load():
    """Load what a run needs, down to the digests of the commands' sources."""
    import snakemake.cli

    for name in ("snakemake.dag", "cdaflow.config", "cdaflow.wordlists.check"):
        import_module(name)
    from cdaflow.cli.commands import names, resolve
    from cdaflow.provenance import function_digest

    for name in names():
        function_digest(*resolve(name))
    return snakemake.cli.main


def _become(request):
    """Take the place of a process that was started for the request."""
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["snakemake", *request["arguments"]]
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for number, name in ((1, "stdout"), (2, "stderr")):
        path = Path(request["output"], name)
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), number)
    sys.path.insert(0, request["cwd"])  # as `python -m snakemake` has it


def serve():
    """Answer requests until standard input ends."""
    main = _load()
    gc.collect()
    gc.freeze()  # the children collect no garbage among what is loaded
    replies = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        child = os.fork()
        if not child:
            replies.close()
            _become(json.loads(line))
            main()
            return
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, file=replies, flush=True)


if __name__ == "__main__":
    serve()
