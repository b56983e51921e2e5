"""A word of Spanish is in one table: without it Spanish changes, and what makes use of it."""

import json
import re

import pytest

from .apply import Project

#: Behind "más" Spanish does not cut an adjective ("gran ocasión").
WORDS = "la/DET más/ADV grande/ADJ ocasión/NOUN"

SCRIPT = f"""
import json
from cdaflow import languages
from cdaflow.cli import commands
from cdaflow.languages.word_sets import WordSet, word_set
from cdaflow.provenance import modules_used
from cdaflow.trees import Token
from typing import get_args

words = [word.split("/") for word in {WORDS!r}.split()]
tokens = [
    Token(i, form, form, upos, {{}}, 0 if i == 4 else 4, "root" if i == 4 else "amod")
    for i, (form, upos) in enumerate(words, 1)
]
known = ("en", *languages.KNOWN)
print(json.dumps({{
    "written": {{
        code: [token.form for token in languages.get(code).apply_contractions(tokens).tokens]
        for code in known
        if languages.get(code).writes
    }},
    "sets": {{
        code: {{name: sorted(word_set(code, name)) for name in get_args(WordSet)}} for code in known
    }},
    "digests": {{name: commands.digest(name.split()) for name in commands.names()}},
    "of_languages": [
        name
        for name in commands.names()
        if "cdaflow.languages" in modules_used(commands.resolve(name)[0])
    ],
}}))
"""


@pytest.fixture(scope="module")
def change(tmp_path_factory):
    """Return the files that the change touches, and what holds before and after it."""
    project = Project.copy(tmp_path_factory.mktemp("project"))
    before = json.loads(project.python("-c", SCRIPT))
    touched = project.apply("spanish_word")
    return touched, before, json.loads(project.python("-c", SCRIPT))


def test_it_touches_one_table(change):
    touched, _, _ = change
    assert touched == ["src/cdaflow/languages/es/words.tsv"]


def test_it_changes_what_spanish_writes_and_no_other_language(change):
    _, before, after = change
    assert before["written"]["es"] == ["la", "más", "grande", "ocasión"]
    assert after["written"]["es"] == ["la", "más", "gran", "ocasión"]
    for what in ("written", "sets"):
        changed = [code for code in before[what] if before[what][code] != after[what][code]]
        assert changed == ["es"]


def test_the_commands_that_work_with_languages_are_stale_and_no_others(change):
    _, before, after = change
    stale = {name for name, digest in before["digests"].items() if after["digests"][name] != digest}
    # A module may have commands of both kinds.
    assert stale <= set(before["of_languages"])
    assert {"counterfactual make", "inflect train", "score winomt", "demo write"} <= stale
    assert not [name for name in stale if re.match("nmt|trees annotate|text dedup|verify", name)]
