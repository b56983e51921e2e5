"""The source of the documentation site: every page, command, key and function of the API."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from cdaflow import api
from cdaflow.cli import commands

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "source"
    script = ROOT / "docs" / "scripts" / "site.py"
    subprocess.run([sys.executable, str(script), str(folder)], check=True)
    return folder


def test_each_command_has_a_page_with_its_options(site):
    for name in commands.names():
        text = (site / "commands" / f"{name.replace(' ', '-')}.md").read_text()
        assert text.startswith(f"# cdaflow {name}\n")
        for flag in set(commands.load(name).parser().option_actions()) - {"-h", "--help"}:
            assert flag in text, f"{name}: {flag}"


def test_each_key_and_function_is_there(site):
    schema = yaml.safe_load((ROOT / "workflow/schemas/config.schema.yaml").read_text())
    text = (site / "configuration.md").read_text()
    for key in schema["properties"]:
        assert f"## {key}\n" in text
    assert "`counterfactual.candidates`" in text
    page = (site / "api.md").read_text()
    assert all(f"## {name}\n" in page for name in api.__all__ if name.islower())
    assert "```python\n>>> " in page


def test_links_to_files_that_are_no_pages_become_their_paths(site):
    assert "(../" not in (site / "scoring.md").read_text()
    readme = (site / "readme.md").read_text()
    assert "`results/published/demo.json.xz`" in readme
    assert "(tutorials/score.md)" in readme
    assert "(../own.md)" in (site / "tutorials/repair.md").read_text()
    assert "(readme.md)" in (site / "index.md").read_text()


def test_pictures_of_pages_are_there(site):
    for page in ("readme.md", "results.md"):
        (picture,) = re.findall(r"!\[[^]]*\]\((\S+\.svg)\)", (site / page).read_text())
        assert (site / picture).is_file()


def test_the_first_page_has_a_figure_and_three_doors():
    """It names pages by their titles, as the menu does."""
    text = (ROOT / "docs/index.md").read_text()
    top, _, menu = text.partition("\n## ")
    assert len(re.findall(r"^!\[", text, re.MULTILINE)) == 1
    assert top.count("](results/real.svg)") == 1
    (doors,) = re.findall(r"^\| (\[.*) \|$", top, re.MULTILINE)
    assert re.findall(r"\[(.*?)\]\(tutorials/(.*?)\.md\)", doors) == [
        ("Measure my system", "score"), ("Repair my model", "repair"),
        ("Offer alternatives", "alternatives"),
    ]  # fmt: skip
    names = re.findall(r"^- \[(.*?)\]\((.*?\.md)\)", menu, re.MULTILINE)
    assert len(names) > 40
    titles = {page: (ROOT / "docs" / page).read_text().split("\n")[0] for _, page in names}
    titles["../README.md"] = "# README"
    assert {page: f"# {name}" for name, page in names} == titles


def test_every_page_is_in_a_table_of_contents(site):
    index = (site / "index.md").read_text().split("```{toctree}", 1)[1]
    pages = {path.relative_to(site).with_suffix("").as_posix() for path in site.rglob("*.md")}
    top = {page for page in pages if not page.startswith("commands/")} - {"index"}
    assert top | {"commands/index"} <= set(index.split())
