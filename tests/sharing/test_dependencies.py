"""What a file is made from and what a job depends on, by rules as Snakemake has them."""

import json
import re

import pytest

from cdaflow.sharing.dependencies import (
    Dependencies,
    Lineage,
    Lineages,
    raw_when_made,
    record_path,
)


class File(str):
    """A pattern of files, with wildcards."""

    def __new__(cls, pattern, temp=False):
        file = super().__new__(cls, pattern)
        file.flags = {"temp": True} if temp else {}
        return file

    def match(self, path):
        return re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>\\w+)", self), path)


class Rule:
    """A rule that makes `output` from `inputs`."""

    asked = 0

    def __init__(self, output, *inputs, **params):
        self.output = [output] if isinstance(output, File) else [File(output)]
        self.inputs = inputs
        self.params = params
        self.shellcmd = "cdaflow score bleu {input} > {log} 2>&1"

    def get_wildcards(self, path):
        return self.output[0].match(path).groupdict()

    def expand_input(self, wildcards):
        Rule.asked += 1
        return [name.format(**wildcards) for name in self.inputs], {}, {}, False

    def set_params(self, **params):
        self.params |= params


@pytest.fixture
def contents():
    """The content of each file that no rule makes."""
    return {"raw.es.tsv": "1", "names.tsv": "2"}


def value(contents, source="1", packages=None, **params):
    """Return what a score of Spanish depends on."""
    score = Rule("score.{lang}", "text.{lang}", "raw.{lang}.tsv", "names.tsv", **params)
    rules = [score, Rule("text.{lang}", "names.tsv")]
    described = {path: {"path": path, "sha256": text} for path, text in contents.items()}
    asked = []
    Dependencies(
        rules,
        described.__getitem__,
        lambda words: asked.append(words) or source,
        lambda words: packages or {},
    ).add_to_rules()
    found = score.params["depends_on"]({"lang": "es"})
    assert [words[:2] for words in asked] == [["score", "bleu"]]
    return found


def test_content_of_raw_files_counts(contents):
    before = value(contents)
    assert value(contents) == before
    assert value(contents | {"raw.es.tsv": "3"}) != before
    assert value(contents | {"raw.fr.tsv": "3"}) == before


def test_raw_files_are_read_back_from_the_record(contents, tmp_path):
    for name, params in {
        "score.es": ["1", repr("a text"), repr(value(contents))],
        "other": ["1", "'a text'"],
        "older": None,
    }.items():
        record_path(tmp_path, name).write_text(json.dumps({"params": params}))
    assert raw_when_made(tmp_path, ["score.es", "other", "older", "not recorded"]) == [
        {"path": "names.tsv", "sha256": "2"},
        {"path": "raw.es.tsv", "sha256": "1"},
    ]


def test_source_of_the_command_counts(contents):
    assert value(contents) != value(contents, source="2")


def test_source_is_that_of_the_command_that_the_wildcards_name():
    """One rule makes all tables, each by a command of its own."""
    rule = Rule("{name}.csv", table=lambda wildcards: wildcards["name"], options="--seed 1")
    rule.shellcmd = "cdaflow tables {params.table} {input} {params.options}"
    Dependencies([rule], dict, lambda words: " ".join(words[:2])).add_to_rules()
    for name in ("winomt", "lm", "winomt"):
        found = json.loads(rule.params["depends_on"]({"name": name}))
        assert found["cdaflow_depends_on"]["source"] == f"tables {name}"


def test_versions_of_packages_count(contents):
    old, new = ({"stanza": version} for version in ("1.15.0", "1.15.1"))
    assert value(contents, packages=old) == value(contents, packages=dict(old))
    assert value(contents, packages=old) != value(contents, packages=new)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"size": 10, "seed": 1}, {"size": 1, "seed": 10}),
        *(
            tuple({"option": lambda wildcards, input, w=w: f"{input[0]}:{w}"} for w in (1, 2))
            for _ in "x"
        ),
    ],
    ids=["exchanged", "computed from inputs"],
)
def test_parameters_that_snakemake_does_not_compare_count(contents, first, second):
    assert value(contents, **first) == value(contents, **first) != value(contents, **second)


def test_parameter_that_only_a_scheduled_job_has_does_not_count(contents):
    def threads(wildcards, threads):
        raise AssertionError("not known yet")

    assert value(contents, threads=threads) == value(contents)


RULES = [
    Rule("table.csv", "score.es", "score.fr", "names.tsv"),
    Rule("score.{lang}", "text.{lang}", "names.tsv"),
    Rule("text.{lang}", "shard.{lang}", "model.{lang}"),
    Rule(File("shard.{lang}", temp=True), "corpus.{lang}"),
    Rule("model.{lang}", "corpus.{lang}"),
    Rule("corpus.{lang}", "raw.{lang}.tsv"),
]


def test_files_are_listed_in_the_order_of_their_making():
    assert Lineages(RULES).of("table.csv") == Lineage(
        raw=("names.tsv", "raw.es.tsv", "raw.fr.tsv"),
        between=("corpus.es", "model.es", "text.es", "corpus.fr", "model.fr", "text.fr"),
        inputs=("score.es", "score.fr"),
        temporary=("shard.es", "shard.fr"),
    )


def test_each_rule_is_asked_once_for_a_file():
    known = Lineages(RULES)
    Rule.asked = 0
    first = known.of("table.csv")
    asked = Rule.asked
    assert asked == 1 + 2 * 5
    assert known.of("table.csv") == first
    known.of("text.es")
    assert Rule.asked == asked


def test_raw_file_has_no_lineage():
    with pytest.raises(ValueError, match=r"no rule makes names\.tsv"):
        Lineages(RULES).of("names.tsv")
