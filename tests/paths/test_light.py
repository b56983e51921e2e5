"""The light installation in an environment with nothing else: its size, and what it runs."""

import re

import pytest

from ..cli.light import LACKS, WORKS, write_texts
from ..wheels import ROOT, Environment

pytestmark = pytest.mark.slow

#: What takes long to import; numpy stands in sys.modules as a name that is loaded when it is used.
LIBRARIES = {"numpy.linalg", "pandas", "pyarrow", "sacrebleu", "scipy", "torch", "yaml"}

#: Runs the help of every command, and prints the names of those that fail.
HELPS = """
import contextlib, io
from cdaflow.cli import commands, main
for name in commands.names():
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            status = main([*name.split(), "--help"])
        except SystemExit as end:
            status = end.code
    if status or "usage: cdaflow" not in said.getvalue():
        print(name, said.getvalue())
"""


@pytest.fixture(scope="module")
def light(wheel, tmp_path_factory):
    environment = Environment(tmp_path_factory.mktemp("light") / "venv", wheel)
    environment.install()
    return environment


@pytest.fixture
def folder(tmp_path):
    write_texts(tmp_path)
    return tmp_path


def stated():
    """Return megabytes and packages of the light installation as its page states them."""
    page = (ROOT / "docs/installation.md").read_text(encoding="utf-8")
    row = re.search(r"^\| \(none\) \|.*\| (\d+) MB, (\d+) packages \|$", page, re.MULTILINE)
    return int(row[1]), int(row[2])


def test_its_size_is_that_of_the_page(light):
    megabytes, packages = light.megabytes(), light.package_names()
    print(f"light installation: {megabytes:.0f} MB, {len(packages)} packages: {sorted(packages)}")
    assert (round(megabytes, -1), len(packages)) == stated()


def test_an_import_loads_no_library(light):
    """Of the package and of its API: it takes about as long as the start of Python."""
    for module in ("cdaflow", "cdaflow.api", "cdaflow.cli"):
        code = f"import {module}, sys; print(*sorted(sys.modules))"
        names = set(light.run(f'python -c "{code}"').split())
        assert module in names
        assert not names & LIBRARIES


def test_every_command_has_its_help(light, tmp_path):
    (tmp_path / "helps.py").write_text(HELPS, encoding="utf-8")
    assert light.run(f"python {tmp_path / 'helps.py'}", tmp_path) == ""


@pytest.mark.parametrize("command", WORKS)
def test_what_works(command, light, folder):
    light.run(f"cdaflow {command}", folder)


@pytest.mark.parametrize(("command", "extra"), LACKS.items())
def test_what_lacks_an_extra_names_it(command, extra, light, folder):
    said = light.run(f"cdaflow {command}", folder, fails=True)
    assert f"pip install 'cdaflow[{extra}]'" in said.splitlines()[0], said


def test_what_is_no_library_is_named_too(light, folder):
    said = light.run(
        "cdaflow score winomt challenge.es --lang es --challenge challenge.txt", folder, fails=True
    )
    assert "[aligner.not-found]" in said
    assert "pip install eflomal==" in said


def test_what_it_says_helps(wheel, folder):
    """The command that lacks an extra names what to install, and then runs."""
    environment = Environment(folder / "venv", wheel)
    environment.install()
    line = "cdaflow evaluate es=challenge.es --winomt challenge.txt --aligner none --output out"
    said = environment.run(line, folder, fails=True)
    assert not (folder / "out").exists()  # said before anything is scored
    environment.run(re.search(r"pip install '[^']+'", said)[0])
    environment.run(line, folder)
    assert (folder / "out/report.html").exists()
