"""Snakemake in a process forked from one that has loaded it: a start of its own takes seconds.

A run has the folder, environment and arguments that it is given, as a process of its own would;
only what Python reads at its start is as it was when the server started.

Run as a program, this is the server: it reads a request a line, {cwd, env, arguments, output}, and
writes the exit status of the run. With {edits} it is one of dry_runs.py.
"""

import atexit
import copy
import gc
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).parents[2]

#: What Snakemake, and functions of the rules, import while they run.
_IMPORTED = ("cdaflow.scoring.compat", "cdaflow.scoring.winomt", "dpath", "jinja2", "jsonschema",
             "packaging.version", "requests", "smart_open", "snakemake.dag", "snakemake.profiles",
             "snakemake.report", "snakemake.storage", "yte")  # fmt: skip

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

    def run(self, arguments, folder, environment, edits=None):
        """Run Snakemake in a folder; return its exit status and what it said."""
        with tempfile.TemporaryDirectory() as output:
            request = {"cwd": str(folder), "env": environment, "arguments": arguments,
                       "output": output, "edits": edits}  # fmt: skip
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


def dry_runs(folder, edits):
    """Return what dry runs after each edit name, by its name; see dry_runs.py."""
    done = _server().run([], folder, dict(os.environ), edits)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def _load():
    """Load what a run needs, down to what it would compute of files that are the same each time."""
    import snakemake.cli

    snakemake.cli.get_argument_parser()  # which loads its plugins
    workflow = "".join(path.read_text("utf-8") for path in (ROOT / "workflow").rglob("*.smk"))
    used = re.findall(r"^ *(?:from|import) (cdaflow[\w.]*)", workflow, re.MULTILINE)
    for name in (*_IMPORTED, *used):
        import_module(name)
    from cdaflow.cli import commands

    _remember_sources()
    for name in commands.names():
        commands.digest(name.split())
        commands.packages(name.split())
    _remember_lists()
    _remember_schema()
    _remember_rules()
    return snakemake.cli.main


def _remember_sources():
    """Have a module of the same content parsed once, wherever it lies, and `forget` leave that."""
    from cdaflow import provenance
    from cdaflow.cli import commands

    def by_content(function):
        known = {}

        def parsed(path):
            text = path.read_bytes()
            if text not in known:
                known[text] = function(path)
            return known[text]

        return cache(parsed)

    provenance._module = by_content(provenance._module.__wrapped__)
    provenance._definitions = by_content(provenance._definitions.__wrapped__)
    find, packages, forget = commands.find, commands.packages, provenance.forget
    of_command = cache(lambda name: packages(name.split()))

    def forget_all():
        forget()
        of_command.cache_clear()

    commands.packages = lambda words: of_command(find(words)[0])
    provenance.forget = forget_all


def _remember_lists():
    """Have word lists checked once that are those of the repository: nothing is found in them."""
    from cdaflow.wordlists import check

    def content(folder):
        return {path.name: path.read_bytes() for path in Path(folder).glob("*.tsv")}

    check_folder, languages = check.check_folder, {"es", "fr"}  # of which most projects are
    whole = content(ROOT / "config/wordlists")
    assert not check_folder(ROOT / "config/wordlists", sorted(languages))

    def findings(folder, asked=()):
        same = asked and languages.issuperset(asked) and content(folder) == whole
        return [] if same else check_folder(folder, asked)

    check.check_folder = findings


def _remember_schema():
    """Have the schema of the configuration read once: as YAML it takes half a second."""
    import snakemake.utils
    from snakemake.common.configfile import _load_configfile

    text = (ROOT / "workflow/schemas/config.schema.yaml").read_text("utf-8")
    schema = _load_configfile(io.StringIO(text), filetype="Schema")

    def load(source, filetype):
        if not hasattr(source, "read"):
            return _load_configfile(source, filetype=filetype)
        with source:
            content = source.read()
        if content == text:
            return copy.deepcopy(schema)
        return _load_configfile(io.StringIO(content), filetype=filetype)

    snakemake.utils._load_configfile = load


def _remember_rules():
    """Have each file of rules parsed once; of another clone it differs in its own path alone."""
    import snakemake.workflow
    from snakemake.parser import parse

    path = "THE_FILE_OF_THE_RULES"
    parsed = {}
    for file in (ROOT / "Snakefile", ROOT / "workflow/Snakefile", *ROOT.glob("workflow/**/*.smk")):
        text, lines = file.read_text("utf-8"), {}
        source = SimpleNamespace(get_path_or_uri=lambda secret_free: path)
        cache = SimpleNamespace(open=lambda source, text=text: io.StringIO(text))
        code, rules = parse(source, SimpleNamespace(sourcecache=cache), lines)
        parsed[text] = code, rules, lines

    def load(source, workflow, linemap, overwrite_shellcmd=None, rulecount=0):
        with workflow.sourcecache.open(source) as file:
            text = file.read()
        if overwrite_shellcmd is not None or text not in parsed:
            return parse(source, workflow, linemap, overwrite_shellcmd, rulecount)
        code, rules, lines = parsed[text]
        linemap |= lines
        name = source.get_path_or_uri(secret_free=True)
        return code.replace(repr(path), repr(name)), rulecount + rules

    snakemake.workflow.parse = load


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
    sys.path.insert(0, str(Path(__file__).parent))
    from dry_runs import after_edits

    gc.collect()
    gc.freeze()  # the children collect no garbage among what is loaded
    replies = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        child = os.fork()
        if not child:
            replies.close()
            request = json.loads(line)
            _become(request)
            if request["edits"] is None:
                main()
            else:
                json.dump(after_edits(request["edits"]), sys.stdout)
            return
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, file=replies, flush=True)


if __name__ == "__main__":
    serve()
