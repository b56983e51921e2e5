"""What stages show: tables, figures and scores, by which the rules go."""

import pytest

from cdaflow.errors import ConfigError
from cdaflow.workflow.stages import Figure, Shown, Stage, Table

WINOMT = Table("winomt", "WinoMT", ["a.json", "b c.json"], {"comparisons": ["d.json"]},
               {"mean_of_languages": True})  # fmt: skip
CORPUS = Table("corpus", "corpus", in_report="data_tables")
GAPS = Figure("gaps.es", "gaps, es", ["a.json", "b c.json"], in_report="figures")
FUNNEL = Figure("funnel", "selection", ["f.json"], options="f.json --label es")


def test_arguments_are_those_of_the_command():
    assert WINOMT.arguments == "--comparisons d.json --mean-of-languages"
    assert WINOMT.all_files == {"comparisons": ["d.json"], "files": ["a.json", "b c.json"]}
    assert (GAPS.kind, FUNNEL.kind) == ("gaps", "funnel")
    assert GAPS.arguments == "a.json 'b c.json'"
    assert FUNNEL.arguments == "f.json --label es"


def test_table_of_each_training_is_made_by_the_same_command_of_the_same_files():
    single = WINOMT.of_each_training()
    assert (single.name, single.subcommand) == ("winomt.trainings", "winomt")
    assert (single.files, single.inputs) == (WINOMT.files, WINOMT.inputs)
    assert single.arguments == "--comparisons d.json --single"
    students = Table("students", "students", command="alternatives").of_each_training()
    assert (students.name, students.subcommand) == ("students.trainings", "alternatives")


def test_all_stages_in_order():
    shown = Shown.of("r", [Stage([WINOMT, CORPUS]), Stage([], [FUNNEL, GAPS], {"lm": ["x"]})])
    assert list(shown.tables) == ["winomt", "corpus"]
    assert list(shown.figures) == ["funnel", "gaps.es"]
    assert shown.scores == {"lm": ["x"]}
    assert shown.in_report() == {
        "data_tables": ["r/tables/corpus.csv"],
        "example_tables": [],
        "data_figures": [],
        "figures": ["r/figures/gaps.es.svg"],
    }


def test_only_what_is_made_is_named():
    shown = Shown.of("r", [Stage([WINOMT], [GAPS])])
    assert shown.with_provenance("lm", "winomt") == [
        "r/tables/winomt.csv",
        "r/tables/winomt.provenance.json",
    ]
    assert shown.drawn("lm", "gaps.es") == ["r/figures/gaps.es.svg"]


@pytest.mark.parametrize(
    ("stages", "name"),
    [
        ([Stage([WINOMT]), Stage([WINOMT])], "table winomt"),
        ([Stage([CORPUS, CORPUS])], "table corpus"),
        ([Stage([], [GAPS]), Stage([], [Figure("gaps.es", "x", [])])], "figure gaps.es"),
    ],
)
def test_two_of_one_name_are_refused(stages, name):
    with pytest.raises(ConfigError, match=name):
        Shown.of("r", stages)


def test_option_of_the_report_that_there_is_not():
    """A table that our report would silently leave out."""
    with pytest.raises(KeyError, match="data_table"):
        Shown.of("r", [Stage([Table("x", "x", in_report="data_table")])]).in_report()
