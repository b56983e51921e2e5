"""Which files a table is made from, by rules as Snakemake has them."""

import re

import pytest

from cdaflow.sharing.lineage import Lineage, Lineages


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

    def __init__(self, output, *inputs):
        self.output = [output] if isinstance(output, File) else [File(output)]
        self.inputs = inputs

    def get_wildcards(self, path):
        return self.output[0].match(path).groupdict()

    def expand_input(self, wildcards):
        Rule.asked += 1
        return [name.format(**wildcards) for name in self.inputs], {}, {}, False


RULES = [
    Rule("table.csv", "score.es", "score.fr", "names.tsv"),
    Rule("score.{lang}", "text.{lang}", "names.tsv"),
    Rule("text.{lang}", "shard.{lang}", "model.{lang}"),
    Rule(File("shard.{lang}", temp=True), "corpus.{lang}"),
    Rule("model.{lang}", "corpus.{lang}"),
    Rule("corpus.{lang}", "raw.{lang}.tsv"),
]


def test_files_are_told_in_the_order_of_their_making():
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
