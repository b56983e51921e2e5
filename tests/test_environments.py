"""Each rule names the software that it runs with, and the image copies what there is."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

_RULE = re.compile(r"^( *)(?:rule|checkpoint) (\w+):\n((?:\1 +.*\n|\s*\n)*)", re.MULTILINE)


def rules():
    for path in sorted((ROOT / "workflow" / "rules").glob("*.smk")):
        for match in _RULE.finditer(path.read_text(encoding="utf-8")):
            yield path, match[2], match[3]


def test_udify_alone_has_an_environment_of_its_own():
    """Everything else runs in that of Snakemake, which has cdaflow."""
    found = {name: (path, re.search(r'conda:\s+"([^"]+)"', body)) for path, name, body in rules()}
    assert len(found) > 30
    named = {name: (path, match[1]) for name, (path, match) in found.items() if match}
    assert named
    assert all("udify" in name for name in named), named
    for name, (path, environment) in named.items():
        assert (path.parent / environment).resolve().is_file(), f"{name}: {environment}"


def test_the_image_copies_what_there_is_and_is_given():
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    given = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    copied = [
        name
        for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE)
        for name in line.split()[:-1]
    ]
    assert copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name.split('/')[0]}" in given, name


def test_the_image_installs_all_that_a_rule_runs():
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    extras = set(re.search(r"-e '\.\[([a-z0-9,]+)\]'", makefile)[1].split(",")) - {"dev"}
    assert set(re.search(r"-e '\.\[([a-z0-9,]+)\]'", text)[1].split(",")) == extras
