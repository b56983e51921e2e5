"""Paths with blanks, quotes and dollars in the commands of the workflow, and no command in a path.

Whatever a configuration calls a folder reaches the shell as one word.
"""

import json
import shlex
import shutil

import pytest
import yaml

from .conftest import FAKE_MARIAN, ROOT, copy_project

ODD = "sp ace é$'\""
#: Folders of results that would be commands.
INJECTIONS = {
    "semicolon": "r;touch PWNED;#",
    "substitution": "$(touch PWNED)`touch PWNED`",
    "line end": "r\ntouch PWNED\n",
}


@pytest.fixture
def odd(tmp_path):
    """The golden configuration in a clone of an odd name, with the absolute paths of all files."""
    folder = tmp_path / ODD
    folder.mkdir()
    project = copy_project(folder)
    shutil.copytree(ROOT / "tests/golden", folder / "tests/golden")
    shutil.copy(FAKE_MARIAN, folder / "marian")
    config = yaml.safe_load((ROOT / "tests/golden/config.yaml").read_text())
    config |= {
        "pathvars": {"results": str(folder / "out put")},
        "wordlists": str(folder / "config/wordlists"),
        "marian": str(folder / "marian"),
    }
    sizes = {"train": 400, "dev": 30, "test": 40, "treebank": 40, "challenge": 80}
    stereotypes = str(folder / "config/wordlists/stereotypes.tsv")
    config["demo"] |= sizes | {"stereotypes": stereotypes}
    for system in config["systems"].values():
        system["recipe"] = str(folder / system["recipe"])
    (folder / "config/test.yaml").write_text(yaml.safe_dump(config))
    return project


def commands(text):
    """Return the words of each command of a dry run; of one that is an argument, its own words."""
    found = []
    for line in text.splitlines():
        if "cdaflow " in line and line.startswith(("Shell command: ", "  ")):
            words = shlex.split(line.removeprefix("Shell command: "))
            if "--command" in words:
                found.append(shlex.split(words.pop(words.index("--command") + 1)))
            found.append(words)
    return found


def test_every_path_is_one_word(odd):
    run = odd.snakemake("--dry-run", "--printshellcmds")
    assert run.returncode == 0, run.stdout + run.stderr
    found = commands(run.stdout + run.stderr)
    assert len(found) > 60
    for words in found:
        for word in words:
            # A part of the name in a word is the whole of it, and not the rest of a path.
            assert word.count("sp ace é$'\"/") == max(word.count("é$"), word.count("ace é")), words
            assert not word.startswith("ace é"), words


@pytest.mark.parametrize("name", INJECTIONS.values(), ids=INJECTIONS)
def test_a_path_is_no_command(project, name):
    target = f"{name}/config.json"
    run = project.snakemake(target, "--config", f"pathvars={json.dumps({'results': name})}")
    assert run.returncode == 0, run.stdout + run.stderr
    assert (project.folder / target).is_file()
    assert not (project.folder / "PWNED").exists()


@pytest.mark.slow
def test_the_golden_configuration_runs_there(odd):
    run = odd.snakemake()
    assert run.returncode == 0, run.stdout + run.stderr
    results = odd.folder / "out put"
    assert (results / "report.html").is_file()
    assert (results / "tables/winomt.csv").is_file()
    assert sorted(path.name for path in odd.folder.parent.iterdir()) == [ODD]
