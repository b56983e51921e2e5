"""The key alternatives."""

import pytest

from ..errors import raises, raises_fault
from .configs import CORPORA, loaded

CONFIG = {
    "languages": ["es", "fr"],
    "corpora": CORPORA,
    "annotators": {"models": "fetch"},
    "agreement": {},
    "alternatives": {},
    "systems": {"baseline": {"recipe": "mine.yaml", "data": {"parallel": 1}}},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name in ("mine.yaml", "set.es.jsonl", "tags.jsonl"):
        (tmp_path / name).write_text("")
    (tmp_path / "minilm").mkdir()
    monkeypatch.chdir(tmp_path)


def load(changes=(), without=()):
    return loaded(CONFIG, changes, without)


def test_what_is_loaded():
    found = load().alternatives
    assert found.languages == ["es", "fr"]
    assert found.test["demo"]["fr"] == "results/demo/alternatives/fr/test.jsonl.gz"
    assert found.tagger.train == ["results/demo/alternatives/en/train.jsonl.gz"]
    assert len(found.scored()) == 2 * 5


def test_a_set_of_some_languages():
    found = load(
        {"alternatives": {"test": {"own": {"es": "set.es.jsonl"}}, "open_by": ["gold"]}}
    ).alternatives
    assert found.scored() == [("es", "own", "gold")]


def test_what_is_rewritten_by_tags():
    found = load({"alternatives": {"tagged": {"system": "baseline"}}}).alternatives
    assert found.scored_by_tags() == [
        (language, "demo", "both", by)
        for language in ("es", "fr")
        for by in ("lattice", "mrf+lattice")
    ]


def test_translations_that_get_alternatives_are_those_of_students():
    augment = {"translations": ["baseline"]}
    students = {"baseline": {}}
    load({"alternatives": {"augment": augment, "students": students}})
    with raises("student.unknown", "'baseline'"):
        load({"alternatives": {"augment": augment}})


@pytest.mark.parametrize(
    ("tagged", "problem"),
    [({"by": ["lattice"], "calibrate": {}}, "person.calibrate-not-scored"),
     ({"calibrate": {"file": "{results}/demo/alternatives/{lang}/test.jsonl.gz"}},
      "calibration.sentences-of-testset"),
     ({"calibrate": {"min_p": 2}}, "value.less-than-equal")],
)  # fmt: skip
def test_probabilities_that_cannot_be_calibrated(tagged, problem):
    with raises(problem):
        load({"alternatives": {"tagged": {"system": "baseline"} | tagged}})


def test_probabilities_are_calibrated_on_held_out_sentences():
    tagged = {"system": "baseline", "calibrate": {}}
    found = load({"alternatives": {"tagged": tagged}}).alternatives.tagged.calibrate
    assert found.file["fr"] == "results/demo/alternatives/fr/dev.jsonl.gz"
    assert found.min_p == 0


def test_an_aligner_and_a_language_model():
    llm = {"command": ["cat", "-"]}
    found = load({"alternatives": {"aligner": {}, "llm": llm}}).alternatives
    assert found.align == "plan"
    assert found.aligner.dev["fr"] == "results/demo/alternatives/fr/dev.jsonl.gz"
    assert found.llm.command == ["cat", "-"]
    assert found.scored_by_llm() == [("es", "demo"), ("fr", "demo")]


ENCODER = {"backend": "encoder"}
WRONG = [
    (
        {"tagger": {"encoder": "minilm"}},
        "alternatives.tagger.encoder: [tagger.encoder-with-other-backend]",
    ),
    ({"tagger": ENCODER}, "[tagger.not-one-encoder]"),
    ({"tagger": ENCODER | {"encoder": "minilm", "fetch": True}}, "[tagger.not-one-encoder]"),
    ({"tagger": {"train": ["none.jsonl"]}}, "none.jsonl [file.missing]"),
    ({"released": {}}, "[released.not-one-origin]"),
    ({"open_by": ["guess"]}, "[value.literal-error]"),
    ({"test": {"own": {"es": "none.jsonl"}}}, "none.jsonl [file.missing]"),
    (
        {"tagged": {"system": "tagged"}},
        "tagged.system: 'tagged' [system.unknown-trained]",
    ),
    ({"tagged": {"system": "baseline", "by": ["mrf"]}}, "[value.literal-error]"),
    ({"augment": {"by": "lattice"}}, "augment.by: [alternatives.lattice-without-tagged]"),
    (
        {"augment": {"by": "lattice", "open_by": "sure"}, "tagged": {"system": "baseline"}},
        "augment.open_by: [lattice.open-by-rules]",
    ),
    ({"tagger": {"epochs": 0}}, "alternatives.tagger.epochs: [value.greater-than-equal]"),
    ({"align": "model"}, "[alternatives.aligner-missing]"),
    ({"align": "none"}, "alternatives.align: [value.literal-error]"),
    (
        {"aligner": {"train": "none.jsonl"}},
        "alternatives.aligner.train: [file.one-for-several-languages]",
    ),
    ({"llm": {}}, "alternatives.llm: 'command' [key.missing]"),
    ({"llm": {"command": []}}, "alternatives.llm.command: [value.too-short]"),
    ({"llm": {"command": ["no-such-model"]}}, "'no-such-model' [program.missing]"),
    (
        {"llm": {"command": ["cat"], "shots": -1}},
        "alternatives.llm.shots: [value.greater-than-equal]",
    ),
    ({"llm": {"command": ["cat"], "shots": 3}}, "[examples.missing]"),
    (
        {
            "llm": {
                "command": ["cat"],
                "view": "generator",
                "translate": True,
            }
        },
        "[translate.with-other-view]",
    ),
    ({"test": {"augmented": {"es": "set.es.jsonl"}}}, "[alternatives.test-name-reserved]"),
    ({"test": {"a b": {"es": "set.es.jsonl"}}}, "[name.bad-characters]"),
]


@pytest.mark.parametrize(("changes", "message"), WRONG)
def test_wrong(changes, message):
    with raises_fault(message):
        load({"alternatives": changes})


def test_one_file_holds_out_for_a_model_of_several_languages():
    found = load({"alternatives": {"aligner": {"dev": "set.es.jsonl", "batch": 64}}}).alternatives
    assert set(found.aligner.dev.values()) == {"set.es.jsonl"}
    assert found.aligner.batch == 64


def test_a_language_may_have_no_more_inflections():
    tagged = {"system": "baseline", "inflections": {"es": "set.es.jsonl"}}
    assert load({"alternatives": {"tagged": tagged}}).alternatives.tagged.inflections == {
        "es": "set.es.jsonl"
    }


def test_an_encoder():
    found = load({"alternatives": {"tagger": ENCODER | {"encoder": "minilm"}}}).alternatives
    assert found.tagger.encoder == "minilm"


def test_agreement_is_needed():
    with raises("alternatives.no-agreement"):
        load(without=["agreement"])


def test_a_language_that_is_not_written():
    config = {"languages": ["de"], "alternatives": {"test": {"own": "set.es.jsonl"}}}
    corpus = {"name": "own", "tsv": "tags.jsonl"}
    config["corpora"] = {"train": [corpus], "dev": [corpus], "test": {"own": [corpus]}}
    config["agreement"] = {"treebanks": {"train": ["tags.jsonl"], "dev": "tags.jsonl"}}
    alternatives = config["alternatives"]

    def refused(key, **changes):
        alternatives.update(changes)
        with raises("language.not-written", f"alternatives.{key}", "German"):
            load(config)

    # The agreement model does not; a lattice, a language model and students do.
    refused("open_by")
    refused("open_by", open_by=["gold"])
    refused("tagged.by", open_by=[], tagged={"system": "baseline"})
    refused("tagged.open_by", tagged={"system": "baseline", "by": ["lattice"]})
    alternatives["tagged"]["open_by"] = {"de": ["tags"]}
    found = load(config).alternatives
    assert found.scored() == []
    assert found.scored_by_tags() == [("de", "own", "tags", "lattice")]
    refused("augment", augment={})
    refused("augment", augment={"by": "lattice"})
    alternatives |= {"augment": {"by": "lattice", "open_by": "tags"}, "llm": {"command": ["cat"]}}
    assert load(config).alternatives.scored_by_llm() == [("de", "own")]


def test_who_is_open_by_language():
    open_by = {"es": ["gold", "rules"], "fr": []}
    found = load({"alternatives": {"open_by": open_by}}).alternatives
    assert found.scored() == [("es", "demo", "gold"), ("es", "demo", "rules")]


def test_a_lattice_without_trees():
    tagged = {"system": "baseline", "trees": False}
    with raises("rewriting.open-by-both-without-trees", "alternatives.tagged.open_by"):
        load({"alternatives": {"tagged": tagged}})
    load({"alternatives": {"tagged": tagged | {"open_by": ["tags"]}}})


def test_students_that_are_not_trained_here(tmp_path):
    theirs = {"translations": "theirs.{lang}.{testset}.txt"}
    changes = {"systems.theirs": theirs, "alternatives": {"students": {"theirs": {}}}}
    names = ("demo", "winomt", "alternatives-demo")
    for name in names[:2]:
        for lang in ("es", "fr"):
            (tmp_path / f"theirs.{lang}.{name}.txt").write_text("")
    with raises("file.missing", "theirs.es.alternatives-demo.txt"):
        load(changes)
    for lang in ("es", "fr"):
        (tmp_path / f"theirs.{lang}.{names[2]}.txt").write_text("")
    load(changes)
    changes["alternatives"]["students"]["theirs"] = {"tag": True}
    with raises("student.structures-untrained"):
        load(changes)
    with raises("testset.name-reserved", "alternatives-demo"):
        load({"corpora.test": {"alternatives-demo": CORPORA["train"]}})
